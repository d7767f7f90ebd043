"""A session at the table of coal as a file: what is kept, never mistaken for another game."""

from zochastic.analysis import sessions
from zochastic.analysis.coal.session.journal import Session, for_players
from zochastic.analysis.coal.session.names import check_names
from zochastic.analysis.sessions import SessionFile
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import Variant

_FORMAT = "zochastic coal table 1"
_KEYS = ("rules", "names", "seat", "starter", "goal", "journal")


def text_of(session: Session) -> str:
    """The session as it is saved."""
    values = (
        session.variant.digest, session.names, session.seat + 1, session.starter + 1,
        session.goal, session.journal,
    )  # fmt: skip
    return sessions.written(_FORMAT, dict(zip(_KEYS, values, strict=True)))


def resume(variant: Variant, file: SessionFile, *, players: int | None = None) -> Session | None:
    """The session that was saved; None where there is none.

    Parameters
    ----------
    players : how many must play; None: as many as do in the file.

    Raises
    ------
    InvalidInput : the file is broken, or of other rules.
    """
    text = file.read()
    if text is None:
        return None
    path = str(file.path)
    broken = InvalidInput(
        "--file", path, "a game kept by `coal table`; this is none, or damaged: name another"
    )
    try:
        kept = sessions.understood(text, _FORMAT, _KEYS)
        digest, names, seat, starter, goal, journal = (kept[key] for key in _KEYS)
        names = tuple(names)
        check_names(names)
        if goal not in ("chips", "win"):
            raise broken
        if seat not in range(1, len(names) + 1) or starter not in range(1, len(names) + 1):
            raise broken
    except (ValueError, TypeError, AttributeError):
        raise broken from None
    if players is not None and players != len(names):
        allowed = f"a game of {players} players; {len(names)} play there (--new begins another)"
        raise InvalidInput("--file", path, allowed)
    table = for_players(variant, len(names))
    if digest != table.digest:
        allowed = "a game of the rules at hand; this one is not (--new begins another)"
        raise InvalidInput("--file", path, allowed)
    try:
        return Session(table, seat - 1, names, starter - 1, journal, goal)
    except (ValueError, IndexError, KeyError, TypeError):
        raise broken from None
