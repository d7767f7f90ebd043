"""The keys of coal: the printed values, what is refused, and the assumed readings."""

import pickle
from dataclasses import FrozenInstanceError, fields, replace

import pytest

from zochastic.rules.coal import CoalRules, Oven
from zochastic.rules.errors import InvalidInput
from zochastic.rules.fields import keys_of, kinds_of

PRINTED = CoalRules()

KEYS = """players coal devils start bet_step max_bet zero_bet min_draw target best_bonus pieces_bonus
bonus_ties win_factor double double_to pact pact_space pact_alone_last pact_poor track mouth bank
memory bet_on max_rounds""".split()


def refused(**keys):
    with pytest.raises(InvalidInput) as caught:
        CoalRules(**keys)
    assert str(caught.value).isprintable()
    return str(caught.value)


def test_the_printed_pieces():
    """[coal: Pieces] 48 pieces, good value 1,270, nine devils."""
    assert PRINTED.fresh.text == "100:2,75:3,50:7,25:9,20:9,10:9,d:9"
    assert (PRINTED.fresh.size, PRINTED.fresh.good, PRINTED.fresh.devils) == (48, 1270, 9)
    assert PRINTED.fresh.pieces == 39
    assert PRINTED.fresh.unit == 5


def test_every_key_of_a_variant_is_declared_with_its_printed_value():
    """[coal: Keys of a variant]."""
    assert list(keys_of(CoalRules)) == KEYS == [f.name for f in fields(CoalRules)]
    assert PRINTED.plain() == {
        "players": 4,
        "coal": {"100": 2, "75": 3, "50": 7, "25": 9, "20": 9, "10": 9},
        "devils": 9,
        "start": 200,
        "bet_step": 10,
        "max_bet": None,
        "zero_bet": True,
        "min_draw": 1,
        "target": 1600,
        "best_bonus": 50,
        "pieces_bonus": 50,
        "bonus_ties": "each",
        "win_factor": 1,
        "double": 2,
        "double_to": "highest",
        "pact": 50,
        "pact_space": 50,
        "pact_alone_last": True,
        "pact_poor": "bank",
        "track": [50, 200, 300, 500, 800, 1200, 1600],
        "mouth": 20,
        "bank": "unlimited",
        "memory": "perfect",
        "bet_on": "table",
        "max_rounds": 10000,
    }


@pytest.mark.parametrize("key", KEYS)
def test_every_key_says_what_it_means_and_refuses_nonsense(key):
    assert keys_of(CoalRules)[key].metadata["doc"].endswith(".")
    assert kinds_of(CoalRules)[key].allowed
    for nonsense in (3.5, "nonsense", [[]], {"a": {}}, -1, 10**5000, object, float("nan")):
        line = refused(**{key: nonsense})
        assert line.startswith(key)


@pytest.mark.parametrize("key", [k for k in KEYS if k not in ("zero_bet", "pact_alone_last")])
def test_true_is_no_number(key):
    assert refused(**{key: True}).startswith(f"{key}: got True; allowed: ")


@pytest.mark.parametrize("key", ["zero_bet", "pact_alone_last"])
def test_one_is_not_true(key):
    assert refused(**{key: 1}) == f"{key}: got 1; allowed: true or false"


@pytest.mark.parametrize(
    ("key", "low", "high"),
    [("players", 2, 6), ("devils", 0, 211), ("min_draw", 1, 250), ("mouth", 0, 250)],
)
def test_bounds_are_included(key, low, high):
    for value in (low, high):
        assert getattr(CoalRules(**{key: value}), key) == value
    for value in (low - 1, high + 1):
        refused(**{key: value})


def test_coal_is_kept_in_a_hashable_form_the_largest_value_first():
    rules = CoalRules(coal={"10": 1, 30: 4, 20: 0})
    assert rules.coal == ((30, 4), (10, 1))
    assert rules == CoalRules(coal=((10, 1), (30, 4)))
    assert hash(rules) == hash(replace(rules, devils=9))
    assert pickle.loads(pickle.dumps(rules)).fresh == rules.fresh == Oven(((30, 4), (10, 1)), 9)


WRONG_COAL = [
    *({0: 1}, {10_001: 1}, {True: 1}, {"05": 1}, {"٣": 1}, {"1" * 5000: 1}),
    *({10: 251}, {10: -1}, {10: True}, {10: 200, 20: 51}, {10: 1, "10": 1}),
    *(((10,),), [10, 10], None, 3),
]


@pytest.mark.parametrize("coal", WRONG_COAL)
def test_wrong_coal_is_refused(coal):
    assert refused(coal=coal).startswith("coal")


def test_there_is_at_least_one_piece_and_at_most_250():
    assert refused(coal={}, devils=0) == "coal and devils: got 0; allowed: 1 to 250 pieces in all"
    assert refused(coal={10: 250}) == "coal and devils: got 259; allowed: 1 to 250 pieces in all"
    assert CoalRules(coal={}, devils=1).fresh == Oven((), 1)
    assert CoalRules(coal={10: 250}, devils=0).fresh.size == 250


@pytest.mark.parametrize("track", [[], [200, 200], [300, 200], [0, 50], [50, "200"], 50, [True]])
def test_the_track_rises(track):
    """[coal: A round, 4] spaces lie in the order of wealth."""
    assert refused(track=track).startswith("track")


def test_keys_that_contradict_each_other_are_refused():
    assert refused(max_bet=5, zero_bet=False).startswith("max_bet: got 5; allowed: at least the")
    assert CoalRules(max_bet=0).max_bet == 0
    assert refused(bank="printed", start=5000).startswith("start: got 5000; allowed: at most 10,68")
    assert refused(start=205) == "start: got 205; allowed: a multiple of the bet_step 10"


def test_the_nearest_choice_is_suggested():
    line = "bonus_ties: got 'splt'; allowed: each, split or none; did you mean 'split'?"
    assert refused(bonus_ties="splt") == line


def test_no_limit_is_written_none():
    assert CoalRules(max_bet="none").max_bet is None
    assert refused(max_bet="all") == (
        "max_bet: got 'all'; allowed: a whole number from 0 to 1,000,000, or none"
    )


def test_rules_are_frozen():
    with pytest.raises(FrozenInstanceError):
        PRINTED.devils = 8
    with pytest.raises(TypeError):
        CoalRules(5)


def test_assumed_readings_are_listed_until_they_are_turned():
    """[coal: every (assumed)]."""
    by_key = {key for key, _ in PRINTED.assumptions if key}
    assert by_key == {"zero_bet", "track", "mouth", "bank", "memory"}
    assert sum(key is None for key, _ in PRINTED.assumptions) == 7
    assert all(sentence.endswith(".") for _, sentence in PRINTED.assumptions)
    turned = CoalRules(zero_bet=False, track=[50, 200], mouth=48, memory="none", bank="printed")
    assert [line for line in turned.assumptions if line[0]] == [
        ("bank", "The bank pays by value: which chips it holds is not tracked."),
        ("bank", "Where the bank runs dry, stakes go before bonuses, in turn order."),
    ]
    split = CoalRules(bonus_ties="split")
    assert set(split.assumptions) - set(PRINTED.assumptions) == {
        ("bonus_ties", "A bonus is split in whole smallest chips; the bank keeps the rest.")
    }


def test_the_number_of_which_all_wealth_is_a_multiple():
    """[coal: Pieces] chips are changed freely; the smallest is 10."""
    assert PRINTED.chip == 10
    assert CoalRules(best_bonus=25).chip == 5
    assert CoalRules(bet_step=50).chip == 50
    assert CoalRules(bet_step=50, bank="printed").chip == 10
    assert CoalRules(best_bonus=0, pieces_bonus=0, pact=0, start=100, bet_step=100).chip == 100
