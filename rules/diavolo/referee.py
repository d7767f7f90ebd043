"""The referee of Diavolo: plays rounds plainly, in the words of the rules.

Every step returns the clauses it obeys. What the kernels do fast is compared with this.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from zochastic.rules.diavolo.game import DiavoloRules
from zochastic.rules.diavolo.throw import COLOURS, GREY, imps_of, right_imp
from zochastic.rules.errors import InvalidInput

_ROUND = "diavolo, A round"
ROLL = f"{_ROUND}: The player whose turn it is rolls"
ORDER = f"{_ROUND}: the order"
TIE = f"{_ROUND}: A tie between colours"
WRONG = f"{_ROUND}: A wrong imp, or none, costs a gem"
GREY_GAIN = f"{_ROUND}: If grey was right"
OUT = f"{_ROUND}: Whoever has lost his last gem is out"
WON = f"{_ROUND}: The last one with gems wins"
NOBODY = f"{_ROUND}: if the last ones go out together nobody wins"


@dataclass(frozen=True)
class Table:
    """A game between two rounds.

    Attributes
    ----------
    gems : of each seat; 0 is out.
    roller : the seat that rolls next.
    round : rounds that were played.
    """

    gems: tuple[int, ...]
    roller: int
    round: int = 0

    @property
    def living(self) -> tuple[int, ...]:
        """Seats that are still in the game."""
        return tuple(seat for seat, gems in enumerate(self.gems) if gems)

    @property
    def over(self) -> bool:
        """Whether at most one player has gems left."""
        return len(self.living) <= 1


@dataclass(frozen=True)
class Throw:
    """What was rolled.

    Attributes
    ----------
    order : what the Order die shows.
    dice : the other dice, by colour.
    nearest : for the order ``nearest``, the colour of that die, or ``grey`` for a tie.
    """

    order: str
    dice: tuple[tuple[int, ...], ...]
    nearest: str | None = None


def begin(rules: DiavoloRules, *, roller: int = 0) -> Table:
    """Lay out the gems; the first roller is drawn at random [diavolo: Pieces]."""
    if not 0 <= roller < rules.players:
        raise InvalidInput("roller", roller, f"a seat from 0 to {rules.players - 1}")
    return Table(rules.start, roller)


def supply(rules: DiavoloRules, table: Table) -> dict[str, int]:
    """Count the imps on the table, for those still in the game [diavolo: Pieces]."""
    return dict(zip(imps_of(rules), rules.supply(len(table.living)), strict=True))


def legal(rules: DiavoloRules, table: Table, taken: Sequence[str | None]) -> tuple[str | None, ...]:
    """Tell what the next hand may take: an imp that is there, or none [diavolo: A round]."""
    if table.over or len(taken) >= len(table.living):
        return ()
    left = supply(rules, table)
    for imp in taken:
        if imp is not None:
            left[imp] -= 1
    return (*(imp for imp, count in left.items() if count > 0), None)


def judge(rules: DiavoloRules, throw: Throw) -> tuple[str, str]:
    """Tell the right imp of a throw, and the clause [diavolo: A round].

    Raises
    ------
    InvalidInput : the throw is none of this variant.
    """
    if throw.order not in dict(rules.orders):
        known = tuple(dict(rules.orders))
        raise InvalidInput("order", throw.order, ", ".join(known), known=known)
    fits = len(throw.dice) == rules.colours and all(len(c) == rules.dice for c in throw.dice)
    if not fits or not all(1 <= v <= rules.sides for colour in throw.dice for v in colour):
        allowed = f"{rules.dice} values from 1 to {rules.sides} for each of {rules.colours} colours"
        raise InvalidInput("dice", throw.dice, allowed)
    if throw.order == "nearest" and throw.nearest not in imps_of(rules):
        raise InvalidInput("nearest", throw.nearest, ", ".join(imps_of(rules)))
    imp = right_imp(throw.order, throw.dice, nearest=throw.nearest)
    return imp, TIE if imp == GREY else f"{ORDER} {throw.order}"


def apply(
    rules: DiavoloRules, table: Table, throw: Throw, grabs: Sequence[tuple[int, str | None]]
) -> tuple[Table, tuple[str, ...]]:
    """Play a round: everybody grabs, then losses and gains are booked together.

    [diavolo: A round].

    Parameters
    ----------
    grabs : (seat, imp or None), the quickest first; whoever is missing takes none.

    Returns
    -------
    The table afterwards, and the clauses that were obeyed.

    Raises
    ------
    InvalidInput : the game is over, an imp that is gone, a seat that is out or grabs twice.
    """
    if table.over:
        raise InvalidInput("round", "another one", "none: the game is over")
    right, clause = judge(rules, throw)
    clauses = [ROLL, clause]
    held: dict[int, str | None] = {}
    taken: list[str | None] = []
    for seat, imp in grabs:
        if seat not in table.living or seat in held:
            raise InvalidInput("seat", seat, "each seat with gems once")
        if imp not in legal(rules, table, taken):
            raise InvalidInput("imp", imp, "an imp that is still there, or None")
        held[seat] = imp
        taken.append(imp)
    gems = list(table.gems)
    for seat in table.living:
        imp = held.get(seat)
        if imp == right:
            if right == GREY:
                gems[seat] = min(gems[seat] + rules.grey_gain, rules.gem_cap)
                clauses.append(GREY_GAIN)
            continue
        loss = rules.loss_none if imp is None else rules.loss_wrong
        gems[seat] = max(gems[seat] - loss, 0)
        clauses.append(WRONG if gems[seat] else OUT)
    after = replace(table, gems=tuple(gems), round=table.round + 1)
    if after.over:
        clauses.append(WON if after.living else NOBODY)
        return after, tuple(clauses)
    seats = [(table.roller + step) % len(gems) for step in range(1, len(gems) + 1)]
    return replace(after, roller=next(s for s in seats if gems[s])), tuple(clauses)


def settle(table: Table) -> tuple[int | None, str]:
    """Tell the winner's seat, None if the last ones went out together [diavolo: A round].

    Raises
    ------
    InvalidInput : the game is not over.
    """
    if not table.over:
        raise InvalidInput("table", "one with players left", "a game that is over")
    return (table.living[0], WON) if table.living else (None, NOBODY)


__all__ = [
    "COLOURS", "GREY", "Table", "Throw", "apply", "begin", "judge", "legal", "settle", "supply",
]  # fmt: skip
