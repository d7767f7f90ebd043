"""The commands for designers: what they print, what they refuse."""

import json

import pytest


def rows(run, *words):
    ran = run(*words, "--format", "json")
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


SMALL = ("--games", "64", "--set", "players=2")


def test_balance_prints_one_object(run):
    found = rows(run, "balance", "coal", "--vary", "devils=8:9", "--metric", "mean_rounds", *SMALL)
    assert len(found["rows"]) == 2
    assert found["rows"][0]["devils"] == 8
    assert {row["parameter"] for row in found["tables"]["sensitivity"]} == {"devils"}
    assert found["provenance"]["method"] == "simulated"


@pytest.mark.parametrize("game", ["coal", "zoinx", "diavolo", "mauer"])
def test_balance_knows_every_game(run, game):
    found = rows(run, "balance", game, "--players", "2:3", "--games", "64")
    assert {row["players"] for row in found["rows"]} == {2, 3}
    assert all("metric" in row for row in found["rows"])


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["coal"], "--vary: got 'nothing'"),
        (["chess", "--vary", "a=1,2"], "game: got 'chess'"),
        (["coal", "--vary", "devils=9:6"], "A below B"),
        (["coal", "--vary", "devil=6:9"], "did you mean 'devils'"),
        (["coal", "--vary", "devils=6:900"], "devils"),
        (["coal", "--vary", "devils=6:9", "--metric", "fun"], "--metric: got 'fun'"),
        (["coal", "--vary", "devils=6:9", "--best", "p_tie=3"], "--best: got 'p_tie=3'"),
        (["coal", "--vary", "devils=6:9", "--best", "p_tie"], "METRIC=TARGET"),
        (["coal", "--vary", "devils=6:9", "--sample", "0"], "--sample"),
        (["coal", "--vary", "devils=6:9", "--policies", "genius"], "--policies: got 'genius'"),
        (["coal", "--vary", "devils=6:9", "--policies", "ev,ev"], "one for each seat"),
        (["coal", "--vary", "devils=6:9", "--seconds", "0"], "--seconds"),
        (["coal", "--vary", "devils=6:9", "--precision", "0"], "--precision"),
        (["coal", "--assumptions", "--vary", "devils=6:9"], "one of the two"),
        (["coal", "--assumptions", "--best", "p_tie=0"], "one of the two"),
        (["zoinx", "--players", "1:2"], "players: got 1"),
        (["zoinx", "--players", "2:3", "--policies", "perfect"], "perfect is for two"),
        (["zoinx", "--vary", "zoinx_loss=0,1", "--policies", "perfect"], "perfect is for two"),
    ],
)  # fmt: skip
def test_what_balance_refuses_takes_one_line(run, words, part):
    ran = run("balance", *words)
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.count("\n") == 1
    assert part in ran.err


@pytest.mark.parametrize(
    "vary",
    [
        ["devils=8:10"],
        ["devils=8:10", "best_bonus=0,50"],
        ["devils=8,9", "best_bonus=0,50", "zero_bet=true,false"],
        ["zero_bet=true,false"],
        ["bonus_ties=each,none", "devils=8,9"],
    ],
    ids=" ".join,
)
def test_balance_draws_one_two_and_more_parameters(run, tmp_path, vary):
    file = tmp_path / "chart.png"
    words = [word for text in vary for word in ("--vary", text)]
    ran = run("balance", "coal", *words, *SMALL, "--plot", str(file), "--quiet")
    assert ran.code == 0, ran.err
    assert file.stat().st_size > 10_000


def test_assumptions_and_compare_are_drawn_too(run, tmp_path):
    ran = run("balance", "coal", "--assumptions", *SMALL, "--plot", str(tmp_path / "a.svg"))
    assert ran.code == 0, ran.err
    words = ["compare", "zoinx", "pig-10", "piglet", "--games", "64"]
    ran = run(*words, "--plot", str(tmp_path / "b.pdf"))
    assert ran.code == 0, ran.err
    assert len(list(tmp_path.iterdir())) == 2


def test_compare_says_what_differs(run):
    found = rows(run, "compare", "zoinx", "pig-10", "pig", "--games", "640")
    table = {row["metric"]: row for row in found["rows"]}
    assert table["mean_turns"]["b"] > table["mean_turns"]["a"]
    assert table["mean_turns"]["p_value"] < 0.001
    assert "against" in found["answer"]


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["coal", "printed", "nothing"], "--variant: got 'nothing'"),
        (["coal", "printed", "zoinx/pig"], "--variant"),
        (["coal", "printed", "own-amount", "--metric", "fun"], "--metric: got 'fun'"),
    ],
)
def test_what_compare_refuses_takes_one_line(run, words, part):
    ran = run("compare", *words)
    assert ran.code == 2
    assert ran.err.count("\n") == 1
    assert part in ran.err


def test_the_same_games_whatever_the_threads(run):
    words = ("balance", "diavolo", "--vary", "dice=2,3", *SMALL)
    assert run(*words, "--threads", "1").out.replace("--threads 1", "") == run(
        *words, "--threads", "2"
    ).out.replace("--threads 2", "")
