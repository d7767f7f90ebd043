"""``zochastic cheatsheet``: the best few rules of a game and the tables one needs, on one page."""

import shlex
from typing import TYPE_CHECKING, Annotated

import typer

from zochastic.commands import options
from zochastic.commands.show import View, command, remark

if TYPE_CHECKING:
    from zochastic.analysis.answer import Answer

Out = Annotated[
    str | None,
    typer.Option("-o", "--out", metavar="FILE", help="Draw the page: .pdf, .png or .svg."),
]
Games = Annotated[
    str | None,
    typer.Option(metavar="N", help="Games of each simulation.", show_default="the game's"),
]


def add_to(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    line = "zochastic cheatsheet diavolo -o sheet.pdf --quiet"
    command(app, "cheatsheet", example=line)(cheatsheet)


def cheatsheet(
    view: View,
    game: options.Game,
    out: Out = None,
    variant: options.VariantName = "printed",
    sets: options.Sets = None,
    games: Games = None,
    seed: options.Seed = "1",
    threads: options.Threads = None,
) -> "Answer":
    """Tell how to play well in at most seven rules, each with what it costs."""
    lots = None if games is None else options.read_games(games)
    start, workers = options.read_seed(seed), options.read_threads(threads)
    from zochastic.rules.variants import load_variant

    chosen = load_variant(game, variant, sets or ())
    file = None
    if out is not None:
        from zochastic.reports.charts import check_path

        file = check_path(out, what="-o")
    from zochastic.analysis import advice

    with view.progress("Weighing rules") as progress:
        answer = advice.rules(chosen, games=lots, seed=start, threads=workers, progress=progress)
    if file is not None and not answer.provenance.partial:
        from zochastic.reports.charts import save
        from zochastic.reports.sheet import sheet

        assert view.asker is not None
        typed = shlex.join(["zochastic", *view.asker.words])
        save(sheet(answer.made_by(typed)), file)
        if not view.quiet:
            remark(f"sheet written to {file}")
    return answer
