"""Whole games of zoinx for one to four players, from any state, by policies that are arrays."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from zochastic.sims._jit import Ints, Word, kernel
from zochastic.sims.runner import key_of
from zochastic.sims.streams import origin, turn_key, word_of
from zochastic.sims.zoinx.dice import AGAIN, ZOINX, search_roll
from zochastic.sims.zoinx.flow import find_cell, pass_on
from zochastic.sims.zoinx.pack import TOTALS, Packed, Start
from zochastic.sims.zoinx.policy import NOWHERE, SIDE_BY_SIDE, Playbook
from zochastic.sims.zoinx.stopping import best_stops

#: Games in a chunk: 10 to 50 ms.
CHUNK = 1 << 16
#: The histogram of turns has so many cells; the last holds all longer games.
TURNS = 256

#: An index without sign: else every look-up asks first whether it counts from the end.
_at = np.uint64

_ZERO, _ONE, _33 = np.uint64(0), np.uint64(1), np.uint64(33)
_LOW_31 = np.uint64((1 << 31) - 1)


class Log(NamedTuple):
    """A game written down, one line a turn; empty where nothing is to be written.

    Attributes
    ----------
    turns : int64[turns, 4 + 2 · players]: seat, total, 1 for a zoinx, rolls, choices of bets and
        scores afterwards by seat.
    rolls : int64[turns, longest]: dots of each roll, −1 a zoinx.
    """

    turns: Ints
    rolls: Ints


@kernel
def tally_games(
    packed: Packed, book: Playbook, start: Start, seed: Word, first: int, games: int, log: Log,
    history: Ints, lengths: Ints, counts: Ints,
) -> bool:  # fmt: skip
    """Play games ``first``, ``first`` + 1, … of ``seed`` [zoinx: A turn, A game].

    One long function: each array that is handed to another costs more than a roll of the dice.

    Parameters
    ----------
    log : of the last game.
    history : int64[games or 0, turns kept, players + 1], in place: scores by seat after each turn;
        then the seat that comes next + 16 · who still has a last turn, by its roles (bits).
    lengths : int64[games or 0], in place: turns; negative in unfinished games.
    counts : int64[4 + players · (players + 2) + `TURNS`], in place: turns, their squares, games
        unfinished, games with a shared win; by seat, wins shared by 1, 2, … players, scores and
        their squares; games by number of turns. See `play.Results`.

    Returns
    -------
    False if a game came to a state of which a policy's tables say nothing.
    """
    n = len(book.players)
    policies, phases, line = book.axes.shape
    axes = book.axes.reshape(book.axes.size)
    rows, bets, stop_sets, seats, words = book.rows, book.bets, book.stops, book.seats, book.words
    table, kinds, below = packed.table, packed.kinds, packed.below
    own, other = packed.own, packed.other
    target, trigger, max_turns = packed.target, packed.trigger, packed.max_turns
    start_scores, start_bets = start.scores, start.bets
    log_turns, log_rolls = log.turns, log.rolls
    logged = log_turns.size > 0
    kept = history.shape[1] if lengths.size > 0 else 0
    last_total = own.shape[2] - 1
    opponents = other.shape[1]
    combinations = own.shape[1]
    for _ in range(1, n):
        combinations *= opponents
    per_word, bits = 64 // packed.bits, np.uint64(packed.bits & 63)
    small, mask = packed.bits < 64, np.uint64(table.size - 1)
    scores = np.empty(n, np.int64)  # by role, as everything but what is written down
    choices = np.empty(n, np.int64)
    found = np.empty(policies, np.int64)
    for index in range(first, first + games):
        game = origin(seed, index)
        for role in range(n):
            scores[role] = start_scores[role]
            choices[role] = start_bets[role]
        seat, pending, total, rolled = start.seat, start.pending, start.total, start.rolled
        turns = 0
        unfinished = 0
        while True:
            # 1. the bets: two to a word, each player's place depends on his seat alone
            key = turn_key(game, turns, seat)
            for policy in range(policies):
                at = (policy * phases + pending) * line
                mode = axes[at]
                if mode == NOWHERE:
                    return False
                found[policy] = rows[_at(find_cell(axes, at, mode, scores, 0, n, target))]
                if found[policy] < 0:
                    return False
            row = found[seats[_at(seat)]]
            words_of_bets = word_of(key, 0), word_of(key, 1) if n > 2 else _ZERO
            combination = 0
            for role in range(n):
                at = seat + role
                place = at if at < n else at - n
                word = words_of_bets[0] if place < 2 else words_of_bets[1]
                number = np.uint32(word >> _33 if place & 1 else word & _LOW_31)
                its_row = found[_at(seats[_at(at)])]
                choice = 0
                for part in range(0, bets.shape[2], SIDE_BY_SIDE):
                    for k in range(SIDE_BY_SIDE):
                        choice += 1 if number >= bets[_at(its_row), _at(role), _at(part + k)] else 0
                if turns > 0 or start_bets[role] < 0:
                    choices[role] = choice
                combination = combination * opponents + choices[role]
            # 2. the rolls
            slot = (row * combinations + combination) * words
            stops = stop_sets[_at(slot)]
            if stops == _ZERO:
                stops = best_stops(packed, book, seats[_at(seat)], row, choices)
                stop_sets[_at(slot)] = stops
            base = 0
            while total - base >= TOTALS and base < TOTALS * (words - 1):
                base += TOTALS
                slot += 1
                stops = stop_sets[_at(slot)]
            bust = rolls = left = 0
            at = 2
            over = rolled == 1 and (stops >> np.uint64(min(total - base, TOTALS))) & _ONE != _ZERO
            while not over:  # the only branch in here that is hard to foresee
                if left == 0:
                    word = word_of(key, at)
                    at += 1
                    left = per_word
                dots = int(table[word & mask]) if small else search_roll(kinds, below, word)
                left -= 1
                word >>= bits
                bust = 1 if dots == ZOINX else 0
                total += max(dots, 0)
                while total - base >= TOTALS and base < TOTALS * (words - 1):
                    base += TOTALS
                    slot += 1
                    stops = stop_sets[_at(slot)]
                if logged and dots != AGAIN:
                    log_rolls[turns, min(rolls, log_rolls.shape[1] - 1)] = dots
                    rolls += 1
                stop = (stops >> np.uint64(min(total - base, TOTALS))) & _ONE
                over = (bust != 0) | ((stop != _ZERO) & (dots >= 0))
            # 3. the points
            reach = min(total, last_total)
            best = (
                scores[0]
                + own[_at(bust), _at(choices[0]), _at(reach)]
                + (total - reach) * (1 - bust)
            )
            scores[0] = best
            leaders, leader = 1, 0
            for role in range(1, n):
                score = scores[role] + other[_at(bust), _at(choices[role]), _at(reach)]
                scores[role] = score
                if score > best:
                    best, leaders, leader = score, 1, role
                elif score == best:
                    leaders += 1
            if logged:
                log_turns[turns, 0] = seat
                log_turns[turns, 1] = total
                log_turns[turns, 2] = bust
                log_turns[turns, 3] = rolls
                for role in range(n):
                    place = (seat + role) % n
                    log_turns[turns, 4 + place] = choices[role]
                    log_turns[turns, 4 + n + place] = scores[role]
            turns += 1
            step, pending = pass_on(trigger, target, n, scores[0], best, leaders, leader, pending)
            if turns <= kept:
                for role in range(n):
                    history[index - first, turns - 1, (seat + role) % n] = scores[role]
                history[index - first, turns - 1, n] = (seat + step) % n + 16 * pending
            if step == 0 or turns >= max_turns:
                unfinished = 1 if step else 0
                break
            for _ in range(step):
                before = scores[0]
                for role in range(1, n):
                    scores[role - 1] = scores[role]
                scores[n - 1] = before
            seat = seat + step if seat + step < n else seat + step - n
            total = rolled = 0
        if lengths.size > 0:
            lengths[index - first] = -turns if unfinished else turns
        counts[0] += turns
        counts[1] += turns * turns
        counts[2] += unfinished
        counts[3] += 1 if leaders > 1 and not unfinished else 0
        for role in range(n):
            at = 4 + (seat + role) % n * (n + 2)
            if scores[role] == best and not unfinished:
                counts[at + leaders - 1] += 1
            counts[at + n] += scores[role]
            counts[at + n + 1] += scores[role] * scores[role]
        counts[4 + n * (n + 2) + min(turns, TURNS - 1)] += 1
    return True


@dataclass(frozen=True, eq=False)
class GamesExperiment:
    """Whole games from one state, by one policy a seat; `Results` reads the counts.

    Game i of a seed meets the same luck in every experiment: each turn draws from (seed, game,
    number of the turn since ``start``, seat) alone.
    """

    packed: Packed
    book: Playbook
    start: Start
    seed: int
    identity: str
    chunk: int = CHUNK

    @property
    def key(self) -> str:
        """Identity of the experiment."""
        return key_of("zoinx games", self.identity, self.seed, self.chunk)

    def play(self, index: int, games: int) -> Ints:
        """Play ``games`` games of chunk ``index``."""
        n = self.packed.players
        counts = np.zeros(4 + n * (n + 2) + TURNS, np.int64)
        kept = tally_games(
            self.packed, self.book, self.start, np.uint64(self.seed), index * self.chunk, games,
            _NO_LOG, NO_HISTORY, NO_LENGTHS, counts,
        )  # fmt: skip
        if not kept:
            raise ValueError("a game came to a state of which a policy's tables say nothing")
        return counts


#: Nothing is kept.
NO_HISTORY, NO_LENGTHS = np.zeros((0, 0, 0), np.int64), np.zeros(0, np.int64)
_NO_LOG = Log(np.zeros((0, 0), np.int64), np.zeros((0, 0), np.int64))
