"""What a search is asked for: targets of metrics, and how long it may take."""

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zochastic.analysis.design.budget import Budget
from zochastic.analysis.design.targets import MET, MISSED, OPEN, Target, read_targets
from zochastic.analysis.estimates import Estimate
from zochastic.rules.errors import InvalidInput


@pytest.mark.parametrize(
    ("text", "low", "high", "at"),
    [
        ("mean_minutes=45", 44.1, 45.9, 45),
        ("mean_minutes = 45 ± 1", 44, 46, 45),
        ("mean_minutes=45+-1.5", 43.5, 46.5, 45),
        ("mean_minutes=45+/-1.5", 43.5, 46.5, 45),
        ("seat_1=-0.5", -0.51, -0.49, -0.5),
        ("seat_1=0", -0.01, 0.01, 0),
        ("mean_minutes=40:50", 40, 50, None),
        ("seat_spread<0.01", -inf, 0.01, None),
        ("seat_spread<=.01", -inf, 0.01, None),
        ("seat_spread<1%", -inf, 0.01, None),
        ("p_tie=10%±2%", 0.08, 0.12, 0.1),
        ("lead_changes>2", 2, inf, None),
        ("lead_changes>=2", 2, inf, None),
        ("lead_changes≥2", 2, inf, None),
    ],
)  # fmt: skip
def test_a_target_is_read(text, low, high, at):
    target = Target.read(text)
    assert (target.low, target.high) == (pytest.approx(low), pytest.approx(high))
    assert target.at == at


@pytest.mark.parametrize(
    "text",
    ["", "mean_minutes", "mean_minutes=", "=45", "mean_minutes=x", "mean_minutes==45",
     "mean_minutes=nan", "mean_minutes<inf", "mean_minutes=45±", "mean_minutes=45±0",
     "mean_minutes=45±-1", "mean_minutes<45±1", "mean_minutes=50:40", "mean_minutes=45±2%",
     "mean_minutes=1e99", "mean minutes=45", "mean_minutes=45,46", "a<" + "9" * 400],
)  # fmt: skip
def test_what_is_no_target_is_refused_in_one_line(text):
    with pytest.raises(InvalidInput, match="--target") as wrong:
        Target.read(text)
    assert "\n" not in str(wrong.value)


@given(st.text(max_size=20))
def test_any_text_is_a_target_or_refused(text):
    try:
        target = Target.read(text)
    except InvalidInput:
        return
    assert target.low < target.high
    assert target.at is None or target.low < target.at < target.high


@pytest.mark.parametrize(
    "texts",
    [["a<1", "a>2"], ["a=1", "a=2"], ["a=1", "a=1"], ["a=45", "a<44.5"], ["a<1", "a>1"],
     ["a=1:2", "a=3:4"], ["a>0", "a=45", "a<44"]],
)  # fmt: skip
def test_contradictory_targets_are_refused(texts):
    with pytest.raises(InvalidInput, match="contradict"):
        read_targets(texts)


def test_targets_of_one_metric_become_one():
    (both,) = read_targets(["a>2", "a<3"])
    assert (both.low, both.high, both.at) == (2, 3, None)
    one, other = read_targets(["a=45", "b<1", "a>44.5"])
    assert (one.low, one.high, one.at) == (44.5, 45.9, 45)
    assert other.metric == "b"


@given(
    st.sampled_from(["a=5", "a=5±2", "a<5", "a>5", "a=4:6", "a=0"]),
    st.lists(st.floats(-20, 20), min_size=2, max_size=40),
)
def test_the_reach_of_an_interval_is_that_of_all_its_points(text, points):
    target = Target.read(text)
    low, high = min(points), max(points)
    least, most = target.reach(Estimate((low + high) / 2, low, high, 9))
    within = [target.distance(x) for x in points]
    assert least <= min(within)
    assert most == max(within)
    inside = [x for x in (target.at, target.low, target.high) if x is not None and low < x < high]
    assert least == min(target.distance(x) for x in (low, high, *inside))


def test_a_verdict_needs_the_whole_interval():
    target = Target.read("a=5±1")
    assert target.verdict(Estimate(5, 4, 6, 9)) == MET
    assert target.verdict(Estimate(5, 3.9, 6, 9)) == OPEN
    assert target.verdict(Estimate(5, 1, 9, 9)) == OPEN
    assert target.verdict(Estimate(7, 6.1, 8, 9)) == MISSED
    assert Target.read("a<5").verdict(Estimate(3, 2, 4, 9)) == MET
    assert Target.read("a>5").verdict(Estimate(3, 2, 4, 9)) == MISSED


@pytest.mark.parametrize(
    ("text", "seconds", "trials"),
    [("10min", 600, None), ("90s", 90, None), ("2h", 7200, None), ("1.5h", 5400, None),
     ("1h 30min", 5400, None), ("1h30m", 5400, None), ("10 minutes", 600, None),
     ("2 hours", 7200, None), ("5 sec", 5, None), ("40 trials", None, 40), ("1 trial", None, 1),
     ("7trials", None, 7)],
)  # fmt: skip
def test_a_budget_is_a_time_or_a_number_of_trials(text, seconds, trials):
    assert Budget.read(text) == Budget(seconds, trials)


@pytest.mark.parametrize(
    "text",
    ["", "40", "0s", "0 trials", "-1 trials", "1e9 trials", "min", "10 mini", "10min!", "10x",
     "1.5 trials", "99999h", "nan s", "10 trials 5s", "9" * 400 + "s"],
)  # fmt: skip
def test_what_is_no_budget_is_refused_in_one_line(text):
    with pytest.raises(InvalidInput, match="--budget") as wrong:
        Budget.read(text)
    assert "\n" not in str(wrong.value)


@given(st.text(max_size=12))
def test_any_text_is_a_budget_or_refused(text):
    try:
        budget = Budget.read(text)
    except InvalidInput:
        return
    assert (budget.seconds is None) != (budget.trials is None)
