"""The keys of mauer, states and facts as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mauer_cases import case, seeds

from zochastic.rules.errors import InvalidInput
from zochastic.rules.fields import keys_of, kinds_of
from zochastic.rules.mauer import MauerRules, garment_names, start_table
from zochastic.rules.mauer.facts import read_facts
from zochastic.rules.mauer.geometry import NAMES
from zochastic.rules.mauer.keys import Memory
from zochastic.rules.mauer.state import State, read_state, read_state_file
from zochastic.rules.variants import list_variants, load_variant, to_toml

PRINTED = MauerRules()
LAYOUT = PRINTED.layout
KEYS = """players board moves rooms parts parts_needed garments_a_part decks cards_seen sliders masks
tunnels offsets segments_a_slide turning catch memory search_taken pushed_off max_turns""".split()


def refused(function, *args, **keys):
    with pytest.raises(InvalidInput) as caught:
        function(*args, **keys)
    assert str(caught.value).isprintable()
    return str(caught.value)


def test_every_key_of_a_variant_is_declared_with_its_printed_value():
    """[mauer: Keys of a variant]"""
    assert list(keys_of(MauerRules)) == KEYS
    assert PRINTED.plain() == {
        "players": 4,
        "board": "synthetic-1",
        "moves": 3,
        "rooms": 12,
        "parts": 5,
        "parts_needed": 5,
        "garments_a_part": 4,
        "decks": 4,
        "cards_seen": "all",
        "sliders": 3,
        "masks": "board",
        "tunnels": "board",
        "offsets": "board",
        "segments_a_slide": 1,
        "turning": "ideal",
        "catch": 0.5,
        "memory": "perfect",
        "search_taken": True,
        "pushed_off": "corner",
        "max_turns": 1000,
    }


@pytest.mark.parametrize("key", KEYS)
def test_every_key_says_what_it_means_and_refuses_nonsense(key):
    assert keys_of(MauerRules)[key].metadata["doc"].endswith(".")
    assert kinds_of(MauerRules)[key].allowed
    for nonsense in (3.25, "nonsense", [[]], {"a": {}}, -1, 10**5000, object, None):
        assert key in refused(MauerRules, **{key: nonsense})


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"parts_needed": 4, "parts": 3}, "parts_needed: got 4; allowed: at most the 3 parts"),
        ({"decks": 3}, "decks: got 3; allowed: as many as garments_a_part, 4"),
        ({"rooms": 11}, "board 'synthetic-1': rooms: got 12; allowed: 11 rooms"),
        ({"sliders": 4}, "sliders: got 4; allowed: 3, as many as there are masks"),
        ({"masks": ["1010100"]}, "sliders: got 3; allowed: 1, as many"),
        ({"tunnels": [2, 4]}, "sliders: got 3; allowed: at most one in each of 2 tunnels"),
        ({"masks": ["101", "1", "2"]}, "masks: got '101'"),
        ({"offsets": [-7, 7]}, "offsets: got [-7, 7]"),
        ({"board": "synthetic-0"}, "did you mean 'synthetic-"),
    ],
)
def test_keys_that_contradict_each_other_are_refused(keys, message):
    assert message in refused(MauerRules, **keys)


def test_the_frame_can_be_changed():
    rules = MauerRules(sliders=2, masks=["1111111", "0001000"], tunnels=[1, 4, 7], offsets=[-2, 2])
    assert [(s.column, s.mask) for s in rules.layout.sliders] == [(1, "1111111"), (7, "0001000")]
    assert rules.layout.offsets == (-2, 2)
    assert hash(rules) == hash(MauerRules(**rules.plain()))


@pytest.mark.parametrize(
    ("text", "rate"), [("perfect", 0), ("none", 1), ("forget:0.25", 0.25), ("forget:1", 1)]
)
def test_memories(text, rate):
    """[mauer: Players]"""
    assert MauerRules(memory=text).memory == text
    assert Memory.rate(text) == rate


@pytest.mark.parametrize("text", ["forget", "forget:", "forget:2", "forget:-1", "forget:1.5", ""])
def test_wrong_memories(text):
    assert refused(MauerRules, memory=text).startswith("memory: got")


def test_assumed_readings_are_listed_until_they_are_turned():
    """[mauer: every (assumed)]"""
    by_key = {key for key, _ in PRINTED.assumptions if key}
    assert by_key == {"board", "masks", "tunnels", "offsets", "turning", "memory", "search_taken"}
    assert sum(key is None for key, _ in PRINTED.assumptions) == len(MauerRules.readings)
    assert all(sentence.endswith(".") for _, sentence in PRINTED.assumptions)


def test_shipped_variants_load_and_are_written_back():
    shipped = list_variants("mauer")
    assert shipped[0].id == "mauer/printed"
    assert shipped[0].rules == PRINTED
    assert len({variant.digest for variant in shipped}) == len(shipped) >= 4
    assert load_variant("mauer", "noisy").changed == {"turning": "noisy"}


def test_a_variant_reads_back(tmp_path):
    variant = load_variant("mauer", "printed", ["sliders=2"])
    path = tmp_path / "mine.toml"
    path.write_text(to_toml(variant), encoding="utf-8")
    assert load_variant("mauer", str(path)).rules == variant.rules
    sets = ['masks=["1111111","1000000","0000001"]', "tunnels=[1,3,4,5,7]", "offsets=[-2,2]"]
    other = load_variant("mauer", "printed", sets)
    path.write_text(to_toml(other), encoding="utf-8")
    assert load_variant("mauer", str(path)).rules == other.rules


# States


def test_a_state_as_the_issue_writes_it():
    state = read_state(
        PRINTED, LAYOUT, ghosts="a1,g1,g7,a7", sliders="2:0,4:-1,6:0", turned="1", have="head,legs"
    )
    assert [NAMES[cell] for cell in state.table.ghosts] == ["a1", "g1", "g7", "a7"]
    assert state.table.sliders == ((2, 0), (4, -1), (6, 0))
    assert state.table.turned == 1
    assert state.have == (frozenset({"head", "legs"}), frozenset(), frozenset(), frozenset())
    assert state.text == (
        "--ghosts a1,g1,g7,a7 --sliders 2:0,4:-1,6:0 --turned 1 --have head,legs --seat 1"
    )


def test_a_state_without_more_is_a_start():
    for players, ghosts in ((2, "a1,g7"), (3, "a1,g1,g7"), (4, "a1,g1,g7,a7")):
        assert read_state(PRINTED, LAYOUT, ghosts=ghosts).table == start_table(LAYOUT, players)


def test_the_parts_of_the_others_come_after_a_slash():
    state = read_state(PRINTED, LAYOUT, ghosts="a1,g1,g7", have="head/-/legs,hand", seat="2")
    assert state.have == (frozenset(), frozenset({"head"}), frozenset({"legs", "hand"}))


@given(seed=seeds)
def test_states_read_back(seed, tmp_path_factory):
    rules, board, table, seat = case(seed)
    have = tuple(
        frozenset(("head", "face", "body", "legs")[: (seed >> i) % 4]) for i in range(rules.players)
    )
    state = State(table, have, seat, "1:head-b,2:-head-a" if seed % 2 else "")
    words = dict(zip(*[iter(state.text.replace("--", "").split())] * 2, strict=True))
    assert read_state(rules, board, **words) == state
    path = tmp_path_factory.getbasetemp() / "state.toml"
    path.write_text(state.toml, encoding="utf-8")
    assert read_state_file(rules, board, str(path)) == state


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"ghosts": "a1"}, "--ghosts: got 'a1'; allowed: the cells of 2 to 4 ghosts"),
        ({"ghosts": "a1,a1"}, "--ghosts: got 'a1'; allowed: one ghost a cell; ghost 1 is there"),
        ({"ghosts": "a1,d4"}, "--ghosts: got 'd4'; allowed: any cell but the plug"),
        ({"ghosts": "a1,h1"}, "--ghosts: got 'h1'; allowed: a cell from a1"),
        ({"ghosts": "a1,"}, "--ghosts: got ''"),
        ({"sliders": "2:0"}, "--sliders: got '2:0'; allowed: COLUMN:OFFSET of all 3"),
        ({"sliders": "1:0,4:0,6:0"}, "--sliders: got '1:0'; allowed: a column with a tunnel"),
        ({"sliders": "2:5,4:0,6:0"}, "--sliders: got '2:5'; allowed: an offset from -4 to 4"),
        ({"sliders": "2:0,2:0,6:0"}, "--sliders: got '2:0'; allowed: one slider a tunnel"),
        ({"sliders": "2,4,6"}, "--sliders: got '2'; allowed: COLUMN:OFFSET"),
        ({"sliders": "2:--1,4:0,6:0"}, "--sliders: got '2:--1'"),
        ({"sliders": "²:0,4:0,6:0"}, "--sliders: got '²:0'"),
        ({"sliders": "2:²,4:0,6:0"}, "--sliders: got '2:²'"),
        ({"turned": "4"}, "--turned: got 4; allowed: a whole number from 0 to 3"),
        ({"turned": "x"}, "--turned: got 'x'"),
        ({"have": "hat"}, "--have: got 'hat'; allowed: parts among head, face, body, legs, hand"),
        ({"have": "head,head"}, "--have: got 'head,head'; allowed: each part once"),
        ({"have": "head,face,body,legs,hand"}, "--have: got 'head,face,body,legs,hand'"),
        ({"have": "-/-/-"}, "--have: got '3 players'"),
        ({"seat": "3"}, "--seat: got 3; allowed: a whole number from 1 to 2"),
    ],
)
def test_wrong_states_are_refused(keys, message):
    line = refused(read_state, PRINTED, LAYOUT, **{"ghosts": "a1,g7"} | keys)
    assert line.startswith(message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "ghosts: got 'none'"),
        ('ghosts = "a1,g7"\nturned = true', "turned: got True"),
        ('ghosts = "a1,g7"\nghost = 1', "key: got 'ghost'"),
        ("ghosts = [1, 2]", "ghosts: got [1, 2]"),
        ('game = "coal"\nghosts = "a1,g7"', "game: got 'coal'"),
        ("ghosts = ", "line 1"),
    ],
)
def test_wrong_state_files_are_refused(text, message, tmp_path):
    path = tmp_path / "s.toml"
    path.write_text(text, encoding="utf-8")
    assert message in refused(read_state_file, PRINTED, LAYOUT, str(path))
    assert refused(read_state_file, PRINTED, LAYOUT, "none.toml").startswith("--state: got")


@given(st.text(max_size=60))
def test_any_text_is_a_state_or_refused_in_one_line(text):
    for option in ("ghosts", "sliders", "turned", "have", "seat"):
        assert line_of(**{"ghosts": "a1,g7"} | {option: text}).isprintable()


def line_of(**keys):
    """What is said against a state; nothing if it is fine."""
    try:
        read_state(PRINTED, LAYOUT, **keys)
    except InvalidInput as wrong:
        return str(wrong)
    return ""


# Facts


def test_facts_about_decks():
    facts = read_facts(PRINTED, "1:head-b,2:-head-a 2:-HEAD-A")
    assert [(f.deck, f.garment, f.holds) for f in facts] == [
        (1, "head-b", True),
        (2, "head-a", False),
    ]
    assert ",".join(map(str, facts)) == "1:head-b,2:-head-a"
    assert read_facts(PRINTED, "") == []


@pytest.mark.parametrize(
    "text",
    ["head-b", "5:head-b", "0:head-b", "1:head-e", "1:hat-a", "1:head", "1:--head-a", ",", "x"],
)
def test_wrong_facts(text):
    assert refused(read_facts, PRINTED, text).startswith("--seen: got")


def test_the_names_of_garments():
    """[mauer: Pieces]"""
    names = garment_names()
    assert len(names) == 20
    assert (names[0], names[-1]) == ("head-a", "hand-d")
