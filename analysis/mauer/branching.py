"""Mauer played on from any turn, for win probabilities, which no table has.

These are the chances for who only watched: which deck holds a card is drawn anew among all that
agrees with what was seen.
"""

from dataclasses import dataclass, replace

import numpy as np

from zochastic.analysis.mauer.records import ON_A_BOARD, MauerPlaying
from zochastic.analysis.quality.records import PARTS, Records
from zochastic.sims._jit import Ints
from zochastic.sims.mauer.experiment import MauerGames
from zochastic.sims.mauer.replay import Turn
from zochastic.sims.streams import derived

_NOTHING = np.zeros((0, 4), np.int64)
#: Lines that are written of one turn, more than there can be.
_ROOM = 8


@dataclass(frozen=True)
class MauerBranching:
    """Players at a table; a position is a board's games and a turn of one."""

    playing: MauerPlaying

    def play(self, seed: int, first_game: int, games: int) -> Records:
        """Play games ``first_game`` … of ``seed``."""
        return self.playing.play(seed, first_game, games)

    def positions(self, seed: int, game: int) -> list[tuple[MauerGames, Turn]]:
        """Each turn of a game."""
        games = self.playing.on_board(seed, game // ON_A_BOARD)
        return [(games, turn) for turn in games.turns(game)]

    def deciders(self, position: tuple[MauerGames, Turn]) -> tuple[int]:
        """Who has the turn."""
        return (position[1].seat,)

    def branch(
        self, position: tuple[MauerGames, Turn], luck: int, branches: int, playouts: int, *,
        loose: int | None = None,
    ) -> Ints:  # fmt: skip
        """Play a turn many times, and the games that it leads to; see `Branching`."""
        games, turn = position
        turn = replace(turn, loose=0 if loose is None else turn.lucks.size + 1)
        then, players = derived(luck, 0), games.policies.size
        credit = np.zeros((branches, playouts, players), np.int64)
        lines = np.zeros((len(turn.seen) + _ROOM, 4), np.int64)
        wins = np.zeros((1, players), np.int64)
        now = derived(luck, 1)
        for k in range(branches):
            written = games.replay(turn, now, k, wins, lines, only=True)
            if wins.any():
                credit[k] = PARTS * wins
                continue
            lucks = np.append(turn.lucks, np.uint64(derived(now, k)))
            after = replace(turn, lucks=lucks, seen=lines[:written])
            games.replay(after, then, k * playouts, credit[k], _NOTHING)
            credit[k] *= PARTS
        return credit
