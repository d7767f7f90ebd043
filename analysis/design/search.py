"""The search itself: variants tried one after the other until budget or grid is used up."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from zochastic.analysis import vary
from zochastic.analysis.design.budget import Budget
from zochastic.analysis.design.candidates import Candidate, Figures, Judge
from zochastic.analysis.design.front import front
from zochastic.analysis.design.proposals import Place, Proposals
from zochastic.analysis.design.study_file import StudyFile
from zochastic.analysis.vary import Axis, Cell
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import Variant
from zochastic.sims.runner import Progress

#: The most variants that are played again with other luck, and shown.
FINALISTS = 8
#: Combinations that are no game, tried in a row with none that is, after which a search gives up.
_HOPELESS = 500


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

    def go_on(self, kept: StudyFile) -> None:
        """Take in the trials of a file, once each: two who used it at a time may have met."""
        taken = set()
        for place, figures in kept.trials():
            if place not in taken:
                self.take(place, figures)
            taken.add(place)

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


def explore(
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
            figures = search.play(place, seed, told_of(budget, began, many, progress))
            search.take(place, figures)
            if figures is not None:
                played_for += time.monotonic() - start
                chunks_played += max(figure.n for figure in figures) // chunk
            if kept is not None:
                distances = [] if figures is None else judge.distances(figures)
                kept.add(place, figures, distances)
    except KeyboardInterrupt:
        return False


def told_of(
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
