"""What the solution of two players, or a best reply, says of one moment."""

from collections.abc import Sequence
from dataclasses import dataclass

from zochastic.analysis.zoinx.policies import load_three, make_play, read_policy
from zochastic.analysis.zoinx.positions import (
    ThreeValues,
    Turn,
    TwoValues,
    highest,
    mixtures_of,
    reply_to,
    solve_for,
    stop_rule,
)
from zochastic.analysis.zoinx.two import RaceSolution
from zochastic.analysis.zoinx.versus import Grid
from zochastic.rules.zoinx import State, ZoinxRules
from zochastic.sims._jit import Floats


@dataclass(frozen=True)
class Bets:
    """What each bet of a seat is worth.

    Attributes
    ----------
    value : the seat's win probability.
    values, probabilities : by face; no probabilities where it is a best reply.
    perfect : the win probability between perfect players.
    """

    value: float
    values: list[float]
    probabilities: Sequence[float | None]
    perfect: float


def bets(rules: ZoinxRules, state: State, me: int, against: str | None) -> Bets:
    """What seat ``me`` of two should bet, seat 0 having the turn."""
    solution = solve_for(rules, state.scores)
    values = TwoValues(solution)
    perfect = values.win(state, me)
    if against is not None:
        return _reply(rules, state, me, against, perfect)
    active, opponent = _mixtures(solution, state)
    payoffs = Turn(rules, values, state, 0).payoffs()
    found = 1.0 - active @ payoffs if me else payoffs @ opponent
    made = opponent if me else active
    return Bets(perfect, found.tolist(), made.tolist(), perfect)


def _mixtures(solution: RaceSolution, state: State) -> tuple[Floats, Floats]:
    mine, theirs = state.scores
    if state.pending:
        deficit = min(max(theirs - mine, 0), solution.last.size - 1)
        return solution.last_bets[deficit], solution.last_guesses[deficit]
    position = solution.state(mine, theirs)
    return solution.bets[position], solution.guesses[position]


def _reply(rules: ZoinxRules, state: State, me: int, against: str, perfect: float) -> Bets:
    named = read_policy(against, rules, what="--against")
    grid = Grid.of(rules, words=named.words(rules), most=highest(rules, state.scores))
    play = make_play(named, grid)
    replies = reply_to(grid, play, me)
    turn = Turn(rules, replies, state, me)
    active, opponent = mixtures_of(grid, play, state)
    found = []
    if me == 0:
        found = (turn.payoffs() @ opponent).tolist()
    else:
        for j, guess in enumerate(rules.opponent_choices):
            worth = 0.0
            for i, bet in enumerate(rules.active_choices):
                if active[i] > 0.0:
                    rule = stop_rule(grid, play, state, i, j)
                    worth += active[i] * turn.under((bet, guess), rule)
            found.append(worth)
    return Bets(replies.win(state, me), found, [None] * len(found), perfect)


def turn_at(rules: ZoinxRules, state: State, against: str | None) -> Turn:
    """The turn of seat 0, of two or three players."""
    if rules.players == 3:
        return Turn(rules, ThreeValues(load_three(rules)), state, 0)
    if against is None:
        return Turn(rules, TwoValues(solve_for(rules, state.scores)), state, 0)
    named = read_policy(against, rules, what="--against")
    grid = Grid.of(rules, words=named.words(rules), most=highest(rules, state.scores))
    return Turn(rules, reply_to(grid, make_play(named, grid), 0), state, 0)
