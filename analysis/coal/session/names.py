"""What players at the table are called."""

from collections.abc import Sequence

from zochastic.analysis.coal.session.reading import RESERVED
from zochastic.rules.errors import InvalidInput

#: The longest name.
_LONGEST = 16


def plain_names(players: int) -> tuple[str, ...]:
    """Names of players who were given none."""
    return tuple(f"P{number}" for number in range(1, players + 1))


def check_names(names: Sequence[str]) -> None:
    """Refuse names that a line could not tell from each other, or from what else is typed.

    Raises
    ------
    InvalidInput : one that is taken, or no word that begins with a letter.
    """
    if not 2 <= len(names) <= 6:
        raise InvalidInput("--players", ",".join(map(str, names)), "2 to 6 players")
    known: set[str] = set()
    for name in names:
        word = name.replace("-", "").replace("_", "")
        if not (word.isalnum() and name[0].isalpha() and len(name) <= _LONGEST):
            allowed = f"names of up to {_LONGEST} letters and digits, a letter first"
            raise InvalidInput("--players", name, allowed)
        if name.casefold() in known or name.casefold() in RESERVED:
            allowed = "names that differ from each other and from what is typed at the table"
            raise InvalidInput("--players", name, allowed)
        known.add(name.casefold())
