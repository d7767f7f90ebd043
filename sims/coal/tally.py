"""Experiments of whole games and of single rounds of coal: what happened, counted."""

from dataclasses import dataclass

import numpy as np

from zochastic.sims._jit import Ints
from zochastic.sims.coal.game import FREE, HALTED, OVER, UNFINISHED, cells_of, left_at, play_games
from zochastic.sims.coal.payment import EVENTS
from zochastic.sims.coal.table import PackedRules, Policies, Table, deck_of
from zochastic.sims.runner import key_of

#: Games in a chunk, 10 to 200 ms; rounds in a chunk.
GAMES, ROUNDS = 1 << 12, 1 << 14
#: A win is counted in so many parts, so that up to six can share it.
PARTS = 60
#: Rounds by which lengths are told apart; longer games share the last cell.
HORIZON = 200
_MANY = 1 << 40


@dataclass(frozen=True)
class Played:
    """What became of each game; see `play_games`."""

    events: Ints
    ended: Ints
    lengths: Ints
    chips: Ints
    amounts: Ints
    counts: Ints
    history: Ints
    lots: Ints
    halted: Ints


def play_on(
    rules: PackedRules,
    policies: Policies,
    start: Table,
    *,
    seed: int,
    first_game: int,
    games: int,
    any_starter: bool = False,
    most_rounds: int = _MANY,
    force: int = FREE,
    waits: Ints | None = None,
    keep_lots: int = 0,
    keep_history: int = 0,
    last: Table | None = None,
) -> Played:
    """Play games on from ``start``; the parameters are those of `play_games`.

    Parameters
    ----------
    keep_lots, keep_history : rounds of which the lots of the bets, and the wealth, are kept.
    last : of the shapes of ``start``, in place: where the last of the games stands at the end.
    """
    players = start.wealth.size
    fresh, begun = deck_of(rules.fresh), deck_of(start.left)
    room = begun if begun.size > fresh.size else fresh
    found = Played(
        np.zeros(EVENTS, np.int64),
        np.zeros(games, np.int64),
        np.zeros(games, np.int64),
        np.zeros((games, players), np.int64),
        np.zeros((games, players), np.int64),
        np.zeros((games, players), np.int64),
        np.zeros((games, keep_history, players), np.int64),
        np.full((games, keep_lots, players), -1, np.int64),
        np.zeros((0 if waits is None else games, cells_of(start)), np.int64),
    )
    play_games(
        np.uint64(seed), first_game, start, copied(start) if last is None else last, rules,
        policies, begun, fresh, room.copy(), any_starter, most_rounds, force,
        np.full(games, -1, np.int64) if waits is None else waits, found.events, found.ended,
        found.lengths, found.chips, found.amounts, found.counts, found.history, found.lots,
        found.halted, np.zeros((3, players), np.int64),
    )  # fmt: skip
    return found


def copied(table: Table) -> Table:
    """The same position in memory of its own."""
    return Table(*(part.copy() for part in table))


def credit_of(played: Played) -> Ints:
    """int64[games, players]: each player's part of the win, in `PARTS`; 0 in unfinished games."""
    first = played.chips == played.chips.max(axis=1, keepdims=True)
    credit = first * (PARTS // first.sum(axis=1, keepdims=True))
    return np.where((played.ended == OVER)[:, None], credit, 0).astype(np.int64)


@dataclass(frozen=True)
class Counts:
    """A tally of games.

    Attributes
    ----------
    events : int64[EVENTS], see `zochastic.sims.coal.payment`.
    unfinished, shared, rounds, squares : games nobody won, games with a shared win, rounds in
        all, their squares.
    seats : int64[5, players]: sole wins, shared wins, credit in `PARTS`, its squares, chips.
    length : int64[HORIZON + 1], games by number of rounds.
    """

    events: Ints
    unfinished: int
    shared: int
    rounds: int
    squares: int
    seats: Ints
    length: Ints


def counts_of(counts: Ints, players: int) -> Counts:
    """Cut a tally of games into its parts."""
    events, head, seats, length = np.split(counts, np.cumsum([EVENTS, 4, 5 * players]))
    unfinished, shared, rounds, squares = (int(n) for n in head)
    table = seats.reshape(5, players)
    return Counts(events, unfinished, shared, rounds, squares, table, length)


@dataclass(frozen=True)
class GameExperiment:
    """Whole games from one position by given policies; counts as `counts_of` cuts them.

    Attributes
    ----------
    any_starter : the starting player goes round with the game's index; else he sits at seat 0.
    force : what the first drawer's decision is, see `zochastic.sims.coal.game`.
    """

    rules: PackedRules
    policies: Policies
    start: Table
    seed: int
    any_starter: bool = False
    force: int = FREE
    chunk: int = GAMES

    @property
    def key(self) -> str:
        """Identity of the experiment."""
        return key_of(
            "coal games", *self.rules, *self.policies, *self.start, self.seed, self.any_starter,
            self.force, self.chunk,
        )  # fmt: skip

    def play(self, index: int, games: int) -> Ints:
        """Play ``games`` games of chunk ``index``."""
        played = play_on(
            self.rules, self.policies, self.start, seed=self.seed,
            first_game=index * self.chunk, games=games, any_starter=self.any_starter,
            force=self.force,
        )  # fmt: skip
        credit = credit_of(played)
        sole, won = credit == PARTS, credit > 0
        head = [
            (played.ended == UNFINISHED).sum(),
            (won.sum(axis=1) > 1).sum(),
            played.lengths.sum(),
            (played.lengths**2).sum(),
        ]
        seats = [sole.sum(0), (won & ~sole).sum(0), credit.sum(0), (credit**2).sum(0)]
        length = np.bincount(np.minimum(played.lengths, HORIZON), minlength=HORIZON + 1)
        return np.concatenate([played.events, head, *seats, played.chips.sum(0), length])


@dataclass(frozen=True)
class RoundExperiment:
    """The rest of one round, again and again: net chips by seat, then their squares."""

    rules: PackedRules
    policies: Policies
    start: Table
    seed: int
    force: int = FREE
    chunk: int = ROUNDS

    @property
    def key(self) -> str:
        """Identity of the experiment."""
        return key_of(
            "coal rounds", *self.rules, *self.policies, *self.start, self.seed, self.force,
            self.chunk,
        )  # fmt: skip

    def play(self, index: int, games: int) -> Ints:
        """Play ``games`` rounds of chunk ``index``."""
        played = play_on(
            self.rules, self.policies, self.start, seed=self.seed,
            first_game=index * self.chunk, games=games, most_rounds=1, force=self.force,
        )  # fmt: skip
        net = played.chips - self.start.wealth
        return np.concatenate([net.sum(0), (net * net).sum(0)])


def situations(
    rules: PackedRules, policies: Policies, start: Table, waits: Ints, *, seed: int
) -> list[Table]:
    """Positions at a decision of a drawer, one a game that lasts as long as its wait."""
    played = play_on(
        rules, policies, start, seed=seed, first_game=0, games=waits.size, any_starter=True,
        waits=waits,
    )  # fmt: skip
    players, kinds = start.wealth.size, rules.values.size
    return [left_at(row, players, kinds) for row in played.halted[played.ended == HALTED]]
