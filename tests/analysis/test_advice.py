"""Rules of play: at most seven, each with a cost that the game's own commands confirm."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from zochastic.analysis import advice
from zochastic.analysis.coal import advice as coal_advice
from zochastic.analysis.coal.solve.answer import solve
from zochastic.analysis.contents import contents
from zochastic.analysis.diavolo import advice as diavolo_advice
from zochastic.analysis.diavolo import answers as diavolo
from zochastic.analysis.mauer import advice as mauer_advice
from zochastic.analysis.report import SECTIONS
from zochastic.analysis.zoinx import advice as zoinx_advice
from zochastic.analysis.zoinx import answers as zoinx
from zochastic.analysis.zoinx.evaluate import TOTALS
from zochastic.analysis.zoinx.policies import read_policy
from zochastic.analysis.zoinx.simple import Weighed
from zochastic.rules.variants import GAMES, load_variant


def loss_of(variant, policy):
    """What a policy loses against perfect play, the mean over both seats, from ``simulate``."""
    perfect = zoinx.solve(variant).facts["first_player"]
    first = zoinx.simulate(variant, policies=[policy, "perfect"], games=10).rows[0]["exact"]
    second = zoinx.simulate(variant, policies=["perfect", policy], games=10).rows[1]["exact"]
    return ((perfect - first) + (1 - perfect - second)) / 2


@pytest.mark.parametrize("name", ["printed", "pig-10", "piglet"])
def test_what_a_rule_costs_is_what_whole_games_say(name):
    variant = load_variant("zoinx", name)
    rows = advice.rules(variant).rows
    played = [row for row in rows if "--policies perfect," in row["source"]]
    assert played
    for row in played:
        policy = row["source"].rpartition(",")[2]
        read_policy(policy, variant.rules)
        assert row["loss"] == pytest.approx(loss_of(variant, policy), abs=1e-12)


def test_perfect_play_costs_nothing_and_a_simpler_bet_something():
    weighed = Weighed.of(load_variant("zoinx").rules)
    assert weighed.loss(weighed.perfect) == pytest.approx(0, abs=1e-12)
    assert weighed.loss(weighed.before(weighed.perfect)) == pytest.approx(0, abs=1e-12)
    losses = [weighed.loss(weighed.bets(bet, last=False)) for bet in weighed.grid.rules.active_bets]
    assert min(losses) > 1e-3


def test_until_ahead_stops_where_stopping_wins():
    weighed = Weighed.of(load_variant("zoinx").rules)
    tables, made = weighed.grid.tables, weighed.until_ahead()
    for deficit, bet, guess, total in ((0, 1, 0, 5), (6, 2, 3, 7), (6, 2, 3, 6), (12, 4, 5, 30)):
        stops = bool(made[deficit, bet, guess, total // TOTALS] >> (total % TOTALS) & 1)
        ahead = tables.own[bet, total] > deficit + tables.other[guess, total]
        assert stops == bool(ahead and tables.may_stop[bet, total])


def test_the_whole_of_the_printed_rules_loses_little():
    answer = advice.rules(load_variant("zoinx"))
    assert 0.02 < answer.facts["loss"] < 0.04
    assert len(answer.rows) == 7
    assert "2.79 percentage points" in answer.answer


def test_rules_of_diavolo_are_those_of_snap():
    variant = load_variant("diavolo")
    rows = advice.rules(variant).rows
    by_order = {row["order"]: row for row in diavolo.snap(variant, cost=0.05).rows}
    for row in rows:
        if row["rule"].startswith("At odd-max:"):
            assert row["rule"].endswith(by_order["odd-max"]["rule"])
            assert row["loss"] == pytest.approx(by_order["odd-max"]["rule_loss"])
            break
    else:
        raise AssertionError(rows)


@pytest.mark.parametrize("game", ["coal", "mauer"])
def test_simulated_rules_have_few_games_if_few_are_asked_for(game):
    answer = advice.rules(load_variant(game), games=16, seed=3)
    assert answer == advice.rules(load_variant(game), games=16, seed=3)
    assert 1 <= len(answer.rows) <= advice.MOST
    assert all(row["rule"] and row["source"].startswith("zochastic ") for row in answer.rows)


@pytest.mark.parametrize("players", [3, 4])
def test_more_players_of_zoinx_are_told_the_first_bet(players):
    answer = advice.rules(load_variant("zoinx", "printed", [f"players={players}"]), games=200)
    assert answer.rows
    assert answer.rows[0]["source"] == "zochastic zoinx bet"


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_contents_have_every_section_and_leading_sentences(game):
    parts = contents(load_variant(game))
    assert list(parts) == list(SECTIONS)
    assert {part.leads for listed in parts.values() for part in listed} >= {0, 1, 2, 3}


# A warning is told only where what it warns of is shown to lose.


@pytest.mark.parametrize(("low", "warnings"), [(0.1, 2), (-0.1, 0)])
def test_coal_warns_of_ways_to_draw_that_lose(low, warnings):
    solved = solve(load_variant("coal", "printed", ["players=2"]), games=16)
    rows = [{**row, "low": low} if row["part"] == "draw" else row for row in solved.rows]
    told = [row["rule"] for row in coal_advice._opening(replace(solved, rows=rows))]
    assert sum(rule.startswith("Do not") for rule in told) == warnings


@pytest.mark.parametrize(("high", "warnings"), [(-0.01, 2), (0.01, 0)])
def test_coal_warns_of_bets_that_lose_games(monkeypatch, high, warnings):
    facts = {"edge_b": -0.02, "edge_b_high": high}
    found = SimpleNamespace(facts=facts)
    monkeypatch.setattr("zochastic.analysis.coal.game.duels.duel", lambda *_, **__: found)
    solved = SimpleNamespace(facts={"best_bet": 100})
    told = list(coal_advice._whole_games(load_variant("coal"), solved, 10, 1, None))
    assert len(told) == warnings


@pytest.mark.parametrize(("loss", "warnings"), [(0.02, 1), (0.0, 0)])
def test_zoinx_warns_of_points_where_they_lose(loss, warnings):
    weighed = SimpleNamespace(loss=lambda play: loss)
    assert len(list(zoinx_advice._against_points(weighed, None))) == warnings


@pytest.mark.parametrize(("loss", "warnings"), [(0.2, 1), (0.001, 0)])
def test_diavolo_warns_of_hurry_where_it_loses(loss, warnings):
    hurry = [{"rule": "grab at once", "loss": loss}]
    one = SimpleNamespace(facts={"rule": "look twice", "rule_loss": 0.0}, tables={"rules": hurry})
    told = list(diavolo_advice._rows(load_variant("diavolo").rules, {"sum-max": one}))
    assert len(told) == 1 + warnings


@pytest.mark.parametrize(("high", "rules"), [(0.2, 4), (0.26, 0)])
def test_mauer_tells_rules_whose_breach_loses(monkeypatch, high, rules):
    seat = {"win_rate": 0.15, "low": 0.1, "high": high}
    found = SimpleNamespace(
        rows=[seat], facts={"games": 10}, provenance=SimpleNamespace(partial=False)
    )
    monkeypatch.setattr(mauer_advice.whole, "simulate", lambda *_, **__: found)
    monkeypatch.setattr(mauer_advice.whole, "odds", lambda *_, **__: SimpleNamespace(rows=[]))
    answer = advice.rules(load_variant("mauer"), games=10)
    assert len(answer.rows) == rules + 1
    assert all("--boards 10 --games 10" in row["source"] for row in answer.rows[:-1])
    assert answer.answer.startswith(answer.rows[0]["rule"])
