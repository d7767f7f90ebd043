"""How players of graded strength move and search.

``random``: makes moves at random, a kind first and then one of that kind until it is legal, and
searches a deck at random as soon as it may.  ``greedy``: the fewest moves to any needed garment
(every list of moves is looked at), then the likeliest deck.  ``planner``: the garment and the deck
after which it expects to need the fewest turns, counting what the look at the deck will tell;
where no garment is in reach, the best of some random turns for the next one.
"""

import numpy as np

from zochastic.sims._jit import Floats, Ints, Words, helper, routine
from zochastic.sims.mauer.decks import Memory, allowed_decks, fraction, hold, posterior
from zochastic.sims.mauer.moves import (
    KIND,
    NOBODY,
    SLIDE,
    STEP,
    TRANSFER,
    TURN,
    free_tunnel,
    ghost_at,
    magnets_of,
    occupied,
    slide,
    step,
    transfer,
    tunnel_of,
    turn,
    turn_freely,
)
from zochastic.sims.mauer.pack import (
    COLUMNS,
    CORRIDORS,
    COUNT,
    HIGH,
    LOW,
    MIDDLE,
    PASSED,
    PLAYERS,
    SEGMENTS,
    WHERE,
)
from zochastic.sims.streams import below

#: Policies by number.
POLICIES = ("random", "greedy", "planner")
RANDOM, GREEDY, PLANNER = range(3)

#: How often a given garment is in reach of a turn, as the planner takes it.
_IN_REACH = 0.45


def _apply(
    frame: Ints, state: Words, code: int, mover: int, move: int, catch: float, out: Ints
) -> int:
    """Make a move; ``out[0]`` gets the tables, one for each way to settle conflicts.

    Parameters
    ----------
    catch : chance that a passing magnet catches a ghost [mauer: Turn, noisy]; 0: ideal turning.

    Returns
    -------
    How many tables: 0 where the move is illegal.
    """
    kind = move >> KIND
    if kind == STEP:
        out[0, 0] = step(frame, code, mover, move & 3)
        return int(out[0, 0] >= 0)
    if kind == SLIDE:
        by = (move & 15) - 8
        for _ in range(abs(by)):
            code = slide(frame, code, (move >> 4) & 7, 1 if by > 0 else -1)
            if code < 0:
                return 0
        out[0, 0] = code
        return 1
    if kind == TRANSFER:
        slider, tunnel = (move >> 7) & 7, (move >> 4) & 7
        corridors = frame[CORRIDORS + tunnel] | frame[CORRIDORS + tunnel_of(code, slider)]
        if occupied(code) & corridors or not free_tunnel(frame, code, tunnel):
            return 0
        out[0, 0] = transfer(code, slider, tunnel, move & 15)
        return 1
    caught = NOBODY
    if catch > 0.0:
        caught = catches(frame, state, code, move & 1, catch)
    if caught == NOBODY:  # the usual case, inlined
        out[0, 0] = turn_freely(frame, code, move & 1)
        if out[0, 0] >= 0:
            return 1
    return turn(frame, code, mover, move & 1, caught, out)


# whole for those who call it now and then, inlined where every nanosecond counts
apply = routine(_apply)
_apply_here = helper(_apply)


@helper
def catches(frame: Ints, state: Words, code: int, way: int, catch: float) -> int:
    """Cells where magnets catch ghosts on their way, six bits a ghost [mauer: Turn, noisy]."""
    magnets = magnets_of(frame, code)
    caught = NOBODY
    for ghost in range(frame[PLAYERS]):
        cell = ghost_at(code, ghost)
        if (magnets >> cell) & 1:
            continue
        for k in range(4):
            over = frame[PASSED + 4 * (49 * way + cell) + k]
            if over < 0:
                break
            if (magnets >> over) & 1 and fraction(state) < catch:
                caught = (caught & ~(63 << (6 * ghost))) | (over << (6 * ghost))
                break
    return caught


def _random_move(frame: Ints, state: Words, code: int, mover: int, catch: float, out: Ints) -> int:
    """The table after a random legal move: each kind is tried equally often until one is legal.

    ``out[1, 63]`` gets the move's number.
    """
    low = frame[LOW] + MIDDLE
    offsets = frame[HIGH] - frame[LOW] + 1
    while True:
        kind = below(state, 4)
        if kind == STEP:
            move = below(state, 4)
        elif kind == SLIDE:
            by = 1 + below(state, frame[SEGMENTS])
            by = by if below(state, 2) else -by
            move = SLIDE << KIND | below(state, frame[COUNT]) << 4 | (by + 8)
        elif kind == TRANSFER:
            slider = below(state, frame[COUNT])
            tunnel = below(state, frame[COLUMNS])
            move = TRANSFER << KIND | slider << 7 | tunnel << 4 | (low + below(state, offsets))
        else:
            move = TURN << KIND | below(state, 2)
        many = _apply_here(frame, state, code, mover, move, catch, out)
        if many > 0:
            out[1, 63] = move
            return int(out[0, below(state, many) if many > 1 else 0])


random_move = routine(_random_move)
random_move_here = helper(_random_move)


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
