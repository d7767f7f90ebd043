"""Metrics that need more than the games of a sweep: luck against skill."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import hypot

from zochastic.analysis.answer import Scalar
from zochastic.analysis.estimates import Estimate
from zochastic.analysis.quality.records import Design
from zochastic.analysis.quality.skill import elo_spread, turn_skill
from zochastic.rules.variants import Variant
from zochastic.sims._jit import Floats

#: Names of these metrics.
EXTRAS = ("turn_skill", "elo_spread")
#: Of the games of a variant, how many a pair of policies plays: one in so many.
_SHARE = 5


def measured(
    name: str, design: Design, variant: Variant, *, games: int, seed: int, threads: int | None
) -> Estimate | None:
    """The metric of a variant; None where it has none."""
    if name == "turn_skill":
        return turn_skill(design, variant.rules)
    workers = threads or os.cpu_count() or 1

    def pool(play: Callable[[int], Floats], chunks: int) -> list[Floats]:
        with ThreadPoolExecutor(max_workers=workers) as threads_:
            return list(threads_.map(play, range(chunks)))

    least = max(1, games // _SHARE)
    return elo_spread(design, variant.rules, games=least, seed=seed, pool=pool)


def row_of(name: str, ours: Estimate | None, base: Estimate | None) -> dict[str, Scalar]:
    """As `table.row_of`; the two are not paired, so their errors add up as independent ones do."""
    row: dict[str, Scalar] = dict.fromkeys(
        ("estimate", "low", "high", "printed", "difference", "diff_low", "diff_high", "games")
    )
    if ours is not None:
        row |= {"estimate": ours.value, "low": ours.low, "high": ours.high, "games": ours.n}
    if base is not None:
        row["printed"] = base.value
    if ours is not None and base is not None:
        gap, radius = ours.value - base.value, hypot(ours.half_width, base.half_width)
        if ours == base:
            radius = 0.0
        row |= {"difference": gap, "diff_low": gap - radius, "diff_high": gap + radius}
    return {"metric": name, **row}


def split(wanted: Sequence[str]) -> tuple[list[str], list[str]]:
    """Metrics of games, and those of this module."""
    plain = [name for name in wanted if name not in EXTRAS]
    return plain, [name for name in wanted if name in EXTRAS]
