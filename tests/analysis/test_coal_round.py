"""The rest of a round: exact solvers against a twin in fractions, and figures known before."""

from dataclasses import replace

import numpy as np
import pytest
from coal_round_twins import positions, solve
from hypothesis import given, settings

from zochastic.analysis.coal.round.exact import payoffs_of_bets, solve_last, solve_last_two
from zochastic.analysis.coal.round.payoff import shares, win_of
from zochastic.analysis.coal.round.small import MOST_STATES, solve_small, states
from zochastic.analysis.coal.turn.stopping import best_stopping, compositions
from zochastic.rules.coal import CoalRules, Oven
from zochastic.rules.coal.payment import pay_round
from zochastic.rules.coal.position import Position, Result

PRINTED = CoalRules(players=2)


def two(first, second, **changes):
    return Position(wealth=(200, 200), oven=PRINTED.fresh, bets=(first, second), **changes)


def agrees(found, twin, who):
    """Whether a solver found what the twin did, action by action."""
    stop, draw = twin
    for action, parts, all_chips in (
        (found.stop, found.stop_parts, stop),
        (found.draw, found.draw_parts, draw),
    ):
        assert (action is None) == (all_chips is None)
        if action is not None:
            assert action == pytest.approx(float(all_chips[who]), abs=1e-9)
            assert sum(parts) == pytest.approx(action, abs=1e-9)
    stops = draw is None or (stop is not None and stop[who] >= draw[who])
    assert found.stops == stops
    chips = [float(x) for x in (stop if stops else draw)]
    assert list(found.chips) == pytest.approx(chips, abs=1e-9)


@settings(max_examples=250, deadline=None)
@given(positions(1, most=8))
def test_the_last_drawer_equals_the_twin(case):
    rules, position = case
    agrees(solve_last(rules, position), solve(rules, position), position.players - 1)


@settings(max_examples=150, deadline=None)
@given(positions(2, most=7))
def test_the_last_two_drawers_equal_the_twin(case):
    rules, position = case
    agrees(solve_last_two(rules, position), solve(rules, position), position.players - 2)


@settings(max_examples=60, deadline=None)
@given(positions(3, most=6))
def test_three_drawers_equal_the_twin(case):
    rules, position = case
    agrees(solve_small(rules, position), solve(rules, position), position.players - 3)


@settings(max_examples=60, deadline=None)
@given(positions(2, most=10))
def test_both_solvers_agree_in_every_part(case):
    rules, position = case
    fast, small = solve_last_two(rules, position), solve_small(rules, position)
    assert fast.stops == small.stops
    assert fast.chips == pytest.approx(small.chips, abs=1e-9)
    for ours, theirs in ((fast.stop_parts, small.stop_parts), (fast.draw_parts, small.draw_parts)):
        assert (ours is None) == (theirs is None)
        assert ours is None or ours == pytest.approx(theirs, abs=1e-9)
    assert fast.p_devil_next == pytest.approx(small.p_devil_next)


@settings(max_examples=200, deadline=None)
@given(positions(1, most=0))
def test_an_empty_oven_pays_what_the_rules_pay(case):
    rules, position = case
    over = replace(
        position, results=(*position.results, Result(position.amount, len(position.drawn)))
    )
    paid, _ = pay_round(rules, over)
    chips = [after - before for after, before in zip(paid.wealth, position.wealth, strict=True)]
    assert list(solve_last(rules, position).chips) == chips


@pytest.mark.parametrize("bets", [(0, 0), (100, 130), (300, 250), (60, 700)])
@pytest.mark.parametrize("result", [Result(), Result(60, 3), Result(210, 6)])
@pytest.mark.parametrize("ties", ["each", "split", "none"])
def test_looking_at_fewer_positions_loses_nothing(bets, result, ties):
    """The same from a fresh oven by backward induction over all its compositions."""
    rules = CoalRules(players=2, bonus_ties=ties)

    def chips(amount, pieces):
        best, most = np.maximum(amount, result.amount), np.maximum(pieces, result.pieces)
        bonus, level = shares(rules, 50)[1:]
        worth = np.where(best >= bets[1], win_of(rules, bets, 1), -bets[1])
        worth = worth + (amount == best) * np.where(amount > result.amount, bonus, level)
        return worth + (pieces == most) * np.where(pieces > result.pieces, bonus, level)

    burned = win_of(rules, bets, 1) if result.amount >= bets[1] else -bets[1]
    all_of_them = best_stopping(compositions(rules.fresh), chips, burned=burned)
    found = solve_last(rules, two(*bets, results=(result,)))
    assert found.draw == pytest.approx(all_of_them.value[0], abs=1e-9)


@pytest.mark.parametrize(
    ("bets", "chips"),
    [((100, 100), (157.5, 162.8)), ((200, 200), (82.9, 83.6)), ((100, 120), (76.5, 115.5))],
)
def test_a_round_of_two_from_a_fresh_oven(bets, chips):
    found = solve_last_two(PRINTED, two(*bets))
    assert found.chips == pytest.approx(chips, abs=0.05)
    assert found.stop is None
    assert found.draw == found.chips[0]
    assert found.p_devil_next == 9 / 48


def test_pairs_of_stakes_are_rounds():
    start = replace(two(0, 0), oven=Oven.of({100: 1, 50: 3, 20: 4, 10: 4}, 4))
    stakes = [0, 50, 100]
    first, second = payoffs_of_bets(PRINTED, start, stakes, [*stakes, 120])
    assert first.shape == (3, 4)
    for i, one in enumerate(stakes):
        for j, other in enumerate([*stakes, 120]):
            found = solve_last_two(PRINTED, replace(start, bets=(one, other)))
            assert (first[i, j], second[i, j]) == pytest.approx(found.chips, abs=1e-9)


def test_who_has_all_there_is_stops():
    """The best amount, the most pieces, a won bet: another piece can only burn them."""
    position = two(100, 100, results=(Result(60, 1),), drawn=(50, 50))
    position = replace(position, oven=PRINTED.fresh.minus(Oven.of({50: 3, 10: 1})))
    found = solve_last(PRINTED, position)
    assert found.stops
    assert found.stop == 200 + 50 + 50
    assert found.draw < found.stop


def test_who_has_nothing_to_lose_draws():
    position = two(100, 100, results=(Result(200, 5),), drawn=(10,))
    position = replace(position, oven=PRINTED.fresh.minus(Oven.of({100: 1, 25: 4, 10: 1})))
    found = solve_last(PRINTED, position)
    assert not found.stops
    assert found.stop == 200
    assert found.draw > 200


def test_only_the_drawers_left_are_solved():
    with pytest.raises(ValueError, match="2 drawers left"):
        solve_last(PRINTED, two(10, 10))
    with pytest.raises(ValueError, match="1 drawers left"):
        solve_last_two(PRINTED, two(10, 10, results=(Result(),)))
    with pytest.raises(ValueError, match="no turn"):
        solve_last_two(PRINTED, replace(two(10, 10), bets=None))
    with pytest.raises(ValueError, match="no turn"):
        solve_small(PRINTED, replace(two(10, 10), bets=None))


def test_large_ovens_are_refused():
    assert states(PRINTED, two(10, 10)) > MOST_STATES
    with pytest.raises(ValueError, match="states"):
        solve_small(PRINTED, two(10, 10))
    rules = CoalRules(players=2, coal={v: 9 for v in range(10, 100, 10)})
    with pytest.raises(ValueError, match="compositions"):
        solve_last_two(rules, replace(two(10, 10), oven=rules.fresh))
