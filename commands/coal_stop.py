"""``zochastic coal stop``: draw again or stop, with the pieces in front of you."""

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from zochastic.commands import options
from zochastic.commands.show import View, command

if TYPE_CHECKING:
    from zochastic.analysis.answer import Answer
    from zochastic.rules.variants import Variant

Pieces = Annotated[
    list[str] | None,
    typer.Argument(metavar="PIECES", help="Good pieces drawn this turn: 20 20 50, or 20:2,50."),
]
Goal = Annotated[
    str | None,
    typer.Option(
        metavar="chips|win|amount|reach:N",
        help="What you want: chips of the round, to win the game, coal, or at least N.",
        show_default="with bets chips, else amount",
    ),
]
Bets = Annotated[
    str | None,
    typer.Option(metavar="CHIPS,...", help="Everybody's stake in turn order: 100,120,140,60."),
]
Results = Annotated[
    str | None,
    typer.Option(
        metavar="RESULT,...",
        help="Of those before you: 90x4 (amount x pieces), devil, or none (empty oven).",
    ),
]
Seat = Annotated[
    str | None,
    typer.Option(
        metavar="N", help="Your place in turn order, from 1.", show_default="after the results"
    ),
]
Wealth = Annotated[
    str | None,
    typer.Option(
        metavar="CHIPS,...",
        help="Chips now, stakes included, in turn order, or of all.",
        show_default="stakes, and enough for a devil",
    ),
]
Pacts = Annotated[
    str | None,
    typer.Option(
        metavar="N,...",
        help="Who has a pact, by place: 2,4 or none.",
        show_default="as pawns stand by --wealth",
    ),
]
Playout = Annotated[
    str | None,
    typer.Option(
        metavar="POLICY",
        help="How everybody plays on, for --goal win.",
        show_default="champion if there is one",
    ),
]
Games = Annotated[
    str | None,
    typer.Option(
        metavar="N",
        help="Rounds or games of each action at most, where simulated.",
        show_default="500000; win: 200000",
    ),
]
Precision = Annotated[
    str | None,
    typer.Option(
        metavar="P",
        help="Stop when the 95 % half-width is at most P.",
        show_default="0.5 chips; win: 0.0075",
    ),
]


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    command(app, "stop", example="zochastic coal stop 20 20 50", chart="coal_stop:stop_chart")(stop)


def stop(
    view: View,
    pieces: Pieces = None,
    variant: options.VariantName = "printed",
    sets: options.Sets = None,
    oven: options.OvenText = None,
    gone: options.GoneText = None,
    bets: Bets = None,
    results: Results = None,
    seat: Seat = None,
    wealth: Wealth = None,
    pacts: Pacts = None,
    goal: Goal = None,
    playout: Playout = None,
    games: Games = None,
    precision: Precision = None,
    seed: options.Seed = "1",
    threads: options.Threads = None,
) -> "Answer":
    """Draw again or stop, with the pieces in front of you."""
    from zochastic.rules.coal import Oven, position_of, read_drawn, read_oven
    from zochastic.rules.errors import InvalidInput
    from zochastic.rules.variants import load_variant

    start, workers = options.read_seed(seed), options.read_threads(threads)
    sample = None if games is None else options.read_games(games)
    width = options.read_precision(precision)
    chosen = load_variant("coal", variant, sets or ())
    curve = view.plot is not None
    told = {"--results": results, "--seat": seat, "--wealth": wealth, "--pacts": pacts}
    from zochastic.analysis.coal.answers import stop as answer

    if bets is None:
        for name, text in told.items():
            if text is not None:
                raise InvalidInput(name, text, "nothing without --bets, everybody's stakes")
        lay = read_oven(chosen.rules, oven=oven, gone=gone)
        drawn = read_drawn(chosen.rules, lay, pieces) if pieces else Oven()
        return answer(chosen, drawn=drawn, oven=lay, goal=goal, curve=curve)
    if goal == "win" and wealth is None:
        raise InvalidInput("--wealth", "nothing", "everybody's chips, for --goal win")
    if "players" not in chosen.changed:  # stakes tell how many play
        chosen = _seated(chosen, bets)
    position = position_of(
        chosen.rules,
        pieces=pieces,
        oven=oven,
        gone=gone,
        wealth=wealth,
        bets=bets,
        results=results,
        seat=seat,
        pacts=pacts,
    )
    with view.progress("Playing rounds") as progress:
        return answer(
            chosen,
            position=position,
            goal=goal,
            curve=curve,
            playout=playout,
            games=sample,
            precision=width,
            seed=start,
            threads=workers,
            progress=progress,
        )


def _seated(variant: "Variant", bets: str) -> "Variant":
    """The variant for as many players as there are stakes."""
    from zochastic.rules.coal import read_bets
    from zochastic.rules.errors import InvalidInput

    players = len(read_bets(bets))
    if not 2 <= players <= 6:
        raise InvalidInput("--bets", bets, "2 to 6 stakes, one for each player")
    return replace(variant, rules=replace(variant.rules, players=players))
