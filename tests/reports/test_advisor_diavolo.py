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
        })  # fmt: skip
    return found


@pytest.mark.parametrize(("name", "sets"), RULES)
def test_it_answers_as_the_command_line_does(chromium, tmp_path, name, sets):
    variant = load_variant("diavolo", name, sets)
    asked = moments(variant.rules, 200, 5)
    told = advised(chromium, made(tmp_path, *words(name, sets)), asked)
    for state, found in zip(asked, told, strict=True):
        seen = Seen(tuple(map(tuple, state["seen"])), variant.rules.dice)
        answer = answers.read(variant, **{**state, "seen": seen})
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
    (("largest sum", *[f"Imps that are gone: {imp}" for imp in ("black", "red", "white", "grey")]), "Grab no imp"),
]  # fmt: skip


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [375, 800, 1400])
def test_it_is_readable_whatever_was_tapped(chromium, page, width, dark):
    assert check_looks(chromium, page, width, dark=dark, scenes=SCENES).endswith("diavolo/printed")


def test_a_die_is_taken_away_by_a_tap_and_no_more_than_there_are_can_be_tapped(chromium, page):
    work = """
      const full = () => [...d.querySelectorAll(".tray")].map(e => [...e.querySelectorAll(".faces button")].every(b => b.disabled));
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
]


def test_a_moment_that_cannot_be_is_said_to_be_one(chromium, page):
    start = {"order": None, "seen": [[], [], []], "nearest": None, "gone": [], "gems": None, "goal": "gems"}  # fmt: skip
    told = advised(chromium, page, [start | part for part, _ in WRONG])
    for found, (_, reason) in zip(told, WRONG, strict=True):
        assert list(found) == ["wrong"]
        assert reason in found["wrong"]
