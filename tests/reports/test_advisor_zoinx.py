"""The page for zoinx: its answers are the command line's, and a person can read and tap it."""

import random

import pytest
from advisor_pages import advised, check_looks, made, run
from keyboard import keyboard

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
    ("printed", ("players=3",)),
]  # fmt: skip


def words(variant, sets):
    return ["zoinx", "--variant", variant, *(word for one in sets for word in ("--set", one))]


def moments(rules, count, seed):
    """Moments of games played at random: (scores from whose turn it is, last turns, bets, total)."""
    rng = random.Random(seed)
    rolls = [dots for dots, _ in rules.roll_law if dots] + ["zoinx"]
    found = []
    while len(found) < count:
        state = begin(rules, rng.randrange(rules.players))
        hurry = rng.random()  # some stop early, some late
        while not state.over and len(found) < count:
            may = legal(rules, state)
            order = [(state.seat + role) % rules.players for role in range(rules.players)]
            scores = [state.scores[seat] for seat in order]
            bets = None if state.bets is None else [state.bets[seat] for seat in order]
            if rng.random() < 0.2:
                found.append((scores, len(state.pending), bets, state.total))
            if "bet" in may:
                faces = [rules.opponent_choices] * rules.players
                faces[state.seat] = rules.active_choices
                state, _ = apply(rules, state, tuple(map(rng.choice, faces)))
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
        "bets": bets or [-1] * len(scores), "total": total, "over": False,
    }  # fmt: skip


@pytest.mark.parametrize(("name", "sets"), RULES)
def test_it_answers_as_the_command_line_does(chromium, tmp_path, name, sets):
    variant = load_variant("zoinx", name, sets)
    many = 60 if (name, sets) != RULES[0] else 200
    rng = random.Random(8)
    seats = range(1, variant.rules.players + 1)
    asked = [question(*moment, rng.choice(seats)) for moment in moments(variant.rules, many, 7)]
    # the stored mixtures of three are single precision
    close = {"abs": 1e-11 if variant.rules.players == 2 else 2e-7}
    told = advised(chromium, made(tmp_path, *words(name, sets)), asked)
    for state, found in zip(asked, told, strict=True):
        where = {key: state[key] for key in ("scores", "last_turns")}
        if state["question"] == "bet":
            answer = answers.bet(variant, **where, seat=state["seat"])
            assert found["advice"] == "bet", state
            for column in ("bet", "probability", "value"):
                expected = [row[column] for row in answer.rows]
                assert [row[column] for row in found["rows"]] == pytest.approx(expected, **close)
            for fact in ("value", "points_bet", "points_ev", "points_cost"):
                assert found[fact] == pytest.approx(answer.facts[fact], **close), (state, fact)
        else:
            answer = answers.stop(variant, **where, bets=state["bets"], total=state["total"])
            for fact in ("advice", "stop_rule", "least_stop"):
                assert found[fact] == answer.facts[fact], (state, fact)
            for fact in ("value_roll", "value_stop", "p_zoinx_roll"):
                assert found[fact] == pytest.approx(answer.facts[fact], **close), (state, fact)


def test_one_alone_is_told_what_takes_the_fewest_turns(chromium, tmp_path):
    variant = load_variant("zoinx", "printed", ["players=1"])
    start = question([0], 0, None, 0, 1)
    rows = answers.solve(variant).rows
    bets = [start | {"scores": [row["score"]]} for row in rows]
    stops = [
        one | {"question": "stop", "bets": [row["bet"]]}
        for one, row in zip(bets, rows, strict=True)
    ]
    told = advised(chromium, made(tmp_path, "zoinx", "--players", "1"), bets + stops)
    for row, bet, stop in zip(rows, told, told[len(rows) :], strict=False):
        assert bet["value"] == pytest.approx(row["mean_turns"], abs=1e-11)
        by_bet = {one["bet"]: one["value"] for one in bet["rows"]}
        assert by_bet[row["bet"]] == pytest.approx(min(by_bet.values()), abs=1e-11)
        assert min(by_bet.values()) == pytest.approx(row["mean_turns"], abs=1e-11)
        assert stop["stop_rule"] == row["stop_rule"]


@pytest.mark.parametrize("players", [3, 4])  # three with rules that nobody has solved
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
    assert told["points_bet"] == max(odds, key=odds.get)


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
    (("this is the last turn",), "That cannot be in the final round"),
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


def test_it_can_be_worked_by_keys_alone(chromium, page, tmp_path):
    here = "(e => e.ariaLabel || e.textContent || e.closest('label')?.textContent)(document.activeElement)"
    told = "document.getElementById('headline').textContent"
    with keyboard(chromium, page, tmp_path) as keys:
        way = []
        while "Start again" not in way:
            keys.press("Tab")
            way.append(keys.ask(here))
            assert len(way) < 40, way
            if way[-1] == "Your score: 1 more":
                for _ in range(3):
                    keys.press(" ")
            elif way[-1] == "You":
                keys.press("ArrowRight")
            elif way[-1] == "are secret":
                assert keys.ask(told) == "Bet 0"
                keys.press("ArrowRight")
        # each group of buttons is one stop, its arrows choose
        assert way == [
            "Your score: 1 less", "Your score", "Your score: 1 more",
            "The other's score: 1 less", "The other's score", "The other's score: 1 more",
            "You", "has not begun", "are secret", "0", "2", "Dots of this turn so far: 1 less",
            "Dots of this turn so far", "add 1", "add 2", "add 3", "add 4", "Undo", "Start again",
        ]  # fmt: skip
        assert keys.ask("[...document.querySelectorAll('.half input')].map(e => e.value)") == [
            "3",
            "0",
        ]
        assert keys.ask(told) == "Tap the open bets."
        keys.press("Enter")
        assert keys.ask(told) == "Bet 4"


def test_what_was_tapped_is_kept_when_the_page_is_loaded_again(chromium, page):
    work = """
      for (const text of ["The other", "are open", "Your bet: 4", "The other's bet: 8", "add 2"]) tap(text);
      const before = d.querySelector("form").textContent;
      await new Promise(done => { f.onload = done; w.location.reload(); });
      const again = f.contentDocument;
      await f.contentWindow.zochastic.ready;
      const chosen = [...again.querySelectorAll(":checked")].map(e => e.nextSibling.textContent);
      again.getElementById("undo").click();
      return [chosen, [...again.querySelectorAll('input[aria-label^="Dots"]')].map(e => e.value)];
    """
    chosen, dots = run(chromium, page, work)
    assert chosen == ["The other", "has not begun", "are open", "4", "8"]
    assert dots == ["0"]


WRONG = [
    ({"scores": [3, 31]}, "before the final round"),
    ({"scores": [31, 3], "last_turns": 1}, "in the final round"),
    ({"scores": [12, 29], "last_turns": 1}, "in the final round"),
    ({"scores": [0.5, 3]}, "whole numbers"),
    ({"scores": [90, 12]}, "no game comes to 90"),
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
