"""``zochastic report`` and ``zochastic cheatsheet`` as they are typed."""

import re
import signal
import subprocess
import sys
import time

import pytest

from zochastic.commands.report import destination
from zochastic.reports.files import check_file
from zochastic.rules.errors import InvalidInput

SMALL = ("--games", "200", "--quiet")
LINE = re.compile(r"<code>(zochastic [^<]*)</code>")


@pytest.fixture(scope="module")
def pages(run, tmp_path_factory):
    """A small report a game, and what was printed."""
    folder = tmp_path_factory.mktemp("reports")
    ran = {}
    for game in ("zoinx", "diavolo"):
        ran[game] = run("report", game, *SMALL, "-o", folder / f"{game}.html")
    return folder, ran


@pytest.mark.parametrize("game", ["zoinx", "diavolo"])
def test_a_report_has_all_its_parts(pages, game):
    folder, ran = pages
    assert ran[game].code == 0
    assert ran[game].err == ""
    assert ran[game].out.startswith(str(folder / f"{game}.html"))
    text = (folder / f"{game}.html").read_text(encoding="utf-8")
    assert len(text) < 3_000_000
    heads = re.findall(r"<h2>([^<]*)</h2>", text)
    assert heads == [
        "The answer in three sentences", "How to play well", "Tables to have at the table",
        "How sure this is", "How the game behaves", "What a designer may turn",
        "What was assumed, and how much it matters", "Made by",
    ]  # fmt: skip
    assert 2 <= len(re.findall(r'class="lead"', text)) <= 3
    assert 1 <= len(re.findall(r'<span class="rule">', text)) <= 7


def test_whoever_types_the_line_below_a_table_gets_the_table(pages, run):
    folder, _ = pages
    text = (folder / "diavolo.html").read_text(encoding="utf-8")
    line = next(line for line in LINE.findall(text) if line.startswith("zochastic diavolo odds"))
    assert line == "zochastic diavolo odds --games 200 --plot diavolo-table-1-odds.svg"
    shown = run(*line.split()[1:5], "--format", "csv").out
    first = shown.splitlines()[1].split(",")
    cells = re.search(r"<td class=\"words\">sum-max</td>\n<td>([^<]*)</td>\n<td>([^<]*)</td>", text)
    assert cells[2] == f"{100 * float(first[2]):.2f} %"


def test_the_line_of_a_chart_draws_it(pages, run, tmp_path, monkeypatch):
    folder, _ = pages
    monkeypatch.chdir(tmp_path)
    text = (folder / "zoinx.html").read_text(encoding="utf-8")
    line = next(line for line in LINE.findall(text) if "--plot zoinx-table-1-solve" in line)
    assert run(*line.split()[1:]).code == 0
    assert (tmp_path / "zoinx-table-1-solve.svg").exists()


def test_variant_and_seed_are_in_every_command(run, tmp_path):
    file = tmp_path / "r.html"
    ran = run("report", "zoinx", "--variant", "lead-or-tie", "--set", "target=10", "--seed", "7",
              *SMALL, "-o", file)  # fmt: skip
    assert ran.code == 0, ran.err
    lines = [line.replace("&#39;", "'") for line in LINE.findall(file.read_text(encoding="utf-8"))]
    own = [
        line for line in lines if re.match(r"zochastic (zoinx (odds|simulate) --|balance)", line)
    ]
    told = [line for line in own if "--games" in line]
    assert told
    assert all(
        "--variant lead-or-tie --set target=10 --games 200 --seed 7" in line for line in told
    )


def test_a_name_of_a_variant_is_shown_as_text(run, tmp_path):
    rules = tmp_path / "mine.toml"
    rules.write_text('game = "zoinx"\nname = "<script>alert(1)</script>"\ntarget = 8\n')
    file = tmp_path / "r.html"
    assert run("report", "zoinx", "--variant", rules, *SMALL, "-o", file).code == 0
    text = file.read_text(encoding="utf-8")
    assert "<script" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["report", "zoinx", "-o", "nowhere/a.html"], "-o"),
        (["report", "zoinx", "-o", "a.txt"], "-o"),
        (["report", "zoinx", "--format", "pdf", "-o", "a.html"], "-o"),
        (["report", "zoinx", "--data", "no/where"], "--data"),
        (["report", "chess"], "GAME"),
        (["report", "all", "--set", "players=2"], "GAME"),
        (["report", "zoinx", "--games", "none"], "--games"),
        (["cheatsheet", "zoinx", "-o", "a.html"], "-o"),
        (["cheatsheet", "zoinx", "-o", "no/a.pdf"], "-o"),
        (["report", "zoinx", "-o", "/proc/a.html"], "-o"),
        (["report", "zoinx", "--data", "/proc/a"], "--data"),
        (["cheatsheet", "zoinx", "-o", "/proc/a.pdf"], "-o"),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, list) else "",
)
def test_what_is_wrong_is_said_before_any_work(run, tmp_path, monkeypatch, words, what):
    def worked(*args, **more):
        pytest.fail("work was begun")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("zochastic.commands.show.Asker.ask", worked)
    monkeypatch.setattr("zochastic.analysis.advice.rules", worked)
    ran = run(*words)
    assert ran.code == 2
    assert ran.err.count("\n") == 1
    assert what in ran.err or "chess" in ran.err
    assert not list(tmp_path.iterdir())


def test_one_alone_gets_no_report_and_a_word_why(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ran = run("report", "zoinx", "--players", "1")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "players: got 1; allowed: 2 to 4: one alone has nobody to play well against\n"


@pytest.mark.parametrize("ending", ["html", "pdf"])
def test_a_report_made_twice_is_the_same_file(run, tmp_path, monkeypatch, ending):
    for folder in (tmp_path / "one", tmp_path / "two"):
        folder.mkdir()
        monkeypatch.chdir(folder)
        line = ("--set", "target=4", "--games", "100", "--quiet", "-o", f"a.{ending}")
        assert run("report", "zoinx", *line).code == 0
    assert (tmp_path / "one" / f"a.{ending}").read_bytes() == (folder / f"a.{ending}").read_bytes()


def test_format_and_file_tell_each_other():
    assert destination("auto", None, "zoinx.html") == ("html", "zoinx.html")
    assert destination("auto", "A.PDF", "x.html") == ("pdf", "A.PDF")
    assert destination("auto", "a.md", "x.html") == ("markdown", "a.md")
    assert destination("pdf", None, "all.html") == ("pdf", "all.pdf")


def test_ctrl_c_leaves_nothing_behind(tmp_path):
    code = "import sys; from zochastic.cli import main; sys.exit(main(sys.argv[1:]))"
    line = [sys.executable, "-c", code, "report", "zoinx", "--games", "1e10", "-o", "r.html"]
    ran = subprocess.Popen(line, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(6)
    ran.send_signal(signal.SIGINT)
    out, err = ran.communicate(timeout=60)
    assert ran.returncode == 130, err
    assert out == b""
    assert b"Traceback" not in err
    assert not list(tmp_path.iterdir())


def test_a_partial_answer_makes_no_report(run, tmp_path, monkeypatch):
    def stopped(*args, **more):
        raise KeyboardInterrupt

    monkeypatch.setattr("zochastic.analysis.zoinx.answers.odds", stopped)
    ran = run("report", "zoinx", *SMALL, "-o", tmp_path / "r.html")
    assert ran.code == 130
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_a_cheatsheet_is_one_page_and_its_rules_are_printed(run, tmp_path, ending):
    file = tmp_path / f"sheet.{ending}"
    ran = run("cheatsheet", "zoinx", "-o", file, "--format", "csv")
    assert ran.code == 0
    assert ran.out.splitlines()[0] == "rule,costs,source,loss,unit"
    assert 2 <= len(ran.out.splitlines()) <= 8
    assert file.stat().st_size > 10_000
    if ending == "pdf":
        assert len(re.findall(rb"/Type /Page\b", file.read_bytes())) == 1


def test_the_file_of_a_report_in_another_format_is_whole(run, tmp_path):
    for name in ("r.md", "r.pdf"):
        assert run("report", "diavolo", *SMALL, "-o", tmp_path / name).code == 0
        assert (tmp_path / name).stat().st_size > 5000
    assert list(tmp_path.glob("r-diavolo-*.svg"))


def test_unknown_destinations_are_refused():
    with pytest.raises(InvalidInput, match="ends in"):
        check_file("a.doc", (".html",), what="-o")


def test_every_ending_of_a_report_is_named(run):
    ran = run("report", "zoinx", "-o", "a.docx")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "ends in .html, .htm, .md or .pdf" in ran.err
    ran = run("report", "zoinx", "--format", "markdown", "-o", "a.pdf")
    assert ran.err.rstrip().endswith("ends in .md")
