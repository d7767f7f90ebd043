"""The referee of a turn obeys the clauses of the rules, whatever is drawn."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zochastic.rules.coal import CoalRules, Oven
from zochastic.rules.coal.turn import Turn, apply, begin, legal, settle
from zochastic.rules.errors import InvalidInput

PRINTED = CoalRules()

ovens = st.builds(
    Oven.of,
    st.dictionaries(st.integers(1, 200), st.integers(1, 4), max_size=4),
    st.integers(0, 4),
)


def rules_of(oven, **keys):
    """Rules whose fresh oven is ``oven``, and one devil where that would be empty."""
    return CoalRules(coal=oven.counts(), devils=oven.devils or int(oven.size == 0), **keys)


def play(rules, oven, actions):
    turn, clauses = begin(rules, oven), []
    for action in actions:
        turn, clause = apply(rules, turn, action)
        clauses.append(clause)
    return turn, clauses


def test_a_devil_burns_everything():
    """[coal: A round, 2: Devil] worked example, G: 50, 20, 20, devil, 90 lost."""
    turn, clauses = play(PRINTED, PRINTED.fresh, [50, 20, 20, "devil"])
    assert turn.drawn == (50, 20, 20)
    assert (turn.burned, turn.over) == (True, True)
    assert clauses == ["coal, A round, 2: Draw"] * 3 + ["coal, A round, 2: Devil"]
    assert settle(turn) == (0, 0, "coal, A round, 2: Devil")
    assert turn.oven == PRINTED.fresh.minus(Oven(((50, 1), (20, 2)), 1))


def test_who_stops_keeps_the_sum():
    """[coal: A round, 2: Stop] worked example, P: 10, 100, 25 = 135."""
    turn, clauses = play(PRINTED, PRINTED.fresh, [10, 100, 25, "stop"])
    assert clauses[-1] == "coal, A round, 2: Stop"
    assert settle(turn) == (135, 3, "coal, A round, 2: Stop")


def test_one_whole_round_of_the_worked_example():
    """[coal: Worked examples] four players draw from one oven, one after the other."""
    oven, got = PRINTED.fresh, []
    for actions in (
        [50, 20, 20, "devil"],
        [10, 100, 25, "stop"],
        [20, 20, 20, 50, 25, "devil"],
        [10, 10, 10, 20, "stop"],
    ):
        turn, _ = play(PRINTED, oven, actions)
        oven = turn.oven
        got.append(settle(turn)[:2])
    assert got == [(0, 0), (135, 3), (0, 0), (50, 4)]
    assert oven.text == "100:1,75:3,50:5,25:7,20:3,10:5,d:7"


def test_the_last_piece_ends_the_turn_and_its_drawer_keeps_the_amount():
    """[coal: A round, 2: The last piece of the oven]."""
    turn, clauses = play(PRINTED, Oven(((20, 2),)), [20, 20])
    assert (turn.over, turn.burned) == (True, False)
    assert clauses[-1] == "coal, A round, 2: The last piece of the oven"
    assert settle(turn) == (40, 2, clauses[-1])
    assert legal(PRINTED, turn) == ()


def test_a_devil_as_the_last_piece_burns_as_usual():
    """[coal: A round, 2: The last piece of the oven]."""
    turn, clauses = play(PRINTED, Oven(((20, 1),), 1), [20, "devil"])
    assert (turn.over, turn.burned) == (True, True)
    assert clauses[-1] == "coal, A round, 2: Devil"
    assert settle(turn) == (0, 0, clauses[-1])


def test_players_still_to_come_find_an_empty_oven():
    """[coal: A round, 2: Players still to come] 0 and no pieces."""
    turn = begin(PRINTED, Oven())
    assert turn.over
    assert legal(PRINTED, turn) == ()
    assert settle(turn) == (0, 0, "coal, A round, 2: Players still to come")


def test_one_piece_at_least():
    """[coal: A round, 2] turn over one piece at least, or min_draw."""
    turn = begin(PRINTED, PRINTED.fresh)
    assert legal(PRINTED, turn) == ("draw",)
    with pytest.raises(InvalidInput, match="stop only after 1"):
        apply(PRINTED, turn, "stop")
    three = CoalRules(min_draw=3)
    turn, _ = play(three, three.fresh, [20, 20])
    assert legal(three, turn) == ("draw",)
    turn, _ = apply(three, turn, 20)
    assert legal(three, turn) == ("draw", "stop")


def test_the_last_piece_ends_the_turn_before_min_draw():
    """[coal: A round, 2: The last piece of the oven]."""
    rules = CoalRules(min_draw=3)
    turn, _ = play(rules, Oven(((20, 2),)), [20, 20])
    assert settle(turn)[:2] == (40, 2)


@pytest.mark.parametrize("action", ["stop", "devil", 20])
def test_nothing_follows_the_end(action):
    for end in ("stop", "devil"):
        turn, _ = play(PRINTED, PRINTED.fresh, [20, end])
        with pytest.raises(InvalidInput, match="the turn is over"):
            apply(PRINTED, turn, action)


@pytest.mark.parametrize("action", [30, 100, 0, -20, "devil", "draw", "20", True, None, 2.0, "\n"])
def test_a_piece_that_is_not_there_cannot_be_drawn(action):
    turn = begin(PRINTED, Oven(((50, 1), (20, 1))))
    with pytest.raises(InvalidInput) as caught:
        apply(PRINTED, turn, action)
    assert str(caught.value).isprintable()


def test_a_turn_that_goes_on_cannot_be_settled():
    with pytest.raises(InvalidInput, match="goes on"):
        settle(begin(PRINTED, PRINTED.fresh))


def test_an_oven_of_another_variant_is_refused():
    with pytest.raises(InvalidInput, match="at most a fresh one"):
        begin(PRINTED, Oven(((30, 1),)))


@given(ovens, st.integers(1, 4), st.randoms(use_true_random=False))
def test_in_every_turn_pieces_are_conserved_and_something_is_legal_until_the_end(
    oven, min_draw, luck
):
    rules = rules_of(oven, min_draw=min_draw)
    heap = [value for value, count in oven.coal for _ in range(count)] + ["devil"] * oven.devils
    luck.shuffle(heap)
    turn = begin(rules, oven)
    assert turn.over == (not heap)
    while not turn.over:
        choices = legal(rules, turn)
        assert choices[0] == "draw"
        assert ("stop" in choices) == (len(turn.drawn) >= min_draw)
        action = heap.pop() if luck.choice(choices) == "draw" else "stop"
        turn, clause = apply(rules, turn, action)
        assert clause.startswith("coal, A round, 2: ")
        taken = Oven(devils=int(turn.burned))
        for value in turn.drawn:
            taken = taken.plus(Oven.of({value: 1}))
        assert turn.oven.plus(taken) == oven
        assert turn.oven.size == len(heap)
    assert legal(rules, turn) == ()
    amount, pieces, clause = settle(turn)
    assert clause.startswith("coal, A round, 2: ")
    assert (amount, pieces) == ((0, 0) if turn.burned else (sum(turn.drawn), len(turn.drawn)))
    assert isinstance(turn, Turn)
