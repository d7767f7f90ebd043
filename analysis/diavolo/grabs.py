"""What a grab is worth in gems, or as the chance to be right; which grab is best."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction

from zochastic.rules.diavolo import DiavoloRules
from zochastic.rules.errors import InvalidInput

#: What a player can want.
GOALS = ("gems", "right")


@dataclass(frozen=True)
class Stakes:
    """Gems that a player gains by a grab; a right colour gains none.

    Attributes
    ----------
    grey : for the grey imp when it is right.
    wrong, none : for a wrong imp, for none: not above 0.
    """

    grey: int
    wrong: int
    none: int


def stakes(rules: DiavoloRules, gems: int | None = None) -> Stakes:
    """What a player with ``gems`` can win and lose [diavolo: A round].

    Parameters
    ----------
    gems : None stands for somebody whom neither the cap nor his last gem concerns.

    Raises
    ------
    InvalidInput : no number of gems that a living player can have.
    """
    if gems is None:
        return Stakes(rules.grey_gain, -rules.loss_wrong, -rules.loss_none)
    if not 1 <= gems <= rules.gem_cap:
        raise InvalidInput("--gems", gems, f"a whole number from 1 to the cap {rules.gem_cap}")
    return Stakes(
        min(rules.grey_gain, rules.gem_cap - gems),
        -min(rules.loss_wrong, gems),
        -min(rules.loss_none, gems),
    )


def worth(chances: Sequence[Fraction], at_stake: Stakes, goal: str) -> tuple[Fraction, ...]:
    """Expected worth of grabbing each imp, grey last but one, and of grabbing none, last.

    ``gems`` counts gems, ``right`` the chance to hold the right imp.
    """
    if goal == "right":
        return (*chances, Fraction(0))
    wrong = at_stake.wrong
    grey = chances[-1]
    colours = tuple((1 - p) * wrong for p in chances[:-1])
    return (*colours, grey * at_stake.grey + (1 - grey) * wrong, Fraction(at_stake.none))


def best(values: Sequence[Fraction | float], there: Collection[int] | None = None) -> int:
    """Index of the best grab among the imps that are ``there``; a tie goes to the first.

    To grab none is always possible, and never better than a grab that is worth the same.
    """
    none = len(values) - 1
    choices = [i for i in range(none) if there is None or i in there]
    top = max(values[i] for i in (*choices, none))
    return next(i for i in (*choices, none) if values[i] >= top - 1e-12)


def check_goal(goal: str) -> str:
    """``goal`` if it is one; InvalidInput else."""
    if goal not in GOALS:
        raise InvalidInput("--goal", goal, " or ".join(GOALS), known=GOALS)
    return goal
