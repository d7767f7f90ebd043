"""Whatever is typed: an answer, or one line that says what is wrong. Nothing else."""

import contextlib
import io
from itertools import chain

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from zochastic.cli import main

COMMANDS = [
    "coal",
    "odds",
    "stop",
    "bet",
    "zoinx",
    "simulate",
    "duel",
    "diavolo",
    "read",
    "gems",
    "variants",
    "list",
    "show",
    "check",
    "warmup",
    "balance",
    "compare",
    "tune",
    "story",
    "report",
    "cheatsheet",
    "advisor",
    "solve",
    "table",
]
OPTIONS = [
    "--variant", "--set", "--oven", "--gone", "--players", "--aims", "--seed", "--games", "--threads",
    "--precision", "--format", "--plot", "--quiet", "--goal", "--wealth", "--help", "--version", "--",
    "-", "-h", "--nonsense", "--scores", "--seat", "--last-turns", "--bets", "--total", "--against",
    "-o", "--data", "--policies", "--results", "--pacts", "--playout", "--others", "--select", "--starter", "--advice",
    "--new", "--vary", "--target", "--budget", "--resume",
    "--store", "--dask",
]  # fmt: skip
# Real values and near misses, none of which asks for much work.
VALUES = [
    "20", "50", "100", "20,50", "20:2", "d", "devil", "d:9", "1", "2", "0", "-1", "1e2", "nan", "inf",
    "1e400", "50:300:50", "50:40:5", "1:2:0", "amount", "reach:100", "reach:", "reach:-1", "reach:1e9",
    "printed", "coal/printed", "own-amount", "coal/", "/", ".", "..", "x.toml", "coal", "json", "csv",
    "table", "markdown", "toml", "devils=8", "devils=0", "devils=", "=", "coal.100=3", "coal.7=1",
    "coal={}", "coal={10=1}", "bet_step=7", "zero_bet=maybe", "max_bet=none", "track=[1]", "start=0",
    "players=9", "min_draw=48", "bet_on=own", "a.jpg", "nowhere/a.png", ".png", "", " ", ",", ":", "\0",
    "\n", "\x1b[31m", "$x$", "9" * 400, "\udcff", "\u0663", "=0", "--set=", "--oven=,",
    "25,25", "0-0", "0,0,0", "9,8,7,6", "4,0", "none,none", "win", "points", "perfect", "fixed:4:5:0",
    "round", "fixed:100", "share:0.5+ev", "chance:1.5", "all-in,round", "champion", "fixed:+", "+",
    "hold:20", "points,perfect", "fixed:4:", "a.npz", "pig", "zoinx/pig-10", "target=3", "target=9999", "90x4", "90x4,devil", "100,100", "100,120,140,60", "chips", "30x1",
    "200,20", "help", "chance:0.6", "lead", "safest", "forced=false", "zoinx_loss=2", "active_bets=[]", "faces=[20,0]", "dice=10", "trigger=any-turn",
    "mean_turns=9", "seat_spread<1%", "mean_turns>3", "target=3,4", "1 trial", "2 trials", "1s", "a.sqlite", "nowhere/a.db",
]  # fmt: skip
LINES = [
    ["coal", "odds", "--games", "50", "--aims", "50,100"],
    ["coal", "stop"],
    ["coal", "stop", "--games", "50", "--bets", "100,100", "--results"],
    ["coal", "stop", "--games", "50", "--oven", "50:2,20,10,d", "--bets"],
    ["coal", "solve", "--games", "1", "--players"],
    ["coal", "table", "--advice", "asked"],
    ["coal", "table", "--advice", "asked", "--players", "ann,bob", "100 120", "20 50 d"],
    ["coal", "bet", "--others", "help", "--wealth", "50"],
    ["coal", "bet", "--games", "50", "--others", "fixed:10", "--wealth", "200,20"],
    ["zoinx", "bet", "--games", "50", "--scores"],
    ["zoinx", "stop", "--games", "50", "--bets"],
    ["zoinx", "stop", "--goal", "points", "--total", "5", "--bets"],
    ["zoinx", "odds", "--games", "50"],
    ["zoinx", "simulate", "--games", "50", "--policies"],
    ["diavolo", "read", "236", "355", "1.."],
    ["diavolo", "read", "--order", "value-max", "--black"],
    ["diavolo", "snap", "--order", "odd-max", "--cost"],
    ["diavolo", "gems", "2", "3"],
    ["diavolo", "simulate", "--games", "50", "--people"],
    ["balance", "coal", "--games", "40", "--set", "players=2", "--vary"],
    ["balance", "zoinx", "--games", "40", "--vary", "target=3,4", "--metric"],
    ["compare", "zoinx", "--games", "40", "pig-10"],
    ["tune", "zoinx", "--games", "40", "--budget", "2 trials", "--vary", "target=3,4", "--target"],
    ["story", "zoinx", "--games", "40"],
    ["report", "zoinx", "-o", "nowhere/a.html"],
    ["report", "zoinx", "--set", "players=1", "-o", "a.html", "--seed", "x"],
    ["cheatsheet", "zoinx", "--set", "target=3", "-o"],
    ["advisor", "zoinx", "--set", "target=3", "-o"],
    ["variants", "list"],
    ["variants", "show"],
    ["variants", "check"],
]

value = st.one_of(st.sampled_from(VALUES), st.text(max_size=8))
pair = st.tuples(st.sampled_from(OPTIONS), value).map(list)
word = st.one_of(st.sampled_from(COMMANDS + OPTIONS), value).map(lambda one: [one])
tail = st.lists(st.one_of(pair, word), max_size=5).map(lambda parts: [*chain.from_iterable(parts)])
# Either a command that works, and rubbish behind it, or nothing but rubbish.
lines = st.one_of(st.tuples(st.sampled_from(LINES), tail).map(lambda two: two[0] + two[1]), tail)


def much_work(argv):
    """Whether this line would keep the test waiting: many games, or a default of many."""
    many = ("odds", "balance", "compare", "tune", "solve", "report")
    return "warmup" in argv or (any(word in argv for word in many) and "--games" not in argv)


@pytest.fixture
def folder(tmp_path, monkeypatch, tmp_path_factory):
    monkeypatch.chdir(tmp_path)
    # a game at the table is kept in the user's folder, and goes on as long as something is typed
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setattr("platformdirs.user_data_path", lambda name: home / name)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    return tmp_path


@settings(max_examples=400, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(argv=lines)
def test_any_line_is_answered_or_refused_in_one_line(folder, argv):
    if much_work(argv):
        argv = [
            word
            for word in argv
            if word not in ("warmup", "solve", "odds", "balance", "compare", "tune", "report")
        ]
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(argv)
    assert code in (0, 2), err.getvalue()
    assert "Traceback" not in err.getvalue()
    if code == 2:
        assert out.getvalue() == ""
        assert err.getvalue().strip()
        assert err.getvalue().count("\n") == 1
        assert err.getvalue()[:-1].isprintable()
    else:
        assert out.getvalue()
    # pictures, pages and stores are what some lines are there to write
    asked = (".png", ".svg", ".pdf", ".html", ".sqlite")
    assert [path for path in folder.rglob("*") if path.suffix not in asked] == []
    if code == 2:
        assert not list(folder.iterdir())
    for path in folder.iterdir():
        path.unlink()
