"""From counts to estimates: proportions, means, intervals and how far from the exact value."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, inf, sqrt
from statistics import NormalDist

#: The confidence level of every interval that is shown.
LEVEL = 0.95


@dataclass(frozen=True)
class Estimate:
    """A figure with its interval at `LEVEL`.

    Attributes
    ----------
    n : observations behind it.
    """

    value: float
    low: float
    high: float
    n: int

    @property
    def half_width(self) -> float:
        """Half the length of the interval."""
        return (self.high - self.low) / 2


def quantile(level: float = LEVEL) -> float:
    """The two-sided normal quantile, 1.96 for 95 %."""
    return NormalDist().inv_cdf((1 + level) / 2)


def proportion(successes: int, n: int, *, level: float = LEVEL) -> Estimate:
    """The share ``successes / n`` with Wilson's score interval (Wilson 1927).

    Raises
    ------
    ValueError : n < 1, or successes outside 0 … n.
    """
    if n < 1 or not 0 <= successes <= n:
        raise ValueError(f"{successes} successes of {n} are no proportion")
    z = quantile(level)
    share = successes / n
    centre = (successes + z * z / 2) / (n + z * z)
    radius = z / (n + z * z) * sqrt(successes * (n - successes) / n + z * z / 4)
    # at the ends the exact bound is 0 or 1; rounding must not pass it
    low = 0.0 if successes == 0 else max(0.0, centre - radius)
    high = 1.0 if successes == n else min(1.0, centre + radius)
    return Estimate(share, low, high, n)


def mean(total: float, squares: float, n: int, *, level: float = LEVEL) -> Estimate:
    """A mean from Σx, Σx² and n, with the normal interval.

    Raises
    ------
    ValueError : n < 2.
    """
    if n < 2:
        raise ValueError(f"a mean with an interval needs two observations, got {n}")
    value = total / n
    variance = max(0.0, (squares - n * value * value) / (n - 1))
    radius = quantile(level) * sqrt(variance / n)
    return Estimate(value, value - radius, value + radius, n)


def z_of_proportion(successes: int, n: int, p: float) -> float:
    """How many standard errors the share lies from the exact probability ``p``.

    Where ``p`` is 0 or 1 there is no error to measure in: 0 if the share equals it, else
    ±infinity.
    """
    variance = n * p * (1 - p)
    difference = successes - n * p
    if variance <= 0:
        # a p that rounding left beside 0 or 1 still counts as equal
        return 0.0 if abs(difference) < 0.5 else inf * (1 if difference > 0 else -1)
    return difference / sqrt(variance)


def p_of_z(z: float) -> float:
    """The two-sided p-value of a normal z-score."""
    return erfc(abs(z) / sqrt(2))


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjusted p-values of several tests, in their order (Holm 1979).

    Whoever rejects those at most a level errs in any of them with at most that chance, however
    they depend.
    """
    adjusted, most = [0.0] * len(p_values), 0.0
    for rank, index in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        most = max(most, min(1.0, (len(p_values) - rank) * p_values[index]))
        adjusted[index] = most
    return adjusted
