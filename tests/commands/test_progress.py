"""The bar says how long the work takes yet, whatever came from a store."""

import sys

import pytest
import rich.progress
from coins import CHUNK, toss

from zochastic.analysis.farm import Farm
from zochastic.commands.progress import bar


@pytest.fixture
def drawn(monkeypatch):
    """The bars that are drawn, and a clock of which every look is a second later."""
    bars, clock = [], [0.0]

    class Slow(rich.progress.Progress):
        def __init__(self, *columns, **more):
            super().__init__(*columns, auto_refresh=False, get_time=lambda: clock[0], **more)
            bars.append(self)

    monkeypatch.setattr(rich.progress, "Progress", Slow)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    return bars, clock


def test_kept_chunks_are_done_at_once_and_do_not_hasten_the_clock(drawn, tmp_path):
    bars, clock = drawn
    file = str(tmp_path / "s.sqlite")
    with Farm.opened(file, None) as farm:
        toss(farm, chunks=60, heads=(0.3,))
    left = []
    with Farm.opened(file, None) as farm, bar("Tossing") as told:

        def told_later(done, total):
            told(done, total)
            (task,) = bars[0].tasks
            left.append((task.percentage, task.time_remaining))
            clock[0] += 2  # every chunk that is played takes two seconds

        toss(farm, chunks=100, heads=(0.3,), progress=told_later)
    assert (farm.kept, farm.played) == (60 * CHUNK, 40 * CHUNK)
    assert left[0] == (60, None)
    assert left[21] == (81, 38)
    assert left[-1] == (100, 0)
