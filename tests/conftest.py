"""Settings of all tests."""

import os
import shutil
import sys
from pathlib import Path

import pytest
from hypothesis import settings

# kernels compile on first use, so a single slow example means nothing
settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")

# cases that the tests of several folders share, and what makes parts of the docs; none is a package
HERE = Path(__file__).resolve().parent
DOCS = HERE.parent / "docs"
sys.path[:0] = [str(HERE), str(DOCS), str(DOCS / "pictures")]
pytest.register_assert_rewrite("advisor_pages")

#: What a Chromium is called.
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session")
def chromium():
    """The browser's path; without one, tests are skipped with a reason, but fail where CI is set."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None and os.environ.get("CI"):
        pytest.fail("no Chromium here, and CI must have one (.ci/run installs it)", pytrace=False)
    if found is None:
        pytest.skip("no Chromium here (Debian, Ubuntu: apt-get install chromium)")
    return found
