"""Regret matching+ on games with known equilibria; epsilon and pure equilibria by brute force."""

import numba
import numpy as np
import pytest
from game_twins import gain_by_profiles, pure_by_profiles
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from zochastic.analysis import matrix_games
from zochastic.analysis.regret import (
    TIE,
    epsilon,
    largest_gain,
    next_pure,
    play_rounds,
    pure_equilibria,
    regret_matching,
    workspace,
)

PENNIES = np.array([[[1.0, -1], [-1, 1]], [[-1, 1], [1, -1]]])
DILEMMA = np.array([[[3.0, 0], [5, 1]], [[3, 5], [0, 1]]])
BATTLE = np.array([[[3.0, 0], [0, 2]], [[2, 0], [0, 3]]])


def odd_one_out(players):
    """Whoever differs from everybody else wins the stakes of the others; no one by himself: 0."""
    payoffs = np.zeros((players, *[2] * players))
    for profile in np.ndindex(*[2] * players):
        for player in range(players):
            if sum(choice == profile[player] for choice in profile) == 1:
                payoffs[(slice(None), *profile)] -= 1
                payoffs[(player, *profile)] += players
                break
    return payoffs


SMALL = st.floats(-1, 1, allow_subnormal=False)
TIED = st.integers(-2, 2).map(float)


def games(elements):
    return st.integers(2, 4).flatmap(
        lambda n: st.tuples(*[st.integers(1, 3)] * n).flatmap(
            lambda actions: hnp.arrays(np.float64, (n, *actions), elements=elements)
        )
    )


def mixtures_of(game, seed):
    rng = np.random.default_rng(seed)
    return [rng.dirichlet(np.ones(n)) for n in game.shape[1:]]


def for_kernels(game, mixtures):
    actions = np.array(game.shape[1:])
    padded = np.zeros((len(actions), actions.max()))
    for player, mixture in enumerate(mixtures):
        padded[player, : len(mixture)] = mixture
    return game.reshape(len(actions), -1), actions, padded, workspace(actions)


@pytest.mark.parametrize(
    ("payoff", "value"),
    [
        ([[0, -0.25, 0.5], [0.25, 0, -0.05], [-0.5, 0.05, 0]], 0),
        ([[2, 1, 5], [-3, -4, -2]], 1),
        ([[2, -3], [-3, 4]], -1 / 12),
    ],
)
def test_published_zero_sum_games(payoff, value):
    payoff = np.array(payoff, float)
    found = regret_matching([payoff, -payoff], rounds=20_000, target=1e-12)
    assert found.values[0] == pytest.approx(value, abs=1e-12)
    assert found.epsilon <= 1e-12


def test_agrees_with_the_simplex_method():
    rng = np.random.default_rng(1)
    for payoff in rng.random((20, 5, 6)):
        found = regret_matching([payoff, -payoff], rounds=100_000, target=1e-7)
        exact = matrix_games.solve(payoff)
        assert found.epsilon <= 1e-7
        assert found.values[0] == pytest.approx(exact.value, abs=1e-7)
        # the gains of both players together are what the simplex method calls exploitability
        row, column = found.mixtures
        gap = (payoff @ column).max() - (row @ payoff).min()
        assert found.epsilon <= gap <= 2 * found.epsilon + 1e-15


def test_the_dilemma_has_one_equilibrium():
    found = regret_matching(DILEMMA, rounds=1_000)
    assert [mixture.tolist() for mixture in found.mixtures] == [[0, 1], [0, 1]]
    assert pure_equilibria(DILEMMA) == [(1, 1)]


def test_battle_of_the_sexes():
    assert pure_equilibria(BATTLE) == [(0, 0), (1, 1)]
    assert epsilon(BATTLE, [[3 / 5, 2 / 5], [2 / 5, 3 / 5]]) <= 1e-15
    assert regret_matching(BATTLE, rounds=2_000).epsilon <= 1e-6


@pytest.mark.parametrize("players", [3, 4])
def test_odd_one_out_is_a_toss(players):
    """Nobody can do better than a fair coin against fair coins; the stakes sum to nothing."""
    game = odd_one_out(players)
    assert np.abs(game.sum(axis=0)).max() == 0
    found = regret_matching(game, rounds=64)
    assert found.epsilon <= 1e-15
    assert found.values == pytest.approx([0] * players, abs=1e-15)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_dominant_actions_are_found(players):
    """Each gets his own action's worth whatever the others do, who can only hurt him."""
    rng = np.random.default_rng(players)
    actions = (5, 6, 6, 3)[:players]
    game = np.zeros((players, *actions))
    best = []
    for player, n in enumerate(actions):
        worth = rng.permutation(n).astype(float)
        best.append(int(worth.argmax()))
        others = rng.random(actions).mean(axis=player, keepdims=True)
        shape = [n if q == player else 1 for q in range(players)]
        game[player] = worth.reshape(shape) + 3 * others
    assert pure_equilibria(game) == [tuple(best)]
    found = regret_matching(game, rounds=1_000)
    assert found.epsilon <= 1e-12
    assert [int(mixture.argmax()) for mixture in found.mixtures] == best


def test_three_players_of_whom_one_only_watches():
    """The third's choice moves nobody's payoff: the other two play their zero-sum game."""
    payoff = np.random.default_rng(2).random((5, 6))
    third = np.zeros((5, 6, 6)) + np.arange(6)
    game = np.stack(
        [np.repeat(payoff[:, :, None], 6, 2), -np.repeat(payoff[:, :, None], 6, 2), third]
    )
    found = regret_matching(game, rounds=50_000, target=1e-9)
    assert found.values[0] == pytest.approx(matrix_games.solve(payoff).value, abs=1e-9)
    assert found.values[2] == pytest.approx(5, abs=1e-9)
    assert found.epsilon <= 1e-9


@settings(max_examples=150)
@given(games(SMALL), st.integers(0, 2**32))
def test_epsilon_equals_profile_by_profile(game, seed):
    mixtures = mixtures_of(game, seed)
    twin = gain_by_profiles(game, mixtures)
    assert epsilon(game, mixtures) == pytest.approx(twin, abs=1e-13)
    flat, actions, padded, work = for_kernels(game, mixtures)
    assert largest_gain(flat, actions, padded, work) == pytest.approx(twin, abs=1e-13)


@settings(max_examples=150)
@given(games(TIED))
def test_pure_equilibria_profile_by_profile(game):
    twin = pure_by_profiles(game, TIE)
    assert pure_equilibria(game) == twin
    flat, actions, _, _ = for_kernels(game, [])
    found, start = [], 0
    while (start := next_pure(flat, actions, start, TIE)) >= 0:
        found.append(tuple(int(k) for k in np.unravel_index(start, game.shape[1:])))
        start += 1
    assert found == twin
    for profile in twin:
        sure = [np.eye(n)[k] for n, k in zip(game.shape[1:], profile, strict=True)]
        assert epsilon(game, sure) <= TIE


def test_a_tolerance_lets_near_equilibria_pass():
    near = DILEMMA + np.array([[[0, 0], [0, 0]], [[0, 0], [0, -1e-6]]])
    assert pure_equilibria(PENNIES) == []
    assert pure_equilibria(PENNIES, tolerance=2) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert pure_equilibria(near) == [(1, 1)]


@settings(max_examples=60)
@given(games(SMALL), st.integers(1, 700))
def test_what_comes_out_is_mixtures_and_their_epsilon(game, rounds):
    found = regret_matching(game, rounds=rounds)
    assert found.rounds == rounds or found.epsilon <= 1e-15
    assert [p.shape for p in found.mixtures] == [(n,) for n in game.shape[1:]]
    for mixture in found.mixtures:
        assert mixture.min() >= 0
        assert mixture.sum() == pytest.approx(1, abs=1e-14)
    assert found.epsilon == epsilon(game, found.mixtures)


def test_stops_at_the_target():
    payoff = np.random.default_rng(4).random((4, 4))
    found = regret_matching([payoff, -payoff], rounds=10**6, target=1e-3)
    assert found.epsilon <= 1e-3
    assert found.rounds < 10**5


def test_rounds_in_pieces_are_the_same_rounds():
    game = np.random.default_rng(5).random((3, 5, 6, 6))
    flat, actions, one, work = for_kernels(game, [])
    play_rounds(flat, actions, 0, 300, work, one)
    two = np.zeros_like(one)
    work = workspace(actions)
    for start in range(0, 300, 100):
        play_rounds(flat, actions, start, 100, work, two)
        largest_gain(flat, actions, two, work)
    assert np.array_equal(one, two)


@numba.njit
def three_steps(payoffs, actions, work, average):
    found = next_pure(payoffs, actions, 0, 1e-12)
    play_rounds(payoffs, actions, 0, 200, work, average)
    return found, largest_gain(payoffs, actions, average, work)


def test_from_another_kernel_in_a_corner_of_larger_arrays():
    game = np.random.default_rng(6).random((3, 5, 6, 6))
    averages = np.zeros((3, 6))
    flat, actions, _, work = for_kernels(game, [])
    play_rounds(flat, actions, 0, 200, work, averages)
    mixtures = [averages[player, :n] for player, n in enumerate(actions)]
    payoffs = np.full((3, 216), np.nan)
    payoffs[:, :180] = flat
    average = np.full((3, 6), -1.0)
    found, gain = three_steps(payoffs, actions, workspace((6, 6, 6)), average)
    pure = pure_equilibria(game)
    assert found == (np.ravel_multi_index(pure[0], (5, 6, 6)) if pure else -1)
    assert gain == pytest.approx(gain_by_profiles(game, mixtures), abs=1e-14)
    assert average[0, 5] == -1
    assert average[1].tolist() == averages[1].tolist()


@pytest.mark.parametrize(
    "payoffs",
    [
        5.0,
        [1.0, 2.0],
        np.zeros((2, 3)),
        np.zeros((3, 2, 2)),
        np.zeros((2, 0, 2)),
        np.zeros((0,)),
        np.full((2, 1, 1), np.nan),
        np.full((2, 1, 1), np.inf),
    ],
    ids=lambda payoffs: f"{np.shape(payoffs)} {np.max(payoffs, initial=0)}",
)
def test_what_is_no_game_is_refused(payoffs):
    for question in (regret_matching, pure_equilibria, lambda game: epsilon(game, [])):
        with pytest.raises(ValueError, match=r"."):
            question(payoffs)


@pytest.mark.parametrize(
    "mixtures",
    [
        [],
        [[1.0, 0]],
        [[1.0, 0], [1.0]],
        [[0.5, 0.4], [1, 0]],
        [[1.5, -0.5], [1, 0]],
        [[np.nan, 1], [1, 0]],
    ],
)
def test_what_is_no_mixture_is_refused(mixtures):
    with pytest.raises(ValueError, match="mixture"):
        epsilon(PENNIES, mixtures)


def test_no_rounds_are_refused():
    with pytest.raises(ValueError, match="rounds"):
        regret_matching(PENNIES, rounds=0)
