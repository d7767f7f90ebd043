"""How far a turn can move the chance to win, and what it is worth to decide by a coin."""

import numpy as np

from zochastic.analysis.zoinx.evaluate import Play, turn_worth
from zochastic.analysis.zoinx.tables import TurnTables
from zochastic.sims._jit import Floats, helper, kernel


@helper
def coin_worth(
    tables: TurnTables, mine: int, theirs: int, bet: int, guess: int, top: int, after: Floats,
    value: Floats,
) -> float:  # fmt: skip
    """What a turn is worth to who stops by the toss of a coin wherever he may; see `turn_worth`."""
    kinds = tables.rolls.size
    burned = mine + tables.own_bust[bet]
    again = 1.0 / (1.0 - tables.rolls[0])
    for total in range(top, top + kinds):
        value[total] = after[mine + tables.own[bet, total], theirs + tables.other[guess, total]]
    rolled = 0.0
    for total in range(top - 1, -1, -1):
        rolled = tables.p_bust * after[burned, theirs + tables.other_bust[guess, total]]
        for dots in range(1, kinds):
            rolled += tables.rolls[dots] * value[total + dots]
        go = rolled * again
        if tables.may_stop[bet, total]:
            halt = after[mine + tables.own[bet, total], theirs + tables.other[guess, total]]
            # a roll without dots leads back here, to another toss
            p = 1.0 - tables.rolls[0]
            go = (0.5 * halt + 0.5 * p * go) / (1.0 - 0.5 * tables.rolls[0])
        value[total] = go
    worth: float = rolled + tables.rolls[0] * value[0]
    return worth


@kernel
def turn_moments(
    tables: TurnTables, mover: Play, other: Play, top: int, after: Floats, after_square: Floats,
    won: Floats, won_square: Floats, squares: Floats, coins: Floats, last_squares: Floats,
    last_coins: Floats,
) -> None:  # fmt: skip
    """Fill `Chances` for one player to move.

    Parameters
    ----------
    top : totals that stop sets tell.
    after, after_square : float64[P, Q], his win probability after the turn, and its square.
    won, won_square : float64[P, Q], his share of the win where the game is over.
    """
    value = np.empty(tables.own.shape[1])
    for a in range(squares.shape[0]):
        for b in range(squares.shape[1]):
            if min(a, b) > tables.target:
                continue
            bets, guesses = mover.bets[a, b], other.guesses[a, b]
            for bet in range(bets.size):
                for guess in range(guesses.size):
                    if guesses[guess] == 0.0:
                        continue
                    if bets[bet] > 0.0:
                        squares[a, b] += bets[bet] * guesses[guess] * turn_worth(
                            tables, a, b, bet, guess, False, False, mover.stops[a, b, bet, guess],
                            top, after_square, value,
                        )  # fmt: skip
                    coins[a, b] += guesses[guess] / bets.size * coin_worth(
                        tables, a, b, bet, guess, top, after, value
                    )  # fmt: skip
    for k in range(last_squares.size):
        bets, guesses = mover.last_bets[k], other.last_guesses[k]
        for bet in range(bets.size):
            for guess in range(guesses.size):
                if guesses[guess] == 0.0:
                    continue
                if bets[bet] > 0.0:
                    last_squares[k] += bets[bet] * guesses[guess] * turn_worth(
                        tables, 0, k, bet, guess, False, False, mover.last_stops[k, bet, guess],
                        top, won_square, value,
                    )  # fmt: skip
                last_coins[k] += (
                    guesses[guess]
                    / bets.size
                    * coin_worth(tables, 0, k, bet, guess, top, won, value)
                )
