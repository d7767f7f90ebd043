"""Charts for designers: a sweep as lines with bands, as a heat map, as small multiples."""

from typing import TYPE_CHECKING

from zochastic.analysis.answer import Answer, Row
from zochastic.reports.charts import draw

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def balance_chart(answer: Answer) -> "Figure":
    """The main metric by the parameter, with its 95 % band, beside the printed game."""
    return draw(answer, _lines)


def parameters(answer: Answer) -> list[str]:
    """Columns of the rows that say which variant it is."""
    names = list(answer.rows[0])
    return names[: names.index("metric")]


def _lines(answer: Answer, axes: "Axes") -> None:
    (key, *_), name = parameters(answer), str(answer.facts["main_metric"])
    rows = [row for row in answer.rows if row["metric"] == name]
    x = [float(str(row[key])) for row in rows]
    axes.plot(x, _column(rows, "estimate"), marker="o", label=name)
    axes.fill_between(x, _column(rows, "low"), _column(rows, "high"), alpha=0.25, linewidth=0)
    axes.set_xlabel(key)
    axes.set_ylabel(name)


def _column(rows: list[Row], name: str) -> list[float]:
    return [float("nan") if row[name] is None else float(str(row[name])) for row in rows]
