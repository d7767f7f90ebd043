"""``zochastic coal simulate`` and ``duel``: whole games of *Auf Teufel komm raus*."""

from typing import TYPE_CHECKING, Annotated

import typer

from zochastic.commands import options
from zochastic.commands.show import View, command
from zochastic.rules.errors import InvalidInput

if TYPE_CHECKING:
    from zochastic.analysis.answer import Answer

Policies = Annotated[
    str,
    typer.Option(
        metavar="P,P,...",
        help="One a seat, BET+DRAW or either: fixed:100, share:0.5, chance:0.6, all-in, champion; "
        "ev, amount:100, pieces:4, own-bet, round. One alone plays all seats.",
    ),
]
Names = Annotated[
    list[str] | None,
    typer.Argument(metavar="POLICY", help="Two policies, or more: every pair meets."),
]
RoundRobin = Annotated[
    str | None,
    typer.Option(metavar="P,P,...", help="Policies of which every pair meets."),
]
Ladder = Annotated[
    bool, typer.Option("--ladder", help="One policy against each of 65 rules of thumb.")
]
Table = Annotated[
    str | None,
    typer.Option("--players", metavar="N", help="Players, 2 to 6.", show_default="the variant's"),
]
DuelGames = Annotated[
    str | None,
    typer.Option(
        metavar="N",
        help="Games from each place of the lone player.",
        show_default="5e4; of many 1e4",
    ),
]

#: Games from each place by default: of two policies, of many.
_TWO, _MANY = 50_000, 10_000


def add_to(app: typer.Typer) -> None:
    """Add the commands to the group of the game."""
    example = "zochastic coal simulate --policies round,fixed:100,share:0.5,ev --games 1e4"
    command(app, "simulate", example=example, chart="coal_games:simulate_chart")(simulate)
    example = "zochastic coal duel chance:0.6 fixed:100 --games 1000"
    command(app, "duel", example=example, chart="coal_games:duel_chart")(duel)


def simulate(
    view: View,
    policies: Policies = "round",
    variant: options.VariantName = "printed",
    sets: options.Sets = None,
    games: options.Games = "1e6",
    seed: options.Seed = "1",
    precision: options.Precision = None,
    threads: options.Threads = None,
) -> "Answer":
    """Play whole games, one policy a seat."""
    sample, start = options.read_games(games), options.read_seed(seed)
    width, workers = options.read_precision(precision), options.read_threads(threads)
    from zochastic.rules.variants import load_variant

    chosen = load_variant("coal", variant, sets or ())
    from zochastic.analysis.coal import answers

    with view.progress("Playing games") as progress:
        return answers.simulate(
            chosen,
            policies=[name.strip() for name in policies.split(",")],
            games=sample,
            seed=start,
            threads=workers,
            precision=width,
            progress=progress,
        )


def duel(
    view: View,
    policies: Names = None,
    round_robin: RoundRobin = None,
    ladder: Ladder = False,
    players: Table = None,
    variant: options.VariantName = "printed",
    sets: options.Sets = None,
    games: DuelGames = None,
    seed: options.Seed = "1",
    precision: options.Precision = None,
    threads: options.Threads = None,
) -> "Answer":
    """Let one policy play alone among others, and the other way round."""
    names = read_names(policies or [], round_robin, ladder=ladder)
    many = None if players is None else options.read_whole(players, "--players", 2, 6)
    default = _TWO if len(names) == 2 else _MANY
    sample = default if games is None else options.read_games(games)
    start = options.read_seed(seed)
    width, workers = options.read_precision(precision), options.read_threads(threads)
    from zochastic.rules.variants import load_variant

    chosen = load_variant("coal", variant, sets or ())
    from zochastic.analysis.coal import answers

    with view.progress("Playing games") as progress:
        if ladder:
            from zochastic.analysis.coal.game.ladder import LADDER

            return answers.ladder(
                chosen, policy=names[0], others=LADDER, players=many, games=sample, seed=start,
                threads=workers, precision=width, progress=progress,
            )  # fmt: skip
        return answers.duel(
            chosen, policies=names, players=many, games=sample, seed=start, threads=workers,
            precision=width, progress=progress,
        )  # fmt: skip


def read_names(words: list[str], round_robin: str | None, *, ladder: bool) -> list[str]:
    """Read the policies: those that stand alone, and those of ``--round-robin``."""
    listed = [] if round_robin is None else round_robin.split(",")
    names = [name.strip() for word in words for name in word.split(",")]
    names += [name.strip() for name in listed]
    if ladder and len(names) != 1:
        raise InvalidInput("POLICIES", ",".join(names) or "none", "one policy with --ladder")
    if not ladder and len(names) < 2:
        allowed = "two policies such as chance:0.6 fixed:100, or more"
        raise InvalidInput("POLICIES", ",".join(names) or "none", allowed)
    return names
