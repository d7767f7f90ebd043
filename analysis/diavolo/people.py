"""People who play Diavolo: a model of speed and care, or a plan of looking; saved and loaded."""

import contextlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zochastic.rules.diavolo import ORDERS, DiavoloRules
from zochastic.rules.errors import InvalidInput, quoted
from zochastic.rules.kinds import Number
from zochastic.rules.toml_files import parse, read_text

if TYPE_CHECKING:
    from zochastic.sims.diavolo.pack import Plan, Player

_SECONDS = Number(0, 600)
_GRAB = Number(0.01, 600)
_CHANCE = Number(0, 1)
_SPREAD = Number(0, 5)
_PLANS = ("all", "dice:N", "sure:P", "best:COST")


@dataclass(frozen=True, kw_only=True)
class Person:
    """Time = (looks × look + think[order] + grab) × exp(sigma × Z) [diavolo: People].

    Attributes
    ----------
    look : seconds to look at a die.
    think : seconds to work out each order, the Order die read.
    grab : seconds to reach the imps.
    sigma : standard deviation of the logarithm of the time.
    error : chance to grab a wrong imp, by order.
    plan : ``all``: looks at all dice and then knows; ``dice:N``, ``sure:P``, ``best:COST``: grabs
        after N dice, once P sure, or as is best where a look costs COST gems.
    measured : throws by order that the numbers rest on; empty where they are assumed.
    """

    name: str
    look: float
    think: Mapping[str, float]
    grab: float
    sigma: float
    error: Mapping[str, float]
    plan: str = "all"
    measured: Mapping[str, int] = field(default_factory=dict)

    def player(
        self, rules: DiavoloRules, *, ahead: int = 0, plan: "Plan | None" = None
    ) -> "Player":
        """The person as a kernel plays him.

        Parameters
        ----------
        ahead : dice that he may look at before the others.
        """
        from zochastic.sims.diavolo.pack import Player

        dice = rules.colours * rules.dice
        # which die lies nearest is seen at one glance
        looks = [1 if order == "nearest" else dice for order in ORDERS]
        # with the Order die rolled first, it was thought about before the dice fall
        think = [0.0 if rules.order_first else self.think[order] for order in ORDERS]
        return Player(
            self.look,
            tuple(seconds + self.grab for seconds in think),
            tuple(float(max(count - ahead, 0)) for count in looks),
            self.sigma,
            tuple(self.error[order] for order in ORDERS),
            plan,
        )

    def seconds(self, rules: DiavoloRules, order: str) -> float:
        """Median time to grab at an order, all dice looked at."""
        looks = 1 if order == "nearest" else rules.colours * rules.dice
        think = 0.0 if rules.order_first else self.think[order]
        return looks * self.look + think + self.grab


#: How much longer or shorter each order is thought about than the mean of all (assumed).
_HARD = dict(zip(ORDERS, (1.4, 1.4, 1.2, 1.0, 0.5, 0.5), strict=True))


def _assumed(
    name: str, *, look: float, think: float, grab: float, sigma: float, error: float
) -> Person:
    return Person(
        name=name,
        look=look,
        think={order: round(think * hard, 3) for order, hard in _HARD.items()},
        grab=grab,
        sigma=sigma,
        error=dict.fromkeys(ORDERS, error),
    )


#: People to start from; no speeds are published, so all these numbers are assumed.
PRESETS = {
    "fast": _assumed("fast", look=0.15, think=0.6, grab=0.4, sigma=0.4, error=0.08),
    "average": _assumed("average", look=0.2, think=0.8, grab=0.45, sigma=0.4, error=0.08),
    "slow": _assumed("slow", look=0.25, think=1.0, grab=0.5, sigma=0.4, error=0.08),
    "child": _assumed("child", look=0.35, think=1.6, grab=0.6, sigma=0.4, error=0.15),
}


def read_people(text: str | Sequence[str]) -> list[Person]:
    """Read who plays, as ``fast,slow,child``.

    Each is a preset or the file of a measured person, ``:`` and a plan behind it if he has one:
    ``fast:sure:0.8``, ``ann.toml:dice:5``; a plan alone is of somebody average.

    Raises
    ------
    InvalidInput : an unknown name or plan, a wrong file, fewer than two or more than six people.
    """
    items = text.split(",") if isinstance(text, str) else list(text)
    if not 2 <= len(items) <= 6:
        raise InvalidInput("--people", ",".join(items), "two to six people, as fast,slow,child")
    return [read_person(item.strip()) for item in items]


def read_person(text: str) -> Person:
    """Read one person, as `read_people` does."""
    name, _, rest = text.partition(":")
    if name in PRESETS:
        person = PRESETS[name]
    elif name.endswith(".toml"):
        person = load(name)
    elif name in {plan.partition(":")[0] for plan in _PLANS}:
        person, rest = PRESETS["average"], text
    else:
        allowed = f"{', '.join(PRESETS)}, a person's .toml file, or a plan: {', '.join(_PLANS)}"
        raise InvalidInput("--people", text, allowed, known=(*PRESETS, "sure:0.8", "all"))
    if not rest:
        return person
    check_plan(rest)
    return replace(
        person, plan=rest, name=person.name if rest == "all" else f"{person.name} {rest}"
    )


def check_plan(text: str) -> tuple[str, float]:
    """Read a plan into its name and number; InvalidInput if it is none."""
    name, _, number = text.partition(":")
    try:
        value = float(number) if number and len(number) <= 20 else -1.0
    except ValueError:
        value = -1.0
    if name == "all" and not number:
        return name, 0.0
    if name == "dice" and number.isascii() and number.isdigit() and 0 <= value <= 96:
        return name, value
    if (name == "sure" and 0 <= value <= 1) or (name == "best" and 0 <= value <= 100):
        return name, value
    allowed = f"{', '.join(_PLANS)}, such as dice:6, sure:0.8 or best:0.05"
    raise InvalidInput("--people: plan", text, allowed)


def plan_of(rules: DiavoloRules, text: str) -> "Plan | None":
    """The plan as tables that the kernel follows; None for ``all``, who needs none."""
    from zochastic.analysis.diavolo.grabs import stakes
    from zochastic.analysis.diavolo.looking import best_looking, judged, knowledge
    from zochastic.analysis.diavolo.thumb import Thumb, policy
    from zochastic.sims.diavolo.pack import BY_NUMBER, Plan

    name, number = check_plan(text)
    if name == "all":
        return None
    steps, actions = [], []
    for order in BY_NUMBER:
        case = judged(knowledge(rules, order), stakes(rules), grey=rules.grey_imps > 0)
        if name == "best":
            action = best_looking(case, cost=number).action
        elif name == "sure":
            action = policy(case, Thumb(rules.colours * rules.dice, number))
        else:
            action = policy(case, Thumb(int(number)))
        steps.append(case.known.step)
        actions.append(action)
    return Plan(tuple(steps), tuple(actions))


def to_toml(person: Person) -> str:
    """The text of a person's file."""
    import tomlkit

    document = tomlkit.document()
    document.add(tomlkit.comment("A person who plays Diavolo, for zochastic diavolo simulate."))
    document.add(tomlkit.comment("seconds = (looks * look + think + grab) * exp(sigma * normal)"))
    document.add("game", tomlkit.item("diavolo"))
    for name in ("name", "look", "grab", "sigma"):
        document.add(name, tomlkit.item(getattr(person, name)))
    for name in ("think", "error", "measured"):
        table = tomlkit.table()
        table.update(dict(getattr(person, name)))
        document.add(name, table)
    return document.as_string()


def check_path(path: str) -> None:
    """Refuse a file that cannot be written, before anybody is measured for it."""
    file = Path(path)
    if not path.endswith(".toml"):
        raise InvalidInput("--save", path, "a file that ends in .toml")
    try:
        # A name that no file can have shows only when it is asked for.
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            file.lstat()
        folder = file.is_dir()
        fine = file.parent.is_dir() and os.access(file.parent, os.W_OK | os.X_OK)
    except (OSError, ValueError):  # too long, or a NUL in it
        raise InvalidInput("--save", path, "a file name that can exist") from None
    if folder:
        raise InvalidInput("--save", path, "a file, not a folder")
    if not fine:
        raise InvalidInput("--save", path, "a file in a folder that can be written")


def save(person: Person, path: str) -> None:
    """Write a person's file, whole or not at all."""
    aside = Path(f"{path}.part")
    try:
        aside.write_text(to_toml(person), encoding="utf-8")
        aside.replace(path)
    except (OSError, ValueError) as trouble:
        reason = getattr(trouble, "strerror", None) or "no file name"
        raise InvalidInput("--save", path, f"a file that can be written ({reason})") from None


def load(path: str) -> Person:
    """Read a person's file; InvalidInput says what is wrong with it."""
    where = quoted(path)
    values = parse(read_text(path, "--people"), path)
    if values.get("game") != "diavolo":
        raise InvalidInput(f"{where}: game", values.get("game"), 'game = "diavolo"')
    keys = ("game", "name", "look", "grab", "sigma", "think", "error", "measured")
    for key in values:
        if key not in keys:
            raise InvalidInput(f"{where}: key", key, ", ".join(keys), known=keys)
    name = values.get("name", Path(path).stem)
    if not isinstance(name, str):
        raise InvalidInput(f"{where}: name", name, "any text in quotes")
    return Person(
        name=name.strip() or Path(path).stem,
        look=_number(values, "look", _SECONDS, where),
        think=_by_order(values, "think", _SECONDS, where),
        grab=_number(values, "grab", _GRAB, where),
        sigma=_number(values, "sigma", _SPREAD, where),
        error=_by_order(values, "error", _CHANCE, where),
        measured=_measured(values, where),
    )


def _number(values: Mapping[str, Any], key: str, kind: Number, where: str) -> float:
    if key not in values:
        raise InvalidInput(f"{where}: {key}", "nothing", kind.allowed)
    return kind.check(f"{where}: {key}", values[key])


def _by_order(values: Mapping[str, Any], key: str, kind: Number, where: str) -> dict[str, float]:
    """One number for all orders, or a table with one for each."""
    given = values.get(key)
    if not isinstance(given, Mapping):
        return dict.fromkeys(ORDERS, _number(values, key, kind, where))
    for order in given:
        if order not in ORDERS:
            raise InvalidInput(f"{where}: {key}", order, ", ".join(ORDERS), known=ORDERS)
    return {order: _number(given, order, kind, f"{where}: {key}") for order in ORDERS}


def _measured(values: Mapping[str, Any], where: str) -> dict[str, int]:
    given = values.get("measured", {})
    if not isinstance(given, Mapping):
        raise InvalidInput(f"{where}: measured", given, "a table of throws by order")
    for order, count in given.items():
        if order not in ORDERS or type(count) is not int or not 0 <= count <= 10**9:
            raise InvalidInput(f"{where}: measured", {order: count}, "a count of throws by order")
    return dict(given)
