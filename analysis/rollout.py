"""Rollouts: alternatives from one moment by whole games, all on the same luck, compared in pairs.

All alternatives play the same game indices, so what their games share cancels out of the
difference.  The unit of every error is a chunk: its games meet luck of their own, and the tallies
stay counts.  Alternatives that are clearly worse are dropped between waves of chunks, by counts
alone, so a result does not depend on threads or time.
"""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from zochastic.analysis import estimates
from zochastic.analysis.estimates import Estimate
from zochastic.sims._jit import Floats, Ints
from zochastic.sims.runner import Experiment, Progress

#: Chunks before the first look; each later wave doubles what was played.
FIRST_WAVE = 16
#: No wave is longer.
LONGEST_WAVE = 256
#: An alternative is dropped that is so many standard errors of the difference behind the best: so
#: many that a wrong drop over all looks is rarer than once in a thousand rollouts.
CLEARLY = 4.5

A = TypeVar("A")


@dataclass(frozen=True)
class Arm:
    """What is known of one alternative.

    Attributes
    ----------
    value : its mean, with its interval.
    behind : how much the best alternative is better, the same games played: mean of the paired
        differences with their interval; 0 without error for the best itself.
    games : played.
    dropped : it was clearly worse and was played no further.
    """

    value: Estimate
    behind: Estimate
    games: int
    dropped: bool


@dataclass(frozen=True)
class Rollout:
    """The alternatives, in the order in which they were given.

    Attributes
    ----------
    best : the index of the one with the highest mean among those never dropped; the lowest of
        equals.
    games : played of the best.
    partial : it was interrupted.
    """

    arms: tuple[Arm, ...]
    best: int
    games: int
    partial: bool


def roll_out(
    experiment: Callable[[A], Experiment],
    alternatives: Sequence[A],
    *,
    value: Callable[[Ints], int],
    unit: int = 1,
    games: int,
    threads: int | None = None,
    precision: float | None = None,
    progress: Progress | None = None,
) -> Rollout:
    """Play every alternative up to ``games`` games, in whole chunks, `FIRST_WAVE` at least.

    Parameters
    ----------
    experiment : how an alternative is played. The experiments have equal chunks and share their
        luck: game i of each meets the same.
    value : what a chunk's counts are worth, a whole number that adds up.
    unit : how much of that a game is worth that counts 1, such as 12 for twelfths.
    precision : stop once the half-width of the best value, and those of its distances to all
        that are left, are at most this.
    progress : told (games finished of each alternative left, games in all).

    Raises
    ------
    ValueError : no alternatives, or experiments of different chunks.
    """
    experiments = [experiment(alternative) for alternative in alternatives]
    if len({each.chunk for each in experiments}) != 1:
        raise ValueError("a rollout needs alternatives, played in chunks of one size")
    chunk = experiments[0].chunk
    chunks = max(FIRST_WAVE, -(-games // chunk))
    table = _Table(len(experiments), float(unit * chunk))
    partial = False
    pool = ThreadPoolExecutor(max_workers=threads or os.cpu_count() or 1)
    try:
        while table.played < chunks:
            wave = min(max(table.played, FIRST_WAVE), LONGEST_WAVE, chunks - table.played)
            jobs = [
                {arm: pool.submit(experiments[arm].play, index, chunk) for arm in table.left}
                for index in range(table.played, table.played + wave)
            ]
            partial = table.collect(jobs, value, chunk, chunks, progress)
            table.drop()
            if partial or (precision is not None and table.settled(precision)):
                break
    finally:
        pool.shutdown(cancel_futures=True)
    arms = tuple(table.arm(arm, chunk) for arm in range(len(experiments)))
    return Rollout(arms, table.best, arms[table.best].games, partial)


class _Table:
    """The value of every chunk of every alternative, and who is left."""

    def __init__(self, arms: int, scale: float) -> None:
        self.values: list[list[int]] = [[] for _ in range(arms)]
        self.left = list(range(arms))
        self.scale = scale

    @property
    def played(self) -> int:
        """Chunks played by those left."""
        return len(self.values[self.left[0]])

    @property
    def best(self) -> int:
        return max(self.left, key=lambda arm: (sum(self.values[arm]), -arm))

    def collect(
        self,
        jobs: list[dict[int, Future[Ints]]],
        value: Callable[[Ints], int],
        chunk: int,
        chunks: int,
        progress: Progress | None,
    ) -> bool:
        """Add whole chunks, in their order; True if interrupted."""
        try:
            for row in jobs:
                worth = {arm: value(job.result()) for arm, job in row.items()}
                for arm, units in worth.items():
                    self.values[arm].append(units)
                if progress is not None:
                    progress(self.played * chunk, chunks * chunk)
        except KeyboardInterrupt:
            if self.played < 2:
                raise
            return True
        return False

    def means(self, arm: int, chunks: int | None = None) -> Floats:
        return np.array(self.values[arm][:chunks], np.float64) / self.scale

    def behind(self, arm: int) -> Estimate:
        """Paired differences to the best, over the chunks that both have played."""
        shared = len(self.values[arm])
        return _of_chunks(self.means(self.best, shared) - self.means(arm))

    def drop(self) -> None:
        """Drop who is clearly behind."""
        looser = CLEARLY / estimates.quantile()
        behind = {arm: self.behind(arm) for arm in self.left if arm != self.best}
        for arm, distance in behind.items():
            if distance.value > looser * distance.half_width:
                self.left.remove(arm)

    def settled(self, precision: float) -> bool:
        distances = [self.behind(arm) for arm in self.left if arm != self.best]
        figures = [_of_chunks(self.means(self.best)), *distances]
        return all(figure.half_width <= precision for figure in figures)

    def arm(self, arm: int, chunk: int) -> Arm:
        return Arm(
            _of_chunks(self.means(arm)),
            self.behind(arm),
            len(self.values[arm]) * chunk,
            arm not in self.left,
        )


def _of_chunks(means: Floats) -> Estimate:
    return estimates.mean(float(means.sum()), float((means * means).sum()), means.size)
