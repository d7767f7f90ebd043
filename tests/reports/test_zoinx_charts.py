import pytest

from zochastic.analysis.zoinx import answers
from zochastic.reports import zoinx as charts
from zochastic.rules.variants import load_variant

PRINTED = load_variant("zoinx")


def axes_of(figure):
    return [axes for axes in figure.get_axes() if axes.get_visible()]


def test_heat_maps_of_the_whole_game():
    figure = charts.solve_chart(answers.solve(PRINTED, grid=True))
    titles = [axes.get_title() for axes in axes_of(figure)]
    assert [title for title in titles if title] == [
        "2",
        "4",
        "6",
        "8",
        "10",
        "0",
        "2",
        "4",
        "6",
        "8",
        "10",
    ]
    value = axes_of(figure)[0].get_images()[0].get_array()
    assert value.shape == (30, 30)
    assert value[25, 25] == pytest.approx(0.533788235266)
    assert value[0, 25] == pytest.approx(0.090965761980)


def test_a_game_without_bets_has_one_map_and_one_alone_a_line():
    pig = load_variant("zoinx", "pig-10")
    figure = charts.solve_chart(answers.solve(pig, grid=True))
    assert sum(bool(axes.get_images()) for axes in axes_of(figure)) == 1
    alone = charts.solve_chart(answers.solve(pig, players=1, grid=True))
    assert len(axes_of(alone)[0].get_lines()) == 1


def test_states_that_cannot_occur_are_left_white(make):
    rows = [
        {"mover": 0, "next": 0, "value": 0.4, "bet_2": 1.0},
        {"mover": 0, "next": 5, "value": 0.3, "bet_2": 0.5},
        {"mover": 5, "next": 5, "value": 0.4, "bet_2": 0.0},
    ]
    figure = charts.solve_chart(make(tables={"grid": rows}))
    assert axes_of(figure)[0].get_xlabel() == "Score of both others"


def test_bars_of_the_odds():
    figure = charts.odds_chart(answers.odds(PRINTED, games=2000))
    heights = [bar.get_height() for bar in axes_of(figure)[0].patches]
    assert max(heights) == pytest.approx(5.0990933559)
    labels = [text.get_text() for text in axes_of(figure)[1].get_legend().get_texts()]
    assert labels[0] == "opponent bets 0"
    assert len(labels) == 6


def test_the_bet_with_the_most_points_is_marked():
    figure = charts.bet_chart(answers.bet(PRINTED, scores=[25, 25]))
    assert any("8: most points" in text.get_text() for text in axes_of(figure)[0].texts)
    assert len(axes_of(figure)) == 2
    reply = charts.bet_chart(answers.bet(PRINTED, scores=[25, 25], against="points"))
    assert len(axes_of(reply)) == 1


def test_stop_and_roll_by_total():
    answer = answers.stop(PRINTED, scores=[0, 0], bets=[2, 4], total=3, curve=True)
    axes = axes_of(charts.stop_chart(answer))[0]
    assert axes.get_ylabel() == "Win probability"
    assert any("you have 3: stop" in text.get_text() for text in axes.texts)
    points = answers.stop(PRINTED, bets=[6], total=6, goal="points", curve=True)
    assert "points" in axes_of(charts.stop_chart(points))[0].get_ylabel()
    four = answers.stop(
        PRINTED, scores=[0, 0, 0, 0], bets=[2, 4, 0, 0], total=3, curve=True, games=2000
    )
    assert axes_of(charts.stop_chart(four))


def test_names_of_policies_are_drawn_as_they_are(make):
    row = {"seat": 1, "policy": "$x$.npz", "win_rate": 0.5, "low": 0.4, "high": 0.6, "exact": 0.51}
    figure = charts.simulate_chart(make(rows=[row]))
    labels = [label.get_text() for label in axes_of(figure)[0].get_xticklabels()]
    assert labels == [r"seat 1: \$x\$.npz"]
