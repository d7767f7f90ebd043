"""A report as a PDF of A4 pages: text that can be selected, a page for each chart."""

import io
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from zochastic.reports.cells import clean
from zochastic.reports.charts import style
from zochastic.reports.grid import further_facts
from zochastic.reports.page import Exhibit, Report, Section
from zochastic.reports.tables import blocks, made_by, sentence

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: Of a page, in points.
_WIDTH, _HEIGHT, _MARGIN = 595.0, 842.0, 48.0
_ROOM = _WIDTH - 2 * _MARGIN
#: Width of a letter in parts of its size: DejaVu Sans on average, DejaVu Sans Mono exactly.
_LETTER, _MONO = 0.56, 0.6022
#: Letters to a line of a table.
_COLUMNS = 140


@dataclass(frozen=True)
class _Line:
    """One line of text; ``gap`` above it, in parts of its size."""

    text: str
    size: float = 9.5
    bold: bool = False
    mono: bool = False
    grey: bool = False
    gap: float = 0.0


def pdf(report: Report) -> bytes:
    """Return the whole file."""
    from matplotlib.backends.backend_pdf import PdfPages  # noqa: PLC0415  a PDF alone needs it

    content = io.BytesIO()
    told = {"Creator": "zochastic", "Producer": "zochastic", "CreationDate": None,
            "Title": report.title}  # fmt: skip
    with style(), PdfPages(content, metadata=told) as pages:
        lines = [_Line(text, 18, bold=True) for text in _wrapped(report.title, 18)]
        for section in report.sections:
            lines += _section(section)
            for exhibit in section.exhibits:
                lines += _exhibit(exhibit)
            drawn = [exhibit for exhibit in section.exhibits if exhibit.chart is not None]
            if drawn:
                _write(pages, lines)
                lines = []
            for exhibit in drawn:
                _chart(pages, exhibit)
        lines += _paragraph(f"This report: {report.command}", 8, grey=True, gap=2.0)
        _write(pages, lines)
    return content.getvalue()


def _section(section: Section) -> Iterator[_Line]:
    yield from _paragraph(section.title, 14, bold=True, gap=1.6)
    for line in section.lead:
        yield from _paragraph(line, 11, gap=0.5)
    for item in section.items:
        yield from _paragraph(f"\N{BULLET} {item}", 9.5, gap=0.2)
    answer = section.rules
    if answer is not None:
        for number, row in enumerate(answer.rows, 1):
            yield from _paragraph(f"{number}. {row['rule']}", 11, bold=True, gap=0.6)
            if row["costs"]:
                yield from _paragraph(str(row["costs"]), 9.5)
            yield from _paragraph(str(row["source"]), 7.5, mono=True, grey=True)
        for note in answer.notes:
            yield from _paragraph(note, 8, grey=True, gap=0.3)
        yield from _paragraph(answer.provenance.command, 7.5, mono=True, grey=True, gap=0.3)


def _exhibit(exhibit: Exhibit) -> Iterator[_Line]:
    answer = exhibit.answer
    yield from _paragraph(answer.title, 11.5, bold=True, gap=1.4)
    yield from _paragraph(sentence(answer), 9.5, gap=0.3)
    if answer.rows and exhibit.rows:
        for block in blocks(answer, most=exhibit.rows, width=_COLUMNS):
            table = block.splitlines()
            size = max(4.0, min(8.0, _ROOM / (max(map(len, table)) * _MONO)))
            for index, line in enumerate(table):
                yield _Line(line, size, mono=True, gap=0.0 if index else 1.0)
    for name, text in further_facts(answer).items():
        yield from _paragraph(f"{name}  {text}", 7.5, mono=True)
    for note in exhibit.notes:
        yield from _paragraph(f"\N{BULLET} {note}", 8, grey=True, gap=0.2)
    yield from _paragraph(made_by(answer.provenance), 7.5, mono=True, grey=True, gap=0.4)
    if exhibit.chart is not None:
        told = f"Its chart follows this section: {exhibit.chart_command}"
        yield from _paragraph(told, 7.5, mono=True, grey=True, gap=0.2)


def _paragraph(
    text: str, size: float, *, bold: bool = False, mono: bool = False, grey: bool = False,
    gap: float = 0.0,
) -> Iterator[_Line]:  # fmt: skip
    for index, line in enumerate(_wrapped(text, size, mono=mono)):
        yield _Line(line, size, bold, mono, grey, 0.0 if index else gap)


def _wrapped(text: str, size: float, *, mono: bool = False) -> list[str]:
    return textwrap.wrap(clean(text), int(_ROOM / (size * (_MONO if mono else _LETTER))))


def _write(pages: Any, lines: list[_Line]) -> None:
    """Set ``lines`` on as many pages as they take."""
    figure: Figure | None = None
    y = 0.0
    for line in lines:
        down = line.size * (1.32 + (line.gap if figure is not None else 0))
        if figure is None or y - down < _MARGIN:
            if figure is not None:
                pages.savefig(figure)
            figure, y = _page(), _HEIGHT - _MARGIN
            down = line.size * 1.32
        y -= down
        figure.text(
            _MARGIN / _WIDTH, y / _HEIGHT, line.text.replace("$", r"\$"), size=line.size,
            family="DejaVu Sans Mono" if line.mono else "DejaVu Sans",
            fontweight="bold" if line.bold else "normal",
            color="#555555" if line.grey else "#000000",
        )  # fmt: skip
    if figure is not None:
        pages.savefig(figure)


def _page() -> "Figure":
    from matplotlib.figure import Figure  # noqa: PLC0415  not pyplot: no window, no global state

    return Figure(figsize=(_WIDTH / 72, _HEIGHT / 72))


def _chart(pages: Any, exhibit: Exhibit) -> None:
    """Set a chart on a page of its own size."""
    assert exhibit.chart is not None
    figure = exhibit.chart(exhibit.answer)
    pages.savefig(figure)
