"""Charts of *Auf Teufel komm raus*, each drawn from an Answer alone."""

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from zochastic.analysis.answer import Answer, Row, Scalar
from zochastic.reports.charts import draw, legend, mark, percent_axis

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: A bet that is won more rarely is not drawn: with many chips such bets fill the chart.
_RARE = 0.02


def odds_chart(answer: Answer) -> "Figure":
    """Greatest chance to reach an amount, by amount; the simulated audit as points."""
    return draw(answer, _odds)


def stop_chart(answer: Answer) -> "Figure":
    """Value of stopping and of drawing once more, by the amount in front of the drawer."""
    return draw(answer, _stop)


def bet_chart(answer: Answer) -> "Figure":
    """Draw the expected chips by bet, the best one marked; below, chances.

    Where all help those of success; else those of success and of each bet in equilibrium.  For who
    wants to win the game: the chance to win by bet.
    """
    if "p_win" in answer.rows[0]:
        return draw(answer, _wins)
    if "ev_chips" in answer.rows[0]:
        return draw(answer, _bets, heights=(3, 2))
    return draw(answer, _bet, heights=(3, 2))


def _odds(answer: Answer, axes: "Axes") -> None:
    aims = column(answer.rows, "aim")
    axes.plot(aims, column(answer.rows, "p_reach"), marker=".", label="exact, best play")
    audited = [row for row in answer.rows if row.get("sim_p_reach") is not None]
    if audited:
        middle = column(audited, "sim_p_reach")
        low, high = column(audited, "sim_low"), column(audited, "sim_high")
        axes.errorbar(
            column(audited, "aim"),
            middle,
            yerr=[
                [max(m - x, 0.0) for m, x in zip(middle, low, strict=True)],
                [max(x - m, 0.0) for m, x in zip(middle, high, strict=True)],
            ],
            fmt="o",
            markersize=9,
            markerfacecolor="none",
            label="simulated, with its 95 % interval",
        )
    axes.set_ylim(-0.02, 1.02)
    percent_axis(axes.yaxis)
    axes.set_xlabel("Amount to reach (value of the coal drawn)")
    axes.set_ylabel("Greatest chance to reach it")
    legend(axes)


def _stop(answer: Answer, axes: "Axes") -> None:
    curve = answer.tables["curve"]
    amounts = column(curve, "amount")
    goal = str(answer.facts.get("goal") or "amount")
    reaching = goal.startswith("reach")
    steps = "steps-post" if reaching else "default"
    axes.plot(amounts, column(curve, "value_stop"), drawstyle=steps, label="stop now")
    (line,) = axes.plot(
        amounts, column(curve, "value_draw"), label="draw, and then play on as best"
    )
    axes.fill_between(
        amounts,
        column(curve, "value_draw_low"),
        column(curve, "value_draw_high"),
        color=line.get_color(),
        alpha=0.2,
        linewidth=0,
        label="draw, by which pieces make up the amount",
    )
    threshold = answer.facts.get("threshold")
    if isinstance(threshold, int | float) and amounts and threshold <= amounts[-1]:
        axes.axvline(threshold, color="#009E73", linestyle="--", label=f"stop from {threshold:.4g}")
    if reaching:
        percent_axis(axes.yaxis)
        axes.set_ylabel(f"Chance to reach {goal.partition(':')[2]}")
    else:
        axes.set_ylabel("Expected amount of the turn")
    axes.set_xlabel("Amount in front of the drawer (value of the coal drawn)")
    legend(axes)
    values = [answer.facts.get("value_stop"), answer.facts.get("value_draw")]
    known = [float(value) for value in values if isinstance(value, int | float)]
    held = answer.facts.get("amount")
    if isinstance(held, int | float) and known:
        axes.plot([held] * len(known), known, color="#000000", linewidth=1)
        mark(axes, held, max(known), f"you hold {held:g}: {answer.facts.get('advice')}")


def _bet(answer: Answer, chips: "Axes", chance: "Axes") -> None:
    best, value = answer.facts.get("best_bet"), answer.facts.get("value")
    rows = [r for r in answer.rows if _number(r["p_success"]) >= _RARE or r["bet"] == best]
    bets = column(rows, "bet")
    dots = "." if len(bets) <= 60 else ""
    chips.plot(bets, column(rows, "ev_double"), marker=dots, label="if yours is the highest bet")
    chips.plot(bets, column(rows, "ev_single"), marker=dots, label="if it is not")
    chips.axhline(0, color="#666666", linewidth=1)
    chips.set_ylabel("Expected gain (chips)")
    legend(chips)
    chance.plot(bets, column(rows, "p_success"), marker=dots, color="#009E73")
    chance.set_ylim(-0.02, 1.02)
    percent_axis(chance.yaxis)
    chance.set_ylabel("Chance to win it")
    cut = len(rows) < len(answer.rows)
    chance.set_xlabel("Bet (chips)" + f"; those won with less than {_RARE:.0%} left out" * cut)
    if isinstance(best, int | float) and isinstance(value, int | float):
        mark(chips, best, value, f"best bet {best:g}: {value:+.2f} chips")


def _bets(answer: Answer, chips: "Axes", chance: "Axes") -> None:
    rows = answer.rows
    best = answer.facts.get("best_bet")
    bets = column(rows, "bet")
    worth = "value" if "value" in rows[0] else "ev_chips"
    chips.plot(bets, column(rows, worth), marker=".", label="with this bet")
    chips.axhline(0, color="#666666", linewidth=1)
    chips.set_ylabel("Lead (chips)" if worth == "value" else "Chips of the round")
    at = [row for row in rows if row["bet"] == best]
    if at and isinstance(best, int | float):
        value = _number(at[0][worth])
        word = "best bet" if at[0].get("probability") in (None, 1.0) else "played most,"
        mark(chips, best, value, f"{word} {best:g}: {value:+.2f} chips")
    gaps = [after - before for before, after in pairwise(bets)]
    if any(row.get("probability") is not None for row in rows):
        chance.bar(
            bets,
            column(rows, "probability"),
            width=0.8 * min(gaps, default=1),
            color="#D55E00",
            alpha=0.6,
            label="played in equilibrium",
        )
    chance.plot(bets, column(rows, "p_success"), marker=".", color="#009E73", label="stake is met")
    chance.set_ylim(-0.02, 1.02)
    percent_axis(chance.yaxis)
    chance.set_ylabel("Chance")
    chance.set_xlabel("Bet (chips)")
    legend(chance)


def _wins(answer: Answer, axes: "Axes") -> None:
    rows = answer.rows
    bets, chances = column(rows, "bet"), column(rows, "p_win")
    low, high = column(rows, "low"), column(rows, "high")
    axes.errorbar(
        bets,
        chances,
        yerr=[
            [max(p - x, 0.0) for p, x in zip(chances, low, strict=True)],
            [max(x - p, 0.0) for p, x in zip(chances, high, strict=True)],
        ],
        marker=".",
        capsize=2,
        label="with its 95 % interval",
    )
    best, value = answer.facts.get("best_bet"), answer.facts.get("value")
    if isinstance(best, int | float) and isinstance(value, int | float):
        mark(axes, best, value, f"best bet {best:g}: {100 * value:.1f} %")
    axes.yaxis.set_major_formatter(lambda p, _: f"{100 * p:g} %")
    axes.set_ylabel("Chance to win the game")
    axes.set_xlabel("Bet (chips)")
    legend(axes)


def _number(value: Scalar) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def column(rows: Sequence[Row], name: str) -> list[Any]:
    """Return the values of one column, NaN (a gap in the line) where there is none."""
    return [float("nan") if row.get(name) is None else row[name] for row in rows]
