"""Luck against skill: what learning brings, and how far skill spreads ratings."""

from collections.abc import Callable
from itertools import combinations
from math import sqrt
from typing import Any

import numpy as np

from zochastic.analysis import estimates
from zochastic.analysis.estimates import Estimate
from zochastic.analysis.quality import elo
from zochastic.analysis.quality.records import PARTS, Design, Playing
from zochastic.sims._jit import Floats, Ints

#: Chunks that a pair of policies plays, so that its error can be told.
_CHUNKS = 16
#: Ladders drawn within the errors of the chances, for the interval of a spread.
_DRAWS = 24

#: Plays a table: (table, games of a chunk, chunks) → int64[chunks, players], credit by seat.
Credit = Callable[[Playing, int, int], Ints]


def relative_skill(beginner: float, best: float, foresight: float) -> float:
    """Skill of a game, 0 (all luck) to 1 (Borm and van der Genugten 2001).

    Learning effect / (learning effect + random effect): what the best player gains on a beginner,
    and what somebody who foresees all luck gains on the best player.

    P. Borm, B. van der Genugten, On a relative measure of skill for games with chance elements,
    TOP 9 (2001).
    """
    learning, random = best - beginner, foresight - best
    whole = learning + random
    return learning / whole if whole > 0 else 1.0


def turn_skill(design: Design, rules: Any) -> Estimate | None:
    """`relative_skill` of a turn alone, exact; None where the game does not know it."""
    values = design.turn_values(rules)
    if values is None:
        return None
    skill = relative_skill(*values)
    return Estimate(skill, skill, skill, 0)


def elo_spread(design: Design, rules: Any, *, games: int, seed: int, credit: Credit) -> Estimate:
    """Standard deviation of Elo ratings of players spread evenly over the game's ladder.

    Every two policies of the ladder play at a table where they sit in turn; a policy's score is
    its mean part of the win a seat, of both together. The interval has the errors of these chances
    in it, and of the ratings.

    Parameters
    ----------
    games : of each pair, about.
    credit : plays the games of a table.
    """
    ladder = design.ladder(rules)
    levels = len(ladder)
    chances, errors = np.full((levels, levels), 0.5), np.zeros((levels, levels))
    chunk = max(1, min(design.chunk, games // _CHUNKS))
    for low, high in combinations(range(levels), 2):
        scores = _duel(design, rules, ladder[low], ladder[high], chunk, games, credit)
        chances[low, high], chances[high, low] = scores.mean(), 1 - scores.mean()
        errors[low, high] = scores.std(ddof=1) / sqrt(len(scores))
    k = elo.best_k(chances)
    value = elo.spread(chances, k=k)
    rng = np.random.default_rng(seed)
    drawn = []
    for i in range(_DRAWS):
        noise = np.triu(errors * rng.standard_normal(errors.shape), 1)
        near = np.clip(chances + noise - noise.T, 0, 1)
        drawn.append(elo.spread(near, k=k, matches=elo.MATCHES // 4, seed=seed + i))
    radius = estimates.quantile() * float(np.std(drawn, ddof=1))
    return Estimate(value, max(0.0, value - radius), value + radius, games)


def _duel(
    design: Design, rules: Any, one: str, other: str, chunk: int, games: int, credit: Credit
) -> Floats:
    """float64[chunks]: the score of ``one``, each chunk played with the seats both ways."""
    players, chunks = rules.players, max(_CHUNKS, -(-games // chunk))
    rates = np.zeros((chunks, 2))
    for turn in range(2):
        names = tuple((one, other)[(seat + turn) % 2] for seat in range(players))
        parts = credit(design.seat(rules, names), chunk, chunks) / (PARTS * chunk)
        mine = np.array([name == one for name in names])
        rates[:, 0] += parts[:, mine].mean(axis=1)
        rates[:, 1] += parts[:, ~mine].mean(axis=1)
    both = rates.sum(axis=1)
    scores: Floats = np.divide(rates[:, 0], both, out=np.full(chunks, 0.5), where=both > 0)
    return scores
