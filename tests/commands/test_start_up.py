import subprocess
import sys

import pytest

HEAVY = ("numba", "pandas", "scipy", "matplotlib")


@pytest.mark.parametrize(
    ("argv", "never"),
    [
        (["--help"], (*HEAVY, "numpy", "rich", "tomlkit")),
        (["coal", "stop", "--help"], (*HEAVY, "numpy", "rich", "tomlkit")),
        (["coal", "stop", "20", "20"], (*HEAVY, "rich", "tomlkit")),
        (["coal", "stop", "20", "20", "--format", "json"], (*HEAVY, "rich", "tabulate")),
        (["coal", "stop", "20", "20", "--format", "markdown"], HEAVY),
        (["coal", "stop", "what"], HEAVY),
        (["coal", "stop", "20", "--bets", "7,10"], HEAVY),
        (["coal", "solve", "--players", "7"], HEAVY),
        (["coal", "table", "--help"], (*HEAVY, "numpy", "rich", "tomlkit")),
        (["coal", "table", "--players", "me,ann"], (*HEAVY, "numpy", "rich", "tomlkit")),
        (["coal", "duel", "--help"], (*HEAVY, "numpy", "rich", "tomlkit")),
        (["coal", "duel", "round"], (*HEAVY, "numpy", "rich", "tomlkit")),
        (["coal", "simulate", "--games", "none"], (*HEAVY, "numpy", "rich", "tomlkit")),
        (["diavolo", "read", "236", "355", "1.."], (*HEAVY, "numpy", "rich", "tomlkit")),
        (["diavolo", "read", "66", "--order", "sum-max"], (*HEAVY, "numpy", "rich", "tomlkit")),
        (["diavolo", "read", "what"], (*HEAVY, "numpy")),
        (
            ["zoinx", "stop", "--goal", "points", "--bets", "6", "--total", "6"],
            (*HEAVY, "numpy", "rich"),
        ),
        (["zoinx", "stop", "--goal", "points", "--bets", "5"], (*HEAVY, "numpy", "rich")),
        (["balance", "--help"], (*HEAVY, "numpy", "rich", "tomlkit", "SALib")),
        (["balance", "coal", "--vary", "devils=9:6"], (*HEAVY, "numpy", "rich", "SALib")),
        (["tune", "--help"], (*HEAVY, "numpy", "rich", "tomlkit", "optuna")),
        (["tune", "coal", "--vary", "devils=8:9", "--target", "x"], (*HEAVY, "rich", "optuna")),
        (["compare", "coal", "printed", "what"], (*HEAVY, "numpy", "rich", "SALib")),
        (["report", "--help"], (*HEAVY, "numpy", "rich", "tomlkit", "jinja2")),
        (["report", "chess"], (*HEAVY, "numpy", "rich", "jinja2")),
        (["report", "zoinx", "-o", "nowhere/a.html"], (*HEAVY, "numpy", "rich", "jinja2")),
        (["cheatsheet", "zoinx", "-o", "a.html"], (*HEAVY, "numpy", "rich", "jinja2")),
        (["variants", "list"], (*HEAVY, "numpy", "rich", "tomlkit")),
    ],
    ids=" ".join,
)
def test_a_small_answer_loads_nothing_heavy(argv, never):
    code = (
        "import sys; from zochastic.cli import main; main(sys.argv[2:]);"
        "print([n for n in sys.argv[1].split(',') if n in sys.modules], file=sys.stderr)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, ",".join(never), *argv], capture_output=True, text=True
    )
    assert ran.stderr.splitlines()[-1] == "[]"
