"""Pivots of eight small zero-sum games at a time, in vector lanes.

The lanes pivot in step, each with a row and a column of its own.  One that is at its optimum has
none (−1), and its tableau stays as it is.
"""

import numpy as np

from zochastic.sims._jit import Floats, helper, routine
from zochastic.sims._lanes import anywhere, full, higher, lanes_array, load, lower, store, where

#: float64[·, 8] each: scaled payoffs, tableau, one column of it, one row, labels, mixtures, and
#: numbers a lane.
Lots = tuple[Floats, Floats, Floats, Floats, Floats, Floats, Floats]

#: Smallest pivot, smallest cost that counts, smallest difference of two ratios.
Tolerance = tuple[float, float, float]

#: Rows of the last of `Lots`.
VALUE, GAP, SETTLED, SADDLE, ROW, COLUMN, LOW, SHRINK, EXTENT = range(9)


def lots(m: int, n: int) -> Lots:
    """Arrays that `solve_eights` needs for games of m × n."""
    return (
        lanes_array(m * n),
        lanes_array((m + 1) * (n + 1)),
        lanes_array(m + 1),
        lanes_array(n + 1),
        lanes_array(m + n),
        lanes_array(m + n),
        lanes_array(9),
    )


@helper
def _leaving(m: int, n: int, c: Floats, work: Lots, tolerance: Tolerance) -> tuple[Floats, Floats]:
    """The row that column ``c`` replaces, −1 if none does, and the pivot; the column is kept."""
    table, factors = work[1], work[2]
    smallest, _, tie = tolerance
    r, best, size = full(-1), full(np.inf), full(0)
    for i in range(m + 1):
        t = full(0)
        for j in range(n):
            t = where(c == j, load(table, i * (n + 1) + j), t)
        store(factors, i, t)
        if i < m:
            fits = smallest < t
            t = where(fits, t, 0.0)
            over = higher(load(table, i * (n + 1) + n), full(0))
            ratio = where(fits, over / where(fits, t, 1.0), np.inf)
            less = ratio < best - tie
            tied = where(ratio <= best + tie, where(size < t, 1.0, 0.0), 0.0) == 1.0
            best = where(less, ratio, where(tied, lower(best, ratio), best))
            r = where(less, i, where(tied, i, r))
            size = where(less, t, where(tied, t, size))
    return r, size


@helper
def _exchange(m: int, n: int, r: Floats, c: Floats, size: Floats, work: Lots) -> None:
    """Pivot on row ``r`` and column ``c``; where both are −1 nothing changes."""
    _, table, factors, pivots, labels, _, _ = work
    width = n + 1
    entered, left = full(0), full(0)
    for j in range(n):
        entered = where(c == j, load(labels, m + j), entered)
    for i in range(m):
        k = load(labels, i)
        left = where(r == i, k, left)
        store(labels, i, where(r == i, entered, k))
    for j in range(n):
        store(labels, m + j, where(c == j, left, load(labels, m + j)))
    scale = 1.0 / where(0.0 <= r, size, 1.0)
    for j in range(width):
        p = full(0)
        for i in range(m):
            p = where(r == i, load(table, i * width + j), p)
        store(pivots, j, where(c == j, 1.0, p) * scale)
    for i in range(m + 1):
        f = where(0.0 <= r, load(factors, i), 0.0)
        for j in range(width):
            p = load(pivots, j)
            t = where(c == j, 0.0, load(table, i * width + j)) - f * p
            store(table, i * width + j, where(r == i, p, t))


@routine
def improve(m: int, n: int, work: Lots, patience: int, tolerance: Tolerance) -> None:
    """Pivot in every lane until no column improves, or ``patience`` runs out."""
    table, about = work[1], work[6]
    c = where(load(about, SADDLE) == 0.0, load(about, COLUMN), -1.0)
    for _ in range(patience):
        if not anywhere(0.0 <= c):
            break
        r, size = _leaving(m, n, c, work, tolerance)
        c = where(0.0 <= r, c, -1.0)
        _exchange(m, n, r, c, size, work)
        goes_on = 0.0 <= c
        c, cost = full(-1), full(-tolerance[1])
        for j in range(n):
            t = load(table, m * (n + 1) + j)
            c = where(t < cost, j, c)
            cost = lower(cost, t)
        c = where(goes_on, c, -1.0)
    store(about, SETTLED, where(0.0 <= c, 0.0, 1.0))
