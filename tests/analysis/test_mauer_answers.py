"""The answers of mauer: what they say, what they promise, how they agree with each other."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from mauer_cases import case, seeds

from zochastic.analysis.mauer import answers, games
from zochastic.analysis.mauer.experiments import boards_of, play, read_players
from zochastic.analysis.mauer.reach import reachable
from zochastic.rules.errors import InvalidInput
from zochastic.rules.mauer import MauerRules
from zochastic.rules.mauer.facts import read_facts
from zochastic.rules.mauer.geometry import NAMES, rotated
from zochastic.rules.mauer.state import State, read_state
from zochastic.rules.variants import load_variant
from zochastic.sims.mauer import game

PRINTED = load_variant("mauer")
NOISY = load_variant("mauer", "noisy")
BOARD = PRINTED.rules.layout
MIDGAME = {"ghosts": "b3,g1,f6,a7", "sliders": "2:0,4:-1,6:0", "turned": "1", "have": "head,legs"}


def state(**more):
    return read_state(PRINTED.rules, BOARD, **MIDGAME | more)


def test_plan_names_are_those_of_the_issue():
    answer = answers.plan(PRINTED, state())
    assert {"reachable_cells", "best_goal", "moves", "p_success"} <= set(answer.facts)
    assert {"garment", "cell", "moves_needed", "plan", "p_success"} <= set(answer.rows[0])
    assert answer.provenance.method == "exact"
    assert any("synthetic" in note for note in answer.notes)
    assert any("assumption" in note for note in answer.notes)


def test_every_needed_garment_in_reach_has_a_row_and_no_other():
    found = reachable(PRINTED.rules, BOARD, state().table, 0)
    fewest = {}
    for table, depth in zip(found, found.depths, strict=True):
        cell = rotated(table.ghosts[0], -table.turned)
        fewest.setdefault(cell, int(depth))
    answer = answers.plan(PRINTED, state())
    assert answer.facts["reachable_cells"] == len(fewest)
    want = {
        name: (NAMES[rotated(cell, 1)], fewest[cell])
        for name, cell in BOARD.garments
        if cell in fewest and name.partition("-")[0] not in ("head", "legs")
    }
    assert {r["garment"]: (r["cell"], r["moves_needed"]) for r in answer.rows} == want
    assert all(row["p_success"] == 1 for row in answer.rows)
    assert len(answer.facts["moves"]) == answer.rows[0]["moves_needed"]


def test_what_is_known_of_the_decks_decides_between_garments():
    plain = answers.plan(PRINTED, state())
    assert all(row["p_find"] == 0.25 for row in plain.rows)
    far = max(plain.rows, key=lambda row: row["moves_needed"])["garment"]
    knowing = answers.plan(PRINTED, state(seen=f"3:{far}"))
    assert knowing.facts["best_goal"] == far
    assert knowing.rows[0]["deck"] == 3
    assert knowing.rows[0]["p_find"] == 1


def test_a_garment_can_be_asked_for():
    names = [row["garment"] for row in answers.plan(PRINTED, state()).rows]
    answer = answers.plan(PRINTED, state(), goal=names[-1])
    assert answer.facts["best_goal"] == names[-1]
    assert answer.best == len(names) - 1
    with pytest.raises(InvalidInput, match="a garment of a part that you lack"):
        answers.plan(PRINTED, state(), goal="head-a")
    with pytest.raises(InvalidInput, match=r"--goal: got 'setp'.*did you mean 'setup'"):
        answers.plan(PRINTED, state(), goal="setp")
    missing = sorted(set(BOARD.cell_of) - set(names))
    missing = [name for name in missing if name[:4] not in ("head", "legs")]
    with pytest.raises(InvalidInput, match="a needed garment in reach"):
        answers.plan(PRINTED, state(), goal=missing[0])


def test_setup_and_block_look_one_turn_ahead():
    setup = answers.plan(PRINTED, state(), goal="setup")
    assert setup.facts["best_goal"] == "setup"
    assert setup.facts["in_reach_after"] >= setup.facts["in_reach_before"] == len(setup.rows)
    block = answers.plan(PRINTED, state(), goal="block")
    assert block.facts["best_goal"] == "block"
    assert block.facts["in_reach_after"] <= block.facts["in_reach_before"]


def test_blocking_is_no_better_than_the_best_of_all_tables():
    """Every table of the answer's best plan, counted again by the plan of the next player."""
    answer = answers.plan(PRINTED, state(), goal="block")
    found = reachable(PRINTED.rules, BOARD, state().table, 0)
    least = answer.facts["in_reach_after"]
    for index in range(0, len(found.codes), 101):
        then = State(found.table(index), (frozenset(),) * 4, 1)
        assert len(answers.plan(PRINTED, then).rows) >= least


def test_where_nothing_is_in_reach_the_next_turn_is_prepared():
    rules = MauerRules(moves=1)
    variant = load_variant("mauer", "printed", ["moves=1"])
    lonely = read_state(rules, BOARD, ghosts="a7,g1,g7,a1", have="head,face,body,hand")
    answer = answers.plan(variant, lonely)
    assert answer.rows == []
    assert answer.facts["best_goal"] == "setup"
    assert answer.answer.startswith("No needed garment is in reach.")


@settings(max_examples=12)
@given(seeds)
def test_noise_only_takes_away_and_what_is_sure_stays(seed):
    rules, board, table, mover = case(seed)
    ideal = replace(PRINTED, rules=_on(rules, board))
    noisy = replace(PRINTED, rules=_on(MauerRules(turning="noisy", players=rules.players), board))
    now = State(table, (frozenset(),) * rules.players, mover)
    sure = {row["garment"]: row for row in answers.plan(ideal, now).rows}
    unsure = {row["garment"]: row for row in answers.plan(noisy, now).rows}
    assert set(sure) <= set(unsure) | {g for g, row in sure.items() if row["p_noisy"] == 0}
    for name, row in sure.items():
        assert row["p_success"] == 1
        if name in unsure:
            assert row["p_noisy"] == unsure[name]["p_success"] == unsure[name]["p_noisy"]
    for row in unsure.values():
        assert 0 < row["p_success"] <= 1


def _on(rules, board):
    """Rules whose layout is this board."""
    object.__setattr__(rules, "layout", board)
    rules.__dict__["layout"] = board
    return rules


def test_search_is_what_the_issue_says():
    nothing = answers.search(PRINTED)
    assert [row["deck"] for row in nothing.rows] == [1, 2, 3, 4]
    assert [row["probability"] for row in nothing.rows] == [0.25] * 4
    assert nothing.facts["expected_searches"] == 2.5
    told = read_facts(PRINTED.rules, "1:head-b,2:-head-a")
    answer = answers.search(PRINTED, facts=told, want="head-c")
    assert answer.facts["best_deck"] == 2
    assert [row["probability"] for row in answer.rows] == [0, 0.5, 0.25, 0.25]
    assert answer.answer.startswith("Open deck 2")
    with pytest.raises(InvalidInput, match="--want: got 'head-e'"):
        answers.search(PRINTED, want="head-e")


def test_policies_as_typed():
    players = read_players(PRINTED.rules, "planner,greedy:none,greedy:0.2,random", 4)
    assert list(map(str, players)) == [
        "planner:perfect", "greedy:none", "greedy:forget:0.2", "random",
    ]  # fmt: skip
    assert len(read_players(PRINTED.rules, "greedy", 3)) == 3
    for text, message in (
        ("planer", "did you mean 'planner'"),
        ("greedy,greedy", "one policy, or 4"),
        ("greedy:x", "--policies: got 'greedy:x'; allowed: :perfect"),
        ("greedy:2", "--policies: got 'greedy:2'"),
        ("", "--policies: got ''"),
    ):
        with pytest.raises(InvalidInput, match=message):
            read_players(PRINTED.rules, text, 4)


def test_simulated_win_rates_add_up():
    answer = games.simulate(
        PRINTED, policies="planner,greedy,greedy:none,random", boards=20, games=200
    )
    rows = answer.rows
    assert [row["policy"] for row in rows] == ["planner", "greedy", "greedy", "random"]
    assert sum(row["wins"] for row in rows) + answer.facts["unfinished"] == 200
    assert sum(row["win_rate"] for row in rows) == pytest.approx(1)
    assert all(row["low"] <= row["win_rate"] <= row["high"] for row in rows)
    assert 0 < answer.facts["p_survive"] < 1
    assert rows[3]["p_survive"] is None
    again = games.simulate(
        PRINTED, policies="planner,greedy,greedy:none,random", boards=20, games=200, threads=1
    )
    assert again.rows == rows


def test_intervals_allow_for_boards_that_differ():
    played = play(
        PRINTED.rules, boards_of(PRINTED.rules, 10, 1),
        read_players(PRINTED.rules, "greedy", 4), games=200, seed=1,
    )  # fmt: skip
    share = played.share(game.WINS)
    assert share.low < share.value < share.high
    assert played.games == 200
    pairs = played.reach()
    assert (pairs[:, 0] <= pairs[:, 1]).all()
    within = [int(played.reach(moves=m)[:, 0].sum()) for m in range(4)]
    assert within == sorted(within)


def test_odds_hold_what_the_issue_asks():
    answer = games.odds(PRINTED, boards=12, games=24)
    assert [row["missing"] for row in answer.rows] == [1, 2, 3, 4, 5]
    for row in answer.rows:
        assert {"p_reach_1", "p_reach_2", "p_reach_3", "p_reach_median"} <= set(row)
        assert row["p_reach_1"] <= row["p_reach_2"] <= row["p_reach_3"] == row["p_reach"]
    assert [row["corner"] for row in answer.tables["corners"]] == ["a1", "g1", "g7", "a7"]
    assert sum(row["p_win"] for row in answer.tables["corners"]) == pytest.approx(1)
    assert len(answer.tables["masks"]) == 5
    assert len(answer.tables["tunnels"]) == 2
    assert answer.tables["catch"][0]["catch"] == "0 (ideal)"
    for name in ("masks", "tunnels", "catch"):
        for row in answer.tables[name]:
            assert row["p_reach_low"] <= row["p_reach"] <= row["p_reach_high"]
    assert any("synthetic" in note for note in answer.notes)
    numbers = [value for name, value in answer.facts.items() if name.startswith(("p_", "corner"))]
    assert len(numbers) == 9
    assert all(isinstance(value, float) for value in numbers)
    told = " ".join(answer.notes)
    assert all(name in told for name in ("few", "outer (1 3 4 5 7)", "0 (ideal)"))
    assert "p_search" not in told  # a column of the further tables alone


def test_games_that_are_cut_short_have_odds_too():
    short = load_variant("mauer", "printed", ["max_turns=2"])
    answer = games.odds(short, boards=2, games=2)
    assert answer.rows[0]["p_reach"] is None
    assert "one part missing" not in answer.answer
    assert "corners" not in answer.answer
    assert games.simulate(short, boards=2, games=2).facts["unfinished"] == 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_any_number_of_players(players):
    answer = games.simulate(PRINTED, players=players, policies="greedy", boards=5, games=20)
    assert len(answer.rows) == players
    assert games.odds(PRINTED, players=players, boards=4, games=4).facts["players"] == players
