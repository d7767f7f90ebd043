"""One writer for every format: an Answer as a table to read, as CSV, JSON or Markdown."""

import csv
import io
import json
import re
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from zochastic.analysis.answer import Answer, Provenance, Row
from zochastic.reports.cells import clean, plain, shown

#: The formats that ``write`` knows.
FORMATS = ("table", "csv", "json", "markdown")
#: The most rows that a person is shown.
_MOST_ROWS = 300
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
    names = _names(answer.rows)
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
    parts = [_wrapped(clean(_sentence(answer)), width)]
    if answer.rows:
        parts.append(f"{clean(answer.title)}\n\n{_grid(answer, 'simple', clean)}")
    else:
        parts.append(clean(answer.title))
    facts = _further_facts(answer)
    if facts:
        longest = max(map(len, facts))
        parts.append("\n".join(f"{name:<{longest}}  {text}" for name, text in facts.items()))
    if answer.notes:
        notes = (_wrapped(f"- {clean(note)}", width, hang="  ") for note in answer.notes)
        parts.append("\n".join(notes))
    parts.append(_wrapped(clean(_made_by(answer.provenance)), width))
    return "\n\n".join(parts) + "\n"


def _markdown(answer: Answer) -> str:
    parts = [f"**{_escaped(_sentence(answer))}**", f"### {_escaped(answer.title)}"]
    if answer.rows:
        parts.append(_grid(answer, "pipe", _escaped))
    facts = [(_escaped(name), _escaped(text)) for name, text in _further_facts(answer).items()]
    if facts:
        parts.append(_tabulated(facts, ["fact", "value"], "pipe", ["left", "right"]))
    if answer.notes:
        parts.append("\n".join(f"- {_escaped(note)}" for note in answer.notes))
    parts.append(_escaped(_made_by(answer.provenance)))
    return "\n\n".join(parts) + "\n"


def _sentence(answer: Answer) -> str:
    """Return the answer; where the work was stopped it says so first."""
    if answer.provenance.partial:
        return f"PARTIAL, stopped before it was finished: {answer.answer}"
    return answer.answer


def _names(rows: Sequence[Row]) -> list[str]:
    """All columns, in the order in which they first occur."""
    return list(dict.fromkeys(name for row in rows for name in row))


def _grid(answer: Answer, style: str, escaped: Callable[[str], str]) -> str:
    """Lay out the rows, rounded and aligned, the best one marked in a first column."""
    names = [name for name in _names(answer.rows) if name not in answer.silent]
    kept = _kept(len(answer.rows), answer.best)
    chances = _chances(answer)
    cells = [
        [escaped(shown(n, answer.rows[i].get(n), names, chances=chances)) for n in names]
        for i in kept
    ]
    align = ["left" if _is_text(row.get(n) for row in answer.rows) else "right" for n in names]
    heads = [escaped(name) for name in names]
    if answer.best is not None:
        marks = (_MARK[style] if i == answer.best else "" for i in kept)
        cells = [[mark, *row] for mark, row in zip(marks, cells, strict=True)]
        heads, align = ["", *heads], ["left", *align]
    text = _tabulated(cells, heads, style, align)
    if len(kept) < len(answer.rows):
        text += f"\n\n{len(kept)} of {len(answer.rows):,} rows; csv and json have them all."
    return text


def _kept(rows: int, best: int | None) -> list[int]:
    """Choose the rows that a person is shown: all, or of very many an even choice and the best."""
    if rows <= _MOST_ROWS:
        return list(range(rows))
    step = -(-rows // _MOST_ROWS)
    return sorted({*range(0, rows, step), rows - 1, *(() if best is None else (best,))})


def _tabulated(
    rows: Sequence[Sequence[str]], heads: Sequence[str], style: str, align: Sequence[str]
) -> str:
    from tabulate import tabulate  # noqa: PLC0415  30 ms that JSON and CSV do not spend

    text = tabulate(
        rows, heads, tablefmt=style, disable_numparse=True, colalign=align, headersglobalalign=None
    )
    return "\n".join(line.rstrip() for line in text.splitlines())


def _is_text(values: Iterable[Any]) -> bool:
    return any(isinstance(value, str | list | tuple | Mapping) for value in values)


def _further_facts(answer: Answer) -> dict[str, str]:
    """Facts that the marked row does not show already, as a person reads them."""
    best = answer.rows[answer.best] if answer.best is not None else {}
    told = [value for value in best.values() if not isinstance(value, bool)]
    return {
        name: shown(name, value, answer.facts, chances=_chances(answer))
        for name, value in answer.facts.items()
        if name not in answer.silent
        and (value is None or isinstance(value, bool) or value not in told)
    }


def _chances(answer: Answer) -> bool:
    """Tell whether the goal makes every value a chance."""
    goal = str(answer.facts.get("goal", ""))
    return goal == "win" or goal.startswith("reach:")


def _made_by(made: Provenance) -> str:
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


def _escaped(text: str) -> str:
    """``text`` so that Markdown shows it as it is, also within a table."""
    return _SPECIAL.sub(lambda match: "\\" + match[0], clean(text))
