"""A board as a picture of characters, the form in which an owner types his in.

Fifteen lines: seven of cells, each six characters wide, and the walls above, between and below::

    +------+------+
    |corner head-a|
    +      +------+
    |face-b       |

A wall is ``------`` or ``|``; spaces stand where there is none.
"""

from textwrap import dedent

from zochastic.rules.errors import InvalidInput
from zochastic.rules.mauer.board import Board, garment_names
from zochastic.rules.mauer.geometry import CORNERS, NAMES, PLUG, SIZE

#: Characters of a cell.
WIDTH = 6
_LINE = SIZE * (WIDTH + 1) + 1
_WALL, _OPEN = "-" * WIDTH, " " * WIDTH
_CONTENTS = ("corner", "plug", *garment_names(5, 6))


def draw(board: Board, *, marks: dict[int, str] | None = None, turned: int = 0) -> str:
    """Draw a board; ``marks`` replace what is printed on a cell (six characters at most).

    Parameters
    ----------
    turned : quarter turns clockwise of the board on its frame; the marks are on frame cells.
    """
    shown = board.rotated(turned)
    marks = marks or {}
    lines = []
    for row in range(SIZE):
        lines.append(_wall_line(shown, row))
        text = "|"
        for column in range(SIZE):
            cell = row * SIZE + column
            content = marks.get(cell, shown.garment_at.get(cell, ""))
            if not content and cell in CORNERS:
                content = "corner"
            elif not content and cell == PLUG:
                content = "plug"
            last = column == SIZE - 1
            text += content.ljust(WIDTH) + ("|" if last or shown.walled(cell, cell + 1) else " ")
        lines.append(text)
    lines.append(_wall_line(shown, SIZE))
    return "\n".join(lines)


def _wall_line(board: Board, row: int) -> str:
    """Draw the walls above a row of cells."""
    parts = []
    for column in range(SIZE):
        cell = row * SIZE + column
        wall = row in (0, SIZE) or board.walled(cell - SIZE, cell)
        parts.append(_WALL if wall else _OPEN)
    return "+" + "+".join(parts) + "+"


def read(text: str, what: str) -> tuple[frozenset[tuple[int, int]], tuple[tuple[str, int], ...]]:
    """Read a picture: walls, and garments in the order of their names.

    Raises
    ------
    InvalidInput : it names the line of the picture, the cell, and what may stand there.
    """
    lines = _lines(text, what)
    walls: set[tuple[int, int]] = set()
    garments: list[tuple[str, int]] = []
    for number, line in enumerate(lines):
        row = number // 2
        for column in range(SIZE):
            cell = row * SIZE + column
            start = column * (WIDTH + 1)
            where = f"{what}, picture line {number + 1}"
            piece = line[start + 1 : start + 1 + WIDTH]
            if number % 2 == 0:
                if _wall_above(line, start, piece, row, column, where):
                    walls.add((cell - SIZE, cell))
                continue
            if _wall_before(line[start], column, f"{where}, cell {NAMES[cell]}"):
                walls.add((cell - 1, cell))
            content = _content(piece, cell, f"{where}, cell {NAMES[cell]}")
            if content:
                garments.append((content, cell))
        if number % 2:
            last = f"{what}, picture line {number + 1}, cell {NAMES[row * SIZE + SIZE - 1]}"
            _wall_before(line[-1], SIZE, last)
    return frozenset(walls), tuple(sorted(garments, key=lambda item: _CONTENTS.index(item[0])))


def _lines(text: str, what: str) -> list[str]:
    lines = [line.rstrip() for line in dedent(text.expandtabs()).splitlines()]
    while lines and not lines[0]:
        lines.pop(0)
    while lines and not lines[-1]:
        lines.pop()
    count = 2 * SIZE + 1
    if len(lines) != count:
        allowed = f"{count} lines: {SIZE} of cells and {SIZE + 1} of walls"
        raise InvalidInput(f"{what}: picture", f"{len(lines)} lines", allowed)
    for number, line in enumerate(lines, 1):
        if len(line) != _LINE:
            where = f"{what}, picture line {number}"
            allowed = f"{_LINE} characters, {WIDTH} for each of {SIZE} cells, walls between"
            raise InvalidInput(where, f"{len(line)} characters", allowed)
    return lines


def _wall_above(line: str, start: int, piece: str, row: int, column: int, where: str) -> bool:
    """Whether a wall stands above a cell, inside the board."""
    if row < SIZE:
        place = f"{where}, above cell {NAMES[row * SIZE + column]}"
    else:
        place = f"{where}, below cell {NAMES[(SIZE - 1) * SIZE + column]}"
    for post in (line[start], line[start + WIDTH + 1]):
        if post != "+":
            raise InvalidInput(place, post, "+ where walls can meet")
    if piece not in (_WALL, _OPEN):
        raise InvalidInput(place, piece, f"{_WALL} for a wall, or {WIDTH} spaces")
    if row in (0, SIZE):
        if piece == _OPEN:
            raise InvalidInput(place, "an opening", "a wall all around the board")
        return False
    return piece == _WALL


def _wall_before(mark: str, column: int, where: str) -> bool:
    """Whether a wall stands to the left of a cell, inside the board."""
    if mark not in "| ":
        raise InvalidInput(where, mark, "| for a wall beside it, or a space")
    if column in (0, SIZE):
        if mark != "|":
            raise InvalidInput(where, "an opening", "a wall all around the board")
        return False
    return mark == "|"


def _content(piece: str, cell: int, where: str) -> str | None:
    """Read the garment on a cell, or None."""
    content = piece.strip().lower()
    if cell == PLUG:
        if content != "plug":
            raise InvalidInput(where, content, "plug, on the centre cell")
        return None
    if cell in CORNERS:
        if content not in ("corner", ""):
            raise InvalidInput(where, content, "corner: nothing is printed there")
        return None
    if content in ("", "."):
        return None
    if content not in _CONTENTS or content in ("corner", "plug"):
        allowed = "a garment such as head-a, or spaces"
        if content in ("corner", "plug"):
            allowed += f"; {content} stands elsewhere"
        raise InvalidInput(where, content, allowed, known=_CONTENTS[2:])
    return content
