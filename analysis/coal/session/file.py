"""A session at the table as a file: never half written, never mistaken for another game."""

import contextlib
import json
import os
import secrets
from pathlib import Path

from zochastic.analysis.coal.session.journal import Session, for_players
from zochastic.analysis.coal.session.names import check_names
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import Variant

_FORMAT = "zochastic coal table 1"
_KEYS = ("format", "rules", "names", "seat", "starter", "goal", "journal")


def text_of(session: Session) -> str:
    """The session as it is saved."""
    values = (
        _FORMAT, session.variant.digest, session.names, session.seat + 1, session.starter + 1,
        session.goal, session.journal,
    )  # fmt: skip
    return json.dumps(dict(zip(_KEYS, values, strict=True)), indent=1) + "\n"


def save(session: Session, path: Path) -> None:
    """Write the session aside, then put it in its place: it is never half there."""
    aside = path.with_name(f".{secrets.token_hex(8)}.json")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        aside.write_text(text_of(session), encoding="utf-8")
        os.replace(aside, path)
    except (OSError, ValueError) as fault:
        raise InvalidInput("--file", str(path), f"a file that can be written: {fault}") from None
    finally:
        with contextlib.suppress(OSError, ValueError):
            aside.unlink(missing_ok=True)


def set_aside(path: Path) -> Path | None:
    """Rename what lies at ``path``, so that another game can begin there; None: nothing does."""
    try:
        if not path.is_file():
            return None
        old = path.with_name(f"{path.name}.old")
        os.replace(path, old)
    except (OSError, ValueError) as fault:
        raise InvalidInput("--file", str(path), f"a file that can be renamed: {fault}") from None
    return old


def resume(variant: Variant, path: Path, *, players: int | None = None) -> Session | None:
    """The session that was saved; None where there is none.

    Parameters
    ----------
    players : how many must play; None: as many as do in the file.

    Raises
    ------
    InvalidInput : the file is broken, or of other rules.
    """
    text = _read(path)
    if text is None:
        return None
    broken = InvalidInput(
        "--file", str(path), "a game kept by `coal table`; this is none, or damaged: name another"
    )
    try:
        kept = json.loads(text)
        form, digest, names, seat, starter, goal, lines = (kept[key] for key in _KEYS)
        names, journal = tuple(names), [tuple(map(str, line)) for line in lines]
        check_names(names)
        if form != _FORMAT or goal not in ("chips", "win"):
            raise broken
        if seat not in range(1, len(names) + 1) or starter not in range(1, len(names) + 1):
            raise broken
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise broken from None
    if players is not None and players != len(names):
        allowed = f"a game of {players} players; {len(names)} play there (--new begins another)"
        raise InvalidInput("--file", str(path), allowed)
    table = for_players(variant, len(names))
    if digest != table.digest:
        allowed = "a game of the rules at hand; this one is not (--new begins another)"
        raise InvalidInput("--file", str(path), allowed)
    try:
        return Session(table, seat - 1, names, starter - 1, journal, goal)
    except (ValueError, IndexError, KeyError, TypeError):
        raise broken from None


def _read(path: Path) -> str | None:
    try:
        if path.exists() and not path.is_file():  # a device or a pipe might never end
            raise InvalidInput("--file", str(path), "a regular file")
        return path.read_text(encoding="utf-8")
    except InvalidInput:
        raise
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as fault:
        raise InvalidInput("--file", str(path), f"a file that can be read: {fault}") from None
