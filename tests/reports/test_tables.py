import csv
import io
import json
import math

import numpy as np
import pytest

from zochastic.reports.tables import FORMATS, write

NASTY = "a|b\n\x1b[31m`*_x_* <b> $5 \\ \u202e"
ROWS = [
    {"bet": 0, "p_success": 1.0, "ev_double": 0.0},
    {"bet": 170, "p_success": 0.8011, "ev_double": 238.547},
]


def test_json_is_one_object_at_full_precision(make):
    third = 1 / 3
    text = write(make(facts={"value": third}, rows=[{"aim": 50, "p_reach": third}]), "json")
    found = json.loads(text)
    assert list(found) == ["answer", "title", "facts", "rows", "tables", "notes", "provenance"]
    assert found["facts"]["value"] == third
    assert found["rows"] == [{"aim": 50, "p_reach": third}]
    assert text.count("\n}") == 1
    assert text.endswith("}\n")


def test_json_has_no_nan_and_no_infinity(make):
    values = {"a": math.nan, "b": math.inf, "c": -math.inf, "d": np.float64("nan")}
    found = json.loads(write(make(facts=values, rows=[values]), "json"), parse_constant=pytest.fail)
    assert found["facts"] == found["rows"][0] == dict.fromkeys("abcd")


def test_numpy_scalars_become_pythons_own(make):
    facts = {"a": np.int64(2**62), "b": np.float32(0.5), "c": np.bool_(True), "d": np.arange(2)}
    found = json.loads(write(make(facts=facts), "json"))["facts"]
    assert found == {"a": 2**62, "b": 0.5, "c": True, "d": [0, 1]}


def test_json_keeps_user_text_and_no_control_character_leaves_it_raw(make):
    text = write(make(answer=NASTY + "\x7f\udcff"), "json")
    assert json.loads(text)["answer"] == NASTY + "\x7f\udcff"
    assert text.isascii()
    assert text.replace("\n", "").isprintable()


def test_csv_is_rows_only(make):
    rows = [{"aim": 50, "p_reach": 1 / 3, "z": None}, {"aim": 100, "p_reach": 0.1, "z": math.nan}]
    text = write(make(facts={"value": 58.3}, rows=rows, notes=["note"]), "csv")
    assert text == "aim,p_reach,z\n50,0.3333333333333333,\n100,0.1,\n"
    assert write(make(facts={"value": 1}), "csv") == ""


def test_csv_quotes_and_escapes_text(make):
    text = write(make(rows=[{"name": 'x,"y"\n\x1b', "flag": True, "list": ["a", "b"]}]), "csv")
    assert list(csv.reader(io.StringIO(text))) == [
        ["name", "flag", "list"],
        ['x,"y"\\n\\x1b', "true", "a b"],
    ]


def test_what_says_nothing_is_in_csv_and_json_alone(make):
    answer = make(rows=ROWS, facts={"p_success": 1.0, "players": 4}, silent=["p_success"])
    for style in ("table", "markdown"):
        assert "p_success" not in write(answer, style)
        assert "players" in write(answer, style)
    assert write(answer, "csv").startswith("bet,p_success,ev_double\n")
    found = json.loads(write(answer, "json"))
    assert found["facts"]["p_success"] == found["rows"][0]["p_success"] == 1
    assert "silent" not in found


def test_table_says_the_answer_first_and_marks_the_best_row(make):
    text = write(make(rows=ROWS, best=1, facts={"best_bet": 170, "players": 4}), "table")
    lines = text.splitlines()
    assert lines[0] == "Bet 170."
    assert [line for line in lines if line.startswith(">")] == [
        ">     170      80.11 %       238.55"
    ]
    assert "players  4" in lines
    assert not any(line.startswith("best_bet") for line in lines)  # the marked row tells it
    assert lines[-1] == "coal/printed; exact; zochastic 0.1.0; zochastic coal bet"


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("p_reach", 0.5, "50.00 %"),
        ("p_reach", 0.0, "0.00 %"),
        ("p_reach", 1e-7, "<0.01 %"),
        ("p_reach", 1 - 1e-7, ">99.99 %"),
        ("sim_p_reach", 0.25, "25.00 %"),
        ("ev_single", -0.0001, "0.00"),
        ("value", 58.312651, "58.31"),
        ("threshold", 127.0, "127.00"),
        ("z", 1.234, "+1.23"),
        ("aim", 50, "50"),
        ("aim", None, "\u2013"),
        ("ratio", 1.23456, "1.235"),
        ("exact", True, "true"),
        ("names", ["a", "b"], "a, b"),
    ],
)
def test_a_column_is_rounded_by_its_meaning(make, name, value, text):
    assert write(make(rows=[{name: value}]), "table").splitlines()[6].strip() == text


def test_interval_ends_are_what_the_middle_is(make):
    chance = write(make(rows=[{"sim_p_reach": 0.5, "sim_low": 0.4}]), "table")
    value = write(make(rows=[{"sim_value": 0.5, "sim_low": 0.4}]), "table")
    assert "40.00 %" in chance
    assert "0.40" in value


def test_the_value_of_reaching_a_goal_is_a_chance(make):
    facts = {"goal": "reach:150", "value_draw": 0.5721}
    assert "57.21 %" in write(make(facts=facts), "table")


@pytest.mark.parametrize("format", ["table", "markdown"])
def test_control_characters_of_user_text_are_escaped(make, format):
    answer = make(
        answer=NASTY,
        title=NASTY,
        facts={"name": NASTY},
        rows=[{NASTY: NASTY}],
        notes=[NASTY],
        made={"variant": NASTY, "changes": {NASTY: NASTY}, "command": NASTY},
    )
    text = write(answer, format)
    assert text.replace("\n", "").isprintable()


def test_markdown_keeps_its_columns_whatever_the_text(make):
    text = write(make(rows=[{"name": NASTY, "x|y": 1}], best=0), "markdown")
    lines = [line for line in text.splitlines() if line.startswith("|")]
    assert [line.replace("\\|", "").count("|") for line in lines] == [4, 4, 4]
    assert all(escaped in lines[2] for escaped in ("\\<b\\>", "\\$5", "\\_x\\_"))


def test_very_many_rows_are_thinned_for_people_alone(make):
    rows = [{"bet": bet} for bet in range(5_000)]
    answer = make(rows=rows, best=3_333)
    for format in ("table", "markdown"):
        text = write(answer, format)
        assert len(text.splitlines()) < 330
        assert all(shown in text for shown in ("3333", "4999", "of 5,000 rows"))
    assert len(json.loads(write(answer, "json"))["rows"]) == 5_000
    assert len(write(answer, "csv").splitlines()) == 5_001


def test_a_partial_answer_says_so_first(make):
    answer = make(made={"partial": True})
    assert write(answer, "table").startswith("PARTIAL")
    assert write(answer, "markdown").startswith("**PARTIAL")
    assert json.loads(write(answer, "json"))["provenance"]["partial"] is True


def test_provenance_names_sample_and_seed(make):
    audited = write(make(made={"games": 1_000_000, "seed": 7}), "table")
    assert "exact, audited by 1,000,000 games, seed 7" in audited
    played = write(make(made={"games": 10, "seed": 7, "method": "simulated"}), "table")
    assert "simulated, 10 games, seed 7" in played
    changed = write(make(made={"changes": {"devils": 8, "coal.100": 3}}), "table")
    assert "coal/printed (devils=8, coal.100=3)" in changed


def test_sentences_are_wrapped_to_the_terminal_alone(make):
    answer = make(answer="word " * 40, notes=["note " * 40])
    assert write(answer, "table").count("\n") < 10
    wrapped = write(answer, "table", width=40)
    assert all(len(line) <= 40 for line in wrapped.splitlines()[:5])


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_writes_an_answer_without_rows(make, format):
    assert isinstance(write(make(), format), str)


def test_a_table_wider_than_the_terminal_is_printed_in_parts(make):
    row = {"bet": 2, **{f"opponent_ev_{k}": 1.5 for k in range(6)}, "rule": "stop at 5 " * 9}
    answer = make(rows=[row, row], best=1)
    text = write(answer, "table", width=60)
    assert all(len(line) <= 60 for line in text.splitlines())
    assert sum(line.split()[0] == "bet" for line in text.splitlines() if line) > 1
    assert text.count("stop at 5") == 18
    assert max(map(len, write(answer, "table").splitlines())) > 100
