"""Decisions that people meet at a table, with what each choice is worth under given rules.

Solved under two readings of the rules they tell which advice flips, and what it costs to keep the
old one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from zochastic.analysis.estimates import Estimate
from zochastic.sims._jit import Floats

#: Values nearer than this are equal; choices played more rarely are left out of an advice.
_SAME, _RARE = 1e-9, 0.005


@dataclass(frozen=True, eq=False)
class Decision:
    """A choice to make.

    Attributes
    ----------
    question : the same under all readings.
    unit : what a choice is worth is counted in.
    options : in the order in which equal ones are preferred.
    payoffs : float64[options, replies]: what each is worth against each reply of an opponent who
        decides at the same time; one column where there is none.
    play : float64[options], how often each should be played.
    errors : float64[options], half-width by which each may be off behind the best; 0 if exact.
    """

    question: str
    unit: str
    options: tuple[str, ...]
    payoffs: Floats
    play: Floats
    errors: Floats

    @classmethod
    def of(
        cls,
        question: str,
        unit: str,
        values: Mapping[str, float],
        errors: Sequence[float] | None = None,
    ) -> "Decision":
        """A decision against nobody: the first of the best options is the advice."""
        worth = np.array(list(values.values()), np.float64)
        play = np.zeros(worth.size)
        play[int(np.argmax(worth >= worth.max() - _SAME))] = 1.0
        off = np.zeros(worth.size) if errors is None else np.array(errors, np.float64)
        return cls(question, unit, tuple(values), worth[:, np.newaxis], play, off)

    @classmethod
    def against(
        cls, question: str, unit: str, options: Sequence[str], payoffs: Floats, play: Floats
    ) -> "Decision":
        """A decision against somebody who decides at the same time: an equilibrium's mixture."""
        return cls(question, unit, tuple(options), payoffs, play, np.zeros(len(options)))

    @property
    def best(self) -> str:
        """The option that is played most."""
        return self.options[int(self.play.argmax())]

    @property
    def advice(self) -> str:
        """What to do, in words."""
        if self.play.max() > 1 - _RARE:
            return self.best
        parts = sorted(zip(-self.play, self.options, strict=True), key=lambda part: part[0])
        return ", ".join(f"{option} {-100 * p:.0f} %" for p, option in parts if -p >= _RARE)

    def keeping(self, old: "Decision") -> Estimate | None:
        """What it costs to go on with the advice of another reading; None if that is not possible.

        Of a mixture, against the reply that it is worst against.
        """
        at = {option: k for k, option in enumerate(self.options)}
        play = np.zeros(len(self.options))
        for option, p in zip(old.options, old.play.tolist(), strict=True):
            if p > 0 and option not in at:
                return None
            if p > 0:
                play[at[option]] += p
        cost = float((self.play @ self.payoffs).min() - (play @ self.payoffs).min())
        cost = 0.0 if abs(cost) < _SAME else cost
        off = float((play * self.errors).sum())
        return Estimate(cost, cost - off, cost + off, 0)

    def flips(self, old: "Decision") -> bool:
        """Whether the advice is another than that of the other reading, beyond all error."""
        if self.best == old.best:
            return False
        cost = self.keeping(old)
        return cost is None or cost.low > 0
