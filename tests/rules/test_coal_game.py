"""The referee of whole games obeys the clauses of the rules, whatever is staked and drawn."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zochastic.rules.coal import (
    BURNED,
    CoalRules,
    Oven,
    Position,
    Result,
    check_position,
    pacts,
    stakes,
)
from zochastic.rules.coal.game import PRINTED_CHIPS
from zochastic.rules.coal.payment import PACT, POOR
from zochastic.rules.coal.position import heap
from zochastic.rules.coal.referee import apply, begin, legal, settle
from zochastic.rules.errors import InvalidInput

PRINTED = CoalRules()
EXAMPLE = [
    (100, 120, 140, 60),
    *(50, 20, 20, "devil"),
    *(10, 100, 25, "stop"),
    *(20, 20, 20, 50, 25, "devil"),
    *(10, 10, 10, 20, "stop"),
]


def play(rules, position, actions):
    clauses, payments = [], []
    for action in actions:
        position, paid, obeyed = apply(rules, position, action)
        check_position(rules, position)
        payments += paid
        clauses += obeyed
    return position, payments, clauses


def test_the_round_of_the_worked_example():
    """[coal: Worked examples] one whole round with all amounts."""
    start = begin(PRINTED)
    assert legal(PRINTED, start) == ("bet",)
    played, payments, clauses = play(PRINTED, start, EXAMPLE)
    assert payments == []  # two devils, no pact payment
    assert clauses[0] == "coal, A round, 1: Bet"
    assert clauses.count("coal, A round, 2: Devil") == clauses.count("coal, A round, 2: Stop") == 2
    assert played.results == (BURNED, Result(135, 3), BURNED, Result(50, 4))
    assert legal(PRINTED, played) == ("settle",)
    after, payments, clauses = settle(PRINTED, played)
    assert clauses == (
        "coal, A round, 4: Pawns",
        "coal, Next round: pieces in front of players are put aside",
    )
    assert len(payments) == 6
    # The starting player passes left: P begins.
    assert (after.seats, after.wealth) == ((1, 2, 3, 0), (370, 60, 310, 300))
    assert after.pacts == (False, True, False, False)  # L is alone last
    assert after.oven == played.oven
    assert after.aside == PRINTED.fresh.minus(played.oven)
    assert (after.round, after.bets, after.results) == (2, None, ())
    check_position(PRINTED, after)


def test_in_the_next_round_l_is_paid_for_every_devil_of_another_player():
    """[coal: Pact with the devil] at once, and not for his own."""
    start, _, _ = settle(PRINTED, play(PRINTED, begin(PRINTED), EXAMPLE)[0])
    position, payments, _ = play(PRINTED, start, [(330, 60, 0, 0), 10, "devil"])
    assert [(p.payer, p.payee, p.chips, p.clause) for p in payments] == [(None, 1, 50, POOR)]
    assert position.wealth == (370, 110, 310, 300)
    position, payments, _ = play(PRINTED, position, ["devil", "devil"])
    assert [(p.payer, p.payee, p.chips, p.clause) for p in payments] == [(2, 1, 50, PACT)]
    assert position.wealth == (370, 160, 260, 300)
    assert position.pacts == start.pacts  # for the whole round


def test_a_devil_in_the_first_round_pays_nobody():
    """[coal: Pact with the devil] all on 200, so nobody."""
    assert begin(PRINTED).pacts == (False,) * 4
    assert begin(CoalRules(start=50)).pacts == (True,) * 4


def test_players_still_to_come_have_nothing():
    """[coal: A round, 2: The last piece of the oven; Players still to come]."""
    start = Position(wealth=(200,) * 4, oven=Oven(((20, 2),)))
    played, _, clauses = play(PRINTED, start, [(20, 0, 50, 0), 20, 20])
    assert clauses[-4:] == [
        "coal, A round, 2: The last piece of the oven",
        *["coal, A round, 2: Players still to come"] * 3,
    ]
    assert played.results == (Result(40, 2), BURNED, BURNED, BURNED)
    after, _, clauses = settle(PRINTED, played)
    assert clauses[-1] == "coal, Next round: the pieces left fit the mouth of the oven"
    assert (after.oven, after.aside) == (PRINTED.fresh, Oven())
    assert after.wealth == (200, 150, 200, 320)


def test_a_devil_as_the_last_piece_burns_and_is_paid_for():
    """[coal: A round, 2: The last piece of the oven]."""
    start = Position(wealth=(200,) * 4, oven=Oven((), 1), pacts=(False, True, False, False))
    played, payments, clauses = play(PRINTED, start, [(0,) * 4, "devil"])
    assert clauses[1] == "coal, A round, 2: Devil"
    assert played.results == (BURNED,) * 4
    assert [paid.clause for paid in payments] == [PACT]


@pytest.mark.parametrize(("left", "anew"), [(21, False), (20, True), (19, True)])
def test_the_mouth_of_the_oven(left, anew):
    """[coal: Next round] all pieces are laid out anew when at most 20 are left."""
    oven = Oven(((100, 2), (75, 3), (50, 7), (25, left - 12)))
    played = Position(
        wealth=(200,) * 4, oven=oven, aside=PRINTED.fresh.minus(oven), bets=(0,) * 4,
        results=(BURNED,) * 4,
    )  # fmt: skip
    after, _, _ = settle(PRINTED, played)
    assert after.oven == (PRINTED.fresh if anew else oven)
    assert after.aside == (Oven() if anew else PRINTED.fresh.minus(oven))


@pytest.mark.parametrize(
    ("wealth", "winners", "clause"),
    [
        ((1600, 200, 200, 200), (2,), "coal, End: most chips win"),
        ((1600, 1700, 200, 200), (3,), "coal, End: most chips win"),
        ((1600, 200, 1600, 200), (0, 2), "coal, End: ties share the win"),
        ((1590, 200, 200, 200), None, None),
    ],
)
def test_the_end(wealth, winners, clause):
    """[coal: End] at the end of a round in which somebody has 1,600 or more."""
    played = Position(
        wealth=wealth, oven=PRINTED.fresh, bets=(0,) * 4, results=(BURNED,) * 4, seats=(2, 3, 0, 1)
    )
    after, _, clauses = settle(PRINTED, played)
    assert after.over == (winners is not None)
    if winners is not None:
        assert (after.winners, clauses[-1]) == (winners, clause)
        assert (after.wealth, after.seats, after.ended) == (wealth, (2, 3, 0, 1), "target")
        assert legal(PRINTED, after) == ()
        for nonsense in ("stop", (0,) * 4):
            with pytest.raises(InvalidInput, match="the game is over"):
                apply(PRINTED, after, nonsense)


def test_an_endless_game_is_unfinished():
    """[coal: End] max_rounds, nobody wins."""
    rules = CoalRules(max_rounds=1)
    played = Position(wealth=(200,) * 4, oven=rules.fresh, bets=(0,) * 4, results=(BURNED,) * 4)
    after, _, clauses = settle(rules, played)
    assert (after.ended, after.winners) == ("max_rounds", ())
    assert clauses[-1] == "coal, End: max_rounds"


def test_any_seat_may_begin():
    """[coal: A round, 2] the first starting player is random."""
    assert begin(PRINTED, 3).seats == (3, 0, 1, 2)
    for nonsense in (-1, 4):
        with pytest.raises(InvalidInput, match="starter"):
            begin(PRINTED, nonsense)


@pytest.mark.parametrize(
    "action",
    [
        *("stop", "devil", 20, (10, 20, 30), (10, 20, 30, 45), (10, 20, 30, -10), (0, 0, 0, 210)),
        *((0, 0, 0, True), (0, 0, 0, "10"), [0, 0, 0, 0], None),
    ],
)
def test_wrong_stakes_are_refused(action):
    """[coal: A round, 1]."""
    with pytest.raises(InvalidInput) as caught:
        apply(PRINTED, begin(PRINTED), action)
    assert str(caught.value).isprintable()


def test_what_is_not_its_turn_is_refused():
    drawing, _, _ = play(PRINTED, begin(PRINTED), [(0,) * 4])
    for action, line in [("stop", "stop only after 1"), ((0,) * 4, "stop, devil, or the value")]:
        with pytest.raises(InvalidInput, match=line):
            apply(PRINTED, drawing, action)
    with pytest.raises(InvalidInput, match="whose turns are all over"):
        settle(PRINTED, drawing)
    done = replace(drawing, results=(BURNED,) * 4)
    with pytest.raises(InvalidInput, match="settle"):
        apply(PRINTED, done, 20)


variants = st.builds(
    CoalRules,
    players=st.integers(2, 6),
    coal=st.dictionaries(st.sampled_from([5, 10, 25, 50, 100]), st.integers(1, 6), min_size=1),
    devils=st.integers(0, 8),
    start=st.integers(0, 30).map(lambda n: 10 * n),
    max_bet=st.none() | st.integers(10, 100),
    zero_bet=st.booleans(),
    min_draw=st.integers(1, 3),
    target=st.integers(200, 800),
    best_bonus=st.sampled_from([0, 25, 50]),
    pieces_bonus=st.sampled_from([0, 50]),
    bonus_ties=st.sampled_from(["each", "split", "none"]),
    win_factor=st.integers(0, 2),
    double=st.integers(0, 3),
    pact=st.sampled_from([0, 10, 50]),
    pact_space=st.sampled_from([0, 50, 200]),
    pact_alone_last=st.booleans(),
    pact_poor=st.sampled_from(["bank", "nobody"]),
    mouth=st.integers(0, 40),
    bank=st.sampled_from(["unlimited", "printed"]),
    bet_on=st.sampled_from(["table", "own"]),
    max_rounds=st.integers(1, 12),
)


def deck(oven):
    return [v for v, count in oven.coal for _ in range(count)] + ["devil"] * oven.devils


def steps(rules, luck):
    """Play a random game; every (position before, action, position after, payments)."""
    position = begin(rules, luck.randrange(rules.players))
    while not position.over:
        before, action = position, luck.choice(legal(rules, position))
        if action == "bet":
            action = tuple(luck.choice(stakes(rules, wealth)) for wealth in before.wealth)
        elif action == "draw":
            action = luck.choice(deck(before.oven))
        if action == "settle":
            position, payments, clauses = settle(rules, before)
        else:
            position, payments, clauses = apply(rules, before, action)
        assert all(clause.startswith("coal, ") for clause in clauses)
        yield before, action, position, payments


@given(variants, st.randoms(use_true_random=False))
def test_every_game_ends_and_loses_neither_chips_nor_pieces(rules, luck):
    """[coal: all of it] whatever happens, for any variant."""
    for before, action, after, payments in steps(rules, luck):
        if not after.over:
            check_position(rules, after)
        # Chips: players and bank.
        assert min(after.wealth) >= 0
        if rules.bank == "printed":
            assert after.bank + sum(after.wealth) == PRINTED_CHIPS
            assert after.short >= before.short
        else:
            assert after.short == 0
            gain = sum((p.payer is None) * p.chips - (p.payee is None) * p.chips for p in payments)
            assert sum(after.wealth) == sum(before.wealth) + gain
        # Pieces: oven, aside and turned over.
        turned = after.turned(rules)
        assert after.oven.plus(after.aside).plus(turned) == rules.fresh
        if not after.over:
            assert turned.contains(heap(after.drawn))
        if action == "settle":
            check_next_round(rules, before, after)
        else:
            assert (after.pacts, after.seats, after.round) == (
                before.pacts, before.seats, before.round,
            )  # fmt: skip
            if after.bets is not None:
                assert all(after.unstaked(player) >= 0 for player in range(rules.players))
    assert after.ended in ("target", "max_rounds")
    assert bool(after.winners) == (after.ended == "target")


def check_next_round(rules, before, after):
    """[coal: Next round; End; Pact with the devil]."""
    assert after.bets is None
    assert after.results == after.drawn == ()
    assert after.over == (max(after.wealth) >= rules.target or before.round == rules.max_rounds)
    if after.over:
        return
    assert after.seats == before.seats[1:] + before.seats[:1]
    assert after.pacts == pacts(rules, after.wealth)
    assert after.round == before.round + 1
    if before.oven.size <= rules.mouth:
        assert (after.oven, after.aside) == (rules.fresh, Oven())
    else:
        assert (after.oven, after.aside) == (before.oven, rules.fresh.minus(before.oven))
