"""The answers of zoinx: golden facts, advice that follows the variant, refusals in one line."""

import pytest

from zochastic.analysis.zoinx import answers
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import load_variant

PRINTED = load_variant("zoinx")
PIG = load_variant("zoinx", "pig")


def variant(name="printed", *sets):
    return load_variant("zoinx", name, sets)


def mixture(answer):
    return {row["bet"]: row["probability"] for row in answer.rows if row["probability"] > 1e-9}


def test_odds_are_the_known_values():
    answer = answers.odds(PRINTED, games=100_000)
    ev = [3.663582055242, 4.643045967327, 5.095094120763, 5.099093355900, 4.835873384404]
    assert [row["ev"] for row in answer.rows] == pytest.approx(ev, abs=1e-11)
    assert [row["bet"] for row in answer.rows] == [2, 4, 6, 8, 10]
    assert answer.rows[2]["stop_rule"] == "roll on at exactly 6; stop at 7+"
    assert answer.facts["best_bet"] == 8
    assert answer.best == 3
    assert all(abs(row["z"]) < 4 for row in answer.rows)
    assert answer.rows[3]["opponent_ev_8"] == pytest.approx(8 * 0.3320278575)
    names = [f"opponent_ev_{face}" for face in (0, 2, 4, 6, 8, 10)]
    assert [name for name in answer.rows[0] if name.startswith("opp")] == names


@pytest.mark.parametrize(
    "sets", [["dice=8", "faces=[1,2,3,0,0,0]"], ["bust=any-bust-face", 'faces=["bust",0,1,2]']]
)
def test_odds_of_odd_dice_are_audited_too(sets):
    answer = answers.odds(variant("printed", *sets), games=50_000)
    assert all(abs(row["z"]) < 4 for row in answer.rows)


def test_odds_stop_at_a_precision_and_tell_progress():
    told = []
    answer = answers.odds(
        PRINTED, games=10**9, precision=0.02, progress=lambda *done: told.append(done)
    )
    assert answer.provenance.games < 10**9
    assert answer.rows[0]["sim_high"] - answer.rows[0]["sim_low"] <= 0.04
    assert told


def test_odds_of_pig():
    answer = answers.odds(PIG, games=10_000)
    assert answer.rows[0]["bet"] is None
    assert answer.rows[0]["ev"] == pytest.approx(492303203 / 60466176)
    assert answer.answer.startswith("Stop at 20+: 8.14 points")


def test_equilibrium_bets_are_the_known_ones():
    first = answers.bet(PRINTED, scores=[0, 0])
    assert first.facts["value"] == pytest.approx(0.517889088724, abs=1e-12)
    assert mixture(first) == {4: 1.0}
    assert mixture(answers.bet(PRINTED, scores=[0, 0], seat=2)) == {0: 1.0}
    level = answers.bet(PRINTED, scores=[25, 25])
    assert level.facts["value"] == pytest.approx(0.533788235266, abs=1e-12)
    assert mixture(level) == pytest.approx({4: 0.52331, 6: 0.47669}, abs=5e-6)
    other = answers.bet(PRINTED, scores=[25, 25], seat=2)
    assert mixture(other) == pytest.approx({0: 0.77857, 4: 0.22143}, abs=5e-6)
    assert other.facts["value"] == pytest.approx(1 - 0.533788235266, abs=1e-12)
    behind = answers.bet(PRINTED, scores=[0, 25])
    assert behind.facts["value"] == pytest.approx(0.090965761980, abs=1e-12)
    for answer in (first, level, other, behind):
        played = mixture(answer)
        for row in answer.rows:
            gap = answer.facts["value"] - row["value"]
            assert gap > -1e-12
            assert row["bet"] not in played or gap < 1e-12


def test_an_assumption_flips_the_advice():
    turned = answers.bet(variant("lead-or-tie"), scores=[25, 25])
    assert turned.facts["value"] == pytest.approx(0.539002, abs=5e-7)
    assert mixture(turned) == pytest.approx({4: 0.014, 6: 0.153, 8: 0.833}, abs=5e-4)
    other = answers.bet(variant("lead-or-tie"), scores=[25, 25], seat=2)
    assert mixture(other) == pytest.approx({4: 0.562, 6: 0.384, 8: 0.054}, abs=5e-4)
    assert any(
        "more points than everybody else" in note
        for note in answers.bet(PRINTED, scores=[0, 0]).notes
    )
    assert not any("more points than everybody else" in note for note in turned.notes)


def test_the_bet_with_the_most_points_and_what_it_costs():
    answer = answers.bet(PRINTED, scores=[0, 0])
    assert answer.facts["points_bet"] == 8
    by_bet = {row["bet"]: row["value"] for row in answer.rows}
    assert answer.facts["points_cost"] == pytest.approx(by_bet[4] - by_bet[8])
    assert "Not 8" in answer.answer
    assert "0.80 percentage points" in answer.answer
    cheap = answers.bet(variant("printed", "above=bet+excess"), scores=[0, 0])
    assert cheap.facts["points_bet"] != 8
    assert "8" not in cheap.answer.partition("Not")[2][:3]


def test_scores_of_the_number_of_players_beyond_the_end_and_in_the_final_round():
    last = answers.bet(PRINTED, scores=[20, 34], last_turns=1)
    assert mixture(last).keys() == {8, 10}
    assert answers.bet(PRINTED, scores=[35, 35]).facts["value"] == pytest.approx(
        answers.bet(PRINTED, scores=[30, 30]).facts["value"], abs=1e-13
    )
    # scores that cannot occur are answered by the same recursion
    assert 0 < answers.bet(PRINTED, scores=[1, 3]).facts["value"] < 1
    assert answers.bet(PRINTED, scores=[0, 45]).facts["value"] < 0.05
    with pytest.raises(InvalidInput, match="can occur"):
        answers.bet(PRINTED, scores=[0, 5000])


def test_the_best_reply_to_a_policy():
    perfect = answers.bet(PRINTED, scores=[0, 0])
    reply = answers.bet(PRINTED, scores=[0, 0], against="points")
    assert reply.facts["value"] > 0.68
    assert all(row["probability"] is None for row in reply.rows)
    assert reply.rows[reply.best]["value"] == pytest.approx(reply.facts["value"], abs=1e-12)
    assert "best reply to points" in reply.answer
    same = answers.bet(PRINTED, scores=[0, 0], against="perfect")
    assert same.facts["value"] == pytest.approx(perfect.facts["value"], abs=1e-5)
    second = answers.bet(PRINTED, scores=[0, 0], seat=2, against="fixed:10:10:10")
    assert second.facts["value"] > 0.5
    assert max(row["value"] for row in second.rows) == pytest.approx(
        second.facts["value"], abs=1e-12
    )
    # he who is sure to roll for ever is met with a bet on a zoinx
    reckless = answers.bet(PRINTED, scores=[0, 0], seat=2, against="fixed:2:60:2")
    assert reckless.rows[reckless.best]["bet"] == 0
    assert reckless.facts["value"] > 0.9


def test_pig_has_nothing_to_bet():
    answer = answers.bet(PIG, scores=[0, 0])
    assert answer.facts["value"] == pytest.approx(0.530592725274, abs=1e-12)
    assert "nothing to choose" in answer.answer


def test_four_players_are_simulated_and_it_says_so():
    answer = answers.bet(PRINTED, scores=[20, 14, 3, 8], games=20_000, seed=2)
    assert all(row["probability"] is None for row in answer.rows)
    assert all(row["low"] < row["value"] < row["high"] for row in answer.rows)
    assert [row["behind"] for row in answer.rows].count(0.0) == 1
    assert "simulated" in answer.answer
    assert "Four players are not solved" in " ".join(answer.notes)
    assert answer.provenance.method == "simulated"
    again = answers.bet(PRINTED, scores=[20, 14, 3, 8], games=20_000, seed=2, threads=2)
    assert again.rows == answer.rows
    stop = answers.stop(PRINTED, scores=[20, 14, 3, 8], bets=[4, 0, 0, 2], total=9, games=20_000)
    assert stop.facts["advice"] == "stop"
    ending = answers.stop(
        PRINTED, scores=[20, 34, 3, 8], bets=[4, 0, 0, 2], total=8, last_turns=1, games=20_000
    )
    assert ending.facts["value_stop"] == 0
    assert ending.facts["advice"] == "roll"


def test_stop_for_points():
    six = answers.stop(PRINTED, bets=[6, 0], total=6, goal="points")
    assert (six.facts["advice"], six.facts["value_stop"]) == ("roll", 6.0)
    assert six.facts["value_roll"] == pytest.approx(296 / 27)
    assert answers.stop(PRINTED, bets=[6], total=7, goal="points").facts["advice"] == "stop"
    four = answers.stop(PRINTED, bets=[8], total=4, goal="points")
    assert four.facts["value_stop"] is None
    assert four.facts["advice"] == "roll"
    assert answers.stop(PIG, bets=[], total=20, goal="points").facts["advice"] == "stop"
    assert answers.stop(PIG, bets=[], total=19, goal="points").facts["advice"] == "roll"
    plain = variant("printed", "exact_hit=bet+total")
    assert answers.stop(plain, bets=[6], total=6, goal="points").facts["advice"] == "stop"


def test_stop_for_the_win_has_holes():
    three = answers.stop(PRINTED, scores=[0, 0], bets=[2, 4], total=3, curve=True)
    assert three.facts["advice"] == "stop"
    four = answers.stop(PRINTED, scores=[0, 0], bets=[2, 4], total=4)
    assert four.facts["advice"] == "roll"
    assert "stop at exactly 3" in four.facts["stop_rule"]
    by_total = {row["total"]: row for row in three.tables["curve"]}
    assert by_total[3]["value_stop"] == three.facts["value_stop"]
    assert by_total[4]["value_roll"] == four.facts["value_roll"]
    last = answers.stop(PRINTED, scores=[20, 34], bets=[4, 0], total=9, last_turns=1)
    assert (last.facts["advice"], last.facts["value_stop"]) == ("roll", 0.0)
    sure = answers.stop(PRINTED, scores=[20, 34], bets=[4, 0], total=11, last_turns=1)
    assert (sure.facts["advice"], sure.facts["value_stop"]) == ("stop", 1.0)
    pig = answers.stop(PIG, scores=[0, 0], bets=[], total=20)
    assert pig.facts["advice"] == "roll"
    reply = answers.stop(PRINTED, scores=[0, 0], bets=[2, 4], total=4, against="fixed:2:2:2")
    assert reply.facts["value_roll"] > four.facts["value_roll"]


def test_solve():
    answer = answers.solve(PRINTED, grid=True)
    assert answer.facts["first_player"] == pytest.approx(0.517889088724, abs=1e-12)
    assert answer.facts["states"] == 1075
    assert 0 <= answer.facts["max_exploitability"] < 1e-12
    assert answer.facts["seconds"] < 60
    assert answer.facts["points_bet"] == 8
    assert answer.facts["points_win_rate"] == pytest.approx(0.3957, abs=1e-4)
    assert len(answer.tables["grid"]) == 900
    row = next(row for row in answer.rows if (row["mover"], row["other"]) == (25, 25))
    assert row["bet_4"] == pytest.approx(0.52331, abs=5e-6)
    assert row["other_4"] == pytest.approx(0.22143, abs=5e-6)
    assert "8 has the greatest expected score" in answer.answer
    pig = answers.solve(PIG)
    assert pig.facts["first_player"] == pytest.approx(0.530592725274, abs=1e-12)
    assert pig.facts["states"] == 10_000
    assert "whoever goes for the most points" in pig.answer
    alone = answers.solve(PIG, players=1)
    assert alone.facts["mean_turns"] == pytest.approx(12.545232351955, abs=1e-12)


def test_a_saved_solution_plays(tmp_path):
    file = tmp_path / "perfect.npz"
    answers.solve(PRINTED, save=str(file))
    answer = answers.simulate(PRINTED, policies=[str(file), "points"], games=50_000)
    assert answer.rows[0]["exact"] == pytest.approx(0.6270854845, abs=1e-6)
    assert abs(answer.rows[0]["z"]) < 4
    with pytest.raises(InvalidInput, match="rules at hand"):
        answers.simulate(variant("lead-or-tie"), policies=[str(file), "points"])


def test_simulate():
    answer = answers.simulate(PRINTED, policies=["perfect", "points"], games=100_000, seed=4)
    names = [
        "seat",
        "policy",
        "wins",
        "shared",
        "win_rate",
        "low",
        "high",
        "mean_score",
        "exact",
        "z",
    ]
    assert list(answer.rows[0]) == names
    assert answer.facts["games"] == 100_000
    assert sum(row["wins"] for row in answer.rows) + answer.facts["ties"] == 100_000
    same = answers.simulate(
        PRINTED, policies=["perfect", "points"], games=100_000, seed=4, threads=3
    )
    assert same.rows == answer.rows
    precise = answers.simulate(PRINTED, policies=["points"], games=10**9, precision=0.002)
    assert precise.rows[0]["high"] - precise.rows[0]["low"] <= 0.004
    four = answers.simulate(PRINTED, policies=["points"] * 3 + ["fixed:4:5:0"], games=20_000)
    assert [row["seat"] for row in four.rows] == [1, 2, 3, 4]
    assert "exact" not in four.rows[0]
    from_here = answers.simulate(PRINTED, policies=["points"], scores=[29, 0], games=20_000)
    assert from_here.rows[0]["win_rate"] > 0.8
    falling = answers.simulate(
        variant("printed", "zoinx_loss=2"), policies=["points", "fixed:4:5:0"], games=5_000
    )
    assert "exact" not in falling.rows[0]
    short = answers.simulate(variant("printed", "max_turns=2"), policies=["points"], games=1_000)
    assert short.facts["unfinished"] == 1_000
    assert short.rows[0]["z"] is None


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: answers.bet(PRINTED, scores=[0, 0], seat=3), ("--seat", "1 to 2")),
        (lambda: answers.bet(PRINTED, scores=[0]), ("--scores",)),
        (lambda: answers.bet(PRINTED, scores=[0, 0], last_turns=2), ("--last-turns",)),
        (lambda: answers.bet(PRINTED, scores=[0, 0], against="best"), ("--against",)),
        (lambda: answers.bet(PRINTED, scores=[0, 0, 0], against="points"), ("two players",)),
        (lambda: answers.bet(variant("printed", "zoinx_loss=1"), scores=[0, 0]), ("zoinx_loss",)),
        (lambda: answers.bet(variant("printed", "opponent_miss=-1"), scores=[0, 0]), ("opponent_miss",)),
        (lambda: answers.bet(variant("printed", "target=9000"), scores=[0, 0]), ("target", "few enough")),
        (lambda: answers.solve(PRINTED, players=4), ("--players",)),
        (lambda: answers.solve(PRINTED, save="x.txt"), ("--save", ".npz")),
        (lambda: answers.stop(PRINTED, scores=[0, 0], bets=[5, 0], total=6), ("--bets", "2,4,6,8,10")),
        (lambda: answers.stop(PRINTED, scores=[0, 0], bets=[], total=6), ("--bets",)),
        (lambda: answers.stop(PRINTED, scores=[0, 0], bets=[4], total=6), ("--bets", "2 bets")),
        (lambda: answers.stop(PRINTED, bets=[4, 0], total=6), ("--scores",)),
        (lambda: answers.stop(PIG, scores=[0, 0], bets=[], total=1), ("--total",)),
        (lambda: answers.stop(PRINTED, bets=[], total=1, goal="points"), ("--bets",)),
        (lambda: answers.stop(PRINTED, bets=[4], total=1, goal="gold"), ("--goal", "win or points")),
        (lambda: answers.simulate(PRINTED, policies=["points"] * 5), ("players",)),
        (lambda: answers.simulate(PRINTED, policies=["points"] * 3, scores=[0, 0]), ("--policies",)),
        (lambda: answers.simulate(variant("printed", "players=1"), policies=["points"]), ("2 to 4",)),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_one_line(call, words):
    with pytest.raises(InvalidInput) as wrong:
        call()
    assert "\n" not in str(wrong.value)
    for word in words:
        assert word in str(wrong.value)


def test_in_his_last_turn_nobody_is_ahead_of_who_brought_the_end():
    """[zoinx: A game] the final round is brought by whoever is ahead."""
    with pytest.raises(InvalidInput, match="brought the end"):
        answers.bet(load_variant("zoinx"), scores=[31, 25], last_turns=1)
