"""Alternatives of one moment by whole games, all on the same luck."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from zochastic.analysis import estimates, rollout
from zochastic.analysis.estimates import Estimate
from zochastic.analysis.zoinx.policies import Named, sims_policy
from zochastic.rules.zoinx import Bet, State, ZoinxRules
from zochastic.rules.zoinx.referee import settle
from zochastic.sims._jit import Ints
from zochastic.sims.runner import Experiment
from zochastic.sims.zoinx.play import TWELFTHS, Results, credit_of, games

Progress = Callable[[int, int], None]

#: Games in a chunk, the unit of every error; a rollout plays sixteen chunks at least.
CHUNK = 1 << 11


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
    behind : how much the best one is better, from games with the same luck.
    games : played of the best; those that are clearly worse are dropped.
    """

    values: tuple[Estimate, ...]
    behind: tuple[Estimate, ...]
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
    """Play each alternative on to the end; everybody plays ``points`` from there on."""
    named = Named("points", "points")
    policy = sims_policy(named, rules, named.words(rules))
    ends = [_end(rules, one, seat) for one in alternatives]

    def experiment(one: Alternative) -> Experiment:
        state = settle(rules, replace(one.state, ended="stop"))[0] if one.stop else one.state
        return games(
            rules, [policy] * rules.players, state, seed=seed, bets=one.bets, roll=one.roll,
            chunk=CHUNK,
        )  # fmt: skip

    def won(counts: Ints) -> int:
        return credit_of(counts, seat, rules.players)

    open_ones = [one for one, end in zip(alternatives, ends, strict=True) if end is None]
    found = rollout.roll_out(
        experiment, open_ones, value=won, unit=TWELFTHS, games=games_each, threads=threads,
        precision=precision, progress=progress,
    )  # fmt: skip
    arms = iter(found.arms)
    values, behind = [], []
    for end in ends:
        if end is None:
            arm = next(arms)
            values.append(arm.value)
            behind.append(arm.behind)
        else:
            values.append(Estimate(end, end, end, 0))
            behind.append(Estimate(0.0, 0.0, 0.0, 0))
    return Rollout(tuple(values), tuple(behind), found.games, found.partial)


def _end(rules: ZoinxRules, one: Alternative, seat: int) -> float | None:
    """The share of the win where stopping ends the game; None where it goes on."""
    if not one.stop:
        return None
    state = settle(rules, replace(one.state, ended="stop"))[0]
    if not state.over:
        return None
    return 1 / len(state.winners) if seat in state.winners else 0.0


def win_rate(results: Results, seat: int, games_played: int) -> Estimate:
    """The mean share of the win of a seat: Wilson's interval unless wins were shared."""
    if not results.shared[seat]:
        return estimates.proportion(int(results.sole[seat]), games_played)
    total = int(results.credit[seat]) / TWELFTHS
    squares = int(results.credit_squared[seat]) / TWELFTHS**2
    return estimates.mean(total, squares, games_played)
