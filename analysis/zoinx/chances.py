"""Win probabilities along games of two: exact at every turn, with how much a turn can move them."""

from dataclasses import dataclass

import numpy as np

from zochastic.analysis.quality.records import Paths
from zochastic.analysis.zoinx.evaluate import TOTALS, Play, Worth
from zochastic.analysis.zoinx.turn_moments import turn_moments
from zochastic.analysis.zoinx.versus import Grid, play_out
from zochastic.sims._jit import Flags, Floats, Ints


@dataclass(frozen=True)
class Chances:
    """What every position is worth between two policies.

    Attributes
    ----------
    worth : win probability of the player to move, see `evaluate.Worth`.
    squares, coins : float64[2, S, S] by who moves, his score and the other's: mean square of his
        win probability after the turn; win probability if bets and stops are left to chance in
        this turn.
    last_squares, last_coins : float64[2, D], the same in the last turn, by deficit.
    """

    grid: Grid
    worth: Worth
    squares: Floats
    coins: Floats
    last_squares: Floats
    last_coins: Floats

    @classmethod
    def of(cls, grid: Grid, x: Play, y: Play) -> "Chances":
        """Solve it: X has seat 1."""
        worth = play_out(grid, x, y)
        s, d = grid.most + 1, grid.deficits
        squares, coins = np.zeros((2, s, s)), np.zeros((2, s, s))
        last_squares, last_coins = np.zeros((2, d)), np.zeros((2, d))
        width = (int(grid.tables.own.max()) + 2, d + grid.tables.most_other + 2)
        lead = np.subtract.outer(np.arange(width[0]), np.arange(width[1]))
        won = np.where(lead > 0, 1.0, np.where(lead == 0, 0.5, 0.0))
        pairs = ((x, y, worth.x_after), (y, x, worth.y_after))
        for side, (mover, other, after) in enumerate(pairs):
            turn_moments(
                grid.tables, mover, other, grid.words * TOTALS, after, after**2, won, won**2,
                squares[side], coins[side], last_squares[side], last_coins[side],
            )  # fmt: skip
        return cls(grid, worth, squares, coins, last_squares, last_coins)

    def paths(self, start: Ints, history: Ints, turns: Ints) -> Paths:
        """Look up games whose history zoinx kernels kept.

        Parameters
        ----------
        start : int64[2], scores of the seats when the games began, seat 1 to move.
        history : int64[games, turns, 3], see `tally_games`.
        """
        games, longest = history.shape[0], history.shape[1]
        looks = np.zeros((games, longest + 1, 3), np.int64)
        looks[:, 0, :2] = start
        looks[:, 1:] = history
        mover, last = looks[..., 2] % 16, looks[..., 2] > 15
        mine = np.where(mover == 0, looks[..., 0], looks[..., 1])
        theirs = np.where(mover == 0, looks[..., 1], looks[..., 0])
        value = self._look(mover, last, mine, theirs, self._moves, self._lasts)
        square = self._look(mover, last, mine, theirs, self.squares, self.last_squares)
        coin = self._look(mover, last, mine, theirs, self.coins, self.last_coins)
        final = looks[np.arange(games), turns]
        lead = final[:, 0] - final[:, 1]
        chance = np.where(mover == 0, value, 1.0 - value)
        chance[np.arange(games), turns] = np.where(lead > 0, 1.0, np.where(lead == 0, 0.5, 0.0))
        played = np.arange(longest + 1) < turns[:, np.newaxis]
        variance = np.where(played, np.maximum(square - value**2, 0.0), 0.0)
        return Paths(
            chance=np.stack([chance, 1.0 - chance], axis=2),
            suspense=np.sqrt(variance).sum(axis=1),
            weight=np.where(played, value - coin, 0.0).sum(axis=1),
        )

    @property
    def _moves(self) -> Floats:
        return np.stack([self.worth.x_moves, self.worth.y_moves])

    @property
    def _lasts(self) -> Floats:
        return np.stack([self.worth.x_last, self.worth.y_last])

    def _look(
        self, mover: Ints, last: Flags, mine: Ints, theirs: Ints, moves: Floats, lasts: Floats
    ) -> Floats:
        """The value of a table at each look."""
        most, deficits = moves.shape[1] - 1, lasts.shape[1]
        shift = np.maximum(0, np.minimum(mine, theirs) - self.grid.rules.target)
        a, b = np.minimum(mine - shift, most), np.minimum(theirs - shift, most)
        deficit = np.clip(theirs - mine, 0, deficits - 1)
        found: Floats = np.where(last, lasts[mover, deficit], moves[mover, a, b])
        return found
