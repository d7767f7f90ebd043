"""Chances by counts alone: one of several drawers reaches an amount, or a number of pieces.

Who knows only how many good pieces and devils lie in the oven can take the good pieces to come as
a random draw from all of the variant.  Then a turn's law needs two things: how likely the first j
pieces are all good, and how likely j random good pieces stay below an amount.  The pieces of one
drawer are treated as telling nothing about those of the next; together with scaling by the mean
value of the pieces left (`Chances.of`) that is off by what docs/coal.md measures.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import ceil

import numpy as np

from zochastic.rules.coal import CoalRules, Oven
from zochastic.sims._jit import Floats, Singles, kernel

#: Slots of amounts, and numbers of pieces that are told apart.
SLOTS, COUNTS = 128, 24
#: Amounts reach up to so many times the mean value of a piece.
_REACH = 16


@dataclass(frozen=True)
class Chances:
    """Chances by (players, good pieces, devils, …) in the oven.

    Attributes
    ----------
    reach : float32[players + 1, coal + 1, devils + 1, SLOTS], by slot of the amount.
    collect : float32[players + 1, coal + 1, devils + 1, COUNTS], by number of pieces.
    grain : chips of a slot.
    mean : mean value of a piece of coal in a fresh oven.
    """

    reach: Singles
    collect: Singles
    grain: float
    mean: float

    def of(self, oven: Oven, players: int, amount: float) -> float:
        """The chance that one of ``players`` reaches ``amount`` from ``oven``."""
        if amount <= 0:
            return 1.0
        if not oven.pieces:
            return 0.0
        slot = amount * self.mean * oven.pieces / (oven.good * self.grain)
        if slot >= SLOTS - 1:
            return 0.0
        row = self.reach[players, oven.pieces, oven.devils]
        low = max(1, int(slot))
        part = max(0.0, slot - low)
        return float(row[low] + part * (row[low + 1] - row[low]))

    def quota(self, players: int, chance: float) -> Floats:
        """float64[coal + 1, devils + 1]: the greatest amount reached with at least ``chance``.

        In mean values of a piece, so that it scales with what the oven's coal is worth.
        """
        enough = self.reach[players] >= chance - 1e-7  # single precision
        slots = SLOTS - 1 - np.argmax(enough[:, :, ::-1], axis=2)
        quota: Floats = slots * (self.grain / self.mean)
        return quota


def chances(rules: CoalRules, players: int) -> Chances:
    """The chances of up to ``players`` drawers under ``rules``, some milliseconds of work."""
    return _chances(rules.coal, rules.devils, players)


@lru_cache(maxsize=16)
def _chances(coal: tuple[tuple[int, int], ...], devils: int, players: int) -> Chances:
    fresh = Oven.of(dict(coal), devils)
    mean = fresh.good / fresh.pieces if fresh.pieces else 1.0
    top = min(float(fresh.good), _REACH * mean)
    grain = float(max(1, fresh.unit * ceil(top / (fresh.unit * (SLOTS - 1)))))
    below = _below(fresh, grain)
    shape = (players + 1, fresh.pieces + 1, devils + 1)
    reach = np.zeros((*shape, SLOTS), np.float64)
    collect = np.zeros((*shape, COUNTS), np.float64)
    fill(below, reach, collect)
    return Chances(reach.astype(np.float32), collect.astype(np.float32), grain, mean)


def _below(fresh: Oven, grain: float) -> Floats:
    """float64[coal + 1, SLOTS]: chance that j random good pieces are worth less than each slot."""
    ways = np.zeros((fresh.pieces + 1, SLOTS))
    ways[0, 0] = 1.0
    for value, copies in fresh.coal:
        shift = min(SLOTS, round(value / grain))
        for _ in range(copies):
            moved = np.zeros_like(ways)
            moved[1:, shift:] = ways[:-1, : SLOTS - shift]
            ways += moved
    sets = np.ones(fresh.pieces + 1)
    for j in range(fresh.pieces):
        sets[j + 1] = sets[j] * (fresh.pieces - j) / (j + 1)
    sums = np.cumsum(ways, axis=1) / sets[:, None]
    return np.concatenate([np.zeros((fresh.pieces + 1, 1)), sums[:, :-1]], axis=1)


@kernel
def fill(below: Floats, reach: Floats, collect: Floats) -> None:
    """Fill the tables of `Chances` in place, for one drawer more each time.

    Parameters
    ----------
    below : float64[coal + 1, slots], see `_below`.
    reach, collect : float64[players + 1, coal + 1, devils + 1, slots or pieces], zeros.
    """
    slots, counts = reach.shape[3], collect.shape[3]
    for players in range(reach.shape[0]):
        for good in range(reach.shape[1]):
            for devils in range(reach.shape[2]):
                reached, counted = reach[players, good, devils], collect[players, good, devils]
                reached[0] = 1.0
                counted[0] = 1.0
                if players == 0:
                    continue
                alive = 1.0  # all pieces so far were good
                for j in range(good + 1):
                    if j > 0:
                        alive *= (good - j + 1) / (good + devils - j + 1)
                        for slot in range(1, slots):
                            reached[slot] += alive * (below[j - 1, slot] - below[j, slot])
                        if j < counts:
                            counted[j] += alive
                    if devils > 0:
                        burnt = alive * devils / (good + devils - j)
                        after = reach[players - 1, good - j, devils - 1]
                        for slot in range(1, slots):
                            reached[slot] += burnt * below[j, slot] * after[slot]
                        later = collect[players - 1, good - j, devils - 1]
                        for pieces in range(j + 1, counts):
                            counted[pieces] += burnt * later[pieces]
                    if alive < 1e-12:
                        break
