"""How the variants of a game are played and judged: policies, metrics, the printed game."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from zochastic.analysis.answer import Scalar
from zochastic.analysis.design.extras import EXTRAS
from zochastic.analysis.quality import intervals
from zochastic.analysis.quality.metrics import Metric, default_metrics, path_metrics
from zochastic.analysis.quality.nested import seat_nested
from zochastic.analysis.quality.records import Design, design_of, names_for
from zochastic.analysis.sweep import Arm, Plan
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import Variant, load_variant
from zochastic.sims._jit import Ints

#: Names of the metrics that need win probabilities.
PATH_METRICS = frozenset(metric.name for metric in path_metrics())


@dataclass(frozen=True)
class Table:
    """How variants of a game are played and judged.

    Attributes
    ----------
    policies : names as they were given; none: the usual ones.
    frozen : the policies are made for this variant and do not know which they play.
    seconds : of a turn.
    playouts : from each position, where win probabilities are estimated; None: as the game says.
    """

    game: str
    design: Design
    policies: tuple[str, ...]
    frozen: Variant | None
    seconds: float
    playouts: int | None = None

    @classmethod
    def of(
        cls,
        variant: Variant,
        *,
        policies: Sequence[str] = (),
        freeze: bool = False,
        seconds: float | None = None,
        playouts: int | None = None,
    ) -> "Table":
        """For the game of ``variant``; ``freeze`` makes all policies for its rules."""
        design = design_of(variant.game)
        seconds = design.seconds if seconds is None else seconds
        frozen = variant if freeze else None
        return cls(variant.game, design, tuple(policies), frozen, seconds, playouts)

    def metrics(self, players: int, wanted: Sequence[str] = ()) -> list[Metric]:
        """The metrics called ``wanted``, or all; those of seats that do not exist are left out."""
        eliminates = self.design.eliminates
        found = default_metrics(players, seconds=self.seconds, eliminates=eliminates)
        if not wanted:
            return found
        found += path_metrics()
        by_name = {metric.name: metric for metric in found}
        return [by_name[name] for name in wanted if name in by_name]

    def check(self, wanted: Sequence[str], players: int, *, what: str = "--metric") -> None:
        """Refuse metrics that a game of so many players does not have."""
        known = [metric.name for metric in self.metrics(players)]
        known += [*PATH_METRICS, *EXTRAS]
        for name in wanted:
            if name not in known:
                raise InvalidInput(what, name, ", ".join(known), known=known)
        if self.playouts is not None and not PATH_METRICS & set(wanted):
            allowed = f"only with one of --metric {', '.join(sorted(PATH_METRICS))}"
            raise InvalidInput("--playouts", self.playouts, allowed)

    def estimates_paths(self, variants: Iterable[Variant], wanted: Iterable[str]) -> bool:
        """Whether ``wanted`` needs win probabilities of which some can only be estimated."""
        if not PATH_METRICS & set(wanted):
            return False
        return self.frozen is not None or not all(
            self.design.exact_paths(variant.rules) for variant in variants
        )

    def plan(self, games: int | None, *, nested: bool) -> Plan:
        """How much is played: ``games`` each, or as many as are usual."""
        return Plan.of(games or self.usual_games(nested=nested), self.design.chunk)

    def usual_games(self, *, nested: bool) -> int:
        """How many games a variant gets where nobody says; ``nested``: each is played on from."""
        return self.design.nested if nested else self.design.games

    def arm(self, variant: Variant, wanted: Sequence[str] = ()) -> Arm:
        """A variant to play; its policies are made for its own rules unless they are frozen.

        Parameters
        ----------
        wanted : metrics; win probabilities are looked up, or estimated, where one of them needs
            these.

        Raises
        ------
        InvalidInput : no such policies.
        """
        names = names_for(self.design, variant, self.policies)
        self.design.check(variant.rules, names)
        made_for = None if self.frozen is None else self.frozen.rules
        wants = PATH_METRICS & set(wanted)
        if self.estimates_paths([variant], wants):
            seat = partial(
                seat_nested, self.design, variant.rules, names, made_for=made_for,
                playouts=self.playouts or self.design.playouts, weigh="decision_weight" in wants,
            )  # fmt: skip
            return Arm(seat, variant.digest)
        made = partial(self.design.seat, variant.rules, names, made_for=made_for, paths=bool(wants))
        return Arm(made, variant.digest)

    def named(self, variant: Variant) -> str:
        """Who plays, for the title."""
        names = names_for(self.design, variant, self.policies)
        told = names[0] if len(set(names)) == 1 else ", ".join(names)
        if self.frozen is not None:
            return f"{told} made for {self.frozen.title} and frozen"
        return f"{told} made for each variant"

    def shares(self, lines: Ints, players: int, wanted: Sequence[str]) -> list[str]:
        """How much of the variance of what is ``wanted`` comes from play-outs, in words."""
        parts = []
        for metric in self.metrics(players, wanted) if wanted else ():
            share = intervals.play_out_share(metric, lines)
            if share is not None:
                parts.append(f"{100 * share:.0f} % of the variance of {metric.name}")
        if not parts:
            return []
        return [
            f"Play-outs make {', '.join(parts)}, games the rest: from a half on more play-outs "
            "help more than more games."
        ]

    def notes(self, variant: Variant, games: int, *, nested: bool = False) -> list[str]:
        """What every figure rests on; ``nested``: win probabilities are estimated."""
        return [
            *([f"{self.played_on()} (--playouts)."] if nested else []),
            f"Players: {self.named(variant)}.",
            f"A turn is taken to last {self.seconds:g} seconds; --seconds changes that.",
            f"All variants met the same luck: {games:,} games each at most; low and high are 95 % "
            "intervals, of differences in pairs.",
            *self.design.notes,
        ]

    def played_on(self) -> str:
        """What to know of win probabilities that are estimated."""
        playouts = self.playouts or self.design.playouts
        return (
            "Win probabilities are estimated: intervals have the errors of games and of play-outs "
            "in them, and fewer games are played than for other metrics; each position is played "
            f"on {playouts:,} times"
        )


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
