"""The one runner: plays an experiment in chunks on threads and adds up what happened.

The same seed gives the same counts on any number of threads, because a chunk's stream depends on
its index alone, chunks have a fixed size, and every decision to go on is taken between waves, on
counts, never on time.
"""

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from fractions import Fraction
from typing import Any, Protocol

import numpy as np

from zochastic.sims._jit import Ints

#: Told how many games of how many are finished, after every chunk.
Progress = Callable[[int, int], None]

#: The first wave of a run that stops at a precision; each later wave doubles what was played.
_FIRST_WAVE = 4
#: No wave is longer, so that a very long run does not queue all its chunks at once.
_LONGEST_WAVE = 512


class Experiment(Protocol):
    """What the runner plays.

    Attributes
    ----------
    key : SHA-256 of everything that defines the experiment, its seed included; see `key_of`.
    chunk : games in a full chunk, so many that one takes 1–100 ms (a kernel cannot be stopped).
    """

    @property
    def key(self) -> str:
        """Identity of the experiment."""
        ...

    @property
    def chunk(self) -> int:
        """Games in a full chunk."""
        ...

    def play(self, index: int, games: int) -> Ints:
        """Play ``games`` games of chunk ``index``; integer counts that add up."""
        ...


def key_of(*parts: object) -> str:
    """SHA-256 of what defines an experiment; arrays count by their bytes, wherever they are.

    Raises
    ------
    TypeError : a part is of a kind whose text does not tell its value.
    """
    sha = hashlib.sha256()
    for part in parts:
        _add(sha, part)
    return sha.hexdigest()


#: What `repr` tells in full.
_PLAIN = (str, bytes, int, float, np.generic, Enum, Fraction, type(None))


def _add(sha: Any, part: object) -> None:
    if isinstance(part, np.ndarray) and not part.dtype.hasobject:
        sha.update(f"{part.dtype}{part.shape}".encode() + part.tobytes())
    elif is_dataclass(part) and not isinstance(part, type):
        inside = [(field.name, getattr(part, field.name)) for field in fields(part)]
        sha.update(type(part).__qualname__.encode())
        _add(sha, inside)
    elif isinstance(part, tuple | list):
        sha.update(f"{type(part).__qualname__}{len(part)}".encode())
        for each in part:
            _add(sha, each)
    elif isinstance(part, Mapping):
        _add(sha, sorted(part.items(), key=repr))
    elif isinstance(part, _PLAIN):
        sha.update(repr(part).encode())
    else:
        raise TypeError(f"a key cannot be made of a {type(part).__name__}")
    sha.update(b"\0")


@dataclass(frozen=True)
class Tally:
    """Counts of one experiment; tallies of the same experiment add up.

    Attributes
    ----------
    counts : int64[K]; what they count is the experiment's business.
    games : how many games were played.
    partial : the run was interrupted before it was finished.
    """

    key: str
    counts: Ints
    games: int
    partial: bool = False

    def __add__(self, other: "Tally") -> "Tally":
        if self.key != other.key:
            raise ValueError(
                "these tallies count different experiments (other rules, oven, policy or seed); "
                "add tallies of one experiment, or compare their estimates"
            )
        return Tally(
            self.key,
            self.counts + other.counts,
            self.games + other.games,
            self.partial or other.partial,
        )


def run(
    experiment: Experiment,
    *,
    games: int,
    threads: int | None = None,
    enough: Callable[[Tally], bool] | None = None,
    progress: Progress | None = None,
) -> Tally:
    """Play up to ``games`` games.

    Parameters
    ----------
    threads : workers; None = as many as there are processors. Never changes the result.
    enough : looked at between waves; True ends the run early (a target precision).
    progress : told (games finished, games in all) in the calling thread.

    Returns
    -------
    Tally: of all chunks; after Ctrl-C of those that were finished, with ``partial`` set. An
        interruption before the first chunk is finished is raised.
    """
    if games < 1:
        raise ValueError(f"a run needs at least one game, got {games}")
    chunks = -(-games // experiment.chunk)
    total: Tally | None = None
    pool = ThreadPoolExecutor(max_workers=threads or os.cpu_count() or 1)
    try:
        for first, last in _waves(chunks, adaptive=enough is not None):
            sizes = [
                min(experiment.chunk, games - index * experiment.chunk)
                for index in range(first, last)
            ]
            jobs = [
                pool.submit(experiment.play, index, size)
                for index, size in zip(range(first, last), sizes, strict=True)
            ]
            total = _collect(experiment, jobs, sizes, total, games, progress)
            if total.partial or (enough is not None and enough(total)):
                break
    finally:
        pool.shutdown(cancel_futures=True)
    assert total is not None
    return total


def _waves(chunks: int, *, adaptive: bool) -> Iterator[tuple[int, int]]:
    """Ranges of chunk indices played without a look at the counts."""
    first, wave = 0, _FIRST_WAVE if adaptive else _LONGEST_WAVE
    while first < chunks:
        last = min(first + wave, chunks)
        yield first, last
        first, wave = last, min(max(last, _FIRST_WAVE), _LONGEST_WAVE)


def _collect(
    experiment: Experiment,
    jobs: list[Future[Ints]],
    sizes: list[int],
    total: Tally | None,
    games: int,
    progress: Progress | None,
) -> Tally:
    """Add the jobs to ``total`` in chunk order; on Ctrl-C only those already finished."""
    try:
        for job, size in zip(jobs, sizes, strict=True):
            total = _plus(total, Tally(experiment.key, job.result(), size))
            if progress is not None:
                progress(total.games, games)
    except KeyboardInterrupt:
        if total is None:
            raise
        return replace(total, partial=True)
    assert total is not None
    return total


def _plus(total: Tally | None, more: Tally) -> Tally:
    return more if total is None else total + more
