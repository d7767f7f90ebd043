"""Games of one table that add up, in chunks: what is played, with what luck, what is kept."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import cached_property
from typing import Any

import numpy as np

from zochastic.analysis.program import program
from zochastic.analysis.quality.records import Playing, Records
from zochastic.analysis.quality.tally import sums_of
from zochastic.sims._jit import Ints
from zochastic.sims.runner import key_of


def credit_of_seats(records: Records) -> Ints:
    """What each seat won, int64[players], in `records.PARTS`."""
    return np.asarray(records.credit.sum(axis=0), np.int64)


@dataclass(frozen=True)
class Batch:
    """Chunks of one experiment; a function of its fields and of the program alone.

    Attributes
    ----------
    variant : digest of the game and all its rules.
    playing : the rules as kernels see them, and the policies' arrays.
    chunk : games of every chunk.
    line : what is kept of a chunk, int64[K]; a function of a module.
    """

    variant: str
    playing: Playing
    seed: int
    chunk: int
    line: Callable[[Records], Ints] = sums_of

    @property
    def modules(self) -> tuple[str, ...]:
        """Where the program of this experiment begins."""
        return *dict.fromkeys(_modules(self.playing)), self.line.__module__

    @cached_property
    def program(self) -> str:
        """Digest of the program that plays it."""
        return program(*self.modules)

    @cached_property
    def key(self) -> str:
        """SHA-256 of everything that decides its counts."""
        return key_of(
            self.program, self.variant, self.playing, self.seed, self.chunk, self.line.__qualname__
        )

    def play(self, index: int) -> Ints:
        """Play chunk ``index``."""
        return self.line(self.playing.play(self.seed, index * self.chunk, self.chunk))


def _modules(part: Any) -> Iterator[str]:
    """Of a table, and of one within it."""
    if is_dataclass(part):
        yield type(part).__module__
        for each in fields(part):
            yield from _modules(getattr(part, each.name))
