"""Charts of mauer are drawn from the Answer alone and show what they should."""

import pytest

from zochastic.analysis.mauer import answers, games
from zochastic.reports import mauer, mauer_board
from zochastic.rules.mauer.facts import read_facts
from zochastic.rules.mauer.state import read_state
from zochastic.rules.variants import load_variant

PRINTED = load_variant("mauer")
BOARD = PRINTED.rules.layout


def texts(figure):
    return [text.get_text() for axes in figure.axes for text in axes.texts]


def test_a_plan_shows_garments_ghosts_and_the_way():
    state = read_state(PRINTED.rules, BOARD, ghosts="b3,g1,f6,a7", turned="1", have="head")
    answer = answers.plan(PRINTED, state, picture=True)
    shown = texts(mauer.plan_chart(answer))
    assert "legs a" in shown
    assert {"1", "2", "3", "4"} <= set(shown)
    assert any(text.startswith(f"goal: {answer.facts['best_goal']}") for text in shown)
    assert len(answer.tables["cells"]) == 49
    assert len(answer.tables["path"]) == len(answer.facts["moves"])
    signs = [text.get_text() for text in mauer.plan_chart(answer).axes[0].get_legend().get_texts()]
    assert {"tunnel of the frame", "slider, magnets", "plug", "1 move", "3 moves"} <= set(signs)


def test_the_way_ends_on_the_garment_of_the_print():
    state = read_state(PRINTED.rules, BOARD, ghosts="b3,g1,f6,a7", turned="1")
    for goal in [row["garment"] for row in answers.plan(PRINTED, state).rows]:
        answer = answers.plan(PRINTED, state, goal=goal, picture=True)
        row = answer.rows[answer.best]
        steps = answer.tables["path"]
        assert not steps or steps[-1]["cell"] == row["cell"]


def test_a_board_a_search_odds_and_games():
    board = answers.board_answer(PRINTED.rules, BOARD, "A board.", name="synthetic-1")
    assert "hand d" in texts(mauer.board_chart(board))
    facts = read_facts(PRINTED.rules, "1:head-b")
    search = mauer.search_chart(answers.search(PRINTED, facts=facts, want="head-a"))
    assert [round(bar.get_height(), 3) for bar in search.axes[0].patches] == [
        0,
        0.333,
        0.333,
        0.333,
    ]
    odds = mauer.odds_chart(games.odds(PRINTED, boards=3, games=6))
    assert odds.axes[0].get_ylabel()
    played = mauer.simulate_chart(
        games.simulate(PRINTED, policies="greedy,random,random,random", boards=2, games=8)
    )
    assert "Games won" in played.axes[0].get_ylabel()


@pytest.mark.parametrize(("cell", "place"), [("a1", (0, 0)), ("g7", (6, 6)), ("d4", (3, 3))])
def test_places(cell, place):
    assert mauer_board.place(cell) == place
