"""The rules of a turn of Zoinx as arrays that solving kernels read."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from zochastic.rules.zoinx import ZoinxRules
from zochastic.sims._jit import Flags, Floats, Ints

#: How `TurnTables.trigger` is coded.
STRICT, LEAD_OR_TIE, ANY_TURN, AT_ONCE = range(4)
_TRIGGERS = {
    "own-turn-strict": STRICT,
    "own-turn-lead-or-tie": LEAD_OR_TIE,
    "any-turn": ANY_TURN,
    "at-once": AT_ONCE,
}


class TurnTables(NamedTuple):
    """A turn as arrays; A active bets, O opponents' bets, totals 0 … T−1.

    A game without bets has one active and one opponents' bet that change nothing.

    Attributes
    ----------
    rolls : float64[R + 1], probability of a roll of so many dots that does not bust.
    p_bust : probability of a roll that ends the turn in a zoinx.
    own : int64[A, T], what the active player scores who stops.
    own_bust : int64[A], what he scores after a zoinx.
    other, other_bust : int64[O, T], what an opponent scores, by the total when the turn ended.
    may_stop : bool[A, T], whether the active player may stop.
    target, trigger : when the end begins.
    most_other : the most an opponent can score in a turn.
    """

    rolls: Floats
    p_bust: float
    own: Ints
    own_bust: Ints
    other: Ints
    other_bust: Ints
    may_stop: Flags
    target: int
    trigger: int
    most_other: int


@dataclass(frozen=True)
class Bets:
    """What the indices of active and opponents' bets stand for; None in a game without bets."""

    active: tuple[int | None, ...]
    opponent: tuple[int | None, ...]


def bets_of(rules: ZoinxRules) -> Bets:
    """The bets of ``rules``, by index."""
    return Bets(rules.active_bets or (None,), rules.opponent_bets or (None,))


def turn_tables(rules: ZoinxRules, totals: int) -> TurnTables:
    """The arrays of ``rules`` for totals 0 … ``totals`` − 1 [zoinx: A turn]."""
    bets = bets_of(rules)
    rolls = np.zeros(rules.max_roll + 1)
    for dots, probability in rules.roll_law:
        rolls[dots] = probability
    counted = range(totals)
    own = [[rules.score(bet, total, False) for total in counted] for bet in bets.active]
    other = [
        [[rules.opponent_score(bet, total, bust) for total in counted] for bet in bets.opponent]
        for bust in (False, True)
    ]
    may_stop = [
        # one roll at least, and on to one's bet where the rules force that
        [total >= (bet or 0) if rules.forced else True for total in counted]
        for bet in bets.active
    ]
    return TurnTables(
        rolls,
        float(rules.p_bust),
        np.array(own, np.int64),
        np.array([rules.score(bet, 0, True) for bet in bets.active], np.int64),
        np.array(other[0], np.int64),
        np.array(other[1], np.int64),
        np.array(may_stop, np.bool_),
        rules.target,
        _TRIGGERS[rules.trigger],
        max(0, *(score for table in other for row in table for score in row)),
    )
