"""Whole games of mauer: 2 to 4 players, many boards, from the first turn to the last."""

import numpy as np

from zochastic.rules.mauer.geometry import CORNERS
from zochastic.sims._jit import Floats, Ints, Word, Words, helper, kernel, routine
from zochastic.sims.mauer.chance import random_move, random_move_here
from zochastic.sims.mauer.decks import (
    Memory,
    allowed_decks,
    best_deck,
    by_lot,
    deal_cards,
    forget,
    new_memory,
    posterior,
)
from zochastic.sims.mauer.moves import ghost_at, turned_of, with_ghost
from zochastic.sims.mauer.pack import BELOW, DECKS, GARMENTS, MOVES, PLAYERS, START, STARTS, WHERE
from zochastic.sims.mauer.players import PLANNER, RANDOM, weigh
from zochastic.sims.mauer.search import (
    MOST_MOVES,
    nearest,
    printed_cell,
    scratch_here,
    within,
)
from zochastic.sims.mauer.turns import follow, go, prepare, survives, write
from zochastic.sims.streams import below, origin, seed_state

# What a board's row of counts holds.
WINS, STARTED, ORDERS, PLANS, SURVIVED, SEARCHES, FOUND = range(0, 28, 4)
UNFINISHED, TURNS, SQUARES, GAMES = range(28, 32)
#: By parts still missing (1 to 5): turns, and turns with a garment in reach of 0 to 4 moves.
MISSING = 32
#: By parts still missing: turns that ended with a search.
SEARCHED = MISSING + 6 * 6
WIDTH = SEARCHED + 6
#: Lines that a turn writes at most: moves and a search.
LINES = 5


@routine
def _needed(frame: Ints, have: int, taken: int, decks: int) -> int:
    """Bits of the cells of the print with a garment one lacks and whose card is still there."""
    found = 0
    for garment in range(frame[GARMENTS]):
        if not (have >> (garment // decks)) & 1 and not (taken >> garment) & 1:
            found |= 1 << frame[WHERE + garment]
    return found


@helper
def garment_below(frame: Ints, code: int, seat: int) -> int:
    """The garment below a ghost, −1 where there is none."""
    return int(frame[BELOW + 49 * turned_of(code) + ghost_at(code, seat)])


@routine
def set_up(frame: Ints, shift: int) -> int:
    """The table as a game begins, every ghost ``shift`` corners further clockwise."""
    code = int(frame[START])
    for seat in range(frame[PLAYERS]):
        corner = frame[STARTS + seat]
        for k in range(4):
            if CORNERS[k] == corner:
                code = with_ghost(code, seat, CORNERS[(k + shift) % 4])
                break
    return code


@routine
def play_game(
    seed: Word, game: int, frame: Ints, policies: Ints, rates: Floats, catch: float,
    needed: int, search_taken: bool, whole_deck: bool, max_turns: int, record: Ints, counts: Ints,
    history: Ints, lucks: Words, later: Word, loose: int, cards: Ints,
) -> int:  # fmt: skip
    """Play game ``game`` of ``seed``; add what happened to ``counts`` (int64[WIDTH]).

    Parameters
    ----------
    lucks, later : uint64[N] and one: where the luck of each of the first N turns and of those after
        them comes from.
    loose : the turn, from 1, in which moves and search are random; 0 none.
    cards : int64[garments], the deck of each; none: as they are dealt in ``game``.
    needed : parts that win.
    record : int64[N, 4]; as far as it has room, a line for every move and search: turn, seat, the
        table after it or −1 − deck for a search, 1 where a search found the card.
    history : int64[turns kept, players + 1], in place: parts won after each turn, and then who had
        that turn, from 1.

    Returns
    -------
    How many lines were written.
    """
    players, decks = frame[PLAYERS], frame[DECKS]
    state = np.empty(4, np.uint64)
    own = origin(seed, game)
    seed_state(state, own, 0)
    deal = np.empty(frame[GARMENTS], np.int64)
    deal_cards(state, deal, decks)
    first, shift = below(state, players), below(state, 4)
    for garment in range(cards.size):
        deal[garment] = cards[garment]
    code = set_up(frame, shift)
    thinking = False
    for seat in range(players):
        thinking |= policies[seat] != RANDOM
    memory = new_memory(players, frame[GARMENTS])
    have, won = np.zeros(players, np.int64), np.zeros(players, np.int64)
    wants, open_to = np.empty(players, np.int64), np.empty(players, np.int64)
    for seat in range(players):
        wants[seat] = open_to[seat] = _needed(frame, 0, 0, decks)
    plans = np.empty((players, 2, MOST_MOVES + 1), np.int64)
    planned = np.full(players, -1, np.int64)
    aims = np.zeros(players, np.int64)
    taken, lines, turns, winner = 0, 0, 0, -1
    work = scratch_here()
    path = np.empty((2, MOST_MOVES + 1), np.int64)
    ways, chances, allowed = np.empty(64), np.empty(decks), np.empty(decks, np.int64)
    seat = first - 1
    while turns < max_turns and winner < 0:
        seat = seat + 1 if seat + 1 < players else 0
        # the same luck, whatever happened before
        seed_state(state, lucks[turns] if turns < lucks.size else later, turns + 1)
        turns += 1
        policy = RANDOM if turns == loose else policies[seat]
        if rates[seat] > 0.0:
            forget(state, memory, seat, decks, rates[seat])
        wanted = wants[seat]
        missing = needed - won[seat]
        deck = -1
        if policy == RANDOM:
            there = open_to[seat]
            left = frame[MOVES]
            while left > 0 and not (there >> printed_cell(frame, code, seat)) & 1:
                code = random_move_here(frame, state, code, seat, catch, work.out)
                lines = write(record, lines, turns, seat, code, 0)
                left -= 1
            if (there >> printed_cell(frame, code, seat)) & 1:
                deck = below(state, decks)
        else:
            if planned[seat] >= 0:
                counts[PLANS + seat] += 1
                if survives(
                    frame, state, code, seat, plans[seat], planned[seat], wanted & aims[seat],
                    work.out,
                ):  # fmt: skip
                    counts[SURVIVED + seat] += 1
            need = nearest(frame, code, seat, frame[MOVES], wanted, work, path)
            counts[MISSING + 6 * missing] += 1
            if need >= 0:
                counts[MISSING + 6 * missing + 1 + need] += 1
            aim, choice = wanted, -1
            if policy == PLANNER and need >= 0:
                cells = np.empty(MOST_MOVES + 1, np.int64)
                within(frame, code, seat, frame[MOVES], work, cells)
                reached = cells[frame[MOVES]] & wanted
                choice, deck = weigh(
                    memory, seat, have[seat], taken, reached, frame, deal, decks, whole_deck
                )
                aim = 1 << frame[WHERE + choice]
            if need >= 0:
                code, lines = go(
                    frame, state, code, seat, aim, wanted, catch, work, path, record, lines, turns
                )
            elif policy == PLANNER:
                many = prepare(frame, state, code, seat, wanted, work, path)
                code, _made, lines = follow(
                    frame, state, code, seat, many, catch, work, path, record, lines, turns
                )
            else:
                left = frame[MOVES]
                while left > 0 and not (wanted >> printed_cell(frame, code, seat)) & 1:
                    code = random_move(frame, state, code, seat, catch, work.out)
                    lines = write(record, lines, turns, seat, code, 0)
                    left -= 1
            garment = garment_below(frame, code, seat)
            if not (wanted >> printed_cell(frame, code, seat)) & 1:
                deck = -1
            elif garment != choice:
                part = garment // decks
                allowed_decks(memory, seat, part, decks, deal, allowed)
                posterior(allowed, garment - part * decks, ways, chances)
                deck = best_deck(chances)
            if deck >= 0 and rates[seat] > 0.0:  # who forgets would try the first deck for ever
                part = garment // decks
                allowed_decks(memory, seat, part, decks, deal, allowed)
                posterior(allowed, garment - part * decks, ways, chances)
                deck = by_lot(state, chances, deck)
        if deck >= 0:
            garment = garment_below(frame, code, seat)
            hit = deal[garment] == deck and not (taken >> garment) & 1
            counts[SEARCHES + seat] += 1
            counts[SEARCHED + missing] += 1
            lines = write(record, lines, turns, seat, -1 - deck, int(hit))
            if thinking:
                _learn(memory, seat, garment, deck, hit, taken, players, whole_deck)
            if hit:
                taken |= 1 << garment
                have[seat] |= 1 << (garment // decks)
                won[seat] += 1
                counts[FOUND + seat] += 1
                for other in range(players):
                    wants[other] = _needed(frame, have[other], taken, decks)
                    open_to[other] = wants[other]
                    if search_taken:
                        open_to[other] = _needed(frame, have[other], 0, decks)
                if missing == 1:
                    winner = seat
        if turns <= history.shape[0]:
            for other in range(players):
                history[turns - 1, other] = won[other]
            history[turns - 1, players] = seat + 1
        if policy != RANDOM and winner < 0:
            planned[seat] = nearest(frame, code, seat, frame[MOVES], wants[seat], work, plans[seat])
            if planned[seat] >= 0:
                last = code if planned[seat] == 0 else plans[seat, 0, planned[seat] - 1]
                aims[seat] = 1 << printed_cell(frame, last, seat)
    counts[GAMES] += 1
    counts[TURNS] += turns
    counts[SQUARES] += turns * turns
    if winner < 0:
        counts[UNFINISHED] += 1
    else:
        counts[WINS + winner] += 1
        counts[ORDERS + (winner - first) % players] += 1
        start = ghost_at(set_up(frame, shift), winner)
        for k in range(4):
            if CORNERS[k] == start:
                counts[STARTED + k] += 1
    return lines


@routine
def _learn(
    memory: Memory, seat: int, garment: int, deck: int, hit: bool, taken: int, players: int,
    whole_deck: bool,
) -> None:  # fmt: skip
    """Everybody learns deck, garment and success; the searcher has seen the deck."""
    for other in range(players):
        if hit:
            memory.known[other, garment] = deck + 1
        elif not (taken >> garment) & 1:
            memory.absent[other, garment] |= 1 << deck
    if whole_deck:
        memory.looks[seat] |= 1 << deck


@kernel
def tally_games(
    seed: Word, first: int, games: int, stack: Ints, policies: Ints, rates: Floats,
    catch: float, needed: int, search_taken: bool, whole_deck: bool, max_turns: int, counts: Ints,
    history: Ints,
) -> None:  # fmt: skip
    """Play games ``first`` …; game n on board n modulo the boards.

    ``counts`` : int64[boards, WIDTH], in place.
    ``history`` : int64[games or 0, turns kept, players + 1], in place, see `play_game`.
    """
    record = np.empty((0, 4), np.int64)
    nothing = np.empty((0, 0), np.int64)
    no_lucks, no_cards = np.empty(0, np.uint64), np.empty(0, np.int64)
    kept = history.shape[0] > 0
    for game in range(first, first + games):
        board = game % counts.shape[0]
        play_game(
            seed, game, stack[board], policies, rates, catch, needed, search_taken,
            whole_deck, max_turns, record, counts[board],
            history[game - first] if kept else nothing, no_lucks, origin(seed, game), 0,
            no_cards,
        )  # fmt: skip


@kernel
def record_game(
    seed: Word, game: int, frame: Ints, policies: Ints, rates: Floats, catch: float, needed: int,
    search_taken: bool, whole_deck: bool, max_turns: int, lines: Ints, history: Ints,
) -> int:  # fmt: skip
    """Play game ``game`` of ``seed`` and write it down; how many lines. See `play_game`."""
    return play_game(
        seed, game, frame, policies, rates, catch, needed, search_taken, whole_deck, max_turns,
        lines, np.zeros(WIDTH, np.int64), history, np.empty(0, np.uint64), origin(seed, game), 0,
        np.empty(0, np.int64),
    )  # fmt: skip
