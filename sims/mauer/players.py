"""How players of graded strength move and search.

``random``: makes moves at random, a kind first and then one of that kind until it is legal, and
searches a deck at random as soon as it may.  ``greedy``: the fewest moves to any needed garment
(every list of moves is looked at), then the likeliest deck.  ``planner``: the garment and the deck
after which it expects to need the fewest turns, counting what the look at the deck will tell;
where no garment is in reach, the best of some random turns for the next one.
"""

import numpy as np

from zochastic.sims._jit import Floats, Ints, Word, Words, helper, routine
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
from zochastic.sims.streams import below, next_word

#: Policies by number.
POLICIES = ("random", "greedy", "planner")
RANDOM, GREEDY, PLANNER = range(3)

_32, _60 = np.uint64(32), np.uint64(60)
_LOW_32, _TWO_32 = np.uint64(0xFFFFFFFF), np.uint64(1 << 32)

#: How often a given garment is in reach of a turn, as the planner takes it.
_IN_REACH = 0.45


@routine
def apply(
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
    return turn(frame, code, mover, move & 1, caught, out)


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


@helper
def _pick(state: Words, word: Word, n: int) -> int:
    """A uniform integer in 0 … n−1 from the lower half of a word; see `streams.below`."""
    bound = np.uint64(n)
    product = (word & _LOW_32) * bound
    low = product & _LOW_32
    if low < bound and low < _TWO_32 % bound:
        return below(state, n)
    index: int = np.int64(product >> _32)  # type: ignore[assignment]
    return index


def _random_move(frame: Ints, state: Words, code: int, mover: int, catch: float, out: Ints) -> int:
    """The table after a random legal move: a kind, then one of that kind, until it is legal.

    All four kinds are equally likely at each try, and so are all moves of a kind that there could
    be.  ``out[1, 63]`` gets the move's number.
    """
    ghosts = occupied(code)
    while True:
        # one word a try: the kind from its highest bits, which way from the next, a slider from its
        # lower half; what makes a move legal is looked at before the rest of it is drawn
        word = next_word(state)
        high: int = np.int64(word >> _60)  # type: ignore[assignment]
        kind, way = high >> 2, high & 3
        if kind == STEP:
            after = step(frame, code, mover, way)
            if after >= 0:
                out[1, 63] = way
                return after
        elif kind == SLIDE:
            slider = _pick(state, word, frame[COUNT])
            by, segments = 2 * (way & 1) - 1, 1
            if frame[SEGMENTS] > 1:
                segments += below(state, frame[SEGMENTS])
            after = slide(frame, code, slider, by)
            for _ in range(1, segments):
                after = slide(frame, after, slider, by) if after >= 0 else after
            if after >= 0:
                out[1, 63] = SLIDE << KIND | slider << 4 | (by * segments + 8)
                return after
        elif kind == TRANSFER:
            slider = _pick(state, word, frame[COUNT])
            if ghosts & frame[CORRIDORS + tunnel_of(code, slider)]:
                continue
            tunnel = below(state, frame[COLUMNS])
            if ghosts & frame[CORRIDORS + tunnel] or not free_tunnel(frame, code, tunnel):
                continue
            offset = frame[LOW] + MIDDLE + below(state, frame[HIGH] - frame[LOW] + 1)
            out[1, 63] = TRANSFER << KIND | slider << 7 | tunnel << 4 | offset
            return transfer(code, slider, tunnel, offset)
        else:
            move = out[1, 63] = TURN << KIND | way & 1
            after = turn_freely(frame, code, way & 1)
            if catch > 0.0 or after < 0:
                many = apply(frame, state, code, mover, move, catch, out)
                after = int(out[0, below(state, many) if many > 1 else 0])
            return after


# whole for those who call it now and then, inlined where every nanosecond counts
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
