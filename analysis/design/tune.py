"""Tuning: the search for values of the rules whose game meets targets."""

import contextlib
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

from zochastic.analysis import vary
from zochastic.analysis.answer import Answer
from zochastic.analysis.design import extras, tuned
from zochastic.analysis.design.budget import Budget
from zochastic.analysis.design.candidates import Candidate, Figures, Judge
from zochastic.analysis.design.front import front
from zochastic.analysis.design.proposals import Place, Proposals
from zochastic.analysis.design.study_file import StudyFile, study_file
from zochastic.analysis.design.table import Table
from zochastic.analysis.design.targets import Target
from zochastic.analysis.estimates import LEVEL
from zochastic.analysis.farm import Farm
from zochastic.analysis.quality.records import names_for
from zochastic.analysis.vary import Axis, Cell
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import Variant, load_variant
from zochastic.sims.runner import Progress
from zochastic.sims.streams import derived

#: The most variants that are played again with other luck, and shown.
FINALISTS = 8
#: Combinations that are no game, tried in a row with none that is, after which a search gives up.
_HOPELESS = 500
#: The label of the seed on which the finalists are played again.
_AGAIN = 2


@dataclass
class Search:
    """What a search has found so far.

    Attributes
    ----------
    found : variants that were played, in the order in which they were tried.
    no_game : combinations of values that are none, and why the first is not.
    """

    variant: Variant
    sets: Sequence[str]
    axes: Sequence[Axis]
    judge: Judge
    proposals: Proposals
    found: list[Candidate] = field(default_factory=list)
    no_game: int = 0
    why: str = ""

    def take(self, place: Place, figures: Figures | None) -> None:
        """Take in a trial."""
        if figures is None:
            self.no_game += 1
            self.proposals.tell(place, None)
            return
        self.found.append(Candidate(self.cell(place), figures))
        self.proposals.tell(place, self.judge.distances(figures))

    def cell(self, place: Place) -> Cell:
        """The variant at a place; InvalidInput where its values contradict each other."""
        return vary.cell_at(self.variant, self.sets, self.axes, place)

    def play(self, place: Place, seed: int, progress: Progress | None) -> Figures | None:
        """Measure the variant at ``place``; None where it is no game or has not all metrics."""
        try:
            made = self.cell(place).variant
            self.judge.table.arm(made)
        except InvalidInput as wrong:
            self.why = self.why or str(wrong)
            return None
        known = [one.figures for one in self.found]
        figures = self.judge.race(made, known, seed=seed, progress=progress)
        if figures is None:
            self.why = self.why or "a metric is not known of it"
        return figures

    def finalists(self) -> list[Candidate]:
        """Those that may be the best: the front, and what is not clearly behind anybody."""
        judge, figures = self.judge, [one.figures for one in self.found]
        chosen = {*front([judge.misses(of) for of in figures]), *judge.unbeaten(figures)}
        among = [self.found[i] for i in sorted(chosen)]
        return judge.ranked(among, sure=False)[:FINALISTS]


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
    judge = Judge.of(table, targets, games or table.design.games, threads, farm)
    search = Search(variant, sets, axes, judge, Proposals(axes, len(targets), seed))
    made_of = _made_of(variant, axes, targets, table, judge, seed)
    with contextlib.ExitStack() as open_files:
        kept = None
        if resume is not None:
            kept = open_files.enter_context(study_file(resume, made_of, axes, len(targets)))
            for place, figures in kept.trials():
                search.take(place, figures)
        stopped = not _explore(search, budget, seed, began, kept, progress)
    if not search.found:
        raise KeyboardInterrupt
    chosen = search.finalists()
    verified = [] if stopped else _again(search, chosen, budget, seed, began, progress)
    return tuned.answer(
        search, chosen, verified, partial=stopped or len(verified) < len(chosen), seed=seed,
        timed=budget.seconds is not None, kept=resume is not None,
    )  # fmt: skip


def _explore(
    search: Search,
    budget: Budget,
    seed: int,
    began: float,
    kept: StudyFile | None,
    progress: Progress | None,
) -> bool:
    """Try variants until the budget or the grid is used up; False where Ctrl-C ended it."""
    judge, played_for, chunks_played = search.judge, 0.0, 0
    chunk = judge.plan.chunk
    try:
        while True:
            many = len(search.found)
            if budget.trials is not None and many >= budget.trials:
                return True
            if budget.seconds is not None and many:
                # what is yet to be played again takes its part of the time
                each = judge.plan.chunks * played_for / max(1, chunks_played)
                left = budget.seconds - (time.monotonic() - began)
                if left < FINALISTS * each and left < (len(search.finalists()) + 1) * each:
                    return True
            place = search.proposals.next()
            if place is None or (not many and search.no_game >= _HOPELESS):
                if not many:
                    what = f"{search.no_game:,} variants, none of them a game: {search.why}"
                    raise InvalidInput("--vary", what, "values that go together")
                return True
            start = time.monotonic()
            figures = search.play(place, seed, _part(budget, began, many, progress))
            search.take(place, figures)
            if figures is not None:
                played_for += time.monotonic() - start
                chunks_played += max(figure.n for figure in figures) // chunk
            if kept is not None:
                distances = [] if figures is None else judge.distances(figures)
                kept.add(place, figures, distances)
    except KeyboardInterrupt:
        return False


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
            progress=_part(budget, began, len(search.found), progress, chosen=len(chosen)),
        )  # fmt: skip
    except KeyboardInterrupt:
        return []
    pairs = zip(chosen, figures, strict=True)
    return [Candidate(one.cell, told) for one, told in pairs if told is not None]


def _part(
    budget: Budget, began: float, many: int, progress: Progress | None, *, chosen: int = 0
) -> Progress | None:
    """What a variant's games are of the whole search, told in thousandths of a trial."""
    if progress is None:
        return None

    def told(done: int, total: int) -> None:
        if budget.seconds is not None:
            spent = min(time.monotonic() - began, budget.seconds)
            progress(round(1000 * spent), round(1000 * budget.seconds))
            return
        trials = budget.trials or 0
        part = done / max(1, total) * (chosen or 1)
        progress(round(1000 * (many + part)), 1000 * (max(trials, many) + FINALISTS))

    return told


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
