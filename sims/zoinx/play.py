"""From rules, policies and a state to an experiment; from its counts to what they mean."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from zochastic.rules.zoinx import Bet, State, ZoinxRules
from zochastic.sims._jit import Ints
from zochastic.sims.runner import key_of
from zochastic.sims.zoinx.games import (
    CHUNK,
    NO_HISTORY,
    NO_LENGTHS,
    TURNS,
    GamesExperiment,
    Log,
    tally_games,
)
from zochastic.sims.zoinx.pack import TOTALS, pack, pack_state
from zochastic.sims.zoinx.policy import Policy, playbook

#: Twelfths of a win: a win shared by 1, 2, 3 or 4 players is a whole number of them for each.
TWELFTHS = 12


def games(
    rules: ZoinxRules,
    policies: Sequence[Policy],
    state: State,
    *,
    seed: int,
    bets: Mapping[int, Bet] | None = None,
    roll: bool = False,
    chunk: int = CHUNK,
) -> GamesExperiment:
    """Whole games from ``state``, played by one policy a seat.

    Parameters
    ----------
    policies : by seat; the same object may stand for several seats.
    bets, roll : what is decided already in the turn at hand, see `pack_state`.

    Raises
    ------
    ValueError: policies that do not fit the rules or each other, a state that is settled.
    """
    book = playbook(rules, policies)
    if book.words * TOTALS <= max(rules.active_bets, default=0):
        raise ValueError(f"stop sets of {book.words} words do not reach the highest bet")
    start = pack_state(rules, state, bets=bets, roll=roll)
    identity = key_of(rules.plain(), [policy.key for policy in policies], *start)
    return GamesExperiment(pack(rules, book.words), book, start, seed, identity, chunk)


@dataclass(frozen=True)
class Results:
    """What the counts of a `GamesExperiment` say; seats from 0, as in its state.

    Attributes
    ----------
    turns, turns_squared : turns in all, and the sum of their squares.
    unfinished : games that ``max_turns`` ended; nobody wins them.
    ties : games of which several share the win.
    wins : int64[players, players]: ``wins[p, k]`` games that seat p won together with k others.
    scores, scores_squared : int64[players]: sums of final scores, and of their squares.
    lengths : int64[`TURNS`]: games by number of turns; the last cell holds all longer ones.
    """

    turns: int
    turns_squared: int
    unfinished: int
    ties: int
    wins: Ints
    scores: Ints
    scores_squared: Ints
    lengths: Ints

    @classmethod
    def of(cls, counts: Ints, players: int) -> "Results":
        """Read the counts."""
        by_seat = counts[4 : 4 + players * (players + 2)].reshape(players, players + 2)
        turns, squares, unfinished, ties = counts[:4].tolist()
        wins, scores, scores_squared = (
            by_seat[:, :players], by_seat[:, players], by_seat[:, players + 1],
        )  # fmt: skip
        return cls(turns, squares, unfinished, ties, wins, scores, scores_squared, counts[-TURNS:])

    @property
    def sole(self) -> Ints:
        """int64[players]: games that a seat won alone."""
        return self.wins[:, 0]

    @property
    def shared(self) -> Ints:
        """int64[players]: games of which a seat shares the win."""
        shared: Ints = self.wins[:, 1:].sum(axis=1)
        return shared

    @property
    def credit(self) -> Ints:
        """int64[players]: wins in twelfths, a win shared by k counting 12/k."""
        credit: Ints = self.wins @ (TWELFTHS // np.arange(1, self.wins.shape[1] + 1))
        return credit

    @property
    def credit_squared(self) -> Ints:
        """int64[players]: the sum of the squares of the credits of single games."""
        squared: Ints = self.wins @ (TWELFTHS // np.arange(1, self.wins.shape[1] + 1)) ** 2
        return squared


def credit_of(counts: Ints, seat: int, players: int) -> int:
    """Wins of a seat in twelfths: what alternatives are compared by."""
    return int(Results.of(counts, players).credit[seat])


def written_down(experiment: GamesExperiment, game: int, *, longest: int = 400) -> Log:
    """Play one game of an experiment again and write it down, at most ``longest`` turns.

    Raises
    ------
    ValueError: it has more turns, or more rolls in one.
    """
    n = experiment.packed.players
    packed = experiment.packed._replace(max_turns=min(longest, experiment.packed.max_turns))
    log = Log(np.zeros((longest, 4 + 2 * n), np.int64), np.zeros((longest, 4 * longest), np.int64))
    counts = np.zeros(4 + n * (n + 2) + TURNS, np.int64)
    tally_games(
        packed, experiment.book, experiment.start, np.uint64(experiment.seed), game, 1, log,
        NO_HISTORY, NO_LENGTHS, counts,
    )  # fmt: skip
    turns = int(counts[0])
    cut = packed.max_turns < experiment.packed.max_turns
    if (cut and turns == longest) or log.turns[:turns, 3].max(initial=0) > log.rolls.shape[1]:
        raise ValueError(f"game {game} is longer than {longest} turns or has a very long turn")
    return Log(log.turns[:turns], log.rolls[:turns])


def kept_games(
    experiment: GamesExperiment, first: int, games: int, turns: int
) -> tuple[Ints, Ints]:
    """Play games and keep what happened.

    Parameters
    ----------
    turns : of which the scores are kept.

    Returns
    -------
    history, lengths : see `tally_games`.
    """
    n = experiment.packed.players
    history = np.zeros((games, turns, n + 1), np.int64)
    lengths = np.zeros(games, np.int64)
    counts = np.zeros(4 + n * (n + 2) + TURNS, np.int64)
    log = Log(np.zeros((0, 0), np.int64), np.zeros((0, 0), np.int64))
    if not tally_games(
        experiment.packed, experiment.book, experiment.start, np.uint64(experiment.seed), first,
        games, log, history, lengths, counts,
    ):  # fmt: skip
        raise ValueError("a game came to a state of which a policy's tables say nothing")
    return history, lengths
