"""Charts of whole games of *Auf Teufel komm raus*, each drawn from an Answer alone."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from zochastic.analysis.answer import Answer, Row
from zochastic.reports.charts import draw, legend, literal, percent_axis

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: So many pairs of a duel have their names beside them; of more only the points are drawn.
_NAMED = 20
#: The most whose names may take two lines.
_TWO_LINES = 10
#: Lengths are drawn up to the one that this share of the games does not pass.
_MOST_GAMES = 0.995


def simulate_chart(answer: Answer) -> "Figure":
    """Draw the win rates beside the even share; below, how long games are."""
    return draw(answer, _simulate, heights=(3, 2), one_x=False)


def duel_chart(answer: Answer) -> "Figure":
    """Draw the win rate of every lone player less the even share, with its interval."""
    return draw(answer, _duel)


def _simulate(answer: Answer, wins: "Axes", lengths: "Axes") -> None:
    rows = answer.rows
    places = list(range(len(rows)))
    middle = _numbers(rows, "win_rate")
    wins.errorbar(
        places, middle, yerr=_arms(rows, middle), fmt="o",
        label="share of the wins, with its 95 % interval",
    )  # fmt: skip
    even = 1 / len(rows)
    wins.axhline(even, color="#666666", linestyle="--", label=f"even share, {100 * even:.4g} %")
    wins.set_ylim(-0.02, 1.02)
    percent_axis(wins.yaxis)
    wins.margins(x=0.15)
    wins.set_ylabel("Share of the wins")
    names = [literal(f"seat {row['seat']}: {row['policy']}", 18) for row in rows]
    wins.set_xticks(places, names, fontsize=8)
    legend(wins)
    _lengths(answer, lengths)


def _lengths(answer: Answer, axes: "Axes") -> None:
    table = answer.tables["length"]
    shares, seen, last = _numbers(table, "p_games"), 0.0, 0
    while last < len(table) and (last == 0 or seen < _MOST_GAMES):
        seen += shares[last]
        last += 1
    axes.bar(_numbers(table, "rounds")[:last], shares[:last], width=0.8, color="#009E73")
    axes.set_ylabel("Of the games")
    cut = " (the longest left out)" if last < len(table) else ""
    axes.set_xlabel(f"Rounds of a game{cut}")


def _duel(answer: Answer, axes: "Axes") -> None:
    rows = list(answer.rows)
    if len(rows) > _NAMED:
        rows.sort(key=lambda row: _number(row, "edge"))
    else:
        rows.reverse()  # the first one on top
    places = list(range(len(rows)))
    edges = _numbers(rows, "edge")
    axes.errorbar(
        edges, places, xerr=_arms(rows, _numbers(rows, "win_rate")), fmt="o",
        markersize=5 if len(rows) <= _NAMED else 3,
        label="a lone player, with the 95 % interval",
    )  # fmt: skip
    axes.axvline(0, color="#666666", linestyle="--", label="even share")
    axes.margins(y=0.15)
    axes.set_xlabel("Win rate less the even share")
    if len(rows) <= _NAMED:
        wide, size = (26, 8) if len(rows) <= _TWO_LINES else (44, 7)
        names = [literal(f"{row['alone']} among {row['among']}", wide) for row in rows]
        axes.set_yticks(places, names, fontsize=size)
    else:
        axes.set_yticks([])
        axes.set_ylabel(f"{len(rows)} pairs by their edge")
    legend(axes)


def _arms(rows: Sequence[Row], middle: Sequence[float]) -> list[list[float]]:
    """How far the intervals reach below and above."""
    low, high = _numbers(rows, "low"), _numbers(rows, "high")
    return [
        [max(m - x, 0.0) for m, x in zip(middle, low, strict=True)],
        [max(x - m, 0.0) for m, x in zip(middle, high, strict=True)],
    ]


def _numbers(rows: Sequence[Row], name: str) -> list[float]:
    return [_number(row, name) for row in rows]


def _number(row: Row, name: str) -> float:
    value = row[name]
    return float(value) if isinstance(value, int | float) else 0.0
