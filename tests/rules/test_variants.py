"""Variants: by name, from files, with --set; what is wrong is one line."""

import os
import tomllib
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from zochastic.rules import variants
from zochastic.rules.coal import CoalRules
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import check_file, find, list_variants, load_variant, to_toml

in_a_folder = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


@st.composite
def coal_rules(draw):
    step = draw(st.integers(1, 50))
    chips = st.integers(0, 10_000)
    return CoalRules(
        players=draw(st.integers(2, 6)),
        coal=draw(st.dictionaries(st.integers(1, 10_000), st.integers(0, 20), max_size=8)),
        devils=draw(st.integers(1, 50)),
        start=step * draw(st.integers(0, 30)),
        bet_step=step,
        max_bet=draw(st.none() | st.integers(50, 1000)),
        zero_bet=draw(st.booleans()),
        min_draw=draw(st.integers(1, 5)),
        target=draw(st.integers(1, 5000)),
        best_bonus=draw(chips),
        pieces_bonus=draw(chips),
        bonus_ties=draw(st.sampled_from(["each", "split", "none"])),
        win_factor=draw(st.integers(0, 5)),
        double=draw(st.integers(0, 5)),
        double_to=draw(st.sampled_from(["highest", "nobody"])),
        pact=draw(chips),
        pact_space=draw(chips),
        pact_alone_last=draw(st.booleans()),
        pact_poor=draw(st.sampled_from(["bank", "nobody"])),
        track=sorted(draw(st.sets(st.integers(1, 5000), min_size=1, max_size=9))),
        mouth=draw(st.integers(0, 250)),
        bank=draw(st.sampled_from(["unlimited", "printed"])),
        memory=draw(st.sampled_from(["perfect", "devils", "none"])),
        bet_on=draw(st.sampled_from(["table", "own"])),
        max_rounds=draw(st.integers(1, 10**6)),
    )


names = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=30)


def made(rules, name="mine"):
    return replace(load_variant("coal"), rules=rules, base=rules, name=name, shipped=False)


def refused(function, *args):
    with pytest.raises(InvalidInput) as caught:
        function(*args)
    assert str(caught.value).isprintable()
    return str(caught.value)


def or_refused(function, *args, **options):
    """The result, or None where the input was refused in one printable line."""
    try:
        return function(*args, **options)
    except InvalidInput as wrong:
        line = str(wrong)
    assert line.isprintable()
    return None


def file(folder, text, name="mine.toml"):
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return str(path)


def set_(*sets):
    return load_variant("coal", "printed", sets)


# Names


@pytest.mark.parametrize("name", ["printed", "coal/printed"])
def test_the_printed_game(name):
    variant = load_variant("coal", name)
    assert variant.rules == CoalRules()
    assert (variant.game, variant.id, variant.name) == ("coal", "coal/printed", "printed")
    assert (variant.title, variant.changed) == ("coal/printed", {})
    assert variant == find("coal/printed") == load_variant("coal")


def test_a_common_misreading_ships_as_a_variant():
    """[coal: Keys of a variant, bet_on=own]."""
    variant = find("coal/own-amount")
    assert variant.changed == {"bet_on": "own"}
    assert variant.title == "coal/own-amount"


def test_all_shipped_variants_load_and_differ():
    shipped = list_variants()
    assert shipped[0].id == "coal/printed"
    assert shipped == [variant for game in variants.GAMES for variant in list_variants(game)]
    assert len({variant.digest for variant in shipped}) == len(shipped) >= 2
    assert all(find(variant.id) == variant for variant in shipped)


def test_an_unknown_name_suggests_the_nearest():
    assert refused(load_variant, "coal", "printd").endswith("; did you mean 'printed'?")
    assert refused(load_variant, "coal", "coal/printd").endswith("; did you mean 'coal/printed'?")
    assert refused(find, "coal/own").endswith("; did you mean 'coal/own-amount'?")
    assert refused(find, "printed").startswith("variant: got 'printed'; allowed: coal/printed, ")
    assert refused(load_variant, "cole") == (
        f"game: got 'cole'; allowed: {' or '.join(variants.GAMES)}; did you mean 'coal'?"
    )
    assert refused(list_variants, "chess").startswith("game: got 'chess'; allowed: coal or ")


@given(st.text())
@example("")
@example("coal/")
@example("/")
@example("\0.toml")
@example("coal/../printed")
@example("x" * 5000 + ".toml")
@example("\ud800/\udcff.toml")
def test_every_name_is_found_or_refused_in_one_line(name):
    for function, *args in ((load_variant, "coal", name), (find, name)):
        variant = or_refused(function, *args)
        assert variant is None or variant.rules == CoalRules()


# --set


@pytest.mark.parametrize(
    ("sets", "keys"),
    [
        (["devils=8"], {"devils": 8}),
        ([" devils = 8 "], {"devils": 8}),
        (["devils=7", "devils=8"], {"devils": 8}),
        (["bonus_ties=split"], {"bonus_ties": "split"}),
        (['bonus_ties="split"'], {"bonus_ties": "split"}),
        (["zero_bet=false"], {"zero_bet": False}),
        (["max_bet=100"], {"max_bet": 100}),
        (["track=[50,200]"], {"track": (50, 200)}),
        (["coal.100=3"], {"coal": {100: 3, 75: 3, 50: 7, 25: 9, 20: 9, 10: 9}}),
        (["coal.100=0"], {"coal": {75: 3, 50: 7, 25: 9, 20: 9, 10: 9}}),
        (["coal.30=4"], {"coal": {100: 2, 75: 3, 50: 7, 30: 4, 25: 9, 20: 9, 10: 9}}),
        (["coal={100=3,50=2}"], {"coal": {100: 3, 50: 2}}),
        (["coal={100=3,50=2}", "coal.20=1"], {"coal": {100: 3, 50: 2, 20: 1}}),
        (["bank=printed", "start=2670"], {"bank": "printed", "start": 2670}),
    ],
)
def test_set_changes_the_rules(sets, keys):
    variant = set_(*sets)
    assert variant.rules == CoalRules(**keys)
    assert variant.id == "coal/printed"


def test_set_names_what_it_changed():
    variant = load_variant("coal", "own-amount", ["devils=8", "coal.100=3", "bet_on=own"])
    assert variant.title == "coal/own-amount, coal.100=3, devils=8"
    assert variant.changed == {"coal.100": 3, "devils": 8, "bet_on": "own"}
    assert set_("devils=9", "max_bet=none") == load_variant("coal")
    assert set_("coal.100=0", "track=[50, 200]").title == (
        "coal/printed, coal.100=0, track=[50,200]"
    )


@pytest.mark.parametrize(
    ("item", "line"),
    [
        ("devils=-1", "--set devils: got -1; allowed: a whole number from 0 to 250"),
        ("devils=true", "--set devils: got True; allowed: a whole number from 0 to 250"),
        ("devils=3.5", "--set devils: got 3.5; allowed: a whole number from 0 to 250"),
        ("devils=many", "--set devils: got 'many'; allowed: a whole number from 0 to 250"),
        ("devils=", "--set devils: got ''; allowed: a whole number from 0 to 250"),
        ("devils", "--set: got 'devils'; allowed: KEY=VALUE, such as devils=8"),
        ("devils.x=1", "--set devils: got '.x'; allowed: no key inside; it is a whole number"),
        ("coal.100=-1", "--set coal.100: got -1; allowed: a whole number from 0 to 250"),
        ("coal.1oo=1", "--set coal: got '1oo'; allowed: as a key a whole number from 1 to 10,000"),
        ("coal.=1", "--set coal: got ''; allowed: as a key"),
        ("coal.10=250", "--set coal: got 280; allowed: at most 250 in all"),
        ("coal=3", "--set coal: got 3; allowed: a table of counts such as {100 = 2}"),
        ("start=205", "--set: start: got 205; allowed: a multiple of the bet_step 10"),
        ("=5", "--set: key: got ''; allowed: players, coal, devils, "),
        ("game=coal", "--set: key: got 'game'; allowed: players, coal, devils, "),
    ],
)
def test_a_wrong_set_is_one_line(item, line):
    assert refused(set_, item).startswith(line)


def test_an_unknown_key_suggests_the_nearest():
    assert refused(set_, "devil=8").endswith("max_rounds; did you mean 'devils'?")
    assert refused(set_, "betstep=8").endswith("did you mean 'bet_step'?")


@given(st.text() | st.builds("{}={}".format, st.sampled_from([*CoalRules().plain()]), st.text()))
@example("coal=" + "[" * 50_000)
@example("coal=" + "{a=" * 5_000)
@example("devils=" + "9" * 5_000)
@example("devils=0x" + "f" * 9_000)
@example("track=[0x" + "f" * 9_000 + "]")
@example("devils=8\nstart=10")
@example("devils.\x1b[31m\n=8")
@example("devils=1979-05-27")
@example("devils=nan")
@example('bank="\\u0000\\n"')
def test_every_set_is_applied_or_refused_in_one_line(item):
    variant = or_refused(set_, item)
    assert variant is None or isinstance(variant.rules, CoalRules)


# Files


def test_a_file_names_only_what_differs(tmp_path):
    path = file(tmp_path, 'game = "coal"\ndevils = 8\nmax_bet = "none"\ntrack = [50, 200]\n')
    variant = load_variant("coal", path)
    assert variant.rules == CoalRules(devils=8, track=(50, 200))
    assert (variant.id, variant.name, variant.title) == (path, "mine", "mine")
    assert variant.changed == {"devils": 8, "track": [50, 200]}
    assert check_file(path) == find(path) == variant
    assert load_variant("coal", path, ["devils=7"]).title == "mine, devils=7"
    limited = file(tmp_path, 'game = "coal"\nname = "Small"\nmax_bet = 50', "limited.toml")
    assert load_variant("coal", limited, ["max_bet=none"]).title == "Small, max_bet=none"


@pytest.mark.parametrize(
    ("text", "coal"),
    [
        ("coal.100 = 3", {100: 3, 75: 3, 50: 7, 25: 9, 20: 9, 10: 9}),
        ("[coal]\n100 = 3\n30 = 4", {100: 3, 75: 3, 50: 7, 30: 4, 25: 9, 20: 9, 10: 9}),
        ("coal.100 = 0", {75: 3, 50: 7, 25: 9, 20: 9, 10: 9}),
        ("coal = {100 = 3, 50 = 2}", {100: 3, 50: 2}),
        ("coal = {}", {}),
    ],
)
def test_dotted_keys_reach_inside_and_an_inline_table_is_the_whole(tmp_path, text, coal):
    assert check_file(file(tmp_path, f'game = "coal"\n{text}')).rules == CoalRules(coal=coal)


@pytest.mark.parametrize(
    "name", ["<b>&amp;</b>", "Größer & höher", "a\nb", "50 % — “x”", "\x1b[31m"]
)
def test_the_name_of_a_file_is_any_text(tmp_path, name):
    quoted = "".join(f"\\u{ord(c):04x}" for c in name)
    variant = check_file(file(tmp_path, f'game = "coal"\nname = "{quoted}"'))
    assert variant.title == variant.name == name
    assert variant.digest == load_variant("coal").digest


def test_line_ends_and_a_byte_order_mark_do_not_matter(tmp_path):
    path = file(tmp_path, b'\xef\xbb\xbfgame = "coal"\r\ndevils = 8\r\n')
    assert check_file(path).rules.devils == 8


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "game: got 'no game'; allowed: game = \"coal\""),
        ("devils = 8", "game: got 'no game'; allowed: game = \"coal\""),
        ('game = "cole"', "did you mean 'coal'?"),
        ("game = 3", 'game: got 3; allowed: game = "coal"'),
        ('game = "coal"\nname = 3', "name: got 3; allowed: any text in quotes"),
        ('game = "coal"\ndevil = 8', "did you mean 'devils'?"),
        ('game = "coal"\ndevils = 8.5', "devils: got 8.5; allowed: a whole number from 0 to 250"),
        ('game = "coal"\ndevils = "8"', "devils: got '8'; allowed: a whole number from 0 to 250"),
        ('game = "coal"\ndevils.x = 8', "devils: got '.x'; allowed: no key inside"),
        ('game = "coal"\ncoal.x = 8', "coal: got 'x'; allowed: as a key a whole number"),
        ('game = "coal"\ncoal.100.x = 8', "coal.100: got {'x': 8}; allowed: a whole number"),
        ('game = "coal"\ncoal = {100 = -1}', "coal.100: got -1; allowed: a whole number"),
        ('game = "coal"\nstart = 205', "start: got 205; allowed: a multiple of the bet_step 10"),
        ('game = "coal"\ndevils 8\n', ", line 2: got 'devils 8'; allowed: TOML ("),
        ('game = "coal"\ndevils = ', ", line 2: got 'devils = '; allowed: TOML ("),
        ('game = "coal"\ndevils = 1\ndevils = 2', ", line 3: got 'devils = 2'; allowed: TOML ("),
        ('game = "coal"\n\0', ", line 2: got '\\x00'; allowed: TOML ("),
        (b'game = "coal"\n\n# \xff', ", line 3: got 'the byte 0xff'; allowed: text in UTF-8"),
        ("devils = " + "9" * 5000, "got 'a number too long to read'; allowed: TOML"),
        ("devils = " + "[" * 50_000, "got 'brackets within brackets'; allowed: fewer of them"),
        ("#" * 100_001, "allowed: a file of at most 100,000 bytes"),
    ],
)
def test_a_broken_file_is_one_line(tmp_path, text, part):
    path = file(tmp_path, text)
    line = refused(check_file, path)
    assert part in line
    assert refused(load_variant, "coal", path) == refused(find, path) == line


def test_a_file_that_is_none_is_one_line(tmp_path):
    missing = str(tmp_path / "missing.toml")
    assert refused(check_file, missing).endswith("; allowed: the path of a TOML file that exists")
    assert refused(check_file, str(tmp_path)).endswith("; allowed: a TOML file, not a directory")
    assert refused(load_variant, "coal", "missing.toml").startswith("variant: got 'missing.toml'; ")
    assert refused(check_file, "a\0b.toml").startswith("variant: got 'a\\x00b.toml'; allowed: the")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_that_might_never_end_is_refused(tmp_path):
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    assert refused(check_file, str(pipe)).endswith("; allowed: a regular TOML file")


def test_a_file_that_cannot_be_read_is_one_line():
    path = "x" * 5000 + ".toml"
    assert "; allowed: a TOML file that can be read (" in refused(check_file, path)


def test_a_file_of_another_game_is_refused(tmp_path, monkeypatch):
    monkeypatch.setitem(variants.GAMES, "pit", CoalRules)
    path = file(tmp_path, 'game = "pit"')
    assert "game: got 'pit'; allowed: a variant of coal" in refused(load_variant, "coal", path)
    assert find(path).game == "pit"


@in_a_folder
@given(text=st.text() | st.text(alphabet="abcoaldevils.={}[]0123\n\"' "))
def test_every_file_is_read_or_refused_in_one_line(tmp_path, text):
    for raw in (text, 'game = "coal"\n' + text):
        path = file(tmp_path, raw.encode(errors="surrogatepass"))
        variant = or_refused(check_file, path)
        assert variant is None or isinstance(variant.rules, CoalRules)


# to_toml and the digest


@in_a_folder
@given(rules=coal_rules(), name=names)
def test_toml_round_trip(tmp_path, rules, name):
    text = to_toml(made(rules, name))
    back = check_file(file(tmp_path, text))
    assert back.rules == rules
    assert back.digest == made(rules).digest
    assert back.name == (name if name.strip() else "mine")


def test_the_written_file_is_complete_and_explained():
    text = to_toml(load_variant("coal"))
    assert text.startswith("# A variant of a game for zochastic, complete: 'coal/printed'.\n")
    assert list(tomllib.loads(text)) == ["game", *CoalRules().plain()]
    for _, sentence in CoalRules().assumptions[:5]:
        assert f"# Assumed: {sentence}\n" in text
    assert all(len(line) <= 100 for line in text.splitlines())


@given(coal_rules(), coal_rules())
@example(CoalRules(), CoalRules())
@example(CoalRules(coal={10: 1}), CoalRules(coal={10: 1, 20: 0}))
def test_digests_are_equal_exactly_if_the_rules_are(one, other):
    assert (made(one).digest == made(other).digest) == (one == other)
    assert made(one, "x").digest == made(replace(one), "y").digest


@given(coal_rules())
def test_what_changed_rebuilds_the_rules(rules):
    changed = made(rules).changed
    assert changed.keys() == {
        key for key in changed if key.partition(".")[0] in CoalRules().plain()
    }
    values = {k: "none" if v is None else v for k, v in changed.items()}
    assert set_(*(f"{k}={str(v).lower()}" for k, v in values.items())).rules == rules
