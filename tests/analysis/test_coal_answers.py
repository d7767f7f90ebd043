"""The three answers of a coal turn: golden facts, variants that change the advice, fallbacks."""

import pytest

from zochastic.analysis.coal import answers
from zochastic.analysis.coal.turn import chances, law, outcome, team
from zochastic.rules.coal import Oven
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import load_variant

PRINTED = load_variant("coal")


def variant(*sets):
    return load_variant("coal", "printed", sets)


def test_odds_of_a_fresh_oven():
    answer = answers.odds(PRINTED, aims=[50, 100, 150, 200], games=200_000)
    facts = answer.facts
    assert facts["value"] == pytest.approx(58.312651307050, abs=1e-10)
    assert facts["threshold"] == 127.0
    assert facts["stop_at"] == 130
    assert facts["p_devil"] == pytest.approx(0.620391115941, abs=1e-10)
    golden = [0.6415534858, 0.4700347288, 0.3357775716, 0.2387189951]
    assert [row["p_reach"] for row in answer.rows] == pytest.approx(golden, abs=1e-10)
    assert all(abs(row["z"]) < 4 for row in answer.rows)
    assert all(row["sim_low"] < row["sim_p_reach"] < row["sim_high"] for row in answer.rows)
    assert "130" in answer.answer
    assert answer.provenance.method == "exact"
    assert (answer.provenance.seed, answer.provenance.games) == (1, 200_000)


def test_odds_of_four_who_help():
    answer = answers.odds(PRINTED, aims=[100, 150, 200], players=4, games=100_000)
    found = [row["p_reach"] for row in answer.rows]
    assert found == pytest.approx([0.946, 0.849, 0.716], abs=5e-4)
    assert all(abs(row["z"]) < 4 for row in answer.rows)


def test_odds_stop_at_a_precision():
    answer = answers.odds(PRINTED, aims=[100], games=10**9, precision=0.0005)
    row = answer.rows[0]
    assert row["sim_high"] - row["sim_low"] <= 0.001
    assert answer.provenance.games < 10**8


def test_odds_are_the_same_on_any_threads():
    one, three = (
        answers.odds(PRINTED, aims=[100], games=10**6, players=2, threads=n) for n in (1, 3)
    )
    assert one.rows == three.rows


def test_progress_of_odds_runs_over_all_aims():
    told = []
    answers.odds(PRINTED, aims=[50, 100], games=1000, progress=lambda *done: told.append(done))
    assert told == [(1000, 2000), (2000, 2000)]


@pytest.mark.parametrize(
    ("oven", "stop_at", "p_devil"),
    [
        (Oven((), 3), None, 1.0),
        (Oven.of({10: 1}), 10, 0.0),
        (Oven.of({10: 2, 25: 1}), 45, 0.0),
        (Oven.of({10: 1}, 1), 10, 0.5),
    ],
)
def test_odds_of_odd_ovens(oven, stop_at, p_devil):
    answer = answers.odds(PRINTED, oven=oven, aims=[10, 500], games=1000)
    assert answer.facts["stop_at"] == stop_at
    assert answer.facts["p_devil"] == p_devil
    assert all(row["z"] is None or abs(row["z"]) < 4 for row in answer.rows)


def test_stop_or_draw():
    held = Oven.of({20: 2, 50: 1})
    drawing = answers.stop(PRINTED, drawn=held).facts
    assert (drawing["advice"], drawing["value_stop"], drawing["threshold"]) == ("draw", 90, 127.0)
    assert drawing["p_devil_next"] == 9 / 45
    stopping = answers.stop(PRINTED, drawn=Oven.of({100: 1, 50: 1})).facts
    assert stopping["advice"] == "stop"
    assert stopping["value_draw"] < 150


def test_stop_advice_follows_the_oven_and_the_variant():
    held = Oven.of({20: 2, 50: 1})
    assert answers.stop(PRINTED, drawn=held).facts["advice"] == "draw"
    assert answers.stop(variant("devils=18"), drawn=held).facts["advice"] == "stop"
    late = Oven.of({100: 1, 50: 1, 20: 2}, 5)
    assert answers.stop(PRINTED, drawn=held, oven=late).facts["advice"] == "stop"


def test_odds_and_bets_follow_the_variant():
    less = variant("devils=4")
    one, other = (answers.odds(v, aims=[100], games=1000) for v in (PRINTED, less))
    assert one.facts["stop_at"] != other.facts["stop_at"]
    one, other = (answers.bet(v, others="help") for v in (PRINTED, variant("devils=15")))
    assert one.facts["best_bet"] != other.facts["best_bet"]
    assert one.answer != other.answer


def test_a_tie_is_stopped_at():
    """T = 40, one devil: 20 is exactly the threshold."""
    facts = answers.stop(PRINTED, drawn=Oven.of({20: 1}), oven=Oven.of({20: 2}, 1)).facts
    assert facts["value_stop"] == facts["value_draw"] == facts["threshold"] == 20
    assert facts["advice"] == "stop"


def test_stop_for_an_aim():
    held = Oven.of({20: 2, 50: 1})
    facts = answers.stop(PRINTED, drawn=held, goal="reach:100").facts
    assert (facts["advice"], facts["value_draw"], facts["value_stop"]) == ("draw", 0.8, 0)
    assert answers.stop(PRINTED, drawn=held, goal="reach:90").facts["advice"] == "stop"
    hopeless = answers.stop(PRINTED, drawn=held, goal="reach:99999")
    assert (hopeless.facts["advice"], hopeless.facts["value_draw"]) == ("stop", 0)


def test_stop_is_not_offered_where_the_rules_forbid_it():
    """[coal: A round, 2] one piece at least; and a variant that asks for three."""
    nothing = answers.stop(PRINTED, drawn=Oven()).facts
    assert (nothing["advice"], nothing["value_stop"]) == ("draw", None)
    rich = Oven.of({100: 2})
    assert answers.stop(PRINTED, drawn=rich).facts["advice"] == "stop"
    forced = answers.stop(variant("min_draw=3"), drawn=rich).facts
    assert (forced["advice"], forced["value_stop"]) == ("draw", None)


def test_an_empty_oven_has_ended_the_turn():
    whole = Oven.of({20: 1, 10: 1})
    answer = answers.stop(PRINTED, drawn=whole, oven=whole)
    assert answer.facts["advice"] == "stop"
    assert answer.facts["value_draw"] is None
    assert "empty" in answer.answer


def test_stop_says_that_an_amount_is_worth_nothing_by_itself():
    notes = " ".join(answers.stop(PRINTED, drawn=Oven.of({20: 1})).notes)
    assert "worth nothing by itself" in notes
    assert "zochastic coal bet" in notes


@pytest.mark.parametrize("goal", ["", "reach", "reach:", "reach:0", "reach:-5", "win", "reach:²"])
def test_wrong_goals_are_refused(goal):
    with pytest.raises(InvalidInput, match="--goal"):
        answers.stop(PRINTED, drawn=Oven.of({20: 1}), goal=goal)


def test_curve_holds_the_value_of_the_answer():
    held = Oven.of({20: 1})
    answer = answers.stop(PRINTED, drawn=held, curve=True)
    curve = {row["amount"]: row for row in answer.tables["curve"]}
    row = curve[20]
    assert row["value_draw_low"] <= answer.facts["value_draw"] <= row["value_draw_high"]
    assert row["value_stop"] == 20
    start = curve[0]
    assert start["value_draw"] == pytest.approx(58.312651307050, abs=1e-10)
    assert start["value_draw_low"] == start["value_draw_high"]
    assert answers.stop(PRINTED, drawn=held).tables == {}


def test_bets_of_four():
    answer = answers.bet(PRINTED, others="help")
    bets = {row["bet"]: row for row in answer.rows}
    assert list(bets) == list(range(0, 201, 10))
    assert bets[200]["p_success"] == pytest.approx(0.716, abs=5e-4)
    for bet, row in bets.items():
        p = row["p_success"]
        assert row["ev_single"] == pytest.approx(bet * (2 * p - 1), abs=1e-9)
        assert row["ev_double"] == pytest.approx(bet * (3 * p - 1), abs=1e-9)
    best = max(answer.rows, key=lambda row: row["ev_double"])
    assert answer.rows[answer.best] == best
    assert (answer.facts["best_bet"], answer.facts["value"]) == (best["bet"], best["ev_double"])
    assert "at most" in answer.answer


def test_bets_follow_the_rules_of_paying():
    alone = answers.bet(variant("bet_on=own"), others="help")
    assert alone.rows == answers.bet(PRINTED, players=1, others="help").rows
    single = answers.bet(variant("double_to=nobody"), others="help")
    assert all(row["ev_double"] == row["ev_single"] for row in single.rows)
    triple = answers.bet(variant("double=3"), wealth=10, others="help").rows[1]
    assert triple["ev_double"] == pytest.approx(10 * (4 * triple["p_success"] - 1))
    assert [
        row["bet"] for row in answers.bet(variant("zero_bet=false"), wealth=20, others="help").rows
    ] == [
        10,
        20,
    ]
    assert answers.bet(variant("max_bet=50"), wealth=100, others="help").rows[-1]["bet"] == 50
    assert [row["bet"] for row in answers.bet(variant("bet_step=50"), others="help").rows] == [
        0,
        50,
        100,
        150,
        200,
    ]


def test_without_chips_there_is_nothing_to_bet():
    """[coal: A round, 1] a player without chips does not bet, but draws."""
    answer = answers.bet(PRINTED, wealth=0, others="help")
    assert [row["bet"] for row in answer.rows] == [0]
    assert answer.facts["value"] == 0
    assert "without chips" in answer.answer


def test_where_every_bet_loses_nothing_is_the_best_bet():
    answer = answers.bet(PRINTED, oven=Oven.of({10: 1}, 8), players=2, others="help")
    assert answer.facts["best_bet"] == 0
    assert answer.answer.startswith("Bet nothing")


@pytest.mark.parametrize("wealth", [-10, 5, 205])
def test_chips_must_be_multiples_of_the_step(wealth):
    with pytest.raises(InvalidInput, match="multiples of 10"):
        answers.bet(PRINTED, wealth=wealth, others="help")
    with pytest.raises(InvalidInput, match="--wealth"):
        answers.bet(PRINTED, wealth=wealth)


def test_what_is_too_large_is_simulated_and_says_so(monkeypatch):
    exact = answers.bet(PRINTED, others="help")
    odds = answers.odds(PRINTED, aims=[100], games=200_000)
    stop = answers.stop(PRINTED, drawn=Oven.of({20: 2, 50: 1}))
    for module in (law, chances, outcome):
        monkeypatch.setattr(module, "MOST_CELLS", 1)
    monkeypatch.setattr(team, "MOST_STATES", 1)
    simulated = answers.bet(PRINTED, games=200_000, others="help")
    assert simulated.provenance.method == "simulated"
    assert simulated.provenance.games == 200_000
    assert any("simulated" in note for note in simulated.notes)
    for row, other in zip(simulated.rows, exact.rows, strict=True):
        assert row["p_success"] == pytest.approx(other["p_success"], abs=0.006)
    rough = answers.odds(PRINTED, aims=[100], games=200_000)
    assert rough.rows[0]["p_reach"] == rough.rows[0]["sim_p_reach"]
    assert rough.rows[0]["z"] is None
    assert rough.facts["value"] == pytest.approx(odds.facts["value"], abs=0.3)
    assert rough.facts["p_devil"] == pytest.approx(odds.facts["p_devil"], abs=0.003)
    assert rough.facts["mean_pieces"] == pytest.approx(odds.facts["mean_pieces"], abs=0.02)
    drawing = answers.stop(PRINTED, drawn=Oven.of({20: 2, 50: 1}))
    assert drawing.facts["value_draw"] == pytest.approx(stop.facts["value_draw"], abs=0.3)
    assert drawing.facts["advice"] == "draw"
    assert drawing.provenance.method == "simulated"


def test_notes_name_what_was_taken_for_granted():
    assert any("assumed" in note for note in answers.bet(PRINTED, others="help").notes)
    known = answers.odds(variant("memory=none"), oven=Oven.of({10: 2}, 1), aims=[10], games=100)
    assert any("memory=none" in note for note in known.notes)


def test_a_run_that_stops_at_a_precision_stops_early():
    answer = answers.odds(PRINTED, aims=[100], precision=0.01)
    assert answer.provenance.games < 200_000
