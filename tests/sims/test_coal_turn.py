"""Played turns of coal against the referee, the exact law, and themselves."""

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from zochastic.analysis.coal.turn.law import threshold_law
from zochastic.analysis.coal.turn.stopping import (
    best_stopping,
    compositions,
    law_of_rule,
    stop_table,
)
from zochastic.analysis.coal.turn.team import chances, team_problem
from zochastic.analysis.estimates import z_of_proportion
from zochastic.rules.coal import CoalRules, Oven
from zochastic.rules.coal import turn as referee
from zochastic.sims.coal import lanes
from zochastic.sims.coal.pack import amount_and_pieces, pack
from zochastic.sims.coal.team import TeamExperiment
from zochastic.sims.coal.turn import TurnExperiment, play_turn
from zochastic.sims.runner import run
from zochastic.sims.streams import seed_state

FRESH = CoalRules().fresh
OVENS = {
    "fresh": FRESH,
    "half gone": Oven.of({100: 1, 50: 3, 25: 4, 10: 6}, 5),
    "one devil": Oven.of({75: 2, 20: 3}, 1),
    "no devil": Oven.of({50: 2, 10: 3}),
    "no coal": Oven((), 4),
    "one piece": Oven.of({10: 1}),
    "63 pieces": Oven.of({10: 30, 30: 20}, 13),
    "64 pieces": Oven.of({10: 30, 30: 20}, 14),
    "nine kinds": Oven.of({v: 2 for v in range(10, 100, 10)}, 3),
}
RULES = {
    "130 or more": lambda amount, pieces: amount >= 130 and pieces >= 1,
    "three pieces": lambda amount, pieces: pieces >= 3,
    "60, or two pieces": lambda amount, pieces: amount >= 60 or pieces >= 2,
}


@numba.njit
def record(seed, deck, steps, stop, draws, ends):
    """Turns written down: kinds in the order drawn (−1 behind), code, 1 if burned."""
    state = np.empty(4, np.uint64)
    seed_state(state, seed, 0)
    for turn in range(draws.shape[0]):
        code, drawn, devil = play_turn(state, deck, deck.size, steps.size, steps, stop)
        for i in range(draws.shape[1]):
            draws[turn, i] = deck[i] if i < drawn else -1
        ends[turn, 0] = code
        ends[turn, 1] = 1 if devil else 0


@settings(max_examples=60)
@given(
    st.dictionaries(st.sampled_from([5, 10, 20, 25, 50, 75, 100]), st.integers(0, 5), min_size=1),
    st.integers(0, 6),
    st.integers(1, 4),
    st.randoms(use_true_random=False),
)
def test_referee_and_kernel_agree_on_every_turn(counts, devils, min_draw, random):
    """The same draws and decisions give the same turn, over random variants."""
    if not sum(counts.values()) + devils:
        devils = 1
    rules = CoalRules(coal=counts, devils=devils, min_draw=min_draw)
    packed = pack(rules.fresh)
    at = random.randrange(1, 150)
    table = amount_and_pieces(packed, lambda amount, pieces: amount >= at and pieces >= min_draw)
    draws = np.empty((20, rules.fresh.size), np.int64)
    ends = np.empty((20, 2), np.int64)
    seed = np.uint64(random.randrange(2**63))
    record(seed, packed.deck, table.steps, table.stop, draws, ends)
    for drawn, (code, burned) in zip(draws.tolist(), ends.tolist(), strict=True):
        turn = referee.begin(rules, rules.fresh)
        for kind in drawn:
            if kind < 0:
                break
            assert "draw" in referee.legal(rules, turn)
            piece = "devil" if kind == packed.values.size else int(packed.values[kind])
            turn, clause = referee.apply(rules, turn, piece)
            assert clause
        if not turn.over:
            turn, _ = referee.apply(rules, turn, "stop")
        amount, pieces, _ = referee.settle(turn)
        assert turn.burned == bool(burned)
        if not burned:
            width = rules.fresh.pieces + 1
            assert (amount // packed.unit) * width + pieces == code


@pytest.mark.parametrize("name", OVENS)
@pytest.mark.parametrize("rule", RULES)
def test_simulated_turns_agree_with_the_exact_law(name, rule):
    """[coal: A round, 2] by chi-square over (amount, pieces) and the devil."""
    oven = OVENS[name]
    packed = pack(oven)
    table = amount_and_pieces(packed, RULES[rule])
    tally = run(TurnExperiment(packed.deck, table.steps, table.stop, seed=4), games=2**19)
    space = compositions(oven)
    amounts, pieces = space.totals()
    stop = np.array([RULES[rule](a, k) for a, k in zip(amounts, pieces, strict=True)])
    law = law_of_rule(space, stop)
    width = oven.pieces + 1
    exact = np.bincount(amounts // packed.unit * width + pieces, law.ends, table.stop.size)
    assert agrees(tally.counts, np.append(exact, law.p_devil))


def agrees(counts, law):
    """Chi-square over cells with enough expected counts, the rest in one."""
    expected = law * counts.sum()
    large = expected >= 10
    assert not counts[law == 0].any()
    observed, expected = counts[large], expected[large]
    rest = counts.sum() - observed.sum(), counts.sum() - expected.sum()
    if rest[1] >= 5:
        observed, expected = np.append(observed, rest[0]), np.append(expected, rest[1])
    if observed.size == 1:
        return observed[0] == pytest.approx(expected[0])
    return stats.chisquare(observed, expected * observed.sum() / expected.sum()).pvalue > 1e-4


def test_the_best_rule_is_played_by_composition():
    solution = best_stopping(compositions(FRESH), lambda amounts, _: amounts)
    table = stop_table(solution)
    experiment = TurnExperiment(pack(FRESH).deck, table.steps, table.stop, seed=9)
    tally = run(experiment, games=2**20)
    law = law_of_rule(solution.space, solution.stop)
    z = z_of_proportion(int(tally.counts[-1]), tally.games, law.p_devil)
    assert abs(z) < 4
    amounts, _ = solution.space.totals()
    mean = tally.counts[:-1] @ amounts / tally.games
    assert mean == pytest.approx(58.3127, abs=0.35)


EXPERIMENTS = {
    "turns": TurnExperiment(
        pack(FRESH).deck,
        *(lambda t: (t.steps, t.stop))(amount_and_pieces(pack(FRESH), RULES["130 or more"])),
        seed=3,
        chunk=1000,
    ),
    "lanes": lanes.ThresholdExperiment(
        (9, 9, 9, 7, 3, 2), (2, 4, 5, 10, 15, 20), 9, 20, seed=3, chunk=1000
    ),
    "team": TeamExperiment(pack(FRESH).deck, pack(FRESH).values, 4, 200, 1, seed=3, chunk=1000),
}


@pytest.mark.parametrize("name", EXPERIMENTS)
@pytest.mark.parametrize("threads", [2, 3])
def test_the_same_seed_gives_the_same_counts_on_any_threads(name, threads):
    one = run(EXPERIMENTS[name], games=12_345, threads=1)
    many = run(EXPERIMENTS[name], games=12_345, threads=threads)
    assert np.array_equal(one.counts, many.counts)
    assert one.key == many.key


@pytest.mark.parametrize("name", [n for n in OVENS if OVENS[n].pieces])
@pytest.mark.parametrize("threshold", [1, 30, 95, 200, 5000])
def test_lanes_agree_with_the_exact_law(name, threshold):
    oven = OVENS[name]
    packed = pack(oven)
    units = -(-threshold // packed.unit)
    experiment = lanes.ThresholdExperiment(
        tuple(packed.pieces[::-1].tolist()), tuple(packed.units[::-1].tolist()), oven.devils,
        units, seed=threshold,
    )  # fmt: skip
    games = 300_007
    counts = run(experiment, games=games).counts
    law = threshold_law(oven, threshold)
    assert counts[lanes.TURNS] == games
    assert abs(z_of_proportion(int(counts[lanes.DEVILS]), games, float(law.p_devil))) < 4
    second = sum(p * a * a for (a, _), p in law.pmf.items())
    deviation = float(second - law.mean_amount**2) ** 0.5 / games**0.5
    mean = counts[lanes.UNITS] * packed.unit / games
    assert abs(mean - float(law.mean_amount)) <= 4 * deviation + 1e-9


def test_lanes_count_the_pieces_drawn():
    """Drawing until the first of b devils turns over g/(b+1) + 1 pieces on average."""
    experiment = lanes.ThresholdExperiment((30,), (1,), 9, 1000, seed=1)
    games = 2**20
    counts = run(experiment, games=games).counts
    assert counts[lanes.DEVILS] == games
    assert counts[lanes.DRAWS] / games == pytest.approx(30 / 10 + 1, abs=0.02)


@pytest.mark.parametrize("games", [1, 127, 128, 129, 1000])
def test_lanes_play_exactly_as_many_turns_as_asked(games):
    counts = run(EXPERIMENTS["lanes"], games=games).counts
    assert counts[lanes.TURNS] == games


@pytest.mark.parametrize("name", [n for n in OVENS if OVENS[n].pieces])
@pytest.mark.parametrize(("players", "aim", "min_draw"), [(2, 60, 1), (4, 150, 1), (3, 60, 3)])
def test_helping_drawers_agree_with_their_exact_chance(name, players, aim, min_draw):
    oven = OVENS[name]
    packed = pack(oven)
    experiment = TeamExperiment(packed.deck, packed.values, players, aim, min_draw, seed=2)
    tally = run(experiment, games=2**18)
    exact = chances(team_problem(oven, players, min_draw=min_draw), [aim])[0]
    assert abs(z_of_proportion(experiment.successes(tally.counts), tally.games, exact)) < 4
    assert tally.counts[: players + 1].sum() == tally.games
