"""``zochastic coal table``: a session at the table; type what you see, get advice."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zochastic.commands import options
from zochastic.commands.coal_sitting import Sitting, say
from zochastic.commands.show import View, command
from zochastic.rules.errors import InvalidInput

if TYPE_CHECKING:
    from zochastic.analysis.coal.session.journal import Session
    from zochastic.analysis.sessions import SessionFile
    from zochastic.rules.variants import Variant

Lines = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="LINE", help="Entries to take in, all or none, instead of asking: '20 50 d'."
    ),
]
Players = Annotated[
    str | None,
    typer.Option(
        metavar="N|NAME,...",
        help="How many play, or who, in seat order.",
        show_default="as kept, or the variant's",
    ),
]
Seat = Annotated[
    str | None,
    typer.Option(metavar="K|NAME", help="Your seat.", show_default="as kept, or 1"),
]
Starter = Annotated[
    str | None,
    typer.Option(metavar="K|NAME", help="Who begins the first round.", show_default="seat 1"),
]
Goal = Annotated[
    str | None,
    typer.Option(
        metavar="chips|win",
        help="What advice is for: chips of the round, or to win.",
        show_default="as kept, or chips",
    ),
]
Advice = Annotated[
    str, typer.Option(metavar="auto|asked", help="Advice when it is your turn, or only for ?.")
]
File = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Where the game is kept.", show_default="one a variant"),
]
New = Annotated[bool, typer.Option("--new", help="Begin a new game; a kept one is renamed.")]


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    command(
        app, "table", example="zochastic coal table --players 4 --seat 1", formats=("table",)
    )(table)  # fmt: skip


def table(
    view: View,
    lines: Lines = None,
    players: Players = None,
    seat: Seat = None,
    starter: Starter = None,
    goal: Goal = None,
    advice: Advice = "auto",
    file: File = None,
    new: New = False,
    variant: options.VariantName = "printed",
    sets: options.Sets = None,
) -> str:
    """Keep a game at the table: oven, stakes, chips and pacts; `help` lists what to type."""
    _one_of("--advice", advice, ("auto", "asked"))
    if goal is not None:
        _one_of("--goal", goal, ("chips", "win"))
    from zochastic.analysis.sessions import SessionFile
    from zochastic.rules.variants import load_variant

    chosen = load_variant("coal", variant, sets or ())
    path = _default_file(chosen) if file is None else Path(file)
    kept = SessionFile(path, new=new, make_folder=file is None)
    session = _session(chosen, kept, players, seat, starter, goal)
    sitting = Sitting(session, kept, advice == "auto")
    if lines:
        sitting.take_all(lines)
        return ""
    if session.journal:
        say(f"The game goes on as it was kept in {path}; `new` begins another.")
    else:
        say("A new game; `help` lists what can be typed.")
    stopped = False
    try:
        sitting.play()
    except KeyboardInterrupt:
        stopped = True
        say("")
    if session.journal:
        say(f"The game is kept in {path}; the same command goes on with it.")
    if stopped:
        raise KeyboardInterrupt
    return ""


def _session(
    variant: "Variant",
    file: "SessionFile",
    players: str | None,
    seat: str | None,
    starter: str | None,
    goal: str | None,
) -> "Session":
    """The game that is kept, or a new one; what is told goes before what was kept."""
    from zochastic.analysis.coal.session.file import resume
    from zochastic.analysis.coal.session.journal import Session, for_players
    from zochastic.analysis.coal.session.names import check_names, plain_names

    names: tuple[str, ...] | None = None
    if players is not None and not players.strip().isdecimal():
        names = tuple(word.strip() for word in players.split(","))
        check_names(names)
    elif players is not None:
        names = plain_names(options.read_whole(players, "--players", 2, 6))
    many = None if names is None else len(names)
    if many is None and "players" in variant.changed:
        many = variant.rules.players
    kept = resume(variant, file, players=many)
    if kept is not None:
        called = kept.names if players is None or players.strip().isdecimal() else names
        called = called or kept.names
        first = kept.starter if starter is None else _seat("--starter", starter, called)
        if kept.journal and first != kept.starter:
            began = f"{called[kept.starter]}, who began the game that is kept; --new begins another"
            raise InvalidInput("--starter", starter, began)
        mine = kept.seat if seat is None else _seat("--seat", seat, called)
        return replace(kept, names=called, seat=mine, starter=first, goal=goal or kept.goal)
    called = names or plain_names(variant.rules.players)
    return Session(
        for_players(variant, len(called)),
        0 if seat is None else _seat("--seat", seat, called),
        called,
        0 if starter is None else _seat("--starter", starter, called),
        goal=goal or "chips",
    )


def _seat(what: str, word: str, names: tuple[str, ...]) -> int:
    """The seat that a number or a name tells."""
    from zochastic.analysis.coal.session.reading import find

    if word.strip().isdecimal():
        return options.read_whole(word, what, 1, len(names)) - 1
    return find(names, 0, word.strip(), what)


def _one_of(what: str, got: str, allowed: tuple[str, ...]) -> None:
    if got not in allowed:
        raise InvalidInput(what, got, " or ".join(allowed), known=allowed)


def _default_file(variant: "Variant") -> Path:
    """One file a set of rules, so that games of different variants do not meet."""
    from platformdirs import user_data_path

    return user_data_path("zochastic") / f"coal-table-{variant.digest[:12]}.json"
