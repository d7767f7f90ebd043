"""The exact law of a turn that stops at an amount, by counting subsets of pieces.

Pieces are only ever added, so "not yet at the threshold" depends on which pieces were drawn and
not on their order.  Hence a set of ``k`` good pieces below the threshold is what lies in front of
the drawer after ``k`` draws with probability ``k! (n−k)! / n!``, and all that is needed is how
many sets of each size and sum there are.  The cost grows with pieces and amounts only, not with
the number of compositions, and everything is exact.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil, factorial

from zochastic.rules.coal import Oven

#: Sets of size and sum that plain integers count in well under a second.
MOST_CELLS = 500_000


@dataclass(frozen=True)
class TurnLaw:
    """How a turn ends [coal: A round, 2].

    Attributes
    ----------
    ends : (amount, pieces) kept → weight; a burned turn is not among them.
    devil : weight of a turn that a devil ends.
    whole : the sum of all weights: a probability is weight / whole.
    """

    ends: Mapping[tuple[int, int], int]
    devil: int
    whole: int

    @property
    def p_devil(self) -> Fraction:
        """Chance that a devil ends the turn."""
        return Fraction(self.devil, self.whole)

    @property
    def mean_amount(self) -> Fraction:
        """Expected amount, 0 when burned."""
        return Fraction(sum(w * amount for (amount, _), w in self.ends.items()), self.whole)

    @property
    def mean_pieces(self) -> Fraction:
        """Expected number of pieces in front of the drawer afterwards, 0 when burned."""
        return Fraction(sum(w * pieces for (_, pieces), w in self.ends.items()), self.whole)

    def p_reach(self, amount: int) -> Fraction:
        """Chance to end with at least ``amount`` > 0."""
        return Fraction(sum(w for (a, _), w in self.ends.items() if a >= amount), self.whole)

    @property
    def pmf(self) -> dict[tuple[int, int], Fraction]:
        """Probability of each (amount, pieces); a burned turn counts as (0, 0)."""
        law = {end: Fraction(weight, self.whole) for end, weight in self.ends.items()}
        if self.devil:
            law[0, 0] = law.get((0, 0), Fraction(0)) + self.p_devil
        return law


def threshold_law(
    oven: Oven, threshold: int | Fraction, *, least: int = 1, amount: int = 0, pieces: int = 0
) -> TurnLaw:
    """The law of a turn that stops as soon as the amount is at least ``threshold``.

    Parameters
    ----------
    oven : what lies in the oven now.
    least : draws that must be made from now on whatever the amount; the last piece of the oven
        ends the turn all the same.
    amount, pieces : what the drawer already has; counted in ``ends`` and towards the threshold.

    Raises
    ------
    ValueError : the law is too large to be counted; see `cells`.
    """
    below = _units_below(oven, threshold - amount)
    if cells(oven, threshold, least=least, amount=amount) > MOST_CELLS:
        raise ValueError("too many sets to count")
    size, whole = oven.size, factorial(oven.size)
    if (below <= 0 and least <= 0) or size == 0:
        return TurnLaw({(amount, pieces): whole}, 0, whole)
    top, largest = _bounds(oven, below, least)
    sets = _subsets(oven, top, largest)
    ends: dict[tuple[int, int], int] = {}
    devil = 0
    for count, row in enumerate(sets.rows):
        if count == size:  # no devils: the last piece ended the turn below the threshold
            for units, number in sets.cells(row):
                if units < below or count < least:
                    ends[amount + units * oven.unit, pieces + count] = number * whole
            break
        weight = factorial(count) * factorial(size - count - 1) * oven.devils
        devil += weight * sum(n for units, n in sets.cells(row) if units < below or count < least)
    for value, copies in oven.coal:
        step = value // oven.unit
        for count, row in enumerate(sets.without(step)):
            if count == size:
                break
            weight = copies * factorial(count) * factorial(size - count - 1)
            for units, number in sets.cells(row):
                open_before = units < below or count < least
                open_after = units + step < below or count + 1 < least
                if open_before and not open_after:
                    end = (amount + (units + step) * oven.unit, pieces + count + 1)
                    ends[end] = ends.get(end, 0) + number * weight
    return TurnLaw(ends, devil, whole)


def cells(oven: Oven, threshold: int | Fraction, *, least: int = 1, amount: int = 0) -> int:
    """How many (size, sum) a law has to count over; `threshold_law` takes up to `MOST_CELLS`."""
    top, largest = _bounds(oven, _units_below(oven, threshold - amount), least)
    return (top + 1) * (largest + 1)


def _units_below(oven: Oven, need: int | Fraction) -> int:
    """Sums of fewer units than this are below ``need``."""
    return max(0, ceil(Fraction(need) / oven.unit))


def _bounds(oven: Oven, below: int, least: int) -> tuple[int, int]:
    """Largest sum in units, and largest size, of a set at which a turn may still be going on."""
    falling = [v // oven.unit for v, count in oven.coal for _ in range(count)]
    top = min(sum(falling), max(below - 1, sum(falling[: max(0, least - 1)])))
    largest, total = 0, 0
    for units in reversed(falling):
        total += units
        if total > top:
            break
        largest += 1
    return top, largest


@dataclass(frozen=True)
class _Subsets:
    """How many sets of good pieces there are of each size and sum.

    A row is one integer that holds the counts of all sums side by side, ``width`` bytes each
    (Kronecker's substitution), so that adding a piece to all sums is one shift and one addition.
    """

    rows: tuple[int, ...]
    width: int
    top: int

    def cells(self, row: int) -> list[tuple[int, int]]:
        """(sum in units, number of sets) with a number > 0."""
        data = row.to_bytes((self.top + 1) * self.width, "little")
        found = []
        for units in range(self.top + 1):
            number = int.from_bytes(data[units * self.width : (units + 1) * self.width], "little")
            if number:
                found.append((units, number))
        return found

    def without(self, step: int) -> list[int]:
        """The rows for sets that avoid one given piece worth ``step`` units."""
        mask = (1 << (8 * self.width * (self.top + 1))) - 1
        rows: list[int] = []
        for row in self.rows:
            # sets of this size, less those that hold the piece
            rows.append(row - ((rows[-1] << (8 * self.width * step)) & mask if rows else 0))
        return rows


@lru_cache(maxsize=64)
def _subsets(oven: Oven, top: int, largest: int) -> _Subsets:
    width = oven.pieces // 8 + 1
    mask = (1 << (8 * width * (top + 1))) - 1
    rows = [1] + [0] * largest
    for value, copies in oven.coal:
        shift = 8 * width * (value // oven.unit)
        for _ in range(copies):
            for count in range(largest, 0, -1):
                if rows[count - 1]:
                    rows[count] += (rows[count - 1] << shift) & mask
    return _Subsets(tuple(rows), width, top)
