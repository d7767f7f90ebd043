"""What a drawer wants from a turn, as a utility of the amount and the pieces he keeps."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from zochastic.rules.coal import Oven
from zochastic.rules.errors import InvalidInput

#: (amount, pieces) → worth; must also work elementwise on arrays.
Utility = Callable[..., object]


@dataclass(frozen=True)
class Goal:
    """A goal whose best rule is to stop at an amount.

    Attributes
    ----------
    text : as typed, ``amount`` or ``reach:100``.
    aim : the amount to reach; None where the goal is the expected amount.
    """

    text: str
    aim: int | None = None

    def utility(self, amount: int) -> int:
        """What keeping ``amount`` is worth; being burned is worth 0."""
        return amount if self.aim is None else int(amount >= self.aim)

    def threshold(self, start: Oven) -> Fraction:
        """The amount at which to stop, for a turn that began with the oven ``start``.

        For the expected amount it is T/(d+1), T the good value and d the devils at the start of
        the turn: one more piece gains (T − amount − d·amount)/n on average, and once that is not
        positive it never will be again, so looking one draw ahead is best (Chow & Robbins 1961).
        """
        if self.aim is None:
            return Fraction(start.good, start.devils + 1)
        return Fraction(self.aim)


AMOUNT = Goal("amount")


def reach(aim: int) -> Goal:
    """The goal to reach ``aim`` > 0."""
    return Goal(f"reach:{aim}", aim)


def read_goal(text: str, *, what: str = "--goal") -> Goal:
    """The goal typed as ``amount`` or ``reach:N``.

    Raises
    ------
    InvalidInput : it is neither.
    """
    if text == "amount":
        return AMOUNT
    name, _, number = text.partition(":")
    if name == "reach" and number.isascii() and number.isdigit() and 0 < len(number) <= 6:
        if int(number) > 0:
            return reach(int(number))
    raise InvalidInput(what, text, "amount or reach:N, N a whole amount from 1 to 999999",
                       known=("amount", "reach:100"))  # fmt: skip
