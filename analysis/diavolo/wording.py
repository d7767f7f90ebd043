"""Answers about Diavolo in words, from the numbers of the variant at hand."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from zochastic.rules.diavolo import DiavoloRules, Seen, imps_of

#: What a grab is called, none included.
NONE = "none"

NEAREST_NOTE = (
    "nearest depends only on where the dice lie: with dice scattered alike each colour is right "
    "equally often, and no number on a die tells anything."
)


def percent(p: float | Fraction) -> str:
    """A probability as people read it: never 0 % or 100 % of what can still go wrong."""
    p = float(p)
    if 0 < p < 0.001:
        return "under 0.1 %"
    if 0.999 < p < 1:
        return "over 99.9 %"
    return f"{100 * p:.1f} %"


def grabs_of(rules: DiavoloRules) -> tuple[str, ...]:
    """Every grab by name: the imps, and none last."""
    return (*imps_of(rules), NONE)


def worth(value: float | Fraction, goal: str) -> str:
    """A value with its unit."""
    return f"{float(value):+.2f} gems" if goal == "gems" else percent(value)


def odds(rules: DiavoloRules, rows: Sequence[Mapping[str, Any]], p_grey: Fraction) -> str:
    """The sentence of ``diavolo odds``."""
    most = max(rows, key=lambda row: float(row["p_grey"]))
    text = f"Grey is right in {percent(p_grey)} of all rolls"
    if len(rows) > 1:
        text += f", most often at {most['order']} ({percent(most['p_grey'])})"
    each = (1 - p_grey) / rules.colours
    return f"{text}; each of the {rules.colours} colours in {percent(each)}."


def grab(name: str) -> str:
    """Name a grab within a sentence."""
    return "no imp" if name == NONE else name


def read_one(
    order: str, rows: Sequence[Mapping[str, Any]], best: int, goal: str, complete: bool
) -> str:
    """The sentence of ``diavolo read`` at one order."""
    row = rows[best]
    if complete and row["probability"] == 1:
        if row["imp"] == "grey":
            return f"Grab grey: at {order} the best colours are tied."
        return f"Grab {row['imp']}: it is right at {order}."
    likely = max(rows, key=lambda one: float(one["probability"]))
    text = f"Grab {grab(row['imp'])}: it is right with {percent(row['probability'])}"
    if goal == "gems":
        text += f" and worth {worth(row['value'], goal)}"
    if likely["probability"] > row["probability"] and likely["value"] <= row["value"]:
        text += (
            f"; {likely['imp']} is likelier ({percent(likely['probability'])}) but worth "
            f"{worth(likely['value'], goal)}"
        )
    return text + "."


def read_all(rows: Sequence[Mapping[str, Any]], seen: Seen) -> str:
    """The sentence of ``diavolo read`` without an order."""
    parts = [f"{row['order']} {row['grab']}" for row in rows if row["grab"] is not None]
    text = "The right imp by order" if seen.complete else "The best grab by order"
    nearest = next((row for row in rows if row["order"] == "nearest"), None)
    tail = ""
    if nearest is not None and nearest["p_right"] < 1:
        parts = [part for part in parts if not part.startswith("nearest ")]
        tail = "; at nearest look which die lies next to the Order die"
    return f"{text}: {', '.join(parts)}{tail}." if parts else f"Nothing to compare{tail}."


def snap(
    order: str, steps: Sequence[Mapping[str, Any]], facts: Mapping[str, Any], goal: str
) -> str:
    """The sentence of ``diavolo snap`` at one order."""
    if facts["mean_looks"] == 0:
        return (
            f"Grab at once: {steps[0]['do'].removeprefix('grab ')} is worth "
            f"{worth(facts['value'], goal)}, and looking at dice does not pay at {order}."
        )
    return (
        f"Look at {facts['mean_looks']:.1f} dice on average, then you are right with "
        f"{percent(facts['p_right'])}, worth {worth(facts['value'], goal)}; "
        f"'{facts['rule']}' loses {facts['rule_loss']:.3f} of that."
    )


def assumed(rules: DiavoloRules, *keys: str) -> Iterator[str]:
    """The assumed readings that turn on these keys."""
    for key, sentence in rules.assumptions:
        if key in keys:
            yield f"Assumed: {sentence}"
