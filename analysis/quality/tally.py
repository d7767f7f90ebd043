"""Records as sums that add up: one line of whole numbers a chunk, from which metrics are made."""

from dataclasses import dataclass

import numpy as np

from zochastic.analysis.quality.records import PARTS, Records
from zochastic.sims._jit import Flags, Ints

#: Cells of the head of a line: games, rounds, turns, games with a shared win, unfinished games,
#: changes of the lead, games with a half time, what their leaders won (in `PARTS` of `PARTS`),
#: player-rounds, those of players who are out, games in which somebody went out, rounds that the
#: first one out waited.
(
    GAMES, ROUNDS, TURNS, SHARED, UNFINISHED, LEADS, HALVES, AHEAD, PLAYER_ROUNDS, WAITED, OUTS,
    FIRST_WAITED,
) = range(12)  # fmt: skip
HEAD = 12
#: Rounds by which lengths are told apart; longer games share the last cell.
HORIZON = 512


@dataclass(frozen=True)
class Layout:
    """Where things are in a line: the head, credit by seat, games by number of rounds."""

    players: int

    @property
    def seats(self) -> slice:
        """Credit of each seat, in `PARTS`."""
        return slice(HEAD, HEAD + self.players)

    @property
    def lengths(self) -> slice:
        """Games of 0, 1, … `HORIZON` rounds."""
        return slice(HEAD + self.players, HEAD + self.players + HORIZON + 1)


def sums_of(records: Records) -> Ints:
    """The line of a chunk, int64[…]; see `Layout`."""
    games, players = records.credit.shape
    head = np.zeros(HEAD, np.int64)
    head[GAMES] = games
    head[ROUNDS], head[TURNS] = records.rounds.sum(), records.turns.sum()
    head[SHARED] = ((records.credit > 0).sum(axis=1) > 1).sum()
    head[UNFINISHED] = records.unfinished.sum()
    head[LEADS] = _lead_changes(records)
    head[HALVES], head[AHEAD] = _runaway(records)
    head[PLAYER_ROUNDS] = head[ROUNDS] * players
    gone = records.out > 0
    if gone.any():
        waited = np.where(gone, records.rounds[:, np.newaxis] - records.out, 0)
        head[WAITED], head[OUTS] = waited.sum(), gone.any(axis=1).sum()
        head[FIRST_WAITED] = waited.max(axis=1).sum()
    lengths = np.bincount(np.minimum(records.rounds, HORIZON), minlength=HORIZON + 1)
    return np.concatenate([head, records.credit.sum(axis=0), lengths])


def _leading(scores: Ints) -> tuple[list[Flags], Ints]:
    """Who has the best of ``scores`` int64[n, players], a player at a time; and how many have."""
    # a player at a time: numpy reduces a short last axis ten times slower
    columns = [scores[:, player] for player in range(scores.shape[1])]
    best = columns[0]
    for column in columns[1:]:
        best = np.maximum(best, column)
    first = [column == best for column in columns]
    many = np.zeros(len(scores), np.int64)
    for flags in first:
        many += flags
    return first, many


def _lead_changes(records: Records) -> int:
    """How often another player alone has most than he who last had it alone."""
    steps = np.minimum(records.steps, records.history.shape[1])
    longest = int(steps.max(initial=0))
    there = np.arange(longest) < steps[:, np.newaxis]
    first, many = _leading(records.history[:, :longest][there])
    leader = np.zeros(many.size, np.int64)
    for player, flags in enumerate(first):
        leader += player * flags
    game = np.repeat(np.arange(steps.size), steps)
    alone = many == 1
    leader, game = leader[alone], game[alone]
    return int(((leader[1:] != leader[:-1]) & (game[1:] == game[:-1])).sum())


def _runaway(records: Records) -> tuple[int, int]:
    """Finished games of two steps or more, and the part of the win of who led half-way."""
    half = records.steps // 2
    fine = (half > 0) & (half <= records.history.shape[1]) & ~records.unfinished
    rows = np.flatnonzero(fine)
    if not rows.size:
        return 0, 0
    first, many = _leading(records.history[rows, half[rows] - 1])
    won = np.zeros(rows.size, np.int64)
    for player, flags in enumerate(first):
        won += records.credit[rows, player] * flags
    return rows.size, int((won * PARTS // many).sum())
