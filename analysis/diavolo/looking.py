"""When to look at one more die and when to grab: optimal looking, solved exactly.

What a player knows is, by colour, the multiset of the dice that he saw. Multisets from which
every further die leads to the same are put into one *class* beforehand; that changes no value.
The codes of what is known are the classes as digits, and one more die always makes a larger
code, so falling codes are an order in which backward induction can run.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np
import numpy.typing as npt

from zochastic.analysis.diavolo.grabs import Stakes
from zochastic.analysis.diavolo.law import colour_law
from zochastic.rules.diavolo import DiavoloRules
from zochastic.rules.diavolo.throw import STATISTICS
from zochastic.rules.errors import InvalidInput
from zochastic.sims._jit import Flags, Floats, Ints, kernel
from zochastic.sims.diavolo.pack import Small

#: More states of knowledge than this are not solved: 25 bytes each.
MOST_STATES = 30_000_000
#: Values closer than this are ties: grab, and the lower index.
TIE = 1e-12


@kernel
def judge(
    pmf: Floats, below: Floats, colours: int, grey_gain: float, wrong: float, none: float,
    want_right: bool, there: Flags, grab: Small, worth: Floats, sure: Floats,
) -> None:  # fmt: skip
    """The best grab at every code, if one grabs there.

    Parameters
    ----------
    pmf, below : float64[classes, values]: chance that a colour ends with each value, below it.
    there : bool[colours + 1], imps that can be grabbed.
    grab, worth, sure : [codes], in place: the imp (colours + 1 for none), its worth, its chance.
    """
    classes, values = pmf.shape
    digit = np.empty(colours, np.int64)
    chance = np.empty(colours + 1, np.float64)
    for code in range(grab.size):
        rest = code
        for colour in range(colours - 1, -1, -1):
            digit[colour] = rest % classes
            rest //= classes
        chance[colours] = 1.0
        for mine in range(colours):
            p = 0.0
            for v in range(values):
                part = pmf[digit[mine], v]
                if part > 0.0:
                    for other in range(colours):
                        if other != mine:
                            part *= below[digit[other], v]
                    p += part
            chance[mine] = p
            chance[colours] -= p
        chance[colours] = max(chance[colours], 0.0)
        best, top = colours + 1, 0.0 if want_right else none
        first = True
        for imp in range(colours + 1):
            if there[imp]:
                p = chance[imp]
                gain = grey_gain if imp == colours else 0.0
                value = p if want_right else p * gain + (1.0 - p) * wrong
                # to grab none is last in the order of ties
                if value > top + TIE or (first and value >= top - TIE):
                    best, top, first = imp, value, False
        grab[code] = best
        worth[code] = top
        sure[code] = chance[best] if best <= colours else 0.0


@kernel
def induce(
    step: Ints, left: Ints, colours: int, cost: float, hazard: float, missed: float,
    grab: Small, worth: Floats, sure: Floats, given: bool, action: Small, value: Floats,
    looks: Floats, right: Floats,
) -> None:  # fmt: skip
    """Backward induction over all codes: best play, or the worth of the ``action`` given.

    Parameters
    ----------
    step : int64[classes, sides], the class after one die more.
    left : int64[classes], dice not yet seen.
    missed : worth of the end that ``hazard`` brings at a look.
    action, value, looks, right : [codes], in place; see `Looking`.
    """
    classes, sides = step.shape
    stride = np.empty(colours, np.int64)
    stride[colours - 1] = 1
    for colour in range(colours - 2, -1, -1):
        stride[colour] = stride[colour + 1] * classes
    for code in range(action.size - 1, -1, -1):
        best: int = colours + np.int64(grab[code])  # type: ignore[assignment]
        top, most, hit = worth[code], 0.0, sure[code]
        for colour in range(colours):
            digit = (code // stride[colour]) % classes
            if left[digit] == 0 or (given and action[code] != colour):
                continue
            go, further, then = 0.0, 0.0, 0.0
            for face in range(sides):
                child = code + (step[digit, face] - digit) * stride[colour]
                go += value[child]
                further += looks[child]
                then += right[child]
            go = (1.0 - hazard) * go / sides + hazard * missed - cost
            if given or go > top + TIE:
                best, top = colour, go
                most = 1.0 + (1.0 - hazard) * further / sides
                hit = (1.0 - hazard) * then / sides
        action[code] = best
        value[code] = top
        looks[code] = most
        right[code] = hit


@kernel
def follow_rule(
    left: Ints, colours: int, sequence: Ints, most: int, enough: float, grab: Small,
    sure: Floats, action: Small,
) -> None:  # fmt: skip
    """The policy that looks at dice in a fixed order of colours.

    Parameters
    ----------
    sequence : int64[dice in all], the colour of each look.
    most : dice after which to grab.
    enough : chance to be right from which to grab.
    """
    classes = left.size
    for code in range(action.size):
        rest, seen, dice = code, 0, left[0]
        for _ in range(colours):
            seen += dice - left[rest % classes]
            rest //= classes
        act = colours + np.int64(grab[code])
        if seen < most and sure[code] < enough - TIE:
            colour = sequence[seen]
            digit = code
            for _ in range(colours - 1 - colour):
                digit //= classes
            # where the sequence never leads there may be no such die
            if left[digit % classes] > 0:
                act = colour
        action[code] = act


@dataclass(frozen=True)
class Knowledge:
    """What can be known of one colour at one order.

    Attributes
    ----------
    step : int64[classes, sides], the class after a die more; of complete classes, themselves.
    left : int64[classes], dice not yet seen.
    pmf, below : float64[classes, values], chance to end with each value, and below it.
    of : the class of every multiset (in rising order).
    """

    order: str
    colours: int
    step: Ints
    left: Ints
    pmf: Floats
    below: Floats
    of: dict[tuple[int, ...], int]

    @property
    def size(self) -> int:
        """Number of codes."""
        size: int = len(self.left) ** self.colours
        return size

    def code(self, dice: Sequence[Sequence[int]]) -> int:
        """The code of the dice that were seen, by colour."""
        code = 0
        for colour in dice:
            code = code * len(self.left) + self.of[tuple(sorted(colour))]
        return code


def knowledge(rules: DiavoloRules, order: str, *, lump: bool = True) -> Knowledge:
    """The classes of one colour's dice at an order that compares numbers.

    Parameters
    ----------
    lump : put multisets with the same future into one class; else each is one.

    Raises
    ------
    InvalidInput : there are more than `MOST_STATES` states of knowledge.
    """
    dice, sides = rules.dice, rules.sides
    faces = range(1, sides + 1)
    levels = [list(combinations_with_replacement(faces, seen)) for seen in range(dice + 1)]
    kept: dict[tuple[int, ...], tuple[int, ...]] = {}  # multiset → the one that stands for it
    for level in reversed(levels):
        known: dict[object, tuple[int, ...]] = {}
        for have in level:
            future: object = have
            if lump and len(have) == dice:
                future = STATISTICS[order](have)
            elif lump:
                future = tuple(kept[tuple(sorted((*have, face)))] for face in faces)
            kept[have] = known.setdefault(future, have)
    # fewer dice first, so that one die more is always a higher number
    stands = [have for level in levels for have in level if kept[have] == have]
    number = {have: i for i, have in enumerate(stands)}
    if len(stands) ** rules.colours > MOST_STATES:
        allowed = f"fewer dice, sides or colours: at most {MOST_STATES:,} states of knowledge"
        raise InvalidInput("variant", f"{len(stands) ** rules.colours:,} states", allowed)
    of = {have: number[kept[have]] for have in kept}
    step = [
        [of[tuple(sorted((*have, face)))] if len(have) < dice else number[have] for face in faces]
        for have in stands
    ]
    laws = [colour_law(order, have, dice - len(have), sides) for have in stands]
    values = sorted({value for law in laws for value, _ in law.ways})
    pmf = np.zeros((len(stands), len(values)))
    for i, law in enumerate(laws):
        for value, ways in law.ways:
            pmf[i, values.index(value)] = ways / law.total
    below = np.cumsum(pmf, axis=1) - pmf
    return Knowledge(
        order,
        rules.colours,
        np.array(step, np.int64),
        np.array([dice - len(have) for have in stands], np.int64),
        pmf,
        below,
        of,
    )


@dataclass(frozen=True)
class Judged:
    """The best grab at every code, for a goal.

    Attributes
    ----------
    grab : int8[codes], the imp, grey after the colours, then none.
    worth : float64[codes].
    sure : float64[codes], chance that it is right.
    missed : worth of having no imp.
    """

    known: Knowledge
    grab: Small
    worth: Floats
    sure: Floats
    missed: float


def judged(known: Knowledge, at_stake: Stakes, goal: str = "gems", *, grey: bool = True) -> Judged:
    """The best grab at every code; without a ``grey`` imp it cannot be grabbed."""
    grab = np.empty(known.size, np.int8)
    worth, sure = np.empty(known.size), np.empty(known.size)
    there = np.ones(known.colours + 1, np.bool_)
    there[-1] = grey
    judge(
        known.pmf, known.below, known.colours, float(at_stake.grey), float(at_stake.wrong),
        float(at_stake.none), goal == "right", there, grab, worth, sure,
    )  # fmt: skip
    return Judged(known, grab, worth, sure, 0.0 if goal == "right" else float(at_stake.none))


@dataclass(frozen=True)
class Looking:
    """A policy of looking, and what it is worth from every code on.

    Attributes
    ----------
    action : int8[codes]: a colour to look at next, from ``colours`` on an imp to grab.
    value : float64[codes], in the goal's unit, less the cost of looks.
    looks : float64[codes], mean number of looks from there on.
    right : float64[codes], chance to grab the right imp in time.
    """

    known: Knowledge
    action: Small
    value: Floats
    looks: Floats
    right: Floats


def best_looking(case: Judged, *, cost: float = 0.0, hazard: float = 0.0) -> Looking:
    """Best play, where a look costs ``cost`` or ends it all with chance ``hazard``.

    Absolute error below 1e-13; a tie is broken for grabbing, and for the lower colour.
    """
    return _looking(case, cost, hazard, None)


def value_of(
    case: Judged, action: npt.NDArray[np.int8], *, cost: float = 0.0, hazard: float = 0.0
) -> Looking:
    """What a given policy is worth."""
    return _looking(case, cost, hazard, action)


def _looking(case: Judged, cost: float, hazard: float, action: Small | None) -> Looking:
    known = case.known
    act = np.zeros(known.size, np.int8) if action is None else action.copy()
    value, looks, right = (np.empty(known.size) for _ in range(3))
    induce(
        known.step, known.left, known.colours, cost, hazard, case.missed, case.grab, case.worth,
        case.sure, action is not None, act, value, looks, right,
    )  # fmt: skip
    return Looking(known, act, value, looks, right)
