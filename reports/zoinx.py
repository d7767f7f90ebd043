"""Charts of *Zoinx!*, each drawn from an Answer alone."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from zochastic.analysis.answer import Answer, Row
from zochastic.reports.charts import caption, draw, legend, literal, mark, percent_axis, style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def odds_chart(answer: Answer) -> "Figure":
    """Draw the expected own points by bet; below, the chance of a zoinx and others' points."""
    return draw(answer, _odds, heights=(1, 1))


def bet_chart(answer: Answer) -> "Figure":
    """Draw the win probability of each bet; below, the mixture, where there is one."""
    mixed = any(row.get("probability") is not None for row in answer.rows)
    return draw(answer, _bet, heights=(3, 2) if mixed else (1,))


def stop_chart(answer: Answer) -> "Figure":
    """Draw the value of stopping and of rolling on, by the total of the turn."""
    return draw(answer, _stop)


def simulate_chart(answer: Answer) -> "Figure":
    """Draw the share of the wins of each seat, with its interval; the exact value as a line."""
    return draw(answer, _simulate)


def solve_chart(answer: Answer) -> "Figure":
    """Draw heat maps over the scores: the win probability, and every bet of the mixtures."""
    grid = answer.tables.get("grid")
    if not grid or "value" not in grid[0]:
        return draw(answer, _alone)
    with style():
        return _heat_maps(answer, grid)


def _odds(answer: Answer, points: "Axes", others: "Axes") -> None:
    rows = answer.rows
    places = range(len(rows))
    names = ["no bet" if row["bet"] is None else str(row["bet"]) for row in rows]
    points.bar(places, _column(rows, "ev"), width=0.6, label="active player, exact")
    if any(row.get("sim_ev") is not None for row in rows):
        middle, low, high = (_column(rows, name) for name in ("sim_ev", "sim_low", "sim_high"))
        points.errorbar(
            places, middle,
            yerr=[[m - x for m, x in zip(middle, low, strict=True)],
                  [x - m for m, x in zip(middle, high, strict=True)]],
            fmt=".", color="#000000", label="simulated, with its 95 % interval",
        )  # fmt: skip
    points.set_ylabel("Expected points")
    legend(points)
    faces = [name for name in rows[0] if name.startswith("opponent_ev_")]
    for index, name in enumerate(faces):
        shift = (index - (len(faces) - 1) / 2) * 0.8 / max(len(faces), 1)
        others.bar(
            [place + shift for place in places], _column(rows, name),
            width=0.8 / len(faces), label=f"opponent bets {name.removeprefix('opponent_ev_')}",
        )  # fmt: skip
    if faces:
        others.set_ylabel("Opponent's points")
        others.legend(fontsize=8, ncols=3, loc="upper left")
        others.margins(y=0.35)
    else:
        others.bar(places, _column(rows, "p_zoinx"), width=0.6)
        percent_axis(others.yaxis)
        others.set_ylabel("Chance of a zoinx")
    others.set_xticks(list(places), names)
    others.set_xlabel("Bet of the active player, stopped for the most points")


def _bet(answer: Answer, values: "Axes", chances: "Axes | None" = None) -> None:
    rows = answer.rows
    places = list(range(len(rows)))
    names = ["no bet" if row["bet"] is None else str(row["bet"]) for row in rows]
    values.plot(places, _column(rows, "value"), marker="o", linestyle="--")
    if "low" in rows[0]:
        middle, low, high = (_column(rows, name) for name in ("value", "low", "high"))
        values.errorbar(
            places, middle,
            yerr=[[m - x for m, x in zip(middle, low, strict=True)],
                  [x - m for m, x in zip(middle, high, strict=True)]],
            fmt="none", color="#000000", label="95 % interval",
        )  # fmt: skip
        legend(values)
    _percents(values)
    values.set_ylabel("Win probability")
    points = answer.facts.get("points_bet")
    for place, row in zip(places, rows, strict=True):
        if row["bet"] == points and points is not None:
            mark(values, place, float(str(row["value"])), f"{points}: most points on average")
    last = values
    if chances is not None:
        chances.bar(places, _column(rows, "probability"), width=0.6, color="#009E73")
        chances.set_ylim(0, 1.05)
        percent_axis(chances.yaxis)
        chances.set_ylabel("Bet with")
        last = chances
    last.set_xticks(places, names)
    last.set_xlabel(f"Bet of seat {answer.facts.get('seat')}")


def _stop(answer: Answer, axes: "Axes") -> None:
    curve = answer.tables.get("curve") or [
        {"total": answer.facts["total"], "value_stop": answer.facts["value_stop"],
         "value_roll": answer.facts["value_roll"]}
    ]  # fmt: skip
    totals = _column(curve, "total")
    axes.plot(totals, _column(curve, "value_stop"), marker="o", label="stop now")
    axes.plot(totals, _column(curve, "value_roll"), marker=".", label="roll, and play on as best")
    if answer.facts.get("goal") == "win":
        _percents(axes)
        axes.set_ylabel("Win probability")
    else:
        axes.set_ylabel("Expected points of the turn")
    axes.set_xlabel("Dots of this turn so far")
    legend(axes)
    known = [answer.facts.get("value_stop"), answer.facts.get("value_roll")]
    values = [float(value) for value in known if isinstance(value, int | float)]
    total = answer.facts.get("total")
    if values and isinstance(total, int):
        mark(axes, total, max(values), f"you have {total}: {answer.facts.get('advice')}")


def _simulate(answer: Answer, axes: "Axes") -> None:
    rows = answer.rows
    places = list(range(len(rows)))
    middle, low, high = (_column(rows, name) for name in ("win_rate", "low", "high"))
    axes.errorbar(
        places, middle,
        yerr=[[m - x for m, x in zip(middle, low, strict=True)],
              [x - m for m, x in zip(middle, high, strict=True)]],
        fmt="o", label="simulated, with its 95 % interval",
    )  # fmt: skip
    if any(row.get("exact") is not None for row in rows):
        exact = _column(rows, "exact")
        left, right = [x - 0.12 for x in places], [x + 0.12 for x in places]
        axes.hlines(exact, left, right, color="#000000", label="exact")
    _percents(axes)
    axes.margins(x=0.3)
    axes.set_ylabel("Share of the wins")
    axes.set_xticks(places, [literal(f"seat {r['seat']}: {r['policy']}", 30) for r in rows])
    legend(axes)


def _alone(answer: Answer, axes: "Axes") -> None:
    axes.plot(_column(answer.rows, "score"), _column(answer.rows, "mean_turns"), marker=".")
    axes.set_xlabel("Score")
    axes.set_ylabel("Turns to the target, on average")


def _heat_maps(answer: Answer, grid: Sequence[Row]) -> "Figure":
    from matplotlib.figure import Figure  # noqa: PLC0415  not pyplot: no window, no global state

    names = [name for name in grid[0] if name.startswith(("bet_", "other_", "next_", "after_"))]
    columns = max((sum(n.startswith(p) for n in names) for p in _PLAYERS), default=1)
    groups = [[n for n in names if n.startswith(p)] for p in _PLAYERS]
    groups = [group for group in groups if group]
    figure = Figure(figsize=(8, 4.4 + 2.1 * len(groups)), layout="constrained")
    ratios = [4.4, *(2.1 for _ in groups)]
    parts = figure.subfigures(len(ratios), 1, height_ratios=ratios, squeeze=False)[:, 0]
    other = next(name for name in ("other", "next") if name in grid[0])
    axes = parts[0].subplots(1, 1)
    shown = _map(axes, grid, other, "value", "RdBu")
    lines = axes.contour(
        *_mesh(grid, other),
        _matrix(grid, other, "value"),
        levels=[0.1, 0.25, 0.5, 0.75, 0.9],
        colors="#000000",
        linewidths=0.8,
    )
    axes.clabel(lines, fmt=lambda level: f"{100 * level:.0f} %", fontsize=8)
    axes.set_xlabel("Score of the other" if other == "other" else "Score of both others")
    axes.set_ylabel("Score of the player to move")
    bar = parts[0].colorbar(shown, ax=axes)
    bar.set_label("Win probability of the mover")
    percent_axis(bar.ax.yaxis)
    for part, group in zip(parts[1:], groups, strict=True):
        panels = part.subplots(1, columns, squeeze=False, sharex=True, sharey=True)[0]
        for panel, name in zip(panels, group, strict=False):
            shown = _map(panel, grid, other, name, "viridis")
            panel.set_title(name.rpartition("_")[2], fontsize=9)
            panel.tick_params(labelsize=7)
        for panel in panels[len(group) :]:
            panel.set_visible(False)
        part.suptitle(_PLAYERS[group[0].partition("_")[0] + "_"], fontsize=10, x=0.02, ha="left")
        bar = part.colorbar(shown, ax=list(panels))
        percent_axis(bar.ax.yaxis)
        bar.ax.tick_params(labelsize=7)
    figure.suptitle(literal(answer.title, 66), fontsize=13, fontweight="bold", x=0.02, ha="left")
    figure.supxlabel(
        literal(caption(answer.provenance), 120), fontsize=8, color="#555555", x=0.02, ha="left"
    )
    return figure


#: Whose mixture a column is part of.
_PLAYERS = {
    "bet_": "How often the player to move bets",
    "other_": "How often the other bets",
    "next_": "How often the next player bets",
    "after_": "How often the third player bets",
}


def _map(axes: "Axes", grid: Sequence[Row], other: str, name: str, colours: str) -> Any:
    x, y = _mesh(grid, other)
    step = x[1] - x[0] if len(x) > 1 else 1
    axes.grid(False)
    extent = (x[0] - step / 2, x[-1] + step / 2, y[0] - step / 2, y[-1] + step / 2)
    return axes.imshow(
        _matrix(grid, other, name), origin="lower", extent=extent, aspect="auto",
        cmap=colours, vmin=0, vmax=1, interpolation="nearest",
    )  # fmt: skip


def _mesh(grid: Sequence[Row], other: str) -> tuple[list[int], list[int]]:
    mine = sorted({int(str(row["mover"])) for row in grid})
    theirs = sorted({int(str(row[other])) for row in grid})
    return theirs, mine


def _matrix(grid: Sequence[Row], other: str, name: str) -> list[list[float]]:
    theirs, mine = _mesh(grid, other)
    known = {(row["mover"], row[other]): float(str(row[name])) for row in grid}
    return [[known.get((a, b), float("nan")) for b in theirs] for a in mine]


def _percents(axes: "Axes") -> None:
    """Label a part of the scale of probabilities, which fills the panel."""
    from matplotlib.ticker import PercentFormatter  # noqa: PLC0415

    axes.yaxis.set_major_formatter(PercentFormatter(xmax=1, symbol=" %"))


def _column(rows: Sequence[Row], name: str) -> list[Any]:
    """Return the values of one column, NaN (a gap in the line) where there is none."""
    return [float("nan") if row.get(name) is None else row[name] for row in rows]
