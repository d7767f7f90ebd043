"""``zochastic advisor``: a page for the phone that tells what to do, without a network."""

import shlex
from typing import Annotated

import typer

from zochastic.commands import options
from zochastic.commands.show import View, command

Game = Annotated[str, typer.Argument(metavar="GAME", help="coal, zoinx or diavolo.")]
Out = Annotated[
    str | None,
    typer.Option("-o", "--out", metavar="FILE", help="Where to.", show_default="GAME-advisor.html"),
]
PlayersOfGame = Annotated[
    str | None,
    typer.Option("--players", metavar="N", help="Players.", show_default="the variant's"),
]


def add_to(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    line = "zochastic advisor zoinx -o zoinx-advisor.html"
    command(app, "advisor", example=line, formats=("html",))(advisor)


def advisor(
    view: View,
    game: Game,
    out: Out = None,
    players: PlayersOfGame = None,
    variant: options.VariantName = "printed",
    sets: options.Sets = None,
) -> str:
    """Write a page that tells what to do when you tap what you see at the table."""
    from zochastic.reports import files
    from zochastic.rules.variants import load_variant

    changes = list(sets or ())
    if players is not None:
        changes.append(f"players={options.read_players(players)}")
    chosen = load_variant(game, variant, changes)
    from zochastic.analysis import advisor

    advisor.check_advised(game)
    file = files.check_file(out or f"{game}-advisor.html", (".html", ".htm"), what="-o")
    with view.progress("Solving") as progress:
        made = advisor.data(chosen, progress=progress)
    from zochastic.reports.advisor import page

    assert view.asker is not None
    content = page(chosen, made, shlex.join(["zochastic", *view.asker.words]))
    files.write_whole(file, content)
    return f"{file}: {made['does']}; {chosen.title}, {len(content):,} bytes\n"
