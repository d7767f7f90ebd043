"""Two policies as `evaluate` reads them, and what people ask of a pair of them."""

from dataclasses import dataclass

import numpy as np

from zochastic.analysis.zoinx.evaluate import TOTALS, Play, Worth, evaluate
from zochastic.analysis.zoinx.tables import AT_ONCE, TurnTables, turn_tables
from zochastic.analysis.zoinx.two import MOST_DEFICIT, RaceSolution, check_solvable
from zochastic.rules.zoinx import ZoinxRules
from zochastic.sims._jit import Flags, Floats, Words, kernel

#: Two choices closer than this are tied: stop.
TIE = 1e-12


@dataclass(frozen=True)
class Grid:
    """Which positions are evaluated, and the rules as arrays that reach as far as they need.

    Attributes
    ----------
    most : largest score of a position.
    deficits : deficits 0 … ``deficits`` − 1 of a last turn; larger ones count as the last.
    words : of a stop set.
    """

    rules: ZoinxRules
    most: int
    deficits: int
    words: int
    tables: TurnTables

    @classmethod
    def of(cls, rules: ZoinxRules, *, words: int, most: int = 0) -> "Grid":
        """Positions of a game from its start, and of all scores up to ``most``.

        Raises
        ------
        InvalidInput : scores can fall under these rules.
        """
        check_solvable(rules)
        highest = max((1, *rules.active_bets, *rules.opponent_bets))
        other = turn_tables(rules, 1 + highest).most_other
        top = max(rules.target + other, most, *rules.starts)
        longest = words * TOTALS + rules.max_roll + 1
        deficits = max(MOST_DEFICIT + 1, longest)
        totals = max(longest, top + deficits + 2 * other + highest + rules.max_roll + 2)
        return cls(rules, top, deficits, words, turn_tables(rules, totals))

    def state(self, mine: int, theirs: int) -> tuple[int, int]:
        """The position that stands for these scores: beyond the target the lead counts."""
        shift = max(0, min(mine, theirs) - self.rules.target)
        return mine - shift, theirs - shift

    def blank(self) -> Play:
        """A policy that is still to be written: never bets, never stops."""
        s, d = self.most + 1, self.deficits
        active, opponent = len(self.rules.active_choices), len(self.rules.opponent_choices)
        return Play(
            np.zeros((s, s, active)),
            np.zeros((s, s, opponent)),
            np.zeros((s, s, active, opponent, self.words), np.uint64),
            np.zeros((d, active)),
            np.zeros((d, opponent)),
            np.zeros((d, active, opponent, self.words), np.uint64),
        )

    def worth(self) -> Worth:
        """Arrays that `evaluate` fills."""
        s, d = self.most + 1, self.deficits
        after = (
            s + int(self.tables.own.max()) + 1,
            s + self.tables.most_other + 1,
        )
        return Worth(
            np.full((s, s), 0.5), np.full((s, s), 0.5), np.zeros(d), np.zeros(d),
            np.empty(after), np.empty(after),
        )  # fmt: skip


def words_for(rules: ZoinxRules) -> int:
    """Words of a stop set that hold every total at which a good player may roll on."""
    highest = max((1, *rules.active_bets, *rules.opponent_bets))
    far = 0 if rules.trigger == "at-once" else MOST_DEFICIT
    return -(-(rules.target + far + 3 * highest + rules.max_roll) // TOTALS)


def perfect_play(grid: Grid, solution: RaceSolution) -> Play:
    """The equilibrium as a policy; after the bets are open it stops as is best.

    Raises
    ------
    ValueError : the solution has fewer positions than the grid.
    """
    if solution.most < grid.most:
        raise ValueError(f"solved up to {solution.most} points, not {grid.most}")
    play = grid.blank()
    s = grid.most + 1
    play.bets[:] = solution.bets[:s, :s]
    play.guesses[:] = solution.guesses[:s, :s]
    for mine, solved in (
        (play.last_bets, solution.last_bets),
        (play.last_guesses, solution.last_guesses),
    ):
        kept = min(len(mine), len(solved))
        mine[:kept] = solved[:kept]
        mine[kept:] = solved[-1]
    best_stops(grid.tables, solution.after, play.stops, play.last_stops)
    return play


def constant_play(
    grid: Grid, bets: Floats, guesses: Floats, stop: Flags, *, goal: bool = False
) -> Play:
    """A policy that looks at no score.

    Parameters
    ----------
    stop : bool[A, T], by the mover's bet; stops that are not allowed are not made.
    goal : it stops too as soon as that reaches the target, where that ends the game.
    """
    play = grid.blank()
    play.bets[:] = play.last_bets[:] = bets
    play.guesses[:] = play.last_guesses[:] = guesses
    totals = grid.words * TOTALS
    wide = np.ones((len(bets), totals), np.bool_)
    kept = min(stop.shape[1], totals)
    wide[:, :kept] = stop[:, :kept]
    may = grid.tables.may_stop[:, :totals]
    sets = _words(wide & may)
    play.stops[:] = sets[:, np.newaxis, :]
    play.last_stops[:] = sets[:, np.newaxis, :]
    if goal and grid.tables.trigger == AT_ONCE:
        for mine in range(grid.most + 1):
            done = mine + grid.tables.own[:, :totals] >= grid.rules.target
            play.stops[mine] = _words((wide | done) & may)[:, np.newaxis, :]
    return play


def _words(stop: Flags) -> Words:
    """uint64[…, W] of stop sets bool[…, 63 W]."""
    bits = stop.reshape(*stop.shape[:-1], -1, TOTALS).astype(np.uint64)
    made: Words = (bits << np.arange(TOTALS, dtype=np.uint64)).sum(axis=-1, dtype=np.uint64)
    return made


@kernel
def best_stops(tables: TurnTables, after: Floats, stops: Words, last_stops: Words) -> None:
    """Write the best stop sets for a player whose turn's end is worth ``after``."""
    words, kinds = stops.shape[4], tables.rolls.size
    top = words * TOTALS
    again = 1.0 / (1.0 - tables.rolls[0])
    value = np.empty(top + kinds)
    side = stops.shape[0]
    for place in range(side * side + last_stops.shape[0]):
        last = place >= side * side
        mine = 0 if last else place // side
        theirs = place - side * side if last else place % side
        for bet in range(stops.shape[2]):
            for guess in range(stops.shape[3]):
                for total in range(top + kinds - 1, -1, -1):
                    burned = mine + tables.own_bust[bet]
                    hurt = theirs + tables.other_bust[guess, total]
                    p = mine + tables.own[bet, total]
                    q = theirs + tables.other[guess, total]
                    if last:
                        lost = 1.0 if burned > hurt else (0.5 if burned == hurt else 0.0)
                        halt = 1.0 if p > q else (0.5 if p == q else 0.0)
                    else:
                        p = min(p, after.shape[0] - 1)
                        lost, halt = after[burned, hurt], after[p, q]
                    if total >= top:
                        value[total] = halt
                        continue
                    if tables.may_stop[bet, total]:
                        stop = halt >= 1.0 - tables.p_bust + tables.p_bust * lost
                    else:
                        stop = False
                    go = halt
                    if not stop:
                        go = tables.p_bust * lost
                        for dots in range(1, kinds):
                            go += tables.rolls[dots] * value[total + dots]
                        go *= again
                        stop = tables.may_stop[bet, total] and halt >= go - TIE
                    value[total] = max(go, halt) if stop else go
                    if stop:
                        bit = np.uint64(1) << np.uint64(total % TOTALS)
                        if last:
                            last_stops[theirs, bet, guess, total // TOTALS] |= bit
                        else:
                            stops[mine, theirs, bet, guess, total // TOTALS] |= bit


def play_out(grid: Grid, x: Play, y: Play) -> Worth:
    """What X's game against Y is worth to each at every position."""
    worth = grid.worth()
    if not evaluate(grid.tables, x, y, False, worth):
        raise ArithmeticError("the values of this pair of policies did not settle")
    return worth


def best_reply(grid: Grid, y: Play) -> Worth:
    """What the best reply to Y, X's, is worth at every position, in both roles."""
    worth = grid.worth()
    if not evaluate(grid.tables, y, y, True, worth):
        raise ArithmeticError("the values of the best reply did not settle")
    return worth


def exploitability(solution: RaceSolution) -> float:
    """The most that the best whole-game reply to the solution gains, at any position, in any role.

    The reply is computed apart from the solver, by `evaluate`.
    """
    grid = Grid.of(solution.rules, words=words_for(solution.rules), most=solution.most)
    worth = best_reply(grid, perfect_play(grid, solution))
    kept = min(worth.x_last.size, solution.last.size)
    scores = np.arange(grid.most + 1)
    # beyond the target these stand for all others
    solved = np.minimum.outer(scores, scores) <= grid.rules.target
    gains = [
        (worth.x_moves - solution.value)[solved],
        (solution.value - worth.y_moves)[solved],
    ]
    if solution.tables.trigger != AT_ONCE:
        gains += [
            worth.x_last[:kept] - solution.last[:kept],
            solution.last[:kept] - worth.y_last[:kept],
        ]
    return float(max(gain.max() for gain in gains))
