"""Options that mean the same in every command, and how their text is read."""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Annotated

import typer

from zochastic.commands.completion import games
from zochastic.rules.errors import InvalidInput

Game = Annotated[
    str,
    typer.Argument(metavar="GAME", help="coal, zoinx, diavolo or mauer.", autocompletion=games),
]
VariantName = Annotated[
    str, typer.Option("--variant", metavar="NAME|FILE", help="Variant of the rules.")
]
Sets = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Change one rule; may be repeated."),
]
OvenText = Annotated[
    str | None,
    typer.Option(metavar="PIECES", help="What lay in the oven when the turn began."),
]
GoneText = Annotated[
    str | None,
    typer.Option(metavar="PIECES", help="What was missing from a fresh oven by then, instead."),
]
Players = Annotated[str, typer.Option(metavar="N", help="Players who draw in the round, 1 to 6.")]
PlayersOfVariant = Annotated[
    str | None,
    typer.Option(
        "--players",
        metavar="N",
        help="Players who draw in the round, 1 to 6.",
        show_default="the variant's",
    ),
]
Aims = Annotated[
    str, typer.Option(metavar="A:B:STEP", help="Amounts to reach, both ends included; or A,B,C.")
]
Seed = Annotated[str, typer.Option(metavar="N", help="Seed of the simulation.")]
Games = Annotated[
    str, typer.Option(metavar="N", help="Turns or games to simulate; 1e6 is a number.")
]
Precision = Annotated[
    str | None,
    typer.Option(
        metavar="P", help="Stop when the 95 % half-width of the main figure is at most P."
    ),
]
Threads = Annotated[
    str | None,
    typer.Option(metavar="N", help="Threads to work with.", show_default="one a processor"),
]

#: The most aims of one question, and the largest.
MOST_AIMS, LARGEST_AIM = 300, 1_000_000
_NUMBER = re.compile(r"\d[\d_]{0,30}(\.\d{0,30})?([eE][+-]?\d{1,2})?", re.ASCII)
_WHOLE = re.compile(r"\d{1,20}", re.ASCII)


def read_whole(text: str, what: str, low: int, high: int) -> int:
    """Read a whole number between ``low`` and ``high``; ``1e6`` is one."""
    if _NUMBER.fullmatch(text.strip()):
        number = Decimal(text.strip())
        if low <= number <= high and number == int(number):
            return int(number)
    raise InvalidInput(what, text, f"a whole number from {low:,} to {high:,}")


def read_number(text: str, what: str, low: float, high: float) -> float:
    """Read a number between ``low`` and ``high``."""
    plain = "0" * text.strip().startswith(".") + text.strip()  # .1 is a number too
    if _NUMBER.fullmatch(plain) and low <= float(plain) <= high:
        return float(plain)
    raise InvalidInput(what, text, f"a number from {low:g} to {high:g}")


def read_players(text: str) -> int:
    """Read ``--players``."""
    return read_whole(text, "--players", 1, 6)


def read_games(text: str) -> int:
    """Read ``--games``."""
    return read_whole(text, "--games", 1, 10**12)


def read_seed(text: str) -> int:
    """Read ``--seed``, which a stream takes in 64 bits."""
    return read_whole(text, "--seed", 0, 2**64 - 1)


def read_threads(text: str | None) -> int | None:
    """Read ``--threads``; None is as many as there are processors."""
    return None if text is None else read_whole(text, "--threads", 1, 1024)


def read_precision(text: str | None) -> float | None:
    """Read ``--precision``, a positive half-width."""
    if text is None:
        return None
    if not _NUMBER.fullmatch(text.strip()) or float(text) <= 0:
        raise InvalidInput("--precision", text, "a number above 0, such as 0.001")
    return float(text)


def read_aims(text: str) -> Sequence[int]:
    """Read ``--aims``: ``A:B:STEP`` with both ends, or a list with commas; none comes twice."""
    aims: dict[int, None] = {}
    for item in text.split(","):
        first, *rest = (_aim(part, text) for part in item.split(":"))
        if len(rest) not in (0, 2) or (rest and rest[0] < first):
            raise _wrong_aims(text)
        if not rest:
            aims[first] = None
        else:
            last, step = rest
            if (last - first) // step >= MOST_AIMS:
                raise _wrong_aims(text)
            aims |= dict.fromkeys([*range(first, last, step), last])
    if len(aims) > MOST_AIMS:
        raise _wrong_aims(text)
    return tuple(aims)


def _aim(part: str, text: str) -> int:
    if not _WHOLE.fullmatch(part.strip()) or not 1 <= int(part) <= LARGEST_AIM:
        raise _wrong_aims(text)
    return int(part)


def _wrong_aims(text: str) -> InvalidInput:
    allowed = f"A:B:STEP or A,B,C, at most {MOST_AIMS} whole numbers from 1 to {LARGEST_AIM:,}"
    return InvalidInput("--aims", text, allowed)
