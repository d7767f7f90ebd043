"""One policy alone among others who all play another, at every place of the table."""

from dataclasses import dataclass

import numpy as np

from zochastic.sims._jit import Ints
from zochastic.sims.coal.game import UNFINISHED
from zochastic.sims.coal.table import PackedRules, Policies, Table
from zochastic.sims.coal.tally import credit_of, play_on
from zochastic.sims.runner import key_of

#: Indices of the counts of a `LoneExperiment`: what the lone player won, in parts of a win, over
#: all places; its squares, an index' games together; the same of all others; games that nobody
#: won, and rounds.
WON, WON_SQUARED, LOST, LOST_SQUARED, UNENDED, ROUNDS = range(6)


@dataclass(frozen=True)
class LoneExperiment:
    """Each game index is played once for each place of the lone player, on the same luck.

    The starting player sits at seat 0 and the pieces come in the same order, so the places are
    all that differs: a policy alone among its own kind wins its even share of every index, exactly.
    To let the start go round as well would repeat the same tables on other luck.

    Attributes
    ----------
    seats : policies of a table by the lone player's seat.
    chunk : indices in a chunk, each of which is as many games as there are players.
    """

    rules: PackedRules
    seats: tuple[Policies, ...]
    start: Table
    seed: int
    chunk: int

    @property
    def key(self) -> str:
        """Identity of the experiment."""
        policies = [part for seat in self.seats for part in seat]
        return key_of("coal duel", *self.rules, *policies, *self.start, self.seed, self.chunk)

    def play(self, index: int, games: int) -> Ints:
        """Play ``games`` indices of chunk ``index``."""
        won, lost = np.zeros(games, np.int64), np.zeros(games, np.int64)
        unended, rounds = 0, 0
        for seat, policies in enumerate(self.seats):
            played = play_on(
                self.rules, policies, self.start, seed=self.seed,
                first_game=index * self.chunk, games=games,
            )  # fmt: skip
            credit = credit_of(played)
            won += credit[:, seat]
            lost += credit.sum(axis=1) - credit[:, seat]
            unended += int((played.ended == UNFINISHED).sum())
            rounds += int(played.lengths.sum())
        squares = (won * won).sum(), (lost * lost).sum()
        return np.array([won.sum(), squares[0], lost.sum(), squares[1], unended, rounds], np.int64)
