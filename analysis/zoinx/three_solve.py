"""Kernels that solve the three-player game state by state, and keep what they play.

Values of a state depend on the states that can follow.  In the final round these are solved
before.  Before the end, scores only rise, so states go in falling order of their sum, those that
are rotations of each other together (nobody has scored).  Once somebody has the target only
differences count, and such states depend on each other: they are swept over and over.

An equilibrium of three may jump when the values it rests on move a little, and sweeps can go round
for ever.  So what a state plays is kept while its gain is within a tolerance, which grows each time
the state has switched; how far from an equilibrium that leaves the whole is measured apart, in
`three_reply`.
"""

import numpy as np

from zochastic.analysis.regret import Work
from zochastic.analysis.zoinx.tables import TurnTables
from zochastic.analysis.zoinx.three_bets import EXACT, find_bets
from zochastic.analysis.zoinx.three_turn import (
    MAIN,
    Scores,
    Values,
    fill_local,
    turn_payoffs,
)
from zochastic.sims._jit import Flags, Floats, Ints, helper, kernel, routine

#: Switches that a state may make before its tolerance grows, and how it grows from then on.
_FREE, _FIRST, _GROWTH, _MOST = 4, 1e-6, 1.5, 1e-2
#: A change of a probability by more than this is a switch.
_SWITCH = 0.05
#: Values that move by no more than this have settled.
SETTLED = 1e-13
_PATIENCE = 400

#: Arrays to work with: see `workspaces`.
Room = tuple[Work, Floats, Floats, Floats, Floats, Floats, Floats, Floats]


@helper
def tolerance(switches: int) -> float:
    """The gain that a state puts up with rather than switch once more."""
    if switches < _FREE:
        return EXACT
    return min(_MOST, _FIRST * _GROWTH ** (switches - _FREE))


@helper
def worth(payoffs: Floats, actions: Ints, mixtures: Floats, role: int) -> float:
    """What the product of the mixtures is worth to ``role``."""
    total = 0.0
    for i in range(actions[0]):
        if mixtures[0, i] == 0.0:
            continue
        for j in range(actions[1]):
            if mixtures[1, j] == 0.0:
                continue
            for k in range(actions[2]):
                cell = (i * actions[1] + j) * actions[2] + k
                total += mixtures[0, i] * mixtures[1, j] * mixtures[2, k] * payoffs[role, cell]
    return total


@routine
def solve_state(
    tables: TurnTables, scores: Scores, values: Values, phase: int, state: Ints, actions: Ints,
    mixtures: Floats, allowed: float, room: Room, out: Floats, counts: Ints,
) -> float:  # fmt: skip
    """Solve one state in place; return the gain of what it plays.

    Parameters
    ----------
    state : int64[3], scores of the player to move, the next, the one after.
    allowed : what is played is kept up to this gain.
    out : float64[3], in place: the values by role.
    """
    work, spare, average, best, local, run, payoffs, _ = room
    top = fill_local(tables, scores, values, phase, state[0], state[1], state[2], local)
    turn_payoffs(tables, scores, local, top, run, payoffs)
    gain = find_bets(payoffs, actions, mixtures, allowed, work, spare, average, best, counts)
    for role in range(3):
        out[role] = worth(payoffs, actions, mixtures, role)
    return gain


@kernel
def solve_final(
    tables: TurnTables, scores: Scores, values: Values, phase: int, states: Ints, actions: Ints,
    mixtures: Floats, allowed: float, room: Room, found: Floats, counts: Ints,
) -> None:  # fmt: skip
    """Solve states of the final round, whose values rest on a phase already solved.

    ``found`` : float64[N, 3], in place.
    """
    for s in range(states.shape[0]):
        solve_state(
            tables, scores, values, phase, states[s], actions, mixtures[s], allowed, room,
            found[s], counts,
        )  # fmt: skip


@helper
def _visit(
    tables: TurnTables, scores: Scores, values: Values, state: Ints, actions: Ints,
    mixtures: Floats, switches: Ints, at: int, kept: bool, room: Room, counts: Ints,
) -> float:  # fmt: skip
    """Solve a state before the end and note its values; return how far they moved.

    ``kept`` : whatever it plays is kept.
    """
    old, out = room[7][:3], room[7][3]
    n = mixtures.shape[2]
    for player in range(3):
        for i in range(n):
            old[player, i] = mixtures[at, player, i]
    allowed = 2.0 if kept else tolerance(switches[at])
    solve_state(
        tables, scores, values, MAIN, state, actions, mixtures[at], allowed, room, out, counts
    )
    moved = 0.0
    for player in range(3):
        for i in range(n):
            moved = max(moved, abs(old[player, i] - mixtures[at, player, i]))
    if moved > _SWITCH:
        switches[at] += 1
    low, change = values.low, 0.0
    a, b, c = state[0] + low, state[1] + low, state[2] + low
    for role in range(3):
        change = max(change, abs(out[role] - values.main[a, b, c, role]))
        values.main[a, b, c, role] = out[role]
    return change


@kernel
def sweep(
    tables: TurnTables, scores: Scores, values: Values, states: Ints, first: int, last: int,
    actions: Ints, mixtures: Floats, switches: Ints, kept: bool, room: Room, counts: Ints,
) -> float:  # fmt: skip
    """Solve states ``first`` … ``last`` − 1 once; return how far values moved at most."""
    change = 0.0
    for s in range(first, last):
        change = max(
            change,
            _visit(
                tables,
                scores,
                values,
                states[s],
                actions,
                mixtures,
                switches,
                s,
                kept,
                room,
                counts,
            ),
        )
    return change


@kernel
def solve_rotations(
    tables: TurnTables, scores: Scores, values: Values, index: Ints, states: Ints, first: int,
    last: int, actions: Ints, mixtures: Floats, switches: Ints, kept: bool, done: Flags,
    room: Room, counts: Ints,
) -> float:  # fmt: skip
    """Solve states in order, each together with its rotations; how far they were from settled.

    Parameters
    ----------
    index : int64[S, S, S], number of a state by scores, −1 where it cannot occur.
    done : bool[N], in place.
    """
    group = np.empty(3, np.int64)
    worst = 0.0
    low = values.low
    for s in range(first, last):
        if done[s]:
            continue
        a, b, c = states[s, 0], states[s, 1], states[s, 2]
        size = 0
        for _ in range(3):
            x = index[a + low, b + low, c + low]
            new = x >= 0
            for i in range(size):
                new = new and group[i] != x
            if new:
                group[size] = x
                size += 1
            a, b, c = b, c, a
        change = 1.0
        for _ in range(_PATIENCE):
            change = 0.0
            for i in range(size - 1, -1, -1):
                x = group[i]
                change = max(
                    change,
                    _visit(
                        tables,
                        scores,
                        values,
                        states[x],
                        actions,
                        mixtures,
                        switches,
                        x,
                        kept,
                        room,
                        counts,
                    ),
                )
            if change <= SETTLED:
                break
        worst = max(worst, change)
        for i in range(size):
            done[group[i]] = True
    return worst
