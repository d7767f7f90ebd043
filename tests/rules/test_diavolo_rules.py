"""Diavolo's keys, dice as people write them, and the right imp of a throw."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zochastic.rules.diavolo import ORDERS, DiavoloRules, Seen, imps_of, read_seen
from zochastic.rules.diavolo.throw import COLOURS, right_imp
from zochastic.rules.errors import InvalidInput
from zochastic.rules.fields import keys_of, kinds_of
from zochastic.rules.variants import find, list_variants

PRINTED = DiavoloRules()
KEYS = """players gems gem_cap colours dice sides orders imps grey_imps grey_gain loss_wrong loss_none
near_tie order_first max_rounds""".split()


def refused(function, *args, **keys):
    with pytest.raises(InvalidInput) as caught:
        function(*args, **keys)
    assert str(caught.value).isprintable()
    return str(caught.value)


def test_every_key_of_a_variant_is_declared_with_its_printed_value():
    """[diavolo: Keys of a variant]."""
    assert list(keys_of(DiavoloRules)) == KEYS
    assert PRINTED.plain() == {
        "players": 4,
        "gems": 5,
        "gem_cap": 5,
        "colours": 3,
        "dice": 3,
        "sides": 6,
        "orders": dict.fromkeys(ORDERS, 1),
        "imps": {"6": 3, "5": 3, "4": 3, "3": 2, "2": 1},
        "grey_imps": 1,
        "grey_gain": 1,
        "loss_wrong": 1,
        "loss_none": 1,
        "near_tie": 0.0,
        "order_first": False,
        "max_rounds": 10_000,
    }


@pytest.mark.parametrize("key", KEYS)
def test_every_key_says_what_it_means_and_refuses_nonsense(key):
    assert keys_of(DiavoloRules)[key].metadata["doc"].endswith(".")
    assert kinds_of(DiavoloRules)[key].allowed
    for nonsense in (3.5, "nonsense", [[]], {"a": {}}, -1, 10**5000, object, float("nan")):
        assert refused(DiavoloRules, **{key: nonsense}).startswith(key)


def test_keys_that_contradict_each_other_are_refused():
    assert refused(DiavoloRules, gems=6).startswith("gems: got 6; allowed: at most the gem_cap 5")
    assert refused(DiavoloRules, gems=[5, 5]).startswith("gems: got [5, 5]; allowed: one number")
    assert refused(DiavoloRules, orders={}).startswith("orders")
    assert refused(DiavoloRules, imps={4: 3}).startswith("imps.2: got 0")
    assert refused(DiavoloRules, dice=16, sides=6).startswith("dice and sides")
    assert DiavoloRules(players=2, gems=[1, 5]).start == (1, 5)


@pytest.mark.parametrize(
    ("living", "imps"), [(6, (3, 3, 3, 1)), (4, (3, 3, 3, 1)), (3, (2, 2, 2, 1)), (2, (1, 1, 1, 1))]
)
def test_imps_follow_the_number_still_in_the_game(living, imps):
    """[diavolo: Pieces]."""
    assert PRINTED.supply(living) == imps


def test_the_shipped_variants():
    assert [v.id for v in list_variants("diavolo")] == [
        "diavolo/printed", "diavolo/children", "diavolo/training",
    ]  # fmt: skip
    assert find("diavolo/children").rules.dice == 2
    assert find("diavolo/training").rules.order_first


def test_assumed_readings_are_listed_until_they_are_turned():
    """[diavolo: every (assumed)]."""
    assert [key for key, _ in PRINTED.assumptions if key] == ["near_tie"]
    assert len([key for key, _ in PRINTED.assumptions if key is None]) == 4
    assert not [key for key, _ in DiavoloRules(near_tie=0.1).assumptions if key]


GOLDEN = ((2, 3, 6), (3, 5, 5), (1, 5, 6))


@pytest.mark.parametrize(
    ("order", "imp"),
    [
        ("sum-max", "red"),
        ("sum-min", "black"),
        ("range-max", "white"),
        ("odd-max", "red"),
        ("value-max", "grey"),
        ("nearest", "red"),
    ],
)
def test_the_golden_roll(order, imp):
    """[diavolo: Known exact values] sums 11, 13, 12; differences 4, 2, 5; odd 1, 3, 2."""
    assert right_imp(order, GOLDEN, nearest="red") == imp


def test_twice_the_highest_value_in_one_colour_is_no_tie():
    """[diavolo: A round]."""
    assert right_imp("value-max", ((6, 6, 1), (5, 5, 5), (1, 2, 3))) == "black"
    assert right_imp("value-max", ((6, 6, 1), (5, 6, 5), (1, 2, 3))) == "grey"


def test_a_tie_below_the_best_is_no_tie():
    assert right_imp("sum-max", ((6, 6, 6), (1, 1, 1), (1, 1, 1))) == "black"
    assert right_imp("sum-min", ((6, 6, 6), (1, 1, 1), (1, 1, 1))) == "grey"


def test_nearest_asks_for_the_die():
    assert "nearest" in refused(right_imp, "nearest", GOLDEN)
    assert right_imp("nearest", GOLDEN, nearest="grey") == "grey"


@pytest.mark.parametrize(
    ("words", "dice"),
    [
        (["236", "355", "156"], GOLDEN),
        (["236", "355", "1.."], ((2, 3, 6), (3, 5, 5), (1,))),
        (["236", "355", "1??"], ((2, 3, 6), (3, 5, 5), (1,))),
        (["632", "5,3,5", "1"], ((2, 3, 6), (3, 5, 5), (1,))),
        (["66"], ((6, 6), (), ())),
        ([], ((), (), ())),
        (["...", ".6.", "2, 3"], ((), (6,), (2, 3))),
    ],
)
def test_dice_are_read_as_people_write_them(words, dice):
    seen = read_seen(PRINTED, words)
    assert seen.dice == dice
    assert seen.complete == (sum(map(len, dice)) == 9)
    assert read_seen(PRINTED, seen.text.split()) == seen


def test_dice_by_colour_and_dice_with_many_sides():
    assert read_seen(PRINTED, colours={"black": "2,3,6", "red": None}).dice == ((2, 3, 6), (), ())
    wide = DiavoloRules(sides=20)
    seen = read_seen(wide, ["12,3,20", "1", "5,."])
    assert seen.dice == ((3, 12, 20), (1,), (5,))
    assert seen.text == "3,12,20 1,.,. 5,.,."
    assert read_seen(wide, seen.text.split()) == seen


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["237"], "DICE: got '237'; allowed: dice from 1 to 6 such as 123, . for one not seen"),
        (["2361"], "at most 3 dice of a colour"),
        (["2", "3", "4", "5"], "at most 3 words, one a colour: black, red, white"),
        (["2x6"], "dice from 1 to 6"),
        (["0"], "dice from 1 to 6"),
        (["\uff12"], "dice from 1 to 6"),
        (["9" * 5000], "at most 3 dice"),
        (["9999999999,1"], "dice from 1 to 6"),
    ],
)
def test_wrong_dice_are_one_line(words, part):
    assert part in refused(read_seen, PRINTED, words)


def test_wrong_colours_are_one_line():
    assert refused(read_seen, PRINTED, colours={"blue": "3"}).startswith("--blue: got '3'; allowed")
    assert "not both" in refused(read_seen, PRINTED, ["1"], {"red": "2"})


@given(st.lists(st.text(), max_size=4))
def test_whatever_is_typed_is_read_or_refused(words):
    line = ""
    try:
        seen = read_seen(PRINTED, words)
    except InvalidInput as wrong:
        line, seen = str(wrong), Seen((), 3)
    assert line.isprintable()
    assert all(1 <= value <= 6 for colour in seen.dice for value in colour)


def test_imps_are_the_colours_and_grey():
    assert imps_of(PRINTED) == ("black", "red", "white", "grey")
    assert imps_of(DiavoloRules(colours=6)) == (*COLOURS, "grey")


def test_seen_is_kept_in_order():
    assert Seen(((3, 1), (2,)), 2) == Seen(((1, 3), (2,)), 2)
    for a, b in product((1, 6), repeat=2):
        assert Seen(((a, b), ()), 2).count == 2
