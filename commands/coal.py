"""``zochastic coal``: odds and the bet in *Auf Teufel komm raus*."""

from typing import TYPE_CHECKING, Annotated

import typer

from zochastic.commands import options
from zochastic.commands.parsing import group
from zochastic.commands.show import View, command

if TYPE_CHECKING:
    from zochastic.analysis.answer import Answer

app = group("Auf Teufel komm raus: coal, devils and bets.")

AllWealth = Annotated[
    str | None,
    typer.Option(
        metavar="CHIPS,...",
        help="Chips of each player in turn order, or of all.",
        show_default="the variant's start",
    ),
]
Seat = Annotated[str, typer.Option(metavar="N", help="Your place in turn order, from 1.")]
BetGoal = Annotated[
    str,
    typer.Option(
        metavar="chips|lead|win",
        help="Chips of the round; chips less the mean of the others'; to win the game.",
    ),
]
Others = Annotated[
    str,
    typer.Option(
        metavar="equilibrium|help|POLICY",
        help="What the others do: bet by an equilibrium, all help, or a policy such as "
        "chance:0.6 or fixed:100+round.",
    ),
]
Select = Annotated[
    str,
    typer.Option(
        metavar="highest|safest",
        help="Which equilibrium: the best for you, or the best in the worst case.",
    ),
]
Exact = Annotated[
    bool,
    typer.Option("--exact", help="Solve two players who draw perfectly, even where that is slow."),
]
Playout = Annotated[
    str | None,
    typer.Option(
        metavar="POLICY",
        help="How everybody plays on, for --goal win.",
        show_default="the champion, if there is one",
    ),
]
BetGames = Annotated[
    str | None,
    typer.Option(
        metavar="N",
        help="Rounds, or games, by which bets are judged.",
        show_default="16384; help: 1e6; win: 2e5",
    ),
]
BetPrecision = Annotated[
    str | None,
    typer.Option(
        metavar="P", help="Stop when the 95 % half-width of the main figures is at most P."
    ),
]


@command(
    app, "odds", example="zochastic coal odds --players 4 --games 1e5", chart="coal:odds_chart"
)
def odds(
    view: View,
    variant: options.VariantName = "printed",
    sets: options.Sets = None,
    oven: options.OvenText = None,
    gone: options.GoneText = None,
    players: options.Players = "1",
    aims: options.Aims = "50:300:50",
    games: options.Games = "1e6",
    seed: options.Seed = "1",
    precision: options.Precision = None,
    threads: options.Threads = None,
) -> "Answer":
    """Show how likely an amount is with best play, and how often a devil comes."""
    drawers, wanted = options.read_players(players), options.read_aims(aims)
    sample, start = options.read_games(games), options.read_seed(seed)
    width, workers = options.read_precision(precision), options.read_threads(threads)
    from zochastic.rules.coal import read_oven
    from zochastic.rules.variants import load_variant

    chosen = load_variant("coal", variant, sets or ())
    lay = read_oven(chosen.rules, oven=oven, gone=gone)
    from zochastic.analysis.coal import answers

    with view.progress("Playing turns") as progress:
        return answers.odds(
            chosen,
            oven=lay,
            players=drawers,
            aims=wanted,
            games=sample,
            seed=start,
            threads=workers,
            precision=width,
            progress=progress,
        )


@command(app, "bet", example="zochastic coal bet --wealth 200 --games 1000", chart="coal:bet_chart")
def bet(
    view: View,
    variant: options.VariantName = "printed",
    sets: options.Sets = None,
    oven: options.OvenText = None,
    gone: options.GoneText = None,
    players: options.PlayersOfVariant = None,
    wealth: AllWealth = None,
    seat: Seat = "1",
    goal: BetGoal = "chips",
    others: Others = "equilibrium",
    select: Select = "highest",
    exact: Exact = False,
    playout: Playout = None,
    games: BetGames = None,
    precision: BetPrecision = None,
    seed: options.Seed = "1",
    threads: options.Threads = None,
) -> "Answer":
    """Find what to stake on the best amount of the round."""
    drawers = None if players is None else options.read_players(players)
    place = options.read_whole(seat, "--seat", 1, 6)
    sample = None if games is None else options.read_games(games)
    width, start = options.read_precision(precision), options.read_seed(seed)
    workers = options.read_threads(threads)
    from zochastic.rules.coal import read_oven
    from zochastic.rules.variants import load_variant

    chosen = load_variant("coal", variant, sets or ())
    lay = read_oven(chosen.rules, oven=oven, gone=gone)
    chips = None if wealth is None else _chips(wealth, drawers)
    from zochastic.analysis.coal import answers

    with view.progress("Weighing bets") as progress:
        return answers.bet(
            chosen,
            oven=lay,
            players=drawers,
            wealth=chips,
            seat=place,
            goal=goal,
            others=others,
            select=select,
            exact=True if exact else None,
            playout=playout,
            games=sample,
            precision=width,
            seed=start,
            threads=workers,
            progress=progress,
        )


def _chips(text: str, players: int | None) -> "int | tuple[int, ...]":
    """Read ``--wealth``: one number is everybody's, several tell how many play."""
    from zochastic.rules.coal import read_wealth

    told = text.count(",") + 1
    chips = read_wealth(text, players or told)
    return chips[0] if told == 1 and players is None else chips
