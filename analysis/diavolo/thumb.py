"""Rules of thumb for looking, what each is worth, and the simplest that is good enough."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from zochastic.analysis.diavolo.looking import Judged, follow_rule, value_of
from zochastic.sims.diavolo.pack import Small

#: A rule that loses less than this, in the goal's unit, is good enough.
GOOD_ENOUGH = 0.02
#: Thresholds of "grab once this sure".
SURE = tuple(round(0.30 + 0.05 * i, 2) for i in range(15))


@dataclass(frozen=True)
class Thumb:
    """A rule that looks at dice in a fixed order of colours.

    Attributes
    ----------
    most : dice after which to grab.
    sure : chance to be right from which to grab.
    by_colour : one colour after the other; else one die of each in turn.
    """

    most: int
    sure: float = 2.0
    by_colour: bool = False

    def text(self, dice: int) -> str:
        """The rule in words; ``dice`` in all."""
        if self.most == 0:
            return "grab at once"
        how = "colour by colour" if self.by_colour else "one of each colour in turn"
        if self.sure > 1:
            many = "all dice" if self.most >= dice else f"{self.most} dice"
            if self.most == 1:
                return "look at 1 die"
            return f"look at {many}" + ("" if self.most >= dice else f", {how}")
        return f"look {how} until {100 * self.sure:.0f} % sure"


@dataclass(frozen=True)
class Weighed:
    """A rule of thumb and what it is worth."""

    rule: Thumb
    text: str
    looks: float
    right: float
    value: float


def sequence(colours: int, dice: int, *, by_colour: bool) -> list[int]:
    """The colour of each look."""
    if by_colour:
        return [colour for colour in range(colours) for _ in range(dice)]
    return [colour for _ in range(dice) for colour in range(colours)]


def policy(case: Judged, rule: Thumb) -> Small:
    """int8[codes]: the rule as a policy."""
    known = case.known
    dice = int(known.left[0])
    action = np.empty(known.size, np.int8)
    order = sequence(known.colours, dice, by_colour=rule.by_colour)
    follow_rule(
        known.left, known.colours, np.array(order, np.int64), rule.most, rule.sure, case.grab,
        case.sure, action,
    )  # fmt: skip
    return action


def rules_of_thumb(colours: int, dice: int) -> Iterator[Thumb]:
    """All that are compared, the simplest first."""
    every = colours * dice
    yield Thumb(0)
    for most in range(1, every + 1):
        yield Thumb(most)
    for most in range(2, every):
        yield Thumb(most, by_colour=True)
    for sure in SURE:
        yield Thumb(every, sure)
    for sure in SURE:
        yield Thumb(every, sure, by_colour=True)


def weigh(case: Judged, *, cost: float, hazard: float) -> list[Weighed]:
    """Every rule of thumb and its worth, the simplest first; a rule like one before is left out."""
    dice = int(case.known.left[0])
    found: list[Weighed] = []
    seen: set[tuple[float, float, float]] = set()
    for rule in rules_of_thumb(case.known.colours, dice):
        played = value_of(case, policy(case, rule), cost=cost, hazard=hazard)
        figures = float(played.looks[0]), float(played.right[0]), float(played.value[0])
        if figures not in seen:
            seen.add(figures)
            found.append(Weighed(rule, rule.text(case.known.colours * dice), *figures))
    return found


def simplest(weighed: list[Weighed], best: float) -> Weighed:
    """The first that loses at most `GOOD_ENOUGH`; the best of all where none does."""
    for one in weighed:
        if one.value >= best - GOOD_ENOUGH:
            return one
    return max(weighed, key=lambda one: one.value)
