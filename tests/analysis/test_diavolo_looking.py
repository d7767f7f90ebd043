"""Optimal looking against brute force in fractions, and against every fixed rule."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zochastic.analysis.diavolo import thumb
from zochastic.analysis.diavolo.grabs import stakes, worth
from zochastic.analysis.diavolo.law import posterior
from zochastic.analysis.diavolo.looking import best_looking, judged, knowledge, value_of
from zochastic.analysis.diavolo.steps import first_steps, name_of
from zochastic.rules.diavolo import DiavoloRules, Seen
from zochastic.rules.diavolo.throw import STATISTICS
from zochastic.rules.errors import InvalidInput

PRINTED = DiavoloRules()
SMALL = {
    "one die a colour": DiavoloRules(dice=1),
    "two dice of four sides": DiavoloRules(dice=2, sides=4),
    "two colours": DiavoloRules(colours=2, dice=3, sides=3),
    "dear losses": DiavoloRules(dice=1, grey_gain=3, loss_wrong=2, loss_none=1),
    "none is free": DiavoloRules(dice=2, sides=3, loss_none=0),
    "no grey imp": DiavoloRules(dice=2, sides=3, grey_imps=0),
}


def brute(rules, order, cost, hazard, goal):
    """(value, looks, right) of best play, in fractions, over what was really seen."""
    cost, hazard = Fraction(str(cost)), Fraction(str(hazard))
    at_stake = stakes(rules)
    missed = Fraction(0 if goal == "right" else at_stake.none)

    @cache
    def best(dice):
        seen = Seen(dice, rules.dice)
        chances = posterior(rules, order, seen)
        values = worth(chances, at_stake, goal)
        there = [
            *range(rules.colours),
            *([rules.colours] if rules.grey_imps else []),
            rules.colours + 1,
        ]
        top = max(there, key=lambda i: (values[i], -i))
        result = values[top], Fraction(0), (*chances, Fraction(0))[top]
        for colour in range(rules.colours):
            if len(dice[colour]) == rules.dice:
                continue
            parts = []
            for face in range(1, rules.sides + 1):
                after = list(dice)
                after[colour] = tuple(sorted((*dice[colour], face)))
                parts.append(best(tuple(after)))
            value, looks, right = (sum(p[k] for p in parts) / rules.sides for k in range(3))
            value = (1 - hazard) * value + hazard * missed - cost
            if value > result[0]:
                result = value, 1 + (1 - hazard) * looks, (1 - hazard) * right
        return result

    return best(((),) * rules.colours)


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("order", STATISTICS)
@pytest.mark.parametrize(("cost", "hazard"), [(0.05, 0), (0.2, 0), (0, 0.1)])
def test_best_looking_equals_brute_force(name, order, cost, hazard):
    rules = SMALL[name]
    goal = "right" if order == "odd-max" else "gems"
    case = judged(knowledge(rules, order), stakes(rules), goal, grey=rules.grey_imps > 0)
    found = best_looking(case, cost=cost, hazard=hazard)
    value, looks, right = brute(rules, order, cost, hazard, goal)
    assert found.value[0] == pytest.approx(float(value), abs=1e-12)
    # ties in fractions may be broken otherwise in floats: then only the value is the same
    again = value_of(case, found.action, cost=cost, hazard=hazard)
    assert again.value[0] == pytest.approx(float(value), abs=1e-12)
    if cost and order in ("sum-max", "value-max"):
        assert found.looks[0] == pytest.approx(float(looks), abs=1e-9)
        assert found.right[0] == pytest.approx(float(right), abs=1e-9)


@pytest.mark.parametrize("order", STATISTICS)
def test_lumping_changes_no_value(order):
    """592,704 states of multisets, and the classes with the same future."""
    lumped = judged(knowledge(PRINTED, order), stakes(PRINTED))
    whole = judged(knowledge(PRINTED, order, lump=False), stakes(PRINTED))
    assert whole.known.size == 592_704
    one, other = best_looking(lumped, cost=0.07), best_looking(whole, cost=0.07)
    for have in ((), (6,), (1, 1), (2, 5), (3, 4, 6)):
        for more in ((), (2,), (6, 6, 6)):
            dice = (have, more, (5,))
            a, b = one.known.code(dice), other.known.code(dice)
            assert one.value[a] == pytest.approx(other.value[b], abs=1e-12)


@pytest.mark.parametrize("order", STATISTICS)
@pytest.mark.parametrize(("cost", "hazard"), [(0.02, 0), (0.07, 0), (0, 0.03)])
def test_no_fixed_rule_is_better(order, cost, hazard):
    case = judged(knowledge(PRINTED, order), stakes(PRINTED))
    best = best_looking(case, cost=cost, hazard=hazard)
    weighed = thumb.weigh(case, cost=cost, hazard=hazard)
    assert len(weighed) > 20
    for rule in weighed:
        assert rule.value <= best.value[0] + 1e-12
    told = thumb.simplest(weighed, float(best.value[0]))
    good = [one for one in weighed if one.value >= best.value[0] - thumb.GOOD_ENOUGH]
    assert told is (good[0] if good else max(weighed, key=lambda one: one.value))


@pytest.mark.parametrize("order", STATISTICS)
def test_judging_agrees_with_the_posterior(order):
    case = judged(knowledge(PRINTED, order), stakes(PRINTED))
    for dice in (
        ((), (), ()),
        ((6,), (1,), (3,)),
        ((2, 5), (6, 6, 6), ()),
        ((1, 2, 3), (3, 2), (4,)),
    ):
        chances = posterior(PRINTED, order, Seen(dice, 3))
        code = case.known.code(dice)
        values = [float(v) for v in worth(chances, stakes(PRINTED), "gems")]
        assert case.worth[code] == pytest.approx(max(values), abs=1e-12)
        assert case.sure[code] == pytest.approx(float(chances[case.grab[code]]), abs=1e-12)


def test_free_looks_never_hurt_and_dear_ones_are_not_taken():
    case = judged(knowledge(PRINTED, "sum-max"), stakes(PRINTED))
    free = best_looking(case)
    assert free.right[0] == pytest.approx(1)
    assert free.value[0] == pytest.approx(112865 / 839808)  # every grey gains one
    dear = best_looking(case, cost=5)
    assert dear.looks[0] == 0
    assert dear.value[0] == case.worth[0]


@settings(max_examples=25)
@given(
    st.integers(2, 3), st.integers(1, 2), st.integers(2, 4), st.sampled_from(sorted(STATISTICS)),
    st.sampled_from([0.01, 0.1, 0.3]), st.sampled_from(["gems", "right"]), st.booleans(),
)  # fmt: skip
def test_random_variants_equal_brute_force(colours, dice, sides, order, price, goal, hazards):
    rules = DiavoloRules(colours=colours, dice=dice, sides=sides)
    cost, hazard = (0, price) if hazards else (price, 0)
    found = best_looking(
        judged(knowledge(rules, order), stakes(rules), goal), cost=cost, hazard=hazard
    )
    assert found.value[0] == pytest.approx(
        float(brute(rules, order, cost, hazard, goal)[0]), abs=1e-12
    )


def test_rules_of_thumb_look_as_they_say():
    case = judged(knowledge(PRINTED, "sum-max"), stakes(PRINTED))
    for most in range(10):
        rule = thumb.Thumb(most)
        played = value_of(case, thumb.policy(case, rule))
        assert played.looks[0] == most
    every = value_of(case, thumb.policy(case, thumb.Thumb(9, 0.999999, by_colour=True)))
    assert every.right[0] == pytest.approx(1)
    assert every.looks[0] < 9
    assert thumb.sequence(3, 2, by_colour=True) == [0, 0, 1, 1, 2, 2]
    assert thumb.sequence(3, 2, by_colour=False) == [0, 1, 2, 0, 1, 2]


def test_the_first_steps_are_a_tree_that_adds_up():
    case = judged(knowledge(PRINTED, "value-max"), stakes(PRINTED))
    rows = first_steps(best_looking(case, cost=0.05))
    assert rows[0]["p_reach"] == 1
    assert sum(r["p_reach"] for r in rows if r["looks"] == 1) == pytest.approx(1)
    ends = sum(r["p_reach"] for r in rows if r["looks"] == 1 and r["do"].startswith("grab"))
    assert ends + sum(r["p_reach"] for r in rows if r["looks"] == 2) == pytest.approx(1)
    mean = sum(r["p_reach"] * r["value"] for r in rows if r["looks"] == 1) - 0.05
    assert mean == pytest.approx(rows[0]["value"])
    assert name_of(3, 3) == "grab black"
    assert name_of(7, 3) == "grab none"


def test_too_many_states_are_refused():
    with pytest.raises(InvalidInput, match="states"):
        knowledge(DiavoloRules(colours=6, dice=4), "sum-max")


def test_actions_fit_their_type():
    known = knowledge(PRINTED, "odd-max")
    played = best_looking(judged(known, stakes(PRINTED)))
    assert played.action.dtype == np.int8
    assert played.action.max() <= 2 * known.colours + 1
