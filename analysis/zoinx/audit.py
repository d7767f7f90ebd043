"""Simulated turns beside the exact law of a turn."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from zochastic.analysis import estimates
from zochastic.analysis.answer import Scalar
from zochastic.analysis.estimates import Estimate
from zochastic.analysis.zoinx.turn import StopRule
from zochastic.rules.zoinx import Bet, ZoinxRules
from zochastic.sims.runner import Experiment, Tally, run
from zochastic.sims.streams import derived
from zochastic.sims.zoinx.dice import pack_dice
from zochastic.sims.zoinx.lanes import HoldExperiment, fits
from zochastic.sims.zoinx.turn import TurnExperiment

Progress = Callable[[int, int], None]

#: A turn in vector lanes passes the total it stops at by less than this.
_MOST_EXCESS = 256


@dataclass(frozen=True)
class Audit:
    """What simulated turns scored.

    Attributes
    ----------
    columns : ``sim_ev``, ``sim_low``, ``sim_high``, ``z``; all None where nothing was played.
    """

    games: int
    partial: bool = False
    columns: dict[str, Scalar] = field(
        default_factory=lambda: dict.fromkeys(("sim_ev", "sim_low", "sim_high", "z"))
    )


def audit_turns(
    rules: ZoinxRules,
    bet: Bet,
    rule: StopRule,
    exact: float,
    *,
    games: int,
    seed: int,
    threads: int | None = None,
    precision: float | None = None,
    progress: Progress | None = None,
) -> Audit:
    """Play turns that stop by ``rule``: in vector lanes where it has no holes and fits them.

    Parameters
    ----------
    exact : expected own points; the z-score compares with it.
    """
    hold = max(rule.always, 1)
    if games < 2:
        return Audit(0)
    seed = derived(seed, (bet or 0) + 1)
    bust = rules.score(bet, 0, True)
    experiment: Experiment
    if not _holes(rule) and fits(pack_dice(rules), hold):
        experiment = HoldExperiment.of(rules, hold, seed)
        scores = [bust, *(rules.score(bet, hold + k, False) for k in range(_MOST_EXCESS))]
    else:
        stop = np.array([rule.stops(total) for total in range(hold)], np.bool_)
        experiment = TurnExperiment(rules, stop, seed)
        totals = hold + rules.max_roll
        scores = [rules.score(bet, total, False) for total in range(totals)] + [bust] * totals

    def points(tally: Tally) -> Estimate:
        pairs = [(int(n), score) for n, score in zip(tally.counts, scores, strict=False)]
        return estimates.mean(
            sum(n * s for n, s in pairs), sum(n * s * s for n, s in pairs), tally.games
        )

    def enough(tally: Tally) -> bool:
        return precision is not None and points(tally).half_width <= precision

    tally = run(
        experiment, games=games, threads=threads, progress=progress,
        enough=None if precision is None else enough,
    )  # fmt: skip
    found = points(tally)
    error = found.half_width / estimates.quantile()
    return Audit(
        tally.games,
        tally.partial,
        {
            "sim_ev": found.value,
            "sim_low": found.low,
            "sim_high": found.high,
            "z": (found.value - exact) / error if error > 0 else None,
        },
    )


def _holes(rule: StopRule) -> bool:
    """Whether the rule rolls on at a total above one at which it stops."""
    return len(rule.rolls) != rule.always - rule.least
