"""Coal: how fast the end of a round is solved.

Run with ``python benchmarks/coal_round.py``; processor time on one core, medians.
"""

from collections.abc import Callable
from dataclasses import replace

from timing import rate

from zochastic.analysis.coal.round.exact import payoffs_of_bets, solve_last, solve_last_two
from zochastic.rules.coal import CoalRules
from zochastic.rules.coal.position import Position, Result, heap

RULES = CoalRules(players=2)
START = Position(wealth=(500, 500), oven=RULES.fresh, bets=(100, 100))
STAKES = ((0, 0), (50, 50), (100, 100), (100, 120), (200, 200), (300, 300))
DRAWN = ((20,), (20, 20, 50), (100, 50), (50, 50, 25, 10))
RESULTS = (Result(), Result(60, 3), Result(130, 4), Result(200, 7))


def drawing(position: Position, drawn: tuple[int, ...]) -> Position:
    """The same turn with these pieces in front of the drawer."""
    return replace(position, drawn=drawn, oven=position.oven.minus(heap(drawn)))


def show(name: str, solve: Callable[[], object]) -> None:
    """Print the median of one solve."""
    milliseconds = 1000 / rate(lambda: bool(solve()) or 1, runs=5)
    print(f"  {name:44s} {milliseconds:9.2f} ms")


def main() -> None:
    """Print every figure."""
    print("The last two drawers, fresh oven, by stakes")
    for bets in STAKES:
        show(f"{bets[0]} against {bets[1]}", lambda b=bets: solve_last_two(RULES, two(b)))
    print("\nThe last two drawers, in the middle of the turn, 200 against 200")
    for drawn in DRAWN:
        position = drawing(two((200, 200)), drawn)
        show(" ".join(map(str, drawn)), lambda p=position: solve_last_two(RULES, p))
    print("\nThe last drawer, fresh oven, stake 200, by the result before")
    for result in RESULTS:
        position = replace(two((100, 200)), results=(result,))
        show(f"{result.amount} with {result.pieces}", lambda p=position: solve_last(RULES, p))
    print("\nWhole rounds for pairs of stakes")
    stakes = range(0, 201, 40)
    show("6 × 6 pairs up to 200", lambda: len(payoffs_of_bets(RULES, START, stakes, stakes)))


def two(bets: tuple[int, int]) -> Position:
    """A round of two before the first draw."""
    return replace(START, bets=bets)


if __name__ == "__main__":
    main()
