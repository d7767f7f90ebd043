"""Positions as people tell them are read, or refused in a line that names the option."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zochastic.rules.coal import (
    BURNED,
    CoalRules,
    Oven,
    Result,
    check_position,
    position_of,
    read_bets,
    read_pacts,
    read_results,
    read_wealth,
    unseen,
)
from zochastic.rules.errors import InvalidInput

PRINTED = CoalRules()


def refused(function, *args, **options):
    with pytest.raises(InvalidInput) as caught:
        function(*args, **options)
    assert str(caught.value).isprintable()
    return str(caught.value)


def test_wealth_of_each_or_of_all():
    assert read_wealth("200,150, 90 0", 4) == (200, 150, 90, 0)
    assert read_wealth("200", 3) == (200, 200, 200)


def test_stakes_in_turn_order():
    assert read_bets("100,120,140,60") == (100, 120, 140, 60)


def test_results():
    assert read_results("90x4,devil") == (Result(90, 4), BURNED)
    assert read_results("135X3 d none,0x0 DEVIL") == (Result(135, 3), *(BURNED,) * 4)


def test_pacts():
    assert read_pacts("2,4", 4) == (False, True, False, True)
    assert read_pacts("none", 3) == (False,) * 3


@pytest.mark.parametrize(
    ("read", "args", "line"),
    [
        (read_wealth, ("200,100", 4), "--wealth: got '200,100'; allowed: 4 numbers, one for each"),
        (read_wealth, ("200,,100", 3), "--wealth: got '200,,100'; allowed: chips of 3 players"),
        (read_wealth, ("", 3), "--wealth: got ''; allowed: chips of 3 players"),
        (read_wealth, ("-10", 3), "--wealth: got '-10'; allowed: a whole number from 0 to 1,000,0"),
        (read_wealth, ("1e3", 3), "--wealth: got '1e3'; allowed: a whole number"),
        (read_wealth, ("٣", 3), "--wealth: got '٣'; allowed: a whole number"),
        (read_wealth, ("9999999", 3), "--wealth: got 9999999; allowed: a whole number"),
        (read_wealth, ("9" * 5000, 3), "--wealth: got '999"),
        (read_bets, ("100;20",), "--bets: got '100;20'; allowed: a whole number"),
        (read_bets, ("",), "--bets: got ''; allowed: stakes such as 100,120,140,60, in turn"),
        (read_results, ("90",), "--results: got '90'; allowed: results in turn order such as 90x4"),
        (read_results, ("0x3",), "--results: got '0x3'; allowed: results"),
        (read_results, ("90x0",), "--results: got '90x0'; allowed: results"),
        (read_results, ("90x251",), "--results: got '90x251'; allowed: results"),
        (read_results, ("90x٤",), "--results: got '90x٤'; allowed: results"),
        (read_results, ("90x4,",), "--results: got '90x4,'; allowed: results"),
        (read_pacts, ("5", 4), "--pacts: got '5'; allowed: numbers from 1 to 4 in turn order, ea"),
        (read_pacts, ("2,2", 4), "--pacts: got '2'; allowed: numbers from 1 to 4 in turn order"),
        (read_pacts, ("none,2", 4), "--pacts: got 'none'; allowed: numbers from 1 to 4 in turn"),
        (read_pacts, ("02", 4), "--pacts: got '02'; allowed: numbers from 1 to 4 in turn order"),
    ],
)
def test_nonsense_is_refused_by_the_name_of_its_option(read, args, line):
    assert refused(read, *args).startswith(line)


def test_the_nearest_word_is_suggested():
    assert refused(read_results, "devl").endswith("did you mean 'devil'?")


def test_nothing_told_but_the_pieces():
    position = position_of(PRINTED, pieces="20 20 50")
    assert position.drawn == (50, 20, 20)
    assert position.oven == PRINTED.fresh.minus(Oven(((50, 1), (20, 2))))
    assert position.drawer == 0
    assert position.bets == (0,) * 4
    assert position.wealth == (0,) * 4
    assert position.pacts == (False,) * 4


def test_the_worked_example_while_its_third_player_draws():
    """[coal: Worked examples] L has drawn 20, 20, 20, and may pay for devils."""
    position = position_of(
        PRINTED,
        pieces="20:3",
        gone="50,20:2,devil,10,100,25",
        wealth="200",
        bets="100,120,140,60",
        results="devil,135x3",
        seat="3",
    )
    assert position.drawer == 2
    assert position.results == (BURNED, Result(135, 3))
    assert position.oven.text == "100:1,75:3,50:6,25:8,20:4,10:8,d:8"
    assert position.wealth == (200,) * 4
    assert position.aside == Oven()


def test_oven_and_gone_tell_of_the_beginning_of_the_turn():
    """[coal: A round, 2] as ``coal stop`` has them."""
    position = position_of(PRINTED, pieces="20", oven="20:2,50,d")
    assert position.oven.text == "50:1,20:1,d:1"


def test_whoever_tells_what_is_gone_knows_it():
    """[coal: memory]."""
    rules = CoalRules(memory="none")
    position = position_of(rules, gone="50:3,d:2")
    assert unseen(rules, position) == position.oven == PRINTED.fresh.minus(Oven(((50, 3),), 2))


def test_pacts_follow_from_wealth_unless_they_are_told():
    """[coal: Pact with the devil]."""
    assert position_of(PRINTED, wealth="300,370,60,310").pacts == (False, False, True, False)
    told = position_of(PRINTED, wealth="300,370,60,310", pacts="none")
    assert told.pacts == (False,) * 4


def test_without_wealth_everybody_can_pay():
    """[coal: Pact with the devil] pacts without wealth: 50 for each other holder."""
    position = position_of(PRINTED, bets="100,0,20,0", pacts="2,4")
    assert position.wealth == (200, 50, 120, 50)
    assert position_of(PRINTED, bets="100,0,20,0").wealth == (100, 0, 20, 0)


def test_a_printed_bank_holds_the_other_chips():
    """[coal: Keys of a variant, bank]."""
    rules = CoalRules(bank="printed")
    assert position_of(rules, wealth="200").bank == 9_880
    assert position_of(rules, bets="0,0,20,0").bank == 10_660
    line = "--bets: got '0,0,20000,0'; allowed: at most 10,680 chips together"
    assert refused(position_of, rules, bets="0,0,20000,0") == line
    assert refused(position_of, rules, wealth="5000").startswith("--wealth: got '5000,5000,5000,50")


@pytest.mark.parametrize(
    ("told", "line"),
    [
        ({"seat": "2"}, "--results: got '0 results'; allowed: 1 with --seat 2, one for each"),
        ({"seat": "5"}, "--seat: got 5; allowed: a whole number from 1 to 4"),
        ({"seat": "x"}, "--seat: got 'x'; allowed: a whole number from 1 to 4"),
        ({"seat": True}, "--seat: got True; allowed: a whole number from 1 to 4"),
        ({"seat": 1, "results": "d"}, "--results: got '1 results'; allowed: 0 with --seat 1"),
        ({"results": "d,d,d,d"}, "--results: got '4 results'; allowed: at most 3, of those who"),
        ({"bets": "10,20"}, "--bets: got '10,20'; allowed: 4 stakes, one for each player"),
        ({"bets": "10,20,30,45"}, "--bets: got 45; allowed: a multiple of 10 from 0 to 50"),
        ({"bets": "1000000,0,0,20"}, "--bets: got '1000000,0,0,20'; allowed: at most 1,000,000 c"),
        ({"bets": "10,20,30,40", "wealth": "30"}, "--bets: got 40; allowed: a multiple of 10 fro"),
        ({"wealth": "205"}, "--wealth: got 205; allowed: a multiple of 10 from 0 to 1,000,000"),
        ({"results": "91x4"}, "--results: got '91x4'; allowed: what so many of the pieces of thi"),
        ({"results": "90x4", "gone": "d:2"}, "--results: got '90x4'; allowed: what so many of th"),
        ({"results": "devil", "gone": "20"}, "--results: got 'devil:1'; allowed: at most 0, as"),
        ({"gone": "20", "oven": "20"}, "--gone: got '20'; allowed: either --oven or --gone"),
        ({"pieces": "20:10"}, "PIECES: got '20:10'; allowed: at most 9 of 20"),
    ],
)
def test_what_does_not_go_together_is_refused(told, line):
    assert refused(position_of, PRINTED, **told).startswith(line)


rubbish = st.text() | st.text(alphabet="0123459d:, xXdevilnone-+.\n\t\0", max_size=20)
told = st.none() | rubbish


@given(
    st.fixed_dictionaries(
        dict.fromkeys(
            ("pieces", "oven", "gone", "wealth", "bets", "results", "seat", "pacts"), told
        )
    )
)
def test_everything_is_read_or_refused_in_one_line(told):
    line = ""
    try:
        check_position(PRINTED, position_of(PRINTED, **told))
    except InvalidInput as wrong:
        line = str(wrong)
    assert line.isprintable()


@given(
    st.lists(
        st.just(BURNED) | st.builds(Result, st.integers(1, 1_000_000), st.integers(1, 250)),
        min_size=1,
        max_size=6,
    )
)
def test_results_round_trip(results):
    text = ",".join(f"{r.amount}x{r.pieces}" for r in results)
    assert read_results(text) == tuple(results)
