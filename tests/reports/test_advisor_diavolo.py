"""The page for Diavolo: its answers are the command line's, and a person can read and tap it."""

import random

import pytest
from advisor_pages import advised, check_looks, made, run

from zochastic.analysis.diavolo import answers
from zochastic.rules.diavolo import Seen, imps_of
from zochastic.rules.variants import load_variant

pytestmark = pytest.mark.browser

#: A variant, and what is set; the printed game first.
RULES = [
    ("printed", ()),
    ("children", ()),
    ("printed", ("colours=5", "dice=2", "sides=20", "near_tie=0.1", "grey_gain=3", "gem_cap=9")),
    ("printed", ("grey_imps=0", "loss_none=0")),
    ("printed", ("loss_wrong=2", "orders={sum-min=2,range-max=1,nearest=3}", "colours=2", "dice=5")),
    ("printed", ("orders={value-max=1}", "sides=2", "dice=16", "colours=6")),
]  # fmt: skip


def words(variant, sets):
    return ["diavolo", "--variant", variant, *(word for one in sets for word in ("--set", one))]


def moments(rules, count, seed):
    """Dice seen in part or all, imps gone or there, drawn at random, as the script has them."""
    rng = random.Random(seed)
    imps = imps_of(rules)
    orders = [order for order, _ in rules.orders]
    found = []
    for _ in range(count):
        chance = rng.choice((0.3, 0.7, 1.0))
        seen = [
            [rng.randint(1, rules.sides) for _ in range(rules.dice) if rng.random() < chance]
            for _ in range(rules.colours)
        ]
        found.append({
            "order": rng.choice([None, *orders, *orders]), "seen": seen,
            "nearest": rng.choice([None, *imps]), "gone": [imp for imp in imps if rng.random() < 0.3],
            "gems": rng.choice([None, rng.randint(1, rules.gem_cap)]), "goal": rng.choice(["gems", "right"]),
            "others": [],
        })  # fmt: skip
    return found


@pytest.mark.parametrize(("name", "sets"), RULES)
def test_it_answers_as_the_command_line_does(chromium, tmp_path, name, sets):
    variant = load_variant("diavolo", name, sets)
    asked = moments(variant.rules, 200, 5)
    told = advised(chromium, made(tmp_path, *words(name, sets)), asked)
    for state, found in zip(asked, told, strict=True):
        seen = Seen(tuple(map(tuple, state["seen"])), variant.rules.dice)
        asks = {key: state[key] for key in ("order", "nearest", "gone", "gems", "goal")}
        answer = answers.read(variant, **asks, seen=seen)
        assert found["advice"] == answer.facts["grab"], state
        assert found["p_right"] == pytest.approx(answer.facts["p_right"], abs=1e-12)
        assert found["value"] == pytest.approx(answer.facts["value"], abs=1e-12)
        if state["order"] is None:
            for column, key in (("order", "order"), ("grab", "advice"), ("p_right", "p_right"), ("value", "value")):  # fmt: skip
                expected = [row[column] for row in answer.rows]
                got = [row[key] for row in found["orders"]]
                if column in ("order", "grab"):
                    assert got == expected, state
                else:
                    assert got == pytest.approx(expected, abs=1e-12)
        else:
            assert [row["imp"] for row in found["rows"]] == [row["imp"] for row in answer.rows]
            for column in ("probability", "value"):
                expected = [row[column] for row in answer.rows]
                assert [row[column] for row in found["rows"]] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    "sets", [(), ("players=3", "grey_gain=2", "gem_cap=7", "loss_wrong=2", "loss_none=2")]
)
def test_for_the_win_grey_weighs_what_the_gems_at_the_table_say(chromium, tmp_path, sets):
    variant = load_variant("diavolo", "printed", sets)
    rules, rng = variant.rules, random.Random(3)
    asked = [
        {**one, "goal": "win", "gems": rng.randint(1, rules.gem_cap),
         "others": [rng.randint(1, rules.gem_cap) for _ in range(rng.randint(1, rules.players - 1))]}
        for one in moments(rules, 60, 4)
    ]  # fmt: skip
    told = advised(chromium, made(tmp_path, *words("printed", sets)), asked)
    likelier = 0
    for state, found in zip(asked, told, strict=True):
        table = answers.gems(variant, table=[state["gems"], *state["others"]]).facts
        assert found["grey_worth"] == pytest.approx(table["grey_worth"], abs=1e-9)
        assert found["p_win"] == pytest.approx(table["p_win"], abs=1e-9)
        if state["order"] is None:
            continue
        seen = Seen(tuple(map(tuple, state["seen"])), rules.dice)
        asks = {key: state[key] for key in ("order", "nearest", "gone")}
        chances = answers.read(variant, **asks, seen=seen, goal="right").rows
        weighed = {
            row["imp"]: row["probability"] * (table["grey_worth"] if row["imp"] == "grey" else 1)
            for row in chances if row["imp"] not in state["gone"]
        }  # fmt: skip
        assert weighed.get(found["advice"], 0) == pytest.approx(max([0, *weighed.values()])), state
        likelier += found["p_right"] < max(row["probability"] for row in chances) - 1e-9
    assert likelier > 3  # grey is grabbed though a colour is likelier, or the likeliest imp is gone


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    return made(tmp_path_factory.mktemp("diavolo"), "diavolo")


SEEN = ["Black dice: 2", "Black dice: 3", "Black dice: 6", "Red dice: 3", "Red dice: 5", "Red dice: 5"]  # fmt: skip
#: What is tapped before the page is looked at, and what it tells then [diavolo: A round].
SCENES = [
    ((), "The best grab by order"),
    (("largest sum", *SEEN, "White dice: 1"), "Grab red"),
    (("largest sum", *SEEN, *["White dice: 1", "White dice: 5", "White dice: 6"]), "Grab red"),
    (("highest value", *SEEN, *["White dice: 1", "White dice: 5", "White dice: 6"]), "Grab grey"),
    (("smallest sum", *SEEN, "Imps that are gone: black", "Your gems: 2"), "Grab white"),
    (("nearest die", "Nearest to the Order die lies: red"), "Grab red"),
    (("to win",), "Tap your gems"),
    (("largest difference", "to win", "Your gems: 2", *(f"Gems of each other player: {k}" for k in (5, 4))), "Grab grey"),
    (("largest sum", *[f"Imps that are gone: {imp}" for imp in ("black", "red", "white", "grey")]), "Grab no imp"),
]  # fmt: skip


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [375, 800, 1400])
def test_it_is_readable_whatever_was_tapped(chromium, page, width, dark):
    assert check_looks(chromium, page, width, dark=dark, scenes=SCENES).endswith("diavolo/printed")


def test_before_the_order_is_read_nobody_is_sent_after_a_colour_at_the_nearest_die(chromium, page):
    work = """
      const seen = [told()[1]];
      tap("Nearest to the Order die lies: white");
      return [...seen, told()[1]];
    """
    before, after = run(chromium, page, work)
    assert before.endswith("nearest die: look which.")
    assert after.endswith("nearest die: white.")


def test_a_die_is_taken_away_by_a_tap_and_no_more_than_there_are_can_be_tapped(chromium, page):
    work = """
      const full = () => [...d.querySelectorAll(".tray")].filter(e => e.checkVisibility())
        .map(e => [...e.querySelectorAll(".faces button")].every(b => b.disabled));
      const seen = [];
      for (const text of given) tap(text);
      seen.push(full());
      tap("take 3 away");
      seen.push(full(), d.activeElement.textContent);
      tap("Undo");
      seen.push(full());
      return seen;
    """
    before, after, focus, again = run(chromium, page, work, SEEN[:3])
    assert before == again == [True, False, False]
    assert after == [False, False, False]
    assert focus == "6"


WRONG = [
    ({"order": "odd-min"}, "odd-min"),
    ({"seen": [[1, 2, 3, 4], [], []]}, "3 dice"),
    ({"seen": [[7], [], []]}, "1 to 6"),
    ({"nearest": "blue"}, "black, red, white, grey"),
    ({"gems": 6}, "1 to 5 gems"),
    ({"others": [5, 5, 5, 5]}, "at most 3 others"),
]


def test_a_moment_that_cannot_be_is_said_to_be_one(chromium, page):
    start = {"order": None, "seen": [[], [], []], "nearest": None, "gone": [], "gems": None, "others": [], "goal": "gems"}  # fmt: skip
    told = advised(chromium, page, [start | part for part, _ in WRONG])
    for found, (_, reason) in zip(told, WRONG, strict=True):
        assert list(found) == ["wrong"]
        assert reason in found["wrong"]
