"""Keys of a variant, declared once: what each accepts, its printed value, its meaning.

A game's rules are a frozen dataclass whose fields are made by the functions below; the
variants' files, ``--set``, error messages and ``to_toml`` all read these declarations.
"""

# ruff: noqa: D102 -- the kinds override what Kind documents

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields
from itertools import pairwise
from typing import Any, ClassVar

from zochastic.rules.errors import InvalidInput

#: How "not set" is written, since TOML has no null.
NONE = "none"

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
        raise InvalidInput(f"{name}.{inner}", new, f"{name} holds no keys; it is {self.allowed}")

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
        return " or ".join(self.names)

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
                raise InvalidInput(name, key, " or ".join(self.names), known=self.names)
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


def _declare(default: Any, kind: Kind, doc: str, assumed: str | None) -> Any:
    metadata = {"kind": kind, "doc": doc, "assumed": assumed}
    return field(default=kind.check("default", default), metadata=metadata)


def whole(
    default: int | None,
    low: int,
    high: int,
    doc: str,
    *,
    optional: bool = False,
    assumed: str | None = None,
) -> Any:
    """Declare a whole number."""
    return _declare(default, Whole(low, high, optional), doc, assumed)


def number(default: float, low: float, high: float, doc: str, *, assumed: str | None = None) -> Any:
    """Declare a number."""
    return _declare(default, Number(low, high), doc, assumed)


def flag(default: bool, doc: str, *, assumed: str | None = None) -> Any:
    """Declare a yes or no."""
    return _declare(default, Flag(), doc, assumed)


def choice(names: Sequence[str], doc: str, *, assumed: str | None = None) -> Any:
    """Declare one of a few names, the first being the printed one."""
    return _declare(names[0], Choice(tuple(names)), doc, assumed)


def whole_list(
    default: Sequence[int | str],
    low: int,
    high: int,
    doc: str,
    *,
    shortest: int = 1,
    longest: int = 50,
    increasing: bool = False,
    words: Sequence[str] = (),
    assumed: str | None = None,
) -> Any:
    """Declare a list of whole numbers, ``words`` allowed between them."""
    kind = WholeList(Whole(low, high), shortest, longest, increasing, tuple(words))
    return _declare(tuple(default), kind, doc, assumed)


def each(
    default: int, low: int, high: int, doc: str, *, most: int = 6, assumed: str | None = None
) -> Any:
    """Declare one whole number for everybody, or a list with one a player."""
    return _declare(default, Each(Whole(low, high), most), doc, assumed)


def counts(
    default: Mapping[int, int] | Mapping[str, int],
    doc: str,
    *,
    keys: tuple[int, int] = (1, 10_000),
    most: int = 250,
    total: int = 250,
    names: Sequence[str] = (),
    assumed: str | None = None,
) -> Any:
    """Declare how many there are of each key; dotted keys reach inside."""
    kind = Counts(Whole(*keys), Whole(0, most), total, tuple(names))
    return _declare(default, kind, doc, assumed)


@dataclass(frozen=True, kw_only=True)
class GameRules:
    """What the rules of every game can do; each game adds its keys."""

    #: The game's name, as files and commands write it.
    game: ClassVar[str]
    #: Assumed readings that no key turns.
    readings: ClassVar[tuple[str, ...]] = ()

    def __post_init__(self) -> None:
        for name, kind in kinds_of(type(self)).items():
            object.__setattr__(self, name, kind.check(name, getattr(self, name)))
        self.consistent()

    def consistent(self) -> None:
        """Raise InvalidInput where keys that are fine alone contradict each other."""

    def plain(self) -> dict[str, Any]:
        """Every key and its value as JSON has it."""
        kinds = kinds_of(type(self))
        return {name: kind.plain(getattr(self, name)) for name, kind in kinds.items()}

    @property
    def assumptions(self) -> tuple[tuple[str | None, str], ...]:
        """The assumed readings in force: (key that turns it or None, sentence).

        A key that was set away from the printed game is a choice, no longer an assumption.
        """
        by_key = tuple(
            (name, declared.metadata["assumed"])
            for name, declared in keys_of(type(self)).items()
            if declared.metadata["assumed"] and getattr(self, name) == declared.default
        )
        return by_key + tuple((None, reading) for reading in self.readings)


def keys_of(rules: type[GameRules]) -> dict[str, Field[Any]]:
    """List the declared keys of a game, in their order."""
    return {f.name: f for f in fields(rules) if "kind" in f.metadata}


def kinds_of(rules: type[GameRules]) -> dict[str, Kind]:
    """Tell what each key of a game accepts."""
    return {name: declared.metadata["kind"] for name, declared in keys_of(rules).items()}
