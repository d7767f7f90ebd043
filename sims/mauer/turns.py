"""Plans of a turn carried out: moves in their order, other ones where a turn goes otherwise."""

import numpy as np

from zochastic.sims._jit import Ints, Words, helper, routine
from zochastic.sims.mauer.chance import apply, random_move
from zochastic.sims.mauer.moves import KIND, TURN, ghost_at
from zochastic.sims.mauer.pack import MOVES
from zochastic.sims.mauer.search import MOST_MOVES, Scratch, nearest, printed_cell, within
from zochastic.sims.streams import below

#: Random turns among which a planner without a garment in reach chooses.
_TRIES = 12


@helper
def write(record: Ints, lines: int, turn: int, seat: int, what: int, hit: int) -> int:
    """Write a line of the record, if there is room."""
    if lines >= record.shape[0]:
        return lines
    record[lines, 0], record[lines, 1], record[lines, 2], record[lines, 3] = turn, seat, what, hit
    return lines + 1


@helper
def _chosen(out: Ints, many: int, planned: int) -> int:
    """The planned table if it is among those to choose from, else the first."""
    for k in range(many):
        if out[0, k] == planned:
            return planned
    return int(out[0, 0])


@routine
def follow(
    frame: Ints, state: Words, code: int, seat: int, many: int, catch: float, work: Scratch,
    path: Ints, record: Ints, lines: int, turn: int,
) -> tuple[int, int, int]:  # fmt: skip
    """Make the moves of ``path`` until a turn goes otherwise: table, moves made, lines."""
    for i in range(many):
        planned, move = path[0, i], path[1, i]
        if catch > 0.0 and move >> KIND == TURN:
            ways = apply(frame, state, code, seat, move, catch, work.out)
            code = _chosen(work.out, ways, planned)
        else:
            code = planned
        lines = write(record, lines, turn, seat, code, 0)
        if code != planned:
            return code, i + 1, lines
    return code, many, lines


@routine
def go(
    frame: Ints, state: Words, code: int, seat: int, aim: int, wanted: int, catch: float,
    work: Scratch, path: Ints, record: Ints, lines: int, turn: int,
) -> tuple[int, int]:  # fmt: skip
    """Go to the nearest cell in ``aim``, planning anew where a turn went otherwise."""
    left = frame[MOVES]
    while True:
        need = nearest(frame, code, seat, left, aim, work, path)
        if need < 0 and aim != wanted:
            aim = wanted  # any other garment will do now
            continue
        if need <= 0:
            return code, lines
        code, made, lines = follow(
            frame, state, code, seat, need, catch, work, path, record, lines, turn
        )
        left -= made


@routine
def survives(
    frame: Ints, state: Words, code: int, seat: int, plan: Ints, many: int, wanted: int, out: Ints
) -> bool:
    """Whether a plan made earlier still leads to the garment it was made for (ideal turning)."""
    for i in range(many):
        after = apply(frame, state, code, seat, plan[1, i], 0.0, out)
        if after == 0:
            return False
        code = int(out[0, 0])
        for k in range(after):
            if ghost_at(out[0, k], seat) == ghost_at(plan[0, i], seat):
                code = int(out[0, k])
                break
    return bool((wanted >> printed_cell(frame, code, seat)) & 1)


@routine
def prepare(
    frame: Ints, state: Words, code: int, seat: int, wanted: int, work: Scratch, path: Ints
) -> int:
    """Of some random turns, the one after which most of ``wanted`` would be in reach.

    Returns
    -------
    How many moves it has; ``path`` gets them, as in `sweep`.
    """
    moves = frame[MOVES]
    best, most = 0, -1
    cells = np.empty(MOST_MOVES + 1, np.int64)
    trial = np.empty((2, MOST_MOVES + 1), np.int64)
    for number in range(_TRIES):
        after, many = code, 0
        if number > 0:
            many = 1 + below(state, moves)
            for i in range(many):
                after = random_move(frame, state, after, seat, 0.0, work.out)
                trial[0, i], trial[1, i] = after, work.out[1, 63]
        within(frame, after, seat, moves, work, cells)
        reached = cells[moves] & wanted
        count = 0
        while reached:
            reached &= reached - 1
            count += 1
        if count > most:
            best, most = many, count
            for i in range(many):
                path[0, i], path[1, i] = trial[0, i], trial[1, i]
    return best
