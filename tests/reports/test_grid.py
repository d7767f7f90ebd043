"""Wide tables are split into parts of whole columns."""

from zochastic.analysis.answer import Answer, Provenance
from zochastic.reports.grid import Grid
from zochastic.reports.tables import blocks

MADE = Provenance(command="zochastic x", variant="v", method="exact", version="1")


def answer(columns):
    rows = [{f"column_{i}": f"{i}-{j}" for i in range(columns)} for j in range(3)]
    return Answer(answer="A.", title="T", facts={}, rows=rows, best=1, provenance=MADE)


def test_each_part_fits_and_begins_with_the_first_column():
    grid = Grid.of(answer(9))
    parts = grid.parts(40)
    assert [part.heads[0] for part in parts] == ["column_0"] * len(parts)
    assert [head for part in parts for head in part.heads[1:]] == list(grid.heads[1:])
    assert all(len(row) == len(part.heads) for part in parts for row in part.cells)
    texts = blocks(answer(9), most=10, width=40)
    assert all(len(line) <= 40 for text in texts for line in text.splitlines())
    assert all(text.splitlines()[3].startswith(">") for text in texts)


def test_a_table_that_fits_stays_whole():
    assert len(Grid.of(answer(2)).parts(100)) == 1
    assert len(Grid.of(answer(1)).parts(1)) == 1
