"""Errors of metrics from chunks of equal size: the jackknife, and paired differences.

A metric is a smooth function of sums. Leaving out one chunk at a time tells how much it moves
(Tukey's jackknife); the pseudo-values are treated as independent, with Student's quantile. Two
variants that met the same luck are compared by the differences of their pseudo-values.
"""

from functools import lru_cache
from math import isfinite, nan, sqrt

import numpy as np

from zochastic.analysis import estimates
from zochastic.analysis.estimates import LEVEL, Estimate
from zochastic.analysis.quality import tally
from zochastic.analysis.quality.metrics import Metric, total
from zochastic.analysis.quality.records import PARTS
from zochastic.sims._jit import Floats, Ints

#: Chunks that an interval should rest on at least.
LEAST_CHUNKS = 32


def estimate(metric: Metric, sums: Ints, *, level: float = LEVEL) -> Estimate:
    """The metric with its interval.

    Parameters
    ----------
    sums : int64[chunks, K], see `tally.sums_of`; two chunks at least.
    """
    games = int(sums[:, tally.GAMES].sum())
    value = float(metric.value(total(sums)))
    if metric.share is not None:
        hits, of = (int(sums[:, cell].sum()) for cell in metric.share)
        return estimates.proportion(hits, of, level=level)
    if metric.spread:
        radius = _spread_radius(sums, level)
    else:
        radius = _radius(pseudo_values(metric, sums), level)
    return _within(metric, value, radius, games)


def difference(metric: Metric, ours: Ints, theirs: Ints, *, level: float = LEVEL) -> Estimate:
    """How much more the metric is for ``ours`` than for ``theirs``, which met the same luck."""
    return paired(metric, ours, metric, theirs, level=level)


def paired(
    metric: Metric, ours: Ints, other: Metric, theirs: Ints, *, level: float = LEVEL
) -> Estimate:
    """As `difference`; ``other`` reads the lines of ``theirs``, of other numbers of players."""
    chunks = min(len(ours), len(theirs))
    ours, theirs = ours[:chunks], theirs[:chunks]
    value = float(metric.value(total(ours)) - other.value(total(theirs)))
    radius = _radius(pseudo_values(metric, ours) - pseudo_values(other, theirs), level)
    games = int(ours[:, tally.GAMES].sum())
    if metric.share is not None and radius == 0.0 and not np.array_equal(ours, theirs):
        # nothing seen in either: as much as Wilson leaves open
        radius = estimates.proportion(0, games, level=level).high
    return Estimate(value, value - radius, value + radius, games)


def p_value(metric: Metric, ours: Ints, other: Metric, theirs: Ints) -> float:
    """How rare so large a paired difference is where there is none; 1 where it is 0."""
    chunks = min(len(ours), len(theirs))
    values = pseudo_values(metric, ours[:chunks]) - pseudo_values(other, theirs[:chunks])
    error = float(values.std(ddof=1)) / sqrt(chunks)
    gap = float(values.mean())
    if not isfinite(gap) or gap == 0.0:
        return 1.0
    if error == 0.0:
        return 0.0
    from scipy.stats import t

    return float(2 * t.sf(abs(gap) / error, chunks - 1))


def pseudo_values(metric: Metric, sums: Ints) -> Floats:
    """float64[chunks]: what each chunk says of the metric."""
    everything = total(sums)
    chunks = len(sums)
    found: Floats = chunks * metric.value(everything) - (chunks - 1) * metric.value(
        everything - sums
    )
    return found


def play_out_share(metric: Metric, sums: Ints) -> float | None:
    """The part of a metric's variance that its play-outs make, the rest being the games'.

    Two halves of the play-outs differ by what play-outs err by alone. None where none were needed.
    """
    if metric.estimated is None:
        return None
    apart = sums[:, tally.APART + metric.estimated - tally.LOWEST].astype(np.float64)
    if not apart.any():
        return None
    whole = total(sums)
    whole[metric.estimated] = 1.0  # the metric is in proportion to this sum
    inner = float(metric.value(whole)) ** 2 * float((apart**2).sum()) / 4
    error = float(pseudo_values(metric, sums).std(ddof=1)) / sqrt(len(sums))
    return min(1.0, inner / error**2) if error > 0 else None


def _radius(values: Floats, level: float) -> float:
    deviation = float(values.std(ddof=1)) / sqrt(values.size)
    return _student(level, values.size - 1) * deviation if isfinite(deviation) else nan


def _spread_radius(sums: Ints, level: float) -> float:
    """What no difference of two seats is off by (Tukey 1953): so the largest is not either."""
    players = sums.shape[1] - tally.HEAD - tally.PATHS - tally.HORIZON - 1
    rates = sums[:, tally.Layout(players).seats] / (PARTS * sums[:, [tally.GAMES]])
    worst = 0.0
    for seat in range(players):
        for other in range(seat):
            worst = max(worst, float((rates[:, seat] - rates[:, other]).std(ddof=1)))
    return _studentized(level, players, len(sums) - 1) * worst / sqrt(2 * len(sums))


def _within(metric: Metric, value: float, radius: float, games: int) -> Estimate:
    return Estimate(value, max(metric.low, value - radius), min(metric.high, value + radius), games)


@lru_cache(maxsize=1024)
def _student(level: float, freedom: int) -> float:
    from scipy.stats import t

    return float(t.ppf((1 + level) / 2, freedom))


@lru_cache(maxsize=1024)
def _studentized(level: float, groups: int, freedom: int) -> float:
    from scipy.stats import studentized_range

    return float(studentized_range.ppf(level, groups, freedom))
