"""Corrections of the oven at the table: what is left, what is gone, how many were counted."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from zochastic.rules.coal import CoalRules, Oven, parse_pieces
from zochastic.rules.errors import InvalidInput

if TYPE_CHECKING:
    from zochastic.analysis.coal.session.steps import Table

_ANEW = ("new", "fresh", "full", "reshuffled")
_KEPT = ("keep", "kept", "old")


def read_correction(
    rules: CoalRules, table: "Table", verb: str, words: Sequence[str]
) -> tuple[tuple[str, ...] | None, list[str]]:
    """The entry for the whole oven that is meant, None if it is known already; and remarks.

    A lone number is how many pieces are left, never a piece of that value: that is ``20:1``.

    Raises
    ------
    InvalidInput : it is none, or cannot be.
    """
    text = " ".join(words)
    lower = text.lower()
    turned = table.position.turned(rules)
    rest = rules.fresh.minus(turned)
    if verb == "gone":
        heap = Oven() if lower == "none" else parse_pieces(text, what="gone")
        if not rules.fresh.contains(heap):
            raise InvalidInput("gone", text, f"at most a full oven: {rules.fresh}")
        return ("oven", str(rules.fresh.minus(heap))), []
    if lower in _ANEW:
        return ("oven", str(rest)), []
    if lower in _KEPT:
        if table.left is None or not table.left.contains(turned):
            raise InvalidInput("oven", text, "keep only in a round for which it was laid out anew")
        return ("oven", str(table.left.minus(turned))), []
    if lower.isascii() and lower.isdigit():
        return _counted(table.position.oven, rest, text)
    return ("oven", str(parse_pieces(text, what="oven"))), []


def _counted(oven: Oven, rest: Oven, text: str) -> tuple[tuple[str, ...] | None, list[str]]:
    """An oven of so many pieces: nobody saw which differ, so each kind gives its share."""
    number = int(text) if len(text) < 5 else 0
    if not 1 <= number <= rest.size:
        raise InvalidInput("oven", text, f"1 to {rest.size} pieces, or which ones")
    if number == oven.size:
        return None, [f"That is what was counted here: {oven}."]
    if number < oven.size:
        guess = _share(oven, oven.size - number)
        after, taken = oven.minus(guess), "gone unseen"
    else:
        guess = _share(rest.minus(oven), number - oven.size)
        after, taken = oven.plus(guess), "there still"
    remark = f"Counted here were {oven.size}; taken to be {taken}: {guess}."
    return ("oven", str(after)), [f"{remark} `oven` and pieces tell it exactly."]


def _share(heap: Oven, number: int) -> Oven:
    """So many pieces of a heap, of each kind its share; the rest by largest remainder."""
    kinds = [*heap.coal, (0, heap.devils)]
    taken = {value: number * count // heap.size for value, count in kinds}
    order = sorted(kinds, key=lambda kind: (-(number * kind[1] % heap.size), -kind[1]))
    for value, _ in order[: number - sum(taken.values())]:
        taken[value] += 1
    return Oven.of({value: count for value, count in taken.items() if value}, taken[0])
