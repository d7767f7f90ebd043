import csv
import io
import json
import sys

import pytest

from zochastic.commands.progress import bar

SMALL = ("--games", "2000", "--aims", "50,200")
LINES = {
    "odds": ("coal", "odds", *SMALL),
    "stop": ("coal", "stop", "20", "20", "50"),
    "bet": ("coal", "bet", "--others", "help"),
    "equilibrium": ("coal", "bet", "--wealth", "20", "--players", "3", "--games", "1000"),
}


def strict(text):
    """The one JSON object of a text, without NaN and infinity."""
    return json.loads(text, parse_constant=pytest.fail)


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_json_is_one_object(run, line):
    ran = run(*line, "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    assert list(strict(ran.out)) == [
        "answer", "title", "facts", "rows", "tables", "notes", "provenance",
    ]  # fmt: skip


@pytest.mark.parametrize("line", [LINES["odds"], LINES["bet"]], ids=["odds", "bet"])
def test_csv_is_the_rows_of_json(run, line):
    rows = strict(run(*line, "--format", "json").out)["rows"]
    read = list(csv.DictReader(io.StringIO(run(*line, "--format", "csv").out)))
    assert [list(row) for row in read] == [list(row) for row in rows]
    for text, row in zip(read, rows, strict=True):
        assert [float(value) for value in text.values()] == list(row.values())


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
@pytest.mark.parametrize("format", ["table", "markdown"])
def test_the_answer_is_said_first(run, line, format):
    sentence = strict(run(*line, "--format", "json").out)["answer"]
    first = run(*line, "--format", format).out.splitlines()[0]
    assert first.strip("*").replace("\\", "") == sentence


def test_names_that_are_fixed(run):
    odds = strict(run(*LINES["odds"], "--format", "json").out)
    assert {"value", "threshold", "stop_at", "p_devil", "mean_pieces"} <= odds["facts"].keys()
    assert list(odds["rows"][0]) == ["aim", "p_reach", "sim_p_reach", "sim_low", "sim_high", "z"]
    stop = strict(run(*LINES["stop"], "--format", "json").out)
    named = {"advice", "value_draw", "value_stop", "p_devil_next", "threshold"}
    assert named <= stop["facts"].keys()
    bet = strict(run(*LINES["bet"], "--format", "json").out)
    assert {"best_bet", "value"} <= bet["facts"].keys()
    assert list(bet["rows"][0]) == ["bet", "p_success", "ev_single", "ev_double"]


def test_known_values(run):
    odds = strict(run("coal", "odds", "--games", "1000", "--format", "json").out)
    assert odds["facts"]["value"] == pytest.approx(58.312651307050, abs=1e-10)
    assert odds["facts"]["threshold"] == 127.0
    assert odds["facts"]["stop_at"] == 130
    assert [row["aim"] for row in odds["rows"]] == [50, 100, 150, 200, 250, 300]
    assert odds["rows"][0]["p_reach"] == pytest.approx(0.6415534858, abs=1e-10)


@pytest.mark.parametrize(
    "words", [("20", "20", "50"), ("20,20,50",), ("20:2", "50"), ("20,", "20", "50")]
)
def test_pieces_are_written_as_one_likes(run, words):
    found = strict(run("coal", "stop", *words, "--format", "json").out)
    assert found["facts"]["amount"] == 90
    assert found["facts"]["advice"] == "draw"


def test_nothing_drawn_yet(run):
    found = strict(run("coal", "stop", "--format", "json").out)
    assert found["facts"]["amount"] == 0
    assert found["facts"]["advice"] == "draw"


def test_gone_pieces_are_missing_from_the_oven(run):
    gone = strict(run("coal", "stop", "20", "--gone", "d:8", "--format", "json").out)
    assert gone["facts"]["p_devil_next"] == 1 / 39
    oven = strict(run("coal", "stop", "20", "--oven", "20:2 d", "--format", "json").out)
    assert oven["facts"]["p_devil_next"] == 1 / 2


def test_the_advice_is_computed_from_the_variant_at_hand(run):
    def facts(*argv):
        return strict(run(*argv, "--format", "json").out)["facts"]

    few, many = ("--set", "devils=3"), ("--set", "devils=20")
    assert facts("coal", "stop", "100", "50", *few)["advice"] == "draw"
    assert facts("coal", "stop", "100", "50", *many)["advice"] == "stop"
    assert facts(*LINES["odds"], *few)["stop_at"] > facts(*LINES["odds"], *many)["stop_at"]
    assert facts(*LINES["bet"], *few)["best_bet"] > facts(*LINES["bet"], *many)["best_bet"]
    assert facts(*LINES["bet"], "--variant", "own-amount") != facts(*LINES["bet"])


def test_options_reach_the_answer(run):
    line = (*LINES["bet"], "--wealth", "50", "--players", "1")
    bet = strict(run(*line, "--format", "json").out)
    assert [row["bet"] for row in bet["rows"]] == [0, 10, 20, 30, 40, 50]
    assert bet["facts"]["players"] == 1
    line = ("coal", "odds", "--aims", "100", "--games", "3e3", "--seed", "9", "--threads", "1")
    odds = strict(run(*line, "--players", "2", "--format", "json").out)
    assert odds["provenance"]["seed"] == 9
    assert odds["provenance"]["games"] == 3000
    assert odds["provenance"]["command"].startswith("zochastic coal odds --aims 100")


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
@pytest.mark.parametrize("ending", ["png", "svg"])
def test_a_chart_is_written_beside_the_answer(run, tmp_path, line, ending):
    file = tmp_path / f"chart.{ending}"
    ran = run(*line, "--plot", file)
    assert ran.code == 0
    assert ran.out
    assert ran.err == f"chart written to {file}\n"
    assert [path.name for path in tmp_path.iterdir()] == [file.name]
    again = run(*line, "--plot", file, "--quiet")
    assert again.err == ""


def test_names_from_a_file_are_escaped_everywhere(run, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('game = "coal"\nname = "$a|b$\\u001b[31m\\n<b>"\n', encoding="utf-8")
    for format in ("table", "markdown", "csv", "json"):
        ran = run("coal", "stop", "--variant", file, "--format", format)
        assert ran.code == 0
        assert ran.out.replace("\n", "").isprintable()
    assert "\\|b" in run("coal", "stop", "--variant", file, "--format", "markdown").out
    assert run("coal", "stop", "--variant", file, "--plot", tmp_path / "a.svg").code == 0


def test_progress_is_drawn_on_a_terminal_alone(capsys):
    with bar("Playing") as progress:
        assert progress is None
    sys.stderr.isatty = lambda: True
    try:
        with bar("Playing", quiet=True) as progress:
            assert progress is None
        with bar("Playing") as progress:
            progress(1, 10)
            progress(10, 10)
    finally:
        del sys.stderr.isatty
    seen = capsys.readouterr()
    assert seen.out == ""
    assert "Playing" in seen.err


def test_bets_by_what_the_others_do(run):
    line = ("coal", "bet", "--wealth", "30,20,20", "--games", "500", "--format", "json")
    found = strict(run(*line, "--seat", "2").out)
    facts = found["facts"]
    assert {"best_bet", "value", "epsilon", "epsilon_low", "epsilon_high"} <= facts.keys()
    assert (facts["seat"], facts["players"], facts["wealth"]) == (2, 3, "30,20,20")
    assert [row["bet"] for row in found["rows"]] == [0, 10, 20]
    assert found["tables"]["equilibria"]
    for words in (("--goal", "lead"), ("--select", "safest"), ("--others", "fixed:10+ev")):
        assert strict(run(*line, *words).out)["facts"] != facts
    assert strict(run(*line, "--others", "help").out)["facts"]["players"] == 3


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--seat", "5"), "--seat"), (("--others", "nobody"), "--others"),
        (("--select", "best"), "safest"), (("--wealth", "10,20", "--players", "3"), "--wealth"),
        (("--wealth", "15"), "multiple of 10"), (("--exact",), "two players"),
        (("--players", "1"), "--others help"), (("--goal", "chip"), "chips"),
    ],
)  # fmt: skip
def test_bets_that_cannot_be_weighed(run, words, said):
    ran = run("coal", "bet", *words)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert ran.err.count("\n") == 1


def test_bets_to_win_the_game(run):
    line = ("coal", "bet", "--goal", "win", "--wealth", "60,60", "--set", "target=120")
    line = (*line, "--playout", "fixed:50+ev", "--games", "1000", "--format", "json")
    found = strict(run(*line).out)
    assert {"best_bet", "value", "epsilon", "playout"} <= found["facts"].keys()
    assert {"bet", "p_win", "low", "high"} <= found["rows"][0].keys()
    for words in (("--others", "help"), ("--exact",)):
        ran = run(*line, *words)
        assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert run("coal", "bet", "--playout", "ev").code == 2


def test_a_stake_all_but_sure_is_not_said_to_succeed_with_at_most_over(run):
    first = run("coal", "bet", "--others", "help", "--set", "devils=0").out.splitlines()[0]
    assert "can succeed with over 99.9 % when all 4 help" in first
    assert "at most over" not in first
