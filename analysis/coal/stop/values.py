"""What drawing and stopping are worth in chips of the round: exact where it can be, else played."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from zochastic.analysis import rollout
from zochastic.analysis.coal.game.policies import pack_policies, read_policy
from zochastic.analysis.coal.round.exact import RoundValue, solve_last, solve_last_two
from zochastic.analysis.coal.round.payoff import Parts, shares, win_of
from zochastic.analysis.coal.round.small import solve_small, states
from zochastic.analysis.coal.tables import table_of
from zochastic.analysis.estimates import Estimate
from zochastic.rules.coal import CoalRules, unseen
from zochastic.rules.coal.position import Position
from zochastic.sims._jit import Floats, Ints
from zochastic.sims.coal.game import DRAW, FREE, STOP
from zochastic.sims.coal.parts import CHUNK, PartsExperiment
from zochastic.sims.coal.table import pack_rules

Progress = Callable[[int, int], None]

#: Three and more drawers are solved where so many states are possible at most: a second of work.
MOST_SMALL = 60_000
#: The fewest rounds in a chunk.
LEAST = 64
#: How everybody plays on where the answer is simulated.
PLAYER = "round"


@dataclass(frozen=True)
class Worth:
    """What an action brings the drawer in chips from now to the end of the round.

    Attributes
    ----------
    value : in all, the sum of the parts; a lost stake counts −stake.
    bet, best_bonus, pieces_bonus, pact : what it is made of.
    low, high : the value's interval; None where exact.
    """

    value: float
    bet: float
    best_bonus: float
    pieces_bonus: float
    pact: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Weighed:
    """Both actions of a drawer.

    Attributes
    ----------
    stop, draw : None where it is not allowed.
    stops : which is better; a tie is broken for stopping.
    p_devil : chance that the next piece is a devil; None from an empty oven.
    apart : whether simulated values are told apart at 95 %; True where exact.
    games : rounds played of the better action; None where exact.
    """

    stop: Worth | None
    draw: Worth | None
    stops: bool
    p_devil: float | None
    apart: bool = True
    games: int | None = None
    partial: bool = False

    @property
    def exact(self) -> bool:
        """Whether nothing was simulated."""
        return self.games is None

    @property
    def best(self) -> Worth:
        """What the better action is worth."""
        worth = self.stop if self.stops else self.draw
        assert worth is not None
        return worth


def weigh(
    rules: CoalRules,
    position: Position,
    *,
    games: int,
    precision: float,
    seed: int,
    threads: int | None = None,
    progress: Progress | None = None,
    chunk: int = CHUNK,
) -> Weighed:
    """What the drawer's actions are worth.

    Parameters
    ----------
    games : rounds of each action at most, where they are played.
    precision : half-width in chips at which they end.
    chunk : rounds in a chunk, fewer where ``games`` are few.
    """
    found = exact_value(rules, position)
    if found is not None:
        return Weighed(
            _of_parts(found.stop_parts), _of_parts(found.draw_parts), found.stops,
            found.p_devil_next,
        )  # fmt: skip
    # a rollout plays sixteen chunks at least
    chunk = max(LEAST, min(chunk, -(-games // rollout.FIRST_WAVE)))
    return _played(rules, position, games, precision, seed, threads, progress, chunk)


def exact_value(rules: CoalRules, position: Position) -> RoundValue | None:
    """The exact answer; None where it would take too long, or the bank may run dry."""
    if position.bank is not None and position.bank < _most_due(rules, position):
        return None
    to_come = position.players - len(position.results)
    try:
        if to_come == 1:
            return solve_last(rules, position)
        if to_come == 2:
            return solve_last_two(rules, position)
    except ValueError:  # too many pieces of too many kinds
        return None
    return solve_small(rules, position) if states(rules, position) <= MOST_SMALL else None


def _most_due(rules: CoalRules, position: Position) -> int:
    """More than the bank can be asked for in the rest of the round."""
    bets = position.bets or ()
    wins = sum(win_of(rules, bets, player) for player in range(position.players))
    bonuses = (rules.best_bonus + rules.pieces_bonus) * position.players
    return wins + bonuses + rules.pact * position.players**2


def _of_parts(parts: Parts | None) -> Worth | None:
    if parts is None:
        return None
    pact = parts.pact_paid + parts.pact_received
    return Worth(sum(parts), parts.bet, parts.best_bonus, parts.pieces_bonus, pact)


def _played(
    rules: CoalRules,
    position: Position,
    games: int,
    precision: float,
    seed: int,
    threads: int | None,
    progress: Progress | None,
    chunk: int,
) -> Weighed:
    """Both actions on the same pieces, everybody going on by `PLAYER`."""
    who, bets = len(position.results), position.bets or ()
    packed, start = pack_rules(rules), table_of(rules, position)
    policies = pack_policies(rules, [read_policy(PLAYER, rules.players)] * rules.players)
    free = len(position.drawn) >= rules.min_draw
    # who has to draw is made to draw by the rules; a forced decision would be the one after
    actions = [STOP, DRAW] if free else [FREE]

    def experiment(place: int) -> _Numbered:
        return _Numbered(
            PartsExperiment(
                packed, policies, start, seed, who, win_of(rules, bets, who),
                rules.bet_on == "own", np.array(shares(rules, rules.best_bonus)),
                np.array(shares(rules, rules.pieces_bonus)), actions[place],
                chunk,
            ),
            place,
        )  # fmt: skip

    sums = np.zeros((len(actions), 5))

    def net(counts: Ints) -> int:
        sums[counts[-1]] += counts[:-1]
        return int(counts[0])

    found = rollout.roll_out(
        experiment, range(len(actions)), value=net, games=games, threads=threads,
        precision=precision, progress=progress,
    )  # fmt: skip
    worths = [
        _of_counts(total / arm.games, arm.value)
        for total, arm in zip(sums, found.arms, strict=True)
    ]
    heap = unseen(rules, position)
    size = heap.size if rules.memory == "none" else position.oven.size
    other = found.arms[1 - found.best] if free else None
    return Weighed(
        worths[0] if free else None,
        worths[-1],
        free and found.best == 0,
        heap.devils / size,
        other is None or other.dropped or other.behind.low > 0,
        found.games,
        found.partial,
    )


@dataclass(frozen=True)
class _Numbered:
    """An experiment whose counts end with the number of its alternative."""

    experiment: PartsExperiment
    place: int

    @property
    def key(self) -> str:
        return self.experiment.key

    @property
    def chunk(self) -> int:
        return self.experiment.chunk

    def play(self, index: int, games: int) -> Ints:
        return np.append(self.experiment.play(index, games), self.place)


def _of_counts(means: Floats, value: Estimate) -> Worth:
    net, bet, best, most, _ = means.tolist()
    return Worth(net, bet, best, most, net - bet - best - most, value.low, value.high)
