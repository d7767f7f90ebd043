"""Which states of the three-player game can occur, from its start on, and how they are named.

Before the end a state is (score of the player to move, of the next, of the one after).  Once the
best of them has the target only differences count: whoever is to bring the end must be ahead of
him, and so has the target, too.  So such states are shifted until the best has just the target,
and who is more than `Names.most_behind` behind is taken to be just that.  In the final round the
differences to the player to move are the state.
"""

from zochastic.analysis.zoinx.tables import ANY_TURN, AT_ONCE, LEAD_OR_TIE, TurnTables
from zochastic.sims._jit import Flags, Ints, helper, kernel


@helper
def whose_end(tables: TurnTables, p: int, q: int, r: int) -> int:
    """Who has brought the end when a turn leaves p with its player, q and r with the next two.

    0, 1, 2 for the players in this order, −1 if the game goes on [zoinx: A game].
    """
    goal, trigger = tables.target, tables.trigger
    if trigger == ANY_TURN:
        if p >= goal and p > q and p > r:
            return 0
        if q >= goal and q > p and q > r:
            return 1
        if r >= goal and r > p and r > q:
            return 2
        return -1
    if p >= goal and (
        trigger == AT_ONCE or (p > q and p > r) or (trigger == LEAD_OR_TIE and p >= q and p >= r)
    ):
        return 0
    return -1


@helper
def safe_total(tables: TurnTables, mine: int, best: int, lead: int, final: bool) -> int:
    """A total from which on a turn is taken to stop: it leads by at least ``lead``."""
    top = best + tables.most_other + lead - mine
    if not final:
        top = max(top, tables.target - mine)
    return max(top, tables.least_stop)


@helper
def named(tables: TurnTables, behind: int, a: int, b: int, c: int) -> tuple[int, int, int]:
    """The state that stands for these scores; ``behind`` is the largest deficit told apart."""
    if tables.trigger == AT_ONCE:
        return a, b, c
    goal = tables.target
    shift = max(0, max(a, b, c) - goal)
    a, b, c = a - shift, b - shift, c - shift
    if max(a, b, c) == goal:
        least = goal - behind
        a, b, c = max(a, least), max(b, least), max(c, least)
    return a, b, c


@helper
def final_players(end: int, p: int, q: int, r: int) -> tuple[int, int, int]:
    """Scores of the final round's first and second player and of who brought the end.

    ``end`` is as in `whose_end`, after whose turn p, q, r are meant.
    """
    if end == 0:
        return q, r, p
    if end == 1:
        return r, p, q
    return q, p, r


@kernel
def mark_reachable(
    tables: TurnTables, lead: int, behind: int, main: Flags, two: Flags, one: Flags, stack: Ints,
    top: int,
) -> None:  # fmt: skip
    """Mark every state that can follow those on the stack.

    Parameters
    ----------
    lead : see `safe_total`.
    behind : see `named`; ``main`` is indexed by scores + max(0, behind − target).
    main : bool[S, S, S], in place; two, one : bool[2R + 1, 2R + 1] by differences + R, those
        beyond R taken to be R.
    stack : int64[N, 3], scores of marked states of ``main``; top : how many there are.
    """
    low = max(0, behind - tables.target) if tables.trigger != AT_ONCE else 0
    rolls = tables.rolls.size - 1
    while top > 0:
        top -= 1
        a, b, c = stack[top, 0], stack[top, 1], stack[top, 2]
        limit = safe_total(tables, a, max(b, c), lead, False)
        for total in range(limit + rolls):
            for bet in range(tables.own.shape[0]):
                for bust in range(2):
                    if (bust == 1 and total >= limit) or (
                        bust == 0 and (total == 0 or not tables.may_stop[bet, total])
                    ):
                        continue
                    p = a + (tables.own_bust[bet] if bust else tables.own[bet, total])
                    other = tables.other_bust if bust else tables.other
                    for j in range(other.shape[0]):
                        for k in range(other.shape[0]):
                            q, r = b + other[j, total], c + other[k, total]
                            end = whose_end(tables, p, q, r)
                            if end >= 0:
                                if tables.trigger != AT_ONCE:
                                    m, n, x = final_players(end, p, q, r)
                                    two[clipped(n - m, two), clipped(x - m, two)] = True
                                continue
                            u, v, w = named(tables, behind, q, r, p)
                            if not main[u + low, v + low, w + low]:
                                main[u + low, v + low, w + low] = True
                                stack[top, 0], stack[top, 1], stack[top, 2] = u, v, w
                                top += 1
    reach = two.shape[0] // 2
    for i in range(two.shape[0]):
        for j in range(two.shape[1]):
            if not two[i, j]:
                continue
            b, c = i - reach, j - reach
            limit = safe_total(tables, 0, max(b, c), lead, True)
            for total in range(limit + rolls):
                for bet in range(tables.own.shape[0]):
                    for bust in range(2):
                        if (bust == 1 and total >= limit) or (
                            bust == 0 and (total == 0 or not tables.may_stop[bet, total])
                        ):
                            continue
                        p = tables.own_bust[bet] if bust else tables.own[bet, total]
                        other = tables.other_bust if bust else tables.other
                        for jj in range(other.shape[0]):
                            for kk in range(other.shape[0]):
                                q, r = b + other[jj, total], c + other[kk, total]
                                one[clipped(r - q, one), clipped(p - q, one)] = True


@helper
def clipped(difference: int, table: Flags) -> int:
    """Index of a difference in an axis that is centred on 0."""
    reach = table.shape[0] // 2
    index: int = min(max(difference, -reach), reach) + reach
    return index
