"""Coal: the numbers in the model of the rule ``round``, read off rounds that are played on.

Run with ``python benchmarks/coal_round_fit.py``, half a minute.  From decisions of recorded games
the drawer stops, and everybody draws on by ``round``.  How often his bet is met after all, and what
a pact holder is paid who can keep no bonus, are compared with what the model takes for it
(sims/coal/round_rule.py).  The numbers there were fitted once, to rounds drawn by the rule as it
was before.
"""

import sys

import numpy as np

from zochastic.analysis.coal.game.policies import pack_policies, read_policy
from zochastic.analysis.coal.game.reach import chances
from zochastic.analysis.coal.round.loss import record
from zochastic.analysis.coal.round.payoff import win_of
from zochastic.analysis.coal.tables import table_of
from zochastic.rules.coal import CoalRules
from zochastic.rules.coal.position import Position
from zochastic.sims.coal import round_rule
from zochastic.sims.coal.game import STOP
from zochastic.sims.coal.table import pack_rules
from zochastic.sims.coal.tally import play_on
from zochastic.sims.streams import derived

SEED = 5550
ROUNDS = 2048


def main(players: int = 6, situations: int = 12_000) -> None:
    """Print each number as it stands, and as these rounds have it."""
    rules = CoalRules(players=players)
    policies = pack_policies(rules, [read_policy("round", players)] * players)
    met: list[tuple[float, float, float]] = []
    paid: list[tuple[float, float]] = []
    for index, position in enumerate(record(rules, situations, seed=SEED)):
        who, bets = len(position.results), position.bets
        if bets is None or position.players - who < 3 or not position.drawn:
            continue
        played = play_on(
            pack_rules(rules), policies, table_of(rules, position), seed=derived(SEED, index),
            first_game=0, games=ROUNDS, most_rounds=1, force=STOP,
        )  # fmt: skip
        net = played.chips[:, who] - position.wealth[who]
        safe = max(position.amount, position.best) >= bets[who]
        won = win_of(rules, bets, who)
        bonuses = rules.best_bonus + rules.pieces_bonus
        if not safe and not position.pacts[who] and won + bets[who] > bonuses:
            # the bonuses are less than what the bet makes of a difference
            met.append(
                ((net > bonuses - bets[who]).mean(), *by_need_and_by_the_way(rules, position))
            )
        if safe and position.pacts[who] and lower(position):
            paid.append(((net - won).mean() / rules.pact, many_and_few(rules, position)))
    truth, need, by_way = np.array(met).T
    rest = (1 - need) * by_way
    fitted = float(rest @ (truth - need) / (rest @ rest))
    print(
        f"bets met by the way: {round_rule.BY_THE_WAY}, here {fitted:.2f} ({len(met)} situations)"
    )
    devils, counts = np.array(paid).T
    fitted = float(counts @ devils / (counts @ counts))
    print(f"devils paid for:     {round_rule.BURNS}, here {fitted:.2f} ({len(paid)} situations)")


def lower(position: Position) -> bool:
    """Whether the drawer has no bonus that he might keep."""
    return position.amount < position.best and len(position.drawn) < position.most_pieces


def by_need_and_by_the_way(rules: CoalRules, position: Position) -> tuple[float, float]:
    """Chances that those who need the bet meet it, and that the others could."""
    who, bets = len(position.results), position.bets or ()
    later = np.array(bets[who + 1 :], np.int64)
    tables, good, devils, per_slot = scale(rules, position)
    need = later[later >= bets[who]]
    by_need = 0.0
    if need.size:
        slot = need.mean() * per_slot
        by_need = round_rule.chance_of(tables.reach, need.size, good, devils, slot)
    others = later.size - need.size
    return by_need, round_rule.chance_of(
        tables.reach, others, good, devils, bets[who] * per_slot
    ) if others else 0.0  # fmt: skip


def many_and_few(rules: CoalRules, position: Position) -> float:
    """The sum of both counts of devils to come."""
    later = np.array((position.bets or ())[len(position.results) + 1 :], np.int64)
    tables, good, devils, per_slot = scale(rules, position)
    best = max(position.amount, position.best)
    return sum(
        round_rule.devils_to_come(later, best, all_go, tables.reach, good, devils, per_slot)
        for all_go in (True, False)
    )


def scale(rules: CoalRules, position: Position):  # type: ignore[no-untyped-def]
    """The table of chances, what lies in the oven, and slots of a chip."""
    tables, oven = chances(rules, rules.players), position.oven
    return tables, oven.pieces, oven.devils, tables.mean / (oven.good / oven.pieces * tables.grain)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
