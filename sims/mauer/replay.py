"""A game of mauer played on from one of its turns, with other luck and other secret cards."""

from dataclasses import dataclass

import numpy as np

from zochastic.sims._jit import Floats, Ints, Word, Words, kernel, routine
from zochastic.sims.mauer.decks import deal_cards
from zochastic.sims.mauer.game import WIDTH, WINS, garment_below, play_game, set_up
from zochastic.sims.mauer.pack import DECKS, GARMENTS, PLAYERS
from zochastic.sims.streams import below, origin, seed_state

#: Deals that are tried until the players would have played as they did.
_MOST_DEALS = 10_000


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
        garment, deck = garment_below(frame, code, seen[i, 1]), -1 - seen[i, 2]
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
    How many lines the last game recorded; −1 if no cards were found with which the players would
    have played as they did.
    """
    players, decks = frame[PLAYERS], frame[DECKS]
    state = np.empty(4, np.uint64)
    seed_state(state, origin(seed, game), 0)
    dealt = np.empty(frame[GARMENTS], np.int64)
    deal_cards(state, dealt, decks)
    below(state, players)
    code = set_up(frame, below(state, 4))
    held, absent = np.zeros(dealt.size, np.int64), np.zeros(dealt.size, np.int64)
    _searched(frame, code, seen, decks, held, absent)
    record, nothing = np.empty((seen.shape[0] + 1, 4), np.int64), np.empty((0, 0), np.int64)
    counts = np.zeros(WIDTH, np.int64)
    cards = np.empty(dealt.size, np.int64)
    turns, written = lucks.size, 0
    for k in range(wins.shape[0]):
        seed_state(state, luck, first + k)
        later = origin(luck, first + k)
        same, tries = False, 0
        while not same:
            tries += 1
            if tries > _MOST_DEALS:
                return -1
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
    return written
