"""What people decide in a round of Diavolo: which imp to grab before all dice are looked at."""

from collections.abc import Iterator
from fractions import Fraction

from zochastic.analysis.diavolo.grabs import stakes, worth
from zochastic.analysis.diavolo.law import mixed, posterior
from zochastic.analysis.quality.decisions import Decision
from zochastic.rules.diavolo import COLOURS, GREY, DiavoloRules, read_seen


def decisions(rules: DiavoloRules) -> list[Decision]:
    """The panel: every order, no die looked at and one or two; and the Order die unread."""
    return list(_panel(rules))


def _panel(rules: DiavoloRules) -> Iterator[Decision]:
    names = (*COLOURS[: rules.colours], GREY, "none")
    first, second = COLOURS[0], COLOURS[1]
    top = str(rules.sides)
    looks: dict[str, list[str] | None] = {
        "no die seen": None,
        f"a {top} seen on {first}": [top],
        f"a 1 seen on {first}": ["1"],
        f"a {top} seen on {first}, on {second} too": [top, top],
    }
    for told, words in looks.items():
        seen = None if words is None else read_seen(rules, words)
        for order, _ in rules.orders:
            if order == "nearest" and seen is not None:
                continue  # numbers tell nothing
            values = worth(posterior(rules, order, seen), stakes(rules), "gems")
            yield _grab(f"grab at {order}, {told}", names, values)
        values = worth(mixed(rules, seen), stakes(rules), "gems")
        yield _grab(f"grab, order unread, {told}", names, values)


def _grab(question: str, names: tuple[str, ...], values: tuple[Fraction, ...]) -> Decision:
    return Decision.of(question, "gems", dict(zip(names, map(float, values), strict=True)))
