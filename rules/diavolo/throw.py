"""Dice of each colour as they lie or as far as they were seen, and which imp they call for."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from zochastic.rules.errors import InvalidInput

if TYPE_CHECKING:
    from zochastic.rules.diavolo.game import DiavoloRules

#: Faces of the Order die.
ORDERS = ("sum-max", "sum-min", "range-max", "odd-max", "value-max", "nearest")
#: Names of the colours; a variant with fewer has the first of them.
COLOURS = ("black", "red", "white", "blue", "green", "yellow")
GREY = "grey"

_UNSEEN = ".?"

Statistic = Callable[[Sequence[int]], int]

#: What an order compares; the colour with the highest is right.  `nearest` looks at no number.
STATISTICS: dict[str, Statistic] = {
    "sum-max": sum,
    "sum-min": lambda dice: -sum(dice),
    "range-max": lambda dice: max(dice) - min(dice),
    "odd-max": lambda dice: sum(value % 2 for value in dice),
    "value-max": max,
}


@dataclass(frozen=True)
class Seen:
    """The dice that were seen, by colour, each colour's in rising order.

    Attributes
    ----------
    dice : one tuple a colour.
    each : dice of each colour that there are.
    """

    dice: tuple[tuple[int, ...], ...]
    each: int

    def __post_init__(self) -> None:
        ordered = tuple(tuple(sorted(colour)) for colour in self.dice)
        object.__setattr__(self, "dice", ordered)

    @property
    def complete(self) -> bool:
        """Whether every die was seen."""
        return all(len(colour) == self.each for colour in self.dice)

    @property
    def count(self) -> int:
        """How many dice were seen."""
        return sum(map(len, self.dice))

    @property
    def text(self) -> str:
        """As people write it: ``236 355 1..``; values from 10 on with commas."""
        wide = any(value > 9 for colour in self.dice for value in colour)
        words = []
        for colour in self.dice:
            items = [*map(str, colour), *"." * (self.each - len(colour))]
            words.append(("," if wide else "").join(items))
        return " ".join(words)


def imps_of(rules: "DiavoloRules") -> tuple[str, ...]:
    """Name the imps of a variant: its colours, and grey last [diavolo: Pieces]."""
    return (*COLOURS[: rules.colours], GREY)


def right_imp(order: str, dice: Sequence[Sequence[int]], *, nearest: str | None = None) -> str:
    """Tell which imp to grab: the colour with the highest statistic, grey at a tie.

    [diavolo: A round].

    Parameters
    ----------
    dice : all dice, by colour.
    nearest : the colour whose die lies nearest to the Order die, or ``grey`` for a tie.
    """
    if order == "nearest":
        if nearest is None:
            raise InvalidInput("nearest", None, "the colour of the die nearest to the Order die")
        return nearest
    values = [STATISTICS[order](colour) for colour in dice]
    best = max(values)
    return GREY if values.count(best) > 1 else COLOURS[values.index(best)]


def read_seen(
    rules: "DiavoloRules",
    words: Sequence[str] = (),
    colours: Mapping[str, str | None] | None = None,
) -> Seen:
    """Read dice as people write them: ``236 355 1..``; or ``2,3,6`` colour by colour.

    Dice that are left out were not seen, like ``.`` and ``?``.

    Parameters
    ----------
    words : one a colour, in the order black, red, white.
    colours : text by name of the colour, instead.

    Raises
    ------
    InvalidInput : too many words or dice, a value that the dice lack, a colour that is not there.
    """
    names = COLOURS[: rules.colours]
    told = {name: text for name, text in (colours or {}).items() if text is not None}
    if told and words:
        raise InvalidInput("DICE", " ".join(words), "either DICE or options by colour, not both")
    for name in told:
        if name not in names:
            raise InvalidInput(f"--{name}", told[name], f"colours of this variant: {_list(names)}")
    if len(words) > len(names):
        raise InvalidInput(
            "DICE", " ".join(words), f"at most {len(names)} words, one a colour: {_list(names)}"
        )
    if words:
        return Seen(
            tuple(
                _read_colour(rules, words[i], "DICE") if i < len(words) else ()
                for i in range(len(names))
            ),
            rules.dice,
        )
    return Seen(
        tuple(_read_colour(rules, told.get(name, ""), f"--{name}") for name in names), rules.dice
    )


def _read_colour(rules: "DiavoloRules", text: str, what: str) -> tuple[int, ...]:
    """Read the dice of one colour."""
    spaced = "," in text or " " in text.strip()
    items = text.replace(",", " ").split() if spaced else list(text.strip())
    allowed = f"dice from 1 to {rules.sides} such as {_example(rules)}, . for one not seen"
    if len(items) > rules.dice:
        raise InvalidInput(what, text, f"at most {rules.dice} dice of a colour")
    found = []
    for item in items:
        if item in _UNSEEN:
            continue
        number = item.isascii() and item.isdigit() and len(item) <= 3
        if not number or not 1 <= int(item) <= rules.sides:
            raise InvalidInput(what, text, allowed)
        found.append(int(item))
    return tuple(found)


def _example(rules: "DiavoloRules") -> str:
    values = [1 + i % rules.sides for i in range(rules.dice)]
    return ("" if rules.sides <= 9 else ",").join(map(str, values))


def _list(names: Sequence[str]) -> str:
    return ", ".join(names)
