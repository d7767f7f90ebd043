"""One turn of the three-player game: what each triple of secret bets is worth to all three."""

from typing import NamedTuple

import numpy as np

from zochastic.analysis.zoinx.reach import final_players, named, safe_total, whose_end
from zochastic.analysis.zoinx.tables import AT_ONCE, TurnTables
from zochastic.sims._jit import Floats, Ints, helper, kernel

#: Two choices closer than this are tied: stop.
TIE = 1e-12
#: Phases of the game: before the end, two turns left, one turn left.
MAIN, TWO, ONE = range(3)


class Values(NamedTuple):
    """What states are worth, by role: the player to move, the next, the one after.

    In the final round the roles are: to move, to move after him (or done), done.

    Attributes
    ----------
    main : float64[S, S, S, 3], by scores + ``low``; two, one : float64[2R + 1, 2R + 1, 3] by the
        differences of the second and third to the player to move.
    behind, low, lead : see `reach.named`, `reach.mark_reachable`, `reach.safe_total`.
    """

    main: Floats
    two: Floats
    one: Floats
    behind: int
    low: int
    lead: int


class Scores(NamedTuple):
    """An opponent's score as an index into the few different scores there are.

    Attributes
    ----------
    points : int64[D], the different scores.
    halt, bust : int64[O, T], index by bet and total when the turn ended.
    """

    points: Ints
    halt: Ints
    bust: Ints


def distinct_scores(tables: TurnTables) -> Scores:
    """The opponents' scores of ``tables`` as indices."""
    points, index = np.unique(np.stack((tables.other, tables.other_bust)), return_inverse=True)
    halt, bust = index.reshape(2, *tables.other.shape).astype(np.int64)
    return Scores(points, np.ascontiguousarray(halt), np.ascontiguousarray(bust))


@helper
def shares(p: int, q: int, r: int) -> tuple[float, float, float]:
    """How three final scores share the win."""
    best = max(p, q, r)
    count = (p == best) + (q == best) + (r == best)
    part = 1.0 / count
    return (
        part if p == best else 0.0,
        part if q == best else 0.0,
        part if r == best else 0.0,
    )


@helper
def after_turn(
    tables: TurnTables, values: Values, phase: int, p: int, q: int, r: int
) -> tuple[float, float, float]:
    """What it is worth to the player whose turn ended with p, and to the next two (q, r)."""
    if phase == ONE:
        return shares(p, q, r)
    if phase == TWO:
        i, j = _at(r - q, values.one), _at(p - q, values.one)
        v = values.one
        return v[i, j, 2], v[i, j, 0], v[i, j, 1]
    end = whose_end(tables, p, q, r)
    if end < 0:
        a, b, c = named(tables, values.behind, q, r, p)
        low, w = values.low, values.main
        return (
            w[a + low, b + low, c + low, 2],
            w[a + low, b + low, c + low, 0],
            w[a + low, b + low, c + low, 1],
        )
    if tables.trigger == AT_ONCE:
        return shares(p, q, r)
    m, n, x = final_players(end, p, q, r)
    i, j = _at(n - m, values.two), _at(x - m, values.two)
    v = values.two
    if end == 0:
        return v[i, j, 2], v[i, j, 0], v[i, j, 1]
    if end == 1:
        return v[i, j, 1], v[i, j, 2], v[i, j, 0]
    return v[i, j, 1], v[i, j, 0], v[i, j, 2]


@helper
def _at(difference: int, table: Floats) -> int:
    reach = table.shape[0] // 2
    index: int = min(max(difference, -reach), reach) + reach
    return index


@kernel
def fill_local(
    tables: TurnTables, scores: Scores, values: Values, phase: int, a: int, b: int, c: int,
    local: Floats,
) -> int:  # fmt: skip
    """Tabulate `after_turn` for all that can come of this turn; return the safe total.

    ``local`` : float64[D, D, P, 3], in place: by the two opponents' scores and the player's own.
    """
    lead = 1 if phase == ONE else values.lead
    top = safe_total(tables, a, max(b, c), lead, phase != MAIN)
    most = 0
    for bet in range(tables.own.shape[0]):
        most = max(most, tables.own[bet, top + tables.rolls.size - 1])
    for i in range(scores.points.size):
        for j in range(scores.points.size):
            for own in range(most + 1):
                u, v, w = after_turn(
                    tables, values, phase, a + own, b + scores.points[i], c + scores.points[j]
                )
                local[i, j, own, 0] = u
                local[i, j, own, 1] = v
                local[i, j, own, 2] = w
    return top


@kernel
def turn_payoffs(
    tables: TurnTables, scores: Scores, local: Floats, top: int, run: Floats, payoffs: Floats
) -> None:
    """Worth of every triple of bets to the three, the mover stopping to win most often.

    Parameters
    ----------
    local, top : from `fill_local`.
    run : float64[T, 3], for this function.
    payoffs : float64[3, A · O · O], in place.
    """
    rolls = tables.rolls.size
    again = 1.0 / (1.0 - tables.rolls[0])
    active, opponent = tables.own.shape[0], tables.other.shape[0]
    for bet in range(active):
        burned = tables.own_bust[bet]
        for j in range(opponent):
            for k in range(opponent):
                for total in range(top, top + rolls):
                    q, r, p = scores.halt[j, total], scores.halt[k, total], tables.own[bet, total]
                    for role in range(3):
                        run[total, role] = local[q, r, p, role]
                f0 = f1 = f2 = 0.0
                for total in range(top - 1, -1, -1):
                    q, r = scores.bust[j, total], scores.bust[k, total]
                    f0 = tables.p_bust * local[q, r, burned, 0]
                    f1 = tables.p_bust * local[q, r, burned, 1]
                    f2 = tables.p_bust * local[q, r, burned, 2]
                    for dots in range(1, rolls):
                        chance = tables.rolls[dots]
                        f0 += chance * run[total + dots, 0]
                        f1 += chance * run[total + dots, 1]
                        f2 += chance * run[total + dots, 2]
                    g0, g1, g2 = f0 * again, f1 * again, f2 * again
                    if tables.may_stop[bet, total]:
                        q, r = scores.halt[j, total], scores.halt[k, total]
                        p = tables.own[bet, total]
                        if local[q, r, p, 0] >= g0 - TIE:
                            g0, g1, g2 = (
                                local[q, r, p, 0], local[q, r, p, 1], local[q, r, p, 2],
                            )  # fmt: skip
                    run[total, 0], run[total, 1], run[total, 2] = g0, g1, g2
                blank = tables.rolls[0]
                cell = (bet * opponent + j) * opponent + k
                payoffs[0, cell] = f0 + blank * run[0, 0]
                payoffs[1, cell] = f1 + blank * run[0, 1]
                payoffs[2, cell] = f2 + blank * run[0, 2]
