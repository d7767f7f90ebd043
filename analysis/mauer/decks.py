"""Which deck holds a garment's card: exact, from what was seen and what became public.

The deal of each part is a uniform random permutation, independent of the others [mauer: Pieces],
so all is counted over the permutations of one part.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations

from zochastic.rules.errors import InvalidInput
from zochastic.rules.mauer.board import LETTERS, garment_names
from zochastic.rules.mauer.facts import Fact
from zochastic.rules.mauer.game import MauerRules

#: The deck (from 0) of each card of a part, by letter.
Deal = tuple[int, ...]


@dataclass(frozen=True)
class Search:
    """Where a garment's card is.

    Attributes
    ----------
    garment : the garment asked for.
    chances : of each deck that the card is there.
    expected : searches until it is found, with perfect memory and best play.
    best : the deck to open first, from 1.
    """

    garment: str
    chances: tuple[Fraction, ...]
    expected: Fraction
    best: int


def deals(decks: int, facts: Iterable[Fact], part: str) -> tuple[Deal, ...]:
    """All deals of a part that agree with the facts; equally likely."""
    told = [(LETTERS.index(f.garment[-1]), f) for f in facts if f.garment.startswith(f"{part}-")]
    return tuple(
        deal
        for deal in permutations(range(decks))
        if all((deal[card] == fact.deck - 1) == fact.holds for card, fact in told)
    )


def search(rules: MauerRules, facts: Sequence[Fact], want: str | None = None) -> Search:
    """Find the best deck to open for a garment.

    Parameters
    ----------
    want : None = a garment of which nothing is known: of the first part without a fact, else the
        first garment that no fact names.

    Raises
    ------
    InvalidInput: the facts contradict each other.
    """
    garment = _untouched(rules, facts) if want is None else want
    part, _, letter = garment.partition("-")
    for other in sorted({fact.garment.partition("-")[0] for fact in facts}):
        if not deals(rules.decks, facts, other):
            said = ",".join(str(f) for f in facts if f.garment.startswith(f"{other}-"))
            allowed = f"facts that agree: each deck holds one {other} card, each card lies once"
            raise InvalidInput("--seen", said, allowed)
    possible = deals(rules.decks, facts, part)
    card = LETTERS.index(letter)
    chances = tuple(
        Fraction(sum(deal[card] == deck for deal in possible), len(possible))
        for deck in range(rules.decks)
    )
    expected, best = searches_left(possible, card, whole_deck=rules.cards_seen == "all")
    return Search(garment, chances, expected, best + 1)


@cache
def searches_left(
    possible: tuple[Deal, ...], card: int, *, whole_deck: bool = True
) -> tuple[Fraction, int]:
    """Fewest expected searches until ``card`` is found, and the deck (from 0) to open first.

    Parameters
    ----------
    possible : the deals still possible, equally likely.
    whole_deck : an opened deck shows its card of the part, whichever it is.

    Returns
    -------
    Of decks that are equally good the likelier is opened, then the first.
    """
    decks = len(possible[0])
    options: list[tuple[Fraction, Fraction, int]] = []
    for deck in range(decks):
        groups: dict[int, list[Deal]] = {}
        for deal in possible:
            shown = deal.index(deck)
            key = shown if whole_deck or shown == card else -1
            groups.setdefault(key, []).append(deal)
        if len(groups) == 1 and card not in groups:
            continue  # nothing could be learnt there
        expected = Fraction(1)
        for shown, rest in groups.items():
            if shown != card:
                left, _ = searches_left(tuple(rest), card, whole_deck=whole_deck)
                expected += Fraction(len(rest), len(possible)) * left
        p = Fraction(len(groups.get(card, ())), len(possible))
        options.append((expected, -p, deck))
    expected, _, deck = min(options)
    return expected, deck


def outfit_searches(decks: int, parts: int, *, memory: bool = True) -> Fraction:
    """Searches until all parts are found by a ghost that reaches every cell.

    With perfect memory the first deck shows one card of every part, so that each later search
    succeeds; with none every search succeeds with 1 in ``decks`` [mauer: Known values].
    """
    if not memory:
        return Fraction(parts * decks)
    return parts + 1 - Fraction(1, decks)


def _untouched(rules: MauerRules, facts: Sequence[Fact]) -> str:
    names = garment_names(rules.parts, rules.garments_a_part)
    touched = {fact.garment.partition("-")[0] for fact in facts}
    named = {fact.garment for fact in facts}
    for name in names:
        if name.partition("-")[0] not in touched:
            return name
    for name in names:
        if name not in named:
            return name
    return names[0]
