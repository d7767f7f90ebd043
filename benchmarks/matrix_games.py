"""Zero-sum matrix games: how fast they are solved, beside QuantEcon and linear programming.

Run with ``python benchmarks/matrix_games.py``; processor time on one core.  QuantEcon is no
dependency: ``pip install quantecon`` to see it.
"""

import importlib
import importlib.util
from collections.abc import Callable

import numpy as np
from scipy.optimize import linprog
from timing import rate, ratio, table

from zochastic.analysis import regret
from zochastic.analysis.matrix_games import solve, solve_batch
from zochastic.sims._jit import Floats

#: Name, games, and how many of them the slower solvers are given.
SETS = (
    ("5 × 6, uniform", np.random.default_rng(1).random((40_000, 5, 6)), 100),
    (
        "5 × 6, integers −5 … 5",
        np.random.default_rng(2).integers(-5, 6, (40_000, 5, 6)).astype(float),
        100,
    ),
    ("40 × 40, uniform", np.random.default_rng(3).random((400, 40, 40)), 10),
    (
        "40 × 40, integers −5 … 5",
        np.random.default_rng(4).integers(-5, 6, (400, 40, 40)).astype(float),
        10,
    ),
)


def batch(games: Floats) -> int:
    """All in one call."""
    solve_batch(games)
    return len(games)


def one_by_one(games: Floats) -> int:
    """A call each, exploitability included."""
    for game in games:
        solve(game)
    return len(games)


def programme(games: Floats) -> int:
    """HiGHS through scipy: one linear program a game, the column's mixture from its duals."""
    _, m, n = games.shape
    cost, ones = np.append(np.zeros(m), -1.0), np.ones((n, 1))
    for game in games:
        linprog(
            cost,
            A_ub=np.hstack([-game.T, ones]),
            b_ub=np.zeros(n),
            A_eq=np.append(np.ones(m), 0.0)[None],
            b_eq=[1.0],
            bounds=[*[(0, None)] * m, (None, None)],
        )
    return len(games)


def quantecon() -> Callable[[Floats], int] | None:
    """QuantEcon's compiled ``minmax``, if it is installed."""
    if importlib.util.find_spec("quantecon") is None:
        return None
    minmax = importlib.import_module("quantecon.optimize").minmax

    def minmax_each(games: Floats) -> int:
        for game in games:
            minmax(game)
        return len(games)

    return minmax_each


def exploitability(games: Floats) -> float:
    """The most that a perfect opponent gains in any of the games."""
    _, rows, columns = solve_batch(games)
    most = np.einsum("gij,gj->gi", games, columns).max(axis=1)
    return float((most - np.einsum("gi,gij->gj", rows, games).min(axis=1)).max())


def rounds(count: int) -> int:
    """Regret matching+ for three players with 5, 6 and 6 actions."""
    game = np.random.default_rng(5).random((3, 5 * 6 * 6))
    actions = np.array([5, 6, 6])
    regret.play_rounds(game, actions, 0, count, regret.workspace((5, 6, 6)), np.zeros((3, 6)))
    return count


def main() -> None:
    """Print every figure."""
    other = quantecon()
    for name, games, few in SETS:
        rates = {
            "batch": rate(lambda games=games: batch(games)),
            "one by one": rate(lambda games=games[: 20 * few]: one_by_one(games)),
        }
        if other is not None:
            rates["QuantEcon minmax"] = rate(lambda games=games[: 20 * few]: other(games))
        rates["scipy linprog (HiGHS)"] = rate(lambda games=games[:few]: programme(games), runs=5)
        table(f"{name}, one core", "games", rates)
        if other is None:
            print("  QuantEcon minmax: not installed")
        for peer in ("QuantEcon minmax", "scipy linprog (HiGHS)"):
            if peer in rates:
                ratio("batch", rates["batch"], peer, rates[peer])
        print(f"  largest exploitability {exploitability(games):.1e}")
    table(
        "Regret matching+, three players, 5 × 6 × 6, one core",
        "rounds",
        {"rounds": rate(lambda: rounds(20_000))},
    )


if __name__ == "__main__":
    main()
