"""What a game's report is made of: command lines by section, and what follows from all answers.

A part is the line that one would type, so that whoever reads the report can get each table and
chart by himself; options that the report was given are added to it.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from zochastic.analysis.answer import Answer, Provenance, Row

Section = Literal["table", "behaviour", "designer", "assumed"]

#: Headings of the sections that are made of parts, in order.
SECTIONS: Mapping[Section, str] = {
    "table": "Tables to have at the table",
    "behaviour": "How the game behaves",
    "designer": "What a designer may turn",
    "assumed": "What was assumed, and how much it matters",
}


@dataclass(frozen=True)
class Part:
    """One answer of a report.

    Attributes
    ----------
    line : the command without ``zochastic``.
    leads : place of its answer among the sentences at the report's beginning, if it is one.
    rows : the most rows that a page shows; 0 for none.
    chart : whether its chart is drawn.
    """

    line: str
    leads: int = 0
    rows: int = 40
    chart: bool = True


def rules_line(game: str) -> str:
    """Return the command that tells how to play well."""
    return f"cheatsheet {game}"


@dataclass(frozen=True)
class Audited:
    """A simulated figure that has an exact partner."""

    source: str
    figure: str
    z: float


def audited(answers: Sequence[Answer]) -> Iterator[Audited]:
    """Every z-score in the rows, facts and further tables of ``answers``."""
    for answer in answers:
        command = answer.provenance.command
        for rows in (answer.rows, *answer.tables.values()):
            for index, row in enumerate(rows):
                z = row.get("z")
                if isinstance(z, float) and math.isfinite(z):
                    yield Audited(command, _named(row, index), z)
        for name, value in answer.facts.items():
            if name.startswith("z_") and isinstance(value, float) and math.isfinite(value):
                yield Audited(command, name.removeprefix("z_"), value)


def _named(row: Row, index: int) -> str:
    """What a row is about: its first cell, or its number."""
    name = next(iter(row), "")
    return f"{name} {row[name]}" if name else f"row {index + 1}"


def audit(answers: Sequence[Answer], made: Provenance) -> Answer:
    """How well simulation and exact values agree over all ``answers``.

    Returns
    -------
    Answer: ``rows`` one a figure: ``figure``, ``z``, ``source``; ``facts`` ``figures``,
        ``largest``, ``expected_largest``: what the largest of so many would be, were nothing wrong
        (median, the figures taken to be independent), ``p_largest``: the chance of one at least as
        large.
    """
    found = sorted(audited(answers), key=lambda one: -abs(one.z))
    rows: list[Row] = [{"figure": f.figure, "z": f.z, "source": f.source} for f in found]
    methods = {answer.provenance.method for answer in answers}
    facts: dict[str, str | int | float | bool | list[str] | None] = {"figures": len(found)}
    sentence = "Nothing in this report has both an exact and a simulated value."
    notes = []
    if found:
        largest = abs(found[0].z)
        chance = 1 - math.erf(largest / math.sqrt(2)) ** len(found)
        facts |= {
            "largest": largest,
            "expected_largest": _median_of_largest(len(found)),
            "p_largest": chance,
        }
        many = f"{len(found)} simulated figures have" if len(found) > 1 else "1 figure has"
        sentence = (
            f"{many} an exact partner: the furthest is {largest:.2f} standard errors from it, "
            f"where the furthest of so many is {facts['expected_largest']:.2f} from it in half of "
            f"all reports and this far or further in {100 * chance:.0f} %."
        )
        notes.append("Figures of one simulation hang together: fewer count than are listed.")
    if "simulated" in methods:
        notes.append("Intervals are 95 %: Wilson's of proportions, else of the normal law.")
    return Answer(
        answer=sentence,
        title="Simulated figures beside their exact values",
        facts=facts,
        rows=rows,
        notes=notes,
        provenance=made,
    )


def _median_of_largest(count: int) -> float:
    """The median of the largest of ``count`` absolute values of the normal law."""
    goal = 0.5 ** (1 / count)
    low, high = 0.0, 10.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if math.erf(middle / math.sqrt(2)) < goal else (low, middle)
    return low
