"""What a designer wants of a game, in metrics: values and bounds, and how far a figure is off."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf, isclose
from typing import TYPE_CHECKING, Literal

from zochastic.rules.errors import InvalidInput

if TYPE_CHECKING:
    from zochastic.analysis.estimates import Estimate
    from zochastic.analysis.quality.metrics import Metric

#: How far from a value counts as that value, where nobody says: a part of it; of 0, so much.
TOLERANCE, TOLERANCE_AT_ZERO = 0.02, 0.01

Verdict = Literal["met", "not met", "not distinguishable"]
MET: Verdict = "met"
MISSED: Verdict = "not met"
OPEN: Verdict = "not distinguishable"

_ALLOWED = "METRIC=VALUE, METRIC=VALUE±TOLERANCE, METRIC=A:B, METRIC<VALUE or METRIC>VALUE"
_NUMBER = r"[+-]?(?:\d{1,12}(?:\.\d{0,12})?|\.\d{1,12})%?"
_TARGET = re.compile(
    rf"(\w{{1,40}})\s*(<=|>=|<|>|≤|≥|=)\s*({_NUMBER})(?:\s*(±|\+/?-|:)\s*({_NUMBER}))?", re.ASCII
)


@dataclass(frozen=True)
class Target:
    """Where a metric should lie.

    Attributes
    ----------
    low, high : where it is met; infinite where there is no bound.
    at : the value it should be nearest to, or None: anywhere between the bounds is as good.
    text : as it was typed.
    told : somebody said how near to ``at`` is near enough.
    """

    metric: str
    low: float
    high: float
    at: float | None
    text: str
    told: bool = True

    @classmethod
    def read(cls, text: str) -> "Target":
        """Read one ``--target``; ``%`` is a hundredth.

        Raises
        ------
        InvalidInput : no such form.
        """
        found = _TARGET.fullmatch(text.strip())
        if found is None:
            raise InvalidInput("--target", text, f"{_ALLOWED}, as mean_minutes=45")
        metric, sign, first, more, second = found.groups()
        if more and (sign != "=" or first.endswith("%") != second.endswith("%")):
            raise InvalidInput("--target", text, f"{_ALLOWED}, both with % or neither")
        value = _number(first)
        low, high, at = -inf, inf, None
        if sign in "<=≤":
            high = value
        if sign in ">=≥":
            low = value
        if more == ":":
            high = _number(second)
        elif sign == "=":
            reach = TOLERANCE * abs(value) or TOLERANCE_AT_ZERO
            if more:
                reach = _number(second)
            low, high, at = value - reach, value + reach, value
        if not low < high:
            raise InvalidInput("--target", text, f"{_ALLOWED}, with A below B, TOLERANCE above 0")
        told = at is None or more is not None
        return cls(metric, low, high, at, "".join(text.split()), told)

    def check(self, metric: "Metric") -> None:
        """Refuse what the metric can never be."""
        outside = self.at is not None and not metric.low <= self.at <= metric.high
        if outside or self.high <= metric.low or self.low >= metric.high:
            allowed = f"a {metric.name} between {metric.low:g} and {metric.high:g}"
            raise InvalidInput("--target", self.text, allowed)

    def distance(self, value: float) -> float:
        """How far ``value`` is from ``at``, or else from the bounds; 0 between them."""
        if self.at is not None:
            return abs(value - self.at)
        return self.miss(value)

    def miss(self, value: float) -> float:
        """How far ``value`` is out of bounds; 0 where the target is met."""
        return max(0.0, self.low - value, value - self.high)

    def reach(self, figure: "Estimate") -> tuple[float, float]:
        """Least and largest distance of what the interval of ``figure`` holds."""
        ends = self.distance(figure.low), self.distance(figure.high)
        middle = (self.low + self.high) / 2 if self.at is None else self.at
        inside = self.distance(min(max(middle, figure.low), figure.high))
        return min(*ends, inside), max(ends)

    def verdict(self, figure: "Estimate") -> Verdict:
        """What the interval of ``figure`` says."""
        if self.low <= figure.low and figure.high <= self.high:
            return MET
        return MISSED if figure.high < self.low or figure.low > self.high else OPEN

    @property
    def wanted(self) -> str:
        """In words, without the metric's name."""
        low, high = f"{self.low:.4g}", f"{self.high:.4g}"
        if self.at is None:
            if self.low == -inf:
                return f"at most {high}"
            return f"at least {low}" if self.high == inf else f"{low} to {high}"
        reach = max(self.at - self.low, self.high - self.at)
        if isclose(self.at - self.low, self.high - self.at, rel_tol=1e-6):
            return f"{self.at:.4g} ± {reach:.4g}"
        return f"{self.at:.4g}, {low} to {high}"

    @property
    def unit(self) -> float:
        """What its distances are counted in: the value or bound itself, 1 where that is 0."""
        finite = [abs(x) for x in (self.low, self.high) if abs(x) < inf]
        return (abs(self.at) if self.at is not None else max(finite)) or 1.0


def read_targets(texts: Sequence[str]) -> list[Target]:
    """Read all ``--target``; those of one metric become one.

    Raises
    ------
    InvalidInput : none at all, no such form, or they contradict each other.
    """
    if not texts:
        raise InvalidInput("--target", "nothing", f"{_ALLOWED}, as mean_minutes=45")
    found: dict[str, Target] = {}
    for text in texts:
        new = Target.read(text)
        old = found.get(new.metric)
        found[new.metric] = new if old is None else _both(old, new)
    return list(found.values())


def _both(one: Target, other: Target) -> Target:
    """One metric's two targets in one."""
    text = f"{one.text} and {other.text}"
    low, high = max(one.low, other.low), min(one.high, other.high)
    at = one.at if other.at is None else other.at
    several = one.at is not None and other.at is not None
    if several or not low < high or (at is not None and not low <= at <= high):
        raise InvalidInput("--target", text, "targets that do not contradict each other")
    return replace(one, low=low, high=high, at=at, text=text, told=True)


def _number(text: str) -> float:
    return float(text.rstrip("%")) / (100 if text.endswith("%") else 1)
