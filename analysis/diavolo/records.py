"""Diavolo for designers: whole games by people by name, under any variant."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from zochastic.analysis.diavolo.people import plan_of, read_person
from zochastic.analysis.quality.decisions import Decision
from zochastic.analysis.quality.records import PARTS, Records, one_a_seat
from zochastic.rules.diavolo import DiavoloRules
from zochastic.rules.errors import InvalidInput
from zochastic.sims._jit import Ints
from zochastic.sims.diavolo.games import GameExperiment, kept_games
from zochastic.sims.diavolo.pack import pack

if TYPE_CHECKING:
    from zochastic.analysis.diavolo.branching import DiavoloBranching

#: Rounds after which a game is given up.
MOST_ROUNDS = 500
#: Rounds that are kept at first.
_FEW = 32


@dataclass(frozen=True)
class DiavoloPlaying:
    """People at a table."""

    experiment: GameExperiment

    def play(self, seed: int, first_game: int, games: int) -> Records:
        """Play games ``first_game`` … of ``seed``."""
        experiment = replace(self.experiment, seed=seed)
        history, lengths = kept_whole(experiment, first_game, games)
        history = history[:, : int(lengths.max(initial=1))]
        there = np.arange(history.shape[1]) < lengths[:, np.newaxis]
        alive = (history > 0) & there[:, :, np.newaxis]
        rounds_alive = alive.sum(axis=1)
        left = history[np.arange(games), lengths - 1] > 0
        living = left.sum(axis=1)
        return Records(
            credit=(PARTS * (left & (living == 1)[:, np.newaxis])).astype(np.int64),
            rounds=lengths,
            turns=lengths,
            steps=lengths,
            history=history,
            unfinished=living > 1,
            out=np.where(left, 0, rounds_alive + 1),
            first=np.zeros(games, np.int64),
        )


def kept_whole(experiment: GameExperiment, first: int, games: int) -> tuple[Ints, Ints]:
    """As `kept_games`, of every round."""
    history, lengths = kept_games(experiment, first, games, _FEW)
    longest = int(lengths.max())
    if longest > _FEW:  # the same games again costs less than memory for the longest
        history, lengths = kept_games(experiment, first, games, longest)
    return history, lengths


class DiavoloDesign:
    """Whole games of Diavolo."""

    seconds = 20.0
    step = "round"
    chunk = 4096
    games = 100_000
    eliminates = True
    nested = 1024
    playouts = 1024
    other_readings: ClassVar[dict[str, tuple[str, ...]]] = {"near_tie": ("0.05", "0.2")}
    notes = (
        f"A game is given up after {MOST_ROUNDS} rounds: p_unfinished tells how many are.",
        "All grab at once, so a turn is a round; speeds and errors of people are assumed.",
    )

    def usual(self, rules: DiavoloRules) -> tuple[str, ...]:
        """Average people, who look at all dice."""
        return ("average",) * rules.players

    def ladder(self, rules: DiavoloRules) -> tuple[str, ...]:
        """From a child to somebody fast."""
        return ("child", "slow", "average", "fast")

    def check(self, rules: DiavoloRules, names: Sequence[str]) -> None:
        """Refuse what is no person, or not one a seat."""
        one_a_seat(names, rules.players)
        for name in names:
            read_person(name)

    def turn_values(self, rules: DiavoloRules) -> tuple[float, float, float] | None:
        """Nothing is won in a turn alone."""
        return None

    def decisions(self, rules: DiavoloRules) -> list[Decision]:
        """See `zochastic.analysis.diavolo.decisions`."""
        from zochastic.analysis.diavolo.decisions import decisions

        return decisions(rules)

    def seat(
        self,
        rules: DiavoloRules,
        names: Sequence[str],
        *,
        made_for: DiavoloRules | None = None,
        paths: bool = False,
    ) -> DiavoloPlaying:
        """Sit people down; plans of looking that were made for other rules need the same dice."""
        known = made_for or rules
        people = [read_person(name) for name in names]
        plans = {person.plan: plan_of(known, person.plan) for person in people}
        for key in ("colours", "dice", "sides"):
            if any(plans.values()) and getattr(known, key) != getattr(rules, key):
                allowed = f"variants with the same {key}: a plan tells which dice to look at"
                raise InvalidInput("--freeze-policies", key, allowed)
        players = [person.player(rules, plan=plans[person.plan]) for person in people]
        table = pack(rules, players, rules.start)
        return DiavoloPlaying(GameExperiment(table, min(rules.max_rounds, MOST_ROUNDS), 0))

    def exact_paths(self, rules: DiavoloRules) -> bool:
        """No table has them."""
        return False

    def branching(
        self, rules: DiavoloRules, names: Sequence[str], *, made_for: DiavoloRules | None = None
    ) -> "DiavoloBranching":
        """Sit people down to play on from any gems."""
        from zochastic.analysis.diavolo.branching import DiavoloBranching

        return DiavoloBranching(self.seat(rules, names, made_for=made_for))


DESIGN = DiavoloDesign()
