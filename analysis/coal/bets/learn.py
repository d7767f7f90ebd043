"""Mixtures of bets for three and more players, learned from rounds in which all draw lots.

In each round of learning everybody draws his bet from his present lots, now and then from even
ones; what a bet earned on average beyond the lots is its regret, and the next lots are in
proportion to the regrets, never kept below zero (regret matching+, Tammelin 2014).  The result is
the average of all lots, later ones more, or the last lots, often nearer to an equilibrium.
Among three and more neither need be one: they are judged like any other profile, on other rounds.
"""

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np

from zochastic.analysis.coal.bets.scene import BY_LOT, Mixtures, Scene, Tell
from zochastic.sims._jit import Floats
from zochastic.sims.coal.table import Policies

#: Rounds of learning, rounds of the game in each, and in each job.
ROUNDS, GAMES, CHUNK = 150, 4096, 512
#: Share of even lots in the first round of learning; in round t it is divided by √t.
EXPLORE = 0.3
#: What is played more rarely is taken for noise and left out.
NOISE = 0.02


def learn(
    scene: Scene, seed: int, pool: ThreadPoolExecutor, tell: Tell
) -> tuple[Mixtures, Mixtures]:
    """The average lots of `ROUNDS` rounds of learning, and the last ones."""
    sizes = [len(bets) for bets in scene.choices]
    last = [np.full(n, 1.0 / n) for n in sizes]
    average = [mixture.copy() for mixture in last]
    regrets = [np.zeros(n) for n in sizes]
    for t in range(1, ROUNDS + 1):
        explore = EXPLORE / t**0.5
        tried = tuple((1 - explore) * mixture + explore / mixture.size for mixture in last)
        policies = scene.lots(tried)
        firsts = [(t - 1) * GAMES + first for first in range(0, GAMES, CHUNK)]
        parts = list(pool.map(partial(_tally, scene, policies, seed), firsts))
        weight = 6.0 * t / ((t + 1) * (2 * t + 1))  # t² over the sum of all squares up to it
        for seat, n in enumerate(sizes):
            worth = sum(part[seat][0] for part in parts)
            seen = sum(part[seat][1] for part in parts)
            value = np.divide(worth, seen, out=np.zeros(n), where=seen > 0)
            gain = np.where(seen > 0, value - last[seat] @ value, 0.0)
            regrets[seat] = np.maximum(0.0, regrets[seat] + gain)
            total = regrets[seat].sum()
            last[seat] = regrets[seat] / total if total > 0 else np.full(n, 1.0 / n)
            average[seat] += weight * (last[seat] - average[seat])
        tell(t, ROUNDS)
    return _cleaned(average), _cleaned(last)


def _cleaned(mixtures: list[Floats]) -> Mixtures:
    kept = [np.where(m < min(NOISE, m.max()), 0.0, m) for m in mixtures]
    return tuple(mixture / mixture.sum() for mixture in kept)


def _tally(scene: Scene, policies: Policies, seed: int, first: int) -> list[tuple[Floats, Floats]]:
    """What each bet of each player has earned in all, and how often it was played."""
    played = scene.play(
        policies, [BY_LOT] * scene.players, seed=seed, first=first, rounds=CHUNK, keep_lots=1
    )
    worth = scene.worth(played)
    return [
        (
            np.bincount(played.lots[:, 0, seat], worth[:, seat], len(bets)).astype(float),
            np.bincount(played.lots[:, 0, seat], None, len(bets)).astype(float),
        )
        for seat, bets in enumerate(scene.choices)
    ]
