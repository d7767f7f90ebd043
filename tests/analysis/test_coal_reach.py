"""Chances by counts alone, beside exact ones and beside ovens that were really left."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from zochastic.analysis.coal.game.reach import chances
from zochastic.analysis.coal.turn.law import threshold_law
from zochastic.analysis.coal.turn.team import chances as team_chances
from zochastic.analysis.coal.turn.team import team_problem
from zochastic.rules.coal import CoalRules, Oven


def test_one_drawer_from_a_fresh_oven_is_exact() -> None:
    rules = CoalRules()
    table = chances(rules, 1)
    for amount in range(5, 400, 5):
        exact = float(threshold_law(rules.fresh, amount).p_reach(amount))
        assert table.of(rules.fresh, 1, amount) == pytest.approx(exact, abs=2e-7)


def test_a_number_of_pieces_is_exact_for_any_number_of_drawers() -> None:
    table = chances(CoalRules(coal={10: 3}, devils=2), 3)
    for players in (1, 2, 3):
        for wanted in range(1, 4):
            deals = set(permutations("gggdd"))
            good = sum(_somebody_draws(deal, players, wanted) for deal in deals)
            exact = Fraction(good, len(deals))
            assert table.collect[players, 3, 2, wanted] == pytest.approx(float(exact), abs=1e-7)


def _somebody_draws(deal: tuple[str, ...], players: int, wanted: int) -> bool:
    """Whether one of the drawers turns over so many good pieces, all of them trying."""
    run, burned = 0, 0
    for piece in deal:
        run = run + 1 if piece == "g" else 0
        if run == wanted:
            return True
        burned += piece == "d"
        if burned == players:
            return False
    return False


def test_several_drawers_are_near_the_exact_chance() -> None:
    """The pieces of one drawer tell a little about the next one's: under a percentage point."""
    rules = CoalRules()
    table = chances(rules, 4)
    for players in (2, 3, 4):
        problem = team_problem(rules.fresh, players)
        aims = [50, 100, 150, 200, 250]
        for aim, exact in zip(aims, team_chances(problem, aims), strict=True):
            assert abs(table.of(rules.fresh, players, aim) - exact) < 0.01


def test_ovens_that_were_really_left_are_within_the_error_that_is_documented() -> None:
    """A thousand random ovens of 21 to 48 pieces, scaled by their mean value; docs/coal.md."""
    rules = CoalRules()
    table = chances(rules, 4)
    deck = [v for v, n in rules.coal for _ in range(n)] + [0] * rules.devils
    rng = np.random.default_rng(8)
    errors = []
    for _ in range(1_000):
        rng.shuffle(deck)
        left = deck[: int(rng.integers(21, 49))]
        oven = Oven.of({v: left.count(v) for v, _ in rules.coal}, left.count(0))
        amount = 10 * int(rng.integers(3, 21))
        exact = float(threshold_law(oven, amount).p_reach(amount))
        errors.append(table.of(oven, 1, amount) - exact)
    assert max(map(abs, errors)) < 0.06
    assert np.sqrt(np.mean(np.square(errors))) < 0.012


def test_the_quota_is_the_largest_amount_with_the_chance() -> None:
    rules = CoalRules()
    table = chances(rules, 4)
    amount = table.quota(4, 0.6)[39, 9] * table.mean
    assert table.of(rules.fresh, 4, amount) >= 0.6 > table.of(rules.fresh, 4, amount + table.grain)


def test_an_oven_without_coal_or_devils_has_a_table_too() -> None:
    assert chances(CoalRules(coal={}, devils=3), 2).of(Oven(devils=3), 2, 10) == 0.0
    full = CoalRules(coal={10: 4}, devils=0)
    assert chances(full, 2).of(full.fresh, 1, 40) == pytest.approx(1.0)
