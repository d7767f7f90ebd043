"""A game at the table: what is typed, what is kept, what is undone."""

import pytest

from zochastic.analysis.sessions import SessionFile
from zochastic.analysis.zoinx import answers
from zochastic.analysis.zoinx.session import HELP, Session, resume, text_of
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import load_variant

PRINTED = load_variant("zoinx")


def played(*lines, variant=PRINTED, seat=0):
    session = Session(variant, seat)
    told = [session.enter(line) for line in lines]
    return session, told


def test_a_turn_from_bets_to_points():
    session, told = played("4 0", "2", "3", "s")
    assert session.state.scores == (9, 0)
    assert session.state.seat == 1
    assert "seat 1 scores 9" in told[-1][0]
    assert "more, bet plus total" in told[-1][0]
    session, told = played("4, 0", "2", "z")
    assert session.state.scores == (0, 5)
    assert "5 for a zoinx" in told[-1][0]
    # no dots is a zoinx
    assert played("4 0", "2", "0")[0].state.scores == (0, 5)


def test_what_to_type_is_told():
    session = Session(PRINTED, 0)
    assert session.prompt() == "bets of seats 1 to 2"
    session.enter("bets 4 2")
    assert session.prompt() == "roll or z"
    session.enter("roll 4")
    assert session.prompt() == "roll, z or s"
    assert session.situation() == "seat 1 (you) 0, seat 2 0. Turn of seat 1: 4 dots."
    assert session.enter("?") == list(HELP)
    assert session.enter("   ") == []


def test_undo_goes_back_to_the_beginning():
    lines = ("4 0", "2", "3", "s", "4 4", "z", "scores 20 18", "new", "2 2")
    session, _ = played(*lines)
    for last in range(len(lines) - 1, -1, -1):
        session.enter("u")
        again, _ = played(*lines[:last])
        assert session.state == again.state
        assert session.journal == again.journal
    with pytest.raises(InvalidInput, match="nothing was typed"):
        session.enter("undo")


@pytest.mark.parametrize(
    ("before", "line", "words"),
    [
        ((), "4", ("2 bets",)),
        ((), "4 5", ("5", "0, 2, 4")),
        ((), "0 4", ("bet of seat 1",)),
        ((), "s", ("the bets first",)),
        ((), "z", ("the bets first",)),
        ((), "x y", ("2 bets",)),
        (("4 0",), "5", ("roll", "1, 2, 3, 4")),
        (("4 0",), "s", ("roll first",)),
        (("4 0", "2"), "s", ("until the bet 4",)),
        (("4 0", "2"), "4 0", ("roll or z",)),
        (("4 0", "2"), "bets 4 0", ("roll or z",)),
        ((), "scores 1", ("2 whole numbers",)),
        ((), "scores 1 x", ("2 whole numbers",)),
    ],
)
def test_what_cannot_be_changes_nothing(before, line, words):
    session, _ = played(*before)
    state, journal = session.state, list(session.journal)
    with pytest.raises(InvalidInput) as wrong:
        session.enter(line)
    for word in words:
        assert word in str(wrong.value)
    assert (session.state, session.journal) == (state, journal)


def test_a_whole_game_to_its_end():
    session, _ = played("scores 28 20", "4 0", "4", "3", "s", "0 8", "z")
    assert session.state.over
    assert session.situation() == "seat 1 (you) 44, seat 2 20. The game is over: seat 1 wins."
    assert session.prompt() == "new or q"
    assert list(session.advice()) == []
    session.enter("new")
    assert session.state.scores == (0, 0)
    tied, _ = played("scores 20 20", "4 0", "4", "4", "s", "0 8", "4", "4", "4", "s", seat=1)
    assert tied.state.scores == (32, 40)


def test_advice_is_that_of_the_commands():
    session = Session(PRINTED, 1)
    told = list(session.advice())
    assert told == [answers.bet(PRINTED, scores=[0, 0], seat=2, whose="your").answer]
    assert "your chance to win" in told[0]
    session, _ = played("2 4", "3", seat=0)
    assert list(session.advice()) == [
        answers.stop(PRINTED, scores=[0, 0], bets=[2, 4], total=3).answer
    ]
    assert list(played("2 4", "3", seat=1)[0].advice()) == []
    assert list(played("2 4", "1", seat=0)[0].advice()) == []
    last, _ = played("scores 28 20", "4 0", "4", "3", "s", seat=1)
    assert last.state.pending == (1,)
    assert list(last.advice()) == [
        answers.bet(PRINTED, scores=[20, 39], last_turns=1, whose="your").answer
    ]
    four = answers.for_players(PRINTED, 4)
    assert "simulated" in next(iter(Session(four, 2).advice()))
    unsolved = answers.for_players(load_variant("zoinx", "printed", ["target=7"]), 3)
    assert next(iter(Session(unsolved, 0).advice())).startswith("No advice: ")
    assert list(Session(load_variant("zoinx", "pig"), 0).advice()) == []


def test_kept_and_resumed(tmp_path):
    file = tmp_path / "game.json"
    session, _ = played("4 0", "2", "3", "s", "4 4")
    kept = SessionFile(file)
    kept.save(text_of(session))
    session.enter("4")
    kept.save(text_of(session))
    again = resume(PRINTED, 0, SessionFile(file))
    assert (again.state, again.journal) == (session.state, session.journal)
    assert resume(PRINTED, 0, SessionFile(tmp_path / "nowhere.json")) is None
    with pytest.raises(InvalidInput, match="rules at hand"):
        resume(load_variant("zoinx", "lead-or-tie"), 0, SessionFile(file))
    whole = file.read_text()
    for broken in ("", "{}", "[]", whole[:50], whole.replace('"4"', '"5"'), "[" * 10_000, "\0",
                   whole.replace("table 1", "table 2")):  # fmt: skip
        file.write_text(broken)
        with pytest.raises(InvalidInput) as wrong:
            resume(PRINTED, 0, SessionFile(file))
        assert "\n" not in str(wrong.value)
