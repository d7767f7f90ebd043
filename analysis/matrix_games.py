"""Zero-sum matrix games: value and both mixtures by the condensed simplex method.

The row player receives ``payoff[row, column]`` from the column player.  Every answer is checked
against the payoffs before it is returned, whatever the pivots did.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from zochastic.analysis.matrix_batch import MOST, solve_eights
from zochastic.analysis.matrix_lanes import lots
from zochastic.analysis.matrix_simplex import (
    GOOD,
    PATIENCE,
    USUAL,
    solve_all,
    solve_into,
    workspace,
)
from zochastic.sims._jit import Floats


class Unsolved(ArithmeticError):
    """The solver found no equilibrium within its bounds; no game is known for which it happens."""


@dataclass(frozen=True)
class Equilibrium:
    """An equilibrium of a zero-sum game.

    Attributes
    ----------
    value : what the row player gets on average.
    row, column : probability of each row and of each column.
    exploitability : what a perfect opponent could gain against one of the mixtures and the other
        together, max(payoff·column) − min(row·payoff), computed apart from the solver.
    """

    value: float
    row: Floats
    column: Floats
    exploitability: float


def _checked(payoffs: npt.ArrayLike, dimensions: int) -> Floats:
    array = np.ascontiguousarray(payoffs, np.float64)
    if array.ndim != dimensions:
        raise ValueError(f"payoffs have {array.ndim} dimensions instead of {dimensions}")
    if 0 in array.shape[-2:]:
        raise ValueError(f"each player needs an action; the payoffs' shape is {array.shape}")
    if not np.isfinite(array).all():
        raise ValueError("a payoff is not finite")
    return array


def solve(payoff: npt.ArrayLike) -> Equilibrium:
    """One equilibrium of a zero-sum game.

    Parameters
    ----------
    payoff : [m, n], what the row player gets from the column player.

    Raises
    ------
    ValueError : ``payoff`` is not a matrix of finite numbers with at least one entry.
    Unsolved : no equilibrium was found.
    """
    game = _checked(payoff, 2)
    m, n = game.shape
    row, column = np.empty(m), np.empty(n)
    value = solve_into(game, m, n, workspace(m, n), row, column)
    if np.isnan(value):
        raise Unsolved("no equilibrium was found")
    quarter = game / 4  # a mean of the greatest floats may round to infinity
    gap = 4 * float((quarter @ column).max() - (row @ quarter).min())
    return Equilibrium(value, row, column, max(gap, 0.0))


def solve_batch(payoffs: npt.ArrayLike) -> tuple[Floats, Floats, Floats]:
    """One equilibrium of each of many zero-sum games of the same size, as `solve` finds it.

    Parameters
    ----------
    payoffs : [G, m, n].

    Returns
    -------
    values[G], rows[G, m], columns[G, n].

    Raises
    ------
    ValueError : ``payoffs`` are not finite numbers of that shape, m and n at least 1.
    Unsolved : for some game no equilibrium was found.
    """
    games = _checked(payoffs, 3)
    count, m, n = games.shape
    values, rows, columns = np.full(count, np.nan), np.empty((count, m)), np.empty((count, n))
    if max(m, n) <= MOST:
        patience = PATIENCE * (m + n)
        solve_eights(games, lots(m, n), patience, USUAL, GOOD, values, rows, columns)
    solve_all(games, workspace(m, n), values, rows, columns)
    if np.isnan(values).any():
        raise Unsolved(f"no equilibrium was found for game {int(np.isnan(values).argmax())}")
    return values, rows, columns
