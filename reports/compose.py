"""From answers to a report: which stands where, and what opens it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.metadata import version
from typing import Protocol

from zochastic.analysis.answer import Answer, Provenance
from zochastic.analysis.report import SECTIONS, Part, audit
from zochastic.analysis.report import Section as Place
from zochastic.reports.cells import clean
from zochastic.reports.charts import Chart
from zochastic.reports.page import Exhibit, Report, Section, sentences
from zochastic.rules.variants import Variant

#: Sentences that open a report.
_LEAD = 3


class Answered(Protocol):
    """An answer, and which chart shows it: ``module:function`` in ``reports``."""

    answer: Answer | None
    chart: str | None


@dataclass(frozen=True)
class Made:
    """All answers about one variant: the rules, the parts by section, what was not answered."""

    variant: Variant
    rules: Answered
    parts: Mapping[Place, Sequence[tuple[Part, Answered]]]
    refused: Sequence[str] = ()


def compose(made: Sequence[Made], command: str) -> Report:
    """Put the answers about one or several variants in order.

    Parameters
    ----------
    command : the line that makes the report.
    """
    names = [clean(one.variant.title) for one in made]
    sections: list[Section] = []
    for one, name in zip(made, names, strict=True):
        of = f" \N{EN DASH} {name}" if len(made) > 1 else ""
        sections += _sections(one, command, of)
    return Report(
        title=f"How to play {names[0]}" if len(names) == 1 else f"How to play {_listed(names)}",
        command=clean(command),
        version=version("zochastic"),
        sections=sections,
    )


def _sections(made: Made, command: str, of: str) -> list[Section]:
    game = made.variant.game
    assumed = [clean(sentence) for _, sentence in made.variant.rules.assumptions]
    known = frozenset(sentence for _, sentence in made.variant.rules.assumptions)
    shown: dict[Place, list[Exhibit]] = {place: [] for place in SECTIONS}
    for where, parts in made.parts.items():
        for number, (part, one) in enumerate(parts, 1):
            assert one.answer is not None
            shown[where].append(
                Exhibit(
                    name=f"{game}-{where}-{number}-{_verb(part.line, game)}",
                    answer=_lasting(one.answer),
                    chart=_chart(one.chart),
                    plots=True,
                    rows=part.rows,
                    told=known,
                )
            )
    rules = made.rules.answer
    assert rules is not None
    answers = [rules, *(one.answer for listed in shown.values() for one in listed)]
    first = answers[0].provenance
    agreed = audit(
        answers,
        Provenance(
            command=command, variant=first.variant, changes=first.changes, method="exact",
            version=first.version,
        ),
    )  # fmt: skip
    exhibit = Exhibit(
        name=f"{game}-audit",
        answer=agreed,
        chart=_chart("audit:audit_chart") if agreed.rows else None,
        rows=30,
    )
    place: Place
    after: list[Section] = []
    for place in ("behaviour", "designer", "assumed"):
        items = assumed if place == "assumed" else []
        if shown[place] or items:
            after.append(Section(title=SECTIONS[place] + of, exhibits=shown[place], items=items))
    return [
        Section(title=f"The answer in three sentences{of}", lead=_lead(made)),
        Section(title=f"How to play well{of}", rules=rules),
        Section(title=SECTIONS["table"] + of, exhibits=shown["table"]),
        Section(title=f"How sure this is{of}", exhibits=[exhibit]),
        *after,
        Section(
            title=f"Made by{of}",
            items=[
                *dict.fromkeys(map(_made_by, answers)),
                *(f"Not in this report: {clean(line)}" for line in made.refused),
            ],
        ),
    ]


def _lead(made: Made) -> list[str]:
    """What the rules come to, then the first sentences of the parts that lead, in their order."""
    assert made.rules.answer is not None
    leading = [
        (part.leads, one.answer.answer)
        for parts in made.parts.values()
        for part, one in parts
        if part.leads and one.answer is not None
    ]
    texts = [made.rules.answer.answer, *(text for _, text in sorted(leading))]
    told = [sentences(text) for text in dict.fromkeys(texts)]
    first = [clean(text[0]) for text in told]
    more = [clean(line) for text in told for line in text[1:]]
    return [*first, *more][:_LEAD]


def _lasting(answer: Answer) -> Answer:
    """The answer without how long it took: a report made twice is the same file."""
    facts = {name: value for name, value in answer.facts.items() if name != "seconds"}
    return replace(answer, facts=facts)


def _verb(line: str, game: str) -> str:
    """What the command asks: its second word, or its first if that names no game."""
    first, second, *_ = line.split()
    return second if first == game else first


def _made_by(answer: Answer) -> str:
    made = answer.provenance
    sample = "" if made.games is None else f", {made.games:,} games, seed {made.seed}"
    return clean(f"{made.command} ({made.method}{sample}, zochastic {made.version})")


def _chart(name: str | None) -> Chart | None:
    if name is None:
        return None
    module, _, function = name.partition(":")
    found: Chart = getattr(import_module(f"zochastic.reports.{module}"), function)
    return found


def _listed(names: Sequence[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}"
