"""The law of a turn that stops at an amount: golden values and a brute-force twin."""

from fractions import Fraction
from math import comb

import pytest
from coal_twins import labelled, law_of, ovens
from hypothesis import given, settings
from hypothesis import strategies as st

from zochastic.analysis.coal.turn.law import cells, threshold_law
from zochastic.rules.coal import CoalRules, Oven

FRESH = CoalRules().fresh


def test_golden_values_of_the_best_rule_from_a_fresh_oven():
    law = threshold_law(FRESH, Fraction(FRESH.good, FRESH.devils + 1))
    assert float(law.mean_amount) == pytest.approx(58.312651307050, abs=1e-10)
    assert float(law.p_devil) == pytest.approx(0.620391115941, abs=1e-10)
    assert law.ends.keys() == {(a, k) for a, k in law.ends if a >= 130}


@pytest.mark.parametrize(
    ("aim", "p"),
    [(50, 0.6415534858), (100, 0.4700347288), (150, 0.3357775716), (200, 0.2387189951)],
)
def test_golden_chances_to_reach_alone(aim, p):
    assert float(threshold_law(FRESH, aim).p_reach(aim)) == pytest.approx(p, abs=1e-10)


def test_golden_best_fixed_number_of_pieces():
    """A fixed number is a threshold of 0 with that many draws forced."""
    means = {m: threshold_law(FRESH, 0, least=m).mean_amount for m in range(1, 15)}
    assert max(means, key=means.get) == 4
    assert means[4] == Fraction(178562, 3243)


@pytest.mark.parametrize("m", [1, 2, 4, 7, 20, 39])
def test_drawing_exactly_m_pieces(m):
    """Urns: m·(T/g)·C(g,m)/C(n,m)."""
    g, n, total = FRESH.pieces, FRESH.size, FRESH.good
    urn = Fraction(m * total * comb(g, m), g * comb(n, m))
    assert threshold_law(FRESH, 0, least=m).mean_amount == urn


def test_good_draws_before_the_first_of_b_bad_balls():
    """Urns: g/(b+1) on average, when nobody ever stops."""
    law = threshold_law(FRESH, 10**6)
    assert law.p_devil == 1
    survived = sum(threshold_law(FRESH, 0, least=m).p_reach(1) for m in range(1, FRESH.pieces + 1))
    assert survived == Fraction(FRESH.pieces, FRESH.devils + 1)


@settings(max_examples=150)
@given(ovens(), st.fractions(-5, 200), st.integers(0, 4), st.integers(0, 60), st.integers(0, 3))
def test_equals_drawing_piece_by_piece(oven, threshold, least, amount, pieces):
    law = threshold_law(oven, threshold, least=least, amount=amount, pieces=pieces)
    twin = law_of(
        labelled(oven), lambda held: amount + sum(held) >= threshold and len(held) >= least
    )
    devil = twin.pop("devil", 0)
    assert law.p_devil == devil
    found = {(a - amount, k - pieces): Fraction(w, law.whole) for (a, k), w in law.ends.items()}
    assert found == twin
    assert sum(law.pmf.values()) == 1
    mean_pieces = sum(k * p for (_, k), p in law.pmf.items())
    assert law.mean_pieces == mean_pieces


def test_too_large_a_law_is_refused_before_it_is_counted():
    large = Oven.of({9973: 100, 1: 100}, 1)
    assert cells(large, 900_000) > 10**6
    with pytest.raises(ValueError, match="too many sets"):
        threshold_law(large, 900_000)
