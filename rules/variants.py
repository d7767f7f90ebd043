"""Variants: TOML files that name only what differs from the printed game, and ``--set``."""

import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from zochastic.rules.coal.game import CoalRules
from zochastic.rules.diavolo.game import DiavoloRules
from zochastic.rules.errors import InvalidInput, quoted
from zochastic.rules.fields import GameRules, keys_of, kinds_of
from zochastic.rules.kinds import NONE, Kind
from zochastic.rules.mauer.game import MauerRules
from zochastic.rules.toml_files import is_inline, parse, parse_value, read_text
from zochastic.rules.zoinx.game import ZoinxRules

#: The rules of each game; their defaults are the printed game.
GAMES: dict[str, type[GameRules]] = {
    "coal": CoalRules,
    "zoinx": ZoinxRules,
    "diavolo": DiavoloRules,
    "mauer": MauerRules,
}

_SHIPPED = Path(__file__).parent / "variants"


@dataclass(frozen=True)
class Variant:
    """Rules with a name.

    Attributes
    ----------
    game : ``coal`` or ``zoinx``.
    id : how to ask for it again: ``coal/printed``, or the path of a file as it was given.
    name : the file's own ``name`` or else the file's name, without its ending.
    rules : the rules object of the game (`CoalRules`, `ZoinxRules`).
    base : the rules before ``--set``.
    shipped : it comes with the package.
    """

    game: str
    id: str
    name: str
    rules: Any  # the game tells which; every caller knows its game
    base: Any
    shipped: bool = False

    @cached_property
    def changed(self) -> dict[str, Any]:
        """What differs from the printed game: dotted key and plain value, None for none."""
        return _differences(self.rules, type(self.rules)())

    @property
    def title(self) -> str:
        """For headings: ``coal/printed``, or the name of a file; and what ``--set`` changed."""
        heading = self.id if self.shipped else self.name
        sets = _differences(self.rules, self.base).items()
        return ", ".join([heading, *(f"{key}={_toml(value)}" for key, value in sets)])

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the game and all its rules; the same exactly if they are equal."""
        text = json.dumps(self.rules.plain(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(f"{self.game}\n{text}".encode()).hexdigest()


def load_variant(game: str, name_or_file: str = "printed", sets: Sequence[str] = ()) -> Variant:
    """Read a variant of ``game`` by its name or from a file, then apply ``sets``.

    Parameters
    ----------
    name_or_file : ``printed``, ``coal/printed``, or the path of a file: it ends in ``.toml`` or
        holds a path separator.
    sets : ``key=value``, such as ``devils=8``, ``coal.100=3``, ``max_bet=none``; applied in order.

    Raises
    ------
    InvalidInput: no such variant, a broken file, a file of another game, a wrong key or value.
    """
    if game not in GAMES:
        raise InvalidInput("game", game, " or ".join(GAMES), known=GAMES)
    first, _, rest = name_or_file.partition("/")
    name = rest if first == game else name_or_file
    if _is_path(name_or_file):
        found = check_file(name_or_file)
        if found.game != game:
            line = f'a variant of {game}, a file with game = "{game}"'
            raise InvalidInput(f"{quoted(name_or_file)}: game", found.game, line)
    elif name in _names(game):
        found = _read(str(_SHIPPED / game / f"{name}.toml"), shipped_as=f"{game}/{name}")
    else:
        names = [f"{game}/{known}" for known in _names(game)]
        allowed = f"{', '.join(names)}, or the path of a TOML file"
        known = names if first == game and rest else _names(game)
        raise InvalidInput("--variant", name_or_file, allowed, known=known)
    return _with(found, sets)


def find(name_or_file: str, sets: Sequence[str] = ()) -> Variant:
    """Read the variant with the full name ``coal/printed``, or a file, whatever the game."""
    if _is_path(name_or_file):
        return _with(check_file(name_or_file), sets)
    game = name_or_file.partition("/")[0]
    if game in GAMES and "/" in name_or_file:
        return load_variant(game, name_or_file, sets)
    names = [variant.id for variant in list_variants()]
    allowed = f"{', '.join(names)}, or the path of a TOML file"
    raise InvalidInput("variant", name_or_file, allowed, known=names)


def check_file(path: str | os.PathLike[str]) -> Variant:
    """Read a variant from a file, whatever its game; InvalidInput says what is wrong with it."""
    return _read(os.fspath(path))


def list_variants(game: str | None = None) -> list[Variant]:
    """Read the variants that come with the package, the printed game first."""
    if game is not None and game not in GAMES:
        raise InvalidInput("game", game, " or ".join(GAMES), known=GAMES)
    games = GAMES if game is None else [game]
    return [load_variant(each, name) for each in games for name in _names(each)]


def to_toml(variant: Variant) -> str:
    """Write a complete file with comments to start from; it loads back to equal rules."""
    import tomlkit  # noqa: PLC0415 -- only this function needs it

    rules = variant.rules
    document = tomlkit.document()
    for line in _HEADER.format(title=quoted(variant.title)).splitlines():
        document.add(tomlkit.comment(line))
    document.add("game", tomlkit.item(variant.game))
    if variant.shipped:  # a copy of it is soon another variant: let the file's name be its name
        document.add(tomlkit.comment('name = "for headings; without it, the name of this file"'))
    else:
        document.add("name", tomlkit.item(variant.name))
    for key, declared in keys_of(type(rules)).items():
        document.add(tomlkit.nl())
        kind, doc, assumed = (declared.metadata[part] for part in ("kind", "doc", "assumed"))
        document.add(tomlkit.comment(doc))
        document.add(tomlkit.comment(f"Allowed: {kind.allowed}."))
        if assumed:
            document.add(tomlkit.comment(f"Assumed: {assumed}"))
        value = kind.plain(getattr(rules, key))
        if isinstance(value, dict):
            table = tomlkit.inline_table()
            table.update(value)
            document.add(key, table)
        else:
            document.add(key, tomlkit.item(NONE if value is None else value))
    return document.as_string()


_HEADER = """\
A variant of a game for zochastic, complete: {title}.
A key that you leave out has its printed value, so delete what you do not change.
"""


def _is_path(name_or_file: str) -> bool:
    if name_or_file.endswith(".toml"):
        return True
    separated = any(s in name_or_file for s in (os.sep, os.altsep) if s)
    return separated and name_or_file.partition("/")[0] not in GAMES


def _names(game: str) -> list[str]:
    """Names of a game's shipped variants, the printed one first."""
    names = [path.stem for path in (_SHIPPED / game).glob("*.toml")]
    return sorted(names, key=lambda name: (name != "printed", name))


def _differences(rules: GameRules, base: GameRules) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, kind in kinds_of(type(rules)).items():
        found |= kind.differences(key, getattr(rules, key), getattr(base, key))
    return found


def _toml(value: Any) -> str:
    """Write a plain value as ``--set`` takes it; names without quotes."""
    if value is None:
        return NONE
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


def _read(path: str, shipped_as: str | None = None) -> Variant:
    """Read the variant in a file; its id is the path, or its full name where it is shipped."""
    where = quoted(path)
    text = read_text(path)
    values = parse(text, path)
    game = values.pop("game", None)
    if not isinstance(game, str) or game not in GAMES:
        known = " or ".join(f'game = "{known}"' for known in GAMES)
        got = "no game" if game is None else game
        raise InvalidInput(f"{where}: game", got, known, known=GAMES)
    name = values.pop("name", "")
    if not isinstance(name, str):
        raise InvalidInput(f"{where}: name", name, "any text in quotes")
    rules = _apply(GAMES[game](), values, text, where)
    if not name.strip():
        name = Path(path).stem.encode(errors="replace").decode()
    return Variant(game, shipped_as or path, name, rules, rules, shipped_as is not None)


def _apply(rules: GameRules, values: dict[str, Any], text: str, where: str) -> GameRules:
    """Set the ``values`` of a file."""
    kept: dict[str, Any] = {}
    for key, value in values.items():
        kind = _kind(rules, key, where)
        if isinstance(value, dict) and not is_inline(text, key):
            now = getattr(rules, key)
            for inner, new in value.items():
                now = kind.reach(f"{where}: {key}", now, inner, new)
            kept[key] = now
        else:
            kept[key] = kind.check(f"{where}: {key}", value)
    return _rebuilt(rules, kept, where)


def _with(variant: Variant, sets: Sequence[str]) -> Variant:
    """Apply ``--set``, one after the other."""
    if not sets:
        return variant
    kept: dict[str, Any] = {}
    for item in sets:
        left, equals, right = item.partition("=")
        if not equals:
            raise InvalidInput("--set", item, "KEY=VALUE, such as devils=8")
        key, dot, inner = left.strip().partition(".")
        kind = _kind(variant.rules, key, "--set")
        new = parse_value(right.strip())
        if dot:
            now = kept.get(key, getattr(variant.rules, key))
            kept[key] = kind.reach(f"--set {key}", now, inner, new)
        else:
            kept[key] = kind.check(f"--set {key}", new)
    rules = _rebuilt(variant.rules, kept, "--set")
    return replace(variant, rules=rules)


def _kind(rules: GameRules, key: str, where: str) -> Kind:
    kinds = kinds_of(type(rules))
    if key not in kinds:
        raise InvalidInput(f"{where}: key", key, ", ".join(kinds), known=kinds)
    return kinds[key]


def _rebuilt(rules: GameRules, kept: dict[str, Any], where: str) -> GameRules:
    values = {key: kept.get(key, getattr(rules, key)) for key in keys_of(type(rules))}
    try:
        return type(rules)(**values)
    except InvalidInput as wrong:  # fine alone, not together
        raise InvalidInput(f"{where}: {wrong.what}", wrong.got, wrong.allowed) from None
