"""Mauer for designers: whole games over many boards by players of graded strength."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from zochastic.analysis.mauer.experiments import board_of, read_players
from zochastic.analysis.quality.decisions import Decision
from zochastic.analysis.quality.records import PARTS, Records, one_a_seat
from zochastic.rules.mauer.game import FIRST_BOARD, MauerRules
from zochastic.rules.mauer.keys import Memory
from zochastic.sims._jit import Ints
from zochastic.sims.mauer.experiment import MauerGames
from zochastic.sims.mauer.pack import pack_board
from zochastic.sims.mauer.players import POLICIES

if TYPE_CHECKING:
    from zochastic.analysis.mauer.branching import MauerBranching

#: Turns after which a game is given up.
MOST_TURNS = 1000
#: Games on a generated board, one after the other: so that chunks of games differ in boards too,
#: and intervals have the differences of boards in them.
ON_A_BOARD = 32


@dataclass(frozen=True)
class MauerPlaying:
    """Players on many boards or one; who begins is drawn anew for each game.

    Attributes
    ----------
    games : with the one board that all games are played on; else its board is not looked at.
    generated : rules of which game ``i`` is played on generated board ``i // ON_A_BOARD``.
    """

    games: MauerGames
    generated: MauerRules | None

    def on_board(self, seed: int, number: int) -> MauerGames:
        """Games of ``seed`` on its board of this number."""
        if self.generated is None:
            return replace(self.games, seed=seed)
        board = board_of(self.generated, number, seed)
        frame = pack_board(self.generated, board, self.games.policies.size)
        return replace(self.games, seed=seed, stack=frame[np.newaxis])

    def _keep(self, seed: int, first_game: int, games: int) -> Ints:
        if self.generated is None:
            return self.on_board(seed, 0).keep(first_game, games, self.games.max_turns)
        end, rows = first_game + games, []
        while first_game < end:
            number = first_game // ON_A_BOARD
            many = min(end, (number + 1) * ON_A_BOARD) - first_game
            rows.append(self.on_board(seed, number).keep(first_game, many, self.games.max_turns))
            first_game += many
        return np.concatenate(rows)

    def play(self, seed: int, first_game: int, games: int) -> Records:
        """Play games ``first_game`` … of ``seed``."""
        players = self.games.policies.size
        rows = self._keep(seed, first_game, games)
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
    chunk = 512
    games = 20_000
    eliminates = False
    nested = 128
    playouts = 256
    other_readings: ClassVar[dict[str, tuple[str, ...]]] = {
        "board": ("random:1", "random:2"),
        "masks": ('["0010000","0100000","0000010"]', '["1101101","1011011","1110111"]'),
        "tunnels": ("[1,3,4,5,7]",),
        "offsets": ("[-1,1]",),
        "memory": ("none", "forget:0.2"),
    }
    notes = (
        f"Games are played on generated boards, {ON_A_BOARD} on each, unless the variant names "
        "one: --set board=synthetic-2.",
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

    def decisions(self, rules: MauerRules) -> list[Decision]:
        """See `zochastic.analysis.mauer.decisions`."""
        from zochastic.analysis.mauer.decisions import decisions

        return decisions(rules)

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
            ),
            rules if rules.board == FIRST_BOARD else None,
        )

    def exact_paths(self, rules: MauerRules) -> bool:
        """No table has them."""
        return False

    def branching(
        self, rules: MauerRules, names: Sequence[str], *, made_for: MauerRules | None = None
    ) -> "MauerBranching":
        """Sit players down to play on from any turn."""
        from zochastic.analysis.mauer.branching import MauerBranching

        return MauerBranching(self.seat(rules, names, made_for=made_for))


DESIGN = MauerDesign()
