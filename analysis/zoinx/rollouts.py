"""Alternatives of one moment by whole games, all on the same luck."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from zochastic.analysis import estimates
from zochastic.analysis.estimates import Estimate
from zochastic.analysis.zoinx.policies import Named, sims_policy
from zochastic.rules.zoinx import Bet, State, ZoinxRules
from zochastic.rules.zoinx.referee import settle
from zochastic.sims.runner import Tally, run
from zochastic.sims.zoinx.play import TWELFTHS, Results, games
from zochastic.sims.zoinx.policy import Policy

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Alternative:
    """What a seat might do in ``state``: make a bet, roll, or stop.

    Attributes
    ----------
    bets : by seat, bets that are decided.
    roll, stop : with the bets open.
    """

    state: State
    bets: Mapping[int, Bet] | None = None
    roll: bool = False
    stop: bool = False


@dataclass(frozen=True)
class Rollout:
    """Win probabilities of the alternatives, each with its interval.

    Attributes
    ----------
    games : played of each alternative.
    """

    estimates: tuple[Estimate, ...]
    games: int
    partial: bool


def roll_out(
    rules: ZoinxRules,
    alternatives: Sequence[Alternative],
    seat: int,
    *,
    games_each: int,
    seed: int,
    threads: int | None = None,
    precision: float | None = None,
    progress: Progress | None = None,
) -> Rollout:
    """Play each alternative on to the end; everybody plays ``points`` from there on.

    The games of all alternatives meet the same luck, so that their differences are surer than
    their intervals.
    """
    named = Named("points", "points")
    policy = sims_policy(named, rules, named.words(rules))
    found: list[Estimate] = []
    partial, played = False, 0
    for index, one in enumerate(alternatives):
        state = one.state
        if one.stop:
            state = settle(rules, replace(state, ended="stop"))[0]
            if state.over:
                won = 1 / len(state.winners) if seat in state.winners else 0.0
                found.append(Estimate(won, won, won, 0))
                continue
        tally = _play(
            rules, policy, one, state, seat, games_each, seed, threads, precision,
            None if progress is None else _part(progress, index, len(alternatives)),
        )  # fmt: skip
        found.append(win_rate(Results.of(tally.counts, rules.players), seat, tally.games))
        played = max(played, tally.games)
        if tally.partial:
            partial = True
            break
    return Rollout(tuple(found), played, partial)


def win_rate(results: Results, seat: int, games_played: int) -> Estimate:
    """The mean share of the win of a seat: Wilson's interval unless wins were shared."""
    if not results.shared[seat]:
        return estimates.proportion(int(results.sole[seat]), games_played)
    total = int(results.credit[seat]) / TWELFTHS
    squares = int(results.credit_squared[seat]) / TWELFTHS**2
    return estimates.mean(total, squares, games_played)


def _play(
    rules: ZoinxRules, policy: Policy, one: Alternative, state: State, seat: int, games_each: int,
    seed: int, threads: int | None, precision: float | None, progress: Progress | None,
) -> Tally:  # fmt: skip
    experiment = games(
        rules, [policy] * rules.players, state, seed=seed, bets=one.bets, roll=one.roll
    )

    def enough(tally: Tally) -> bool:
        found = win_rate(Results.of(tally.counts, rules.players), seat, tally.games)
        return precision is not None and found.half_width <= precision

    return run(
        experiment, games=games_each, threads=threads, progress=progress,
        enough=None if precision is None else enough,
    )  # fmt: skip


def _part(progress: Progress, index: int, parts: int) -> Progress:
    """Progress of one of several equal parts, told as progress of the whole."""
    return lambda done, total: progress(index * total + done, parts * total)
