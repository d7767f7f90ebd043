"""Decks as kernels know them: the deal, what a player remembers, how likely a card is where.

A player's knowledge is kept per garment and per deck, as bits of decks; what a part's cards can
still be is one row of allowed decks a garment.
"""

from typing import NamedTuple

import numpy as np

from zochastic.sims._jit import Floats, Ints, Words, helper, routine
from zochastic.sims.streams import below, next_word


class Memory(NamedTuple):
    """What everybody remembers of the decks.

    Attributes
    ----------
    looks : int64[players], bits of the decks whose cards he saw.
    absent : int64[players, garments], bits of the decks in which a garment was not, publicly.
    known : int64[players, garments], 1 + the deck from which a card was won, publicly; 0: unknown.
    """

    looks: Ints
    absent: Ints
    known: Ints


@helper
def new_memory(players: int, garments: int) -> Memory:
    """Nothing is known."""
    return Memory(
        np.zeros(players, np.int64),
        np.zeros((players, garments), np.int64),
        np.zeros((players, garments), np.int64),
    )


@helper
def fraction(state: Words) -> float:
    """A uniform number in [0, 1) of 53 bits."""
    return float(next_word(state) >> np.uint64(11)) * (1.0 / (1 << 53))


@routine
def deal_cards(state: Words, deal: Ints, decks: int) -> None:
    """``deal`` : int64[garments], in place: the deck of each, one permutation a part."""
    for first in range(0, deal.size, decks):
        for i in range(decks):
            deal[first + i] = i
        for last in range(decks - 1, 0, -1):
            other = below(state, last + 1)
            deal[first + last], deal[first + other] = deal[first + other], deal[first + last]


@routine
def forget(state: Words, memory: Memory, seat: int, decks: int, rate: float) -> None:
    """Everything that a player remembers is lost with probability ``rate``, each by itself."""
    for deck in range(decks):
        if (memory.looks[seat] >> deck) & 1 and fraction(state) < rate:
            memory.looks[seat] &= ~(1 << deck)
    for garment in range(memory.known.shape[1]):
        if memory.known[seat, garment] > 0 and fraction(state) < rate:
            memory.known[seat, garment] = 0
        for deck in range(decks):
            if (memory.absent[seat, garment] >> deck) & 1 and fraction(state) < rate:
                memory.absent[seat, garment] &= ~(1 << deck)


@routine
def allowed_decks(
    memory: Memory, seat: int, part: int, decks: int, deal: Ints, allowed: Ints
) -> None:
    """``allowed`` : int64[decks], in place: bits of the decks where each card of a part can be."""
    first = part * decks
    for i in range(decks):
        known = memory.known[seat, first + i]
        if known > 0:
            allowed[i] = 1 << (known - 1)
        else:
            allowed[i] = ((1 << decks) - 1) & ~memory.absent[seat, first + i]
    for i in range(decks):
        # a look shows where one card of the part is, hence that the others are not there
        deck = deal[first + i]
        if (memory.looks[seat] >> deck) & 1:
            hold(allowed, i, deck)


@helper
def hold(allowed: Ints, card: int, deck: int) -> None:
    """Learn that a card is in a deck, in place."""
    for i in range(allowed.size):
        if i == card:
            allowed[i] = 1 << deck
        else:
            allowed[i] &= ~(1 << deck)


@routine
def posterior(allowed: Ints, card: int, ways: Floats, chances: Floats) -> float:
    """``chances`` : float64[decks], in place: how likely a card of a part is in each deck.

    Every way to deal the part's cards that is allowed is equally likely: they are counted by the
    decks that the other cards take.

    Parameters
    ----------
    allowed : int64[decks], bits of decks by card.
    ways : float64[64], scratch.

    Returns
    -------
    How many deals are possible; 0 where what is said contradicts itself.
    """
    decks = allowed.size
    full = 1 << decks
    for used in range(full):
        ways[used] = 0.0
    ways[0] = 1.0
    for other in range(decks):
        if other == card:
            continue
        for used in range(full - 1, -1, -1):
            many = ways[used]
            if many == 0.0:
                continue
            ways[used] = 0.0
            for deck in range(decks):
                if (allowed[other] >> deck) & 1 and not (used >> deck) & 1:
                    ways[used | 1 << deck] += many
    total = 0.0
    for deck in range(decks):
        chances[deck] = 0.0
        if (allowed[card] >> deck) & 1:
            chances[deck] = ways[(full - 1) ^ (1 << deck)]
            total += chances[deck]
    if total > 0.0:
        for deck in range(decks):
            chances[deck] /= total
    return total


@helper
def best_deck(chances: Floats) -> int:
    """The likeliest deck, the first of those within 1e-12."""
    best = 0
    for deck in range(1, chances.size):
        if chances[deck] > chances[best] + 1e-12:
            best = deck
    return best


@helper
def by_lot(state: Words, chances: Floats, deck: int) -> int:
    """One of the decks that are as likely as ``deck``, within 1e-12."""
    chosen, many = deck, 0
    for other in range(chances.size):
        if abs(chances[other] - chances[deck]) <= 1e-12:
            many += 1
            if below(state, many) == 0:
                chosen = other
    return chosen
