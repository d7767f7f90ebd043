"""``zochastic tune``: the values of the rules that meet a designer's targets."""

from typing import TYPE_CHECKING, Annotated

import typer

from zochastic.commands import options
from zochastic.commands.design import PolicyNames, Seconds, Vary
from zochastic.commands.farm import Dask, StoreFile, farm_of
from zochastic.commands.show import View, command, remark

if TYPE_CHECKING:
    from zochastic.analysis.answer import Answer

Targets = Annotated[
    list[str] | None,
    typer.Option(
        "--target",
        metavar="TARGET",
        help="NAME=V, NAME=V±T, NAME=A:B, NAME<V or NAME>V; may be repeated.",
    ),
]
BudgetText = Annotated[
    str,
    typer.Option("--budget", metavar="B", help="A time, as 10min, or a number, as '40 trials'."),
]
Resume = Annotated[
    str | None,
    typer.Option(
        "--resume", metavar="FILE", help="Keep the search in FILE.sqlite, or go on with it."
    ),
]
Output = Annotated[
    str | None,
    typer.Option("-o", "--out", metavar="FILE", help="Write the best variant to FILE.toml."),
]
PlayersGiven = Annotated[
    str | None, typer.Option("--players", metavar="N", help="Players, a number or a range A:B.")
]
GamesOf = Annotated[
    str | None,
    typer.Option(
        "--games",
        metavar="N",
        help="Games of a variant that is not clearly behind another.",
        show_default="1e5, mauer 2e4",
    ),
]


def add_to(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    line = "zochastic tune coal --vary devils=8:11 --target mean_rounds=8 --games 2000"
    command(app, "tune", example=line, chart="tune:tune_chart")(tune)


def tune(
    view: View,
    game: options.Game,
    vary: Vary = None,
    target: Targets = None,
    budget: BudgetText = "40 trials",
    players: PlayersGiven = None,
    variant: options.VariantName = "printed",
    sets: options.Sets = None,
    policies: PolicyNames = None,
    games: GamesOf = None,
    resume: Resume = None,
    output: Output = None,
    seconds: Seconds = None,
    seed: options.Seed = "1",
    threads: options.Threads = None,
    store: StoreFile = None,
    dask: Dask = None,
) -> "Answer":
    """Find values of the rules that meet targets of length, fairness, drama."""
    lots = None if games is None else options.read_games(games)
    start, workers = options.read_seed(seed), options.read_threads(threads)
    pace = None if seconds is None else options.read_number(seconds, "--seconds", 0.1, 3600)
    more, span = list(sets or ()), players
    if players is not None and not set(players) & set(":,"):
        more.append(f"players={options.read_players(players)}")
        span = None
    from zochastic.reports.files import check_file, write_whole

    out = None if output is None else check_file(output, (".toml",), what="-o")
    file = None if resume is None else check_file(resume, (".sqlite", ".db"), what="--resume")
    from zochastic.rules.variants import load_variant

    chosen = load_variant(game, variant, more)
    from zochastic.analysis.vary import read_axes

    axes = read_axes(vary or (), players=span)
    from zochastic.analysis.design.budget import Budget

    most = Budget.read(budget)
    from zochastic.analysis.design.targets import read_targets

    wanted = read_targets(target or ())
    from zochastic.analysis.design.tune import tune as search

    with farm_of(view, store, dask, workers) as farm, view.progress("Trying variants") as tell:
        answer = search(
            chosen,
            axes=axes,
            targets=wanted,
            budget=most,
            sets=more,
            policies=[] if policies is None else [name.strip() for name in policies.split(",")],
            games=lots,
            seed=start,
            threads=workers,
            seconds=pace,
            resume=file,
            farm=farm,
            progress=tell,
        )
    if out is not None and not answer.provenance.partial:
        from zochastic.analysis.design.tuned import best_of
        from zochastic.rules.variants import to_toml

        best = load_variant(game, variant, [*more, *best_of(answer)])
        write_whole(out, to_toml(best).encode())
        if not view.quiet:
            remark(f"the best variant written to {out}: --variant {out} plays it")
    return answer
