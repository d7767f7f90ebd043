"""The chart of a search: what was tried, what the trade-off is, where the targets lie."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from zochastic.analysis.answer import Answer, Row
from zochastic.reports.charts import draw, legend, literal

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Metrics drawn against the first one, at most.
_PANELS = 3


def tune_chart(answer: Answer) -> "Figure":
    """One target: the metric by the first parameter; more: each further metric by the first."""
    many = len(answer.tables["targets"])
    return draw(
        answer, _one if many == 1 else _several, heights=(1,) * min(_PANELS, max(1, many - 1))
    )


def _one(answer: Answer, axes: "Axes") -> None:
    (target,) = answer.tables["targets"]
    metric = str(target["metric"])
    key = next(iter(answer.rows[0]))
    tried = answer.tables["candidates"]
    values = list(dict.fromkeys(row[key] for row in tried))
    numbers = all(type(value) in (int, float) for value in values)

    def places(rows: Sequence[Row]) -> list[float]:
        return [float(str(row[key])) if numbers else values.index(row[key]) for row in rows]

    _dots(axes, places(tried), _column(tried, metric))
    _bars(axes, places(answer.rows), answer, None, metric)
    _names(axes, places(answer.rows), answer.rows, metric)
    if not numbers:
        axes.set_xticks(range(len(values)), [literal(_plain(value), 20) for value in values])
    _band(axes, target, across=False)
    axes.set_xlabel(literal(key, 40))
    axes.set_ylabel(metric)
    legend(axes)


def _several(answer: Answer, *panels: "Axes") -> None:
    first, *others = answer.tables["targets"]
    x = str(first["metric"])
    tried = answer.tables["candidates"]
    for axes, target in zip(panels, others, strict=False):
        y = str(target["metric"])
        _dots(axes, _column(tried, x), _column(tried, y))
        _bars(axes, _column(answer.rows, x), answer, x, y)
        _names(axes, _column(answer.rows, x), answer.rows, y)
        _band(axes, first, across=True)
        _band(axes, target, across=False)
        axes.set_ylabel(y)
    legend(panels[0])
    panels[-1].set_xlabel(x)


def _dots(axes: "Axes", x: Sequence[float], y: Sequence[float]) -> None:
    axes.plot(x, y, linestyle="none", marker="o", color="#999999", markersize=4, label="tried")


def _bars(axes: "Axes", at: Sequence[float], answer: Answer, x: str | None, y: str) -> None:
    """The front with its intervals."""
    rows = answer.rows
    label = "best so far" if answer.provenance.partial else "best, played again"
    axes.errorbar(
        at, _column(rows, y), xerr=None if x is None else _reach(rows, x), yerr=_reach(rows, y),
        fmt="o", markersize=6, label=label,
    )  # fmt: skip


def _names(axes: "Axes", at: Sequence[float], rows: Sequence[Row], y: str) -> None:
    """The values of the best, beside it."""
    row = rows[0]
    keys = list(row)
    keys = keys[: next(i for i, key in enumerate(keys) if f"{key}_low" in row)]
    text = ", ".join(f"{key}={_plain(row[key])}" for key in keys)
    right = at[0] > sum(axes.get_xlim()) / 2
    axes.annotate(
        literal(text, 40), (at[0], _column(rows, y)[0]), xytext=(-8 if right else 8, 10),
        textcoords="offset points", fontsize=9, ha="right" if right else "left", zorder=6,
        bbox={"boxstyle": "round,pad=0.2", "facecolor": "white", "edgecolor": "#DDDDDD"},
    )  # fmt: skip


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _band(axes: "Axes", target: Row, *, across: bool) -> None:
    """Shade where the target is met, and draw the value that it names."""
    low, high = axes.get_xlim() if across else axes.get_ylim()
    ends = [float(str(target[k])) for k in ("at_least", "at_most") if target[k] is not None]
    low, high = min(low, *ends), max(high, *ends)
    first = low if target["at_least"] is None else float(str(target["at_least"]))
    last = high if target["at_most"] is None else float(str(target["at_most"]))
    label = "" if across else "target"
    shade = axes.axvspan if across else axes.axhspan
    shade(first, last, color="#009E73", alpha=0.12, linewidth=0, label=label)
    if across:
        axes.set_xlim(low, high)
    else:
        axes.set_ylim(low, high)


def _column(rows: Sequence[Row], name: str) -> list[float]:
    return [float(str(row[name])) for row in rows]


def _reach(rows: Sequence[Row], name: str) -> list[list[float]]:
    values = _column(rows, name)
    low, high = _column(rows, f"{name}_low"), _column(rows, f"{name}_high")
    return [[v - a for v, a in zip(values, low, strict=True)],
            [b - v for v, b in zip(values, high, strict=True)]]  # fmt: skip
