"""``python -m zochastic`` is the same program as ``zochastic``."""

import sys

from zochastic.cli import main

if __name__ == "__main__":
    sys.exit(main())
