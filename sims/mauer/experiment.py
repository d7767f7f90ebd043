"""Whole games of mauer as an experiment for the runner; each can be played on from any turn."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from zochastic.sims._jit import Floats, Ints
from zochastic.sims.mauer.game import LINES, WIDTH, record_game, tally_games
from zochastic.sims.mauer.replay import Turn, replay_game
from zochastic.sims.runner import key_of
from zochastic.sims.streams import origin


@dataclass(frozen=True)
class MauerGames:
    """Whole games on many boards; counts int64[boards × WIDTH], see `tally_games`.

    Attributes
    ----------
    stack : int64[boards, FRAME], packed boards.
    policies : int64[players], numbers of `POLICIES`, by seat.
    rates : float64[players], how much each forgets a turn: 0 nothing, 1 everything.
    catch : chance that a passing magnet catches a ghost; 0 is ideal turning.
    needed : parts that win.
    """

    stack: Ints
    policies: Ints
    rates: Floats
    catch: float
    needed: int
    search_taken: bool
    whole_deck: bool
    max_turns: int
    seed: int

    @property
    def boards(self) -> int:
        """How many boards there are."""
        return int(self.stack.shape[0])

    @property
    def chunk(self) -> int:
        """Games in a full chunk: fewer where players think."""
        return {0: 512, 1: 8, 2: 2}[int(self.policies.max())]

    @cached_property
    def key(self) -> str:
        """Identity of the experiment."""
        return key_of(
            "mauer games", self.stack, self.policies, self.rates, self.catch, self.needed,
            self.search_taken, self.whole_deck, self.max_turns, self.seed, self.chunk,
        )  # fmt: skip

    def play(self, index: int, games: int) -> Ints:
        """Play ``games`` games of chunk ``index``."""
        counts = np.zeros((self.boards, WIDTH), np.int64)
        tally_games(
            np.uint64(self.seed), index * self.chunk, games, self.stack, self.policies,
            self.rates, self.catch, self.needed, self.search_taken, self.whole_deck,
            self.max_turns, counts, np.zeros((0, 0, 0), np.int64),
        )  # fmt: skip
        return counts.ravel()

    def keep(self, first: int, games: int, turns: int) -> Ints:
        """Play games ``first`` … and keep so many turns: the history of `tally_games`."""
        history = np.zeros((games, turns, self.policies.size + 1), np.int64)
        tally_games(
            np.uint64(self.seed), first, games, self.stack, self.policies, self.rates, self.catch,
            self.needed, self.search_taken, self.whole_deck, self.max_turns,
            np.zeros((self.boards, WIDTH), np.int64), history,
        )  # fmt: skip
        return history

    def turns(self, game: int) -> list["Turn"]:
        """Each turn of a game, to be played on from."""
        history = np.zeros((self.max_turns, self.policies.size + 1), np.int64)
        lines = np.zeros((LINES * self.max_turns, 4), np.int64)
        written = record_game(
            np.uint64(self.seed), game, self.stack[game % self.boards], self.policies, self.rates,
            self.catch, self.needed, self.search_taken, self.whole_deck, self.max_turns, lines,
            history,
        )  # fmt: skip
        lines, seats = lines[:written], history[:, -1]
        own = origin(np.uint64(self.seed), game)
        return [
            Turn(game, np.full(turn, own, np.uint64), lines[lines[:, 0] <= turn], seat - 1)
            for turn, seat in enumerate(seats[seats > 0].tolist())
        ]

    def replay(
        self, turn: "Turn", luck: int, first: int, wins: Ints, lines: Ints, *, only: bool = False
    ) -> int:
        """Play on from a turn; see `replay_game`; ``only``: this turn and no further.

        Raises
        ------
        ArithmeticError : no cards were found that agree with how the game was played.
        """
        written = replay_game(
            np.uint64(self.seed), turn.game, self.stack[turn.game % self.boards], self.policies,
            self.rates, self.catch, self.needed, self.search_taken, self.whole_deck,
            turn.lucks.size + 1 if only else self.max_turns, turn.lucks, turn.seen,
            np.uint64(luck), first, turn.loose, wins, lines,
        )  # fmt: skip
        if written < 0:
            raise ArithmeticError("no cards were found that agree with how the game was played")
        return written
