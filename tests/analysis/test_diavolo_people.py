"""People: read, saved, loaded, measured."""

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from zochastic.analysis.diavolo import people, training
from zochastic.analysis.diavolo.people import PRESETS, Person, load, plan_of, read_people, save
from zochastic.rules.diavolo import ORDERS, DiavoloRules
from zochastic.rules.errors import InvalidInput

PRINTED = DiavoloRules()
TEXT = people.to_toml(PRESETS["fast"])


def refused(function, *args):
    with pytest.raises(InvalidInput) as caught:
        function(*args)
    assert str(caught.value).isprintable()
    return str(caught.value)


def test_people_are_read_with_their_plans():
    table = read_people("fast, slow:sure:0.8,best:0.05,child:all")
    assert [p.plan for p in table] == ["all", "sure:0.8", "best:0.05", "all"]
    assert [p.name for p in table] == ["fast", "slow sure:0.8", "average best:0.05", "child"]
    assert plan_of(PRINTED, "all") is None


@pytest.mark.parametrize(
    "text",
    ["", "fast", "fast," + "slow," * 6, "fast,slo", "fast,slow:sure:2", "fast,dice:x", "fast,dice:-1",
     "fast,sure", "fast,all:3", "fast,best:nan", "fast,fast:fast", "fast,dice:" + "9" * 400],
)  # fmt: skip
def test_wrong_people_are_one_line(text):
    assert refused(read_people, text).startswith("--people")


@pytest.mark.parametrize("name", PRESETS)
def test_saved_people_come_back(tmp_path, name):
    person = replace(PRESETS[name], name='Ann \U0001f608 "x"', measured={"sum-max": 3})
    path = str(tmp_path / "ann.toml")
    save(person, path)
    assert load(path) == person
    assert read_people(f"{path}:sure:0.9,fast")[0].plan == "sure:0.9"


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ('game = "diavolo"', 'game = "coal"', 'allowed: game = "diavolo"'),
        ("look = 0.15", "look = -1", "look: got -1; allowed: a number from 0 to 600"),
        ("look = 0.15", "look = true", "look: got True"),
        ("look = 0.15", "looks = 0.15", "did you mean 'look'?"),
        ("look = 0.15", "", "look: got 'nothing'"),
        ("grab = 0.4", "grab = 0", "grab: got 0"),
        ("sigma = 0.4", "sigma = inf", "sigma: got inf"),
        ("[error]", "[error]\nsum = 1", "did you mean 'sum-min'?"),
        ("[measured]", "[measured]\nnearest = -1", "a count of throws"),
        ('name = "fast"', "name = 3", "name: got 3"),
        ("sigma = 0.4", "sigma 0.4", "TOML"),
    ],
)
def test_a_wrong_file_is_one_line(tmp_path, old, new, part):
    assert old in TEXT
    path = tmp_path / "ann.toml"
    path.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    line = refused(load, str(path))
    assert part in line


def test_one_number_for_all_orders(tmp_path):
    path = tmp_path / "ann.toml"
    path.write_text('game = "diavolo"\nlook = 1\ngrab = 1\nsigma = 0\nthink = 2\nerror = 0.1\n')
    person = load(str(path))
    assert person.think == dict.fromkeys(ORDERS, 2.0)
    assert (person.name, person.measured) == ("ann", {})


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text())
def test_any_file_is_read_or_refused(tmp_path, text):
    path = tmp_path / "any.toml"
    path.write_bytes(text.encode(errors="surrogatepass"))
    line = ""
    try:
        load(str(path))
    except InvalidInput as wrong:
        line = str(wrong)
    assert line.isprintable()


def test_a_file_that_cannot_be_written_is_one_line(tmp_path):
    assert refused(save, PRESETS["fast"], str(tmp_path / "no" / "ann.toml")).startswith("--save")
    assert refused(save, PRESETS["fast"], "a\0.toml").startswith("--save")


def test_the_model_of_time():
    """[diavolo: People] (looks x look + think + grab)."""
    person = PRESETS["slow"]
    assert person.seconds(PRINTED, "sum-max") == pytest.approx(9 * 0.25 + 1.4 + 0.5)
    assert person.seconds(PRINTED, "nearest") == pytest.approx(0.25 + 0.5 + 0.5)
    first = DiavoloRules(order_first=True)
    assert person.seconds(first, "sum-max") == pytest.approx(9 * 0.25 + 0.5)
    assert person.player(PRINTED, ahead=4).looks == (5, 5, 5, 5, 5, 0)


def test_training_finds_the_person_who_answers():
    """Somebody whose parameters are known is measured, and found again."""
    dice = random.Random(1)
    normal = np.random.default_rng(1).normal
    truth = Person(
        name="t", look=0.2, grab=0.5, sigma=0.2, error=dict.fromkeys(ORDERS, 0.1),
        think={order: 0.3 * i for i, order in enumerate(ORDERS[:-1])} | {"nearest": 1.0},
    )  # fmt: skip
    trials = []
    for _ in range(6000):
        task = training.deal(PRINTED, dice)
        seconds = truth.seconds(PRINTED, task.order) * np.exp(truth.sigma * normal())
        trials.append(training.Trial(task.order, dice.random() >= 0.1, float(seconds)))
    found = training.fit(PRINTED, "t", trials, [0.5] * 5)
    assert found.grab == pytest.approx(0.5)
    assert found.sigma == pytest.approx(0.2, abs=0.01)
    assert found.look == pytest.approx(0.2, abs=0.005)
    for order in ORDERS:
        assert found.seconds(PRINTED, order) == pytest.approx(
            truth.seconds(PRINTED, order), rel=0.03
        )
        assert found.error[order] == pytest.approx(0.1, abs=0.04)
    assert sum(found.measured.values()) == 6000


def test_few_throws_make_a_person_too():
    one = training.fit(PRINTED, "x", [training.Trial("odd-max", False, 2.0)], [])
    assert one.measured == {"odd-max": 1}
    assert one.error["odd-max"] == 1
    nearest = training.fit(PRINTED, "x", [training.Trial("nearest", True, 0.0)], [0.0])
    assert nearest.grab >= 0.01
    save_and_load = people.to_toml(nearest)
    assert "nearest" in save_and_load


@pytest.mark.parametrize("colours", [2, 3, 6])
def test_every_order_is_dealt_and_marked(colours):
    rules = DiavoloRules(colours=colours)
    dice = random.Random(3)
    seen = set()
    for _ in range(200):
        task = training.deal(rules, dice)
        seen.add(task.order)
        assert task.right in training.letters(rules).values()
        if task.order == "nearest":
            assert any("()" in line for line in task.picture)
    assert seen == set(ORDERS)
    keys = training.letters(rules)
    assert len(keys) == colours + 1
    assert training.deal(rules, dice, "odd-max").order == "odd-max"
