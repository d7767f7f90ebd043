import pytest

from zochastic.reports import charts, coal

ODDS = [
    {"aim": 50, "p_reach": 0.64, "sim_p_reach": 0.65, "sim_low": 0.63, "sim_high": 0.66, "z": 0.1},
    {
        "aim": 100,
        "p_reach": 0.47,
        "sim_p_reach": None,
        "sim_low": None,
        "sim_high": None,
        "z": None,
    },
]
CURVE = [
    {
        "amount": a,
        "value_stop": a,
        "value_draw": 50 + a / 2,
        "value_draw_low": 40,
        "value_draw_high": None,
    }
    for a in range(0, 200, 10)
]
BETS = [
    {"bet": b, "p_success": max(0.0, 1 - b / 500), "ev_single": 1.0 * b, "ev_double": 2.0 * b}
    for b in range(0, 1000, 10)
]
PLAYED = [
    {"bet": b, "p_success": 1 - b / 400, "ev_single": 0.1 * b, "ev_double": 0.5 * b, "probability": p,
     "ev_chips": 50.0 + b}
    for b, p in ((0, 0.0), (50, 0.25), (200, 0.75))
]  # fmt: skip
LED = [row | {"value": -5.0, "probability": None} for row in PLAYED]
STOP = {"advice": "draw", "amount": 40, "value_stop": 40, "value_draw": 70.0, "threshold": 127.0}


CASES = {
    "odds": (coal.odds_chart, {"rows": ODDS}),
    "odds without audit": (coal.odds_chart, {"rows": ODDS[1:]}),
    "stop": (coal.stop_chart, {"facts": STOP, "tables": {"curve": CURVE}}),
    "stop with nothing drawn": (
        coal.stop_chart,
        {"facts": STOP | {"amount": 0, "value_stop": None}, "tables": {"curve": CURVE}},
    ),
    "stop with all drawn": (
        coal.stop_chart,
        {"facts": STOP | {"amount": 190, "value_draw": None}, "tables": {"curve": CURVE[:1]}},
    ),
    "stop to reach": (
        coal.stop_chart,
        {"facts": STOP | {"goal": "reach:150"}, "tables": {"curve": CURVE}},
    ),
    "bet": (coal.bet_chart, {"rows": BETS, "best": 20, "facts": {"best_bet": 200, "value": 400.0}}),
    "bet in equilibrium": (
        coal.bet_chart,
        {"rows": PLAYED, "best": 2, "facts": {"best_bet": 200, "value": 200.0}},
    ),
    "bet for the lead": (
        coal.bet_chart,
        {"rows": LED, "best": 1, "facts": {"best_bet": 50, "value": -5.0}},
    ),
    "bet to win": (
        coal.bet_chart,
        {
            "rows": [{"bet": b, "p_win": 0.3, "low": 0.29, "high": 0.31} for b in (0, 100)],
            "facts": {"best_bet": 100, "value": 0.3},
        },
    ),
    "bet of who has nothing": (coal.bet_chart, {"rows": PLAYED[:1], "facts": {"best_bet": 0}}),
    "bet nothing": (
        coal.bet_chart,
        {"rows": BETS[:1], "best": 0, "facts": {"best_bet": 0, "value": 0.0}},
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_no_text_is_cut_off_at_the_edge(make, tmp_path, case):
    chart, parts = CASES[case]
    figure = chart(make(**parts))
    charts.save(figure, tmp_path / "a.png")
    drawn = figure.get_tightbbox()  # in inches
    assert drawn.x0 >= -0.01
    assert drawn.y0 >= -0.01
    assert drawn.x1 <= 8.01
    assert drawn.y1 <= 5.01


@pytest.mark.parametrize("case", CASES)
def test_axes_have_units(make, case):
    chart, parts = CASES[case]
    axes = chart(make(**parts)).axes
    assert all(a.get_ylabel() for a in axes)
    assert axes[-1].get_xlabel()


def test_the_goal_names_the_axis(make):
    chart, parts = CASES["stop to reach"]
    assert chart(make(**parts)).axes[0].get_ylabel() == "Chance to reach 150"


def test_the_best_bet_is_named_and_hopeless_bets_are_left_out(make):
    chart, parts = CASES["bet"]
    figure = chart(make(**parts))
    assert "best bet 200: +400.00 chips" in [t.get_text() for t in figure.axes[0].texts]
    assert max(figure.axes[0].lines[0].get_xdata()) == 490
    assert "left out" in figure.axes[1].get_xlabel()


def test_lots_are_bars_and_a_policy_has_none(make):
    chart, parts = CASES["bet in equilibrium"]
    figure = chart(make(**parts))
    assert [bar.get_height() for bar in figure.axes[1].patches] == [0.0, 0.25, 0.75]
    assert figure.axes[0].texts[0].get_text() == "played most, 200: +250.00 chips"
    chart, parts = CASES["bet for the lead"]
    figure = chart(make(**parts))
    assert not figure.axes[1].patches
    assert figure.axes[0].get_ylabel() == "Lead (chips)"
