"""A strip of z-scores: simulated figures beside the exact values that they should have."""

from typing import TYPE_CHECKING

from zochastic.analysis.answer import Answer
from zochastic.reports.charts import draw, legend, literal

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def audit_chart(answer: Answer) -> "Figure":
    """Draw a strip a command, a dot a figure; a band holds 95 % of them if nothing is wrong."""
    return draw(answer, _strips)


def _strips(answer: Answer, axes: "Axes") -> None:
    sources = list(dict.fromkeys(str(row["source"]) for row in answer.rows))
    axes.axvspan(-1.96, 1.96, color="#56B4E9", alpha=0.2, lw=0, label="19 of 20 lie here")
    axes.axvline(0, color="#666666", lw=1)
    for height, source in enumerate(sources):
        scores = [float(str(row["z"])) for row in answer.rows if row["source"] == source]
        axes.plot(scores, [height] * len(scores), linestyle="none", marker="o", color="#000000",
                  alpha=0.7, markersize=7)  # fmt: skip
    names = [literal(source.removeprefix("zochastic "), 30) for source in sources]
    axes.set_yticks(range(len(sources)), names, fontsize=8)
    axes.set_ylim(len(sources) - 0.5, -0.5)
    reach = max(3.5, *(abs(float(str(row["z"]))) + 0.3 for row in answer.rows))
    axes.set_xlim(-reach, reach)
    axes.set_xlabel("Simulated less exact, in standard errors")
    legend(axes)
