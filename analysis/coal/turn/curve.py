"""Stopping against drawing on, by the amount in front of the drawer."""

import numpy as np

from zochastic.analysis.answer import Row
from zochastic.analysis.coal.turn.goals import Goal
from zochastic.analysis.coal.turn.stopping import Compositions, best_stopping, compositions
from zochastic.rules.coal import Oven
from zochastic.sims._jit import Floats


def stop_or_draw(start: Oven, goal: Goal, *, min_draw: int, held: int) -> list[Row]:
    """What stopping and drawing on are worth by amount, for a turn that began with ``start``.

    The value of drawing on depends on which pieces make up the amount: its mean over them, as
    often as each occurs when one keeps drawing, its least and its greatest value.

    Parameters
    ----------
    held : amount that the list must contain; it ends at twice the goal's threshold or at this.

    Returns
    -------
    Rows ``amount``, ``value_stop``, ``value_draw``, ``value_draw_low``, ``value_draw_high``.

    Raises
    ------
    ValueError : the oven has too many compositions.
    """
    space = compositions(start)
    solution = best_stopping(
        space,
        lambda amounts, _pieces: (
            amounts if goal.aim is None else (amounts >= goal.aim).astype(np.int64)
        ),
        min_draw=min_draw,
    )
    amounts, _ = space.totals()
    weights = occurrences(space)
    # without a devil in the oven there is nothing to weigh once all is drawn
    end = max(2 * float(goal.threshold(start)), held)
    rows: list[Row] = []
    for amount in np.unique(amounts[amounts <= end]).tolist():
        here = np.flatnonzero(amounts == amount)
        draw = solution.draw[here]
        rows.append(
            {
                "amount": amount,
                "value_stop": goal.utility(amount),
                "value_draw": float(np.average(draw, weights=weights[here])),
                "value_draw_low": float(draw.min()),
                "value_draw_high": float(draw.max()),
            }
        )
    return rows


def occurrences(space: Compositions) -> Floats:
    """float64[codes]: chance to hold exactly these pieces after as many draws."""
    ways = np.ones(1)
    for count in space.oven.pieces.tolist():
        ways = np.multiply.outer(ways, _binomials(count)).ravel()
    size = int(space.oven.pieces.sum()) + space.oven.devils
    _, pieces = space.totals()
    return np.asarray(ways / _binomials(size)[pieces], np.float64)


def _binomials(n: int) -> Floats:
    """float64[n + 1]: n choose k."""
    row = np.ones(n + 1)
    for k in range(1, n + 1):
        row[k] = row[k - 1] * (n - k + 1) / k
    return row
