"""Several drawers, one after the other, out of the same oven, all after the same amount."""

from dataclasses import dataclass

import numpy as np

from zochastic.sims._jit import Ints, Word, Words, helper, kernel
from zochastic.sims.runner import key_of
from zochastic.sims.streams import below, seed_state

#: Rounds in a chunk: about 10 ms.
CHUNK = 1 << 18


@helper
def first_to_reach(
    state: Words, deck: Ints, players: int, values: Ints, aim: int, min_draw: int
) -> tuple[int, int, int]:
    """First drawer who reaches the aim (``players`` if none does), his amount and his pieces.

    Each turns pieces over until he has the aim and enough pieces, or a devil ends his turn; what
    was drawn is out of the oven for those after him [coal: A round, 2].
    """
    gone = 0
    for player in range(players):
        amount = 0
        pieces = 0
        while gone < deck.size:
            pick = gone + below(state, deck.size - gone)
            kind = deck[pick]
            deck[pick] = deck[gone]
            deck[gone] = kind
            gone += 1
            if kind == values.size:
                amount = 0  # burned
                break
            amount += values[kind]
            pieces += 1
            if amount >= aim and pieces >= min_draw:
                return player, amount, pieces
        if amount >= aim:
            # the oven is empty: the last piece ends the turn, however few he has
            return player, amount, pieces
    return players, 0, 0


@kernel
def tally_rounds(
    seed: Word,
    index: int,
    rounds: int,
    deck: Ints,
    players: int,
    values: Ints,
    aim: int,
    min_draw: int,
    counts: Ints,
) -> None:
    """Play ``rounds`` rounds of stream (seed, index), each from the oven in ``deck``.

    ``counts`` : int64[players + 3], in place: rounds whose first success was each drawer's, rounds
    without one, amounts and pieces of the successes in all.
    """
    state = np.empty(4, np.uint64)
    seed_state(state, seed, index)
    for _ in range(rounds):
        first, amount, pieces = first_to_reach(state, deck, players, values, aim, min_draw)
        counts[first] += 1
        counts[players + 1] += amount
        counts[players + 2] += pieces


@dataclass(frozen=True)
class TeamExperiment:
    """Rounds in which all draw for one aim; counts as in `tally_rounds`.

    Attributes
    ----------
    deck : int64[size], the pieces in the oven by kind; a devil is kind ``len(values)``.
    values : int64[kinds], what a piece of each kind is worth.
    """

    deck: Ints
    values: Ints
    players: int
    aim: int
    min_draw: int
    seed: int
    chunk: int = CHUNK

    def successes(self, counts: Ints) -> int:
        """Rounds in which somebody reached the aim."""
        return int(counts[: self.players].sum())

    @property
    def key(self) -> str:
        """Identity of the experiment."""
        return key_of(
            "coal team", self.deck, self.values, self.players, self.aim, self.min_draw, self.seed,
            self.chunk,
        )  # fmt: skip

    def play(self, index: int, games: int) -> Ints:
        """Play ``games`` games of chunk ``index``."""
        counts = np.zeros(self.players + 3, np.int64)
        tally_rounds(
            np.uint64(self.seed), index, games, self.deck.copy(), self.players, self.values,
            self.aim, self.min_draw, counts,
        )  # fmt: skip
        return counts
