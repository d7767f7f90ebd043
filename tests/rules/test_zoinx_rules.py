"""The keys of zoinx: the printed values, what is refused, the law of a roll, the payments."""

import itertools
import pickle
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zochastic.rules.errors import InvalidInput
from zochastic.rules.fields import keys_of, kinds_of
from zochastic.rules.variants import check_file as read
from zochastic.rules.variants import find, load_variant, to_toml
from zochastic.rules.zoinx import BUST, ZoinxRules

PRINTED = ZoinxRules()
PIG = load_variant("zoinx", "pig").rules

KEYS = """players dice faces bust active_bets opponent_bets zoinx_prize zoinx_loss exact_hit above
opponent_factor opponent_miss target trigger forced start max_turns""".split()


def refused(**keys):
    with pytest.raises(InvalidInput) as caught:
        ZoinxRules(**keys)
    assert str(caught.value).isprintable()
    return str(caught.value)


def test_every_key_of_a_variant_is_declared_with_its_printed_value():
    """[zoinx: Keys of a variant]."""
    assert list(keys_of(ZoinxRules)) == KEYS
    assert PRINTED.plain() == {
        "players": 2,
        "dice": 4,
        "faces": [1, 1, 0, 0, 0, 0],
        "bust": "no-dots",
        "active_bets": [2, 4, 6, 8, 10],
        "opponent_bets": [0, 2, 4, 6, 8, 10],
        "zoinx_prize": 5,
        "zoinx_loss": 0,
        "exact_hit": "bet",
        "above": "bet+total",
        "opponent_factor": 1,
        "opponent_miss": 0,
        "target": 30,
        "trigger": "own-turn-strict",
        "forced": True,
        "start": 0,
        "max_turns": 10000,
    }


@pytest.mark.parametrize("key", KEYS)
def test_every_key_says_what_it_means_and_refuses_nonsense(key):
    assert keys_of(ZoinxRules)[key].metadata["doc"].endswith(".")
    assert kinds_of(ZoinxRules)[key].allowed
    for nonsense in (3.5, "nonsense", [[]], {"a": {}}, -(10**9), 10**5000, object, float("nan")):
        assert refused(**{key: nonsense}).startswith(key)


@pytest.mark.parametrize("key", [key for key in KEYS if key != "forced"])
def test_true_is_no_number(key):
    assert refused(**{key: True}).startswith(f"{key}: got True; allowed: ")


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ({"active_bets": [0, 2]}, "active_bets: got 0; allowed: "),
        ({"active_bets": [4, 2]}, "active_bets: got [4, 2]"),
        ({"opponent_bets": [2, 2]}, "opponent_bets: got "),
        ({"faces": [0, 0]}, "faces: got [0, 0]; allowed: at least one face with dots"),
        ({"faces": [BUST, 0]}, "faces: got ['bust', 0]; allowed: at least one face with dots"),
        ({"faces": [1, 2]}, "faces: got [1, 2]; allowed: faces of which a roll can be a zoinx"),
        ({"faces": [1, 0], "bust": "any-bust-face"}, "faces: got [1, 0]; allowed: faces of which"),
        ({"faces": ["bsut", 1]}, "faces: got 'bsut'; allowed: "),
        ({"start": [0, 0, 0]}, "start: got [0, 0, 0]; allowed: one number, or one for each of the"),
        (
            {"trigger": "any"},
            "trigger: got 'any'; allowed: own-turn-strict, own-turn-lead-or-tie, ",
        ),
        ({"players": 5}, "players: got 5; allowed: a whole number from 1 to 4"),
    ],
)
def test_wrong_keys_are_one_line(keys, line):
    assert refused(**keys).startswith(line)


def test_variants_ship_and_say_what_they_change(tmp_path):
    """[zoinx: Keys of a variant] Pig is a variant."""
    assert find("zoinx/printed").changed == {}
    assert find("zoinx/lead-or-tie").changed == {"trigger": "own-turn-lead-or-tie"}
    assert find("zoinx/pig").changed == {
        "dice": 1,
        "faces": [BUST, 2, 3, 4, 5, 6],
        "bust": "any-bust-face",
        "active_bets": [],
        "opponent_bets": [],
        "target": 100,
        "trigger": "at-once",
    }
    assert find("zoinx/pig-10").rules.target == 10
    assert find("zoinx/pig-two-dice").rules.dice == 2
    for name in ("printed", "lead-or-tie", "pig", "pig-10", "pig-two-dice", "piglet"):
        path = tmp_path / f"{name}.toml"
        path.write_text(to_toml(find(f"zoinx/{name}")), encoding="utf-8")
        assert read(path).rules == find(f"zoinx/{name}").rules


def test_rules_are_values():
    assert pickle.loads(pickle.dumps(PRINTED)) == PRINTED == ZoinxRules()
    assert hash(PRINTED) == hash(ZoinxRules())


def test_dots_in_a_roll():
    """[zoinx: Known exact values] 16, 32, 24, 8, 1 of 81."""
    assert PRINTED.p_bust == Fraction(16, 81)
    assert PRINTED.roll_law == tuple((d, Fraction(n, 81)) for d, n in enumerate([32, 24, 8, 1], 1))
    assert PRINTED.max_roll == 4
    assert PIG.roll_law == tuple((d, Fraction(1, 6)) for d in range(2, 7))
    assert PIG.p_bust == Fraction(1, 6)


@given(
    st.lists(st.integers(0, 5) | st.just(BUST), min_size=1, max_size=5),
    st.integers(1, 3),
    st.sampled_from(["no-dots", "any-bust-face"]),
)
def test_the_law_of_a_roll_is_every_roll_written_down(faces, dice, bust):
    try:
        rules = ZoinxRules(faces=faces, dice=dice, bust=bust)
    except InvalidInput:
        return
    law, lost = {}, Fraction(0)
    share = Fraction(1, len(faces) ** dice)
    for roll in itertools.product(faces, repeat=dice):
        dots = sum(face for face in roll if face != BUST)
        if BUST in roll if bust == "any-bust-face" else dots == 0:
            lost += share
        else:
            law[dots] = law.get(dots, 0) + share
    assert dict(rules.roll_law) == law
    assert rules.p_bust == lost


def test_points_of_a_turn():
    """[zoinx: A turn, 3]."""
    assert [PRINTED.score(6, total, False) for total in (6, 7, 8)] == [6, 13, 14]
    assert PRINTED.score(6, 9, True) == 0
    assert [PRINTED.opponent_score(6, total, False) for total in (5, 6, 7)] == [0, 6, 6]
    assert [PRINTED.opponent_score(6, total, True) for total in (5, 6, 7)] == [0, 6, 6]
    assert PRINTED.opponent_score(0, 9, True) == 5
    assert PRINTED.opponent_score(0, 9, False) == 0


def test_points_of_a_turn_under_every_key():
    """[zoinx: Keys of a variant]."""
    assert ZoinxRules(zoinx_loss=3).score(6, 9, True) == -3
    assert ZoinxRules(zoinx_prize=7).opponent_score(0, 9, True) == 7
    assert ZoinxRules(exact_hit="bet+total").score(6, 6, False) == 12
    assert ZoinxRules(above="bet+excess").score(6, 8, False) == 8
    assert ZoinxRules(opponent_factor=2).opponent_score(6, 6, True) == 12
    assert ZoinxRules(opponent_miss=-1).opponent_score(6, 5, False) == -1
    assert ZoinxRules(opponent_miss=-1).opponent_score(0, 5, False) == -1
    assert ZoinxRules(forced=False).score(6, 5, False) == 0
    assert PIG.score(None, 9, False) == 9
    assert PIG.opponent_score(None, 9, True) == 0


def test_when_one_may_stop():
    """[zoinx: A turn, 2; Keys of a variant, forced]."""
    assert not PRINTED.may_stop(4, 3, True)
    assert PRINTED.may_stop(4, 4, True)
    free = ZoinxRules(forced=False)
    assert free.may_stop(4, 1, True)
    assert not free.may_stop(4, 0, False)
    assert PIG.may_stop(None, 2, True)
    assert not PIG.may_stop(None, 0, False)


def test_choices_are_never_empty():
    assert PIG.active_choices == PIG.opponent_choices == (None,)
    assert PIG.nobody_bets
    assert ZoinxRules(players=1, active_bets=[]).nobody_bets
    assert not ZoinxRules(active_bets=[]).nobody_bets
    assert PRINTED.opponent_choices == (0, 2, 4, 6, 8, 10)
    assert ZoinxRules(start=[1, 2]).starts == (1, 2)
    assert ZoinxRules(start=3, players=4).starts == (3, 3, 3, 3)


def test_assumed_readings_are_listed_where_they_matter():
    """[zoinx: every (assumed)]."""
    texts = [text for _, text in PRINTED.assumptions]
    assert len(texts) == 5
    assert [key for key, _ in PRINTED.assumptions if key] == ["trigger"]
    assert all(text.endswith(".") for text in texts)
    assert ZoinxRules(players=1).assumptions == ()
    assert len(PIG.assumptions) == 2
    keys = [key for key, _ in ZoinxRules(forced=False, zoinx_loss=1, opponent_miss=1).assumptions]
    assert {"forced", "zoinx_loss", "opponent_miss"} <= set(keys)
