"""Whole games of coal by kernels: against the plain referee, exact chances, and themselves."""

import random
from dataclasses import replace

import numpy as np
import pytest
from coal_game_twins import Pieces, play, stake, stops
from hypothesis import given, settings
from hypothesis import strategies as st

from zochastic.analysis.coal.game.policies import pack_policies, read_policy
from zochastic.analysis.coal.tables import table_of
from zochastic.analysis.coal.turn.team import chances, team_problem
from zochastic.analysis.estimates import z_of_proportion
from zochastic.rules.coal import CoalRules, referee
from zochastic.rules.coal.game import PRINTED_CHIPS
from zochastic.rules.variants import load_variant
from zochastic.sims.coal.game import DRAW, FREE, OVER, PLAYED, STOP, UNFINISHED
from zochastic.sims.coal.payment import DEVILS, LACKED, SHORT, TURNS
from zochastic.sims.coal.table import opening, pack_rules
from zochastic.sims.coal.tally import (
    GameExperiment,
    RoundExperiment,
    counts_of,
    credit_of,
    play_on,
)
from zochastic.sims.runner import run

PRINTED = CoalRules()
ENDED = {"target": OVER, "max_rounds": UNFINISHED, None: PLAYED}

VARIANTS = st.fixed_dictionaries(
    {
        "players": st.integers(2, 6),
        "coal": st.sampled_from(
            [{100: 2, 75: 3, 50: 7, 25: 9, 20: 9, 10: 9}, {30: 5, 10: 8}, {7: 3}, {50: 6, 20: 30}]
        ).map(lambda coal: tuple(sorted(coal.items(), reverse=True))),
        "devils": st.integers(0, 9),
        "start": st.sampled_from([0, 20, 200, 1_500]),
        "bet_step": st.sampled_from([5, 10, 20]),
        "max_bet": st.sampled_from([None, 60, 200]),
        "zero_bet": st.booleans(),
        "min_draw": st.integers(1, 4),
        "target": st.sampled_from([400, 1_600, 6_000]),
        "best_bonus": st.sampled_from([0, 50, 35]),
        "pieces_bonus": st.sampled_from([0, 50]),
        "bonus_ties": st.sampled_from(["each", "split", "none"]),
        "win_factor": st.integers(0, 3),
        "double": st.integers(0, 4),
        "double_to": st.sampled_from(["highest", "nobody"]),
        "pact": st.sampled_from([0, 15, 50, 120]),
        "pact_space": st.sampled_from([0, 50, 200]),
        "pact_alone_last": st.booleans(),
        "pact_poor": st.sampled_from(["bank", "nobody"]),
        "track": st.sampled_from([(50, 200, 300, 500, 800, 1_200, 1_600), (100,), (20, 30, 40)]),
        "mouth": st.sampled_from([0, 3, 20, 48]),
        "bank": st.sampled_from(["unlimited", "printed"]),
        "memory": st.sampled_from(["perfect", "devils", "none"]),
        "bet_on": st.sampled_from(["table", "own"]),
        "max_rounds": st.integers(1, 25),
    }
)
BETS = st.sampled_from(["fixed:0", "fixed:55", "fixed:100", "share:0.3", "share:1", "all-in"])
DRAWS = st.sampled_from(["ev", "own-bet", "amount:30", "amount:120", "pieces:1", "pieces:4"])
NAMES = st.lists(st.tuples(BETS, DRAWS).map("+".join), min_size=6, max_size=6)


def named(rules, names):
    return [read_policy(name, rules.players) for name in names[: rules.players]]


def kernel(rules, policies, position, seed, game, **more):
    return play_on(
        pack_rules(rules), pack_policies(rules, policies), table_of(rules, position), seed=seed,
        first_game=game, games=1, **more,
    )  # fmt: skip


def compare(rules, policies, position, seed, game, rounds=100):
    """The referee's game and the kernel's are the same, round by round."""
    told, last = play(rules, policies, position, seed, game, rounds)
    for k, (wealth, events) in enumerate(zip(told.wealth, told.events, strict=True), 1):
        played = kernel(rules, policies, position, seed, game, most_rounds=k)
        assert played.chips[0].tolist() == wealth
        assert played.events.tolist() == events
        assert played.lengths[0] == k
        ended = told.ended if k == len(told.wealth) else None
        assert played.ended[0] == ENDED[ended]
    if last.over:
        whole = kernel(rules, policies, position, seed, game)
        assert whole.lengths[0] == len(told.wealth)
        assert whole.events.tolist() == told.events[-1]
    return told, last


@settings(max_examples=150)
@given(VARIANTS, NAMES, st.integers(0, 2**64 - 1), st.integers(0, 10**6))
def test_the_kernel_plays_what_the_referee_plays(given_rules, names, seed, game):
    rules = CoalRules(**given_rules)
    position = referee.begin(rules, starter=game % rules.players)
    compare(rules, named(rules, names), position, seed, game)


def moment(rules, policies, seed, steps):
    """A position in the middle of a game, so many decisions and bets after its beginning."""
    position, luck = referee.begin(rules), random.Random(seed)
    for _ in range(steps):
        if position.over:
            return None
        before = position
        may = referee.legal(rules, position)
        if "bet" in may:
            laid = tuple(
                stake(rules, policies[seat], chips)
                for seat, chips in zip(position.seats, position.wealth, strict=True)
            )
            position = referee.apply(rules, position, laid)[0]
        elif "settle" in may:
            position = referee.settle(rules, position)[0]
        elif "stop" in may and stops(rules, policies[position.seats[position.drawer]], position):
            position = referee.apply(rules, position, "stop")[0]
        else:
            deck = [v for v, n in position.oven.coal for _ in range(n)]
            action = luck.choice(deck + ["devil"] * position.oven.devils)
            position = referee.apply(rules, position, action)[0]
        assert before is not position
    return None if position.over else position


@settings(max_examples=150)
@given(VARIANTS, NAMES, st.integers(0, 2**64 - 1), st.integers(1, 60))
def test_from_the_middle_of_a_round_and_of_a_turn_too(given_rules, names, seed, steps):
    rules = CoalRules(**given_rules)
    policies = named(rules, names)
    position = moment(rules, policies, seed, steps)
    if position is not None:
        by_place = [policies[seat] for seat in position.seats]
        start = replace(position, short=0)
        compare(rules, by_place, start, seed, steps, rounds=4)


@settings(max_examples=100)
@given(VARIANTS, NAMES, st.integers(0, 2**32), st.integers(1, 60))
def test_a_first_decision_can_be_laid_down(given_rules, names, seed, steps):
    rules = CoalRules(**given_rules)
    policies = named(rules, names)
    position = moment(rules, policies, seed, steps)
    if position is None or position.drawer is None or "stop" not in referee.legal(rules, position):
        return
    by_place = [policies[seat] for seat in position.seats]
    stopped = referee.apply(rules, position, "stop")[0]
    forced = kernel(rules, by_place, position, seed, 0, most_rounds=1, force=STOP)
    after = kernel(rules, by_place, stopped, seed, 0, most_rounds=1)
    assert forced.chips.tolist() == after.chips.tolist()
    drawn = kernel(rules, by_place, position, seed, 0, most_rounds=1, force=DRAW)
    first = Pieces(rules, position.oven, seed, 0).next()
    turned = referee.apply(rules, position, first)[0]
    free = kernel(rules, by_place, position, seed, 0, most_rounds=1, force=FREE)
    if not stops(rules, by_place[position.drawer], position):
        assert drawn.chips.tolist() == free.chips.tolist()
    if first == "devil" and turned.turns_over:
        settled = referee.settle(rules, turned)[0]
        by_seat = dict(zip(settled.seats, settled.wealth, strict=True))
        assert drawn.chips[0].tolist() == [by_seat[seat] for seat in position.seats]


def test_a_decision_laid_down_for_one_drawer_is_not_the_next_ones():
    rules = CoalRules(players=2, coal=((10, 6),), devils=2, mouth=0)
    policies = named(rules, ["fixed:0+amount:1000"] * 2)
    position = referee.apply(rules, referee.begin(rules), (0, 0))[0]
    burned = 0
    for seed in range(40):
        told, _ = play(rules, policies, position, seed, 0, 1)
        if Pieces(rules, position.oven, seed, 0).next() == "devil":
            forced = kernel(rules, policies, position, seed, 0, most_rounds=1, force=STOP)
            assert forced.chips[0].tolist() == told.wealth[0]
            assert forced.events.tolist() == told.events[0]
            burned += 1
    assert burned


@pytest.mark.parametrize("name", ["printed", "printed-bank", "own-amount", "fresh-oven"])
@pytest.mark.parametrize("bet", ["chance:0.6", "fixed:100", "share:0.5", "all-in"])
def test_no_chip_is_made_or_lost(name, bet):
    rules = load_variant("coal", name, ["bank=printed", "max_rounds=60"]).rules
    policies = pack_policies(rules, named(rules, [f"{bet}+round", "ev", "own-bet", "round"]))
    start = opening(rules)
    lot = {"seed": 3, "first_game": 0, "games": 300}
    for rounds in (1, 2, 5, 60):
        played = play_on(pack_rules(rules), policies, start, most_rounds=rounds, **lot)
        assert (played.chips >= 0).all()
        assert (played.chips.sum(axis=1) <= PRINTED_CHIPS).all()
    rich = load_variant("coal", name, ["max_rounds=60"]).rules
    free = play_on(pack_rules(rich), policies, opening(rich), **lot)
    if not played.events[SHORT]:
        assert (free.chips == played.chips).all()
        assert played.events[LACKED] == 0


@pytest.mark.parametrize(("aim", "players"), [(50, 4), (100, 4), (150, 4), (200, 4), (100, 2)])
def test_all_who_draw_for_an_amount_reach_it_as_often_as_can_be(aim, players):
    """The whole-game kernel's rounds against the exact chance of helpers."""
    rules = CoalRules(players=players, best_bonus=0, pieces_bonus=0, pact_alone_last=False)
    # who has reached the amount ends the round for the bet: a stake of it is won or lost
    policies = pack_policies(rules, named(rules, [f"fixed:{aim}+own-bet"] * players))
    experiment = RoundExperiment(pack_rules(rules), policies, opening(rules), seed=11)
    games = 200_000
    counts = run(experiment, games=games, threads=2).counts
    net = int(counts[0])  # every stake equal: all are doubled, or all are lost
    won = (net + games * aim) // (3 * aim)
    assert (net + games * aim) % (3 * aim) == 0
    exact = chances(team_problem(rules.fresh, players), [aim])[0]
    assert abs(z_of_proportion(won, games, exact)) < 4


@pytest.mark.parametrize("aim", [100, 200])
def test_amount_reaches_it_as_often_too(aim):
    """By ``amount:N`` those after a success draw on for themselves: the best stays reached."""
    rules = CoalRules(best_bonus=0, pieces_bonus=0, pact_alone_last=False)
    policies = pack_policies(rules, named(rules, [f"fixed:{aim}+amount:{aim}"] * 4))
    experiment = RoundExperiment(pack_rules(rules), policies, opening(rules), seed=12)
    games = 200_000
    net = int(run(experiment, games=games, threads=2).counts[0])
    won = (net + games * aim) // (3 * aim)
    exact = chances(team_problem(rules.fresh, 4), [aim])[0]
    assert abs(z_of_proportion(won, games, exact)) < 4


def test_counts_add_up():
    policies = pack_policies(PRINTED, named(PRINTED, ["round", "fixed:100", "ev", "share:0.5"]))
    experiment = GameExperiment(pack_rules(PRINTED), policies, opening(PRINTED), 5, True)
    one = run(experiment, games=10_000, threads=1)
    two = run(experiment, games=10_000, threads=2)
    assert (one.counts == two.counts).all()
    counts = counts_of(one.counts, 4)
    sole, shared, credit, _, chips = counts.seats
    assert sole.sum() + counts.shared + counts.unfinished == 10_000
    assert shared.sum() >= 2 * counts.shared
    assert credit.sum() == 60 * (10_000 - counts.unfinished)
    assert counts.length.sum() == 10_000
    assert counts.length @ np.arange(counts.length.size) == counts.rounds
    assert counts.events[TURNS] == 4 * counts.rounds
    assert counts.events[DEVILS] < counts.events[TURNS]
    assert (chips > 0).all()


def test_the_start_goes_round_with_the_game():
    policies = pack_policies(PRINTED, named(PRINTED, ["fixed:100+ev"] * 4))
    start = opening(PRINTED)
    lot = {"seed": 2, "first_game": 0, "games": 8}
    round_ = play_on(pack_rules(PRINTED), policies, start, any_starter=True, **lot)
    for game in range(8):
        told, _ = play(
            PRINTED, named(PRINTED, ["fixed:100+ev"] * 4), referee.begin(PRINTED, game % 4), 2, game,
            10_000,
        )  # fmt: skip
        shift = game % 4
        by_place = told.wealth[-1]
        by_seat = [by_place[(seat - shift) % 4] for seat in range(4)]
        assert round_.chips[game].tolist() == by_seat
    assert credit_of(round_).sum() == 8 * 60
