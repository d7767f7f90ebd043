"""What the keys of a variant accept: each kind checks a value and says what is allowed."""
# ruff: noqa: D102 -- the kinds override what Kind documents

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from zochastic.rules.errors import InvalidInput

#: How "not set" is written, since TOML has no null.
NONE = "none"

# At most nine digits: int() of a key of thousands would raise.
_NUMERAL = re.compile(r"[1-9][0-9]{0,8}")


class Kind:
    """What a key accepts; `check` is the only way in."""

    @property
    def allowed(self) -> str:
        """What is accepted, for messages and comments."""
        raise NotImplementedError

    def check(self, name: str, value: Any) -> Any:
        """``value`` in the form in which the rules keep it (hashable), or InvalidInput."""
        raise NotImplementedError

    def plain(self, value: Any) -> Any:
        """Give a kept value as JSON has it; TOML too, but for None."""
        return value

    def reach(self, name: str, value: Any, inner: str, new: Any) -> Any:
        """``value`` after the dotted key ``name.inner`` was set to ``new``."""
        raise InvalidInput(name, f".{inner}", f"no key inside; it is {self.allowed}")

    def differences(self, name: str, value: Any, base: Any) -> dict[str, Any]:
        """Tell what to set, by (dotted) key, to make ``base`` into ``value``."""
        return {} if value == base else {name: self.plain(value)}


@dataclass(frozen=True)
class Whole(Kind):
    """A whole number within bounds; None too where ``optional``."""

    low: int
    high: int
    optional: bool = False

    @property
    def allowed(self) -> str:
        text = f"a whole number from {self.low:,} to {self.high:,}"
        return f"{text}, or {NONE}" if self.optional else text

    def check(self, name: str, value: Any) -> int | None:
        if self.optional and (value is None or value == NONE):
            return None
        if type(value) is not int or not self.low <= value <= self.high:  # True is no number
            raise InvalidInput(name, value, self.allowed)
        return value


@dataclass(frozen=True)
class Number(Kind):
    """A number within bounds."""

    low: float
    high: float

    @property
    def allowed(self) -> str:
        return f"a number from {self.low:g} to {self.high:g}"

    def check(self, name: str, value: Any) -> float:
        if type(value) not in (int, float) or not self.low <= value <= self.high:
            raise InvalidInput(name, value, self.allowed)
        return math.fabs(value) if value == 0 else float(value)  # -0.0 would be another digest


@dataclass(frozen=True)
class Flag(Kind):
    """True or false."""

    @property
    def allowed(self) -> str:
        return "true or false"

    def check(self, name: str, value: Any) -> bool:
        if type(value) is not bool:
            raise InvalidInput(name, value, self.allowed, known=("true", "false"))
        return value


@dataclass(frozen=True)
class Choice(Kind):
    """One of a few names."""

    names: tuple[str, ...]

    @property
    def allowed(self) -> str:
        return _either(self.names)

    def check(self, name: str, value: Any) -> str:
        if not isinstance(value, str) or value not in self.names:
            raise InvalidInput(name, value, self.allowed, known=self.names)
        return value


@dataclass(frozen=True)
class WholeList(Kind):
    """A list of whole numbers, or of the ``words`` between them."""

    item: Whole
    shortest: int
    longest: int
    increasing: bool = False
    words: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        words = "".join(f' or "{word}"' for word in self.words)
        order = ", strictly increasing" if self.increasing else ""
        many = f"{self.shortest} to {self.longest} items"
        return f"a list of {many}, each {self.item.allowed}{words}{order}"

    def check(self, name: str, value: Any) -> tuple[int | str, ...]:
        if not isinstance(value, list | tuple):
            raise InvalidInput(name, value, self.allowed)
        if not self.shortest <= len(value) <= self.longest:
            raise InvalidInput(name, value, self.allowed)
        for item in value:
            if isinstance(item, str) and item in self.words:
                continue
            if type(item) is not int or not self.item.low <= item <= self.item.high:
                raise InvalidInput(name, item, self.allowed, known=self.words)
        if self.increasing and any(b <= a for a, b in pairwise(value)):
            raise InvalidInput(name, value, self.allowed)
        return tuple(value)

    def plain(self, value: Any) -> list[int | str]:
        return list(value)


@dataclass(frozen=True)
class Each(Kind):
    """One whole number for everybody, or a list with one a player."""

    item: Whole
    most: int

    @property
    def allowed(self) -> str:
        return f"{self.item.allowed}, or a list of such numbers, one a player"

    def check(self, name: str, value: Any) -> int | tuple[int, ...]:
        items = value if isinstance(value, list | tuple) else [value]
        if not 1 <= len(items) <= self.most:
            raise InvalidInput(name, value, self.allowed)
        for item in items:
            if type(item) is not int or not self.item.low <= item <= self.item.high:
                raise InvalidInput(name, item, self.allowed)
        return tuple(items) if isinstance(value, list | tuple) else items[0]

    def plain(self, value: Any) -> int | list[int]:
        return list(value) if isinstance(value, tuple) else value


@dataclass(frozen=True)
class Counts(Kind):
    """How many there are of each: kept as ((key, count), …), the largest key first.

    Keys are whole numbers within ``keys``, or the ``names`` in their order where given.
    A count of 0 says that there are none: the key is dropped.
    """

    keys: Whole
    count: Whole
    total: int
    names: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        # A key's bounds are told where a key is wrong, a count's where a count is.
        example = self.names[0] if self.names else str(min(100, self.keys.high))
        return f"a table of counts such as {{{example} = 2}}, at most {self.total:,} in all"

    def _key(self, name: str, key: Any) -> int | str:
        if self.names:
            if key not in self.names:
                raise InvalidInput(name, key, _either(self.names), known=self.names)
            return str(key)
        if isinstance(key, str) and _NUMERAL.fullmatch(key):  # TOML's keys are text
            key = int(key)
        if type(key) is not int or not self.keys.low <= key <= self.keys.high:
            raise InvalidInput(name, key, f"as a key {self.keys.allowed}")
        return key

    def _order(self, pair: tuple[int | str, int]) -> int:
        key = pair[0]
        return -key if isinstance(key, int) else self.names.index(key)

    def check(self, name: str, value: Any) -> tuple[tuple[int | str, int], ...]:
        pairs: Iterable[Any]
        if isinstance(value, Mapping):
            pairs = value.items()
        elif isinstance(value, tuple) and all(isinstance(p, tuple) and len(p) == 2 for p in value):
            pairs = value
        else:
            raise InvalidInput(name, value, self.allowed)
        kept: dict[int | str, int] = {}
        for key, count in pairs:
            known = self._key(name, key)
            if known in kept:
                raise InvalidInput(name, key, "each key once")
            kept[known] = self.count.check(f"{name}.{known}", count) or 0
        if sum(kept.values()) > self.total:
            raise InvalidInput(name, sum(kept.values()), f"at most {self.total:,} in all")
        return tuple(sorted(((k, n) for k, n in kept.items() if n), key=self._order))

    def plain(self, value: Any) -> dict[str, int]:
        return {str(key): count for key, count in value}

    def reach(self, name: str, value: Any, inner: str, new: Any) -> Any:
        key = self._key(name, inner)
        return self.check(name, dict(value) | {key: new})

    def differences(self, name: str, value: Any, base: Any) -> dict[str, Any]:
        ours, theirs = dict(value), dict(base)
        keys = [key for key, _ in sorted((theirs | ours).items(), key=self._order)]
        changed = [key for key in keys if ours.get(key, 0) != theirs.get(key, 0)]
        return {f"{name}.{key}": ours.get(key, 0) for key in changed}


def _either(names: Iterable[str]) -> str:
    """Write ``a, b or c``."""
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last
