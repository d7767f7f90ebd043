"""A moment of a game as people write it: options of a command line, or a TOML file."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from zochastic.rules.errors import InvalidInput, quoted
from zochastic.rules.mauer.board import PARTS, Board
from zochastic.rules.mauer.game import MauerRules
from zochastic.rules.mauer.geometry import NAMES, PLUG, read_cell
from zochastic.rules.mauer.table import Table
from zochastic.rules.toml_files import parse, read_text

_KEYS = ("game", "ghosts", "sliders", "turned", "have", "seat", "seen")
_LONGEST = 100_000


@dataclass(frozen=True)
class State:
    """Table, what the players have, whose turn it is.

    Attributes
    ----------
    have : parts that each player has, by seat.
    seat : of the player whose turn it is, from 0.
    seen : what this player knows of the decks, as `read_facts` reads it.
    """

    table: Table
    have: tuple[frozenset[str], ...]
    seat: int = 0
    seen: str = ""

    @property
    def text(self) -> str:
        """As the options of a command line."""
        order = [self.seat, *(s for s in range(len(self.have)) if s != self.seat)]
        haves = [",".join(p for p in PARTS if p in self.have[seat]) or "-" for seat in order]
        while len(haves) > 1 and haves[-1] == "-":
            haves.pop()
        seen = f" --seen {self.seen}" if self.seen else ""
        return f"{self.table.text} --have {'/'.join(haves)} --seat {self.seat + 1}{seen}"

    @property
    def toml(self) -> str:
        """As a TOML file."""
        table = self.table
        ghosts = ", ".join(f'"{NAMES[cell]}"' for cell in table.ghosts)
        sliders = ", ".join(f'"{column}:{offset}"' for column, offset in table.sliders)
        have = ", ".join(
            "[" + ", ".join(f'"{part}"' for part in PARTS if part in parts) + "]"
            for parts in self.have
        )
        seen = f'seen = "{self.seen}"\n' if self.seen else ""
        return (
            f'game = "mauer"\nghosts = [{ghosts}]\nsliders = [{sliders}]\nturned = {table.turned}\n'
            f"have = [{have}]\nseat = {self.seat + 1}\n{seen}"
        )


def read_state(
    rules: MauerRules,
    board: Board,
    *,
    ghosts: str,
    sliders: str | None = None,
    turned: str = "0",
    have: str | None = None,
    seat: str = "1",
    seen: str = "",
) -> State:
    """Read a state from the options of a command line.

    Parameters
    ----------
    ghosts : their cells in turn order, ``a1,g1,g7,a7``.
    sliders : ``COLUMN:OFFSET`` of each, ``2:0,4:-1,6:0``; None = as they lie at the start.
    turned : quarter turns of the board, clockwise.
    have : parts that the player has, ``head,legs``; after a ``/`` those of the others, in turn
        order from seat 1, the player's own left out; ``-`` for none.

    Raises
    ------
    InvalidInput: it says which option, and what is wrong with it.
    """
    cells = _ghosts(ghosts.split(","))
    place = _whole(seat, "--seat", 1, len(cells)) - 1
    lie = tuple((slider.column, 0) for slider in board.sliders)
    if sliders is not None:
        lie = _sliders(board, sliders.split(","))
    table = Table(cells, lie, _whole(turned, "--turned", 0, 3))
    return State(table, _haves(rules, have, len(cells), place), place, seen)


def read_state_file(rules: MauerRules, board: Board, path: str) -> State:
    """Read a state from a TOML file, or from standard input where ``path`` is ``-``."""
    if path == "-":
        text = "" if sys.stdin is None else sys.stdin.read(_LONGEST + 1)
        if len(text) > _LONGEST:
            raise InvalidInput("--state", path, f"at most {_LONGEST:,} characters")
    else:
        try:
            text = read_text(path)
        except InvalidInput as wrong:
            what = "--state" if wrong.what == "variant" else wrong.what
            raise InvalidInput(what, wrong.got, wrong.allowed) from None
    values = parse(text, path)
    where = f"--state {quoted(path)}"
    for key in values:
        if key not in _KEYS:
            raise InvalidInput(f"{where}: key", key, ", ".join(_KEYS), known=_KEYS)
    if values.get("game", "mauer") != "mauer":
        raise InvalidInput(f"{where}: game", values["game"], 'game = "mauer"')
    if "ghosts" not in values:
        raise InvalidInput(f"{where}: ghosts", "none", 'a list such as ["a1", "g1", "g7", "a7"]')
    cells = _ghosts(_words(values["ghosts"], f"{where}: ghosts"))
    place = _number(values.get("seat", 1), f"{where}: seat", 1, len(cells)) - 1
    lie = tuple((slider.column, 0) for slider in board.sliders)
    if "sliders" in values:
        lie = _sliders(board, _words(values["sliders"], f"{where}: sliders"))
    turned = _number(values.get("turned", 0), f"{where}: turned", 0, 3)
    have = _have_lists(rules, values.get("have", []), len(cells), place, f"{where}: have")
    seen = values.get("seen", "")
    seen = seen if isinstance(seen, str) else ",".join(_words(seen, f"{where}: seen"))
    return State(Table(cells, lie, turned), have, place, seen)


def _whole(text: str, what: str, low: int, high: int) -> int:
    stripped = text.strip()
    if not (stripped.isascii() and stripped.isdigit() and len(stripped) < 4):
        raise InvalidInput(what, text, f"a whole number from {low} to {high}")
    return _number(int(stripped), what, low, high)


def _number(value: Any, what: str, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise InvalidInput(what, value, f"a whole number from {low} to {high}")
    return value


def _words(value: Any, what: str) -> list[str]:
    if isinstance(value, str):
        return value.split(",")
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise InvalidInput(what, value, "a list of texts")
    return list(value)


def _ghosts(words: Sequence[str]) -> tuple[int, ...]:
    if not 2 <= len(words) <= 4:
        raise InvalidInput("--ghosts", ",".join(words), "the cells of 2 to 4 ghosts, in turn order")
    cells: list[int] = []
    for word in words:
        cell = read_cell(word, "--ghosts")
        if cell == PLUG:
            raise InvalidInput("--ghosts", word, f"any cell but the plug {NAMES[PLUG]}")
        if cell in cells:
            allowed = f"one ghost a cell; ghost {cells.index(cell) + 1} is there too"
            raise InvalidInput("--ghosts", word, allowed)
        cells.append(cell)
    return tuple(cells)


def _sliders(board: Board, words: Sequence[str]) -> tuple[tuple[int, int], ...]:
    count, (low, high) = len(board.sliders), board.offsets
    if len(words) != count:
        allowed = f"COLUMN:OFFSET of all {count} sliders, such as 2:0,4:-1,6:0"
        raise InvalidInput("--sliders", ",".join(words), allowed)
    found: list[tuple[int, int]] = []
    for word in words:
        column, _, offset = word.strip().partition(":")
        if not (word.isascii() and column.isdigit() and offset.lstrip("+-").isdigit()):
            raise InvalidInput("--sliders", word, "COLUMN:OFFSET, such as 4:-1")
        if len(word) > 9 or int(column) not in board.tunnels:
            columns = ", ".join(map(str, board.tunnels))
            raise InvalidInput("--sliders", word, f"a column with a tunnel: {columns}")
        try:
            lies = int(column), int(offset)
        except ValueError:
            raise InvalidInput("--sliders", word, "COLUMN:OFFSET, such as 4:-1") from None
        if not low <= lies[1] <= high:
            raise InvalidInput("--sliders", word, f"an offset from {low} to {high}")
        if lies[0] in [other for other, _ in found]:
            raise InvalidInput("--sliders", word, "one slider a tunnel")
        found.append(lies)
    return tuple(found)


def _haves(
    rules: MauerRules, text: str | None, players: int, seat: int
) -> tuple[frozenset[str], ...]:
    lists = [] if text is None else [_parts_typed(item) for item in text.split("/")]
    return _by_seat(rules, lists, players, seat, "--have")


def _parts_typed(text: str) -> list[str]:
    return [] if text.strip() in ("", "-") else text.split(",")


def _have_lists(
    rules: MauerRules, value: Any, players: int, seat: int, what: str
) -> tuple[frozenset[str], ...]:
    """A list of the player's parts, or one list a seat."""
    if isinstance(value, list) and value and all(isinstance(item, list) for item in value):
        lists = [_words(item, what) for item in value]
        own = [lists[seat]] if seat < len(lists) else [[]]
        lists = own + [item for place, item in enumerate(lists) if place != seat]
    else:
        lists = [_words(value, what)] if value else []
    return _by_seat(rules, lists, players, seat, what)


def _by_seat(
    rules: MauerRules, lists: Sequence[Sequence[str]], players: int, seat: int, what: str
) -> tuple[frozenset[str], ...]:
    """Parts by seat; the first list is the player's own, the others follow in turn order."""
    if len(lists) > players:
        raise InvalidInput(what, f"{len(lists)} players", f"parts of at most {players} players")
    known = PARTS[: rules.parts]
    order = [seat, *(place for place in range(players) if place != seat)]
    found = [frozenset[str]() for _ in range(players)]
    for place, words in zip(order, lists, strict=False):
        parts = []
        for word in words:
            part = word.strip().lower()
            if part not in known:
                raise InvalidInput(what, word, f"parts among {', '.join(known)}", known=known)
            if part in parts:
                raise InvalidInput(what, ",".join(words), f"each part once; {part} comes twice")
            parts.append(part)
        if len(parts) >= rules.parts_needed:
            allowed = f"fewer than {rules.parts_needed} parts: that many have won"
            raise InvalidInput(what, ",".join(parts), allowed)
        found[place] = frozenset(parts)
    return tuple(found)
