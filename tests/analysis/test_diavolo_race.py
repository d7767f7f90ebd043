"""Whole games exactly: against simulation, against a plain enumeration, and by symmetry."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from math import log, sqrt
from statistics import NormalDist

import pytest

from zochastic.analysis.diavolo import race
from zochastic.analysis.diavolo.contests import simulate
from zochastic.analysis.diavolo.law import mixed
from zochastic.analysis.diavolo.people import PRESETS, read_people
from zochastic.analysis.diavolo.seating import seat
from zochastic.rules.diavolo import DiavoloRules
from zochastic.rules.variants import load_variant

PRINTED = load_variant("diavolo")


def test_equal_people_win_equally_often():
    table = seat(DiavoloRules(players=5), read_people("slow,slow,slow,slow,slow"))
    solved = table.exact()
    p = solved.p_win(table.gems)
    assert max(p) - min(p) < 1e-12
    assert sum(p) + solved.p_nobody(table.gems) == pytest.approx(1, abs=1e-9)


def after_a_round(rules, gems, error, value):
    """Mean of ``value`` over the gems after one round among equals, by plain enumeration."""
    grey = float(mixed(rules)[-1])
    alive = [i for i, g in enumerate(gems) if g]
    supply = rules.supply(len(alive))
    orders = list(permutations(alive))
    total = 0.0
    for is_grey, wants in product((0, 1), product((0, 1), repeat=len(alive))):
        p = grey if is_grey else 1 - grey
        for want in wants:
            p *= 1 - error if want else error
        for queue in orders:
            there = supply[-1] if is_grey else supply[0]
            after = list(gems)
            for player in queue:
                if wants[alive.index(player)] and there:
                    there -= 1
                    if is_grey:
                        after[player] = min(after[player] + rules.grey_gain, rules.gem_cap)
                else:
                    after[player] = max(after[player] - rules.loss_none, 0)
            total += p / len(orders) * value(tuple(after))
    return total


@pytest.mark.parametrize("sets", [{}, {"grey_gain": 2, "loss_wrong": 2, "loss_none": 2}])
def test_every_state_is_the_mean_of_what_follows(sets):
    """The chain against a plain enumeration of one round, from every state of the gems."""
    rules = DiavoloRules(players=4, gem_cap=3, gems=3, **sets)
    person = replace(PRESETS["slow"], error=dict.fromkeys(PRESETS["slow"].error, 0.25))
    solved = seat(rules, [person] * 4).exact()
    for gems in ((3, 3, 3, 3), (1, 2, 3, 1), (1, 1, 1, 1), (0, 2, 3, 1), (0, 0, 1, 3)):
        for k in (0, 3):
            mean = after_a_round(rules, gems, 0.25, lambda g, k=k: solved.p_win(g)[k])
            assert solved.p_win(gems)[k] == pytest.approx(mean, abs=1e-10)
        rounds = 1 + after_a_round(rules, gems, 0.25, solved.mean_rounds)
        assert solved.mean_rounds(gems) == pytest.approx(rounds, abs=1e-9)
        nobody = after_a_round(rules, gems, 0.25, solved.p_nobody)
        assert solved.p_nobody(gems) == pytest.approx(nobody, abs=1e-10)


def test_two_people_who_never_err():
    """The quicker has the only imp: P = Phi((m2 - m1) / sqrt(s1^2 + s2^2)) each round."""
    fast, slow = (
        replace(PRESETS[n], error=dict.fromkeys(PRESETS[n].error, 0.0)) for n in ("fast", "slow")
    )
    rules = DiavoloRules(players=2, gems=1, orders={"sum-max": 1})
    table = seat(rules, [fast, slow])
    solved = table.exact()
    gap = log(slow.seconds(rules, "sum-max") / fast.seconds(rules, "sum-max"))
    p = NormalDist().cdf(gap / sqrt(fast.sigma**2 + slow.sigma**2))
    assert solved.p_win((1, 1))[0] == pytest.approx(p, abs=1e-10)


@pytest.mark.parametrize(
    ("people", "sets"),
    [
        ("fast,slow,slow,child", ()),
        ("average,average", ()),
        ("fast,average,child", ("grey_gain=2", "gem_cap=7")),
        ("slow,child,fast,average,average", ("dice=2", "near_tie=0.2")),
        ("slow,average,slow,fast,slow,average", ("gems=3", "imps.6=2", "grey_imps=2")),
        ("average,slow,fast", ("loss_wrong=2", "loss_none=2", "order_first=true")),
        ("average,slow,fast", ("grey_imps=0",)),
    ],
)
def test_simulated_games_agree_with_the_exact_chances(people, sets):
    variant = load_variant("diavolo", "printed", sets)
    answer = simulate(variant, people=read_people(people), games=60_000, seed=5)
    for row in answer.rows:
        assert row["p_win"] is not None
        assert row["z"] is None or abs(row["z"]) < 4.2
    assert abs(answer.facts["z_mean_rounds"]) < 4.2
    assert answer.facts["z_no_winner"] is None or abs(answer.facts["z_no_winner"]) < 4.2


def test_where_no_exact_value_is_possible_none_is_told():
    variant = load_variant("diavolo", "printed", ["loss_wrong=2"])
    answer = simulate(variant, people=read_people("fast,slow"), games=1000)
    assert answer.rows[0]["p_win"] is None
    answer = simulate(PRINTED, people=read_people("fast,sure:0.8"), games=1000)
    assert answer.rows[0]["p_win"] is None
    rigid = replace(PRESETS["slow"], sigma=0.0)
    assert seat(DiavoloRules(players=2), [PRESETS["fast"], rigid]).exact() is None
    assert seat(DiavoloRules(players=2), [rigid, rigid]).exact() is not None


def test_the_quickest_of_three_by_an_integral():
    """Three with the same law: each set of two is equally likely, by symmetry and by integral."""
    times, spread = [1.0, 1.0, 1.0 + 1e-9], [0.3, 0.3, 0.3]
    for quick in ((0, 1), (0, 2), (1, 2)):
        assert race._p_quickest(quick, (0, 1, 2), times, spread) == pytest.approx(1 / 3, abs=1e-7)
    total = sum(
        race._p_quickest(quick, (0, 1, 2), [0.2, 0.9, 1.4], [0.1, 0.5, 0.9])
        for quick in ((0,), (1,), (2,))
    )
    assert total == pytest.approx(1, abs=1e-12)


def test_a_handicap_makes_the_weakest_win_more():
    answer = simulate(
        PRINTED, people=read_people("average,average,slow"), games=20_000, equalise=True
    )
    facts = answer.facts
    assert facts["weakest"] == "slow"
    base = answer.rows[2]["p_win"]
    share = 1 / 3
    assert abs(facts["p_win_gems"] - share) < abs(base - share)
    assert abs(facts["p_win_dice"] - share) < abs(base - share)
    assert abs(facts["p_win_both"] - share) <= abs(facts["p_win_gems"] - share)
    assert facts["low_both"] - 0.01 < facts["p_win_both"] < facts["high_both"] + 0.01
    rows = answer.tables["handicaps"]
    assert {r["gems_handicap"] for r in rows} == {0, 1, 2, 3, 4}
    assert {r["dice_ahead"] for r in rows} == set(range(10))


def test_who_is_out_needs_no_handicap():
    people = read_people("average,average,slow,child")
    facts = simulate(PRINTED, people=people, gems=[5, 2, 5, 0], games=5000, equalise=True).facts
    assert facts["weakest"] != "child"
    assert facts["fair_share"] == pytest.approx(1 / 3)


def test_plans_are_equalised_by_simulation():
    people = read_people("fast,sure:0.8")
    answer = simulate(PRINTED, people=people, games=4000, equalise=True)
    assert answer.facts["p_win_gems"] > answer.rows[1]["win_rate"]
    assert {row["dice_ahead"] for row in answer.tables["handicaps"]} == {0}


def test_order_weights_matter():
    """Advice is computed from the variant at hand."""
    assert mixed(DiavoloRules(orders={"odd-max": 3, "nearest": 1}))[-1] == Fraction(53, 128) * 3 / 4
