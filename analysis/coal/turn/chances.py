"""The greatest chance to reach an amount: exact where it can be, and its simulated partner."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from zochastic.analysis import estimates
from zochastic.analysis.coal.turn.law import MOST_CELLS, cells, threshold_law
from zochastic.rules.coal import Oven
from zochastic.sims.coal import lanes
from zochastic.sims.coal.pack import pack
from zochastic.sims.coal.team import CHUNK as TEAM_CHUNK
from zochastic.sims.coal.team import TeamExperiment
from zochastic.sims.runner import Experiment, Progress, Tally, run
from zochastic.sims.streams import derived


def exact_chances(
    oven: Oven,
    aims: Sequence[int],
    *,
    players: int = 1,
    min_draw: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
) -> list[float] | None:
    """Greatest chance that any of ``players`` drawers reaches each aim; None where too large."""
    if players == 1 and all(cells(oven, aim, least=min_draw) <= MOST_CELLS for aim in aims):
        return [float(threshold_law(oven, aim, least=min_draw).p_reach(aim)) for aim in aims]
    from zochastic.analysis.coal.turn.team import MOST_STATES, chances, team_problem

    problem = team_problem(oven, players, min_draw=min_draw)
    if problem.states(aims) > MOST_STATES:
        return None
    return chances(problem, aims, threads=threads, progress=progress)


#: Turns in a chunk where a run stops at a precision: a look at the counts comes early.
_SHORT = 1 << 14


@dataclass(frozen=True)
class Reach:
    """Rounds in which somebody reached the aim.

    Attributes
    ----------
    partial : the simulation was interrupted.
    """

    successes: int
    games: int
    partial: bool

    @property
    def estimate(self) -> estimates.Estimate:
        """The share of successes with its interval."""
        return estimates.proportion(self.successes, self.games)


def simulate_reach(
    oven: Oven,
    aim: int,
    *,
    players: int = 1,
    min_draw: int = 1,
    games: int,
    seed: int,
    threads: int | None = None,
    precision: float | None = None,
    progress: Progress | None = None,
) -> Reach:
    """Rounds in which each of ``players`` draws on until he has ``aim`` or burns.

    One drawer is played in vector lanes where the oven fits them.

    Parameters
    ----------
    seed : each aim draws from streams of its own.
    precision : stop once the half-width of the interval is at most this.
    """
    experiment: Experiment
    count: Callable[[Tally], int]
    packed = pack(oven)
    seed = derived(seed, aim)
    if (
        players == 1
        and min_draw == 1
        and oven.pieces
        and oven.size <= lanes.MOST_PIECES
        and int(packed.units[0]) <= lanes.MOST_UNITS
    ):
        experiment = lanes.ThresholdExperiment(
            tuple(packed.pieces[::-1].tolist()),
            tuple(packed.units[::-1].tolist()),
            oven.devils,
            -(-aim // oven.unit),
            seed,
            chunk=lanes.CHUNK if precision is None else _SHORT,
        )
        # without a devil a turn that ends has drawn all there is, the aim or not
        hopeless = aim > oven.good

        def count(tally: Tally) -> int:
            return 0 if hopeless else int(tally.counts[lanes.TURNS] - tally.counts[lanes.DEVILS])

    else:
        team = TeamExperiment(
            packed.deck, packed.values, players, aim, min_draw, seed,
            chunk=TEAM_CHUNK if precision is None else _SHORT,
        )  # fmt: skip
        experiment = team

        def count(tally: Tally) -> int:
            return team.successes(tally.counts)

    def enough(tally: Tally) -> bool:
        share = estimates.proportion(count(tally), tally.games)
        return precision is not None and share.half_width <= precision

    tally = run(
        experiment,
        games=games,
        threads=threads,
        enough=None if precision is None else enough,
        progress=progress,
    )
    return Reach(count(tally), tally.games, tally.partial)


def simulated_chances(
    oven: Oven,
    aims: Sequence[int],
    *,
    players: int,
    min_draw: int,
    games: int,
    seed: int,
    threads: int | None = None,
    progress: Progress | None = None,
) -> tuple[list[float], bool]:
    """Estimates in place of `exact_chances`; after Ctrl-C of the first aims only, and True."""
    found = []
    for index, aim in enumerate(aims):
        reach = simulate_reach(
            oven, aim, players=players, min_draw=min_draw, games=games, seed=seed, threads=threads
        )
        found.append(reach.successes / reach.games)
        if reach.partial:
            return found, True
        if progress is not None:
            progress(index + 1, len(aims))
    return found, False
