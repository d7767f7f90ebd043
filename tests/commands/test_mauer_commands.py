import io
import json
import tomllib

import pytest

from zochastic.rules.mauer import board_names

PLAN = ["mauer", "plan", "--ghosts", "a1,g1,g7,a7"]


def told(run, *words):
    ran = run(*words, "--format", "json")
    assert (ran.code, ran.err) == (0, "")
    return json.loads(ran.out)


def test_plan(run):
    answer = told(run, *PLAN, "--sliders", "2:0,4:-1,6:0", "--turned", "1", "--have", "head,legs")
    assert {"reachable_cells", "best_goal", "moves", "p_success"} <= set(answer["facts"])
    assert isinstance(answer["facts"]["moves"], list)
    for row in answer["rows"]:
        assert {"garment", "cell", "moves_needed", "plan", "p_success"} <= set(row)
        assert row["garment"][:4] not in ("head", "legs")


@pytest.mark.parametrize("board", board_names())
def test_plan_on_every_shipped_board(run, board):
    answer = told(run, *PLAN, "--board", board)
    assert answer["facts"]["reachable_cells"] > 2
    assert answer["provenance"]["changes"].get("board", "synthetic-1") == board


def test_plan_from_a_file_or_standard_input(run, tmp_path, monkeypatch):
    text = 'ghosts = ["a1", "g1", "g7", "a7"]\nsliders = "2:0,4:-1,6:0"\nhave = ["head"]\n'
    path = tmp_path / "state.toml"
    path.write_text(text, encoding="utf-8")
    by_file = told(run, "mauer", "plan", "--state", path)
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    by_stdin = told(run, "mauer", "plan", "--state", "-")
    typed = told(run, *PLAN, "--sliders", "2:0,4:-1,6:0", "--have", "head")
    assert by_file["rows"] == by_stdin["rows"] == typed["rows"]


def test_columns_that_say_nothing_are_in_json_alone(run):
    assert "p_success" not in run(*PLAN).out
    assert "p_noisy" not in run(*PLAN).out
    assert "p_success" in run(*PLAN, "--set", "turning=noisy").out
    for row in told(run, *PLAN)["rows"]:
        assert row["p_success"] == row["p_noisy"] == 1


def test_ghosts_tell_how_many_players_there_are(run):
    assert told(run, "mauer", "plan", "--ghosts", "a1,g7")["rows"]
    assert told(run, "mauer", "plan", "--ghosts", "a1,g7", "--set", "players=2")["rows"]


def test_noisy_turning_is_shown(run):
    answer = told(run, *PLAN, "--set", "turning=noisy", "--set", "catch=0.9")
    assert all(0 < row["p_success"] <= 1 for row in answer["rows"])


def test_search(run):
    answer = told(run, "mauer", "search")
    assert answer["facts"]["expected_searches"] == 2.5
    assert [row["probability"] for row in answer["rows"]] == [0.25] * 4
    known = told(run, "mauer", "search", "--seen", "1:head-b,2:-head-a", "--want", "head-c")
    assert known["facts"]["best_deck"] == 2


def test_odds_and_simulate(run):
    odds = told(run, "mauer", "odds", "--boards", "4", "--games", "8")
    assert len(odds["rows"]) == 5
    assert set(odds["tables"]) == {"masks", "tunnels", "catch", "corners"}
    played = told(
        run, "mauer", "simulate", "--players", "3", "--policies", "planner,greedy,random",
        "--boards", "3", "--games", "9",
    )  # fmt: skip
    assert [row["policy"] for row in played["rows"]] == ["planner", "greedy", "random"]
    wide = told(run, "mauer", "simulate", "--boards", "5", "--games", "1e5", "--precision", "0.2")
    assert wide["facts"]["games"] < 200
    one = told(run, "mauer", "simulate", "--board", "synthetic-2", "--games", "8")
    assert one["facts"]["boards"] == 1


def test_boards(run, tmp_path):
    text = run("mauer", "board", "new", "--seed", "7", "--masks", "few").out
    values = tomllib.loads(text)
    assert values["sliders"][0]["mask"] == "0010000"
    path = tmp_path / "my.toml"
    path.write_text(text, encoding="utf-8")
    checked = told(run, "mauer", "board", "check", path)
    assert checked["answer"] == "The board is legal: 12 rooms, 20 garments."
    shown = told(run, "mauer", "board", "show", path)
    lines = [row["picture"] for row in shown["rows"]]
    assert len(lines) == 15
    assert "\n".join(lines) in text
    assert run("mauer", "board", "show", path, "--format", "toml").out == text
    broken = text.replace("plug", "pulg")
    path.write_text(broken, encoding="utf-8")
    ran = run("mauer", "board", "check", path)
    assert (ran.code, ran.out) == (2, "")
    assert "cell d4: got 'pulg'; allowed: plug" in ran.err
    blank = run("mauer", "board", "new", "--blank").out
    path.write_text(blank, encoding="utf-8")
    assert run("mauer", "board", "check", path).code == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["plan"], "--ghosts: got 'none'"),
        (["plan", "--ghosts", "a1,d4"], "any cell but the plug"),
        (["plan", "--ghosts", "a1,g1,g7,a7", "--set", "players=2"], "allowed: 2 ghosts, as play"),
        (["plan", "--ghosts", "a1,g1", "--set", "players = 4"], "got '2 ghosts'; allowed: 4"),
        (["plan", "--ghosts", "a1,g7", "--board", "x"], "board: got 'x'"),
        (["plan", "--ghosts", "a1,g7", "--board", "x.toml"], "board: got 'x.toml'"),
        (["plan", "--ghosts", "a1,g7", "--state", "-"], "--ghosts: got 'a1,g7'; allowed: either"),
        (["plan", "--ghosts", "a1,g7", "--goal", "x"], "--goal: got 'x'"),
        (["plan", "--ghosts", "a1,g7", "--seen", "9:head-a"], "--seen: got '9:head-a'"),
        (["plan", "--ghosts", "a1,g7", "--seen", "1:head-a,1:head-b"], "facts that agree"),
        (["plan", "--state", "none.toml"], "--state: got 'none.toml'"),
        (["search", "--want", "hat"], "--want: got 'hat'"),
        (["search", "--seen", "x"], "--seen: got 'x'"),
        (["odds", "--boards", "0"], "--boards: got '0'"),
        (["odds", "--players", "5"], "--players: got '5'"),
        (["simulate", "--policies", "best"], "--policies: got 'best'"),
        (["simulate", "--policies", "greedy,greedy"], "one policy, or 4"),
        (["simulate", "--games", "x"], "--games: got 'x'"),
        (["simulate", "--set", "moves=9"], "--set moves: got 9"),
        (["board", "new", "--masks", "x"], "--masks: got 'x'"),
        (["board", "new", "--format", "json"], "--format: got 'json'; allowed: toml"),
        (["board", "new", "--tunnels", "x"], "--tunnels: got 'x'"),
        (["board", "show", "x"], "board: got 'x'"),
        (["board", "check", "x.toml"], "board: got 'x.toml'"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(run, words, message):
    ran = run("mauer", *words)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert message in ran.err


@pytest.mark.parametrize(
    "words",
    [
        [*PLAN, "--have", "head"],
        [*PLAN, "--goal", "setup"],
        ["mauer", "search"],
        ["mauer", "odds", "--boards", "3", "--games", "6"],
        ["mauer", "simulate", "--boards", "2", "--games", "4"],
        ["mauer", "board", "show"],
        ["mauer", "board", "check", "synthetic-3"],
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_plots(run, words, ending, tmp_path):
    file = tmp_path / f"chart.{ending}"
    ran = run(*words, "--plot", file, "--quiet")
    assert (ran.code, ran.err) == (0, "")
    assert file.stat().st_size > 3000
