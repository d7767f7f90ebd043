"""A zoinx turn that stops at a number of dots, many turns side by side in vector lanes.

Each lane is a byte that holds the dots of its turn.  A random byte below the largest multiple of
the equally likely outcomes is one exact roll of all dice (four printed dice: 243 = 3 × 81); a byte
above it changes nothing.  All sums of a lane are bytes too, emptied before they can overflow, and
lie in one array at fixed distances: so the compiler proves that no two overlap and turns the loop
over the lanes into vector instructions.
"""

from dataclasses import dataclass

import numpy as np

from zochastic.rules.zoinx import ZoinxRules
from zochastic.sims._jit import Ints, Word, Words, kernel
from zochastic.sims.runner import key_of
from zochastic.sims.streams import next_words, seed_lanes
from zochastic.sims.zoinx.dice import Draw, Draws, PackedDice, pack_dice

#: Lanes side by side; their state stays in the fastest cache.
LANES = 4096
#: Turns in a chunk: about 10 ms, long enough that waiting for the last lane costs little.
CHUNK = 1 << 24
#: A number of dots that no lane ever has; all a lane can have lies below.
_NEVER = 255
#: Steps between two looks at the sums: a byte counts that many.
_BLOCK = 255
#: Excess over the threshold is counted up to a multiple of this, less one.
_EXCESS = 4
#: Kinds of rolls are padded to a multiple of this, so that one compilation serves many dice.
_KINDS = 5

_NONE, _ONE = np.uint8(0), np.uint8(1)
# where each sum of a lane lies in the array of all
_TOTAL, _TURNS, _BUSTS, _LEFT, _MARKS = (n * LANES for n in range(5))


@kernel
def tally_hold(
    seed: Word, index: int, words: Words, draws: Draws, starts: tuple[Draw, ...],
    rises: tuple[np.uint8, ...], busts: Draw, hold: np.uint8, marks: tuple[np.uint8, ...],
    quotas: Ints, counts: Ints,
) -> None:  # fmt: skip
    """Play each lane's quota of turns of stream (seed, index) [zoinx: A turn, 2].

    Parameters
    ----------
    words : uint64[lanes / draws a word]; ``draws`` : the same memory as unsigned numbers of the
        size of a draw, one a lane.
    starts, rises : first draw of each kind of roll, and by how many dots (mod 256) it has more
        than the kind before; the kind of draws that are not used has none.
    busts : draws below it are a zoinx.
    hold : dots at which a turn stops.
    marks : ``hold`` + 1, + 2, …: the final totals that are counted apart.
    quotas : int64[lanes], turns to play in each lane: fixed, because stopping at a number of
        steps would favour short turns. Set to 0.
    counts : int64[2 + len(marks)], in place: zoinx, turns that stopped at ``hold``, at each mark.
    """
    size = words.size
    a = np.empty(size, np.uint64)
    b = np.empty(size, np.uint64)
    c = np.empty(size, np.uint64)
    d = np.empty(size, np.uint64)
    seed_lanes(seed, index, a, b, c, d)
    lanes = np.zeros(_MARKS + LANES * len(marks), np.uint8)
    least = quotas.min()
    most = quotas.max()
    while most > 0:
        careful = least < _BLOCK
        if careful:
            for lane in range(LANES):
                lanes[_LEFT + lane] = np.uint8(min(quotas[lane], _BLOCK))
        for _ in range(_BLOCK):
            next_words(a, b, c, d, words)
            if careful:
                for lane in range(LANES):
                    draw = draws[lane]
                    dots = _NONE
                    for kind in range(len(starts)):
                        dots = np.uint8(dots + (rises[kind] if draw >= starts[kind] else _NONE))
                    live = lanes[_TURNS + lane] < lanes[_LEFT + lane]
                    total = np.uint8(lanes[_TOTAL + lane] + (dots if live else _NONE))
                    bust = (draw < busts) & live
                    over = bust | (total >= hold)
                    lanes[_TURNS + lane] += _ONE if over else _NONE
                    lanes[_BUSTS + lane] += _ONE if bust else _NONE
                    for mark in range(len(marks)):
                        at = _MARKS + mark * LANES + lane
                        lanes[at] += _ONE if total == marks[mark] else _NONE
                    lanes[_TOTAL + lane] = _NONE if over else total
            else:
                for lane in range(LANES):
                    draw = draws[lane]
                    dots = _NONE
                    for kind in range(len(starts)):
                        dots = np.uint8(dots + (rises[kind] if draw >= starts[kind] else _NONE))
                    total = np.uint8(lanes[_TOTAL + lane] + dots)
                    bust = draw < busts
                    over = bust | (total >= hold)
                    lanes[_TURNS + lane] += _ONE if over else _NONE
                    lanes[_BUSTS + lane] += _ONE if bust else _NONE
                    for mark in range(len(marks)):
                        at = _MARKS + mark * LANES + lane
                        lanes[at] += _ONE if total == marks[mark] else _NONE
                    lanes[_TOTAL + lane] = _NONE if over else total
        least, most = np.int64(1) << 62, 0
        for lane in range(LANES):
            turns = np.int64(lanes[_TURNS + lane])
            quotas[lane] -= turns
            counts[0] += lanes[_BUSTS + lane]
            counts[1] += turns - lanes[_BUSTS + lane]
            lanes[_TURNS + lane] = lanes[_BUSTS + lane] = _NONE
            for mark in range(len(marks)):
                at = _MARKS + mark * LANES + lane
                counts[1] -= lanes[at]
                counts[2 + mark] += lanes[at]
                lanes[at] = _NONE
            least = min(least, quotas[lane])
            most = max(most, quotas[lane])


def fits(dice: PackedDice, hold: int) -> bool:
    """Whether these dice can be played in lanes."""
    return dice.bits <= 16 and 1 <= hold and hold + int(dice.dots[-1]) <= _NEVER


@dataclass(frozen=True)
class HoldExperiment:
    """Turns that stop at ``hold`` dots or more.

    Counts: zoinx, then turns that stopped with ``hold``, ``hold`` + 1, … dots (zeros behind).
    """

    dice: PackedDice
    hold: int
    seed: int
    chunk: int = CHUNK

    @classmethod
    def of(cls, rules: ZoinxRules, hold: int, seed: int) -> "HoldExperiment":
        """Play turns of ``rules``; ValueError unless `fits`."""
        dice = pack_dice(rules)
        if not fits(dice, hold):
            raise ValueError(f"lanes cannot hold {dice.ways} ways up to {hold} dots and a roll")
        return cls(dice, hold, seed)

    @property
    def key(self) -> str:
        """Identity of the experiment."""
        return key_of(
            "zoinx lanes", self.dice.ways, self.dice.dots, self.dice.ends, self.dice.busts,
            self.hold, self.seed, self.chunk, LANES,
        )  # fmt: skip

    def play(self, index: int, games: int) -> Ints:
        """Play ``games`` turns of chunk ``index``."""
        quotas = np.full(LANES, games // LANES, np.int64)
        quotas[: games % LANES] += 1
        width = int(self.dice.dots[-1])
        padded = -(-width // _EXCESS) * _EXCESS
        marks = [self.hold + k if k < width else _NEVER for k in range(1, padded)]
        words = np.empty(LANES * self.dice.bits // 64, np.uint64)
        draws: Draws = words.view(np.uint8) if self.dice.bits == 8 else words.view(np.uint16)
        starts, rises = self._kinds()
        counts = np.zeros(1 + padded, np.int64)
        tally_hold(
            np.uint64(self.seed), index, words, draws, starts, rises,
            self._draw(self.dice.busts * self.dice.copies), np.uint8(self.hold),
            tuple(map(np.uint8, marks)), quotas, counts,
        )  # fmt: skip
        return counts

    def _draw(self, number: int) -> Draw:
        return np.uint8(number) if self.dice.bits == 8 else np.uint16(number)

    def _kinds(self) -> tuple[tuple[Draw, ...], tuple[np.uint8, ...]]:
        """Starts and rises of the kinds, the draws not used last, padded to a multiple."""
        highest = (1 << self.dice.bits) - 1
        starts, rises, before = [], [], 0
        firsts = (self.dice.busts, *self.dice.ends.tolist())
        for first, dots in zip(firsts, (*self.dice.dots.tolist(), 0), strict=True):
            start = first * self.dice.copies
            if start <= highest:
                starts.append(start)
                rises.append((dots - before) % 256)
                before = dots
        padding = -len(starts) % _KINDS
        starts += [highest] * padding
        rises += [0] * padding
        return tuple(map(self._draw, starts)), tuple(map(np.uint8, rises))
