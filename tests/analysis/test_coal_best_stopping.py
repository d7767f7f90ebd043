"""Best stopping by compositions: golden values, the T/(d+1) rule, brute-force twins."""

from fractions import Fraction

import numpy as np
import pytest
from coal_twins import best_value, labelled, law_of, ovens
from hypothesis import given, settings
from hypothesis import strategies as st

from zochastic.analysis import stopping
from zochastic.analysis.coal.turn.law import threshold_law
from zochastic.analysis.coal.turn.stopping import (
    MOST_STATES,
    best_stopping,
    compositions,
    law_of_rule,
    stop_table,
)
from zochastic.rules.coal import CoalRules, Oven

FRESH = CoalRules().fresh

UTILITIES = {
    "amount": lambda amount, pieces: amount + 0 * pieces,
    "reach 50": lambda amount, pieces: (amount >= 50) + 0 * pieces,
    "pieces": lambda amount, pieces: pieces + 0 * amount,
    "bonus for 3 pieces, stake of 60": lambda amount, pieces: (
        60 * (amount >= 60) - 60 * (amount < 60) + 50 * (pieces >= 3)
    ),
    "as few as possible": lambda amount, pieces: -amount - 5 * pieces,
}


def states(space):
    """Every composition: (code, drawn)."""
    for code in range(space.size):
        rest, drawn = code, {}
        for value, stride in zip(space.oven.values.tolist(), space.strides.tolist(), strict=True):
            drawn[value], rest = divmod(rest, stride)
        yield code, Oven.of(drawn)


def test_golden_value_of_a_fresh_oven():
    space = compositions(FRESH)
    assert space.size == 96_000
    solution = best_stopping(space, UTILITIES["amount"])
    assert solution.value[0] == pytest.approx(58.312651307050, abs=1e-10)
    law = law_of_rule(space, solution.stop)
    assert law.p_devil == pytest.approx(0.620391115941, abs=1e-10)
    assert law.mean_amount == pytest.approx(58.312651307050, abs=1e-10)
    exact = threshold_law(FRESH, 127)
    assert law.mean_pieces == pytest.approx(float(exact.mean_pieces), abs=1e-12)
    pmf = exact.pmf
    assert law.pmf().keys() == pmf.keys()
    assert all(abs(law.pmf()[end] - p) < 1e-13 for end, p in pmf.items())


@pytest.mark.parametrize("devils", [0, 1, 4, 9, 20])
def test_amounts_are_stopped_at_by_the_rule_in_every_composition(devils):
    """Stop exactly when the amount is at least T/(d+1), T and d at the start of the turn."""
    oven = Oven.of(FRESH.counts(), devils)
    space = compositions(oven)
    stop = best_stopping(space, UTILITIES["amount"]).stop
    amounts, pieces = space.totals()
    rule = (amounts * (devils + 1) >= oven.good) & (pieces >= 1)
    assert np.array_equal(stop, rule)


@settings(max_examples=60)
@given(ovens(most=14, devils=6), st.integers(1, 3))
def test_the_rule_holds_from_any_oven(oven, min_draw):
    space = compositions(oven)
    stop = best_stopping(space, UTILITIES["amount"], min_draw=min_draw).stop
    amounts, pieces = space.totals()
    empty = pieces == oven.size
    rule = (amounts * (oven.devils + 1) >= oven.good) & (pieces >= min_draw) | empty
    assert np.array_equal(stop, rule)


@settings(max_examples=60)
@given(
    ovens(most=5),
    st.sampled_from(sorted(UTILITIES)),
    st.sampled_from([0, -70, 13]),
    st.integers(0, 3),
)
def test_equals_drawing_piece_by_piece_for_every_goal(oven, goal, burned, min_draw):
    utility = UTILITIES[goal]
    space = compositions(oven)
    solution = best_stopping(space, utility, burned=burned, min_draw=min_draw)
    pieces = labelled(oven)
    for code, drawn in states(space):
        order = tuple(
            i for v, n in drawn.coal for i in [j for j, p in enumerate(pieces) if p == v][:n]
        )
        value, stop, go = best_value(pieces, utility, burned, min_draw, order)
        assert solution.value[code] == pytest.approx(float(value), abs=1e-11)
        if go is not None:
            assert solution.draw[code] == pytest.approx(float(go), abs=1e-11)
        assert solution.stop[code] == (go is None or (stop is not None and stop >= go))


@settings(max_examples=60)
@given(ovens(most=6), st.sampled_from(sorted(UTILITIES)), st.integers(1, 2))
def test_equals_the_generic_solver(oven, goal, min_draw):
    utility = UTILITIES[goal]
    burned = Oven((), 1)  # a state of its own: no drawn pieces look like this

    def stop(drawn):
        if drawn is burned:
            return Fraction(0)
        if drawn.pieces < min_draw and drawn.pieces < oven.size:
            return None
        return Fraction(int(utility(drawn.good, drawn.pieces)))

    def moves(drawn):
        if drawn is burned:
            return []
        left = oven.minus(drawn)
        steps = [(Fraction(n, left.size), drawn.plus(Oven.of({v: 1}))) for v, n in left.coal]
        if left.devils:
            steps.append((Fraction(left.devils, left.size), burned))
        return steps

    choices = stopping.solve(Oven(), stop=stop, moves=moves)
    space = compositions(oven)
    solution = best_stopping(space, utility, min_draw=min_draw)
    for code, drawn in states(space):
        if drawn in choices:
            assert solution.value[code] == pytest.approx(float(choices[drawn].value), abs=1e-11)
            assert solution.stop[code] == choices[drawn].stops


@settings(max_examples=80)
@given(ovens(most=6), st.randoms(use_true_random=False))
def test_law_of_any_rule_equals_drawing_piece_by_piece(oven, random):
    space = compositions(oven)
    stop = np.array([random.random() < 0.3 for _ in range(space.size)])
    law = law_of_rule(space, stop)
    twin = law_of(labelled(oven), lambda held: bool(stop[space.code(counted(held))]))
    devil = twin.pop("devil", Fraction(0))
    assert law.p_devil == pytest.approx(float(devil), abs=1e-14)
    twin[0, 0] = twin.get((0, 0), Fraction(0)) + devil
    found = law.pmf()
    assert found.keys() == {end for end, p in twin.items() if p}
    assert all(found[end] == pytest.approx(float(twin[end]), abs=1e-14) for end in found)


@settings(max_examples=40)
@given(ovens(most=6), st.randoms(use_true_random=False))
def test_law_from_the_middle_of_a_turn(oven, random):
    space = compositions(oven)
    solution = best_stopping(space, UTILITIES["amount"])
    pieces = [v for v in labelled(oven) if v is not None]
    drawn = counted(random.sample(pieces, random.randint(0, len(pieces))))
    law = law_of_rule(space, solution.stop, drawn=drawn)
    assert law.ends.sum() + law.p_devil == pytest.approx(1)
    assert law.mean_amount == pytest.approx(solution.value[space.code(drawn)])


def counted(values):
    return Oven.of({v: list(values).count(v) for v in set(values)})


def test_without_coal_and_with_one_piece():
    for oven, value in [(Oven((), 3), 0), (Oven.of({10: 1}), 10), (Oven.of({10: 1}, 1), 5)]:
        assert best_stopping(compositions(oven), UTILITIES["amount"]).value[0] == value


def test_table_for_the_simulator_is_the_solution():
    solution = best_stopping(compositions(FRESH), UTILITIES["amount"])
    table = stop_table(solution)
    assert table.stop.size == 96_000
    assert table.steps.tolist() == solution.space.strides.tolist()


def test_too_many_compositions_are_refused():
    with pytest.raises(ValueError, match=f"{MOST_STATES:,}"):
        compositions(Oven.of({v: 25 for v in range(10, 110, 10)}))
