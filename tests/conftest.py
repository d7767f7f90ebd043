"""Settings of all tests."""

import os
import sys
from pathlib import Path

from hypothesis import settings

# kernels compile on first use, so a single slow example means nothing
settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")

# cases that the tests of several folders share; none of them is a package
sys.path.insert(0, str(Path(__file__).parent))
