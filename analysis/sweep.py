"""The one way to play many variants: chunks of all of them on threads, the same luck for each.

Every variant plays the same game indices in chunks of one size, so two of them are compared chunk
by chunk. Which chunks are played is decided between waves, on counts, never on time.
"""

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np

from zochastic.analysis.quality.intervals import LEAST_CHUNKS
from zochastic.analysis.quality.records import Playing
from zochastic.analysis.quality.tally import sums_of
from zochastic.sims._jit import Ints
from zochastic.sims.runner import Progress

#: Chunks of the first wave of a run that may end early; each later wave doubles what was played.
FIRST_WAVE = 16
#: Jobs that wait for a thread: enough to keep all busy while policies are made for the next.
_AHEAD = 64


@dataclass
class Arm:
    """A variant that is played.

    Attributes
    ----------
    seat : makes its policies, when its turn comes.
    sums : a line of sums a chunk, see `tally.sums_of`.
    left : whether it is still played.
    """

    seat: Callable[[], Playing]
    sums: list[Ints] = field(default_factory=list)
    left: bool = True

    @property
    def table(self) -> Ints:
        """int64[chunks, K]."""
        return np.array(self.sums)


@dataclass(frozen=True)
class Plan:
    """How much is played, in chunks of how many games."""

    chunks: int
    chunk: int

    @classmethod
    def of(cls, games: int, most: int) -> "Plan":
        """At least ``games`` games, in `LEAST_CHUNKS` chunks or more of ``most`` games or fewer."""
        chunks = max(LEAST_CHUNKS, -(-games // most))
        return cls(chunks, -(-games // chunks))

    @property
    def games(self) -> int:
        """Games in all."""
        return self.chunks * self.chunk


def play_all(
    arms: Sequence[Arm],
    plan: Plan,
    *,
    seed: int,
    threads: int | None = None,
    settle: Callable[[Sequence[Arm]], None] | None = None,
    progress: Progress | None = None,
) -> bool:
    """Play every arm, its sums in place; True if Ctrl-C ended it.

    Parameters
    ----------
    settle : looked at between waves: sets ``left`` of arms that need no more. None: one wave.
    """
    played = 0
    pool = ThreadPoolExecutor(max_workers=threads or os.cpu_count() or 1)
    try:
        while played < plan.chunks and any(arm.left for arm in arms):
            wave = plan.chunks - played
            if settle is not None:
                wave = min(wave, max(played, FIRST_WAVE))
            active = [arm for arm in arms if arm.left]
            jobs = ((arm, index) for arm in active for index in range(played, played + wave))
            done, of = sum(len(arm.sums) for arm in arms), len(active) * plan.chunks
            of += sum(len(arm.sums) for arm in arms if not arm.left)

            def told(finished: int, before: int = done, all_of: int = of) -> None:
                if progress is not None:
                    progress((before + finished) * plan.chunk, all_of * plan.chunk)

            _work(pool, jobs, plan.chunk, seed, told)
            played += wave
            if settle is not None:
                settle(arms)
    except KeyboardInterrupt:
        return True
    finally:
        pool.shutdown(cancel_futures=True)
    return False


def _work(
    pool: ThreadPoolExecutor,
    jobs: Iterator[tuple[Arm, int]],
    chunk: int,
    seed: int,
    told: Callable[[int], None],
) -> None:
    """Play the jobs in order, a few submitted ahead of those waited for."""
    waiting: deque[tuple[Arm, Future[Ints]]] = deque()
    finished = 0
    seated: Arm | None = None
    playing: Playing | None = None
    for arm, index in jobs:
        if arm is not seated or playing is None:
            seated, playing = arm, arm.seat()  # tables of one variant at a time fill the memory
        waiting.append((arm, pool.submit(_play, playing, seed, index, chunk)))
        while len(waiting) > _AHEAD:
            finished += _take(waiting)
            told(finished)
    while waiting:
        finished += _take(waiting)
        told(finished)


def _take(waiting: deque[tuple[Arm, Future[Ints]]]) -> int:
    arm, job = waiting.popleft()
    arm.sums.append(job.result())
    return 1


def _play(playing: Playing, seed: int, index: int, chunk: int) -> Ints:
    return sums_of(playing.play(seed, index * chunk, chunk))
