"""What an order says of dice that were seen in part: exact, in whole numbers, without numpy."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, prod

from zochastic.rules.diavolo import DiavoloRules, Seen


@dataclass(frozen=True)
class Law:
    """The statistic of one colour's dice, some of them seen.

    Attributes
    ----------
    ways : (value, how many ways the unseen dice can fall to make it), by rising value.
    """

    ways: tuple[tuple[int, int], ...]

    @property
    def total(self) -> int:
        """All ways in which the unseen dice can fall."""
        return sum(ways for _, ways in self.ways)


@lru_cache(maxsize=4096)
def colour_law(order: str, seen: tuple[int, ...], unseen: int, sides: int) -> Law:
    """What an order compares of one colour, given its dice that were seen [diavolo: A round].

    Parameters
    ----------
    order : any but ``nearest``, which compares no numbers.
    """
    ways = _WAYS[order](seen, unseen, sides)
    return Law(tuple(sorted((value, count) for value, count in ways.items() if count)))


def _sum(seen: tuple[int, ...], unseen: int, sides: int) -> Mapping[int, int]:
    ways: Mapping[int, int] = {sum(seen): 1}
    for _ in range(unseen):
        more: Counter[int] = Counter()
        for value, count in ways.items():
            for face in range(1, sides + 1):
                more[value + face] += count
        ways = more
    return ways


def _least_sum(seen: tuple[int, ...], unseen: int, sides: int) -> Mapping[int, int]:
    return {-value: count for value, count in _sum(seen, unseen, sides).items()}


def _odd(seen: tuple[int, ...], unseen: int, sides: int) -> Mapping[int, int]:
    odd, even = (sides + 1) // 2, sides // 2
    have = sum(value % 2 for value in seen)
    return {have + k: comb(unseen, k) * odd**k * even ** (unseen - k) for k in range(unseen + 1)}


def _highest(seen: tuple[int, ...], unseen: int, sides: int) -> Mapping[int, int]:
    least = max(seen, default=0)
    # how many ways stay at or below a value
    below = {value: value**unseen if value >= least else 0 for value in range(sides + 1)}
    if not seen and unseen:
        below[0] = 0
    return {value: below[value] - below.get(value - 1, 0) for value in range(1, sides + 1)}


def _range(seen: tuple[int, ...], unseen: int, sides: int) -> Mapping[int, int]:
    low, high = min(seen, default=sides + 1), max(seen, default=0)

    def within(a: int, b: int) -> int:
        """Ways with every die from a to b."""
        return (b - a + 1) ** unseen if a <= min(b, low) and b >= high else 0

    ways: Counter[int] = Counter()
    for a in range(1, sides + 1):
        for b in range(a, sides + 1):
            ways[b - a] += within(a, b) - within(a + 1, b) - within(a, b - 1) + within(a + 1, b - 1)
    return ways


_WAYS = {
    "sum-max": _sum,
    "sum-min": _least_sum,
    "range-max": _range,
    "odd-max": _odd,
    "value-max": _highest,
}


def posterior(rules: DiavoloRules, order: str, seen: Seen | None = None) -> tuple[Fraction, ...]:
    """Chance of each imp to be right, by colour and grey last, given the dice that were seen.

    [diavolo: A round].  At ``nearest`` no number tells anything: each colour has the same share
    of what ``near_tie`` leaves.
    """
    if order == "nearest":
        tie = Fraction(str(rules.near_tie))
        return (*((1 - tie) / rules.colours for _ in range(rules.colours)), tie)
    dice = ((),) * rules.colours if seen is None else seen.dice
    laws = [colour_law(order, colour, rules.dice - len(colour), rules.sides) for colour in dice]
    total = prod(law.total for law in laws)
    chances = [Fraction(_ways_to_win(laws, mine), total) for mine in range(rules.colours)]
    return (*chances, 1 - sum(chances, Fraction(0)))


def _ways_to_win(laws: list[Law], mine: int) -> int:
    """Ways in which one colour is above every other."""
    others = [law.ways for i, law in enumerate(laws) if i != mine]
    below = [0] * len(others)
    place = [0] * len(others)
    found = 0
    for value, count in laws[mine].ways:
        for i, ways in enumerate(others):
            while place[i] < len(ways) and ways[place[i]][0] < value:
                below[i] += ways[place[i]][1]
                place[i] += 1
        found += count * prod(below)
    return found


def weights(rules: DiavoloRules) -> dict[str, Fraction]:
    """Chance of each order to be rolled, for those that the Order die has."""
    faces = sum(count for _, count in rules.orders)
    return {order: Fraction(count, faces) for order, count in rules.orders}


def mixed(rules: DiavoloRules, seen: Seen | None = None) -> tuple[Fraction, ...]:
    """Chance of each imp before the Order die was read."""
    parts = [(w, posterior(rules, order, seen)) for order, w in weights(rules).items()]
    return tuple(
        sum((w * p[imp] for w, p in parts), Fraction(0)) for imp in range(rules.colours + 1)
    )
