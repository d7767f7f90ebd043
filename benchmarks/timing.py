"""Medians of several runs, printed side by side with the ratio to the last of them."""

import statistics
import time
from collections.abc import Callable


def rate(
    work: Callable[[], int], *, runs: int = 7, clock: Callable[[], float] | None = None
) -> float:
    """Units of work a second: the median over ``runs`` runs after one to warm up.

    Parameters
    ----------
    work : does the work and returns how many units it was.
    clock : processor time by default, which other programs on the machine disturb least.
    """
    clock = clock or time.process_time
    work()
    rates = []
    for _ in range(runs):
        start = clock()
        units = work()
        rates.append(units / (clock() - start))
    return statistics.median(rates)


def table(title: str, unit: str, rates: dict[str, float]) -> None:
    """Print rates with their ratio to the slowest."""
    slowest = min(rates.values())
    print(f"\n{title}")
    for name, value in rates.items():
        print(f"  {name:44s} {value:12.4g} {unit}/s  {value / slowest:9.1f} ×")


def ratio(name: str, value: float, over: str, base: float) -> None:
    """Print one ratio that a goal is stated for."""
    print(f"  -> {name} / {over}: {value / base:.2f}")
