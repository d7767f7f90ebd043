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


def test_tune_prints_one_object(run):
    words = ("tune", "coal", "--vary", "devils=8:10", "--target", "mean_rounds<99", *SMALL)
    found = rows(run, *words, "--target", "p_tie<90%", "--budget", "3 trials")
    assert {"best_devils", "verdict", "trials", "variants", "games"} == set(found["facts"])
    assert found["facts"]["verdict"] == "met"
    assert list(found["rows"][0]) == [
        "devils", "mean_rounds", "mean_rounds_low", "mean_rounds_high", "p_tie", "p_tie_low",
        "p_tie_high", "verdict",
    ]  # fmt: skip
    assert found["tables"]["targets"][0]["at_least"] is None
    assert len(found["tables"]["candidates"]) == 3
    assert "meets both targets" in found["answer"]


@pytest.mark.parametrize("game", ["coal", "zoinx", "diavolo", "mauer"])
def test_tune_knows_every_game(run, game):
    words = ("--players", "2:3", "--games", "64", "--target", "mean_turns>1")
    found = rows(run, "tune", game, *words)
    assert {row["players"] for row in found["rows"]} == {2, 3}


def test_a_search_by_the_clock_says_how_to_repeat_it(run):
    words = ("tune", "coal", "--vary", "devils=7:10", "--target", "mean_rounds=8", *SMALL)
    found = rows(run, *words, "--budget", "1s")
    again = rows(run, *words, "--budget", f"{found['facts']['trials']} trials")
    assert f"--budget '{found['facts']['trials']} trials' repeats it" in " ".join(found["notes"])
    assert again["rows"] == found["rows"]


@pytest.mark.parametrize(
    "targets", [["mean_turns>5"], ["mean_turns>900", "p_tie<1%"], ["p_tie=0", "runaway=0.5", "seat_1=0"]]
)  # fmt: skip
@pytest.mark.parametrize("vary", ["devils=8:10", "zero_bet=true,false"])
def test_tune_is_drawn(run, tmp_path, targets, vary):
    file = tmp_path / "chart.png"
    words = [word for text in targets for word in ("--target", text)]
    ran = run("tune", "coal", "--vary", vary, *words, *SMALL, "--plot", str(file), "--quiet")
    assert ran.code == 0, ran.err
    assert file.stat().st_size > 10_000


VARY = ("--vary", "devils=8:9")


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ([*VARY], "--target: got 'nothing'"),
        (["--target", "mean_rounds=8"], "--vary: got 'nothing'"),
        ([*VARY, "--target", "mean_round=8"], "did you mean 'mean_rounds'"),
        ([*VARY, "--target", "p_tie<1%", "--target", "p_tie>2%"], "contradict each other"),
        ([*VARY, "--target", "p_tie=3"], "between 0 and 1"),
        ([*VARY, "--target", "p_tie~3"], "METRIC=VALUE"),
        ([*VARY, "--target", "mean_rounds=8", "--budget", "40"], "--budget: got '40'"),
        ([*VARY, "--target", "mean_rounds=8", "--resume", "a.txt"], ".sqlite or .db"),
        ([*VARY, "--target", "mean_rounds=8", "--resume", "nowhere/a.db"], "a folder that exists"),
        ([*VARY, "--target", "mean_rounds=8", "--policies", "genius"], "--policies: got 'genius'"),
        ([*VARY, "--target", "mean_rounds=8", "--players", "9"], "--players: got '9'"),
        (["--vary", "devils=8:999", "--target", "mean_rounds=8"], "--vary devils: got 251"),
    ],
)  # fmt: skip
def test_what_tune_refuses_takes_one_line(run, words, part):
    ran = run("tune", "coal", *words)
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.count("\n") == 1
    assert part in ran.err


def test_a_store_changes_nothing_but_what_is_played(run, tmp_path):
    words = ("balance", "coal", "--vary", "devils=8,10", *SMALL, "--format", "csv")
    plain = run(*words)
    assert plain.err == ""
    file = tmp_path / "s.sqlite"
    for kept in ("0 of 192", "192 of 192"):
        ran = run(*words, "--store", file)
        assert (ran.code, ran.out) == (0, plain.out)
        assert ran.err == f"{kept} games came from {file}\n"
    ran = run("compare", "coal", "printed", "printed", *SMALL, "--store", file, "--quiet")
    assert (ran.code, ran.err) == (0, "")


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["--store", "."], "--store: got '.'; allowed: a file that ends in .sqlite or .db"),
        (["--store", "--quiet"], "allowed: a file that ends in .sqlite or .db"),
        (["--store", "nowhere/s.sqlite"], "--store: got 'nowhere/s.sqlite'; allowed: "),
        (["--store", "a\0.db"], "--store: got "),
        (["--dask", "nowhere"], "--dask: got 'nowhere'; allowed: the address of a Dask scheduler"),
        (["--dask", "localhost:8786", "--threads", "2"], "one of the two"),
    ],
)
@pytest.mark.parametrize(
    "command",
    [
        ["balance", "coal", "--vary", "devils=8,9"],
        ["balance", "coal", "--assumptions"],
        ["compare", "coal", "printed", "own-amount"],
    ],
    ids=" ".join,
)
def test_stores_and_clusters_that_are_none_take_one_line(run, command, words, part):
    ran = run(*command, *words)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert part in ran.err


def test_the_best_variant_is_a_file_to_play_on(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ("tune", "coal", "--vary", "devils=8:10", "--target", "mean_rounds=8", *SMALL)
    ran = run(*words, "--budget", "3 trials", "-o", "best.toml", "--format", "json")
    assert ran.code == 0, ran.err
    assert "best.toml" in ran.err
    best = json.loads(ran.out)["facts"]["best_devils"]
    shown = rows(run, "variants", "show", "best.toml")
    keys = {row["key"]: row["value"] for row in shown["rows"]}
    assert (keys["devils"], keys["players"]) == (best, 2)
