"""Where compiled kernels are kept, and that stale ones are never used."""

import os
import subprocess
import sys

import numba
import numba.core.config
import numpy as np
import pytest

from zochastic.sims import _jit

WHERE = "from zochastic.sims import _jit; print(_jit.CACHE_FOLDER)"


def printed(code, **env):
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | env, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_folder_changes_with_every_kernel_source(tmp_path, monkeypatch):
    for floor in ("sims", "analysis"):
        (tmp_path / floor).mkdir()
    monkeypatch.setattr(_jit, "_ROOT", tmp_path)
    seen = {_jit._digest()}
    part = tmp_path / "sims" / "part.py"
    part.write_text("@helper\ndef f(x): return x\n")
    seen.add(_jit._digest())
    part.write_text("@helper\ndef f(x): return x + 1\n")
    seen.add(_jit._digest())
    (tmp_path / "analysis" / "solver.py").write_text("@kernel\ndef g(x): return x\n")
    seen.add(_jit._digest())
    assert len(seen) == 4
    (tmp_path / "analysis" / "words.py").write_text("def h(x): return x\n")
    assert _jit._digest() in seen


def test_bounds_checked_kernels_are_kept_apart(tmp_path):
    base = {"NUMBA_CACHE_DIR": str(tmp_path), "NUMBA_BOUNDSCHECK": "0"}
    assert printed(WHERE, **base) != printed(WHERE, **(base | {"NUMBA_BOUNDSCHECK": "1"}))


def test_without_a_writable_folder_nothing_is_cached(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    code = WHERE + "; from zochastic.sims.streams import derived; print(derived(1, 1))"
    assert printed(code, NUMBA_CACHE_DIR=str(blocked)).splitlines()[0] == "None"


def test_decorating_leaves_numbas_own_setting_alone():
    before = numba.core.config.CACHE_DIR
    _jit.kernel(lambda x: x)
    _jit.KERNELS.pop()
    assert before == numba.core.config.CACHE_DIR


@pytest.mark.skipif(bool(numba.core.config.DISABLE_JIT), reason="nothing is compiled")
def test_warming_up_compiles_every_kernel():
    code = (
        "from zochastic.analysis.warmup import KERNELS as calls\n"
        "for _, call in calls: call()\n"
        "from zochastic.sims._jit import KERNELS\n"
        "print([k.py_func.__qualname__ for k in KERNELS if not k.signatures])\n"
        "print(len(KERNELS))"
    )
    missed, count = printed(code).splitlines()
    assert missed == "[]"
    assert int(count) >= 7


def test_an_array_that_is_borrowed_is_the_same_and_is_let_go():
    array = np.arange(5)
    before = sys.getrefcount(array)
    for _ in range(3):
        assert _total(array) == 10
    assert sys.getrefcount(array) == before
    assert array.tolist() == [0, 1, 2, 3, 4]


@numba.njit
def _total(array):
    seen = _jit.borrowed(array)
    part = seen[1:]
    return part.sum()
