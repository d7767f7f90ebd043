"""Which parameter moves which metric most: ranges, elasticities, Sobol indices."""

from collections.abc import Sequence
from math import log

import numpy as np

from zochastic.analysis.answer import Row, Scalar
from zochastic.analysis.vary import Axis, Cell
from zochastic.sims._jit import Floats

#: Points of the design that Sobol indices are computed on; every value is looked up in the grid.
_POINTS = 1024


def effects(
    axes: Sequence[Axis], cells: Sequence[Cell], rows: Sequence[Row], *, whole: bool
) -> list[Row]:
    """One row a parameter and metric.

    Parameters
    ----------
    rows : of the sweep, cell after cell.
    whole : all cells of the grid are there: Sobol indices can be computed.

    Returns
    -------
    Rows: ``parameter``, ``metric``, ``least`` and ``most`` (mean over the other parameters, at the
        parameter's value where it is least and most), ``range`` between them, ``elasticity`` (per
        cent that the metric changes for one per cent of the parameter, by least squares on
        logarithms; None where something is not positive), ``sobol_first`` and ``sobol_total``
        (parts of the metric's variance over the grid, every value equally likely: by this parameter
        alone, and with all that it does together with others; Saltelli et al. 2010). The variance
        has the simulation's own error in it.
    """
    names = list(dict.fromkeys(str(row["metric"]) for row in rows))
    if len(cells) < 2:
        return []
    found: list[Row] = []
    for name in names:
        told = [_float(row["estimate"]) for row in rows if row["metric"] == name]
        if len(told) != len(cells):
            continue  # a seat that not every number of players has
        values = np.array(told)
        if not np.isfinite(values).all():
            continue
        indices = _sobol(axes, cells, values) if whole and len(axes) > 1 else None
        for a, axis in enumerate(axes):
            by_value = _means(cells, values, a)
            row: dict[str, Scalar] = {
                "parameter": axis.key,
                "metric": name,
                "least": min(by_value.values()),
                "most": max(by_value.values()),
                "range": max(by_value.values()) - min(by_value.values()),
                "elasticity": _elasticity(cells, values, axis.key),
                "sobol_first": None if indices is None else indices[0][a],
                "sobol_total": None if indices is None else indices[1][a],
            }
            found.append(row)
    return found


def _float(value: Scalar) -> float:
    return float("nan") if value is None else float(str(value))


def _means(cells: Sequence[Cell], values: Floats, axis: int) -> dict[int, float]:
    """Mean of the metric by the value of one parameter."""
    groups: dict[int, list[float]] = {}
    for cell, value in zip(cells, values.tolist(), strict=True):
        groups.setdefault(cell.at[axis], []).append(value)
    return {at: sum(group) / len(group) for at, group in groups.items()}


def _elasticity(cells: Sequence[Cell], values: Floats, key: str) -> float | None:
    points = [
        (cell.parameters[key], value) for cell, value in zip(cells, values.tolist(), strict=True)
    ]
    numbers = all(type(x) in (int, float) and x > 0 and y > 0 for x, y in points)
    if not numbers or len({x for x, _ in points}) < 2:
        return None
    x, y = np.array([[log(a), log(b)] for a, b in points]).T
    x = x - x.mean()
    return float((x * y).sum() / (x * x).sum())


def _sobol(
    axes: Sequence[Axis], cells: Sequence[Cell], values: Floats
) -> tuple[list[float], list[float]] | None:
    """First-order and total indices of the table of ``values``."""
    if float(np.ptp(values)) < 1e-12:
        return None
    from SALib.analyze import sobol as analyse
    from SALib.sample import sobol as draw

    sizes = [len(axis.values) for axis in axes]
    problem = {
        "num_vars": len(axes),
        "names": [axis.key for axis in axes],
        "bounds": [[0.0, float(size)] for size in sizes],
    }
    points = draw.sample(problem, _POINTS, calc_second_order=False, seed=1)
    at = np.minimum(points.astype(np.int64), np.array(sizes) - 1)
    table = np.empty(sizes)
    for cell, value in zip(cells, values.tolist(), strict=True):
        table[cell.at] = value
    found = analyse.analyze(
        problem, table[tuple(at.T)], calc_second_order=False, num_resamples=2, seed=1
    )
    return [float(s) for s in found["S1"]], [float(s) for s in found["ST"]]
