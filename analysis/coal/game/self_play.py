"""The search for the champion: regret matching on its lots of bets, by games against itself.

The champion bets by lot among levels of chance, with other lots in every cell of the game
(`champion`).  Each round of the search plays many games at several kinds of tables: everybody
plays the present lots; one plays them among its own past (the average so far); one among copies
of a policy of the field; all but one, who plays a policy of the field.  Whoever plays the present
lots notes for every bet the share of the win that came of it.  What a level earns more than the
cell's lots do is its regret; the next lots are in proportion to the regrets, never kept below zero
(regret matching+, Tammelin 2014), and the champion is the average of all lots, later ones more.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from zochastic.analysis.coal.game.champion import CELLS, LEVELS, mixed
from zochastic.analysis.coal.game.policies import Policy, pack_policies, read_policy
from zochastic.rules.coal import CoalRules
from zochastic.sims._jit import Floats
from zochastic.sims.coal.table import PackedRules, Policies, Table, opening, pack_rules
from zochastic.sims.coal.tally import GAMES, PARTS, credit_of, play_on
from zochastic.sims.streams import derived

#: Policies that the search meets; the verdict of docs/coal.md is over many more, on other seeds.
FIELD = (
    "chance:0.5+round", "chance:0.6+round", "chance:0.7+round", "chance:0.8+round",
    "chance:0.9+round", "fixed:100+round", "fixed:200+round", "share:0.5+round",
    "fixed:150+own-bet", "chance:0.75+own-bet",
)  # fmt: skip
#: Share of lots that are even, so that every level is tried.
EXPLORE = 0.12
#: Rounds of a game whose bets are learned from.
KEPT = 40


@dataclass(frozen=True)
class Learning:
    """What the search knows after some rounds.

    Attributes
    ----------
    average, last : float64[cells, levels], probabilities.
    regret : float64[cells, levels].
    rounds : how many were played.
    """

    average: Floats
    last: Floats
    regret: Floats
    rounds: int


def begin() -> Learning:
    """Even lots."""
    even = np.full((CELLS, len(LEVELS)), 1.0 / len(LEVELS))
    return Learning(even, even, np.zeros_like(even), 0)


def improve(
    rules: CoalRules,
    learning: Learning,
    *,
    games: int,
    seed: int,
    field: Sequence[str] = FIELD,
    threads: int = 1,
) -> Learning:
    """One round of the search: ``games`` games at each kind of table."""
    players = rules.players
    tried = (1 - EXPLORE) * learning.last + EXPLORE / len(LEVELS)
    present, past = _player(tried), _player(learning.average)
    foe = read_policy(field[learning.rounds % len(field)], players)
    seat = learning.rounds % players
    tables = [
        [present] * players,
        _one(present, past, seat, players),
        _one(present, foe, seat, players),
        _one(foe, present, seat, players),
    ]
    packed = pack_rules(rules)
    worth, seen = np.zeros(tried.shape), np.zeros(tried.shape)
    jobs: list[tuple[Policies, list[int], int, int]] = []
    for kind, table in enumerate(tables):
        mine = [s for s, policy in enumerate(table) if policy is present]
        stream = derived(seed, learning.rounds * len(tables) + kind)
        policies = pack_policies(rules, table)
        jobs += [(policies, mine, stream, first) for first in range(0, games, GAMES)]
    with ThreadPoolExecutor(threads) as pool:
        for w, s in pool.map(lambda job: _learn(packed, opening(rules), *job), jobs):
            worth += w
            seen += s
    value = np.divide(worth, seen, out=np.zeros_like(worth), where=seen > 0)
    weight = seen.sum(axis=1, keepdims=True) / max(1.0, seen.sum())
    mean = (tried * value).sum(axis=1, keepdims=True)
    gain = np.where(seen > 0, value - mean, 0.0) * weight
    regret = np.maximum(0.0, learning.regret + gain)
    total = regret.sum(axis=1, keepdims=True)
    last = np.where(total > 0, regret / np.where(total > 0, total, 1.0), 1.0 / len(LEVELS))
    rounds = learning.rounds + 1
    step = 6.0 * rounds / ((rounds + 1) * (2 * rounds + 1))  # round t weighs t²
    average = learning.average + step * (last - learning.average)
    return Learning(average, last, regret, rounds)


def _player(mix: Floats) -> Policy:
    policy = read_policy("round", 2)
    return Policy("lots", mixed(mix.tolist()), policy.drawing)


def _one(one: Policy, others: Policy, seat: int, players: int) -> list[Policy]:
    return [one if s == seat else others for s in range(players)]


def _learn(
    rules: PackedRules, start: Table, policies: Policies, mine: list[int], seed: int, first: int
) -> tuple[Floats, Floats]:
    """Credit and visits by cell and level, of the players at the seats ``mine``."""
    played = play_on(
        rules, policies, start, seed=seed, first_game=first, games=GAMES, any_starter=True,
        keep_lots=KEPT,
    )  # fmt: skip
    credit = credit_of(played)[:, None, mine] / PARTS
    lots = played.lots[:, :, mine]
    used = lots >= 0
    size = CELLS * len(LEVELS)
    won = np.broadcast_to(credit, lots.shape)[used]
    worth: Floats = np.bincount(lots[used], weights=won, minlength=size).astype(np.float64)
    seen: Floats = np.bincount(lots[used], minlength=size).astype(np.float64)
    shape = (CELLS, len(LEVELS))
    return worth.reshape(shape), seen.reshape(shape)


def search(
    rules: CoalRules,
    *,
    rounds: int,
    games: int,
    seed: int,
    threads: int = 1,
    tell: Callable[[Learning], None] | None = None,
) -> Learning:
    """The whole search from even lots; the same seed gives the same champion."""
    learning = begin()
    for _ in range(rounds):
        learning = improve(rules, learning, games=games, seed=seed, threads=threads)
        if tell is not None:
            tell(learning)
    return learning
