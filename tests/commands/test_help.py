import io
import re
import shlex

import pytest
from rebuild import PAGES
from typer.main import get_command

from zochastic.analysis.warmup import KERNELS
from zochastic.cli import app

TEXTS = {page.name: page.read_text(encoding="utf-8") for page in PAGES}


def commands(command, *path):
    """Every command with the words that lead to it."""
    inner = getattr(command, "commands", None)
    if inner is None:
        return [path]
    return [found for name in inner for found in commands(inner[name], *path, name)]


COMMANDS = commands(get_command(app))


def test_all_commands_are_here():
    assert {" ".join(path) for path in COMMANDS} == {
        "coal odds",
        "coal stop",
        "coal bet",
        "coal solve",
        "coal simulate",
        "coal duel",
        "coal table",
        "zoinx odds",
        "zoinx bet",
        "zoinx stop",
        "zoinx solve",
        "zoinx simulate",
        "zoinx table",
        "diavolo odds",
        "diavolo read",
        "diavolo snap",
        "diavolo gems",
        "diavolo simulate",
        "diavolo train",
        "mauer board check",
        "mauer board new",
        "mauer board show",
        "mauer odds",
        "mauer plan",
        "mauer search",
        "mauer simulate",
        "variants list",
        "variants show",
        "variants check",
        "balance",
        "compare",
        "tune",
        "story",
        "report",
        "cheatsheet",
        "advisor",
        "warmup",
    }


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_the_example_of_the_help_works_when_pasted(run, path, tmp_path, monkeypatch):
    help_text = run(*path, "--help").out
    examples = re.findall(r"Example:\n\s+zochastic (.*)", help_text)
    assert len(examples) == 1
    words = shlex.split(examples[0])
    assert tuple(words[: len(path)]) == path
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my-rules.toml").write_text('game = "coal"\ndevils = 8\n', encoding="utf-8")
    # compiling everything takes long; that all can be compiled is shown where the kernels are
    monkeypatch.setattr("zochastic.analysis.warmup.KERNELS", KERNELS[:2])
    # whoever is trained is talked to on standard error, and who compiles is told how far it is
    monkeypatch.setattr("sys.stdin", io.StringIO("b\n" * 100))
    ran = run(*words)
    assert ran.code == 0
    assert ran.err == "" or path in (("diavolo", "train"), ("warmup",))
    assert ran.out
    told = re.search(rf"^\| `{' '.join(path)}` \| (\w+) \|", TEXTS["method.md"], re.M)
    if told:
        assert f"; {told[1]}" in ran.out.splitlines()[-1], "docs/method.md says otherwise"


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_help_says_what_every_option_is(run, path):
    lines = run(*path, "--help").out.splitlines()
    assert all(len(line) <= 80 for line in lines)
    assert "--format" in "\n".join(lines)
    assert "--quiet" in "\n".join(lines)


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_every_command_is_told_of_in_readme_or_docs(path):
    name = " ".join(path)
    told = re.compile(rf"(zochastic |`){name}(?![\w-])")
    assert any(map(told.search, TEXTS.values()))


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_every_kind_of_chart_is_in_the_gallery(run, path):
    if "--plot" in run(*path, "--help").out:
        assert re.search(rf"^\$ zochastic {' '.join(path)} .*--plot ", TEXTS["gallery.md"], re.M)


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_the_method_of_every_answer_is_told(path):
    silent = {"variants", "board", "table", "train", "warmup", "cheatsheet", "report", "advisor"}
    if not silent.intersection(path):
        assert f"| `{' '.join(path)}` |" in TEXTS["method.md"]
