"""How the variants of a game are played and judged: policies, metrics, the printed game."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from zochastic.analysis.answer import Scalar
from zochastic.analysis.design.extras import EXTRAS
from zochastic.analysis.quality import intervals
from zochastic.analysis.quality.metrics import Metric, default_metrics, path_metrics
from zochastic.analysis.quality.records import Design, design_of, names_for
from zochastic.analysis.sweep import Arm
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import Variant, load_variant
from zochastic.sims._jit import Ints


@dataclass(frozen=True)
class Table:
    """How variants of a game are played and judged.

    Attributes
    ----------
    policies : names as they were given; none: the usual ones.
    frozen : the policies are made for this variant and do not know which they play.
    seconds : of a turn.
    """

    game: str
    design: Design
    policies: tuple[str, ...]
    frozen: Variant | None
    seconds: float

    @classmethod
    def of(
        cls,
        variant: Variant,
        *,
        policies: Sequence[str] = (),
        freeze: bool = False,
        seconds: float | None = None,
    ) -> "Table":
        """For the game of ``variant``; ``freeze`` makes all policies for its rules."""
        design = design_of(variant.game)
        seconds = design.seconds if seconds is None else seconds
        return cls(variant.game, design, tuple(policies), variant if freeze else None, seconds)

    def metrics(self, players: int, wanted: Sequence[str] = ()) -> list[Metric]:
        """The metrics called ``wanted``, or all; those of seats that do not exist are left out."""
        eliminates = self.design.eliminates
        found = default_metrics(players, seconds=self.seconds, eliminates=eliminates)
        if not wanted:
            return found
        found += path_metrics() if self.design.paths else []
        by_name = {metric.name: metric for metric in found}
        return [by_name[name] for name in wanted if name in by_name]

    def check(self, wanted: Sequence[str], players: int, *, what: str = "--metric") -> None:
        """Refuse metrics that a game of so many players does not have."""
        known = [metric.name for metric in self.metrics(players)]
        known += [metric.name for metric in path_metrics()] if self.design.paths else []
        known += EXTRAS
        for name in wanted:
            if name not in known:
                raise InvalidInput(what, name, ", ".join(known), known=known)

    def arm(self, variant: Variant, wanted: Sequence[str] = ()) -> Arm:
        """A variant to play; its policies are made for its own rules unless they are frozen.

        Parameters
        ----------
        wanted : metrics; win probabilities are looked up where one of them needs these.

        Raises
        ------
        InvalidInput : no such policies.
        """
        names = names_for(self.design, variant, self.policies)
        self.design.check(variant.rules, names)
        made_for = None if self.frozen is None else self.frozen.rules
        paths = any(metric.name in wanted for metric in path_metrics())
        seat = partial(self.design.seat, variant.rules, names, made_for=made_for, paths=paths)
        return Arm(seat, variant.digest)

    def named(self, variant: Variant) -> str:
        """Who plays, for the title."""
        names = names_for(self.design, variant, self.policies)
        told = names[0] if len(set(names)) == 1 else ", ".join(names)
        if self.frozen is not None:
            return f"{told} made for {self.frozen.title} and frozen"
        return f"{told} made for each variant"

    def notes(self, variant: Variant, games: int) -> list[str]:
        """What every figure rests on."""
        return [
            f"Players: {self.named(variant)}.",
            f"A turn is taken to last {self.seconds:g} seconds; --seconds changes that.",
            f"All variants met the same luck: {games:,} games each at most; low and high are 95 % "
            "intervals, of differences in pairs.",
            *self.design.notes,
        ]


def printed(variant: Variant) -> Variant:
    """The printed game for as many players."""
    found = load_variant(variant.game)
    players = variant.rules.players
    if found.rules.players == players:
        return found
    return load_variant(variant.game, sets=[f"players={players}"])


def row_of(metric: Metric, ours: Ints, base: Ints) -> dict[str, Scalar]:
    """What is told of a metric of a variant, beside the printed game's."""
    found = intervals.estimate(metric, ours)
    apart = intervals.difference(metric, ours, base)
    return {
        "metric": metric.name,
        "estimate": told(found.value),
        "low": told(found.low),
        "high": told(found.high),
        "printed": told(intervals.estimate(metric, base[: len(ours)]).value),
        "difference": told(apart.value),
        "diff_low": told(apart.low),
        "diff_high": told(apart.high),
        "games": found.n,
    }


def told(value: float) -> float | None:
    """A number that is one."""
    return value if value == value else None
