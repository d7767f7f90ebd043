"""A policy of zoinx as arrays: what to bet and when to stop, at every state.

How a policy is read
--------------------
A turn has *roles*: 0 is the active player, r the one whose seat is r further on.  The state at the
beginning of a turn is the scores by role and the *phase*: a number whose bit r is set if role r
still has a turn in the final round, this one included; 0 while the final round has not begun.

``axes`` int64[2^players, 3 + players], by phase: mode, offset, first, size of the axis of each
    role.  The state's cell is ``first`` plus the row-major index of
    ``score of role r − base + offset`` over the axes, each kept within its axis (a state beyond
    the edge counts as the one at the edge).  The base depends on the mode: `ABSOLUTE` 0;
    `SHIFTED` how far all are beyond the target (least score − target, or 0): then only differences
    matter; `LEADER` how far the best is beyond it; `RELATIVE` the active player's score.
    `NOWHERE`: the phase does not occur.
``rows`` int32[cells]: the row of the tables below; −1: the state does not occur (meeting it ends
    the simulation with an error).
``bets`` uint32[rows, players, choices − 1], by role: rising thresholds among 0 … 2^31; the choice
    made is the number of thresholds that are not above a random number below 2^31.  Choices are
    numbered as in ``rules.active_choices`` and ``rules.opponent_choices``; unused columns are 2^31.
``stops`` uint64[rows, combinations, words]: bit t of word w says to stop at 63 w + t dots, bit 63
    is always set.  Beyond the last word a turn stops.  The number of a combination of open bets
    has the active player's choice first: ((c0 · k + c1) · k + c2) …, k opponents' choices.
``values`` float64[rows, players], by role: instead of ``stops``. The kernel then works out a stop
    set when it is first needed, as the best one for the active player where the value of the state
    after the turn is the one that is stored, and keeps it. This needs stop sets of one word. It
    belongs to the row, so that it does not depend on which game comes there first: it is worked
    out at the scores of the row's first cell, index − offset (states beyond an edge stop as the
    one at the edge), that of role 0 being 0 where the mode is `RELATIVE`.
    ``most`` : the total beyond which such a stop set stops, at most 62.

A policy that looks at nothing has one cell in each phase and one row.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from zochastic.rules.zoinx import Bet, ZoinxRules
from zochastic.sims._jit import Flags, Floats, Ints, Words
from zochastic.sims.runner import key_of
from zochastic.sims.zoinx.pack import TOTALS

#: Modes of an axis.
NOWHERE, ABSOLUTE, SHIFTED, RELATIVE, LEADER = -1, 0, 1, 2, 3
#: Random numbers that choose a bet lie below this.
SCALE = 1 << 31

#: Thresholds that a kernel compares at once.
SIDE_BY_SIDE = 8

Thresholds = npt.NDArray[np.uint32]
Rows = npt.NDArray[np.int32]

_MADE = np.uint64(1 << TOTALS)


@dataclass(frozen=True, eq=False)
class Policy:
    """A policy as arrays; see the head of this module."""

    axes: Ints
    rows: Rows
    bets: Thresholds
    stops: Words | None = None
    values: Floats | None = None
    most: int = TOTALS - 1

    @property
    def key(self) -> str:
        """SHA-256 of the whole policy."""
        return key_of(self.axes, self.rows, self.bets, self.stops, self.values, self.most)

    def check(self, rules: ZoinxRules) -> None:
        """Raise ValueError unless the shapes fit ``rules`` and every stop is allowed."""
        n, rows = rules.players, self.bets.shape[0]
        combinations = count_combinations(rules)
        choices = max(len(rules.active_choices), len(rules.opponent_choices))
        if self.axes.shape != (1 << n, 3 + n):
            raise ValueError(f"axes of shape {self.axes.shape}, not {(1 << n, 3 + n)}")
        if self.bets.shape != (rows, n, choices - 1):
            raise ValueError(f"bets of shape {self.bets.shape}, not {(rows, n, choices - 1)}")
        if self.rows.size and not -1 <= self.rows.min() <= self.rows.max() < rows:
            raise ValueError(f"rows outside −1 … {rows - 1}")
        for mode, _, first, *sizes in self.axes.tolist():
            if mode != NOWHERE and not 0 <= first <= first + np.prod(sizes) <= self.rows.size:
                raise ValueError("axes that lead outside the rows")
        if (self.stops is None) == (self.values is None):
            raise ValueError("a policy has either stops or values")
        if self.values is not None and self.values.shape != (rows, n):
            raise ValueError(f"values of shape {self.values.shape}, not {(rows, n)}")
        if self.stops is not None:
            if self.stops.ndim != 3 or self.stops.shape[:2] != (rows, combinations):
                raise ValueError(f"stops of shape {self.stops.shape}, not {(rows, combinations)} …")
            if not (self.stops & _MADE).all():
                raise ValueError("bit 63 of every word of the stops has to be set")
            if (self.stops & _forbidden(rules, self.stops.shape[2])).any():
                raise ValueError("a stop below a bet that has to be reached")


def count_combinations(rules: ZoinxRules) -> int:
    """How many combinations of open bets there are."""
    others = len(rules.opponent_choices) ** (rules.players - 1)
    return len(rules.active_choices) * int(others)


def thresholds(probabilities: Floats) -> Thresholds:
    """Thresholds uint32[…, choices − 1] of mixtures float64[…, choices] that add up to 1."""
    sums = np.cumsum(probabilities, axis=-1)[..., :-1]
    return np.clip(np.rint(sums * SCALE), 0, SCALE).astype(np.uint32)


def pack_stops(stop: Flags, words: int) -> Words:
    """Words uint64[…, words] of stop sets bool[…, totals]; beyond them a turn stops."""
    wide = np.ones((*stop.shape[:-1], words * TOTALS), np.bool_)
    wide[..., : stop.shape[-1]] = stop[..., : words * TOTALS]
    bits = wide.reshape(*stop.shape[:-1], words, TOTALS).astype(np.uint64)
    made: Words = (bits << np.arange(TOTALS, dtype=np.uint64)).sum(axis=-1, dtype=np.uint64) | _MADE
    return made


def constant(
    rules: ZoinxRules, active: Floats, opponent: Floats, stop: Flags, words: int
) -> Policy:
    """Make a policy that looks at no score.

    Parameters
    ----------
    active, opponent : float64[choices], mixtures of bets in either role.
    stop : bool[active choices, totals], or bool[combinations, totals]; stops that are not allowed
        are taken out.
    """
    n = rules.players
    masks, choices = 1 << n, max(len(active), len(opponent))
    axes = np.ones((masks, 3 + n), np.int64)
    axes[:, :3] = ABSOLUTE, 0, 0
    mixtures = np.zeros((1, n, choices))
    mixtures[0, 0, : len(active)] = active
    mixtures[0, 1:, : len(opponent)] = opponent
    combinations = count_combinations(rules)
    sets = pack_stops(np.repeat(stop, combinations // len(stop), axis=0), words)
    allowed = sets & ~_forbidden(rules, words)
    policy = Policy(axes, np.zeros(1, np.int32), thresholds(mixtures), allowed[np.newaxis])
    policy.check(rules)
    return policy


def fixed(rules: ZoinxRules, bet: Bet, hold: int, opponent: Bet, words: int) -> Policy:
    """Bet ``bet``, stop at ``hold`` dots or more, bet ``opponent`` as an opponent."""
    active = np.array([float(face == bet) for face in rules.active_choices])
    other = np.array([float(face == opponent) for face in rules.opponent_choices])
    if active.sum() != 1 or other.sum() != 1:
        raise ValueError(f"no such bet: {bet} or {opponent}")
    stop = np.arange(words * TOTALS) >= hold
    return constant(rules, active, other, np.tile(stop, (len(active), 1)), words)


def _forbidden(rules: ZoinxRules, words: int) -> Words:
    """uint64[combinations, words]: totals at which one may not stop, by combination."""
    totals = np.arange(words * TOTALS)
    least = np.array([(bet or 0) * rules.forced for bet in rules.active_choices])
    below = pack_stops(totals[np.newaxis] < least[:, np.newaxis], words) & ~_MADE
    return np.repeat(below, count_combinations(rules) // len(least), axis=0)


class Playbook(NamedTuple):
    """The policies of all seats, joined, as the kernel reads them.

    Attributes
    ----------
    seats : int64[2 · players]: the policy of each seat, twice around the table.
    players : as many zeros as players: so the compiler knows how many and unrolls its loops.
    axes : int64[policies, 2^players, 3 + players].
    rows, bets, values : as in a `Policy`, one policy's after the other's; rows count through.
        Thresholds are filled up to a multiple of `SIDE_BY_SIDE`, to be compared all at once.
    stops : uint64[rows · combinations · words]; 0 where not worked out yet.
    words : words of a stop set.
    states : int64[rows, 1 + players]: phase and scores by role at which a stop set is worked out.
    most : int64[policies]: see `Policy`; −1 where stop sets are given.
    """

    seats: Ints
    players: tuple[int, ...]
    axes: Ints
    rows: Rows
    bets: Thresholds
    stops: Words
    words: int
    values: Floats
    states: Ints
    most: Ints


def playbook(rules: ZoinxRules, policies: Sequence[Policy]) -> Playbook:
    """Join the policies of the seats, in seat order; a policy may be given more than once.

    Raises
    ------
    ValueError: not one a seat, or a policy that does not fit the rules or the others.
    """
    if len(policies) != rules.players:
        raise ValueError(f"{len(policies)} policies for {rules.players} seats")
    unique = list({id(policy): policy for policy in policies}.values())
    number = {id(policy): i for i, policy in enumerate(unique)}
    widths = {1 if policy.stops is None else policy.stops.shape[2] for policy in unique}
    if len(widths) > 1:
        raise ValueError(f"stop sets of different numbers of words: {sorted(widths)}")
    for policy in unique:
        policy.check(rules)
    words, combinations = widths.pop(), count_combinations(rules)
    heights = [policy.bets.shape[0] for policy in unique]
    # memory that is never written is never taken from the machine
    stops = np.zeros(sum(heights) * combinations * words, np.uint64)
    valued = sum(heights) if any(policy.stops is None for policy in unique) else 0
    values = np.zeros((valued, rules.players))
    states = np.zeros((valued, 1 + rules.players), np.int64)
    axes, rows = [], []
    cells = first = 0
    for policy, height in zip(unique, heights, strict=True):
        moved = policy.axes.copy()
        moved[:, 2] += cells
        axes.append(moved)
        rows.append(np.where(policy.rows >= 0, policy.rows + np.int32(first), np.int32(-1)))
        last = first + height
        if policy.stops is not None:
            part = policy.stops.reshape(-1)
            stops[first * combinations * words : last * combinations * words] = part
        if policy.values is not None:
            values[first:last] = policy.values
            states[first:last] = _states(policy)
        cells, first = cells + policy.rows.size, last
    return Playbook(
        seats=np.array([number[id(policy)] for policy in (*policies, *policies)], np.int64),
        players=(0,) * rules.players,
        axes=np.stack(axes),
        rows=np.concatenate(rows),
        bets=np.concatenate([_padded(policy.bets) for policy in unique]),
        stops=stops,
        words=words,
        values=values,
        states=states,
        most=np.array([-1 if p.values is None else p.most for p in unique], np.int64),
    )


def _states(policy: Policy) -> Ints:
    """int64[rows, 1 + players]: phase and scores by role of the first cell of each row."""
    states = np.zeros((policy.bets.shape[0], policy.axes.shape[1] - 2), np.int64)
    # backwards, so that the first cell has the last word
    for phase, (mode, offset, first, *sizes) in reversed(list(enumerate(policy.axes.tolist()))):
        if mode == NOWHERE:
            continue
        scores = np.indices(sizes).reshape(len(sizes), -1).T - offset
        if mode == RELATIVE:
            scores[:, 0] = 0
        rows = policy.rows[first : first + len(scores)]
        known = rows >= 0
        made = np.column_stack([np.full(len(scores), phase), scores])
        states[rows[known][::-1]] = made[known][::-1]
    return states


def _padded(bets: Thresholds) -> Thresholds:
    more = -bets.shape[2] % SIDE_BY_SIDE
    return np.pad(bets, ((0, 0), (0, 0), (0, more)), constant_values=np.uint32(SCALE))
