"""A report as files: the page, pictures beside it, and the csv under every chart."""

from dataclasses import replace
from pathlib import Path

from zochastic.reports.files import write_whole
from zochastic.reports.page import Report
from zochastic.reports.tables import write


def write_report(report: Report, file: Path, format: str, data: Path | None) -> list[Path]:
    """Write ``report`` in ``format``, the page last, and return all files, the page first.

    Parameters
    ----------
    data : a folder for the numbers, made where it is missing; None for none.
    """
    beside: dict[Path, bytes] = {}
    if format == "html":
        from zochastic.reports.html_page import html  # noqa: PLC0415  jinja2, for a page alone

        content = html(report).encode("utf-8")
    elif format == "markdown":
        from zochastic.reports.markdown_page import markdown  # noqa: PLC0415

        content, beside = markdown(report, file)
    else:
        from zochastic.reports.pdf_pages import pdf  # noqa: PLC0415

        content = pdf(report)
    if data is not None:
        data.mkdir(exist_ok=True)
        beside |= {data / name: text.encode("utf-8") for name, text in _numbers(report).items()}
    for path, made in beside.items():
        write_whole(path, made)
    write_whole(file, content)
    return [file, *beside]


def _numbers(report: Report) -> dict[str, str]:
    """Return the csv of every table by its file's name."""
    found = {}
    for exhibit in report.exhibits:
        answer = exhibit.answer
        if answer.rows:
            found[f"{exhibit.name}.csv"] = write(answer, "csv")
        for table, rows in answer.tables.items():
            if rows:
                found[f"{exhibit.name}.{table}.csv"] = write(replace(answer, rows=rows), "csv")
    for section in report.sections:
        if section.rules is not None:
            words = section.rules.provenance.command.split()
            found[f"{'-'.join(words[1:3])}.csv"] = write(section.rules, "csv")
    return found
