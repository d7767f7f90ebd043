"""Training: throws dice for one person, marks and times him, and makes him a person's file."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt

from zochastic.analysis.answer import Answer, Row, Scalar, provenance
from zochastic.analysis.diavolo import wording
from zochastic.analysis.diavolo.people import PRESETS, Person
from zochastic.rules.diavolo import COLOURS, ORDERS, DiavoloRules, imps_of
from zochastic.rules.diavolo.throw import right_imp
from zochastic.rules.variants import Variant

#: Columns and lines of the table on which dice are scattered at `nearest`.
_WIDE, _HIGH = 40, 9
#: Weight of a person's mean error, in throws, against his error at one order.
_PRIOR = 2


@dataclass(frozen=True)
class Task:
    """One throw to be read.

    Attributes
    ----------
    picture : lines to show.
    right : the imp to grab.
    """

    order: str
    picture: tuple[str, ...]
    right: str


@dataclass(frozen=True)
class Trial:
    """One throw that was answered."""

    order: str
    correct: bool
    seconds: float


def letters(rules: DiavoloRules) -> dict[str, str]:
    """What to type for each imp: the shortest beginning of its name that is its own."""
    found: dict[str, str] = {}
    for imp in imps_of(rules):
        size = 1
        while imp[:size] in found:
            size += 1
        found[imp[:size]] = imp
    return found


def deal(rules: DiavoloRules, dice: random.Random, order: str | None = None) -> Task:
    """Throw all dice; at `nearest` scatter them around the Order die [diavolo: A round]."""
    if order is None:
        names = [name for name, weight in rules.orders for _ in range(weight)]
        order = dice.choice(names)
    colours = COLOURS[: rules.colours]
    thrown = [[dice.randint(1, rules.sides) for _ in range(rules.dice)] for _ in colours]
    if order == "nearest":
        return _scattered(thrown, colours, dice)
    lines = tuple(
        f"{name:>8}  {' '.join(map(str, values))}"
        for name, values in zip(colours, thrown, strict=True)
    )
    return Task(order, lines, right_imp(order, thrown))


def _scattered(
    thrown: Sequence[Sequence[int]], colours: Sequence[str], dice: random.Random
) -> Task:
    """Dice as letters and values on a table, the Order die as ``()``; none is equally near."""
    while True:
        places = dice.sample(
            [(x, y) for y in range(_HIGH) for x in range(0, _WIDE, 4)],
            1 + sum(map(len, thrown)),
        )
        (x0, y0), *others = places
        marks = [(name, value) for name, c in zip(colours, thrown, strict=True) for value in c]
        # a line is about twice as high as a letter is wide
        far = [(x - x0) ** 2 + 4 * (y - y0) ** 2 for x, y in others]
        nearest = {marks[i][0] for i, d in enumerate(far) if d == min(far)}
        if len(nearest) == 1:
            break
    grid = [[" "] * (_WIDE + 4) for _ in range(_HIGH)]
    grid[y0][x0 : x0 + 2] = "()"
    for (x, y), (name, value) in zip(others, marks, strict=True):
        text = f"{name[0]}{value}"
        grid[y][x : x + len(text)] = text
    return Task("nearest", tuple("".join(row).rstrip() for row in grid), nearest.pop())


def fit(
    rules: DiavoloRules, name: str, trials: Sequence[Trial], reactions: Sequence[float]
) -> Person:
    """Make a person of measured throws [diavolo: People].

    ``grab`` is the time to type a letter that is told.  At the quickest order, all time beyond it
    is taken for looking, and what another order needs more for thinking (assumed: times do not
    tell the two apart).  Orders without a throw have the mean of the others.

    Parameters
    ----------
    reactions : seconds to type a letter that was told; empty = somebody average.
    """
    grab = _typical(reactions) if reactions else PRESETS["average"].grab
    dice = rules.colours * rules.dice
    times = {
        order: _typical([t.seconds for t in _timed(trials, order)])
        for order in ORDERS
        if _timed(trials, order)
    }
    beyond = {order: max(seconds - grab, 0.0) for order, seconds in times.items()}
    numbers = [seconds / dice for order, seconds in beyond.items() if order != "nearest"]
    look = min(numbers, default=min(beyond.values(), default=0.0))
    think = {
        order: max(seconds - look * (1 if order == "nearest" else dice), 0.0)
        for order, seconds in beyond.items()
    }
    usual = sum(think.values()) / len(think) if think else PRESETS["average"].think[ORDERS[0]]
    wrong = sum(not t.correct for t in trials)
    mean_error = wrong / len(trials) if trials else PRESETS["average"].error[ORDERS[0]]
    error, measured = {}, {}
    for order in ORDERS:
        mine = [t for t in trials if t.order == order]
        missed = sum(not t.correct for t in mine)
        error[order] = round((missed + _PRIOR * mean_error) / (len(mine) + _PRIOR), 4)
        if mine:
            measured[order] = len(mine)
    return Person(
        name=name,
        look=round(look, 4),
        think={order: round(think.get(order, usual), 4) for order in ORDERS},
        grab=round(max(grab, 0.01), 4),
        sigma=round(_spread(trials, times), 4),
        error=error,
        measured=measured,
    )


def _timed(trials: Sequence[Trial], order: str) -> list[Trial]:
    """The right answers at an order; all where none was right."""
    mine = [t for t in trials if t.order == order]
    return [t for t in mine if t.correct] or mine


def _typical(seconds: Sequence[float]) -> float:
    """Geometric mean: the median of times whose logarithm is normal."""
    return exp(sum(log(max(s, 1e-3)) for s in seconds) / len(seconds))


def _spread(trials: Sequence[Trial], times: dict[str, float]) -> float:
    """Standard deviation of the logarithm of the time around each order's."""
    residuals = [
        log(max(t.seconds, 1e-3) / times[order]) for order in times for t in _timed(trials, order)
    ]
    freedom = len(residuals) - len(times)
    if freedom < 1:
        return PRESETS["average"].sigma
    return sqrt(sum(r * r for r in residuals) / freedom)


def report(
    variant: Variant,
    person: Person,
    trials: Sequence[Trial],
    *,
    seed: int,
    saved: str | None,
    partial: bool = False,
) -> Answer:
    """How a training went.

    Returns
    -------
    Answer: ``rows`` by order: ``order``, ``throws``, ``p_right``, ``mean_seconds``; ``facts``
        ``p_right``, ``look``, ``grab``, ``sigma``, ``file``.
    """
    rows: list[Row] = []
    for order in ORDERS:
        mine = [t for t in trials if t.order == order]
        if mine:
            rows.append(
                {
                    "order": order,
                    "throws": len(mine),
                    "p_right": sum(t.correct for t in mine) / len(mine),
                    "mean_seconds": sum(t.seconds for t in mine) / len(mine),
                    "think": person.think[order],
                }
            )
    facts: dict[str, Scalar] = {
        "throws": len(trials),
        "p_right": sum(t.correct for t in trials) / len(trials) if trials else None,
        "mean_seconds": sum(t.seconds for t in trials) / len(trials) if trials else None,
        "look": person.look,
        "grab": person.grab,
        "sigma": person.sigma,
        "file": saved,
    }
    return Answer(
        answer=_sentence(person, rows, facts),
        title=f"Training of {person.name}, {variant.title}",
        facts=facts,
        rows=rows,
        notes=[
            "Assumed: at the quickest order all time beyond typing is looking; what other orders "
            "need more is thinking.",
            "An error of an order is drawn towards your mean error as two throws would.",
        ],
        provenance=provenance(
            "train", variant, exact=False, seed=seed, games=len(trials), partial=partial
        ),
    )


def _sentence(person: Person, rows: Sequence[Row], facts: dict[str, Scalar]) -> str:
    if not rows:
        return "No throw was answered."
    slow = max(rows, key=lambda row: float(str(row["mean_seconds"])))
    text = (
        f"{person.name} is right with {wording.percent(float(str(facts['p_right'])))} in "
        f"{float(str(facts['mean_seconds'])):.1f} s on average, slowest at {slow['order']} "
        f"({float(str(slow['mean_seconds'])):.1f} s)"
    )
    if facts["file"]:
        text += f"; saved: zochastic diavolo simulate --people {facts['file']},average"
    return text + "."
