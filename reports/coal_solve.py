"""The chart of ``coal solve``, drawn from an Answer alone."""

from typing import TYPE_CHECKING

from zochastic.analysis.answer import Answer
from zochastic.reports.charts import draw, literal

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_COLORS = {"draw": "#D55E00", "bet": "#0072B2"}
_LEGEND = (("draw", "drawing, a turn"), ("bet", "bets, a round, table not known"))
#: Below this, chips are drawn in proportion, above it by their logarithm.
_EVEN = 1.0


def solve_chart(answer: Answer) -> "Figure":
    """What rules of thumb lose: for drawing above, for the bet below."""
    return draw(answer, _losses)


def _losses(answer: Answer, axes: "Axes") -> None:
    from matplotlib.patches import Patch  # noqa: PLC0415

    rows = [row for row in answer.rows if row["part"] in _COLORS]
    rows.sort(key=lambda row: (row["part"] == "draw", -float(str(row["loss"]))))
    for place, row in enumerate(rows):
        loss = max(0.0, float(str(row["loss"])))
        color = _COLORS[str(row["part"])]
        axes.barh(place, loss, color=color, height=0.7)
        axes.annotate(
            f"{loss:.1f}", (loss, place), xytext=(4, 0), textcoords="offset points", va="center",
            fontsize=8,
        )  # fmt: skip
    axes.set_yticks(range(len(rows)), [_name(str(r["part"]), str(r["rule"])) for r in rows])
    axes.tick_params(axis="y", labelsize=8)
    axes.set_xscale("symlog", linthresh=_EVEN)
    top = max((float(str(row["loss"])) for row in rows), default=_EVEN)
    axes.set_xlim(0, 3 * max(top, _EVEN))
    axes.xaxis.set_major_formatter("{x:g}")
    axes.grid(axis="y", visible=False)
    axes.set_ylabel("Rule of thumb")
    axes.set_xlabel("Loss in chips")
    handles = [Patch(color=_COLORS[part], label=label) for part, label in _LEGEND]
    axes.legend(
        handles=handles, loc="lower left", bbox_to_anchor=(-0.25, 1), ncols=2, borderaxespad=0.3
    )


def _name(part: str, rule: str) -> str:
    """A bet's most telling name; of a rule of two lines the second goes below."""
    if part == "bet":
        names = rule.split(", ")
        return literal("bet " + names[0].partition(":")[2] + _also(names[1:]), 44)
    return "\n".join(literal(line, 44) for line in rule.split("; "))


def _also(names: list[str]) -> str:
    return f" ({', '.join(names[:2])})" if names else ""
