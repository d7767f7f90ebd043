"""The answers of Diavolo: fixed names, and advice computed from the variant at hand."""

import json
from fractions import Fraction

import pytest

from zochastic.analysis.diavolo import answers, wording
from zochastic.rules.diavolo import ORDERS, read_seen
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import load_variant

PRINTED = load_variant("diavolo")


def variant(*sets):
    return load_variant("diavolo", "printed", sets)


def read(words, of=PRINTED, **options):
    return answers.read(of, seen=read_seen(of.rules, words.split()), **options)


def test_odds_have_the_fixed_names():
    answer = answers.odds(PRINTED, games=20_000)
    assert [row["order"] for row in answer.rows] == list(ORDERS)
    assert {"p_grey", "p_colour", "p_grey_exact"} <= set(answer.rows[0])
    assert answer.rows[0]["p_grey_exact"] == "112865/839808"
    assert answer.facts["p_grey"] == pytest.approx(1638695 / 6718464)
    assert answer.facts["p_grey_exact"] == "1638695/6718464"
    assert all(row["z"] is None or abs(row["z"]) < 4.2 for row in answer.rows)
    assert answer.rows[-1]["sim_p_grey"] is None
    assert answer.provenance.games == 20_000
    assert any("near" in note for note in answer.notes)
    json.dumps(answer.as_dict())


def test_odds_follow_the_variant():
    few = answers.odds(load_variant("diavolo", "children"), games=0)
    assert few.rows[0]["p_grey"] == pytest.approx(0.161844, abs=1e-6)
    assert "value-max (49.4 %)" in answers.odds(PRINTED, games=0).answer
    assert "odd-max (48.4 %)" in few.answer
    weighted = answers.odds(variant("orders={odd-max=2,value-max=1}"), games=0)
    grey = Fraction(53, 128) * 2 / 3 + Fraction(1659305, 3359232) / 3
    assert weighted.facts["p_grey_exact"] == str(grey)
    assert [row["order"] for row in weighted.rows] == ["odd-max", "value-max"]
    assert not weighted.notes


def test_a_whole_roll_has_an_imp():
    answer = read("236 355 156", order="sum-max")
    assert answer.facts["imp"] == answer.facts["grab"] == "red"
    assert answer.facts["p_right"] == 1
    assert answer.answer == "Grab red: it is right at sum-max."
    assert "tied" in read("236 355 156", order="value-max").answer
    rows = {row["order"]: row["imp"] for row in read("236 355 156", nearest="red").rows}
    assert rows == dict(zip(ORDERS, ("red", "black", "white", "red", "grey", "red"), strict=True))
    assert read("236 355 156").rows[-1]["imp"] is None


def test_a_part_of_a_roll_has_chances_and_worths():
    answer = read("6 1", order="range-max")
    assert [row["imp"] for row in answer.rows] == ["black", "red", "white", "grey"]
    assert {"imp", "probability", "value"} <= set(answer.rows[0])
    assert sum(row["probability"] for row in answer.rows) == pytest.approx(1)
    assert answer.facts["grab"] == "grey" == answer.rows[answer.best]["imp"]
    assert "imp" not in answer.facts
    assert answer.facts["value"] == pytest.approx(2 * answer.facts["p_right"] - 1)


def test_the_goal_and_the_cap_change_the_grab():
    """The likeliest imp is not the best one in gems; at the cap it is."""
    words = "6 2 3"
    gems, right, cap = (
        read(words, order="range-max", **o).facts for o in ({}, {"goal": "right"}, {"gems": 5})
    )
    assert gems["grab"] == "grey"
    assert right["grab"] == cap["grab"] != "grey"
    assert right["value"] == right["p_right"]
    assert "likelier" in read(words, order="range-max").answer


def test_advice_is_computed_from_the_variant():
    words = "6 2 3"
    assert read(words, order="range-max").facts["grab"] == "grey"
    assert read(words, variant("grey_gain=0"), order="range-max").facts["grab"] != "grey"
    none = read(words, variant("loss_none=0", "grey_gain=0"), order="range-max")
    assert none.facts["grab"] == wording.NONE
    assert none.rows[none.best]["imp"] == wording.NONE
    assert "Grab no imp" in none.answer
    two = read("55 5", load_variant("diavolo", "children"), order="sum-max")
    assert two.facts["p_right"] > read("55 5", order="sum-max").facts["p_right"]


def test_imps_that_are_gone_are_not_grabbed():
    words = "66 1 1"
    assert read(words, order="sum-max").facts["grab"] == "black"
    assert read(words, order="sum-max", gone=["black"]).facts["grab"] != "black"
    assert read(words, variant("grey_imps=0"), order="value-max").facts["grab"] == "black"


def test_without_an_order_the_order_die_is_open():
    answer = read("66")
    assert [row["order"] for row in answer.rows] == list(ORDERS)
    parts = [read("66", order=order) for order in ORDERS]
    for row, part in zip(answer.rows, parts, strict=True):
        assert row["grab"] == part.facts["grab"]
        assert row["value"] == part.facts["value"]
    at = ["black", "red", "white", "grey"].index(answer.facts["grab"])
    mean = sum(part.rows[at]["probability"] for part in parts) / 6
    assert answer.facts["p_right"] == pytest.approx(mean)


@pytest.mark.parametrize(
    "options",
    [
        {"order": "sum"},
        {"goal": "win"},
        {"gems": 6},
        {"gems": 0},
        {"nearest": "blue"},
        {"gone": ["pink"]},
        {"order": "sum-max", "goal": "gem"},
    ],
)
def test_wrong_questions_are_refused(options):
    with pytest.raises(InvalidInput) as caught:
        read("66", **options)
    assert str(caught.value).isprintable()


def test_snap_has_the_fixed_names():
    answer = answers.snap(PRINTED, order="value-max", cost=0.05, curve=True)
    assert answer.facts["value"] == pytest.approx(0.143618223848)
    assert answer.facts["mean_looks"] == pytest.approx(7.006288342097)
    assert answer.facts["p_right"] == pytest.approx(0.999988787120)
    assert answer.facts["rule_loss"] == pytest.approx(
        answer.facts["value"] - answer.facts["rule_value"]
    )
    assert answer.rows[0]["do"] == "look at black"
    curve = answer.tables["curve"]
    assert [row["mean_looks"] for row in curve] == sorted(
        (r["mean_looks"] for r in curve), reverse=True
    )
    assert sum(row["asked"] for row in curve) == 1
    json.dumps(answer.as_dict())


def test_snap_changes_its_advice_with_the_price_and_the_variant():
    dear = answers.snap(PRINTED, order="value-max", hazard=0.1)
    assert dear.facts["mean_looks"] == 0
    assert dear.answer.startswith("Grab at once: grey")
    no_gain = answers.snap(variant("grey_gain=0"), order="value-max", hazard=0.1)
    assert not no_gain.answer.startswith("Grab at once: grey is worth -0.01")
    assert (
        answers.snap(PRINTED, order="odd-max", cost=0.05, gems=5).facts["value"]
        < (answers.snap(PRINTED, order="odd-max", cost=0.05).facts["value"])
    )


def test_snap_at_nearest_says_that_looking_is_useless():
    answer = answers.snap(PRINTED, order="nearest", cost=0.01)
    assert answer.facts["mean_looks"] == 0
    assert answer.facts["p_right"] == pytest.approx(1 / 3)
    assert wording.NEAREST_NOTE in answer.notes
    tie = answers.snap(variant("near_tie=0.9"), order="nearest")
    assert tie.rows[0]["do"] == "grab grey"


def test_snap_over_all_orders():
    answer = answers.snap(PRINTED, cost=0.05)
    assert [row["order"] for row in answer.rows] == list(ORDERS)
    mean = sum(row["value"] for row in answer.rows) / 6
    assert answer.facts["value"] == pytest.approx(mean)
    with pytest.raises(InvalidInput):
        answers.snap(variant("orders={odd-max=1}"), order="sum-max")


def test_a_gem_is_worth_more_to_the_poor():
    rich, poor = (answers.gems(PRINTED, table=t) for t in ((5, 5, 5, 5), (1, 5, 5, 5)))
    assert rich.facts["p_win"] > poor.facts["p_win"]
    assert rich.facts["grey_worth"] < poor.facts["grey_worth"]
    names = [row["grab"] for row in rich.rows]
    assert names == [
        "right colour",
        "wrong, a colour was right",
        "right grey",
        "wrong, grey was right",
    ]
    assert poor.rows[1]["p_win"] == 0
    assert rich.rows[2]["gems"] == 0
    equal = answers.gems(PRINTED, table=(3, 3, 3), error=0.0)
    # no other has what is right, or all but one have
    assert equal.rows[2]["others_lose"] == 2
    assert equal.rows[0]["others_lose"] == 1


def test_the_worth_of_a_grab_adds_up_to_what_one_has_now():
    """Weighing the four cases by their chances gives the chance to win now."""
    answer = answers.gems(PRINTED, table=(3, 3), error=0.0)
    grey = 1638695 / 6718464
    win = {row["grab"]: row["p_win"] for row in answer.rows}
    # two who never err: each is the quicker half the time; the other then has no imp
    now = 0.5 * (1 - grey) * win["right colour"] + 0.5 * grey * win["right grey"]
    lost_colour = answers.gems(PRINTED, table=(2, 3), error=0.0).facts["p_win"]
    lost_grey = answers.gems(PRINTED, table=(2, 4), error=0.0).facts["p_win"]
    now += 0.5 * (1 - grey) * lost_colour + 0.5 * grey * lost_grey
    assert answer.facts["p_win"] == pytest.approx(now, abs=1e-9)


def test_without_a_grey_imp_there_is_no_right_grey():
    answer = answers.gems(variant("grey_imps=0"), table=(3, 3))
    assert "right grey" not in [row["grab"] for row in answer.rows]
    assert answer.facts["grey_worth"] is None
    assert "nothing to choose" in answer.answer


@pytest.mark.parametrize("table", [(), (1,), (6, 1), (0, 1), (1,) * 7])
def test_wrong_tables_are_refused(table):
    with pytest.raises(InvalidInput):
        answers.gems(PRINTED, table=table)
