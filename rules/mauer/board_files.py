"""Board files: TOML with a picture; the boards that come with the package."""

import os
import re
from pathlib import Path
from typing import Any

from zochastic.rules.errors import InvalidInput, quoted
from zochastic.rules.mauer import picture
from zochastic.rules.mauer.board import Board, Slider, check
from zochastic.rules.mauer.generator import make_board
from zochastic.rules.mauer.keys import read_mask, read_offsets, read_tunnels
from zochastic.rules.toml_files import parse, read_text

_SHIPPED = Path(__file__).parent.parent / "boards"
_RANDOM = re.compile(r"random:([0-9]{1,18})", re.ASCII)
_KEYS = ("game", "name", "origin", "tunnels", "offsets", "sliders", "picture")


def board_names() -> list[str]:
    """Names of the boards that come with the package."""
    return sorted(path.stem for path in _SHIPPED.glob("*.toml"))


def read_board(name_or_file: str) -> Board:
    """Read a shipped board by its name, or a board file; what it holds is not checked yet.

    Raises
    ------
    InvalidInput : no such board, a broken file, a picture that cannot be read.
    """
    if name_or_file in board_names():
        return _read(str(_SHIPPED / f"{name_or_file}.toml"), quoted(name_or_file))
    separated = any(mark in name_or_file for mark in (os.sep, os.altsep) if mark)
    if name_or_file.endswith(".toml") or separated:
        return _read(name_or_file, quoted(name_or_file))
    allowed = f"{', '.join(board_names())}, random:SEED, or the path of a board file"
    raise InvalidInput("board", name_or_file, allowed, known=board_names())


def load_board(
    name_or_file: str, *, rooms: int = 12, parts: int = 5, garments_a_part: int = 4
) -> Board:
    """Read a board and check that it is legal [mauer: Legal board].

    ``random:SEED`` is the generated board of that seed, whatever the number of rooms and garments.
    """
    seed = _RANDOM.fullmatch(name_or_file)
    if seed is not None:
        return make_board(int(seed[1]), rooms=rooms, parts=parts, garments_a_part=garments_a_part)
    board = read_board(name_or_file)
    what = f"board {quoted(name_or_file)}"
    return check(board, rooms=rooms, parts=parts, garments_a_part=garments_a_part, what=what)


def _read(path: str, shown: str) -> Board:
    try:
        text = read_text(path)
    except InvalidInput as wrong:
        what = "board" if wrong.what == "variant" else wrong.what
        raise InvalidInput(what, wrong.got, wrong.allowed) from None
    return board_of(parse(text, path), f"board {shown}", Path(path).stem)


def board_of(values: dict[str, Any], what: str, stem: str) -> Board:
    """Make the board that a file's values describe."""
    for key in values:
        if key not in _KEYS:
            raise InvalidInput(f"{what}: key", key, ", ".join(_KEYS), known=_KEYS)
    if values.get("game") != "mauer":
        raise InvalidInput(f"{what}: game", values.get("game", "no game"), 'game = "mauer"')
    drawn = values.get("picture")
    if not isinstance(drawn, str):
        got = "no picture" if drawn is None else drawn
        raise InvalidInput(f"{what}: picture", got, "a picture of the board in triple quotes")
    name, origin = values.get("name", stem), values.get("origin", "an owner's board")
    for key, value in (("name", name), ("origin", origin)):
        if not isinstance(value, str) or not value.strip():
            raise InvalidInput(f"{what}: {key}", value, "any text in quotes")
    walls, garments = picture.read(drawn, what)
    tunnels = read_tunnels(values.get("tunnels", [2, 3, 4, 5, 6]), f"{what}: tunnels")
    offsets = read_offsets(values.get("offsets", [-4, 4]), f"{what}: offsets")
    sliders = _sliders(values.get("sliders"), what)
    return Board(name, walls, garments, tunnels, sliders, offsets, origin)


def _sliders(given: Any, what: str) -> tuple[Slider, ...]:
    allowed = '[[sliders]] tables, each with column = 2 and mask = "1010100"'
    if not isinstance(given, list) or not given:
        got = "no sliders" if given is None else given
        raise InvalidInput(f"{what}: sliders", got, allowed)
    found = []
    for number, item in enumerate(given, 1):
        if not isinstance(item, dict) or set(item) != {"column", "mask"}:
            raise InvalidInput(f"{what}: slider {number}", item, allowed)
        mask = read_mask(item["mask"], f"{what}: mask of slider {number}")
        column = item["column"]
        if type(column) is not int:
            raise InvalidInput(f"{what}: column of slider {number}", column, "a column from 1")
        found.append(Slider(column, mask))
    return tuple(found)


def board_toml(board: Board) -> str:
    """Write a board as a file with comments; it reads back as an equal board."""
    import tomlkit  # noqa: PLC0415 -- only this function needs it

    document = tomlkit.document()
    for line in _HEADER.splitlines():
        document.add(tomlkit.comment(line))
    document.add("game", tomlkit.item("mauer"))
    document.add("name", tomlkit.item(board.name))
    document.add("origin", tomlkit.item(board.origin))
    document.add(tomlkit.nl())
    document.add(tomlkit.comment("Columns of the frame, from 1, with a tunnel below them."))
    document.add("tunnels", tomlkit.item(list(board.tunnels)))
    document.add(tomlkit.comment("How far sliders may stand from the middle; +1 is one row down."))
    document.add("offsets", tomlkit.item(list(board.offsets)))
    # by hand: tomlkit would not begin the picture on a line of its own
    text = f'{document.as_string()}\npicture = """\n{picture.draw(board)}\n"""\n'
    for slider in board.sliders:
        text += f'\n[[sliders]]\ncolumn = {slider.column}\nmask = "{slider.mask}"\n'
    return text


def blank_toml(board: Board) -> str:
    """Write a file with an empty picture to fill in; its frame is that of ``board``."""
    empty = Board(
        "my board", frozenset(), (), board.tunnels, board.sliders, board.offsets, "an owner's board"
    )
    help = "\n".join(f"# {line}" for line in _BLANK.splitlines())
    return f"{help}\n{board_toml(empty)}"


_BLANK = """\
Fill in the picture: a garment such as head-a on its cell, | and ------ for the walls, nothing
where cells are open to each other. Then: zochastic mauer board check FILE"""

_HEADER = """\
A board of Ab durch die Mauer for zochastic.
In the picture, row 1 is on top and column a on the left, as the frame lies in front of you with
its tunnels running away from you; the board as it lies at the start of the game.
A mask tells where a slider has magnets, from the top; its first character lies under row 1."""
