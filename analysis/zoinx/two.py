"""The two-player game, solved: what `race` computes, as a value that people can ask."""

from dataclasses import dataclass

import numpy as np

from zochastic.analysis.matrix_simplex import workspace
from zochastic.analysis.zoinx.race import ends, final_turns, solve_race
from zochastic.analysis.zoinx.tables import AT_ONCE, TurnTables, turn_tables
from zochastic.rules.errors import InvalidInput
from zochastic.rules.zoinx import ZoinxRules
from zochastic.sims._jit import Floats

#: Largest deficit in the last turn that is solved; the chance to make up more is below 1e-6, and
#: no good play ever gets there.
MOST_DEFICIT = 120


@dataclass(frozen=True)
class RaceSolution:
    """Perfect play of two.

    Attributes
    ----------
    most : largest score of a solved state.
    value : float64[most + 1, most + 1], win probability of the player to move, by his score and
        the other's; both above the target: see `state`.
    bets, guesses : the mixtures of the player to move and of the other, by state.
    last, last_bets, last_guesses : the same for the game's last turn, by deficit 0 … D.
    after : float64[P, Q], win probability of a player whose turn just ended with score p, q.
    evaluations : states evaluated to find all this.
    """

    rules: ZoinxRules
    tables: TurnTables
    most: int
    value: Floats
    bets: Floats
    guesses: Floats
    last: Floats
    last_bets: Floats
    last_guesses: Floats
    after: Floats
    evaluations: int

    def state(self, mine: int, theirs: int) -> tuple[int, int]:
        """The solved state that stands for these scores: beyond the target the lead counts."""
        shift = max(0, min(mine, theirs) - self.rules.target)
        return mine - shift, theirs - shift


def check_solvable(rules: ZoinxRules) -> None:
    """Refuse rules whose states are without end, since a score can fall.

    Raises
    ------
    InvalidInput
    """
    if rules.zoinx_loss:
        raise InvalidInput("zoinx_loss", rules.zoinx_loss, "0 for an exact solution")
    if rules.opponent_miss < 0:
        raise InvalidInput("opponent_miss", rules.opponent_miss, "0 or more for an exact solution")


def solve_two(rules: ZoinxRules, *, most: int = 0) -> RaceSolution:
    """Win probabilities and equilibrium bets of two players [zoinx: A game].

    Parameters
    ----------
    most : solve all scores up to this at least; those of a game from its start always are.

    Raises
    ------
    InvalidInput : scores can fall under these rules.
    """
    check_solvable(rules)
    active, opponent = len(rules.active_choices), len(rules.opponent_choices)
    shortest = turn_tables(rules, 1 + max((1, *rules.active_bets, *rules.opponent_bets)))
    top = max(rules.target + shortest.most_other, most, *rules.starts)
    # enough totals for the deepest last turn and for a turn from 0 to a safe lead
    longest = (
        top + MOST_DEFICIT + 2 * shortest.most_other + shortest.least_stop + rules.max_roll + 2
    )
    tables = turn_tables(rules, longest)
    work = workspace(active, opponent)
    last = np.zeros(MOST_DEFICIT + 1)
    last_bets = np.zeros((last.size, active))
    last_guesses = np.zeros((last.size, opponent))
    if tables.trigger != AT_ONCE:
        final_turns(tables, 0, work, last, last_bets, last_guesses)
    after = np.empty((top + int(tables.own.max()) + 1, top + tables.most_other + 1))
    ends(tables, 0, last, after)
    value = np.zeros((top + 1, top + 1))
    bets = np.zeros((*value.shape, active))
    guesses = np.zeros((*value.shape, opponent))
    evaluations = solve_race(tables, 0, last, work, after, value, bets, guesses)
    if evaluations < 0:
        raise ArithmeticError("the values of the race did not settle")
    return RaceSolution(
        rules, tables, top, value, bets, guesses, last, last_bets, last_guesses, after, evaluations
    )
