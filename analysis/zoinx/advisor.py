"""What the page for zoinx has to know: the law of a roll, and what every score is worth."""

from typing import Any

from zochastic.analysis.advisor import Progress, packed
from zochastic.analysis.zoinx.turn import (
    opponent_points,
    points_bet,
    points_guess,
    points_turn,
    turn_law,
)
from zochastic.rules.variants import Variant
from zochastic.rules.zoinx import ZoinxRules

_KEYS = (
    "players", "active_bets", "opponent_bets", "zoinx_prize", "zoinx_loss", "exact_hit", "above",
    "opponent_factor", "opponent_miss", "target", "trigger", "forced", "max_turns",
)  # fmt: skip


def data(variant: Variant, *, progress: Progress | None = None) -> dict[str, Any]:
    """The rules as numbers; two players solved at every score, others for the most points.

    Returns
    -------
    See `analysis.advisor.data`.  ``goal`` is ``win`` or ``points``; ``points`` holds the bets with
    the greatest expected points and these; ``two`` the arrays of a `RaceSolution`.

    Raises
    ------
    InvalidInput : two players that cannot be solved exactly.
    """
    rules: ZoinxRules = variant.rules
    plain = rules.plain()
    made: dict[str, Any] = {key: plain[key] for key in _KEYS}
    blank = dict(rules.roll_law).get(0, 0)
    made |= {
        "starts": list(rules.starts),
        "law": [[dots, float(p)] for dots, p in rules.roll_law],
        "p_bust": float(rules.p_bust),
        "again": float(1 - blank),
        "points": _points(rules),
    }
    if rules.players == 2:
        return made | {"goal": "win"} | _two(rules)
    return made | {
        "goal": "points",
        "does": "tap your bet and the dots, read for the most points of the turn what to do",
        "covers": [
            f"For {_players(rules)} it tells what brings the most points of your own in this turn, "
            "exactly (zochastic zoinx stop --goal points). It does not look at the scores.",
        ],
    }


def _two(rules: ZoinxRules) -> dict[str, Any]:
    """The solved game of two."""
    # compiled code, which no other number of players needs
    from zochastic.analysis.zoinx.positions import solve_for
    from zochastic.analysis.zoinx.two import MOST_DEFICIT

    solved = solve_for(rules, rules.starts)
    return {
        "does": "tap scores, bets and dots, read what to bet and whether to roll or to stop",
        "covers": [
            "For two players it is perfect play at every score that can occur, the same as of "
            "zochastic zoinx bet and zochastic zoinx stop: the chance to win when both play on "
            "perfectly.",
        ],
        "two": {
            "most": solved.most,
            "most_deficit": MOST_DEFICIT,
            "value": packed(solved.value),
            "bets": packed(solved.bets),
            "guesses": packed(solved.guesses),
            "last": packed(solved.last),
            "last_bets": packed(solved.last_bets),
            "last_guesses": packed(solved.last_guesses),
        },
    }


def _points(rules: ZoinxRules) -> dict[str, Any]:
    """What brings the most points on average, as `bets.bet` tells it."""
    bet, guess = points_bet(rules), points_guess(rules)
    law = turn_law(rules, points_turn(rules, bet).rule)
    return {
        "bet": bet,
        "ev": float(points_turn(rules, bet).value),
        "guess": guess,
        "guess_ev": float(opponent_points(rules, law, guess)),
    }


def _players(rules: ZoinxRules) -> str:
    return "one player" if rules.players == 1 else f"{rules.players} players"
