"""A roll of all dice as the arrays and numbers that kernels read."""

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
import numpy.typing as npt

from zochastic.rules.zoinx import ZoinxRules
from zochastic.sims._jit import Ints, Word, Words, helper

Draw = np.uint8 | np.uint16
Draws = npt.NDArray[np.uint8] | npt.NDArray[np.uint16]

#: What a draw says that has to be drawn again.
AGAIN = -2
#: What a draw says that is a zoinx.
ZOINX = -1
_MOST_WAYS = 1 << 16


@dataclass(frozen=True)
class PackedDice:
    """A roll without loss: ``ways`` equally likely draws, the first ``busts`` a zoinx.

    Attributes
    ----------
    ways : least number of equally likely outcomes that make the law of a roll.
    dots : int64[kinds], rising: the dots that a roll can have.
    ends : int64[kinds]: draws below this (and not below those before) have so many dots.
    busts : draws below this are a zoinx.
    """

    ways: int
    dots: Ints
    ends: Ints
    busts: int

    @property
    def bits(self) -> int:
        """Bits of a draw: 8 where a byte can tell all ways apart, else 16 or 64."""
        return 8 if self.ways <= 1 << 8 else 16 if self.ways <= _MOST_WAYS else 64

    @property
    def copies(self) -> int:
        """How often a draw of so many bits holds all ways; what lies above is drawn again."""
        return int((1 << self.bits) // self.ways)

    def table(self) -> Ints:
        """int64[2^bits]: what each draw of 8 or 16 bits is: dots, `ZOINX` or `AGAIN`.

        The high bits tell the copy, so a draw's rank among the ways is all that matters.
        """
        size = 1 << self.bits
        table = np.full(size, AGAIN, np.int64)
        kinds = np.concatenate(([ZOINX], self.dots))
        first = 0
        for kind, end in zip(kinds, (self.busts, *self.ends), strict=True):
            table[first * self.copies : int(end) * self.copies] = kind
            first = int(end)
        return table


@helper
def search_roll(kinds: Ints, below: Words, word: Word) -> int:
    """What a draw of 64 bits is: ``kinds[i]`` below ``below[i]``, the last kind above all."""
    kind = 0
    for k in range(below.size):
        kind += 1 if word >= below[k] else 0
    dots: int = kinds[kind]
    return dots


def pack_dice(rules: ZoinxRules) -> PackedDice:
    """Make the arrays of the dice of ``rules``."""
    ways = lcm(rules.p_bust.denominator, *(p.denominator for _, p in rules.roll_law))
    dots = np.array([dots for dots, _ in rules.roll_law], np.int64)
    below = rules.p_bust
    ends = []
    for _, p in rules.roll_law:
        below += p
        ends.append(int(below * ways))
    return PackedDice(ways, dots, np.array(ends, np.int64), int(Fraction(rules.p_bust) * ways))
