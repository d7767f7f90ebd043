import sys
from pathlib import Path

# the twins are shared by the tests of this folder, which is no package
sys.path.insert(0, str(Path(__file__).parent))
