"""Which readings of the rules matter: every assumption turned the other way, and what it moves."""

from collections.abc import Sequence
from dataclasses import replace

from zochastic.analysis import estimates, sweep
from zochastic.analysis.answer import Answer, Row, Scalar, provenance
from zochastic.analysis.design.table import Table, told
from zochastic.analysis.farm import Farm
from zochastic.analysis.quality import intervals
from zochastic.rules.errors import InvalidInput
from zochastic.rules.fields import keys_of
from zochastic.rules.kinds import Choice, Flag
from zochastic.rules.variants import Variant, load_variant
from zochastic.sims.runner import Progress


def assumptions(
    variant: Variant,
    *,
    sets: Sequence[str] = (),
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
    """Play every assumed reading of the rules both ways.

    Returns
    -------
    Answer: ``rows`` one a reading and metric: ``key``, ``reading`` (as assumed), ``other``,
        ``metric``, ``estimate`` as assumed, ``other_estimate``, ``difference`` (other less assumed)
        with ``diff_low``, ``diff_high``, ``p_value`` (Holm, over all rows), ``moves``; ``tables``
        ``advice``, one a reading and decision of the game's panel: ``question``,
        ``assumed_answer``, ``other_answer``, whether it ``flips``, and what going on as assumed
        would ``cost`` under the other reading, with ``cost_low``, ``cost_high`` and ``unit``.
    """
    table = Table.of(variant, policies=policies, seconds=seconds, playouts=playouts)
    table.check(metrics, variant.rules.players)
    others = other_readings(variant, sets, table)
    if not others:
        raise InvalidInput("--assumptions", variant.title, "a variant with assumed keys")
    base = table.arm(variant, metrics)
    arms = [table.arm(other, metrics) for _, _, other in others]
    nested = table.estimates_paths((variant, *(other for _, _, other in others)), metrics)
    plan = table.plan(games, nested=nested)
    partial = sweep.play_all(
        [base, *arms], plan, seed=seed, threads=threads, farm=farm, progress=progress
    )
    pairs = [
        (what, arm)
        for what, arm in zip(others, arms, strict=True)
        if min(map(len, (arm.sums, base.sums))) > 1
    ]
    if not pairs:
        raise KeyboardInterrupt
    rows: list[dict[str, Scalar]] = []
    for (key, value, other), arm in pairs:
        for metric in table.metrics(other.rules.players, metrics):
            gap = intervals.difference(metric, arm.table, base.table)
            rows.append(
                {
                    "key": key,
                    "reading": plain(variant, key),
                    "other": value,
                    "metric": metric.name,
                    "estimate": told(intervals.estimate(metric, base.table).value),
                    "other_estimate": told(intervals.estimate(metric, arm.table).value),
                    "difference": told(gap.value),
                    "diff_low": told(gap.low),
                    "diff_high": told(gap.high),
                    "p_value": intervals.p_value(metric, arm.table, metric, base.table),
                }
            )
    adjusted = estimates.holm([float(str(row["p_value"])) for row in rows])
    final: list[Row] = [
        {**row, "p_value": p, "moves": p < 0.05} for row, p in zip(rows, adjusted, strict=True)
    ]
    advice = _advice(variant, others, table)
    return Answer(
        answer=_sentence(final, advice),
        title=f"Readings of the rules both ways, {variant.title}; {table.named(variant)}",
        facts={"readings": len(pairs)},
        rows=final,
        tables={"advice": advice} if advice else {},
        notes=[
            *table.notes(variant, plan.games, nested=nested),
            "Readings that no key turns are not played; 'zochastic variants show' lists them.",
        ],
        provenance=replace(
            provenance("assumptions", variant, exact=False, seed=seed, games=plan.games),
            partial=partial,
        ),
    )


def other_readings(
    variant: Variant, sets: Sequence[str], table: Table
) -> list[tuple[str, str, Variant]]:
    """(key, other value, variant) for every assumed key that has its printed value."""
    found = []
    for key, declared in keys_of(type(variant.rules)).items():
        kind = declared.metadata["kind"]
        now = getattr(variant.rules, key)
        if not declared.metadata["assumed"] or now != declared.default:
            continue
        values: Sequence[str] = table.design.other_readings.get(key, ())
        if isinstance(kind, Flag):
            values = ["false" if now else "true"]
        elif isinstance(kind, Choice) and not values:
            values = [name for name in kind.names if name != now]
        for value in values:
            try:
                other = load_variant(variant.game, variant.id, [*sets, f"{key}={value}"])
            except InvalidInput:
                continue  # it contradicts another key of this variant
            found.append((key, value, other))
    return found


def plain(variant: Variant, key: str) -> str:
    """The value of a key, as text."""
    value = keys_of(type(variant.rules))[key].metadata["kind"].plain(getattr(variant.rules, key))
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value).replace(" ", "")


def _advice(
    variant: Variant, others: Sequence[tuple[str, str, Variant]], table: Table
) -> list[Row]:
    """What to decide under either reading; one row a decision that both know."""
    assumed = {each.question: each for each in table.design.decisions(variant.rules)}
    rows: list[Row] = []
    for key, value, other in others:
        for decision in table.design.decisions(other.rules):
            before = assumed.get(decision.question)
            if before is None:
                continue
            cost = decision.keeping(before)
            rows.append(
                {
                    "key": key,
                    "other": value,
                    "question": decision.question,
                    "assumed_answer": before.advice,
                    "other_answer": decision.advice,
                    "flips": decision.flips(before),
                    "cost": None if cost is None else cost.value,
                    "cost_low": None if cost is None else cost.low,
                    "cost_high": None if cost is None else cost.high,
                    "unit": decision.unit,
                }
            )
    return rows


def told_flip(row: Row) -> str:
    """A row of the table ``advice`` whose advice flips, in words."""
    text = f"{row['question']}: {row['other_answer']} instead of {row['assumed_answer']}"
    if row["cost"] is None:
        return f"{text}, which is not possible then"
    cost = float(str(row["cost"]))
    if row["unit"] == "chance to win":
        return f"{text}, which would cost {_short(100 * cost)} percentage points of winning"
    if str(row["unit"]).startswith("chance"):
        return f"{text}, which would cost {_short(100 * cost)} percentage points"
    return f"{text}, which would cost {_short(cost)} {row['unit']}"


def _short(number: float) -> str:
    return f"{number:.2g}" if number < 10 else f"{number:.0f}"


def cost_of(row: Row) -> float:
    """What going on as assumed costs in a row of the table ``advice``; endless where it cannot."""
    return float("inf") if row["cost"] is None else float(str(row["cost"]))


def _sentence(rows: Sequence[Row], advice: Sequence[Row]) -> str:
    keys = list(dict.fromkeys(str(row["key"]) for row in rows))
    moving = {str(row["key"]) for row in rows if row["moves"]}
    still = [key for key in keys if key not in moving]
    flips = [row for row in advice if row["flips"]]
    parts = []
    if moving:
        parts.append(f"These readings move a metric: {', '.join(k for k in keys if k in moving)}")
    if still:
        parts.append(f"these move none beyond its error: {', '.join(still)}")
    if advice:
        with_them = ", ".join(dict.fromkeys(str(row["key"]) for row in flips))
        parts.append(
            f"advice flips with {with_them}, most dearly: {told_flip(max(flips, key=cost_of))}"
            if flips
            else "no advice flips"
        )
    text = "; ".join(parts) + "."
    return text[0].upper() + text[1:]
