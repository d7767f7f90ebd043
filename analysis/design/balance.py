"""A sweep: every variant played, every metric measured, beside the printed game."""

from collections.abc import Sequence
from dataclasses import replace

from zochastic.analysis import sweep, vary
from zochastic.analysis.answer import Answer, Row, provenance
from zochastic.analysis.design import extras, sensitivity
from zochastic.analysis.design.stops import Aim, stop
from zochastic.analysis.design.table import Table, printed, row_of
from zochastic.analysis.estimates import Estimate
from zochastic.analysis.farm import Farm
from zochastic.analysis.sweep import Arm, Plan
from zochastic.analysis.vary import Axis, Cell
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import Variant
from zochastic.sims.runner import Progress


def balance(
    variant: Variant,
    *,
    axes: Sequence[Axis],
    sets: Sequence[str] = (),
    metrics: Sequence[str] = (),
    policies: Sequence[str] = (),
    freeze: bool = False,
    sample: int | None = None,
    games: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    farm: Farm | None = None,
    precision: float | None = None,
    best: Aim | None = None,
    seconds: float | None = None,
    playouts: int | None = None,
    progress: Progress | None = None,
) -> Answer:
    """Play every variant of a sweep and measure what makes it a good game.

    Parameters
    ----------
    variant : what is varied, ``sets`` applied.
    axes : keys and their values.
    metrics : names; none: all of `default_metrics`. The first is the main one.
    freeze : the policies are made for ``variant`` and know nothing of what changed.
    sample : so many points of a Sobol sequence instead of the whole grid.
    farm : where games are played and kept; None: on ``threads``, kept nowhere.
    precision : a variant is played until the main metric's half-width is at most this.
    playouts : from each position, where win probabilities are estimated.
    best : variants clearly further from this target than another are played no further.

    Returns
    -------
    Answer: ``rows`` one a variant and metric: its parameters, ``metric``, ``estimate``, ``low``,
        ``high``, ``printed`` (the printed game for as many players), ``difference`` from that with
        ``diff_low``, ``diff_high``, paired by chunks, ``games``; ``tables`` ``sensitivity``: which
        parameter moves which metric how much.
    """
    vary.check_keys(variant, axes)
    cells = vary.cells(variant, sets, axes, sample, seed)
    table = Table.of(variant, policies=policies, freeze=freeze, seconds=seconds, playouts=playouts)
    most = max(cell.variant.rules.players for cell in cells)
    table.check(metrics, most)
    wanted, more = extras.split(metrics)
    main = wanted[0] if wanted else "mean_rounds"
    if best is not None:
        table.check([best.metric], most, what="--best")
        if best.metric in extras.EXTRAS:
            known = [metric.name for metric in table.metrics(most)]
            raise InvalidInput("--best", best.metric, f"one of {', '.join(known)}")
        best.check(table.metrics(most, [best.metric])[0])
        main = best.metric
        if metrics and main not in wanted:
            wanted = [main, *wanted]
    arms = [table.arm(cell.variant, [*wanted, main]) for cell in cells]
    plain = {cell.variant.rules.players: printed(cell.variant) for cell in cells}
    bases = {players: table.arm(base, [*wanted, main]) for players, base in plain.items()}
    settles = precision is not None or best is not None
    if not settles:  # the printed game is played once, where it is among the variants too
        for i, cell in enumerate(cells):
            players = cell.variant.rules.players
            if cell.variant.digest == plain[players].digest:
                arms[i] = bases[players]
    nested = table.estimates_paths((cell.variant for cell in cells), [*wanted, main])
    plan = table.plan(games, nested=nested)
    decides = {
        i: table.metrics(cell.variant.rules.players, [main])[0] for i, cell in enumerate(cells)
    }

    def settle(_: Sequence[Arm]) -> None:
        stop(arms, decides, precision=precision, aim=best)
        for players, base in bases.items():
            pairs = zip(cells, arms, strict=True)
            base.left = any(a.left for cell, a in pairs if cell.variant.rules.players == players)

    stopped = sweep.play_all(
        list({id(arm): arm for arm in (*bases.values(), *arms)}.values()), plan, seed=seed,
        threads=threads, farm=farm, progress=progress, settle=settle if settles else None,
    )  # fmt: skip
    if stopped:
        cells, arms = _finished(cells, arms, bases)
    known_figures: dict[tuple[str, str], Estimate | None] = {}

    def measure(of: Variant, name: str) -> Estimate | None:
        if (of.digest, name) not in known_figures:
            known_figures[of.digest, name] = extras.measured(
                name, table.design, of, games=plan.games, seed=seed, threads=threads, farm=farm
            )
        return known_figures[of.digest, name]

    rows: list[Row] = []
    for cell, arm in zip(cells, arms, strict=True):
        players = cell.variant.rules.players
        ours, base = arm.table, bases[players].table
        for metric in table.metrics(players, wanted) if wanted or not metrics else ():
            rows.append({**cell.parameters, **row_of(metric, ours, base)})
        for name in more:
            figures = measure(cell.variant, name), measure(plain[players], name)
            rows.append({**cell.parameters, **extras.row_of(name, *figures)})
    if main not in wanted and metrics and more:
        main = more[0]
    effects = sensitivity.effects(axes, cells, rows, whole=sample is None and not stopped)
    nearest = None if best is None else _nearest(rows, best)
    return Answer(
        answer=_sentence(axes, rows, effects, main, best, nearest, len(cells)),
        title=_title(axes, variant, table),
        facts={"variants": len(cells), "main_metric": main},
        rows=rows,
        best=nearest,
        tables={"sensitivity": effects} if effects else {},
        notes=[
            *table.notes(variant, plan.games, nested=nested),
            *table.shares(arms[0].table, cells[0].variant.rules.players, wanted),
            *_stopped_early(arms, plan, precision, best),
            *_unknown(rows),
        ],
        provenance=replace(
            provenance("balance", variant, exact=False, seed=seed, games=plan.games),
            partial=stopped,
        ),
    )


def _finished(
    cells: Sequence[Cell], arms: Sequence[Arm], bases: dict[int, Arm]
) -> tuple[list[Cell], list[Arm]]:
    """What can be told after Ctrl-C: variants of which two chunks are played."""
    known = [
        (cell, arm)
        for cell, arm in zip(cells, arms, strict=True)
        if len(arm.sums) > 1 and len(bases[cell.variant.rules.players].sums) > 1
    ]
    if not known:
        raise KeyboardInterrupt
    return [cell for cell, _ in known], [arm for _, arm in known]


def _title(axes: Sequence[Axis], variant: Variant, table: Table) -> str:
    keys = ", ".join(axis.key for axis in axes)
    return f"{variant.title} with {keys} varied; {table.named(variant)}"


def _nearest(rows: Sequence[Row], aim: Aim) -> int | None:
    """The row nearest to the target, of those that were played longest."""
    of = [
        i
        for i, row in enumerate(rows)
        if row["metric"] == aim.metric and _number(row) == _number(row)
    ]
    most = max((int(str(rows[i]["games"])) for i in of), default=0)
    full = [i for i in of if rows[i]["games"] == most]
    return min(full, key=lambda i: abs(_number(rows[i]) - aim.target), default=None)


def _number(row: Row, name: str = "estimate") -> float:
    value = row[name]
    return float("nan") if value is None else float(str(value))


def _where(row: Row, axes: Sequence[Axis]) -> str:
    return ", ".join(f"{axis.key}={row[axis.key]}" for axis in axes)


def _sentence(
    axes: Sequence[Axis],
    rows: Sequence[Row],
    effects: Sequence[Row],
    main: str,
    best: Aim | None,
    nearest: int | None,
    cells: int,
) -> str:
    of = [row for row in rows if row["metric"] == main and row["estimate"] is not None]
    if not of:
        return f"No variant has a {main}."
    low, high = min(of, key=_number), max(of, key=_number)
    if best is not None and nearest is not None:
        row = rows[nearest]
        return (
            f"Nearest to {main} = {best.target:g}: {_where(row, axes)} with {_number(row):.4g} "
            f"({_number(row, 'low'):.4g} to {_number(row, 'high'):.4g}); "
            f"the printed game has {_number(row, 'printed'):.4g}."
        )
    if cells == 1:
        ends = f"{_number(low, 'low'):.4g} to {_number(low, 'high'):.4g}"
        return f"{main} is {_number(low):.4g} ({ends})."
    text = (
        f"{main} goes from {_number(low):.4g} at {_where(low, axes)} to {_number(high):.4g} at "
        f"{_where(high, axes)}"
    )
    if len({row["printed"] for row in of}) == 1:
        text += f"; the printed game has {_number(low, 'printed'):.4g}"
    ranked = sorted(
        (row for row in effects if row["metric"] == main), key=lambda row: -_number(row, "range")
    )
    if len(ranked) > 1:
        text += f"; {ranked[0]['parameter']} moves it most"
    return text + "."


def _stopped_early(
    arms: Sequence[Arm], plan: Plan, precision: float | None, best: Aim | None
) -> list[str]:
    early = sum(len(arm.sums) < plan.chunks for arm in arms)
    notes = []
    if best is not None and early:
        notes.append(f"{early} variants clearly further from the target were played no further.")
    if best is not None and len(arms) - early > 1:
        notes.append(f"{len(arms) - early} variants are not clearly further from it than the best.")
    if precision is not None:
        notes.append(
            f"{early} of {len(arms)} variants reached the precision {precision:g} before all games "
            "were played."
        )
    return notes


def _unknown(rows: Sequence[Row]) -> list[str]:
    """Metrics that no variant has."""
    names = dict.fromkeys(str(row["metric"]) for row in rows)
    known = {str(row["metric"]) for row in rows if row["estimate"] is not None}
    return [
        f"{name} is not known for these rules and players." for name in names if name not in known
    ]
