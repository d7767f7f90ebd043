"""``zochastic report``: all that is known about a game, as one page."""

import shlex
from collections.abc import Callable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zochastic.commands import options
from zochastic.commands.completion import games_or_all
from zochastic.commands.show import Asked, Asker, View, command, remark
from zochastic.rules.errors import InvalidInput

if TYPE_CHECKING:
    from zochastic.reports.page import Report
    from zochastic.rules.variants import Variant

Game = Annotated[
    str,
    typer.Argument(
        metavar="GAME|all", help="coal, zoinx, diavolo or mauer.", autocompletion=games_or_all
    ),
]
Out = Annotated[
    str | None,
    typer.Option("-o", "--out", metavar="FILE", help="Where to.", show_default="GAME.html"),
]
Data = Annotated[
    str | None, typer.Option(metavar="DIR", help="Write the csv under every chart there, too.")
]
Games = Annotated[
    str | None,
    typer.Option(metavar="N", help="Games of each simulation.", show_default="each command's"),
]
PlayersOfGame = Annotated[
    str | None,
    typer.Option("--players", metavar="N", help="Players.", show_default="the variant's"),
]

#: Endings of the formats; the first one's is the default.
FORMATS = {"html": (".html", ".htm"), "markdown": (".md",), "pdf": (".pdf",)}


def add_to(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    line = "zochastic report diavolo --games 1000 -o report.html"
    command(app, "report", example=line, formats=("auto", *FORMATS))(report)


def report(
    view: View,
    game: Game,
    out: Out = None,
    data: Data = None,
    players: PlayersOfGame = None,
    variant: options.VariantName = "printed",
    sets: options.Sets = None,
    games: Games = None,
    seed: options.Seed = "1",
    threads: options.Threads = None,
) -> str:
    """Write a report: how to play well, how sure that is, how the game behaves."""
    from zochastic.reports import files
    from zochastic.rules.variants import GAMES, load_variant

    lots = None if games is None else options.read_games(games)
    start, workers = options.read_seed(seed), options.read_threads(threads)
    names = list(GAMES) if game == "all" else [game]
    format, path = destination(view.format, out, f"{game}.html")
    endings = FORMATS[format] if view.format != "auto" else tuple(chain(*FORMATS.values()))
    file = files.check_file(path, endings, what="-o")
    folder = None if data is None else files.check_folder(data, what="--data")
    if game == "all" and (variant != "printed" or sets or players):
        raise InvalidInput("GAME", game, "one game where --variant, --set or --players is given")
    changes = list(sets or ())
    if players is not None:
        changes.append(f"players={options.read_players(players)}")
    chosen = [load_variant(name, variant, changes) for name in names]

    assert view.asker is not None
    given = ["--variant", variant] if variant != "printed" else []
    given += [word for change in changes for word in ("--set", change)]
    given += ["--games", games] if games is not None and lots is not None else []
    given += ["--seed", seed] if start != 1 else []
    hidden = [] if workers is None else ["--threads", str(workers)]
    with view.progress("Asking") as progress:
        made = _made(view.asker, chosen, given, hidden, progress)
    from zochastic.reports.write_report import write_report

    written = write_report(made, file, format, folder)
    if not view.quiet:
        beside = len(written) - 1
        if beside:
            remark(f"{beside} files written beside it: {written[1].name} and others")
    answers = list(made.answers)
    return f"{file}: {made.title}, {len(answers)} answers, {file.stat().st_size:,} bytes\n"


def destination(format: str, out: str | None, name: str) -> tuple[str, str]:
    """Settle the format and the file; either tells the other where it is not given."""
    if format == "auto":
        ending = "" if out is None else out.lower()
        fitting = [f for f, endings in FORMATS.items() if ending.endswith(endings)]
        format = fitting[0] if fitting else "html"
    path = out or name.rpartition(".")[0] + FORMATS[format][0]
    return format, path


def _made(
    asker: Asker,
    variants: "Sequence[Variant]",
    given: Sequence[str],
    hidden: Sequence[str],
    progress: Callable[[int, int], None] | None,
) -> "Report":
    """Ask for all parts and put them in order; Ctrl-C ends it."""
    from zochastic.analysis.contents import contents
    from zochastic.analysis.report import rules_line
    from zochastic.reports.compose import Made, compose

    made: list[Made] = []
    lists = [(variant, contents(variant)) for variant in variants]
    total = sum(1 + sum(map(len, parts.values())) for _, parts in lists)
    done = 0

    def told(part: int, parts: int) -> None:
        if progress is not None:
            progress(int(1000 * (done + part / max(parts, 1))), 1000 * total)

    def ask(line: str, plots: bool) -> Asked:
        nonlocal done
        words = line.split()
        known = asker.options(words)
        asked = Asked(words + _fitting(given, known), _fitting(hidden, known), told, plots)
        asker.ask(asked)
        done += 1
        told(0, 1)
        return asked

    for variant, parts in lists:
        rules = ask(rules_line(variant.game), False)
        found: dict[Any, list[Any]] = {section: [] for section in parts}
        refused = []
        for section, listed in parts.items():
            for part in listed:
                # not every question can be asked of every variant
                try:
                    found[section].append((part, ask(part.line, part.chart)))
                except InvalidInput as wrong:
                    refused.append(f"zochastic {part.line}: {wrong}")
        made.append(Made(variant, rules, found, refused))
    return compose(made, shlex.join(["zochastic", *asker.words]))


def _fitting(pairs: Sequence[str], known: set[str]) -> list[str]:
    """Those of the option-value ``pairs`` whose option is known."""
    return [
        word
        for option, value in zip(pairs[::2], pairs[1::2], strict=True)
        if option in known
        for word in (option, value)
    ]
