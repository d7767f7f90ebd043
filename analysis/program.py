"""Which program makes a tally: a digest of all sources that can change its counts."""

import ast
import hashlib
import platform
import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path

_PACKAGE = __name__.partition(".")[0]
_ROOT = Path(__file__).resolve().parent.parent
#: What else decides the last bit of a sum of floats.
_MAKERS = ("numpy", "numba", "scipy")


@cache
def program(*modules: str) -> str:
    """SHA-256 of these modules' sources and of all they import, of this package.

    Changes elsewhere, in wording or charts, leave it as it is; so tallies outlive these. The
    makers of compiled code and of sums of floats count by their versions, the processor by its
    kind.
    """
    sha = hashlib.sha256(platform.machine().encode())
    for maker in _MAKERS:
        sha.update(f"{maker} {version(maker)}\0".encode())
    for name, file in sorted(_sources(modules).items()):
        sha.update(name.encode() + b"\0" + file.read_bytes() + b"\0")
    return sha.hexdigest()


def _sources(modules: tuple[str, ...]) -> dict[str, Path]:
    found = {name: _file(name) for name in modules}
    waiting = list(found)
    while waiting:
        for name in _imports(found[waiting.pop()]):
            if name.partition(".")[0] == _PACKAGE and name not in found and _is_module(name):
                found[name] = _file(name)
                waiting.append(name)
    return found


def _imports(file: Path) -> Iterator[str]:
    """Names that may be modules: ``from a import b`` gives ``a`` and ``a.b``."""
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{each.name}" for each in node.names)


def _candidates(name: str) -> tuple[Path, Path]:
    # the root of the checkout is the package
    path = _ROOT.joinpath(*name.split(".")[1:])
    return path.with_suffix(".py"), path / "__init__.py"


def _is_module(name: str) -> bool:
    return "." in name and any(file.is_file() for file in _candidates(name))


def _file(name: str) -> Path:
    if name.partition(".")[0] == _PACKAGE:
        return next(file for file in _candidates(name) if file.is_file())
    source = sys.modules[name].__file__
    assert source is not None, name
    return Path(source)
