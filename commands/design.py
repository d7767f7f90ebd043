"""Commands for designers, whatever the game: ``balance`` and ``compare``."""

from typing import TYPE_CHECKING, Annotated

import typer

from zochastic.commands import options
from zochastic.commands.farm import Dask, StoreFile, farm_of
from zochastic.commands.show import View, command
from zochastic.rules.errors import InvalidInput

if TYPE_CHECKING:
    from zochastic.analysis.answer import Answer

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
Assumptions = Annotated[
    bool,
    typer.Option("--assumptions", help="Instead: every assumed reading of the rules both ways."),
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
Playouts = Annotated[
    str | None,
    typer.Option(
        metavar="N",
        help="From each position, for win probabilities that no table has.",
        show_default="the game's",
    ),
]

One = Annotated[str, typer.Argument(metavar="A", help="A variant's name or file.")]
Other = Annotated[str, typer.Argument(metavar="B", help="Another.")]
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
    line = "zochastic compare zoinx printed lead-or-tie --games 2000"
    command(app, "compare", example=line, chart="design:compare_chart")(compare)


def balance(
    view: View,
    game: options.Game,
    vary: Vary = None,
    players: PlayerRange = None,
    variant: options.VariantName = "printed",
    sets: options.Sets = None,
    metric: Metrics = None,
    policies: PolicyNames = None,
    freeze: Freeze = False,
    assumptions: Assumptions = False,
    sample: Sample = None,
    best: Best = None,
    games: GamesOf = None,
    precision: options.Precision = None,
    seconds: Seconds = None,
    playouts: Playouts = None,
    seed: options.Seed = "1",
    threads: options.Threads = None,
    store: StoreFile = None,
    dask: Dask = None,
) -> "Answer":
    """Change rules and see what it does to length, fairness, drama and luck."""
    lots = None if games is None else options.read_games(games)
    start = options.read_seed(seed)
    width, workers = options.read_precision(precision), options.read_threads(threads)
    pace = None if seconds is None else options.read_number(seconds, "--seconds", 0.1, 3600)
    tries = _read_playouts(playouts)
    points = None if sample is None else options.read_whole(sample, "--sample", 1, 2000)
    from zochastic.rules.variants import load_variant

    chosen = load_variant(game, variant, sets or ())
    from zochastic.analysis.vary import read_axes

    axes = read_axes(vary or (), players=players)
    names = [] if policies is None else [name.strip() for name in policies.split(",")]
    if assumptions:
        _alone(axes=axes, freeze=freeze, sample=sample, best=best, precision=precision)
        from zochastic.analysis.design.readings import assumptions as read_both_ways

        with farm_of(view, store, dask, workers) as farm, view.progress("Playing readings") as tell:
            return read_both_ways(
                chosen,
                sets=sets or (),
                metrics=metric or (),
                policies=names,
                games=lots,
                seed=start,
                threads=workers,
                farm=farm,
                seconds=pace,
                playouts=tries,
                progress=tell,
            )
    if not axes:
        raise InvalidInput("--vary", "nothing", "KEY=A:B or KEY=V,W,…, as devils=6:12")
    from zochastic.analysis.design.balance import balance as measure
    from zochastic.analysis.design.stops import Aim

    with farm_of(view, store, dask, workers) as farm, view.progress("Playing variants") as tell:
        return measure(
            chosen,
            axes=axes,
            metrics=metric or (),
            sets=sets or (),
            policies=names,
            freeze=freeze,
            sample=points,
            games=lots,
            seed=start,
            threads=workers,
            farm=farm,
            precision=width,
            best=None if best is None else Aim.read(best),
            seconds=pace,
            playouts=tries,
            progress=tell,
        )


def _read_playouts(text: str | None) -> int | None:
    if text is None:
        return None
    from zochastic.analysis.quality.nested import LEAST, MOST

    return options.read_whole(text, "--playouts", LEAST, MOST)


def _alone(**others: object) -> None:
    """Refuse options that say nothing about readings of the rules."""
    options_of = {"axes": "--vary", "freeze": "--freeze-policies"}
    for name, value in others.items():
        if value:
            option = options_of.get(name, f"--{name}")
            raise InvalidInput(option, "--assumptions", "one of the two")


def compare(
    view: View,
    game: options.Game,
    one: One,
    other: Other,
    sets: options.Sets = None,
    players: options.PlayersOfVariant = None,
    metric: Metrics = None,
    policies: PolicyNames = None,
    games: GamesOf = None,
    seconds: Seconds = None,
    playouts: Playouts = None,
    seed: options.Seed = "1",
    threads: options.Threads = None,
    store: StoreFile = None,
    dask: Dask = None,
) -> "Answer":
    """Put two variants side by side: all metrics, with paired differences."""
    lots = None if games is None else options.read_games(games)
    start, workers = options.read_seed(seed), options.read_threads(threads)
    pace = None if seconds is None else options.read_number(seconds, "--seconds", 0.1, 3600)
    tries = _read_playouts(playouts)
    more = [*(sets or ())]
    if players is not None:
        more.append(f"players={options.read_players(players)}")
    from zochastic.rules.variants import load_variant

    a, b = load_variant(game, one, more), load_variant(game, other, more)
    from zochastic.analysis.design.compare import compare as put_side_by_side

    with farm_of(view, store, dask, workers) as farm, view.progress("Playing variants") as tell:
        return put_side_by_side(
            a,
            b,
            metrics=metric or (),
            policies=[] if policies is None else [name.strip() for name in policies.split(",")],
            games=lots,
            seed=start,
            threads=workers,
            farm=farm,
            seconds=pace,
            playouts=tries,
            progress=tell,
        )
