"""The decorators through which every kernel is compiled, and where compiled code is kept.

Numba keys a cached kernel by its own file alone, so that a change in a helper of another module
would leave old machine code running.  Here the cache folder's name is a digest of *all* kernel
sources, of numba's version and of the switches that change what is compiled: any change means a
new folder.
"""

import hashlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numba.core.cgutils as cgutils
import numba.core.config
import numpy as np
import numpy.typing as npt
from numba.extending import intrinsic, overload
from platformdirs import user_cache_path

_builders: Any = cgutils

Word = np.uint64
Words = npt.NDArray[np.uint64]
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]

F = TypeVar("F", bound=Callable[..., Any])

#: Every compiled entry point, in order of definition; ``zochastic warmup`` compiles them all.
KERNELS: list[Any] = []

_ROOT = Path(__file__).resolve().parent.parent
_KERNEL_FLOORS = ("sims", "analysis")


def _digest() -> str:
    """SHA-256 over everything that decides what the kernels' machine code is."""
    sha = hashlib.sha256()
    config: Any = numba.core.config
    for switch in (numba.__version__, config.BOUNDSCHECK, config.OPT, config.DEBUGINFO_DEFAULT):
        sha.update(repr(switch).encode() + b"\0")
    for floor in _KERNEL_FLOORS:
        for path in sorted((_ROOT / floor).rglob("*.py")):
            source = path.read_bytes()
            if any(mark in source for mark in (b"@kernel", b"@routine", b"@helper")):
                sha.update(path.relative_to(_ROOT).as_posix().encode() + b"\0" + source + b"\0")
    return sha.hexdigest()[:24]


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _cache_folder() -> str | None:
    """Where this build's compiled kernels live; None where nothing is writable."""
    base = os.environ.get("NUMBA_CACHE_DIR") or user_cache_path("zochastic") / "kernels"
    folder = Path(base) / _digest()
    return str(folder) if _writable(folder) else None


CACHE_FOLDER = _cache_folder()


def kernel(function: F) -> F:
    """Compile an entry point: releases the interpreter lock, is cached on disk."""
    config: Any = numba.core.config
    before = config.CACHE_DIR
    # numba reads the folder while decorating; without one it would raise at import
    config.CACHE_DIR = CACHE_FOLDER or ""
    try:
        compiled = numba.njit(nogil=True, cache=CACHE_FOLDER is not None)(function)
    finally:
        config.CACHE_DIR = before
    KERNELS.append(compiled)
    return cast(F, compiled)


def routine(function: F) -> F:
    """Compile a part of kernels too large to be inlined; it is cached with each that calls it."""
    return cast(F, numba.njit(nogil=True)(function))


def helper(function: F) -> F:
    """Compile a part of kernels: inlined into each, so that the optimiser sees the whole."""
    return cast(F, numba.njit(forceinline=True)(function))


A = TypeVar("A")


def borrowed(array: A) -> A:
    """The array for the time of a kernel's call, without counting who refers to it.

    Counting takes an atomic addition whenever a kernel hands an array to a part of it; the caller
    of the kernel keeps the array alive all the while.
    """
    return array


@intrinsic
def _uncounted(_: Any, array: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = context.make_array(signature.return_type)(context, builder, arguments[0])
        made.meminfo = _builders.get_null_value(made.meminfo.type)
        return made._getvalue()

    return array(array), build


@overload(borrowed, inline="always")
def _borrowed(array):  # type: ignore[no-untyped-def]  # numba compares it with the lambda's
    without_count: Any = _uncounted
    return lambda array: without_count(array)
