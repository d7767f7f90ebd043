"""Variants of a search: played on few games first, on more where they may be among the best."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from zochastic.analysis import estimates, sweep
from zochastic.analysis.design import extras
from zochastic.analysis.design.front import beaten, compromise, front, unbeaten
from zochastic.analysis.design.proposals import Place
from zochastic.analysis.design.table import Table
from zochastic.analysis.design.targets import MET, MISSED, OPEN, Target, Verdict
from zochastic.analysis.estimates import LEVEL, Estimate
from zochastic.analysis.farm import Farm
from zochastic.analysis.quality import intervals
from zochastic.analysis.quality.records import Design
from zochastic.analysis.sweep import Arm, Plan
from zochastic.analysis.vary import Cell
from zochastic.rules.variants import Variant
from zochastic.sims._jit import Ints
from zochastic.sims.runner import Progress

#: Equal parts of a variant's games; the first `sweep.FIRST_WAVE` of them are the first look.
PARTS = 128
Figures = tuple[Estimate, ...]


@dataclass(frozen=True)
class Candidate:
    """A variant and what was measured of it, one figure a target."""

    cell: Cell
    figures: Figures

    @property
    def place(self) -> Place:
        """Where it is in the grid."""
        return self.cell.at


@dataclass(frozen=True)
class Judge:
    """Measures variants by targets.

    Attributes
    ----------
    plan : the most that is played of a variant.
    farm : where games are played and kept.
    """

    table: Table
    targets: tuple[Target, ...]
    plan: Plan
    threads: int | None
    farm: Farm | None

    @classmethod
    def of(
        cls,
        table: Table,
        targets: Sequence[Target],
        games: int,
        threads: int | None,
        farm: Farm | None,
    ) -> "Judge":
        """One who plays ``games`` of a variant at most, or a few more."""
        chunks = max(PARTS, -(-games // table.design.chunk))
        return cls(table, tuple(targets), Plan(chunks, -(-games // chunks)), threads, farm)

    @property
    def names(self) -> list[str]:
        """Metrics, one a target."""
        return [target.metric for target in self.targets]

    def race(
        self, variant: Variant, known: Sequence[Figures], *, seed: int, progress: Progress | None
    ) -> Figures | None:
        """Play a variant until all games are played, or it is clearly behind one of ``known``.

        Returns
        -------
        None where a metric is not known of it.

        Raises
        ------
        KeyboardInterrupt : stopped before the end.
        """
        arm = self.table.arm(variant, self.names)
        apart = self._extras(variant, seed)
        far = [self._ends(figures)[1] for figures in known]

        def settle(_: Sequence[Arm]) -> None:
            found = self.figures(variant, arm.table, apart)
            arm.left = not self._settled(found) and not beaten(self._ends(found)[0], far)

        stopped = sweep.play_all(
            [arm], self.plan, seed=seed, threads=self.threads, farm=self.farm, settle=settle,
            progress=progress,
        )  # fmt: skip
        if stopped:
            raise KeyboardInterrupt
        found = self.figures(variant, arm.table, apart)
        return found if all(isfinite(figure.value) for figure in found) else None

    def again(
        self, variants: Sequence[Variant], *, seed: int, level: float, progress: Progress | None
    ) -> list[Figures | None]:
        """Play all games of each, with intervals of ``level``; None for what Ctrl-C left out."""
        arms = [self.table.arm(variant, self.names) for variant in variants]
        stopped = sweep.play_all(
            arms, self.plan, seed=seed, threads=self.threads, farm=self.farm, progress=progress
        )
        found: list[Figures | None] = []
        for variant, arm in zip(variants, arms, strict=True):
            whole = len(arm.sums) == self.plan.chunks
            if not whole and stopped:
                found.append(None)
                continue
            apart = self._extras(variant, seed)
            found.append(self.figures(variant, arm.table, apart, level=level))
        return found

    def figures(
        self, variant: Variant, sums: Ints, apart: dict[str, Estimate], *, level: float = LEVEL
    ) -> Figures:
        """What the games say of each target's metric."""
        metrics = {m.name: m for m in self.table.metrics(variant.rules.players, self.names)}
        wider = estimates.quantile(level) / estimates.quantile()
        return tuple(
            _widened(apart[name], wider)
            if name in apart
            else intervals.estimate(metrics[name], sums, level=level)
            for name in self.names
        )

    def _extras(self, variant: Variant, seed: int) -> dict[str, Estimate]:
        """Figures that need other games than these."""
        found = {}
        design: Design = self.table.design
        for name in extras.split(self.names)[1]:
            figure = extras.measured(
                name, design, variant, games=self.plan.games, seed=seed, threads=self.threads,
                farm=self.farm,
            )  # fmt: skip
            nothing = float("nan")
            found[name] = figure or Estimate(nothing, nothing, nothing, 0)
        return found

    def unbeaten(self, found: Sequence[Figures]) -> list[int]:
        """Indices of those that nobody is clearly nearer to all targets than."""
        ends = [self._ends(figures) for figures in found]
        return unbeaten([near for near, _ in ends], [far for _, far in ends])

    def _ends(self, figures: Figures) -> tuple[list[float], list[float]]:
        """Least and largest distance from each target."""
        pairs = zip(self.targets, figures, strict=True)
        ends = [target.reach(figure) for target, figure in pairs]
        return [near for near, _ in ends], [far for _, far in ends]

    def _settled(self, found: Figures) -> bool:
        """Whether all targets are bounds that are clearly kept: more games would change nothing."""
        pairs = zip(self.targets, found, strict=True)
        return all(target.at is None and target.verdict(f) == MET for target, f in pairs)

    def distances(self, figures: Figures) -> list[float]:
        """How far from each target, in its unit."""
        pairs = zip(self.targets, figures, strict=True)
        return [target.distance(figure.value) / target.unit for target, figure in pairs]

    def misses(self, figures: Figures) -> list[float]:
        """How far from being met, target by target."""
        pairs = zip(self.targets, figures, strict=True)
        return [target.miss(figure.value) for target, figure in pairs]

    def verdicts(self, figures: Figures) -> list[Verdict]:
        """What is said of each target."""
        pairs = zip(self.targets, figures, strict=True)
        return [target.verdict(figure) for target, figure in pairs]

    def verdict(self, figures: Figures) -> Verdict:
        """Of all targets together."""
        told = self.verdicts(figures)
        return MISSED if MISSED in told else OPEN if OPEN in told else MET

    def ranked(self, found: Sequence[Candidate], *, sure: bool) -> list[Candidate]:
        """From the best: the front first, on it what misses least, then who is nearest.

        Parameters
        ----------
        sure : what clearly meets all targets comes before what may, and that before what does not.
        """
        points = [self.misses(one.figures) for one in found]
        middle = compromise(points)
        edge = set(front(points))
        verdicts = [MET, OPEN, MISSED]

        def key(i: int) -> tuple[float, ...]:
            figures = found[i].figures
            order = verdicts.index(self.verdict(figures)) if sure else 0
            return (order, i not in edge, middle[i], sum(self.distances(figures)), i)

        return [found[i] for i in sorted(range(len(found)), key=key)]


def _widened(figure: Estimate, factor: float) -> Estimate:
    """The same figure with an interval so many times as wide."""
    value = figure.value
    low, high = value - factor * (value - figure.low), value + factor * (figure.high - value)
    return Estimate(value, low, high, figure.n)
