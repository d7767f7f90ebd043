"""TAB in a shell: installed as the README says, then asked as bash asks."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="asks bash")


@pytest.fixture(scope="module")
def bash(tmp_path_factory):
    home = tmp_path_factory.mktemp("home")
    program = str(Path(sys.executable).parent)
    env = {"HOME": str(home), "PATH": os.pathsep.join([program, os.environ["PATH"]])}

    def run(script):
        # what follows keeps bash from handing its process over: it is found by who asked
        script = f"{script}\nexit $?"
        return subprocess.run(
            ["bash", "--norc", "-c", script], env=env, capture_output=True, text=True
        )

    installed = run("zochastic --install-completion")
    assert installed.returncode == 0, installed.stderr
    assert "bash completion installed" in installed.stdout
    return run


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["coal", "st"], ["stop"]),
        (["mauer", "board", ""], ["check", "new", "show"]),
        (["diavolo", "snap", "--pl"], ["--plot"]),
        (["story", "m"], ["mauer"]),
        (["report", "a"], ["all"]),
        (["coal", "odds", "--format", ""], ["table", "csv", "json", "markdown"]),
    ],
    ids=lambda words: " ".join(words),
)
def test_bash_offers_what_can_be_typed(bash, words, offered):
    line = " ".join(f"'{word}'" for word in ["zochastic", *words])
    asked = bash(
        f"source ~/.bashrc; COMP_WORDS=({line}); COMP_CWORD={len(words)};"
        "$(complete -p zochastic | sed 's/.*-F //; s/ .*//') zochastic; printf '%s\\n' ${COMPREPLY[@]}"
    )
    assert asked.stderr == ""
    assert sorted(asked.stdout.split()) == sorted(offered)


def test_a_line_that_is_wrong_is_no_noise_in_the_terminal(bash):
    asked = bash(
        "source ~/.bashrc; COMP_WORDS=(zochastic caol ''); COMP_CWORD=2; _zochastic_completion zochastic"
    )
    assert asked.stderr == ""
