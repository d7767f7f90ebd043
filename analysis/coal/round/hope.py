"""Upper bounds of what a drawer can still hope for: why solvers need not look at most positions.

`alive` is the chance to draw so many pieces without a devil, `reach` the greatest chance to draw
some amount from the heap as it was at first.  Taking a good piece out of a heap never raises that
chance: in any order of the heap, strike the piece out, and what lies before the first devil only
gets less.  So both hold for every heap that comes later.
"""

from math import comb
from typing import NamedTuple

import numpy as np

from zochastic.rules.coal import Oven
from zochastic.sims._jit import Floats, Ints, helper
from zochastic.sims.coal.pack import pack

#: Sets by size and sum that are counted; above that hopes are for pieces only.
_MOST_CELLS = 2_000_000
#: Rounding must not turn a bound into a guess.
_ABOVE = 1 + 1e-9


class Hope(NamedTuple):
    """Chances to draw on without a devil.

    Attributes
    ----------
    alive : float64[2, size + 1, size + 1], [fewer, n, k]: that the first k of n pieces hold no
        devil; ``fewer`` is 1 once one devil is gone.
    reach : float64[2, units + 1]: greatest chance to draw so many units of amount.
    unit : chips of a unit.
    """

    alive: Floats
    reach: Floats
    unit: int


def hope(heap: Oven, limit: int, hidden: int) -> Hope:
    """The hopes of a drawer who takes up to ``limit`` pieces from ``heap``.

    Parameters
    ----------
    hidden : how much coal of the heap is surely not in the oven; see `zochastic.rules.coal`'s
        ``unseen``: the devils are spread over ``heap.size - hidden`` pieces.
    """
    size = heap.size - hidden
    alive = np.zeros((2, size + 1, size + 1))
    alive[:, :, 0] = 1.0
    pieces = np.arange(size + 1)
    for fewer in range(2):
        devils = max(heap.devils - fewer, 0)
        for k in range(1, size + 1):
            n = pieces[k:]
            safe = np.maximum(n - devils - k + 1, 0) / (n - k + 1)
            alive[fewer, k:, k] = alive[fewer, k:, k - 1] * safe
    return Hope(alive, _reach(heap, limit, alive, size), heap.unit)


def _reach(heap: Oven, limit: int, alive: Floats, size: int) -> Floats:
    packed = pack(heap)
    good, worth = heap.pieces, heap.good // heap.unit
    if (good + 1) * (worth + 1) > _MOST_CELLS:
        return np.ones((2, 1))
    sets = np.zeros((good + 1, worth + 1))
    sets[0, 0] = 1.0
    for kind in packed.deck[:good]:
        units = int(packed.units[kind])
        sets[1:, units:] += sets[:-1, : worth + 1 - units].copy()
    reach = np.zeros((2, worth + 1))
    for fewer in range(2):
        most = min(good, limit - fewer, size - fewer)
        for k in range(most + 1):
            ends = alive[fewer, size - fewer, k]
            if k < most:
                ends -= alive[fewer, size - fewer, k + 1]
            reach[fewer] += ends / comb(good, k) * sets[k, ::-1].cumsum()[::-1]
    return np.minimum(reach * _ABOVE, 1.0)


@helper
def amount_hope(
    alive: Floats, reach: Floats, unit: int, left: Ints, values: Ints, size: int, limit: int,
    need: int,
) -> float:  # fmt: skip
    """Upper bound of the chance to draw ``need`` more, one piece at least, and stop then."""
    if limit == 0:
        return 0.0
    if need <= 0:
        once: float = alive[size, 1]
        return once
    pieces = 0
    short = need
    for kind in range(left.size):
        if left[kind] * values[kind] >= short:
            pieces += (short + values[kind] - 1) // values[kind]
            short = 0
            break
        short -= left[kind] * values[kind]
        pieces += left[kind]
    if short > 0 or pieces > limit:
        return 0.0
    units = min((need + unit - 1) // unit, reach.size - 1)
    chance: float = min(alive[size, pieces], reach[units])
    return chance


@helper
def pieces_hope(alive: Floats, size: int, limit: int, need: int) -> float:
    """Upper bound of the chance to draw ``need`` more pieces, one at least, and stop then."""
    pieces = max(need, 1)
    chance: float = alive[size, pieces] if pieces <= limit else 0.0
    return chance
