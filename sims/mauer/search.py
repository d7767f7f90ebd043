"""Where one's own ghost can get to in a turn: every list of moves that can matter, and no other.

With ideal turning a move that touches no ghost shows its effect only through a ghost that comes to
stand above the slider afterwards, or would have stood above where it was.  So it is left out where
no such ghost can come, and nothing is lost:

* the last move is a step, a slide below one's own ghost, or a turn;
* the last but one is no transfer, and no slide of a slider without a ghost above;
* after a transfer, two moves before the end, comes a step above one of its two tunnels, or a turn.
"""

from typing import NamedTuple

import numpy as np

from zochastic.sims._jit import Ints, helper, routine
from zochastic.sims.mauer.moves import (
    KIND,
    MOST_NEXT,
    MOST_PLACES,
    NOBODY,
    SLIDE,
    TRANSFER,
    TURN,
    all_next,
    ghost_at,
    magnets_of,
    occupied,
    slide,
    step,
    tunnel_of,
    turn,
    turned_of,
)
from zochastic.sims.mauer.pack import (
    CORRIDORS,
    COUNT,
    PRINTED,
    ROTATED,
    SEGMENTS,
    STEPS,
    TUNNELS,
)

#: The most moves of a turn.
MOST_MOVES = 4


class Scratch(NamedTuple):
    """Room for a search: int64[2, 64], int64[4, MOST_NEXT] for tables and for moves."""

    out: Ints
    codes: Ints
    moves: Ints


def scratch() -> Scratch:
    """Room for one search at a time."""
    return Scratch(
        np.empty((2, MOST_PLACES), np.int64),
        np.empty((MOST_MOVES, MOST_NEXT), np.int64),
        np.empty((MOST_MOVES, MOST_NEXT), np.int64),
    )


scratch_here = helper(scratch)


@helper
def printed_cell(frame: Ints, code: int, mover: int) -> int:
    """The cell of the print on which a ghost stands."""
    return int(frame[PRINTED + 49 * turned_of(code) + ghost_at(code, mover)])


@routine
def last_cells(frame: Ints, code: int, mover: int, out: Ints) -> int:
    """Bits of the cells of the print where one more move can put the ghost."""
    turned = turned_of(code)
    cell = ghost_at(code, mover)
    ghosts = occupied(code)
    found = 0
    for direction in range(4):
        there = frame[STEPS + 4 * (49 * turned + cell) + direction]
        if there >= 0 and not (ghosts >> there) & 1:
            found |= 1 << frame[PRINTED + 49 * (turned) + there]
    magnets = magnets_of(frame, code)
    tunnel = frame[TUNNELS + cell % 7]
    if tunnel >= 0:
        for slider in range(frame[COUNT]):
            if tunnel_of(code, slider) != tunnel:
                continue
            for by in (1, -1):
                after = code
                for _ in range(frame[SEGMENTS]):
                    after = slide(frame, after, slider, by)
                    if after < 0:
                        break
                    found |= 1 << frame[PRINTED + 49 * (turned) + ghost_at(after, mover)]
    for way in range(2):
        if (magnets >> cell) & 1:
            found |= 1 << frame[PRINTED + 49 * ((turned + 1 + 2 * way) & 3) + cell]
        elif (magnets & ghosts) >> frame[ROTATED + 64 * way + cell] & 1:
            for k in range(turn(frame, code, mover, way, NOBODY, out)):
                found |= 1 << printed_cell(frame, out[0, k], mover)
        else:
            found |= 1 << frame[PRINTED + 49 * (turned) + cell]
    return found


@helper
def _last_move(
    frame: Ints, code: int, mover: int, wanted: int, work: Scratch, level: int
) -> tuple[int, int]:
    """The table and the number of a last move that puts the ghost on a cell in ``wanted``."""
    many = all_next(frame, code, mover, work.out, work.codes[level], work.moves[level])
    for k in range(many):
        if (wanted >> printed_cell(frame, work.codes[level, k], mover)) & 1:
            return work.codes[level, k], work.moves[level, k]
    return -1, -1


@helper
def _few_next(
    frame: Ints, code: int, mover: int, before: int, move: int, work: Scratch, level: int
) -> int:
    """Moves worth making before the last one; ``move`` led here from ``before``, or is −1."""
    codes, moves = work.codes[level], work.moves[level]
    found = 0
    moved = move >> KIND == TRANSFER and move >= 0
    near = -1
    if moved:
        slider = (move >> 7) & 7
        near = frame[CORRIDORS + ((move >> 4) & 7)] | frame[CORRIDORS + tunnel_of(before, slider)]
    for direction in range(4):
        after = step(frame, code, mover, direction)
        if after >= 0 and (near >> ghost_at(after, mover)) & 1:
            codes[found], moves[found] = after, direction
            found += 1
    if not moved:
        ghosts = occupied(code)
        for slider in range(frame[COUNT]):
            if not ghosts & frame[CORRIDORS + tunnel_of(code, slider)]:
                continue
            for by in (1, -1):
                after = code
                for segments in range(1, frame[SEGMENTS] + 1):
                    after = slide(frame, after, slider, by)
                    if after < 0:
                        break
                    codes[found] = after
                    moves[found] = SLIDE << KIND | slider << 4 | (by * segments + 8)
                    found += 1
    for way in range(2):
        for k in range(turn(frame, code, mover, way, NOBODY, work.out)):
            codes[found], moves[found] = work.out[0, k], TURN << KIND | way
            found += 1
    return found


@routine
def sweep(
    frame: Ints, code: int, mover: int, depth: int, wanted: int, work: Scratch, path: Ints
) -> int:
    """Bits of the cells of the print where the ghost can stand after ``depth`` moves.

    With fewer moves too where ``depth`` moves can waste one; what cannot be reached with fewer is
    found in any case.

    Parameters
    ----------
    wanted : bits of cells; once one of them is reached, the search ends.
    path : int64[2, 5], in place where a wanted cell was reached: the tables after each move, and
        the moves' numbers.
    """
    here = 1 << printed_cell(frame, code, mover)
    if depth == 0:
        return here
    if depth == 1:
        found = last_cells(frame, code, mover, work.out)
        if found & wanted:
            path[0, 0], path[1, 0] = _last_move(frame, code, mover, wanted, work, 0)
        return found
    found = 0
    counts = np.zeros(MOST_MOVES, np.int64)
    places = np.zeros(MOST_MOVES, np.int64)
    level = 0
    now, before, move = code, code, -1
    while True:
        # expand `now` at `level`; levels count down to the last move
        left = depth - level
        if left == 2:
            counts[level] = _few_next(frame, now, mover, before, move, work, level)
        else:
            counts[level] = all_next(
                frame, now, mover, work.out, work.codes[level], work.moves[level]
            )
        places[level] = 0
        if left == 2:
            for k in range(counts[level]):
                reached = last_cells(frame, work.codes[level, k], mover, work.out)
                found |= reached
                if reached & wanted:
                    for i in range(level):
                        path[0, i] = work.codes[i, places[i]]
                        path[1, i] = work.moves[i, places[i]]
                    path[0, level] = work.codes[level, k]
                    path[1, level] = work.moves[level, k]
                    path[0, level + 1], path[1, level + 1] = _last_move(
                        frame, work.codes[level, k], mover, wanted, work, level + 1
                    )
                    return found
            level -= 1
            while level >= 0:
                places[level] += 1
                if places[level] < counts[level]:
                    break
                level -= 1
            if level < 0:
                return found
        before = code if level == 0 else work.codes[level - 1, places[level - 1]]
        now, move = work.codes[level, places[level]], work.moves[level, places[level]]
        level += 1


@routine
def nearest(
    frame: Ints, code: int, mover: int, depth: int, wanted: int, work: Scratch, path: Ints
) -> int:
    """The fewest moves, at most ``depth``, to a cell of the print in ``wanted``; −1 if none.

    ``path`` gets the moves, as in `sweep`.
    """
    if (wanted >> printed_cell(frame, code, mover)) & 1:
        return 0
    if wanted == 0:
        return -1
    for moves in range(1, depth + 1):
        if sweep(frame, code, mover, moves, wanted, work, path) & wanted:
            return moves
    return -1


@routine
def within(frame: Ints, code: int, mover: int, depth: int, work: Scratch, cells: Ints) -> None:
    """``cells`` : int64[depth + 1], in place: bits of the cells within each number of moves."""
    path = np.empty((2, MOST_MOVES + 1), np.int64)
    reached = 0
    for moves in range(depth + 1):
        reached |= sweep(frame, code, mover, moves, 0, work, path)
        cells[moves] = reached
