"""How players of graded strength move and search.

``random``: makes moves at random, a kind first and then one of that kind until it is legal, and
searches a deck at random as soon as it may.  ``greedy``: the fewest moves to any needed garment
(every list of moves is looked at), then the likeliest deck.  ``planner``: the garment and the deck
after which it expects to need the fewest turns, counting what the look at the deck will tell;
where no garment is in reach, the best of some random turns for the next one.
"""

import numpy as np

from zochastic.sims._jit import Floats, Ints, routine
from zochastic.sims.mauer.decks import Memory, allowed_decks, hold, posterior
from zochastic.sims.mauer.pack import WHERE

#: Policies by number.
POLICIES = ("random", "greedy", "planner")
RANDOM, GREEDY, PLANNER = range(3)

#: How often a given garment is in reach of a turn, as the planner takes it.
_IN_REACH = 0.45


@routine
def _turns_for_part(allowed: Ints, taken: int, first: int, ways: Floats, chances: Floats) -> float:
    """About how many turns a part will take, with what is known of its cards."""
    fails = 1.0
    for card in range(allowed.size):
        if (taken >> (first + card)) & 1:
            continue
        posterior(allowed, card, ways, chances)
        likeliest = 0.0
        for deck in range(chances.size):
            likeliest = max(likeliest, chances[deck])
        fails *= 1.0 - _IN_REACH * likeliest
    return 1.0 / (1.0 - fails) if fails < 1.0 else 1000.0


@routine
def weigh(
    memory: Memory,
    seat: int,
    have: int,
    taken: int,
    cells: int,
    frame: Ints,
    deal: Ints,
    decks: int,
    whole_deck: bool,
) -> tuple[int, int]:
    """The garment in ``cells`` (bits of the print) and the deck that a planner searches.

    Returns
    -------
    garment, deck; −1, −1 where no needed garment is there.
    """
    parts = deal.size // decks
    ways, chances = np.empty(64), np.empty(decks)
    allowed, told = np.empty(decks, np.int64), np.empty(decks, np.int64)
    now, after = np.zeros(parts), np.zeros((parts, decks))
    for part in range(parts):
        if (have >> part) & 1:
            continue
        allowed_decks(memory, seat, part, decks, deal, allowed)
        now[part] = _turns_for_part(allowed, taken, part * decks, ways, chances)
        for deck in range(decks):
            after[part, deck] = now[part]
            if whole_deck:
                after[part, deck] = _after_look(
                    allowed, told, taken, part * decks, deck, -1, ways, chances
                )
    best, best_garment, best_in = np.inf, -1, -1
    for garment in range(deal.size):
        part = garment // decks
        if (have >> part) & 1 or (taken >> garment) & 1:
            continue
        if not (cells >> frame[WHERE + garment]) & 1:
            continue
        allowed_decks(memory, seat, part, decks, deal, allowed)
        card = garment - part * decks
        for deck in range(decks):
            left = 0.0
            for other in range(parts):
                if other != part and not (have >> other) & 1:
                    left += after[other, deck]
            if whole_deck:
                left += _after_look(allowed, told, taken, part * decks, deck, card, ways, chances)
            else:
                left += _after_miss(allowed, told, taken, part * decks, deck, card, ways, chances)
            if left < best - 1e-12:
                best, best_garment, best_in = left, garment, deck
    return best_garment, best_in


@routine
def _after_look(
    allowed: Ints, told: Ints, taken: int, first: int, deck: int, won: int, ways: Floats,
    chances: Floats,
) -> float:  # fmt: skip
    """Turns that a part is expected to take once all of a deck was seen; ``won`` ends the part."""
    expected = 0.0
    for card in range(allowed.size):
        posterior(allowed, card, ways, chances)
        p = chances[deck]
        if p == 0.0 or card == won:
            continue
        for i in range(allowed.size):
            told[i] = allowed[i]
        hold(told, card, deck)
        expected += p * _turns_for_part(told, taken, first, ways, chances)
    return expected


@routine
def _after_miss(
    allowed: Ints, told: Ints, taken: int, first: int, deck: int, card: int, ways: Floats,
    chances: Floats,
) -> float:  # fmt: skip
    """Turns that a part is expected to take after a search that shows one garment alone."""
    posterior(allowed, card, ways, chances)
    p = chances[deck]
    if p == 1.0:
        return 0.0
    for i in range(allowed.size):
        told[i] = allowed[i]
    told[card] &= ~(1 << deck)
    left: float = (1.0 - p) * _turns_for_part(told, taken, first, ways, chances)
    return left
