"""What all answers about zoinx share: who plays, what is assumed, what made them."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from zochastic.rules.variants import Variant
from zochastic.rules.zoinx import ZoinxRules

Progress = Callable[[int, int], None]

#: Seat 1 has the turn wherever scores are told.
ORDER = "Seats are numbered in turn order, seat 1 has the turn."


def for_players(variant: Variant, players: int | None) -> Variant:
    """The variant with another number of players.

    Raises
    ------
    InvalidInput : a start for each player of another number.
    """
    if players is None or players == variant.rules.players:
        return variant
    return replace(variant, rules=replace(variant.rules, players=players))


def part(progress: Progress, index: int, parts: int) -> Progress:
    """Progress of one of several equal parts, told as progress of the whole."""
    return lambda done, total: progress(index * total + done, parts * total)


def listed(items: Sequence[object]) -> str:
    """Items with commas between them, as people type them."""
    return ",".join(map(str, items))


def assumptions(rules: ZoinxRules) -> list[str]:
    """Notes on the assumed readings in force."""
    return [f"Assumed: {sentence}" for _, sentence in rules.assumptions]
