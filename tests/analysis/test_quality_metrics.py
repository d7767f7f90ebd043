"""Metrics against plain twins, closed forms, and how often their intervals cover these."""

import dataclasses

import numpy as np
import pytest
from piglet import Race

from zochastic.analysis.quality import intervals, tally
from zochastic.analysis.quality.metrics import default_metrics, path_metrics
from zochastic.analysis.quality.records import PARTS, Records, design_of
from zochastic.rules.variants import load_variant
from zochastic.sims.coal.payment import LEADS
from zochastic.sims.coal.tally import play_on

METRICS = {m.name: m for m in [*default_metrics(2, seconds=30, eliminates=True), *path_metrics()]}


def records(seed, games=40, players=3, longest=9):
    rng = np.random.default_rng(seed)
    steps = rng.integers(1, longest + 1, games)
    history = rng.integers(0, 4, (games, longest, players))
    last = history[np.arange(games), steps - 1]
    first = last == last.max(axis=1, keepdims=True)
    unfinished = rng.random(games) < 0.1
    credit = first * (PARTS // first.sum(axis=1, keepdims=True)) * ~unfinished[:, None]
    out = np.where(rng.random((games, players)) < 0.3, rng.integers(1, steps + 1)[:, None], 0)
    return Records(
        credit,
        steps,
        steps * players,
        steps,
        history,
        unfinished,
        out,
        rng.integers(0, players, games),
    )


def plain(records):
    """The head of the line, game by game in the words of the definitions."""
    found = np.zeros(tally.HEAD, np.int64)
    games, players = records.credit.shape
    for g in range(games):
        steps = records.steps[g]
        found[tally.GAMES] += 1
        found[tally.ROUNDS] += records.rounds[g]
        found[tally.TURNS] += records.turns[g]
        found[tally.SHARED] += sum(c > 0 for c in records.credit[g]) > 1
        found[tally.UNFINISHED] += records.unfinished[g]
        leader = None
        for step in range(steps):
            scores = list(records.history[g, step])
            if scores.count(max(scores)) == 1:
                now = scores.index(max(scores))
                found[tally.LEADS] += leader is not None and now != leader
                leader = now
        if steps >= 2 and not records.unfinished[g]:
            scores = list(records.history[g, steps // 2 - 1])
            leaders = [p for p in range(players) if scores[p] == max(scores)]
            found[tally.HALVES] += 1
            found[tally.AHEAD] += sum(records.credit[g, p] for p in leaders) * PARTS // len(leaders)
        found[tally.PLAYER_ROUNDS] += records.rounds[g] * players
        waits = [records.rounds[g] - out for out in records.out[g] if out > 0]
        found[tally.WAITED] += sum(waits)
        found[tally.OUTS] += bool(waits)
        found[tally.FIRST_WAITED] += max(waits, default=0)
    return found


@pytest.mark.parametrize("seed", range(8))
def test_sums_are_what_the_definitions_say(seed):
    made = records(seed, players=2 + seed % 4)
    # half a unit of rounding a game at most, where three or more share the lead
    line = tally.sums_of(made)
    expected = plain(made)
    assert abs(line[tally.AHEAD] - expected[tally.AHEAD]) <= made.credit.shape[0]
    line[tally.AHEAD] = expected[tally.AHEAD]
    assert line[: tally.HEAD].tolist() == expected.tolist()
    layout = tally.Layout(made.credit.shape[1])
    by_turn = [
        sum(made.credit[g, (made.first[g] + k) % layout.players] for g in range(40))
        for k in range(layout.players)
    ]
    assert line[layout.seats].tolist() == by_turn
    assert line[layout.lengths].sum() == 40


@pytest.mark.parametrize("seed", range(3))
def test_ranges_hold(seed):
    made = records(seed, players=2)
    line = tally.sums_of(made)[None].repeat(2, axis=0)
    for metric in default_metrics(2, seconds=30, eliminates=True):
        found = intervals.estimate(metric, line)
        assert metric.low <= found.low <= found.value <= found.high <= metric.high, metric.name


def piglet(target):
    rules = load_variant("zoinx", "piglet", [f"target={target}"]).rules
    return design_of("zoinx").seat(rules, ["hold:1"] * 2, paths=True)


def lines(playing, seed, chunks, games):
    """Sums of many small chunks, cut out of large ones."""
    found = []
    together = max(1, 4096 // games)
    for first in range(0, chunks, together):
        big = playing.play(seed, first * games, together * games)
        for k in range(min(together, chunks - first)):
            cut = slice(k * games, (k + 1) * games)
            parts = {
                f.name: getattr(big, f.name)[cut]
                for f in dataclasses.fields(Records)
                if f.name != "paths"
            }
            paths = type(big.paths)(*(v[cut] for v in vars(big.paths).values()))
            found.append(tally.sums_of(Records(**parts, paths=paths)))
    return np.array(found)


def closed_forms(race):
    p = race.first_wins
    return {
        "mean_turns": race.mean_turns,
        "mean_minutes": race.mean_turns / 2,
        "q10_rounds": race.quantile_rounds(0.1),
        "median_rounds": race.quantile_rounds(0.5),
        "q90_rounds": race.quantile_rounds(0.9),
        "seat_1": p - 0.5,
        "seat_2": 0.5 - p,
        "seat_spread": 2 * p - 1,
        "lead_changes": race.lead_changes,
        "runaway": race.runaway,
        # two equally likely ends of a turn: the standard deviation is the mean change
        "surprise": race.surprise,
        "suspense": race.surprise,
        "movement": p * (1 - p),
        "p_tie": 0.0,
        "p_unfinished": 0.0,
    }


def test_a_race_to_one_is_known_by_heart():
    race = Race(1)
    assert race.mean_turns == pytest.approx(2)
    assert race.first_wins == pytest.approx(2 / 3)
    assert race.p(0, 0) == pytest.approx(2 / 3)
    assert race.lead_changes == 0


@pytest.mark.parametrize("target", [1, 3, 10])
def test_metrics_of_a_fair_coin_race_equal_their_closed_forms(target):
    race = Race(target)
    assert race.p(0, 0) == pytest.approx(race.first_wins, abs=1e-12)
    table = np.array([tally.sums_of(piglet(target).play(5, i * 2000, 2000)) for i in range(40)])
    for name, exact in closed_forms(race).items():
        found = intervals.estimate(METRICS[name], table, level=0.9999)
        if name == "runaway" and target == 1:
            continue  # nobody leads before the end: half of all wins, without any error
        assert found.low - 1e-9 <= exact <= found.high + 1e-9, (name, exact, found)


def test_intervals_cover_the_exact_value_as_often_as_they_say():
    repeats, chunks, games = 1000, 32, 40
    exact = closed_forms(Race(3))
    table = lines(piglet(3), 7, repeats * chunks, games).reshape(repeats, chunks, -1)
    for name in ("mean_turns", "median_rounds", "q90_rounds", "seat_1", "seat_spread",
                 "lead_changes", "runaway", "surprise", "movement"):  # fmt: skip
        found = [intervals.estimate(METRICS[name], one) for one in table]
        covered = sum(f.low <= exact[name] <= f.high for f in found) / repeats
        assert 0.93 <= covered <= 0.97, (name, covered)


def test_paired_intervals_cover_the_difference_of_two_variants():
    repeats, chunks, games = 500, 32, 40
    tables = [
        lines(piglet(target), 11, repeats * chunks, games).reshape(repeats, chunks, -1)
        for target in (2, 3)
    ]
    metric, gap = METRICS["mean_turns"], Race(3).mean_turns - Race(2).mean_turns
    found = [intervals.difference(metric, b, a) for a, b in zip(*tables, strict=True)]
    covered = sum(f.low <= gap <= f.high for f in found) / repeats
    assert 0.92 <= covered <= 0.98
    alone = [intervals.estimate(metric, b).half_width for b in tables[1]]
    assert np.mean([f.half_width for f in found]) < np.mean(alone)  # the same luck


@pytest.mark.parametrize(
    ("variant", "names"),
    [("pig-10", ["perfect"] * 2), ("pig", ["hold:20"] * 2), ("printed", ["points", "perfect"]),
     ("lead-or-tie", ["perfect"] * 2), ("piglet", ["perfect"] * 2)],
)  # fmt: skip
def test_the_squared_moves_of_a_win_probability_add_up_to_the_variance_of_the_result(
    variant, names
):
    rules = load_variant("zoinx", variant).rules
    playing = design_of("zoinx").seat(rules, names, paths=True)
    made = [playing.play(3, i * 2000, 2000) for i in range(40)]
    table = np.array([tally.sums_of(one) for one in made])
    start = made[0].paths.chance[0, 0, 0]
    shared = table[:, tally.SHARED].sum() / table[:, tally.GAMES].sum()
    found = intervals.estimate(METRICS["movement"], table, level=0.9999)
    assert found.low <= start * (1 - start) - shared / 4 <= found.high
    # and the policies' own win rate is where the path begins
    won = intervals.estimate(METRICS["seat_1"], table, level=0.9999)
    assert won.low <= start - 0.5 <= won.high
    for name in ("comeback", "drama", "decided_at"):
        assert 0 < intervals.estimate(METRICS[name], table).value < 1
    # suspense squared is the expected squared move, so no less surprise than its own square
    assert intervals.estimate(METRICS["suspense"], table).value > 0


def test_deciding_at_random_loses_nothing_where_there_is_nothing_to_decide():
    # a race to one is over after the first heads: stop or toss again, a coin loses by tossing again
    rules = load_variant("zoinx", "piglet", ["target=1"]).rules
    playing = design_of("zoinx").seat(rules, ["hold:1"] * 2, paths=True)
    line = np.array([tally.sums_of(playing.play(1, i * 500, 500)) for i in range(4)])
    # p(win | stop at heads) = 2/3; who tosses on by coin banks 1/2 + 1/4 · 1/2 + … = 2/3 of heads
    share = (1 / 2) / (1 - 1 / 4)
    value = 0.5 * share + (1 - 0.5 * share) * (1 - 2 / 3)
    found = intervals.estimate(METRICS["decision_weight"], line)
    assert found.value == pytest.approx(2 / 3 - value, abs=1e-9)


def test_lead_changes_of_coal_are_those_that_its_kernel_counts():
    rules = load_variant("coal").rules
    design = design_of("coal")
    playing = design.seat(rules, design.usual(rules))
    line = tally.sums_of(playing.play(9, 100, 200))
    played = play_on(
        playing.rules, playing.policies, playing.start, seed=9, first_game=100, games=200
    )
    assert line[tally.LEADS] == played.events[LEADS]
    assert line[tally.ROUNDS] == played.lengths.sum()
