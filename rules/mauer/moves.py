"""The four magical moves, played plainly: from a table to the tables that can follow.

A turn of the board may leave the mover a choice of places, so a move has several results.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from zochastic.rules.mauer.board import Board
from zochastic.rules.mauer.game import MauerRules
from zochastic.rules.mauer.geometry import (
    CORNERS,
    DIRECTIONS,
    NAMES,
    PLUG,
    SIZE,
    beside,
    neighbours,
    rotated,
)
from zochastic.rules.mauer.table import Table, start_corners


@dataclass(frozen=True)
class Step:
    """Own ghost to the next cell; ``direction`` indexes `DIRECTIONS` [mauer: Step]."""

    direction: int


@dataclass(frozen=True)
class Slide:
    """A slider by some segments, downwards if positive [mauer: Slide]."""

    slider: int
    by: int


@dataclass(frozen=True)
class Transfer:
    """A slider to a free tunnel, at any offset [mauer: Transfer]."""

    slider: int
    column: int
    offset: int


@dataclass(frozen=True)
class Turn:
    """The board by a quarter: 1 clockwise, −1 anticlockwise [mauer: Turn]."""

    quarters: int


Move = Step | Slide | Transfer | Turn

CLAUSES = {Step: "a. Step", Slide: "b. Slide", Transfer: "c. Transfer", Turn: "d. Turn"}


def moves(rules: MauerRules, board: Board) -> Iterator[Move]:
    """Every move there could be; `results` tells which are legal."""
    low, high = board.offsets
    yield from (Step(direction) for direction in range(4))
    for slider in range(len(board.sliders)):
        for segments in range(1, rules.segments_a_slide + 1):
            yield from (Slide(slider, -segments), Slide(slider, segments))
    for slider in range(len(board.sliders)):
        for column in board.tunnels:
            yield from (Transfer(slider, column, offset) for offset in range(low, high + 1))
    yield from (Turn(1), Turn(-1))


def results(
    rules: MauerRules,
    board: Board,
    table: Table,
    mover: int,
    move: Move,
    caught: Mapping[int, int] | None = None,
) -> tuple[Table, ...]:
    """All tables that a move of ``mover`` can lead to, each once; none if it is illegal.

    Parameters
    ----------
    mover : seat of the player, from 0.
    caught : free ghosts that a magnet caught while the board turned, and where.
    """
    if isinstance(move, Step):
        return _step(board, table, mover, move.direction)
    if isinstance(move, Slide):
        return _slide(board, table, move)
    if isinstance(move, Transfer):
        return _transfer(board, table, move)
    return _turn(rules, board, table, mover, move.quarters, caught or {})


def _step(board: Board, table: Table, mover: int, direction: int) -> tuple[Table, ...]:
    """Not through a wall, not onto a ghost, not over the plug [mauer: Step]."""
    here = table.ghosts[mover]
    there = beside(here, direction)
    if there is None or there == PLUG or there in table.ghosts:
        return ()
    if board.walled(rotated(here, -table.turned), rotated(there, -table.turned)):
        return ()
    return (table.moved(mover, there),)


def _slide(board: Board, table: Table, move: Slide) -> tuple[Table, ...]:
    """One segment after the other, within the limits [mauer: Slide]."""
    by = 1 if move.by > 0 else -1
    for _ in range(abs(move.by)):
        found = _segment(board, table, move.slider, by)
        if found is None:
            return ()
        table = found
    return (table,)


def _segment(board: Board, table: Table, number: int, by: int) -> Table | None:
    """A slider by one segment; None where a ghost would leave the board [mauer: Slide]."""
    column, offset = table.sliders[number]
    if not board.offsets[0] <= offset + by <= board.offsets[1]:
        return None
    magnets = table.magnets(board)
    over = [cell for cell in table.ghosts if cell % SIZE == column - 1]
    ghosts = list(table.ghosts)
    front_first = sorted(over, reverse=by > 0)
    stopped: set[int] = set()  # cells whose ghost does not give way
    for place, cell in enumerate(front_first):
        ahead = cell + by * SIZE
        # it rides, or one behind it that rides pushes it, all cells between being taken
        rides = cell in magnets
        for behind in front_first[place + 1 :]:
            if cell - behind != by * SIZE * (front_first.index(behind) - place):
                break
            rides = rides or behind in magnets
        if not rides:
            stopped.add(cell)
        elif ahead == PLUG or ahead in stopped:
            stopped.add(cell)
        elif not 0 <= ahead < SIZE * SIZE:
            return None
        else:
            ghosts[table.ghosts.index(cell)] = ahead
    sliders = list(table.sliders)
    sliders[number] = (column, offset + by)
    return replace(table, ghosts=tuple(ghosts), sliders=tuple(sliders))


def _transfer(board: Board, table: Table, move: Transfer) -> tuple[Table, ...]:
    """To a free tunnel, no ghost above either [mauer: Transfer]."""
    columns = [column for column, _ in table.sliders]
    if move.column in columns or move.column not in board.tunnels:
        return ()
    if not board.offsets[0] <= move.offset <= board.offsets[1]:
        return ()
    corridors = (columns[move.slider] - 1, move.column - 1)
    if any(cell % SIZE in corridors for cell in table.ghosts):
        return ()
    sliders = list(table.sliders)
    sliders[move.slider] = (move.column, move.offset)
    return (replace(table, sliders=tuple(sliders)),)


def _turn(
    rules: MauerRules,
    board: Board,
    table: Table,
    mover: int,
    quarters: int,
    caught: Mapping[int, int],
) -> tuple[Table, ...]:
    """Held ghosts stay, free ones turn, the mover settles conflicts [mauer: Turn, ideal]."""
    magnets = table.magnets(board)
    turned = (table.turned + quarters) % 4
    players = len(table.ghosts)
    order = [(mover + i) % players for i in range(players)]
    held = {ghost for ghost in order if table.ghosts[ghost] in magnets}
    placed = {ghost: table.ghosts[ghost] for ghost in held}
    target = {
        ghost: caught.get(ghost, rotated(table.ghosts[ghost], quarters))
        for ghost in order
        if ghost not in held
    }
    # catches come before free ghosts: what a magnet caught is in nobody's way but is in the way
    for ghost in [g for g in order if g in caught] + [g for g in order if g not in caught]:
        if ghost in target and target[ghost] not in placed.values():
            placed[ghost] = target[ghost]
    left = [ghost for ghost in order if ghost not in placed]
    tables = []
    for full in _settled(rules, players, placed, left, target):
        ghosts = tuple(full[ghost] for ghost in range(players))
        tables.append(Table(ghosts, table.sliders, turned))
    return tuple(dict.fromkeys(tables))


def _settled(
    rules: MauerRules,
    players: int,
    placed: dict[int, int],
    left: list[int],
    target: Mapping[int, int],
) -> Iterator[dict[int, int]]:
    """All ways to put down the ghosts ``left`` over [mauer: Turn, ideal]."""
    if not left:
        yield placed
        return
    ghost = left[0]
    for cell in _places(rules, players, ghost, target[ghost], set(placed.values())):
        yield from _settled(rules, players, placed | {ghost: cell}, left[1:], target)


def _places(
    rules: MauerRules, players: int, ghost: int, target: int, taken: set[int]
) -> tuple[int, ...]:
    """Empty cells beside the place that is held, else empty corners."""
    near = tuple(cell for cell in neighbours(target) if cell not in taken)
    if near:
        return near
    own = start_corners(players)[ghost]
    if rules.pushed_off == "start" and own not in taken:
        return (own,)
    return tuple(cell for cell in CORNERS if cell not in taken)


def in_words(board: Board, before: Table, move: Move, after: Table) -> str:
    """Say a move, and where ghosts come to stand by it, as to somebody at the table."""
    if isinstance(move, Step):
        name = DIRECTIONS[move.direction][2]
        (cell,) = set(after.ghosts) - set(before.ghosts)
        return f"step {name} to {NAMES[cell]}"
    if isinstance(move, Slide):
        column, offset = after.sliders[move.slider]
        way = "down" if move.by > 0 else "up"
        ridden = [
            f"ghost {ghost + 1} to {NAMES[there]}"
            for ghost, (here, there) in enumerate(zip(before.ghosts, after.ghosts, strict=True))
            if here != there
        ]
        return f"slide column {column} {way} to {signed(offset)}{_listed(ridden)}"
    if isinstance(move, Transfer):
        start = before.sliders[move.slider][0]
        return f"transfer column {start} to column {move.column} at {signed(move.offset)}"
    way = "clockwise" if move.quarters > 0 else "anticlockwise"
    magnets = before.magnets(board)
    put = [
        f"ghost {ghost + 1} on {NAMES[after.ghosts[ghost]]}"
        for ghost, cell in enumerate(before.ghosts)
        if cell not in magnets and after.ghosts[ghost] != rotated(cell, move.quarters)
    ]
    return f"turn {way}{_listed(put)}"


def signed(offset: int) -> str:
    """An offset as people write it."""
    return f"{offset:+d}" if offset else "0"


def _listed(items: list[str]) -> str:
    return f" ({' and '.join(items)})" if items else ""
