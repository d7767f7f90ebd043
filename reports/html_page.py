"""A report as one HTML file: charts within it, no script, nothing to fetch."""

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from zochastic.analysis.answer import Answer
from zochastic.reports.alternative import alternative
from zochastic.reports.cells import clean
from zochastic.reports.grid import Grid, further_facts
from zochastic.reports.inline_svg import inline_svg
from zochastic.reports.page import Exhibit, Report
from zochastic.reports.tables import made_by, sentence

if TYPE_CHECKING:
    from jinja2 import Environment


@dataclass(frozen=True)
class Shown:
    """One exhibit as the template reads it; the chart alone is markup, and ours."""

    name: str
    title: str
    sentence: str
    grid: Grid | None
    facts: dict[str, str]
    notes: list[str]
    made: str
    command: str
    chart_command: str
    chart: Any
    alternative: str


def html(report: Report) -> str:
    """Return the whole page."""
    from markupsafe import Markup  # noqa: PLC0415  comes with jinja2, which a page alone loads

    shown = {}
    for number, exhibit in enumerate(report.exhibits, 1):
        chart, words = None, ""
        if exhibit.chart is not None:
            figure = exhibit.chart(exhibit.answer)
            words = alternative(exhibit.answer, figure)
            chart = Markup(inline_svg(figure, f"c{number}-"))  # drawn here, of escaped text
        shown[exhibit.name] = _shown(exhibit, chart, words)
    template = environment().get_template("report.html")
    return template.render(report=report, shown=shown, grid_of=Grid.of, made_by=made_by) + "\n"


def _shown(exhibit: Exhibit, chart: Any, words: str) -> Shown:
    answer = exhibit.answer
    return Shown(
        name=exhibit.name,
        title=clean(answer.title),
        sentence=clean(sentence(answer)),
        grid=Grid.of(answer, most=exhibit.rows) if answer.rows and exhibit.rows else None,
        facts=further_facts(answer),
        notes=[clean(note) for note in exhibit.notes],
        made=clean(_without_command(answer)),
        command=clean(answer.provenance.command),
        chart_command=clean(exhibit.chart_command),
        chart=chart,
        alternative=words,
    )


def _without_command(answer: Answer) -> str:
    """Variant, method, sample and version: what stands before the command."""
    whole, command = made_by(answer.provenance), answer.provenance.command
    return whole.removesuffix(command).removesuffix("; ")


@cache
def environment() -> "Environment":
    """What renders the templates: everything escaped, nothing undefined."""
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415

    return Environment(
        loader=PackageLoader("zochastic.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
