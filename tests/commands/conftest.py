import contextlib
import io
from dataclasses import dataclass

import pytest

from zochastic.cli import main


@dataclass
class Ran:
    code: int
    out: str
    err: str


def run_line(*argv):
    """Run one command line in this process."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main([str(word) for word in argv])
    return Ran(code, out.getvalue(), err.getvalue())


@pytest.fixture(scope="session")
def run():
    return run_line
