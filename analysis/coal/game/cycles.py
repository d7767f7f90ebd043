"""Policies of which each wins more than its share among the next: no order ranks them."""

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any


def shortest_cycle(rows: Sequence[Mapping[str, Any]], *, two: bool = False) -> list[str]:
    """The shortest cycle of a contest, first policy last again; empty if there is none.

    Parameters
    ----------
    rows : ``alone``, ``among`` and ``verdict`` of each pair; an arrow leads from a policy to those
        among whom it ``wins more``. Of equally short cycles the first in the order of the rows.
    """
    beats: dict[str, list[str]] = {}
    for row in rows:
        if row["verdict"] == "wins more":
            beats.setdefault(row["alone"], []).append(row["among"])
        elif two and row["verdict"] == "wins less":
            beats.setdefault(row["among"], []).append(row["alone"])
    shortest: list[str] = []
    for start in beats:
        found = _back_to(start, beats)
        if found and (not shortest or len(found) < len(shortest)):
            shortest = found
    return shortest


def _back_to(start: str, beats: Mapping[str, Sequence[str]]) -> list[str]:
    """The shortest way from a policy back to itself, breadth first."""
    came: dict[str, str] = {}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for there in beats.get(here, ()):
            if there == start:
                way = [here]
                while way[-1] != start:
                    way.append(came[way[-1]])
                return [*reversed(way), start]
            if there not in came:
                came[there] = here
                queue.append(there)
    return []
