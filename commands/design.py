"""Commands for designers, whatever the game: ``balance``."""

from typing import TYPE_CHECKING, Annotated

import typer

from zochastic.commands import options
from zochastic.commands.show import View, command
from zochastic.rules.errors import InvalidInput

if TYPE_CHECKING:
    from zochastic.analysis.answer import Answer

Game = Annotated[str, typer.Argument(metavar="GAME", help="coal, zoinx, diavolo or mauer.")]
Vary = Annotated[
    list[str] | None,
    typer.Option("--vary", metavar="KEY=RANGE", help="A:B, A:B:STEP or V,W,…; may be repeated."),
]
PlayerRange = Annotated[
    str | None, typer.Option("--players", metavar="A:B", help="Players, a number or a range.")
]
Metrics = Annotated[
    list[str] | None,
    typer.Option("--metric", metavar="NAME", help="Only these; the first is the main one."),
]
PolicyNames = Annotated[
    str | None,
    typer.Option("--policies", metavar="NAME,…", help="Who plays: one for all or one a seat."),
]
Freeze = Annotated[
    bool,
    typer.Option("--freeze-policies", help="Nobody adapts: policies made for the unvaried rules."),
]
Sample = Annotated[
    str | None, typer.Option("--sample", metavar="N", help="So many points, not the whole grid.")
]
Best = Annotated[
    str | None,
    typer.Option(metavar="METRIC=TARGET", help="Drop variants that are clearly further from it."),
]
Seconds = Annotated[
    str | None,
    typer.Option(metavar="S", help="Seconds that a turn takes.", show_default="the game's"),
]

GamesOf = Annotated[
    str | None,
    typer.Option(
        "--games",
        metavar="N",
        help="Games of each variant; 1e6 is a number.",
        show_default="1e5, mauer 2e4",
    ),
]


def add_to(app: typer.Typer) -> None:
    """Add the commands to ``app``."""
    line = "zochastic balance coal --vary devils=8:10 --metric mean_rounds --games 2000"
    command(app, "balance", example=line, chart="design:balance_chart")(balance)


def balance(
    view: View,
    game: Game,
    vary: Vary = None,
    players: PlayerRange = None,
    variant: options.VariantName = "printed",
    sets: options.Sets = None,
    metric: Metrics = None,
    policies: PolicyNames = None,
    freeze: Freeze = False,
    sample: Sample = None,
    best: Best = None,
    games: GamesOf = None,
    precision: options.Precision = None,
    seconds: Seconds = None,
    seed: options.Seed = "1",
    threads: options.Threads = None,
) -> "Answer":
    """Change rules and see what it does to length, fairness, drama and luck."""
    lots = None if games is None else options.read_games(games)
    start = options.read_seed(seed)
    width, workers = options.read_precision(precision), options.read_threads(threads)
    pace = None if seconds is None else options.read_number(seconds, "--seconds", 0.1, 3600)
    points = None if sample is None else options.read_whole(sample, "--sample", 1, 2000)
    from zochastic.rules.variants import load_variant

    chosen = load_variant(game, variant, sets or ())
    from zochastic.analysis.vary import read_axes

    axes = read_axes(vary or (), players=players)
    if not axes:
        raise InvalidInput("--vary", "nothing", "KEY=A:B or KEY=V,W,…, as devils=6:12")
    from zochastic.analysis.design.balance import balance as measure
    from zochastic.analysis.design.stops import Aim

    with view.progress("Playing variants") as progress:
        return measure(
            chosen,
            axes=axes,
            metrics=metric or (),
            policies=[] if policies is None else policies.split(","),
            freeze=freeze,
            sample=points,
            games=lots,
            seed=start,
            threads=workers,
            precision=width,
            best=None if best is None else Aim.read(best),
            seconds=pace,
            progress=progress,
        )
