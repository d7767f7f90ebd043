"""Where pawns stand on the track, and who has a pact with the devil for it."""

from bisect import bisect_left
from collections.abc import Sequence

from zochastic.rules.coal.game import CoalRules


def place(rules: CoalRules, wealth: int) -> int:
    """Number the place of a pawn: spaces 0, 2, 4, …, the gaps after them 1, 3, 5, ….

    A pawn stands on a space if the wealth is exactly that, or at most the first one; else in the
    gap between its neighbours. The gap beyond the last space is the last place.
    [coal: A round, 4]
    """
    space = bisect_left(rules.track, wealth)
    on_space = space == 0 or (space < len(rules.track) and rules.track[space] == wealth)
    return 2 * space if on_space else 2 * space - 1


def place_text(rules: CoalRules, wealth: int) -> str:
    """Name the place of a pawn: ``0-50``, ``200``, ``50..200`` for a gap, ``1600..`` the last."""
    space, gap = divmod(place(rules, wealth), 2)
    start = rules.track[space]
    if gap:
        return f"{start}..{rules.track[space + 1] if space + 1 < len(rules.track) else ''}"
    return str(start) if space else f"0-{start}"


def pacts(rules: CoalRules, wealth: Sequence[int]) -> tuple[bool, ...]:
    """Tell who has a pact with the devil in a round that begins with this wealth.

    The pawn stands alone in the last position, or on the space up to ``pact_space``.
    [coal: Pact with the devil]
    """
    places = [place(rules, chips) for chips in wealth]
    last = min(places, default=0)
    alone = rules.pact_alone_last and places.count(last) == 1
    return tuple(
        chips <= rules.pact_space or (alone and where == last)
        for chips, where in zip(wealth, places, strict=True)
    )
