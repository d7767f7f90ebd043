"""What drawing by a rule loses a decision, over recorded situations of whole games.

Where one or two are left to draw, against the exact solver.  Where more are, against deep
rollouts: drawing and stopping on the same pieces, everybody playing ``round`` after that.  The
better action is chosen on one half of the games and judged on the other, so that noise does not
count as loss.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from zochastic.analysis.coal.game.policies import pack_policies, read_policy
from zochastic.analysis.coal.round.exact import solve_last, solve_last_two
from zochastic.analysis.coal.tables import position_of_table, table_of
from zochastic.rules.coal import CoalRules
from zochastic.rules.coal.position import Position
from zochastic.sims.coal.game import DRAW, STOP
from zochastic.sims.coal.table import Policies, opening, pack_rules
from zochastic.sims.coal.tally import play_on, situations
from zochastic.sims.streams import derived

#: Those who sit at the tables that are recorded, in turn from one table to the next.
MIXED = (
    "chance:0.6+round", "fixed:100+own-bet", "chance:0.8+round", "share:0.5+ev",
    "fixed:150+round", "chance:0.4+pieces:4", "share:0.3+amount:100",
)  # fmt: skip
#: Decisions of a game before the one that may be recorded, at most.
LONGEST = 90

#: A rule: whether it stops in a position.
Rule = Callable[[CoalRules, Position], bool]


@dataclass(frozen=True)
class Situation:
    """A decision, and by how many chips stopping is better than drawing.

    Attributes
    ----------
    left : players who have not finished their turn, the drawer among them.
    chosen, judged : that distance, on one half of the games and on the other; the same where exact.
    """

    position: Position
    left: int
    chosen: float
    judged: float

    def loss(self, stops: bool) -> float:
        """What an action loses against the one chosen."""
        if stops == (self.chosen >= 0):
            return 0.0
        return self.judged if self.chosen >= 0 else -self.judged


def record(rules: CoalRules, number: int, *, seed: int) -> list[Position]:
    """Positions at ``number`` decisions or fewer, over several mixed tables."""
    tables = len(MIXED)
    found: list[Position] = []
    for first in range(tables):
        names = [MIXED[(first + 3 * seat) % tables] for seat in range(rules.players)]
        policies = pack_policies(rules, [read_policy(name, rules.players) for name in names])
        share = -(-number // tables)
        random = np.random.default_rng(derived(seed, first))
        waits = random.integers(0, LONGEST, 2 * share)
        positions = situations(
            pack_rules(rules), policies, opening(rules), waits, seed=derived(seed, first)
        )
        found += [position_of_table(rules, each) for each in positions][:share]
    return found[:number]


def judge(
    rules: CoalRules, positions: Sequence[Position], *, games: int, seed: int
) -> list[Situation]:
    """How much stopping is better in each position.

    Parameters
    ----------
    games : of each action in each half, where more than two are left.
    """
    policies = pack_policies(rules, [read_policy("round", rules.players)] * rules.players)
    found = []
    for index, position in enumerate(positions):
        left = position.players - len(position.results)
        if not position.oven.size:
            continue
        if left <= 2:
            value = (solve_last if left == 1 else solve_last_two)(rules, position)
            assert value.stop is not None
            assert value.draw is not None
            halves = (value.stop - value.draw,) * 2
        else:
            halves = _halves(rules, policies, position, games, derived(seed, index))
        found.append(Situation(position, left, *halves))
    return found


def _halves(
    rules: CoalRules, policies: Policies, position: Position, games: int, seed: int
) -> tuple[float, float]:
    who = len(position.results)
    nets = [
        play_on(
            pack_rules(rules), policies, table_of(rules, position), seed=seed, first_game=0,
            games=2 * games, most_rounds=1, force=force,
        ).chips[:, who]
        for force in (STOP, DRAW)
    ]  # fmt: skip
    better = nets[0] - nets[1]
    return float(better[:games].mean()), float(better[games:].mean())


def losses(rules: CoalRules, found: Sequence[Situation], rule: Rule) -> list[float]:
    """What ``rule`` loses in each situation, in chips."""
    return [each.loss(rule(rules, each.position)) for each in found]


def decisions_a_turn(rules: CoalRules, *, seed: int, games: int = 2000) -> float:
    """How often a drawer by ``round`` has to decide in a turn of an opening round."""
    policy = read_policy("chance:0.6+round", rules.players)
    policies = pack_policies(rules, [policy] * rules.players)
    total = 0.0
    for wait in range(12 * rules.players):
        played = play_on(
            pack_rules(rules), policies, opening(rules), seed=seed, first_game=0, games=games,
            most_rounds=1, waits=np.full(games, wait, np.int64),
        )  # fmt: skip
        total += float((played.halted[:, -2] > 0).mean())
    return total / rules.players
