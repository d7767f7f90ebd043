"""One page for the table, A4: the rules large, below them what one wants to look up."""

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from zochastic.analysis.answer import Answer, Row
from zochastic.reports.cells import clean, shown
from zochastic.reports.charts import caption, style
from zochastic.reports.grid import names_of
from zochastic.reports.tables import sentence

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: Inches, and points to an inch.
_WIDTH, _HEIGHT, _POINTS = 8.27, 11.69, 72
_MARGIN = 0.6
#: Width of a letter of DejaVu Sans in parts of its size, on average and in tables.
_LETTER, _DIGIT = 0.56, 0.66


class _Pen:
    """Writes down the page; knows how far it has come."""

    def __init__(self, figure: "Figure") -> None:
        self.figure = figure
        self.y = _HEIGHT - _MARGIN

    def write(self, x: float, text: str, size: float, **look: Any) -> None:
        """Write one line at the present height."""
        self.figure.text(
            x / _WIDTH, self.y / _HEIGHT, text.replace("$", r"\$"), size=size,
            va="baseline", **look,
        )  # fmt: skip

    def down(self, points: float) -> None:
        """Go down."""
        self.y -= points / _POINTS

    def paragraph(self, text: str, size: float, *, indent: float = 0.0, **look: Any) -> None:
        """Write ``text`` on as many lines as it takes."""
        room = (_WIDTH - 2 * _MARGIN - indent) * _POINTS
        for line in textwrap.wrap(clean(text), int(room / (size * _LETTER))):
            self.down(size * 1.3)
            self.write(_MARGIN + indent, line, size, **look)


def sheet(answer: Answer) -> "Figure":
    """Draw the rules of ``answer`` and its tables on one page."""
    from matplotlib.figure import Figure  # noqa: PLC0415  not pyplot: no window, no global state

    with style():
        figure = Figure(figsize=(_WIDTH, _HEIGHT), dpi=150)
        pen = _Pen(figure)
        pen.paragraph(answer.title, 19, fontweight="bold")
        pen.down(4)
        pen.paragraph(sentence(answer), 11.5)
        pen.down(8)
        for number, row in enumerate(answer.rows, 1):
            top = pen.y
            pen.paragraph(str(row["rule"]), 13, indent=0.4, fontweight="bold")
            end, pen.y = pen.y, top
            pen.down(13 * 1.3)
            pen.write(_MARGIN, f"{number}", 13, fontweight="bold", color="#0072B2")
            pen.y = end
            if row["costs"]:
                pen.paragraph(str(row["costs"]), 10, indent=0.4, color="#555555")
            pen.down(5)
        _tables(pen, answer)
        pen.y = _MARGIN / 2 + 0.12
        foot = f"{caption(answer.provenance)} | cost: against best play"
        pen.write(_MARGIN, foot[:130], 7.5, color="#555555")
        pen.down(10)
        pen.write(_MARGIN, clean(answer.provenance.command)[:130], 7.5, color="#555555")
    return figure


def _tables(pen: _Pen, answer: Answer) -> None:
    """Write all tables as large as the rest of the page lets them be."""
    tables = [(name, rows) for name, rows in answer.tables.items() if rows]
    lines = sum(len(rows) + 3 for _, rows in tables)
    if not lines:
        return
    room = (pen.y - _MARGIN - 0.1) * _POINTS
    tallest = room / (lines * 1.45)
    for name, rows in tables:
        cells = _cells(rows)
        widths = [max(map(len, column)) + 2 for column in zip(*cells, strict=True)]
        widest = (_WIDTH - 2 * _MARGIN) * _POINTS / (sum(widths) * _DIGIT)
        size = max(5.0, min(11.0, tallest, widest))
        pen.down(size * 2)
        pen.write(_MARGIN, clean(name), min(12, size * 1.15), fontweight="bold", color="#0072B2")
        for index, line in enumerate(cells):
            pen.down(size * 1.45)
            x = _MARGIN
            for text, width in zip(line, widths, strict=True):
                pen.write(x, text, size, fontweight="normal" if index else "bold")
                x += width * size * _DIGIT / _POINTS


def _cells(rows: Sequence[Row]) -> list[list[str]]:
    names = names_of(rows)
    heads = [clean(name).replace("_", " ") for name in names]
    return [heads, *([shown(name, row.get(name), names) for name in names] for row in rows)]
