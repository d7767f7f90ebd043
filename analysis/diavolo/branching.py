"""Diavolo played on from any gems, for win probabilities, which no table has."""

from dataclasses import dataclass, replace

import numpy as np

from zochastic.analysis.diavolo.records import DiavoloPlaying, kept_whole
from zochastic.analysis.quality.records import PARTS, Records
from zochastic.sims._jit import Ints
from zochastic.sims.diavolo.games import kept_games
from zochastic.sims.diavolo.pack import Packed
from zochastic.sims.streams import derived


@dataclass(frozen=True)
class DiavoloBranching:
    """People at a table; a position is the gems before a round, int64[players]."""

    playing: DiavoloPlaying

    def play(self, seed: int, first_game: int, games: int) -> Records:
        """Play games ``first_game`` … of ``seed``."""
        return self.playing.play(seed, first_game, games)

    def positions(self, seed: int, game: int) -> list[Ints]:
        """Gems before each round of a game."""
        experiment = replace(self.playing.experiment, seed=seed)
        history, lengths = kept_whole(experiment, game, 1)
        return [experiment.table.start, *history[0, : int(lengths[0]) - 1]]

    def deciders(self, position: Ints) -> list[int]:
        """Who still grabs."""
        found: list[int] = np.flatnonzero(position > 0).tolist()
        return found

    def branch(
        self, position: Ints, luck: int, branches: int, playouts: int, *, loose: int | None = None
    ) -> Ints:
        """Play a round many times, and the games that it leads to; see `Branching`."""
        experiment = replace(self.playing.experiment, seed=luck)
        table = experiment.table._replace(start=position)
        now = table if loose is None else _by_lot(table, loose)
        history, _ = kept_games(replace(experiment, table=now, max_rounds=1), 0, branches, 1)
        credit = np.zeros((branches, playouts, position.size), np.int64)
        rows, group = np.unique(history[:, 0], axis=0, return_inverse=True)
        for number, gems in enumerate(rows):
            at = np.flatnonzero(group.ravel() == number)
            if (gems > 0).sum() < 2:
                credit[at] = PARTS * (gems > 0)
                continue
            on = replace(
                experiment, table=table._replace(start=gems), seed=derived(luck, 1 + number)
            )
            games = at.size * playouts
            played, lengths = kept_whole(on, 0, games)
            left = played[np.arange(games), lengths - 1] > 0
            won = PARTS * (left & (left.sum(axis=1) == 1)[:, np.newaxis])
            credit[at] = won.reshape(at.size, playouts, -1)
        return credit


def _by_lot(table: Packed, seat: int) -> Packed:
    """A table at which one grabs any imp, all equally likely."""
    imps = table.supply.shape[1]
    plan, error = table.plan.copy(), table.error.copy()
    plan[seat] = -1
    error[seat] = round((imps - 1) / imps * 2**53)
    return table._replace(plan=plan, error=error)
