"""How good what is played is: the best whole-game reply of each player, apart from the solver.

The two others are held to the product of their mixtures, and the player to move, where he is one of
them, to the stopping that his own values ask for.  The replier chooses his bet in every state, and
as the player to move also when to stop, for the rest of the game.
"""

from zochastic.analysis.zoinx.tables import TurnTables
from zochastic.analysis.zoinx.three_turn import MAIN, TIE, Scores, Values, fill_local
from zochastic.sims._jit import Flags, Floats, Ints, helper, kernel, routine

#: Arrays to work with: two of `fill_local`'s, the running values of a turn, its result.
Room = tuple[Floats, Floats, Floats, Floats]


@routine
def reply_state(
    tables: TurnTables, scores: Scores, values: Values, replies: Values, phase: int, state: Ints,
    mixtures: Floats, room: Room,
) -> None:  # fmt: skip
    """Worth of the best reply of each role in one state, into ``room[3][0]``.

    Parameters
    ----------
    values : what the game is worth as it is played.
    replies : what later states are worth to a replier, by his role there.
    mixtures : float64[3, n], what is played in this state.
    """
    local, better, run, result = room
    a, b, c = state[0], state[1], state[2]
    top = fill_local(tables, scores, values, phase, a, b, c, local)
    fill_local(tables, scores, replies, phase, a, b, c, better)
    rolls = tables.rolls.size
    again = 1.0 / (1.0 - tables.rolls[0])
    active, opponent = tables.own.shape[0], tables.other.shape[0]
    earned = result[1:4]
    for role in range(3):
        for i in range(earned.shape[1]):
            earned[role, i] = 0.0
    for bet in range(active):
        for j in range(opponent):
            for k in range(opponent):
                x, y, z = mixtures[0, bet], mixtures[1, j], mixtures[2, k]
                # at most one of the three may be what the replier does not play
                if (x == 0.0) + (y == 0.0) + (z == 0.0) > 1:
                    continue
                for total in range(top, top + rolls):
                    q, r, p = scores.halt[j, total], scores.halt[k, total], tables.own[bet, total]
                    run[total, 0] = local[q, r, p, 0]
                    for role in range(3):
                        run[total, 1 + role] = better[q, r, p, role]
                burned = tables.own_bust[bet]
                f0 = f1 = f2 = f3 = 0.0
                for total in range(top - 1, -1, -1):
                    q, r = scores.bust[j, total], scores.bust[k, total]
                    f0 = tables.p_bust * local[q, r, burned, 0]
                    f1 = tables.p_bust * better[q, r, burned, 0]
                    f2 = tables.p_bust * better[q, r, burned, 1]
                    f3 = tables.p_bust * better[q, r, burned, 2]
                    for dots in range(1, rolls):
                        chance = tables.rolls[dots]
                        f0 += chance * run[total + dots, 0]
                        f1 += chance * run[total + dots, 1]
                        f2 += chance * run[total + dots, 2]
                        f3 += chance * run[total + dots, 3]
                    g0, g1, g2, g3 = f0 * again, f1 * again, f2 * again, f3 * again
                    if tables.may_stop[bet, total]:
                        q, r = scores.halt[j, total], scores.halt[k, total]
                        p = tables.own[bet, total]
                        if local[q, r, p, 0] >= g0 - TIE:  # the player to move, as he plays
                            g0, g2, g3 = (
                                local[q, r, p, 0], better[q, r, p, 1], better[q, r, p, 2],
                            )  # fmt: skip
                        g1 = max(g1, better[q, r, p, 0])  # the player to move, as a replier
                    run[total, 0], run[total, 1] = g0, g1
                    run[total, 2], run[total, 3] = g2, g3
                blank = tables.rolls[0]
                earned[0, bet] += y * z * (f1 + blank * run[0, 1])
                earned[1, j] += x * z * (f2 + blank * run[0, 2])
                earned[2, k] += x * y * (f3 + blank * run[0, 3])
    for role in range(3):
        best = 0.0
        for i in range(active if role == 0 else opponent):
            best = max(best, earned[role, i])
        result[0, role] = best


@kernel
def reply_final(
    tables: TurnTables, scores: Scores, values: Values, replies: Values, phase: int, states: Ints,
    mixtures: Floats, room: Room, found: Floats,
) -> None:  # fmt: skip
    """Best replies in states of the final round, into ``found`` (float64[N, 3])."""
    for s in range(states.shape[0]):
        reply_state(tables, scores, values, replies, phase, states[s], mixtures[s], room)
        for role in range(3):
            found[s, role] = room[3][0, role]


@helper
def _visit(
    tables: TurnTables, scores: Scores, values: Values, replies: Values, state: Ints,
    mixtures: Floats, room: Room,
) -> float:  # fmt: skip
    reply_state(tables, scores, values, replies, MAIN, state, mixtures, room)
    low, change = values.low, 0.0
    a, b, c = state[0] + low, state[1] + low, state[2] + low
    for role in range(3):
        found = room[3][0, role]
        change = max(change, abs(found - replies.main[a, b, c, role]))
        replies.main[a, b, c, role] = found
    return change


@kernel
def reply_sweep(
    tables: TurnTables, scores: Scores, values: Values, replies: Values, states: Ints, first: int,
    last: int, mixtures: Floats, room: Room,
) -> float:  # fmt: skip
    """Best replies in states ``first`` … ``last`` − 1 once; how far values moved at most."""
    change = 0.0
    for s in range(first, last):
        moved = _visit(tables, scores, values, replies, states[s], mixtures[s], room)
        change = max(change, moved)
    return change


@kernel
def reply_rotations(
    tables: TurnTables, scores: Scores, values: Values, replies: Values, index: Ints, states: Ints,
    first: int, last: int, mixtures: Floats, settled: float, done: Flags, room: Room,
) -> None:  # fmt: skip
    """Best replies in states in order, each together with its rotations."""
    low = values.low
    for s in range(first, last):
        if done[s]:
            continue
        for _ in range(1000):
            a, b, c = states[s, 0], states[s, 1], states[s, 2]
            change = 0.0
            for _turn in range(3):
                x = index[a + low, b + low, c + low]
                if x >= 0:
                    moved = _visit(tables, scores, values, replies, states[x], mixtures[x], room)
                    change = max(change, moved)
                    done[x] = True
                a, b, c = c, a, b
            if change <= settled:
                break
