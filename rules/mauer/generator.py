"""Makes legal boards at random, the same from the same seed on every machine."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from zochastic.rules.errors import InvalidInput
from zochastic.rules.mauer.board import Board, Slider, cells_between, check, garment_names
from zochastic.rules.mauer.geometry import CELLS, CORNERS, PLUG, neighbours
from zochastic.rules.mauer.keys import read_mask, read_tunnels, spread

T = TypeVar("T")

#: Places of magnets on the left, middle and right slider; the first is the assumed one.
MASK_SETS: dict[str, tuple[str, ...]] = {
    "assumed": ("1010100", "0100010", "1001001"),
    "few": ("0010000", "0100000", "0000010"),
    "ends": ("1000001", "1000001", "1000001"),
    "middle": ("0011100", "0001000", "0101010"),
    "many": ("1101101", "1011011", "1110111"),
}
#: Columns with tunnels; the first is the assumed one.
TUNNEL_LAYOUTS: dict[str, tuple[int, ...]] = {
    "inner": (2, 3, 4, 5, 6),
    "outer": (1, 3, 4, 5, 7),
}


class _Dice:
    """Choices from one stream of fractions, which Python promises never to change."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed).random

    def below(self, n: int) -> int:
        return int(self._random() * n)

    def pick(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        left = list(items)
        for last in range(len(left) - 1, 0, -1):
            other = self.below(last + 1)
            left[last], left[other] = left[other], left[last]
        return left


def make_board(
    seed: int,
    *,
    rooms: int = 12,
    parts: int = 5,
    garments_a_part: int = 4,
    masks: Sequence[str] | None = None,
    tunnels: Sequence[int] | None = None,
    offsets: tuple[int, int] = (-4, 4),
    name: str | None = None,
) -> Board:
    """Make the legal board of this seed [mauer: Legal board].

    Parameters
    ----------
    masks : magnets of the sliders, the left one first; None = the assumed ones.
    tunnels : columns (from 1) with tunnels; None = the assumed ones.

    Returns
    -------
    Board: 48 cells in ``rooms`` connected rooms of random shapes, garments on random cells that
        are neither plug nor corner.
    """
    if not 1 <= rooms <= CELLS - 1:
        raise InvalidInput("rooms", rooms, f"a whole number from 1 to {CELLS - 1}")
    dice = _Dice(seed)
    room = _rooms(dice, rooms)
    walls = frozenset(
        (cell, other)
        for first in range(CELLS)
        for cell, other in cells_between(first)
        if PLUG not in (cell, other) and room[cell] != room[other]
    )
    free = [cell for cell in range(CELLS) if cell != PLUG and cell not in CORNERS]
    names = garment_names(parts, garments_a_part)
    garments = tuple(zip(names, dice.shuffled(free), strict=False))
    columns = tuple(TUNNEL_LAYOUTS["inner"] if tunnels is None else tunnels)
    magnets = tuple(MASK_SETS["assumed"] if masks is None else masks)
    starts = spread(columns, len(magnets))
    sliders = tuple(Slider(*pair) for pair in zip(starts, magnets, strict=True))
    board = Board(name or f"synthetic {seed}", walls, garments, columns, sliders, offsets)
    return check(board, rooms=rooms, parts=parts, garments_a_part=garments_a_part)


def read_masks(text: str) -> tuple[str, ...]:
    """Read the name of a mask set, or a mask a slider: ``1010100,0100010,1001001``."""
    if text in MASK_SETS:
        return MASK_SETS[text]
    words = text.split(",")
    if not set(text) <= set("01,") or len(words) > 5:
        allowed = f"{', '.join(MASK_SETS)}, or one to five masks such as 1010100"
        raise InvalidInput("--masks", text, allowed, known=MASK_SETS)
    return tuple(read_mask(word, "--masks") for word in words)


def read_tunnel_layout(text: str) -> tuple[int, ...]:
    """Read the name of a tunnel layout, or its columns: ``2,3,4,5,6``."""
    if text in TUNNEL_LAYOUTS:
        return TUNNEL_LAYOUTS[text]
    words = text.split(",")
    if not all(len(word) == 1 and word in "1234567" for word in words):
        allowed = f"{', '.join(TUNNEL_LAYOUTS)}, or columns from 1 to 7 such as 2,3,4,5,6"
        raise InvalidInput("--tunnels", text, allowed, known=TUNNEL_LAYOUTS)
    return read_tunnels([int(word) for word in words], "--tunnels")


def _rooms(dice: _Dice, rooms: int) -> list[int]:
    """Grow rooms from random cells; the smallest that can still grow is served first."""
    cells = [cell for cell in range(CELLS) if cell != PLUG]
    room = [-1] * CELLS
    members: list[list[int]] = []
    for number, cell in enumerate(dice.shuffled(cells)[:rooms]):
        room[cell] = number
        members.append([cell])
    growing = list(range(rooms))
    while growing:
        # mostly the smallest, now and then any: rooms differ in size, none swallows the board
        if dice.below(4):
            least = min(len(members[number]) for number in growing)
            number = dice.pick([n for n in growing if len(members[n]) == least])
        else:
            number = dice.pick(growing)
        edge = [other for cell in members[number] for other in neighbours(cell) if room[other] < 0]
        if not edge:
            growing.remove(number)
            continue
        cell = dice.pick(edge)
        room[cell] = number
        members[number].append(cell)
    return room
