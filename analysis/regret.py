"""Regret matching+ for any number of players, and equilibria in pure strategies.

Each player in turn plays in proportion to the regrets it has gathered, never kept below zero
(Tammelin 2014), as if the last round's came once more (Farina, Kroer & Sandholm 2021); round t
weighs t² in the average.  For two players and constant sum the averages tend to an equilibrium.
For others they need not: their *product* is judged by ``epsilon``, the most that a player gains by
leaving it alone.

The kernels take a game as float64[players, profiles]: a profile's index counts the actions in C
order, the last player's fastest, so that ``payoffs.reshape(players, -1)`` of an array
[players, actions of player 1, …] will do.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from zochastic.sims._jit import Floats, Ints, helper, kernel

#: Payoffs closer than this are tied.
TIE = 1e-12
#: Rounds between two looks at epsilon; a look costs about as much as one round.
_ROUNDS = 256

#: What the kernels work with; see `workspace`.
Work = tuple[Floats, Floats, Floats, Floats]


@dataclass(frozen=True)
class Learned:
    """What the players have learned.

    Attributes
    ----------
    mixtures : probability of each action, by player: an average of all rounds or the mixtures of
        one, whichever had the smallest epsilon when it was looked at.
    values : what each player gets if all play their mixture, independently.
    epsilon : the most that a player gains by leaving its mixture alone.
    rounds : how many were played.
    """

    mixtures: tuple[Floats, ...]
    values: tuple[float, ...]
    epsilon: float
    rounds: int


def workspace(actions: Sequence[int]) -> Work:
    """Arrays that the kernels need for players with so many ``actions``, or fewer.

    They hold regrets, the mixtures of the last round and the worth of each action, all
    [players, most actions], and a table of all profiles.
    """
    shape = (len(actions), max(actions))
    return np.zeros(shape), np.zeros(shape), np.zeros(shape), np.zeros(int(np.prod(actions)))


@helper
def _worth(
    payoffs: Floats, actions: Ints, mixtures: Floats, player: int, table: Floats, worth: Floats
) -> float:
    """Fill ``worth[player]`` with each action's payoff against the others; the mixture's own."""
    size = 1
    for q in range(actions.size):
        size *= actions[q]
    # later players are averaged out from the last one inwards, then the earlier from the first
    first = True
    for q in range(actions.size - 1, player, -1):
        n = actions[q]
        size //= n
        for s in range(size):
            mean = 0.0
            if first:
                for k in range(n):
                    mean += mixtures[q, k] * payoffs[player, s * n + k]
            else:
                for k in range(n):
                    mean += mixtures[q, k] * table[s * n + k]
            table[s] = mean
        first = False
    for q in range(player):
        n = actions[q]
        size //= n
        if first:
            for s in range(size):
                table[s] = mixtures[q, 0] * payoffs[player, s]
            for k in range(1, n):
                for s in range(size):
                    table[s] += mixtures[q, k] * payoffs[player, k * size + s]
        else:
            for s in range(size):
                table[s] *= mixtures[q, 0]
            for k in range(1, n):
                for s in range(size):
                    table[s] += mixtures[q, k] * table[k * size + s]
        first = False
    mean = 0.0
    for k in range(actions[player]):
        worth[player, k] = payoffs[player, k] if first else table[k]
        mean += mixtures[player, k] * worth[player, k]
    return mean


@kernel
def largest_gain(payoffs: Floats, actions: Ints, mixtures: Floats, work: Work) -> float:
    """The most that a player gains by leaving ``mixtures`` alone.  Allocates nothing.

    Parameters
    ----------
    payoffs : float64[players, ≥ profiles].
    actions : int64[players], how many each player has.
    mixtures : float64[players, ≥ most actions].
    work : from `workspace`; afterwards ``work[2][player, action]`` is what each action earns
        against the others' mixtures.
    """
    _, _, worth, table = work
    gain = 0.0
    for player in range(actions.size):
        mean = _worth(payoffs, actions, mixtures, player, table, worth)
        for k in range(actions[player]):
            gain = max(gain, worth[player, k] - mean)
    return gain


@kernel
def play_rounds(
    payoffs: Floats, actions: Ints, start: int, rounds: int, work: Work, average: Floats
) -> None:
    """Play ``rounds`` rounds of regret matching+ in place.  Allocates nothing.

    Parameters
    ----------
    payoffs, actions : as for `largest_gain`.
    start : rounds that were played before with the same ``work`` and ``average``; 0 forgets them.
    work : from `workspace`; between two calls `largest_gain` may use it.  ``work[1]`` holds the
        mixtures of the last round, which often are nearer to an equilibrium than the average.
    average : float64[players, ≥ most actions], the average mixtures.
    """
    regrets, last, worth, table = work
    if start == 0:
        for player in range(actions.size):
            for k in range(actions[player]):
                regrets[player, k] = 0.0
                last[player, k] = 1.0 / actions[player]
                average[player, k] = last[player, k]
    for t in range(start + 1, start + rounds + 1):
        weight = 6.0 * t / ((t + 1) * (2 * t + 1))  # t² over the sum of all squares up to it
        for player in range(actions.size):
            mean = _worth(payoffs, actions, last, player, table, worth)
            total = 0.0
            for k in range(actions[player]):
                regret = worth[player, k] - mean
                regrets[player, k] = max(0.0, regrets[player, k] + regret)
                worth[player, k] = max(0.0, regrets[player, k] + regret)
                total += worth[player, k]
            for k in range(actions[player]):
                if total > 0.0:
                    last[player, k] = worth[player, k] / total
                average[player, k] += weight * (last[player, k] - average[player, k])


@kernel
def next_pure(payoffs: Floats, actions: Ints, start: int, tolerance: float) -> int:
    """The first profile from ``start`` on that is an equilibrium; −1 if there is none.

    Parameters
    ----------
    payoffs, actions : as for `largest_gain`.
    tolerance : nobody gains more than this by leaving the profile alone.
    """
    profiles = 1
    for q in range(actions.size):
        profiles *= actions[q]
    for s in range(start, profiles):
        stays = True
        stride = profiles
        for player in range(actions.size):
            above = stride
            stride //= actions[player]
            base = s - s % above + s % stride
            limit = payoffs[player, s] + tolerance
            for k in range(actions[player]):
                if payoffs[player, base + k * stride] > limit:
                    stays = False
                    break
            if not stays:
                break
        if stays:
            return s
    return -1


def _checked(payoffs: npt.ArrayLike) -> Floats:
    array = np.ascontiguousarray(payoffs, np.float64)
    players = array.shape[0] if array.ndim else 0
    if players < 1 or array.ndim != players + 1:
        raise ValueError(
            f"payoffs of {players} players have an axis for the players and one for each of them, "
            f"not the shape {array.shape}"
        )
    if not array.size:
        raise ValueError(f"each player needs an action; the payoffs' shape is {array.shape}")
    if not np.isfinite(array).all():
        raise ValueError("a payoff is not finite")
    return array


def _earned(payoffs: Floats, mixtures: Sequence[Floats]) -> list[Floats]:
    """What each action of each player earns against the others' mixtures."""
    earned = []
    for player, table in enumerate(payoffs):
        moved = np.moveaxis(table, player, 0)
        for q, mixture in reversed(list(enumerate(mixtures))):
            if q != player:
                moved = moved @ mixture
        earned.append(moved)
    return earned


def epsilon(payoffs: npt.ArrayLike, mixtures: Sequence[npt.ArrayLike]) -> float:
    """The most that a player gains by leaving the product of ``mixtures`` alone.

    Computed without the kernels, to judge what they found.

    Parameters
    ----------
    payoffs : [players, actions of player 1, actions of player 2, …].
    mixtures : probability of each action, by player.

    Raises
    ------
    ValueError : the payoffs are no game, or the mixtures no mixtures of its actions.
    """
    game = _checked(payoffs)
    played = [np.asarray(mixture, np.float64) for mixture in mixtures]
    if [p.shape for p in played] != [(n,) for n in game.shape[1:]]:
        raise ValueError(
            f"mixtures of {[p.shape for p in played]} actions for {game.shape[1:]} of the game"
        )
    if not all(p.min() >= 0 and abs(p.sum() - 1) < 1e-9 for p in played):
        raise ValueError("a mixture's probabilities are not negative and sum to 1")
    pairs = zip(_earned(game, played), played, strict=True)
    return max(0.0, *(float(earned.max() - earned @ p) for earned, p in pairs))


def pure_equilibria(payoffs: npt.ArrayLike, *, tolerance: float = TIE) -> list[tuple[int, ...]]:
    """Every profile that nobody gains more than ``tolerance`` by leaving alone.

    Parameters
    ----------
    payoffs : [players, actions of player 1, actions of player 2, …].

    Raises
    ------
    ValueError : the payoffs are no game.
    """
    game = _checked(payoffs)
    stays = np.ones(game.shape[1:], np.bool_)
    for player, table in enumerate(game):
        stays &= table + tolerance >= table.max(axis=player, keepdims=True)
    return [tuple(int(k) for k in profile) for profile in np.argwhere(stays)]


def regret_matching(
    payoffs: npt.ArrayLike, *, rounds: int = 10_000, target: float = 0.0
) -> Learned:
    """Play a game against itself by regret matching+.

    Parameters
    ----------
    payoffs : [players, actions of player 1, actions of player 2, …].
    rounds : how many at most.
    target : stop when epsilon is at most this.

    Raises
    ------
    ValueError : the payoffs are no game, or there are no rounds.
    """
    game = _checked(payoffs)
    if rounds < 1:
        raise ValueError(f"got {rounds} rounds; allowed: 1 or more")
    players, *actions = game.shape
    flat, counts, work = game.reshape(players, -1), np.array(actions, np.int64), workspace(actions)
    average, last = np.zeros((players, max(actions))), work[1]
    played, least, best = 0, np.inf, average
    while played < rounds and least > target:
        more = min(_ROUNDS, rounds - played)
        play_rounds(flat, counts, played, more, work, average)
        played += more
        for mixtures in (average, last):
            gain = largest_gain(flat, counts, mixtures, work)
            if gain < least:
                least, best = gain, mixtures.copy()
    found = tuple(best[player, :n] / best[player, :n].sum() for player, n in enumerate(actions))
    earned = _earned(game, found)
    values = tuple(float(e @ p) for e, p in zip(earned, found, strict=True))
    return Learned(found, values, epsilon(game, found), played)
