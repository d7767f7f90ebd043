"""Rules of thumb for the opening bet: what each loses against tables that bet alike."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from zochastic.analysis import estimates
from zochastic.analysis.coal.bets.equilibria import Found, find
from zochastic.analysis.coal.bets.reply import replies
from zochastic.analysis.coal.bets.scene import Scene, Tell
from zochastic.analysis.coal.game.policies import pack_policies, read_policy
from zochastic.analysis.estimates import Estimate
from zochastic.sims.coal.game import left_at
from zochastic.sims.coal.tally import play_on
from zochastic.sims.streams import derived

#: Shares of the start and chances of success that people go by.
NAMED = (
    "share:0.25", "share:0.5", "share:0.75", "all-in", "chance:0.4", "chance:0.5", "chance:0.6",
    "chance:0.7", "chance:0.8", "chance:0.9",
)  # fmt: skip


@dataclass(frozen=True)
class BetRule:
    """A rule of thumb for the opening bet.

    Attributes
    ----------
    names : of all rules that come to this bet.
    loss : chips a round behind doing as the table does, the mean over all equal bets listed.
    worst : the same where the table's bet hurts most; ``worst_bet`` is that bet.
    together : chips a round of each player if all bet so.
    """

    names: tuple[str, ...]
    bet: int
    loss: Estimate
    worst: float
    worst_bet: int
    together: float


@dataclass(frozen=True)
class Bets:
    """Opening bets.

    Attributes
    ----------
    levels : equal bets of all that nobody is shown to gain by leaving.
    best : of these the one that earns the table most; None if there is none.
    rules : by rising bet.
    """

    levels: tuple[Found, ...]
    best: Found | None
    rules: tuple[BetRule, ...]


def solve_bets(
    scene: Scene, *, rounds: int, seed: int, pool: ThreadPoolExecutor, tell: Tell
) -> Bets:
    """Find the equal bets in equilibrium, then what rules of thumb lose at such tables.

    Parameters
    ----------
    rounds : of each bet, seat and table.
    """
    listed, _ = find(
        scene, seed=seed, pool=pool, exact=False, tell=lambda done, of: tell(done, 2 * of)
    )
    levels = tuple(f for f in listed if f.level is not None and f.holds)
    if not levels:  # the table that is nearest to one
        equal = [f for f in listed if f.level is not None] or list(listed)
        levels = (min(equal, key=lambda found: found.judgement.epsilon),)
    names: dict[int, list[str]] = {}
    for bet in scene.choices[0]:
        names[bet] = [f"fixed:{bet}"]
    for name in NAMED:
        names.setdefault(_opening_bet(scene, name), []).append(name)
    bets = sorted(names)
    # float[tables, bets, rounds]: how far each bet is behind doing as the table does
    behind = np.stack(
        [
            _behind(scene, found, bets, rounds, derived(seed, 100), pool, i, len(levels), tell)
            for i, found in enumerate(levels)
        ]
    )
    means = behind.mean(axis=2)
    rules = []
    for k, bet in enumerate(bets):
        values = behind[:, k].mean(axis=0)
        loss = estimates.mean(float(values.sum()), float((values * values).sum()), values.size)
        worst = int(np.argmax(means[:, k]))
        at = levels[worst].level
        together = _together(scene, bet, 16 * rounds, derived(seed, 101))
        rules.append(
            BetRule(tuple(names[bet]), bet, loss, float(means[worst, k]), at or 0, together)
        )
    earned = {rule.bet: rule.together for rule in rules}
    best = max(levels, key=lambda found: earned.get(found.level or 0, 0.0))
    return Bets(levels, best if best.level is not None and best.holds else None, tuple(rules))


def _behind(
    scene: Scene, found: Found, bets: Sequence[int], rounds: int, seed: int,
    pool: ThreadPoolExecutor, place: int, tables: int, tell: Tell,
) -> "np.ndarray[tuple[int, ...], np.dtype[np.float64]]":  # fmt: skip
    """float64[bets, rounds]: mean over seats of the table's own bet less each bet."""
    policies = scene.lots(found.mixtures)
    total = np.zeros((len(bets), 0))
    for seat in range(scene.players):
        own = scene.choices[seat][int(np.argmax(found.mixtures[seat]))]
        earned = replies(
            scene, policies, seat, (own, *bets), seed=seed, rounds=rounds, pool=pool,
            tell=lambda *_: None,
        )  # fmt: skip
        rows = (earned.worth[:1] - earned.worth[1:]) / (earned.scale * scene.players)
        total = rows if seat == 0 else total + rows
        step = place * scene.players + seat + 1
        tell(tables * scene.players + step, 2 * tables * scene.players)
    return total


def _together(scene: Scene, bet: int, rounds: int, seed: int) -> float:
    """What a player earns on average over the seats if everybody bets this."""
    policies = pack_policies(scene.rules, scene.policies)
    laid = [max(b for b in bets if b <= bet or b == bets[0]) for bets in scene.choices]
    played = scene.play(policies, laid, seed=seed, first=0, rounds=rounds)
    return float(scene.worth(played).mean()) / scene.scale


def _opening_bet(scene: Scene, name: str) -> int:
    """What a policy bets at the start."""
    policies = pack_policies(scene.rules, [read_policy(name, scene.players)] * scene.players)
    start = scene.start([-1] * scene.players)
    played = play_on(
        scene.packed, policies, start, seed=1, first_game=0, games=8, waits=np.zeros(8, np.int64)
    )
    for row in played.halted:
        bets = left_at(row, scene.players, scene.left.size).bets
        if bets.max() >= 0 and row.any():
            return int(bets[0])
    return 0
