"""Games that are throws of a coin, played in many processes; nothing compiled is involved."""

import hashlib
import sys
import time
from dataclasses import dataclass
from functools import partial

import numpy as np

from zochastic.analysis.farm import Farm
from zochastic.analysis.quality.records import Records
from zochastic.analysis.sweep import Arm, Plan, play_all

#: Games of a chunk.
CHUNK = 50


@dataclass(frozen=True)
class Coins:
    """A coin with so much of heads, which wins for the first of two."""

    heads: float = 0.5
    wait: float = 0.0

    def play(self, seed, first_game, games):
        time.sleep(self.wait)
        first = np.random.default_rng([seed, first_game]).random(games) < self.heads
        credit = 60 * np.stack([first, ~first], axis=1).astype(np.int64)
        one, none = np.ones(games, np.int64), np.zeros(games, np.int64)
        return Records(
            credit, one, one, one, credit[:, np.newaxis], np.zeros(games, bool),
            np.zeros((games, 2), np.int64), none,
        )  # fmt: skip


def toss(farm=None, *, chunks=40, heads=(0.3, 0.5), seed=1, threads=2, wait=0.0, **more):
    """The sums of a few coins, int64[chunks, K] each."""
    arms = [Arm(partial(Coins, p, wait)) for p in heads]
    assert not play_all(arms, Plan(chunks, CHUNK), seed=seed, threads=threads, farm=farm, **more)
    return [arm.table for arm in arms]


def digest(tables):
    return hashlib.sha256(b"".join(table.tobytes() for table in tables)).hexdigest()


def main(file, chunks, wait):
    """Say ``ready``, wait for a line, toss; print games played, games kept, and the digest."""
    print("ready", flush=True)
    sys.stdin.readline()
    with Farm.opened(file, None) as farm:
        sums = toss(farm, chunks=int(chunks), wait=float(wait))
    print(farm.played, farm.kept, digest(sums))
