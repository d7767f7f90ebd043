"""How far skill spreads players: the standard deviation of Elo ratings (Duersch et al. 2020).

P. Duersch, M. Lambrecht, J. Oechssler, Measuring skill and chance in games, European Economic
Review 127 (2020): ratings with the K that predicts best, and their standard deviation after many
matches; the more skill decides, the further they spread.
"""

import numpy as np

from zochastic.sims._jit import Floats, Ints, Word, kernel
from zochastic.sims.streams import below, next_word, seed_state

#: Players and matches of a spread.
PLAYERS, MATCHES = 1000, 1_000_000
_11 = np.uint64(11)
_UNIT = 1.0 / (1 << 53)


@kernel
def rate(
    seed: Word, chances: Floats, level: Ints, matches: int, k: float, ratings: Floats
) -> float:
    """Play ``matches`` between random pairs; the mean squared error of the predictions.

    Parameters
    ----------
    chances : float64[L, L], chance that a player of a level beats one of another.
    level : int64[players].
    ratings : float64[players], in place: after the last match.
    """
    state = np.empty(4, np.uint64)
    seed_state(state, seed, 0)
    error = 0.0
    players = level.size
    for _ in range(matches):
        one = below(state, players)
        other = below(state, players - 1)
        if other >= one:
            other += 1
        expected = 1.0 / (1.0 + 10.0 ** ((ratings[other] - ratings[one]) / 400.0))
        lot = float(next_word(state) >> _11) * _UNIT
        score = 1.0 if lot < chances[level[one], level[other]] else 0.0
        miss = score - expected
        error += miss * miss
        ratings[one] += k * miss
        ratings[other] -= k * miss
    return error / matches


def best_k(
    chances: Floats, *, players: int = PLAYERS, matches: int = MATCHES, seed: int = 1
) -> float:
    """The K that predicts with the smallest mean squared error; golden section on its logarithm."""
    level = _levels(len(chances), players)

    def error(log_k: float) -> float:
        return rate(
            np.uint64(seed), chances, level, matches, float(np.exp(log_k)), np.zeros(players)
        )

    low, high, golden = np.log(0.05), np.log(100.0), (5**0.5 - 1) / 2
    a, b = high - golden * (high - low), low + golden * (high - low)
    at_a, at_b = error(a), error(b)
    while high - low > 0.05:
        if at_a < at_b:
            high, b, at_b = b, a, at_a
            a = high - golden * (high - low)
            at_a = error(a)
        else:
            low, a, at_a = a, b, at_b
            b = low + golden * (high - low)
            at_b = error(b)
    return float(np.exp((low + high) / 2))


def spread(
    chances: Floats,
    *,
    k: float | None = None,
    players: int = PLAYERS,
    matches: int = MATCHES,
    seed: int = 1,
) -> float:
    """Standard deviation of the ratings of players spread evenly over the levels of ``chances``.

    Parameters
    ----------
    k : of the ratings; None: `best_k`.
    """
    k = best_k(chances, players=players, matches=matches, seed=seed) if k is None else k
    ratings = np.zeros(players)
    rate(np.uint64(seed), chances, _levels(len(chances), players), matches, k, ratings)
    return float(ratings.std())


def _levels(levels: int, players: int) -> Ints:
    found: Ints = np.arange(players, dtype=np.int64) * levels // players
    return found
