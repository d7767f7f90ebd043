"""Which variants a sweep plays, how they are played, what is told of them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zochastic.analysis import sweep
from zochastic.analysis.design import sensitivity
from zochastic.analysis.design.balance import balance
from zochastic.analysis.design.compare import compare
from zochastic.analysis.design.readings import assumptions
from zochastic.analysis.design.stops import Aim
from zochastic.analysis.design.table import Table
from zochastic.analysis.quality.tally import sums_of
from zochastic.analysis.sweep import Arm, Plan
from zochastic.analysis.vary import cells, read_axes
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import load_variant

COAL = load_variant("coal", "printed", ["players=2"])
PAIR = ["players=2"]


def swept(*vary, variant=COAL, sets=PAIR, games=640, **more):
    return balance(variant, axes=read_axes(vary), sets=sets, games=games, **more)


def test_ranges_have_both_ends():
    (axis,) = read_axes(["devils=6:9"])
    assert axis.values == ("6", "7", "8", "9")
    assert read_axes(["best_bonus=0:100:30"])[0].values == ("0", "30", "60", "90", "100")
    assert read_axes(["near_tie=0:0.2:0.1"])[0].values == ("0.0", "0.1", "0.2")
    assert read_axes(["active_bets=[2,4],[2,4,6]"])[0].values == ("[2,4]", "[2,4,6]")
    assert [axis.key for axis in read_axes(["a=1,2"], players="2:3")] == ["a", "players"]
    assert read_axes([], players="3")[0].values == ("3",)


@pytest.mark.parametrize(
    "text",
    ["", "devils", "devils=", "=1:2", "devils=9:6", "devils=6:6", "devils=1:2:0", "devils=1:2:-1",
     "devils=a:b", "devils=1:2:3:4", "devils=1:1e9", "devils=6,6", "devils=6,,7", "devils=inf:3",
     "devils=nan:nan", "devils=:", "devils=1:", "a=" + "9" * 400 + ":2"],
)  # fmt: skip
def test_ranges_that_are_none_are_refused(text):
    with pytest.raises(InvalidInput) as wrong:
        read_axes([text])
    assert "\n" not in str(wrong.value)


@given(st.text(max_size=12))
def test_any_text_is_a_range_or_refused(text):
    try:
        axes = read_axes([text])
    except InvalidInput:
        return
    assert all(axis.values for axis in axes)


def test_a_key_comes_once_and_exists():
    with pytest.raises(InvalidInput, match="once"):
        read_axes(["devils=1:2", "devils=3:4"])
    with pytest.raises(InvalidInput, match="did you mean 'devils'"):
        swept("devil=1:2")
    with pytest.raises(InvalidInput, match="devils"):
        swept("devils=1:251")
    with pytest.raises(InvalidInput, match="at most 2,000 variants"):
        swept("devils=0:100", "best_bonus=0:100")


def test_a_sample_takes_each_point_once_and_fills_the_range():
    axes = read_axes(["devils=1:40", "best_bonus=0:100:10"])
    found = cells(COAL, PAIR, axes, 64, 1)
    assert len({cell.at for cell in found}) == len(found) <= 64
    assert len(found) > 50
    assert cells(COAL, PAIR, axes, 64, 1)[5].at == found[5].at
    devils = [cell.parameters["devils"] for cell in found]
    assert min(devils) < 5
    assert max(devils) > 36
    assert all(cell.variant.rules.devils == cell.parameters["devils"] for cell in found)


def test_the_same_seed_gives_the_same_rows_on_any_number_of_threads():
    one = swept("devils=8:10", threads=1)
    two = swept("devils=8:10", threads=3)
    assert one.rows == two.rows
    assert one.rows != swept("devils=8:10", seed=2).rows


def test_rows_are_one_a_variant_and_metric_with_the_printed_game_beside():
    answer = swept("devils=8:9", metrics=["mean_turns", "p_tie"])
    assert [row["metric"] for row in answer.rows] == ["mean_turns", "p_tie"] * 2
    assert list(answer.rows[0]) == [
        "devils", "metric", "estimate", "low", "high", "printed", "difference", "diff_low",
        "diff_high", "games",
    ]  # fmt: skip
    fewer, printed = answer.rows[0], answer.rows[2]
    assert printed["difference"] == printed["diff_low"] == printed["diff_high"] == 0
    assert fewer["printed"] == printed["estimate"]
    assert fewer["difference"] == pytest.approx(fewer["estimate"] - fewer["printed"])
    assert "mean_turns goes from" in answer.answer
    assert "made for each variant" in answer.title


def test_the_title_names_frozen_policies():
    answer = swept("devils=6,12", freeze=True, policies=["fixed:50+ev"])
    assert "fixed:50+ev made for coal/printed, players=2 and frozen" in answer.title
    free = swept("devils=6,12", policies=["fixed:50+ev"])
    assert [row["estimate"] for row in free.rows] != [row["estimate"] for row in answer.rows]


def test_a_variant_tuned_to_a_length_of_the_printed_game_finds_the_printed_value():
    printed = swept("devils=9,10", games=20_000, metrics=["mean_rounds"]).rows[0]["estimate"]
    aim = Aim.read(f"mean_rounds={printed}")
    answer = swept("devils=5:13", games=40_000, metrics=["mean_rounds"], best=aim, seed=2)
    best = answer.rows[answer.best]
    assert best["devils"] == 9
    games = [row["games"] for row in answer.rows]
    assert min(games) < max(games)  # the clearly worse were dropped
    assert best["games"] == max(games)
    assert "played no further" in " ".join(answer.notes)


def test_a_precision_that_is_reached_ends_a_variant():
    answer = swept("devils=8,9", games=100_000, metrics=["mean_rounds"], precision=0.5)
    for row in answer.rows:
        assert row["games"] < 100_000
        assert (row["high"] - row["low"]) / 2 <= 0.5


@pytest.mark.parametrize(
    "text", ["", "x", "mean_rounds", "mean_rounds=", "mean_rounds=nan", "mean_rounds=1e99", "=3"]
)
def test_targets_that_are_none_are_refused(text):
    with pytest.raises(InvalidInput):
        Aim.read(text)


def test_targets_and_metrics_that_cannot_be_are_refused():
    with pytest.raises(InvalidInput, match="from 0 to 1"):
        swept("devils=8:9", best=Aim.read("p_tie=2"))
    with pytest.raises(InvalidInput, match="mean_rounds"):
        swept("devils=8:9", best=Aim.read("mean_round=2"))
    with pytest.raises(InvalidInput, match="did you mean"):
        swept("devils=8:9", metrics=["mean_rouns"])
    with pytest.raises(InvalidInput):
        swept("devils=8:9", metrics=["seat_5"])
    with pytest.raises(InvalidInput):
        swept("devils=8:9", best=Aim.read("elo_spread=2"))


def test_seats_follow_the_number_of_players():
    answer = balance(COAL, axes=read_axes([], players="2:3"), games=640)
    seats = {
        n: [r["metric"] for r in answer.rows if r["players"] == n and r["metric"][:5] == "seat_"]
        for n in (2, 3)
    }
    assert seats[2] == ["seat_spread", "seat_1", "seat_2"]
    assert seats[3] == ["seat_spread", "seat_1", "seat_2", "seat_3"]
    assert all(row["difference"] == 0 for row in answer.rows)  # each beside its own printed game


def test_effects_over_numbers_of_players_are_those_of_metrics_that_all_have():
    answer = balance(load_variant("zoinx"), axes=read_axes([], players="2:4"), games=64)
    effects = {row["metric"]: row for row in answer.tables["sensitivity"]}
    told = {(row["players"], row["metric"]): row["estimate"] for row in answer.rows}
    assert {"mean_rounds", "seat_1", "seat_2"} <= set(effects)
    assert not {"seat_3", "seat_4"} & set(effects)
    for name, row in effects.items():
        values = [told[players, name] for players in (2, 3, 4)]
        assert (row["least"], row["most"]) == (min(values), max(values)), name


def test_effects_of_a_known_table():
    axes = read_axes(["devils=1:8", "best_bonus=1:8"])
    grid = cells(COAL, PAIR, axes, None, 1)
    rows = [
        {
            "metric": "m",
            "estimate": float(3 * cell.parameters["devils"] + cell.parameters["best_bonus"]),
        }
        for cell in grid
    ]
    devils, bonus = sensitivity.effects(axes, grid, rows, whole=True)
    assert (devils["range"], bonus["range"]) == (21, 7)
    # variances of the two terms stand as 9 to 1, and nothing goes together
    assert devils["sobol_first"] == pytest.approx(0.9, abs=0.02)
    assert devils["sobol_total"] == pytest.approx(0.9, abs=0.02)
    assert bonus["sobol_first"] == pytest.approx(0.1, abs=0.02)
    powers = [{"metric": "m", "estimate": float(cell.parameters["devils"]) ** 2} for cell in grid]
    devils, bonus = sensitivity.effects(axes, grid, powers, whole=True)
    assert devils["elasticity"] == pytest.approx(2)
    assert bonus["elasticity"] == pytest.approx(0, abs=1e-12)
    assert bonus["sobol_total"] == pytest.approx(0, abs=1e-12)
    flat = [{"metric": "m", "estimate": 5.0} for _ in grid]
    assert sensitivity.effects(axes, grid, flat, whole=True)[0]["sobol_first"] is None


def test_a_plan_plays_enough_games_in_chunks_of_one_size():
    for games in (1, 31, 32, 33, 1000, 123_456):
        plan = Plan.of(games, 4096)
        assert plan.games >= games
        assert plan.chunk <= 4096
        assert plan.chunks >= 32
        assert plan.games - games < (plan.chunk if plan.chunks > 32 else 32)
    small, large = Plan.of(140_000, 4096), Plan.of(1_000_000, 4096)
    assert small.chunk == large.chunk == 4096  # the longer run begins with the shorter one


def test_ctrl_c_leaves_what_was_played():
    class Stops:
        def __init__(self, table):
            self.table, self.played = table, 0

        def play(self, seed, first, games):
            self.played += 1
            if self.played > 40:
                raise KeyboardInterrupt
            return self.table.play(seed, first, games)

    table = Table.of(COAL)
    arm = table.arm(COAL)
    playing = Stops(arm.seat())
    arms = [Arm(lambda: playing), Arm(lambda: playing)]
    assert sweep.play_all(arms, Plan.of(320, 4096), seed=1, threads=1)
    assert len(arms[0].sums) == 32
    assert 0 < len(arms[1].sums) < 32


def test_compare_finds_what_differs_and_pairs_it():
    other = load_variant("coal", "printed", ["players=2", "devils=12"])
    answer = compare(COAL, other, games=6400)
    rows = {row["metric"]: row for row in answer.rows}
    rounds = rows["mean_rounds"]
    assert rounds["difference"] == pytest.approx(rounds["b"] - rounds["a"])
    assert rounds["p_value"] < 0.001
    assert rounds["diff_low"] > 0
    same = compare(COAL, COAL, games=640)
    assert all(row["difference"] == 0 for row in same.rows)
    assert all(row["p_value"] == 1 for row in same.rows)
    assert same.answer.startswith("No metric tells")
    three = load_variant("coal", "printed", ["players=3"])
    wide = compare(COAL, three, games=640, metrics=["seat_2", "mean_rounds", "turn_skill"])
    assert [row["metric"] for row in wide.rows] == ["seat_2", "mean_rounds", "turn_skill"]
    assert wide.rows[2]["a"] == pytest.approx(0.316827033)


@pytest.mark.parametrize("game", ["coal", "zoinx", "diavolo", "mauer"])
def test_every_assumed_key_is_played_both_ways(game):
    sets = ["players=2"]
    variant = load_variant(game, "printed", sets)
    answer = assumptions(variant, sets=sets, games=64, metrics=["mean_turns"])
    assumed = {key for key, _ in variant.rules.assumptions if key}
    assert {row["key"] for row in answer.rows} == assumed
    for row in answer.rows:
        assert row["moves"] == (row["p_value"] < 0.05)


def test_readings_that_matter_are_told_from_those_that_do_not():
    sets = ["players=2"]
    answer = assumptions(load_variant("coal", "printed", sets), sets=sets, games=20_000,
                         metrics=["mean_rounds"])  # fmt: skip
    moves = {(row["key"], row["other"]): row["moves"] for row in answer.rows}
    assert moves["mouth", "48"]
    assert not moves["zero_bet", "false"]
    assert "move" in answer.answer
    zoinx = assumptions(load_variant("zoinx"), games=64)
    assert [row["question"] for row in zoinx.tables["advice"]]


def test_a_variant_without_an_assumed_key_has_nothing_to_turn():
    sets = ["near_tie=0.1"]
    with pytest.raises(InvalidInput, match="assumed"):
        assumptions(load_variant("diavolo", "printed", sets), sets=sets, games=64)


def test_metrics_of_win_probabilities_are_looked_up_or_estimated():
    zoinx = load_variant("zoinx", "pig-10")
    answer = balance(zoinx, axes=read_axes(["target=5,10"]), games=640, metrics=["suspense"])
    assert all(0 < row["estimate"] < 3 for row in answer.rows)
    three = ["players=3"]
    answer = balance(
        load_variant("zoinx", "printed", three), sets=three, axes=read_axes(["target=5,10"]),
        games=64, metrics=["suspense", "mean_turns"], playouts=16,
    )  # fmt: skip
    assert all(0 < row["estimate"] < 30 for row in answer.rows)
    assert "each position is played on 16 times" in " ".join(answer.notes)
    coal = swept("devils=8:9", metrics=["comeback"], games=32, playouts=16)
    assert all(0 < row["estimate"] < 1 for row in coal.rows)
    with pytest.raises(InvalidInput, match="only with one of --metric comeback"):
        swept("devils=8:9", metrics=["mean_turns"], playouts=16)


def test_sums_of_two_chunks_are_the_sums_of_both():
    table = Table.of(COAL)
    playing = table.arm(COAL).seat()
    whole = sums_of(playing.play(1, 0, 100))
    parts = sums_of(playing.play(1, 0, 60)) + sums_of(playing.play(1, 60, 40))
    assert np.array_equal(whole, parts)
