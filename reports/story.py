"""Two games side by side: everybody's chance to win, step by step."""

from typing import TYPE_CHECKING

from zochastic.analysis.answer import Answer
from zochastic.reports.charts import draw, percent_axis, whole_axis

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


#: The most steps that are marked with dots.
_FEW = 40


def story_chart(answer: Answer) -> "Figure":
    """Draw the typical game above the dramatic one, a line a seat."""
    return draw(answer, _games, heights=(1, 1), one_x=False)


def _games(answer: Answer, typical: "Axes", dramatic: "Axes") -> None:
    for name, axes in (("typical", typical), ("dramatic", dramatic)):
        rows = [row for row in answer.rows if row["game"] == name]
        columns = [column for column in rows[0] if column.startswith("p_win_")]
        for column in columns:
            seat = column.rpartition("_")[2]
            won = ", who wins" if answer.facts[f"{name}_winner"] == int(seat) else ""
            axes.plot(
                [int(str(row["step"])) for row in rows],
                [float(str(row[column])) for row in rows],
                marker="o" if len(rows) <= _FEW else "", markersize=3, label=f"seat {seat}{won}",
            )  # fmt: skip
        axes.set_ylim(-0.03, 1.03)
        percent_axis(axes.yaxis)
        axes.set_ylabel("Chance to win")
        whole_axis(axes.xaxis)
        step = str(answer.facts["step"])
        axes.set_xlabel(f"{step[0].upper() + step[1:]} of the {name} game")
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=len(columns), fontsize=9)
