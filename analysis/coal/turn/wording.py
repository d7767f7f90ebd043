"""Answers about a turn of coal in words, from the numbers of the variant at hand."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from zochastic.analysis.coal.turn.goals import Goal
from zochastic.analysis.coal.turn.outcome import Outcome
from zochastic.rules.coal import CoalRules, Oven

SIMULATED = "Too many states for an exact answer: simulated."


def percent(p: float | Fraction) -> str:
    """A probability as people read it: never 0 % or 100 % of what can still go wrong."""
    p = float(p)
    if 0 < p < 0.001:
        return "under 0.1 %"
    if 0.999 < p < 1:
        return "over 99.9 %"
    return f"{100 * p:.1f} %"


def odds(
    best: Outcome,
    threshold: Fraction,
    stop_at: int | None,
    players: int,
    rows: Sequence[Mapping[str, Any]],
) -> str:
    """The sentence of ``coal odds``."""
    if best.p_devil == 1:
        text = "Every turn from this oven burns"
    elif best.p_devil == 0:
        text = f"No devil can end this turn: draw all, for {float(best.amount):g}"
    else:
        text = (
            f"One drawer gets most by stopping at {stop_at} or more "
            f"(from {float(threshold):.1f} on): {float(best.amount):.1f} on average, and "
            f"{percent(best.p_devil)} of such turns burn"
        )
    return text + _likely_aim(players, rows) + "."


def _likely_aim(players: int, rows: Sequence[Mapping[str, Any]]) -> str:
    who = "one who draws for it" if players == 1 else f"one of {players} who help each other"
    likely = [row for row in rows if row["p_reach"] >= 0.5]
    if likely:
        row = max(likely, key=lambda row: int(row["aim"]))
        return f"; {row['aim']} is reached by {who} with {percent(row['p_reach'])}"
    if rows:
        row = min(rows, key=lambda row: int(row["aim"]))
        return f"; even {row['aim']} is reached by {who} with {percent(row['p_reach'])} only"
    return ""


def stop(
    goal: Goal,
    stops: bool,
    amount: int,
    value_stop: int | None,
    value_draw: Fraction | float | None,
    p_devil: float | None,
    rules: CoalRules,
) -> str:
    """The sentence of ``coal stop``."""
    if value_draw is None or p_devil is None:
        return f"Stop: the oven is empty, the last piece has ended the turn with {amount}."
    risk = f"the next piece is a devil with {percent(p_devil)}"
    if value_stop is None:
        return f"Draw: the rules ask for {rules.min_draw} at least; {risk}."
    if goal.aim is None:
        go = f"{float(value_draw):.1f} on average"
        if stops:
            return f"Stop: {amount} in hand is worth no less than drawing on, {go}; {risk}."
        return f"Draw: drawing on brings {go}, more than the {amount} in hand; {risk}."
    if amount >= goal.aim:
        return f"Stop: {amount} reaches {goal.aim}; {risk}."
    if stops:
        return f"Stop: {goal.aim} can no longer be reached with {amount} in hand."
    return f"Draw: {goal.aim} is reached with {percent(value_draw)} from {amount}; {risk}."


def bet(rules: CoalRules, rows: Sequence[Mapping[str, Any]], best: int, drawers: int) -> str:
    """The sentence of ``coal bet``."""
    row = rows[best]
    stake, value = row["bet"], row["ev_double"]
    if len(rows) == 1 and stake == 0:
        return "Nothing to bet: a player without chips draws all the same."
    others = "you draw" if drawers == 1 else f"all {drawers} help"
    chance = percent(row["p_success"])
    # An upper bound of "over 99.9 %" would be none.
    verb = "can succeed with" if chance.startswith("over") else "succeeds with at most"
    if stake == 0:
        rest = max(rows[1:], key=lambda row: float(row["ev_double"]))
        return (
            f"Bet nothing: even the best stake, {rest['bet']}, succeeds with at most "
            f"{percent(rest['p_success'])} when {others}, {rest['ev_double']:+.1f} chips at most."
        )
    if rules.double_to == "highest" and rules.double != rules.win_factor:
        paid = f" if it is the highest stake, {row['ev_single']:+.1f} if not"
    else:
        paid = ""
    return (
        f"Bet {stake}: it {verb} {chance} when {others}, and is worth at most {value:+.1f} "
        f"chips{paid}."
    )


def oven_notes(rules: CoalRules, start: Oven, told: bool) -> Iterator[str]:
    """What the answer takes for granted about the oven."""
    if told and start != rules.fresh:
        yield f"The oven held {start.text} when the turn began."
        if rules.memory != "perfect":
            yield f"Players of this variant do not know that (memory={rules.memory})."


def bet_notes(rules: CoalRules, start: Oven, told: bool, drawers: int) -> list[str]:
    """What the answer of ``coal bet`` takes for granted."""
    notes = list(oven_notes(rules, start, told))
    if rules.bet_on == "own":
        notes.append("Each stake is held against its owner's amount (bet_on=own): he draws first.")
    elif drawers > 1:
        notes.append(
            "Everybody is taken to draw on until this stake is reached, so the chances are upper "
            "bounds; bonuses, pacts and the others' stakes are left out."
        )
    if rules.zero_bet:
        notes.append("Staking nothing is allowed and neither wins nor loses (assumed).")
    return notes
