"""Draw or stop for a goal that looks at this turn alone: the expected amount, or to reach one."""

from fractions import Fraction

from zochastic.analysis.answer import Answer, Row, provenance
from zochastic.analysis.coal.turn import wording
from zochastic.analysis.coal.turn.goals import Goal, read_goal
from zochastic.analysis.coal.turn.outcome import turn_outcome
from zochastic.rules.coal import CoalRules, Oven
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import Variant


def turn_stop(
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
    from zochastic.analysis.coal.turn.curve import stop_or_draw

    try:
        return stop_or_draw(start, goal, min_draw=min_draw, held=held)
    except ValueError as fault:
        raise InvalidInput("--plot", start.text, f"a smaller oven for the chart: {fault}") from None
