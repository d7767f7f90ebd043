"""The board of *Ab durch die Mauer* as a picture, and the way of a plan on it."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from zochastic.analysis.answer import Answer
from zochastic.reports.cells import shown
from zochastic.reports.charts import literal

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Ghosts by seat, in colours that are told apart.
_GHOSTS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7")
_MAGNET, _WALL, _TUNNEL, _PLUG, _REACH = "#E69F00", "#222222", "#999999", "#555555", "#56B4E9"
#: Ghosts and arrows stand this much above the middle of a cell, clear of the garment's name.
_UP = 0.08
#: Where the words beside the board begin.
_BESIDE = 7.6


def place(cell: str) -> tuple[float, float]:
    """The middle of a cell on the chart; row 1 is on top."""
    return ord(cell[0]) - ord("a"), float(int(cell[1]) - 1)


def paint_board(answer: Answer, axes: "Axes") -> None:
    """Draw a board: rooms, garments, the sliders as they lie at the start."""
    _table(answer, axes)
    facts = answer.facts
    masks: Any = facts.get("sliders") or []
    lines = [
        f"{facts.get('rooms')} rooms, {facts.get('garments')} garments",
        "tunnels under columns " + shown("tunnels", facts.get("tunnels"), facts),
        *(f"slider {text.replace(':', ', magnets ')}" for text in masks),
        f"sliders reach from {facts.get('offsets')}",
    ]
    _beside(axes, f"origin: {facts.get('origin')}", lines)
    _legend(axes, answer, moves=())


def paint_plan(answer: Answer, axes: "Axes") -> None:
    """Draw the board as it lies, ghosts, sliders, and the way of the plan on the print."""
    _table(answer, axes)
    _way(answer, axes)
    moves: Any = answer.facts.get("moves") or ["stay"]
    lines = [f"{number}. {move}" for number, move in enumerate(moves, 1)]
    if answer.best is not None:
        row = answer.rows[answer.best]
        lines.append(f"then search deck {row['deck']} ({shown('p_find', row['p_find'], row)})")
    p: Any = answer.facts.get("p_success")
    if p < 1:
        lines.append(f"goes well with {shown('p_success', p, answer.facts)}")
    _beside(axes, f"goal: {answer.facts.get('best_goal')}", lines)
    needs = {row["moves_needed"] for row in answer.tables["cells"]} - {None}
    _legend(axes, answer, moves=sorted(map(_whole, needs)))


def _table(answer: Answer, axes: "Axes") -> None:
    """Draw what lies on the table."""
    for row in answer.tables["tunnels"]:
        left = _whole(row["column"]) - 1.42
        axes.plot([left, left, left + 0.84, left + 0.84], [6.62, 7.0, 7.0, 6.62], color=_TUNNEL)
    axes.add_patch(_rectangle(-0.5, -0.5, 7, _WALL, line=3))
    for row in answer.tables["cells"]:
        _cell(axes, row)
    for row in answer.tables["sliders"]:
        bar, offset, mask = _whole(row["column"]) - 1.4, _whole(row["offset"]), str(row["mask"])
        axes.plot([bar] * 2, [offset - 0.4, offset + 6.4], color=_MAGNET, alpha=0.5, zorder=1)
        magnets = [segment + offset for segment, magnet in enumerate(mask) if magnet == "1"]
        axes.plot(
            [bar] * len(magnets), magnets, marker="s", markersize=6, color=_MAGNET,
            linestyle="none", zorder=2,
        )  # fmt: skip
    for row in answer.tables["ghosts"]:
        x, y = place(str(row["cell"]))
        axes.plot(
            [x], [y - _UP], marker="o", markersize=15, color=_colour(row), linestyle="none",
            zorder=7, markeredgecolor="black", markeredgewidth=2 if row["mover"] else 0,
        )  # fmt: skip
        axes.text(
            x, y - _UP, str(row["ghost"]), color="white", ha="center", va="center_baseline",
            fontsize=9, fontweight="bold", zorder=8,
        )  # fmt: skip
    axes.set_xlim(-0.8, 14.4)
    axes.set_ylim(7.2, -0.8)
    axes.set_aspect("equal")
    axes.set_xticks(range(7), list("abcdefg"))
    axes.set_yticks(range(7), [str(n) for n in range(1, 8)])
    axes.tick_params(length=0)
    axes.grid(False)
    for spine in axes.spines.values():
        spine.set_visible(False)


def _cell(axes: "Axes", row: Mapping[str, Any]) -> None:
    x, y = place(str(row["cell"]))
    if row["moves_needed"] is not None:
        shade = _shade(int(row["moves_needed"]))
        axes.add_patch(_rectangle(x - 0.5, y - 0.5, 1, _REACH, alpha=shade))
    if row["cell"] == "d4":
        axes.add_patch(_rectangle(x - 0.5, y - 0.5, 1, _PLUG))
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


def _way(answer: Answer, axes: "Axes") -> None:
    """Arrows from cell to cell, and in each cell the numbers of the moves that end there."""
    mover = next(row for row in answer.tables["ghosts"] if row["mover"])
    colour = _colour(mover)
    here = place(str(mover["cell"]))
    ends: dict[tuple[float, float], list[str]] = {}
    for row in answer.tables.get("path", ()):
        there = place(str(row["cell"]))
        if there != here:
            axes.annotate(
                "", (there[0], there[1] - _UP), (here[0], here[1] - _UP), zorder=5,
                arrowprops={"arrowstyle": "-|>", "color": colour, "linewidth": 2.5},
            )  # fmt: skip
        ends.setdefault(there, []).append(str(row["move"]))
        here = there
    for (x, y), numbers in ends.items():
        axes.text(
            x + 0.29, y - 0.33, ",".join(numbers), ha="center", va="center_baseline", fontsize=9,
            color=colour, fontweight="bold", zorder=9,
            bbox={"boxstyle": "round,pad=0.12", "facecolor": "white", "edgecolor": "none"},
        )  # fmt: skip


def _beside(axes: "Axes", heading: str, lines: Sequence[str]) -> None:
    """Words to the right of the board."""
    axes.text(
        _BESIDE, -0.5, literal(heading, 34), fontsize=12, fontweight="bold", va="top", ha="left"
    )
    text = "\n".join(literal(line, 44) for line in lines)
    axes.text(_BESIDE, 0.1, text, fontsize=11, va="top", ha="left", linespacing=1.4)


def _legend(axes: "Axes", answer: Answer, *, moves: Sequence[int]) -> None:
    """What the signs mean; ``moves`` are the shades of reach."""
    from matplotlib.lines import Line2D  # noqa: PLC0415  only charts spend that
    from matplotlib.patches import Patch  # noqa: PLC0415

    ghost = next(row for row in answer.tables["ghosts"] if row["mover"])
    whose = "your ghost, its seat" if moves else "ghosts, by seat"
    signs: list[Any] = [
        Line2D([], [], color=_MAGNET, marker="s", markersize=6, alpha=0.8, label="slider, magnets"),
        Line2D([], [], color=_TUNNEL, marker="$⊔$", markersize=11, linestyle="none",
               label="tunnel of the frame"),
        Line2D([], [], color=_colour(ghost), marker="o", markersize=10, linestyle="none",
               markeredgecolor="black", label=whose),
        Patch(color=_PLUG, label="plug"),
    ]  # fmt: skip
    if moves:
        signs.append(
            Line2D([], [], color=_colour(ghost), marker=">", linewidth=2.5, markevery=(1, 1),
                   label="way on the print, by move"),
        )  # fmt: skip
        signs += [
            Patch(color=_REACH, alpha=_shade(n), label=f"{n} move{'s' * (n != 1)}") for n in moves
        ]
    legend = axes.legend(
        handles=signs, loc="lower left", bbox_to_anchor=(_BESIDE - 0.15, 7.1),
        bbox_transform=axes.transData, ncols=2 if moves else 1, borderaxespad=0, borderpad=0,
        columnspacing=1.2,
    )  # fmt: skip
    legend.set_in_layout(False)  # it stands beside the board and takes no room from it


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


def _colour(ghost: Mapping[str, Any]) -> str:
    return _GHOSTS[(_whole(ghost["ghost"]) - 1) % 4]


def _shade(moves: int) -> float:
    """Darker with fewer moves."""
    return 0.75 - 0.17 * min(moves, 4)


def _whole(value: Any) -> int:
    return int(value)
