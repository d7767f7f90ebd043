"""Eight numbers side by side: compiled as one, they do what numpy does with arrays of eight."""

import operator

import numba
import numpy as np
import pytest

from zochastic.sims import _lanes
from zochastic.sims._lanes import LANES, anywhere, full, lanes_array, load, store, where

X = np.array([0.0, -0.0, 1.0, -2.5, np.inf, -np.inf, np.nan, 5e-324])
Y = np.array([-0.0, 3.0, 1.0, -2.5, 7.0, np.inf, 1.0, 1e308])


def filled(*rows):
    array = lanes_array(len(rows))
    array[:] = rows
    return array


def same(x, y):
    return np.array_equal(x, y, equal_nan=True) and np.array_equal(np.signbit(x), np.signbit(y))


@pytest.mark.parametrize("op", [operator.add, operator.sub, operator.mul, operator.truediv])
def test_arithmetic(op):
    @numba.njit
    def compute(array):
        x, y = load(array, 0), load(array, 1)
        store(array, 2, op(x, y))
        store(array, 3, op(x, 3))
        store(array, 4, op(1.5, y))

    array = filled(X, Y, X, X, X)
    compute(array)
    with np.errstate(all="ignore"):
        for row, wanted in zip(array[2:], (op(X, Y), op(X, 3.0), op(1.5, Y)), strict=True):
            assert same(row[~np.isnan(wanted)], wanted[~np.isnan(wanted)])
            assert np.array_equal(np.isnan(row), np.isnan(wanted))


@pytest.mark.parametrize("op", [operator.lt, operator.le, operator.eq])
def test_comparisons_and_choices(op):
    @numba.njit
    def compute(array):
        x, y = load(array, 0), load(array, 1)
        store(array, 2, where(op(x, y), x, y))
        store(array, 3, where(op(x, 1), 2, y))
        store(array, 4, where(op(1.0, y), x, -1.5))
        store(array, 5, where(op(x, y) & op(0.0, y), 1.0, 0))
        return anywhere(op(x, y)), anywhere(op(x, np.nan))

    array = filled(*[X, Y] * 3)
    assert compute(array) == (True, False)
    wanted = (
        np.where(op(X, Y), X, Y),
        np.where(op(X, 1), 2, Y),
        np.where(op(1.0, Y), X, -1.5),
        np.where(op(X, Y) & op(0.0, Y), 1.0, 0.0),
    )
    assert all(map(same, array[2:], wanted))


def test_lesser_and_greater():
    @numba.njit
    def compute(array):
        store(array, 2, _lanes.lower(load(array, 0), load(array, 1)))
        store(array, 3, _lanes.higher(load(array, 0), full(1)))

    x, y = np.arange(LANES) - 3.0, np.roll(np.arange(LANES), 3) / 2
    array = filled(x, y, x, x)
    compute(array)
    assert np.array_equal(array[2], np.minimum(x, y))
    assert np.array_equal(array[3], np.maximum(x, 1))


def test_rows_begin_at_cache_lines():
    for rows in range(1, 9):
        array = lanes_array(rows)
        assert array.shape == (rows, LANES)
        assert array.flags.c_contiguous
        assert array.ctypes.data % 64 == 0
        assert not array.any()


def test_without_compilation_it_is_numpy():
    array = filled(X, Y)
    row = load(array, 1)
    store(array, 1, full(2))
    assert same(row, Y)
    assert array[1].tolist() == [2.0] * LANES
    assert anywhere(row == 1.0)
    assert not anywhere(row == 2.0)
