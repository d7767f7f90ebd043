"""The README's commands print what it says they print, and it lists every assumption."""

import contextlib
import doctest
import io
import re
import shlex
from pathlib import Path

import pytest

from zochastic.cli import main
from zochastic.rules.variants import GAMES

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def examples():
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for block in re.findall(r"^```console\n(.*?)^```", text, re.M | re.S):
            for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
                line, _, output = part.partition("\n")
                yield pytest.param(line, output, id=f"{page.name}: {line}")


@pytest.mark.parametrize(("line", "output"), list(examples()))
def test_every_example_prints_what_stands_below_it(line, output, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    program, *argv = shlex.split(line)
    assert program == "zochastic"
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        assert main(argv) == 0
    same = doctest.OutputChecker().check_output(output, printed.getvalue(), doctest.ELLIPSIS)
    assert same, printed.getvalue()


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_readme_lists_every_assumption_of_the_printed_game(game):
    for key, sentence in GAMES[game]().assumptions:
        line = f"- {sentence}" + (f" (`{key}`)" if key else "")
        assert line in README, line


def test_the_readme_has_the_two_commands_that_ci_runs():
    for name in ("setup", "test"):
        assert re.search(rf"^<!-- {name} -->\n```sh\n\S.*\n```$", README, re.M)
