"""What a turn that stops at an amount brings on average: exact, or simulated where too large."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, sqrt

from zochastic.analysis import estimates
from zochastic.analysis.coal.turn.law import MOST_CELLS, cells, threshold_law
from zochastic.rules.coal import Oven

#: Turns simulated where the law is too large to be counted.
GAMES = 1_000_000


@dataclass(frozen=True)
class Outcome:
    """A turn's means; a burned turn has amount 0 and no pieces.

    Attributes
    ----------
    amount, pieces, p_devil, p_stop : exact fractions, or floats where simulated; ``p_stop`` is
        the chance to stop at the threshold.
    error : half-width of the 95 % interval of ``amount``; None where exact.
    """

    amount: Fraction | float
    pieces: Fraction | float
    p_devil: Fraction | float
    p_stop: Fraction | float
    error: float | None = None


def turn_outcome(
    oven: Oven,
    threshold: Fraction,
    *,
    least: int = 1,
    amount: int = 0,
    pieces: int = 0,
    seed: int = 1,
) -> Outcome:
    """Means of a turn that stops once the amount is at least ``threshold``.

    Parameters are those of `threshold_law`; ``seed`` is used only where that is too large.
    """
    if cells(oven, threshold, least=least, amount=amount) <= MOST_CELLS:
        law = threshold_law(oven, threshold, least=least, amount=amount, pieces=pieces)
        p_stop = law.p_reach(max(1, ceil(threshold)))
        return Outcome(law.mean_amount, law.mean_pieces, law.p_devil, p_stop)
    return _simulated(oven, threshold, least, amount, pieces, seed)


def _simulated(
    oven: Oven, threshold: Fraction, least: int, amount: int, pieces: int, seed: int
) -> Outcome:
    from zochastic.sims.coal.pack import pack
    from zochastic.sims.coal.team import TeamExperiment
    from zochastic.sims.runner import run

    aim = max(1, ceil(threshold) - amount)
    packed = pack(oven)
    if not oven.devils:  # nothing can go wrong: he draws all, or stops at the aim
        aim = min(aim, oven.good)
    experiment = TeamExperiment(packed.deck, packed.values, 1, aim, least, seed)
    tally = run(experiment, games=GAMES)
    stops = experiment.successes(tally.counts)
    mean = int(tally.counts[2]) / tally.games
    # amounts kept stay below aim + the largest piece, which bounds E(x²) by that times E(x)
    top = aim + oven.coal[0][0]
    error = estimates.quantile() * sqrt(max(0.0, top * mean - mean * mean) / tally.games)
    share = stops / tally.games
    return Outcome(
        amount * share + mean,
        pieces * share + int(tally.counts[3]) / tally.games,
        1 - share,
        share,
        error,
    )
