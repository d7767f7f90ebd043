"""A report as Markdown, with its pictures beside it."""

from pathlib import Path

from zochastic.analysis.answer import Answer
from zochastic.reports.alternative import alternative
from zochastic.reports.cells import clean
from zochastic.reports.charts import drawn
from zochastic.reports.page import Exhibit, Report, Section
from zochastic.reports.tables import escaped, listed_facts, made_by, piped, sentence


def markdown(report: Report, file: Path) -> tuple[bytes, dict[Path, bytes]]:
    """Return the text that belongs into ``file``, and the pictures that belong beside it."""
    pictures: dict[Path, bytes] = {}
    parts = [f"# {escaped(report.title)}"]
    for section in report.sections:
        parts += _section(section)
        for exhibit in section.exhibits:
            parts += _exhibit(exhibit, file, pictures)
    parts.append(f"This report: {_code(report.command)} (zochastic {report.version})")
    return ("\n\n".join(parts) + "\n").encode("utf-8"), pictures


def _section(section: Section) -> list[str]:
    parts = [f"## {escaped(section.title)}"]
    parts += [escaped(line) for line in section.lead]
    if section.items:
        parts.append("\n".join(f"- {escaped(item)}" for item in section.items))
    if section.rules is not None:
        parts += _rules(section.rules)
    return parts


def _rules(answer: Answer) -> list[str]:
    lines = []
    for number, row in enumerate(answer.rows, 1):
        costs = f": {escaped(str(row['costs']))}" if row["costs"] else ""
        lines.append(
            f"{number}. **{escaped(str(row['rule']))}**{costs} ({_code(str(row['source']))})"
        )
    notes = [escaped(note) for note in answer.notes]
    command = _code(answer.provenance.command)
    return ["\n".join(lines), *notes, command]


def _exhibit(exhibit: Exhibit, file: Path, pictures: dict[Path, bytes]) -> list[str]:
    answer = exhibit.answer
    parts = [f"### {escaped(answer.title)}", escaped(sentence(answer))]
    if exhibit.chart is not None:
        figure = exhibit.chart(answer)
        picture = file.with_name(f"{file.stem}-{exhibit.name}.svg")
        pictures[picture] = drawn(figure, ".svg")
        words = escaped(alternative(answer, figure))
        address = picture.name.replace(" ", "%20").replace("(", "%28").replace(")", "%29")
        parts += [f"![{words}]({address})", _code(exhibit.chart_command)]
    if answer.rows and exhibit.rows:
        parts.append(piped(answer, most=exhibit.rows))
    facts = listed_facts(answer)
    if facts:
        parts.append(facts)
    if exhibit.notes:
        parts.append("\n".join(f"- {escaped(note)}" for note in exhibit.notes))
    parts.append(escaped(_without_command(answer)) + "; " + _code(answer.provenance.command))
    return parts


def _without_command(answer: Answer) -> str:
    whole, command = made_by(answer.provenance), answer.provenance.command
    return whole.removesuffix(command).removesuffix("; ")


def _code(text: str) -> str:
    """``text`` as code, whatever backticks it holds."""
    text = clean(text)
    fence = "`"
    while fence in text:
        fence += "`"
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}"
