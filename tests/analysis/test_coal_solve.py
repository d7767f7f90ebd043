"""``coal solve``: rules of thumb, what they lose, and how it is told."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from zochastic.analysis.coal import answers
from zochastic.analysis.coal.bets.scene import scene_of
from zochastic.analysis.coal.game.policies import read_policy
from zochastic.analysis.coal.solve import wording as solve_wording
from zochastic.analysis.coal.solve.bets import solve_bets
from zochastic.analysis.coal.solve.draws import (
    NAMED,
    Situation,
    _drawing,
    record_turns,
    situation_of,
    solve_draws,
)
from zochastic.rules.coal import CoalRules, position_of
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import load_variant

PRINTED = load_variant("coal")
TWO = CoalRules(players=2)


@pytest.fixture(scope="module")
def pool():
    with ThreadPoolExecutor(2) as pool:
        yield pool


@pytest.fixture(scope="module")
def two():
    return answers.solve(PRINTED, players=2, games=256)


def untold(*_):
    pass


def test_the_answer_in_short(two):
    facts = two.facts
    assert 80 <= facts["best_bet"] <= 130
    assert facts["value"] == pytest.approx(160, abs=5)
    assert facts["draw_loss"] < 2
    erred, decisions = map(int, re.search(r"(\d+) of (\d+) decisions", str(two.notes)).groups())
    assert erred <= decisions
    assert erred or not facts["round_loss"]
    assert 0 <= facts["round_loss"] < 1
    assert f"Bet {facts['best_bet']} if the others do" in two.answer
    assert two.provenance.method == "simulated"
    assert two.provenance.changes == {"players": 2}


def test_rows_name_rules_with_their_losses(two):
    parts = {row["part"] for row in two.rows}
    assert parts == {"bet", "draw", "situation"}
    assert all(len(row) == len(two.rows[0]) for row in two.rows)
    losses = {row["rule"]: row["loss"] for row in two.rows if row["part"] == "draw"}
    assert losses["ev (for coal)"] > 20
    assert losses["stop with 4 pieces"] > 20
    assert losses["own-bet (stop once it is safe)"] < 15
    assert all(row["low"] <= row["loss"] <= row["high"] for row in two.rows)
    seen = [row for row in two.rows if row["part"] == "situation"]
    assert 0.8 < sum(row["p_turn"] for row in seen) <= 1 + 1e-9
    assert {row["rule"] for row in seen if "bet open" in row["situation"]} >= {
        "draw until your bet is met"
    }


def test_all_bets_are_in_a_table(two):
    bets = two.tables["bets"]
    assert [row["bet"] for row in bets] == list(range(0, 210, 10))
    together = {row["bet"]: row["together"] for row in bets}
    # figures of the exact solver, both drawing perfectly: 160.2 and 83.3 a player
    assert together[100] == pytest.approx((157.5 + 162.8) / 2, abs=6)
    assert together[200] == pytest.approx((82.9 + 83.6) / 2, abs=9)
    names = {name for row in bets for name in row["rule"].split(", ")}
    assert {"all-in", "share:0.5", "chance:0.6"} <= names


def test_the_same_seed_the_same_answer(two):
    again = answers.solve(PRINTED, players=2, games=256, threads=1)
    assert again.rows == two.rows


def test_progress_runs_to_the_end():
    told = []
    answers.solve(PRINTED, players=2, games=64, progress=lambda *done: told.append(done))
    assert told == sorted(told)
    assert told[-1] == (1000, 1000)


def test_a_table_that_plays_a_bet_loses_nothing_by_it(pool):
    rules = CoalRules(players=2, start=50)
    found = solve_bets(scene_of(rules, (50, 50)), rounds=512, seed=1, pool=pool, tell=untold)
    levels = [each.level for each in found.levels]
    alone = [rule for rule in found.rules if levels == [rule.bet]]
    assert all(rule.loss.value == 0 for rule in alone)
    assert [rule.bet for rule in found.rules] == list(range(0, 60, 10))
    assert found.best is not None


def test_rules_for_drawing_are_what_they_say():
    rules = CoalRules()
    position = position_of(rules, pieces="20", bets="100,120,140,60", results="90x4,devil")
    assert _drawing("bet", 4, position).amount == 140
    assert _drawing("best", 4, position).amount == 90
    assert _drawing("most", 4, position).pieces == 4
    either = _drawing("either", 4, position)
    assert (either.amount, either.pieces) == (90, 4)
    assert _drawing("own-bet", 4, position) == read_policy("own-bet", 4).drawing


@pytest.mark.parametrize(
    ("results", "seen"),
    [
        (None, Situation(3, "open", "none")),
        ("90x4", Situation(2, "open", "below")),
        ("130x4", Situation(2, "safe", "above")),
        ("devil,130x4", Situation(1, "open", "above")),
        ("devil,devil,90x4", Situation(0, "safe", "below")),
    ],
)
def test_situations(results, seen):
    rules = CoalRules()
    position = position_of(rules, pieces="20", bets="100,120,140,60", results=results)
    assert situation_of(rules, position) == seen


def test_turns_are_recorded_from_their_first_decision():
    turns = record_turns(TWO, 40, seed=1)
    assert len(turns) == 40
    assert all(len(position.drawn) == 1 and position.round == 1 for position in turns)
    any_time = record_turns(TWO, 40, seed=1, first=False)
    assert {len(position.drawn) for position in any_time} > {1}


def test_round_is_behind_itself_by_nothing(pool):
    draws = solve_draws(TWO, turns=40, rounds=64, seed=1, pool=pool, tell=untold)
    assert [rule.rule for rule in draws.named] == list(NAMED)
    assert draws.named[0].loss.value == 0.0
    assert draws.when_safe in ("best", "most", "either", "pieces:1")
    assert draws.whole.turns == 40


def test_few_words():
    assert solve_wording.rule_text("amount:90", "most") == "stop at 90"
    assert solve_wording.rule_text("pieces:3", "most") == "stop with 3 pieces"
    text = solve_wording.rule_text("bet-then-level", "either")
    assert text == "draw until your bet is met; if safe, draw level in amount or pieces"
    assert solve_wording.situation(Situation(0, "open", "below")) == "last, bet open, low best"


def test_what_cannot_be_solved():
    with pytest.raises(InvalidInput, match="--players"):
        answers.solve(PRINTED, players=7)
    poor = load_variant("coal", "printed", ["start=0", "players=2"])
    with pytest.raises(InvalidInput, match="start"):
        answers.solve(poor)


@pytest.mark.parametrize("name", ["own-amount", "printed"])
def test_variants_are_solved(name):
    variant = load_variant("coal", name, ["players=2", "devils=3", "bonus_ties=none"])
    answer = answers.solve(variant, games=64)
    assert answer.facts["safe_bet"] is not None
