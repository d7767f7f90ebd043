"""``zochastic warmup``: compile all kernels now, so that no later question waits for that."""

from typing import TYPE_CHECKING

import typer

from zochastic.commands.show import View, command, remark

if TYPE_CHECKING:
    from zochastic.analysis.answer import Answer


def add_to(app: typer.Typer) -> None:
    """Add the command to ``app``."""
    command(app, "warmup", example="zochastic warmup")(warmup)


def warmup(view: View) -> "Answer":
    """Compile everything once, so that later answers come quickly."""
    from importlib.metadata import version
    from time import perf_counter

    from zochastic.analysis.answer import Answer, Provenance, Row
    from zochastic.analysis.warmup import KERNELS

    rows: list[Row] = []
    with view.progress("Compiling") as progress:
        for label, compile_it in KERNELS:
            start = perf_counter()
            compile_it()
            rows.append({"kernel": label, "seconds": perf_counter() - start})
            if progress is not None:
                progress(len(rows), len(KERNELS))
            elif not view.quiet:  # it takes minutes: a log tells how far it is
                remark(f"{len(rows)} of {len(KERNELS)}: {label}, {rows[-1]['seconds']:.1f} s")
    made = Provenance(
        command="zochastic warmup", variant="", method="exact", version=version("zochastic")
    )
    return Answer(
        answer=f"All {len(rows)} kernels are compiled.",
        title="Time to compile, or to load what was compiled before",
        facts={},
        rows=rows,
        provenance=made,
    )
