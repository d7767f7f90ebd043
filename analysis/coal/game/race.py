"""The race: how likely each alternative of a player wins the game, by whole games.

All alternatives play on from one position, on the same pieces in the same order.  Everybody, the
player who asks too, goes on by one policy, the *play-out*: a figure is a chance among such players.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Literal

import numpy as np

from zochastic.analysis import rollout
from zochastic.analysis.coal.game.policies import Policy, pack_policies, read_policy
from zochastic.analysis.coal.tables import table_of
from zochastic.analysis.rollout import Rollout
from zochastic.rules.coal import CoalRules, Position, referee, stakes
from zochastic.rules.errors import InvalidInput
from zochastic.sims._jit import Ints
from zochastic.sims.coal.game import DRAW, FREE, STOP, UNFINISHED
from zochastic.sims.coal.table import MAX_ROUNDS, PackedRules, Table, pack_rules
from zochastic.sims.coal.tally import PARTS, GameExperiment, counts_of, play_on
from zochastic.sims.runner import Progress

#: A stake laid before the draw, or what the drawer does.
Alternative = int | Literal["draw", "stop"]

#: Games in a chunk, the unit of every error; a rollout plays sixteen chunks at least.
CHUNK = 1 << 7
#: How others play on where no champion is stored, and whom the answer is checked with.
RULE_OF_THUMB, SECOND = "chance:0.6+round", "fixed:100+round"
#: Play-outs go on for so many rounds; what is not over then nobody has won.
ROUNDS = 200
#: Games that look whether a play-out ends at all, and the share that must.
_PROBE, _ENDING = 64, 0.5


@dataclass(frozen=True)
class Chances:
    """Chances to win of the alternatives, in their order.

    Attributes
    ----------
    playout : how everybody plays on.
    unfinished : share of all games played that were not over after `ROUNDS` rounds.
    """

    rollout: Rollout
    playout: Policy
    unfinished: float


def default_playout(players: int) -> str:
    """The champion where one is stored for so many players, else a rule of thumb."""
    stored = files("zochastic.analysis.coal.game").joinpath(f"data/champion-{players}.json")
    return "champion" if stored.is_file() else RULE_OF_THUMB


def win_chances(
    rules: CoalRules,
    position: Position,
    alternatives: Sequence[Alternative],
    *,
    seat: int,
    playout: str | None = None,
    games: int = 200_000,
    precision: float | None = None,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Chances:
    """Play each alternative of a player on to the end of the game.

    Parameters
    ----------
    alternatives : stakes while they are secret, then ``draw`` and ``stop`` of the drawer.
    seat : the player's place in turn order, from 0.
    playout : how everybody plays on, the others' stakes included; None: `default_playout`.
    games : at most so many of each alternative.
    precision : see `rollout.roll_out`, where alternatives clearly worse are dropped as well.

    Raises
    ------
    InvalidInput : no such play-out, or most of its games do not end.
    ValueError : an alternative that the rules do not allow there.
    """
    name = default_playout(rules.players) if playout is None else playout
    policy = read_policy(name, rules.players, what="--playout")
    packed = _within(pack_rules(rules), position.round + ROUNDS - 1)
    policies = pack_policies(rules, [policy] * rules.players)
    base = table_of(rules, position)
    open_now = referee.legal(rules, position)

    def experiment(alternative: Alternative) -> GameExperiment:
        start, force = _taken(rules, position, base, seat, alternative, open_now)
        return GameExperiment(packed, policies, start, seed, force=force, chunk=CHUNK)

    first = experiment(alternatives[0])
    probe = play_on(
        packed, policies, first.start, seed=seed, first_game=0, games=_PROBE, force=first.force
    )
    if (probe.ended != UNFINISHED).mean() < _ENDING:
        allowed = f"a policy whose games end: most are not over after {ROUNDS} rounds"
        raise InvalidInput("--playout", policy.text, allowed)
    never = 0

    def credit(counts: Ints) -> int:
        nonlocal never
        cut = counts_of(counts, rules.players)
        never += cut.unfinished
        return int(cut.seats[2, seat])

    found = rollout.roll_out(
        experiment, alternatives, value=credit, unit=PARTS, games=games, threads=threads,
        precision=precision, progress=progress,
    )  # fmt: skip
    return Chances(found, policy, never / sum(arm.games for arm in found.arms))


def _within(packed: PackedRules, last: int) -> PackedRules:
    """The rules with no round after ``last``."""
    numbers = packed.numbers.copy()
    numbers[MAX_ROUNDS] = min(numbers[MAX_ROUNDS], last)
    return packed._replace(numbers=numbers)


def _taken(
    rules: CoalRules,
    position: Position,
    base: Table,
    seat: int,
    alternative: Alternative,
    open_now: tuple[str, ...],
) -> tuple[Table, int]:
    """Where the games of an alternative begin, and what the first drawer is made to do."""
    if isinstance(alternative, str):
        possible = open_now if position.oven.size else ("stop",)
        if alternative not in possible or position.drawer != seat:
            raise ValueError(f"the player at {seat} cannot {alternative} now")
        if "stop" not in possible:
            return base, FREE  # the kernel's first decision comes after the piece he must draw
        return base, DRAW if alternative == "draw" else STOP
    if "bet" not in open_now or alternative not in stakes(rules, position.wealth[seat]):
        raise ValueError(f"the player at {seat} cannot bet {alternative} now")
    bets = np.full_like(base.bets, -1)
    bets[seat] = alternative
    return base._replace(bets=bets), FREE
