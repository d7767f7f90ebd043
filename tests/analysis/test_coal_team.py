"""Drawers who help each other: golden values, and a twin in which everybody may stop early."""

import itertools
from fractions import Fraction

import pytest
from coal_twins import ovens
from hypothesis import given, settings
from hypothesis import strategies as st

from zochastic.analysis.coal.turn.law import threshold_law
from zochastic.analysis.coal.turn.team import chances, team_problem
from zochastic.rules.coal import CoalRules, Oven

FRESH = CoalRules().fresh


def free_to_stop(oven, players, aim, min_draw):
    """Greatest chance when each may stop whenever the rules let him, in fractions."""
    known = {}

    def value(left, amount, pieces, after):
        key = left, amount, pieces, after
        if key not in known:
            known[key] = solve(left, amount, pieces, after)
        return known[key]

    def solve(left, amount, pieces, after):
        over = left.size == 0
        may_stop = pieces >= min_draw or over
        if may_stop and amount >= aim:
            return Fraction(1)
        following = value(left, 0, 0, after - 1) if after and not over else Fraction(0)
        if over:
            return following
        go = Fraction(0)
        for v, n in left.coal:
            go += n * value(left.minus(Oven.of({v: 1})), amount + v, pieces + 1, after)
        if left.devils:
            burned = left.minus(Oven((), 1))
            go += left.devils * (value(burned, 0, 0, after - 1) if after else 0)
        go /= left.size
        return max(go, following) if may_stop else go

    return value(oven, 0, 0, players - 1)


@pytest.mark.parametrize(("aim", "p"), [(100, 0.946), (150, 0.849), (200, 0.716)])
def test_golden_chances_of_four(aim, p):
    assert chances(team_problem(FRESH, 4), [aim])[0] == pytest.approx(p, abs=5e-4)


@settings(max_examples=120)
@given(ovens(most=6), st.integers(1, 4), st.integers(1, 180), st.integers(1, 3))
def test_equals_the_twin_that_may_stop_early(oven, players, aim, min_draw):
    problem = team_problem(oven, players, min_draw=min_draw)
    twin = free_to_stop(oven, players, aim, min_draw)
    assert chances(problem, [aim])[0] == pytest.approx(float(twin), abs=1e-13)


@pytest.mark.parametrize("min_draw", [1, 2, 5])
def test_one_drawer_is_the_law_of_his_turn(min_draw):
    aims = [10, 95, 100, 250, 1270, 1275]
    found = chances(team_problem(FRESH, 1, min_draw=min_draw), aims)
    exact = [threshold_law(FRESH, aim, least=min_draw).p_reach(aim) for aim in aims]
    assert found == pytest.approx([float(p) for p in exact], abs=1e-13)


def test_more_drawers_reach_more_and_larger_aims_less():
    table = [chances(team_problem(FRESH, n), range(50, 301, 50)) for n in range(1, 5)]
    assert all(
        a < b for fewer, more in itertools.pairwise(table) for a, b in zip(fewer, more, strict=True)
    )
    assert all(row == sorted(row, reverse=True) for row in table)


def test_threads_change_nothing():
    problem = team_problem(FRESH, 3)
    aims = [40, 90, 140]
    assert chances(problem, aims, threads=1) == chances(problem, aims, threads=3)


def test_progress_is_told_by_aim():
    told = []
    chances(team_problem(FRESH, 2), [10, 20], progress=lambda *done: told.append(done))
    assert told == [(1, 2), (2, 2)]
    assert chances(team_problem(FRESH, 2), []) == []


def test_states_are_counted_first():
    problem = team_problem(FRESH, 4)
    assert problem.states([200]) == 96_000 * 41 * 4
