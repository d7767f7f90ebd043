"""Two players race: win probabilities and equilibrium bets at every score.

Each turn is a zero-sum matrix game (secret bets) whose entries are optimal stopping problems on
the win probability.  States are (score of the player to move, score of the other).  Scores never
fall, so the states are solved in falling order of their sum; where nobody scores, (a, b) becomes
(b, a), so these two are solved together.  Where both have the target only the difference counts:
those states depend on each other and are iterated as one block first.
"""

import numpy as np

from zochastic.analysis.matrix_games import solve_into
from zochastic.analysis.zoinx.tables import ANY_TURN, AT_ONCE, LEAD_OR_TIE, TurnTables
from zochastic.sims._jit import Floats, Ints, helper, kernel


@helper
def outcome(lead: int) -> float:
    """The share of the win for a player who ends ``lead`` points ahead."""
    return 1.0 if lead > 0 else (0.5 if lead == 0 else 0.0)


@helper
def stop_or_roll(
    tables: TurnTables, bet: int, top: int, halt: Floats, bust: Floats, value: Floats
) -> float:
    """Worth of a turn after the reveal, under best stopping.

    Parameters
    ----------
    top : total from which on stopping is certainly best.
    halt, bust : float64[T], worth of stopping, of a zoinx, at each total.
    value : float64[T], in place, filled from ``top`` + the largest roll down to 0.
    """
    rolls = tables.rolls.size
    again = 1.0 / (1.0 - tables.rolls[0])
    for total in range(top + rolls - 1, top - 1, -1):
        value[total] = halt[total]
    for total in range(top - 1, -1, -1):
        go = tables.p_bust * bust[total]
        for dots in range(1, rolls):
            go += tables.rolls[dots] * value[total + dots]
        go *= again
        stops = total > 0 and tables.may_stop[bet, total] and halt[total] >= go
        value[total] = halt[total] if stops else go
    return value[0]
