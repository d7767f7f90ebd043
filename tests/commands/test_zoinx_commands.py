import csv
import io
import json
import os

import pytest

LINES = {
    "odds": ("zoinx", "odds", "--games", "2000"),
    "bet": ("zoinx", "bet", "--scores", "25,25"),
    "bet of four": ("zoinx", "bet", "--scores", "25,25,3,4", "--games", "2000"),
    "stop": ("zoinx", "stop", "--scores", "0,0", "--bets", "2,4", "--total", "3"),
    "stop for points": ("zoinx", "stop", "--goal", "points", "--bets", "6", "--total", "6"),
    "solve": ("zoinx", "solve"),
    "solve alone": ("zoinx", "solve", "--players", "1"),
    "simulate": ("zoinx", "simulate", "--policies", "perfect,points", "--games", "2000"),
}
CHARTS = [*LINES.values(), ("zoinx", "solve", "--variant", "pig-10"),
          ("zoinx", "odds", "--variant", "pig", "--games", "2000"),
          ("zoinx", "bet", "--variant", "pig")]  # fmt: skip


def strict(text):
    """The one JSON object of a text, without NaN and infinity."""
    return json.loads(text, parse_constant=pytest.fail)


def ask(run, *line):
    ran = run("zoinx", *line, "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    return strict(ran.out)


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_json_csv_and_the_sentence_agree(run, line):
    found = strict(run(*line, "--format", "json").out)
    assert list(found) == ["answer", "title", "facts", "rows", "tables", "notes", "provenance"]
    if found["rows"]:
        read = list(csv.DictReader(io.StringIO(run(*line, "--format", "csv").out)))
        assert [list(row) for row in read] == [list(row) for row in found["rows"]]
    for format in ("table", "markdown"):
        first = run(*line, "--format", format).out.splitlines()[0]
        assert first.strip("*").replace("\\", "")[:40] == found["answer"][:40]


def test_names_that_are_fixed(run):
    odds = ask(run, "odds", "--games", "2000")["rows"][0]
    others = [f"opponent_ev_{face}" for face in range(0, 12, 2)]
    assert list(odds)[:10] == ["bet", "ev", "p_zoinx", "stop_rule", *others]
    bet = ask(run, "bet", "--scores", "0,0")
    assert "value" in bet["facts"]
    assert list(bet["rows"][0]) == ["bet", "probability", "value"]
    stop = ask(run, "stop", "--scores", "0,0", "--bets", "2,4", "--total", "3")
    assert {"advice", "value_roll", "value_stop"} <= stop["facts"].keys()
    solve = ask(run, "solve")
    assert {"first_player", "states", "max_exploitability", "seconds"} <= solve["facts"].keys()
    simulate = ask(run, "simulate", "--policies", "perfect,points", "--games", "2000")
    assert list(simulate["rows"][0]) == [
        "seat", "policy", "wins", "shared", "win_rate", "low", "high", "mean_score", "exact", "z",
    ]  # fmt: skip
    assert {"games", "mean_turns", "ties"} <= simulate["facts"].keys()


def test_known_values(run):
    assert ask(run, "solve")["facts"]["first_player"] == pytest.approx(0.517889088724, abs=1e-12)
    for scores in ("25,25", "25-25", "25 25", "25, 25"):
        bet = ask(run, "bet", "--scores", scores)
        assert bet["facts"]["value"] == pytest.approx(0.533788235266, abs=1e-12)
    assert ask(run, "bet")["facts"]["value"] == pytest.approx(0.517889088724, abs=1e-12)


def test_advice_follows_the_variant(run):
    line = ("stop", "--goal", "points", "--bets", "6", "--total", "6")
    assert ask(run, *line)["facts"]["advice"] == "roll"
    assert ask(run, *line, "--set", "exact_hit=bet+total")["facts"]["advice"] == "stop"
    assert ask(run, "bet", "--scores", "25,25") != ask(
        run, "bet", "--scores", "25,25", "--variant", "lead-or-tie"
    )
    line = ("stop", "--variant", "pig", "--total", "20")
    assert ask(run, *line, "--scores", "0,0")["facts"]["advice"] == "roll"
    assert ask(run, *line, "--goal", "points")["facts"]["advice"] == "stop"


def test_a_saved_policy(run, tmp_path):
    file = tmp_path / "perfect.npz"
    found = ask(run, "solve", "--save", file)
    assert found["facts"]["saved"] == str(file)
    line = ("simulate", "--policies", f"{file},points", "--games", "2000")
    assert ask(run, *line)["rows"][0]["policy"] == str(file)
    assert ask(run, "bet", "--against", file)["facts"]["value"] == pytest.approx(0.5179, abs=1e-4)
    ran = run("zoinx", *line, "--variant", "lead-or-tie")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("line", CHARTS, ids=" ".join)
def test_a_chart_is_written(run, tmp_path, line):
    for ending in ("png", "svg"):
        file = tmp_path / f"chart.{ending}"
        ran = run(*line, "--plot", file)
        assert ran.code == 0
        assert ran.err == f"chart written to {file}\n"
        assert file.stat().st_size > 5_000


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (("bet", "--scores", "1,2,3,4,5"), ("--scores", "one to four")),
        (("bet", "--scores", "1,x"), ("--scores", "'1,x'")),
        (("bet", "--scores", "1,,2"), ("--scores",)),
        (("bet", "--scores", "-5,2"), ("--scores",)),
        (("bet", "--seat", "5"), ("--seat", "1 to 4")),
        (("bet", "--last-turns", "4"), ("--last-turns",)),
        (("bet", "--against", "pionts"), ("did you mean 'points'?",)),
        (("stop", "--scores", "0,0", "--bets", "5,0"), ("--bets", "2,4,6,8,10")),
        (("stop", "--scores", "0,0", "--bets", "a,0"), ("--bets",)),
        (("stop", "--bets", "4,0", "--total", "-1"), ("--total",)),
        (("stop", "--goal", "pionts"), ("did you mean 'points'?",)),
        (("solve", "--players", "7"), ("--players",)),
        (("solve", "--save", "x.txt"), ("--save", ".npz")),
        (("simulate", "--policies", "perfekt"), ("did you mean 'perfect'?",)),
        (("simulate", "--policies", "points,points,points,points,points"), ("players",)),
        (("simulate", "--policies", ""), ("--policies",)),
        (("odds", "--set", "dize=3"), ("did you mean 'dice'?",)),
        (("table", "--players", "1"), ("--players", "2 to 4")),
        (("table", "--seat", "3"), ("--seat", "1 to 2")),
        (("table", "--file", os.devnull), ("--file", "a regular file")),
    ],
    ids=" ".join,
)  # fmt: skip
def test_wrong_input_is_one_line(run, line, words):
    ran = run("zoinx", *line)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    for word in words:
        assert word in ran.err


def sit(run, monkeypatch, typed, *line):
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    return run("zoinx", "table", *line)


def test_a_session_at_the_table(run, monkeypatch, tmp_path):
    file = tmp_path / "game.json"
    ran = sit(run, monkeypatch, "4 0\n2\nhm\n3\ns\nq\n", "--file", file)
    assert (ran.code, ran.err) == (0, "")
    assert "Bet 4 for certain; your chance to win is 51.8 %" in ran.out
    assert "Stop: " in ran.out
    assert "line: got 'hm'" in ran.out
    assert "seat 1 (you) 9, seat 2 0. Turn of seat 2." in ran.out
    assert f"The game is kept in {file}" in ran.out
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]
    # the end of the input is no fault, and the game goes on where it was
    again = sit(run, monkeypatch, "4 4\n", "--file", file)
    assert again.code == 0
    assert "The game goes on" in again.out
    assert "seat 1 (you) 9, seat 2 0. Turn of seat 2." in again.out
    undone = sit(run, monkeypatch, "u\nu\n", "--file", file)
    assert "Undone: bets 4 4." in undone.out
    assert "Turn of seat 1: 5 dots." in undone.out
    fresh = sit(run, monkeypatch, "", "--file", file, "--new")
    assert "A new game" in fresh.out
    assert "seat 1 (you) 0" in fresh.out


def test_the_default_file_is_one_a_variant(run, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("platformdirs.user_data_path", lambda name: tmp_path / name)
    sit(run, monkeypatch, "4 0\n")
    sit(run, monkeypatch, "2\n", "--variant", "pig")
    files = list((tmp_path / "zochastic").iterdir())
    assert len(files) == 2
    assert "Turn of seat 1." in sit(run, monkeypatch, "").out


def test_ctrl_c_at_the_table_keeps_the_game(run, monkeypatch, tmp_path):
    class Keyboard(io.StringIO):
        def readline(self):
            line = super().readline()
            if not line:
                raise KeyboardInterrupt
            return line

    monkeypatch.setattr("sys.stdin", Keyboard("4 0\n2\n"))
    ran = run("zoinx", "table", "--file", tmp_path / "game.json")
    assert (ran.code, ran.err) == (130, "")
    assert "The game is kept" in ran.out
    assert (
        "Turn of seat 1: 2 dots." in sit(run, monkeypatch, "", "--file", tmp_path / "game.json").out
    )


def test_no_standard_input_at_all(run, monkeypatch, tmp_path):
    monkeypatch.setattr("sys.stdin", None)
    assert run("zoinx", "table", "--file", tmp_path / "game.json").code == 0


def test_a_game_that_cannot_be_kept_is_one_line(run, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    ran = sit(run, monkeypatch, "4 0\n", "--file", tmp_path / "file" / "game.json")
    assert ran.code == 2
    assert ran.err.count("\n") == 1
