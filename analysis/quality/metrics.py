"""The metrics that plain tallies give: each a smooth function of the sums of games.

Definitions and where they come from stand in docs/quality.md, in short at each metric here.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf

import numpy as np

from zochastic.analysis.quality import tally
from zochastic.analysis.quality.records import PARTS
from zochastic.analysis.quality.tally import HORIZON, Layout
from zochastic.sims._jit import Floats, Ints


@dataclass(frozen=True)
class Metric:
    """A figure of merit.

    Attributes
    ----------
    what : its definition, one sentence.
    source : who defined it so.
    low, high : its range.
    value : from sums float64[…, K] to float64[…].
    share : it is a number of games of all games, cell and cell of the head: Wilson's interval.
    spread : it is the largest distance of several seats: an interval for all pairs at once.
    estimated : the cell of its sum, where play-outs may have estimated that.
    """

    name: str
    what: str
    source: str
    low: float
    high: float
    value: Callable[[Floats], Floats]
    share: tuple[int, int] | None = None
    spread: bool = False
    estimated: int | None = None


def default_metrics(players: int, *, seconds: float, eliminates: bool) -> list[Metric]:
    """What is shown of a game for so many players.

    Parameters
    ----------
    seconds : of a turn.
    eliminates : players go out before the end.
    """
    found = [*_length(players, seconds), *_fairness(players), *_drama(players)]
    return found + (_waiting() if eliminates else [])


def _ratio(top: int, bottom: int, factor: float = 1.0) -> Callable[[Floats], Floats]:
    def value(sums: Floats) -> Floats:
        below = sums[..., bottom]
        return factor * sums[..., top] / np.where(below > 0, below, np.nan)

    return value


def _length(players: int, seconds: float) -> list[Metric]:
    place = Layout(players).lengths
    source = "plain count"
    minutes = _ratio(tally.TURNS, tally.GAMES, seconds / 60)
    grouped = "quantile of grouped data, interpolated within one round"
    return [
        Metric("mean_rounds", "Rounds of a game.", source, 0, inf,
               _ratio(tally.ROUNDS, tally.GAMES)),
        Metric("q10_rounds", "Rounds that 10 % of the games do not exceed.", grouped, 0, HORIZON,
               _quantile(place, 0.1)),
        Metric("median_rounds", "Rounds that half of the games do not exceed.", grouped, 0, HORIZON,
               _quantile(place, 0.5)),
        Metric("q90_rounds", "Rounds that 90 % of the games do not exceed.", grouped, 0, HORIZON,
               _quantile(place, 0.9)),
        Metric("mean_turns", "Turns of a game.", source, 0, inf, _ratio(tally.TURNS, tally.GAMES)),
        Metric("mean_minutes", f"Turns of {seconds:g} seconds each.", source, 0, inf, minutes),
    ]  # fmt: skip


def _quantile(place: slice, p: float) -> Callable[[Floats], Floats]:
    """The number of rounds below which a share ``p`` lies; n rounds are spread over n − 1 … n."""

    def value(sums: Floats) -> Floats:
        counts = sums[..., place]
        below = np.cumsum(counts, axis=-1)
        aim = p * below[..., -1:]
        at = np.minimum((below < aim).sum(axis=-1, keepdims=True), HORIZON)
        inside = np.take_along_axis(counts, at, -1)
        before = np.take_along_axis(below, at, -1) - inside
        part = (aim - before) / np.where(inside > 0, inside, 1)
        found: Floats = (np.maximum(at - 1, 0) + np.clip(part, 0, 1))[..., 0]
        return found

    return value


def _fairness(players: int) -> list[Metric]:
    seats = Layout(players).seats

    def rates(sums: Floats) -> Floats:
        found: Floats = sums[..., seats] / (PARTS * sums[..., tally.GAMES, np.newaxis])
        return found

    def spread(sums: Floats) -> Floats:
        found: Floats = np.ptp(rates(sums), axis=-1)
        return found

    def advantage(seat: int) -> Callable[[Floats], Floats]:
        def value(sums: Floats) -> Floats:
            found: Floats = rates(sums)[..., seat] - 1 / players
            return found

        return value

    source = "Browne 2009 (balance), Ludii: 1 − balance"
    return [
        Metric("seat_spread", "Win rate of the best seat less that of the worst.", source, 0, 1,
               spread, spread=True),
        *(
            Metric(f"seat_{seat + 1}", f"Win rate of turn-order seat {seat + 1} less 1/{players}.",
                   "plain count, a win shared by k counts 1/k", -1, 1, advantage(seat))
            for seat in range(players)
        ),
        Metric("p_tie", "Games whose win is shared.", "Browne 2009 (drawishness)", 0, 1,
               _ratio(tally.SHARED, tally.GAMES), (tally.SHARED, tally.GAMES)),
        Metric("p_unfinished", "Games given up at the most rounds or turns.",
               "Browne 2009 (completion), 1 − it", 0, 1,
               _ratio(tally.UNFINISHED, tally.GAMES), (tally.UNFINISHED, tally.GAMES)),
    ]  # fmt: skip


def _drama(players: int) -> list[Metric]:
    return [
        Metric("lead_changes", "How often another than the last sole leader leads alone.",
               "Browne 2009 (lead change), a game instead of a move", 0, inf,
               _ratio(tally.LEADS, tally.GAMES)),
        Metric("runaway", "Share of the win of who leads at half time (several: their mean).",
               "after Browne 2009 (decisiveness)", 0, 1,
               _ratio(tally.AHEAD, tally.HALVES, 1 / PARTS**2)),
    ]  # fmt: skip


def _waiting() -> list[Metric]:
    return [
        Metric("waiting", "Share of all players' rounds that somebody who is out sits through.",
               "plain count", 0, 1, _ratio(tally.WAITED, tally.PLAYER_ROUNDS)),
        Metric("first_out_waits", "Rounds that the first one out waits, where somebody goes out.",
               "plain count", 0, inf, _ratio(tally.FIRST_WAITED, tally.OUTS)),
    ]  # fmt: skip


def path_metrics() -> list[Metric]:
    """Metrics of win probabilities, exact or estimated."""
    browne, ely = "Browne 2009", "Ely, Frankel and Kamenica 2015"

    def of(
        name: str, what: str, source: str, high: float, cell: int, *, games: int = tally.KNOWN
    ) -> Metric:
        value = _ratio(cell, games, 1 / tally.SCALE)
        return Metric(name, what, source, 0, high, value, estimated=cell)

    return [
        of("comeback", "The lowest win probability that the later sole winner had.",
           f"{browne} (drama), its minimum", 1, tally.LOWEST, games=tally.SOLE),
        of("drama", "How much better the best other's win probability was than the later winner's, "
           "where he was behind; 0 where he never was.", f"{browne} (drama)", 1, tally.BEHIND,
           games=tally.SOLE),
        of("decided_at", "Part of the game after which the later winner stays ahead.",
           f"{browne} (decisiveness)", 1, tally.DECIDED, games=tally.SOLE),
        of("suspense", "Sum over steps of the standard deviation of the next win probability.",
           ely, inf, tally.SUSPENSE),
        of("surprise", "Sum over steps of the change of win probability.", ely, inf,
           tally.SURPRISE),
        of("movement", "Sum over steps of the squared change of win probability: the variance of "
           "the result.", "martingale identity", inf, tally.MOVED),
        Metric("decision_weight", "Win probability lost by a step in which one player's decisions "
               "are left to chance.", "plain definition", -1, 1,
               _ratio(tally.WEIGHT, tally.STEPS, 1 / tally.SCALE)),
    ]  # fmt: skip


def total(sums: Ints) -> Floats:
    """The sums of all chunks, as numbers that metrics are made of."""
    added: Floats = sums.sum(axis=0).astype(np.float64)
    return added
