"""Plans for a turn: to a needed garment, for the next turn, or against the next player."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from zochastic.analysis.mauer import decks
from zochastic.analysis.mauer.noise import best_chances, chance_as_planned
from zochastic.analysis.mauer.reach import Reach, explored, move_of
from zochastic.rules.mauer.board import Board
from zochastic.rules.mauer.facts import Fact
from zochastic.rules.mauer.game import MauerRules
from zochastic.rules.mauer.geometry import CELLS, rotated
from zochastic.rules.mauer.moves import Move, Turn, results
from zochastic.rules.mauer.state import State
from zochastic.rules.mauer.table import Table
from zochastic.sims._jit import Ints, kernel
from zochastic.sims.mauer.pack import TURNED, pack, pack_board
from zochastic.sims.mauer.search import MOST_MOVES, scratch_here, within

#: With more moves a turn, looking a turn ahead would take minutes.
FORESEEN = 3

Path = list[tuple[Move, Table]]


@dataclass(frozen=True)
class Plan:
    """A way to a garment.

    Attributes
    ----------
    moves_needed : the fewest moves with ideal turning; None where only a catch leads there.
    path : the moves, each with the table after it.
    p_success, p_noisy : chance to get there by the variant's turning, and with noisy turning.
    p_find : chance that the best deck holds its card; ``deck`` from 1.
    """

    garment: str
    cell: int
    moves_needed: int | None
    path: Path
    p_success: float
    p_noisy: float
    p_find: Fraction
    deck: int


@kernel
def count_reach(
    frame: Ints, codes: Ints, player: int, depth: int, wanted: int, counts: Ints
) -> None:
    """``counts`` : int64[tables], in place: wanted cells that ``player`` has in reach at each."""
    work = scratch_here()
    cells = np.empty(MOST_MOVES + 1, np.int64)
    for index in range(codes.size):
        within(frame, codes[index], player, depth, work, cells)
        reached = cells[depth] & wanted
        many = 0
        while reached:
            reached &= reached - 1
            many += 1
        counts[index] = many


class Turns:
    """All that one player can do in a turn, from a state."""

    def __init__(self, rules: MauerRules, board: Board, state: State, facts: Sequence[Fact]):
        self.rules, self.board, self.state, self.facts = rules, board, state, facts
        self.frame = pack_board(rules, board, len(state.table.ghosts))
        self.code = pack(board, state.table)
        self.reach: Reach = explored(self.frame, board, self.code, state.seat, rules.moves)
        self.printed = self._printed()

    def _printed(self) -> Ints:
        """int64[tables]: the cell of the print where the player's ghost stands."""
        lies = np.array([[rotated(c, -k) for c in range(CELLS)] for k in range(4)], np.int64)
        ghosts = self.reach.codes >> (6 * self.state.seat) & 63
        found: Ints = lies[self.reach.codes >> TURNED & 3, ghosts]
        return found

    def fewest(self) -> dict[int, int]:
        """The first table at each cell of the print that can be reached, by its index."""
        cells, first = np.unique(self.printed, return_index=True)
        return {int(cell): int(index) for cell, index in zip(cells, first, strict=True)}

    def needed(self, seat: int) -> list[str]:
        """Garments of the parts that a player lacks."""
        have = self.state.have[seat]
        return [name for name, _ in self.board.garments if name.partition("-")[0] not in have]

    def plans(self) -> list[Plan]:
        """A plan to every needed garment that can be reached, the most promising first."""
        rules, board = self.rules, self.board
        first, depths = self.fewest(), self.reach.depths
        names = self.needed(self.state.seat)
        noise = rules.catch if rules.turning == "noisy" else 0.0
        chances = np.zeros(len(names))
        if rules.catch > 0 and names:
            goals = [1 << board.cell_of[name] for name in names]
            chances, _ = best_chances(
                self.frame, self.code, self.state.seat, rules.moves, rules.catch, goals
            )
        found = []
        for name, p in zip(names, chances, strict=True):
            index = first.get(board.cell_of[name])
            if p == 0 if noise else index is None:
                continue
            needs = None if index is None else int(depths[index])
            path = self.noisy_path(name) if noise else self.reach.path(index or 0)
            known = decks.search(rules, self.facts, name)
            p_noisy = float(p) if rules.catch > 0 else 1.0
            found.append(
                Plan(
                    name,
                    board.cell_of[name],
                    needs,
                    path,
                    p_noisy if noise else 1.0,
                    p_noisy,
                    known.chances[known.best - 1],
                    known.best,
                )
            )
        return sorted(found, key=self._order)

    @staticmethod
    def _order(plan: Plan) -> tuple[float, float, int, str]:
        value = plan.p_success * float(plan.p_find)
        return (-round(value, 12), -round(plan.p_noisy, 12), len(plan.path), plan.garment)

    def noisy_path(self, garment: str) -> Path:
        """Best moves to a garment where magnets may catch, as long as none does.

        No more moves than the greatest chance needs.
        """
        goal = [1 << self.board.cell_of[garment]]
        table, path = self.state.table, Path()
        most = self._chance(table, self.rules.moves, goal) - 1e-12
        left = next(
            moves
            for moves in range(self.rules.moves + 1)
            if self._chance(table, moves, goal) >= most
        )
        while left:
            code = pack(self.board, table)
            _, firsts = best_chances(
                self.frame, code, self.state.seat, left, self.rules.catch, goal
            )
            if firsts[0] < 0:
                break
            move = move_of(self.board, int(firsts[0]))
            tables = results(self.rules, self.board, table, self.state.seat, move)
            left -= 1
            table = max(tables, key=lambda after: self._chance(after, left, goal))
            path.append((move, table))
        return path

    def _chance(self, table: Table, left: int, goal: list[int]) -> float:
        code = pack(self.board, table)
        chances, _ = best_chances(self.frame, code, self.state.seat, left, self.rules.catch, goal)
        return float(chances[0])

    def within_reach(self, player: int, names: Sequence[str], threads: int | None = None) -> Ints:
        """int64[tables]: how many of these garments a player could reach from each table.

        Looks at `FORESEEN` moves at most, of this turn and of the next.
        """
        wanted = sum(1 << self.board.cell_of[name] for name in names)
        moves = min(self.rules.moves, FORESEEN)
        codes = self.reach.codes[: self.reach.ends[moves]]
        counts = np.zeros(codes.size, np.int64)
        parts = range(0, codes.size, 2048)

        def count(first: int) -> None:
            part = slice(first, first + 2048)
            count_reach(self.frame, codes[part], player, moves, wanted, counts[part])

        with ThreadPoolExecutor(max_workers=threads) as pool:
            list(pool.map(count, parts))
        return counts

    def as_planned(self, path: Path) -> float:
        """Chance that all of a plan's turns go as they should, by the variant's turning."""
        if self.rules.turning == "ideal" or not any(isinstance(m, Turn) for m, _ in path):
            return 1.0
        return chance_as_planned(self.board, self.state.table, path, self.rules.catch)
