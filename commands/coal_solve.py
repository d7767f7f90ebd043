"""``zochastic coal solve``: the opening round in the simplest rules that lose least."""

from typing import TYPE_CHECKING, Annotated

import typer

from zochastic.commands import options
from zochastic.commands.show import View, command

if TYPE_CHECKING:
    from zochastic.analysis.answer import Answer

Players = Annotated[
    str | None,
    typer.Option(
        "--players", metavar="N", help="How many play, 2 to 6.", show_default="the variant's"
    ),
]
Games = Annotated[
    str, typer.Option(metavar="N", help="Rounds of each bet, seat and table; turns go with it.")
]


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    example = "zochastic coal solve --players 2 --games 128"
    command(app, "solve", example=example, chart="coal_solve:solve_chart")(solve)


def solve(
    view: View,
    variant: options.VariantName = "printed",
    sets: options.Sets = None,
    players: Players = None,
    games: Games = "1024",
    seed: options.Seed = "1",
    threads: options.Threads = None,
) -> "Answer":
    """Tell the opening round in simple rules, each with what it loses."""
    many = None if players is None else options.read_whole(players, "--players", 2, 6)
    rounds = options.read_whole(games, "--games", 1, 1_000_000)
    start, workers = options.read_seed(seed), options.read_threads(threads)
    from zochastic.rules.variants import load_variant

    chosen = load_variant("coal", variant, sets or ())
    from zochastic.analysis.coal.answers import solve as answer

    with view.progress("Solving the round") as progress:
        return answer(
            chosen, players=many, games=rounds, seed=start, threads=workers, progress=progress
        )
