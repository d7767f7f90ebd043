"""Who sits at a table of Diavolo: rules for as many, how each plays, gems of each."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from zochastic.analysis.diavolo import race
from zochastic.analysis.diavolo.people import Person, plan_of
from zochastic.rules.diavolo import DiavoloRules
from zochastic.rules.errors import InvalidInput
from zochastic.sims.diavolo.games import GameExperiment
from zochastic.sims.diavolo.pack import Plan, Player, pack


@dataclass(frozen=True)
class Table:
    """Who sits at a table, as kernels play them, and with how many gems."""

    rules: DiavoloRules
    players: tuple[Player, ...]
    gems: tuple[int, ...]

    def experiment(self, seed: int) -> GameExperiment:
        """Games of this table."""
        packed = pack(self.rules, self.players, self.gems)
        return GameExperiment(packed, self.rules.max_rounds, seed)

    def exact(self) -> race.Race | None:
        """The chances of this table exactly, where that is possible."""
        return race.solve(self.rules, self.players)


def seat(rules: DiavoloRules, people: Sequence[Person], gems: Sequence[int] | None = None) -> Table:
    """Sit people down: the variant for as many as there are, and their gems.

    Parameters
    ----------
    gems : of each, 0 for somebody who is out; None = what the variant starts with.

    Raises
    ------
    InvalidInput : gems that do not fit the people or the cap.
    """
    if len(people) != rules.players:
        rules = replace(rules, players=len(people))
    start = rules.start if gems is None else tuple(gems)
    if len(start) != len(people):
        raise InvalidInput("--gems", list(start), f"one number for each of {len(people)} people")
    if not all(0 <= count <= rules.gem_cap for count in start) or sum(map(bool, start)) < 2:
        allowed = f"from 0 to the cap {rules.gem_cap} each, above 0 for two at least"
        raise InvalidInput("--gems", list(start), allowed)
    plans: dict[str, Plan | None] = {}
    for person in people:
        if person.plan not in plans:
            plans[person.plan] = plan_of(rules, person.plan)
    players = tuple(person.player(rules, plan=plans[person.plan]) for person in people)
    return Table(rules, players, start)
