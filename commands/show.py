"""Every command's last step: its Answer in the format asked for, and its chart."""

import contextlib
import inspect
import os
import shlex
import shutil
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zochastic.commands.completion import one_of
from zochastic.commands.parsing import Command
from zochastic.commands.progress import Progress, bar
from zochastic.reports.cells import NOTHING, clean
from zochastic.reports.tables import FORMATS, write
from zochastic.rules.errors import InvalidInput

if TYPE_CHECKING:
    from zochastic.analysis.answer import Answer

#: Exit code of a program that Ctrl-C stopped.
STOPPED = 130


@dataclass(frozen=True)
class View:
    """How an answer is to be shown; a command's body gets it as ``view``.

    Attributes
    ----------
    format : ``table``, ``csv``, ``json``, ``markdown``, or one that the command adds.
    plot : the chart's file, or None.
    quiet : no progress, no remarks.
    asker : asks other commands; None in an answer to one.
    told : called with (done, total) in place of a bar.
    """

    format: str
    plot: Path | None
    quiet: bool
    asker: "Asker | None" = None
    told: Progress | None = None

    def progress(self, label: str) -> AbstractContextManager[Progress | None]:
        """Draw a bar while the work goes on; give the function to call, or None."""
        if self.told is not None:
            return contextlib.nullcontext(self.told)
        return bar(label, quiet=self.quiet)


@dataclass
class Asked:
    """A command line whose answer is wanted, not printed: it goes where the words usually go.

    Attributes
    ----------
    words : what would be typed after ``zochastic``; the answer names them as its command.
    hidden : further words that change nothing in the answer, such as the number of threads.
    told : called with (done, total).
    plots : with all that a chart of the answer needs.
    answer, chart : put here by the command; ``chart`` is ``module:function`` or None.
    """

    words: list[str]
    hidden: list[str] = field(default_factory=list)
    told: Progress | None = None
    plots: bool = True
    answer: "Answer | None" = None
    chart: str | None = None


class Asker:
    """Asks other command lines of the same program, as if they had been typed."""

    def __init__(self, ctx: typer.Context) -> None:
        self._root: Any = ctx.find_root().command
        #: What was typed to get here.
        self.words: list[str] = list(ctx.obj or ())

    def options(self, words: Sequence[str]) -> set[str]:
        """Name the options that the command at the beginning of ``words`` has."""
        command = self._root
        for word in words:
            inner = getattr(command, "commands", {})
            if word not in inner:
                break
            command = inner[word]
        return {name for parameter in command.params for name in parameter.opts}

    def ask(self, asked: Asked) -> Asked:
        """Let the command answer, and return ``asked`` with its answer.

        Raises
        ------
        KeyboardInterrupt : it was stopped, by itself or before it had an answer that is whole.
        """
        line = [*asked.words, *asked.hidden]
        code = self._root(line, prog_name="zochastic", standalone_mode=False, obj=asked)
        # typer makes an exit code of Ctrl-C
        if code == STOPPED or (asked.answer is not None and asked.answer.provenance.partial):
            raise KeyboardInterrupt
        assert asked.answer is not None, asked.words
        return asked


def command(
    app: typer.Typer,
    name: str,
    *,
    example: str,
    chart: str | None = None,
    formats: tuple[str, ...] = FORMATS,
) -> Callable[[Callable[..., "Answer | str"]], Callable[..., int]]:
    """Add a function ``body(view, …options) -> Answer`` to ``app`` as the command ``name``.

    Parameters
    ----------
    example : a line that works when pasted; the end of the command's help.
    chart : ``module:function`` in ``reports`` that draws the answer; adds ``--plot``.
    formats : for ``--format``, the default first; a text instead of an Answer is printed as it is.
    """

    def add(body: Callable[..., "Answer | str"]) -> Callable[..., int]:
        def run(ctx: typer.Context, **given: Any) -> int:
            if isinstance(ctx.obj, Asked):
                return _answer_to(ctx.obj, body, chart, given)
            plot = given.pop("plot", None)
            view = View(
                _format(given.pop("format"), formats),
                None if plot is None else _chart_file(plot),
                given.pop("quiet"),
                Asker(ctx),
            )
            found = body(view, **given)
            if isinstance(found, str):
                return emit(found)
            answer = found.made_by(shlex.join(["zochastic", *(ctx.obj or ())]))
            if chart is not None and view.plot is not None:
                _draw(chart, answer, view)
            return present(answer, view.format)

        options = _options(chart is not None, formats)
        parameters = [*list(inspect.signature(body).parameters.values())[1:], *options]
        context = inspect.Parameter("ctx", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)
        shown = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in parameters]
        run.__name__, run.__doc__, run.__module__ = body.__name__, body.__doc__, body.__module__
        run.__signature__ = inspect.Signature([context, *shown])  # type: ignore[attr-defined]
        run.__annotations__ = {p.name: p.annotation for p in [context, *shown]}
        # \b keeps the line whole, so that it can be pasted.
        app.command(name, cls=Command, epilog=f"\b\nExample:\n  {example}")(run)
        return run

    return add


def _answer_to(
    asked: Asked, body: Callable[..., "Answer | str"], chart: str | None, given: dict[str, Any]
) -> int:
    """Put into ``asked`` what the command would have shown, with what its chart needs."""
    for name in ("plot", "format", "quiet"):
        given.pop(name, None)
    view = View("table", Path() if chart and asked.plots else None, True, told=asked.told)
    found = body(view, **given)
    assert not isinstance(found, str)
    asked.answer = found.made_by(shlex.join(["zochastic", *asked.words]))
    asked.chart = chart if asked.plots else None
    return 0


def _options(plots: bool, formats: tuple[str, ...]) -> list[inspect.Parameter]:
    """Make the options that every command has, as parameters of a function."""
    kinds = typer.Option(
        metavar="|".join(formats), help="How to print the answer.", autocompletion=one_of(formats)
    )
    options: list[tuple[str, Any, Any]] = [("format", Annotated[str, kinds], formats[0])]
    if plots:
        file = typer.Option(metavar="FILE", help="Draw a chart into a .png, .svg or .pdf file.")
        options.append(("plot", Annotated[str | None, file], None))
    hush = typer.Option("--quiet", help="No progress and no remarks on standard error.")
    options.append(("quiet", Annotated[bool, hush], False))
    kind = inspect.Parameter.KEYWORD_ONLY
    return [inspect.Parameter(n, kind, annotation=a, default=d) for n, a, d in options]


def _format(name: str, formats: tuple[str, ...]) -> str:
    if name not in formats:
        raise InvalidInput("--format", name, ", ".join(formats), known=formats)
    return name


def _chart_file(path: str) -> Path:
    """Check ``--plot`` before any work is done for it."""
    from zochastic.reports.charts import check_path

    return check_path(path)


def _draw(chart: str, answer: "Answer", view: View) -> None:
    from zochastic.reports.charts import save

    module, _, function = chart.partition(":")
    paint = getattr(import_module(f"zochastic.reports.{module}"), function)
    assert view.plot is not None
    save(paint(answer), view.plot)
    if not view.quiet:
        remark(f"chart written to {view.plot}")


def present(answer: "Answer", format: str) -> int:
    """Print ``answer`` and return the exit code: 130 where Ctrl-C left it partial."""
    terminal = sys.stdout is not None and sys.stdout.isatty()
    width = shutil.get_terminal_size().columns if terminal else None
    code = emit(write(answer, format, width=width))
    if answer.provenance.partial:
        remark("zochastic: stopped before it was finished; the answer is partial")
        return STOPPED
    return code


def emit(text: str) -> int:
    """Write ``text`` to standard output, whatever its encoding; return 0.

    A reader who has seen enough (``| head``) is no fault and gets no more.
    """
    if sys.stdout is None:
        raise OSError("there is no standard output to write to")
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        # The dash of an empty cell is ours; as an escape it would spoil the columns.
        text = text.replace(NOTHING, "-").encode(encoding, "backslashreplace").decode(encoding)
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        flush_or_discard()
    return 0


def remark(text: str) -> None:
    """Write one line to standard error, if there is one."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            print(clean(text), file=sys.stderr, flush=True)


def flush_or_discard() -> None:
    """Leave nothing unwritten in standard output: Python would complain of it when it ends."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        with contextlib.suppress(OSError, ValueError, AttributeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
