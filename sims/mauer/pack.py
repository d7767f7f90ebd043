"""Boards as the arrays that kernels read, and tables packed into one integer.

Bits of a packed table, from the lowest: six for the cell of each of four ghosts (63: none), then
seven for each slider (three: which tunnel; four: offset + 8), at `TURNED` two for the board.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from zochastic.rules.mauer.board import Board, garment_names
from zochastic.rules.mauer.game import MauerRules
from zochastic.rules.mauer.geometry import (
    CELLS,
    CORNERS,
    PLUG,
    SIZE,
    beside,
    neighbours,
    passed,
    rotated,
)
from zochastic.rules.mauer.table import Table, start_corners
from zochastic.sims._jit import Ints

#: Where the sliders begin, bits of a slider, where the quarter turns stand.
SLIDERS, SLIDER, TURNED = 24, 7, 59
#: Stands for a ghost that is not on the board.
ABSENT = 63
#: What is added to an offset, so that it is no negative number.
MIDDLE = 8

Small = npt.NDArray[np.int8]


class Frame(NamedTuple):
    """A board and its frame, for kernels.

    Attributes
    ----------
    steps : int8[4, 49, 4], by turned, cell, direction: where a step leads; −1 where it cannot.
    garments : int8[4, 49], by turned and cell: garment below (part × a part's garments + which).
    printed : int8[4, 49], by turned and cell: the cell of the print that lies there.
    magnets : int64[sliders, tunnels, 16], by offset + 8: bits of the cells with a magnet.
    segments : int64[sliders, 16], by offset + 8: bits of the rows with a magnet.
    tunnels : int64[7], by column: which tunnel is below; −1 where there is none.
    columns : int64[tunnels], from 0.
    corridors : int64[tunnels], bits of the cells above.
    rotated : int8[2, 49], clockwise and anticlockwise.
    passed : int8[2, 49, 4], cells passed on the way, −1 behind them.
    beside : int8[49, 4], neighbours but the plug, −1 behind them.
    corners : int8[4].
    starts : int8[4], where each seat starts.
    numbers : int64[8]: players, sliders, least offset, greatest offset, segments a slide,
        1 where a ghost without room goes to its own corner first, moves, garments a part.
    start : int64[1], the packed table as a game begins.
    """

    steps: Small
    garments: Small
    printed: Small
    magnets: Ints
    segments: Ints
    tunnels: Ints
    columns: Ints
    corridors: Ints
    rotated: Small
    passed: Small
    beside: Small
    corners: Small
    starts: Small
    numbers: Ints
    start: Ints


PLAYERS, COUNT, LOW, HIGH, SEGMENTS, OWN_CORNER, MOVES, GARMENTS = range(8)


def pack_board(rules: MauerRules, board: Board, players: int | None = None) -> Frame:
    """Arrays of a board, ``rules.layout`` for example."""
    many = rules.players if players is None else players
    steps = np.full((4, CELLS, 4), -1, np.int8)
    garments = np.full((4, CELLS), -1, np.int8)
    printed = np.zeros((4, CELLS), np.int8)
    number = {name: i for i, name in enumerate(garment_names(rules.parts, rules.garments_a_part))}
    for turned in range(4):
        for cell in range(CELLS):
            below = rotated(cell, -turned)
            printed[turned, cell] = below
            name = board.garment_at.get(below)
            garments[turned, cell] = -1 if name is None else number[name]
            for direction in range(4):
                there = beside(cell, direction)
                if there is None or PLUG in (cell, there):
                    continue
                if not board.walled(below, rotated(there, -turned)):
                    steps[turned, cell, direction] = there
    corners = np.array(CORNERS, np.int8)
    starts = np.array(start_corners(many) + CORNERS[many:], np.int8)
    numbers = np.array(
        [
            many, len(board.sliders), *board.offsets, rules.segments_a_slide,
            rules.pushed_off == "start", rules.moves, rules.garments_a_part,
        ],
        np.int64,
    )  # fmt: skip
    start = Table(start_corners(many), tuple((slider.column, 0) for slider in board.sliders))
    corridors = [bits(range(column - 1, CELLS, SIZE)) for column in board.tunnels]
    return Frame(
        steps,
        garments,
        printed,
        *_magnets(board),
        np.array([_tunnel(board, column) for column in range(SIZE)], np.int64),
        np.array(board.tunnels, np.int64) - 1,
        np.array(corridors, np.int64),
        np.array([[rotated(cell, by) for cell in range(CELLS)] for by in (1, -1)], np.int8),
        np.array([[_padded(passed(cell, by)) for cell in range(CELLS)] for by in (1, -1)], np.int8),
        np.array([_padded(neighbours(cell)) for cell in range(CELLS)], np.int8),
        corners,
        starts,
        numbers,
        np.array([pack(board, start)], np.int64),
    )


def bits(cells: Iterable[int]) -> int:
    """A bit for each cell."""
    return sum(1 << cell for cell in cells)


def _padded(cells: Sequence[int]) -> list[int]:
    return [*cells, -1, -1, -1, -1][:4]


def _tunnel(board: Board, column: int) -> int:
    return board.tunnels.index(column + 1) if column + 1 in board.tunnels else -1


def _magnets(board: Board) -> tuple[Ints, Ints]:
    """Bits of cells and bits of rows with a magnet above."""
    cells = np.zeros((len(board.sliders), len(board.tunnels), 2 * MIDDLE), np.int64)
    segments = np.zeros((len(board.sliders), 2 * MIDDLE), np.int64)
    for number, slider in enumerate(board.sliders):
        for offset in range(-MIDDLE, MIDDLE):
            rows = [
                segment + offset
                for segment in range(SIZE)
                if slider.mask[segment] == "1" and 0 <= segment + offset < SIZE
            ]
            segments[number, offset + MIDDLE] = bits(rows)
            for tunnel, column in enumerate(board.tunnels):
                above = {row * SIZE + column - 1 for row in rows} - {PLUG}
                cells[number, tunnel, offset + MIDDLE] = bits(above)
    return cells, segments


def pack(board: Board, table: Table) -> int:
    """A table as one integer."""
    code = table.turned << TURNED
    for ghost in range(4):
        cell = table.ghosts[ghost] if ghost < len(table.ghosts) else ABSENT
        code |= cell << (6 * ghost)
    for number, (column, offset) in enumerate(table.sliders):
        slider = board.tunnels.index(column) | (offset + MIDDLE) << 3
        code |= slider << (SLIDERS + SLIDER * number)
    return code


def unpack(board: Board, code: int, players: int) -> Table:
    """The table of a packed integer."""
    ghosts = tuple(code >> (6 * ghost) & 63 for ghost in range(players))
    sliders = []
    for number in range(len(board.sliders)):
        slider = code >> (SLIDERS + SLIDER * number)
        sliders.append((board.tunnels[slider & 7], (slider >> 3 & 15) - MIDDLE))
    return Table(ghosts, tuple(sliders), code >> TURNED & 3)
