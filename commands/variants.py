"""``zochastic variants``: which rules there are, what they say, whether a file is sound."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zochastic.commands import options
from zochastic.commands.parsing import group
from zochastic.commands.show import View, command
from zochastic.reports.cells import shown as cell
from zochastic.reports.tables import FORMATS

if TYPE_CHECKING:
    from zochastic.analysis.answer import Answer, Row, Scalar
    from zochastic.rules.variants import Variant

app = group("Variants of the rules.")

Game = Annotated[str | None, typer.Argument(metavar="[GAME]", help="Only this game, as coal.")]
Name = Annotated[str, typer.Argument(metavar="NAME|FILE", help="As coal/printed, or a TOML file.")]
File = Annotated[str, typer.Argument(metavar="FILE", help="A TOML file.")]


@command(app, "list", example="zochastic variants list coal")
def list_(view: View, game: Game = None) -> "Answer":
    """List the variants that come with the program."""
    from zochastic.rules.variants import list_variants

    found = list_variants(game)
    rows: list[Row] = [
        {"variant": v.id, "differs": _changes(v) or "nothing: the printed game"} for v in found
    ]
    many = "1 variant comes" if len(found) == 1 else f"{len(found)} variants come"
    sentence = f"{many} with the program: {', '.join(v.id for v in found)}."
    return _answer(sentence, "Variants", rows)


@command(app, "show", example="zochastic variants show coal/printed", formats=(*FORMATS, "toml"))
def show(view: View, name: Name, sets: options.Sets = None) -> "Answer | str":
    """Show every rule of a variant; --format toml is a file to start your own from."""
    from zochastic.rules.variants import find, to_toml

    variant = find(name, sets or ())
    if view.format == "toml":
        return to_toml(variant)
    printed = type(variant.rules)().plain()
    rows = [_row(variant, key, value, printed[key]) for key, value in variant.rules.plain().items()]
    return _answer(_difference(variant), f"Rules of {variant.title}", rows, variant)


@command(app, "check", example="zochastic variants check my-rules.toml")
def check(view: View, file: File) -> "Answer":
    """Check a file of rules; say in what it differs from the printed game."""
    from zochastic.rules.variants import check_file

    variant = check_file(file)
    printed = type(variant.rules)().plain()
    rows = []
    for name, value in variant.changed.items():
        key, _, inner = name.partition(".")
        before = printed[key].get(inner, 0) if inner else printed[key]
        rows.append(_row(variant, name, value, before))
    sentence = f"The file is sound. {_difference(variant)}"
    return _answer(sentence, f"Check of {variant.title}", rows, variant)


def _difference(variant: "Variant") -> str:
    count = len(variant.changed)
    if not count:
        return f"{variant.title} is the printed game."
    keys = "1 key" if count == 1 else f"{count} keys"
    return f"{variant.title} differs from the printed game in {keys}: {_changes(variant)}."


def _changes(variant: "Variant") -> str:
    return ", ".join(f"{key}={cell(key, value)}" for key, value in variant.changed.items())


def _row(variant: "Variant", key: str, value: Any, printed: Any) -> "Row":
    from zochastic.rules.fields import keys_of

    meaning = keys_of(type(variant.rules))[key.partition(".")[0]].metadata["doc"]
    before = None if printed == value else _text(printed)
    return {"key": key, "value": _text(value), "printed": before, "meaning": meaning}


def _text(value: Any) -> "Scalar":
    """Give a value of a rule as it is; counts and lists as one text."""
    if value is None:
        return "none"
    if isinstance(value, Mapping):
        return " ".join(f"{key}:{count}" for key, count in value.items())
    if isinstance(value, list | tuple):
        return " ".join(map(str, value))
    scalar: Scalar = value
    return scalar


def _answer(
    sentence: str, title: str, rows: "list[Row]", variant: "Variant | None" = None
) -> "Answer":
    from importlib.metadata import version

    from zochastic.analysis.answer import Answer, Provenance

    facts: dict[str, Scalar] = {}
    notes: list[str] = []
    if variant is not None:
        facts = {"game": variant.game, "name": variant.name, "digest": variant.digest}
        notes = [f"Assumed: {sentence}" for _, sentence in variant.rules.assumptions]
    made = Provenance(
        command="zochastic variants",
        variant="" if variant is None else variant.id,
        changes={} if variant is None else variant.changed,
        method="exact",
        version=version("zochastic"),
    )
    return Answer(
        answer=sentence, title=title, facts=facts, rows=rows, notes=notes, provenance=made
    )
