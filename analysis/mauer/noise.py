"""How likely a goal is reached when passing magnets may catch ghosts while the board turns.

The player sees where the ghosts came to stand before the next move, and settles conflicts as is
best for the goal: exact, by going through all moves and all catches.
"""

from collections.abc import Sequence

import numpy as np

from zochastic.rules.mauer.board import Board
from zochastic.rules.mauer.geometry import passed
from zochastic.rules.mauer.moves import Move, Turn
from zochastic.rules.mauer.table import Table
from zochastic.sims._jit import Floats, Ints, helper, kernel
from zochastic.sims.mauer.moves import (
    KIND,
    MOST_NEXT,
    MOST_PLACES,
    NOBODY,
    TRANSFER,
    TURN,
    all_next,
    ghost_at,
    magnets_of,
    turn,
)
from zochastic.sims.mauer.pack import PASSED, PLAYERS
from zochastic.sims.mauer.search import MOST_MOVES, printed_cell


@helper
def _next_catch(frame: Ints, code: int, way: int, catch: float, choice: Ints) -> tuple[int, float]:
    """The catches that ``choice`` (int64[4], a place on each ghost's way) stands for.

    Returns
    -------
    Cells where ghosts are caught, six bits a ghost, and how likely that is.
    """
    magnets = magnets_of(frame, code)
    caught, p = NOBODY, 1.0
    for ghost in range(frame[PLAYERS]):
        cell = ghost_at(code, ghost)
        if (magnets >> cell) & 1:
            continue
        met = 0
        for k in range(4):
            over = frame[PASSED + 4 * (49 * way + cell) + k]
            if over < 0:
                break
            if not (magnets >> over) & 1:
                continue
            if met == choice[ghost]:
                caught = (caught & ~(63 << (6 * ghost))) | (over << (6 * ghost))
                p *= catch
                break
            p *= 1.0 - catch
            met += 1
    return caught, p


@helper
def _magnets_met(frame: Ints, code: int, way: int, ghost: int) -> int:
    """How many magnets a ghost passes when the board turns; 0 for one that is held."""
    magnets = magnets_of(frame, code)
    cell = ghost_at(code, ghost)
    met = 0
    if not (magnets >> cell) & 1:
        for k in range(4):
            over = frame[PASSED + 4 * (49 * way + cell) + k]
            if over >= 0 and (magnets >> over) & 1:
                met += 1
    return met


@kernel
def values(
    frame: Ints, code: int, mover: int, left: int, catch: float, goals: Ints, outs: Ints,
    codes: Ints, moves: Ints, best: Floats, firsts: Ints,
) -> int:  # fmt: skip
    """The greatest chance to reach each goal with up to ``left`` moves.

    Parameters
    ----------
    goals : int64[G], bits of cells of the print, any of which will do.
    outs, codes, moves : int64[5, 2, 64], int64[5, MOST_NEXT], scratch by moves left.
    best : float64[5, G], in place: ``best[left]`` gets the chances.
    firsts : int64[5, G], in place: ``firsts[left]`` gets a first move for each, −1 where none is
        needed or none helps.
    """
    here = printed_cell(frame, code, mover)
    for g in range(goals.size):
        best[left, g] = float((goals[g] >> here) & 1)
        firsts[left, g] = -1
    if left == 0:
        return 0
    many = all_next(frame, code, mover, outs[left], codes[left], moves[left])
    for k in range(many):
        kind = moves[left, k] >> KIND
        # a transfer moves no ghost, so it is no last move
        if kind == TURN or (kind == TRANSFER and left == 1):
            continue
        values(
            frame, codes[left, k], mover, left - 1, catch, goals, outs, codes, moves, best, firsts
        )
        for g in range(goals.size):
            if best[left - 1, g] > best[left, g] + 1e-12:
                best[left, g] = best[left - 1, g]
                firsts[left, g] = moves[left, k]
    expected, most = np.empty(goals.size), np.empty(goals.size)
    choice = np.empty(4, np.int64)
    for way in range(2):
        expected[:] = 0.0
        choice[:] = 0
        while True:
            caught, p = _next_catch(frame, code, way, catch, choice)
            if p > 0.0:
                most[:] = 0.0
                places = turn(frame, code, mover, way, caught, outs[left])
                for k in range(places):
                    values(
                        frame, outs[left, 0, k], mover, left - 1, catch, goals, outs, codes,
                        moves, best, firsts,
                    )  # fmt: skip
                    for g in range(goals.size):
                        most[g] = max(most[g], best[left - 1, g])
                for g in range(goals.size):
                    expected[g] += p * most[g]
            ghost = 0
            while ghost < frame[PLAYERS]:
                choice[ghost] += 1
                if choice[ghost] <= _magnets_met(frame, code, way, ghost):
                    break
                choice[ghost] = 0
                ghost += 1
            if ghost == frame[PLAYERS]:
                break
        for g in range(goals.size):
            if expected[g] > best[left, g] + 1e-12:
                best[left, g] = expected[g]
                firsts[left, g] = TURN << KIND | way
    return 0


def best_chances(
    frame: Ints, code: int, mover: int, moves: int, catch: float, goals: Sequence[int]
) -> tuple[Floats, Ints]:
    """Greatest chance to reach each goal, and the first move to it (−1 for none).

    Parameters
    ----------
    goals : bits of cells of the print; a goal is reached on any of its cells.
    """
    if catch == 0:
        raise ValueError("without catches every goal is reached or not: see `reach`")
    wanted = np.array(goals, np.int64)
    levels = MOST_MOVES + 1
    best = np.zeros((levels, wanted.size))
    firsts = np.full((levels, wanted.size), -1, np.int64)
    values(
        frame, code, mover, moves, catch, wanted,
        np.empty((levels, 2, MOST_PLACES), np.int64), np.empty((levels, MOST_NEXT), np.int64),
        np.empty((levels, MOST_NEXT), np.int64), best, firsts,
    )  # fmt: skip
    return best[moves].copy(), firsts[moves].copy()


def chance_as_planned(
    board: Board, start: Table, path: Sequence[tuple[Move, Table]], catch: float
) -> float:
    """How likely no turn of a plan catches any ghost, so that all goes as planned."""
    p, table = 1.0, start
    for move, after in path:
        if isinstance(move, Turn):
            magnets = table.magnets(board)
            for cell in table.ghosts:
                if cell not in magnets:
                    met = sum(over in magnets for over in passed(cell, move.quarters))
                    p *= (1 - catch) ** met
        table = after
    return p
