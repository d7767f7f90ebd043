"""Which variants a sweep plays: keys and their values, all together or a sample of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil, log2
from typing import Any

from zochastic.rules.errors import InvalidInput
from zochastic.rules.fields import kinds_of
from zochastic.rules.toml_files import parse_value
from zochastic.rules.variants import Variant, load_variant

#: The most variants of a sweep, and the most values of a key.
MOST_CELLS, MOST_VALUES = 2_000, 1_000


@dataclass(frozen=True)
class Axis:
    """A key and the values that it takes, as ``--set`` writes them."""

    key: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Cell:
    """A variant of a sweep.

    Attributes
    ----------
    parameters : key and value of each axis, as plain values.
    at : which value of each axis it has.
    """

    parameters: dict[str, Any]
    at: tuple[int, ...]
    variant: Variant


def read_axes(texts: Sequence[str], *, players: str | None = None) -> list[Axis]:
    """Read ``key=A:B``, ``key=A:B:STEP`` or ``key=V,W,…``; ``players`` is one more range.

    Raises
    ------
    InvalidInput : no such form, a range that is empty or too long, a key that comes twice.
    """
    given = [*texts, *([] if players is None else [f"players={players}"])]
    axes: list[Axis] = []
    for text in given:
        what = f"--players {players}" if text == f"players={players}" else "--vary"
        key, equals, right = (part.strip() for part in text.partition("="))
        if not equals or not key or not right:
            raise InvalidInput(what, text, "KEY=A:B, KEY=A:B:STEP or KEY=V,W, as devils=6:12")
        values = _range(right, text, what) if ":" in right else tuple(_parts(right))
        if len(values) != len(set(values)) or not all(values):
            raise InvalidInput(what, text, "values with commas between them, each once")
        if len(values) > MOST_VALUES:
            raise InvalidInput(what, text, f"at most {MOST_VALUES:,} values")
        if key in {axis.key for axis in axes}:
            raise InvalidInput(what, text, "each key once")
        axes.append(Axis(key, values))
    return axes


def cells(
    variant: Variant, sets: Sequence[str], axes: Sequence[Axis], points: int | None, seed: int
) -> list[Cell]:
    """The whole grid, or ``points`` of it."""
    if points is None:
        return grid(variant, sets, axes)
    return sample(variant, sets, axes, points, seed)


def grid(variant: Variant, sets: Sequence[str], axes: Sequence[Axis]) -> list[Cell]:
    """All combinations of the values, the last key fastest."""
    many = 1
    for axis in axes:
        many *= len(axis.values)
    if many > MOST_CELLS:
        allowed = f"at most {MOST_CELLS:,} variants; --sample N plays a choice of them"
        raise InvalidInput("--vary", f"{many:,} variants", allowed)
    places = product(*(range(len(axis.values)) for axis in axes))
    return [cell_at(variant, sets, axes, at) for at in places]


def sample(
    variant: Variant, sets: Sequence[str], axes: Sequence[Axis], points: int, seed: int
) -> list[Cell]:
    """So many points of a scrambled Sobol sequence, each once; at most as many as the grid has."""
    from scipy.stats import qmc

    engine = qmc.Sobol(d=len(axes), scramble=True, rng=seed)
    drawn = engine.random_base2(ceil(log2(points)) if points > 1 else 0)[:points]
    places = {
        tuple(int(u * len(axis.values)) for u, axis in zip(row, axes, strict=True)): None
        for row in drawn
    }
    return [cell_at(variant, sets, axes, at) for at in places]


def cell_at(
    variant: Variant, sets: Sequence[str], axes: Sequence[Axis], at: tuple[int, ...]
) -> Cell:
    """The variant at a place of the grid: which value of each axis it has."""
    chosen = [(axis.key, axis.values[i]) for axis, i in zip(axes, at, strict=True)]
    more = [f"{key}={value}" for key, value in chosen]
    made = load_variant(variant.game, variant.id, [*sets, *more])
    return Cell({key: plain_value(value) for key, value in chosen}, at, made)


def check_keys(variant: Variant, axes: Sequence[Axis]) -> None:
    """Refuse a key that the game does not have, and lists where numbers are asked for."""
    kinds = kinds_of(type(variant.rules))
    for axis in axes:
        if axis.key.partition(".")[0] not in kinds:
            raise InvalidInput("--vary: key", axis.key, ", ".join(kinds), known=kinds)


def plain_value(text: str) -> Any:
    """A value as rows show it: a number, a truth, a name; anything else as it was typed."""
    value = parse_value(text)
    return value if isinstance(value, int | float | str | bool) else text


def _parts(text: str) -> list[str]:
    """Cut at the commas that lie in no bracket."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign in "[{") - (sign in "]}")
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts]


def _range(right: str, text: str, what: str) -> tuple[str, ...]:
    """``A:B`` or ``A:B:STEP`` with both ends; whole numbers stay whole."""
    from decimal import Decimal, InvalidOperation

    wrong = InvalidInput(what, text, "KEY=A:B or KEY=A:B:STEP with A below B, as devils=6:12")
    parts = right.split(":")
    if len(parts) not in (2, 3) or any(not part or len(part) > 20 for part in parts):
        raise wrong
    try:
        numbers = [Decimal(part) for part in parts]
    except InvalidOperation:
        raise wrong from None
    if not all(number.is_finite() for number in numbers):
        raise wrong
    low, high, step = (*numbers, Decimal(1))[:3]
    if not (step > 0 and low < high):
        raise wrong
    many = int((high - low) / step) + 1
    if many > MOST_VALUES:
        raise InvalidInput(what, text, f"at most {MOST_VALUES:,} values")
    values = [low + i * step for i in range(many)]
    if values[-1] != high:
        values.append(high)
    return tuple(f"{value:f}" for value in values)
