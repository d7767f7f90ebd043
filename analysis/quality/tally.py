"""Records as sums that add up: one line of whole numbers a chunk, from which metrics are made."""

from dataclasses import dataclass

import numpy as np

from zochastic.analysis.quality.records import PARTS, Paths, Records
from zochastic.sims._jit import Flags, Floats, Ints

#: Cells of the head of a line: games, rounds, turns, games with a shared win, unfinished games,
#: changes of the lead, games with a half time, what their leaders won (in `PARTS` of `PARTS`),
#: player-rounds, those of players who are out, games in which somebody went out, rounds that the
#: first one out waited.
(
    GAMES, ROUNDS, TURNS, SHARED, UNFINISHED, LEADS, HALVES, AHEAD, PLAYER_ROUNDS, WAITED, OUTS,
    FIRST_WAITED,
) = range(12)  # fmt: skip
HEAD = 12
#: Cells of the part on win probabilities, sums in units of 1 / `SCALE`: finished games; games with
#: a sole winner; of those, the winner's lowest chance, how far he was behind where he was, the part
#: of the game after which he stayed ahead; of all finished games, moves of a chance (a mean over
#: players), their squares, suspense, what deciding at random loses, and steps.
(
    KNOWN, SOLE, LOWEST, BEHIND, DECIDED, SURPRISE, MOVED, SUSPENSE, WEIGHT, STEPS,
) = range(HEAD, HEAD + 10)  # fmt: skip
#: Of each of `LOWEST` … `SUSPENSE`, how far the halves of the play-outs are apart.
APART = HEAD + 10
PATHS = APART + SUSPENSE + 1 - LOWEST - HEAD
SCALE = 1 << 30
#: Rounds by which lengths are told apart; longer games share the last cell.
HORIZON = 512


@dataclass(frozen=True)
class Layout:
    """Where things are in a line: head, win probabilities, credit by seat in turn order, rounds."""

    players: int

    @property
    def seats(self) -> slice:
        """Credit of each seat, in `PARTS`."""
        return slice(HEAD + PATHS, HEAD + PATHS + self.players)

    @property
    def lengths(self) -> slice:
        """Games of 0, 1, … `HORIZON` rounds."""
        first = HEAD + PATHS + self.players
        return slice(first, first + HORIZON + 1)


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
    paths = np.zeros(PATHS, np.int64) if records.paths is None else paths_of(records)
    return np.concatenate([head, paths, _credit_by_turn(records), lengths])


def _credit_by_turn(records: Records) -> Ints:
    """What each seat won, seats counted from whoever had the first turn."""
    if not records.first.any():
        return np.asarray(records.credit.sum(axis=0), np.int64)
    games, players = records.credit.shape
    seats = (records.first[:, np.newaxis] + np.arange(players)) % players
    return np.asarray(records.credit[np.arange(games)[:, np.newaxis], seats].sum(axis=0), np.int64)


def paths_of(records: Records) -> Ints:
    """The part of a line on win probabilities, int64[`PATHS`].

    Of estimated chances the sums are extrapolated to endless play-outs: what n of them give is off
    by about c / n, so twice the whole less the mean of both halves is not (Richardson). Squares are
    off by exactly that, so nothing is left; of the least and of the largest, which have kinks, a
    rest of higher order is.
    """
    paths = records.paths
    assert paths is not None
    rows = np.flatnonzero(~records.unfinished)
    sole = rows[records.credit[rows].max(axis=1, initial=0) == PARTS]
    sums = _path_sums(records, paths, rows, sole)
    if paths.halves:
        halves = [_path_sums(records, half, rows, sole) for half in paths.halves]
        sums = 2 * sums - np.mean(halves, axis=0)
        one, other = (half[LOWEST - HEAD : SUSPENSE + 1 - HEAD] for half in halves)
        sums[APART - HEAD :] = one - other
    found: Ints = np.rint(sums * SCALE).astype(np.int64)
    found[KNOWN - HEAD], found[SOLE - HEAD] = rows.size, sole.size
    found[STEPS - HEAD] = records.steps[rows].sum()
    return found


def _path_sums(records: Records, paths: Paths, rows: Ints, sole: Ints) -> Floats:
    """float64[`PATHS`]: sums over games ``rows``, and over those that were won alone."""
    steps = records.steps
    longest = int(steps[rows].max(initial=0))
    chance = paths.chance[:, : longest + 1]
    at = np.arange(longest + 1)
    inside = (at <= steps[rows, np.newaxis])[:, 1:, np.newaxis]
    moved = np.where(inside, np.abs(np.diff(chance[rows], axis=1)), 0.0)
    players = chance.shape[2]
    sums = np.zeros(PATHS)
    sums[SURPRISE - HEAD] = moved.sum() / players
    sums[MOVED - HEAD] = (moved * moved).sum() / players
    sums[SUSPENSE - HEAD] = paths.suspense[rows].sum()
    sums[WEIGHT - HEAD] = paths.weight[rows].sum()
    winner = records.credit[sole].argmax(axis=1)
    his, others = chance[sole, :, winner], chance[sole].copy()
    others[np.arange(sole.size), :, winner] = -1.0
    behind = others.max(axis=2, initial=-1.0) - his
    before = at < steps[sole, np.newaxis]
    trails = before & (behind > 0)
    sums[LOWEST - HEAD] = np.where(before, his, 1.0).min(axis=1, initial=1.0).sum()
    depth, count = np.where(trails, behind, 0.0).sum(axis=1), trails.sum(axis=1)
    sums[BEHIND - HEAD] = (depth / np.maximum(count, 1)).sum()
    # the winner is ahead for good after the last look at which he was not
    level = before & (behind >= 0)
    last = np.where(level, at + 1, 0).max(axis=1, initial=0)
    sums[DECIDED - HEAD] = (last / steps[sole]).sum()
    return sums


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
