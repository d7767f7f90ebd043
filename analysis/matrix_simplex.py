"""Kernels of the condensed simplex method for zero-sum matrix games.

The payoffs are scaled to [1, 2], where the game is the linear program "greatest Σy with By ≤ 1,
y ≥ 0" (Dantzig 1951); its tableau in Tucker's condensed form keeps one column for each variable
outside the basis, so that both mixtures can be read from it.
"""

import numpy as np

from zochastic.analysis.matrix_lanes import Tolerance
from zochastic.sims._jit import Floats, Ints, helper, kernel

#: Tableau rows are padded to a multiple of this, so that a pivot is whole vector operations.
_LANES = 8
#: Pivots by steepest cost before Bland's rule takes over, for each row and column.
PATIENCE = 8
#: An answer is right if its exploitability is at most this part of the payoffs' range.
GOOD = 5e-14
#: How often an answer that is not is tried again; games made to be difficult needed two.
_ROUNDS = 9

#: What the payoffs, scaled to [1, 2], are taken to be exact to: smallest pivot, smallest cost that
#: counts, smallest difference of two ratios.  The second holds where the first did not lead to a
#: good answer.
USUAL = (1e-11, 1e-14, 1e-14)
_STRICT = (1e-14, 1e-14, 0.0)

#: What `solve_into` works with; see `workspace`.
Work = tuple[Floats, Floats, Ints]
_Scale = tuple[float, float, float]


def workspace(rows: int, columns: int) -> Work:
    """Arrays that `solve_into` needs for games of at most ``rows`` × ``columns``.

    They hold the tableau, one column of it (or one row), and the variables' labels.
    """
    width = _padded(columns)
    return (
        np.zeros((rows + 1, width)),
        np.zeros(max(rows + 1, width)),
        np.zeros(rows + columns, np.int64),
    )


@helper
def _padded(n: int) -> int:
    return (n // _LANES + 1) * _LANES


@helper
def _scaled(a: float, scale: _Scale) -> float:
    """The payoff ``a`` on a scale on which the least is 0 and the greatest 1."""
    low, shrink, stretch = scale
    return (a * shrink - low) * stretch


@helper
def _build(payoff: Floats, m: int, n: int, scale: _Scale, work: Work) -> None:
    """The tableau before the first pivot: a slack in every row, costs in the last."""
    table, _, labels = work
    width = _padded(n)
    for i in range(m):
        for j in range(n):
            table[i, j] = _scaled(payoff[i, j], scale) + 1.0
        table[i, n] = 1.0
        for j in range(n + 1, width):
            table[i, j] = 0.0
        labels[i] = i
    for j in range(n):
        table[m, j] = -1.0
        labels[m + j] = m + j
    for j in range(n, width):
        table[m, j] = 0.0


@helper
def _pivot(work: Work, m: int, n: int, r: int, c: int) -> None:
    """Exchange the basic variable of row ``r`` with that of column ``c``."""
    table, factors, labels = work
    scale = 1.0 / table[r, c]
    for i in range(m + 1):
        factors[i] = table[i, c]
        table[i, c] = 0.0
    factors[r] = 0.0
    table[r, c] = 1.0
    for b in range(0, _padded(n), _LANES):
        # written out: the row stays in registers, and no store can be taken for a change of it
        p0, p1, p2, p3 = table[r, b], table[r, b + 1], table[r, b + 2], table[r, b + 3]
        p4, p5, p6, p7 = table[r, b + 4], table[r, b + 5], table[r, b + 6], table[r, b + 7]
        p0, p1, p2, p3 = p0 * scale, p1 * scale, p2 * scale, p3 * scale
        p4, p5, p6, p7 = p4 * scale, p5 * scale, p6 * scale, p7 * scale
        table[r, b], table[r, b + 1], table[r, b + 2], table[r, b + 3] = p0, p1, p2, p3
        table[r, b + 4], table[r, b + 5], table[r, b + 6], table[r, b + 7] = p4, p5, p6, p7
        for i in range(m + 1):
            f = factors[i]
            t0 = table[i, b] - f * p0
            t1 = table[i, b + 1] - f * p1
            t2 = table[i, b + 2] - f * p2
            t3 = table[i, b + 3] - f * p3
            t4 = table[i, b + 4] - f * p4
            t5 = table[i, b + 5] - f * p5
            t6 = table[i, b + 6] - f * p6
            t7 = table[i, b + 7] - f * p7
            table[i, b], table[i, b + 1], table[i, b + 2], table[i, b + 3] = t0, t1, t2, t3
            table[i, b + 4], table[i, b + 5], table[i, b + 6], table[i, b + 7] = t4, t5, t6, t7
    k = labels[r]
    labels[r] = labels[m + c]
    labels[m + c] = k


@helper
def _entering(work: Work, m: int, n: int, bland: bool, least: float) -> int:
    """The column to enter the basis: the steepest, or that of lowest label; −1 at the optimum."""
    table, _, labels = work
    c = -1
    cost = -least
    for j in range(n):
        if table[m, j] < cost:
            c = j
            cost = table[m, j]
    if bland and c >= 0:
        for j in range(n):
            if table[m, j] < -least and labels[m + j] < labels[m + c]:
                c = j
    return c


@helper
def _leaving(work: Work, m: int, n: int, c: int, bland: bool, tolerance: Tolerance) -> int:
    """The row that column ``c`` replaces; of tied ones the largest pivot, or the lowest label."""
    table, _, labels = work
    smallest, _, tie = tolerance
    r = -1
    best = np.inf
    size = 0.0
    for i in range(m):
        t = table[i, c]
        if t > smallest:
            ratio = max(table[i, n], 0.0) / t
            if ratio < best - tie:
                r, best, size = i, ratio, t
            elif ratio <= best + tie and ((labels[i] < labels[r]) if bland else (t > size)):
                r, size = i, t
                best = min(best, ratio)
    return r


@helper
def _improve(work: Work, m: int, n: int, first: int, patience: int, tolerance: Tolerance) -> None:
    """Pivot until no column improves; ``first`` ≥ 0 enters first.

    After ``patience`` pivots Bland's rule (1977) takes over, which cannot cycle; if rounding makes
    it cycle all the same, a bound on the pivots ends it.
    """
    c = first
    for step in range(patience + 64 * (m + n)):
        bland = step >= patience
        if step > 0 or c < 0:
            c = _entering(work, m, n, bland, tolerance[1])
        if c < 0:
            break
        r = _leaving(work, m, n, c, bland, tolerance)
        if r < 0:
            break
        _pivot(work, m, n, r, c)


@helper
def _repair(work: Work, m: int, n: int, tolerance: Tolerance) -> None:
    """Pivot by the dual simplex method until no basic variable is negative, or a bound."""
    table = work[0]
    for _ in range(PATIENCE * (m + n)):
        r = -1
        worst = -tolerance[1]
        for i in range(m):
            if table[i, n] < worst:
                r, worst = i, table[i, n]
        if r < 0:
            break
        c = -1
        best = np.inf
        size = 0.0
        for j in range(n):
            t = -table[r, j]
            if t > tolerance[0]:
                ratio = max(table[m, j], 0.0) / t
                if ratio < best or (ratio == best and t > size):
                    c, best, size = j, ratio, t
        if c < 0:
            break
        _pivot(work, m, n, r, c)


@helper
def _rebuild(
    payoff: Floats, m: int, n: int, scale: _Scale, work: Work, row: Floats, column: Floats
) -> None:
    """The tableau of the same basis made anew, every pivot the largest there is.

    ``row`` and ``column`` are scratch: they mark what is yet to be exchanged.
    """
    table, _, labels = work
    size = 0
    for j in range(n):
        column[j] = 0.0
    for i in range(m):
        row[i] = 1.0
    for i in range(m):
        if labels[i] >= m:
            column[labels[i] - m] = 1.0
            size += 1
        else:
            row[labels[i]] = 0.0
    _build(payoff, m, n, scale, work)
    for _ in range(size):
        r = c = 0
        largest = 0.0
        for i in range(m):
            if row[i] > 0.0:
                for j in range(n):
                    if column[j] > 0.0 and abs(table[i, j]) > largest:
                        largest = abs(table[i, j])
                        r, c = i, j
        if largest < _STRICT[0]:
            break
        row[r] = 0.0
        column[c] = 0.0
        _pivot(work, m, n, r, c)


@helper
def _normalise(mixture: Floats, size: int) -> None:
    """Divide by the sum; where pivots went astray and there is none, the first action."""
    total = 0.0
    for i in range(size):
        total += mixture[i]
    if 0.0 < total < np.inf:
        for i in range(size):
            mixture[i] /= total
    else:
        for i in range(size):
            mixture[i] = 0.0
        mixture[0] = 1.0


@helper
def _extract(work: Work, m: int, n: int, row: Floats, column: Floats) -> None:
    """Read both mixtures from the tableau."""
    table, _, labels = work
    for i in range(m):
        row[i] = 0.0
    for j in range(n):
        column[j] = 0.0
    for j in range(n):
        if labels[m + j] < m:
            row[labels[m + j]] = max(table[m, j], 0.0)
    for i in range(m):
        if labels[i] >= m:
            column[labels[i] - m] = max(table[i, n], 0.0)
    _normalise(row, m)
    _normalise(column, n)


@helper
def _guarantees(
    payoff: Floats, m: int, n: int, scale: _Scale, work: Work, row: Floats, column: Floats
) -> tuple[float, float]:
    """What ``column`` concedes at most and ``row`` receives at least, payoffs scaled to [0, 1]."""
    received = work[1]
    for j in range(n):
        received[j] = 0.0
    most = 0.0
    for i in range(m):
        p = row[i]
        mean = 0.0
        for j in range(n):
            a = _scaled(payoff[i, j], scale)
            mean += a * column[j]
            received[j] += a * p
        most = max(most, mean)
    least = np.inf
    for j in range(n):
        least = min(least, received[j])
    return most, least


@kernel
def persist(
    payoff: Floats, m: int, n: int, scale: _Scale, work: Work, row: Floats, column: Floats
) -> tuple[float, float]:
    """`solve_into` from a tableau that gave no good answer: a good one's guarantees, or NaN.

    The tableau is made anew for its basis, which takes the rounding of many pivots away, and
    repaired; then once more with strict tolerances; then with these from the first basis on; then
    by Bland's rule alone.
    """
    labels = work[2]
    for attempt in range(1, _ROUNDS):
        tolerance = USUAL if attempt < 2 else _STRICT
        if attempt % 3 == 0:
            for k in range(m + n):
                labels[k] = k
        _rebuild(payoff, m, n, scale, work, row, column)
        _repair(work, m, n, tolerance)
        _improve(work, m, n, -1, PATIENCE * (m + n) if attempt < 6 else 0, tolerance)
        _extract(work, m, n, row, column)
        most, least = _guarantees(payoff, m, n, scale, work, row, column)
        if most - least <= GOOD:
            return most, least
    return np.nan, np.nan


@kernel
def solve_into(payoff: Floats, m: int, n: int, work: Work, row: Floats, column: Floats) -> float:
    """Solve one game in place; to be called from other kernels.  Allocates nothing.

    Parameters
    ----------
    payoff : float64[≥ m, ≥ n], finite; the game is its first m ≥ 1 rows and n ≥ 1 columns.
    work : from ``workspace(rows, columns)`` with rows ≥ m, columns ≥ n; one a thread.
    row, column : float64[≥ m], float64[≥ n]; the mixtures are written here.

    Returns
    -------
    The value, right to 1e-12 of the payoffs' range; NaN if no equilibrium was found.
    """
    # a saddle point costs one pass, which finds the scale and a good first pivot as well
    greatest = work[1]
    for j in range(n):
        greatest[j] = -np.inf
    low = np.inf
    maximin = -np.inf
    safest = 0
    for i in range(m):
        least = np.inf
        for j in range(n):
            a = payoff[i, j]
            least = min(least, a)
            greatest[j] = max(greatest[j], a)
        low = min(low, least)
        if least > maximin:
            maximin = least
            safest = i
    high = -np.inf
    minimax = np.inf
    first = 0
    for j in range(n):
        high = max(high, greatest[j])
        if greatest[j] < minimax:
            minimax = greatest[j]
            first = j
    if maximin >= minimax:
        for i in range(m):
            row[i] = 0.0
        for j in range(n):
            column[j] = 0.0
        row[safest] = 1.0
        column[first] = 1.0
        return minimax

    shrink = 1.0  # a power of two that keeps the range and its inverse finite
    if high - low > 1e300:
        shrink = 2.0**-60
    elif high - low < 1e-290:
        shrink = 2.0**600
    low *= shrink
    extent = high * shrink - low
    scale = (low, shrink, 1.0 / extent)
    _build(payoff, m, n, scale, work)
    _improve(work, m, n, first, PATIENCE * (m + n), USUAL)
    _extract(work, m, n, row, column)
    most, least = _guarantees(payoff, m, n, scale, work, row, column)
    if most - least > GOOD:
        most, least = persist(payoff, m, n, scale, work, row, column)
    return (low + 0.5 * (most + least) * extent) / shrink


@kernel
def solve_all(payoffs: Floats, work: Work, values: Floats, rows: Floats, columns: Floats) -> None:
    """Solve games[G, m, n] into values[G], rows[G, m], columns[G, n], one after the other.

    Only those whose value is NaN are solved.
    """
    games, m, n = payoffs.shape
    payoff, row, column = np.empty((m, n)), np.empty(m), np.empty(n)
    for g in range(games):
        if not np.isnan(values[g]):
            continue
        for i in range(m):
            for j in range(n):
                payoff[i, j] = payoffs[g, i, j]
        values[g] = solve_into(payoff, m, n, work, row, column)
        for i in range(m):
            rows[g, i] = row[i]
        for j in range(n):
            columns[g, j] = column[j]
