"""Two players' bets as a matrix of payoffs: exact with perfect drawing, or simulated."""

from concurrent.futures import ThreadPoolExecutor
from math import prod

import numpy as np

from zochastic.analysis import matrix_games, regret
from zochastic.analysis.coal.bets.judge import Judgement
from zochastic.analysis.coal.bets.scene import LEAD, Mixtures, Scene, Tell
from zochastic.analysis.estimates import Estimate
from zochastic.rules.coal.position import Position
from zochastic.sims._jit import Floats

#: Rounds of a pair of bets where they are simulated.
ROUNDS = 2048
#: Above so much `work` the exact matrix is left to who asks for it.  Two with 200 chips and a fresh
#: oven are 0.52e6, about six seconds on two cores.
MOST_WORK = 700_000


def work(scene: Scene) -> int:
    """How much the exact matrix would be.

    A pair of stakes takes as long as there are compositions of the oven's coal, and grows with the
    square of the greater stake, as a share of that coal's value.
    """
    codes = prod(count + 1 for _, count in scene.oven.coal)
    chips = max(scene.oven.good, 1)
    stakes = np.minimum(np.maximum.outer(*(np.array(bets) for bets in scene.choices)), chips)
    return int(codes * ((stakes / chips) ** 2).sum())


def exact_payoffs(scene: Scene, pool: ThreadPoolExecutor, tell: Tell) -> Floats:
    """float64[2, bets of the first, bets of the second] of two who draw perfectly."""
    from zochastic.analysis.coal.round.exact import payoffs_of_bets

    start = Position(wealth=scene.wealth, oven=scene.oven, pacts=scene.held, bets=(0, 0))
    first, second = scene.choices
    jobs = [
        pool.submit(payoffs_of_bets, scene.rules, start, [bet], second, threads=1) for bet in first
    ]
    rows = []
    for done, job in enumerate(jobs):
        rows.append(np.concatenate(job.result()))
        tell(done + 1, len(jobs))
    return _goal(scene, np.stack(rows, axis=1))


def simulated_payoffs(scene: Scene, seed: int, pool: ThreadPoolExecutor, tell: Tell) -> Floats:
    """The same of two who draw by their policies, every pair on the same `ROUNDS` rounds."""
    first, second = scene.choices
    policies = scene.lots(scene.pure((0, 0)))

    def row(bet: int) -> Floats:
        means = []
        for other in second:
            played = scene.play(policies, (bet, other), seed=seed, first=0, rounds=ROUNDS)
            means.append((played.chips - np.array(scene.wealth)).mean(axis=0))
        return np.array(means).T

    rows = []
    for done, found in enumerate(pool.map(row, first)):
        rows.append(found)
        tell(done + 1, len(first))
    return _goal(scene, np.stack(rows, axis=1))


def mixtures_of(scene: Scene, payoffs: Floats) -> Mixtures:
    """Two mixtures: of the linear program if one's gain is the other's loss, else learned."""
    if scene.goal == LEAD:
        found = matrix_games.solve(payoffs[0])
        return found.row, found.column
    return regret.regret_matching(payoffs, rounds=20_000, target=1e-6).mixtures


def exact_judgement(payoffs: Floats, mixtures: Mixtures) -> Judgement:
    """What exact payoffs say of two mixtures, computed apart from what found them."""
    earned = (payoffs[0] @ mixtures[1], mixtures[0] @ payoffs[1])
    values = [float(e @ m) for e, m in zip(earned, mixtures, strict=True)]
    gains = [float(e.max()) - v for e, v in zip(earned, values, strict=True)]
    gain, who = max(gains), int(np.argmax(gains))
    arm = (who, int(np.argmax(earned[who]))) if gain > regret.TIE else None
    gain = max(0.0, gain)
    exact = tuple(Estimate(v, v, v, 0) for v in values)
    return Judgement(exact, gain, gain, gain, arm, 0)


def _goal(scene: Scene, chips: Floats) -> Floats:
    return np.stack([chips[0] - chips[1], chips[1] - chips[0]]) if scene.goal == LEAD else chips
