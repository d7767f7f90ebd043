"""Charts of *Diavolo*, each drawn from an Answer alone."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from zochastic.analysis.answer import Answer, Row
from zochastic.reports.cells import shown
from zochastic.reports.charts import draw, legend, literal, mark, percent_axis

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Bars of imps have their own colours, told apart by their names too.
_PAINT = {
    "black": "#222222",
    "red": "#C44536",
    "white": "#F4F1E8",
    "blue": "#0072B2",
    "green": "#009E73",
    "yellow": "#E6C229",
    "grey": "#9A9A9A",
}
_EDGE = "#444444"


def odds_chart(answer: Answer) -> "Figure":
    """Chance of grey and of each colour by order, with the simulated audit."""
    return draw(answer, _odds)


def read_chart(answer: Answer) -> "Figure":
    """Chance of each imp after what was seen; without an order, of the best grab at each."""
    return draw(answer, _posterior if answer.rows and "probability" in answer.rows[0] else _grabs)


def snap_chart(answer: Answer) -> "Figure":
    """Looks against accuracy: best play as a look gets dearer, and the rules of thumb."""
    return draw(answer, _looks)


def simulate_chart(answer: Answer) -> "Figure":
    """Who still has gems after each round."""
    return draw(answer, _survival)


def _odds(answer: Answer, axes: "Axes") -> None:
    rows = answer.rows
    places = list(range(len(rows)))
    axes.bar(
        [x - 0.2 for x in places],
        _column(rows, "p_grey"),
        0.38,
        color=_PAINT["grey"],
        edgecolor=_EDGE,
        label="grey (a tie)",
    )
    axes.bar(
        [x + 0.2 for x in places],
        _column(rows, "p_colour"),
        0.38,
        color="#56B4E9",
        edgecolor=_EDGE,
        label="each colour",
    )
    audited = [(x, row) for x, row in zip(places, rows, strict=True) if row.get("sim_p_grey")]
    if audited:
        middle = [float(str(row["sim_p_grey"])) for _, row in audited]
        low = [float(str(row["sim_low"])) for _, row in audited]
        high = [float(str(row["sim_high"])) for _, row in audited]
        axes.errorbar(
            [x - 0.2 for x, _ in audited],
            middle,
            yerr=[
                [max(m - x, 0.0) for m, x in zip(middle, low, strict=True)],
                [max(x - m, 0.0) for m, x in zip(middle, high, strict=True)],
            ],
            fmt="o",
            color="#000000",
            label="grey simulated, with its 95 % interval",
        )
    axes.set_xticks(places, [literal(str(row["order"]), 20) for row in rows])
    axes.set_ylim(0, None)
    percent_axis(axes.yaxis)
    axes.set_xlabel("Order")
    axes.set_ylabel("Chance to be the right imp")
    axes.grid(axis="x", visible=False)
    legend(axes)


def _posterior(answer: Answer, axes: "Axes") -> None:
    names = [str(row["imp"]) for row in answer.rows]
    chances = _column(answer.rows, "probability")
    bars = axes.bar(
        names,
        chances,
        color=[_PAINT.get(name, "#FFFFFF") for name in names],
        edgecolor=_EDGE,
        linewidth=1.2,
    )
    gems = answer.facts.get("goal") == "gems"
    for bar, row, p in zip(bars, answer.rows, chances, strict=True):
        text = f"{100 * p:.1f} %"
        if gems:
            text += f"\n{float(str(row['value'])):+.2f} gems"
        best = row["imp"] == answer.facts.get("grab")
        axes.text(
            bar.get_x() + bar.get_width() / 2,
            p + 0.01,
            text + ("\ngrab this" if best else ""),
            ha="center",
            va="bottom",
            fontweight="bold" if best else "normal",
        )
    axes.set_ylim(0, max([*chances, 0.2]) * 1.28)
    percent_axis(axes.yaxis)
    axes.set_xlabel("Imp")
    axes.set_ylabel("Chance to be right")
    axes.grid(axis="x", visible=False)


def _grabs(answer: Answer, axes: "Axes") -> None:
    rows = answer.rows
    names = [str(row["grab"]) for row in rows]
    chances = _column(rows, "p_right")
    bars = axes.bar(
        [literal(str(row["order"]), 20) for row in rows],
        chances,
        color=[_PAINT.get(name, "#FFFFFF") for name in names],
        edgecolor=_EDGE,
        linewidth=1.2,
    )
    for bar, name, p in zip(bars, names, chances, strict=True):
        axes.text(
            bar.get_x() + bar.get_width() / 2,
            p + 0.01,
            f"{name}\n{100 * p:.1f} %",
            ha="center",
            va="bottom",
        )
    axes.set_ylim(0, max([*chances, 0.2]) * 1.2)
    percent_axis(axes.yaxis)
    axes.set_xlabel("Order")
    axes.set_ylabel("Chance that the best grab is right")
    axes.grid(axis="x", visible=False)


def _looks(answer: Answer, axes: "Axes") -> None:
    curve = answer.tables.get("curve", ())
    by_cost = answer.facts.get("hazard") == 0
    ordered = sorted(curve, key=lambda row: float(str(row["mean_looks"])))
    axes.plot(
        _column(ordered, "mean_looks"),
        _column(ordered, "p_right"),
        marker="o",
        label="best play, dearer looks to the left" if by_cost else "best play, less hazard right",
    )
    thumbs = answer.tables.get("rules", ())
    for words, marker, label in (
        ("sure", "^", "rules: until so sure"),
        ("di", "s", "rules: so many dice"),
    ):
        mine = [row for row in thumbs if words in str(row["rule"])]
        axes.plot(
            _column(mine, "mean_looks"),
            _column(mine, "p_right"),
            linestyle="none",
            marker=marker,
            alpha=0.75,
            label=label,
        )
    percent_axis(axes.yaxis)
    axes.set_xlabel("Mean number of dice looked at")
    axes.set_ylabel("Chance to be right")
    legend(axes)
    looks, right = answer.facts.get("mean_looks"), answer.facts.get("p_right")
    if isinstance(looks, int | float) and isinstance(right, int | float):
        price = answer.facts.get("cost" if by_cost else "hazard")
        text = f"{'cost' if by_cost else 'hazard'} {price:g} a look" if price is not None else ""
        axes.margins(y=0.15)
        mark(axes, looks, right, text)


def _survival(answer: Answer, axes: "Axes") -> None:
    rows = answer.tables["survival"]
    rounds = _column(rows, "round")
    for row in answer.rows:
        name = str(row["person"])
        axes.plot(
            rounds,
            _column(rows, name),
            drawstyle="steps-post",
            label=literal(f"{name}: wins {shown('win_rate', row['win_rate'])}", 40),
        )
    axes.set_ylim(-0.02, 1.02)
    percent_axis(axes.yaxis)
    axes.set_xlabel("Round")
    axes.set_ylabel("Games in which he still has gems")
    legend(axes)


def _column(rows: Sequence[Row], name: str) -> list[Any]:
    """Return the values of one column, NaN (a gap) where there is none."""
    return [float("nan") if row.get(name) is None else row[name] for row in rows]
