"""A board: rooms, garments, tunnels and sliders; what makes it legal."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from zochastic.rules.errors import InvalidInput
from zochastic.rules.mauer.geometry import (
    CELLS,
    CORNERS,
    NAMES,
    PLUG,
    beside,
    mirrored,
    neighbours,
    rotated,
)
from zochastic.rules.mauer.keys import read_mask, read_offsets, read_tunnels

#: Parts of the body that garments are for [mauer: Pieces]; a variant may use fewer.
PARTS = ("head", "face", "body", "legs", "hand")
#: Garments of a part are told apart by a letter.
LETTERS = "abcdef"


def garment_names(parts: int = 5, garments_a_part: int = 4) -> tuple[str, ...]:
    """Names of all garments, ``head-a`` … ``hand-d``, part by part."""
    return tuple(
        f"{part}-{letter}" for part in PARTS[:parts] for letter in LETTERS[:garments_a_part]
    )


@dataclass(frozen=True)
class Slider:
    """A slider: the column (from 1) where it lies at the start, and its magnets.

    ``mask`` : one character a segment from the top, ``1`` where there is a magnet.
    """

    column: int
    mask: str


@dataclass(frozen=True)
class Board:
    """What is printed on the board, and the frame below it [mauer: Pieces].

    Attributes
    ----------
    name : for headings.
    walls : pairs of cells (the smaller number first) with a wall between them.
    garments : (name, cell), in the order of the names.
    tunnels : columns (from 1) of the frame with a tunnel below them.
    sliders : as they lie at the start.
    offsets : the least and the greatest offset of a slider.
    origin : ``synthetic`` (made up for this program), or who typed it in.
    """

    name: str
    walls: frozenset[tuple[int, int]]
    garments: tuple[tuple[str, int], ...]
    tunnels: tuple[int, ...] = (2, 3, 4, 5, 6)
    sliders: tuple[Slider, ...] = (
        Slider(2, "1010100"),
        Slider(4, "0100010"),
        Slider(6, "1001001"),
    )
    offsets: tuple[int, int] = (-4, 4)
    origin: str = "synthetic"

    def walled(self, cell: int, other: int) -> bool:
        """Whether a wall stands between two neighbouring cells of the print."""
        return (min(cell, other), max(cell, other)) in self.walls

    @cached_property
    def rooms(self) -> tuple[int, ...]:
        """The room of each cell, numbered in the order of their first cells; −1 for the plug."""
        room = [-1] * CELLS
        count = 0
        for first in range(CELLS):
            if first == PLUG or room[first] >= 0:
                continue
            room[first], edge = count, [first]
            while edge:
                cell = edge.pop()
                for other in neighbours(cell):
                    if room[other] < 0 and not self.walled(cell, other):
                        room[other] = count
                        edge.append(other)
            count += 1
        return tuple(room)

    @cached_property
    def cell_of(self) -> dict[str, int]:
        """Where each garment is printed."""
        return dict(self.garments)

    @cached_property
    def garment_at(self) -> dict[int, str]:
        """Which garment is printed on a cell."""
        return {cell: name for name, cell in self.garments}

    def rotated(self, quarters: int) -> "Board":
        """The same print, turned clockwise; tunnels and sliders stay."""
        return self._printed(lambda cell: rotated(cell, quarters))

    def mirrored(self) -> "Board":
        """The mirror image, left and right exchanged, frame and sliders too."""
        image = self._printed(mirrored)
        tunnels = tuple(8 - column for column in reversed(self.tunnels))
        sliders = tuple(Slider(8 - slider.column, slider.mask) for slider in self.sliders)
        return Board(
            self.name, image.walls, image.garments, tunnels, sliders, self.offsets, self.origin
        )

    def _printed(self, move: Callable[[int], int]) -> "Board":
        walls = frozenset((min(move(a), move(b)), max(move(a), move(b))) for a, b in self.walls)
        garments = tuple((name, move(cell)) for name, cell in self.garments)
        return Board(
            self.name, walls, garments, self.tunnels, self.sliders, self.offsets, self.origin
        )


def check(
    board: Board, *, rooms: int = 12, parts: int = 5, garments_a_part: int = 4, what: str = "board"
) -> Board:
    """Return a board that is legal, or say which cell is wrong [mauer: Legal board].

    Raises
    ------
    InvalidInput : a wall inside a room, another number of rooms, a garment that is missing, comes
        twice, stands on a corner or the plug, a frame that contradicts itself.
    """
    for problem in _problems(board, rooms, parts, garments_a_part, what):
        raise problem
    return board


def _problems(
    board: Board, rooms: int, parts: int, garments_a_part: int, what: str
) -> Iterator[InvalidInput]:
    known = garment_names(parts, garments_a_part)
    seen: dict[str, int] = {}
    cells: dict[int, str] = {}
    for name, cell in board.garments:
        place = f"{what}, cell {NAMES[cell]}"
        if name not in known:
            allowed = f"one of the {len(known)} garments {known[0]} to {known[-1]}"
            if board.origin == "synthetic":
                allowed += "; board=random:1 has these"
            yield InvalidInput(place, name, allowed, known=known)
        if name in seen:
            yield InvalidInput(place, name, f"each garment once; {NAMES[seen[name]]} has it too")
        if cell == PLUG:
            yield InvalidInput(place, name, "plug: no garment is printed on the centre cell")
        if cell in CORNERS:
            yield InvalidInput(place, name, "corner: no garment is printed on a corner")
        if cell in cells:
            yield InvalidInput(place, name, f"one garment a cell; {cells[cell]} is there too")
        seen[name], cells[cell] = cell, name
    missing = [name for name in known if name not in seen]
    if missing:
        other = "; board=random:1 has them" if board.origin == "synthetic" else ""
        yield InvalidInput(
            f"{what}: garments", f"no {missing[0]}", f"all {len(known)} garments{other}"
        )
    for a, b in sorted(board.walls):
        if PLUG not in (a, b) and board.rooms[a] == board.rooms[b]:
            pair = f"{NAMES[a]} and {NAMES[b]}"
            allowed = "walls between rooms only: these two cells are in the same room"
            yield InvalidInput(f"{what}, cell {NAMES[a]}", f"a wall between {pair}", allowed)
    found = max(board.rooms) + 1
    if found != rooms:
        sizes = [board.rooms.count(room) for room in range(found)]
        smallest = board.rooms.index(sizes.index(min(sizes)))
        largest = board.rooms.index(sizes.index(max(sizes)))
        hint = (
            f"the largest has {_cells(max(sizes))} and holds {NAMES[largest]}"
            if found < rooms
            else f"the smallest has {_cells(min(sizes))} and holds {NAMES[smallest]}"
        )
        if board.origin == "synthetic":
            hint += "; board=random:1 has as many as you want"
        yield InvalidInput(f"{what}: rooms", found, f"{rooms} rooms; {hint}")
    yield from _frame_problems(board, what)


def _cells(count: int) -> str:
    return "1 cell" if count == 1 else f"{count} cells"


def _frame_problems(board: Board, what: str) -> Iterator[InvalidInput]:
    tunnels = read_tunnels(board.tunnels, f"{what}: tunnels")
    read_offsets(board.offsets, f"{what}: offsets")
    if not 1 <= len(board.sliders) <= min(5, len(tunnels)):
        most = min(5, len(tunnels))
        yield InvalidInput(f"{what}: sliders", len(board.sliders), f"1 to {most} of them")
    taken: set[int] = set()
    for number, slider in enumerate(board.sliders, 1):
        read_mask(slider.mask, f"{what}: mask of slider {number}")
        if slider.column not in tunnels:
            columns = ", ".join(map(str, tunnels))
            place = f"{what}: column of slider {number}"
            yield InvalidInput(place, slider.column, f"a column with a tunnel: {columns}")
        if slider.column in taken:
            place = f"{what}: column of slider {number}"
            yield InvalidInput(place, slider.column, "one slider a tunnel")
        taken.add(slider.column)


def cells_between(cell: int) -> Iterator[tuple[int, int]]:
    """Pairs of a cell with its neighbours to the right and below."""
    for direction in (1, 2):
        other = beside(cell, direction)
        if other is not None:
            yield cell, other
