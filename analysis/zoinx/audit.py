"""Simulated turns beside the exact law of a turn."""

from collections.abc import Callable
from dataclasses import dataclass, field

from zochastic.analysis import estimates
from zochastic.analysis.answer import Scalar
from zochastic.analysis.estimates import Estimate
from zochastic.analysis.zoinx.turn import StopRule
from zochastic.rules.zoinx import Bet, ZoinxRules
from zochastic.sims.runner import Tally, run
from zochastic.sims.streams import derived
from zochastic.sims.zoinx.dice import pack_dice
from zochastic.sims.zoinx.lanes import HoldExperiment, fits

Progress = Callable[[int, int], None]


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
    """Play turns that stop by ``rule``, which has no holes, in vector lanes.

    Parameters
    ----------
    exact : expected own points; the z-score compares with it.
    """
    hold = max(rule.always, 1)
    if not fits(pack_dice(rules), hold) or games < 2:
        return Audit(0)
    experiment = HoldExperiment.of(rules, hold, derived(seed, (bet or 0) + 1))

    def points(tally: Tally) -> Estimate:
        scores = [rules.score(bet, 0, True)]
        scores += [rules.score(bet, hold + k, False) for k in range(tally.counts.size - 1)]
        pairs = [(int(n), score) for n, score in zip(tally.counts, scores, strict=True)]
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
