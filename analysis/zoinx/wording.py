"""Answers about zoinx in words, from the numbers of the variant at hand."""

from collections.abc import Mapping, Sequence
from typing import Any

from zochastic.rules.zoinx import Bet, ZoinxRules

NOT_UNIQUE = (
    "In the stored equilibrium of three players; others exist, with other values. It is safe "
    "against nobody who errs."
)


def percent(p: float, digits: int = 1) -> str:
    """A probability as people read it: never 0 % or 100 % of what can still go wrong."""
    if 0 < p < 0.001:
        return "under 0.1 %"
    if 0.999 < p < 1:
        return "over 99.9 %"
    return f"{100 * p:.{digits}f} %"


def odds(rules: ZoinxRules, rows: Sequence[Mapping[str, Any]], best: int) -> str:
    """The sentence of ``zoinx odds``."""
    row = rows[best]
    risk = f"{percent(row['p_zoinx'])} of such turns end in a zoinx"
    if row["bet"] is None:
        return f"{row['stop_rule'].capitalize()}: {row['ev']:.2f} points on average; {risk}."
    return (
        f"Bet {row['bet']} for the most points: {row['ev']:.2f} on average "
        f"({row['stop_rule']}); {risk}."
    )


def bet(
    rows: Sequence[Mapping[str, Any]],
    *,
    whose: str,
    value: float,
    points: Bet,
    ev: float,
    cost: float | None,
    exact: bool,
    three: bool = False,
) -> str:
    """The sentence of ``zoinx bet`` where all play the equilibrium.

    Parameters
    ----------
    whose : ``your``, or ``seat 2's``.
    points, ev : the bet with the greatest expected score, and that score.
    cost : what making that bet costs.
    """
    wins = f"{whose} chance to win is {percent(value)}"
    when = "in the stored equilibrium" if three else "when everybody plays perfectly"
    if len(rows) == 1:
        return f"There is nothing to choose: {wins} {when}."
    if not exact:
        top = max(rows, key=lambda row: float(row["value"]))
        return (
            f"Bet {top['bet']}: {wins} in games played on for the most points (simulated, no "
            "equilibrium)."
        )
    made = [(row["bet"], row["probability"]) for row in rows if row["probability"] > 5e-7]
    if len(made) == 1:
        advice = f"Bet {made[0][0]} for certain"
    else:
        lots = ", ".join(f"{face} with {percent(p)}" for face, p in made)
        advice = f"Draw lots: {lots}"
    return f"{advice}; {wins} {when}. {_points(made, points, ev, cost)}"


def _points(made: Sequence[tuple[Bet, float]], points: Bet, ev: float, cost: float | None) -> str:
    """How the bet with the greatest expected score differs."""
    what = f"the greatest expected score ({ev:.2f})"
    if any(face == points for face, _ in made):
        return (
            f"It has {points} in it, which also has {what}."
            if len(made) > 1
            else (f"It also has {what}.")
        )
    lost = "" if cost is None else f" and costs {percent_points(cost)} of winning"
    return f"Not {points}: it has {what}{lost} against perfect play."


def percent_points(cost: float) -> str:
    """A difference of two probabilities."""
    return f"{100 * cost:.2f} percentage points" if cost >= 5e-5 else "under 0.01 percentage points"


def against(bet: Bet, *, whose: str, value: float, policy: str, perfect: float) -> str:
    """The sentence of ``zoinx bet --against``."""
    reply = "Play on" if bet is None else f"Bet {bet}"
    return (
        f"{reply}: the best reply to {policy}; {whose} chance to win is {percent(value)}, against "
        f"perfect play it would be {percent(perfect)}."
    )


def stop(
    *,
    advice: str,
    goal: str,
    total: int,
    roll: float,
    stop: float | None,
    p_zoinx: float,
    rule: str | None,
    bet: Bet,
) -> str:
    """The sentence of ``zoinx stop``."""
    risk = f"the next roll is a zoinx with {percent(p_zoinx)}"
    show = (lambda v: f"{v:.2f} points") if goal == "points" else percent
    if stop is None:
        why = "roll first" if total == 0 else f"the bet {bet} is not reached"
        return f"Roll: {why}; the turn is worth {show(roll)}, {risk}."
    whole = "" if rule is None else f" The whole rule: {rule}."
    if advice == "stop":
        return f"Stop: {show(stop)}, rolling on {show(roll)}; {risk}.{whole}"
    return f"Roll: {show(roll)}, stopping only {show(stop)}; {risk}.{whole}"


def solve_two(first: float, bets: str, points: Bet, follow: float, gain: float) -> str:
    """The sentence of ``zoinx solve`` for two."""
    text = f"Perfect play wins {percent(first, 4)} for the first player"
    if not bets:
        return (
            f"{text}; whoever goes for the most points in each turn wins {percent(follow)}, "
            f"{percent_points(first - follow)} less."
        )
    return (
        f"{text}, who begins with {bets}. Bet {points} has the greatest expected score; a first "
        f"player who always goes for that wins {percent(follow)} against perfect play, "
        f"{percent_points(first - follow)} less. Nobody gains more than {gain:.0e} by leaving "
        "the equilibrium."
    )


def mixture(faces: Sequence[Bet], probabilities: Sequence[float]) -> str:
    """A mixture as people say it: ``bet 4``, or ``4 with 52.3 %, 6 with 47.7 %``."""
    made = [(f, p) for f, p in zip(faces, probabilities, strict=True) if p > 5e-7]
    if len(made) == 1:
        return f"bet {made[0][0]}"
    return ", ".join(f"{face} with {percent(p)}" for face, p in made)


def simulate(rows: Sequence[Mapping[str, Any]], games: int) -> str:
    """The sentence of ``zoinx simulate``."""
    parts = [f"{row['policy']} (seat {row['seat']}) {percent(row['win_rate'], 2)}" for row in rows]
    audit = ""
    known = [row for row in rows if row.get("z") is not None]
    if known:
        audit = f"; exactly it is {percent(known[0]['exact'], 2)} for seat {known[0]['seat']}"
    return f"Share of the wins in {games:,} games: {', '.join(parts)}{audit}."
