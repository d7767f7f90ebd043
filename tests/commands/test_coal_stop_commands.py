"""``coal stop`` with stakes, and ``coal solve``: what is typed, what is refused."""

import json

import pytest

BETS = ("--bets", "100,120,140,60")
LAST = (*BETS, "--results", "90x4,devil,60x2")


def answered(run, *line):
    ran = run("coal", *line, "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    return json.loads(ran.out, parse_constant=pytest.fail)


def test_stakes_make_it_chips_of_the_round(run):
    found = answered(run, "stop", "20", "25", *LAST)
    facts = found["facts"]
    assert facts["goal"] == "chips"
    assert facts["advice"] == "draw"
    assert facts["value_stop"] == 60.0
    assert facts["seat"] == 4
    named = {"value_draw", "p_devil_next", "low", "high", "low_draw", "high_draw", "low_stop"}
    assert named <= facts.keys()
    assert list(found["rows"][0]) == [
        "action", "value", "bet", "best_bonus", "pieces_bonus", "pact", "low", "high",
    ]  # fmt: skip
    assert found["provenance"]["method"] == "exact"
    assert "your bet of 60 is safe already" in found["answer"]


def test_without_stakes_it_is_coal(run):
    assert answered(run, "stop", "20", "25")["facts"]["goal"] == "amount"
    assert answered(run, "stop", "20", "25", *LAST, "--goal", "amount")["facts"]["threshold"] == 127


def test_stakes_tell_how_many_play(run):
    found = answered(run, "stop", "50", "--bets", "100,100", "--results", "90x4")
    assert found["facts"]["players"] == 2
    assert found["provenance"]["changes"] == {"players": 2}


def test_as_many_games_and_as_precise_as_asked(run):
    found = answered(run, "stop", "20", "50", *BETS, "--games", "1000", "--seed", "7")
    assert found["provenance"]["method"] == "simulated"
    assert found["provenance"]["seed"] == 7
    assert found["provenance"]["games"] == 1024  # sixteen chunks
    low, high = found["facts"]["low"], found["facts"]["high"]
    assert low < found["facts"]["value_draw"] < high


def test_pacts_by_pawns_or_by_word(run):
    told = answered(run, "stop", "20", "25", *LAST, "--pacts", "1,4")
    assert told["rows"][0]["pact"] < 0
    pawns = answered(run, "stop", "20", "25", *LAST, "--wealth", "200,200,200,120")
    assert "With a pact: seat 4." in " ".join(pawns["notes"])


def test_winning_is_a_goal_too(run):
    line = (
        "stop",
        "50",
        "--bets",
        "100,100",
        "--goal",
        "win",
        "--wealth",
        "300",
        "--games",
        "2048",
    )
    found = answered(run, *line)
    assert found["facts"]["goal"] == "win"
    assert 0 < found["facts"]["value_draw"] < 1


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (("--bets", "100"), "2 to 6 stakes"),
        (("--bets", "7,100"), "a multiple of 10"),
        (("--bets", "ten"), "--bets"),
        ((*BETS, "--set", "players=3"), "3 stakes"),
        ((*BETS, "--seat", "3"), "--results"),
        ((*BETS, "--results", "90"), "--results"),
        ((*BETS, "--pacts", "5"), "--pacts"),
        ((*BETS, "--goal", "coal"), "chips, win, amount, or reach:N"),
        ((*BETS, "--goal", "win"), "--wealth"),
        (("--goal", "chips"), "--bets"),
        (("--goal", "win"), "--bets"),
        (("--results", "devil"), "nothing without --bets"),
        (("--wealth", "200"), "nothing without --bets"),
        (("35", *BETS), "35"),
    ],
    ids=lambda part: " ".join(part) if isinstance(part, tuple) else "",
)
def test_what_cannot_be_is_one_line(run, line, says):
    ran = run("coal", "stop", *line)
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.count("\n") == 1
    assert says in ran.err


@pytest.mark.parametrize("results", ["90x4,devil,60x2", "90x4,devil"])
def test_a_chart(run, tmp_path, results):
    file = tmp_path / "a.png"
    line = (*BETS, "--results", results, "--oven", "100,50:2,20:3,10,d:2", "--plot", str(file))
    ran = run("coal", "stop", "20", *line)
    assert ran.code == 0
    assert file.stat().st_size > 10_000


def test_solve(run, tmp_path):
    file = tmp_path / "a.png"
    found = answered(
        run, "solve", "--players", "2", "--games", "128", "--quiet", "--plot", str(file)
    )
    assert {"best_bet", "value", "safe_bet", "draw_rule", "draw_loss"} <= found["facts"].keys()
    assert list(found["rows"][0]) == [
        "part", "situation", "rule", "bet", "together", "loss", "low", "high", "p_turn",
    ]  # fmt: skip
    assert file.stat().st_size > 10_000


def test_who_cannot_play_a_round_is_told(run):
    ran = run("coal", "solve", "--players", "1")
    assert ran.code == 2
    assert "--players" in ran.err
