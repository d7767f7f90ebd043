"""Earlier drawers: the induction where it is exact, and what it and the rule ``round`` lose."""

from dataclasses import replace

import numpy as np
import pytest
from coal_round_twins import positions
from hypothesis import given, settings

from zochastic.analysis.coal.game.policies import pack_policies, read_policy
from zochastic.analysis.coal.round.ahead import look_ahead, round_stops
from zochastic.analysis.coal.round.exact import solve_last, solve_last_two
from zochastic.analysis.coal.round.loss import (
    Situation,
    decisions_a_turn,
    judge,
    losses,
    record,
)
from zochastic.analysis.coal.tables import position_of_table, table_of
from zochastic.rules.coal import CoalRules, Oven, position_of
from zochastic.sims.coal.table import STARTER, opening, pack_rules
from zochastic.sims.coal.tally import play_on, situations

FOUR = CoalRules()


@settings(max_examples=150, deadline=None)
@given(positions(1, most=8))
def test_for_the_last_drawer_the_induction_is_exact(case):
    rules, position = case
    rules = replace(rules, bonus_ties="each")
    if position.oven.size == 0 or position.oven.pieces == 0:
        return
    exact, ahead = solve_last(rules, position), look_ahead(rules, position)
    assert ahead.draw[0] == pytest.approx(exact.draw, abs=1e-6)
    if exact.stop is not None:
        assert ahead.stays[0] == pytest.approx(exact.stop, abs=1e-6)
        assert ahead.stops == exact.stops


def test_an_oven_of_devils_alone():
    position = position_of(
        FOUR, pieces="50", bets="0,0,0,40", results="20x1,20x1,60x2", oven="50,d:3"
    )
    assert look_ahead(FOUR, position).stops
    assert round_stops(FOUR, position)


def test_where_there_is_no_choice():
    begins = position_of(FOUR, bets="10,10,10,10")
    assert not look_ahead(FOUR, begins).stops
    assert not round_stops(FOUR, begins)
    empty = position_of(FOUR, pieces="50", bets="0,0,0,40", results="20x1,20x1,60x2", oven="50")
    assert look_ahead(FOUR, empty).stops
    assert round_stops(FOUR, empty)
    with pytest.raises(ValueError, match="no turn"):
        look_ahead(FOUR, replace(begins, bets=None))


def test_the_rule_is_the_one_that_kernels_play():
    """A kernel that is left at its first decision, and at its second, if it draws."""
    policies = pack_policies(FOUR, [read_policy("fixed:100+round", 4)] * 4)
    waits = np.arange(200) % 12
    tables = situations(pack_rules(FOUR), policies, opening(FOUR), waits, seed=3)
    for table in tables[:60]:
        position = position_of_table(FOUR, table)
        one = np.zeros(1, np.int64)
        now, after = (
            play_on(
                pack_rules(FOUR), policies, table_of(FOUR, position), seed=1, first_game=0,
                games=1, most_rounds=1, waits=one + wait,
            ).halted[0]
            for wait in (0, 1)
        )  # fmt: skip
        same_turn = after.any() and now[-7] == after[-7]  # whose turn it is
        if round_stops(FOUR, position):
            assert not same_turn


def test_a_recorded_position_is_the_same_table():
    rules = CoalRules(players=3)
    policies = pack_policies(rules, [read_policy("chance:0.6+round", 3)] * 3)
    tables = situations(pack_rules(rules), policies, opening(rules), np.arange(60), seed=5)
    for table in tables:
        again = table_of(rules, position_of_table(rules, table))
        turn = -int(table.at[STARTER])
        for name in ("wealth", "bets", "pact"):
            assert (np.roll(getattr(table, name), turn) == getattr(again, name)).all()
        assert (table.left == again.left).all()
        assert (table.at[1:6] == again.at[1:6]).all()
    with pytest.raises(ValueError, match="stakes"):
        position_of_table(rules, opening(rules))


def test_who_agrees_loses_nothing():
    position = position_of(FOUR, pieces="50", bets="10,10,10,10")
    assert Situation(position, 4, 3.0, 2.0).loss(stops=True) == 0
    assert Situation(position, 4, 3.0, 2.0).loss(stops=False) == 2.0
    assert Situation(position, 4, -3.0, 1.0).loss(stops=True) == -1.0


def test_exact_judgements_are_the_solvers():
    rules = CoalRules(players=2)
    for each in judge(rules, record(rules, 20, seed=2), games=1, seed=1):
        solver = solve_last if each.left == 1 else solve_last_two
        found = solver(rules, each.position)
        assert each.chosen == each.judged == found.stop - found.draw


def test_the_rule_and_the_induction_lose_at_most_a_chip_a_turn():
    """A small part of benchmarks/coal_round_loss.py; the figures are in docs/coal.md."""
    rules = CoalRules(players=4)
    turn = decisions_a_turn(rules, seed=1, games=500)
    assert 2 < turn < 4
    found = judge(rules, record(rules, 200, seed=11), games=4096, seed=1)
    assert {each.left for each in found} == {1, 2, 3, 4}
    for rule in (round_stops, lambda r, p: look_ahead(r, p).stops):
        lost = losses(rules, found, rule)
        assert turn * sum(lost) / len(lost) <= 1.0


def test_codes_of_the_induction_are_compositions():
    rules = CoalRules(players=2)
    position = position_of(rules, bets="60,60", results="devil", oven="50,20:2,10,d:2")
    ahead = look_ahead(rules, position)
    amounts, _ = ahead.space.totals()
    assert ahead.stays[amounts >= 60].min() >= 120
    assert ahead.space.code(Oven.of({50: 1, 10: 1})) < ahead.stays.size
