"""An Answer explains itself: the sentence, the numbers, the assumptions, what made it."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    import pandas as pd

    from zochastic.rules.variants import Variant

Scalar = str | int | float | bool | list[str] | None
Row = Mapping[str, Scalar]


@dataclass(frozen=True, kw_only=True)
class Provenance:
    """What made an answer: enough to make it again.

    Attributes
    ----------
    command : the line that was typed, or the function that was called.
    variant : full name of the variant, ``coal/printed``, or the path of its file.
    changes : the keys of the rules that differ from the printed game, and their values.
    method : how the main figures were found; an audit beside them does not change it.
    seed, games : of the simulation, audit included; None where nothing was simulated.
    partial : a simulation was stopped before it was finished.
    """

    command: str
    variant: str
    changes: Mapping[str, Any] = field(default_factory=dict)
    method: Literal["exact", "simulated"]
    seed: int | None = None
    games: int | None = None
    partial: bool = False
    version: str


def provenance(
    command: str,
    variant: "Variant",
    *,
    exact: bool = True,
    seed: int | None = None,
    games: int | None = None,
    partial: bool = False,
) -> Provenance:
    """What made the answer of the function ``command`` of the variant's game."""
    return Provenance(
        command=f"zochastic.analysis.{variant.game}.answers.{command}",
        variant=variant.id,
        changes=dict(variant.changed),
        method="exact" if exact else "simulated",
        seed=seed,
        games=games,
        partial=partial,
        version=version("zochastic"),
    )


@dataclass(frozen=True, kw_only=True)
class Answer:
    """One answer, whole; every output format and every chart is written from it alone.

    Attributes
    ----------
    answer : one sentence, printed first, computed from the variant at hand.
    title : heading of tables and charts; names the variant.
    facts : named scalars.
    rows : the main table, plain columns; all rows have the same keys.
    best : index in ``rows`` of the row to mark, if one is best.
    tables : further named tables, such as the points of a curve.
    silent : columns and facts that say nothing this time; only csv and json have them.
    notes : assumptions and limits that mattered.
    """

    answer: str
    title: str
    facts: Mapping[str, Scalar]
    rows: Sequence[Row] = ()
    best: int | None = None
    tables: Mapping[str, Sequence[Row]] = field(default_factory=dict)
    silent: Sequence[str] = ()
    notes: Sequence[str] = ()
    provenance: Provenance

    def frame(self, name: str = "rows") -> "pd.DataFrame":
        """``rows``, or the further table called ``name``, as a DataFrame.

        Raises
        ------
        KeyError : there is no table of that name.
        """
        import pandas as pd  # 0.4 s that a small answer does not spend

        return pd.DataFrame(list(self.rows if name == "rows" else self.tables[name]))

    def made_by(self, command: str) -> "Answer":
        """The same answer, its provenance naming ``command`` as the line that was typed."""
        return replace(self, provenance=replace(self.provenance, command=command))

    def as_dict(self) -> dict[str, Any]:
        """The object that ``--format json`` prints, numbers at full precision."""
        return {
            "answer": self.answer,
            "title": self.title,
            "facts": dict(self.facts),
            "rows": [dict(row) for row in self.rows],
            "tables": {name: [dict(row) for row in rows] for name, rows in self.tables.items()},
            "notes": list(self.notes),
            "provenance": asdict(self.provenance),
        }
