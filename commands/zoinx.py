"""``zochastic zoinx``: odds, secret bets, roll or stop, and whole games of *Zoinx!*."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from zochastic.commands import options
from zochastic.commands.parsing import group
from zochastic.commands.show import View, command
from zochastic.commands.zoinx_table import table
from zochastic.rules.errors import InvalidInput

if TYPE_CHECKING:
    from zochastic.analysis.answer import Answer

app = group("Zoinx!: secret bets on dots, roll or stop.")

Scores = Annotated[
    str | None,
    typer.Option(
        metavar="A,B[,C[,D]]",
        help="Scores, first of whose turn it is (seat 1), then in turn order.",
        show_default="the variant's start",
    ),
]
Seat = Annotated[str, typer.Option(metavar="K", help="Who asks: 1 has the turn, 2 is next.")]
LastTurns = Annotated[
    str,
    typer.Option(metavar="K", help="Turns left in the final round, this one too; 0: not begun."),
]
Against = Annotated[
    str | None,
    typer.Option(metavar="POLICY", help="The other of two plays this: reply as is best."),
]
Bets = Annotated[
    str | None,
    typer.Option(metavar="A,B[,C[,D]]", help="The open bets, in the order of the scores."),
]
Total = Annotated[str, typer.Option(metavar="T", help="Dots of this turn so far.")]
Goal = Annotated[
    str, typer.Option(metavar="win|points", help="Win the game, or the most points this turn.")
]
Players = Annotated[
    str | None,
    typer.Option(metavar="1|2|3", help="Players.", show_default="the variant's"),
]
Save = Annotated[
    str | None, typer.Option(metavar="FILE", help="Keep the policy in a .npz file, for later.")
]
Again = Annotated[
    bool, typer.Option("--again", help="Solve three players anew, though a solution is stored.")
]
Policies = Annotated[
    str,
    typer.Option(
        metavar="P,P",
        help="One a seat: points, perfect, fixed:BET:HOLD:OPP, hold:N, FILE.npz; or one for all.",
    ),
]

_SEPARATOR = re.compile(r"\s*,\s*|\s+")
_HYPHENS = re.compile(r"[0-9]+(-[0-9]+)+", re.ASCII)
_WHOLE = re.compile(r"-?[0-9]{1,7}", re.ASCII)


@command(app, "odds", example="zochastic zoinx odds --games 1e5", chart="zoinx:odds_chart")
def odds(
    view: View,
    variant: options.VariantName = "printed",
    sets: options.Sets = None,
    games: options.Games = "1e6",
    seed: options.Seed = "1",
    precision: options.Precision = None,
    threads: options.Threads = None,
) -> "Answer":
    """Show what each bet brings, when to stop, and what the others' bets earn."""
    sample, start = options.read_games(games), options.read_seed(seed)
    width, workers = options.read_precision(precision), options.read_threads(threads)
    from zochastic.rules.variants import load_variant

    chosen = load_variant("zoinx", variant, sets or ())
    from zochastic.analysis.zoinx import answers

    with view.progress("Playing turns") as progress:
        return answers.odds(
            chosen, games=sample, seed=start, threads=workers, precision=width, progress=progress
        )


@command(app, "bet", example="zochastic zoinx bet --scores 25,25", chart="zoinx:bet_chart")
def bet(
    view: View,
    scores: Scores = None,
    seat: Seat = "1",
    last_turns: LastTurns = "0",
    against: Against = None,
    variant: options.VariantName = "printed",
    sets: options.Sets = None,
    games: options.Games = "2e5",
    seed: options.Seed = "1",
    precision: options.Precision = None,
    threads: options.Threads = None,
) -> "Answer":
    """Find what to bet: the equilibrium of two or three, whole games of four."""
    asking, left = options.read_whole(seat, "--seat", 1, 4), read_last(last_turns)
    sample, start = options.read_games(games), options.read_seed(seed)
    width, workers = options.read_precision(precision), options.read_threads(threads)
    from zochastic.rules.variants import load_variant

    chosen = load_variant("zoinx", variant, sets or ())
    points = chosen.rules.starts if scores is None else read_scores(scores)
    from zochastic.analysis.zoinx import answers

    with view.progress("Playing games") as progress:
        return answers.bet(
            chosen,
            scores=points,
            seat=asking,
            last_turns=left,
            against=against,
            games=sample,
            seed=start,
            threads=workers,
            precision=width,
            progress=progress,
        )


@command(
    app, "stop", example="zochastic zoinx stop --scores 12,8 --bets 4,2 --total 5",
    chart="zoinx:stop_chart",
)  # fmt: skip
def stop(
    view: View,
    scores: Scores = None,
    bets: Bets = None,
    total: Total = "0",
    last_turns: LastTurns = "0",
    goal: Goal = "win",
    against: Against = None,
    variant: options.VariantName = "printed",
    sets: options.Sets = None,
    games: options.Games = "2e5",
    seed: options.Seed = "1",
    precision: options.Precision = None,
    threads: options.Threads = None,
) -> "Answer":
    """Roll again or stop, with the bets open."""
    dots, left = options.read_whole(total, "--total", 0, 100_000), read_last(last_turns)
    sample, start = options.read_games(games), options.read_seed(seed)
    width, workers = options.read_precision(precision), options.read_threads(threads)
    from zochastic.rules.variants import load_variant

    chosen = load_variant("zoinx", variant, sets or ())
    points = None if scores is None else read_scores(scores)
    opened = () if bets is None else read_bets(bets)
    if points is None and goal == "win":
        points = chosen.rules.starts
    from zochastic.analysis.zoinx import answers

    with view.progress("Playing games") as progress:
        return answers.stop(
            chosen,
            bets=opened,
            total=dots,
            scores=points,
            last_turns=left,
            goal=goal,
            against=against,
            curve=view.plot is not None,
            games=sample,
            seed=start,
            threads=workers,
            precision=width,
            progress=progress,
        )


@command(app, "solve", example="zochastic zoinx solve", chart="zoinx:solve_chart")
def solve(
    view: View,
    players: Players = None,
    save: Save = None,
    again: Again = False,
    variant: options.VariantName = "printed",
    sets: options.Sets = None,
) -> "Answer":
    """Solve the whole game: win probability and best bets at every score."""
    many = None if players is None else options.read_whole(players, "--players", 1, 4)
    from zochastic.rules.variants import load_variant

    chosen = load_variant("zoinx", variant, sets or ())
    from zochastic.analysis.zoinx import answers

    with view.progress("Solving") as progress:
        return answers.solve(
            chosen,
            players=many,
            save=save,
            grid=view.plot is not None,
            again=again,
            progress=progress,
        )


@command(
    app, "simulate", example="zochastic zoinx simulate --policies perfect,points --games 1e5",
    chart="zoinx:simulate_chart",
)  # fmt: skip
def simulate(
    view: View,
    policies: Policies = "points",
    scores: Scores = None,
    last_turns: LastTurns = "0",
    variant: options.VariantName = "printed",
    sets: options.Sets = None,
    games: options.Games = "1e6",
    seed: options.Seed = "1",
    precision: options.Precision = None,
    threads: options.Threads = None,
) -> "Answer":
    """Play whole games, one policy a seat, beside their exact value where two play."""
    sample, start = options.read_games(games), options.read_seed(seed)
    width, workers = options.read_precision(precision), options.read_threads(threads)
    left = read_last(last_turns)
    from zochastic.rules.variants import load_variant

    chosen = load_variant("zoinx", variant, sets or ())
    points = None if scores is None else read_scores(scores)
    from zochastic.analysis.zoinx import answers

    with view.progress("Playing games") as progress:
        return answers.simulate(
            chosen,
            policies=[name.strip() for name in policies.split(",")],
            scores=points,
            last_turns=left,
            games=sample,
            seed=start,
            threads=workers,
            precision=width,
            progress=progress,
        )


command(
    app, "table", example="zochastic zoinx table --players 2 --seat 1", formats=("table",)
)(table)  # fmt: skip


def read_last(text: str) -> int:
    """Read ``--last-turns``."""
    return options.read_whole(text, "--last-turns", 0, 3)


def read_scores(text: str) -> Sequence[int]:
    """Read ``--scores``: ``12,8,5`` or ``12-8-5``."""
    words = _words(text, "--scores", "one to four whole numbers, such as 12,8")
    if not all(_WHOLE.fullmatch(word) for word in words):
        raise InvalidInput("--scores", text, "one to four whole numbers, such as 12,8")
    return [int(word) for word in words]


def read_bets(text: str) -> Sequence[int | None]:
    """Read ``--bets``: ``4,8``; ``none`` where a player does not bet."""
    allowed = "a bet a player, such as 4,8, first of whose turn it is"
    words = _words(text, "--bets", allowed)
    if not all(word == "none" or _WHOLE.fullmatch(word) for word in words):
        raise InvalidInput("--bets", text, allowed)
    return [None if word == "none" else int(word) for word in words]


def _words(text: str, what: str, allowed: str) -> list[str]:
    plain = text.strip()
    words = plain.split("-") if _HYPHENS.fullmatch(plain) else _SEPARATOR.split(plain)
    if not all(words) or len(words) > 4:
        raise InvalidInput(what, text, allowed)
    return words
