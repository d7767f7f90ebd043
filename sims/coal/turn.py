"""A coal turn, from any oven, by any stop table: one draw after the other.

A *stop table* is a flat array of yes and no, read at a code that starts at 0 and grows by
``steps[kind]`` with every good piece drawn.  Codes that count pieces of each kind, or amount and
pieces, or the amount alone, are all of this form, so one kernel plays every rule.
"""

from dataclasses import dataclass

import numpy as np

from zochastic.sims._jit import Flags, Ints, Word, Words, helper, kernel
from zochastic.sims.runner import key_of
from zochastic.sims.streams import below, seed_state

#: Turns in a chunk: about 20 ms.
CHUNK = 1 << 20


@helper
def play_turn(
    state: Words, deck: Ints, size: int, kinds: int, steps: Ints, stop: Flags
) -> tuple[int, int, bool]:
    """Play one turn [coal: A round, 2].

    Parameters
    ----------
    state : uint64[4], the random stream; moves on.
    deck : int64[≥ size]; its first ``size`` entries are the kinds of the pieces in the oven, a
        devil being ``kinds``.  Reordered: afterwards the pieces drawn stand in front, in order.
    steps : int64[kinds], what a piece adds to the code.
    stop : bool[codes]; read after every good piece, and before the first draw.

    Returns
    -------
    code, pieces drawn (a devil counts), whether a devil ended the turn.
    """
    code = 0
    drawn = 0
    while drawn < size and not stop[code]:
        pick = drawn + below(state, size - drawn)
        kind = deck[pick]
        deck[pick] = deck[drawn]
        deck[drawn] = kind
        drawn += 1
        if kind == kinds:
            return code, drawn, True
        code += steps[kind]
    return code, drawn, False


@kernel
def tally_turns(
    seed: Word, index: int, turns: int, deck: Ints, steps: Ints, stop: Flags, counts: Ints
) -> None:
    """Play ``turns`` turns of stream (seed, index), each from the oven in ``deck``.

    ``counts`` : int64[codes + 1], in place: turns that ended with each code; last, with a devil.
    """
    state = np.empty(4, np.uint64)
    seed_state(state, seed, index)
    kinds = steps.size
    for _ in range(turns):
        # the deck stays as the last turn left it: any order is as good as any other
        code, _drawn, devil = play_turn(state, deck, deck.size, kinds, steps, stop)
        if devil:
            counts[stop.size] += 1
        else:
            counts[code] += 1


@dataclass(frozen=True)
class TurnExperiment:
    """Turns from one oven by one stop table; counts as in `tally_turns`.

    Attributes
    ----------
    deck : int64[size], the pieces in the oven by kind; a devil is kind ``len(steps)``.
    """

    deck: Ints
    steps: Ints
    stop: Flags
    seed: int
    chunk: int = CHUNK

    @property
    def key(self) -> str:
        """Identity of the experiment."""
        return key_of("coal turn", self.deck, self.steps, self.stop, self.seed, self.chunk)

    def play(self, index: int, games: int) -> Ints:
        """Play ``games`` games of chunk ``index``."""
        counts = np.zeros(self.stop.size + 1, np.int64)
        seed = np.uint64(self.seed)
        tally_turns(seed, index, games, self.deck.copy(), self.steps, self.stop, counts)
        return counts
