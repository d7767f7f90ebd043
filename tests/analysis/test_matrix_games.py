"""Zero-sum games by regret: published numbers, ties, every size, twins, linear programming."""

from fractions import Fraction
from itertools import product

import numba
import numpy as np
import pytest
from game_twins import value_by_supports
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy.optimize import linprog

from zochastic.analysis import matrix_games
from zochastic.analysis.matrix_games import Unsolved, solve, solve_batch
from zochastic.analysis.matrix_simplex import solve_into, workspace


def regrets(games, rows, columns):
    """What a perfect opponent gains, by game."""
    most = np.einsum("gij,gj->gi", games, columns).max(axis=1)
    return most - np.einsum("gi,gij->gj", rows, games).min(axis=1)


def assert_solved(games, tolerance=1e-12):
    values, rows, columns = solve_batch(games)
    assert rows.min() >= 0
    assert columns.min() >= 0
    assert np.abs(rows.sum(axis=1) - 1).max() < 1e-14
    assert np.abs(columns.sum(axis=1) - 1).max() < 1e-14
    assert regrets(games, rows, columns).max() <= tolerance
    most = np.einsum("gij,gj->gi", games, columns).max(axis=1)
    assert np.abs(values - most).max() <= tolerance


def battlefields(coins, fields):
    if fields == 1:
        return [(coins,)]
    return [(k, *rest) for k in range(coins + 1) for rest in battlefields(coins - k, fields - 1)]


BLOTTO = [
    [np.sign(sum(np.sign(a - b) for a, b in zip(x, y, strict=True))) for y in battlefields(10, 3)]
    for x in battlefields(10, 3)
]


@pytest.mark.parametrize(
    ("payoff", "value", "row", "column"),
    [
        (
            [[0, -0.25, 0.5], [0.25, 0, -0.05], [-0.5, 0.05, 0]],
            0,
            [1 / 16, 10 / 16, 5 / 16],
            [1 / 16, 10 / 16, 5 / 16],
        ),
        ([[2, 1, 5], [-3, -4, -2]], 1, [1, 0], [0, 1, 0]),
        ([[2, -3], [-3, 4]], -1 / 12, [7 / 12, 5 / 12], [7 / 12, 5 / 12]),
    ],
    ids=["biased rock-paper-scissors", "saddle point", "two-finger Morra"],
)
def test_published_games(payoff, value, row, column):
    found = solve(payoff)
    assert found.value == pytest.approx(value, abs=1e-15)
    assert found.row == pytest.approx(row, abs=1e-15)
    assert found.column == pytest.approx(column, abs=1e-15)
    assert found.exploitability <= 1e-15


def test_blotto():
    assert len(BLOTTO) == 66
    found = solve(BLOTTO)
    assert found.value == pytest.approx(0, abs=1e-13)
    assert found.exploitability <= 1e-12


@pytest.mark.parametrize("beta", [0.0, 0.1, 0.5, 0.9, 0.99])
def test_big_match_by_shapley_iteration(beta):
    """Stopping wins 1 for ever if the other plays 1, nothing for ever if he plays 0."""
    value, change = 0.0, 1.0
    found = None
    # the error of Shapley iteration is at most β/(1−β) of the last change
    while beta / (1 - beta) * change > 1e-14 or found is None:
        go = [(1 - beta) * 0 + beta * value, (1 - beta) * 1 + beta * value]
        found = solve([go, [1.0, 0.0]])
        change, value = abs(found.value - value), found.value
    assert value == pytest.approx(1 / 2, abs=1e-12)
    assert found.row[1] == pytest.approx((1 - beta) / (2 - beta), abs=1e-12)
    assert found.exploitability <= 1e-15


@pytest.mark.parametrize("n", [1, 2, 3, 5, 8, 13, 21, 40])
def test_random_games_of_every_size(n):
    rng = np.random.default_rng(n)
    for m in (1, 2, 4, 5, 7, 16, 31, 40):
        assert_solved(rng.random((150, m, n)))


@pytest.mark.parametrize("most", [1, 2, 5])
@pytest.mark.parametrize("n", [1, 2, 3, 6, 15, 40])
def test_integer_games_full_of_ties(most, n):
    rng = np.random.default_rng(n)
    for m in (1, 2, 3, 5, 16, 40):
        assert_solved(rng.integers(-most, most + 1, (150, m, n)).astype(float))


def test_thousands_of_games_of_five_by_six():
    rng = np.random.default_rng(56)
    assert_solved(rng.random((20_000, 5, 6)))
    assert_solved(rng.integers(-5, 6, (20_000, 5, 6)).astype(float))


@pytest.mark.parametrize("copies", [2, 3])
@pytest.mark.parametrize("integers", [True, False])
def test_duplicated_rows_and_columns(copies, integers):
    rng = np.random.default_rng(copies)
    games = rng.integers(-5, 6, (300, 5, 6)).astype(float) if integers else rng.random((300, 5, 6))
    once = solve_batch(games)[0]
    doubled = np.repeat(np.repeat(games, copies, axis=1), copies, axis=2)
    assert_solved(doubled)
    assert np.abs(solve_batch(doubled)[0] - once).max() <= 1e-12


@pytest.mark.parametrize("shape", [(1, 1), (1, 6), (6, 1), (5, 6), (40, 40)])
@pytest.mark.parametrize("constant", [0.0, -3.0, 1e300, 5e-324])
def test_constant_games(shape, constant):
    found = solve(np.full(shape, constant))
    assert found.value == constant
    assert found.exploitability == pytest.approx(0, abs=1e-12 * constant)


@pytest.mark.parametrize("power", [-1060, -1000, -300, -30, 30, 300, 1000, 1020])
def test_scale_changes_nothing_else(power):
    rng = np.random.default_rng(3)
    for game in rng.integers(-8, 9, (50, 6, 5)).astype(float):
        found, scaled = solve(game), solve(np.ldexp(game, power))
        assert np.array_equal(scaled.row, found.row)
        assert np.array_equal(scaled.column, found.column)
        assert scaled.value == pytest.approx(float(np.ldexp(found.value, power)), rel=1e-9, abs=0)


def test_the_widest_range_there_is():
    big = np.finfo(float).max
    found = solve([[big, -big], [-big, big]])
    assert found.value == 0
    assert found.row == pytest.approx([0.5, 0.5], abs=1e-15)
    assert solve(np.diag([big, big, big])).value == pytest.approx(big / 3)
    assert solve([[big, 0], [big, big]]).exploitability == 0


def test_payoffs_far_from_zero():
    games = 2.0**20 + np.random.default_rng(4).integers(-5, 6, (500, 5, 6))
    values, rows, columns = solve_batch(games)
    assert regrets(games - 2.0**20, rows, columns).max() <= 1e-12
    assert np.abs(values - 2.0**20 - solve_batch(games - 2.0**20)[0]).max() <= 1e-9


@pytest.mark.parametrize("noise", [1e-9, 1e-10, 1e-11, 1e-12, 1e-13])
@pytest.mark.parametrize("shape", [(3, 40), (5, 6), (8, 8), (16, 15)])
def test_ties_that_are_not_quite(noise, shape):
    """Pivots as small as the noise: the tableau has to be made anew and repaired."""
    rng = np.random.default_rng(5)
    games = rng.integers(0, 2, (1000, *shape)) + noise * rng.standard_normal((1000, *shape))
    assert_solved(games)


def test_payoffs_of_many_orders_of_magnitude():
    rng = np.random.default_rng(6)
    for shape in [(2, 3), (5, 6), (15, 16), (40, 40)]:
        games = np.exp(12 * rng.standard_normal((200, *shape)))
        assert_solved(games / games.max(axis=(1, 2), keepdims=True))


def test_low_rank():
    rng = np.random.default_rng(7)
    for rank in (1, 2, 3):
        games = rng.standard_normal((200, 30, rank)) @ rng.standard_normal((200, rank, 25))
        assert_solved(games / np.abs(games).max(axis=(1, 2), keepdims=True))


@pytest.mark.parametrize("shape", [(2, 2), (5, 6), (12, 7), (40, 40)])
@pytest.mark.parametrize("integers", [True, False])
def test_agrees_with_linear_programming(shape, integers):
    rng = np.random.default_rng(8)
    for _ in range(12):
        game = rng.integers(-5, 6, shape) if integers else rng.random(shape)
        m, n = shape
        best = linprog(
            [*[0] * m, -1],
            A_ub=np.hstack([-game.T, np.ones((n, 1))]),
            b_ub=np.zeros(n),
            A_eq=[[*[1] * m, 0]],
            b_eq=[1],
            bounds=[*[(0, None)] * m, (None, None)],
        )
        assert solve(game).value == pytest.approx(-best.fun, abs=1e-9)


tied_games = st.tuples(st.integers(1, 4), st.integers(1, 4)).flatmap(
    lambda shape: hnp.arrays(np.int64, shape, elements=st.integers(-3, 3))
)


@settings(max_examples=300)
@given(tied_games)
def test_equals_support_enumeration_in_fractions(game):
    value = value_by_supports(game.tolist())
    found = solve(game)
    assert found.value == pytest.approx(float(value), abs=1e-14)
    assert found.exploitability <= 1e-13


def test_the_twin_knows_the_published_values():
    assert value_by_supports([[2, -3], [-3, 4]]) == Fraction(-1, 12)
    quarters = [[0, -5, 10], [5, 0, -1], [-10, 1, 0]]
    assert value_by_supports(quarters) == 0


@settings(max_examples=300)
@given(
    hnp.arrays(
        np.float64,
        hnp.array_shapes(min_dims=2, max_dims=2, max_side=9),
        elements=st.sampled_from([0.0, 1.0, 1.0 + 1e-15, -1.0, 0.5, 1 / 3, 2 / 3, 1e-9, 1e-14]),
    )
)
def test_matrices_with_ties(game):
    found = solve(game)
    assert found.exploitability <= 1e-12
    swapped = solve(-game.T)
    assert swapped.value == pytest.approx(-found.value, abs=1e-12)


@settings(max_examples=200)
@given(
    hnp.arrays(
        np.float64,
        hnp.array_shapes(min_dims=2, max_dims=2, max_side=6),
        elements=st.floats(allow_nan=False, allow_infinity=False),
    )
)
def test_any_finite_payoffs(game):
    found = solve(game)
    size = float(np.abs(game).max())
    assert found.exploitability <= 1e-12 * size


def test_a_saddle_point_of_lowest_index():
    found = solve([[1, 1, 2], [1, 1, 3], [0, 1, 1]])
    assert found.row.tolist() == [1, 0, 0]
    assert found.column.tolist() == [1, 0, 0]


def test_batch_is_one_after_the_other():
    games = np.random.default_rng(9).integers(-5, 6, (50, 5, 6)).astype(float)
    values, rows, columns = solve_batch(games)
    for g, game in enumerate(games):
        one = solve(game)
        assert one.value == values[g]
        assert np.array_equal(one.row, rows[g])
        assert np.array_equal(one.column, columns[g])
    assert [part.shape for part in solve_batch(np.zeros((0, 2, 3)))] == [(0,), (0, 2), (0, 3)]


@numba.njit
def sum_of_values(payoff, sizes, work, row, column):
    total = 0.0
    for k in range(sizes.shape[0]):
        total += solve_into(payoff, sizes[k, 0], sizes[k, 1], work, row, column)
    return total


def test_from_another_kernel_in_a_corner_of_larger_arrays():
    """Nothing is read or written beyond the game's own rows and columns."""
    payoff = np.full((7, 9), np.nan)
    payoff[:5, :6] = np.random.default_rng(10).random((5, 6))
    row, column = np.full(7, -1.0), np.full(9, -1.0)
    total = sum_of_values(payoff, np.array([[5, 6], [2, 3]]), workspace(7, 9), row, column)
    small = solve(payoff[:2, :3])
    assert total == solve(payoff[:5, :6]).value + small.value
    assert row[:2].tolist() == small.row.tolist()
    assert column[:3].tolist() == small.column.tolist()
    assert row[5:].tolist() == [-1, -1]
    assert column[6:].tolist() == [-1, -1, -1]


def test_pivots_that_cycle_by_steepest_cost():
    """Skew games and games of one-hot rows: many bases of the same value."""
    for n in (3, 5, 9, 15):
        ring = np.roll(np.eye(n), 1, axis=0)
        assert_solved(np.stack([ring - ring.T, np.eye(n), 1 - np.eye(n), ring + ring.T]))
    signs = np.array(list(product([-1.0, 1.0], repeat=6)))
    assert_solved(signs[None])
    assert_solved((signs @ signs.T)[None])


@pytest.mark.parametrize(
    "payoff",
    [
        5.0,
        [1, 2],
        [[[1.0]]],
        [],
        [[]],
        np.zeros((0, 3)),
        [[np.nan, 1]],
        [[np.inf, 1]],
        [[1], [-np.inf]],
        [[1, 2], [3]],
        [["a"]],
    ],
    ids=repr,
)
def test_what_is_no_game_is_refused(payoff):
    with pytest.raises(ValueError, match=r"."):
        solve(payoff)


def test_a_batch_needs_three_dimensions():
    with pytest.raises(ValueError, match="dimensions"):
        solve_batch([[1.0]])


def test_a_game_that_stays_unsolved_is_an_error(monkeypatch):
    def fail(payoffs, work, values, rows, columns):
        values[:] = [0.0, np.nan]

    monkeypatch.setattr(matrix_games, "solve_all", fail)
    with pytest.raises(Unsolved, match="game 1"):
        solve_batch(np.zeros((2, 1, 1)))
    monkeypatch.setattr(matrix_games, "solve_into", lambda *_: np.nan)
    with pytest.raises(Unsolved, match="no equilibrium"):
        solve([[1.0]])
