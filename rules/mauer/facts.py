"""What somebody knows of the decks: ``1:head-b`` holds it, ``2:-head-a`` does not."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from zochastic.rules.errors import InvalidInput
from zochastic.rules.mauer.board import garment_names
from zochastic.rules.mauer.game import MauerRules

_FACT = re.compile(r"([1-9]):(-?)([a-z]+-[a-z])", re.ASCII)


@dataclass(frozen=True)
class Fact:
    """A deck (from 1) holds a garment's card as it was dealt, or does not."""

    deck: int
    garment: str
    holds: bool

    def __str__(self) -> str:
        return f"{self.deck}:{'' if self.holds else '-'}{self.garment}"


def read_garment(rules: MauerRules, text: str, what: str) -> str:
    """Read a garment's name."""
    names = garment_names(rules.parts, rules.garments_a_part)
    name = text.strip().lower()
    if name not in names:
        allowed = f"one of the {len(names)} garments {names[0]} to {names[-1]}"
        raise InvalidInput(what, text, allowed, known=names)
    return name


def read_facts(rules: MauerRules, text: str | Sequence[str], what: str = "--seen") -> list[Fact]:
    """Read facts as people write them: ``1:head-b,2:-head-a``; each is kept once.

    Raises
    ------
    InvalidInput: a word that is no fact, a deck or garment that is not there, a contradiction.
    """
    words = [text] if isinstance(text, str) else list(text)
    facts: dict[Fact, None] = {}
    for word in ",".join(words).replace(" ", ",").split(","):
        if not word:
            continue
        match = _FACT.fullmatch(word.lower())
        if match is None:
            allowed = "DECK:GARMENT or DECK:-GARMENT, such as 1:head-b,2:-head-a"
            raise InvalidInput(what, word, allowed)
        deck, minus, garment = match.groups()
        if int(deck) > rules.decks:
            raise InvalidInput(what, word, f"a deck from 1 to {rules.decks}")
        facts[Fact(int(deck), read_garment(rules, garment, what), not minus)] = None
    if not facts and any(word.strip() for word in words):
        raise InvalidInput(what, ",".join(words), "at least one fact, such as 1:head-b")
    return list(facts)
