import json
import os
import subprocess
import sys
from dataclasses import replace
from importlib.metadata import version

import pytest

from zochastic import cli
from zochastic.analysis.answer import Answer
from zochastic.commands import show


def zochastic(*argv, **settings):
    return subprocess.run(
        [sys.executable, "-m", "zochastic", *argv], capture_output=True, text=True, **settings
    )


@pytest.mark.parametrize("argv", [(), ("coal",), ("variants",), ("--help",)])
def test_help_where_nothing_is_asked(run, argv):
    ran = run(*argv)
    assert (ran.code, ran.err) == (0, "")
    assert "Usage: zochastic" in ran.out


def test_version(run):
    assert run("--version").out == f"zochastic {version('zochastic')}\n"


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("coal", "stpo"), ("'stpo'", "odds, bet, stop", "did you mean 'stop'?")),
        (("cola",), ("'cola'", "did you mean 'coal'?")),
        (("coal", "odds", "--playres", "2"), ("'--playres'", "did you mean '--players'?")),
        (("coal", "odds", "--playres=2"), ("'--playres'", "did you mean '--players'?")),
        (("coal", "stop", "-20"), ("'-20'",)),
        (("coal", "stop", "--", "-20"), ("PIECES", "'-20'")),
        (("coal", "odds", "20"), ("coal odds", "20", "--help")),
        (("coal", "bet", "--wealth"), ("--wealth", "argument", "'zochastic coal bet --help'")),
        (("coal", "bet", "--quiet=yes"), ("--quiet",)),
        (("variants", "show"), ("NAME|FILE",)),
        (("coal", "bet", "--format", "jsn"), ("--format", "'jsn'", "did you mean 'json'?")),
        (("coal", "bet", "--format", "toml"), ("--format", "'toml'")),
        (("coal", "bet", "--wealth", "205"), ("--wealth", "205", "10")),
        (("coal", "bet", "--players", "7"), ("--players", "'7'", "1 to 6")),
        (("coal", "stop", "20,,50"), ("PIECES", "'20,,50'")),
        (("coal", "stop", ""), ("PIECES",)),
        (("coal", "stop", "devil"), ("PIECES", "'devil'")),
        (("coal", "stop", "100:3"), ("PIECES", "'100:3'", "2")),
        (("coal", "stop", "30"), ("PIECES", "'30'", "nearest")),
        (("coal", "stop", "--goal", "reach:x"), ("--goal", "'reach:x'")),
        (("coal", "stop", "--set", "devlis=8"), ("'devlis'", "did you mean 'devils'?")),
        (("coal", "stop", "--set", "devils=-1"), ("devils", "-1")),
        (("coal", "stop", "--variant", "printd"), ("'printd'", "did you mean 'printed'?")),
        (("coal", "stop", "--oven", "20", "--gone", "20"), ("--oven or --gone",)),
        (("coal", "stop", "--plot", "a.jpg"), ("--plot", "'a.jpg'", ".png")),
        (("variants", "list", "caol"), ("'caol'", "did you mean 'coal'?")),
        (("variants", "show", "coal/printd"), ("did you mean 'coal/printed'?",)),
        (("variants", "check", "nowhere.toml"), ("'nowhere.toml'", "a TOML file that exists")),
        (("coal", "x\n\x1b[31m"), ("x\\n\\x1b[31m",)),
        (("coal", "stop", "\udcff"), ("\\udcff",)),
    ],
)  # fmt: skip
def test_wrong_input_is_one_line_that_helps(run, argv, words):
    ran = run(*argv)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert ran.err[:-1].isprintable()
    for word in words:
        assert word in ran.err


def test_a_fault_is_one_line_and_a_traceback_on_request(run, monkeypatch):
    def broken(name):
        raise ZeroDivisionError("two\nlines")

    monkeypatch.setattr("zochastic.rules.variants.list_variants", broken)
    ran = run("variants", "list")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == "ZeroDivisionError: two lines (ZOCHASTIC_DEBUG=1 shows where)\n"
    monkeypatch.setenv("ZOCHASTIC_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        run("variants", "list")


def test_ctrl_c_is_130(run, monkeypatch):
    def stopped(name):
        raise KeyboardInterrupt

    monkeypatch.setattr("zochastic.rules.variants.list_variants", stopped)
    assert run("variants", "list").code == 130
    monkeypatch.setattr(cli, "get_command", stopped)
    assert run("variants", "list").code == 130


@pytest.mark.parametrize("format", ["table", "json", "csv", "markdown"])
def test_a_partial_answer_is_printed_and_marked(run, monkeypatch, format):
    def partial(answer, command):
        made = replace(answer.provenance, command=command, partial=True)
        return replace(answer, provenance=made)

    monkeypatch.setattr(Answer, "made_by", partial)
    ran = run("variants", "list", "--format", format)
    assert ran.code == 130
    assert "coal/printed" in ran.out
    assert "partial" in ran.err
    if format == "json":
        assert json.loads(ran.out)["provenance"]["partial"] is True


def test_the_answer_tells_its_command(run):
    found = json.loads(run("variants", "list", "coal", "--format", "json").out)
    assert found["provenance"]["command"] == "zochastic variants list coal --format json"


@pytest.mark.parametrize("argv", [("variants", "show", "coal/printed"), ("--help",)])
def test_a_reader_who_has_seen_enough_is_no_fault(argv):
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w") as closed:
        ran = subprocess.run(
            [sys.executable, "-m", "zochastic", *argv],
            stdout=closed, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
@pytest.mark.parametrize("argv", [("variants", "list"), ("--help",)])
def test_a_full_disk_is_one_line(argv):
    with open("/dev/full", "w") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "zochastic", *argv],
            stdout=full, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
    assert ran.returncode == 1
    assert ran.stderr.count("\n") == 1
    assert "No space left" in ran.stderr


def test_output_that_knows_only_ascii():
    ran = zochastic(
        "variants", "show", "coal/printed", "--set", "devils=8",
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.isascii()


def test_no_standard_streams_at_all(monkeypatch):
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    assert cli.main(["variants", "list"]) == 1
    assert cli.main(["variants", "lost"]) == 2


def test_sentences_are_wrapped_on_a_terminal(run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    assert len(run("variants", "list").out.splitlines()[0]) > 40

    class Terminal:
        encoding = "utf-8"

        def __init__(self):
            self.text = ""

        def isatty(self):
            return True

        def write(self, text):
            self.text += text

        def flush(self):
            pass

    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    assert cli.main(["variants", "list"]) == 0
    assert len(terminal.text.splitlines()[0]) <= 40


def test_emit_writes_what_cannot_be_encoded_as_escapes(run, capfd):
    assert show.emit("\udcff\n") == 0
    assert capfd.readouterr().out == "\\udcff\n"
