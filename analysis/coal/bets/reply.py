"""What each bet of one player earns against the others' lots or policies, on the same rounds."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from zochastic.analysis import estimates
from zochastic.analysis.coal.bets.scene import BY_LOT, Scene, Tell
from zochastic.analysis.estimates import Estimate
from zochastic.sims._jit import Floats, Ints
from zochastic.sims.coal.table import Policies

#: Rounds of a job.
CHUNK = 512


@dataclass(frozen=True)
class Replies:
    """What some bets of one player have earned.

    Attributes
    ----------
    bets : chips.
    worth : int32[bets, rounds], in the goal's unit times ``scale``.
    chips : int64[bets], net chips in all.
    met : int64[bets], rounds in which the stake was met.
    """

    bets: tuple[int, ...]
    worth: Ints
    chips: Ints
    met: Ints
    scale: int

    @property
    def rounds(self) -> int:
        """How many rounds each bet was played."""
        return int(self.worth.shape[1])

    @property
    def means(self) -> Floats:
        """float64[bets]: what each is worth on average."""
        means: Floats = self.worth.mean(axis=1) / self.scale
        return means

    @property
    def best(self) -> int:
        """The index of the best bet; the smaller one of equals."""
        return int(np.argmax(self.means))

    def value(self, k: int) -> Estimate:
        """What bet ``k`` is worth, with its interval."""
        return _mean(self.worth[k] / self.scale)

    def behind(self, k: int) -> Estimate:
        """How much the best bet is better than bet ``k``, from the differences of each round."""
        return _mean((self.worth[self.best] - self.worth[k]) / self.scale)


def replies(
    scene: Scene,
    policies: Policies,
    seat: int,
    bets: Sequence[int],
    *,
    seed: int,
    rounds: int,
    pool: ThreadPoolExecutor,
    precision: float | None = None,
    tell: Tell,
) -> Replies:
    """Play every bet at ``seat`` on the same rounds; the others bet by ``policies``.

    Parameters
    ----------
    rounds : so many of each bet, in whole jobs; with ``precision`` fewer if the half-width of the
        best one's value is at most that by then, looked at when the rounds have doubled.
    """
    chunks = max(1, -(-rounds // CHUNK))

    def play(job: tuple[int, int]) -> tuple[Ints, Ints, Ints]:
        bet, chunk = job
        laid = [BY_LOT] * scene.players
        laid[seat] = bet
        played = scene.play(policies, laid, seed=seed, first=chunk * CHUNK, rounds=CHUNK)
        held = played.amounts
        record = held[:, seat] if scene.rules.bet_on == "own" else held.max(axis=1)
        net = (played.chips[:, seat] - scene.wealth[seat]).sum()
        return scene.worth(played)[:, seat].astype(np.int32), net, (record >= bet).sum()

    found: Replies | None = None
    done = 0
    while done < chunks:
        more = chunks if precision is None else min(chunks, max(4, 2 * done))
        jobs = [(bet, chunk) for bet in bets for chunk in range(done, more)]
        parts = []
        for count, result in enumerate(pool.map(play, jobs)):
            parts.append(result)
            tell(done * len(bets) + count + 1, chunks * len(bets))
        shape = (len(bets), more - done)
        part = Replies(
            tuple(bets),
            np.array([p[0] for p in parts]).reshape(len(bets), -1),
            np.array([p[1] for p in parts]).reshape(shape).sum(axis=1),
            np.array([p[2] for p in parts]).reshape(shape).sum(axis=1),
            scene.scale,
        )
        found = part if found is None else _joined(found, part)
        done = more
        if precision is not None and found.value(found.best).half_width <= precision:
            break
    assert found is not None
    return found


def _joined(one: Replies, two: Replies) -> Replies:
    worth = np.concatenate([one.worth, two.worth], axis=1)
    return Replies(one.bets, worth, one.chips + two.chips, one.met + two.met, one.scale)


def _mean(values: Floats) -> Estimate:
    return estimates.mean(float(values.sum()), float((values * values).sum()), values.size)
