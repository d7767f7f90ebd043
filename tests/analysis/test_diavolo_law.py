"""Odds and posteriors: golden fractions, an enumeration of every roll, icepool."""

from fractions import Fraction
from itertools import product

import icepool
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zochastic.analysis.diavolo.grabs import best, stakes, worth
from zochastic.analysis.diavolo.law import colour_law, mixed, posterior
from zochastic.rules.diavolo import ORDERS, DiavoloRules, Seen
from zochastic.rules.diavolo.throw import STATISTICS, imps_of, right_imp

PRINTED = DiavoloRules()
GREY = {
    "sum-max": Fraction(112865, 839808),
    "sum-min": Fraction(112865, 839808),
    "range-max": Fraction(743, 2592),
    "odd-max": Fraction(53, 128),
    "value-max": Fraction(1659305, 3359232),
    "nearest": Fraction(0),
}


@pytest.mark.parametrize("order", ORDERS)
def test_the_golden_chance_of_grey(order):
    """[diavolo: Known exact values] each colour has a third of the rest."""
    *colours, grey = posterior(PRINTED, order)
    assert grey == GREY[order]
    assert colours == [(1 - grey) / 3] * 3


def test_grey_over_the_order_die():
    assert mixed(PRINTED)[-1] == Fraction(1638695, 6718464)


def test_two_dice_a_colour():
    rules = DiavoloRules(dice=2)
    found = [round(float(posterior(rules, order)[-1]), 6) for order in ORDERS[:-1]]
    assert found == [0.161844, 0.161844, 0.242798, 0.484375, 0.367991]


def test_golden_posteriors():
    black, _, _, grey = map(float, posterior(PRINTED, "value-max", Seen(((6,), (), ()), 3)))
    assert (round(black, 6), round(grey, 6)) == (0.334898, 0.665102)
    black, _, _, grey = map(float, posterior(PRINTED, "sum-max", Seen(((6, 6), (), ()), 3)))
    assert (round(black, 6), round(grey, 6)) == (0.822981, 0.077268)


def test_nearest_is_a_matter_of_the_table():
    rules = DiavoloRules(near_tie=0.1)
    assert posterior(rules, "nearest", Seen(((6, 6, 6), (), ()), 3)) == (
        *[Fraction(3, 10)] * 3, Fraction(1, 10),
    )  # fmt: skip


@pytest.mark.parametrize("order", STATISTICS)
def test_every_one_of_the_rolls(order):
    """All 6^9 rolls, in numpy: the twin of the law."""
    rolls = list(product(range(1, 7), repeat=3))
    values = np.array([STATISTICS[order](roll) for roll in rolls])
    a, b, c = values[:, None, None], values[None, :, None], values[None, None, :]
    black = int(((a > b) & (a > c)).sum())
    chances = posterior(PRINTED, order)
    assert chances[0] == Fraction(black, 6**9)
    best = np.maximum(np.maximum(a, b), c)
    ties = (a == best).astype(np.int8) + (b == best) + (c == best)
    assert chances[-1] == Fraction(int((ties > 1).sum()), 6**9)


def oracle(rules, order, seen):
    """The same by icepool."""
    die = icepool.d(rules.sides)

    def colour(have):
        unseen = rules.dice - len(have)
        if not unseen:
            return icepool.Die([STATISTICS[order](have)])
        return icepool.tupleize(*[die] * unseen).map(
            lambda *t: (
                STATISTICS[order]((*have, *t[0]))
                if isinstance(t[0], tuple)
                else STATISTICS[order]((*have, *t))
            )
        )

    laws = [colour(have) for have in seen.dice]

    def who(*values):
        top = max(values)
        return -1 if values.count(top) > 1 else values.index(top)

    result = icepool.map(who, *laws)
    at = [*range(rules.colours), -1]
    return tuple(Fraction(result.quantity(i), result.denominator()) for i in at)


@st.composite
def situations(draw, most_ways=4000):
    colours = draw(st.integers(2, 4))
    dice = draw(st.integers(1, 3))
    sides = draw(st.integers(2, 6))
    rules = DiavoloRules(colours=colours, dice=dice, sides=sides)
    face = st.integers(1, sides)
    seen = [draw(st.lists(face, max_size=dice)) for _ in range(colours)]
    ways = sides ** (colours * dice - sum(map(len, seen)))
    while ways > most_ways:
        fewest = min(range(colours), key=lambda c: len(seen[c]))
        seen[fewest].append(draw(face))
        ways //= sides
    return rules, Seen(tuple(map(tuple, seen)), dice)


@settings(max_examples=60)
@given(situations(), st.sampled_from(sorted(STATISTICS)))
def test_posteriors_equal_an_enumeration(situation, order):
    rules, seen = situation
    imps = imps_of(rules)
    counts = dict.fromkeys(imps, 0)
    unseen = [rules.dice - len(c) for c in seen.dice]
    for faces in product(range(1, rules.sides + 1), repeat=sum(unseen)):
        rest = iter(faces)
        dice = [
            (*have, *(next(rest) for _ in range(n)))
            for have, n in zip(seen.dice, unseen, strict=True)
        ]
        counts[right_imp(order, dice)] += 1
    total = sum(counts.values())
    assert posterior(rules, order, seen) == tuple(Fraction(counts[i], total) for i in imps)


@settings(max_examples=15)
@given(situations(most_ways=500), st.sampled_from(sorted(STATISTICS)))
def test_posteriors_equal_icepool(situation, order):
    rules, seen = situation
    assert posterior(rules, order, seen) == oracle(rules, order, seen)


@pytest.mark.parametrize("order", STATISTICS)
def test_icepool_knows_the_printed_game(order):
    assert oracle(PRINTED, order, Seen(((), (), ()), 3))[-1] == GREY[order]


@pytest.mark.parametrize("order", STATISTICS)
@pytest.mark.parametrize("sides", [2, 5, 6])
@pytest.mark.parametrize("seen", [(), (1,), (2, 2)])
def test_the_law_of_a_colour_counts_every_way(order, sides, seen):
    law = colour_law(order, seen, 3, sides)
    assert law.total == sides**3
    counts = {}
    for faces in product(range(1, sides + 1), repeat=3):
        value = STATISTICS[order]((*seen, *faces))
        counts[value] = counts.get(value, 0) + 1
    assert dict(law.ways) == counts


@pytest.mark.parametrize(("order", "percent"), [("range-max", 56), ("odd-max", 38)])
def test_the_likeliest_imp_is_not_the_best_in_gems(order, percent):
    """[diavolo: Known exact values] one die a colour seen, below the cap."""
    differ = 0
    for faces in product(range(1, 7), repeat=3):
        chances = posterior(PRINTED, order, Seen(tuple((f,) for f in faces), 3))
        gems = best(worth(chances, stakes(PRINTED), "gems"))
        likely = best(worth(chances, stakes(PRINTED), "right"))
        differ += gems != likely
    assert round(100 * differ / 216) == percent


def test_at_the_cap_a_right_grey_only_avoids_the_loss():
    """[diavolo: A round] to five at most."""
    at_cap = stakes(PRINTED, 5)
    assert (at_cap.grey, at_cap.wrong, at_cap.none) == (0, -1, -1)
    assert stakes(PRINTED, 4).grey == 1
    rules = DiavoloRules(grey_gain=4, loss_wrong=3, loss_none=2)
    assert vars(stakes(rules, 2)) == {"grey": 3, "wrong": -2, "none": -2}


def test_taking_none_can_be_best():
    rules = DiavoloRules(loss_none=0)
    values = worth(posterior(rules, "sum-max"), stakes(rules), "gems")
    assert best(values) == 4
    assert best(worth(posterior(PRINTED, "sum-max"), stakes(PRINTED), "gems")) == 0
