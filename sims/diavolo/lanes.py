"""Throws of Diavolo, many side by side in vector lanes: which imp is right, how often.

Every die is a random byte of its own. A byte whose product with the sides ends below ``reject``
is not exactly uniform (Lemire 2019): its whole throw is thrown again, that is, not counted. The
loops are written so that the compiler turns each into vector instructions on bytes.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from zochastic.sims._jit import Ints, Word, Words, helper, kernel
from zochastic.sims.runner import key_of
from zochastic.sims.streams import next_words, seed_lanes

#: Words side by side, and throws in a block: one a byte.
LANES = 128
BLOCK = 8 * LANES
#: Throws in a chunk: a few ms.
CHUNK = 1 << 21
#: Blocks between two looks at the tallies, which are bytes.
_GROUP = 250

#: What an order compares, as the kernel knows it.
STATISTICS = ("sum-max", "sum-min", "range-max", "odd-max", "value-max")
_SUM_MAX, _SUM_MIN, _RANGE, _ODD, _VALUE = range(5)

Bytes = npt.NDArray[np.uint8]

_ZERO, _ONE, _ALL = np.uint8(0), np.uint8(1), np.uint8(255)
_HIGH_8 = np.uint16(8)


@helper
def _take_up(statistic: int, face: Bytes, high: Bytes, low: Bytes) -> None:
    """Take one more die of a colour into its statistic, in ``high`` (and ``low``)."""
    if statistic == _SUM_MAX:
        for i in range(face.size):
            high[i] = np.uint8(high[i] + face[i])
    elif statistic == _SUM_MIN:
        for i in range(face.size):
            high[i] = np.uint8(high[i] - face[i])
    elif statistic == _ODD:
        for i in range(face.size):
            high[i] = np.uint8(high[i] + (face[i] & _ONE))
    elif statistic == _VALUE:
        for i in range(face.size):
            x, y = high[i], face[i]
            high[i] = x if x > y else y
    else:
        for i in range(face.size):
            x, y = high[i], face[i]
            high[i] = x if x > y else y
        for i in range(face.size):
            x, y = low[i], face[i]
            low[i] = x if x < y else y


@helper
def _throw_block(
    a: Words, b: Words, c: Words, d: Words, word: Words, raw: Bytes, face: Bytes, high: Bytes,
    low: Bytes, best: Bytes, right: Bytes, counts: Bytes, colours: int, dice: int,
    sides: np.uint16, reject: np.uint8, statistic: int,
) -> None:  # fmt: skip
    """Throw `BLOCK` times: which imp is ``right``, and 1 in ``counts`` if the throw counts."""
    start = _ALL if statistic == _SUM_MIN else _ZERO
    for i in range(right.size):
        counts[i] = _ONE
        best[i] = _ZERO
        right[i] = np.uint8(colours)
    for colour in range(colours):
        for i in range(right.size):
            high[i] = start
            low[i] = _ALL
        for _die in range(dice):
            next_words(a, b, c, d, word)
            for i in range(right.size):
                product = np.uint16(np.uint16(raw[i]) * sides)
                face[i] = np.uint8(np.uint8(product >> _HIGH_8) + _ONE)
                counts[i] = counts[i] if np.uint8(product) >= reject else _ZERO
            _take_up(statistic, face, high, low)
        if statistic == _RANGE:
            for i in range(right.size):
                high[i] = np.uint8(high[i] - low[i])
        if colour == 0:
            for i in range(right.size):
                best[i] = high[i]
                right[i] = _ZERO
        else:
            mine, grey = np.uint8(colour), np.uint8(colours)
            for i in range(right.size):
                imp = mine if high[i] > best[i] else right[i]
                right[i] = grey if high[i] == best[i] else imp
                best[i] = high[i] if high[i] > best[i] else best[i]


@kernel
def tally_throws(
    seed: Word, index: int, throws: int, colours: int, dice: int, sides: np.uint16,
    reject: np.uint8, statistic: int, tally: Ints,
) -> None:  # fmt: skip
    """Throw ``throws`` times from stream (seed, index) [diavolo: A round].

    Parameters
    ----------
    reject : 256 mod ``sides``.
    statistic : index into `STATISTICS`.
    tally : int64[colours + 1], in place: throws in which each imp was right, grey last.
    """
    a, b = np.empty(LANES, np.uint64), np.empty(LANES, np.uint64)
    c, d = np.empty(LANES, np.uint64), np.empty(LANES, np.uint64)
    seed_lanes(seed, index, a, b, c, d)
    word = np.empty(LANES, np.uint64)
    raw = word.view(np.uint8)
    # arrays of their own: rows of one array would look to the compiler as if they overlapped
    face, high, low = (
        np.empty(BLOCK, np.uint8),
        np.empty(BLOCK, np.uint8),
        np.empty(BLOCK, np.uint8),
    )
    best, right = np.empty(BLOCK, np.uint8), np.empty(BLOCK, np.uint8)
    counts = np.empty(BLOCK, np.uint8)
    sums = np.zeros((colours + 1, BLOCK), np.uint8)
    left = throws
    while left > 0:
        # so many blocks cannot count too many throws; the last throws are taken one by one
        blocks = min(left // BLOCK, _GROUP)
        for _ in range(blocks):
            _throw_block(
                a, b, c, d, word, raw, face, high, low, best, right, counts, colours, dice,
                sides, reject, statistic,
            )  # fmt: skip
            for imp in range(colours + 1):
                mine = np.uint8(imp)
                row = sums[imp]
                for i in range(BLOCK):
                    row[i] = np.uint8(row[i] + (counts[i] if right[i] == mine else _ZERO))
        if blocks > 0:
            for imp in range(colours + 1):
                total = np.int64(0)
                for i in range(BLOCK):
                    total += np.int64(sums[imp, i])
                    sums[imp, i] = _ZERO
                tally[imp] += total
                left -= int(total)
        else:
            _throw_block(
                a, b, c, d, word, raw, face, high, low, best, right, counts, colours, dice,
                sides, reject, statistic,
            )  # fmt: skip
            for i in range(BLOCK):
                if counts[i] == _ONE and left > 0:
                    tally[np.int64(right[i])] += 1
                    left -= 1


@dataclass(frozen=True)
class ThrowExperiment:
    """Throws at one order; counts as in `tally_throws`.

    Attributes
    ----------
    order : a name in `STATISTICS`.
    sides : at most 255; the sum of a colour's dice must fit a byte too.
    """

    colours: int
    dice: int
    sides: int
    order: str
    seed: int
    chunk: int = CHUNK

    @property
    def key(self) -> str:
        """Identity of the experiment."""
        return key_of(
            "diavolo throws", self.colours, self.dice, self.sides, self.order, self.seed,
            self.chunk, LANES,
        )  # fmt: skip

    def play(self, index: int, games: int) -> Ints:
        """Throw ``games`` times in chunk ``index``."""
        tally = np.zeros(self.colours + 1, np.int64)
        tally_throws(
            np.uint64(self.seed), index, games, self.colours, self.dice, np.uint16(self.sides),
            np.uint8(256 % self.sides), STATISTICS.index(self.order), tally,
        )  # fmt: skip
        return tally
