"""An earlier drawer: backward induction over his own draws, on a model of those who come after.

What stopping and what a devil are worth is taken from `zochastic.sims.coal.round_rule`: those to
come go for their own bets and for the highest amount, with chances that look at counts alone.
Over the drawer's own pieces nothing is left out: every composition of them is weighed.  For the
last drawer nobody comes after, and the values are exact but for a split of bonuses among three.
"""

from dataclasses import dataclass

import numpy as np

from zochastic.analysis.coal.game.reach import chances
from zochastic.analysis.coal.round.payoff import pact_changes, win_of
from zochastic.analysis.coal.turn.curve import occurrences
from zochastic.analysis.coal.turn.stopping import TIE, Compositions, compositions
from zochastic.rules.coal import CoalRules
from zochastic.rules.coal.position import Position, unseen
from zochastic.sims._jit import Flags, Floats, Ints, Singles, kernel
from zochastic.sims.coal.round_rule import (
    bet_part,
    devil_chance,
    draws_on,
    pact_income,
    stopping,
)
from zochastic.sims.coal.table import BET_ON_OWN, MEMORY, MIN_DRAW, kinds_of, pack_rules


@kernel
def worths(
    amount: int, pieces: int, best: int, most: int, stake: int, won: int, fee: int,
    income: int, dues: int, numbers: Ints, reach: Singles, collect: Singles, later: Ints,
    devils: int, coal: int, value: int, left: int, unit: int, lowest: Ints, highest: Ints,
    grain: Floats, keep: Floats, burnt: Floats,
) -> None:  # fmt: skip
    """What stopping and a devil are worth, by what has been drawn from here on.

    Parameters are those of `zochastic.sims.coal.round_rule.draws_on`, and:

    Parameters
    ----------
    devils, coal, value : of the heap: its devils, its good pieces, what those are worth.
    lowest, highest : int64[drawn + 1], units that so many good pieces can be worth.
    keep, burnt : float64[units + 1, drawn + 1], in place, where they can occur.
    """
    own = numbers[BET_ON_OWN] == 1
    for k in range(min(coal, left) + 1):
        risk = devil_chance(devils, coal - k, left - k, numbers[MEMORY]) if left > k else 0.0
        dark = int(risk * (left - k) + 0.5)
        good = left - k - dark
        for units in range(lowest[k], highest[k] + 1):
            rest = value - units * unit
            mean = rest / (coal - k) if coal > k and rest > 0 else value / max(coal, 1)
            mean = max(mean, 1.0)
            per_slot = grain[1] / (mean * grain[0])
            keep[units, k] = stopping(
                amount + units * unit, pieces + k, best, most, stake, won, income, dues, numbers,
                reach, collect, later, good, dark, per_slot, mean,
            )  # fmt: skip
            after = max(0, dark - 1)
            burnt[units, k] = (
                bet_part(
                    best >= stake and not own, stake, won, own, later, reach, good, after, per_slot
                )
                + pact_income(best, income, reach, later, good, after, per_slot)
                - fee
            )


@kernel
def rule_draws(
    amount: int, pieces: int, best: int, most: int, stake: int, won: int, fee: int,
    income: int, dues: int, numbers: Ints, reach: Singles, collect: Singles, later: Ints,
    values: Ints, heap: Ints, coal: int, value: int, left: int, grain: Floats,
) -> bool:  # fmt: skip
    """Whether the rule ``round`` draws; see `zochastic.sims.coal.round_rule.draws_on`."""
    return draws_on(
        amount, pieces, best, most, stake, won, fee, income, dues, numbers, reach, collect, later,
        values, heap, coal, value, left, grain,
    )  # fmt: skip


@kernel
def induce_ahead(
    pieces: Ints, strides: Ints, units: Ints, keep: Floats, burnt: Floats, risk: Floats,
    limit: int, least: int, stays: Floats, value: Floats, draw: Floats, stop: Flags,
) -> None:  # fmt: skip
    """Backward induction over all compositions, a row of the last kind at a time.

    Parameters
    ----------
    pieces, strides, units : int64[kinds]; the last kind has stride 1.
    keep, burnt : see `worths`.
    risk : float64[drawn + 1], chance that the next piece is a devil.
    limit : pieces that can be drawn.
    least : pieces to draw before one may stop.
    stays, value, draw, stop : [codes], in place: of stopping, of best play, of drawing on; whether
        to stop.
    """
    last = pieces.size - 1
    length = pieces[last] + 1
    coal = pieces.sum()
    drawn = pieces.copy()
    shares = np.zeros(length, np.float64)
    row = value.size
    while row > 0:
        row -= length
        count, worth = 0, 0
        for kind in range(last):
            count += drawn[kind]
            worth += drawn[kind] * units[kind]
        shares[:] = 0.0
        for kind in range(last):
            left = pieces[kind] - drawn[kind]
            if left > 0:
                start = row + strides[kind]
                for j in range(length):
                    shares[j] += left * value[start + j]
        following = 0.0
        for j in range(length - 1, -1, -1):
            k = count + j
            code = row + j
            if k > limit:  # the oven is empty before that
                stays[code] = value[code] = draw[code] = following = 0.0
                stop[code] = True
                continue
            stays[code] = keep[worth + j * units[last], k]
            go = stays[code]
            if k < limit:
                go = risk[k] * burnt[worth + j * units[last], k]
                if k < coal:
                    good = shares[j] + (length - 1 - j) * following
                    go += (1.0 - risk[k]) * good / (coal - k)
            stops = k == limit or (k >= least and stays[code] >= go - TIE * (1.0 + abs(go)))
            following = stays[code] if stops else go
            draw[code], value[code], stop[code] = go, following, stops
        for kind in range(last - 1, -1, -1):  # the next row down
            if drawn[kind] > 0:
                drawn[kind] -= 1
                break
            drawn[kind] = pieces[kind]


@dataclass(frozen=True)
class Ahead:
    """A turn from some moment on, by code of what is drawn from there.

    Attributes
    ----------
    stays, draw, value : float64[codes], net chips of the round if one stops, draws on, does what
        is better.
    burnt : float64[codes], if the next piece is a devil.
    stop : bool[codes], whether to stop; a tie is broken for stopping.
    """

    space: Compositions
    stays: Floats
    draw: Floats
    value: Floats
    burnt: Floats
    stop: Flags

    @property
    def stops(self) -> bool:
        """Whether to stop now."""
        return bool(self.stop[0])

    @property
    def stop_from(self) -> int | None:
        """The least amount to be drawn from here on, from which on one stops more often than not.

        Counted by how often pieces make up each amount if one keeps drawing; None if there is none.
        """
        amounts, _ = self.space.totals()
        index = amounts // self.space.oven.unit
        weights = occurrences(self.space)
        all_of = np.bincount(index, weights)
        stops = np.bincount(index, weights * self.stop)
        goes_on = np.flatnonzero((all_of > 0) & (stops < 0.5 * all_of))
        first = int(goes_on[-1]) + 1 if goes_on.size else 0
        later = np.flatnonzero(all_of[first:] > 0)
        return (first + int(later[0])) * self.space.oven.unit if later.size else None


def look_ahead(rules: CoalRules, position: Position) -> Ahead:
    """The rest of the turn of the player at work; milliseconds.

    Raises
    ------
    ValueError : nobody is drawing, or the heap has too many compositions.
    """
    told = _told(rules, position)
    heap, left = unseen(rules, position), position.oven.size
    space = compositions(heap)
    oven, numbers = space.oven, told[9]
    rising = np.sort(np.repeat(oven.units, oven.pieces))
    lowest = np.concatenate([[0], rising.cumsum()]).astype(np.int64)
    highest = np.concatenate([[0], rising[::-1].cumsum()]).astype(np.int64)
    coal, limit = heap.pieces, left
    keep, burnt = np.zeros((2, int(highest[-1]) + 1, coal + 1))
    grain = _grain(rules)
    worths(
        *told, heap.devils, coal, heap.good, left, oven.unit, lowest, highest, grain, keep, burnt
    )
    risk = np.zeros(coal + 1)
    for k in range(min(coal + 1, limit)):
        of = coal - k + heap.devils if rules.memory == "none" else left - k
        risk[k] = heap.devils / of
    stays, value, draw = np.empty((3, space.size))
    stop = np.empty(space.size, np.bool_)
    least = max(0, int(numbers[MIN_DRAW]) - len(position.drawn))
    induce_ahead(
        oven.pieces, space.strides, oven.units, keep, burnt, risk, limit, least, stays, value,
        draw, stop,
    )  # fmt: skip
    amounts, pieces = space.totals()
    return Ahead(space, stays, draw, value, burnt[amounts // oven.unit, pieces], stop)


def round_stops(rules: CoalRules, position: Position) -> bool:
    """Whether the rule ``round`` stops; where the rules allow no choice, what they ask for."""
    if not position.oven.size or len(position.drawn) < rules.min_draw:
        return not position.oven.size
    heap = unseen(rules, position)
    return not rule_draws(
        *_told(rules, position), pack_rules(rules).values, kinds_of(rules, heap), heap.pieces,
        heap.good, position.oven.size, _grain(rules),
    )  # fmt: skip


def _told(
    rules: CoalRules, position: Position
) -> tuple[int, int, int, int, int, int, int, int, int, Ints, Singles, Singles, Ints]:
    """What the rule knows of a turn, up to the stakes of those to come."""
    who, bets = position.drawer, position.bets
    if who is None or bets is None:
        raise ValueError("no turn is being played")
    tables = chances(rules, rules.players)
    unstaked = [position.unstaked(player) for player in range(position.players)]
    fee = -pact_changes(rules, position.pacts, unstaked, who)[who]
    return (
        position.amount, len(position.drawn), position.best, position.most_pieces, bets[who],
        win_of(rules, bets, who), fee, rules.pact * position.pacts[who],
        rules.pact * sum(position.pacts), pack_rules(rules).numbers, tables.reach, tables.collect,
        np.array(bets[who + 1 :], np.int64),
    )  # fmt: skip


def _grain(rules: CoalRules) -> Floats:
    tables = chances(rules, rules.players)
    return np.array([tables.grain, tables.mean])
