"""What the page for Diavolo has to know: the dice, the imps and what they bring."""

from fractions import Fraction
from typing import Any

from zochastic.analysis.advisor import Progress
from zochastic.analysis.diavolo.wording import NEAREST_NOTE
from zochastic.rules.diavolo import DiavoloRules, imps_of
from zochastic.rules.variants import Variant

_KEYS = ("colours", "dice", "sides", "gem_cap", "grey_imps", "grey_gain", "loss_wrong", "loss_none")


def data(variant: Variant, *, progress: Progress | None = None) -> dict[str, Any]:
    """The rules as numbers; the page counts how the unseen dice can fall by itself.

    Returns
    -------
    See `analysis.advisor.data`.  ``near_tie`` is numerator and denominator.
    """
    rules: DiavoloRules = variant.rules
    plain = rules.plain()
    tie = Fraction(str(rules.near_tie))
    made: dict[str, Any] = {key: plain[key] for key in _KEYS}
    return made | {
        "orders": [list(order) for order in rules.orders],
        "imps": imps_of(rules),
        "near_tie": [tie.numerator, tie.denominator],
        "nearest_note": NEAREST_NOTE,
        "does": "tap the dice that you see, read which imp to grab",
        "covers": [
            "Which imp to grab after some or all of the dice, at the order that is shown or at "
            "every order, exactly: the same as of zochastic diavolo read.",
            "When to stop looking (zochastic diavolo snap) is not in the page.",
        ],
    }
