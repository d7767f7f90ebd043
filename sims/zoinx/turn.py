"""A zoinx turn by any stop set and with any dice, one roll after the other."""

from dataclasses import dataclass

import numpy as np

from zochastic.rules.zoinx import ZoinxRules
from zochastic.sims._jit import Flags, Ints, Word, kernel
from zochastic.sims.runner import key_of
from zochastic.sims.streams import next_word, seed_state
from zochastic.sims.zoinx.dice import ZOINX, search_roll
from zochastic.sims.zoinx.pack import Packed, pack

#: Turns in a chunk: about 20 ms.
CHUNK = 1 << 20


@kernel
def tally_turns(
    packed: Packed, seed: Word, index: int, turns: int, first: int, stop: Flags, counts: Ints
) -> None:
    """Play ``turns`` turns of stream (seed, index) [zoinx: A turn, 2].

    Parameters
    ----------
    first : dots that are there already; at least one roll follows.
    stop : bool[totals], whether to stop at a total; beyond them a turn stops.
    counts : int64[2, totals + longest roll], in place: turns that stopped at each total, and turns
        that had each total when a zoinx ended them.
    """
    state = np.empty(4, np.uint64)
    seed_state(state, seed, index)
    table, kinds, below = packed.table, packed.kinds, packed.below
    small, mask = packed.bits < 64, np.uint64(table.size - 1)
    bits = np.uint64(packed.bits & 63)
    word, left = np.uint64(0), 0
    for _ in range(turns):
        total = first
        while True:
            if left == 0:
                word = next_word(state)
                left = 64 // packed.bits
            dots = int(table[word & mask]) if small else search_roll(kinds, below, word)
            word >>= bits
            left -= 1
            if dots < 0:
                if dots == ZOINX:
                    counts[1, total] += 1
                    break
                continue
            total += dots
            if total >= stop.size or stop[total]:
                counts[0, total] += 1
                break


@dataclass(frozen=True, eq=False)
class TurnExperiment:
    """Turns by one stop set; counts as in `tally_turns`, in one line.

    Attributes
    ----------
    rules : whose dice are rolled.
    stop : bool[totals].
    first : dots that are there already, below ``stop.size``.
    """

    rules: ZoinxRules
    stop: Flags
    seed: int
    first: int = 0
    chunk: int = CHUNK

    @property
    def key(self) -> str:
        """Identity of the experiment."""
        return key_of(
            "zoinx turn", self.rules.plain(), self.stop, self.first, self.seed, self.chunk
        )

    def play(self, index: int, games: int) -> Ints:
        """Play ``games`` turns of chunk ``index``."""
        counts = np.zeros((2, self.stop.size + self.rules.max_roll), np.int64)
        seed, packed = np.uint64(self.seed), pack(self.rules, 1)
        tally_turns(packed, seed, index, games, self.first, self.stop, counts)
        return counts.reshape(-1)
