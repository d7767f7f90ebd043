"""What a moment of a game is worth to a seat, and what follows from it for the turn at hand."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from zochastic.analysis.zoinx.evaluate import TOTALS, Play, Worth
from zochastic.analysis.zoinx.turn import (
    StopRule,
    TurnSolution,
    best_turn,
    least_stop,
    turn_law,
)
from zochastic.analysis.zoinx.two import MOST_DEFICIT, RaceSolution, solve_two
from zochastic.analysis.zoinx.versus import Grid, best_reply
from zochastic.rules.errors import InvalidInput
from zochastic.rules.zoinx import Bet, State, ZoinxRules
from zochastic.rules.zoinx.referee import settle
from zochastic.sims._jit import Floats

#: The largest lead of a position that is solved; beyond it nothing that is good play occurs.
MOST_LEAD = 200
#: Positions × pairs of bets × totals of a solution that does not keep anybody waiting.
MOST_WORK = 2_000_000_000


class Values(Protocol):
    """What moments between two turns are worth."""

    @property
    def far(self) -> int:
        """A lead from which on a larger one is no better."""
        ...

    def win(self, state: State, seat: int) -> float:
        """Win probability of ``seat`` when the turn of ``state.seat`` is to begin."""
        ...


def share(state: State, seat: int) -> float:
    """The share of the win of ``seat`` in a game that is over."""
    return 1 / len(state.winners) if seat in state.winners else 0.0


@dataclass(frozen=True)
class TwoValues:
    """Both play the equilibrium."""

    solution: RaceSolution
    far: int = MOST_DEFICIT

    def win(self, state: State, seat: int) -> float:
        """See `Values`."""
        if state.over:
            return share(state, seat)
        mine, theirs = state.scores[state.seat], state.scores[1 - state.seat]
        if state.pending:
            deficit = min(max(theirs - mine, 0), self.solution.last.size - 1)
            value = self.solution.last[deficit]
        else:
            value = self.solution.value[self.solution.state(mine, theirs)]
        return float(value if seat == state.seat else 1.0 - value)


@dataclass(frozen=True)
class ReplyValues:
    """Seat ``me`` replies as is best to the other's policy."""

    grid: Grid
    worth: Worth
    me: int
    far: int = MOST_DEFICIT

    def win(self, state: State, seat: int) -> float:
        """See `Values`."""
        if state.over:
            return share(state, seat)
        mine, theirs = state.scores[state.seat], state.scores[1 - state.seat]
        moves = self.worth.x_moves if state.seat == self.me else self.worth.y_moves
        last = self.worth.x_last if state.seat == self.me else self.worth.y_last
        if state.pending:
            value = last[min(max(theirs - mine, 0), last.size - 1)]
        else:
            value = moves[self.grid.state(mine, theirs)]
        return float(value if seat == state.seat else 1.0 - value)


@dataclass(frozen=True)
class ThreeValues:
    """All three play the stored equilibrium."""

    solution: Any

    @property
    def far(self) -> int:
        """The solution takes a turn to stop that brings the end with such a lead."""
        return int(self.solution.layout.lead) - 1

    def win(self, state: State, seat: int) -> float:
        """See `Values`."""
        if state.over:
            return share(state, seat)
        order = [(state.seat + role) % 3 for role in range(3)]
        if len(state.pending) == 2:  # who brought the end may sit between the two
            order.sort(key=lambda one: (*state.pending, one).index(one))
        scores = tuple(state.scores[one] for one in order)
        left = (len(state.pending),) if state.pending else ()
        values = self.solution.value(scores, *left)
        return float(values[order.index(seat)])


@dataclass(frozen=True)
class Turn:
    """The turn that begins, or goes on, in ``state``; the active player is its seat.

    Attributes
    ----------
    seat : whose win probability is told.
    """

    rules: ZoinxRules
    values: Values
    state: State
    seat: int

    @cached_property
    def _known(self) -> dict[tuple[int, ...], float]:
        return {}

    def worth(self, bets: Sequence[Bet]) -> Callable[[int, bool], float]:
        """What the end of the turn is worth to ``seat``, by (total, zoinx)."""
        state = replace(self.state, bets=tuple(bets), rolled=True)
        active = state.seat

        def worth(total: int, bust: bool) -> float:
            gains = tuple(
                self.rules.score(bet, total, bust)
                if seat == active
                else self.rules.opponent_score(bet, total, bust)
                for seat, bet in enumerate(bets)
            )
            if gains not in self._known:
                ended = replace(state, total=total, ended="zoinx" if bust else "stop")
                self._known[gains] = self.values.win(settle(self.rules, ended)[0], self.seat)
            return self._known[gains]

        return worth

    def best(
        self, bets: Sequence[Bet], total: int = 0, rolled: bool = False
    ) -> TurnSolution[float]:
        """Best stopping of the active player, who has to be ``seat``."""
        active = self.state.seat
        others = max(score for seat, score in enumerate(self.state.scores) if seat != active)
        gain = max(
            self.rules.opponent_score(bet, 10**6, bust)
            for seat, bet in enumerate(bets)
            if seat != active
            for bust in (False, True)
        )
        mine = self.state.scores[active]
        far = max(self.rules.target, others + max(gain, 0) + self._lead) - mine
        return best_turn(
            self.rules, bets[active], worth=self.worth(bets), safe=max(1, far),
            total=total, rolled=rolled,
        )  # fmt: skip

    @property
    def _lead(self) -> int:
        return 1 if self.rules.trigger == "at-once" else self.values.far + 1

    def under(self, bets: Sequence[Bet], rule: StopRule) -> float:
        """What the turn is worth to ``seat`` if the active player stops by ``rule``."""
        law = turn_law(self.rules, rule, exact=False)
        return float(law.mean(self.worth(bets)))

    def payoffs(self) -> Floats:
        """float64[A, O]: what each pair of bets of two is worth to the active player."""
        active, other = self.state.seat, 1 - self.state.seat
        table = np.empty((len(self.rules.active_choices), len(self.rules.opponent_choices)))
        for i, bet in enumerate(self.rules.active_choices):
            for j, guess in enumerate(self.rules.opponent_choices):
                bets: list[Bet] = [None, None]
                bets[active], bets[other] = bet, guess
                table[i, j] = self.best(bets).value
        return table


def solve_for(rules: ZoinxRules, scores: Sequence[int]) -> RaceSolution:
    """The two-player solution that holds a position with these scores.

    Raises
    ------
    InvalidInput : scores that cannot occur, or rules that are too large to solve.
    """
    return solve_two(rules, most=highest(rules, scores))


def highest(rules: ZoinxRules, scores: Sequence[int]) -> int:
    """The largest score of a position that has to be solved to answer for ``scores``."""
    shift = max(0, min(scores) - rules.target)
    top = max(scores) - shift
    if top > rules.target + MOST_LEAD:
        allowed = f"scores that can occur, nobody ahead by more than {rules.target + MOST_LEAD}"
        raise InvalidInput("--scores", ",".join(map(str, scores)), allowed)
    prize = max(rules.zoinx_prize, rules.opponent_factor * max((0, *rules.opponent_bets)))
    most = top if top <= rules.target else top + prize
    positions = (max(most, rules.target + prize) + 1) ** 2
    pairs = len(rules.active_choices) * len(rules.opponent_choices)
    if positions * pairs * (rules.target + 100) > MOST_WORK:
        allowed = f"few enough to solve: there are {positions:,} positions, {pairs} pairs of bets"
        raise InvalidInput("target", rules.target, allowed)
    return most


def reply_to(grid: Grid, play: Play, me: int) -> ReplyValues:
    """What positions are worth to seat ``me``, who replies as is best to ``play``."""
    return ReplyValues(grid, best_reply(grid, play), me)


def stop_rule(grid: Grid, play: Play, state: State, choice: int, guess: int) -> StopRule:
    """The stop rule of a policy in a position, with these bets open."""
    mine, theirs = state.scores[state.seat], state.scores[1 - state.seat]
    if state.pending:
        words = play.last_stops[min(max(theirs - mine, 0), grid.deficits - 1), choice, guess]
    else:
        words = play.stops[(*grid.state(mine, theirs), choice, guess)]
    least = least_stop(grid.rules, grid.rules.active_choices[choice])
    rolls = (
        total
        for total in range(least, grid.words * TOTALS)
        if not int(words[total // TOTALS]) >> (total % TOTALS) & 1
    )
    return StopRule(least, frozenset(rolls))


def mixtures_of(grid: Grid, play: Play, state: State) -> tuple[Floats, Floats]:
    """How a policy bets in a position: as the active player, as the opponent."""
    mine, theirs = state.scores[state.seat], state.scores[1 - state.seat]
    if state.pending:
        deficit = min(max(theirs - mine, 0), grid.deficits - 1)
        return play.last_bets[deficit], play.last_guesses[deficit]
    position = grid.state(mine, theirs)
    return play.bets[position], play.guesses[position]
