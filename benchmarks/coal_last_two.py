"""Coal: how long the last two drawers of a round take to be solved, whatever the stakes.

Run with ``python benchmarks/coal_last_two.py [PART]`` on a quiet machine; with ``PART`` = 5 only
every fifth situation.  Wall time and processor time on one core, the slowest last.
"""

import random
import sys
import time
from collections.abc import Iterator
from dataclasses import replace

from zochastic.analysis.coal.round.exact import solve_last_two
from zochastic.rules.coal import CoalRules, Oven
from zochastic.rules.coal.position import Position, Result, heap

#: A stake is at most what one may own before the game is over.
STAKES = (0, 100, 200, 300, 400, 500, 600, 700, 800, 850, 900, 1000, 1200, 1590)
UNEQUAL = (0, 90, 200, 400, 600, 800, 900, 1590)
#: Situations of each number of players above two.
MANY = 40


def pieces(oven: Oven) -> list[int]:
    """Good pieces, one by one."""
    return [value for value, count in oven.coal for _ in range(count)]


def two() -> Iterator[tuple[str, CoalRules, Position]]:
    """Two players and a fresh oven: equal stakes, unequal ones, pacts."""
    rules = CoalRules(players=2)
    pairs = [(a, a) for a in STAKES] + [(a, b) for a in UNEQUAL for b in UNEQUAL if a != b]
    for bets in pairs:
        position = Position(wealth=(1590, 1590), oven=rules.fresh, bets=bets)
        yield f"{bets[0]} against {bets[1]}", rules, position
    for stake in (200, 500, 800):
        for held in ((True, False), (False, True), (True, True)):
            position = Position(
                wealth=(stake + 30, stake + 70), oven=rules.fresh, bets=(stake, stake), pacts=held
            )
            yield f"{stake} against {stake}, pacts {held}", rules, position


def more(draw: random.Random) -> Iterator[tuple[str, CoalRules, Position]]:
    """Results before, pacts, turns half played."""
    for players in range(2, 7):
        rules = CoalRules(players=players)
        for _ in range(MANY):
            oven, results = rules.fresh, []
            for _ in range(players - 2):
                got = draw.sample(pieces(oven), draw.choice((0, 0, 1, 2, 3, 4)))
                oven = oven.minus(heap(tuple(got)))
                if not got:  # a devil, with a piece
                    oven = oven.minus(heap((draw.choice(pieces(oven)),))).minus(Oven.of({}, 1))
                results.append(Result(sum(got), len(got)))
            drawn = tuple(draw.sample(pieces(oven), draw.choice((0, 0, 1, 2))))
            bets = tuple(draw.choice(STAKES) for _ in range(players))
            position = Position(
                wealth=tuple(bet + draw.choice((0, 40, 100)) for bet in bets),
                oven=oven.minus(heap(drawn)), bets=bets, results=tuple(results), drawn=drawn,
                pacts=tuple(draw.random() < 0.3 for _ in bets),
            )  # fmt: skip
            told = ", ".join(f"{r.amount} with {r.pieces}" for r in results) or "none"
            yield f"bets {bets}, results {told}, drawn {drawn}", rules, position


def main() -> None:
    """Print every situation with its time, then the slowest."""
    part = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    cases = [*two(), *more(random.Random(1))][::part]
    name, rules, position = cases[0]
    solve_last_two(rules, replace(position, bets=(10,) * position.players))  # compiles
    slowest = (0.0, 0.0, "")
    for name, rules, position in cases:
        wall, processor = time.perf_counter(), time.process_time()
        solve_last_two(rules, position)
        wall, processor = time.perf_counter() - wall, time.process_time() - processor
        print(f"{wall:7.3f} s  {processor:7.3f} s  {name}", flush=True)
        slowest = max(slowest, (processor, wall, name))
    processor, wall, name = slowest
    print(f"\n{len(cases)} situations; slowest {processor:.2f} s ({wall:.2f} s wall): {name}")


if __name__ == "__main__":
    main()
