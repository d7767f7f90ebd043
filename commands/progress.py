"""How far the work is and how long it takes yet, drawn on a terminal's standard error."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

#: Told how much of the work is done: (done, total).
Progress = Callable[[int, int], None]


@contextmanager
def bar(label: str, *, quiet: bool = False) -> Iterator[Progress | None]:
    """Give the function to call with (done, total), or None where nobody would see it."""
    if quiet or sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    # 50 ms, spent only where a bar is drawn
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Drawing

    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Drawing(*columns, console=Console(stderr=True), transient=True) as drawing:
        # what is played first has to be compiled, once after each installation
        task = drawing.add_task(f"{label}, getting ready (the first time: compiling)", total=None)
        yield lambda done, total: drawing.update(
            task, description=label, completed=done, total=total
        )
