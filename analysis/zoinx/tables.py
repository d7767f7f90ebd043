"""The rules of a turn of Zoinx as arrays that solving kernels read."""

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
    may_stop : bool[A, T], whether the active player may stop once he has rolled.
    target, trigger : what brings the end.
    most_other : the most an opponent can score in a turn.
    least_stop : from this total on, stopping is allowed whatever was bet.
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
    least_stop: int


def turn_tables(rules: ZoinxRules, totals: int) -> TurnTables:
    """The arrays of ``rules`` for totals 0 … ``totals`` − 1 [zoinx: A turn]."""
    rolls = np.zeros(rules.max_roll + 1)
    for dots, probability in rules.roll_law:
        rolls[dots] = probability
    counted = range(totals)
    active, opponent = rules.active_choices, rules.opponent_choices
    own = [[rules.score(bet, total, False) for total in counted] for bet in active]
    other, other_bust = (
        np.array(
            [[rules.opponent_score(bet, total, bust) for total in counted] for bet in opponent]
        )
        for bust in (False, True)
    )
    may_stop = [[rules.may_stop(bet, total, True) for total in counted] for bet in active]
    return TurnTables(
        rolls,
        float(rules.p_bust),
        np.array(own, np.int64),
        np.array([rules.score(bet, 0, True) for bet in active], np.int64),
        other.astype(np.int64),
        other_bust.astype(np.int64),
        np.array(may_stop, np.bool_),
        rules.target,
        _TRIGGERS[rules.trigger],
        int(max(other.max(), other_bust.max(), 0)),
        max(1, *(bet or 0 for bet in active)) if rules.forced else 1,
    )
