"""Keys of a variant, declared once: what each accepts, its printed value, its meaning.

A game's rules are a frozen dataclass whose fields are made by the functions below; the
variants' files, ``--set``, error messages and ``to_toml`` all read these declarations.
"""

from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, field, fields
from typing import Any, ClassVar

from zochastic.rules.kinds import Choice, Counts, Each, Flag, Kind, Number, Whole, WholeList


def _declare(default: Any, kind: Kind, doc: str, assumed: str | None) -> Any:
    metadata = {"kind": kind, "doc": doc, "assumed": assumed}
    return field(default=kind.check("default", default), metadata=metadata)


def of_kind(default: Any, kind: Kind, doc: str, *, assumed: str | None = None) -> Any:
    """Declare a key of a kind that only one game has."""
    return _declare(default, kind, doc, assumed)


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
