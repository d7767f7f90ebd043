"""Tuning: the search for values of the rules whose game meets targets."""

import contextlib
import time
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from zochastic.analysis import vary
from zochastic.analysis.answer import Answer
from zochastic.analysis.design import extras, tuned
from zochastic.analysis.design.budget import Budget
from zochastic.analysis.design.candidates import Candidate, Judge
from zochastic.analysis.design.proposals import Proposals
from zochastic.analysis.design.search import Search, explore, told_of
from zochastic.analysis.design.study_file import study_file
from zochastic.analysis.design.table import Table
from zochastic.analysis.design.targets import Target
from zochastic.analysis.estimates import LEVEL
from zochastic.analysis.farm import Farm
from zochastic.analysis.quality.records import names_for
from zochastic.analysis.vary import Axis
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import Variant, load_variant
from zochastic.sims.runner import Progress
from zochastic.sims.streams import derived

#: The label of the seed on which the finalists are played again.
_AGAIN = 2


def tune(
    variant: Variant,
    *,
    axes: Sequence[Axis],
    targets: Sequence[Target],
    budget: Budget,
    sets: Sequence[str] = (),
    policies: Sequence[str] = (),
    games: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    farm: Farm | None = None,
    seconds: float | None = None,
    resume: Path | None = None,
    progress: Progress | None = None,
) -> Answer:
    """Search the values of ``axes`` for games that meet ``targets``.

    Variants are spread evenly first, then proposed by Optuna's tree-structured Parzen estimator
    (Bergstra et al. 2011); all meet the same luck, and those that are clearly further from the
    targets than another are played no further. The best are played again with other luck.

    Parameters
    ----------
    variant : what is varied, ``sets`` applied.
    budget : with a number of trials the same seed gives the same answer, bit for bit.
    games : of a variant that is not dropped early, and of each that is played again.
    farm : where chunks are played and kept.
    resume : a file in which the search is kept, and from which it goes on.

    Returns
    -------
    Answer: ``facts`` the best variant's values (``best_<key>``), its ``verdict``, ``trials``,
        ``variants`` of the grid, ``games``; ``rows`` one a variant on the front of the trade-off:
        its values, each target's metric with ``_low``, ``_high``, and ``verdict``; ``tables``
        ``targets`` and ``candidates``.

    Raises
    ------
    InvalidInput : keys, values, metrics, targets or policies that cannot be; a file that holds no
        search, or another one.
    KeyboardInterrupt : stopped before anything was found.
    """
    began = time.monotonic()
    _check_values(variant, sets, axes)
    table = Table.of(variant, policies=policies, seconds=seconds)
    _check_targets(table, targets, _fewest_players(variant, axes))
    table.arm(variant)
    nested = table.estimates_paths([variant], [target.metric for target in targets])
    judge = Judge.of(table, targets, games or table.usual_games(nested=nested), threads, farm)
    search = Search(variant, sets, axes, judge, Proposals(axes, len(targets), seed))
    made_of = _made_of(variant, axes, targets, table, judge, seed)
    with contextlib.ExitStack() as open_files:
        kept = None
        if resume is not None:
            kept = open_files.enter_context(study_file(resume, made_of, axes, len(targets)))
            search.go_on(kept)
        stopped = not explore(search, budget, seed, began, kept, progress)
    if not search.found:
        raise KeyboardInterrupt
    chosen = search.finalists()
    verified = [] if stopped else _again(search, chosen, budget, seed, began, progress)
    return tuned.answer(
        search, chosen, verified, partial=stopped or len(verified) < len(chosen), seed=seed,
        timed=budget.seconds is not None, kept=resume is not None,
    )  # fmt: skip


def _again(
    search: Search,
    chosen: Sequence[Candidate],
    budget: Budget,
    seed: int,
    began: float,
    progress: Progress | None,
) -> list[Candidate]:
    """Play the finalists again with luck that nobody was chosen on.

    Their intervals hold all together (Bonferroni), so that one may be picked of them.
    """
    level = 1 - (1 - LEVEL) / (len(chosen) * len(search.judge.targets))
    try:
        figures = search.judge.again(
            [one.cell.variant for one in chosen], seed=derived(seed, _AGAIN), level=level,
            progress=told_of(budget, began, len(search.found), progress, chosen=len(chosen)),
        )  # fmt: skip
    except KeyboardInterrupt:
        return []
    pairs = zip(chosen, figures, strict=True)
    return [Candidate(one.cell, told) for one, told in pairs if told is not None]


def _check_values(variant: Variant, sets: Sequence[str], axes: Sequence[Axis]) -> None:
    """Refuse keys that the game does not have, and values that a key can never have."""
    if not axes:
        raise InvalidInput("--vary", "nothing", "KEY=A:B or KEY=V,W,…, as devils=6:12")
    vary.check_keys(variant, axes)
    for axis in axes:
        for value in axis.values:
            try:
                load_variant(variant.game, variant.id, [*sets, f"{axis.key}={value}"])
            except InvalidInput as wrong:
                # what only contradicts another key is left out where it is tried
                if wrong.what == f"--set {axis.key}":
                    what = f"--vary {axis.key}"
                    raise InvalidInput(what, wrong.got, wrong.allowed) from None


def _check_targets(table: Table, targets: Sequence[Target], players: int) -> None:
    table.check([target.metric for target in targets], players, what="--target")
    metrics = {m.name: m for m in table.metrics(players, [t.metric for t in targets])}
    for target in targets:
        if target.metric not in extras.EXTRAS:
            target.check(metrics[target.metric])


def _fewest_players(variant: Variant, axes: Sequence[Axis]) -> int:
    for axis in axes:
        if axis.key == "players":
            return min(int(value) for value in axis.values)
    return int(variant.rules.players)


def _made_of(
    variant: Variant, axes: Sequence[Axis], targets: Sequence[Target], table: Table, judge: Judge,
    seed: int,
) -> dict[str, str]:  # fmt: skip
    """What makes a search this one, and no other."""
    plan = judge.plan
    return {
        "game": variant.game,
        "rules": variant.digest,
        "--vary": "; ".join(f"{axis.key}={','.join(axis.values)}" for axis in axes),
        "--target": "; ".join(sorted(target.text for target in targets)),
        "policies": ",".join(names_for(table.design, variant, table.policies)),
        "--games": f"{plan.chunks} x {plan.chunk}",
        "--seconds": repr(table.seconds),
        "--seed": str(seed),
        "version": version("zochastic"),
    }
