"""Coal for designers: whole games by policies by name, under any variant."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from zochastic.analysis.coal.game.policies import Policy, pack_policies, read_policy
from zochastic.analysis.coal.turn.stopping import best_stopping, compositions
from zochastic.analysis.quality.decisions import Decision
from zochastic.analysis.quality.records import Records, one_a_seat
from zochastic.rules.coal import CoalRules
from zochastic.sims.coal.game import UNFINISHED
from zochastic.sims.coal.table import (
    ENDLESS,
    EV,
    PackedRules,
    Policies,
    Table,
    opening,
    pack_rules,
)
from zochastic.sims.coal.tally import credit_of, play_on

if TYPE_CHECKING:
    from zochastic.analysis.coal.branching import CoalBranching

#: Rounds after which a game is given up: of chips that all are lost none come back.
MOST_ROUNDS = 500


@dataclass(frozen=True)
class CoalPlaying:
    """Policies at a table; the starting player of the first round is seat 1."""

    rules: PackedRules
    policies: Policies
    start: Table

    def play(self, seed: int, first_game: int, games: int) -> Records:
        """Play games ``first_game`` … of ``seed``."""
        players = self.start.wealth.size
        played = play_on(
            self.rules, self.policies, self.start, seed=seed, first_game=first_game, games=games,
            keep_history=MOST_ROUNDS // 2,
        )  # fmt: skip
        lengths = played.lengths
        return Records(
            credit=credit_of(played),
            rounds=lengths,
            turns=lengths * players,
            steps=lengths,
            history=played.history,
            unfinished=played.ended == UNFINISHED,
            out=np.zeros((games, players), np.int64),
            first=np.zeros(games, np.int64),
        )


class CoalDesign:
    """Whole games of coal."""

    seconds = 20.0
    step = "round"
    chunk = 4096
    games = 100_000
    eliminates = False
    nested = 512
    playouts = 256
    other_readings: ClassVar[dict[str, tuple[str, ...]]] = {
        "track": ("[50,200,300,500]", "[50,200,300,500,1000,1600]"),
        "mouth": ("10", "30", "48"),
    }
    notes = (f"A game is given up after {MOST_ROUNDS} rounds: p_unfinished tells how many are.",)

    def check(self, rules: CoalRules, names: Sequence[str]) -> None:
        """Refuse what is no policy, or not one a seat."""
        one_a_seat(names, rules.players)
        for name in names:
            read_policy(name, rules.players)

    def usual(self, rules: CoalRules) -> tuple[str, ...]:
        """Bet what the table reaches with 60 %, draw by the rule that looks at the round.

        A champion plays better where it learned, but its bets are not made anew for other rules.
        """
        return ("chance:0.6+round",) * rules.players

    def ladder(self, rules: CoalRules) -> tuple[str, ...]:
        """From whoever bets everything to the rule of thumb that looks at the round."""
        return ("all-in+pieces:1", "fixed:50+pieces:3", "chance:0.6+own-bet", "chance:0.6+round")

    def turn_values(self, rules: CoalRules) -> tuple[float, float, float] | None:
        """One drawer, a fresh oven; a beginner draws once, who foresees all stops at the devil."""
        oven = rules.fresh
        if rules.min_draw != 1 or not oven.pieces:
            return None
        best = best_stopping(compositions(oven), lambda amounts, _: amounts)
        return oven.good / oven.size, float(best.value[0]), oven.good / (rules.devils + 1)

    def decisions(self, rules: CoalRules) -> list[Decision]:
        """See `zochastic.analysis.coal.decisions`."""
        from zochastic.analysis.coal.decisions import decisions

        return decisions(rules)

    def seat(
        self,
        rules: CoalRules,
        names: Sequence[str],
        *,
        made_for: CoalRules | None = None,
        paths: bool = False,
    ) -> CoalPlaying:
        """Sit policies down; those made for other rules bet and stop as those rules tell."""
        read = {name: read_policy(name, rules.players) for name in names}
        policies = [read[name] for name in names]
        if made_for is None:
            packed = pack_policies(rules, policies)
        else:
            known = replace(made_for, players=rules.players)
            packed = pack_policies(known, [_frozen(policy, known) for policy in policies])
            packed = _fitted(packed, rules)
        rules = replace(rules, max_rounds=min(rules.max_rounds, MOST_ROUNDS))
        return CoalPlaying(pack_rules(rules), packed, opening(rules))

    def exact_paths(self, rules: CoalRules) -> bool:
        """No table has them."""
        return False

    def branching(
        self, rules: CoalRules, names: Sequence[str], *, made_for: CoalRules | None = None
    ) -> "CoalBranching":
        """Sit policies down to play on from any round."""
        from zochastic.analysis.coal.branching import CoalBranching

        return CoalBranching(self.seat(rules, names, made_for=made_for), rules)


def _frozen(policy: Policy, rules: CoalRules) -> Policy:
    """The policy with the threshold that the rules it was made for tell, where it has one."""
    if not policy.drawing.rule & EV or policy.drawing.amount != ENDLESS:
        return policy
    oven = rules.fresh
    threshold = -(-oven.good // (oven.devils + 1))
    drawing = replace(policy.drawing, amount=threshold, rule=policy.drawing.rule & ~EV)
    return replace(policy, drawing=drawing)


def _fitted(policies: Policies, rules: CoalRules) -> Policies:
    """Tables for the ovens of other rules: who meets an oven he does not know takes the nearest."""
    coal, devils = rules.fresh.pieces, rules.devils

    def fit(table: Any, width: int) -> Any:
        """Axes 1 and 2 of ``table`` count coal and devils, from 0."""
        for axis, size in ((1, coal + width), (2, devils + width)):
            at = np.minimum(np.arange(size), table.shape[axis] - 1)
            table = np.take(table, at, axis=axis)
        return np.ascontiguousarray(table)

    return policies._replace(
        quota=fit(policies.quota, 1),
        reach=fit(policies.reach, 1),
        collect=fit(policies.collect, 1),
    )


DESIGN = CoalDesign()
