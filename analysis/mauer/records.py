"""Mauer for designers: whole games on the variant's board by players of graded strength."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from zochastic.analysis.mauer.experiments import read_players
from zochastic.analysis.quality.records import PARTS, Records, one_a_seat
from zochastic.rules.mauer.game import MauerRules
from zochastic.rules.mauer.keys import Memory
from zochastic.sims.mauer.game import MauerGames
from zochastic.sims.mauer.pack import pack_board
from zochastic.sims.mauer.players import POLICIES

#: Turns after which a game is given up.
MOST_TURNS = 1000


@dataclass(frozen=True)
class MauerPlaying:
    """Players on one board; who begins is drawn anew for each game."""

    games: MauerGames

    def play(self, seed: int, first_game: int, games: int) -> Records:
        """Play games ``first_game`` … of ``seed``."""
        players = self.games.policies.size
        rows = replace(self.games, seed=seed).keep(first_game, games, self.games.max_turns)
        turns = (rows[:, :, players] > 0).sum(axis=1)
        history = rows[:, : int(turns.max()), :players]
        last = history[np.arange(games), turns - 1]
        won = last >= self.games.needed
        return Records(
            credit=(PARTS * won).astype(np.int64),
            rounds=-(-turns // players),
            turns=turns,
            steps=turns,
            history=history,
            unfinished=~won.any(axis=1),
            out=np.zeros((games, players), np.int64),
            first=rows[:, 0, players] - 1,
        )


class MauerDesign:
    """Whole games of mauer."""

    seconds = 60.0
    step = "turn"
    score = "parts of the body found"
    chunk = 512
    games = 20_000
    eliminates = False
    paths = False
    other_readings: ClassVar[dict[str, tuple[str, ...]]] = {
        "board": ("random:1", "random:2"),
        "masks": ('["0010000","0100000","0000010"]', '["1101101","1011011","1110111"]'),
        "tunnels": ("[1,3,4,5,7]",),
        "offsets": ("[-1,1]",),
        "memory": ("none", "forget:0.2"),
    }
    notes = (
        "Games are played on the variant's own board; board=random:1 makes one to other numbers.",
        f"A game is given up after {MOST_TURNS:,} turns: p_unfinished tells how many are.",
    )

    def usual(self, rules: MauerRules) -> tuple[str, ...]:
        """Greedy players, with the variant's memory."""
        return ("greedy",) * rules.players

    def ladder(self, rules: MauerRules) -> tuple[str, ...]:
        """Three strengths."""
        return POLICIES

    def check(self, rules: MauerRules, names: Sequence[str]) -> None:
        """Refuse what is no policy, or not one a seat."""
        one_a_seat(names, rules.players)
        read_players(rules, ",".join(names), rules.players)

    def turn_values(self, rules: MauerRules) -> tuple[float, float, float] | None:
        """Nothing is won in a turn alone."""
        return None

    def advice(self, rules: MauerRules) -> dict[str, str]:
        """No advice of the whole game is found at once."""
        return {}

    def seat(
        self,
        rules: MauerRules,
        names: Sequence[str],
        *,
        made_for: MauerRules | None = None,
        paths: bool = False,
    ) -> MauerPlaying:
        """Sit players down; they look at the board that lies there, whatever they are made for."""
        players = read_players(rules, ",".join(names), rules.players)
        return MauerPlaying(
            MauerGames(
                pack_board(rules, rules.layout, rules.players)[np.newaxis],
                np.array([POLICIES.index(player.policy) for player in players], np.int64),
                np.array([Memory.rate(player.memory) for player in players]),
                rules.catch if rules.turning == "noisy" else 0.0,
                rules.parts_needed,
                rules.search_taken,
                rules.cards_seen == "all",
                min(rules.max_turns, MOST_TURNS),
                0,
            )
        )


DESIGN = MauerDesign()
