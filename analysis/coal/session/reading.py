"""What people type at the table, read as an entry of the journal."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from zochastic.rules.coal import CoalRules, parse_pieces, referee, stakes
from zochastic.rules.coal.possible import MOST_CHIPS
from zochastic.rules.errors import InvalidInput

if TYPE_CHECKING:
    from zochastic.analysis.coal.session.steps import Table

#: An entry of the journal: what it is, then its words.
Event = tuple[str, ...]

_VERBS = (
    "bets", "stop", "undo", "show", "oven", "gone", "wealth", "pacts", "starter", "new", "help",
    "quit",
)  # fmt: skip
#: Words that are no names of players.
RESERVED = (
    *_VERBS, "devil", "devils", "b", "bet", "draw", "u", "h", "q", "exit", "me", "none",
    "nobody", "keep", "bank", "pact",
)  # fmt: skip
_NUMBER = re.compile(r"[0-9]{1,7}", re.A)
_PIECE = re.compile(r"[0-9]+(:[0-9]+)?|d|devil|s|stop", re.A | re.I)


def whole(word: str, what: str, low: int, high: int) -> int:
    """Read a whole number of an entry."""
    if not _NUMBER.fullmatch(word) or not low <= int(word) <= high:
        raise InvalidInput(what, word, f"a whole number from {low:,} to {high:,}")
    return int(word)


def find(names: Sequence[str], mine: int, word: str, what: str) -> int:
    """The index of a name; ``me`` is ``mine``."""
    lowered = [name.casefold() for name in names]
    if word.casefold() in lowered:
        return lowered.index(word.casefold())
    if word.lower() == "me":
        return mine
    raise InvalidInput(what, word, f"{', '.join(names)}, or me", known=names)


def read(
    rules: CoalRules, table: "Table", names: Sequence[str], seat: int, words: Sequence[str]
) -> tuple[Event | None, list[str]]:
    """The entry that a line is, or None where it changes nothing; and remarks on it.

    Raises
    ------
    InvalidInput : it is none, or can mean two things.
    """
    verb, rest = words[0].lower(), words[1:]
    position = table.position
    order = [names[place] for place in position.seats]
    mine = position.seats.index(seat)
    bets_are_due = "bet" in referee.legal(rules, position)
    if verb in ("bets", "bet", "b"):
        if not bets_are_due:
            allowed = "new, undo or quit" if position.over else "pieces or stop: stakes are open"
            raise InvalidInput("bets", " ".join(rest), allowed)
        return ("bets", *_stakes(rules, table, order, mine, rest)), []
    if verb == "wealth":
        told = _chips(order, mine, rest, "wealth")
        if told is None:
            raise InvalidInput("wealth", " ".join(rest), f"{_numbers(order)}, or NAME CHIPS ...")
        new = [told.get(place, chips) for place, chips in enumerate(position.wealth)]
        return ("wealth", *map(str, new)), []
    if verb in ("pacts", "pact"):
        return ("pacts", *_holders(order, mine, rest)), []
    if verb in ("starter", "new"):
        if len(rest) > 1 or (verb == "starter" and not rest):
            raise InvalidInput(verb, " ".join(rest), f"one of {', '.join(names)}")
        first = find(names, seat, rest[0], verb) if rest else 0
        return (verb, str(first + 1)), []
    if verb in ("oven", "gone"):
        from zochastic.analysis.coal.session.oven import read_correction

        return read_correction(rules, table, verb, rest)
    known_name = verb.casefold() in [name.casefold() for name in (*names, "me")]
    if bets_are_due and (_NUMBER.fullmatch(verb) or (known_name and rest)):
        return ("bets", *_stakes(rules, table, order, mine, words)), []
    if all(_PIECE.fullmatch(word) for word in words):
        return ("turn", *_pieces(words)), []
    due = "stakes" if bets_are_due else "pieces such as 20 50 d"
    raise InvalidInput("line", " ".join(words), f"{due}, {', '.join(_VERBS)} or ?", known=_VERBS)


def _stakes(
    rules: CoalRules, table: "Table", order: Sequence[str], mine: int, words: Sequence[str]
) -> list[str]:
    """Everybody's stake; who has nothing to stake may be left out."""
    wealth = table.position.wealth
    able = [place for place, chips in enumerate(wealth) if stakes(rules, chips)[-1]]
    told = _chips(order, mine, words, "bets")
    if told is None and len(words) == len(able):
        told = {
            place: whole(word, "bets", 0, MOST_CHIPS)
            for place, word in zip(able, words, strict=True)
        }
    if told is None or not set(able) <= set(told):
        raise InvalidInput("bets", " ".join(words), f"{_numbers(order)}, or NAME STAKE ... of all")
    for place, stake in told.items():
        may = stakes(rules, wealth[place])
        if stake not in may:
            allowed = f"a multiple of {rules.bet_step} from {may[0]:,} to {may[-1]:,}"
            raise InvalidInput(f"bet of {order[place]}", stake, allowed)
    return [str(told.get(place, 0)) for place in range(len(order))]


def _chips(
    order: Sequence[str], mine: int, words: Sequence[str], what: str
) -> dict[int, int] | None:
    """Chips by place: of all in turn order, or of those named; None for a wrong number of them."""
    if all(_NUMBER.fullmatch(word) for word in words):
        if len(words) != len(order):
            return None
        return {place: whole(word, what, 0, MOST_CHIPS) for place, word in enumerate(words)}
    told: dict[int, int] = {}
    for name, chips in zip(words[::2], [*words[1::2], ""], strict=False):
        place = find(order, mine, name, what)
        if place in told:
            raise InvalidInput(what, name, "each player once")
        told[place] = whole(chips, f"{what} of {order[place]}", 0, MOST_CHIPS)
    return told


def _holders(order: Sequence[str], mine: int, words: Sequence[str]) -> list[str]:
    if not words:
        raise InvalidInput("pacts", "", "names of those who have one, or none")
    nobody = len(words) == 1 and words[0].lower() in ("none", "nobody")
    held = set() if nobody else {find(order, mine, word, "pacts") for word in words}
    return ["yes" if place in held else "no" for place in range(len(order))]


def _pieces(words: Sequence[str]) -> list[str]:
    """Pieces in the order in which they were turned over."""
    read = []
    for word in words:
        if word.lower() in ("s", "stop"):
            read.append("stop")
            continue
        heap = parse_pieces(word, what="pieces")
        read += [str(value) for value, count in heap.coal for _ in range(count)]
        read += ["devil"] * heap.devils
    return read


def _numbers(order: Sequence[str]) -> str:
    return f"{len(order)} numbers, in turn order ({' '.join(order)})"
