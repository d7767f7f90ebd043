"""What the results of a round pay, as numbers that kernels read.

A *figures* vector holds every player's net chips; where it is longer than that, the five parts of
the chips of one player, the *focus*, follow in the order of `Parts`.
"""

from typing import NamedTuple

import numpy as np

from zochastic.rules.coal import CoalRules
from zochastic.rules.coal.position import Position
from zochastic.sims._jit import Floats, Ints, routine


class Parts(NamedTuple):
    """Expected chips of the player at work, by what they are paid for [coal: A round, 3]."""

    bet: float
    best_bonus: float
    pieces_bonus: float
    pact_paid: float
    pact_received: float


class Pay(NamedTuple):
    """What is paid in a round whose stakes are known.

    Attributes
    ----------
    bets : int64[players], stakes.
    wins : int64[players], what a won stake brings on top of itself.
    own : whether a stake is held against its owner's amount.
    best, most : float64[players + 1], what each of so many tied players has of the bonus for the
        highest amount, for the most pieces.
    last, first, second : float64[players], chips that change hands when a devil ends the last
        turn; the last but one; the last after the last but one.
    """

    bets: Ints
    wins: Ints
    own: bool
    best: Floats
    most: Floats
    last: Floats
    first: Floats
    second: Floats


def win_of(rules: CoalRules, bets: tuple[int, ...], player: int) -> int:
    """What a won stake brings on top of itself; double if it is the highest of all."""
    double = rules.double_to == "highest" and bets[player] == max(bets)
    return bets[player] * (rules.double if double else rules.win_factor)


def shares(rules: CoalRules, bonus: int) -> list[int]:
    """What each of 0, 1, … tied players has of a bonus [coal: Keys of a variant, bonus_ties]."""
    if rules.bonus_ties == "each":
        tied = [bonus] * rules.players
    elif rules.bonus_ties == "split":
        step = rules.bet_step
        tied = [bonus // n // step * step for n in range(1, rules.players + 1)]
    else:
        tied = [0] * rules.players
    return [0, bonus, *tied[1:]]


def pact_changes(
    rules: CoalRules, pacts: tuple[bool, ...], unstaked: list[int], payer: int
) -> list[int]:
    """Chips that change hands for a devil of ``payer``; ``unstaked`` is brought up to date.

    The bank never runs dry here.  [coal: Pact with the devil]
    """
    changes = [0] * len(pacts)
    for step in range(1, len(pacts)):
        holder = (payer + step) % len(pacts)
        if not pacts[holder]:
            continue
        if unstaked[payer] >= rules.pact:
            unstaked[payer] -= rules.pact
            changes[payer] -= rules.pact
        elif rules.pact_poor == "nobody":
            continue
        unstaked[holder] += rules.pact
        changes[holder] += rules.pact
    return changes


def pay_of(rules: CoalRules, position: Position, bets: tuple[int, ...] | None = None) -> Pay:
    """The payments of the round at ``position``, with other ``bets`` than its own if given."""
    stakes = bets or position.bets or (0,) * position.players
    last = position.players - 1

    def unstaked() -> list[int]:
        return [chips - stake for chips, stake in zip(position.wealth, stakes, strict=True)]

    chips = unstaked()
    first = pact_changes(rules, position.pacts, chips, last - 1)
    second = pact_changes(rules, position.pacts, chips, last)
    only = pact_changes(rules, position.pacts, unstaked(), last)
    return Pay(
        np.array(stakes, np.int64),
        np.array([win_of(rules, stakes, i) for i in range(last + 1)], np.int64),
        rules.bet_on == "own",
        np.array(shares(rules, rules.best_bonus), np.float64),
        np.array(shares(rules, rules.pieces_bonus), np.float64),
        np.array(only, np.float64),
        np.array(first, np.float64),
        np.array(second, np.float64),
    )


@routine
def settle(pay: Pay, amounts: Ints, pieces: Ints, focus: int, figures: Floats) -> None:
    """Write what a round pays that ends with these results [coal: A round, 3].

    Parameters
    ----------
    amounts, pieces : int64[players].
    figures : float64[players or players + 5], in place.
    """
    players = pay.bets.size
    best = 0
    most = 0
    for i in range(players):
        best = max(best, amounts[i])
        most = max(most, pieces[i])
    highest = 0
    longest = 0
    for i in range(players):
        highest += amounts[i] == best
        longest += pieces[i] == most
    for i in range(players):
        stake = pay.bets[i]
        reached = amounts[i] if pay.own else best
        bet = pay.wins[i] * 1.0 if reached >= stake else -1.0 * stake
        first = pay.best[highest] if best > 0 and amounts[i] == best else 0.0
        second = pay.most[longest] if most > 0 and pieces[i] == most else 0.0
        figures[i] = bet + first + second
        if i == focus and figures.size > players:
            figures[players] = bet
            figures[players + 1] = first
            figures[players + 2] = second
            figures[players + 3] = 0.0
            figures[players + 4] = 0.0


@routine
def add_pacts(changes: Floats, payer: int, focus: int, figures: Floats) -> None:
    """Add to ``figures``, in place, what changes hands for a devil of ``payer``."""
    players = changes.size
    for i in range(players):
        figures[i] += changes[i]
    if figures.size > players:
        figures[players + 3 + (payer != focus)] += changes[focus]
