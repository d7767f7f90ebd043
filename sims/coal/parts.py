"""The rest of a round after one decision, counted by what the drawer's chips are paid for."""

from dataclasses import dataclass

import numpy as np

from zochastic.sims._jit import Ints
from zochastic.sims.coal.game import FREE
from zochastic.sims.coal.table import PackedRules, Policies, Table
from zochastic.sims.coal.tally import play_on
from zochastic.sims.runner import key_of

#: Rounds in a chunk.
CHUNK = 1 << 12


@dataclass(frozen=True)
class PartsExperiment:
    """One drawer's net chips of a round: in all, by bet, by either bonus; then the net's squares.

    What is left of the net is pacts, and what a bank that ran dry owed.

    Attributes
    ----------
    start : a position in which seat 0 begins the round.
    who : the drawer, a seat.
    won : what his bet brings on top of itself.
    own : whether it is held against his own amount.
    best, most : int64[players + 1], what each of so many tied players has of the bonus for the
        highest amount, for the most pieces.
    """

    rules: PackedRules
    policies: Policies
    start: Table
    seed: int
    who: int
    won: int
    own: bool
    best: Ints
    most: Ints
    force: int = FREE
    chunk: int = CHUNK

    @property
    def key(self) -> str:
        """Identity of the experiment."""
        return key_of(
            "coal parts", *self.rules, *self.policies, *self.start, self.seed, self.who, self.won,
            self.own, self.best, self.most, self.force, self.chunk,
        )  # fmt: skip

    def play(self, index: int, games: int) -> Ints:
        """Play ``games`` rounds of chunk ``index``."""
        played = play_on(
            self.rules, self.policies, self.start, seed=self.seed,
            first_game=index * self.chunk, games=games, most_rounds=1, force=self.force,
        )  # fmt: skip
        net = played.chips[:, self.who] - self.start.wealth[self.who]
        stake = int(self.start.bets[self.who])
        top = played.amounts.max(axis=1)
        reached = played.amounts[:, self.who] if self.own else top
        bet = np.where(reached >= stake, self.won, -stake).sum()
        best = _bonus(played.amounts, self.who, self.best)
        most = _bonus(played.counts, self.who, self.most)
        return np.array([net.sum(), bet, best, most, (net * net).sum()], np.int64)


def _bonus(results: Ints, who: int, shares: Ints) -> int:
    """What a player has in all of the bonus for the highest of ``results``."""
    top = results.max(axis=1, keepdims=True)
    level = (results == top).sum(axis=1)
    has = (results[:, who] == top[:, 0]) & (top[:, 0] > 0)
    return int(shares[level][has].sum())
