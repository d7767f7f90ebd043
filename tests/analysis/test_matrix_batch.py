"""Games side by side: the answers of one after the other, to the last bit."""

from itertools import product

import numpy as np
import pytest

from zochastic.analysis import matrix_games, matrix_simplex
from zochastic.analysis.matrix_batch import MOST, solve_eights
from zochastic.analysis.matrix_games import solve, solve_batch
from zochastic.analysis.matrix_lanes import lots
from zochastic.analysis.matrix_simplex import solve_into, workspace

SIZES = [*product(range(1, 9), repeat=2), (MOST, MOST), (3, MOST), (MOST, 2), (MOST + 1, 5)]


def uniform(rng, shape):
    return rng.random(shape)


def signs(rng, shape):
    return rng.integers(-1, 2, shape).astype(float)


def integers(rng, shape):
    return rng.integers(-5, 6, shape).astype(float)


def scaled(rng, shape):
    powers = rng.choice([-1060, -1000, -300, 0, 300, 1000, 1020], (shape[0], 1, 1))
    return np.ldexp(rng.integers(-8, 9, shape).astype(float), powers)


def widest(rng, shape):
    return rng.choice([-1.0, 1.0, 0.0, 0.3], shape) * np.finfo(float).max


def tiniest(rng, shape):
    return rng.integers(-3, 4, shape) * 5e-324


def far_from_zero(rng, shape):
    return 2.0**20 + rng.integers(-5, 6, shape)


def nearly_tied(rng, shape):
    noise = rng.choice([1e-9, 1e-11, 1e-12, 1e-13, 1e-15], (shape[0], 1, 1))
    return rng.integers(0, 2, shape) + noise * rng.standard_normal(shape)


def of_many_magnitudes(rng, shape):
    return np.exp(12 * rng.standard_normal(shape))


def low_rank(rng, shape):
    g, m, n = shape
    return rng.standard_normal((g, m, 1)) @ rng.standard_normal((g, 1, n))


def doubled(rng, shape):
    games = rng.integers(-5, 6, shape).astype(float)
    half = shape[1] // 2
    games[:, shape[1] - half :] = games[:, :half]
    return games


def constant(rng, shape):
    return np.broadcast_to(rng.integers(-5, 6, (shape[0], 1, 1)), shape).astype(float)


def mixed(rng, shape):
    """Neighbours in the lanes need different numbers of pivots, or none."""
    kinds = (uniform, signs, scaled, nearly_tied, constant)
    which = rng.integers(0, len(kinds), (shape[0], 1, 1))
    return np.choose(which, [kind(rng, shape) for kind in kinds])


def one_after_the_other(games):
    _, m, n = games.shape
    work, row, column = workspace(m, n), np.empty(m), np.empty(n)
    answers = []
    for game in games:
        value = solve_into(game, m, n, work, row, column)
        answers.append((value, row.copy(), column.copy()))
    return tuple(map(np.array, zip(*answers, strict=True)))


def assert_same(games):
    for found, wanted in zip(solve_batch(games), one_after_the_other(games), strict=True):
        assert np.array_equal(found, wanted)


@pytest.mark.parametrize(
    "kind",
    [
        uniform,
        signs,
        integers,
        scaled,
        widest,
        tiniest,
        far_from_zero,
        nearly_tied,
        of_many_magnitudes,
        low_rank,
        doubled,
        constant,
        mixed,
    ],
)
def test_the_answers_of_one_after_the_other(kind):
    rng = np.random.default_rng(11)
    for m, n in SIZES:
        assert_same(kind(rng, (101, m, n)))


def test_thousands_of_each():
    rng = np.random.default_rng(12)
    for kind in (uniform, integers, nearly_tied, mixed):
        assert_same(kind(rng, (10_003, 5, 6)))
        assert_same(kind(rng, (5_001, 8, 8)))


@pytest.mark.parametrize("count", [1, 7, 8, 9, 15, 16, 17])
def test_any_number_of_games(count):
    assert_same(np.random.default_rng(13).random((count, 5, 6)))


def test_mixtures_and_values_hold_against_the_payoffs():
    rng = np.random.default_rng(14)
    for m, n in SIZES:
        games = mixed(rng, (43, m, n))
        games /= np.maximum(np.abs(games).max(axis=(1, 2), keepdims=True), 1e-290)
        values, rows, columns = solve_batch(games)
        most = np.einsum("gij,gj->gi", games, columns).max(axis=1)
        least = np.einsum("gi,gij->gj", rows, games).min(axis=1)
        assert (most - least).max() <= 2e-13
        assert np.abs(values - most).max() <= 2e-13
        assert min(rows.min(), columns.min()) >= 0


def test_what_needs_more_pivots_is_left_and_solved_by_itself(monkeypatch):
    games = mixed(np.random.default_rng(15), (53, 6, 5))
    solved = []
    for patience in (0, 1, 2, 3, 100):
        values, rows, columns = np.full(53, np.nan), np.empty((53, 6)), np.empty((53, 5))
        args = matrix_simplex.USUAL, matrix_simplex.GOOD, values, rows, columns
        solve_eights(games, lots(6, 5), patience, *args)
        done = ~np.isnan(values)
        solved.append(done.sum())
        for found, wanted in zip((values, rows, columns), one_after_the_other(games), strict=True):
            assert np.array_equal(found[done], wanted[done])
    assert solved == sorted(solved)
    assert 0 < solved[0] < solved[2] < solved[4] <= 48
    monkeypatch.setattr(matrix_games, "PATIENCE", 0)
    assert_same(games)


def test_an_answer_that_is_not_good_enough_is_not_given():
    games = np.random.default_rng(16).random((16, 4, 4))
    values, rows, columns = np.zeros(16), np.empty((16, 4)), np.empty((16, 4))
    solve_eights(games, lots(4, 4), 64, matrix_simplex.USUAL, -1.0, values, rows, columns)
    assert np.isnan(values).all()


def test_a_saddle_point_of_lowest_index():
    values, rows, columns = solve_batch([[[1, 1, 2], [1, 1, 3], [0, 1, 1]]] * 9)
    assert values.tolist() == [1] * 9
    assert rows.tolist() == [[1, 0, 0]] * 9
    assert columns.tolist() == [[1, 0, 0]] * 9


def test_the_payoffs_are_left_as_they_are():
    games = np.random.default_rng(17).random((9, 3, 4))
    before = games.copy()
    solve_batch(games)
    assert np.array_equal(games, before)
    assert solve(games[0]).value == solve_batch(games)[0][0]
