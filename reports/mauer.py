"""Charts of *Ab durch die Mauer*, each drawn from an Answer alone."""

from typing import TYPE_CHECKING

from zochastic.analysis.answer import Answer
from zochastic.reports.charts import draw, legend, percent_axis
from zochastic.reports.coal import column
from zochastic.reports.mauer_board import paint_board, paint_plan

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def plan_chart(answer: Answer) -> "Figure":
    """Draw the board as it lies, ghosts, sliders, and the way of the plan on the print."""
    return draw(answer, paint_plan)


def board_chart(answer: Answer) -> "Figure":
    """Draw a board: rooms, garments, the sliders as they lie at the start."""
    return draw(answer, paint_board)


def search_chart(answer: Answer) -> "Figure":
    """Draw how likely each deck holds the card."""
    return draw(answer, _search)


def odds_chart(answer: Answer) -> "Figure":
    """Draw reach by parts still missing, with the spread over boards."""
    return draw(answer, _odds)


def simulate_chart(answer: Answer) -> "Figure":
    """Draw win rates by seat with their intervals."""
    return draw(answer, _simulate)


def _search(answer: Answer, axes: "Axes") -> None:
    decks = column(answer.rows, "deck")
    best = answer.facts.get("best_deck")
    colours = ["#D55E00" if deck == best else "#0072B2" for deck in decks]
    bars = axes.bar([str(deck) for deck in decks], column(answer.rows, "probability"))
    for bar, colour in zip(bars, colours, strict=True):
        bar.set_color(colour)
    axes.set_ylim(0, 1.02)
    percent_axis(axes.yaxis)
    axes.set_ylabel(f"Chance that it holds {answer.facts.get('garment')}")
    axes.set_xlabel("Deck (the best to open in orange)")


def _odds(answer: Answer, axes: "Axes") -> None:
    missing = column(answer.rows, "missing")
    names = [name for name in answer.rows[0] if name.startswith("p_reach_") and name[8:].isdigit()]
    for name in names:
        moves = name[8:]
        label = "without a move" if moves == "0" else f"within {moves} move{'s' * (moves != '1')}"
        axes.plot(missing, column(answer.rows, name), marker="o", label=label)
    axes.fill_between(
        missing,
        column(answer.rows, "p_reach_low"),
        column(answer.rows, "p_reach_high"),
        color="#999999",
        alpha=0.25,
        linewidth=0,
        label="whole turn: nine boards of ten",
    )
    axes.set_xticks(missing)
    axes.set_ylim(0, 1.02)
    percent_axis(axes.yaxis)
    axes.set_xlabel("Parts of the body still missing")
    axes.set_ylabel("Turns with a needed garment in reach")
    legend(axes)


def _simulate(answer: Answer, axes: "Axes") -> None:
    rates = column(answer.rows, "win_rate")
    low, high = column(answer.rows, "low"), column(answer.rows, "high")
    labels = [
        f"{row['seat']}: {row['policy']}" + (f"\n{row['memory']}" if row["memory"] else "")
        for row in answer.rows
    ]
    errors = [
        [max(r - x, 0.0) for r, x in zip(rates, low, strict=True)],
        [max(x - r, 0.0) for r, x in zip(rates, high, strict=True)],
    ]
    axes.bar(labels, rates, color="#0072B2", alpha=0.35)
    axes.errorbar(labels, rates, yerr=errors, fmt="o", color="#000000")
    axes.axhline(1 / len(rates), color="#666666", linewidth=1, linestyle="--")
    axes.set_ylim(0, max(max(high) * 1.1, 0.3))
    percent_axis(axes.yaxis)
    axes.set_xlabel("Seat: policy and memory (dashed: an equal share)")
    axes.set_ylabel("Games won, with the 95 % interval")
