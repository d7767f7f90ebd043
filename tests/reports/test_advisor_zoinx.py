"""The page for zoinx: its answers are the command line's, and a person can read and tap it."""

import random

import pytest
from advisor_pages import advised, check_looks, made, run

from zochastic.analysis.zoinx import answers
from zochastic.cli import main
from zochastic.rules.variants import load_variant
from zochastic.rules.zoinx.referee import apply, begin, legal, settle

pytestmark = pytest.mark.browser

#: A variant, and what is set; the printed game first.
RULES = [
    ("printed", ()),
    ("lead-or-tie", ()),
    ("printed", ("trigger=any-turn", "target=17", "start=[3,0]")),
    ("printed", ("forced=false", "active_bets=[3,7]", "opponent_bets=[0,5]", "zoinx_prize=7")),
    ("printed", ("opponent_miss=1", "opponent_factor=2", "target=12", "exact_hit=bet+total")),
    ("printed", ('faces=[2,1,0,"bust"]', "bust=any-bust-face", "dice=2", "above=bet+excess")),
    ("printed", ("opponent_bets=[]", "target=20")),
    ("pig-10", ()),
]  # fmt: skip


def words(variant, sets):
    return ["zoinx", "--variant", variant, *(word for one in sets for word in ("--set", one))]


def moments(rules, count, seed):
    """Moments of games played at random: (scores from whose turn it is, last turns, bets, total)."""
    rng = random.Random(seed)
    rolls = [dots for dots, _ in rules.roll_law if dots] + ["zoinx"]
    found = []
    while len(found) < count:
        state = begin(rules, rng.randrange(2))
        hurry = rng.random()  # some stop early, some late
        while not state.over and len(found) < count:
            may = legal(rules, state)
            order = [state.seat, 1 - state.seat]
            scores = [state.scores[seat] for seat in order]
            bets = None if state.bets is None else [state.bets[seat] for seat in order]
            if rng.random() < 0.2:
                found.append((scores, len(state.pending), bets, state.total))
            if "bet" in may:
                choice = [rng.choice(rules.active_choices), rng.choice(rules.opponent_choices)]
                state, _ = apply(rules, state, tuple(choice if state.seat == 0 else choice[::-1]))
            elif "stop" in may and rng.random() < hurry:
                state, _ = apply(rules, state, "stop")
            elif may == ("settle",):
                state = settle(rules, state)[0]
            else:
                state, _ = apply(rules, state, rng.choice(rolls))
    return found


def question(scores, last_turns, bets, total, seat):
    """The state as the page's script has it."""
    asked = "bet" if bets is None else "stop"
    return {
        "question": asked, "scores": scores, "seat": seat, "last_turns": last_turns,
        "bets": bets or [-1, -1], "total": total, "over": False,
    }  # fmt: skip


@pytest.mark.parametrize(("name", "sets"), RULES)
def test_it_answers_as_the_command_line_does(chromium, tmp_path, name, sets):
    variant = load_variant("zoinx", name, sets)
    many = 60 if (name, sets) != RULES[0] else 200
    rng = random.Random(8)
    asked = [question(*moment, rng.choice((1, 2))) for moment in moments(variant.rules, many, 7)]
    told = advised(chromium, made(tmp_path, *words(name, sets)), asked)
    for state, found in zip(asked, told, strict=True):
        where = {key: state[key] for key in ("scores", "last_turns")}
        if state["question"] == "bet":
            answer = answers.bet(variant, **where, seat=state["seat"])
            assert found["advice"] == "bet", state
            for column in ("bet", "probability", "value"):
                expected = [row[column] for row in answer.rows]
                assert [row[column] for row in found["rows"]] == pytest.approx(expected, abs=1e-11)
            for fact in ("value", "points_bet", "points_ev", "points_cost"):
                assert found[fact] == pytest.approx(answer.facts[fact], abs=1e-11), (state, fact)
        else:
            answer = answers.stop(variant, **where, bets=state["bets"], total=state["total"])
            for fact in ("advice", "stop_rule", "least_stop"):
                assert found[fact] == answer.facts[fact], (state, fact)
            for fact in ("value_roll", "value_stop", "p_zoinx_roll"):
                assert found[fact] == pytest.approx(answer.facts[fact], abs=1e-11), (state, fact)


@pytest.mark.parametrize("players", [3, 4])
def test_many_players_are_told_what_brings_the_most_points(chromium, tmp_path, players):
    variant = load_variant("zoinx", "printed", [f"players={players}", "zoinx_loss=1"])
    page = made(tmp_path, *words("printed", ["zoinx_loss=1"]), "--players", str(players))
    others = [0] * (players - 1)
    states = [
        {"question": "stop", "scores": [], "seat": 1, "last_turns": 0, "bets": [bet, *others],
         "total": total, "over": False}
        for bet in variant.rules.active_bets for total in range(18)
    ]  # fmt: skip
    for state, found in zip(states, advised(chromium, page, states), strict=True):
        answer = answers.stop(
            variant, bets=state["bets"], total=state["total"], goal="points", scores=[0] * players
        )
        assert found["advice"] == answer.facts["advice"], state
        assert found["stop_rule"] == answer.facts["stop_rule"]
        assert found["value_roll"] == pytest.approx(answer.facts["value_roll"], abs=1e-11)
        assert found["value_stop"] == pytest.approx(answer.facts["value_stop"], abs=1e-11)
    odds = {row["bet"]: row["ev"] for row in answers.odds(variant, games=1).rows}
    (told,) = advised(chromium, page, [{**states[0], "question": "bet"}])
    assert {row["bet"]: row["value"] for row in told["rows"]} == pytest.approx(odds)
    assert told["bet"] == max(odds, key=odds.get)


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("zoinx")
    rules = folder / "mine.toml"
    rules.write_text('game = "zoinx"\nname = "</script><script>document.title=1</script> & more"\n')
    return made(folder, "zoinx", "--variant", str(rules))


#: What is tapped before the page is looked at, and what it tells then.
SCENES = [
    ((), "Bet 4"),
    (
        (
            "Your score: 1 more",
            "The other",
            "are open",
            "Your bet: 4",
            "The other's bet: 8",
            "add 2",
            "add 4",
        ),
        "Nothing for you",
    ),
    (("are open", "Your bet: 8", "The other's bet: 6", "add 2", "add 3"), "Roll"),
    (("are open", "Your bet: 8", "The other's bet: 6", "add 4", "add 4", "add 4"), "Stop"),
    (("this is the last turn",), "That cannot be in the last turn"),
]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [375, 800, 1400])
def test_it_is_readable_whatever_was_tapped(chromium, page, width, dark):
    title = check_looks(chromium, page, width, dark=dark, scenes=SCENES)
    assert title == "What to do: </script><script>document.title=1</script> & more"


def test_it_counts_the_points_and_brings_the_game_to_its_end(chromium, page):
    work = """
      const type = (label, value) => {
        const input = d.querySelector(`input[aria-label="${label}"]`);
        input.value = value;
        input.dispatchEvent(new w.Event("input"));
      };
      const scores = () => [...d.querySelectorAll(".half input")].map(input => input.value);
      const seen = [];
      type("Your score", "29"); type("The other's score", "12");
      for (const text of ["are open", "Your bet: 2", "The other's bet: 10", "add 3", "Stopped"]) tap(text);
      seen.push(scores(), told()[0]);        // 29 + 2 + 3: the other has the last turn
      for (const text of ["are open", "Your bet: 0", "The other's bet: 8", "add 4", "Zoinx"]) tap(text);
      seen.push(told());
      tap("Undo");
      type("Your score", "x");
      seen.push(told()[0], d.activeElement.textContent);
      return seen;
    """
    scores, after, over, wrong, focus = run(chromium, page, work)
    assert scores == ["34", "12"]
    assert after.startswith(("Bet ", "Draw lots"))
    assert over == ["The game is over: you win.", "39 to 12."]
    assert wrong == "Your score: a whole number from 0 to 230."
    assert focus == "Undo"


WRONG = [
    ({"scores": [3, 31]}, "before the final round"),
    ({"scores": [31, 3], "last_turns": 1}, "in the last turn"),
    ({"scores": [12, 29], "last_turns": 1}, "in the last turn"),
    ({"scores": [90, 12]}, "nobody gets to 90"),
    ({"question": "stop", "bets": [3, 4]}, "not on the die"),
]


def test_a_moment_that_cannot_be_is_said_to_be_one(chromium, page):
    start = question([0, 0], 0, None, 0, 1)
    told = advised(chromium, page, [start | part for part, _ in WRONG])
    for found, (_, reason) in zip(told, WRONG, strict=True):
        assert list(found) == ["wrong"]
        assert reason in found["wrong"]


def test_a_file_that_cannot_be_written_is_refused_first(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("zochastic.analysis.advisor.data", lambda *_, **__: 1 / 0)
    assert main(["advisor", "zoinx", "-o", str(tmp_path / "nowhere" / "a.html")]) == 2
    assert main(["advisor", "zoinx", "-o", str(tmp_path / "a.txt")]) == 2
    assert main(["advisor", "mauer", "-o", str(tmp_path / "a.html")]) == 2
    assert capsys.readouterr().err.count("\n") == 3
    assert list(tmp_path.iterdir()) == []


def test_tables_that_are_too_large_are_refused(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("zochastic.reports.advisor.MOST_BYTES", 50_000)
    assert main(["advisor", "zoinx", "-o", str(tmp_path / "a.html")]) == 2
    assert "50,000 bytes" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
