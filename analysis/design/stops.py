"""When a variant of a sweep needs no more games: precise enough, or clearly not the best."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from zochastic.analysis import estimates
from zochastic.analysis.quality import intervals
from zochastic.analysis.quality.metrics import Metric
from zochastic.analysis.rollout import CLEARLY
from zochastic.analysis.sweep import Arm
from zochastic.rules.errors import InvalidInput


@dataclass(frozen=True)
class Aim:
    """A metric and the value that it should have."""

    metric: str
    target: float

    @classmethod
    def read(cls, text: str) -> "Aim":
        """Read ``METRIC=TARGET``."""
        name, equals, number = (part.strip() for part in text.partition("="))
        try:
            target = float(number) if len(number) <= 20 else float("nan")
        except ValueError:
            target = float("nan")
        if not equals or not name or not abs(target) < 1e9:
            raise InvalidInput("--best", text, "METRIC=TARGET, as mean_rounds=9")
        return cls(name, target)

    def check(self, metric: Metric) -> None:
        """Refuse a target that the metric cannot have."""
        if not metric.low <= self.target <= metric.high:
            allowed = f"a {metric.name} from {metric.low:g} to {metric.high:g}"
            raise InvalidInput("--best", f"{self.metric}={self.target:g}", allowed)


def stop(
    arms: Sequence[Arm],
    metrics: Mapping[int, Metric],
    *,
    precision: float | None,
    aim: Aim | None,
) -> None:
    """Set ``left`` of arms that need no more, by counts alone.

    Parameters
    ----------
    metrics : of each arm, by its index, the one that decides.
    precision : the half-width that is enough.
    aim : an arm is dropped that is `CLEARLY` further from the target than another.
    """
    found = {i: intervals.estimate(metrics[i], arm.table) for i, arm in enumerate(arms) if arm.left}
    if precision is not None:
        for i, figure in found.items():
            if figure.half_width <= precision:
                arms[i].left = False
    if aim is None:
        return
    wider = CLEARLY / estimates.quantile()
    off = {i: abs(figure.value - aim.target) for i, figure in found.items()}
    radius = {i: wider * figure.half_width for i, figure in found.items()}
    nearest = min((off[i] + radius[i] for i in found), default=0.0)
    for i in found:
        if off[i] - radius[i] > nearest:
            arms[i].left = False
