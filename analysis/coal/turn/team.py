"""Several drawers who help each other: the greatest chance that any of them reaches an amount.

Drawing on until the amount is reached is best for every one of them.  Whoever might stop short of
it can do at least as well by drawing on *as the next player would*: he holds no less, burns with
the same piece, and leaves one helper more behind him.  So nobody stops early, every failed turn
takes exactly one devil out of the oven, and the chance follows by backward induction over what
coal is left and how much the drawer at work still needs.  (The twin in the tests lets everybody
stop whenever he likes.)
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import prod

import numpy as np

from zochastic.rules.coal import Oven
from zochastic.sims._jit import Floats, Ints, kernel
from zochastic.sims.coal.pack import PackedOven, pack
from zochastic.sims.runner import Progress

#: Above this many states the chance is simulated instead.
MOST_STATES = 200_000_000


@kernel
def drawer(
    pieces: Ints, strides: Ints, units: Ints, devils: int, need: int, levels: int,
    most_gone: int, after: Floats, rows: Floats,
) -> None:  # fmt: skip
    """Chance of success for every oven and every need of the drawer at work.

    Parameters
    ----------
    pieces, strides, units : int64[kinds] of the fullest oven; ovens are coded by what is left.
    devils : in the oven while this drawer is at work.
    need : most units that may still be needed.
    levels : 1, or the least number of pieces + 1: level l has l pieces, the last one enough.
    most_gone : units; ovens from which so much or more is gone are passed over.
    after : float64[ovens], chance of success once a devil has ended this turn.
    rows : float64[ovens · levels · (need + 1)], in place, zeros at first: chance by oven, level,
        units needed.
    """
    kinds = pieces.size
    width = need + 1
    left = np.zeros(kinds, np.int64)
    for oven in range(after.size):
        size = devils
        gone = 0
        for kind in range(kinds):
            size += left[kind]
            gone += (pieces[kind] - left[kind]) * units[kind]
        if gone >= most_gone:
            rows[((oven + 1) * levels - 1) * width] = 1.0
        for level in range(0 if gone >= most_gone else levels):
            row = (oven * levels + level) * width
            if size == 0:
                # the last piece ended the turn, however few pieces he has
                rows[row] = 1.0
                for r in range(1, width):
                    rows[row + r] = 0.0
            else:
                start = devils * after[oven] / size
                for r in range(width):
                    rows[row + r] = start
                following = min(level + 1, levels - 1)
                for kind in range(kinds):
                    if left[kind] > 0:
                        share = left[kind] / size
                        source = ((oven - strides[kind]) * levels + following) * width
                        worth = min(units[kind], width)
                        done = share * rows[source]
                        for r in range(worth):
                            rows[row + r] += done
                        for r in range(worth, width):
                            rows[row + r] += share * rows[source + r - worth]
            if level == levels - 1:
                rows[row] = 1.0
        for kind in range(kinds - 1, -1, -1):
            if left[kind] < pieces[kind]:
                left[kind] += 1
                break
            left[kind] = 0


@dataclass(frozen=True)
class TeamProblem:
    """N drawers, one oven.

    Attributes
    ----------
    oven : at the start of the round.
    players : who can come to draw: each failed turn before takes a devil, and once the devils
        are gone one more turn empties the oven.
    levels : see `drawer`.
    """

    oven: PackedOven
    strides: Ints
    players: int
    levels: int

    @property
    def ovens(self) -> int:
        """How many sets of coal can be left."""
        return prod((self.oven.pieces + 1).tolist())

    def states(self, aims: Sequence[int]) -> int:
        """States of the largest single induction for these aims."""
        need = max((self.units(aim) for aim in aims), default=0)
        return self.ovens * self.levels * (need + 1) * self.players

    def units(self, aim: int) -> int:
        """The aim in units; more than all coal together counts as one unit more than that."""
        worth = int((self.oven.units * self.oven.pieces).sum())
        return min(-(-aim // self.oven.unit), worth + 1)


def team_problem(oven: Oven, players: int, *, min_draw: int = 1) -> TeamProblem:
    """The problem of ``players`` drawers who each turn over at least ``min_draw`` pieces."""
    packed = pack(oven)
    if not packed.values.size:
        packed = PackedOven(np.array([1]), np.array([0]), oven.devils, 1)
    radices = (packed.pieces + 1).tolist()
    strides = np.array([prod(radices[kind + 1 :]) for kind in range(len(radices))], np.int64)
    levels = 1 if min_draw <= 1 else min_draw + 1
    return TeamProblem(packed, strides, min(players, oven.devils + 1), levels)


def chances(
    problem: TeamProblem,
    aims: Sequence[int],
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> list[float]:
    """Greatest chance that any drawer reaches each of ``aims`` (> 0) in one round.

    Relative error below 1e-12: sums of positive terms only [coal: A round, 2].
    """
    if not aims:
        return []
    oven, ovens = problem.oven, problem.ovens

    worth = int((oven.units * oven.pieces).sum())

    def induce(player: int, need: int, after: Floats) -> Floats:
        rows = np.zeros(ovens * problem.levels * (need + 1))
        # a drawer who still needs something has drawn less than ``need``, as all before him had;
        # who must draw a number of pieces may have drawn more
        gone = (player + 1) * need if problem.levels == 1 else worth + 1
        drawer(
            oven.pieces, problem.strides, oven.units, oven.devils - player, need, problem.levels,
            gone, after, rows,
        )  # fmt: skip
        return rows.reshape(ovens, problem.levels, need + 1)[:, 0]

    # what the last drawer does depends on his need alone, so one induction serves all aims
    last = problem.players - 1
    top = max(problem.units(aim) for aim in aims)
    ends = induce(last, top, np.zeros(ovens))

    def chance(aim: int) -> float:
        need = problem.units(aim)
        after = np.ascontiguousarray(ends[:, need])
        for player in range(last - 1, -1, -1):
            after = np.ascontiguousarray(induce(player, need, after)[:, need])
        return float(after[-1])

    found: list[float] = []
    with ThreadPoolExecutor(threads) as pool:
        for value in pool.map(chance, aims):
            found.append(value)
            if progress is not None:
                progress(len(found), len(aims))
    return found
