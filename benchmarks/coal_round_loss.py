"""Coal: what the rule ``round``, and the induction over one's own draws, lose a decision.

Run with ``python benchmarks/coal_round_loss.py``, two minutes. Chips; seeds are fixed.
"""

import sys
from collections import defaultdict

from zochastic.analysis import estimates
from zochastic.analysis.coal.round.ahead import look_ahead, round_stops
from zochastic.analysis.coal.round.loss import decisions_a_turn, judge, losses, record
from zochastic.rules.coal import CoalRules

SEED = 20240
RULES = {
    "round": round_stops,
    "induction": lambda rules, position: look_ahead(rules, position).stops,
}


def main(number: int = 1500, games: int = 8192) -> None:
    """Record ``number`` decisions of 2, 3, 4 and 6 players each, and print every figure."""
    by_left: dict[int, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for players in (2, 3, 4, 6):
        rules = CoalRules(players=players)
        turn = decisions_a_turn(rules, seed=SEED)
        found = judge(rules, record(rules, number, seed=SEED + players), games=games, seed=SEED)
        print(f"{players} players: {len(found)} situations, {turn:.2f} decisions a turn")
        for name, rule in RULES.items():
            lost = losses(rules, found, rule)
            print(
                f"  {name:10s} {shown(lost)} a decision, {turn * sum(lost) / len(lost):.2f} a turn"
            )
            for each, loss in zip(found, lost, strict=True):
                by_left[each.left][name].append(loss)
    print("\nBy players left to draw, the drawer among them")
    for left, lists in sorted(by_left.items()):
        how = "exact" if left <= 2 else "rollouts"
        print(f"  {left} ({how}), {len(lists['round'])} situations")
        for name, lost in lists.items():
            wrong = sum(loss != 0 for loss in lost) / len(lost)
            print(f"    {name:10s} {shown(lost)}, differs in {100 * wrong:.1f} %")


def shown(lost: list[float]) -> str:
    """The mean loss with half its 95 % interval."""
    found = estimates.mean(sum(lost), sum(loss * loss for loss in lost), len(lost))
    return f"{found.value:6.3f} ± {found.half_width:.3f}"


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
