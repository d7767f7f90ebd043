"""How good a profile of bets is: the most that anybody gains by another bet, with its interval.

Every alternative meets the same pieces and the same lots of the others as the profile itself, so
what their rounds share cancels out of the difference.  Alternatives that clearly gain nothing are
played no further.  Decisions to go on are taken on counts alone, after whole chunks.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np

from zochastic.analysis import estimates
from zochastic.analysis.coal.bets.scene import BY_LOT, Mixtures, Scene, Tell
from zochastic.analysis.estimates import Estimate
from zochastic.sims._jit import Floats, Ints

#: Rounds of a job.
CHUNK = 256
#: An alternative is left that is so many standard errors below no gain at all.
CLEARLY = 4.0

#: A player and the index of a bet of his.
Arm = tuple[int, int]


@dataclass(frozen=True)
class Judgement:
    """What is known of a profile of mixtures.

    Attributes
    ----------
    values : what it earns each player.
    epsilon : the largest gain of a player who leaves it alone, in the goal's unit; 0 if none.
    low, high : all alternatives' intervals together, so that the largest gain lies between with
        95 %: each is widened for their number (Bonferroni).
    arm : who gains it by which bet; None if nobody does.
    rounds : played of the profile itself.
    """

    values: tuple[Estimate, ...]
    epsilon: float
    low: float
    high: float
    arm: Arm | None
    rounds: int


@dataclass
class Trial:
    """A profile that is being judged: sums and sums of squares of what was played so far."""

    scene: Scene
    mixtures: Mixtures
    arms: list[Arm]
    seed: int
    rounds: int = 0
    own: Ints = field(init=False)
    gains: Ints = field(init=False)

    def __post_init__(self) -> None:
        """Begin with nothing played."""
        self.own = np.zeros((2, self.scene.players), np.int64)
        self.gains = np.zeros((2, len(self.arms)), np.int64)
        self.policies = self.scene.lots(self.mixtures)

    def play(self, chunk: int) -> tuple[Ints, Ints]:
        """Chunk ``chunk`` of the profile and all alternatives left."""
        own = self._worth(None, chunk)
        gains = [self._worth(arm, chunk)[:, arm[0]] - own[:, arm[0]] for arm in self.arms]
        return _sums(own), _sums(np.array(gains, np.int64).reshape(-1, CHUNK).T)

    def add(self, played: tuple[Ints, Ints]) -> None:
        """Add a chunk."""
        self.own += played[0]
        self.gains += played[1]
        self.rounds += CHUNK

    def drop(self) -> None:
        """Leave alternatives that clearly gain nothing."""
        mean, error = self._gains()
        kept = np.flatnonzero(mean + CLEARLY * error >= 0)
        self.arms = [self.arms[i] for i in kept]
        self.gains = self.gains[:, kept]

    @property
    def refuted(self) -> bool:
        """Whether somebody clearly gains."""
        mean, error = self._gains()
        return bool((mean - CLEARLY * error > 0).any())

    def judgement(self) -> Judgement:
        """What is known by now."""
        values = tuple(
            _scaled(estimates.mean(float(total), float(squares), self.rounds), self.scene.scale)
            for total, squares in self.own.T
        )
        if not self.arms:
            return Judgement(values, 0.0, 0.0, 0.0, None, self.rounds)
        mean, error = self._gains()
        width = error * estimates.quantile(1 - (1 - estimates.LEVEL) / len(self.arms))
        top = int(np.argmax(mean))
        low, high = max(0.0, float((mean - width).max())), max(0.0, float((mean + width).max()))
        arm = self.arms[top] if mean[top] > 0 else None
        return Judgement(values, max(0.0, float(mean[top])), low, high, arm, self.rounds)

    def _gains(self) -> tuple[Floats, Floats]:
        """Mean gain of each alternative left, and its standard error."""
        mean = self.gains[0] / self.rounds
        variance = np.maximum(0.0, self.gains[1] / self.rounds - mean**2)
        scale = self.scene.scale
        return mean / scale, np.sqrt(variance / (self.rounds - 1)) / scale

    def _worth(self, arm: Arm | None, chunk: int) -> Ints:
        bets = [BY_LOT] * self.scene.players
        if arm is not None:
            bets[arm[0]] = self.scene.choices[arm[0]][arm[1]]
        played = self.scene.play(
            self.policies, bets, seed=self.seed, first=chunk * CHUNK, rounds=CHUNK
        )
        return self.scene.worth(played)


def all_arms(scene: Scene, mixtures: Mixtures) -> list[Arm]:
    """Every other bet of every player; not the one of who never plays another."""
    return [
        (seat, k)
        for seat, mixture in enumerate(mixtures)
        for k in range(mixture.size)
        if mixture[k] < 1.0
    ]


def play_trials(trials: Sequence[Trial], chunks: int, pool: ThreadPoolExecutor, tell: Tell) -> None:
    """Play ``chunks`` more chunks of each, then leave what clearly gains nothing."""
    jobs = [
        [pool.submit(trial.play, trial.rounds // CHUNK + i) for i in range(chunks)]
        for trial in trials
    ]
    for done, (trial, row) in enumerate(zip(trials, jobs, strict=True)):
        for job in row:
            trial.add(job.result())
        trial.drop()
        tell(done + 1, len(trials))


def _sums(values: Ints) -> Ints:
    """Sums and sums of squares of columns."""
    return np.stack([values.sum(axis=0), (values * values).sum(axis=0)])


def _scaled(estimate: Estimate, scale: int) -> Estimate:
    return Estimate(estimate.value / scale, estimate.low / scale, estimate.high / scale, estimate.n)
