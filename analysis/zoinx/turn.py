"""A turn by itself: when to stop for any worth of how it ends, and the exact law of a stop rule.

Plain Python.  Where the totals that matter are few the values are exact fractions, in the printed
game and in Pig in a millisecond.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import ceil
from typing import Any, Generic, TypeVar

from zochastic.analysis.stopping import Choice
from zochastic.rules.errors import InvalidInput
from zochastic.rules.zoinx import Bet, ZoinxRules

V = TypeVar("V", Fraction, float)

#: Up to this total turns are computed in fractions; beyond it their digits would fill the memory.
EXACT_TOTALS = 250
#: No turn is computed beyond this total.
MOST_TOTALS = 20_000


@dataclass(frozen=True)
class StopRule:
    """At which totals a turn stops: a set, which may have holes.

    Attributes
    ----------
    least : from this total on the rules allow to stop.
    rolls : totals from ``least`` on at which one rolls on all the same.
    """

    least: int
    rolls: frozenset[int] = frozenset()

    @classmethod
    def hold(cls, rules: ZoinxRules, bet: Bet, total: int) -> "StopRule":
        """Stop at ``total`` dots or more, as soon as the rules allow it."""
        least = least_stop(rules, bet)
        return cls(least, frozenset(range(least, total)))

    @property
    def always(self) -> int:
        """From this total on the rule stops."""
        return max(self.rolls, default=self.least - 1) + 1

    def stops(self, total: int) -> bool:
        """Whether the rule stops at ``total``, once the dice were rolled."""
        return total >= self.least and total not in self.rolls

    @property
    def text(self) -> str:
        """As people say it: ``roll on at exactly 6; stop at 7+``."""
        parts: list[str] = []
        first = self.least
        for total in range(self.least, self.always):
            if self.stops(total) != self.stops(total + 1):
                verb = "stop" if self.stops(total) else "roll on"
                # who has bet nothing rolls on in any case until the first stop
                if parts or self.stops(total) or self.least > 1:
                    span = f"exactly {total}" if first == total else f"{first} to {total}"
                    parts.append(f"{verb} at {span}")
                first = total + 1
        return "; ".join([*parts, f"stop at {first}+"])

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class TurnSolution(Generic[V]):
    """Best play of one turn once the bets are open.

    Attributes
    ----------
    value : of the turn, from its beginning or from where it stands.
    rule : the stops; a tie is a stop.
    choices : what stopping and rolling on are worth, by total.
    start : rolling on from the total at hand, which may be the turn's beginning, or stopping.
    """

    value: V
    rule: StopRule
    choices: Mapping[int, Choice[V]]
    start: Choice[V]


@dataclass(frozen=True)
class TurnLaw(Generic[V]):
    """How a turn ends under a stop rule.

    Attributes
    ----------
    stopped, zoinx : probability of each total, by total, of a turn that stops, and of one that
        ends in a zoinx.
    """

    stopped: Mapping[int, V] = field(default_factory=dict)
    zoinx: Mapping[int, V] = field(default_factory=dict)

    @property
    def p_zoinx(self) -> V:
        """Probability of a zoinx."""
        p: V = _sum(self.zoinx.values())
        return p

    def mean(self, worth: Callable[[int, bool], float]) -> Any:
        """Expected ``worth`` of (total, zoinx)."""
        return _sum(
            p * worth(total, bust)
            for bust, law in ((False, self.stopped), (True, self.zoinx))
            for total, p in law.items()
        )


def least_stop(rules: ZoinxRules, bet: Bet) -> int:
    """The least total at which a turn may stop [zoinx: A turn, 2]."""
    return bet if bet is not None and rules.forced else 0


def best_turn(
    rules: ZoinxRules,
    bet: Bet,
    *,
    worth: Callable[[int, bool], V],
    safe: int,
    total: int = 0,
    rolled: bool = False,
) -> TurnSolution[V]:
    """Best stopping of one turn, once the bets are open, for any worth of its end.

    Parameters
    ----------
    worth : of (total, zoinx) when the turn ends; what it is worth decides what is computed:
        fractions or floats.
    safe : a total from which on stopping is best.
    total, rolled : where the turn stands.

    Raises
    ------
    InvalidInput : more than `MOST_TOTALS` totals.
    """
    least = least_stop(rules, bet)
    safe = _checked(rules, max(safe, least, total + 1))
    exact = isinstance(worth(safe, False), Fraction)
    law: list[tuple[int, V]] = _law(rules, exact)
    p_bust: V = _number(rules.p_bust, exact)
    again = _number(1 - dict(rules.roll_law).get(0, Fraction(0)), exact)
    values: list[V] = [worth(t, False) for t in range(safe, safe + rules.max_roll)]
    choices: dict[int, Choice[V]] = {}
    rolls = set()
    first: V = values[0]
    for t in range(safe - 1, total - 1, -1):
        first = p_bust * worth(t, True)
        for dots, p in law:
            first += p * values[dots - 1]
        go = first / again
        stop = worth(t, False) if t >= least else None
        # with floats what is closer than rounding is a tie
        stops = stop is not None and stop >= go - (0 if exact else 1e-12)
        best = stop if stops and stop is not None else go
        if not stops and t >= least:
            rolls.add(t)
        choices[t] = Choice(best, stop, go)
        values.insert(0, best)
        values.pop()
    rule = StopRule(least, frozenset(rolls))
    if rolled:
        start = choices[total]
    else:
        # a first roll without dots that ends nothing leaves one free to stop
        value = first + (1 - again) * choices[total].value
        start = Choice(value, None, value)
    return TurnSolution(start.value, rule, choices, start)


def points_safe(rules: ZoinxRules, bet: Bet) -> int:
    """The total from which on stopping is best for one's own points.

    Above the bet stopping scores c + total.  One more roll gains E dots on average and loses
    c + total + loss with the chance of a zoinx.  That is no gain from a total on that only grows
    during the turn, so looking one roll ahead is best (Chow & Robbins 1961).
    """
    c = bet if bet is not None and rules.above == "bet+total" else 0
    dots = sum((dots * p for dots, p in rules.roll_law), Fraction(0))
    return max(ceil(dots / rules.p_bust - c - rules.zoinx_loss), 0 if bet is None else bet + 1, 1)


@lru_cache(maxsize=256)
def points_turn(
    rules: ZoinxRules, bet: Bet, total: int = 0, rolled: bool = False
) -> TurnSolution[Fraction] | TurnSolution[float]:
    """Best stopping of a turn for the expected points of the active player [zoinx: A turn]."""
    safe = points_safe(rules, bet)
    if max(safe, total) <= EXACT_TOTALS:
        return best_turn(
            rules, bet, safe=safe, total=total, rolled=rolled,
            worth=lambda total, bust: Fraction(rules.score(bet, total, bust)),
        )  # fmt: skip
    return best_turn(
        rules, bet, safe=safe, total=total, rolled=rolled,
        worth=lambda total, bust: float(rules.score(bet, total, bust)),
    )  # fmt: skip


def turn_law(
    rules: ZoinxRules,
    rule: StopRule,
    *,
    total: int = 0,
    rolled: bool = False,
    exact: bool = True,
) -> TurnLaw[Fraction] | TurnLaw[float]:
    """The law of (total, zoinx) of a turn under ``rule``, from where it stands.

    ``exact`` : in fractions, unless the totals are too many.
    """
    if exact and rule.always <= EXACT_TOTALS:
        return _turn_law(rules, rule, total, rolled, Fraction(1))
    return _turn_law(rules, rule, total, rolled, 1.0)


def _turn_law(rules: ZoinxRules, rule: StopRule, total: int, rolled: bool, one: V) -> TurnLaw[V]:
    exact = isinstance(one, Fraction)
    last = _checked(rules, max(rule.always, total))
    law: list[tuple[int, V]] = _law(rules, exact)
    p_bust: V = _number(rules.p_bust, exact)
    still = _number(dict(rules.roll_law).get(0, Fraction(0)), exact)
    stopped: dict[int, V] = {}
    zoinx: dict[int, V] = {}
    here: dict[int, V] = {}
    if rolled or not still:
        here[total] = one
    else:
        here[total] = one * still
        zoinx[total] = one * p_bust
        here |= {total + dots: one * p for dots, p in law}
    unrolled = not rolled and not still
    for t in range(total, last + rules.max_roll + 1):
        mass = here.pop(t, None)
        if mass is None:
            continue
        if rule.stops(t) and not (unrolled and t == total):
            stopped[t] = mass
            continue
        mass = mass / (1 - still)
        zoinx[t] = zoinx.get(t, 0 * one) + mass * p_bust
        for dots, p in law:
            here[t + dots] = here.get(t + dots, 0 * one) + mass * p
    return TurnLaw(stopped, zoinx)


def points_bet(rules: ZoinxRules) -> Bet:
    """The active player's bet with the greatest expected own points; a tie is the smaller bet."""
    return _first_best([(bet, points_turn(rules, bet).value) for bet in rules.active_choices])


def points_guess(rules: ZoinxRules, bets: Sequence[tuple[Bet, StopRule]] = ()) -> Bet:
    """The opponent's bet with the greatest expected points.

    ``bets`` : what the active player may play, all equally likely; left out, the one bet and rule
    with the greatest expected points.
    """
    plays = bets or [(points_bet(rules), points_turn(rules, points_bet(rules)).rule)]
    laws = [turn_law(rules, rule) for _, rule in plays]
    return _first_best(
        [
            (guess, _sum(opponent_points(rules, law, guess) for law in laws))
            for guess in rules.opponent_choices
        ]
    )


def opponent_points(
    rules: ZoinxRules, law: TurnLaw[Fraction] | TurnLaw[float], guess: Bet
) -> Fraction | float:
    """What an opponent's bet earns on average in a turn of this law [zoinx: A turn, 3]."""
    points: Fraction | float = law.mean(
        lambda total, bust: rules.opponent_score(guess, total, bust)
    )
    return points


def _first_best(values: Sequence[tuple[Bet, Fraction | float]]) -> Bet:
    top = max(float(value) for _, value in values)
    return next(bet for bet, value in values if float(value) >= top - 1e-12 * (1 + abs(top)))


def _checked(rules: ZoinxRules, totals: int) -> int:
    if totals > MOST_TOTALS:
        allowed = f"rules whose turns are decided within {MOST_TOTALS:,} dots"
        raise InvalidInput("turn", f"one of {totals:,} dots", allowed)
    return totals


def _number(p: Fraction, exact: bool) -> Any:
    """``p`` as a number of the kind that is computed with."""
    return p if exact else float(p)


def _law(rules: ZoinxRules, exact: bool) -> list[tuple[int, Any]]:
    return [(dots, _number(p, exact)) for dots, p in rules.roll_law if dots]


def _sum(parts: Iterable[Any]) -> Any:
    return sum(parts, Fraction(0))
