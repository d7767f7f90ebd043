"""The referee of coal: plays whole games plainly, in the words of the rules.

Every step returns the payments it brings and the clauses it obeys. What the kernels do fast is
compared with this. Turns are those of `zochastic.rules.coal.turn`.
"""

from dataclasses import replace
from typing import Literal

from zochastic.rules.coal import turn
from zochastic.rules.coal.game import PRINTED_CHIPS, CoalRules
from zochastic.rules.coal.oven import Oven
from zochastic.rules.coal.pawns import pacts
from zochastic.rules.coal.payment import Payment, pay_devil, pay_round
from zochastic.rules.coal.position import BURNED, Position, Result
from zochastic.rules.coal.possible import stakes
from zochastic.rules.coal.turn import Turn
from zochastic.rules.errors import InvalidInput

Action = Literal["bet", "draw", "stop", "settle"]

BET = "coal, A round, 1: Bet"
PAWNS = "coal, A round, 4: Pawns"
NEXT = "coal, Next round: pieces in front of players are put aside"
RESHUFFLE = "coal, Next round: the pieces left fit the mouth of the oven"
END = "coal, End: most chips win"
SHARED = "coal, End: ties share the win"
UNFINISHED = "coal, End: max_rounds"

#: A step: the position afterwards, the payments and the clauses, each in their order.
Step = tuple[Position, tuple[Payment, ...], tuple[str, ...]]


def begin(rules: CoalRules, starter: int = 0) -> Position:
    """Begin a game; the seat ``starter`` draws first in the first round [coal: Pieces].

    Raises
    ------
    InvalidInput: there is no such seat.
    """
    if not 0 <= starter < rules.players:
        raise InvalidInput("starter", starter, f"0 to {rules.players - 1}")
    wealth = (rules.start,) * rules.players
    return Position(
        wealth=wealth,
        oven=rules.fresh,
        pacts=pacts(rules, wealth),
        bank=PRINTED_CHIPS - sum(wealth) if rules.bank == "printed" else None,
        seats=tuple((starter + step) % rules.players for step in range(rules.players)),
    )


def legal(rules: CoalRules, position: Position) -> tuple[Action, ...]:
    """Tell what is to be done next, or may be [coal: A round].

    ``bet``: all players at once, by `apply` with their stakes; ``settle``: by `settle`.
    """
    if position.over:
        return ()
    if position.bets is None:
        return ("bet",)
    if position.turns_over:
        return ("settle",)
    return turn.legal(rules, Turn(position.oven, position.drawn))


def apply(rules: CoalRules, position: Position, action: int | str | tuple[int, ...]) -> Step:
    """Reveal the stakes, stop, or turn over a piece.

    A devil is paid for at once. Players who would find the oven empty have their turn too, within
    the step that emptied it.

    Parameters
    ----------
    action : the stakes in turn order while they are secret; then ``stop``, or what was turned
        over, a value or ``devil``.

    Raises
    ------
    InvalidInput: it is not allowed now, or cannot be.
    """
    may = legal(rules, position)
    if "bet" in may:
        after = replace(position, bets=_checked_stakes(rules, position, action))
        return _players_still_to_come(after, (), (BET,))
    if "draw" not in may:
        raise InvalidInput("action", action, f"{may[0]}" if may else "none: the game is over")
    if isinstance(action, tuple):
        raise InvalidInput("action", action, "stop, devil, or the value of a piece")
    done, clause = turn.apply(rules, Turn(position.oven, position.drawn), action)
    after = replace(position, oven=done.oven, drawn=done.drawn)
    payments: tuple[Payment, ...] = ()
    if not done.over:
        return after, payments, (clause,)
    amount, pieces, _ = turn.settle(done)
    if done.burned:
        after, payments = pay_devil(rules, after, len(position.results))
    after = replace(after, results=(*position.results, Result(amount, pieces)), drawn=())
    return _players_still_to_come(after, payments, (clause,))


def settle(rules: CoalRules, position: Position) -> Step:
    """Pay a round whose turns are all over, and begin the next or end the game.

    [coal: A round, 3 and 4; Next round; End]

    Raises
    ------
    InvalidInput: somebody has still to draw.
    """
    if legal(rules, position) != ("settle",):
        raise InvalidInput("round", "one that goes on", "a round whose turns are all over")
    paid, payments = pay_round(rules, position)
    aside = rules.fresh.minus(paid.oven)
    after = replace(paid, aside=aside, bets=None, results=())
    if max(after.wealth) >= rules.target:
        after = replace(after, ended="target")
        return after, payments, (PAWNS, END) if len(after.winners) == 1 else (PAWNS, END, SHARED)
    if after.round >= rules.max_rounds:
        return replace(after, ended="max_rounds"), payments, (PAWNS, UNFINISHED)
    after, clauses = _next_round(rules, after)
    return after, payments, (PAWNS, *clauses)


def _next_round(rules: CoalRules, position: Position) -> tuple[Position, tuple[str, ...]]:
    """Pass the start left; pawns tell the pacts; lay out all pieces if few are left."""
    wealth = position.wealth[1:] + position.wealth[:1]
    after = replace(
        position,
        wealth=wealth,
        seats=position.seats[1:] + position.seats[:1],
        pacts=pacts(rules, wealth),
        round=position.round + 1,
    )
    if after.oven.size > rules.mouth:
        return after, (NEXT,)
    return replace(after, oven=rules.fresh, aside=Oven()), (NEXT, RESHUFFLE)


def _checked_stakes(rules: CoalRules, position: Position, action: object) -> tuple[int, ...]:
    if not isinstance(action, tuple) or len(action) != position.players:
        raise InvalidInput("bets", action, f"{position.players} stakes, one for each player")
    for player, (stake, wealth) in enumerate(zip(action, position.wealth, strict=True)):
        may = stakes(rules, wealth)
        if type(stake) is not int or stake not in may:
            allowed = f"a multiple of {rules.bet_step} from {may[0]:,} to {may[-1]:,}"
            raise InvalidInput(f"bet of player {player + 1}", stake, allowed)
    return action


def _players_still_to_come(
    position: Position, payments: tuple[Payment, ...], clauses: tuple[str, ...]
) -> Step:
    """Give those who find the oven empty 0 and no pieces [coal: A round, 2]."""
    if position.oven.size:
        return position, payments, clauses
    missing = position.players - len(position.results)
    after = replace(position, results=position.results + (BURNED,) * missing)
    return after, payments, clauses + (turn.STILL_TO_COME,) * missing
