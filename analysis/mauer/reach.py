"""All tables that can be reached with a few moves, each once, with a shortest list of moves."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from zochastic.rules.mauer.board import Board
from zochastic.rules.mauer.game import MauerRules
from zochastic.rules.mauer.moves import Move, Slide, Step, Transfer, Turn
from zochastic.rules.mauer.table import Table
from zochastic.sims._jit import Ints, helper, kernel
from zochastic.sims.mauer.moves import (
    KIND,
    MOST_NEXT,
    MOST_PLACES,
    SLIDE,
    STEP,
    TRANSFER,
    all_next,
)
from zochastic.sims.mauer.pack import MIDDLE, PLAYERS, pack, pack_board, unpack

#: More tables than that are not listed; four moves reach about a million.
MOST_TABLES = 1 << 23
_FIRST = 1 << 17


@helper
def _slot(key: int, size: int) -> int:
    """Where a packed table is looked up first; ``size`` is a power of two."""
    mixed = key * -7046029254386353131
    mixed ^= mixed >> 32
    return mixed & (size - 1)


@kernel
def explore(
    frame: Ints, start: int, mover: int, depth: int, codes: Ints, parents: Ints, moves: Ints,
    slots: Ints, ends: Ints,
) -> int:  # fmt: skip
    """Breadth first from ``start``.

    Parameters
    ----------
    codes, parents, moves : int64[N], in place: the tables in the order in which they are found,
        from where and by which move each was.
    slots : int64[power of two > N], in place: scratch, all −1.
    ends : int64[depth + 1], in place: how many tables there are within each number of moves.

    Returns
    -------
    How many tables; −1 if there are more than N.
    """
    out = np.empty((2, MOST_PLACES), np.int64)
    following = np.empty(MOST_NEXT, np.int64)
    by = np.empty(MOST_NEXT, np.int64)
    size = slots.size
    codes[0], parents[0], moves[0] = start, -1, -1
    slots[_slot(start, size)] = 0
    found = 1
    ends[0] = 1
    first = 0
    for level in range(1, depth + 1):
        last = found
        for index in range(first, last):
            many = all_next(frame, codes[index], mover, out, following, by)
            for k in range(many):
                code = following[k]
                slot = _slot(code, size)
                while slots[slot] >= 0 and codes[slots[slot]] != code:
                    slot = (slot + 1) & (size - 1)
                if slots[slot] >= 0:
                    continue
                if found == codes.size:
                    return -1
                slots[slot] = found
                codes[found], parents[found], moves[found] = code, index, by[k]
                found += 1
        first = last
        ends[level] = found
    return found


@dataclass(frozen=True)
class Reach:
    """Tables within some moves of a player.

    Attributes
    ----------
    codes : int64[tables], packed, in the order of the moves needed; the first is the start.
    parents, moves : int64[tables]: the table before each (an index), and the move from there.
    ends : int64[depth + 1]: how many tables there are within each number of moves.
    """

    board: Board
    players: int
    codes: Ints
    parents: Ints
    moves: Ints
    ends: Ints

    @property
    def depths(self) -> Ints:
        """int64[tables]: the fewest moves to each."""
        return np.searchsorted(self.ends, np.arange(self.codes.size), side="right")

    def table(self, index: int) -> Table:
        """The table of an index."""
        return unpack(self.board, int(self.codes[index]), self.players)

    def path(self, index: int) -> list[tuple[Move, Table]]:
        """A shortest list of moves to a table, each with the table after it."""
        steps = []
        while self.parents[index] >= 0:
            steps.append((move_of(self.board, int(self.moves[index])), self.table(index)))
            index = int(self.parents[index])
        return steps[::-1]

    def __iter__(self) -> Iterator[Table]:
        return (self.table(index) for index in range(self.codes.size))


def reachable(
    rules: MauerRules, board: Board, table: Table, mover: int, *, moves: int | None = None
) -> Reach:
    """All tables that ``mover`` can reach with up to ``moves`` moves (the rules' if None).

    Raises
    ------
    ValueError: there are more than `MOST_TABLES`.
    """
    frame = pack_board(rules, board, len(table.ghosts))
    depth = rules.moves if moves is None else moves
    return explored(frame, board, pack(board, table), mover, depth)


def explored(frame: Ints, board: Board, code: int, mover: int, depth: int) -> Reach:
    """As `reachable`, of what is packed already."""
    room = _FIRST
    while room <= MOST_TABLES:
        codes, parents, moves = (np.empty(room, np.int64) for _ in range(3))
        slots = np.full(2 * room, -1, np.int64)
        ends = np.zeros(depth + 1, np.int64)
        found = explore(frame, code, mover, depth, codes, parents, moves, slots, ends)
        if found >= 0:
            players = int(frame[PLAYERS])
            return Reach(board, players, codes[:found], parents[:found], moves[:found], ends)
        room *= 4
    raise ValueError(f"more than {MOST_TABLES:,} tables can be reached with {depth} moves")


def move_of(board: Board, number: int) -> Move:
    """The move that a kernel's number stands for."""
    kind = number >> KIND
    if kind == STEP:
        return Step(number & 3)
    if kind == SLIDE:
        return Slide(number >> 4 & 7, (number & 15) - 8)
    if kind == TRANSFER:
        column = board.tunnels[number >> 4 & 7]
        return Transfer(number >> 7 & 7, column, (number & 15) - MIDDLE)
    return Turn(-1 if number & 1 else 1)
