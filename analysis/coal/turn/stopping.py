"""A turn from any oven for any goal: best stopping, and the law of any rule, by compositions.

A *composition* says how many pieces of each kind have been drawn in this turn.  Its code is a
mixed-radix number; drawing a piece of kind i adds ``strides[i]``, so compositions in falling
order of code are in an order in which backward induction can run.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import prod

import numpy as np

from zochastic.rules.coal import Oven
from zochastic.sims._jit import Flags, Floats, Ints, kernel
from zochastic.sims.coal.pack import PackedOven, StopTable, pack

#: More compositions than this are not solved; 96,000 in a fresh printed oven.
MOST_STATES = 200_000_000
#: Values closer than this, relative to 1 + |value|, are ties: stop.
TIE = 1e-12


@kernel
def induce(
    pieces: Ints, strides: Ints, devils: int, steps: Ints, utility: Floats, burned: float,
    min_draw: int, value: Floats, draw: Floats, stop: Flags,
) -> None:  # fmt: skip
    """Backward induction over all compositions.

    Parameters
    ----------
    pieces, strides : int64[kinds]; the last kind has stride 1.
    steps : int64[kinds], what a piece adds to the index into ``utility``, starting at 0.
    utility : float64[…], worth of stopping.
    burned : worth of a devil.
    value, draw, stop : [codes], in place: under best play, of drawing on, whether to stop.
    """
    last = pieces.size - 1
    length = pieces[last] + 1
    total = devils
    for kind in range(last + 1):
        total += pieces[kind]
    drawn = np.empty(last + 1, np.int64)
    for kind in range(last):
        drawn[kind] = pieces[kind]
    # a reciprocal and a product wait less long for each other than a division
    reciprocal = np.zeros(total + 1, np.float64)
    for left in range(1, total + 1):
        reciprocal[left] = 1.0 / left
    shares = np.zeros(length, np.float64)
    row = value.size
    while row > 0:
        row -= length
        count = 0
        worth = 0
        for kind in range(last):
            count += drawn[kind]
            worth += drawn[kind] * steps[kind]
        for j in range(length):
            shares[j] = devils * burned
        for kind in range(last):
            left = pieces[kind] - drawn[kind]
            if left > 0:
                # a whole row at once: the compiler makes vector instructions of it
                start = row + strides[kind]
                for j in range(length):
                    shares[j] += left * value[start + j]
        following = 0.0
        left = total - count - length + 1
        worth += (length - 1) * steps[last]
        for j in range(length - 1, -1, -1):
            keep = utility[worth]
            go = (shares[j] + (length - 1 - j) * following) * reciprocal[left]
            if left == 0:
                go = keep
            following = max(keep, go) if count + j >= min_draw else go
            draw[row + j] = go
            value[row + j] = following
            stop[row + j] = left == 0 or (
                count + j >= min_draw and keep >= go - TIE * (1.0 + abs(go))
            )
            left += 1
            worth -= steps[last]
        for kind in range(last - 1, -1, -1):  # the next row down
            if drawn[kind] > 0:
                drawn[kind] -= 1
                break
            drawn[kind] = pieces[kind]


@kernel
def propagate(
    pieces: Ints, strides: Ints, devils: int, stop: Flags, first: int, alive: Floats
) -> float:
    """The law of a rule, forward over all compositions from code ``first`` on.

    Parameters
    ----------
    alive : float64[codes], in place, zeros at first; ends as the probability that the turn ends
        with each composition kept.

    Returns
    -------
    The probability that a devil ends the turn.
    """
    kinds = pieces.size
    burned = 0.0
    alive[first] = 1.0
    for code in range(first, alive.size):
        p = alive[code]
        if p == 0.0 or stop[code]:
            continue
        left_in_oven = devils
        rest = code
        for kind in range(kinds):
            left_in_oven += pieces[kind] - rest // strides[kind]
            rest %= strides[kind]
        if left_in_oven == 0:
            continue
        alive[code] = 0.0
        p /= left_in_oven
        burned += p * devils
        rest = code
        for kind in range(kinds):
            left = pieces[kind] - rest // strides[kind]
            rest %= strides[kind]
            if left > 0:
                alive[code + strides[kind]] += p * left
    return burned


@dataclass(frozen=True)
class Compositions:
    """The compositions of an oven and how they are coded.

    Attributes
    ----------
    oven : the oven as arrays; an oven without coal is given one kind with no pieces.
    strides : int64[kinds], what a piece adds to the code.
    size : number of compositions.
    """

    oven: PackedOven
    strides: Ints
    size: int

    def code(self, drawn: Oven) -> int:
        """The code of the good pieces ``drawn``."""
        counts = dict(drawn.coal)
        values, strides = self.oven.values.tolist(), self.strides.tolist()
        return sum(counts.get(v, 0) * s for v, s in zip(values, strides, strict=True))

    def totals(self) -> tuple[Ints, Ints]:
        """int64[size] each: amount and number of pieces by code."""
        amount = np.zeros(1, np.int64)
        pieces = np.zeros(1, np.int64)
        for value, count in zip(self.oven.values, self.oven.pieces, strict=True):
            copies = np.arange(count + 1)
            amount = (amount[:, None] + value * copies).ravel()
            pieces = (pieces[:, None] + copies).ravel()
        return amount, pieces


def compositions(oven: Oven) -> Compositions:
    """The compositions of ``oven``.

    Raises
    ------
    ValueError : there are more than `MOST_STATES`.
    """
    packed = pack(oven)
    if not packed.values.size:
        packed = PackedOven(np.array([1]), np.array([0]), oven.devils, 1)
    radices = (packed.pieces + 1).tolist()
    size = prod(radices)
    if size > MOST_STATES:
        raise ValueError(f"{size:,} compositions are more than {MOST_STATES:,}")
    strides = np.array([prod(radices[kind + 1 :]) for kind in range(len(radices))], np.int64)
    return Compositions(packed, strides, size)


@dataclass(frozen=True)
class Stopping:
    """Best stopping of a turn, by code of what was drawn in it.

    Attributes
    ----------
    value : float64[codes], worth under best play; relative error below 1e-13.
    draw : float64[codes], worth of drawing on and playing best afterwards.
    stop : bool[codes], whether to stop; a tie is broken for stopping.
    """

    space: Compositions
    value: Floats
    draw: Floats
    stop: Flags


def best_stopping(
    space: Compositions,
    utility: Callable[[Ints, Ints], Floats | Ints],
    *,
    burned: float = 0.0,
    min_draw: int = 1,
) -> Stopping:
    """Best stopping of a turn that begins with the oven of ``space`` [coal: A round, 2].

    Parameters
    ----------
    utility : (amounts, pieces) → worth of stopping, elementwise on int64 arrays.
    burned : worth of a devil.
    min_draw : pieces to turn over before one may stop.
    """
    oven = space.oven
    width = int(oven.pieces.sum()) + 1
    amounts = np.arange(int((oven.units * oven.pieces).sum()) + 1) * oven.unit
    worth = np.asarray(utility(amounts[:, None], np.arange(width)[None, :]), np.float64)
    table = np.ascontiguousarray(np.broadcast_to(worth, (amounts.size, width))).ravel()
    value, draw = np.empty(space.size), np.empty(space.size)
    stop = np.empty(space.size, np.bool_)
    induce(
        oven.pieces, space.strides, oven.devils, oven.units * width + 1, table, float(burned),
        min_draw, value, draw, stop,
    )  # fmt: skip
    return Stopping(space, value, draw, stop)


@dataclass(frozen=True)
class RuleLaw:
    """How a turn by some rule ends.

    Attributes
    ----------
    ends : float64[codes], probability to keep each composition.
    p_devil : probability of a devil.
    """

    space: Compositions
    ends: Floats
    p_devil: float

    @property
    def mean_pieces(self) -> float:
        """Expected number of pieces kept, 0 when burned."""
        return float(self.ends @ self.space.totals()[1])

    @property
    def mean_amount(self) -> float:
        """Expected amount, 0 when burned."""
        return float(self.ends @ self.space.totals()[0])

    def pmf(self) -> dict[tuple[int, int], float]:
        """Probability of each (amount, pieces) that can occur; burned counts as (0, 0)."""
        amounts, pieces = self.space.totals()
        width = int(pieces[-1]) + 1
        sums = np.bincount(amounts * width + pieces, self.ends)
        sums[0] += self.p_devil
        return {(int(c) // width, int(c) % width): float(sums[c]) for c in np.flatnonzero(sums)}


def law_of_rule(space: Compositions, stop: Flags, *, drawn: Oven | None = None) -> RuleLaw:
    """The law of a turn by the rule ``stop`` (bool[codes]), from ``drawn`` on."""
    ends = np.zeros(space.size)
    first = 0 if drawn is None else space.code(drawn)
    p_devil = propagate(space.oven.pieces, space.strides, space.oven.devils, stop, first, ends)
    return RuleLaw(space, ends, p_devil)


def stop_table(solution: Stopping) -> StopTable:
    """The solution's rule as a table that the simulator plays."""
    return StopTable(solution.space.strides, solution.stop)
