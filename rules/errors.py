"""The one way to say that an input is wrong: what, what was got, what is allowed."""

from collections.abc import Iterable
from difflib import get_close_matches

#: The longest stretch of somebody's input that a message repeats.
_QUOTED = 60


def quoted(got: object) -> str:
    """``got`` as it was typed, on one line: control characters escaped, long text cut."""
    try:
        text = got if isinstance(got, str) else repr(got)
    except (ValueError, RecursionError):  # a number of thousands of digits, lists without end
        text = f"<{type(got).__name__} too long to show>"
    shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    if len(shown) > _QUOTED:
        shown = shown[: _QUOTED - 1] + "…"
    return f"'{shown}'" if isinstance(got, str) else shown


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Find the known name closest to ``name``, or None where none is close."""
    close = get_close_matches(name, list(known), n=1, cutoff=0.5)
    return close[0] if close else None


class InvalidInput(ValueError):
    """An input is wrong; the text is one line for the person who gave it.

    Parameters
    ----------
    what : the thing that is wrong, such as ``"--wealth"`` or ``"devils"``.
    got : what was given; repeated, escaped and cut.
    allowed : what would have been accepted.
    known : names of which the nearest to ``got`` is suggested.
    """

    def __init__(self, what: str, got: object, allowed: str, *, known: Iterable[str] = ()) -> None:
        self.what = what
        self.got = got
        self.allowed = allowed
        self.suggestion = nearest(got, known) if isinstance(got, str) else None
        line = f"{what}: got {quoted(got)}; allowed: {allowed}"
        if self.suggestion is not None:
            line += f"; did you mean '{self.suggestion}'?"
        super().__init__(line)
