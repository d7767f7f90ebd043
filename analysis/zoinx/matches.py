"""Whole games between policies, and their exact partner where two play."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from zochastic.analysis.zoinx.policies import (
    load_three,
    make_play,
    packed,
    read_policy,
    sims_policy,
)
from zochastic.analysis.zoinx.positions import highest
from zochastic.analysis.zoinx.rollouts import win_rate
from zochastic.analysis.zoinx.two import solve_two
from zochastic.analysis.zoinx.versus import Grid, play_out
from zochastic.rules.errors import InvalidInput
from zochastic.rules.zoinx import State, ZoinxRules
from zochastic.sims.runner import Tally, run
from zochastic.sims.zoinx.play import TWELFTHS, Results
from zochastic.sims.zoinx.play import games as experiment_of
from zochastic.sims.zoinx.policy import Policy

__all__ = ["TWELFTHS", "Match", "match", "play", "win_rate"]

Progress = Callable[[int, int], None]


@dataclass(frozen=True, eq=False)
class Match:
    """Who plays, from where.

    Attributes
    ----------
    policies : by seat.
    exact : expected share of the win of each seat; None where it is not computed.
    """

    rules: ZoinxRules
    state: State
    policies: tuple[Policy, ...]
    exact: tuple[float, ...] | None


def match(rules: ZoinxRules, state: State, names: Sequence[str]) -> Match:
    """Make the policies called ``names``, one a seat.

    Raises
    ------
    InvalidInput : no such policy, not one a seat.
    """
    if len(names) != rules.players:
        allowed = f"{rules.players} policies, one for each seat, or one for all"
        raise InvalidInput("--policies", ",".join(names), allowed)
    named = {name: read_policy(name, rules) for name in names}
    words = max(one.words(rules) for one in named.values())
    exact: tuple[float, ...] | None
    if rules.players > 2:
        made = {name: sims_policy(one, rules, words) for name, one in named.items()}
        exact = None
        if all(one.kind == "perfect" for one in named.values()):
            left = (len(state.pending),) if state.pending else ()
            exact = load_three(rules).value(state.scores, *left)
        return Match(rules, state, tuple(made[name] for name in names), exact)
    if rules.zoinx_loss or rules.opponent_miss < 0:
        return _without_exact(rules, state, names)
    grid = Grid.of(rules, words=words, most=highest(rules, state.scores))
    solution = solve_two(rules, most=grid.most) if "perfect" in named else None
    plays = {name: make_play(one, grid, solution) for name, one in named.items()}
    worth = play_out(grid, plays[names[0]], plays[names[1]])
    if state.pending:
        deficit = min(max(state.scores[1] - state.scores[0], 0), grid.deficits - 1)
        first = float(worth.x_last[deficit])
    else:
        first = float(worth.x_moves[grid.state(*state.scores)])
    arrays = {name: packed(grid, one) for name, one in plays.items()}
    return Match(rules, state, tuple(arrays[name] for name in names), (first, 1.0 - first))


def _without_exact(rules: ZoinxRules, state: State, names: Sequence[str]) -> Match:
    """Two players whose scores can fall: policies that look at no score."""
    named = {name: read_policy(name, rules) for name in names}
    words = max(one.words(rules) for one in named.values())
    made = {name: sims_policy(one, rules, words) for name, one in named.items()}
    return Match(rules, state, tuple(made[name] for name in names), None)


def play(
    match: Match,
    *,
    games: int,
    seed: int,
    threads: int | None = None,
    precision: float | None = None,
    progress: Progress | None = None,
) -> Tally:
    """Play games; with ``precision`` until the half-width of seat 0's win rate is at most that."""
    players = match.rules.players

    def enough(tally: Tally) -> bool:
        rate = win_rate(Results.of(tally.counts, players), 0, tally.games)
        return precision is not None and rate.half_width <= precision

    return run(
        experiment_of(match.rules, match.policies, match.state, seed=seed), games=games,
        threads=threads, progress=progress, enough=None if precision is None else enough,
    )  # fmt: skip
