"""What the page for zoinx has to know: the law of a roll, and what every score is worth."""

from fractions import Fraction
from typing import Any

import numpy as np

from zochastic.analysis.advisor import Progress, packed
from zochastic.analysis.zoinx.alone import fewest_turns
from zochastic.analysis.zoinx.turn import (
    opponent_points,
    points_bet,
    points_guess,
    points_turn,
    turn_law,
)
from zochastic.analysis.zoinx.wording import NOT_UNIQUE
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import Variant
from zochastic.rules.zoinx import ZoinxRules

_WINS = "tap scores, bets and dots, read what to bet and whether to roll or to stop"

_KEYS = (
    "players", "active_bets", "opponent_bets", "zoinx_prize", "zoinx_loss", "exact_hit", "above",
    "opponent_factor", "opponent_miss", "target", "trigger", "forced", "max_turns",
)  # fmt: skip


def data(variant: Variant, *, progress: Progress | None = None) -> dict[str, Any]:
    """The rules as numbers, and what every moment of the game is worth where that is known.

    Returns
    -------
    See `analysis.advisor.data`.  ``goal`` is ``win`` (two players, or three with a stored
    equilibrium: arrays in ``two`` or ``three``), ``turns`` (one alone: the fewest, by score) or
    ``points``; ``points`` holds the bets with the greatest expected points and these.

    Raises
    ------
    InvalidInput : one or two players that cannot be solved exactly.
    """
    rules: ZoinxRules = variant.rules
    plain = rules.plain()
    made: dict[str, Any] = {key: plain[key] for key in _KEYS}
    made |= {
        "starts": list(rules.starts),
        "law": [[dots, float(p)] for dots, p in rules.roll_law],
        "p_bust": float(rules.p_bust),
        "again": float(1 - dict(rules.roll_law).get(0, Fraction(0))),
        "points": _points(rules),
    }
    if rules.players == 1:
        return made | _alone(rules)
    if rules.players == 2:
        return made | _two(rules)
    return made | (_three(rules) or _most_points(rules))


def _most_points(rules: ZoinxRules) -> dict[str, Any]:
    """What is told where no game is solved."""
    players = f"{rules.players} players with these rules"
    return {
        "goal": "points",
        "note": f"For the most points of this turn, not for the win: {players} are not solved.",
        "does": "tap your bet and the dots, read what brings the most points of the turn",
        "covers": [
            f"For {players} it tells what brings the most points of your own in this turn, "
            "exactly, as zochastic zoinx stop --goal points does. It does not look at the scores; "
            "zochastic zoinx bet plays whole games of three or four.",
        ],
    }


def _alone(rules: ZoinxRules) -> dict[str, Any]:
    """One player who wants the fewest turns."""
    return {
        "goal": "turns",
        "turns": list(fewest_turns(rules).turns),
        "does": "tap score, bet and dots, read what to bet and whether to roll or to stop",
        "covers": [
            "For one player alone it is what takes the fewest turns to the target, exactly: the "
            "same as of zochastic zoinx solve.",
        ],
    }


def _two(rules: ZoinxRules) -> dict[str, Any]:
    """The solved game of two."""
    # compiled code, which no other number of players needs
    from zochastic.analysis.zoinx.positions import solve_for
    from zochastic.analysis.zoinx.two import MOST_DEFICIT

    solved = solve_for(rules, rules.starts)
    return {
        "goal": "win",
        "does": _WINS,
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


def _three(rules: ZoinxRules) -> dict[str, Any] | None:
    """The stored equilibrium of three; None where there is none, or the last turns vary."""
    from zochastic.analysis.zoinx.policies import load_three

    if rules.players != 3 or rules.trigger == "any-turn":
        return None
    try:
        solved = load_three(rules)
    except InvalidInput:  # nobody has solved these rules here
        return None
    lay, values = solved.layout, solved.values
    worth = [values.main[tuple((lay.main + lay.low).T)]]
    for states, table in ((lay.two, values.two), (lay.one, values.one)):
        worth.append(table[states[:, 1] + lay.reach, states[:, 2] + lay.reach])
    mixtures = np.concatenate((solved.main, solved.two, solved.one))
    return {
        "goal": "win",
        "note": NOT_UNIQUE,
        "does": _WINS,
        "covers": [
            "For three players it is the stored equilibrium at every score that can occur, the "
            "same as of zochastic zoinx bet and zochastic zoinx stop.",
        ],
        "three": {
            "size": lay.index.shape[0],
            "low": lay.low,
            "reach": lay.reach,
            "behind": lay.behind,
            "lead": lay.lead,
            "main": packed(lay.main.astype(np.int16)),
            "two": packed(lay.two[:, 1:].astype(np.int16)),
            "one": packed(lay.one[:, 1:].astype(np.int16)),
            # the third value is what the first two leave
            "values": packed(np.concatenate(worth)[:, :2]),
            "mixtures": packed(mixtures.astype(np.float32)),
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
