"""What is worth showing where targets pull apart: the Pareto front, and its middle."""

from collections.abc import Sequence

import numpy as np

from zochastic.sims._jit import Floats

Points = Sequence[Sequence[float]]


def front(points: Points) -> list[int]:
    """Indices of the points that no other one dominates; less is better in every coordinate.

    One dominates another if it is nowhere worse and somewhere better; equal points stay together.
    """
    return unbeaten(points, points)


def unbeaten(near: Points, far: Points) -> list[int]:
    """Indices of what nobody is clearly better than, each known to lie from ``near`` to ``far``.

    One is clearly better if its far end dominates the other's near end.
    """
    ahead = _table(far)
    return [i for i, point in enumerate(_table(near)) if not _dominated(point, ahead)]


def beaten(near: Sequence[float], far: Points) -> bool:
    """Whether one of those that reach to ``far`` is clearly better than what begins at ``near``."""
    return bool(far) and _dominated(np.array(near), _table(far))


def _dominated(point: Floats, by: Floats) -> bool:
    return bool(((by <= point).all(axis=1) & (by < point).any(axis=1)).any())


def compromise(points: Points) -> list[float]:
    """How far each point is from the best of all coordinates at once.

    Each coordinate is counted from its best to its worst value on the front, so none weighs more by
    its unit; the largest counts (compromise programming, Zeleny 1973).
    """
    table = _table(points)
    edge = table[front(points)]
    best, worst = edge.min(axis=0), edge.max(axis=0)
    width = np.where(worst > best, worst - best, 1.0)
    return [float(x) for x in ((table - best) / width).max(axis=1)]


def _table(points: Points) -> Floats:
    table = np.array(points, np.float64)
    assert table.ndim == 2, "at least one point, all with as many coordinates"
    return table
