"""Best stop sets worked out in the middle of a simulation, from the stored values of states."""

import numpy as np

from zochastic.sims._jit import Ints, Word, helper
from zochastic.sims.zoinx.flow import find_cell, pass_on
from zochastic.sims.zoinx.pack import TOTALS, Packed
from zochastic.sims.zoinx.policy import NOWHERE, Playbook

#: Values this close are ties: stop.
_TIE = 1e-12
_ONE, _MADE = np.uint64(1), np.uint64(1 << TOTALS)
_NOT_STORED = -1.0


@helper
def value_after(
    packed: Packed, book: Playbook, policy: int, scores: Ints, after: Ints, pending: int,
    choices: Ints, total: int, bust: int,
) -> float:  # fmt: skip
    """Stored value, to the active player, of the state after his turn; −1: none is stored.

    ``after`` : int64[players], overwritten with the scores by the roles of this turn.
    """
    n = packed.players
    best = leaders = leader = 0
    for role in range(n):
        points = packed.other if role else packed.own
        score = scores[role] + points[bust, choices[role], total]
        after[role] = score
        if role == 0 or score > best:
            best, leaders, leader = score, 1, role
        elif score == best:
            leaders += 1
    step, waiting = pass_on(
        packed.trigger, packed.target, n, after[0], best, leaders, leader, pending
    )
    if step == 0:
        return 1.0 / leaders if after[0] == best else 0.0
    axes = book.axes.reshape(book.axes.size)
    at = (policy * book.axes.shape[1] + waiting) * book.axes.shape[2]
    if axes[at] == NOWHERE:
        return _NOT_STORED
    row = book.rows[find_cell(axes, at, axes[at], after, step % n, n, packed.target)]
    if row < 0:
        return _NOT_STORED
    value: float = book.values[row, (n - step) % n]
    return value


@helper
def best_stops(packed: Packed, book: Playbook, policy: int, row: int, choices: Ints) -> Word:
    """The best stop set of one turn, as a word of ``book.stops``, by backward induction.

    It stops beyond the policy's ``most``, and beyond the last total whose states are stored.

    Parameters
    ----------
    row : of the state at the beginning of the turn.
    choices : int64[players], numbers of the bets by role.
    """
    pending = book.states[row, 0]
    scores = np.empty(packed.players, np.int64)
    for role in range(packed.players):
        scores[role] = book.states[row, 1 + role]
    after = np.empty(packed.players, np.int64)
    stopping = np.empty(TOTALS, np.float64)
    losing = np.empty(TOTALS, np.float64)
    going = np.empty(TOTALS, np.float64)
    last = book.most[policy]
    least = packed.least[choices[0]]
    for total in range(last + 1):
        stopping[total] = value_after(
            packed, book, policy, scores, after, pending, choices, total, 0
        )
        losing[total] = value_after(packed, book, policy, scores, after, pending, choices, total, 1)
        if min(stopping[total], losing[total]) < 0.0 and total > least:
            last = total - 1
            break
    stops = _MADE
    for total in range(last + 1, TOTALS):
        stops |= _ONE << np.uint64(total)
    for total in range(last, -1, -1):
        onward = packed.p[0] * losing[total]
        weight = 1.0
        for kind in range(1, packed.kinds.size):
            dots = packed.kinds[kind]
            if dots == 0:
                weight -= packed.p[kind]  # nothing has changed
            elif total + dots <= last:
                onward += packed.p[kind] * going[total + dots]
            else:
                onward += packed.p[kind] * stopping[last]
        onward /= weight
        going[total] = onward
        if total >= least and stopping[total] >= onward - _TIE:
            going[total] = stopping[total]
            stops |= _ONE << np.uint64(total)
    return stops
