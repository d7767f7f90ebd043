"""Two players race: win probabilities and equilibrium bets at every score.

Each turn is a zero-sum matrix game (secret bets) whose entries are optimal stopping problems on
the win probability.  States are (score of the player to move, score of the other).  Scores never
fall, so the states are solved in falling order of their sum; where nobody scores, (a, b) becomes
(b, a), so these two are solved together.  Where both have the target only the difference counts:
those states depend on each other and are iterated as one block first.
"""

import numpy as np

from zochastic.analysis.matrix_simplex import Work, solve_into
from zochastic.analysis.zoinx.tables import ANY_TURN, AT_ONCE, LEAD_OR_TIE, TurnTables
from zochastic.sims._jit import Floats, helper, kernel

#: Two choices closer than this are tied: stop.
TIE = 1e-12
#: Iterations after which a state that does not settle is given up.
_PATIENCE = 10_000


@helper
def outcome(lead: int) -> float:
    """The share of the win of a player who ends ``lead`` points ahead."""
    return 1.0 if lead > 0 else (0.5 if lead == 0 else 0.0)


@helper
def safe_total(
    tables: TurnTables, mine: int, theirs: int, least: int, last: Floats, after: Floats
) -> int:
    """A total from which on stopping is certainly best.

    With a lead that leaves the other a chance of L in his last turn, rolling on gains at most L,
    and a zoinx, of probability z, costs 1 − L − v, v being what a zoinx leaves.  So stopping is
    best where (1 − z) L ≤ z (1 − L − v).
    """
    v = 0.0
    for bet in range(tables.own_bust.size):
        for guess in range(tables.other_bust.shape[0]):
            for total in range(tables.least_stop + 1):
                p = mine + tables.own_bust[bet]
                v = max(v, after[p, theirs + tables.other_bust[guess, total]])
    lead = 1
    if tables.trigger != AT_ONCE:
        while lead - least < last.size - 1:
            chance = last[lead - least]
            if (1.0 - tables.p_bust) * chance <= tables.p_bust * (1.0 - chance - v):
                break
            lead += 1
    top = max(tables.target - mine, theirs + tables.most_other + lead - mine)
    return max(top, tables.least_stop)


@helper
def final_turn(tables: TurnTables, deficit: int, bet: int, guess: int, value: Floats) -> float:
    """Win probability of the player in the game's last turn, his opponent ``deficit`` ahead."""
    rolls = tables.rolls.size
    top = max(tables.least_stop, deficit + tables.most_other + 1)
    for total in range(top, top + rolls):
        value[total] = outcome(tables.own[bet, total] - tables.other[guess, total] - deficit)
    again = 1.0 / (1.0 - tables.rolls[0])
    first = 0.0
    for total in range(top - 1, -1, -1):
        lead = tables.own_bust[bet] - tables.other_bust[guess, total] - deficit
        go = tables.p_bust * outcome(lead)
        for dots in range(1, rolls):
            go += tables.rolls[dots] * value[total + dots]
        first = go
        go *= again
        if tables.may_stop[bet, total]:
            halt = outcome(tables.own[bet, total] - tables.other[guess, total] - deficit)
            go = max(go, halt)
        value[total] = go
    result: float = first + tables.rolls[0] * value[0]
    return result


@helper
def turn_value(
    tables: TurnTables, mine: int, theirs: int, bet: int, guess: int, top: int,
    after: Floats, value: Floats,
) -> float:  # fmt: skip
    """Win probability of the player to move once the bets are open, under best stopping.

    Parameters
    ----------
    top : total from which on stopping is best, see `safe_total`.
    after : float64[P, Q], win probability of a player whose turn ends with score p, the other's q.
    value : float64[T], in place: by total.
    """
    rolls = tables.rolls.size
    for total in range(top, top + rolls):
        value[total] = after[mine + tables.own[bet, total], theirs + tables.other[guess, total]]
    again = 1.0 / (1.0 - tables.rolls[0])
    burned = mine + tables.own_bust[bet]
    first = 0.0
    for total in range(top - 1, -1, -1):
        go = tables.p_bust * after[burned, theirs + tables.other_bust[guess, total]]
        for dots in range(1, rolls):
            go += tables.rolls[dots] * value[total + dots]
        first = go
        go *= again
        if tables.may_stop[bet, total]:
            halt = after[mine + tables.own[bet, total], theirs + tables.other[guess, total]]
            go = max(go, halt)
        value[total] = go
    # a roll without dots that does not bust leaves the player at 0, free to stop
    result: float = first + tables.rolls[0] * value[0]
    return result


@kernel
def final_turns(
    tables: TurnTables, least: int, work: Work, last: Floats, bets: Floats, guesses: Floats
) -> None:
    """Solve the game's last turn for every deficit ``least`` … ``least`` + D − 1.

    Parameters
    ----------
    last : float64[D], in place: win probability of the player in his last turn.
    bets, guesses : float64[D, A], float64[D, O], in place: the mixtures.
    """
    active, opponent = bets.shape[1], guesses.shape[1]
    value = np.empty(tables.own.shape[1])
    payoff = np.empty((active, opponent))
    for k in range(last.size):
        for bet in range(active):
            for guess in range(opponent):
                payoff[bet, guess] = final_turn(tables, least + k, bet, guess, value)
        last[k] = solve_into(payoff, active, opponent, work, bets[k], guesses[k])


@kernel
def ends(tables: TurnTables, least: int, last: Floats, after: Floats) -> None:
    """Fill ``after`` where a turn brings the end; 0.5 elsewhere [zoinx: A game].

    ``last`` : float64[D], win probability in the last turn by deficit, from ``least`` on.
    """
    goal, trigger = tables.target, tables.trigger
    for p in range(after.shape[0]):
        for q in range(after.shape[1]):
            lead = p - q
            after[p, q] = 0.5
            if trigger == AT_ONCE:
                if p >= goal:
                    after[p, q] = outcome(lead)
            elif p >= goal and (lead > 0 or (lead == 0 and trigger == LEAD_OR_TIE)):
                after[p, q] = 1.0 - last[min(lead - least, last.size - 1)]
            elif trigger == ANY_TURN and q >= goal and lead < 0:
                # the other brought the end in this turn: the player who just played plays once more
                after[p, q] = last[min(-lead - least, last.size - 1)]


@helper
def is_main(tables: TurnTables, p: int, q: int) -> bool:
    """Whether the game goes on as before when a turn ends with p for its player and q."""
    goal, trigger = tables.target, tables.trigger
    if trigger == AT_ONCE:
        return p < goal
    if trigger == ANY_TURN and q >= goal and q > p:
        return False
    return p < goal or p < q or (p == q and trigger != LEAD_OR_TIE)


@helper
def remember(tables: TurnTables, mine: int, theirs: int, value: float, after: Floats) -> None:
    """Note in ``after`` what the state (mine, theirs) of the player to move is worth."""
    p, q = theirs, mine
    if not is_main(tables, p, q):
        return
    if min(p, q) < tables.target:
        after[p, q] = 1.0 - value
        return
    # only the difference counts
    shift = min(p, q) - tables.target
    p, q = p - shift, q - shift
    while p < after.shape[0] and q < after.shape[1]:
        after[p, q] = 1.0 - value
        p += 1
        q += 1


@helper
def solve_state(
    tables: TurnTables, mine: int, theirs: int, least: int, last: Floats, after: Floats,
    payoff: Floats, scratch: Floats, work: Work, bets: Floats, guesses: Floats,
) -> float:  # fmt: skip
    """Solve one state's bets, given ``after``; its value, its mixtures in place."""
    top = safe_total(tables, mine, theirs, least, last, after)
    for bet in range(payoff.shape[0]):
        for guess in range(payoff.shape[1]):
            payoff[bet, guess] = turn_value(tables, mine, theirs, bet, guess, top, after, scratch)
    if payoff.size == 1:
        bets[0] = guesses[0] = 1.0
        only: float = payoff[0, 0]
        return only
    return solve_into(payoff, payoff.shape[0], payoff.shape[1], work, bets, guesses)


@kernel
def solve_race(
    tables: TurnTables, least: int, last: Floats, work: Work, after: Floats, value: Floats,
    bets: Floats, guesses: Floats,
) -> int:  # fmt: skip
    """Solve all states before the end.

    Parameters
    ----------
    least, last : win probability in the last turn by deficit, from ``least`` on.
    after : float64[P, Q], as `ends` left it; in place.
    value : float64[S + 1, S + 1], in place: win probability of the player to move.
    bets, guesses : float64[S + 1, S + 1, A], [S + 1, S + 1, O], in place: the mixtures.

    Returns
    -------
    Evaluations of states, or −1 if some did not settle.
    """
    most, goal = value.shape[0] - 1, tables.target
    payoff = np.empty((bets.shape[2], guesses.shape[2]))
    scratch = np.empty(tables.own.shape[1])
    count = 0
    for sweep in range(_PATIENCE):
        change = 1.0 if sweep == 0 else 0.0
        for d in range(most - goal, -1, -1):
            for side in range(1 if d == 0 else 2):
                a, b = (goal + d, goal) if side == 0 else (goal, goal + d)
                found = solve_state(
                    tables,
                    a,
                    b,
                    least,
                    last,
                    after,
                    payoff,
                    scratch,
                    work,
                    bets[a, b],
                    guesses[a, b],
                )
                count += 1
                if sweep > 0:
                    change = max(change, abs(found - value[a, b]))
                value[a, b] = found
                remember(tables, a, b, found, after)
        if change < 1e-15:
            break
        if sweep == _PATIENCE - 1:
            return -1
    for total in range(goal + most, -1, -1):
        for a in range(max(0, total - most), total // 2 + 1):
            b = total - a
            if a >= goal:
                continue
            spent = _solve_pair(
                tables, a, b, least, last, after, value, payoff, scratch, work, bets, guesses
            )
            if spent < 0:
                return -1
            count += spent
    return count


@helper
def _solve_pair(
    tables: TurnTables, a: int, b: int, least: int, last: Floats, after: Floats, value: Floats,
    payoff: Floats, scratch: Floats, work: Work, bets: Floats, guesses: Floats,
) -> int:  # fmt: skip
    """Solve (a, b) and (b, a) together, by the secant method on the value of (a, b)."""
    guess, before, miss_before = after[a, b], 0.0, 0.0
    for step in range(_PATIENCE):
        # (b, a) first, given what (a, b) is taken to be worth
        remember(tables, a, b, guess, after)
        if a != b:
            value[b, a] = solve_state(
                tables, b, a, least, last, after, payoff, scratch, work, bets[b, a], guesses[b, a]
            )
            remember(tables, b, a, value[b, a], after)
        found = solve_state(
            tables, a, b, least, last, after, payoff, scratch, work, bets[a, b], guesses[a, b]
        )
        value[a, b] = found
        miss = found - guess
        if abs(miss) < 1e-15 or (step > 50 and abs(miss) < 1e-13):
            remember(tables, a, b, found, after)
            return 2 * (step + 1)
        slope = (miss - miss_before) / (guess - before) if step > 0 and guess != before else -1.0
        before, miss_before = guess, miss
        # slopes lie in [-2, 0): what is worth more here is worth less to the other
        if not -2.0 <= slope <= -0.2 or step > 20:
            slope = -1.0
        guess = min(1.0, max(0.0, guess - miss / slope))
    return -1
