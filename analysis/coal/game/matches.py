"""Whole games between policies: who wins, and who wins alone among others."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import copysign, inf

from zochastic.analysis import estimates
from zochastic.analysis.coal.game.policies import Policy, pack_policies
from zochastic.analysis.estimates import Estimate
from zochastic.rules.coal import CoalRules
from zochastic.sims.coal import duel
from zochastic.sims.coal.duel import LoneExperiment
from zochastic.sims.coal.table import PackedRules, Policies, Table, opening, pack_rules
from zochastic.sims.coal.tally import PARTS, Counts, GameExperiment, counts_of, play_on
from zochastic.sims.runner import Progress, Tally, run

#: Games of a probe that tells how long a game is, and rounds that a chunk aims at, about 0.3 s:
#: endless games are played in small chunks, so that they can be stopped and are seen to go on.
_PROBE, _ROUNDS = 8, 1 << 17
_LARGEST, _SMALLEST = 1 << 12, 1 << 4


def _chunk(rules: PackedRules, policies: Policies, start: Table, seed: int, games: int) -> int:
    """Indices in a chunk where each is so many games; it never changes what game i is."""
    probe = play_on(rules, policies, start, seed=seed, first_game=0, games=_PROBE)
    rounds = max(1, int(probe.lengths.sum()) * games // _PROBE)
    size = _LARGEST // games
    while size > _SMALLEST and size * rounds > _ROUNDS:
        size //= 2
    return size


def play(
    rules: CoalRules,
    policies: Sequence[Policy],
    *,
    games: int,
    seed: int,
    threads: int | None = None,
    precision: float | None = None,
    progress: Progress | None = None,
) -> tuple[Tally, Counts]:
    """Play games; with ``precision`` until every win rate's half-width is at most that.

    The first starting player goes round with the game's index.
    """
    packed, seats = pack_rules(rules), pack_policies(rules, policies)
    start = opening(rules)
    chunk = _chunk(packed, seats, start, seed, 1)
    experiment = GameExperiment(packed, seats, start, seed, any_starter=True, chunk=chunk)

    def enough(tally: Tally) -> bool:
        counts = counts_of(tally.counts, rules.players)
        rates = [win_rate(counts, seat, tally.games) for seat in range(rules.players)]
        return precision is not None and all(rate.half_width <= precision for rate in rates)

    tally = run(
        experiment, games=games, threads=threads, progress=progress,
        enough=None if precision is None else enough,
    )  # fmt: skip
    return tally, counts_of(tally.counts, rules.players)


def win_rate(counts: Counts, seat: int, games: int) -> Estimate:
    """The mean share of the win of a seat: Wilson's interval unless wins were shared."""
    sole, shared, credit, squares, _ = (int(n) for n in counts.seats[:, seat])
    if not shared:
        return estimates.proportion(sole, games)
    if games < 2:
        return Estimate(credit / PARTS, 0.0, 1.0, games)
    rate = estimates.mean(credit / PARTS, squares / PARTS**2, games)
    return Estimate(rate.value, max(0.0, rate.low), min(1.0, rate.high), games)


@dataclass(frozen=True)
class Lone:
    """One policy alone among others who play another.

    Attributes
    ----------
    edge : its win rate less the even share 1/N.
    others : the same of all others together, less their even share; with two players, the other's.
    z : standard errors that the edge lies from 0; 0 where neither differs at all.
    games : played, all places of the lone player together.
    indices : game indices.
    unfinished, rounds : games that nobody won; rounds of all games.
    """

    edge: Estimate
    others: Estimate
    z: float
    games: int
    indices: int
    unfinished: int
    rounds: int
    partial: bool


def lone(
    rules: CoalRules,
    alone: Policy,
    among: Policy,
    *,
    indices: int,
    seed: int,
    threads: int | None = None,
    precision: float | None = None,
    progress: Progress | None = None,
) -> Lone:
    """Play ``alone`` at every place of a table of ``among``, the same game indices at each."""
    players = rules.players
    packed, start = pack_rules(rules), opening(rules)
    seats = tuple(
        pack_policies(rules, [alone if seat == place else among for seat in range(players)])
        for place in range(players)
    )
    chunk = _chunk(packed, seats[0], start, seed, players)
    experiment = LoneExperiment(packed, seats, start, seed, chunk)

    def enough(tally: Tally) -> bool:
        edge = _edge(tally, duel.WON, 1, players)
        return precision is not None and edge.half_width <= precision

    tally = run(
        experiment, games=max(2, indices), threads=threads, progress=progress,
        enough=None if precision is None else enough,
    )  # fmt: skip
    edge = _edge(tally, duel.WON, 1, players)
    error = edge.half_width / estimates.quantile()
    # without any spread the edge is nothing, or certain
    certain = copysign(inf, edge.value) if abs(edge.value) > 1e-9 else 0.0
    return Lone(
        edge,
        _edge(tally, duel.LOST, players - 1, players),
        edge.value / error if error > 1e-12 else certain,
        tally.games * players,
        tally.games,
        int(tally.counts[duel.UNENDED]),
        int(tally.counts[duel.ROUNDS]),
        tally.partial,
    )


def _edge(tally: Tally, which: int, seats: int, players: int) -> Estimate:
    """Win rate less the even share of so many seats; an index, played at all places, is one."""
    unit = PARTS * players
    total, squares = tally.counts[which] / unit, tally.counts[which + 1] / unit**2
    rate = estimates.mean(float(total), float(squares), tally.games)
    even = seats / players
    return Estimate(rate.value - even, rate.low - even, rate.high - even, tally.games)
