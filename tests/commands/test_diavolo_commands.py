"""The command line of Diavolo: short forms, JSON names, one line where something is wrong."""

import io
import json
import sys

import pytest

from zochastic.cli import main


def asked(run, *words):
    ran = run("diavolo", *words, "--format", "json")
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


def test_read_in_its_short_form(run):
    found = asked(run, "read", "236", "355", "156", "--order", "sum-max")
    assert found["facts"]["imp"] == "red"
    found = asked(run, "read", "--black", "2,3,6", "--red", "3,5,5", "--white", "1,5,6")
    assert [row["imp"] for row in found["rows"]] == ["red", "black", "white", "red", "grey", None]
    one, other = (asked(run, "read", "236", "355", w, "--order", "sum-max") for w in ("1..", "1??"))
    assert one["rows"] == other["rows"]
    assert {"imp", "probability", "value"} <= set(one["rows"][0])
    assert {"grab", "p_right", "value"} <= set(one["facts"])


def test_odds(run):
    found = asked(run, "odds", "--games", "5e3", "--seed", "3")
    assert found["facts"]["p_grey"] == pytest.approx(1638695 / 6718464)
    assert found["rows"][2]["p_grey_exact"] == "743/2592"
    assert found["provenance"]["method"] == "exact"


def test_snap(run):
    found = asked(run, "snap", "--order", "value-max")
    assert found["facts"]["cost"] == 0.05
    assert {"mean_looks", "p_right", "value"} <= set(found["facts"])
    assert asked(run, "snap", "--order", "value-max", "--hazard", ".1")["facts"]["hazard"] == 0.1
    assert asked(run, "snap", "--cost", "0.2", "--goal", "right")["facts"]["goal"] == "right"


def test_simulate(run):
    words = ["simulate", "--people", "fast,slow,slow,child", "--games", "2000"]
    found = asked(run, *words)
    names = {"win_rate", "low", "high", "mean_rounds_alive"}
    assert names <= set(found["rows"][0])
    assert {"mean_rounds", "p_no_winner", "mean_wait_first_out"} <= set(found["facts"])
    assert [row["person"] for row in found["rows"]] == ["fast", "slow", "slow 2", "child"]
    assert found == asked(run, *words, "--threads", "2") | {"provenance": found["provenance"]}
    assert len(found["tables"]["people"]) == 4
    fair = asked(run, *words, "--equalise")["facts"]
    assert {"weakest", "gems_handicap", "dice_handicap"} <= set(fair)
    assert asked(run, *words, "--gems", "1,5,5,5")["rows"][0]["gems"] == 1
    rough = asked(run, *words[:3], "--games", "1e7", "--precision", "0.01")
    assert rough["provenance"]["games"] < 1e6


def test_a_changed_rule_reaches_every_command(run):
    for words in (["odds", "--games", "100"], ["read", "6"], ["snap"], ["gems", "2", "2"],
                  ["simulate", "--games", "100"]):  # fmt: skip
        found = asked(run, *words, "--variant", "children", "--set", "grey_gain=2")
        assert found["provenance"]["changes"] == {"dice": 2, "grey_gain": 2}
        assert "diavolo/children, grey_gain=2" in found["title"]


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["read", "237"], "DICE: got '237'"),
        (["read", "1", "2", "3", "4"], "at most 3 words"),
        (["read", "6", "--order", "sum-mx"], "did you mean 'sum-max'?"),
        (["read", "6", "--gems", "6"], "--gems: got 6"),
        (["read", "6", "--gems", "none"], "--gems"),
        (["read", "6", "--red", "3"], "not both"),
        (["read", "--goal", "win"], "--goal"),
        (["read", "--gone", "red,gray"], "did you mean 'grey'?"),
        (["snap", "--cost", "1", "--hazard", "0.1"], "not both"),
        (["snap", "--cost", "-1"], "--cost"),
        (["snap", "--hazard", "2"], "--hazard"),
        (["snap", "--set", "colours=6", "--order", "sum-max"], "states"),
        (["snap", "--plot", "x.png"], "--order"),
        (["simulate", "--people", "fast"], "--people"),
        (["simulate", "--people", "fast,nobody.toml"], "--people: got 'nobody.toml'"),
        (["simulate", "--people", "fast,slow", "--gems", "1"], "--gems"),
        (["simulate", "--people", "fast,slow", "--gems", "0,5"], "--gems"),
        (["simulate", "--people", "fast,slow", "--set", "gems=[1,2,3,4]"], "gems"),
        (["gems", "9", "1"], "GEMS"),
        (["gems"], "GEMS"),
        (["train", "--save", "ann.txt"], ".toml"),
        (["train", "--save", "no folder/ann.toml"], "--save: got 'no folder/ann.toml'"),
        (["train", "--save", "a\0.toml"], "--save: got 'a\\x00.toml'"),
        (["train", "--throws", "0"], "--throws"),
        (["odds", "--set", "near_tie=2"], "near_tie"),
    ],
)
def test_what_is_wrong_is_one_line(run, words, part):
    ran = run("diavolo", *words)
    assert ran.code == 2
    assert ran.out == ""
    assert len(ran.err.splitlines()) == 1
    assert part in ran.err


def test_a_file_that_cannot_be_written_is_refused_before_the_first_throw(run, tmp_path):
    (tmp_path / "ann.toml").mkdir()
    ran = run("diavolo", "train", "--save", tmp_path / "ann.toml")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "a file, not a folder" in ran.err


def test_a_game_in_which_nobody_loses_gems_has_no_chances_to_win(run):
    rules = ["--set", "loss_wrong=0", "--set", "loss_none=0"]
    found = asked(run, "gems", "1", "1", *rules)
    assert found["facts"]["p_win"] is None
    assert found["answer"] == "There is nothing to choose between grey and a colour."


def typed(monkeypatch, text):
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def test_train_measures_somebody_whom_simulate_loads(run, monkeypatch, tmp_path):
    path = str(tmp_path / "ann.toml")
    typed(monkeypatch, "r\nb\nw\ng\nb\n" + "b\nnonsense\nred\nw\n" * 10)
    found = asked(run, "train", "--throws", "20", "--seed", "4", "--name", "Ann", "--save", path)
    assert found["facts"]["throws"] == 20
    assert 0 < found["facts"]["p_right"] < 1
    assert sum(row["throws"] for row in found["rows"]) == 20
    games = asked(run, "simulate", "--people", f"{path},slow", "--games", "500")
    assert games["rows"][0]["person"] == "Ann"
    assert any("20 measured throws" in note for note in games["notes"])
    assert games["tables"]["people"][0]["throws_measured"] == 20


def test_train_ends_when_told(run, monkeypatch):
    typed(monkeypatch, "\n" * 5 + "b\nb\nq\n")
    ran = run("diavolo", "train", "--seed", "4", "--format", "csv")
    assert ran.code == 0
    assert "Type b for black, r for red, w for white, g for grey" in ran.err
    typed(monkeypatch, "")
    ran = run("diavolo", "train")
    assert ran.code == 2
    assert "at least one throw" in ran.err.splitlines()[-1]


def test_training_shows_the_order_first(run, monkeypatch):
    typed(monkeypatch, "\n" * 5 + "\nb\n" * 2)
    ran = run("diavolo", "train", "--variant", "training", "--throws", "2", "--order", "sum-max")
    assert ran.code == 0
    assert "Enter when you are ready" in ran.err


def test_ctrl_c_in_training_keeps_what_was_answered(monkeypatch, capsys):
    class Stopped(io.StringIO):
        def readline(self, *_):
            line = super().readline()
            if not line:
                raise KeyboardInterrupt
            return line

    monkeypatch.setattr(sys, "stdin", Stopped("b\n" * 8))
    assert main(["diavolo", "train"]) == 130
    assert "PARTIAL" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        ["odds", "--games", "1000"],
        ["read", "66", "--order", "sum-max"],
        ["read", "66"],
        ["snap", "--order", "sum-max"],
        ["snap", "--order", "odd-max", "--hazard", "0.05"],
        ["snap", "--order", "nearest"],
        ["simulate", "--games", "1000"],
    ],
    ids=" ".join,
)
def test_every_chart_is_drawn(run, words, tmp_path):
    path = tmp_path / "chart.svg"
    ran = run("diavolo", *words, "--plot", path)
    assert ran.code == 0, ran.err
    assert path.read_text(encoding="utf-8").lstrip().startswith("<?xml")
