"""The champion's way to bet, as it was found by self-play, one file a number of players."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any

from zochastic.analysis.coal.game.policies import Betting, Entry

#: What the champion's bets are taken from: nothing, a chance of success, or a little more than the
#: highest stake of the others in the last round, in chips or in chances.
LEVELS = (
    Entry(fixed=0),
    *(Entry(chance=p) for p in (0.98, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.6, 0.5, 0.4, 0.3)),
    Entry(chance=0.5, above=0),
    Entry(chance=0.5, above=1),
    Entry(chance=0.5, above=3),
    Entry(chance=0.5, above=1, scaled=True),
    Entry(chance=0.5, above=3, scaled=True),
)
#: Bounds of its cells, in targets: how far the richest is, and one's lead over the best other.
PROGRESS = (0.25, 0.45, 0.65, 0.85)
STANDING = (-0.25, -0.1, -0.02, 0.02, 0.1, 0.25)
#: Twice: the second half for others who bet in lockstep.
CELLS = 2 * (len(PROGRESS) + 1) * (len(STANDING) + 1)


@dataclass(frozen=True)
class Champion:
    """What self-play found.

    Attributes
    ----------
    mix : probability of each level by cell.
    how : players, rules digest, seed, games: how the search can be run again.
    """

    mix: tuple[tuple[float, ...], ...]
    how: dict[str, Any]

    def betting(self) -> Betting:
        """The mixture as a policy bets."""
        return mixed(self.mix)


def mixed(mix: Sequence[Sequence[float]]) -> Betting:
    """Bets drawn by lot from the levels, cell by cell."""
    cells = tuple(
        tuple(replace(level, probability=p) for p, level in zip(cell, LEVELS, strict=True))
        for cell in mix
    )
    return Betting(cells, PROGRESS, STANDING)


def to_text(champion: Champion) -> str:
    """The champion as a file."""
    lines = [f'{{"how": {json.dumps(champion.how)},', ' "mix": [']
    rows = [f"  {json.dumps([round(p, 4) for p in cell])}" for cell in champion.mix]
    return "\n".join([*lines, ",\n".join(rows), " ]}"]) + "\n"


def load(players: int) -> Betting:
    """The champion's way to bet at a table of ``players``, 2 to 6."""
    text = (
        files("zochastic.analysis.coal.game").joinpath(f"data/champion-{players}.json").read_text()
    )
    return mixed(json.loads(text)["mix"])
