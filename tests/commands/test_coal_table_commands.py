"""``coal table``: a session in the terminal, from a pipe, from arguments; what is kept."""

import io
import json
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

ROUND = "100 120 140 60\n50 20 20 d\n10 100 25\nhm\nstop\n20:3 50 25 d\n10 10 10 20 s\n"
WHO = ("--players", "G,P,L,S", "--seat", "L")
LATER = ("--advice", "asked")


@pytest.fixture(autouse=True)
def home(monkeypatch, tmp_path):
    """The user's data folder; nothing of these tests may lie in the real one."""
    monkeypatch.setattr("platformdirs.user_data_path", lambda name: tmp_path / "home" / name)
    return tmp_path / "home" / "zochastic"


@pytest.fixture
def sit(run, monkeypatch):
    def sit(typed, *line):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        return run("coal", "table", *line)

    return sit


def test_a_session_at_the_table(sit, tmp_path):
    file = tmp_path / "game.json"
    ran = sit(ROUND + "q\n", *WHO, "--file", file)
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == "A new game; `help` lists what can be typed."
    assert lines[1] == "Round 1: G 200, P 200, L (you) 200, S 200; 48 left, 9 devils."
    assert lines[2].startswith("  Bet ")
    assert "stakes of G P L S> 100 120 140 60" in lines
    assert "L (you) draws; stake 140; best 135; 41 left, 8 devils." in lines
    assert "  Turn over a piece: the rules ask for 1 at least." in lines
    assert "line: got 'hm'" in ran.out
    assert "  the bank pays P 50 [coal, A round, 3: Pay, the amount equals the best]" in lines
    assert "Round 2: P 370, L (you) 60 with a pact, S 310, G 300; 31 left, 7 devils." in lines
    assert lines[-1] == f"The game is kept in {file}; the same command goes on with it."
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


def test_it_goes_on_where_it_was(sit, tmp_path):
    file = tmp_path / "game.json"
    sit(ROUND, *WHO, "--file", file, *LATER)
    # names, seat and number of players are those of the game
    again = sit("330 60 0 0\n", "--file", file, *LATER)
    assert again.code == 0
    assert "The game goes on as it was kept" in again.out
    assert "Round 2: P 370, L (you) 60 with a pact" in again.out
    undone = sit("u\nundo 2\n", "--file", file, *LATER, "--seat", "S")
    assert "Undone: bets 330 60 0 0." in undone.out
    assert "L draws; stake 140; best 135; 41 left, 8 devils." in undone.out
    assert "S (you)" not in undone.out.splitlines()[1]


def test_lines_as_arguments_are_taken_all_or_none(run, tmp_path):
    file = tmp_path / "game.json"
    ran = run("coal", "table", *WHO, "--file", file, *LATER, "100 120 140 60", "50 20")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "Stakes: G 100, P 120, L (you) 140 (highest), S 60.",
        "G draws, 70 with 2 pieces; stake 100; 46 left, 9 devils.",
    ]
    kept = file.read_text()
    wrong = run("coal", "table", "--file", file, *LATER, "20", "hm")
    assert (wrong.code, wrong.out) == (2, "")
    assert wrong.err.count("\n") == 1
    assert "'hm'" in wrong.err
    assert file.read_text() == kept
    asked = run("coal", "table", "--file", file, "--seat", "G", *LATER, "?", "q", "hm")
    assert asked.out.startswith(("Draw: ", "Stop: "))
    assert file.read_text() == kept


def test_a_new_game_keeps_the_old_one(sit, tmp_path):
    file = tmp_path / "game.json"
    sit("100 120 140 60\n", *WHO, "--file", file, *LATER)
    kept = file.read_text()
    begun = sit("", "--file", file, "--new", "--players", "3", *LATER)
    assert "A new game" in begun.out
    assert file.read_text() == kept  # nothing was typed yet
    begun = sit("10 20 30\n", "--file", file, "--new", "--players", "3", "--starter", "P2", *LATER)
    assert f"The game kept before is in {file}.old now." in begun.out
    assert "Stakes: P2 10, P3 20, P1 (you) 30 (highest)." in begun.out
    assert (tmp_path / "game.json.old").read_text() == kept
    assert json.loads(file.read_text())["names"] == ["P1", "P2", "P3"]


def test_a_second_session_is_told_and_nothing_is_lost(run, monkeypatch, tmp_path):
    """While one sits at the table, another takes an entry in; the first may not write over it."""
    file = tmp_path / "game.json"
    line = ("coal", "table", "--file", file, *WHO, *LATER)

    def typed():
        yield "100 120 140 60\n"
        assert run(*line, "20 50").code == 0
        yield "10\n"

    lines = typed()
    monkeypatch.setattr("sys.stdin", type("Stdin", (), {
        "isatty": lambda self: False, "readline": lambda self: next(lines, ""),
    })())  # fmt: skip
    ran = run(*line)
    assert ran.code == 2
    assert ran.err.count("\n") == 1
    assert "no other session" in ran.err
    assert json.loads(file.read_text())["journal"][-1] == ["turn", "20", "50"]


def test_the_default_file_is_one_a_variant(sit, home):
    sit("10 20 30\n", "--players", "3", *LATER)
    sit("100 120 140 60\n", "--variant", "own-amount", *LATER)
    assert len(list(home.iterdir())) == 2
    assert "P1 (you) draws; stake 10" in sit("", *LATER).out


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (("--players", "7"), ("--players", "2 to 6")),
        (("--players", "ann,undo"), ("--players", "undo")),
        (("--players", "ann"), ("2 to 6",)),
        (("--seat", "5"), ("--seat", "1 to 4")),
        (("--seat", "ann"), ("--seat", "P1, P2, P3, P4")),
        (("--starter", "0"), ("--starter", "1 to 4")),
        (("--goal", "gold"), ("--goal", "chips or win")),
        (("--advice", "never"), ("--advice", "auto or asked")),
        (("--set", "devils=x"), ("devils",)),
    ],
)
def test_wrong_options_are_one_line(run, line, words):
    ran = run("coal", "table", *line)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    for word in words:
        assert word in ran.err


def test_a_file_of_another_game_is_refused_and_left(run, sit, tmp_path):
    file = tmp_path / "game.json"
    sit("100 120 140 60\n", *WHO, "--file", file, *LATER)
    kept = file.read_text()
    for line, words in (
        (("--variant", "own-amount"), "rules at hand"),
        (("--players", "3"), "4 play there"),
        (("--starter", "P"), "who began the game that is kept"),
    ):
        ran = run("coal", "table", "--file", file, *line)
        assert (ran.code, ran.out) == (2, "")
        assert words in ran.err
        assert file.read_text() == kept
    file.write_text(kept[:50])
    ran = run("coal", "table", "--file", file)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert file.read_text() == kept[:50]


def test_ctrl_c_keeps_the_game(run, monkeypatch, tmp_path):
    class Keyboard(io.StringIO):
        def readline(self):
            line = super().readline()
            if not line:
                raise KeyboardInterrupt
            return line

    monkeypatch.setattr("sys.stdin", Keyboard("100 120 140 60\n50 20\n"))
    ran = run("coal", "table", "--file", tmp_path / "game.json", *LATER)
    assert (ran.code, ran.err) == (130, "")
    assert "The game is kept" in ran.out
    ran = run("coal", "table", "--file", tmp_path / "game.json", *LATER, "show")
    assert "70 with 2 pieces" in ran.out


def test_no_standard_input_and_nowhere_to_write(run, sit, monkeypatch, tmp_path):
    monkeypatch.setattr("sys.stdin", None)
    assert run("coal", "table", *LATER).code == 0
    (tmp_path / "file").write_text("")
    ran = sit("10 10 10 10\n", "--file", tmp_path / "file" / "game.json", *LATER)
    assert (ran.code, ran.err.count("\n")) == (2, 1)


@pytest.mark.parametrize("game", ["coal", "zoinx"])
@pytest.mark.parametrize("new", [(), ("--new",)])
def test_a_mistyped_folder_is_refused_and_not_made(run, tmp_path, game, new):
    ran = run(game, "table", "--file", tmp_path / "nowhere" / "game.json", *new)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "a folder that exists" in ran.err
    assert not list(tmp_path.iterdir())


line = st.one_of(
    st.text(max_size=12),
    st.sampled_from(["10 20 30 40", "20 d", "10 s", "undo", "u 3", "oven 30", "oven", "gone 20:9",
                     "wealth P1=0", "new", "pacts me", "help", "show", "\0", "9" * 400, "\udcff",
                     "\u0663", "20:250", "d:9", "oven 9999999999", "bets", "\x1b[31m"]),
)  # fmt: skip


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(line.filter(lambda text: "?" not in text), max_size=8))
def test_rubbish_is_answered_or_refused(sit, tmp_path, lines):
    file = tmp_path / "game.json"
    file.unlink(missing_ok=True)
    ran = sit("\n".join(lines), "--file", file, *LATER)
    assert (ran.code, ran.err) == (0, "")
    assert "Traceback" not in ran.out


def test_numba_is_for_advice_alone(tmp_path):
    code = (
        "import sys; from zochastic.cli import main; code = main(sys.argv[1:]);"
        "print([n for n in ('numba', 'pandas', 'scipy') if n in sys.modules], file=sys.stderr)"
    )
    argv = ["coal", "table", "--file", str(tmp_path / "game.json"), *LATER]
    ran = subprocess.run(
        [sys.executable, "-c", code, *argv], input=ROUND, capture_output=True, text=True
    )
    assert "Round 2: " in ran.stdout
    assert ran.stderr.splitlines()[-1] == "[]"
