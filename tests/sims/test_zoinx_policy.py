"""Policies of zoinx as arrays: mixtures and stop sets are played as they are, misfits refused."""

import numpy as np
import pytest
from zoinx_twins import where

from zochastic.rules.variants import load_variant
from zochastic.rules.zoinx import State, ZoinxRules, referee
from zochastic.sims.runner import run
from zochastic.sims.zoinx.pack import enough_words
from zochastic.sims.zoinx.play import games, written_down
from zochastic.sims.zoinx.policy import (
    NOWHERE,
    RELATIVE,
    SCALE,
    SHIFTED,
    Policy,
    constant,
    count_combinations,
    fixed,
    thresholds,
)  # fmt: skip

PRINTED = ZoinxRules()
PIG = load_variant("zoinx", "pig").rules
START = State((0, 0))


def test_stop_sets_have_holes_and_reach_over_words():
    """[zoinx: Known exact values] a stop rule is a set of totals: stop on 3, roll on 4."""
    stop = np.ones((1, 126), np.bool_)
    stop[0, [0, 1, 2, 4, 70]] = False
    policy = constant(
        PRINTED,
        np.array([1.0, 0, 0, 0, 0]),
        np.array([0, 1.0, 0, 0, 0, 0]),
        np.repeat(stop, 5, 0),
        2,
    )
    experiment = games(PRINTED, [policy] * 2, START, seed=1)
    ends = set()
    for game in range(200):
        lines = written_down(experiment, game).turns
        ends |= set(lines[lines[:, 2] == 0, 1].tolist())
    assert 4 not in ends
    assert {3, 5} <= ends


def test_mixtures_are_played_as_they_are():
    probabilities = np.array([0.5, 0.25, 0.0, 0.25, 0.0])
    others = np.array([0.0, 0.1, 0.2, 0.3, 0.4, 0.0])
    stop = np.ones((5, 63), np.bool_)
    policy = constant(PRINTED, probabilities, others, stop, 1)
    experiment = games(PRINTED, [policy] * 2, START, seed=9)
    seen, against = np.zeros(5), np.zeros(6)
    for game in range(1500):
        for line in written_down(experiment, game, longest=100).turns.tolist():
            seen[line[4 + line[0]]] += 1
            against[line[5 - line[0]]] += 1
    for counts, chances in ((seen, probabilities), (against, others)):
        n = counts.sum()
        assert not counts[chances == 0].any()
        errors = (counts - n * chances) / np.sqrt(n * np.maximum(chances * (1 - chances), 1e-9))
        assert np.abs(errors).max() < 4


def test_thresholds_never_choose_what_has_no_chance():
    sums = thresholds(np.array([[0.0, 1.0, 0.0], [1 / 3, 1 / 3, 1 / 3], [0.0, 0.0, 1.0]]))
    assert sums[0].tolist() == [0, SCALE]
    assert sums[2].tolist() == [0, 0]
    assert sums[1, 0] == round(SCALE / 3)


def values_policy(rules, values, rows, axes, most=62):
    """Bets without sense; stops as the stored values say."""
    n = rules.players
    choices = max(len(rules.active_choices), len(rules.opponent_choices))
    mix = np.zeros((len(values), n, choices))
    for role in range(n):
        wide = len(rules.opponent_choices if role else rules.active_choices)
        mix[:, role, :wide] = 1 / wide
    return Policy(axes, rows, thresholds(mix), values=values, most=most)


def best_stops_slowly(rules, policy, state, bets):
    """The best stop set by stored values: memory and recursion in words of the rules."""
    n = rules.players

    def worth(total, ended):
        turn = State(state.scores, state.seat, state.pending, 0, bets, total, True, ended)
        after, _, _ = referee.settle(rules, turn)
        if after.over:
            won = state.seat in after.winners
            return 1 / len(after.winners) if won else 0.0
        row = where(policy, rules, after)
        return float(policy.values[row, (state.seat - after.seat) % n])

    law = [(dots, float(p)) for dots, p in rules.roll_law]
    best, found = {}, set()
    for total in range(policy.most, -1, -1):
        onward = float(rules.p_bust) * worth(total, "zoinx")
        onward += sum(p * best.get(total + d, worth(policy.most, "stop")) for d, p in law)
        best[total] = onward
        if rules.may_stop(bets[state.seat], total, True) and worth(total, "stop") >= onward - 1e-12:
            best[total] = worth(total, "stop")
            found.add(total)
    return found


@pytest.mark.parametrize("trigger", ["own-turn-strict", "any-turn", "at-once"])
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("last", [0, 1])
def test_stop_sets_from_stored_values_are_the_best(players, last, trigger):
    rules = ZoinxRules(players=players, target=12, trigger=trigger, opponent_bets=[0, 2, 4])
    rng = np.random.default_rng(players)
    axes = np.full((2**players, 3 + players), NOWHERE)
    cells = 0
    for phase in range(2**players):
        axes[phase] = [
            SHIFTED if phase == 0 else RELATIVE,
            0 if phase == 0 else 9,
            cells,
            1 if phase else 14,  # relative to role 0
            *[14] * (players - 1),
        ]
        cells += int(np.prod(axes[phase, 3:]))
    rows = np.arange(cells, dtype=np.int32)
    values = rng.random((cells, players))
    policy = values_policy(rules, values, rows, axes, most=30)
    state = State((9, 11, 10)[:players], pending=tuple(range(last)))
    experiment = games(rules, [policy] * players, state, seed=1)
    seen = set()
    for game in range(300):
        seen.add(tuple(written_down(experiment, game).turns[0, 4 : 4 + players].tolist()))
    row = where(policy, rules, state)
    words = experiment.book.stops.reshape(-1, count_combinations(rules))
    assert len(seen) > 5
    for choices in sorted(seen)[::3]:
        bets = tuple(
            (rules.opponent_choices if seat else rules.active_choices)[choice]
            for seat, choice in enumerate(choices)
        )
        number = 0
        for choice in choices:
            number = number * len(rules.opponent_choices) + choice
        word = int(words[row, number])
        made = {total for total in range(31) if word >> total & 1}
        assert made == best_stops_slowly(rules, policy, state, bets)
        assert all(word >> total & 1 for total in range(31, 64))


def test_stop_sets_belong_to_rows_whoever_comes_there_first():
    """States beyond the edges share a row: what is stored must not depend on games or threads."""
    rules = ZoinxRules(players=2)
    axes = np.full((4, 5), NOWHERE)
    axes[0] = [SHIFTED, -5, 0, 12, 12]
    axes[1] = [RELATIVE, 4, 144, 1, 9]
    rows = np.arange(153, dtype=np.int32)
    rows[144:] = rows[144:][::-1]
    values = np.random.default_rng(4).random((153, 2))
    tallies = []
    for threads, first in ((1, 0), (2, 0), (3, 700), (1, 1400)):
        policy = values_policy(rules, values, rows, axes, most=30)
        experiment = games(rules, [policy] * 2, START, seed=1, chunk=100)
        experiment.play(first // 100, 100)  # other games fill the tables
        tallies.append(run(experiment, games=3_000, threads=threads).counts)
    assert all(np.array_equal(tally, tallies[0]) for tally in tallies)


def test_a_state_outside_the_tables_is_an_error():
    policy = fixed(PRINTED, 4, 5, 0, 1)
    axes = policy.axes.copy()
    axes[1] = NOWHERE
    partly = Policy(axes, policy.rows, policy.bets, policy.stops)
    with pytest.raises(ValueError, match="tables say nothing"):
        run(games(PRINTED, [partly] * 2, START, seed=1), games=100)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"axes": np.zeros((3, 5), np.int64)}, "axes of shape"),
        ({"axes": np.full((4, 5), 7)}, "outside the rows"),
        ({"rows": np.full(1, 3, np.int32)}, "rows outside"),
        ({"bets": np.zeros((1, 2, 3), np.uint32)}, "bets of shape"),
        ({"stops": None}, "either stops or values"),
        ({"stops": np.zeros((1, 30, 1), np.uint64)}, "bit 63"),
        ({"stops": np.full((1, 30, 1), 2**64 - 1, np.uint64)}, "a stop below a bet"),
        ({"stops": np.full((1, 3, 1), 2**63, np.uint64)}, "stops of shape"),
        ({"stops": None, "values": np.zeros((2, 2))}, "values of shape"),
    ],
)
def test_policies_that_do_not_fit_are_refused(change, message):
    good = fixed(PRINTED, 4, 5, 0, 1)
    parts = {key: getattr(good, key) for key in ("axes", "rows", "bets", "stops", "values")}
    with pytest.raises(ValueError, match=message):
        Policy(**(parts | change)).check(PRINTED)


def test_playbooks_that_do_not_fit_are_refused():
    one, two = fixed(PRINTED, 4, 5, 0, 1), fixed(PRINTED, 4, 5, 0, 2)
    with pytest.raises(ValueError, match="1 policies for 2 seats"):
        games(PRINTED, [one], START, seed=1)
    with pytest.raises(ValueError, match="different numbers of words"):
        games(PRINTED, [one, two], START, seed=1)
    with pytest.raises(ValueError, match="no such bet"):
        fixed(PRINTED, 5, 5, 0, 1)
    high = ZoinxRules(active_bets=[2, 80])
    with pytest.raises(ValueError, match="do not reach the highest bet"):
        games(high, [fixed(high, 2, 5, 0, 1)] * 2, START, seed=1)
    assert enough_words(high) == enough_words(PIG) == 2
    assert enough_words(PRINTED) == 1
