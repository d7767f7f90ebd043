"""What lies in the oven, as a value; how people write pieces and ovens."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import gcd
from typing import TYPE_CHECKING

from zochastic.rules.errors import InvalidInput

if TYPE_CHECKING:
    from zochastic.rules.coal.game import CoalRules

#: Values that a piece of coal can have, both included.
VALUES = (1, 10_000)
#: The most pieces of a variant, devils included.
MOST_PIECES = 250

_DEVIL = ("devil", "devils", "d")
_FORM = (
    "pieces such as 20, 20:3 or devil, separated by commas or spaces; "
    f"counts from 1 to {MOST_PIECES}"
)
_ITEM = re.compile(r"(?P<piece>[a-z]+|[1-9][0-9]{0,4})(:(?P<count>[1-9][0-9]{0,2}))?", re.A | re.I)


@dataclass(frozen=True)
class Oven:
    """Pieces, counted: ``coal`` is ((value, count), …), the largest value first.

    Also used for any other heap of pieces: what is gone, what was drawn.
    """

    coal: tuple[tuple[int, int], ...] = ()
    devils: int = 0

    def __post_init__(self) -> None:
        values = [value for value, _ in self.coal]
        if values != sorted(set(values), reverse=True) or any(v < 1 for v in values):
            raise ValueError(f"values must be positive and fall: {self.coal!r}; use Oven.of")
        if self.devils < 0 or any(count < 1 for _, count in self.coal):
            raise ValueError(f"counts must be positive: {self.coal!r}, {self.devils!r} devils")

    @classmethod
    def of(cls, counts: Mapping[int, int], devils: int = 0) -> "Oven":
        """Make the oven with these counts by value, in any order, zeros allowed."""
        return cls(tuple(sorted(((v, n) for v, n in counts.items() if n), reverse=True)), devils)

    @property
    def size(self) -> int:
        """How many pieces there are, devils included."""
        return self.pieces + self.devils

    @property
    def pieces(self) -> int:
        """How many good pieces there are."""
        return sum(count for _, count in self.coal)

    @property
    def good(self) -> int:
        """The value of all good pieces, *T* in the stopping rule T/(d+1)."""
        return sum(value * count for value, count in self.coal)

    @property
    def unit(self) -> int:
        """The greatest common divisor of the values; 1 without coal."""
        return gcd(*(value for value, _ in self.coal)) or 1

    def counts(self) -> dict[int, int]:
        """How many good pieces there are, by value; the largest value first."""
        return dict(self.coal)

    def contains(self, other: "Oven") -> bool:
        """Whether all pieces of ``other`` are in here."""
        ours = self.counts()
        return other.devils <= self.devils and all(n <= ours.get(v, 0) for v, n in other.coal)

    def minus(self, other: "Oven") -> "Oven":
        """Take out the pieces of ``other``; InvalidInput if they are not all here."""
        if not self.contains(other):
            raise InvalidInput("pieces to take out", other.text, f"at most {self.text}")
        left = Counter(self.counts())
        left.subtract(other.counts())
        return Oven.of(left, self.devils - other.devils)

    def plus(self, other: "Oven") -> "Oven":
        """Put the pieces of both together."""
        return Oven.of(Counter(self.counts()) + Counter(other.counts()), self.devils + other.devils)

    @property
    def text(self) -> str:
        """As people write it: ``100:2,75:3,d:9``; ``nothing`` where there is nothing."""
        items = [f"{value}:{count}" for value, count in self.coal]
        if self.devils:
            items.append(f"d:{self.devils}")
        return ",".join(items) or "nothing"

    def __str__(self) -> str:
        return self.text


def parse_pieces(items: str | Sequence[str], *, what: str) -> Oven:
    """Read pieces as people write them: ``20 20 50``, ``20,20,50``, ``20:3,devil``, ``d:9``.

    Parameters
    ----------
    items : one text, or the words of a command line.
    what : the option to name where something is wrong.

    Raises
    ------
    InvalidInput: an empty item, something that is no piece, a count that is no number from 1.
    """
    words = [items] if isinstance(items, str) else list(items)
    if not words or not all(word.strip() for word in words):
        raise InvalidInput(what, items if isinstance(items, str) else "", f"{_FORM}; no empty item")
    coal: Counter[int] = Counter()
    devils = 0
    # Joined, since a shell makes "20, 50" into the words "20," and "50".
    for part in " ".join(words).split(","):
        if not part.strip():
            raise InvalidInput(what, " ".join(words), f"{_FORM}; no empty item")
        for item in part.split():
            match = _ITEM.fullmatch(item)
            if match is None:
                raise InvalidInput(what, item, _FORM)
            piece, count = match["piece"].lower(), int(match["count"] or 1)
            if count > MOST_PIECES:
                raise InvalidInput(what, item, f"at most {MOST_PIECES} of a piece")
            if piece in _DEVIL:
                devils += count
            elif piece.isalpha():
                raise InvalidInput(what, item, _FORM, known=_DEVIL[:1])
            elif int(piece) > VALUES[1]:
                raise InvalidInput(what, item, f"pieces of value {VALUES[0]} to {VALUES[1]:,}")
            else:
                coal[int(piece)] += count
    return Oven.of(coal, devils)


def read_oven(
    rules: "CoalRules",
    *,
    oven: str | Sequence[str] | None = None,
    gone: str | Sequence[str] | None = None,
) -> Oven:
    """Read what lay in the oven when this turn began; the fresh one if nothing is told.

    Parameters
    ----------
    oven : the pieces that lay in it.
    gone : the pieces of a fresh one that were missing by then.

    Raises
    ------
    InvalidInput: both are given, a piece more often than the variant has it, an empty oven.
    """
    if oven is not None and gone is not None:
        raise InvalidInput("--gone", _typed(gone), "either --oven or --gone, not both")
    if oven is not None:
        lay = parse_pieces(oven, what="--oven")
        _check_within(lay, rules.fresh, rules, what="--oven", where="a fresh oven")
        return lay
    if gone is None:
        return rules.fresh
    missing = parse_pieces(gone, what="--gone")
    _check_within(missing, rules.fresh, rules, what="--gone", where="a fresh oven")
    left = rules.fresh.minus(missing)
    if left.size == 0:
        raise InvalidInput("--gone", _typed(gone), "an oven that still holds a piece")
    return left


def read_drawn(rules: "CoalRules", oven: Oven, items: str | Sequence[str]) -> Oven:
    """Read the good pieces that were drawn from ``oven`` in this turn.

    Raises
    ------
    InvalidInput: a devil, a piece that the variant lacks or of which the oven has fewer.
    """
    drawn = parse_pieces(items, what="PIECES")
    if drawn.devils:
        allowed = "good pieces only, since a devil has ended the turn"
        raise InvalidInput("PIECES", _typed(items), allowed)
    _check_within(drawn, oven, rules, what="PIECES", where="the oven of this turn")
    return drawn


def _typed(items: str | Sequence[str]) -> str:
    return items if isinstance(items, str) else " ".join(items)


def _check_within(pieces: Oven, heap: Oven, rules: "CoalRules", *, what: str, where: str) -> None:
    """Refuse pieces that are not all in ``heap``, naming the first that is not."""
    known, held = rules.fresh.counts(), heap.counts()
    for value, count in pieces.coal:
        if value not in known:
            values = ", ".join(map(str, known)) or "devil, since there is no coal"
            near = min(known, key=lambda v: abs(v - value), default=None)
            nearest = "" if near is None else f" (nearest: {near})"
            raise InvalidInput(what, f"{value}", f"a piece of this variant: {values}{nearest}")
        if count > held.get(value, 0):
            allowed = f"at most {held.get(value, 0)} of {value}, as many as {where} holds"
            raise InvalidInput(what, f"{value}:{count}", allowed)
    if pieces.devils > heap.devils:
        allowed = f"at most {heap.devils} devils, as many as {where} holds"
        raise InvalidInput(what, f"devil:{pieces.devils}", allowed)
