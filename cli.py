"""The front door: reads the command line; whatever goes wrong is one line and an exit code."""

import os
import sys
from typing import Annotated

import typer
from typer.exceptions import TyperException
from typer.main import get_command

from zochastic.commands import (
    advisor,
    cheatsheet,
    coal,
    coal_games,
    coal_solve,
    coal_stop,
    coal_table,
    design,
    design_tune,
    diavolo,
    mauer,
    report,
    story,
    variants,
    warmup,
    zoinx,
)
from zochastic.commands.parsing import group
from zochastic.commands.show import STOPPED, flush_or_discard, remark
from zochastic.rules.errors import InvalidInput

app = group("How to play, judge and balance four tabletop games of nerve.", completion=True)
coal_stop.add_to(coal.app)
coal_solve.add_to(coal.app)
coal_games.add_to(coal.app)
coal_table.add_to(coal.app)
app.add_typer(coal.app, name="coal")
app.add_typer(zoinx.app, name="zoinx")
app.add_typer(diavolo.app, name="diavolo")
app.add_typer(mauer.app, name="mauer")
app.add_typer(variants.app, name="variants")
design.add_to(app)
design_tune.add_to(app)
story.add_to(app)
report.add_to(app)
cheatsheet.add_to(app)
advisor.add_to(app)
warmup.add_to(app)

#: The longest line that an error takes.
_LONGEST = 400


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"zochastic {version('zochastic')}")
        raise typer.Exit


@app.callback()
def zochastic(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """How to play, judge and balance four tabletop games of nerve."""


def main(argv: list[str] | None = None) -> int:
    """Run one command line and return its exit code.

    Returns
    -------
    0 done, 2 the input is wrong, 1 a fault of this program, 130 stopped by Ctrl-C.
    """
    words = sys.argv[1:] if argv is None else argv
    try:
        read = get_command(app)
        return int(read(words, prog_name="zochastic", standalone_mode=False, obj=words) or 0)
    except InvalidInput as wrong:
        return _fail(str(wrong), 2)
    except TyperException as wrong:
        return _fail(_usage(wrong, words), getattr(wrong, "exit_code", 2))
    except KeyboardInterrupt:
        return STOPPED
    except SystemExit as end:
        # typer leaves like this where the reader of its help has gone (| head): no fault.
        if isinstance(end.__context__, BrokenPipeError):
            return 0
        return end.code if isinstance(end.code, int) else 1
    except Exception as fault:
        if os.environ.get("ZOCHASTIC_DEBUG") == "1":
            raise
        flush_or_discard()
        return _fail(f"{type(fault).__name__}: {fault} (ZOCHASTIC_DEBUG=1 shows where)", 1)


def _usage(wrong: TyperException, words: list[str]) -> str:
    """Say in our words what typer has to say: what, what was got, what is allowed."""
    context = getattr(wrong, "ctx", None)
    where = _command_of(words) if context is None else context.command_path
    option = getattr(wrong, "option_name", None)
    if context is None or option is None or not hasattr(wrong, "possibilities"):
        return f"{where}: {wrong.format_message().rstrip('.')}; see '{where} --help'"
    known = [name for param in context.command.params for name in param.opts if name[0] == "-"]
    # Of '-20' typer tells only '-2'.
    typed = next((word for word in words if word.startswith(option)), option).partition("=")[0]
    allowed = ", ".join([*known, "--help"])
    return str(InvalidInput(f"{where}: option", typed, allowed, known=[*known, "--help"]))


def _command_of(words: list[str]) -> str:
    """Name the command that ``words`` begin with, where typer does not tell which one it was."""
    here, path = get_command(app), ["zochastic"]
    for word in words:
        known = getattr(here, "commands", {})
        if word not in known:
            break
        here = known[word]
        path.append(word)
    return " ".join(path)


def _fail(line: str, code: int) -> int:
    """Write one line to standard error and return ``code``."""
    text = " ".join(line.split())
    remark(text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…")
    return code


if __name__ == "__main__":
    sys.exit(main())
