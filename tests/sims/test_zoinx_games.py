"""Whole games of zoinx by kernels: against the referee, exact values, and themselves."""

import dataclasses
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from zoinx_twins import random_policy, replay

from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import load_variant
from zochastic.rules.zoinx import State, ZoinxRules
from zochastic.sims.runner import run
from zochastic.sims.zoinx.play import TWELFTHS, Results, credit_of, games, written_down
from zochastic.sims.zoinx.policy import (
    ABSOLUTE,
    NOWHERE,
    Policy,
    fixed,
    pack_stops,
)  # fmt: skip

PRINTED = ZoinxRules()
PIG = load_variant("zoinx", "pig").rules
START = State((0, 0))
TRANSCRIPTS = Path(__file__).parent / "transcripts"

VARIANTS = st.fixed_dictionaries(
    {
        "players": st.integers(1, 4),
        "dice": st.integers(1, 4),
        "faces": st.sampled_from(
            [[1, 1, 0, 0, 0, 0], ["bust", 1, 0, 0], ["bust", 0, 0, 1, 2], ["bust", 2, 3], [0, 9]]
        ),
        "bust": st.sampled_from(["any-bust-face", "no-dots"]),
        "active_bets": st.sampled_from([[], [2, 4, 6, 8, 10], [1, 7]]),
        "opponent_bets": st.sampled_from([[], [0, 2, 4, 6, 8, 10], [3]]),
        "zoinx_prize": st.integers(0, 9),
        "zoinx_loss": st.integers(0, 2),
        "opponent_factor": st.integers(0, 2),
        "opponent_miss": st.integers(-1, 1),
        "exact_hit": st.sampled_from(["bet", "bet+total"]),
        "above": st.sampled_from(["bet+total", "bet+excess"]),
        "trigger": st.sampled_from(
            ["own-turn-strict", "own-turn-lead-or-tie", "any-turn", "at-once"]
        ),
        "forced": st.booleans(),
        "target": st.integers(1, 40),
        "max_turns": st.integers(1, 80),
    }
)


def moment(rules, random):
    """Any moment before a turn's end, in the middle of it or at its beginning."""
    n = rules.players
    scores = tuple(random.randrange(0, 50) for _ in range(n))
    seat = random.randrange(n)
    order = [(seat + step) % n for step in range(n)]
    pending = tuple(order[: random.randrange(n)]) if random.random() < 0.4 else ()
    state = State(scores, seat, pending)
    if rules.nobody_bets or random.random() < 0.5:
        bets = tuple(
            random.choice(rules.opponent_choices if p != seat else rules.active_choices)
            for p in range(n)
        )
        total = sum(random.choice(rules.roll_law)[0] for _ in range(random.randrange(4)))
        state = State(scores, seat, pending, bets=bets, total=total, rolled=total > 0)
    return state


def one_game(experiment, game):
    """Counts of a single game."""
    return dataclasses.replace(experiment, chunk=1).play(game, 1)


@settings(max_examples=150)
@given(VARIANTS, st.integers(1, 2), st.randoms(use_true_random=False))
def test_referee_and_kernel_agree_on_every_game(keys, words, random):
    """The same draws and decisions give the same states, over random variants and policies."""
    try:
        rules = ZoinxRules(**keys)
    except InvalidInput:
        return
    same = random.random() < 0.3
    policies = [random_policy(rules, random, words) for _ in range(1 if same else rules.players)]
    policies *= rules.players if same else 1
    state = moment(rules, random)
    experiment = games(rules, policies, state, seed=random.randrange(2**63))
    for game in range(3):
        log = written_down(experiment, game)
        end = replay(rules, state, log, policies)
        results = Results.of(one_game(experiment, game), rules.players)
        assert results.turns == len(log.turns) == end.turns
        assert results.scores.tolist() == list(end.scores)
        assert results.unfinished == end.unfinished
        each = TWELFTHS // max(1, len(end.winners))
        shares = [each * (seat in end.winners) for seat in range(rules.players)]
        assert results.credit.tolist() == shares


@pytest.mark.parametrize(
    ("players", "policy", "state"),
    [
        (1, (4, 5, 0), State((0,))),
        (2, (4, 5, 0), START),
        (3, (6, 8, 2), State((25, 28, 12), 2)),
        (4, (2, 3, 0), State((25, 28, 12, 31), 1, (1, 2))),
    ],
)
@pytest.mark.parametrize("threads", [2, 3])
def test_the_same_seed_gives_the_same_counts_on_any_threads(players, policy, state, threads):
    rules = ZoinxRules(players=players)
    made = fixed(rules, *policy, 1)
    experiment = games(rules, [made] * players, state, seed=3, chunk=1000)
    one = run(experiment, games=12_345, threads=1)
    many = run(experiment, games=12_345, threads=threads)
    assert np.array_equal(one.counts, many.counts)
    again = run(games(rules, [made] * players, state, seed=3, chunk=500), games=12_345)
    assert np.array_equal(one.counts, again.counts), "games are found by their index"
    other = run(games(rules, [made] * players, state, seed=4, chunk=1000), games=12_345)
    assert one.key != other.key
    assert not np.array_equal(one.counts, other.counts)


def exact_last_turn(rules, bet, hold, opponents, scores):
    """Chance that the only player who still has a turn wins, ties shared, in fractions."""
    n = len(scores)
    ahead, value = {0: Fraction(1)}, Fraction(0)
    while ahead:
        total = min(ahead)
        p = ahead.pop(total)
        ends = [(total, True, p * rules.p_bust)]
        for dots, chance in rules.roll_law:
            reached = total + dots
            if reached >= max(hold, bet):
                ends.append((reached, False, p * chance))
            else:
                ahead[reached] = ahead.get(reached, 0) + p * chance
        for reached, bust, chance in ends:
            after = [scores[0] + rules.score(bet, reached, bust)]
            after += [
                scores[role] + rules.opponent_score(opponents[role - 1], reached, bust)
                for role in range(1, n)
            ]
            if after[0] == max(after):
                value += chance / after.count(max(after))
    return value


@pytest.mark.parametrize(
    ("bet", "hold", "opponents", "scores"),
    [
        (4, 6, (0,), (20, 30)),
        (10, 12, (4, 0), (14, 30, 22)),
        (2, 8, (2, 6, 10), (28, 31, 31, 25)),
    ],
)
def test_a_last_turn_has_its_exact_value(bet, hold, opponents, scores):
    rules = ZoinxRules(players=len(scores))
    policies = [fixed(rules, bet, hold, 0, 1)]
    policies += [fixed(rules, 2, 2, other, 1) for other in opponents]
    state = State(scores, pending=(0,))
    tally = run(games(rules, policies, state, seed=5), games=2**18)
    exact = float(exact_last_turn(rules, bet, hold, opponents, scores))
    results = Results.of(tally.counts, rules.players)
    mean = results.credit[0] / TWELFTHS / tally.games
    variance = results.credit_squared[0] / TWELFTHS**2 / tally.games - mean**2
    assert abs(mean - exact) < 4 * (variance / tally.games) ** 0.5
    assert results.turns == tally.games


def hold_or_goal(rules, hold):
    """Pig's hold-at-20-or-goal: stop at ``hold``, or with enough to win."""
    target = rules.target
    axes = np.full((2**rules.players, 3 + rules.players), NOWHERE)
    axes[0] = [ABSOLUTE, 0, 0, target, *[1] * (rules.players - 1)]
    totals = np.arange(126)
    stop = np.array([[totals >= min(hold, target - own)] for own in range(target)])
    return Policy(
        axes,
        np.arange(target, dtype=np.int32),
        np.zeros((target, rules.players, 0), np.uint32),
        pack_stops(stop, 2),
    )


def test_pig_hold_at_20_or_goal():
    """Published: 12.6368 turns alone; first player .5346983262 of two."""
    alone = load_variant("zoinx", "pig", ["players=1"]).rules
    tally = run(games(alone, [hold_or_goal(alone, 20)], State((0,)), seed=2), games=2**19)
    results = Results.of(tally.counts, 1)
    mean = results.turns / tally.games
    error = ((results.turns_squared / tally.games - mean**2) / tally.games) ** 0.5
    assert abs(mean - 12.636769490454) < 4 * error
    assert results.lengths @ np.arange(results.lengths.size) == results.turns
    policy = hold_or_goal(PIG, 20)
    tally = run(games(PIG, [policy, policy], START, seed=2), games=2**19)
    wins = Results.of(tally.counts, 2).sole
    assert wins.sum() == tally.games
    assert abs(wins[0] / tally.games - 0.5346983262) < 4 * (0.25 / tally.games) ** 0.5


def test_policies_on_one_seed_share_their_luck():
    """Common random numbers: the difference of two arms is surer than of two seeds."""
    state = START
    arms = [[fixed(PRINTED, bet, 5, 0, 1), fixed(PRINTED, 4, 5, 4, 1)] for bet in (4, 2)]

    def wins(policies, seed):
        experiment = games(PRINTED, policies, state, seed=seed, chunk=16)
        return np.array([credit_of(experiment.play(i, 16), 0, 2) for i in range(600)])

    mine, same, other = wins(arms[0], 1), wins(arms[1], 1), wins(arms[1], 2)
    assert np.corrcoef(mine, same)[0, 1] > 0.25
    assert abs(np.corrcoef(mine, other)[0, 1]) < 0.15


def test_decided_bets_and_decided_rolls():
    policy = fixed(PRINTED, 4, 4, 0, 1)
    log = written_down(games(PRINTED, [policy] * 2, START, seed=1, bets={0: 10, 1: 6}), 0)
    assert log.turns[0, 4:6].tolist() == [4, 3]
    assert log.turns[1:, 4:6].tolist() == [[0, 1] if line[0] else [1, 0] for line in log.turns[1:]]
    state = State((0, 0), bets=(4, 0), total=6, rolled=True)
    experiment = games(PRINTED, [policy] * 2, state, seed=1)
    assert written_down(experiment, 0).turns[0, 1:4].tolist() == [6, 0, 0], "stops at once"
    experiment = games(PRINTED, [policy] * 2, state, seed=1, roll=True)
    for game in range(50):
        _, total, bust, rolls = written_down(experiment, game).turns[0, :4].tolist()
        assert rolls == 1
        assert total == 6 if bust else 7 <= total <= 10


def test_a_state_after_a_turn_is_the_referees():
    policy = fixed(PRINTED, 4, 4, 0, 1)
    for state in (State((0, 0), over=True), State((0, 0), bets=(2, 2), ended="stop")):
        with pytest.raises(ValueError, match="the referee"):
            games(PRINTED, [policy] * 2, state, seed=1)


def test_a_game_too_long_to_write_down_is_refused():
    policy = fixed(PRINTED, 4, 5, 0, 1)
    with pytest.raises(ValueError, match="longer than 2 turns"):
        written_down(games(PRINTED, [policy] * 2, START, seed=1), 0, longest=2)


def transcript():
    """One printed game of three, every step with the clause that it obeys."""
    rules = ZoinxRules(players=3)
    policies = [fixed(rules, 4, 6, 0, 1), fixed(rules, 8, 8, 4, 1), fixed(rules, 6, 7, 2, 1)]
    state = State((0, 0, 0))
    lines = ["zoinx/printed, players=3; seed 20, game 0"]
    lines += [
        f"seat {seat}: fixed:{name}" for seat, name in enumerate(("4:6:0", "8:8:4", "6:7:2"), 1)
    ]

    def on_step(now, clause, what):
        if isinstance(what, tuple):
            for paid in what:
                lines.append(f"  seat {paid.seat + 1} scores {paid.points}  [{paid.clause}]")
            lines.append(f"  scores {','.join(map(str, now.scores))}")
            lines.extend(f"  [{part}]" for part in clause)
        elif what is not None:
            rolled = "a zoinx" if what < 0 else f"{what}, total {now.total}"
            lines.append(f"  rolls {rolled}  [{clause}]")
        elif now.ended:
            lines.append(f"  stops at {now.total}  [{clause}]")
        else:
            bets = ",".join(map(str, now.bets))
            lines.append(f"turn {now.turns + 1}, seat {now.seat + 1}: bets {bets}  [{clause}]")

    log = written_down(games(rules, policies, state, seed=20), 0)
    end = replay(rules, state, log, policies, on_step)
    lines.append(f"won by seat {' and '.join(str(seat + 1) for seat in end.winners)}")
    return "\n".join(lines) + "\n"


def test_the_golden_transcript_is_played_again():
    """To write it anew: ``python -c "import test_zoinx_games as t; t.rewrite()"`` in this folder."""
    kept = (TRANSCRIPTS / "zoinx_printed_3p.txt").read_text(encoding="utf-8")
    assert transcript() == kept
    assert "final round begins" in kept
    assert "also where a zoinx followed" in kept
    payments = [line for line in kept.splitlines() if " scores " in line and "seat" in line]
    assert payments
    assert all("[zoinx, A turn, 3: Score, " in line for line in payments)


def rewrite():
    TRANSCRIPTS.mkdir(exist_ok=True)
    (TRANSCRIPTS / "zoinx_printed_3p.txt").write_text(transcript(), encoding="utf-8")
