"""Policies of two that are simple in one thing and perfect in the rest, exactly weighed."""

from dataclasses import dataclass

import numpy as np

from zochastic.analysis.zoinx.evaluate import TOTALS, Play
from zochastic.analysis.zoinx.policies import Named
from zochastic.analysis.zoinx.positions import solve_for
from zochastic.analysis.zoinx.versus import Grid, perfect_play, play_out
from zochastic.rules.zoinx import Bet, ZoinxRules
from zochastic.sims._jit import Floats, Words


@dataclass(frozen=True)
class Weighed:
    """Rules of thumb against perfect play of two.

    Attributes
    ----------
    value : of the first player between perfect players.
    """

    grid: Grid
    perfect: Play
    value: float

    @classmethod
    def of(cls, rules: ZoinxRules) -> "Weighed":
        """Solve the game."""
        solution = solve_for(rules, rules.starts)
        grid = Grid.of(rules, words=Named("points", "points").words(rules), most=solution.most)
        start = solution.state(*rules.starts)
        return cls(grid, perfect_play(grid, solution), float(solution.value[start]))

    def loss(self, play: Play) -> float:
        """How much less than a perfect player one wins with ``play``, the mean over both seats."""
        worth = play_out(self.grid, play, self.perfect)
        start = self.grid.state(*self.grid.rules.starts)
        first = self.value - float(worth.x_moves[start])
        second = float(worth.y_moves[start]) - self.value
        return max(0.0, (first + second) / 2)

    def before(self, play: Play) -> Play:
        """Play by ``play`` until the game's last turn, then perfectly."""
        last = self.perfect
        return play._replace(
            last_bets=last.last_bets, last_guesses=last.last_guesses, last_stops=last.last_stops
        )

    def bets(self, bet: Bet, *, last: bool) -> Play:
        """Play perfectly, but bet always the same: in the game's last turn, or until then."""
        row = _one(self.grid.rules.active_choices, bet)
        play = self.perfect
        if last:
            return play._replace(last_bets=_all(play.last_bets, row))
        return play._replace(bets=_all(play.bets, row))

    def guesses(self, guess: Bet, *, last: bool) -> Play:
        """The same of the bet while another has the turn."""
        row = _one(self.grid.rules.opponent_choices, guess)
        play = self.perfect
        if last:
            return play._replace(last_guesses=_all(play.last_guesses, row))
        return play._replace(guesses=_all(play.guesses, row))

    def until_ahead(self) -> Words:
        """Stop sets of the game's last turn that stop as soon as stopping wins."""
        tables = self.grid.tables
        made = np.zeros_like(self.perfect.last_stops)
        totals = np.arange(self.grid.words * TOTALS)
        bits = np.uint64(1) << (totals % TOTALS).astype(np.uint64)
        for place in np.ndindex(made.shape[:3]):
            deficit, bet, guess = place
            ahead = tables.own[bet, totals] > deficit + tables.other[guess, totals]
            stops = np.where(ahead & (tables.may_stop[bet, totals] != 0), bits, np.uint64(0))
            made[place] = stops.reshape(-1, TOTALS).sum(axis=1, dtype=np.uint64)
        return made


def _one(faces: tuple[Bet, ...], chosen: Bet) -> Floats:
    return np.array([float(face == chosen) for face in faces])


def _all(mixtures: Floats, row: Floats) -> Floats:
    """``mixtures`` with ``row`` in every place."""
    return np.broadcast_to(row, mixtures.shape).copy()
