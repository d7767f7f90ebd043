"""A game of coal at the table: what is typed, what is told, what is undone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zochastic.analysis.answer import Answer
from zochastic.analysis.coal.session import advice as session_advice
from zochastic.analysis.coal.session.file import resume, text_of
from zochastic.analysis.coal.session.journal import HELP, Session, for_players
from zochastic.analysis.coal.session.names import check_names
from zochastic.analysis.sessions import SessionFile
from zochastic.rules.coal import Oven, check_position
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import load_variant

PRINTED = load_variant("coal")
NAMES = ("G", "P", "L", "S")
#: The worked example, as people might type it.
EXAMPLE = (
    "100 120 140 60", "50 20 20 d", "10, 100, 25", "stop", "20:3 50 25 devil", "10 10 10 20 s",
)  # fmt: skip


def played(*lines, variant=PRINTED, seat=0, names=NAMES, starter=0):
    session = Session(variant, seat, names, starter)
    told = [session.enter(line) for line in lines]
    return session, told


def chips(session):
    return dict(
        zip(
            (session.names[s] for s in session.position.seats), session.position.wealth, strict=True
        )
    )


def test_the_round_of_the_worked_example():
    session, told = played(*EXAMPLE)
    assert chips(session) == {"G": 300, "P": 370, "L": 60, "S": 310}
    assert told[0] == ["Stakes: G (you) 100, P 120, L 140 (highest), S 60."]
    assert told[1:5] == [["G (you) burns: 90 lost."], [], ["P has 135 with 3 pieces."],
                         ["L burns: 135 lost."]]  # fmt: skip
    assert told[5] == [
        "S has 50 with 4 pieces.",
        "Round 1 is over; the best amount is 135.",
        "  the bank pays G (you) 100 [coal, A round, 3: Pay, stake up to the best amount]",
        "  the bank pays P 120 [coal, A round, 3: Pay, stake up to the best amount]",
        "  L pays the bank 140 [coal, A round, 3: Pay, stake above the best amount]",
        "  the bank pays S 60 [coal, A round, 3: Pay, stake up to the best amount]",
        "  the bank pays P 50 [coal, A round, 3: Pay, the amount equals the best]",
        "  the bank pays S 50 [coal, A round, 3: Pay, the most pieces]",
    ]
    assert session.situation() == (
        "Round 2: P 370, L 60 with a pact, S 310, G (you) 300; 31 left, 7 devils."
    )
    assert session.prompt() == "stakes of P L S G"


def test_a_game_of_several_rounds_to_its_end():
    """Pacts, a poor payer, an empty oven, a new layout, the end; whoever wins is told."""
    session, told = played(*EXAMPLE, "p 330 l 60 s 0 me 0", "d")
    assert told[-1] == [
        "P burns.",
        "  the bank pays L 50 [coal, Pact with the devil: the bank pays instead]",
    ]
    assert session.enter("50 50 s")[0] == "L has 100 with 2 pieces."
    assert session.enter("10 devil") == [
        "S burns: 10 lost.",
        "  S pays L 50 [coal, Pact with the devil: a devil costs its finder]",
    ]
    told = session.enter("100 s")
    assert "  the bank pays L 60 [coal, A round, 3: Pay, stake up to the best amount]" in told
    assert "  P pays the bank 330 [coal, A round, 3: Pay, stake above the best amount]" in told
    assert chips(session) == {"L": 320, "S": 260, "G": 350, "P": 40}
    # 25 left; a few more, and they fit the mouth
    assert session.position.oven.size == 25
    session.enter("bets 0 0 0 0")
    for _ in range(3):
        session.enter("25 s")
    told = session.enter("25 25 10 20 s")
    assert told[-1].startswith("What is left, 18 pieces, fits the mouth (20)")
    assert session.position.oven == PRINTED.rules.fresh
    session.enter("oven keep")
    assert session.position.oven.size == 18
    with pytest.raises(InvalidInput, match="keep only"):
        session.enter("oven keep")
    # the last pieces: whoever comes after finds the oven empty
    session.enter("oven 20:2")
    session.enter("200 0 0 0")
    told = session.enter("20 20")
    assert told[1] == "The oven is empty: nothing for G (you), P, L."
    session.enter("wealth S 1500 G 20")
    session.enter("20 100 0 700")
    told = [session.enter(line) for line in ("d", "20 s", "20 s", "100 100 50:7 75:3 s")]
    assert session.position.over
    assert session.situation().endswith("The game is over: S wins.")
    assert session.prompt() == "new or quit"
    assert not session.decides()
    assert session.enter("?") == ["Nothing for you to decide now: new or quit."]
    for line in ("wealth 1 1 1 1", "20", "s", "bets 10 10 10 10", "oven new", "starter G"):
        with pytest.raises(InvalidInput):
            session.enter(line)
    session.enter("new L")
    assert session.position.seats == (2, 3, 0, 1)
    session.enter("undo")
    assert session.position.over


@pytest.mark.parametrize(
    ("before", "line", "words"),
    [
        ((), "100 120 140", ("4 numbers", "G P L S")),
        ((), "100 120 140 210", ("bet of S", "from 0 to 200")),
        ((), "100 120 140 65", ("bet of S", "multiple of 10")),
        ((), "g 100 p 120 l 140", ("4 numbers",)),
        ((), "g 100 g 120 l 140 s 60", ("each player once",)),
        ((), "g 100 x 120 l 140 s 60", ("'x'", "G, P, L, S")),
        ((), "g 100 p", ("bets of P",)),
        ((), "d", ("the stakes first",)),
        ((), "s", ("the stakes first",)),
        ((), "hm", ("stakes", "help")),
        ((), "udno", ("did you mean 'undo'",)),
        ((), "oven keep", ("keep only",)),
        ((), "oven 0", ("1 to 48",)),
        ((), "oven 100:3", ("at most what can be left",)),
        ((), "gone 100:3", ("full oven",)),
        ((), "gone", ("gone",)),
        ((), "wealth 200", ("4 numbers",)),
        ((), "wealth p 205", ("multiple of 10",)),
        ((), "pacts x", ("G, P, L, S",)),
        ((), "pacts", ("names",)),
        ((), "starter", ("one of",)),
        ((), "undo 2", ("at most 0",)),
        ((), "undo x", ("whole number",)),
        (EXAMPLE[:1], "s", ("stop only after 1",)),
        (EXAMPLE[:1], "30", ("'30'", "a piece left in the oven")),
        (EXAMPLE[:1], "100:3", ("'100'", "a piece left in the oven")),
        (EXAMPLE[:1], "20 d 20", ("nothing more",)),
        (EXAMPLE[:1], "20 s 20", ("nothing more",)),
        (EXAMPLE[:1], "100 120 140 60", ("'120'",)),
        (EXAMPLE[:1], "bets 100 120 140 60", ("stakes are open",)),
        (EXAMPLE[:1], "starter P", ("once stakes are open",)),
        (EXAMPLE[:1], "wealth g 50", ("100",)),
        (EXAMPLE[:2], "oven 20:9", ("at most what can be left",)),
    ],
)
def test_what_cannot_be_changes_nothing(before, line, words):
    session, _ = played(*before)
    table, journal = session.table, list(session.journal)
    with pytest.raises(InvalidInput) as wrong:
        session.enter(line)
    assert "\n" not in str(wrong.value)
    for word in words:
        assert word in str(wrong.value)
    assert (session.table, session.journal) == (table, journal)


def test_what_is_asked_changes_nothing():
    session, _ = played(*EXAMPLE[:3], seat=2)
    journal = list(session.journal)
    assert session.enter("help") == list(HELP)
    assert session.enter("  ") == []
    assert session.enter("?") == ["Nothing for you to decide now: P draws: pieces, d or stop."]
    told = session.enter("show")
    assert told[0] == "P draws, 135 with 3 pieces; stake 120; best 0; 41 left, 8 devils."
    assert told[1] == "  G: 200 chips, stake 100, nothing"
    assert told[3] == "  L (you): 200 chips, stake 140"
    assert session.enter("oven") == [told[5].strip()]
    assert "gone: 100:1,50:1,25:1,20:2,10:1,d:1" in told[5]
    assert session.enter("oven 41")[0].startswith("That is what was counted here")
    assert session.journal == journal


def test_corrections():
    session, _ = played("wealth P 370 L 60", "starter P")
    assert session.position.seats == (1, 2, 3, 0)
    assert session.position.wealth == (370, 60, 200, 200)
    assert session.position.pacts == (False, True, False, False)
    session.enter("pacts s me")
    assert session.position.pacts == (False, False, True, True)
    session.enter("pacts none")
    assert not any(session.position.pacts)
    session.enter("gone 20:3 d")
    assert session.position.oven == PRINTED.rules.fresh.minus(Oven(((20, 3),), 1))
    told = session.enter("oven 40")
    assert told[0].startswith("Counted here were 44; taken to be gone unseen: ")
    assert session.position.oven.size == 40
    assert "there still" in session.enter("oven 46")[0]
    session.enter("100 60 0 0")
    session.enter("50 s")
    session.enter("oven new")  # laid out anew before this round, of which a piece lies open
    assert session.position.oven.size == 47
    assert session.position.results[0].amount == 50
    # between rounds, enough chips end the game
    rich, _ = played(*EXAMPLE, "wealth P 1600")
    assert rich.situation().endswith("The game is over: P wins.")


def test_who_has_no_chips_may_be_left_out():
    session, _ = played("wealth 0 200 0 200", "100 60")
    assert session.position.bets == (0, 100, 0, 60)
    session, _ = played("wealth 0 200 0 200", "p 100 s 60")
    assert session.position.bets == (0, 100, 0, 60)
    nobody, _ = played("wealth 0 0 0 0", "bets")
    assert nobody.position.bets == (0, 0, 0, 0)


def test_a_printed_bank_that_runs_dry_is_told():
    dry = load_variant("coal", "printed-bank")
    session, _ = played("wealth 1500 1500 1500 6000", variant=for_players(dry, 4))
    session.enter("0 0 0 1000")
    told = [session.enter(line) for line in ("d", "d", "d")]
    assert told[-1] == ["L burns."]
    told = session.enter("100 100 50:7 75:3 25:9 20:9 10 10 s")
    assert any(" of 2000 [" in line for line in told)


def test_names():
    check_names(("Ann", "Bob-2", "Käthe"))
    wrong = [("Ann", "ann"), ("Ann", "undo"), ("Ann", "me"), ("Ann", ""), ("Ann", "2b"), ("Ann",),
             ("Ann", "a b"), ("Ann", "x" * 17), ("A", "B", "C", "D", "E", "F", "G")]  # fmt: skip
    for names in wrong:
        with pytest.raises(InvalidInput):
            check_names(names)


def test_advice_is_one_sentence_of_the_commands(monkeypatch):
    monkeypatch.setattr(session_advice, "ROUNDS", 512)
    session, _ = played(seat=1)
    (told,) = session.advice()
    assert told.startswith("Bet ")
    assert session.enter("bet?") == [told]
    session, _ = played(EXAMPLE[0], seat=0)
    assert session.advice() == ["Turn over a piece: the rules ask for 1 at least."]
    session, _ = played(*EXAMPLE[:3], seat=1)
    (told,) = session.advice()
    assert told.startswith(("Draw: ", "Stop: "))
    assert "your bet of 120 is" in told or "your own 135" in told
    assert played(*EXAMPLE[:3], seat=2)[0].advice() == []
    poor, _ = played("wealth G 0")
    assert poor.advice() == ["Stake 0: you may stake nothing else."]


def test_advice_to_win(monkeypatch):
    monkeypatch.setattr(session_advice, "GAMES", 400)
    session = Session(PRINTED, 0, NAMES, goal="win")
    assert "of games when everybody plays on" in session.advice()[0]
    session.enter(EXAMPLE[0])
    session.enter("20")
    assert session.advice()[0].startswith("Draw: ")


def test_advice_on_stakes_takes_the_pacts_that_were_told(monkeypatch):
    """Where a correction gives somebody else the pact, a devil pays him [coal: Pact]."""
    asked = []

    def bet(variant, **given):
        asked.append(given["pacts"])
        return Answer(answer="Bet.", title="", facts={}, provenance=None)

    monkeypatch.setattr(session_advice.answers, "bet", bet)
    session, _ = played("pacts P S", seat=1)
    assert session.advice() == ["Bet."]
    assert asked == [(False, True, False, True)]


piece = st.sampled_from(["10", "20", "25", "50", "75", "100", "d", "20:2", "s", "stop"])
stake = st.sampled_from(["0", "0", "10", "20", "50", "100", "200", "600"])
name = st.sampled_from(["k", "l", "m", "me", "x"])
typed = st.one_of(
    st.lists(piece, min_size=1, max_size=4).map(" ".join),
    st.lists(st.sampled_from(["10", "20", "25"]), min_size=1, max_size=3).map(
        lambda pieces: " ".join([*pieces, "s"])
    ),
    st.tuples(stake, stake, stake).map(" ".join),
    st.tuples(stake, stake, stake).map("bets {0[0]} {0[1]} {0[2]}".format),
    st.tuples(name, stake).map("wealth {0[0]} {0[1]}".format),
    st.sampled_from(["oven new", "oven keep", "oven 20", "oven 30", "gone 20", "oven 10:5,d:2",
                     "pacts k", "pacts none", "starter l", "new", "new m", "help", "show", "hm"]),
    st.text(max_size=6).filter(lambda text: not text.strip().lower().startswith("u")),
)  # fmt: skip
ABC = ("k", "l", "m")
THREE = for_players(PRINTED, 3)


def entered(session, lines):
    """Type lines; the table before each that was taken in, and at last."""
    tables = [session.table]
    for line in lines:
        if line.strip() in ("?", "bet?", "stop?", "draw?"):
            continue
        before = (session.table, list(session.journal))
        try:
            session.enter(line)
        except InvalidInput:
            assert (session.table, session.journal) == before
        check_position(session.rules, session.position)
        assert session.situation()
        assert session.prompt()
        assert session.enter("show")
        if session.journal != before[1]:
            tables.append(session.table)
    return tables


@given(st.lists(typed, max_size=25), st.data())
def test_undo_equals_never_typed(lines, data):
    session = Session(THREE, 1, ABC)
    tables = entered(session, lines)
    assert len(tables) == len(session.journal) + 1
    many = data.draw(st.integers(0, len(session.journal)))
    if many:
        session.enter(f"undo {many}")
    assert session.table == tables[-1 - many]
    for left in range(len(session.journal) - 1, -1, -1):
        session.enter("u")
        assert session.table == tables[left]


@given(st.lists(typed, max_size=20), st.lists(typed, max_size=5))
def test_to_resume_equals_never_to_have_left(tmp_path_factory, before, after):
    file = tmp_path_factory.mktemp("table") / "game.json"
    session = Session(THREE, 1, ABC, 2, goal="win")
    entered(session, before)
    SessionFile(file).save(text_of(session))
    again = resume(PRINTED, SessionFile(file))
    assert (again.seat, again.names, again.starter, again.goal) == (1, ABC, 2, "win")
    assert (again.table, again.journal) == (session.table, session.journal)
    assert entered(again, after) == entered(session, after)
    assert text_of(again) == text_of(session)


def test_damaged_or_other_games_are_refused(tmp_path):
    file = tmp_path / "game.json"
    session, _ = played(*EXAMPLE, "oven 25")
    SessionFile(file).save(text_of(session))
    assert resume(PRINTED, SessionFile(file, new=True)) is None
    with pytest.raises(InvalidInput, match="rules at hand"):
        resume(load_variant("coal", "own-amount"), SessionFile(file))
    with pytest.raises(InvalidInput, match="3 players; 4 play there"):
        resume(PRINTED, SessionFile(file), players=3)
    whole = file.read_text()
    for broken in ("", "{}", "[]", "7", whole[:90], whole.replace('"120"', '"125"'), "[" * 10_000,
                   "\0", whole.replace("table 1", "table 2"), whole.replace('"seat": 1', '"seat": 9'),
                   whole.replace('"seat": 1', '"seat": "1"'), whole.replace('"turn"', '"what"'),
                   whole.replace('"chips"', '"gold"'), whole.replace('"P"', '"G"'),
                   whole.replace('"P"', "7"), whole.replace('"P",', "")):  # fmt: skip
        file.write_text(broken)
        with pytest.raises(InvalidInput) as wrong:
            resume(PRINTED, SessionFile(file))
        assert "\n" not in str(wrong.value)
        assert file.read_text() == broken
