"""Zoinx played on from any turn, for win probabilities where no table has them."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from zochastic.analysis.quality.records import Records
from zochastic.analysis.zoinx.records import ZoinxPlaying, credit_of, kept_whole
from zochastic.rules.zoinx import ZoinxRules
from zochastic.sims._jit import Ints
from zochastic.sims.streams import derived
from zochastic.sims.zoinx.pack import TOTALS, Start
from zochastic.sims.zoinx.play import kept_games
from zochastic.sims.zoinx.policy import Playbook, Policy, constant, playbook

#: Bets and sets of stops by lot that turns at random are taken from.
_LOTS = 512


@dataclass(frozen=True)
class ZoinxBranching:
    """Policies at a table; a position is where a turn begins."""

    playing: ZoinxPlaying
    rules: ZoinxRules
    policies: tuple[Policy, ...]

    def play(self, seed: int, first_game: int, games: int) -> Records:
        """Play games ``first_game`` … of ``seed``."""
        return self.playing.play(seed, first_game, games)

    def positions(self, seed: int, game: int) -> list[Start]:
        """Where each turn of a game begins."""
        experiment = replace(self.playing.experiment, seed=seed)
        history, lengths = kept_whole(experiment, game, 1)
        turns = abs(int(lengths[0]))
        return [experiment.start, *(_start(row) for row in history[0, : turns - 1])]

    def deciders(self, position: Start) -> tuple[int]:
        """Who has the turn."""
        return (position.seat,)

    def branch(
        self, position: Start, luck: int, branches: int, playouts: int, *, loose: int | None = None
    ) -> Ints:
        """Play a turn many times, and the games that it leads to; see `Branching`."""
        experiment = replace(self.playing.experiment, start=position, seed=luck)
        one = replace(experiment, packed=experiment.packed._replace(max_turns=1))
        if loose is None:
            history, lengths = kept_games(one, 0, branches, 1)
        else:
            books = self._loose_books(loose, luck, branches)
            turns = [kept_games(replace(one, book=book), i, 1, 1) for i, book in enumerate(books)]
            history, lengths = (np.concatenate(parts) for parts in zip(*turns, strict=True))
        players = experiment.packed.players
        credit = np.zeros((branches, playouts, players), np.int64)
        rows, group = np.unique(history[:, 0], axis=0, return_inverse=True)
        for number, row in enumerate(rows):
            at = np.flatnonzero(group.ravel() == number)
            if lengths[at[0]] > 0:  # the game was over
                credit[at] = credit_of(row[np.newaxis, :players], np.zeros(1, np.bool_))
                continue
            on = replace(experiment, start=_start(row), seed=derived(luck, 1 + number))
            games = at.size * playouts
            history_on, lengths_on = kept_whole(on, 0, games)
            last = history_on[np.arange(games), np.abs(lengths_on) - 1, :players]
            credit[at] = credit_of(last, lengths_on < 0).reshape(at.size, playouts, players)
        return credit

    def _loose_books(self, seat: int, luck: int, books: int) -> list[Playbook]:
        """Policies among which ``seat`` bets at random and stops by the toss of a coin.

        A coin at every total is a set of stops by lot: no total of a turn comes twice.
        """
        book, policy = self._lots[seat]
        first = book.axes[policy, 0, 2]
        found = []
        for lot in np.random.default_rng(luck).integers(0, _LOTS, books).tolist():
            axes = book.axes.copy()
            axes[policy, :, 2] = first + lot
            found.append(book._replace(axes=axes))
        return found

    @cached_property
    def _lots(self) -> list[tuple[Playbook, int]]:
        """By seat: the policies with one by lot in its place, and which number that has."""
        loose = _by_lot(self.rules, self.playing.experiment.book.words)
        found = []
        for seat in range(self.rules.players):
            book = playbook(
                self.rules, [loose if s == seat else p for s, p in enumerate(self.policies)]
            )
            found.append((book, int(book.seats[seat])))
        return found


def _start(row: Ints) -> Start:
    """Where a turn begins, from a row of the history that `kept_games` keeps."""
    *scores, state = row.tolist()
    seat, pending = state % 16, state // 16
    undecided = np.full(len(scores), -1, np.int64)
    return Start(seat, np.roll(np.array(scores, np.int64), -seat), pending, undecided, 0, 0)


def _by_lot(rules: ZoinxRules, words: int) -> Policy:
    """A policy of which each row is one lot: a uniform bet and a coin for every total."""
    lots = np.random.default_rng(0)
    choices = len(rules.active_choices)
    guess = np.eye(len(rules.opponent_choices))[0]
    made = []
    for _ in range(_LOTS):
        bet = np.eye(choices)[lots.integers(choices)]
        stop = np.tile(lots.integers(0, 2, words * TOTALS) > 0, (choices, 1))
        made.append(constant(rules, bet, guess, stop, words))
    stops = [policy.stops for policy in made if policy.stops is not None]
    return Policy(
        made[0].axes,
        np.arange(_LOTS, dtype=np.int32),
        np.concatenate([policy.bets for policy in made]),
        np.concatenate(stops),
    )
