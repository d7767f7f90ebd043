"""Payments cite their clauses; the figures are the rules' own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zochastic.rules.coal import BURNED, CoalRules, Oven, Position, Result, pay_devil, pay_round
from zochastic.rules.coal.payment import (
    BEST,
    BEST_SPLIT,
    DOUBLE,
    LOST,
    OWN_LOST,
    OWN_WON,
    PACT,
    PIECES,
    PIECES_SPLIT,
    POOR,
    WON,
)

PRINTED = CoalRules()
G, P, L, S, BANK = 0, 1, 2, 3, None
BETS = (100, 120, 140, 60)
RESULTS = (BURNED, Result(135, 3), BURNED, Result(50, 4))


def at(wealth=(200,) * 4, bets=BETS, results=RESULTS, **more):
    return Position(wealth=wealth, oven=PRINTED.fresh, bets=bets, results=results, **more)


def short(payments):
    """(payer, payee, chips, clause) of each payment, all of them paid in full."""
    assert all(paid.chips == paid.due for paid in payments)
    return [(paid.payer, paid.payee, paid.chips, paid.clause) for paid in payments]


def test_the_round_of_the_worked_example():
    """[coal: Worked examples] bets +100, +120, −140, +60; P +50 for the amount, S for the pieces."""
    after, payments = pay_round(PRINTED, at())
    assert short(payments) == [
        (BANK, G, 100, WON),
        (BANK, P, 120, WON),
        (L, BANK, 140, LOST),
        (BANK, S, 60, WON),
        (BANK, P, 50, BEST),
        (BANK, S, 50, PIECES),
    ]
    assert after.wealth == (300, 370, 60, 310)
    assert (after.bank, after.short) == (None, 0)


def test_had_the_best_been_140_l_would_have_been_paid_280():
    """[coal: Worked examples] on top of his stake, and P only 120."""
    results = (BURNED, Result(140, 3), BURNED, Result(50, 4))
    after, payments = pay_round(PRINTED, at(results=results))
    assert (BANK, L, 280, DOUBLE) in short(payments)
    assert (BANK, P, 120, WON) in short(payments)
    assert after.wealth == (300, 370, 480, 310)


def test_each_of_the_tied_highest_stakes_is_paid_double():
    """[coal: A round, 3] ties: each of them."""
    after, payments = pay_round(PRINTED, at(bets=(100, 120, 120, 0)))
    assert [paid.clause for paid in payments[:3]] == [WON, DOUBLE, DOUBLE]
    assert after.wealth == (300, 200 + 240 + 50, 440, 250)


def test_if_the_highest_stake_is_lost_nobody_is_paid_double():
    """[coal: A round, 3]."""
    _, payments = pay_round(PRINTED, at())
    assert DOUBLE not in [paid.clause for paid in payments]


def test_a_stake_of_nothing_is_never_the_highest_and_brings_nothing():
    """[coal: A round, 1]."""
    after, payments = pay_round(PRINTED, at(bets=(0, 0, 0, 0)))
    assert [paid.clause for paid in payments] == [BEST, PIECES]
    assert after.wealth == (200, 250, 200, 250)


def test_where_all_have_burned_all_stakes_are_lost_and_nobody_has_a_bonus():
    """[coal: A round, 3] best is 0; most pieces only from 1 on."""
    after, payments = pay_round(PRINTED, at(results=(BURNED,) * 4))
    assert short(payments) == [(i, BANK, bet, LOST) for i, bet in enumerate(BETS)]
    assert after.wealth == (100, 80, 60, 140)


def test_losers_of_the_bet_can_earn_both_bonuses():
    """[coal: A round, 3]."""
    results = (BURNED, BURNED, Result(135, 5), Result(50, 4))
    after, _ = pay_round(PRINTED, at(results=results))
    assert after.wealth[L] == 200 - 140 + 50 + 50


@pytest.mark.parametrize(
    ("ties", "best", "pieces"), [("each", 50, 50), ("split", 20, 10), ("none", 0, 0)]
)
def test_bonuses_that_are_tied(ties, best, pieces):
    """[coal: Keys of a variant, bonus_ties] a split bonus goes in whole smallest chips."""
    rules = CoalRules(bonus_ties=ties)
    results = (Result(60, 3), Result(135, 3), Result(135, 2), Result(70, 3))
    after, payments = pay_round(rules, at(bets=(0,) * 4, results=results))
    assert after.wealth == (200 + pieces, 200 + best + pieces, 200 + best, 200 + pieces)
    clauses = {"each": {BEST, PIECES}, "split": {BEST_SPLIT, PIECES_SPLIT}, "none": set()}
    assert {paid.clause for paid in payments} == clauses[ties]
    alone, _ = pay_round(rules, at(bets=(0,) * 4))
    assert alone.wealth == (200, 250, 200, 250)


def test_own_amounts_as_a_common_misreading_has_it():
    """[coal: Keys of a variant, bet_on] double goes to the highest stake if its owner wins it."""
    rules = CoalRules(bet_on="own")
    _, payments = pay_round(rules, at())
    assert short(payments)[:4] == [
        (G, BANK, 100, OWN_LOST),
        (BANK, P, 120, OWN_WON),
        (L, BANK, 140, OWN_LOST),
        (S, BANK, 60, OWN_LOST),
    ]
    _, payments = pay_round(rules, at(bets=(100, 120, 110, 50)))
    assert short(payments)[1] == (BANK, P, 240, DOUBLE)
    assert short(payments)[3] == (BANK, S, 50, OWN_WON)


@pytest.mark.parametrize(
    ("keys", "paid"),
    [
        ({}, 240),
        ({"double": 3}, 360),
        ({"double_to": "nobody"}, 120),
        ({"double_to": "nobody", "win_factor": 2}, 240),
        ({"double": 0}, None),
    ],
)
def test_factors(keys, paid):
    """[coal: Keys of a variant] win_factor, double, double_to."""
    _, payments = pay_round(CoalRules(**keys), at(bets=(0, 120, 0, 0)))
    chips = [p.chips for p in payments if p.payee == P and p.clause in (WON, DOUBLE)]
    assert chips == ([] if paid is None else [paid])


def test_a_bank_that_runs_dry_pays_what_it_has():
    """[coal: Keys of a variant, bank] min(due, bank), and shortfalls are counted."""
    rules = CoalRules(bank="printed")
    after, payments = pay_round(rules, at(bank=130))
    assert [(p.due, p.chips) for p in payments] == [
        *((100, 100), (120, 30), (140, 140), (60, 60), (50, 50), (50, 30)),
    ]
    assert (after.bank, after.short) == (0, 90 + 20)
    assert sum(after.wealth) == 800 + 130


def test_three_holders_and_a_payer_with_90_chips_that_are_not_staked():
    """[coal: Worked examples] P 50 from the payer (40 left), L and S 50 each from the bank."""
    before = at(wealth=(190, 0, 50, 20), bets=(100, 0, 0, 0), results=(), pacts=(0, 1, 1, 1))
    after, payments = pay_devil(PRINTED, before, G)
    assert short(payments) == [(G, P, 50, PACT), (BANK, L, 50, POOR), (BANK, S, 50, POOR)]
    assert after.wealth == (140, 50, 100, 70)
    assert after.unstaked(G) == 40


def test_where_nobody_pays_for_a_poor_player():
    """[coal: Keys of a variant, pact_poor]."""
    before = at(wealth=(190, 0, 50, 20), bets=(100, 0, 0, 0), results=(), pacts=(0, 1, 1, 1))
    after, payments = pay_devil(CoalRules(pact_poor="nobody"), before, G)
    assert short(payments) == [(G, P, 50, PACT)]
    assert after.wealth == (140, 50, 50, 20)


def test_holders_pay_each_other_from_the_payers_left_but_not_themselves():
    """[coal: Pact with the devil] in turn order from the payer's left."""
    before = at(wealth=(300, 50, 50, 50), bets=(0, 0, 0, 0), results=(), pacts=(0, 1, 1, 1))
    after, payments = pay_devil(PRINTED, before, L)
    assert short(payments) == [(L, S, 50, PACT), (BANK, P, 50, POOR)]
    assert after.wealth == (300, 100, 0, 100)


def test_chips_just_received_count_as_unstaked():
    """[coal: Pact with the devil] P has staked all he had, and got 50 for G's devil."""
    before = at(wealth=(300, 50, 50, 300), bets=(0, 50, 50, 0), results=(), pacts=(0, 1, 1, 0))
    between, _ = pay_devil(PRINTED, before, G)
    after, payments = pay_devil(PRINTED, between, P)
    assert short(payments) == [(P, L, 50, PACT)]
    assert after.wealth == (200, 50, 150, 300)


def test_a_pact_of_another_price_or_none():
    """[coal: Keys of a variant, pact]."""
    before = at(wealth=(300, 50, 300, 300), bets=(0,) * 4, results=(), pacts=(0, 1, 0, 0))
    assert pay_devil(CoalRules(pact=70), before, G)[0].wealth == (230, 120, 300, 300)
    assert pay_devil(CoalRules(pact=0), before, G) == (before, ())


def test_a_dry_bank_pays_pact_holders_what_it_has():
    """[coal: Keys of a variant, bank] pacts included."""
    rules = CoalRules(bank="printed")
    before = at(wealth=(0, 0, 0, 0), bets=(0,) * 4, results=(), pacts=(1, 1, 1, 1), bank=60)
    after, payments = pay_devil(rules, before, S)
    assert [(p.payee, p.due, p.chips, p.clause) for p in payments] == [
        (G, 50, 50, POOR), (P, 50, 10, POOR), (L, 50, 0, POOR),
    ]  # fmt: skip
    assert (after.wealth, after.bank, after.short) == ((50, 10, 0, 0), 0, 90)


rules_for_payment = st.builds(
    CoalRules,
    best_bonus=st.integers(0, 10).map(lambda n: 5 * n),
    pieces_bonus=st.integers(0, 10).map(lambda n: 5 * n),
    bonus_ties=st.sampled_from(["each", "split", "none"]),
    win_factor=st.integers(0, 3),
    double=st.integers(0, 4),
    double_to=st.sampled_from(["highest", "nobody"]),
    pact=st.integers(0, 10).map(lambda n: 10 * n),
    pact_poor=st.sampled_from(["bank", "nobody"]),
    bet_on=st.sampled_from(["table", "own"]),
    bank=st.sampled_from(["unlimited", "printed"]),
)


@st.composite
def rounds(draw):
    rules = draw(rules_for_payment)
    n = draw(st.integers(2, 6))
    wealth = draw(st.lists(st.integers(0, 40).map(lambda w: 10 * w), min_size=n, max_size=n))
    bets = tuple(10 * draw(st.integers(0, w // 10)) for w in wealth)
    result = st.just(BURNED) | st.builds(Result, st.integers(1, 20), st.integers(1, 3))
    results = tuple(draw(st.lists(result, min_size=n, max_size=n)))
    held = tuple(draw(st.lists(st.booleans(), min_size=n, max_size=n)))
    bank = draw(st.integers(0, 30)) * 10 if rules.bank == "printed" else None
    position = Position(
        wealth=tuple(wealth), oven=Oven(), bets=bets, results=results, pacts=held, bank=bank
    )
    return rules, position


@given(rounds(), st.data())
def test_no_chip_is_lost_and_nobody_falls_below_nothing(case, data):
    """[coal: Keys of a variant, bank] players and bank together have what they had."""
    rules, before = case
    payer = data.draw(st.integers(0, before.players - 1))
    for after, payments in (pay_round(rules, before), pay_devil(rules, before, payer)):
        change = [0] * before.players
        for paid in payments:
            assert 0 <= paid.chips <= paid.due
            assert paid.due > 0
            assert paid.chips == paid.due or (paid.payer is None and rules.bank == "printed")
            if paid.payer is not None:
                change[paid.payer] -= paid.chips
            if paid.payee is not None:
                change[paid.payee] += paid.chips
        assert list(after.wealth) == [w + c for w, c in zip(before.wealth, change, strict=True)]
        assert min(after.wealth) >= 0
        assert after.short == sum(paid.due - paid.chips for paid in payments)
        if before.bank is not None:
            assert after.bank >= 0
            assert after.bank + sum(after.wealth) == before.bank + sum(before.wealth)


@given(rounds(), st.data())
def test_a_devil_leaves_the_stakes_alone_and_pays_every_other_holder_at_most_once(case, data):
    """[coal: Pact with the devil] out of chips that he has not staked."""
    rules, before = case
    payer = data.draw(st.integers(0, before.players - 1))
    after, payments = pay_devil(rules, before, payer)
    assert all(after.unstaked(player) >= 0 for player in range(before.players))
    paid_to = [paid.payee for paid in payments]
    others = [(payer + k) % before.players for k in range(1, before.players)]
    holders = [player for player in others if before.pacts[player]]
    assert paid_to == [holder for holder in holders if holder in paid_to]
    if rules.pact_poor == "bank" and rules.pact:
        assert paid_to == holders
