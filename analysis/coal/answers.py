"""One function a command: what to do in a turn of coal, as an Answer."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil, isfinite

from zochastic.analysis.answer import Answer, Row, provenance
from zochastic.analysis.coal import wording
from zochastic.analysis.coal.bet_answer import bet
from zochastic.analysis.coal.game_answers import duel, ladder, simulate
from zochastic.analysis.coal.goals import AMOUNT, Goal, read_goal
from zochastic.analysis.coal.outcome import turn_outcome
from zochastic.rules.coal import CoalRules, Oven
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import Variant

Progress = Callable[[int, int], None]

__all__ = ["bet", "duel", "ladder", "odds", "simulate", "stop"]


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
    from zochastic.analysis.coal.chances import exact_chances, simulate_reach

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


def stop(
    variant: Variant,
    *,
    drawn: Oven,
    oven: Oven | None = None,
    goal: str = "amount",
    curve: bool = False,
) -> Answer:
    """Whether to draw again or to stop, for a goal that looks at this turn alone.

    Parameters
    ----------
    drawn : the good pieces turned over in this turn.
    oven : what lay in the oven when the turn began; None = a fresh one.
    goal : ``amount`` or ``reach:N``.
    curve : add the table ``curve``, stopping against drawing by amount, for a chart.

    Returns
    -------
    Answer: ``facts`` ``advice``, ``value_draw``, ``value_stop`` (None where the rules do not
        allow it), ``p_devil_next``, ``threshold``, ``amount``, ``pieces``; ``rows`` one an action.

    Raises
    ------
    InvalidInput : a wrong goal; pieces that the oven does not hold.
    """
    rules: CoalRules = variant.rules
    wanted = read_goal(goal)
    start = rules.fresh if oven is None else oven
    rest = start.minus(drawn)
    amount, pieces = drawn.good, drawn.pieces
    threshold = wanted.threshold(start)
    may_stop = pieces >= rules.min_draw or rest.size == 0
    value_stop = wanted.utility(amount) if may_stop else None
    notes = list(wording.oven_notes(rules, start, oven is not None))
    value_draw: Fraction | float | None = None
    error = None
    if rest.size:
        least = max(1, rules.min_draw - pieces)
        outcome = turn_outcome(rest, threshold, least=least, amount=amount, pieces=pieces)
        value_draw = outcome.amount if wanted.aim is None else outcome.p_stop
        error = outcome.error
        if error is not None:
            notes.append(wording.SIMULATED)
    stops = _stops(value_stop, value_draw, amount, threshold, exact=error is None)
    notes.append(
        "An amount is worth nothing by itself: only bets and bonuses pay. "
        "`zochastic coal bet` weighs bets."
    )
    p_devil = rest.devils / rest.size if rest.size else None
    return Answer(
        answer=wording.stop(wanted, stops, amount, value_stop, value_draw, p_devil, rules),
        title=f"Draw or stop, {variant.title}",
        facts={
            "advice": "stop" if stops else "draw",
            "value_draw": None if value_draw is None else float(value_draw),
            "value_stop": value_stop,
            "p_devil_next": p_devil,
            "threshold": float(threshold),
            "amount": amount,
            "pieces": pieces,
            "goal": wanted.text,
            "oven": rest.text,
        },
        rows=[
            {"action": "draw", "value": None if value_draw is None else float(value_draw)},
            {"action": "stop", "value": value_stop},
        ],
        best=int(stops),
        tables={"curve": _curve(start, wanted, rules.min_draw, amount)} if curve else {},
        notes=notes,
        provenance=provenance("stop", variant, exact=error is None),
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


def _stops(
    value_stop: int | None,
    value_draw: Fraction | float | None,
    amount: int,
    threshold: Fraction,
    *,
    exact: bool,
) -> bool:
    """Whether to stop; a tie is broken for stopping, and a simulated value decides nothing."""
    if value_stop is None or value_draw is None:
        return value_draw is None
    return value_stop >= value_draw if exact else amount >= threshold


def _curve(start: Oven, goal: Goal, min_draw: int, held: int) -> list[Row]:
    from zochastic.analysis.coal.curve import stop_or_draw

    try:
        return stop_or_draw(start, goal, min_draw=min_draw, held=held)
    except ValueError as fault:
        raise InvalidInput("--plot", start.text, f"a smaller oven for the chart: {fault}") from None
