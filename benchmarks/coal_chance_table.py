"""Coal: how far the table behind ``chance:P`` and ``round`` is from the exact chances.

Run with ``python benchmarks/coal_chance_table.py``, a minute.  1,000 ovens as they are met in games
(21 to 48 pieces left of a shuffled heap), an amount each, one drawer and four who help each other.
"""

import numpy as np

from zochastic.analysis.coal.game.reach import chances
from zochastic.analysis.coal.turn import team
from zochastic.rules.coal import CoalRules, Oven

SEED = 8
OVENS = 1000


def main() -> None:
    """Print the worst error and the root of the mean square, by drawers."""
    rules = CoalRules(players=4)
    table = chances(rules, 4)
    heap = [value for value, count in rules.coal for _ in range(count)] + [0] * rules.devils
    random = np.random.default_rng(SEED)
    found: dict[int, list[tuple[float, int, int]]] = {1: [], 4: []}
    for _ in range(OVENS):
        random.shuffle(heap)
        left = heap[: int(random.integers(21, 49))]
        oven = Oven.of({value: left.count(value) for value, _ in rules.coal}, left.count(0))
        amount = 10 * int(random.integers(3, 21))
        for drawers, errors in found.items():
            exact = team.chances(team.team_problem(oven, drawers), [amount])[0]
            errors.append((table.of(oven, drawers, amount) - exact, amount, len(left)))
    for drawers, errors in found.items():
        error = np.array([each[0] for each in errors])
        worst, amount, pieces = max(errors, key=lambda each: abs(each[0]))
        print(
            f"{drawers} drawers: worst {worst:+.3f} (to reach {amount}, {pieces} pieces left), "
            f"root mean square {np.sqrt((error**2).mean()):.4f}"
        )


if __name__ == "__main__":
    main()
