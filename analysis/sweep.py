"""The one way to play many variants: chunks of all of them on threads, the same luck for each.

Every variant plays the same game indices in chunks of one size, so two of them are compared chunk
by chunk. Which chunks are played is decided between waves, on counts, never on time. Where a chunk
comes from is the business of a `Farm`.
"""

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from zochastic.analysis.batch import Batch
from zochastic.analysis.farm import Farm
from zochastic.analysis.quality.intervals import LEAST_CHUNKS
from zochastic.analysis.quality.records import Playing
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
    variant : digest of the game and all its rules.
    sums : a line of sums a chunk, see `tally.sums_of`.
    left : whether it is still played.
    """

    seat: Callable[[], Playing]
    variant: str = ""
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
        """At least ``games`` games, in `LEAST_CHUNKS` chunks or more of ``most`` games or fewer.

        More chunks than that are all of ``most`` games, so that a longer run begins with the very
        chunks of a shorter one.
        """
        chunk = min(most, -(-games // LEAST_CHUNKS))
        return cls(max(LEAST_CHUNKS, -(-games // chunk)), chunk)

    @property
    def games(self) -> int:
        """Games in all."""
        return self.chunks * self.chunk


@dataclass(frozen=True)
class _Known:
    """Chunks of an arm that the store has; without a store there is no need of the key."""

    key: str = ""
    chunks: frozenset[int] = frozenset()


def play_all(
    arms: Sequence[Arm],
    plan: Plan,
    *,
    seed: int,
    threads: int | None = None,
    farm: Farm | None = None,
    settle: Callable[[Sequence[Arm]], None] | None = None,
    progress: Progress | None = None,
) -> bool:
    """Play every arm, its sums in place; True if Ctrl-C ended it.

    Parameters
    ----------
    farm : where chunks are played and kept; None: on threads, kept nowhere.
    settle : looked at between waves: sets ``left`` of arms that need no more. None: one wave.
    """
    played = 0
    farm = farm or Farm()
    pool = ThreadPoolExecutor(max_workers=farm.workers(threads))
    try:
        known = _known(arms, plan, seed, farm)
        while played < plan.chunks and any(arm.left for arm in arms):
            wave = plan.chunks - played
            if settle is not None:
                wave = min(wave, max(played, FIRST_WAVE))
            _Wave(pool, farm, plan, seed, known, progress).play(arms, played, played + wave)
            played += wave
            if settle is not None:
                settle(arms)
    except KeyboardInterrupt:
        return True
    finally:
        pool.shutdown(cancel_futures=True)
    return False


def play_batch(
    batch: Batch, chunks: int, *, threads: int | None = None, farm: Farm | None = None
) -> Ints:
    """The lines of the first chunks of one experiment, int64[chunks, K]."""
    farm = farm or Farm()
    with ThreadPoolExecutor(max_workers=farm.workers(threads)) as pool:
        return np.array(list(pool.map(partial(farm.line, batch), range(chunks))))


def _known(arms: Sequence[Arm], plan: Plan, seed: int, farm: Farm) -> list[_Known]:
    """What the store has of each arm, before anything is played: progress counts it as done."""
    if farm.store is None:
        return [_Known()] * len(arms)
    found = []
    for arm in arms:  # policies are made one after the other: together they would fill the memory
        batch = Batch(arm.variant, arm.seat(), seed, plan.chunk)
        found.append(_Known(batch.key, farm.known(batch, plan.chunks)))
    return found


@dataclass(frozen=True)
class _Wave:
    """Some chunks of all arms that are left, in order."""

    pool: ThreadPoolExecutor
    farm: Farm
    plan: Plan
    seed: int
    known: Sequence[_Known]
    progress: Progress | None

    def play(self, arms: Sequence[Arm], first: int, last: int) -> None:
        """Play chunks ``first`` … of the arms; a few are submitted ahead of those waited for."""
        games, chunks = self.plan.chunk, self.plan.chunks
        ahead = max(_AHEAD, 2 * self.farm.workers(None))
        pairs = list(zip(arms, self.known, strict=True))
        total = sum(chunks if arm.left else len(arm.sums) for arm in arms) * games
        done = sum(len(arm.sums) for arm in arms)
        done += sum(n >= first for arm, known in pairs if arm.left for n in known.chunks)
        if self.progress is not None and done:
            self.progress(done * games, total)  # what is there at once tells nothing of the pace
        waiting: deque[tuple[Arm, Future[Ints], bool]] = deque()

        def take() -> None:
            nonlocal done
            arm, job, new = waiting.popleft()
            arm.sums.append(job.result())
            done += new
            if self.progress is not None and new:
                self.progress(done * games, total)

        for arm, known in pairs:
            if not arm.left:
                continue
            batch: Batch | None = None
            for index in range(first, last):
                new = index not in known.chunks
                if new and batch is None:
                    # tables of one variant at a time fill the memory
                    batch = Batch(arm.variant, arm.seat(), self.seed, games)
                job = (
                    self.pool.submit(self.farm.kept_line, known.key, index, games)
                    if batch is None or not new
                    else self.pool.submit(self.farm.line, batch, index)
                )
                waiting.append((arm, job, new))
                while len(waiting) > ahead:
                    take()
        while waiting:
            take()
