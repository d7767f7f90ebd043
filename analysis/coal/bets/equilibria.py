"""Equilibria of the bets of a round: equal bets and mixtures, found and judged.

All who tie for the highest bet are paid double, so betting is a game of coordination with many
equilibria.  Everybody betting the same is tried for every bet; mixtures are learned.  What is
found on some rounds is judged on others.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from zochastic.analysis.coal.bets.choices import level_profiles
from zochastic.analysis.coal.bets.judge import CHUNK, Judgement, Trial, all_arms, play_trials
from zochastic.analysis.coal.bets.learn import learn
from zochastic.analysis.coal.bets.scene import Mixtures, Scene, Tell
from zochastic.analysis.coal.bets.two import (
    MOST_WORK,
    exact_judgement,
    exact_payoffs,
    mixtures_of,
    simulated_payoffs,
    work,
)
from zochastic.sims._jit import Floats
from zochastic.sims.streams import derived

#: Chunks of a profile on the rounds it is found on, and then on those it is judged on.
SCREEN, JUDGE = (1, 3), (4, 12)
#: Chunks more where an alternative may still gain, or may not.
UNSURE = 32
#: A gain up to this, in the goal's unit, is rounding.
TIE = 1e-9
#: Streams: to find equal bets on, to learn on, to judge the list on, to judge the chosen one on.
FIND, LEARN, LIST, CHOSEN = range(4)


@dataclass(frozen=True)
class Found:
    """A profile of bets, and what is known of it.

    Attributes
    ----------
    level : the bet of all who have so much; None of a mixture.
    worst : the asking player's value if he plays his part of it and the others theirs of any
        profile listed, the worst; None if not asked for.
    """

    mixtures: Mixtures
    level: int | None
    judgement: Judgement
    worst: float | None = None

    @property
    def holds(self) -> bool:
        """Whether nobody is shown to gain by leaving it."""
        return self.judgement.low <= TIE


def find(
    scene: Scene, *, seed: int, pool: ThreadPoolExecutor, exact: bool | None, tell: Tell
) -> tuple[list[Found], Floats | None]:
    """List equal bets that nobody clearly gains by leaving, and a mixture.

    Parameters
    ----------
    exact : solve a round of two players exactly, both drawing perfectly; None = if it is no more
        than `MOST_WORK` and the bank cannot run dry.

    Returns
    -------
    the profiles, equal bets first by rising bet; and the exact payoffs, if there are any.
    """
    if scene.players == 2:
        if exact is None:
            exact = work(scene) <= MOST_WORK and scene.rules.bank == "unlimited"
        if exact:
            payoffs = exact_payoffs(scene, pool, tell)
            return _of_payoffs(scene, payoffs), payoffs
    return _of_rounds(scene, seed, pool, tell), None


def _of_payoffs(scene: Scene, payoffs: Floats) -> list[Found]:
    levels = []
    for profile in level_profiles(scene.choices):
        pure = scene.pure(profile)
        found = Found(pure, _level(scene, profile), exact_judgement(payoffs, pure))
        if found.holds:
            levels.append(found)
    mixed = mixtures_of(scene, payoffs)
    return _with_mixture(levels, Found(mixed, None, exact_judgement(payoffs, mixed)))


def _of_rounds(scene: Scene, seed: int, pool: ThreadPoolExecutor, tell: Tell) -> list[Found]:
    profiles = level_profiles(scene.choices)
    trials = [
        Trial(scene, pure, all_arms(scene, pure), derived(seed, FIND))
        for pure in map(scene.pure, profiles)
    ]
    play_trials(trials, SCREEN[0], pool, _part(tell, 0.0, 0.4))
    left = [i for i, trial in enumerate(trials) if not trial.refuted]
    play_trials([trials[i] for i in left], SCREEN[1], pool, _part(tell, 0.4, 0.5))
    left = [i for i in left if not trials[i].refuted]
    if scene.players == 2:
        payoffs = simulated_payoffs(scene, derived(seed, LEARN), pool, _part(tell, 0.5, 0.8))
        mixed = mixtures_of(scene, payoffs)
    else:
        mixed = _nearer(
            scene, learn(scene, derived(seed, LEARN), pool, _part(tell, 0.5, 0.8)), seed, pool
        )
    stream = derived(seed, LIST)
    judged = [Trial(scene, trials[i].mixtures, trials[i].arms, stream) for i in left]
    judged.append(Trial(scene, mixed, all_arms(scene, mixed), stream))
    for chunks in JUDGE:
        play_trials(judged, chunks, pool, _part(tell, 0.8, 0.9))
    unsure = [trial for trial in judged if trial.arms and not trial.refuted]
    play_trials(unsure, UNSURE, pool, _part(tell, 0.9, 1.0))
    levels = [
        Found(trial.mixtures, _level(scene, profiles[i]), trial.judgement())
        for i, trial in zip(left, judged, strict=False)
    ]
    return _with_mixture(levels, Found(mixed, None, judged[-1].judgement()))


def judge(
    scene: Scene,
    mixtures: Mixtures,
    *,
    seed: int,
    rounds: int,
    pool: ThreadPoolExecutor,
    precision: float | None = None,
    tell: Tell,
) -> Judgement:
    """Judge a profile against every other bet of every player, on rounds of its own.

    Parameters
    ----------
    rounds : of the profile, in whole chunks, four at least.
    precision : stop once half the interval of the gain, and those of all values, are at most this.
    """
    trial = Trial(scene, mixtures, all_arms(scene, mixtures), derived(seed, CHOSEN))
    chunks = max(4, -(-rounds // CHUNK))
    while trial.rounds < chunks * CHUNK:
        done = trial.rounds // CHUNK
        play_trials([trial], min(max(4, done), chunks - done), pool, lambda *_: None)
        tell(trial.rounds // CHUNK, chunks)
        found = trial.judgement()
        widths = [(found.high - found.low) / 2, *(v.half_width for v in found.values)]
        if precision is not None and max(widths) <= precision:
            break
    return trial.judgement()


def _nearer(
    scene: Scene, learned: Sequence[Mixtures], seed: int, pool: ThreadPoolExecutor
) -> Mixtures:
    """The profile that can be left with the least gain, on the rounds of learning."""
    trials = [Trial(scene, m, all_arms(scene, m), derived(seed, LEARN)) for m in learned]
    play_trials(trials, 2, pool, lambda *_: None)
    return min(trials, key=lambda trial: trial.judgement().epsilon).mixtures


def _level(scene: Scene, profile: Sequence[int]) -> int:
    return max(bets[k] for bets, k in zip(scene.choices, profile, strict=True))


def _with_mixture(levels: list[Found], mixture: Found) -> list[Found]:
    """The mixture is listed beside equal bets only if it is not one of them."""
    same = any(
        all(np.array_equal(a, b) for a, b in zip(f.mixtures, mixture.mixtures, strict=True))
        for f in levels
    )
    return levels if same else [*levels, mixture]


def _part(tell: Tell, start: float, end: float) -> Tell:
    """Progress of a part of the work, told in thousandths of the whole."""
    return lambda done, total: tell(round(1000 * (start + (end - start) * done / total)), 1000)
