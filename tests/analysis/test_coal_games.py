"""Whole games between policies: counts, even shares, verdicts."""

import numpy as np
import pytest

from zochastic.analysis.coal.game.duels import duel, ladder
from zochastic.analysis.coal.game.matches import lone, play, win_rate
from zochastic.analysis.coal.game.policies import pack_policies, read_policy
from zochastic.analysis.coal.game.simulate import simulate
from zochastic.analysis.estimates import proportion
from zochastic.rules.coal import CoalRules
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import load_variant
from zochastic.sims.coal.table import opening, pack_rules
from zochastic.sims.coal.tally import PARTS, credit_of, play_on

PRINTED = load_variant("coal")
SHORT = load_variant("coal", "printed", ["target=500"])


@pytest.mark.parametrize("players", range(2, 7))
def test_a_policy_alone_among_its_own_kind_has_its_even_share_exactly(players):
    rules = CoalRules(players=players, target=500)
    policy = read_policy("chance:0.6+round", players)
    found = lone(rules, policy, policy, indices=200, seed=1)
    assert found.edge.value == pytest.approx(0, abs=1e-12)
    assert found.edge.half_width == pytest.approx(0, abs=1e-6)
    assert found.games == 200 * players
    assert found.z == 0


@pytest.mark.parametrize("players", [2, 4])
def test_a_lone_player_is_counted_at_every_place(players):
    """The edge, by hand from the same games."""
    rules = CoalRules(players=players, target=500)
    one, other = read_policy("fixed:100+ev", players), read_policy("chance:0.7+own-bet", players)
    games = 300
    won = np.zeros(games)
    for place in range(players):
        seats = [one if seat == place else other for seat in range(players)]
        played = play_on(
            pack_rules(rules), pack_policies(rules, seats), opening(rules), seed=7, first_game=0,
            games=games,
        )  # fmt: skip
        won += credit_of(played)[:, place] / PARTS / players
    found = lone(rules, one, other, indices=games, seed=7, threads=2)
    assert found.edge.value == pytest.approx(won.mean() - 1 / players)
    assert found.edge.half_width == pytest.approx(1.959964 * won.std(ddof=1) / games**0.5)
    assert found.others.value == pytest.approx(-found.edge.value)


def test_two_players_have_one_edge():
    variant = load_variant("coal", "printed", ["players=2", "target=500"])
    there = duel(variant, policies=["fixed:100", "chance:0.6"], games=1_000).facts
    back = duel(variant, policies=["chance:0.6", "fixed:100"], games=1_000).facts
    assert there["edge_a"] == pytest.approx(-there["edge_b"])
    assert there["edge_a_low"] == pytest.approx(-there["edge_b_high"])
    assert there["edge_a"] == pytest.approx(back["edge_b"])
    assert there["games"] == 2_000


def test_a_duel_of_four():
    answer = duel(SHORT, policies=["fixed:100", "fixed:10+amount:10"], games=500)
    facts = answer.facts
    for side, row in zip("ab", answer.rows, strict=True):
        assert facts[f"edge_{side}_low"] <= facts[f"edge_{side}"] <= facts[f"edge_{side}_high"]
        assert row["win_rate"] == pytest.approx(facts[f"edge_{side}"] + 0.25)
    assert facts["edge_a"] > 0 > facts["edge_b"]
    assert answer.answer.startswith("fixed:100+round is the better of the two")
    assert facts["players"] == 4
    assert duel(SHORT, policies=["fixed:100", "ev"], players=3, games=20).facts["players"] == 3


@pytest.mark.parametrize("players", [2, 3])
def test_every_pair_of_many_with_verdicts(players):
    names = ["fixed:100", "fixed:10+amount:10", "chance:0.6"]
    answer = duel(SHORT, policies=names, players=players, games=400)
    rows = answer.rows
    assert len(rows) == (3 if players == 2 else 6)
    for row in rows:
        assert row["p_holm"] >= 0
        assert (row["verdict"] == "even") == (row["p_holm"] >= 0.05)
        assert row["verdict"] != ("wins less" if row["edge"] > 0 else "wins more")
    standing = {row["policy"]: row for row in answer.tables["standing"]}
    assert standing["fixed:10+amount:10"]["alone_more"] == 0
    assert standing["fixed:10+amount:10"]["alone_less"] == 2
    assert standing["fixed:100+round"]["yields"] <= 1
    assert answer.facts["wins_more"] + answer.facts["wins_less"] + answer.facts["even"] == len(rows)


def test_one_against_many():
    others = ["fixed:10+amount:10", "chance:0.6+round", "fixed:100+round"]
    answer = ladder(SHORT, policy="chance:0.6+round", others=others, games=300)
    assert [(row["alone"], row["among"]) for row in answer.rows] == [
        ("chance:0.6+round", "fixed:10+amount:10"),
        ("chance:0.6+round", "fixed:100+round"),
        ("fixed:10+amount:10", "chance:0.6+round"),
        ("fixed:100+round", "chance:0.6+round"),
    ]


@pytest.mark.parametrize(
    "names", [["ev"], ["ev", "nonsense"], ["ev", "round", "ev"], ["fixed:1"] * 80]
)
def test_a_duel_that_is_none(names):
    with pytest.raises(InvalidInput, match="POLICIES"):
        duel(PRINTED, policies=names, games=2)


def test_simulate_counts():
    answer = simulate(SHORT, policies=["round", "fixed:100", "ev"], games=3_000)
    facts, rows = answer.facts, answer.rows
    assert [row["seat"] for row in rows] == [1, 2, 3]
    assert rows[1]["policy"] == "fixed:100+round"
    wins = sum(row["wins"] for row in rows)
    assert wins + facts["ties"] + facts["unfinished"] == facts["games"] == 3_000
    assert sum(row["win_rate"] for row in rows) == pytest.approx(1 - facts["unfinished"] / 3_000)
    assert all(row["low"] < row["win_rate"] < row["high"] for row in rows)
    assert 0.3 < facts["p_devil_per_turn"] < 0.9
    assert facts["bank_short"] is None
    lengths = answer.tables["length"]
    assert sum(row["games"] for row in lengths) == 3_000
    assert sum(row["rounds"] * row["games"] for row in lengths) == pytest.approx(
        3_000 * facts["mean_rounds"]
    )
    assert facts["lead_changes"] == pytest.approx(3_000 * facts["mean_lead_changes"])


def test_a_bank_that_runs_dry_is_counted():
    rich = load_variant("coal", "printed", ["bank=printed", "start=2600", "target=2900"])
    facts = simulate(rich, policies=["fixed:200+own-bet"], games=200).facts
    assert facts["bank_short"] > 0
    assert facts["bank_short_chips"] >= 10 * facts["bank_short"]


@pytest.mark.parametrize("games", [1, 2, 40, 400])
def test_win_rates_are_wilsons_where_no_win_is_shared(games):
    rules = CoalRules(players=2, target=400)
    seats = [read_policy(name, 2) for name in ("fixed:100+ev", "fixed:70+ev")]
    for seed in range(5):
        tally, counts = play(rules, seats, games=games, seed=seed)
        for seat in (0, 1):
            rate = win_rate(counts, seat, tally.games)
            sole, shared = counts.seats[:2, seat]
            assert 0 <= rate.low <= rate.value <= rate.high <= 1
            assert rate.value == pytest.approx((sole + shared / 2) / games)
            if not shared:
                assert rate == proportion(int(sole), games)


def test_one_policy_plays_all_seats_and_their_number_is_that_of_the_players():
    assert len(simulate(SHORT, policies=["ev"], games=10).rows) == 4
    assert len(simulate(SHORT, policies=["ev"] * 6, games=10).rows) == 6
    with pytest.raises(InvalidInput, match="2 to 6 policies"):
        simulate(SHORT, policies=["ev"] * 7, games=10)


def test_a_precision_ends_the_games_early_and_threads_change_nothing():
    one = simulate(SHORT, policies=["ev", "round"], games=10**6, precision=0.02, threads=1)
    two = simulate(SHORT, policies=["ev", "round"], games=10**6, precision=0.02, threads=2)
    assert one == two
    assert one.facts["games"] < 10**6
    assert all(row["high"] - row["low"] <= 0.04 for row in one.rows)


def test_games_without_an_end_are_told():
    never = load_variant("coal", "printed", ["best_bonus=0", "pieces_bonus=0", "max_rounds=30"])
    answer = simulate(never, policies=["fixed:0+ev"], games=20)
    assert answer.facts["unfinished"] == 20
    assert answer.answer.startswith("None of 20 games was over after 30 rounds")
    assert all(row["win_rate"] == 0 for row in answer.rows)
    found = duel(never, policies=["fixed:0+ev", "fixed:0+round"], games=10)
    assert found.facts["edge_a"] == -0.25
    assert found.facts["unfinished"] == found.facts["games"] == 80
