"""``zochastic story``: a typical game and a dramatic one, step by step."""

from typing import TYPE_CHECKING, Annotated

import typer

from zochastic.commands import options
from zochastic.commands.show import View, command

if TYPE_CHECKING:
    from zochastic.analysis.answer import Answer

PolicyNames = Annotated[
    str | None,
    typer.Option("--policies", metavar="NAME,…", help="Who plays: one for all or one a seat."),
]
Games = Annotated[str, typer.Option(metavar="N", help="Games to choose from, at most 1e5.")]


def add_to(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    line = "zochastic story zoinx --games 200"
    command(app, "story", example=line, chart="story:story_chart")(story)


def story(
    view: View,
    game: options.Game,
    policies: PolicyNames = None,
    variant: options.VariantName = "printed",
    sets: options.Sets = None,
    games: Games = "1000",
    seed: options.Seed = "1",
) -> "Answer":
    """Tell a typical game and a dramatic one: chances to win, or scores."""
    sample, start = options.read_games(games), options.read_seed(seed)
    from zochastic.rules.variants import load_variant

    chosen = load_variant(game, variant, sets or ())
    from zochastic.analysis.story import story as tell

    names = [] if policies is None else [name.strip() for name in policies.split(",")]
    with view.progress("Playing games"):
        return tell(chosen, policies=names, games=sample, seed=start)
