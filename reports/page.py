"""What every report consists of, whatever it is written as: sections of answers."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from zochastic.analysis.answer import Answer
from zochastic.reports.charts import Chart

#: Where a sentence ends: at a full stop with a new sentence behind it.
_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")


@dataclass(frozen=True, kw_only=True)
class Exhibit:
    """One answer as a report shows it.

    Attributes
    ----------
    name : of its files, lower-case words with hyphens; no other exhibit has it.
    chart : draws the answer; None for no chart.
    plots : its command draws the chart, too.
    rows : the most rows of its table; 0 for no table.
    told : notes that stand elsewhere in the report.
    """

    name: str
    answer: Answer
    chart: Chart | None = None
    plots: bool = False
    rows: int = 40
    told: frozenset[str] = frozenset()

    @property
    def notes(self) -> list[str]:
        """Its notes without those that stand elsewhere."""
        return [
            note for note in self.answer.notes if note.removeprefix("Assumed: ") not in self.told
        ]

    @property
    def chart_command(self) -> str:
        """The line that draws the chart."""
        command = self.answer.provenance.command
        return f"{command} --plot {self.name}.svg" if self.plots else command


@dataclass(frozen=True, kw_only=True)
class Section:
    """A heading and what stands below it.

    Attributes
    ----------
    lead : sentences of answers, told first and large.
    items : sentences of a list, such as assumptions.
    rules : an answer with the columns ``rule``, ``costs`` and ``source``, told as a list.
    """

    title: str
    lead: Sequence[str] = ()
    items: Sequence[str] = ()
    rules: Answer | None = None
    exhibits: Sequence[Exhibit] = ()


@dataclass(frozen=True, kw_only=True)
class Report:
    """A whole report.

    Attributes
    ----------
    command : the line that makes the report again.
    version : of the program.
    """

    title: str
    command: str
    version: str
    sections: Sequence[Section] = field(default_factory=tuple)

    @property
    def exhibits(self) -> Iterator[Exhibit]:
        """All exhibits, in order."""
        for section in self.sections:
            yield from section.exhibits

    @property
    def answers(self) -> Iterator[Answer]:
        """All answers, in order."""
        for section in self.sections:
            if section.rules is not None:
                yield section.rules
            yield from (exhibit.answer for exhibit in section.exhibits)


def sentences(text: str) -> list[str]:
    """Split what an answer says into its sentences."""
    return _END.split(text.strip())
