"""Positions: what can be seen of one, and which ones cannot be."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zochastic.rules.coal import (
    BURNED,
    CoalRules,
    Oven,
    Position,
    Result,
    can_make,
    check_position,
    stakes,
    unseen,
)
from zochastic.rules.errors import InvalidInput

PRINTED = CoalRules()
#: The worked example while S draws: 90 lost, 135, 135 lost, and 10, 10 in front of him.
OVEN = Oven(((100, 1), (75, 3), (50, 5), (25, 7), (20, 4), (10, 6)), 7)
GOOD = Position(
    wealth=(200,) * 4,
    oven=OVEN,
    bets=(100, 120, 140, 60),
    results=(BURNED, Result(135, 3), BURNED),
    drawn=(10, 10),
)


def refused(position, rules=PRINTED, **more):
    with pytest.raises(InvalidInput) as caught:
        check_position(rules, position, **more)
    assert str(caught.value).isprintable()
    return str(caught.value)


def test_the_worked_example_while_its_last_player_draws():
    """[coal: Worked examples]."""
    check_position(PRINTED, GOOD)
    assert (GOOD.players, GOOD.drawer, GOOD.amount) == (4, 3, 20)
    assert (GOOD.best, GOOD.most_pieces) == (135, 3)
    assert [GOOD.unstaked(player) for player in range(4)] == [100, 80, 60, 140]
    assert GOOD.turned(PRINTED).text == "100:1,50:2,25:2,20:5,10:3,d:2"
    assert (GOOD.pacts, GOOD.seats) == ((False,) * 4, (0, 1, 2, 3))
    assert not GOOD.turns_over
    assert (GOOD.over, GOOD.winners) == (False, ())


def test_before_the_stakes_nobody_draws():
    """[coal: A round, 1]."""
    start = Position(wealth=(200,) * 4, oven=PRINTED.fresh)
    check_position(PRINTED, start)
    assert start.drawer is None
    assert (start.best, start.most_pieces, start.unstaked(0)) == (0, 0, 200)


def test_ties_share_the_win():
    """[coal: End]."""
    end = Position(
        wealth=(1600, 0, 1600, 10), oven=PRINTED.fresh, seats=(2, 3, 0, 1), ended="target"
    )
    assert end.winners == (0, 2)
    assert replace(end, ended="max_rounds").winners == ()


def test_what_players_remember():
    """[coal: memory] what lies open and the number left is always known."""
    aside = Oven(((50, 2), (20, 1)), 2)
    for memory, heap in [
        ("perfect", OVEN),
        ("devils", OVEN.plus(Oven(((50, 2), (20, 1))))),
        ("none", OVEN.plus(aside)),
    ]:
        assert unseen(CoalRules(memory=memory), replace(GOOD, aside=aside)) == heap


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"wealth": (200,) * 3}, "wealth: got '200,200,200'; allowed: 4 players"),
        ({"wealth": (200, 200, 200, -10)}, "wealth: got -10; allowed: a multiple of 10 from 0 to"),
        ({"wealth": (205, 200, 200, 200)}, "wealth: got 205; allowed: a multiple of 10 from 0 to"),
        ({"wealth": (2_000_000, 0, 0, 0)}, "wealth: got 2000000; allowed: a multiple of 10"),
        ({"pacts": (True,)}, "pacts: got 'True'; allowed: yes or no for each of 4 players"),
        ({"seats": (0, 1, 2, 2)}, "seats: got '0,1,2,2'; allowed: 0 to 3, each once"),
        ({"round": 0}, "round: got 0; allowed: 1 to 10,000"),
        ({"bank": 100}, "bank: got 100; allowed: None, since it is unlimited"),
        ({"oven": PRINTED.fresh}, "oven: got '100:2,75:3,50:7,25:9,20:9,10:9,d:9'; allowed: with"),
        ({"aside": OVEN}, "oven: got '100:1,75:3,50:5,25:7,20:4,10:6,d:7'; allowed: with what is"),
        ({"oven": Oven(((30, 1),))}, "oven: got '30:1'; allowed: with what is aside and drawn at"),
        ({"drawn": (-10,)}, "drawn: got '-10'; allowed: good pieces"),
        ({"drawn": (), "oven": Oven()}, "oven: got 'nothing'; allowed: a piece for who is drawing"),
        ({"bets": None}, "drawn: got '10,10'; allowed: nothing, since nobody is drawing"),
        ({"bets": None, "drawn": ()}, "bets: got 'nothing'; allowed: the stakes, since somebody"),
        ({"bets": (100, 120, 140)}, "bets: got '100,120,140'; allowed: 4 stakes, one for each"),
        ({"bets": (100, 120, 140, 210)}, "bets: got 210; allowed: a multiple of 10 from 0 to 200"),
        ({"bets": (100, 120, 140, 65)}, "bets: got 65; allowed: a multiple of 10 from 0 to 200"),
        ({"bets": (-10, 0, 0, 0)}, "bets: got -10; allowed: a multiple of 10 from 0 to 200 for p"),
        ({"results": (BURNED,) * 5, "drawn": ()}, "results: got '5 results'; allowed: at most 4"),
        ({"results": (BURNED,) * 3}, "results: got 'devil:3'; allowed: at most 2, as many as"),
        ({"results": (Result(0, 2),)}, "results: got '0x2'; allowed: what so many of the pieces"),
        ({"results": (Result(20, 0),)}, "results: got '20x0'; allowed: at least 1 pieces, or a d"),
        ({"results": (Result(135, 2),)}, "results: got '135x2'; allowed: what so many of the pie"),
        ({"results": (Result(75, 1),)}, "results: got '75x1'; allowed: what so many of the piece"),
        ({"results": (Result(100, 1),) * 2}, "results: got '200x2 together'; allowed: what so m"),
    ],
)
def test_positions_that_cannot_be(change, line):
    assert refused(replace(GOOD, **change)).startswith(line)


def test_options_are_named_where_they_were_used():
    assert refused(replace(GOOD, bets=(1, 2, 3, 4)), dashes="--").startswith("--bets: got 1; allow")
    assert refused(replace(GOOD, wealth=(1,) * 4), dashes="--").startswith("--wealth: got 1; allow")


def test_results_of_pieces_that_were_not_told():
    """Where nothing is missing the pieces of earlier turns are unknown."""
    untold = replace(GOOD, oven=PRINTED.fresh.minus(Oven(((10, 2),))))
    check_position(PRINTED, untold)
    check_position(PRINTED, replace(untold, results=(Result(200, 2), Result(225, 3))))
    more = (Result(200, 2), Result(100, 1))
    assert refused(replace(untold, results=more)).startswith("results: got '300x3 together'")
    angels = CoalRules(devils=0)
    calm = replace(untold, oven=Oven(untold.oven.coal))
    assert refused(calm, angels).startswith("results: got 'devil:2'; allowed: at most 0")


def test_few_pieces_only_where_the_oven_was_emptied():
    """[coal: Keys of a variant, min_draw; A round, 2: The last piece]."""
    rules = CoalRules(min_draw=4)
    assert refused(GOOD, rules) == "results: got '135x3'; allowed: at least 4 pieces, or a devil"
    last = Position(
        wealth=(200,) * 4, oven=Oven(), bets=(0,) * 4, results=(Result(100, 1), *(BURNED,) * 3)
    )
    check_position(rules, last)


def test_printed_chips_add_up():
    """[coal: Keys of a variant, bank] the rest is the bank."""
    rules = CoalRules(bank="printed")
    check_position(rules, replace(GOOD, bank=9_880))
    assert refused(GOOD, rules).startswith("bank: got None; allowed: 9,880, the printed chips")
    rich = replace(GOOD, wealth=(10_000, 500, 200, 200), bank=0)
    assert refused(rich, rules).startswith("wealth: got '10000,500,200,200'; allowed: at most 10,")


@pytest.mark.parametrize(
    ("keys", "wealth", "least", "most"),
    [
        ({}, 200, 0, 200),
        ({}, 0, 0, 0),
        ({}, 205, 0, 200),
        ({"max_bet": 75}, 200, 0, 70),
        ({"zero_bet": False}, 200, 10, 200),
        ({"zero_bet": False}, 0, 0, 0),
        ({"zero_bet": False}, 5, 0, 0),
        ({"bet_step": 50}, 120, 0, 100),
    ],
)
def test_stakes(keys, wealth, least, most):
    """[coal: A round, 1] a player without chips does not bet."""
    may = stakes(CoalRules(**keys), wealth)
    assert (may[0], may[-1], may.step) == (least, most, keys.get("bet_step", 10))


def test_who_had_no_chips_may_have_got_some_for_devils():
    """[coal: A round, 1; Pact with the devil] zero_bet=false."""
    rules = CoalRules(zero_bet=False)
    poor = replace(
        GOOD, wealth=(200, 200, 200, 100), bets=(10, 10, 10, 0), pacts=(False, False, False, True)
    )
    check_position(rules, poor)
    line = "bets: got 0; allowed: a multiple of 10 from 10 to 150 for player 4, who has 150"
    assert refused(replace(poor, wealth=(200, 200, 200, 150)), rules) == line
    assert refused(replace(poor, pacts=()), rules).startswith("bets: got 0; allowed")


heaps = st.builds(
    Oven.of,
    st.dictionaries(st.integers(1, 12).map(lambda v: 5 * v), st.integers(1, 3), max_size=4),
    st.integers(0, 2),
)


@given(heaps, st.integers(0, 5), st.integers(0, 250))
def test_what_some_pieces_can_make(pieces, number, amount):
    heap = [value for value, count in pieces.coal for _ in range(count)]
    sums = {sum(chosen) for chosen in combinations(heap, number)}
    assert can_make(pieces, amount, number) == (amount in sums)
    assert all(can_make(pieces, made, number) for made in sums)
