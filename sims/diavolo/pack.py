"""Rules of Diavolo and the people at the table as the arrays that kernels read."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import log
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from zochastic.rules.diavolo import ORDERS, DiavoloRules
from zochastic.rules.diavolo.throw import STATISTICS
from zochastic.sims._jit import Floats, Ints, Word, Words

Small = npt.NDArray[np.int8]

#: Orders that compare numbers; `nearest` is the last of `ORDERS`.
BY_NUMBER = ORDERS[:-1]
NEAREST = len(BY_NUMBER)


@dataclass(frozen=True)
class Plan:
    """How somebody looks at dice before he grabs: a table for each order in `BY_NUMBER`.

    What was seen of a colour is a class, 0 before the first die; ``step[class, face]`` is the
    class after one die more.  ``action`` is read at the classes of all colours as digits of a
    number in base ``len(step)``, the first colour's highest: below the number of colours, a
    colour to look at next; from there on, the imp to grab; one more than the last imp, none.
    """

    step: tuple[Ints, ...]
    action: tuple[Small, ...]


@dataclass(frozen=True)
class Player:
    """Somebody at the table, as the kernel plays him.

    Attributes
    ----------
    look : seconds a die.
    rest : float64[orders], seconds of all that is no looking.
    looks : dice he looks at, by order, where he follows no plan.
    sigma : standard deviation of the logarithm of his time.
    error : float64[orders], chance to grab another imp than he should.
    plan : how he looks, or None: he looks at as many dice as he needs and knows the right imp.
    """

    look: float
    rest: tuple[float, ...]
    looks: tuple[float, ...]
    sigma: float
    error: tuple[float, ...]
    plan: Plan | None = None


class Packed(NamedTuple):
    """Everything that a game's kernel reads.

    Attributes
    ----------
    start : int64[players], gems.
    booking : int64[4]: the cap, a grey gain, the loss for a wrong imp, for none.
    supply : int64[players + 1, colours + 1], imps by number of living players.
    die : int64[faces], the order on each face of the Order die.
    near_tie : chance of a tie at `nearest`, in 2^-53.
    statistic : int64[orders by number, rolls], what the orders compare.
    faces : int64[rolls, dice], from 0.
    seconds : float64[players, orders, 1 + dice in all], logarithm of the mean time after so many
        looks; in cell 0 of those who follow no plan, after as many as they need.
    sigma : float64[players].
    error : uint64[players, orders], in 2^-53.
    plan : int64[players], which plan, −1 for none.
    step : int64[orders by number, classes, sides]; the same for all plans.
    classes : int64[orders by number].
    action : int8[…], all tables one after the other.
    first : int64[plans, orders by number], where each begins.
    """

    start: Ints
    booking: Ints
    supply: Ints
    die: Ints
    near_tie: Word
    statistic: Ints
    faces: Ints
    seconds: Floats
    sigma: Floats
    error: Words
    plan: Ints
    step: Ints
    classes: Ints
    action: Small
    first: Ints


def pack(rules: DiavoloRules, people: Sequence[Player], gems: Sequence[int]) -> Packed:
    """The arrays of a table at which ``people`` sit with these ``gems``."""
    players = len(people)
    rolls = list(product(range(rules.sides), repeat=rules.dice))
    supply = np.zeros((players + 1, rules.colours + 1), np.int64)
    for living in range(2, players + 1):
        supply[living] = rules.supply(living)
    die = [ORDERS.index(name) for name, weight in rules.orders for _ in range(weight)]
    statistic = [
        [STATISTICS[name]([face + 1 for face in roll]) for roll in rolls] for name in BY_NUMBER
    ]
    plans: list[Plan] = []
    which = []
    for person in people:
        if person.plan is None:
            which.append(-1)
            continue
        known = [i for i, plan in enumerate(plans) if plan is person.plan]
        which.append(known[0] if known else len(plans))
        if not known:
            plans.append(person.plan)
    step, classes, action, first = _tables(plans, rules.sides)
    return Packed(
        np.array(gems, np.int64),
        np.array([rules.gem_cap, rules.grey_gain, rules.loss_wrong, rules.loss_none], np.int64),
        supply,
        np.array(die, np.int64),
        np.uint64(round(rules.near_tie * 2**53)),
        np.array(statistic, np.int64),
        np.array(rolls, np.int64),
        np.array([_log_seconds(person, rules.colours * rules.dice) for person in people]),
        np.array([person.sigma for person in people], np.float64),
        np.array([[round(e * 2**53) for e in person.error] for person in people], np.uint64),
        np.array(which, np.int64),
        step,
        classes,
        action,
        first,
    )


def _log_seconds(person: Player, dice: int) -> list[list[float]]:
    """Logarithm of a person's mean time, by order and number of looks."""
    rows = []
    for order, rest in enumerate(person.rest):
        planned = person.plan is not None and order != NEAREST
        need = 0.0 if planned else person.looks[order]
        rows.append([log((looks + need) * person.look + rest) for looks in range(dice + 1)])
    return rows


def _tables(plans: Sequence[Plan], sides: int) -> tuple[Ints, Ints, Small, Ints]:
    """The plans' tables, padded and put one after the other."""
    orders = len(BY_NUMBER)
    if not plans:
        none = np.zeros((1, orders), np.int64)
        return np.zeros((orders, 1, sides), np.int64), none[0], np.zeros(1, np.int8), none
    classes = np.array([len(table) for table in plans[0].step], np.int64)
    step = np.zeros((orders, int(classes.max()), sides), np.int64)
    for order, table in enumerate(plans[0].step):
        step[order, : len(table)] = table
    action = np.concatenate([table for plan in plans for table in plan.action])
    sizes = [table.size for plan in plans for table in plan.action]
    first = np.cumsum([0, *sizes[:-1]]).reshape(len(plans), orders).astype(np.int64)
    return step, classes, action, first
