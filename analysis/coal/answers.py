"""One function a command: what to do in a turn of coal, as an Answer."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil, isfinite

from zochastic.analysis.answer import Answer, Row, provenance
from zochastic.analysis.coal.bets.answer import bet
from zochastic.analysis.coal.game.duels import duel, ladder
from zochastic.analysis.coal.game.simulate import simulate
from zochastic.analysis.coal.solve.answer import solve
from zochastic.analysis.coal.stop.answer import stop
from zochastic.analysis.coal.turn import wording
from zochastic.analysis.coal.turn.goals import AMOUNT
from zochastic.analysis.coal.turn.outcome import turn_outcome
from zochastic.rules.coal import CoalRules, Oven
from zochastic.rules.variants import Variant

Progress = Callable[[int, int], None]

__all__ = ["bet", "duel", "ladder", "odds", "simulate", "solve", "stop"]


def odds(
    variant: Variant,
    *,
    oven: Oven | None = None,
    players: int = 1,
    aims: Sequence[int],
    games: int = 1_000_000,
    seed: int = 1,
    threads: int | None = None,
    precision: float | None = None,
    progress: Progress | None = None,
) -> Answer:
    """What a turn can bring: the best rule for the amount, and the chance to reach each aim.

    Parameters
    ----------
    oven : what lies in it when the turn (of the first drawer) begins; None = a fresh one.
    players : how many draw one after the other and help each other.
    aims : amounts > 0.
    games : simulated rounds an aim, the audit of the exact chance.
    precision : end an aim's simulation at this half-width of its interval.

    Returns
    -------
    Answer: ``facts`` ``value`` (expected amount of the first drawer under the best rule),
        ``threshold`` T/(d+1), ``stop_at`` (the smallest amount that can occur at which to stop),
        ``p_devil``, ``mean_pieces`` (0 when burned); ``rows`` one an aim.
    """
    from zochastic.analysis import estimates
    from zochastic.analysis.coal.turn.chances import exact_chances, simulate_reach

    rules: CoalRules = variant.rules
    start = rules.fresh if oven is None else oven
    threshold = AMOUNT.threshold(start)
    best = turn_outcome(start, threshold, least=rules.min_draw, seed=seed)
    notes = list(wording.oven_notes(rules, start, oven is not None))
    if best.error is not None:
        notes.append(f"{wording.SIMULATED} value ± {best.error:.3f} (95 %).")
    exact = exact_chances(start, aims, players=players, min_draw=rules.min_draw, threads=threads)
    if exact is None:
        notes.append(f"{wording.SIMULATED} p_reach is the estimate of the columns beside it.")
    rows: list[Row] = []
    partial, played = False, 0
    for index, aim in enumerate(aims):
        reach = simulate_reach(
            start,
            aim,
            players=players,
            min_draw=rules.min_draw,
            games=games,
            seed=seed,
            threads=threads,
            precision=precision,
            progress=_part(progress, index, len(aims)),
        )
        share = reach.estimate
        z = None
        if exact is not None:
            z = estimates.z_of_proportion(reach.successes, reach.games, exact[index])
        rows.append(
            {
                "aim": aim,
                "p_reach": share.value if exact is None else exact[index],
                "sim_p_reach": share.value,
                "sim_low": share.low,
                "sim_high": share.high,
                "z": z if z is not None and isfinite(z) else None,
            }
        )
        played = max(played, reach.games)
        if reach.partial:
            partial = True
            break
    stop_at = _smallest_amount(start, threshold)
    return Answer(
        answer=wording.odds(best, threshold, stop_at, players, rows),
        title=f"Odds of a turn, {variant.title}",
        facts={
            "value": float(best.amount),
            "threshold": float(threshold),
            "stop_at": stop_at,
            "p_devil": float(best.p_devil),
            "mean_pieces": float(best.pieces),
            "players": players,
            "oven": start.text,
        },
        rows=rows,
        notes=notes,
        provenance=provenance(
            "odds",
            variant,
            exact=exact is not None and best.error is None,
            seed=seed,
            games=played,
            partial=partial,
        ),
    )


def _part(progress: Progress | None, index: int, parts: int) -> Progress | None:
    """Progress of one of several equal parts, told as progress of the whole."""
    if progress is None:
        return None
    return lambda done, total: progress(index * total + done, parts * total)


def _smallest_amount(oven: Oven, threshold: Fraction) -> int | None:
    """The smallest amount ≥ ``threshold`` that pieces of the oven add up to; None if none does.

    It can occur as the end of a turn: without any one of its pieces it is below the threshold.
    """
    sums = 1  # bit s is set if some pieces add up to s units
    for value, count in oven.coal:
        for _ in range(count):
            sums |= sums << (value // oven.unit)
    first = max(1, ceil(threshold / oven.unit))
    rest = sums >> first
    if not rest:
        return None
    return (first + (rest & -rest).bit_length() - 1) * oven.unit
