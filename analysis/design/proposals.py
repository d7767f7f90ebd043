"""Which variant a search tries next: first spread evenly, then where Optuna expects most.

No point of the grid is proposed twice: where Optuna names one that was tried, the nearest that was
not is taken. So a grid that fits the budget is searched whole. What is proposed depends on the seed
and on what was told before alone: a search that goes on is the search that was never stopped.
"""

import warnings
from collections import deque
from collections.abc import Sequence
from itertools import pairwise
from math import prod

import numpy as np

from zochastic.analysis.vary import Axis, plain_value
from zochastic.sims.streams import derived

Place = tuple[int, ...]
#: Points that are spread evenly over the grid (Sobol) before Optuna is asked; a power of two.
SPREAD = 16


class Proposals:
    """Points of a grid, one after the other."""

    def __init__(self, axes: Sequence[Axis], targets: int, seed: int) -> None:
        import optuna

        self._optuna = optuna
        optuna.logging.set_verbosity(optuna.logging.ERROR)
        self._sizes = [len(axis.values) for axis in axes]
        self._ordered = [rising(axis) for axis in axes]
        self._space: dict[str, optuna.distributions.BaseDistribution] = {
            str(a): (
                optuna.distributions.IntDistribution(0, size - 1)
                if ordered
                else optuna.distributions.CategoricalDistribution(tuple(range(size)))
            )
            for a, (size, ordered) in enumerate(zip(self._sizes, self._ordered, strict=True))
        }
        self._seed = seed
        self._tried: set[Place] = set()
        self._spread = deque(self._sobol())
        self._study = optuna.create_study(directions=["minimize"] * targets)

    @property
    def size(self) -> int:
        """Points of the grid."""
        return prod(self._sizes)

    def next(self) -> Place | None:
        """A point that was not told of yet; None where all were."""
        if len(self._tried) == self.size:
            return None
        while self._spread:
            place = self._spread[0]
            if place not in self._tried:
                return place
            self._spread.popleft()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", self._optuna.exceptions.ExperimentalWarning)
            # a sampler of its own for every point: what is drawn depends on how many were tried
            self._study.sampler = self._optuna.samplers.TPESampler(
                seed=derived(self._seed, len(self._tried)) % 2**32, multivariate=True
            )
        trial = self._study.ask(self._space)
        self._study.tell(trial, state=self._optuna.trial.TrialState.FAIL)
        return self._untried(tuple(int(trial.params[name]) for name in self._space))

    def tell(self, place: Place, distances: Sequence[float] | None) -> None:
        """Say how far the variant at ``place`` is from each target; None: it is no game."""
        self._tried.add(place)
        if distances is None:
            return
        params = {name: place[int(name)] for name in self._space}
        self._study.add_trial(
            self._optuna.trial.create_trial(
                params=params, distributions=self._space, values=list(distances)
            )
        )

    def _sobol(self) -> list[Place]:
        from scipy.stats import qmc

        engine = qmc.Sobol(d=len(self._sizes), scramble=True, rng=self._seed)
        drawn = engine.random(SPREAD)
        places = (tuple(int(u * n) for u, n in zip(row, self._sizes, strict=True)) for row in drawn)
        return list(dict.fromkeys(places))

    def _untried(self, place: Place) -> Place:
        """``place``, or what is not tried and the fewest steps away."""
        order = np.random.default_rng([self._seed, len(self._tried)])
        waiting, seen = deque([place]), {place}
        while waiting:
            here = waiting.popleft()
            if here not in self._tried:
                return here
            steps = [step for step in self._steps(here) if step not in seen]
            seen.update(steps)
            waiting.extend(steps[i] for i in order.permutation(len(steps)))
        raise AssertionError("a grid that is not tried whole has a point that is not tried")

    def _steps(self, place: Place) -> list[Place]:
        """Points that differ in one key: by one value where values are in order."""
        found = []
        for a, (size, ordered) in enumerate(zip(self._sizes, self._ordered, strict=True)):
            values = (place[a] - 1, place[a] + 1) if ordered else range(size)
            found += [
                (*place[:a], value, *place[a + 1 :])
                for value in values
                if 0 <= value < size and value != place[a]
            ]
        return found


def rising(axis: Axis) -> bool:
    """Whether the values are numbers in order, so that neighbours are alike."""
    values = [plain_value(text) for text in axis.values]
    if not all(type(value) in (int, float) for value in values):
        return False
    return all(b > a for a, b in pairwise(values))
