"""One player alone: the fewest turns to the target, and how many a stop rule takes.

A turn that scores nothing leaves the player where he is, so the expected number of turns from a
score is the fixed point of a concave function of itself with a slope below 1: Newton's steps find
it.  Plain Python, floats; the error is below 1e-12 of the value.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from zochastic.analysis.zoinx.turn import StopRule, best_turn, least_stop, turn_law
from zochastic.rules.errors import InvalidInput
from zochastic.rules.zoinx import Bet, ZoinxRules

#: The largest target that is solved alone.
MOST_TARGET = 2_000


@dataclass(frozen=True)
class Alone:
    """Fewest turns.

    Attributes
    ----------
    turns : expected number of turns to the target by score 0 … target − 1.
    bets : the bet by score.
    rules : the stop rule by score.
    """

    turns: tuple[float, ...]
    bets: tuple[Bet, ...]
    stops: tuple[StopRule, ...]


def fewest_turns(rules: ZoinxRules) -> Alone:
    """The policy with the fewest expected turns to the target, for every score below it.

    Raises
    ------
    InvalidInput : a score can fall, or the target is beyond `MOST_TARGET`.
    """
    _check(rules)
    known = [0.0] * rules.target
    bets: list[Bet] = [None] * rules.target
    stops = [StopRule(0)] * rules.target
    for score in range(rules.target - 1, -1, -1):
        guess, before, miss_before = 1.0, 0.0, 0.0
        for step in range(10_000):
            known[score] = guess
            found, bets[score], stops[score] = min(
                (_turns(rules, bet, score, known) for bet in rules.active_choices),
                key=lambda one: one[0],
            )
            miss = found - guess
            if abs(miss) <= 1e-13 * found:
                break
            slope = -1.0
            if step and guess != before:
                slope = min(-1e-9, max(-1.0, (miss - miss_before) / (guess - before)))
            before, miss_before, guess = guess, miss, guess - miss / slope
    return Alone(tuple(known), tuple(bets), tuple(stops))


def turns_holding(rules: ZoinxRules, hold: int, bet: Bet = None) -> float:
    """Expected turns from the start of one who stops at ``hold`` dots or at the target."""
    _check(rules)
    known = [0.0] * rules.target
    for score in range(rules.target - 1, -1, -1):
        least = least_stop(rules, bet)
        rolls = (t for t in range(least, hold) if score + rules.score(bet, t, False) < rules.target)
        law = turn_law(rules, StopRule(least, frozenset(rolls)))
        stay, onward = float(law.p_zoinx), 1.0
        for total, p in law.stopped.items():
            gain = rules.score(bet, total, False)
            if gain == 0:
                stay += float(p)
            elif score + gain < rules.target:
                onward += float(p) * known[score + gain]
        known[score] = onward / (1.0 - stay)
    return known[min(rules.starts[0], rules.target - 1)] if rules.starts[0] < rules.target else 0.0


def _turns(
    rules: ZoinxRules, bet: Bet, score: int, known: list[float]
) -> tuple[float, Bet, StopRule]:
    """The fewest turns from ``score`` with this bet, as ``known`` has the scores from it on."""
    worth: Callable[[int, bool], float] = partial(_left, rules, bet, score, known)
    solution = best_turn(rules, bet, worth=worth, safe=max(1, rules.target - score))
    return 1.0 - solution.value, bet, solution.rule


def _left(
    rules: ZoinxRules, bet: Bet, score: int, known: list[float], total: int, bust: bool
) -> float:
    """Minus the turns still to come after one that ended so."""
    after = score + rules.score(bet, total, bust)
    return -known[after] if after < rules.target else 0.0


def _check(rules: ZoinxRules) -> None:
    if rules.zoinx_loss:
        raise InvalidInput("zoinx_loss", rules.zoinx_loss, "0 for an exact solution")
    if rules.target > MOST_TARGET:
        raise InvalidInput("target", rules.target, f"at most {MOST_TARGET} for one player alone")
