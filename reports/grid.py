"""A table as a person reads it, whatever it is written with: which columns, rows, words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from zochastic.analysis.answer import Answer, Row
from zochastic.reports.cells import shown

#: The most rows that a person is shown.
MOST_ROWS = 300


@dataclass(frozen=True)
class Grid:
    """Rounded cells, not yet escaped.

    Attributes
    ----------
    texts : of each column, whether it holds words.
    marked : one row of the whole table is best.
    best : the index of that row, if it is among those shown.
    left_out : a sentence about rows that are not shown, or nothing.
    """

    heads: Sequence[str]
    texts: Sequence[bool]
    cells: Sequence[Sequence[str]]
    marked: bool
    best: int | None
    left_out: str

    @classmethod
    def of(cls, answer: Answer, *, most: int = MOST_ROWS) -> "Grid":
        """Lay out the main table of ``answer``, an even choice of at most about ``most`` rows."""
        rows = answer.rows
        heads = [name for name in names_of(rows) if name not in answer.silent]
        kept = _kept(len(rows), answer.best, most)
        chances = goal_is_a_chance(answer)
        cells = [[shown(n, rows[i].get(n), heads, chances=chances) for n in heads] for i in kept]
        left_out = ""
        if len(kept) < len(rows):
            left_out = f"{len(kept)} of {len(rows):,} rows; csv and json have them all."
        return cls(
            heads=heads,
            texts=[_is_text(row.get(name) for row in rows) for name in heads],
            cells=cells,
            marked=answer.best is not None,
            best=None if answer.best is None else kept.index(answer.best),
            left_out=left_out,
        )

    def parts(self, width: int) -> "list[Grid]":
        """Split the columns so that a part is at most so many letters wide, the first in each."""
        wide = [max(map(len, column)) + 2 for column in zip(self.heads, *self.cells, strict=True)]
        groups: list[list[int]] = [[]]
        for index in range(1, len(wide)):
            used = wide[0] + 2 * self.marked + sum(wide[i] for i in groups[-1])
            if groups[-1] and used + wide[index] > width:
                groups.append([])
            groups[-1].append(index)
        parts = [self._columns([0, *group]) for group in groups]
        return [*(replace(part, left_out="") for part in parts[:-1]), parts[-1]]

    def _columns(self, kept: Sequence[int]) -> "Grid":
        return replace(
            self,
            heads=[self.heads[i] for i in kept],
            texts=[self.texts[i] for i in kept],
            cells=[[row[i] for i in kept] for row in self.cells],
        )


def names_of(rows: Sequence[Row]) -> list[str]:
    """All columns, in the order in which they first occur."""
    return list(dict.fromkeys(name for row in rows for name in row))


def further_facts(answer: Answer) -> dict[str, str]:
    """Facts that the marked row does not show already, as a person reads them."""
    best = answer.rows[answer.best] if answer.best is not None else {}
    told = [value for value in best.values() if not isinstance(value, bool)]
    return {
        name: shown(name, value, answer.facts, chances=goal_is_a_chance(answer))
        for name, value in answer.facts.items()
        if name not in answer.silent
        and (value is None or isinstance(value, bool) or value not in told)
    }


def goal_is_a_chance(answer: Answer) -> bool:
    """Tell whether the goal makes every value a chance."""
    goal = str(answer.facts.get("goal", ""))
    return goal == "win" or goal.startswith("reach:")


def _kept(rows: int, best: int | None, most: int) -> list[int]:
    """Choose the rows that a person is shown: all, or of very many an even choice and the best."""
    if rows <= most:
        return list(range(rows))
    step = -(-rows // most)
    return sorted({*range(0, rows, step), rows - 1, *(() if best is None else (best,))})


def _is_text(values: Iterable[Any]) -> bool:
    return any(isinstance(value, str | list | tuple | Mapping) for value in values)
