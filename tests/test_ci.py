"""A machine without a browser: a reason to skip for a user, a failure where CI is set."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
BROWSER = "tests/reports/test_report_browser.py"


@pytest.mark.parametrize(("ci", "outcome"), [("", "2 skipped"), ("true", "2 errors")])
def test_a_missing_browser_is_a_failure_in_ci_alone(ci, outcome, tmp_path):
    env = os.environ | {"CI": ci, "PATH": str(tmp_path)}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-k", "800-light or name"]
    ran = subprocess.run([*command, BROWSER], cwd=ROOT, env=env, capture_output=True, text=True)
    assert outcome in ran.stdout
    assert "Chromium" in ran.stdout


def test_ci_installs_a_browser_and_says_that_it_is_ci():
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    before, _, after = script.partition("apt-get install")
    assert "export CI=true" in before
    assert "apt-get update" in before
    assert "chromium" in after.splitlines()[0]
