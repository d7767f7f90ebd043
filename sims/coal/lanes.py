"""A coal turn with an amount threshold, many turns side by side in vector lanes.

Each lane holds the pieces drawn in its turn as a 64-bit mask.  A random byte picks one of the
oven's pieces *with* replacement; a piece that the mask already holds is ignored, which leaves
exactly the law of drawing without replacement.  The loops are written so that the compiler turns
each into vector instructions: no branches, no table look-ups, sums kept a lane.
"""

from dataclasses import dataclass

import numpy as np

from zochastic.sims._jit import Ints, Word, Words, helper, kernel
from zochastic.sims.runner import key_of
from zochastic.sims.streams import next_words, seed_lanes

#: Lanes side by side; their state stays in the fastest cache.
LANES = 128
#: Turns in a chunk: a few ms, long enough that waiting for the last lane costs under 2 %.
CHUNK = 1 << 21
#: Most pieces an oven may have (bits of a mask) and most units a piece may be worth (a byte).
MOST_PIECES, MOST_UNITS = 64, 255
#: Kinds are padded to this many, so that one compilation serves every variant up to it.
_KINDS = 8
#: Words drawn between two looks at which lanes are finished.
_BLOCK = 16

_ZERO, _ONE, _MASK_ALL = np.uint64(0), np.uint64(1), np.uint64(0xFFFFFFFFFFFFFFFF)
_SHIFT_MASK, _BYTE = np.uint64(63), np.uint64(255)
_8 = np.uint64(8)
_HIGH_8 = np.uint16(8)
_NO_PIECE = np.uint8(63)

#: Index of each sum in the counts of a `ThresholdExperiment`.
TURNS, DEVILS, UNITS, DRAWS = range(4)


@helper
def _draw(
    pieces: Word, units: Word, mask: Word, total: Word, turns: Word, devils: Word, kept: Word,
    draws: Word, threshold: Word, first_devil: Word, fresh: Word, quota: Word,
) -> tuple[Word, Word, Word, Word, Word, Word]:  # fmt: skip
    """One pick in one lane: the low bytes of ``pieces`` and ``units`` say which and its worth."""
    piece = pieces & _SHIFT_MASK
    bit = _ONE << piece
    new = (mask & bit) == _ZERO
    devil = new & (piece >= first_devil)
    mask = mask | bit
    total = total + ((units & _BYTE) if new else _ZERO)
    # below the threshold before this pick, so reaching it needs no look at ``new``
    reached = total >= threshold
    draws += _ONE if new else _ZERO
    devils += _ONE if devil else _ZERO
    kept += total if reached else _ZERO
    over = devil | reached
    turns += _ONE if over else _ZERO
    # a lane with its quota behind it gets a full mask: nothing is new to it any more
    mask = (fresh if turns < quota else _MASK_ALL) if over else mask
    total = _ZERO if over else total
    return mask, total, turns, devils, kept, draws


@kernel
def tally_threshold(
    seed: Word, index: int, quotas: Words, size: np.uint16, reject: np.uint8,
    starts: tuple[np.uint8, ...], rises: tuple[np.uint8, ...], threshold: Word,
    first_devil: Word, fresh: Word, counts: Ints,
) -> None:  # fmt: skip
    """Play each lane's quota of turns of stream (seed, index) [coal: A round, 2].

    Parameters
    ----------
    quotas : uint64[lanes], turns to play in each lane: fixed, because stopping at a number of
        draws would favour short turns.
    size : pieces in the oven, numbered by rising value, devils last.
    reject : 256 mod ``size``; bytes whose product with ``size`` ends below it are not used, which
        makes the pick exactly uniform (Lemire 2019).
    starts, rises : first piece of each kind, and by how many units (mod 256) a piece of it is
        worth more than one of the kind before; padded with starts of 255.
    threshold : units at which a turn stops.
    fresh : mask of a new turn: the bits that are no piece of this oven.
    counts : int64[4], in place: turns, devils, units kept in all, pieces drawn in all.
    """
    lanes = quotas.size
    a = np.empty(lanes, np.uint64)
    b = np.empty(lanes, np.uint64)
    c = np.empty(lanes, np.uint64)
    d = np.empty(lanes, np.uint64)
    seed_lanes(seed, index, a, b, c, d)
    word = np.empty(lanes, np.uint64)
    piece = np.empty(lanes, np.uint64)
    unit = np.empty(lanes, np.uint64)
    word_8, piece_8, unit_8 = word.view(np.uint8), piece.view(np.uint8), unit.view(np.uint8)
    mask = np.empty(lanes, np.uint64)
    total = np.zeros(lanes, np.uint64)
    turns = np.zeros(lanes, np.uint64)
    devils = np.zeros(lanes, np.uint64)
    kept = np.zeros(lanes, np.uint64)
    draws = np.zeros(lanes, np.uint64)
    for lane in range(lanes):
        mask[lane] = fresh if quotas[lane] > _ZERO else _MASK_ALL
    kinds = len(starts)
    busy = True
    while busy:
        for _ in range(_BLOCK):
            next_words(a, b, c, d, word)
            for i in range(8 * lanes):  # each byte becomes a piece and its worth
                product = np.uint16(np.uint16(word_8[i]) * size)
                which = np.uint8(product >> _HIGH_8)
                worth = np.uint8(0)
                for kind in range(kinds):
                    worth = np.uint8(
                        worth + (rises[kind] if which >= starts[kind] else np.uint8(0))
                    )
                piece_8[i] = which if np.uint8(product) >= reject else _NO_PIECE
                unit_8[i] = worth
            for lane in range(lanes):  # eight picks a lane
                p, u = piece[lane], unit[lane]
                m, s, n, v, k, w = (
                    mask[lane], total[lane], turns[lane], devils[lane], kept[lane], draws[lane],
                )  # fmt: skip
                q = quotas[lane]
                for _pick in range(8):
                    m, s, n, v, k, w = _draw(
                        p, u, m, s, n, v, k, w, threshold, first_devil, fresh, q
                    )
                    p >>= _8
                    u >>= _8
                mask[lane], total[lane], turns[lane] = m, s, n
                devils[lane], kept[lane], draws[lane] = v, k, w
        busy = False
        for lane in range(lanes):
            if turns[lane] < quotas[lane]:
                busy = True
    for lane in range(lanes):
        counts[0] += np.int64(turns[lane])
        counts[1] += np.int64(devils[lane])
        counts[2] += np.int64(kept[lane])
        counts[3] += np.int64(draws[lane])


@dataclass(frozen=True)
class ThresholdExperiment:
    """Turns from one oven that stop at a threshold; counts as in `tally_threshold`.

    Attributes
    ----------
    pieces : number of good pieces of each kind, by rising value.
    units : what a piece of each kind is worth, in units, rising, each ≤ `MOST_UNITS`.
    devils : number of devils; all pieces together at most `MOST_PIECES`, at least one.
    threshold : units, ≥ 1.
    """

    pieces: tuple[int, ...]
    units: tuple[int, ...]
    devils: int
    threshold: int
    seed: int
    chunk: int = CHUNK

    @property
    def key(self) -> str:
        """Identity of the experiment."""
        return key_of(
            "coal lanes", self.pieces, self.units, self.devils, self.threshold, self.seed,
            self.chunk, LANES,
        )  # fmt: skip

    def play(self, index: int, games: int) -> Ints:
        """Play ``games`` games of chunk ``index``."""
        good = sum(self.pieces)
        size = good + self.devils
        worth = sum(n * v for n, v in zip(self.pieces, self.units, strict=True))
        # without a devil the last piece ends the turn, whatever the threshold
        threshold = self.threshold if self.devils else min(self.threshold, worth)
        quotas = np.full(LANES, games // LANES, np.uint64)
        quotas[: games % LANES] += np.uint64(1)
        starts, rises = self._kinds()
        counts = np.zeros(4, np.int64)
        tally_threshold(
            np.uint64(self.seed), index, quotas, np.uint16(size), np.uint8(256 % size), starts,
            rises, np.uint64(threshold), np.uint64(good), np.uint64((1 << 64) - (1 << size)),
            counts,
        )  # fmt: skip
        return counts

    def _kinds(self) -> tuple[tuple[np.uint8, ...], tuple[np.uint8, ...]]:
        """Starts and rises of the kinds, devils last, padded to a multiple of `_KINDS`."""
        starts, rises, first, before = [], [], 0, 0
        for count, units in zip((*self.pieces, self.devils), (*self.units, 0), strict=True):
            if count:
                starts.append(first)
                rises.append((units - before) % 256)
                first, before = first + count, units
        padding = -len(starts) % _KINDS
        starts += [255] * padding
        rises += [0] * padding
        return tuple(map(np.uint8, starts)), tuple(map(np.uint8, rises))
