"""What the keys that only mauer has accept: memories, masks, tunnels, a board's name."""
# ruff: noqa: D102 -- the kinds override what Kind documents

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from zochastic.rules.errors import InvalidInput
from zochastic.rules.kinds import Kind
from zochastic.rules.mauer.geometry import SIZE

#: Stands for what the board's file says.
OF_BOARD = "board"
#: How far a slider may stand from its middle position.
FARTHEST = 6

_MASK = re.compile(f"[01]{{{SIZE}}}", re.ASCII)
_MEMORY = re.compile(r"forget:(0?\.\d{1,9}|[01](\.\d{0,9})?)", re.ASCII)


@dataclass(frozen=True)
class Text(Kind):
    """Any text that is not empty."""

    meaning: str

    @property
    def allowed(self) -> str:
        return self.meaning

    def check(self, name: str, value: Any) -> str:
        if not isinstance(value, str) or not value.strip() or len(value) > 4096:
            raise InvalidInput(name, value, self.allowed)
        return value


@dataclass(frozen=True)
class Memory(Kind):
    """How players remember decks: ``perfect``, ``none``, ``forget:RATE``."""

    @property
    def allowed(self) -> str:
        return "perfect, none, or forget:RATE with a rate from 0 to 1, such as forget:0.1"

    def check(self, name: str, value: Any) -> str:
        if isinstance(value, str) and value in ("perfect", "none"):
            return value
        if not isinstance(value, str) or not _MEMORY.fullmatch(value) or self.rate(value) > 1:
            raise InvalidInput(name, value, self.allowed, known=("perfect", "none", "forget:0.1"))
        return value

    @staticmethod
    def rate(value: str) -> float:
        """Chance that a thing remembered is lost within a turn."""
        if value in ("perfect", "none"):
            return float(value == "none")
        return float(value.partition(":")[2])


def read_mask(text: Any, what: str) -> str:
    """Check where a slider has magnets: one character a segment [mauer: Frame and sliders]."""
    if not isinstance(text, str) or not _MASK.fullmatch(text):
        allowed = f"{SIZE} characters 0 or 1, from the top: 1 is a segment with a magnet"
        raise InvalidInput(what, text, allowed)
    return text


def read_tunnels(columns: Any, what: str) -> tuple[int, ...]:
    """Check the columns (from 1) above the tunnels."""
    allowed = f"a list of 2 to {SIZE} columns from 1 to {SIZE}, strictly increasing"
    if not isinstance(columns, list | tuple) or not 2 <= len(columns) <= SIZE:
        raise InvalidInput(what, columns, allowed)
    for column in columns:
        if type(column) is not int or not 1 <= column <= SIZE:
            raise InvalidInput(what, column, allowed)
    if list(columns) != sorted(set(columns)):
        raise InvalidInput(what, list(columns), allowed)
    return tuple(columns)


def read_offsets(limits: Any, what: str) -> tuple[int, int]:
    """Check the least and the greatest offset of a slider."""
    allowed = f"[LEAST, GREATEST], whole numbers from -{FARTHEST} to 0 and from 0 to {FARTHEST}"
    if not isinstance(limits, list | tuple) or len(limits) != 2:
        raise InvalidInput(what, limits, allowed)
    low, high = limits
    if type(low) is not int or type(high) is not int:
        raise InvalidInput(what, limits, allowed)
    if not -FARTHEST <= low <= 0 <= high <= FARTHEST:
        raise InvalidInput(what, list(limits), allowed)
    return low, high


@dataclass(frozen=True)
class OfBoard(Kind):
    """A list that replaces what the board's file says, or ``board``."""

    part: str  # masks, tunnels, offsets

    @property
    def allowed(self) -> str:
        lists = {
            "masks": f"a list with a text of {SIZE} characters 0 or 1 for each slider",
            "tunnels": f"a list of 2 to {SIZE} columns from 1 to {SIZE}, strictly increasing",
            "offsets": f"[LEAST, GREATEST] around 0, at most {FARTHEST} away",
        }
        return f"{OF_BOARD} (as its file says), or {lists[self.part]}"

    def check(self, name: str, value: Any) -> Any:
        if value == OF_BOARD:
            return OF_BOARD
        if not isinstance(value, list | tuple):
            raise InvalidInput(name, value, self.allowed, known=(OF_BOARD,))
        if self.part == "tunnels":
            return read_tunnels(value, name)
        if self.part == "offsets":
            return read_offsets(value, name)
        if not 1 <= len(value) <= 5:
            raise InvalidInput(name, value, self.allowed)
        return tuple(read_mask(mask, name) for mask in value)

    def plain(self, value: Any) -> Any:
        return value if value == OF_BOARD else list(value)


def spread(tunnels: Sequence[int], sliders: int) -> tuple[int, ...]:
    """Columns where sliders lie at the start: the outer ones and evenly between."""
    last = len(tunnels) - 1
    if sliders == 1:
        return (tunnels[last // 2],)
    return tuple(
        tunnels[(2 * i * last + sliders - 1) // (2 * (sliders - 1))] for i in range(sliders)
    )
