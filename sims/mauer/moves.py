"""The four moves on packed tables: from one integer to those that can follow."""

from zochastic.rules.mauer.geometry import CORNERS, PLUG
from zochastic.sims._jit import Ints, helper, routine
from zochastic.sims.mauer.pack import (
    ABSENT,
    BESIDE,
    COLUMNS,
    CORRIDORS,
    COUNT,
    HIGH,
    LOW,
    MAGNETS,
    MIDDLE,
    OWN_CORNER,
    PLAYERS,
    ROTATED,
    SEGMENTS,
    SLIDER,
    SLIDERS,
    STARTS,
    STEPS,
    TURNED,
)

#: Kinds of a move; a move's number is kind << 10 and what it needs.
STEP, SLIDE, TRANSFER, TURN = range(4)
KIND = 10
#: The most tables that one move can lead to, and that all moves together can.
MOST_PLACES, MOST_NEXT = 64, 640
_ON_BOARD = (1 << 49) - 1
_TOP, _BOTTOM = 127, 127 << 42
#: Nobody is caught while the board turns.
NOBODY = (1 << 24) - 1


@helper
def ghost_at(code: int, ghost: int) -> int:
    """The cell of a ghost."""
    return (code >> (6 * ghost)) & 63


@helper
def with_ghost(code: int, ghost: int, cell: int) -> int:
    """The table with one ghost elsewhere."""
    return (code & ~(63 << (6 * ghost))) | (cell << (6 * ghost))


@helper
def occupied(code: int) -> int:
    """Bits of the cells where ghosts stand."""
    found = 0
    for ghost in range(4):
        found |= (1 << ghost_at(code, ghost)) & _ON_BOARD
    return found


@helper
def tunnel_of(code: int, slider: int) -> int:
    """The tunnel in which a slider lies."""
    return (code >> (SLIDERS + SLIDER * slider)) & 7


@helper
def offset_of(code: int, slider: int) -> int:
    """A slider's offset + 8."""
    return (code >> (SLIDERS + SLIDER * slider + 3)) & 15


@helper
def magnets_of(frame: Ints, code: int) -> int:
    """Bits of the cells with a magnet below."""
    found = 0
    for slider in range(frame[COUNT]):
        found |= frame[
            MAGNETS + 16 * (7 * slider + tunnel_of(code, slider)) + offset_of(code, slider)
        ]
    return found


@helper
def turned_of(code: int) -> int:
    """Quarter turns of the board, clockwise."""
    return (code >> TURNED) & 3


@helper
def step(frame: Ints, code: int, mover: int, direction: int) -> int:
    """The table after a step; −1 where it is illegal [mauer: Step]."""
    there = frame[STEPS + 4 * (49 * turned_of(code) + ghost_at(code, mover)) + direction]
    if there < 0 or (occupied(code) >> there) & 1:
        return -1
    return with_ghost(code, mover, there)


@helper
def slide(frame: Ints, code: int, slider: int, by: int) -> int:
    """The table after a slide by one segment; −1 where it is illegal [mauer: Slide].

    ``by`` is 1 downwards, −1 upwards.
    """
    offset = offset_of(code, slider)
    if offset + by < frame[LOW] + MIDDLE or offset + by > frame[HIGH] + MIDDLE:
        return -1
    tunnel = tunnel_of(code, slider)
    after = code + by * (1 << (SLIDERS + SLIDER * slider + 3))
    ghosts = occupied(code)
    moving = ghosts & frame[MAGNETS + 16 * (7 * slider + tunnel) + offset]
    if moving == 0:  # the usual case
        return after
    taken = ghosts & frame[CORRIDORS + tunnel]
    stopped = 1 << PLUG
    if by > 0:
        for _ in range(3):  # those that are pushed
            moving |= (moving << 7) & taken
        for _ in range(3):  # those before the plug, and behind them
            stopped |= (stopped >> 7) & moving
    else:
        for _ in range(3):
            moving |= (moving >> 7) & taken
        for _ in range(3):
            stopped |= (stopped << 7) & moving
    moving &= ~stopped
    if moving & (_BOTTOM if by > 0 else _TOP):
        return -1
    for ghost in range(4):
        moves = (moving >> ghost_at(code, ghost)) & 1
        after += by * 7 * moves * (1 << (6 * ghost))
    return after


@helper
def free_tunnel(frame: Ints, code: int, tunnel: int) -> bool:
    """Whether no slider lies in a tunnel."""
    for slider in range(frame[COUNT]):
        if tunnel_of(code, slider) == tunnel:
            return False
    return True


@helper
def transfer(code: int, slider: int, tunnel: int, offset: int) -> int:
    """The table after a transfer that is known to be legal; the offset + 8 [mauer: Transfer]."""
    place = SLIDERS + SLIDER * slider
    return (code & ~(127 << place)) | ((tunnel | (offset << 3)) << place)


@helper
def turn_freely(frame: Ints, code: int, way: int) -> int:
    """Turn the board where no free ghost's place is held, and nothing is caught; else −1."""
    magnets = magnets_of(frame, code)
    held = magnets & occupied(code)
    turned = (turned_of(code) + 1 + 2 * way) & 3
    after = code & ~(3 << TURNED) | turned << TURNED
    conflicts = 0
    for ghost in range(4):  # one that is not on the board stays where it is not
        cell = ghost_at(code, ghost)
        stays = (magnets >> cell) & 1
        target = frame[ROTATED + 64 * way + cell]
        conflicts |= ~stays & (held >> target)
        after = with_ghost(after, ghost, target + stays * (cell - target))
    return -1 if conflicts & 1 else after


@routine
def turn(frame: Ints, code: int, mover: int, way: int, caught: int, out: Ints) -> int:
    """Turn the board: 0 clockwise, 1 anticlockwise [mauer: Turn, ideal].

    Parameters
    ----------
    caught : six bits a ghost, the cell where a magnet caught it, 63 for those that were not.
    out : int64[2, 64]; ``out[0]`` gets the tables, one for each way to settle conflicts.

    Returns
    -------
    How many tables.
    """
    if caught == NOBODY:
        out[0, 0] = turn_freely(frame, code, way)
        if out[0, 0] >= 0:
            return 1
    players = frame[PLAYERS]
    magnets = magnets_of(frame, code)
    turned = (turned_of(code) + 1 + 2 * way) & 3
    after = (code & ~(3 << TURNED) | turned << TURNED) | NOBODY
    taken = magnets & occupied(code)
    waiting = 0
    for pass_ in range(0 if caught != NOBODY else 1, 2):  # caught, then free
        for i in range(players):
            ghost = mover + i if mover + i < players else mover + i - players
            cell = ghost_at(code, ghost)
            if (magnets >> cell) & 1:
                after = with_ghost(after, ghost, cell)
                continue
            stop = (caught >> (6 * ghost)) & 63
            if (stop == ABSENT) != (pass_ == 1):
                continue
            target = stop if stop != ABSENT else frame[ROTATED + 64 * way + cell]
            if (taken >> target) & 1:
                waiting |= 1 << ghost
            else:
                after = with_ghost(after, ghost, target)
                taken |= 1 << target
    out[0, 0] = after
    if waiting == 0:
        return 1
    count = 1
    for i in range(players):
        ghost = mover + i if mover + i < players else mover + i - players
        if not (waiting >> ghost) & 1:
            continue
        stop = (caught >> (6 * ghost)) & 63
        target = stop if stop != ABSENT else frame[ROTATED + 64 * way + ghost_at(code, ghost)]
        found = 0
        for k in range(count):
            found = _put_down(frame, out[0, k], ghost, target, out, found)
        for k in range(found):
            out[0, k] = out[1, k]
        count = found
    return count


@helper
def _put_down(frame: Ints, code: int, ghost: int, target: int, out: Ints, found: int) -> int:
    """Append to ``out[1]`` every way to put down a ghost beside a place that is held."""
    taken = occupied(code)
    before = found
    for k in range(4):
        cell = frame[BESIDE + 4 * target + k]
        if cell >= 0 and not (taken >> cell) & 1:
            out[1, found] = with_ghost(code, ghost, cell)
            found += 1
    if found > before:
        return found
    if frame[OWN_CORNER] == 1 and not (taken >> frame[STARTS + ghost]) & 1:
        out[1, found] = with_ghost(code, ghost, frame[STARTS + ghost])
        return found + 1
    for k in range(4):
        cell = CORNERS[k]
        if not (taken >> cell) & 1:
            out[1, found] = with_ghost(code, ghost, cell)
            found += 1
    return found


@routine
def all_next(frame: Ints, code: int, mover: int, out: Ints, codes: Ints, moves: Ints) -> int:
    """Every table that one move can lead to; a table can come more than once.

    Parameters
    ----------
    out : int64[2, 64], scratch.
    codes, moves : int64[MOST_NEXT], in place: the tables and the moves that lead there.

    Returns
    -------
    How many.
    """
    found = 0
    for direction in range(4):
        after = step(frame, code, mover, direction)
        if after >= 0:
            codes[found], moves[found] = after, direction
            found += 1
    for slider in range(frame[COUNT]):
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
        for k in range(turn(frame, code, mover, way, NOBODY, out)):
            codes[found], moves[found] = out[0, k], TURN << KIND | way
            found += 1
    return _transfers(frame, code, codes, moves, found)


@helper
def _transfers(frame: Ints, code: int, codes: Ints, moves: Ints, found: int) -> int:
    """Append every transfer."""
    ghosts = occupied(code)
    for slider in range(frame[COUNT]):
        if ghosts & frame[CORRIDORS + tunnel_of(code, slider)]:
            continue
        for tunnel in range(frame[COLUMNS]):
            if ghosts & frame[CORRIDORS + tunnel] or not free_tunnel(frame, code, tunnel):
                continue
            for offset in range(frame[LOW] + MIDDLE, frame[HIGH] + MIDDLE + 1):
                codes[found] = transfer(code, slider, tunnel, offset)
                moves[found] = TRANSFER << KIND | slider << 7 | tunnel << 4 | offset
                found += 1
    return found
