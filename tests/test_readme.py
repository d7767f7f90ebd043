"""What README and docs show is what happens: commands, pictures, Python, rules as files."""

import contextlib
import doctest
import io
import re
import shlex
from pathlib import Path

import pytest
from rebuild import HERE as PICTURES
from rebuild import LARGEST, PAGES, ROOT, commands, difference, drawn_by

from zochastic.cli import main
from zochastic.reports import charts
from zochastic.rules.variants import GAMES

README = (ROOT / "README.md").read_text(encoding="utf-8")
#: A code block: its language, what else stands on that line, and what is in it.
FENCE = re.compile(r"^```(\w*) ?(.*)\n([\s\S]*?)^```$", re.M)


def blocks(page, language):
    return [
        (more, body) for kind, more, body in FENCE.findall(page.read_text()) if kind == language
    ]


def examples():
    for page in PAGES:
        for line, output in commands(page):
            yield pytest.param(page, line, output, id=f"{page.name}: {line}")


@pytest.mark.parametrize(("page", "line", "output"), list(examples()))
def test_every_example_prints_and_draws_what_stands_beside_it(
    page, line, output, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    for name, body in blocks(page, "toml"):
        Path(name).write_text(body, encoding="utf-8")
    program, *argv = shlex.split(line)
    assert program == "zochastic"
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        assert main(argv) == 0
    same = doctest.OutputChecker().check_output(output, printed.getvalue(), doctest.ELLIPSIS)
    assert same, printed.getvalue()
    name = drawn_by(line)
    if name is not None:
        told = difference(PICTURES / name, Path(name))
        assert not told, f"{told}; python docs/pictures/rebuild.py {name}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_code_block_is_one_that_the_tests_run(page):
    text = page.read_text(encoding="utf-8")
    found = FENCE.findall(text)
    assert len(found) * 2 == len(re.findall(r"^ *(```|~~~)", text, re.M))
    for language, more, body in found:
        if language == "sh":  # what .ci/run takes from here
            assert re.search(rf"^<!-- (setup|test) -->\n```sh\n{re.escape(body)}```$", text, re.M)
        elif language == "console":
            assert body.startswith("$ ")
        elif language == "python":
            assert body.startswith(">>> ")
        elif language == "toml":  # a file that an example of the page reads
            assert any(more in shlex.split(line) for line, _ in commands(page))
        else:
            pytest.fail(f"nobody runs {language or 'a block without a language'}: {body[:60]}")


@pytest.mark.parametrize(
    "page", [page for page in PAGES if blocks(page, "python")], ids=lambda page: page.name
)
def test_every_python_example_gives_what_stands_below_it(page):
    text = "\n".join(body for _, body in blocks(page, "python"))
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, page.name, 0)
    told = io.StringIO()
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    assert runner.run(test, out=told.write).failed == 0, told.getvalue()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_picture_stands_above_the_command_that_draws_it(page):
    text = page.read_text(encoding="utf-8")
    for words, address in re.findall(r"!\[([^]]*)\]\((.*?)\)", text):
        assert (page.parent / address).is_file(), address
        assert len(words) > 20, f"{address} says nothing to who cannot see it"
        below = text.partition(f"({address})")[2]
        block = FENCE.search(below)
        assert block is not None
        assert Path(address).name in [drawn_by(line) for line in block[3].split("\n$ ")]
        assert "![" not in below[: block.start()]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page):
    for address in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if "://" not in address:
            file, _, heading = address.partition("#")
            target = page.parent / file if file else page
            assert target.is_file(), address
            headings = re.findall(r"^#+ (.*)$", target.read_text(errors="ignore"), re.M)
            assert not heading or heading in [h.lower().replace(" ", "-") for h in headings]


def test_every_picture_is_shown_and_small():
    shown = {drawn_by(line) for page in PAGES for line, _ in commands(page)}
    for picture in PICTURES.glob("*.png"):
        assert picture.name in shown
        assert picture.stat().st_size <= LARGEST


def test_the_comparison_of_pictures_sees_numbers_and_overlooks_rendering(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def draw(*words, drawn="50"):
        line = ["coal", "stop", "20", "20", drawn, "--plot", "a.png", "--quiet", *words]
        assert main(line) == 0
        return difference(PICTURES / "coal-stop.png", Path("a.png"))

    with contextlib.redirect_stdout(io.StringIO()):
        assert draw() == ""
        assert "blocks differ" in draw("--set", "devils=8")
        assert "blocks differ" in draw(drawn="75")
        other = tmp_path / "other.mplstyle"
        other.write_text(charts._STYLE.read_text() + "text.hinting: none\n")
        monkeypatch.setattr(charts, "_STYLE", other)
        assert draw() == ""


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_readme_lists_every_assumption_of_the_printed_game(game):
    for key, sentence in GAMES[game]().assumptions:
        line = f"- {sentence}" + (f" (`{key}`)" if key else "")
        assert line in README, line


def test_the_readme_has_the_two_commands_that_ci_runs():
    for name in ("setup", "test"):
        assert re.search(rf"^<!-- {name} -->\n```sh\n\S.*\n```$", README, re.M)
