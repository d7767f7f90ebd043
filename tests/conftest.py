"""Settings of all tests."""

import os

from hypothesis import settings

# kernels compile on first use, so a single slow example means nothing
settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")
