"""Rollouts: the same luck for all, clearly worse ones dropped, the same on any threads."""

from dataclasses import dataclass

import numpy as np
import pytest

from zochastic.analysis.rollout import FIRST_WAVE, roll_out
from zochastic.rules.zoinx import State, ZoinxRules
from zochastic.sims.runner import key_of
from zochastic.sims.zoinx.play import TWELFTHS, credit_of, games
from zochastic.sims.zoinx.policy import fixed


@dataclass(frozen=True)
class Coins:
    """Coins that fall well with chance ``p``; game i has the same luck whatever ``p`` is."""

    p: float
    chunk: int = 100
    interrupt_at: int | None = None

    @property
    def key(self):
        return key_of("coins", self.p)

    def play(self, index, games):
        if index == self.interrupt_at:
            raise KeyboardInterrupt
        return np.array([(np.random.default_rng([7, index]).random(games) < self.p).sum()])


def heads(counts):
    return int(counts[0])


def of(chances, **options):
    return roll_out(Coins, chances, value=heads, **({"games": 20_000} | options))


def test_the_best_is_found_and_the_clearly_worse_are_dropped():
    found = of([0.3, 0.5, 0.495, 0.1])
    assert found.best == 1
    assert [arm.dropped for arm in found.arms] == [True, False, found.arms[2].dropped, True]
    assert found.games == 20_000 > found.arms[3].games == 100 * FIRST_WAVE
    assert found.arms[1].behind.value == found.arms[1].behind.half_width == 0
    for arm, p in zip(found.arms, [0.3, 0.5, 0.495, 0.1], strict=True):
        assert arm.value.low - 0.02 < p < arm.value.high + 0.02
        assert arm.behind.value == pytest.approx(0.5 - p, abs=4 * arm.behind.half_width + 1e-12)


def test_pairing_makes_differences_surer_than_values():
    """The difference of coins that share their luck is a coin of chance p − q."""
    found = of([0.5, 0.49], games=5_000)
    assert found.arms[1].behind.half_width < found.arms[0].value.half_width / 3


def test_equal_alternatives_are_both_kept_and_the_first_is_best():
    found = of([0.5, 0.5])
    assert found.best == 0
    assert not any(arm.dropped for arm in found.arms)
    assert found.arms[1].behind.value == 0


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_never_change_the_result(threads):
    assert of([0.3, 0.5, 0.495], threads=threads) == of([0.3, 0.5, 0.495], threads=1)


def test_it_stops_at_the_precision():
    found = of([0.5, 0.2], games=1_000_000, precision=0.02)
    assert found.arms[0].value.half_width <= 0.02
    assert found.games < 20_000


def test_games_are_whole_chunks_and_enough_for_an_interval():
    told = []
    found = of([0.5, 0.4], games=1, progress=lambda done, total: told.append((done, total)))
    assert found.games == told[-1][0] == told[-1][1] == 100 * FIRST_WAVE


def test_interruption_keeps_whole_chunks():
    found = roll_out(
        lambda p: Coins(p, interrupt_at=5), [0.5, 0.4], value=heads, games=10_000, threads=1
    )
    assert found.partial
    assert {arm.games for arm in found.arms} == {500}
    with pytest.raises(KeyboardInterrupt):
        roll_out(lambda p: Coins(p, interrupt_at=1), [0.5], value=heads, games=10_000, threads=1)


def test_alternatives_have_to_be_there_and_alike():
    with pytest.raises(ValueError, match="one size"):
        of([])
    with pytest.raises(ValueError, match="one size"):
        roll_out(lambda p: Coins(p, chunk=int(100 * p)), [0.5, 0.4], value=heads, games=10)


def test_a_bet_of_zoinx_is_found_by_whole_games():
    """Four players, where nothing is solved: at 28–0–0–0 a bet of 10 throws the lead's turn away."""
    rules = ZoinxRules(players=4)
    policy = fixed(rules, 4, 5, 0, 1)
    state = State((28, 0, 0, 0))
    found = roll_out(
        lambda bet: games(rules, [policy] * 4, state, seed=3, bets={0: bet}, chunk=512),
        rules.active_bets,
        value=lambda counts: credit_of(counts, 0, 4),
        unit=TWELFTHS,
        games=20_000,
    )
    assert rules.active_bets[found.best] == 2
    assert found.arms[-1].dropped
