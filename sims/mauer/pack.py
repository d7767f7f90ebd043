"""Boards as the arrays that kernels read, and tables packed into one integer.

Bits of a packed table, from the lowest: six for the cell of each of four ghosts (63: none), then
seven for each slider (three: which tunnel; four: offset + 8), at `TURNED` two for the board.
"""

from collections.abc import Iterable, Sequence
from functools import cache

import numpy as np

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

#: Where a packed board has its numbers, and where its tables begin.
(
    PLAYERS, COUNT, LOW, HIGH, SEGMENTS, OWN_CORNER, MOVES, DECKS, GARMENTS, COLUMNS, START,
) = range(11)  # fmt: skip
STEPS = 16
BELOW = STEPS + 4 * CELLS * 4
PRINTED = BELOW + 4 * CELLS
MAGNETS = PRINTED + 4 * CELLS
TUNNELS = MAGNETS + 5 * 7 * 2 * MIDDLE
CORRIDORS = TUNNELS + SIZE
ROTATED = CORRIDORS + SIZE
PASSED = ROTATED + 2 * 64
BESIDE = PASSED + 2 * CELLS * 4
STARTS = BESIDE + CELLS * 4
WHERE = STARTS + 4
FRAME = WHERE + CELLS


def pack_board(rules: MauerRules, board: Board, players: int | None = None) -> Ints:
    """A board and its frame as one array, in which kernels look everything up.

    Returns
    -------
    int64[FRAME]. Numbers: players, sliders, least and greatest offset, segments a slide, 1 where a
    ghost without room goes to its own corner first, moves, decks, garments, tunnels, the packed
    table as a game begins. Then, each flat:

    * ``STEPS`` [4, 49, 4] by turned, cell, direction: where a step leads, −1 where it cannot;
    * ``BELOW`` [4, 49] the garment (part × decks + which), −1 for none;
    * ``PRINTED`` [4, 49] the cell of the print that lies there;
    * ``MAGNETS`` [5, 7, 16] by slider, tunnel, offset + 8: bits of the cells with a magnet;
    * ``TUNNELS`` [7] the tunnel below a column or −1; ``CORRIDORS`` [7] by tunnel: bits of the
      cells above;
    * ``ROTATED`` [2, 64] clockwise, anticlockwise, a ghost that is absent stays so; ``PASSED``
      [2, 49, 4] cells on the way;
    * ``BESIDE`` [49, 4] neighbours but the plug; ``STARTS`` [4]; ``WHERE`` [garments] by garment.
    """
    many = rules.players if players is None else players
    frame = _unprinted().copy()
    start = Table(start_corners(many), tuple((slider.column, 0) for slider in board.sliders))
    names = garment_names(rules.parts, rules.garments_a_part)
    frame[: START + 1] = [
        many, len(board.sliders), *board.offsets, rules.segments_a_slide,
        rules.pushed_off == "start", rules.moves, rules.decks, len(names), len(board.tunnels),
        pack(board, start),
    ]  # fmt: skip
    where = [board.cell_of[name] for name in names]
    below = np.full(CELLS, -1, np.int64)
    below[where] = np.arange(len(names))
    steps = np.full((CELLS, 4), -1, np.int64)
    for cell in range(CELLS):
        for direction in range(4):
            other = beside(cell, direction)
            if other is not None and PLUG not in (cell, other) and not board.walled(cell, other):
                steps[cell, direction] = other
    for turned in range(4):
        lies = frame[PRINTED + turned * CELLS :][:CELLS]  # of the print, by cell of the frame
        places = np.argsort(lies)
        frame[BELOW + turned * CELLS :][:CELLS] = below[lies]
        turned_steps = np.roll(steps[lies], turned, axis=1)
        there = np.where(turned_steps < 0, -1, places[turned_steps])
        frame[STEPS + 4 * turned * CELLS :][: 4 * CELLS] = there.ravel()
    _pack_sliders(board, frame)
    _fill(frame, STARTS, start_corners(many) + CORNERS[many:])
    _fill(frame, WHERE, where)
    return frame


@cache
def _unprinted() -> Ints:
    """What all boards have in common."""
    frame = np.full(FRAME, -1, np.int64)
    for cell in range(CELLS):
        _fill(frame, BESIDE + 4 * cell, neighbours(cell))
        for way, quarters in enumerate((1, -1)):
            frame[ROTATED + way * 64 + cell] = rotated(cell, quarters)
            frame[ROTATED + way * 64 + ABSENT] = ABSENT
            _fill(frame, PASSED + 4 * (way * CELLS + cell), passed(cell, quarters))
        for turned in range(4):
            frame[PRINTED + turned * CELLS + cell] = rotated(cell, -turned)
    return frame


def _fill(frame: Ints, first: int, values: Sequence[int]) -> None:
    frame[first : first + len(values)] = values


def _pack_sliders(board: Board, frame: Ints) -> None:
    for tunnel, column in enumerate(board.tunnels):
        frame[TUNNELS + column - 1] = tunnel
        frame[CORRIDORS + tunnel] = bits(range(column - 1, CELLS, SIZE))
    for number, slider in enumerate(board.sliders):
        for offset in range(-MIDDLE, MIDDLE):
            rows = [
                segment + offset
                for segment in range(SIZE)
                if slider.mask[segment] == "1" and 0 <= segment + offset < SIZE
            ]
            for tunnel, column in enumerate(board.tunnels):
                above = {row * SIZE + column - 1 for row in rows} - {PLUG}
                place = ((number * 7) + tunnel) * 2 * MIDDLE + offset + MIDDLE
                frame[MAGNETS + place] = bits(above)


def bits(cells: Iterable[int]) -> int:
    """A bit for each cell."""
    return sum(1 << cell for cell in cells)


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
