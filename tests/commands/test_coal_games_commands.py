import csv
import io
import json

import pytest

LINES = {
    "simulate": ("coal", "simulate", "--policies", "round,fixed:100,ev", "--games", "500"),
    "duel": ("coal", "duel", "chance:0.6", "fixed:100", "--games", "100"),
    "many": ("coal", "duel", "--round-robin", "chance:0.6,fixed:100,ev", "--games", "50"),
    "ladder": (
        "coal", "duel", "fixed:100", "--ladder", "--players", "2", "--games", "2",
        "--set", "max_rounds=30",
    ),
}  # fmt: skip


def strict(text):
    """The one JSON object of a text, without NaN and infinity."""
    return json.loads(text, parse_constant=pytest.fail)


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_json_is_one_object(run, line):
    ran = run(*line, "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    found = strict(ran.out)
    assert found["rows"]
    assert found["provenance"]["method"] == "simulated"
    assert found["provenance"]["command"].startswith("zochastic coal ")


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_csv_is_the_rows_of_json(run, line):
    rows = strict(run(*line, "--format", "json").out)["rows"]
    read = list(csv.DictReader(io.StringIO(run(*line, "--format", "csv").out)))
    assert [list(row) for row in read] == [list(row) for row in rows]


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
@pytest.mark.parametrize("format", ["table", "markdown"])
def test_the_answer_is_said_first(run, line, format):
    sentence = strict(run(*line, "--format", "json").out)["answer"]
    first = run(*line, "--format", format).out.splitlines()[0]
    assert first.strip("*").replace("\\", "") == sentence


def test_names_that_are_fixed(run):
    found = strict(run(*LINES["simulate"], "--format", "json").out)
    assert list(found["rows"][0]) == [
        "seat", "policy", "wins", "shared", "win_rate", "low", "high", "mean_wealth",
    ]  # fmt: skip
    assert {
        "games", "mean_rounds", "p_devil_per_turn", "ties", "reshuffles_per_game",
        "p_oven_empty_per_round", "bank_short", "lead_changes", "unfinished",
    } <= found["facts"].keys()  # fmt: skip
    assert [row["policy"] for row in found["rows"]] == [
        "chance:0.6+round", "fixed:100+round", "chance:0.6+ev",
    ]  # fmt: skip
    duel = strict(run(*LINES["duel"], "--format", "json").out)["facts"]
    assert {"edge_a", "edge_a_low", "edge_a_high", "edge_b", "edge_b_low", "edge_b_high"} <= (
        duel.keys()
    )
    many = strict(run(*LINES["many"], "--format", "json").out)
    assert {"alone", "among", "edge", "p_holm", "verdict"} <= many["rows"][0].keys()


def test_names_by_the_option_and_as_words_are_the_same(run):
    words = run("coal", "duel", "chance:0.6", "fixed:100,ev", "--games", "50", "--format", "csv")
    assert words.out == run(*LINES["many"], "--format", "csv").out


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_a_chart_is_drawn(run, line, tmp_path):
    ran = run(*line, "--plot", str(tmp_path / "a.svg"))
    assert ran.code == 0
    assert (tmp_path / "a.svg").read_text(encoding="utf-8").startswith("<?xml")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("simulate", "--policies", "nonsense"), "--policies: got 'nonsense'"),
        (("simulate", "--policies", "ev,ev,ev,ev,ev,ev,ev"), "2 to 6 policies"),
        (("simulate", "--policies", "ev,"), "--policies: got ''"),
        (("simulate", "--set", "bank=printed", "--set", "start=5000"), "start"),
        (("duel",), "two policies"),
        (("duel", "round"), "two policies"),
        (("duel", "round", "rounds"), "POLICIES: got 'rounds'"),
        (("duel", "round", "ev", "--players", "1"), "--players"),
        (("duel", "round", "ev", "--ladder"), "one policy with --ladder"),
        (("duel", "round", "ev", "--precision", "0"), "--precision"),
        (("duel", "round", "ev", "round"), "each policy once"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(run, words, says):
    ran = run("coal", *words)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert says in ran.err
