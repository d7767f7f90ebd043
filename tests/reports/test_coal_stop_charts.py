import pytest

from zochastic.reports import charts, coal_solve, coal_stop

CURVE = [
    {"amount": a, "pieces": 2, "value_stop": 2.0 * a, "value_draw": 90 + a / 2}
    for a in range(10, 200, 10)
]
CHIPS = {
    "goal": "chips", "advice": "draw", "amount": 40, "value_stop": 80.0, "value_draw": 110.0,
    "bet": 120, "best": 90,
}  # fmt: skip
WIN = [
    {"action": "stop", "value": 0.31, "low": 0.30, "high": 0.32, "behind": 0.02},
    {"action": "draw", "value": 0.33, "low": 0.32, "high": 0.34, "behind": 0.0},
]
SOLVED = [
    {"part": "bet", "situation": "opening", "rule": "fixed:170, chance:0.6, all-in", "loss": 120.0},
    {"part": "bet", "situation": "opening", "rule": "fixed:0", "loss": 300.0},
    {
        "part": "draw",
        "situation": "any turn",
        "rule": "draw until your bet is met; if safe, draw level in amount or pieces",
        "loss": 0.7,
    },
    {"part": "draw", "situation": "any turn", "rule": "round", "loss": -0.01},
    {"part": "situation", "situation": "last", "rule": "draw until your bet is met", "loss": 0.0},
]

CASES = {
    "chips": (coal_stop.stop_chart, {"facts": CHIPS, "tables": {"curve": CURVE}}),
    "chips, nothing drawn": (
        coal_stop.stop_chart,
        {"facts": CHIPS | {"amount": 0, "value_stop": None}, "tables": {"curve": CURVE}},
    ),
    "chips, no coal left": (coal_stop.stop_chart, {"facts": CHIPS, "tables": {"curve": []}}),
    "win": (coal_stop.stop_chart, {"facts": {"goal": "win"}, "rows": WIN}),
    "solve": (coal_solve.solve_chart, {"rows": SOLVED}),
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


def test_what_is_at_stake_is_marked(make):
    chart, parts = CASES["chips"]
    names = chart(make(**parts)).axes[0].get_legend_handles_labels()[1]
    assert names == ["stop now", "draw, and then play on", "your bet, 120", "highest so far, 90"]


def test_the_goal_of_a_turn_keeps_its_chart(make):
    curve = [
        {
            "amount": a,
            "value_stop": a,
            "value_draw": 60,
            "value_draw_low": 50,
            "value_draw_high": 70,
        }
        for a in range(0, 100, 10)
    ]
    facts = {
        "goal": "amount",
        "amount": 40,
        "value_stop": 40,
        "value_draw": 60.0,
        "threshold": 90.0,
    }
    figure = coal_stop.stop_chart(make(facts=facts, tables={"curve": curve}))
    assert figure.axes[0].get_ylabel() == "Expected amount of the turn"
