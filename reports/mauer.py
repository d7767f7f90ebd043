"""Charts of *Ab durch die Mauer*, each drawn from an Answer alone."""

from typing import TYPE_CHECKING, Any

from zochastic.analysis.answer import Answer
from zochastic.reports.charts import draw, legend, literal, percent_axis
from zochastic.reports.coal import column

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Ghosts by seat, in colours that are told apart.
_GHOSTS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7")
_MAGNET, _WALL = "#E69F00", "#222222"


def plan_chart(answer: Answer) -> "Figure":
    """Draw the board as it lies, ghosts, sliders, and the way of the plan on the print."""
    return draw(answer, _plan)


def board_chart(answer: Answer) -> "Figure":
    """Draw a board: rooms, garments, the sliders as they lie at the start."""
    return draw(answer, _board)


def search_chart(answer: Answer) -> "Figure":
    """Draw how likely each deck holds the card."""
    return draw(answer, _search)


def odds_chart(answer: Answer) -> "Figure":
    """Draw reach by parts still missing, with the spread over boards; below, by mask set."""
    return draw(answer, _odds, heights=(1,))


def simulate_chart(answer: Answer) -> "Figure":
    """Draw win rates by seat with their intervals."""
    return draw(answer, _simulate)


def place(cell: str) -> tuple[float, float]:
    """The middle of a cell on the chart; row 1 is on top."""
    return ord(cell[0]) - ord("a"), float(int(cell[1]) - 1)


def _plan(answer: Answer, axes: "Axes") -> None:
    _board(answer, axes)
    path = answer.tables.get("path", ())
    mover = next(row for row in answer.tables["ghosts"] if row["mover"])
    colour = _GHOSTS[(_whole(mover["ghost"]) - 1) % 4]
    here = place(str(mover["cell"]))
    stays: dict[tuple[float, float], list[str]] = {}
    for row in path:
        there = place(str(row["cell"]))
        if there != here:
            axes.annotate(
                "",
                there,
                here,
                arrowprops={"arrowstyle": "-|>", "color": colour, "linewidth": 2.5},
                zorder=6,
            )
        stays.setdefault(there, []).append(str(row["move"]))
        here = there
    for (x, y), numbers in stays.items():
        axes.text(
            x + 0.47, y - 0.47, ",".join(numbers), ha="right", va="top", fontsize=9,
            color=colour, fontweight="bold", zorder=7,
        )  # fmt: skip
    moves: Any = answer.facts.get("moves") or ["stay"]
    lines = [f"{number}. {move}" for number, move in enumerate(moves, 1)]
    goal = f"goal: {answer.facts.get('best_goal')}"
    text = "\n".join(literal(line, 34) for line in [goal, *lines])
    axes.text(8.2, 3.6, text, fontsize=10, va="top", ha="left")


def _board(answer: Answer, axes: "Axes") -> None:
    cells = answer.tables["cells"]
    for row in answer.tables["tunnels"]:
        left = _whole(row["column"]) - 1.42
        axes.plot([left, left, left + 0.84, left + 0.84], [6.62, 7.0, 7.0, 6.62], color="#999999")
    axes.add_patch(_rectangle(-0.5, -0.5, 7, _WALL, line=3))
    for row in cells:
        _cell(axes, row)
    for row in answer.tables["sliders"]:
        bar, offset, mask = _whole(row["column"]) - 1.33, _whole(row["offset"]), str(row["mask"])
        axes.plot([bar] * 2, [offset - 0.4, offset + 6.4], color=_MAGNET, alpha=0.5, zorder=1)
        for segment, magnet in enumerate(mask):
            if magnet == "1":
                axes.plot(
                    [bar], [segment + offset], marker="s", markersize=6, color=_MAGNET,
                    linestyle="none", zorder=2,
                )  # fmt: skip
    for row in answer.tables["ghosts"]:
        x, y = place(str(row["cell"]))
        colour = _GHOSTS[(_whole(row["ghost"]) - 1) % 4]
        axes.plot(
            [x], [y - 0.18], marker="o", markersize=15, color=colour, linestyle="none", zorder=5,
            markeredgecolor="black", markeredgewidth=2 if row["mover"] else 0,
        )  # fmt: skip
        axes.text(
            x, y - 0.18, str(row["ghost"]), color="white", ha="center", va="center", fontsize=9,
            fontweight="bold", zorder=6,
        )  # fmt: skip
    axes.text(8.2, -0.3, "orange: sliders and their magnets", fontsize=9, va="top")
    axes.text(8.2, 0.15, "circles: ghosts by seat", fontsize=9, va="top")
    if any(row["moves_needed"] is not None for row in cells):
        axes.text(8.2, 0.6, "shaded: in reach, darker with fewer moves", fontsize=9, va="top")
        axes.text(8.2, 1.05, "arrows: the way on the print, by move", fontsize=9, va="top")
    axes.set_xlim(-0.8, 14.4)
    axes.set_ylim(7.2, -0.8)
    axes.set_aspect("equal")
    axes.set_xticks(range(7), list("abcdefg"))
    axes.set_yticks(range(7), [str(n) for n in range(1, 8)])
    axes.tick_params(length=0)
    axes.grid(False)
    for spine in axes.spines.values():
        spine.set_visible(False)


def _cell(axes: "Axes", row: Any) -> None:
    x, y = place(str(row["cell"]))
    needs = row["moves_needed"]
    if needs is not None:
        axes.add_patch(
            _rectangle(x - 0.5, y - 0.5, 1, "#56B4E9", alpha=0.55 - 0.12 * min(int(needs), 4))
        )
    if row["cell"] == "d4":
        axes.add_patch(_rectangle(x - 0.5, y - 0.5, 1, "#555555"))
    for other in (0.5, -0.5):  # the light grid of cells
        axes.plot([x + other] * 2, [y - 0.5, y + 0.5], color="#DDDDDD", linewidth=0.6, zorder=0)
        axes.plot([x - 0.5, x + 0.5], [y + other] * 2, color="#DDDDDD", linewidth=0.6, zorder=0)
    if row["wall_right"]:
        axes.plot([x + 0.5] * 2, [y - 0.5, y + 0.5], color=_WALL, linewidth=3, zorder=3)
    if row["wall_below"]:
        axes.plot([x - 0.5, x + 0.5], [y + 0.5] * 2, color=_WALL, linewidth=3, zorder=3)
    if row["garment"]:
        part, _, letter = str(row["garment"]).partition("-")
        axes.text(x, y + 0.3, f"{part} {letter}", ha="center", va="center", fontsize=7.5, zorder=4)


def _rectangle(
    x: float, y: float, size: float, colour: str, *, alpha: float = 1, line: float = 0
) -> Any:
    """A square; only its outline where ``line`` is a width."""
    from matplotlib.patches import Rectangle  # noqa: PLC0415  only charts spend that

    return Rectangle(
        (x, y),
        size,
        size,
        facecolor="none" if line else colour,
        edgecolor=colour if line else "none",
        linewidth=line,
        alpha=alpha,
        zorder=3 if line else 0,
    )


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


def _whole(value: Any) -> int:
    return int(value)
