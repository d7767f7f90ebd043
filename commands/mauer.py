"""``zochastic mauer``: moves, decks, boards and whole games of *Ab durch die Mauer*."""

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from zochastic.commands import mauer_board, options
from zochastic.commands.parsing import group
from zochastic.commands.show import View, command
from zochastic.rules.errors import InvalidInput, quoted

if TYPE_CHECKING:
    from zochastic.analysis.answer import Answer
    from zochastic.rules.variants import Variant

app = group("Ab durch die Mauer: moves, decks, boards, whole games.")
app.add_typer(mauer_board.app, name="board")

BoardName = Annotated[
    str | None,
    typer.Option(
        "--board",
        metavar="NAME|FILE",
        help="A shipped board or a board file.",
        show_default="the variant's",
    ),
]
Ghosts = Annotated[
    str | None,
    typer.Option(metavar="CELLS", help="Where the ghosts stand, in turn order: a1,g1,g7,a7."),
]
Sliders = Annotated[
    str | None,
    typer.Option(
        metavar="COLUMN:OFFSET,…",
        help="Where the sliders lie: 2:0,4:-1,6:0.",
        show_default="as at the start",
    ),
]
Turned = Annotated[
    str | None,
    typer.Option(metavar="0-3", help="Quarter turns of the board, clockwise.", show_default="0"),
]
Have = Annotated[
    str | None,
    typer.Option(
        metavar="PARTS",
        help="Parts that you have: head,legs; after / those of the others.",
        show_default="none",
    ),
]
Seat = Annotated[
    str | None,
    typer.Option(metavar="K", help="Which ghost is yours, from 1.", show_default="1"),
]
Seen = Annotated[
    str | None,
    typer.Option(
        metavar="FACTS", help="What you know of the decks: 1:head-b,2:-head-a (2 lacks it)."
    ),
]
StateFile = Annotated[
    str | None, typer.Option("--state", metavar="FILE|-", help="All of that from a TOML file.")
]
Goal = Annotated[
    str, typer.Option(metavar="garment|setup|block|NAME", help="What you want of the turn.")
]
Want = Annotated[
    str | None,
    typer.Option(
        metavar="GARMENT", help="The garment you stand on.", show_default="an unknown one"
    ),
]
Players = Annotated[
    str | None,
    typer.Option("--players", metavar="N", help="Players, 2 to 4.", show_default="the variant's"),
]
Policies = Annotated[
    str,
    typer.Option(
        metavar="A,B,…", help="random, greedy or planner by seat; greedy:none has no memory."
    ),
]
Games = Annotated[
    str | None,
    typer.Option(
        "--games", metavar="N", help="Games in all; 1e4 is a number.", show_default="ten a board"
    ),
]
GamesByBoard = Annotated[
    str | None,
    typer.Option(
        "--games",
        metavar="N",
        help="Games on all boards of the main figure, at least one a board; the comparisons "
        "play as many a board on top.",
        show_default="ten a board",
    ),
]
Boards = Annotated[str, typer.Option(metavar="N", help="Synthetic boards to play on.")]


@command(
    app,
    "plan",
    example="zochastic mauer plan --ghosts a1,g1,g7,a7 --have head,legs",
    chart="mauer:plan_chart",
)
def plan(
    view: View,
    variant: options.VariantName = "printed",
    sets: options.Sets = None,
    board: BoardName = None,
    ghosts: Ghosts = None,
    sliders: Sliders = None,
    turned: Turned = None,
    have: Have = None,
    seat: Seat = None,
    seen: Seen = None,
    state: StateFile = None,
    goal: Goal = "garment",
    threads: options.Threads = None,
) -> "Answer":
    """Find the best moves of a turn."""
    workers = options.read_threads(threads)
    chosen = _chosen(variant, sets, board)
    rules = chosen.rules
    from zochastic.rules.mauer.state import read_state, read_state_file

    given = {
        "--ghosts": ghosts, "--sliders": sliders, "--turned": turned, "--have": have,
        "--seat": seat, "--seen": seen,
    }  # fmt: skip
    if state is not None:
        both = [name for name, text in given.items() if text is not None]
        if both:
            raise InvalidInput(both[0], given[both[0]], "either that or --state, not both")
        lies = read_state_file(rules, rules.layout, state)
    elif ghosts is None:
        raise InvalidInput("--ghosts", "none", "cells such as a1,g1,g7,a7; or --state FILE")
    else:
        lies = read_state(
            rules, rules.layout, ghosts=ghosts, sliders=sliders, turned=turned or "0", have=have,
            seat=seat or "1", seen=seen or "",
        )  # fmt: skip
    asked = any(text.partition("=")[0].strip() == "players" for text in sets or ())
    if asked or "players" in chosen.changed:  # otherwise there are as many as there are ghosts
        where = "--ghosts" if state is None else f"--state {quoted(state)}: ghosts"
        _as_many(rules.players, len(lies.table.ghosts), where)
    from zochastic.analysis.mauer import answers

    return answers.plan(chosen, lies, goal=goal, picture=view.plot is not None, threads=workers)


@command(
    app,
    "search",
    example="zochastic mauer search --seen 1:head-b,2:-head-a --want head-c",
    chart="mauer:search_chart",
)
def search(
    view: View,
    variant: options.VariantName = "printed",
    sets: options.Sets = None,
    seen: Seen = None,
    want: Want = None,
) -> "Answer":
    """Find the deck to open for a garment."""
    chosen = _chosen(variant, sets, None)
    from zochastic.rules.mauer.facts import read_facts

    facts = read_facts(chosen.rules, seen or "")
    from zochastic.analysis.mauer import answers

    return answers.search(chosen, facts=facts, want=want)


@command(app, "odds", example="zochastic mauer odds --boards 100", chart="mauer:odds_chart")
def odds(
    view: View,
    variant: options.VariantName = "printed",
    sets: options.Sets = None,
    boards: Boards = "1000",
    players: Players = None,
    games: GamesByBoard = None,
    seed: options.Seed = "1",
    threads: options.Threads = None,
) -> "Answer":
    """Show over many boards how often a garment is in reach, and how fair the corners are."""
    many, sample = _boards(boards), _games(games)
    seats, start = _players(players), options.read_seed(seed)
    workers = options.read_threads(threads)
    chosen = _chosen(variant, sets, None)
    from zochastic.analysis.mauer import games as answers

    with view.progress("Playing games") as progress:
        return answers.odds(
            chosen, boards=many, games=sample, players=seats, seed=start, threads=workers,
            progress=progress,
        )  # fmt: skip


@command(
    app,
    "simulate",
    example="zochastic mauer simulate --policies planner,greedy,greedy,random --boards 9",
    chart="mauer:simulate_chart",
)
def simulate(
    view: View,
    variant: options.VariantName = "printed",
    sets: options.Sets = None,
    board: BoardName = None,
    boards: Boards = "200",
    players: Players = None,
    policies: Policies = "greedy",
    games: Games = None,
    seed: options.Seed = "1",
    precision: options.Precision = None,
    threads: options.Threads = None,
) -> "Answer":
    """Play whole games between players of graded strength."""
    many, sample = _boards(boards), _games(games)
    seats, start = _players(players), options.read_seed(seed)
    width, workers = options.read_precision(precision), options.read_threads(threads)
    chosen = _chosen(variant, sets, board)
    from zochastic.analysis.mauer import games as answers

    with view.progress("Playing games") as progress:
        return answers.simulate(
            chosen, policies=policies, players=seats, boards=many,
            board=None if board is None else chosen.rules.layout, games=sample, seed=start,
            precision=width, threads=workers, progress=progress,
        )  # fmt: skip


def _chosen(name: str, sets: list[str] | None, board: str | None) -> "Variant":
    """Read the variant, with another board where one is named."""
    from zochastic.rules.variants import load_variant

    found = load_variant("mauer", name, sets or ())
    if board is None:
        return found
    return replace(found, rules=replace(found.rules, board=board))


def _as_many(players: int, ghosts: int, where: str) -> None:
    """Refuse a table with another number of ghosts than the rules have players."""
    if ghosts != players:
        allowed = f"{players} ghosts, as players={players} says; or leave players out"
        raise InvalidInput(where, f"{ghosts} ghosts", allowed)


def _players(text: str | None) -> int | None:
    return None if text is None else options.read_whole(text, "--players", 2, 4)


def _boards(text: str) -> int:
    return options.read_whole(text, "--boards", 1, 10_000)


def _games(text: str | None) -> int | None:
    return None if text is None else options.read_whole(text, "--games", 1, 10**9)
