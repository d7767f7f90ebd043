"""One writer for every format: an Answer as a table to read, as CSV, JSON or Markdown."""

import csv
import io
import json
import re
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from zochastic.analysis.answer import Answer, Provenance
from zochastic.reports.cells import clean, plain, shown
from zochastic.reports.grid import MOST_ROWS, Grid, further_facts, names_of

#: The formats that ``write`` knows.
FORMATS = ("table", "csv", "json", "markdown")
#: Set before the best row, by style of table.
_MARK = {"simple": ">", "pipe": "best"}


def write(answer: Answer, format: str, *, width: int | None = None) -> str:
    """Return the whole text of ``answer``, ending in a line feed unless it is empty.

    Parameters
    ----------
    format : a name in ``FORMATS``.
    width : columns of the terminal; sentences are wrapped to it. None leaves them on one line.
    """
    if format == "table":
        return _table(answer, width)
    return {"csv": _csv, "json": _json, "markdown": _markdown}[format](answer)


def _json(answer: Answer) -> str:
    # ASCII alone, so that it can be written whatever the encoding of the stream is;
    # DEL is the one control character that json leaves as it is.
    text = json.dumps(plain(answer.as_dict()), indent=2, allow_nan=False)
    return text.replace("\x7f", "\\u007f") + "\n"


def _csv(answer: Answer) -> str:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    names = names_of(answer.rows)
    if names:
        writer.writerow(names)
    for row in answer.rows:
        writer.writerow([_csv_cell(plain(row.get(name))) for name in names])
    return stream.getvalue()


def _csv_cell(value: Any) -> str:
    """Full precision; a list is written as words, a missing value as nothing."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return " ".join(_csv_cell(item) for item in value)
    return clean(value) if isinstance(value, str) else repr(value)


def _table(answer: Answer, width: int | None) -> str:
    parts = [_wrapped(clean(sentence(answer)), width)]
    if answer.rows:
        whole = Grid.of(answer)
        grids = [whole] if width is None else whole.parts(width)
        texts = [_laid_out(_folded(grid, width), "simple", str) for grid in grids]
        parts += [clean(answer.title), *texts]
    else:
        parts.append(clean(answer.title))
    facts = further_facts(answer)
    if facts:
        longest = max(map(len, facts))
        parts.append("\n".join(f"{name:<{longest}}  {text}" for name, text in facts.items()))
    if answer.notes:
        notes = (_wrapped(f"- {clean(note)}", width, hang="  ") for note in answer.notes)
        parts.append("\n".join(notes))
    parts.append(_wrapped(clean(made_by(answer.provenance)), width))
    return "\n\n".join(parts) + "\n"


def _markdown(answer: Answer) -> str:
    parts = [f"**{escaped(sentence(answer))}**", f"### {escaped(answer.title)}"]
    if answer.rows:
        parts.append(piped(answer))
    facts = listed_facts(answer)
    if facts:
        parts.append(facts)
    if answer.notes:
        parts.append("\n".join(f"- {escaped(note)}" for note in answer.notes))
    parts.append(escaped(made_by(answer.provenance)))
    return "\n\n".join(parts) + "\n"


def piped(answer: Answer, *, most: int = MOST_ROWS) -> str:
    """Return the rows as a table of Markdown."""
    return _laid_out(Grid.of(answer, most=most), "pipe", escaped)


def blocks(answer: Answer, *, most: int, width: int) -> list[str]:
    """Return the rows as plain text in columns, as many blocks as no line passes ``width``.

    Every block begins with the first column; one that is too wide by itself stays so.
    """
    whole = Grid.of(answer, most=most)
    return [_laid_out(part, "simple", clean) for part in whole.parts(width)]


def listed_facts(answer: Answer) -> str:
    """Return what `further_facts` tells as a table of Markdown, or nothing."""
    facts = [(escaped(name), escaped(text)) for name, text in further_facts(answer).items()]
    return _tabulated(facts, ["fact", "value"], "pipe", ["left", "right"]) if facts else ""


def sentence(answer: Answer) -> str:
    """Return the answer; where the work was stopped it says so first."""
    if answer.provenance.partial:
        return f"PARTIAL, stopped before it was finished: {answer.answer}"
    return answer.answer


def _folded(grid: Grid, width: int | None) -> Grid:
    """Return the grid harmless to a terminal, sentences of its last column broken where it ends."""
    heads = [clean(head) for head in grid.heads]
    cells = [[clean(cell) for cell in row] for row in grid.cells]
    if width is not None and grid.texts[-1]:
        others = zip(heads[:-1], *(row[:-1] for row in cells), strict=True)
        used = 2 * grid.marked + sum(max(map(len, column)) + 2 for column in others)
        cells = [[*row[:-1], _wrapped(row[-1], width - used)] for row in cells]
    return replace(grid, heads=heads, cells=cells)


def _laid_out(grid: Grid, style: str, escaped: Callable[[str], str]) -> str:
    """Align a grid as text, the best row marked in a first column."""
    cells = [[escaped(cell) for cell in row] for row in grid.cells]
    align = ["left" if text else "right" for text in grid.texts]
    heads = [escaped(name) for name in grid.heads]
    if grid.marked:
        marks = (_MARK[style] if i == grid.best else "" for i in range(len(cells)))
        cells = [[mark, *row] for mark, row in zip(marks, cells, strict=True)]
        heads, align = ["", *heads], ["left", *align]
    text = _tabulated(cells, heads, style, align)
    return text + (f"\n\n{grid.left_out}" if grid.left_out else "")


def _tabulated(
    rows: Sequence[Sequence[str]], heads: Sequence[str], style: str, align: Sequence[str]
) -> str:
    from tabulate import tabulate  # noqa: PLC0415  30 ms that JSON and CSV do not spend

    text = tabulate(
        rows, heads, tablefmt=style, disable_numparse=True, colalign=align, headersglobalalign=None
    )
    return "\n".join(line.rstrip() for line in text.splitlines())


def made_by(made: Provenance) -> str:
    """One line: variant, method, sample, version and the command to make it again."""
    variant = made.variant
    if made.changes:
        changes = ", ".join(f"{key}={shown(key, value)}" for key, value in made.changes.items())
        variant += f" ({changes})"
    method: str = made.method
    if made.games is not None:
        games = f"{made.games:,} games"
        method += f", audited by {games}" if made.method == "exact" else f", {games}"
        method += f", seed {made.seed}"
    parts = [variant, method, f"zochastic {made.version}", made.command]
    return "; ".join(part for part in parts if part)


def _wrapped(text: str, width: int | None, hang: str = "") -> str:
    if width is None:
        return text
    return textwrap.fill(
        text, max(width, 20), subsequent_indent=hang, break_long_words=False, break_on_hyphens=False
    )


# An underscore inside a word is left alone by every Markdown that knows tables.
_SPECIAL = re.compile(r"[\\|`*\[\]<>&~$#]|(?<!\w)_|_(?!\w)")


def escaped(text: str) -> str:
    """``text`` so that Markdown shows it as it is, also within a table."""
    return _SPECIAL.sub(lambda match: "\\" + match[0], clean(text))
