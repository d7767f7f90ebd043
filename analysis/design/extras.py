"""Metrics that need more than the games of a sweep: luck against skill."""

from collections.abc import Sequence
from math import hypot

from zochastic.analysis.answer import Scalar
from zochastic.analysis.batch import Batch, credit_of_seats
from zochastic.analysis.estimates import Estimate
from zochastic.analysis.farm import Farm
from zochastic.analysis.quality.records import Design, Playing
from zochastic.analysis.quality.skill import elo_spread, turn_skill
from zochastic.analysis.sweep import play_batch
from zochastic.rules.variants import Variant
from zochastic.sims._jit import Ints

#: Names of these metrics.
EXTRAS = ("turn_skill", "elo_spread")
#: Of the games of a variant, how many a pair of policies plays: one in so many.
_SHARE = 5


def measured(
    name: str,
    design: Design,
    variant: Variant,
    *,
    games: int,
    seed: int,
    threads: int | None = None,
    farm: Farm | None = None,
) -> Estimate | None:
    """The metric of a variant; None where it has none."""
    if name == "turn_skill":
        return turn_skill(design, variant.rules)

    def credit(table: Playing, chunk: int, chunks: int) -> Ints:
        batch = Batch(variant.digest, table, seed, chunk, credit_of_seats)
        return play_batch(batch, chunks, threads=threads, farm=farm)

    least = max(1, games // _SHARE)
    return elo_spread(design, variant.rules, games=least, seed=seed, credit=credit)


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
