"""Whole games of Diavolo, from any gems on, played by people who differ in speed and care.

Every random word is found from (seed, game, round, whose) alone, so that two tables that are
compared on the same seed see the same rolls and the same slips wherever they can.
"""

from dataclasses import dataclass, fields

import numpy as np

from zochastic.sims._jit import Flags, Floats, Ints, Word, helper, kernel
from zochastic.sims.diavolo.normal import normal
from zochastic.sims.diavolo.pack import NEAREST, Packed, Small
from zochastic.sims.runner import key_of
from zochastic.sims.streams import mix, origin

#: Games in a chunk: about 20 ms.
CHUNK = 1 << 14
#: Rounds that a length or a time of going out is told by; longer ones share the last cell.
HORIZON = 100

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_ZERO, _ONE, _11, _32 = np.uint64(0), np.uint64(1), np.uint64(11), np.uint64(32)
_LOW_32 = np.uint64(0xFFFFFFFF)
#: Words of a round: its own first, then so many for each player.
_WORDS = 8

#: Cells of the head of a tally.
NOBODY, UNFINISHED, ROUNDS, SQUARES, WAITS, WAITED = range(6)
HEAD = 6


@helper
def word_of(key: Word, index: int) -> Word:
    """Word ``index`` of the stream that begins at ``key`` (splitmix64)."""
    return mix(key + (np.uint64(index) + _ONE) * _GOLDEN)


@helper
def _below(half: Word, n: int) -> int:
    """A number from 0 to n − 1 out of 32 random bits; off by less than n / 2^32."""
    index: int = np.int64((half * np.uint64(n)) >> _32)  # type: ignore[assignment]
    return index


@helper
def roll(key: Word, die: Ints, near_tie: Word, statistic: Ints, rolled: Ints) -> tuple[int, int]:
    """Roll all dice of a round [diavolo: A round].

    Parameters
    ----------
    rolled : int64[colours], in place: the roll of each colour, an index into the faces.

    Returns
    -------
    The order and the right imp.
    """
    colours = rolled.size
    rolls = statistic.shape[1]
    w = word_of(key, 0)
    order: int = die[_below(w >> _32, die.size)]
    for pair in range((colours + 1) // 2):
        dice = word_of(key, 1 + pair)
        rolled[2 * pair] = _below(dice >> _32, rolls)
        if 2 * pair + 1 < colours:
            rolled[2 * pair + 1] = _below(dice & _LOW_32, rolls)
    if order == NEAREST:
        if near_tie > _ZERO and (word_of(key, 5) >> _11) < near_tie:
            return order, colours
        return order, _below(w & _LOW_32, colours)
    right = 0
    best = statistic[order, rolled[0]]
    for colour in range(1, colours):
        # choices, no branches: nobody can predict the dice
        value = statistic[order, rolled[colour]]
        ahead = colour if value > best else right
        right = colours if value == best else ahead
        best = value if value > best else best
    return order, right


@helper
def follow(
    faces: Ints, step: Ints, action: Small, first: int, base: int, rolled: Ints, seen: Ints,
    digits: Ints,
) -> tuple[int, int]:  # fmt: skip
    """Follow a plan at one order: the imp that is wanted at last (none: colours + 1), and looks."""
    colours = rolled.size
    for colour in range(colours):
        seen[colour] = 0
        digits[colour] = 0
    looks = 0
    while True:
        code = 0
        for colour in range(colours):
            code = code * base + digits[colour]
        act = int(action[first + code])
        if act >= colours:
            return act - colours, looks
        digits[act] = step[digits[act], faces[rolled[act], seen[act]]]
        seen[act] += 1
        looks += 1


@helper
def slip(key: Word, player: int, imp: int, colours: int, error: Word) -> int:
    """The imp that a player reaches for who should reach for ``imp`` [diavolo: People]."""
    if imp > colours or (word_of(key, (player + 1) * _WORDS) >> _11) >= error:
        return imp
    other = _below(word_of(key, (player + 1) * _WORDS + 1) >> _32, colours)
    return other if other < imp else other + 1


@helper
def before(key: Word, time: Floats, player: int, other: int) -> bool:
    """Whether ``player`` is quicker than ``other``; equal times at random [diavolo: People]."""
    if time[player] != time[other]:
        return bool(time[player] < time[other])
    mine = word_of(key, (player + 1) * _WORDS + 3)
    return bool(mine < word_of(key, (other + 1) * _WORDS + 3))


@helper
def race(
    key: Word, imp: int, there: int, wanted: int, want: Ints, time: Floats, got: Flags
) -> None:
    """The quickest of those who want an imp get it, as far as it goes [diavolo: A round].

    ``got`` : bool[players], in place; the others of them are left as they are, without it.
    """
    players = want.size
    if 2 * there >= wanted:  # fewer go without than get one: the slowest go
        for player in range(players):
            if want[player] == imp:
                got[player] = True
        for _ in range(wanted - there):
            last = -1
            for player in range(players):
                if want[player] == imp and got[player]:
                    if last < 0 or before(key, time, last, player):
                        last = player
            got[last] = False
    else:
        for _ in range(there):
            fastest = -1
            for player in range(players):
                if want[player] == imp and not got[player]:
                    if fastest < 0 or before(key, time, player, fastest):
                        fastest = player
            got[fastest] = True


@helper
def book(
    booking: Ints, right: int, grey: int, want: Ints, got: Flags, gems: Ints, lots: Ints
) -> int:
    """Book losses and gains together; how many players are left [diavolo: A round].

    ``lots`` : int64[3, players], in place: one more for a right imp, a wrong one or none.
    """
    gain = booking[1] if right == grey else 0
    living = 0
    for player in range(gems.size):
        if gems[player] > 0:
            # choices, no branches: what people grab cannot be predicted
            lot = 2 if not got[player] else (0 if want[player] == right else 1)
            loss = booking[2] if lot == 1 else booking[3]
            lots[lot, player] += 1
            now = gems[player] + (gain if lot == 0 else -loss)
            now = booking[0] if now > booking[0] else now
            gems[player] = now if now > 0 else 0
            living += 1 if now > 0 else 0
    return living


@kernel
def tally_games(
    seed: Word, first_game: int, games: int, table: Packed, max_rounds: int, head: Ints,
    people: Ints, out: Ints, length: Ints, history: Ints, lengths: Ints,
) -> None:  # fmt: skip
    """Play games ``first_game`` … of ``seed`` to their ends.

    Parameters
    ----------
    head : int64[6], in place: games without a winner, unfinished games, rounds, their squares,
        rounds that the first one out waited, games in which somebody went out.
    people : int64[6, players], in place: wins, games in which he was (among) the first out,
        rounds with gems, right grabs, wrong grabs, rounds without an imp.
    out : int64[players, `HORIZON` + 1], in place: games in which he went out in each round.
    length : int64[`HORIZON` + 1], in place: games of each number of rounds.
    history : int64[games or 0, rounds kept, players], in place: gems after each round.
    lengths : int64[games or 0], in place: rounds.
    """
    # taken out of the tuple once: each look into it would count references
    start, booking, supply, die, near_tie = (
        table.start, table.booking, table.supply, table.die, table.near_tie
    )  # fmt: skip
    statistic, faces, seconds, sigma, error = (
        table.statistic, table.faces, table.seconds, table.sigma, table.error
    )  # fmt: skip
    plan, step, classes, action, first = (
        table.plan, table.step, table.classes, table.action, table.first
    )  # fmt: skip
    players = start.size
    colours = supply.shape[1] - 1
    kept = history.shape[1] if lengths.size > 0 else 0
    gems, want = np.empty(players, np.int64), np.empty(players, np.int64)
    looks, time = np.zeros(players, np.int64), np.zeros(players, np.float64)
    got = np.zeros(players, np.bool_)
    wanted = np.zeros(colours + 2, np.int64)
    rolled, seen = np.zeros(colours, np.int64), np.zeros(colours, np.int64)
    digits, lots = np.zeros(colours, np.int64), np.zeros((3, players), np.int64)
    for game in range(first_game, first_game + games):
        stream = origin(seed, game)
        living = 0
        for player in range(players):
            gems[player] = start[player]
            if gems[player] > 0:
                living += 1
        seated, rounds, first_out = living, 0, 0
        while living > 1 and rounds < max_rounds:
            key = word_of(stream, rounds)
            order, right = roll(key, die, near_tie, statistic, rolled)
            for imp in range(colours + 2):
                wanted[imp] = 0
            for player in range(players):
                got[player] = False
                want[player] = -1
                if gems[player] > 0:
                    imp = right
                    looks[player] = 0
                    if plan[player] >= 0 and order != NEAREST:
                        imp, looks[player] = follow(
                            faces, step[order], action, first[plan[player], order],
                            classes[order], rolled, seen, digits,
                        )  # fmt: skip
                    imp = slip(key, player, imp, colours, error[player, order])
                    want[player] = imp
                    wanted[imp] += 1
            left = living - wanted[colours + 1]
            imp = right  # nearly always the only one that is wanted
            while True:
                there = supply[living, imp]
                if wanted[imp] <= there:
                    for player in range(players):
                        got[player] = got[player] | (want[player] == imp)
                else:
                    for player in range(players):
                        if want[player] == imp:
                            z = 0.0
                            if sigma[player] > 0.0:
                                z = normal(word_of(key, (player + 1) * _WORDS + 2))
                            time[player] = seconds[player, order, looks[player]] + sigma[player] * z
                    race(key, imp, there, wanted[imp], want, time, got)
                left -= wanted[imp]
                if left <= 0:
                    break
                wanted[imp] = 0
                imp = 0
                while wanted[imp] == 0:
                    imp += 1
            in_it = living
            rounds += 1
            living = book(booking, right, colours, want, got, gems, lots)
            if rounds <= kept:
                for player in range(players):
                    history[game - first_game, rounds - 1, player] = gems[player]
            if living < in_it:
                for player in range(players):
                    if gems[player] == 0 and want[player] >= 0:
                        out[player, min(rounds, HORIZON)] += 1
                        if in_it == seated:
                            people[1, player] += 1
                if in_it == seated:
                    first_out = rounds
        if lengths.size > 0:
            lengths[game - first_game] = rounds
        head[2] += rounds
        head[3] += rounds * rounds
        length[min(rounds, HORIZON)] += 1
        if first_out > 0:
            head[4] += rounds - first_out
            head[5] += 1
        if living > 1:
            head[1] += 1
        elif living == 0:
            head[0] += 1
        else:
            for player in range(players):
                if gems[player] > 0:
                    people[0, player] += 1
    for player in range(players):
        for lot in range(3):
            people[2, player] += lots[lot, player]
            people[3 + lot, player] += lots[lot, player]


@dataclass(frozen=True)
class Counts:
    """The parts of a tally; see `tally_games`."""

    head: Ints
    people: Ints
    out: Ints
    length: Ints


def parts(counts: Ints, players: int) -> Counts:
    """Cut a tally into its parts."""
    sizes = [HEAD, 6 * players, players * (HORIZON + 1), HORIZON + 1]
    head, people, out, length = np.split(counts, np.cumsum(sizes)[:-1])
    return Counts(head, people.reshape(6, players), out.reshape(players, -1), length)


@dataclass(frozen=True)
class GameExperiment:
    """Whole games at one table; counts as `parts` cuts them."""

    table: Packed
    max_rounds: int
    seed: int
    chunk: int = CHUNK

    @property
    def key(self) -> str:
        """Identity of the experiment."""
        return key_of("diavolo games", *self.table, self.max_rounds, self.seed)

    def play(self, index: int, games: int) -> Ints:
        """Play ``games`` games of chunk ``index``."""
        players = self.table.start.size
        tally = Counts(
            np.zeros(HEAD, np.int64),
            np.zeros((6, players), np.int64),
            np.zeros((players, HORIZON + 1), np.int64),
            np.zeros(HORIZON + 1, np.int64),
        )
        tally_games(
            np.uint64(self.seed), index * self.chunk, games, self.table, self.max_rounds,
            tally.head, tally.people, tally.out, tally.length, np.zeros((0, 0, 0), np.int64),
            np.zeros(0, np.int64),
        )  # fmt: skip
        return np.concatenate([getattr(tally, part.name).ravel() for part in fields(tally)])


def kept_games(
    experiment: GameExperiment, first: int, games: int, rounds: int
) -> tuple[Ints, Ints]:
    """Play games and keep what happened.

    Parameters
    ----------
    rounds : of which the gems are kept.

    Returns
    -------
    history, lengths : see `tally_games`.
    """
    players = experiment.table.start.size
    history = np.zeros((games, rounds, players), np.int64)
    lengths = np.zeros(games, np.int64)
    tally_games(
        np.uint64(experiment.seed), first, games, experiment.table, experiment.max_rounds,
        np.zeros(HEAD, np.int64), np.zeros((6, players), np.int64),
        np.zeros((players, HORIZON + 1), np.int64), np.zeros(HORIZON + 1, np.int64), history,
        lengths,
    )  # fmt: skip
    return history, lengths
