"""The charts of ``coal stop``, drawn from an Answer alone."""

from typing import TYPE_CHECKING

from zochastic.analysis.answer import Answer
from zochastic.reports import coal
from zochastic.reports.charts import draw, legend, mark, percent_axis

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_DRAW, _STOP = "#D55E00", "#0072B2"


def stop_chart(answer: Answer) -> "Figure":
    """Stopping against drawing: by amount, or both actions where the goal is to win."""
    if answer.facts.get("goal") == "chips":
        return draw(answer, _chips)
    if answer.facts.get("goal") == "win":
        return draw(answer, _win)
    return coal.stop_chart(answer)


def _chips(answer: Answer, axes: "Axes") -> None:
    curve, facts = answer.tables["curve"], answer.facts
    amounts = coal.column(curve, "amount")
    for name, color, label in (
        ("stop", _STOP, "stop now"),
        ("draw", _DRAW, "draw, and then play on"),
    ):
        axes.plot(amounts, coal.column(curve, f"value_{name}"), color=color, label=label)
    bottom, top = axes.get_ylim()
    bet, best = facts.get("bet"), facts.get("best")
    for value, dashes, text in ((bet, "--", "your bet"), (best, ":", "highest so far")):
        if isinstance(value, int | float) and amounts and 0 < value <= amounts[-1]:
            label = f"{text}, {value:g}"
            axes.axvline(value, color="#666666", linestyle=dashes, linewidth=1, label=label)
    axes.set_ylim(bottom, top)
    axes.set_xlabel("Amount in front of you (value of the coal drawn)")
    axes.set_ylabel("Chips of the round")
    legend(axes)
    held, values = facts.get("amount"), [facts.get("value_stop"), facts.get("value_draw")]
    known = [float(value) for value in values if isinstance(value, int | float)]
    if isinstance(held, int | float) and known:
        axes.plot([held] * len(known), known, color="#000000", linewidth=1)
        mark(axes, held, max(known), f"you hold {held:g}: {facts.get('advice')}")


def _win(answer: Answer, axes: "Axes") -> None:
    for place, row in enumerate(answer.rows):
        low, value, high = (float(str(row[name])) for name in ("low", "value", "high"))
        axes.errorbar(
            [place], [value], yerr=[[value - low], [high - value]], fmt="o", markersize=9,
            capsize=8, color=_DRAW if row["action"] == "draw" else _STOP,
        )  # fmt: skip
        axes.annotate(
            f"{100 * value:.1f} %", (place, value), xytext=(12, 0), textcoords="offset points"
        )
    names = [str(row["action"]) for row in answer.rows]
    axes.set_xticks(range(len(names)), names)
    axes.set_xlim(-0.7, len(names) - 0.3)
    axes.set_ylim(-0.02, 1.02)
    percent_axis(axes.yaxis)
    axes.set_xlabel("What you do now")
    axes.set_ylabel("Chance to win the game, 95 % interval")
