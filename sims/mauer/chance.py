"""Moves made as the rules have them, and moves at random."""

import numpy as np

from zochastic.sims._jit import Ints, Word, Words, helper, routine
from zochastic.sims.mauer.decks import fraction
from zochastic.sims.mauer.moves import (
    KIND,
    NOBODY,
    SLIDE,
    STEP,
    TRANSFER,
    TURN,
    free_tunnel,
    ghost_at,
    magnets_of,
    occupied,
    slide,
    step,
    transfer,
    tunnel_of,
    turn,
    turn_freely,
)  # fmt: skip
from zochastic.sims.mauer.pack import (
    COLUMNS,
    CORRIDORS,
    COUNT,
    HIGH,
    LOW,
    MIDDLE,
    PASSED,
    PLAYERS,
    SEGMENTS,
)  # fmt: skip
from zochastic.sims.streams import below, next_word

_32, _60 = np.uint64(32), np.uint64(60)
_LOW_32, _TWO_32 = np.uint64(0xFFFFFFFF), np.uint64(1 << 32)


@routine
def apply(
    frame: Ints, state: Words, code: int, mover: int, move: int, catch: float, out: Ints
) -> int:
    """Make a move; ``out[0]`` gets the tables, one for each way to settle conflicts.

    Parameters
    ----------
    catch : chance that a passing magnet catches a ghost [mauer: Turn, noisy]; 0: ideal turning.

    Returns
    -------
    How many tables: 0 where the move is illegal.
    """
    kind = move >> KIND
    if kind == STEP:
        out[0, 0] = step(frame, code, mover, move & 3)
        return int(out[0, 0] >= 0)
    if kind == SLIDE:
        by = (move & 15) - 8
        for _ in range(abs(by)):
            code = slide(frame, code, (move >> 4) & 7, 1 if by > 0 else -1)
            if code < 0:
                return 0
        out[0, 0] = code
        return 1
    if kind == TRANSFER:
        slider, tunnel = (move >> 7) & 7, (move >> 4) & 7
        corridors = frame[CORRIDORS + tunnel] | frame[CORRIDORS + tunnel_of(code, slider)]
        if occupied(code) & corridors or not free_tunnel(frame, code, tunnel):
            return 0
        out[0, 0] = transfer(code, slider, tunnel, move & 15)
        return 1
    caught = NOBODY
    if catch > 0.0:
        caught = catches(frame, state, code, move & 1, catch)
    return turn(frame, code, mover, move & 1, caught, out)


@helper
def catches(frame: Ints, state: Words, code: int, way: int, catch: float) -> int:
    """Cells where magnets catch ghosts on their way, six bits a ghost [mauer: Turn, noisy]."""
    magnets = magnets_of(frame, code)
    caught = NOBODY
    for ghost in range(frame[PLAYERS]):
        cell = ghost_at(code, ghost)
        if (magnets >> cell) & 1:
            continue
        for k in range(4):
            over = frame[PASSED + 4 * (49 * way + cell) + k]
            if over < 0:
                break
            if (magnets >> over) & 1 and fraction(state) < catch:
                caught = (caught & ~(63 << (6 * ghost))) | (over << (6 * ghost))
                break
    return caught


@helper
def _pick(state: Words, word: Word, n: int) -> int:
    """A uniform integer in 0 … n−1 from the lower half of a word; see `streams.below`."""
    bound = np.uint64(n)
    product = (word & _LOW_32) * bound
    low = product & _LOW_32
    if low < bound and low < _TWO_32 % bound:
        return below(state, n)
    index: int = np.int64(product >> _32)  # type: ignore[assignment]
    return index


def _random_move(frame: Ints, state: Words, code: int, mover: int, catch: float, out: Ints) -> int:
    """The table after a random legal move: a kind, then one of that kind, until it is legal.

    All four kinds are equally likely at each try, and so are all moves of a kind that there could
    be.  ``out[1, 63]`` gets the move's number.
    """
    ghosts = occupied(code)
    while True:
        # one word a try: the kind from its highest bits, which way from the next, a slider from its
        # lower half; what makes a move legal is looked at before the rest of it is drawn
        word = next_word(state)
        high: int = np.int64(word >> _60)  # type: ignore[assignment]
        kind, way = high >> 2, high & 3
        if kind == STEP:
            after = step(frame, code, mover, way)
            if after >= 0:
                out[1, 63] = way
                return after
        elif kind == SLIDE:
            slider = _pick(state, word, frame[COUNT])
            by, segments = 2 * (way & 1) - 1, 1
            if frame[SEGMENTS] > 1:
                segments += below(state, frame[SEGMENTS])
            after = slide(frame, code, slider, by)
            for _ in range(1, segments):
                after = slide(frame, after, slider, by) if after >= 0 else after
            if after >= 0:
                out[1, 63] = SLIDE << KIND | slider << 4 | (by * segments + 8)
                return after
        elif kind == TRANSFER:
            slider = _pick(state, word, frame[COUNT])
            if ghosts & frame[CORRIDORS + tunnel_of(code, slider)]:
                continue
            tunnel = below(state, frame[COLUMNS])
            if ghosts & frame[CORRIDORS + tunnel] or not free_tunnel(frame, code, tunnel):
                continue
            offset = frame[LOW] + MIDDLE + below(state, frame[HIGH] - frame[LOW] + 1)
            out[1, 63] = TRANSFER << KIND | slider << 7 | tunnel << 4 | offset
            return transfer(code, slider, tunnel, offset)
        else:
            move = out[1, 63] = TURN << KIND | way & 1
            after = turn_freely(frame, code, way & 1)
            if catch > 0.0 or after < 0:
                many = apply(frame, state, code, mover, move, catch, out)
                after = int(out[0, below(state, many) if many > 1 else 0])
            return after


# whole for those who call it now and then, inlined where every nanosecond counts
random_move = routine(_random_move)
random_move_here = helper(_random_move)
