"""What the page for Diavolo has to know: the dice, the imps and what they bring."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb
from typing import Any

from zochastic.analysis.advisor import Progress
from zochastic.analysis.diavolo.economy import ERROR, equals, weigh
from zochastic.analysis.diavolo.wording import NEAREST_NOTE
from zochastic.rules.diavolo import DiavoloRules, imps_of
from zochastic.rules.variants import Variant

#: Tables of gems of one number of players beyond which none is told.
_MOST_TABLES = 2_000
_KEYS = (
    "players",
    "colours",
    "dice",
    "sides",
    "gem_cap",
    "grey_imps",
    "grey_gain",
    "loss_wrong",
    "loss_none",
)

_WIN = (
    "Which imp to grab to win the game, with these gems at the table: grey weighs what "
    "zochastic diavolo gems says. Assumed: all are equally quick and reach for a wrong imp with "
    f"{ERROR:.0%}."
)


def data(variant: Variant, *, progress: Progress | None = None) -> dict[str, Any]:
    """The rules as numbers; the page counts how the unseen dice can fall by itself.

    Returns
    -------
    See `analysis.advisor.data`.  ``near_tie`` is numerator and denominator; ``wins`` has a row for
    each table of gems: one's own, those of the others rising, the chance to win, and how many right
    colours a right grey is worth.
    """
    rules: DiavoloRules = variant.rules
    plain = rules.plain()
    tie = Fraction(str(rules.near_tie))
    wins = _wins(rules, progress)
    made: dict[str, Any] = {key: plain[key] for key in _KEYS}
    return made | {
        "orders": [list(order) for order in rules.orders],
        "imps": imps_of(rules),
        "near_tie": [tie.numerator, tie.denominator],
        "nearest_note": NEAREST_NOTE,
        "wins": wins,
        "does": "tap the dice that you see, read which imp to grab",
        "covers": [
            "Which imp to grab after some or all of the dice, at the order that is shown or at "
            "every order, exactly: the same as of zochastic diavolo read.",
            *([_WIN] if wins else []),
            "When to stop looking (zochastic diavolo snap) is not in the page.",
        ],
    }


def _wins(rules: DiavoloRules, progress: Progress | None) -> list[list[float | None]]:
    """What `economy.gems` says of every table of gems; none where games are not solved."""
    cap, rows = rules.gem_cap, list[list[float | None]]()
    for living in range(2, rules.players + 1):
        if cap * comb(cap + living - 2, living - 1) > _MOST_TABLES:
            continue
        seated = replace(rules, players=living, gems=cap)
        solved = equals(seated, living, ERROR)
        if solved is None:
            continue
        colour, *_, grey = rules.supply(living)
        counts = range(1, cap + 1)
        for mine, others in product(counts, combinations_with_replacement(counts, living - 1)):
            _, now, ratio = weigh(seated, (mine, *others), ERROR, (colour, grey), solved)
            rows.append([mine, *others, now, ratio])
        if progress is not None:
            progress(living - 1, rules.players - 1)
    return rows
