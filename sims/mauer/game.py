"""Whole games of mauer: 2 to 4 players, many boards, from the first turn to the last."""

from dataclasses import dataclass
from functools import cached_property

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
from zochastic.sims.runner import key_of
from zochastic.sims.streams import below, origin, seed_state

# What a board's row of counts holds.
WINS, STARTED, ORDERS, PLANS, SURVIVED, SEARCHES, FOUND = range(0, 28, 4)
UNFINISHED, TURNS, SQUARES, GAMES = range(28, 32)
#: By parts still missing (1 to 5): turns, and turns with a garment in reach of 0 to 4 moves.
MISSING = 32
#: By parts still missing: turns that ended with a search.
SEARCHED = MISSING + 6 * 6
WIDTH = SEARCHED + 6
#: Deals that are tried until the players would have played as they did.
_MOST_DEALS = 10_000
#: Lines that a turn writes at most: moves and a search.
_LINES = 5


@routine
def _needed(frame: Ints, have: int, taken: int, decks: int) -> int:
    """Bits of the cells of the print with a garment one lacks and whose card is still there."""
    found = 0
    for garment in range(frame[GARMENTS]):
        if not (have >> (garment // decks)) & 1 and not (taken >> garment) & 1:
            found |= 1 << frame[WHERE + garment]
    return found


@helper
def _below(frame: Ints, code: int, seat: int) -> int:
    """The garment below a ghost, −1 where there is none."""
    return int(frame[BELOW + 49 * turned_of(code) + ghost_at(code, seat)])


@routine
def _setup(frame: Ints, shift: int) -> int:
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
    code = _setup(frame, shift)
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
            garment = _below(frame, code, seat)
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
            garment = _below(frame, code, seat)
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
        start = ghost_at(_setup(frame, shift), winner)
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


@routine
def _searched(
    frame: Ints, code: int, seen: Ints, decks: int, held: Ints, absent: Ints
) -> None:  # fmt: skip
    """Note what searches told everybody: the deck of cards found, from 1, and where others are not.

    ``seen`` : as `play_game` records it, the table being ``code`` before.
    """
    taken = 0
    for i in range(seen.shape[0]):
        if seen[i, 2] >= 0:
            code = seen[i, 2]
            continue
        garment, deck = _below(frame, code, seen[i, 1]), -1 - seen[i, 2]
        if seen[i, 3] == 1:
            held[garment] = deck + 1
            taken |= 1 << garment
        elif not (taken >> garment) & 1:
            absent[garment] |= 1 << deck


@routine
def _deal_again(state: Words, decks: int, held: Ints, absent: Ints, cards: Ints) -> None:
    """Deal the cards anew, all deals that agree with what was told being equally likely."""
    for first in range(0, cards.size, decks):
        agrees = False
        while not agrees:
            for k in range(decks):
                cards[first + k] = k
            agrees = True
            for k in range(decks - 1, -1, -1):
                other = below(state, k + 1)
                cards[first + k], cards[first + other] = cards[first + other], cards[first + k]
                deck = cards[first + k]
                told = held[first + k]
                if (told > 0 and told != deck + 1) or (absent[first + k] >> deck) & 1:
                    agrees = False
                    break


@kernel
def replay_game(
    seed: Word, game: int, frame: Ints, policies: Ints, rates: Floats, catch: float, needed: int,
    search_taken: bool, whole_deck: bool, max_turns: int, lucks: Words, seen: Ints, luck: Word,
    first: int, loose: int, wins: Ints, lines: Ints,
) -> int:  # fmt: skip
    """Play on from a turn, many times, with other luck and with other cards where these are secret.

    The cards are dealt anew as everybody who only watched must take them: all deals that agree
    with the searches, of which those are kept with which the players would have played as they did
    (with the same luck): they know more than they told.

    Parameters
    ----------
    lucks, loose : see `play_game`; as many turns as there were.
    seen : int64[N, 4], as `play_game` records those turns.
    luck, first : cards and later turns come from stream ``first`` of ``luck``, the next, …
    wins : int64[times, players], in place: 1 for who won.
    lines : int64[L, 4], in place: what the last of the games recorded, as far as there is room.

    Returns
    -------
    How many games were played with the cards that lay there, no others having been found; if
    ``lines`` has room, what the last game recorded instead.
    """
    players, decks = frame[PLAYERS], frame[DECKS]
    state = np.empty(4, np.uint64)
    seed_state(state, origin(seed, game), 0)
    dealt = np.empty(frame[GARMENTS], np.int64)
    deal_cards(state, dealt, decks)
    below(state, players)
    code = _setup(frame, below(state, 4))
    held, absent = np.zeros(dealt.size, np.int64), np.zeros(dealt.size, np.int64)
    _searched(frame, code, seen, decks, held, absent)
    record, nothing = np.empty((seen.shape[0] + 1, 4), np.int64), np.empty((0, 0), np.int64)
    counts = np.zeros(WIDTH, np.int64)
    cards = np.empty(dealt.size, np.int64)
    turns, given_up, written = lucks.size, 0, 0
    for k in range(wins.shape[0]):
        seed_state(state, luck, first + k)
        later = origin(luck, first + k)
        same, tries = False, 0
        while not same:
            tries += 1
            if tries > _MOST_DEALS:
                given_up += 1
                for garment in range(dealt.size):
                    cards[garment] = dealt[garment]
                break
            _deal_again(state, decks, held, absent, cards)
            many = play_game(
                seed, game, frame, policies, rates, catch, needed, search_taken, whole_deck,
                turns, record, counts, nothing, lucks, later, loose, cards,
            )  # fmt: skip
            same = many == seen.shape[0]
            for i in range(seen.shape[0]):
                for part in range(4):
                    same = same and record[i, part] == seen[i, part]
        for seat in range(players):
            counts[WINS + seat] = 0
        written = play_game(
            seed, game, frame, policies, rates, catch, needed, search_taken, whole_deck,
            max_turns, lines, counts, nothing, lucks, later, loose, cards,
        )  # fmt: skip
        for seat in range(players):
            wins[k, seat] = counts[WINS + seat]
    return written if lines.shape[0] > 0 else given_up


@dataclass(frozen=True)
class MauerGames:
    """Whole games on many boards; counts int64[boards × WIDTH], see `tally_games`.

    Attributes
    ----------
    stack : int64[boards, FRAME], packed boards.
    policies : int64[players], numbers of `POLICIES`, by seat.
    rates : float64[players], how much each forgets a turn: 0 nothing, 1 everything.
    catch : chance that a passing magnet catches a ghost; 0 is ideal turning.
    needed : parts that win.
    """

    stack: Ints
    policies: Ints
    rates: Floats
    catch: float
    needed: int
    search_taken: bool
    whole_deck: bool
    max_turns: int
    seed: int

    @property
    def boards(self) -> int:
        """How many boards there are."""
        return int(self.stack.shape[0])

    @property
    def chunk(self) -> int:
        """Games in a full chunk: fewer where players think."""
        return {0: 512, 1: 8, 2: 2}[int(self.policies.max())]

    @cached_property
    def key(self) -> str:
        """Identity of the experiment."""
        return key_of(
            "mauer games", self.stack, self.policies, self.rates, self.catch, self.needed,
            self.search_taken, self.whole_deck, self.max_turns, self.seed, self.chunk,
        )  # fmt: skip

    def play(self, index: int, games: int) -> Ints:
        """Play ``games`` games of chunk ``index``."""
        counts = np.zeros((self.boards, WIDTH), np.int64)
        tally_games(
            np.uint64(self.seed), index * self.chunk, games, self.stack, self.policies,
            self.rates, self.catch, self.needed, self.search_taken, self.whole_deck,
            self.max_turns, counts, np.zeros((0, 0, 0), np.int64),
        )  # fmt: skip
        return counts.ravel()

    def keep(self, first: int, games: int, turns: int) -> Ints:
        """Play games ``first`` … and keep so many turns: the history of `tally_games`."""
        history = np.zeros((games, turns, self.policies.size + 1), np.int64)
        tally_games(
            np.uint64(self.seed), first, games, self.stack, self.policies, self.rates, self.catch,
            self.needed, self.search_taken, self.whole_deck, self.max_turns,
            np.zeros((self.boards, WIDTH), np.int64), history,
        )  # fmt: skip
        return history

    def turns(self, game: int) -> list["Turn"]:
        """Each turn of a game, to be played on from."""
        history = np.zeros((self.max_turns, self.policies.size + 1), np.int64)
        lines = np.zeros((_LINES * self.max_turns, 4), np.int64)
        written = record_game(
            np.uint64(self.seed), game, self.stack[game % self.boards], self.policies, self.rates,
            self.catch, self.needed, self.search_taken, self.whole_deck, self.max_turns, lines,
            history,
        )  # fmt: skip
        lines, seats = lines[:written], history[:, -1]
        own = origin(np.uint64(self.seed), game)
        return [
            Turn(game, np.full(turn, own, np.uint64), lines[lines[:, 0] <= turn], seat - 1)
            for turn, seat in enumerate(seats[seats > 0].tolist())
        ]

    def replay(
        self, turn: "Turn", luck: int, first: int, wins: Ints, lines: Ints, *, only: bool = False
    ) -> int:
        """Play on from a turn; see `replay_game`; ``only``: this turn and no further."""
        return replay_game(
            np.uint64(self.seed), turn.game, self.stack[turn.game % self.boards], self.policies,
            self.rates, self.catch, self.needed, self.search_taken, self.whole_deck,
            turn.lucks.size + 1 if only else self.max_turns, turn.lucks, turn.seen,
            np.uint64(luck), first, turn.loose, wins, lines,
        )  # fmt: skip


@dataclass(frozen=True)
class Turn:
    """A turn of a game: how it was come to, since much of that is remembered.

    Attributes
    ----------
    lucks : uint64[turns before it], where their luck came from.
    seen : int64[N, 4], what was seen of them, see `play_game`.
    seat : whose turn it is.
    loose : the turn, from 1, that was or is played at random; 0 none.
    """

    game: int
    lucks: Words
    seen: Ints
    seat: int
    loose: int = 0
