"""``coal stop`` for chips of the round: exact where it is said to be, reasons, parts, intervals."""

import pytest
from coal_round_twins import positions, solve
from hypothesis import given, settings

from zochastic.analysis.coal import answers
from zochastic.analysis.coal.round.exact import solve_last, solve_last_two
from zochastic.analysis.coal.round.small import solve_small
from zochastic.analysis.coal.stop import wording as stop_wording
from zochastic.analysis.coal.stop.values import exact_value, weigh
from zochastic.rules.coal import CoalRules, position_of
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import load_variant

PRINTED = load_variant("coal")
FOUR = CoalRules()
SMALL = {"games": 4096, "precision": 50.0, "seed": 1, "chunk": 256}


def at(pieces=None, *, rules=FOUR, **told):
    return position_of(rules, pieces=pieces, **told)


def asked(pieces=None, **told):
    return answers.stop(PRINTED, position=at(pieces, **told), games=4096)


@pytest.mark.parametrize(
    ("solver", "results"),
    [(solve_last, "devil,90x4,60x2"), (solve_last_two, "devil,90x4")],
)
def test_the_last_two_are_exact(solver, results):
    position = at("20 25", bets="100,120,140,60", results=results)
    answer, exact = answers.stop(PRINTED, position=position), solver(FOUR, position)
    assert answer.facts["value_stop"] == pytest.approx(exact.stop, abs=1e-9)
    assert answer.facts["value_draw"] == pytest.approx(exact.draw, abs=1e-9)
    assert answer.facts["advice"] == ("stop" if exact.stops else "draw")
    assert answer.facts["p_devil_next"] == exact.p_devil_next
    assert answer.provenance.method == "exact"
    assert answer.facts["low"] is None


def test_few_pieces_left_are_exact_for_any_number():
    position = at("20", bets="100,20,40,60", oven="100,50,20:2,10,d:2")
    answer, exact = answers.stop(PRINTED, position=position), solve_small(FOUR, position)
    assert answer.provenance.method == "exact"
    assert answer.facts["value_draw"] == pytest.approx(exact.draw, abs=1e-9)
    assert answer.facts["value_stop"] == pytest.approx(exact.stop, abs=1e-9)


@settings(max_examples=30, deadline=None)
@given(positions(1, most=7))
def test_parts_add_up_and_advice_is_the_twins(case):
    rules, position = case
    found = weigh(rules, position, **SMALL)
    stop, draw = solve(rules, position)
    who = position.players - 1
    for worth, twin in ((found.stop, stop), (found.draw, draw)):
        assert (worth is None) == (twin is None)
        if worth is not None:
            assert worth.value == pytest.approx(float(twin[who]), abs=1e-9)
            parts = worth.bet + worth.best_bonus + worth.pieces_bonus + worth.pact
            assert parts == pytest.approx(worth.value, abs=1e-9)


@pytest.mark.parametrize("pacts", ["none", "1", "2,4"])
def test_what_is_played_agrees_with_what_is_solved(pacts, monkeypatch):
    """Nobody behind the last drawer: only his own play after a draw is simulated."""
    position = at("50 20", bets="100,120,140,80", results="devil,90x4,60x2", pacts=pacts)
    exact = weigh(FOUR, position, **SMALL)
    monkeypatch.setattr("zochastic.analysis.coal.stop.values.exact_value", lambda *_: None)
    played = weigh(FOUR, position, games=65_536, precision=0.5, seed=1)
    assert exact.exact
    assert not played.exact
    assert played.stops == exact.stops
    assert played.stop.value == pytest.approx(exact.stop.value, abs=1e-9)
    assert played.stop.pact == pytest.approx(exact.stop.pact, abs=1e-9)
    for part in ("value", "bet", "best_bonus", "pieces_bonus", "pact"):
        assert getattr(played.draw, part) == pytest.approx(getattr(exact.draw, part), abs=2.5)


def test_three_to_come_are_simulated_and_say_so():
    answer = asked("20 20 50", bets="100,120,140,60")
    assert answer.provenance.method == "simulated"
    facts = answer.facts
    assert facts["advice"] == "draw"
    assert facts["low"] == facts["low_draw"] < facts["value_draw"] < facts["high_draw"]
    assert facts["low_stop"] < facts["value_stop"] < facts["high_stop"]
    assert any("everybody, you too, draws by the rule round" in note for note in answer.notes)


def test_the_same_on_any_threads():
    position = at("20 20 50", bets="100,120,140,60")
    one, two = (answers.stop(PRINTED, position=position, games=4096, threads=n) for n in (1, 2))
    assert one.rows == two.rows


def test_before_the_first_piece_there_is_nothing_to_choose():
    answer = asked(bets="100,120,140,60")
    assert answer.facts["advice"] == "draw"
    assert answer.facts["value_stop"] is None
    assert answer.answer.startswith("Draw: the rules ask for 1 at least; +")
    # a free round, not one with a second draw that is forced
    exact = solve_last_two(CoalRules(players=2), at(rules=CoalRules(players=2), bets="100,100"))
    played = answers.stop(PRINTED, position=at(rules=CoalRules(players=2), bets="100,100"))
    assert played.facts["value_draw"] == pytest.approx(exact.draw)


@pytest.mark.parametrize(
    ("pieces", "told", "words"),
    [
        ("20 25", {"results": "devil,90x4,150x5", "bets": "9,0,0,60"}, "safe already, 150 lie"),
        (
            "20",
            {"results": "devil,90x4", "bets": "0,0,140,0"},
            "still needs 50, from you or others",
        ),
        ("20", {"results": "devil,90x4,20x1", "bets": "0,0,0,140"}, "still needs 50, from you;"),
        (
            "75 75",
            {"results": "devil,90x4,20x1", "bets": "0,0,0,140"},
            "your own 150 meet your bet",
        ),
        ("20", {"results": "devil,90x4,20x1", "bets": "0,0,0,0"}, "you have staked nothing"),
        (
            "50 50",
            {"results": "20x1,60x2", "bets": "0,0,300,300", "oven": "50:3,20,10,d:9"},
            "only the others can save your bet of 300, 200 short",
        ),
    ],
)
def test_the_reason_names_the_bet(pieces, told, words):
    told["bets"] = told["bets"].replace("9,", "0,")
    assert words in asked(pieces, **told).answer


def test_the_reason_names_bonus_and_pact():
    keeps = asked("75 50", bets="0,0,0,100", results="devil,90x4,20x1").answer
    assert "you hold the highest amount (125), worth 50" in keeps
    pact = asked("20 20", bets="0,0,0,0", results="devil,150x4,60x2", pacts="1,2,3").answer
    assert "a devil costs you 150 in pacts" in pact
    away = asked("20", bets="0,0,0,0", results="devil,60x2,20x1").answer
    assert "is 40 away" in away or "easier to keep" in away or "pieces" in away


def test_an_empty_oven():
    answer = asked("50", bets="0,0,0,40", results="devil,20x1,60x2", oven="50")
    assert answer.facts["advice"] == "stop"
    assert answer.facts["value_draw"] is None
    assert answer.answer.startswith("Stop: the oven is empty; +")


def test_a_bank_that_may_run_dry_is_played():
    rules = CoalRules(bank="printed")
    position = at(
        "20", rules=rules, bets="900,900,900,900", results="devil,90x4,60x2", wealth="2600"
    )
    assert exact_value(rules, position) is None


def test_what_the_bet_pays_and_needs():
    position = at("20 20", bets="100,140,120,60", results="devil")
    assert stop_wording.pays(FOUR, position) == 280
    assert stop_wording.needs(FOUR, position) == 100
    own = CoalRules(bet_on="own")
    position = at("20 20", rules=own, bets="100,140,120,60", results="150x4")
    assert stop_wording.needs(own, position) == 100


def test_goals_that_need_stakes():
    with pytest.raises(InvalidInput, match="--bets"):
        answers.stop(PRINTED, goal="chips")
    with pytest.raises(InvalidInput, match="chips, win, amount, or reach:N"):
        answers.stop(PRINTED, goal="chip")


def test_a_position_serves_the_goals_of_a_turn():
    position = at("20 20 50", bets="100,120,140,60")
    by_turn = answers.stop(PRINTED, drawn=None, goal="amount")
    assert by_turn.facts["amount"] == 0
    told = answers.stop(PRINTED, position=position, goal="amount")
    assert told.facts["value_draw"] == pytest.approx(100.89, abs=0.01)


def test_the_curve_of_a_chart():
    position = at("20 25", bets="100,120,140,60", results="devil,90x4,20x1")
    curve = answers.stop(PRINTED, position=position, curve=True).tables["curve"]
    assert [row["amount"] for row in curve][:3] == [10, 20, 30]
    # with 90 on the table: a tie for the highest amount is worth a bonus at least
    steps = {row["amount"]: row["value_stop"] for row in curve}
    assert steps[90] - steps[80] >= 50


@pytest.mark.parametrize(
    ("pieces", "told", "stop_at"),
    [
        ("20 25", {"bets": "0,0,0,60", "results": "130x4,devil,60x2"}, 130),
        ("20", {"bets": "100,120,140,60", "results": "90x4,devil"}, 140),
        (None, {"bets": "100,100,100,100"}, 105),
    ],
)
def test_how_far_the_turn_goes(pieces, told, stop_at):
    answer = asked(pieces, **told)
    assert answer.facts["stop_at"] == stop_at
    assert any(f"until you hold {stop_at} or more" in note for note in answer.notes)


def test_who_stops_is_not_told_how_far_to_go():
    answer = asked("75 50", bets="0,0,0,100", results="devil,90x4,20x1")
    assert answer.facts["advice"] == "stop"
    assert answer.facts["stop_at"] is None
