"""Options of commands that play many variants: where the chunks are played and kept."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from zochastic.commands.show import View, remark
from zochastic.rules.errors import InvalidInput

if TYPE_CHECKING:
    from zochastic.analysis.farm import Farm

StoreFile = Annotated[
    str | None,
    typer.Option(
        "--store",
        metavar="FILE",
        help="Keep games in FILE.sqlite; play none of them twice.",
    ),
]
Dask = Annotated[
    str | None,
    typer.Option("--dask", metavar="HOST:PORT", help="Play on the Dask cluster that is there."),
]


@contextmanager
def farm_of(
    view: View, store: str | None, dask: str | None, threads: int | None
) -> Iterator["Farm"]:
    """Open both, and say at the end how many games needed not be played."""
    if dask is not None and threads is not None:
        raise InvalidInput("--threads", "--dask", "one of the two")
    from zochastic.reports.files import check_file

    if store is not None:
        check_file(store, (".sqlite", ".db"), what="--store")
    from zochastic.analysis.farm import Farm

    with Farm.opened(store, dask) as farm:
        yield farm
        told = farm.told()
    if told is not None and not view.quiet:
        remark(told)
