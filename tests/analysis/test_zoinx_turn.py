"""A turn of zoinx by itself: published values, and twins that know nothing of the method."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zochastic.analysis import stopping
from zochastic.analysis.zoinx import turn
from zochastic.analysis.zoinx.alone import fewest_turns, turns_holding
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import load_variant
from zochastic.rules.zoinx import ZoinxRules

PRINTED = load_variant("zoinx").rules
PIG = load_variant("zoinx", "pig").rules
ALONE = load_variant("zoinx", "pig", ["players=1"]).rules


def _kinds():
    for faces, bust in [
        ((1, 0), "no-dots"), ((1, 1, 0, 0), "no-dots"), (("bust", 2, 3), "any-bust-face"),
        (("bust", 0, 1), "any-bust-face"), ((0, 2, 5), "no-dots"),
    ]:  # fmt: skip
        for active in ((), (2, 4), (1, 3, 5)):
            for hit, above, loss, forced in (
                ("bet", "bet+total", 0, True), ("bet+total", "bet+excess", 3, False),
                ("bet", "bet+excess", 0, False),
            ):  # fmt: skip
                yield ZoinxRules(
                    dice=2, faces=faces, bust=bust, active_bets=active, exact_hit=hit, above=above,
                    zoinx_loss=loss, forced=forced,
                )  # fmt: skip


KINDS = list(_kinds())


@pytest.mark.parametrize(
    ("bet", "value"),
    [(2, Fraction(4258040254, 1162261467)), (4, Fraction(16189300252, 3486784401))],
)
def test_greatest_expected_points_are_the_known_fractions(bet, value):
    assert turn.points_turn(PRINTED, bet).value == value


@pytest.mark.parametrize(
    ("bet", "value"), [(6, 5.095094120763), (8, 5.099093355900), (10, 4.835873384404)]
)
def test_greatest_expected_points(bet, value):
    assert float(turn.points_turn(PRINTED, bet).value) == pytest.approx(value, abs=5e-13)


@pytest.mark.parametrize("bet", PRINTED.active_bets)
def test_never_stop_on_the_exact_hit_and_from_six_and_three_quarters_on(bet):
    rule = turn.points_turn(PRINTED, bet).rule
    assert not rule.stops(bet)
    for total in range(bet + 1, 30):
        assert rule.stops(total) == (bet + total >= 6.75)


@pytest.mark.parametrize(
    ("bet", "p"),
    [
        (2, 0.7244322512),
        (4, 0.5571423895),
        (6, 0.4302206642),
        (8, 0.3320278575),
        (10, 0.2562524473),
    ],
)
def test_chance_to_reach_a_bet(bet, p):
    law = turn.turn_law(PRINTED, turn.StopRule(bet))
    assert float(1 - law.p_zoinx) == pytest.approx(p, abs=5e-11)


def test_pig_hold_at_20_and_at_21():
    law = turn.turn_law(PIG, turn.StopRule.hold(PIG, None, 20))
    assert law.mean(lambda total, bust: 0 if bust else total) == Fraction(492303203, 60466176)
    assert float(law.p_zoinx) == pytest.approx(0.624541, abs=5e-7)
    stopped = [float(law.stopped[total]) for total in range(20, 26)]
    known = [0.099713, 0.094991, 0.074189, 0.054196, 0.035198, 0.017173]
    assert stopped == pytest.approx(known, abs=5e-7)
    other = turn.turn_law(PIG, turn.StopRule.hold(PIG, None, 21))
    assert other.mean(lambda total, bust: 0 if bust else total) == Fraction(492303203, 60466176)
    assert turn.points_turn(PIG, None).rule.text == "stop at 20+"


def test_pig_alone():
    assert turns_holding(ALONE, 20) == pytest.approx(12.636769490454, abs=5e-13)
    assert turns_holding(ALONE, 25) == pytest.approx(12.685158208893, abs=5e-13)
    assert fewest_turns(ALONE).turns[0] == pytest.approx(12.545232351955, abs=5e-13)


def test_alone_scores_cannot_fall():
    with pytest.raises(InvalidInput, match="zoinx_loss"):
        fewest_turns(load_variant("zoinx", "pig", ["players=1", "zoinx_loss=1"]).rules)


@pytest.mark.parametrize(
    ("least", "rolls", "text"),
    [
        (6, [6], "roll on at exactly 6; stop at 7+"),
        (6, [], "stop at 6+"),
        (2, [2, 3, 4], "roll on at 2 to 4; stop at 5+"),
        (2, [2, 4], "roll on at exactly 2; stop at exactly 3; roll on at exactly 4; stop at 5+"),
        (2, [4, 5], "stop at 2 to 3; roll on at 4 to 5; stop at 6+"),
        (0, range(20), "stop at 20+"),
        (0, [0, 1, 4], "stop at 2 to 3; roll on at exactly 4; stop at 5+"),
    ],
)
def test_stop_rules_as_people_say_them(least, rolls, text):
    rule = turn.StopRule(least, frozenset(rolls))
    assert rule.text == str(rule) == text
    assert rule.always == max(rolls, default=least - 1) + 1


def twin(rules, bet, worth, safe, total=0, rolled=False):
    """The same by the generic solver over (total, rolled), rolls without dots dissolved."""
    still = dict(rules.roll_law).get(0, Fraction(0))

    def moves(state):
        total, rolled = state
        if total >= safe:
            return [(Fraction(1), ("stop", total))]
        # once rolled, a roll without dots changes nothing: it is as if it had not been made
        scale = 1 - still if rolled else Fraction(1)
        ends = [(rules.p_bust / scale, ("zoinx", total))]
        for dots, p in rules.roll_law:
            if dots or not rolled:
                ends.append((p / scale, (total + dots, True)))
        return ends

    def stop(state):
        if state[0] in ("stop", "zoinx"):
            return worth(state[1], state[0] == "zoinx")
        total, rolled = state
        return worth(total, False) if rules.may_stop(bet, total, rolled) else None

    def next_moves(state):
        return [] if state[0] in ("stop", "zoinx") else moves(state)

    return stopping.solve((total, rolled), stop=stop, moves=next_moves)[(total, rolled)]


@given(st.data())
def test_best_stopping_is_that_of_a_twin(data):
    chosen = data.draw(st.sampled_from(KINDS))
    bet = data.draw(st.sampled_from(chosen.active_choices))
    table = data.draw(st.lists(st.integers(-5, 30), min_size=12, max_size=12))

    def worth(total, bust):
        return Fraction(table[min(total, 11)] - (7 if bust else 0))

    safe = max(13, bet or 0)
    found = turn.best_turn(chosen, bet, worth=worth, safe=safe)
    expected = twin(chosen, bet, worth, safe)
    assert found.value == expected.value
    middle = data.draw(st.integers(0, 12))
    found = turn.best_turn(chosen, bet, worth=worth, safe=safe, total=middle, rolled=True)
    expected = twin(chosen, bet, worth, safe, middle, True)
    assert found.value == expected.value
    law = turn.turn_law(chosen, turn.best_turn(chosen, bet, worth=worth, safe=safe).rule)
    assert sum(law.stopped.values()) + law.p_zoinx == 1
    assert law.mean(worth) == turn.best_turn(chosen, bet, worth=worth, safe=safe).value
    points = turn.points_turn(chosen, bet)
    assert points.value == turn.turn_law(chosen, points.rule).mean(
        lambda total, bust: chosen.score(bet, total, bust)
    )


def test_points_beat_every_other_hold():
    for chosen in KINDS:
        for bet in chosen.active_choices:
            best = turn.points_turn(chosen, bet).value
            for hold in range(1, 25):
                law = turn.turn_law(chosen, turn.StopRule.hold(chosen, bet, hold))
                assert law.mean(lambda t, z, b=bet, c=chosen: c.score(b, t, z)) <= best


def test_a_turn_from_its_middle():
    here = turn.points_turn(PRINTED, 6, 6, True)
    assert (here.start.stop, here.start.go) == (6, Fraction(296, 27))
    over = turn.points_turn(PRINTED, 6, 40, True)
    assert over.start.stop == 46
    assert over.start.go < 46


def test_what_opponents_earn():
    law = turn.turn_law(PRINTED, turn.points_turn(PRINTED, 8).rule)
    assert float(turn.opponent_points(PRINTED, law, 0)) == pytest.approx(5 * float(law.p_zoinx))
    assert float(turn.opponent_points(PRINTED, law, 8)) == pytest.approx(8 * 0.3320278575)
    assert turn.points_bet(PRINTED) == 8
    assert turn.points_guess(PRINTED) == 0
    assert turn.points_guess(PRINTED, [(10, turn.StopRule(10))]) == 0
    rich = load_variant("zoinx", "printed", ["opponent_factor=3"]).rules
    assert turn.points_guess(rich) == 8


def test_turns_beyond_all_bounds_are_refused():
    endless = ZoinxRules(dice=10, faces=(20,) * 19 + (0,))
    with pytest.raises(InvalidInput, match="20,000 dots"):
        turn.points_turn(endless, 2)


def test_long_turns_are_floats_and_agree_with_fractions(monkeypatch):
    exact = turn.points_turn(PIG, None).value
    monkeypatch.setattr(turn, "EXACT_TOTALS", 5)
    turn.points_turn.cache_clear()
    found = turn.points_turn(PIG, None)
    assert isinstance(found.value, float)
    assert found.value == pytest.approx(float(exact), rel=1e-12)
    turn.points_turn.cache_clear()
