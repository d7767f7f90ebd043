"""The referee of a turn of coal: plays it plainly, in the words of the rules.

Every step returns the clause it obeys. What the kernels do fast is compared with this.
"""

from dataclasses import dataclass, replace
from typing import Literal

from zochastic.rules.coal.game import CoalRules
from zochastic.rules.coal.oven import Oven
from zochastic.rules.errors import InvalidInput

Action = Literal["draw", "stop"]

_TURN = "coal, A round, 2"
DRAW = f"{_TURN}: Draw"
STOP = f"{_TURN}: Stop"
DEVIL = f"{_TURN}: Devil"
LAST_PIECE = f"{_TURN}: The last piece of the oven"
STILL_TO_COME = f"{_TURN}: Players still to come"


@dataclass(frozen=True)
class Turn:
    """A turn at one moment.

    Attributes
    ----------
    oven : what is left in the oven.
    drawn : the good pieces turned over, in order; once burned they count for nothing.
    burned : a devil was turned over.
    over : nothing more can be done.
    """

    oven: Oven
    drawn: tuple[int, ...] = ()
    burned: bool = False
    over: bool = False


def begin(rules: CoalRules, oven: Oven) -> Turn:
    """Begin a turn at ``oven``; at an empty one it is over at once [coal: A round, 2].

    Raises
    ------
    InvalidInput: the oven holds pieces that the variant does not have.
    """
    if not rules.fresh.contains(oven):
        raise InvalidInput("oven", oven.text, f"at most a fresh one, {rules.fresh.text}")
    if oven.size == 0:
        return Turn(oven, over=True)
    return Turn(oven)


def legal(rules: CoalRules, turn: Turn) -> tuple[Action, ...]:
    """Tell what may be done: one piece at least, then draw or stop [coal: A round, 2]."""
    if turn.over:
        return ()
    return ("draw",) if len(turn.drawn) < rules.min_draw else ("draw", "stop")


def apply(rules: CoalRules, turn: Turn, action: int | str) -> tuple[Turn, str]:
    """Stop, or turn over a piece.

    Parameters
    ----------
    action : ``stop``; or what was turned over, a value or ``devil``.

    Returns
    -------
    The turn afterwards, and the clause that was obeyed.

    Raises
    ------
    InvalidInput: the turn is over, it is too early to stop, there is no such piece.
    """
    if turn.over:
        raise InvalidInput("action", action, "none: the turn is over")
    if action == "stop":
        if "stop" not in legal(rules, turn):
            raise InvalidInput("action", action, f"stop only after {rules.min_draw} pieces")
        return replace(turn, over=True), STOP
    if action == "devil":
        _check_there(turn, action, turn.oven.devils)
        left = turn.oven.minus(Oven(devils=1))
        return Turn(left, turn.drawn, burned=True, over=True), DEVIL
    if type(action) is not int:
        raise InvalidInput("action", action, "stop, devil, or the value of a piece")
    _check_there(turn, action, turn.oven.counts().get(action, 0))
    left = turn.oven.minus(Oven.of({action: 1}))
    drawn = (*turn.drawn, action)
    if left.size == 0:
        return Turn(left, drawn, over=True), LAST_PIECE
    return Turn(left, drawn), DRAW


def settle(turn: Turn) -> tuple[int, int, str]:
    """Count what a finished turn is worth.

    Returns
    -------
    The amount, the pieces in front of the player, and the clause that says so.

    Raises
    ------
    InvalidInput: the turn is not over.
    """
    if not turn.over:
        raise InvalidInput("turn", "one that goes on", "a turn that is over")
    if turn.burned:
        return 0, 0, DEVIL
    if not turn.drawn and turn.oven.size == 0:
        return 0, 0, STILL_TO_COME
    clause = STOP if turn.oven.size else LAST_PIECE
    return sum(turn.drawn), len(turn.drawn), clause


def _check_there(turn: Turn, piece: int | str, there: int) -> None:
    if not there:
        raise InvalidInput("action", str(piece), f"a piece of the oven: {turn.oven.text}")
