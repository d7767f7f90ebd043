"""``zochastic diavolo``: which imp to grab, when, and who wins the race."""

from typing import TYPE_CHECKING, Annotated

import typer

from zochastic.commands import options
from zochastic.commands.diavolo_train import train
from zochastic.commands.parsing import group
from zochastic.commands.show import View, command
from zochastic.rules.errors import InvalidInput

if TYPE_CHECKING:
    from zochastic.analysis.answer import Answer

app = group("Diavolo: read the dice, grab the right imp.")

Dice = Annotated[
    list[str] | None,
    typer.Argument(metavar="DICE", help="A word a colour, black red white: 236 355 1.."),
]
Order = Annotated[
    str | None,
    typer.Option(
        metavar="ORDER", help="What the Order die shows, as sum-max.", show_default="all of them"
    ),
]
Goal = Annotated[str, typer.Option(metavar="gems|right", help="What you want.")]
Gems = Annotated[
    str | None,
    typer.Option(metavar="K", help="Gems that you have.", show_default="some below the cap"),
]
Colour = Annotated[str | None, typer.Option(metavar="2,3,6", help="Dice of this colour.")]
Nearest = Annotated[
    str | None, typer.Option(metavar="IMP", help="Colour of the die nearest to the Order die.")
]
Gone = Annotated[str | None, typer.Option(metavar="IMPS", help="Imps no longer there: red,grey.")]
Cost = Annotated[
    str | None,
    typer.Option(metavar="GEMS", help="What a look at a die costs.", show_default="0.05"),
]
Hazard = Annotated[
    str | None, typer.Option(metavar="P", help="Chance at a look that your imps run out, instead.")
]
People = Annotated[
    str,
    typer.Option(metavar="WHO,WHO", help="fast, average, slow, child, sure:0.8, or a .toml file."),
]
GemsOfAll = Annotated[
    str | None,
    typer.Option("--gems", metavar="K,K", help="Gems of each.", show_default="the variant's"),
]
Table = Annotated[
    list[str] | None, typer.Argument(metavar="GEMS", help="Your gems, then those of the others.")
]
Error = Annotated[str, typer.Option(metavar="P", help="Chance of each to grab a wrong imp.")]
Equalise = Annotated[
    bool, typer.Option("--equalise", help="Find the handicap that gives the weakest his share.")
]


@command(app, "odds", example="zochastic diavolo odds --games 1e5", chart="diavolo:odds_chart")
def odds(
    view: View,
    variant: options.VariantName = "printed",
    sets: options.Sets = None,
    games: options.Games = "1e6",
    seed: options.Seed = "1",
    threads: options.Threads = None,
) -> "Answer":
    """Show how often each imp is right, by order."""
    sample, start = options.read_games(games), options.read_seed(seed)
    workers = options.read_threads(threads)
    from zochastic.rules.variants import load_variant

    chosen = load_variant("diavolo", variant, sets or ())
    from zochastic.analysis.diavolo import answers

    with view.progress("Throwing dice") as progress:
        return answers.odds(chosen, games=sample, seed=start, threads=workers, progress=progress)


@command(
    app,
    "read",
    example="zochastic diavolo read 236 355 1.. --order sum-max",
    chart="diavolo:read_chart",
)
def read(
    view: View,
    dice: Dice = None,
    order: Order = None,
    black: Colour = None,
    red: Colour = None,
    white: Colour = None,
    blue: Colour = None,
    green: Colour = None,
    yellow: Colour = None,
    nearest: Nearest = None,
    gone: Gone = None,
    goal: Goal = "gems",
    gems: Gems = None,
    variant: options.VariantName = "printed",
    sets: options.Sets = None,
) -> "Answer":
    """Tell which imp to grab, all dice seen or some."""
    purse = None if gems is None else options.read_whole(gems, "--gems", 1, 100)
    from zochastic.rules.diavolo import read_seen
    from zochastic.rules.variants import load_variant

    chosen = load_variant("diavolo", variant, sets or ())
    told = {
        "black": black, "red": red, "white": white, "blue": blue, "green": green, "yellow": yellow
    }  # fmt: skip
    seen = read_seen(chosen.rules, dice or (), told)
    from zochastic.analysis.diavolo import answers

    return answers.read(
        chosen,
        seen=seen,
        order=order,
        goal=goal,
        gems=purse,
        nearest=nearest,
        gone=() if gone is None else [imp.strip() for imp in gone.split(",")],
    )


@command(
    app,
    "snap",
    example="zochastic diavolo snap --order value-max --cost 0.05",
    chart="diavolo:snap_chart",
)
def snap(
    view: View,
    order: Order = None,
    cost: Cost = None,
    hazard: Hazard = None,
    goal: Goal = "gems",
    gems: Gems = None,
    variant: options.VariantName = "printed",
    sets: options.Sets = None,
) -> "Answer":
    """Find when to stop looking at dice and grab."""
    if cost is not None and hazard is not None:
        raise InvalidInput("--hazard", hazard, "either --cost or --hazard, not both")
    danger = 0.0 if hazard is None else options.read_number(hazard, "--hazard", 0, 1)
    price = 0.05 if cost is None else options.read_number(cost, "--cost", 0, 100)
    purse = None if gems is None else options.read_whole(gems, "--gems", 1, 100)
    if view.plot is not None and order is None:
        raise InvalidInput("--plot", str(view.plot), "a chart of one order, with --order")
    from zochastic.rules.variants import load_variant

    chosen = load_variant("diavolo", variant, sets or ())
    from zochastic.analysis.diavolo import answers

    return answers.snap(
        chosen,
        order=order,
        cost=price if hazard is None else 0.0,
        hazard=danger,
        goal=goal,
        gems=purse,
        curve=view.plot is not None,
    )


@command(app, "gems", example="zochastic diavolo gems 2 5 4")
def gems(
    view: View,
    table: Table = None,
    error: Error = "0.08",
    variant: options.VariantName = "printed",
    sets: options.Sets = None,
) -> "Answer":
    """Weigh a right, wrong or grey grab: in gems, and in chances to win."""
    purses = [options.read_whole(text, "GEMS", 1, 100) for text in table or ()]
    slip = options.read_number(error, "--error", 0, 1)
    from zochastic.rules.variants import load_variant

    chosen = load_variant("diavolo", variant, sets or ())
    from zochastic.analysis.diavolo import answers

    return answers.gems(chosen, table=purses, error=slip)


@command(
    app,
    "simulate",
    example="zochastic diavolo simulate --people fast,slow,slow,child --games 1e5",
    chart="diavolo:simulate_chart",
)
def simulate(
    view: View,
    people: People = "fast,average,slow,child",
    gems: GemsOfAll = None,
    equalise: Equalise = False,
    variant: options.VariantName = "printed",
    sets: options.Sets = None,
    games: options.Games = "1e6",
    seed: options.Seed = "1",
    precision: options.Precision = None,
    threads: options.Threads = None,
) -> "Answer":
    """Play whole games between people who differ in speed and care."""
    sample, start = options.read_games(games), options.read_seed(seed)
    width, workers = options.read_precision(precision), options.read_threads(threads)
    purses = None
    if gems is not None:
        purses = [options.read_whole(text, "--gems", 0, 100) for text in gems.split(",")]
    from zochastic.rules.variants import load_variant

    chosen = load_variant("diavolo", variant, sets or ())
    from zochastic.analysis.diavolo.people import read_people

    seated = read_people(people)
    from zochastic.analysis.diavolo import answers

    with view.progress("Playing games") as progress:
        return answers.simulate(
            chosen,
            people=seated,
            gems=purses,
            games=sample,
            seed=start,
            threads=workers,
            precision=width,
            equalise=equalise,
            progress=progress,
        )


command(app, "train", example="zochastic diavolo train --throws 30 --save ann.toml")(train)
