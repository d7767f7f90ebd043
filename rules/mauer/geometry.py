"""The 7×7 cells: their names, what lies beside what, what a quarter turn does to them.

A cell is a number: 7 × row + column, row 0 on top, column 0 on the left.  Its name has the column
as a letter and the row as a number, so ``a1`` is the top left corner and ``d4`` the plug.
"""

from functools import cache
from math import atan2, hypot

from zochastic.rules.errors import InvalidInput

SIZE = 7
CELLS = SIZE * SIZE
#: The centre, where no ghost stands [mauer: Pieces].
PLUG = CELLS // 2
#: Clockwise from the top left.
CORNERS = (0, SIZE - 1, CELLS - 1, CELLS - SIZE)
#: The directions of a step, clockwise: (row, column, name).
DIRECTIONS = ((-1, 0, "up"), (0, 1, "right"), (1, 0, "down"), (0, -1, "left"))
#: How far from a ghost's circle a cell's centre may lie for its magnet to catch the ghost.
NEAR = 0.35

_LETTERS = "abcdefg"
NAMES = tuple(f"{_LETTERS[cell % SIZE]}{cell // SIZE + 1}" for cell in range(CELLS))
_NUMBERS = {name: cell for cell, name in enumerate(NAMES)}


def read_cell(text: str, what: str) -> int:
    """Read the name of a cell, ``a1`` to ``g7``."""
    cell = _NUMBERS.get(text.strip().lower())
    if cell is None:
        raise InvalidInput(what, text, "a cell from a1 (top left) to g7 (bottom right)")
    return cell


@cache
def beside(cell: int, direction: int) -> int | None:
    """The next cell in a direction (an index of `DIRECTIONS`); None beyond the edge."""
    down, right, _ = DIRECTIONS[direction]
    row, column = cell // SIZE + down, cell % SIZE + right
    return row * SIZE + column if 0 <= row < SIZE and 0 <= column < SIZE else None


def neighbours(cell: int) -> tuple[int, ...]:
    """The cells orthogonally beside ``cell``, clockwise from above; never the plug."""
    found = (beside(cell, direction) for direction in range(4))
    return tuple(other for other in found if other is not None and other != PLUG)


def rotated(cell: int, quarters: int) -> int:
    """Where a cell lies after so many quarter turns, clockwise; anticlockwise if negative."""
    row, column = divmod(cell, SIZE)
    for _ in range(quarters % 4):
        row, column = column, SIZE - 1 - row
    return row * SIZE + column


def mirrored(cell: int) -> int:
    """Where a cell lies in the mirror image, left and right exchanged."""
    row, column = divmod(cell, SIZE)
    return row * SIZE + SIZE - 1 - column


@cache
def passed(cell: int, quarters: int) -> tuple[int, ...]:
    """Cells passed on a quarter circle about the plug, in order [mauer: Turn, noisy].

    Parameters
    ----------
    quarters : 1 clockwise, −1 anticlockwise.

    Returns
    -------
    The cells strictly inside the quarter whose centre lies within `NEAR` of the circle.
    """
    middle = SIZE // 2
    y, x = cell // SIZE - middle, cell % SIZE - middle
    found = []
    for other in range(CELLS):
        b, a = other // SIZE - middle, other % SIZE - middle
        along, aside = a * x + b * y, (x * b - y * a) * quarters
        if along > 0 and aside > 0 and abs(hypot(a, b) - hypot(x, y)) <= NEAR:
            found.append((atan2(aside, along), other))
    return tuple(other for _, other in sorted(found))
