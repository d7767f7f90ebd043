"""Win probabilities by play: each position of a game is played on, many times (nested simulation).

The play-outs of a position are independent of those of every other and of the game itself. So the
spread of a figure between games, from which its interval follows, has both errors in it: that of
the games and that of the play-outs. What these bias (the least, the largest, squares, roots) is
taken out in `tally.paths_of`, by halves.

M. Gordy, S. Juneja, Nested simulation in portfolio risk measurement, Management Science 56 (2010):
how a bias falls with the play-outs, and the extrapolation from halves.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isqrt
from typing import Any

import numpy as np

from zochastic.analysis.quality.records import PARTS, Branching, Design, Paths, Records
from zochastic.sims._jit import Floats
from zochastic.sims.streams import derived

#: Fewest and most play-outs from a position.
LEAST, MOST = 16, 100_000
#: Labels of streams: play-outs, and those after a decision at random, of each step of a game.
_NESTED, _PURPOSES, _STEPS = 77, 2, 1 << 16


def shape_of(playouts: int) -> tuple[int, int]:
    """Branches, an even number, and play-outs from each, at least ``playouts`` together.

    About as many of either: suspense tells how far branches differ, and that drowns in the error of
    each where it is played on a few times only.
    """
    each = isqrt(max(playouts, LEAST))
    branches = -(-max(playouts, LEAST) // each)
    return branches + branches % 2, each


@dataclass(frozen=True)
class Nested:
    """Policies at a table, whose games are told with win probabilities that are estimated.

    Attributes
    ----------
    branches, playouts : next positions of each position, and games from each of these.
    weigh : estimate too what a decision at random loses; it takes half as much again.
    label : of the streams of luck; play-outs by another one are independent.
    """

    table: Branching
    branches: int
    playouts: int
    weigh: bool = True
    label: int = _NESTED

    def play(self, seed: int, first_game: int, games: int) -> Records:
        """Play games ``first_game`` … of ``seed``."""
        records = self.table.play(seed, first_game, games)
        looks, players = int(records.steps.max(initial=0)) + 1, records.credit.shape[1]
        made = [_Path(looks, players) for _ in range(games)]
        start = derived(seed, self.label)
        for row in range(games):
            origin = derived(start, first_game + row)
            for step, position in enumerate(self.table.positions(seed, first_game + row)):
                self._look(made[row], position, step, origin)
            made[row].chance[:, records.steps[row]] = records.credit[row] / PARTS
        whole, *halves = (
            Paths(
                np.array([path.chance[part] for path in made]),
                np.array([path.suspense[part] for path in made]),
                np.array([path.weight for path in made]),
            )
            for part in range(3)
        )
        return _with(records, whole, halves)

    def _look(self, path: "_Path", position: Any, step: int, origin: int) -> None:
        """Estimate all that is told of one position."""
        luck = derived(origin, _PURPOSES * step)
        credit = self.table.branch(position, luck, self.branches, self.playouts) / PARTS
        path.note(step, credit)
        if self.weigh:
            seats = self.table.deciders(position)
            seat = seats[(origin + step) % len(seats)]
            luck = derived(origin, _PURPOSES * step + 1)
            loose = self.table.branch(
                position, luck, max(2, self.branches // 2), self.playouts, loose=seat
            )
            path.weight += float(credit[:, :, seat].mean() - loose[:, :, seat].mean() / PARTS)


class _Path:
    """What is told of one game: from all branches, and from either half of them."""

    def __init__(self, looks: int, players: int) -> None:
        self.chance = np.zeros((3, looks, players))
        self.suspense = np.zeros(3)
        self.weight = 0.0

    def note(self, step: int, credit: Floats) -> None:
        """Note a position by the results float64[branches, play-outs, players] of play."""
        branches, playouts, players = credit.shape
        means = credit.mean(axis=1)
        within = credit.var(axis=1, ddof=1) / playouts
        halves = means.reshape(2, branches // 2, players)
        # what branches differ by, without what their play-outs do
        between = np.empty((3, players))
        between[0] = means.var(axis=0, ddof=1)
        between[1:] = halves.var(axis=1, ddof=1)
        noise = within.reshape(halves.shape).mean(axis=1)
        between[0] -= noise.mean(axis=0)
        between[1:] -= noise
        self.suspense += np.sqrt(np.maximum(between, 0.0)).mean(axis=1)
        self.chance[1:, step] = halves.mean(axis=1)
        self.chance[0, step] = self.chance[1:, step].mean(axis=0)


def _with(records: Records, whole: Paths, halves: Sequence[Paths]) -> Records:
    return replace(records, paths=replace(whole, halves=tuple(halves)))


def seat_nested(
    design: Design, rules: Any, names: Sequence[str], *, made_for: Any, playouts: int, weigh: bool
) -> Nested:
    """Policies at a table as `Design.seat` sits them down, with about so many play-outs."""
    return Nested(
        design.branching(rules, names, made_for=made_for), *shape_of(playouts), weigh=weigh
    )
