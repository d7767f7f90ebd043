"""Small zero-sum games, eight side by side: the solver of `matrix_games` in vector lanes.

Every lane does what `matrix_games.solve_into` does for its game, operation by operation, so that
the answers are the same to the last bit.  What the usual pivots do not solve is left to it.
"""

import numpy as np

from zochastic.analysis.matrix_lanes import (
    COLUMN,
    EXTENT,
    GAP,
    LOW,
    ROW,
    SADDLE,
    SETTLED,
    SHRINK,
    VALUE,
    Lots,
    Tolerance,
    improve,
)
from zochastic.sims._jit import Floats, kernel, routine
from zochastic.sims._lanes import LANES, full, higher, load, lower, store, where

#: Most rows and columns of a game for which it is worth while: eight tableaux stay in the cache.
MOST = 16


@routine
def _start(m: int, n: int, work: Lots) -> None:
    """Saddle points, scales, and the tableaux before the first pivot."""
    game, table, _, greatest, labels, _, about = work
    for j in range(n):
        store(greatest, j, full(-np.inf))
    low, maximin, safest = full(np.inf), full(-np.inf), full(0)
    for i in range(m):
        least = full(np.inf)
        for j in range(n):
            a = load(game, i * n + j)
            least = lower(least, a)
            store(greatest, j, higher(load(greatest, j), a))
        low = lower(low, least)
        safest = where(maximin < least, i, safest)
        maximin = higher(maximin, least)
    high, minimax, first = full(-np.inf), full(np.inf), full(0)
    for j in range(n):
        a = load(greatest, j)
        high = higher(high, a)
        first = where(a < minimax, j, first)
        minimax = lower(minimax, a)
    extent = high - low
    shrink = where(1e300 < extent, 2.0**-60, where(extent < 1e-290, 2.0**600, 1.0))
    saddle = minimax <= maximin
    shrink = where(saddle, 0.0, shrink)  # nothing is left to compute, nor to overflow
    low = low * shrink
    extent = high * shrink - low
    stretch = 1.0 / where(0.0 < extent, extent, 1.0)
    for i in range(m):
        for j in range(n):
            a = (load(game, i * n + j) * shrink - low) * stretch
            store(game, i * n + j, a)
            store(table, i * (n + 1) + j, a + 1.0)
        store(table, i * (n + 1) + n, full(1.0))
    for j in range(n):
        store(table, m * (n + 1) + j, full(-1.0))
    store(table, m * (n + 1) + n, full(0.0))
    for k in range(m + n):
        store(labels, k, full(k))
    store(about, SADDLE, where(saddle, 1.0, 0.0))
    store(about, VALUE, minimax)
    store(about, ROW, safest)
    store(about, COLUMN, first)
    store(about, LOW, low)
    store(about, SHRINK, where(saddle, 1.0, shrink))
    store(about, EXTENT, extent)


@routine
def _mixtures(m: int, n: int, work: Lots) -> None:
    """Read both mixtures, and from the payoffs what they guarantee."""
    game, table, _, received, labels, mixtures, about = work
    for lane in range(LANES):
        for i in range(m):
            k, t = int(labels[i, lane]), table[i * (n + 1) + n, lane]
            mixtures[k, lane] = t if k >= m and t > 0.0 else 0.0
        for j in range(n):
            k, t = int(labels[m + j, lane]), table[m * (n + 1) + j, lane]
            mixtures[k, lane] = t if k < m and t > 0.0 else 0.0
    settled = load(about, SETTLED)
    for first, end in ((0, m), (m, m + n)):
        total = full(0)
        for k in range(first, end):
            total = total + load(mixtures, k)
        settled = where((0.0 < total) & (total < np.inf), settled, 0.0)
        total = where(settled == 1.0, total, 1.0)
        for k in range(first, end):
            store(mixtures, k, load(mixtures, k) / total)
    for j in range(n):
        store(received, j, full(0))
    most = full(0)
    for i in range(m):
        p, mean = load(mixtures, i), full(0)
        for j in range(n):
            a = load(game, i * n + j)
            mean = mean + a * load(mixtures, m + j)
            store(received, j, load(received, j) + a * p)
        most = higher(most, mean)
    least = full(np.inf)
    for j in range(n):
        least = lower(least, load(received, j))
    value = (load(about, LOW) + 0.5 * (most + least) * load(about, EXTENT)) / load(about, SHRINK)
    saddle = load(about, SADDLE) == 1.0
    store(about, VALUE, where(saddle, load(about, VALUE), value))
    store(about, GAP, where(saddle, 0.0, where(settled == 1.0, most - least, np.inf)))


@kernel
def solve_eights(
    payoffs: Floats, work: Lots, patience: int, tolerance: Tolerance,
    good: float, values: Floats, rows: Floats, columns: Floats,
) -> None:  # fmt: skip
    """Solve the whole eights of games[G, m, n]; the value of one not solved is NaN.

    Parameters
    ----------
    work : from ``lots(m, n)``.
    patience : pivots after which a game is left unsolved.
    good : greatest exploitability of an answer, as a part of the payoffs' range.
    values, rows, columns : float64[G], [G, m], [G, n]; the answers are written here.
    """
    games, m, n = payoffs.shape
    game, mixtures, about = work[0], work[5], work[6]
    for g in range(0, games - LANES + 1, LANES):
        for lane in range(LANES):
            for i in range(m):
                for j in range(n):
                    game[i * n + j, lane] = payoffs[g + lane, i, j]
        _start(m, n, work)
        improve(m, n, work, patience, tolerance)
        _mixtures(m, n, work)
        for lane in range(LANES):
            values[g + lane] = about[VALUE, lane] if about[GAP, lane] <= good else np.nan
            for i in range(m):
                rows[g + lane, i] = mixtures[i, lane]
            for j in range(n):
                columns[g + lane, j] = mixtures[m + j, lane]
            if about[SADDLE, lane] == 1.0:
                rows[g + lane] = 0.0
                columns[g + lane] = 0.0
                rows[g + lane, int(about[ROW, lane])] = 1.0
                columns[g + lane, int(about[COLUMN, lane])] = 1.0
