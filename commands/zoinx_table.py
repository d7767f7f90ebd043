"""``zochastic zoinx table``: a session at the table; type what you see, get advice."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from zochastic.commands import options
from zochastic.commands.show import View, emit
from zochastic.reports.cells import clean
from zochastic.rules.errors import InvalidInput

if TYPE_CHECKING:
    from zochastic.analysis.sessions import SessionFile
    from zochastic.analysis.zoinx.session import Session
    from zochastic.rules.variants import Variant

Players = Annotated[
    str | None, typer.Option(metavar="N", help="Players, 2 to 4.", show_default="the variant's")
]
Seat = Annotated[str, typer.Option(metavar="K", help="Your seat; seat 1 has the first turn.")]
File = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Where the game is kept.", show_default="one a variant"),
]
New = Annotated[bool, typer.Option("--new", help="Begin a new game; a kept one is renamed.")]

_ENDS = ("q", "quit", "exit")


def table(
    view: View,
    players: Players = None,
    seat: Seat = "1",
    file: File = None,
    new: New = False,
    variant: options.VariantName = "printed",
    sets: options.Sets = None,
) -> str:
    """Keep scores and bets at the table, and say what to do; ? shows what can be typed."""
    many = None if players is None else options.read_whole(players, "--players", 2, 4)
    mine = options.read_whole(seat, "--seat", 1, 4)
    from zochastic.rules.variants import load_variant

    chosen = load_variant("zoinx", variant, sets or ())
    from zochastic.analysis.sessions import SessionFile
    from zochastic.analysis.zoinx.session import Session, resume
    from zochastic.analysis.zoinx.telling import for_players

    chosen = for_players(chosen, many)
    if not 2 <= chosen.rules.players <= 4:
        raise InvalidInput("players", chosen.rules.players, "2 to 4 at the table")
    if mine > chosen.rules.players:
        raise InvalidInput("--seat", seat, f"1 to {chosen.rules.players}")
    path = _default_file(chosen) if file is None else Path(file)
    kept = SessionFile(path, new=new, make_folder=file is None)
    session = resume(chosen, mine - 1, kept)
    if session is None or not session.journal:
        session = Session(chosen, mine - 1)
        _say("A new game; ? shows what can be typed.")
    else:
        _say(f"The game goes on as it was kept in {path}; `new` begins another.")
    stopped = False
    try:
        _play(session, kept)
    except KeyboardInterrupt:
        stopped = True
        _say("")
    if session.journal:
        _say(f"The game is kept in {path}; the same command goes on with it.")
    if stopped:
        raise KeyboardInterrupt
    return ""


def _play(session: "Session", file: "SessionFile") -> None:
    """Ask and answer until the input ends."""
    from zochastic.analysis.zoinx.session import text_of

    fresh = True
    while True:
        if fresh:
            _say(session.situation())
            for advice in session.advice():
                _say(f"  {advice}")
        if emit(f"{session.prompt()}> ") != 0:
            return
        try:
            line = sys.stdin.readline() if sys.stdin is not None else ""
        except (OSError, ValueError):  # closed, or not for reading
            line = ""
        if not line or line.strip().lower() in _ENDS:
            if not line:
                _say("")
            return
        kept = len(session.journal)
        try:
            for told in session.enter(line):
                _say(told)
        except InvalidInput as wrong:
            _say(f"{wrong}")
        fresh = len(session.journal) != kept
        if fresh:
            old = file.save(text_of(session))
            if old is not None:
                _say(f"The game kept before is in {old} now.")


def _say(text: str) -> None:
    emit(f"{clean(text)}\n")


def _default_file(variant: "Variant") -> Path:
    """One file a set of rules, so that games of different variants do not meet."""
    from platformdirs import user_data_path

    return user_data_path("zochastic") / f"zoinx-table-{variant.digest[:12]}.json"
