"""How a game of zoinx goes on after a turn, by roles: 0 has the turn, role 1 sits next to him."""

from zochastic.sims._jit import Ints, helper
from zochastic.sims.zoinx.pack import ANY_TURN, AT_ONCE, STRICT
from zochastic.sims.zoinx.policy import LEADER, RELATIVE, SHIFTED


@helper
def pass_on(
    trigger: int, target: int, n: int, own: int, best: int, leaders: int, leader: int, pending: int
) -> tuple[int, int]:
    """Which role has the next turn, 0 if the game is over; and who then is pending, by its roles.

    [zoinx: A game]

    Parameters
    ----------
    trigger, target : of the rules.
    n : players.
    own, best, leaders, leader : scores after the turn: of role 0, the highest, how many have it,
        the first role that has it.
    pending : bit r is set if role r still had a turn in the final round, this one included.
    """
    everybody = (1 << n) - 1
    if pending:
        pending &= ~1
        if not pending:
            return 0, 0
    else:
        if trigger == ANY_TURN:
            brought = best >= target and leaders == 1
        else:
            brought = own >= target
            if trigger != AT_ONCE:
                brought = brought and own == best
            if trigger == STRICT:
                brought = brought and leaders == 1
            leader = 0
        if not brought:
            return 1, 0
        pending = everybody & ~(1 << leader)
        if trigger == AT_ONCE or not pending:
            return 0, 0
    # role 0 is among the pending where another role brought the end: he then is the last of them
    after = 1
    while after < n and not (pending >> after) & 1:
        after += 1
    return after, ((pending >> after) | (pending << (n - after))) & everybody


@helper
def find_cell(axes: Ints, at: int, mode: int, scores: Ints, first: int, n: int, target: int) -> int:
    """Cell of a state among the rows of a policy.

    Parameters
    ----------
    axes : all axes in one line; those of the policy and the phase begin ``at``, with ``mode``.
    scores : by role from ``first`` on, role by role, going round.
    """
    shift = axes[at + 1]
    if mode == RELATIVE:
        shift -= scores[first]
    elif mode == SHIFTED:
        least = scores[0]
        for role in range(1, n):
            least = min(least, scores[role])
        shift -= max(0, least - target)
    elif mode == LEADER:
        most = scores[0]
        for role in range(1, n):
            most = max(most, scores[role])
        shift -= max(0, most - target)
    cell = 0
    for role in range(n):
        place = first + role
        size = axes[at + 3 + role]
        score = scores[place if place < n else place - n]
        cell = cell * size + max(0, min(size - 1, score + shift))
    found: int = cell + axes[at + 2]
    return found
