"""Two variants side by side: all metrics, differences in pairs."""

from collections.abc import Sequence
from dataclasses import replace

from zochastic.analysis import estimates, sweep
from zochastic.analysis.answer import Answer, Row, Scalar, provenance
from zochastic.analysis.design.extras import EXTRAS, measured, split
from zochastic.analysis.design.table import Table, told
from zochastic.analysis.farm import Farm
from zochastic.analysis.quality import intervals
from zochastic.analysis.quality.metrics import Metric
from zochastic.rules.variants import Variant
from zochastic.sims._jit import Ints
from zochastic.sims.runner import Progress


def compare(
    one: Variant,
    other: Variant,
    *,
    metrics: Sequence[str] = (),
    policies: Sequence[str] = (),
    games: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    farm: Farm | None = None,
    seconds: float | None = None,
    playouts: int | None = None,
    progress: Progress | None = None,
) -> Answer:
    """Play two variants of a game with the same luck.

    Returns
    -------
    Answer: ``rows`` one a metric: ``a`` with ``a_low``, ``a_high``, ``b`` likewise, ``difference``
        (b less a) with ``diff_low``, ``diff_high``, and ``p_value`` of it, adjusted for as many
        metrics (Holm).
    """
    table = Table.of(one, policies=policies, seconds=seconds, playouts=playouts)
    players = min(one.rules.players, other.rules.players)
    table.check(metrics, players)
    plain, extras = split(metrics)
    arms = [table.arm(variant, metrics) for variant in (one, other)]
    nested = table.estimates_paths((one, other), metrics)
    plan = table.plan(games, nested=nested)
    partial = sweep.play_all(arms, plan, seed=seed, threads=threads, farm=farm, progress=progress)
    if partial and min(len(arm.sums) for arm in arms) < 2:
        raise KeyboardInterrupt
    found: list[tuple[Metric, Metric]] = []
    if plain or not metrics:
        first, second = (table.metrics(v.rules.players, plain) for v in (one, other))
        by_name = {metric.name: metric for metric in second}
        found = [(m, by_name[m.name]) for m in first if m.name in by_name]
    rows = [_row(m, n, arms[0].table, arms[1].table) for m, n in found]
    adjusted = estimates.holm([float(str(row["p_value"])) for row in rows])
    rows = [{**row, "p_value": p} for row, p in zip(rows, adjusted, strict=True)]
    for name in extras:
        rows.append(_extra(name, table, one, other, plan.games, seed, threads, farm))
    return Answer(
        answer=_sentence(one, other, rows),
        title=f"a: {one.title} and b: {other.title}; {table.named(one)}",
        facts={"a": one.title, "b": other.title},
        rows=rows,
        notes=[
            *table.notes(one, plan.games, nested=nested),
            *table.shares(arms[0].table, one.rules.players, plain),
        ],
        provenance=replace(
            provenance("compare", one, exact=False, seed=seed, games=plan.games), partial=partial
        ),
    )


def _row(one: Metric, other: Metric, a: Ints, b: Ints) -> dict[str, Scalar]:
    """A metric of both; where the numbers of players differ their lines are cut differently."""
    chunks = min(len(a), len(b))
    ours, theirs = intervals.estimate(one, a), intervals.estimate(other, b)
    gap = intervals.paired(other, b[:chunks], one, a[:chunks])
    return {
        "metric": one.name,
        "a": told(ours.value),
        "a_low": told(ours.low),
        "a_high": told(ours.high),
        "b": told(theirs.value),
        "b_low": told(theirs.low),
        "b_high": told(theirs.high),
        "difference": told(gap.value),
        "diff_low": told(gap.low),
        "diff_high": told(gap.high),
        "p_value": intervals.p_value(other, b[:chunks], one, a[:chunks]),
    }


def _extra(
    name: str, table: Table, one: Variant, other: Variant, games: int, seed: int,
    threads: int | None, farm: Farm | None,
) -> dict[str, Scalar]:  # fmt: skip
    assert name in EXTRAS
    a, b = (
        measured(name, table.design, v, games=games, seed=seed, threads=threads, farm=farm)
        for v in (one, other)
    )
    row: dict[str, Scalar] = {"metric": name}
    for side, figure in (("a", a), ("b", b)):
        row[side] = None if figure is None else figure.value
        row[f"{side}_low"] = None if figure is None else figure.low
        row[f"{side}_high"] = None if figure is None else figure.high
    known = a is not None and b is not None
    gap = b.value - a.value if a is not None and b is not None else 0.0
    radius = (a.half_width**2 + b.half_width**2) ** 0.5 if a is not None and b is not None else 0.0
    row["difference"] = gap if known else None
    row["diff_low"] = gap - radius if known else None
    row["diff_high"] = gap + radius if known else None
    row["p_value"] = None
    return row


def _sentence(one: Variant, other: Variant, rows: Sequence[Row]) -> str:
    clear = [
        row for row in rows if row["p_value"] is not None and float(str(row["p_value"])) < 0.05
    ]
    if not clear:
        return f"No metric tells {one.title} from {other.title} in so many games."
    told_ = []
    for row in clear[:3]:
        told_.append(
            f"{row['metric']} {float(str(row['a'])):.4g} against {float(str(row['b'])):.4g}"
        )
    more = f"; {len(clear)} of {len(rows)} metrics differ beyond their error"
    return f"{one.title} against {other.title}: {', '.join(told_)}{more}."
