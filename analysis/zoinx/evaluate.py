"""Two policies against each other: the exact value at every state, and the best reply to one.

It shares no step with the solver of `race`, so that it can check it.  A position of this module is
"X is to move with score a, Y has b", or the same with Y to move.  Where a turn changes no score,
the two positions (X to move, a, b) and (Y to move, b, a) depend on each other and are solved as a
pair; all others follow in falling order of the scores' sum.  Where both have the target only the
difference counts, and those positions are iterated as one block first.
"""

from typing import NamedTuple

import numpy as np

from zochastic.analysis.zoinx.tables import ANY_TURN, AT_ONCE, LEAD_OR_TIE, TurnTables
from zochastic.sims._jit import Floats, Words, helper, kernel

#: Totals that one word of a stop set tells.
TOTALS = 63
#: Iterations after which positions that do not settle are given up.
_PATIENCE = 100_000
_ONE = np.uint64(1)


class Play(NamedTuple):
    """A policy of two, whole.

    Attributes
    ----------
    bets : float64[S + 1, S + 1, A], mixture of the player to move, by his score and the other's.
    guesses : float64[S + 1, S + 1, O], mixture of the other, by the mover's score and his own.
    stops : uint64[S + 1, S + 1, A, O, W], by the mover's score, the other's and the open bets: bit
        t of word w says to stop at 63 w + t dots; beyond them a turn stops.
    last_bets, last_guesses, last_stops : the same in the game's last turn, by the mover's deficit
        0 … D; a larger deficit counts as D.
    """

    bets: Floats
    guesses: Floats
    stops: Words
    last_bets: Floats
    last_guesses: Floats
    last_stops: Words


class Worth(NamedTuple):
    """What X's game against Y is worth, in place of `evaluate`.

    Attributes
    ----------
    x_moves, y_moves : float64[S + 1, S + 1], win probability of the player to move, X or Y, by
        his score and the other's.
    x_last, y_last : float64[D + 1], the same in the last turn, by his deficit.
    x_after, y_after : float64[P, Q], win probability of the player, X or Y, whose turn has just
        left him with p and the other with q.
    """

    x_moves: Floats
    y_moves: Floats
    x_last: Floats
    y_last: Floats
    x_after: Floats
    y_after: Floats


@helper
def _won(lead: int) -> float:
    if lead > 0:
        return 1.0
    return 0.5 if lead == 0 else 0.0


@helper
def _end(tables: TurnTables, p: int, q: int, last: bool, after: Floats) -> float:
    """What a turn that leaves its player with p and the other with q is worth to him."""
    return _won(p - q) if last else after[p, q]


@helper
def turn_worth(
    tables: TurnTables, mine: int, theirs: int, bet: int, guess: int, last: bool, best: bool,
    stops: Words, top: int, after: Floats, value: Floats,
) -> float:  # fmt: skip
    """Win probability of the player to move once the bets are open.

    Parameters
    ----------
    last : the game ends with this turn.
    best : he stops as is best; else by ``stops``, uint64[W].
    top : a total at which he certainly stops.
    value : float64[T], overwritten: by total.
    """
    kinds = tables.rolls.size
    burned = mine + tables.own_bust[bet]
    stay = tables.rolls[0]
    for total in range(top, top + kinds):
        value[total] = _end(
            tables, mine + tables.own[bet, total], theirs + tables.other[guess, total], last, after
        )
    rolled = 0.0
    for total in range(top - 1, -1, -1):
        lost = _end(tables, burned, theirs + tables.other_bust[guess, total], last, after)
        halt = 0.0
        may = tables.may_stop[bet, total]
        if may:
            halt = _end(
                tables, mine + tables.own[bet, total], theirs + tables.other[guess, total], last,
                after,
            )  # fmt: skip
            if best:
                # more than a sure win unless it is a zoinx rolling on cannot bring
                stop = total > 0 and halt >= 1.0 - tables.p_bust + tables.p_bust * lost
            else:
                stop = ((stops[total // TOTALS] >> np.uint64(total % TOTALS)) & _ONE) != 0
            if stop and total > 0:
                value[total] = halt
                continue
        rolled = tables.p_bust * lost
        for dots in range(1, kinds):
            rolled += tables.rolls[dots] * value[total + dots]
        go = rolled / (1.0 - stay)
        if may and (halt > go if best else stop):
            go = halt
        value[total] = go
    result: float = rolled + stay * value[0]
    return result


@helper
def _combined(
    tables: TurnTables, mine: int, theirs: int, last: bool, best: bool, reply: bool,
    bets: Floats, guesses: Floats, stops: Words, top: int, after: Floats, value: Floats,
) -> float:  # fmt: skip
    """What a turn is worth to the player to move.

    Parameters
    ----------
    best : he bets and stops as is best against ``guesses``; else by ``bets`` and ``stops``.
    reply : the other guesses as is worst for him; else by ``guesses``.
    """
    result = 0.0
    if reply:
        result = 2.0
        for guess in range(guesses.size):
            worth = 0.0
            for bet in range(bets.size):
                if bets[bet] > 0.0:
                    worth += bets[bet] * turn_worth(
                        tables, mine, theirs, bet, guess, last, False, stops[bet, guess], top,
                        after, value,
                    )  # fmt: skip
            result = min(result, worth)
        return result
    for bet in range(bets.size):
        if best or bets[bet] > 0.0:
            worth = 0.0
            for guess in range(guesses.size):
                if guesses[guess] > 0.0:
                    worth += guesses[guess] * turn_worth(
                        tables, mine, theirs, bet, guess, last, best, stops[bet, guess], top,
                        after, value,
                    )  # fmt: skip
            result = max(result, worth) if best else result + bets[bet] * worth
    return result


@helper
def _goes_on(tables: TurnTables, p: int, q: int) -> bool:
    """Whether a turn that leaves p and q does not bring the end [zoinx: A game]."""
    goal = tables.target
    if tables.trigger == AT_ONCE:
        return p < goal
    if tables.trigger == ANY_TURN:
        return p == q or max(p, q) < goal
    if tables.trigger == LEAD_OR_TIE:
        return p < goal or p < q
    return p < goal or p <= q


@helper
def _fill_ends(tables: TurnTables, mine: Floats, others: Floats, after: Floats) -> None:
    """Fill ``after`` where the game comes to its end; 0.5 elsewhere.

    ``mine``, ``others`` : win probability in the last turn of the player whose turn has just
    ended, and of the other, by deficit.
    """
    for p in range(after.shape[0]):
        for q in range(after.shape[1]):
            after[p, q] = 0.5
            if not _goes_on(tables, p, q):
                if tables.trigger == AT_ONCE:
                    after[p, q] = _won(p - q)
                elif p >= q:
                    after[p, q] = 1.0 - others[min(p - q, others.size - 1)]
                else:
                    after[p, q] = mine[min(q - p, mine.size - 1)]


@helper
def _note(tables: TurnTables, mine: int, theirs: int, value: float, after: Floats) -> None:
    """Note in the other's ``after`` what the position of the player to move is worth."""
    p, q = theirs, mine
    if not _goes_on(tables, p, q):
        return
    after[p, q] = 1.0 - value
    if min(p, q) >= tables.target:
        # the same lead with more points
        shift = min(p, q) - tables.target
        p, q = p - shift, q - shift
        while p < after.shape[0] and q < after.shape[1]:
            after[p, q] = 1.0 - value
            p, q = p + 1, q + 1


@helper
def _x_position(
    tables: TurnTables, a: int, b: int, x: Play, y: Play, best: bool, reach: int, worth: Worth,
    value: Floats,
) -> float:  # fmt: skip
    """X to move with a, Y has b."""
    top = _top(tables, a, b, reach, best, x.stops.shape[4])
    result = _combined(
        tables, a, b, False, best, False, x.bets[a, b], y.guesses[a, b], x.stops[a, b], top,
        worth.x_after, value,
    )  # fmt: skip
    worth.x_moves[a, b] = result
    _note(tables, a, b, result, worth.y_after)
    return result


@helper
def _y_position(
    tables: TurnTables, b: int, a: int, x: Play, y: Play, best: bool, reach: int, worth: Worth,
    value: Floats,
) -> None:  # fmt: skip
    """Y to move with b, X has a."""
    top = _top(tables, b, a, reach, False, y.stops.shape[4])
    result = _combined(
        tables, b, a, False, False, best, y.bets[b, a], x.guesses[b, a], y.stops[b, a], top,
        worth.y_after, value,
    )  # fmt: skip
    worth.y_moves[b, a] = result
    _note(tables, b, a, result, worth.x_after)


@helper
def _top(tables: TurnTables, mine: int, theirs: int, reach: int, best: bool, words: int) -> int:
    """A total at which a turn certainly stops: the best one because a larger lead is no better."""
    if not best:
        return words * TOTALS
    far = max(tables.target - mine, theirs + tables.most_other + reach - mine)
    return max(far, tables.least_stop, 1)


@kernel
def evaluate(tables: TurnTables, x: Play, y: Play, best: bool, worth: Worth) -> bool:
    """Play X against Y, at every position; False if some did not settle.

    Parameters
    ----------
    tables : of more totals than stop sets tell, and than make the largest deficit.
    best : X replies as is best, in both roles; of ``x`` only the shapes count.
    """
    goal, most = tables.target, worth.x_moves.shape[0] - 1
    value = np.empty(tables.own.shape[1])
    reach = worth.x_last.size
    if tables.trigger == AT_ONCE:
        reach = 1
    else:
        for k in range(worth.x_last.size):
            top = k + tables.most_other + 1 if best else x.stops.shape[4] * TOTALS
            worth.x_last[k] = _combined(
                tables, 0, k, True, best, False, x.last_bets[k], y.last_guesses[k],
                x.last_stops[k], max(top, tables.least_stop), worth.x_after, value,
            )  # fmt: skip
            worth.y_last[k] = _combined(
                tables, 0, k, True, False, best, y.last_bets[k], x.last_guesses[k],
                y.last_stops[k], y.stops.shape[4] * TOTALS, worth.y_after, value,
            )  # fmt: skip
    _fill_ends(tables, worth.x_last, worth.y_last, worth.x_after)
    _fill_ends(tables, worth.y_last, worth.x_last, worth.y_after)
    settled = False
    for _ in range(_PATIENCE):
        change = 0.0
        for d in range(most - goal, -1, -1):
            for side in range(2):
                a = goal + d if side == 0 else goal
                b = goal if side == 0 else goal + d
                before = worth.x_moves[a, b]
                found = _x_position(tables, a, b, x, y, best, reach, worth, value)
                change = max(change, abs(found - before))
                before = worth.y_moves[a, b]
                _y_position(tables, a, b, x, y, best, reach, worth, value)
                change = max(change, abs(worth.y_moves[a, b] - before))
        if change < 1e-15:
            settled = True
            break
    if not settled:
        return False
    for total in range(goal + most, -1, -1):
        for a in range(max(0, total - most), min(total, most) + 1):
            if min(a, total - a) < goal and not _solve_pair(
                tables, a, total - a, x, y, best, reach, worth, value
            ):
                return False
    return True


@helper
def _solve_pair(
    tables: TurnTables, a: int, b: int, x: Play, y: Play, best: bool, reach: int, worth: Worth,
    value: Floats,
) -> bool:  # fmt: skip
    """X to move with a and Y with b, and Y to move with b and X with a, together.

    What X's position is worth, as it was taken to be and as it is found, is a convex function
    that rises with a slope below 1, and a straight line where nobody replies: a secant finds
    where both agree.
    """
    guess, before, miss_before = 0.5, 0.0, 0.0
    for step in range(_PATIENCE):
        _note(tables, a, b, guess, worth.y_after)
        _y_position(tables, b, a, x, y, best, reach, worth, value)
        found = _x_position(tables, a, b, x, y, best, reach, worth, value)
        miss = found - guess
        if abs(miss) < 1e-15 or (step > 20 and abs(miss) < 1e-14):
            return True
        slope = -1.0
        if 0 < step <= 20 and guess != before:
            slope = min(-1e-9, max(-1.0, (miss - miss_before) / (guess - before)))
        before, miss_before = guess, miss
        guess = min(1.0, max(0.0, guess - miss / slope))
    return False
