"""``zochastic mauer board``: make a board, check one's own, look at it."""

from typing import TYPE_CHECKING, Annotated

import typer

from zochastic.commands import options
from zochastic.commands.parsing import group
from zochastic.commands.show import View, command
from zochastic.reports.tables import FORMATS
from zochastic.rules.errors import InvalidInput

if TYPE_CHECKING:
    from zochastic.analysis.answer import Answer
    from zochastic.rules.mauer import MauerRules

app = group("Boards: make one, check your own, draw it.")

Name = Annotated[str, typer.Argument(metavar="NAME|FILE", help="A shipped board, or a board file.")]
File = Annotated[str, typer.Argument(metavar="FILE", help="A board file.")]
Masks = Annotated[
    str,
    typer.Option(metavar="NAME|M,M,M", help="Magnets: assumed, few, ends, middle, many; or masks."),
]
Tunnels = Annotated[
    str, typer.Option(metavar="inner|outer|COLUMNS", help="Columns with tunnels: 2,3,4,5,6.")
]
Blank = Annotated[
    bool, typer.Option("--blank", help="An empty picture, to type your own board into.")
]


@command(app, "new", example="zochastic mauer board new --seed 7", formats=("toml",))
def new(
    view: View,
    variant: options.VariantName = "printed",
    sets: options.Sets = None,
    seed: options.Seed = "1",
    masks: Masks = "assumed",
    tunnels: Tunnels = "inner",
    blank: Blank = False,
) -> str:
    """Write a new board file: a legal board of this seed, or a blank one to fill in."""
    start = options.read_seed(seed)
    from zochastic.rules.mauer.board_files import blank_toml, board_toml
    from zochastic.rules.mauer.generator import make_board, read_masks, read_tunnel_layout

    rules = _rules(variant, sets)
    magnets, columns = read_masks(masks), read_tunnel_layout(tunnels)
    if len(magnets) > len(columns):
        allowed = f"at least {len(magnets)} columns, as --masks has as many masks"
        raise InvalidInput("--tunnels", tunnels, allowed)
    board = make_board(
        start, rooms=rules.rooms, parts=rules.parts, garments_a_part=rules.garments_a_part,
        masks=magnets, tunnels=columns,
    )  # fmt: skip
    return blank_toml(board) if blank else board_toml(board)


@command(app, "check", example="zochastic mauer board check synthetic-1", chart="mauer:board_chart")
def check(
    view: View,
    file: File,
    variant: options.VariantName = "printed",
    sets: options.Sets = None,
) -> "Answer":
    """Check a board file; what is wrong is one line that names the cell."""
    from zochastic.analysis.mauer.answers import board_answer
    from zochastic.rules.mauer.board_files import load_board

    rules = _rules(variant, sets)
    board = load_board(
        file, rooms=rules.rooms, parts=rules.parts, garments_a_part=rules.garments_a_part
    )
    sentence = f"The board is legal: {max(board.rooms) + 1} rooms, {len(board.garments)} garments."
    return board_answer(rules, board, sentence, name=file)


@command(
    app,
    "show",
    example="zochastic mauer board show synthetic-1",
    chart="mauer:board_chart",
    formats=(*FORMATS, "toml"),
)
def show(
    view: View,
    name: Name = "synthetic-1",
    variant: options.VariantName = "printed",
    sets: options.Sets = None,
) -> "Answer | str":
    """Draw a board, as text and with --plot as a picture; --format toml is its file."""
    from zochastic.analysis.mauer.answers import board_answer
    from zochastic.rules.mauer.board_files import board_names, board_toml, load_board

    rules = _rules(variant, sets)
    board = load_board(
        name, rooms=rules.rooms, parts=rules.parts, garments_a_part=rules.garments_a_part
    )
    if view.format == "toml":
        return board_toml(board)
    sentence = f"{board.name}: {board.origin}. Shipped boards: {', '.join(board_names())}."
    return board_answer(rules, board, sentence, name=name)


def _rules(variant: str, sets: list[str] | None) -> "MauerRules":
    """Read the rules that say what a legal board is; which board they name does not matter."""
    from zochastic.rules.variants import load_variant

    rules: MauerRules = load_variant("mauer", variant, ["board=random:1", *(sets or ())]).rules
    return rules
