"""The referee of zoinx obeys the clauses of the rules, in whole games of every variant."""

import contextlib
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import load_variant
from zochastic.rules.zoinx import State, ZoinxRules, read_position
from zochastic.rules.zoinx.referee import apply, begin, legal, settle

PRINTED = ZoinxRules()
THREE, FOUR = ZoinxRules(players=3), ZoinxRules(players=4)
PIG = load_variant("zoinx", "pig").rules
SCORE = "zoinx, A turn, 3: Score, "


def turn(rules, state, *actions):
    """Play one turn to its end and settle it."""
    clauses = []
    for action in actions:
        state, clause = apply(rules, state, action)
        clauses.append(clause)
    after, payments, ends = settle(rules, state)
    return after, payments, [*clauses, *ends]


def points(payments):
    return [paid.points for paid in payments]


def test_worked_example_a_zoinx_after_five_dots():
    """[zoinx: Worked examples] active 8, others 4, 6, 0; 5 dots, then zoinx → 0, 4, 0, 5."""
    after, paid, clauses = turn(FOUR, begin(FOUR), (8, 4, 6, 0), 3, 2, "zoinx")
    assert points(paid) == [0, 4, 0, 5]
    assert [payment.clause for payment in paid] == [
        SCORE + "active: zoinx, 0",
        SCORE + "opponent with a bet > 0: reached, also where a zoinx followed, the bet",
        SCORE + "opponent with a bet > 0: not reached, 0",
        SCORE + "opponent with bet 0: 5 for a zoinx",
    ]
    assert clauses == [
        "zoinx, A turn, 1: Bet",
        *["zoinx, A turn, 2: Roll, below his own bet he must roll again"] * 2,
        "zoinx, A turn, 2: Roll, zoinx",
        "zoinx, A game: turns pass left",
    ]
    assert (after.scores, after.seat, after.bets, after.turns) == ((0, 4, 0, 5), 1, None, 1)


@pytest.mark.parametrize(
    ("bets", "rolls", "own", "other"),
    [
        ((4, 2), (4,), 4, 2),  # exactly the bet
        ((6, 6), (4, 4), 14, 6),  # bet plus total
        ((6, 8), (4, 2), 6, 0),  # the opponent's 8 is not reached
        ((6, 0), (4, 2), 6, 0),  # no zoinx
    ],
)
def test_worked_examples_of_who_stops(bets, rolls, own, other):
    """[zoinx: Worked examples]."""
    _, paid, clauses = turn(PRINTED, begin(PRINTED), bets, *rolls, "stop")
    assert points(paid) == [own, other]
    assert clauses[-2] == "zoinx, A turn, 2: Roll, from then on he may stop"


def test_a_roll_can_be_told_by_its_faces():
    state, _ = apply(PRINTED, begin(PRINTED), (4, 0))
    state, _ = apply(PRINTED, state, (1, 0, 0, 1))
    assert state.total == 2
    state, clause = apply(PRINTED, state, (0, 0, 0, 0))
    assert (state.ended, clause) == ("zoinx", "zoinx, A turn, 2: Roll, zoinx")
    pig, _ = apply(PIG, begin(PIG), (6,))
    assert pig.total == 6
    assert apply(PIG, pig, ("bust",))[0].ended == "zoinx"
    blank = ZoinxRules(dice=2, faces=["bust", 0, 3], bust="any-bust-face")
    state, _ = apply(blank, apply(blank, begin(blank), (2, 2))[0], (0, 0))
    assert (state.total, state.rolled, state.ended) == (0, True, None)


def test_below_his_bet_the_active_player_must_roll_on():
    """[zoinx: A turn, 2]."""
    state, _ = apply(PRINTED, begin(PRINTED), (4, 2))
    assert legal(PRINTED, state) == ("roll",)
    state, _ = apply(PRINTED, state, 3)
    assert legal(PRINTED, state) == ("roll",)
    with pytest.raises(InvalidInput, match="roll on until the bet 4 is reached"):
        apply(PRINTED, state, "stop")
    state, _ = apply(PRINTED, state, 1)
    assert legal(PRINTED, state) == ("roll", "stop")


def test_who_is_not_forced_may_stop_for_nothing():
    """[zoinx: Keys of a variant, forced]."""
    rules = ZoinxRules(forced=False)
    state, _ = apply(rules, begin(rules), (8, 2))
    with pytest.raises(InvalidInput, match="roll first"):
        apply(rules, state, "stop")
    _, paid, _ = turn(rules, state, 3, "stop")
    assert points(paid) == [0, 2]
    assert paid[0].clause == "zoinx, Keys of a variant: forced=false, stopped below his bet"


def end_of_turn(rules, scores, own=None, seat=0, pending=()):
    """The state after a turn in which nothing changes but that the active player adds ``own``."""
    bets = [rules.opponent_choices[-1]] * rules.players
    bets[seat] = rules.active_choices[0]
    state = State(tuple(scores), seat, pending, bets=tuple(bets), rolled=True)
    if own is None:
        return settle(rules, State(**(vars(state) | {"ended": "zoinx"})))
    return settle(rules, State(**(vars(state) | {"total": own, "ended": "stop"})))


@pytest.mark.parametrize(
    ("trigger", "scores", "begins"),
    [
        ("own-turn-strict", (30, 29, 5), True),
        ("own-turn-strict", (30, 30, 5), False),
        ("own-turn-strict", (30, 31, 5), False),
        ("own-turn-strict", (29, 5, 5), False),
        ("own-turn-strict", (5, 40, 5), False),
        ("own-turn-lead-or-tie", (30, 30, 5), True),
        ("own-turn-lead-or-tie", (30, 31, 5), False),
        ("own-turn-lead-or-tie", (5, 31, 31), False),
    ],
)
def test_the_final_round_begins(trigger, scores, begins):
    """[zoinx: A game; Keys of a variant, trigger]."""
    rules = ZoinxRules(players=3, trigger=trigger)
    after, _, clauses = end_of_turn(rules, scores)
    assert after.seat == 1
    assert after.pending == ((1, 2) if begins else ())
    assert ("zoinx, A game: the final round begins" in clauses) == begins


@pytest.mark.parametrize(
    ("scores", "pending"),
    [
        ((30, 29, 5), (1, 2)),
        ((5, 31, 5), (2, 0)),  # an opponent brings the end; the active player plays last
        ((5, 5, 31), (1, 0)),
        ((5, 31, 31), ()),  # nobody is alone ahead
        ((29, 5, 5), ()),
    ],
)
def test_any_turn_can_bring_the_end(scores, pending):
    """[zoinx: Keys of a variant, trigger=any-turn]."""
    rules = ZoinxRules(players=3, trigger="any-turn")
    after, _, _ = end_of_turn(rules, scores)
    assert after.pending == pending
    assert after.seat == (pending[0] if pending else 1)


def test_two_players_and_the_opponent_brings_the_end():
    """[zoinx: Keys of a variant, trigger=any-turn] the other plays once more, at once."""
    rules = ZoinxRules(trigger="any-turn")
    after, _, _ = end_of_turn(rules, (5, 31))
    assert (after.seat, after.pending) == (0, (0,))
    assert end_of_turn(rules, (5, 31), pending=(0,))[0].winners == (1,)


def test_at_once_means_at_once():
    """[zoinx: Keys of a variant, trigger=at-once] highest score wins, ties share."""
    rules = ZoinxRules(players=3, trigger="at-once")
    assert end_of_turn(rules, (30, 5, 5))[0].winners == (0,)
    assert end_of_turn(rules, (30, 35, 5))[0].winners == (1,)
    assert end_of_turn(rules, (30, 30, 5))[0].winners == (0, 1)
    assert not end_of_turn(rules, (29, 35, 5))[0].over


def test_the_final_round_is_brought_once_only_and_goes_round():
    """[zoinx: A game]."""
    rules = FOUR
    after, _, _ = end_of_turn(rules, (5, 5, 33, 5), seat=2)
    assert after.pending == (3, 0, 1)
    after, _, clauses = end_of_turn(rules, (5, 5, 33, 40), seat=3, pending=(3, 0, 1))
    assert (after.seat, after.pending) == (0, (0, 1))
    assert clauses == ("zoinx, A game: one last turn for each opponent",)
    after, _, clauses = end_of_turn(rules, (40, 40, 33, 40), seat=1, pending=(1,))
    assert (after.over, after.winners) == (True, (0, 1, 3))
    assert clauses == ("zoinx, A game: the highest score wins", "zoinx, A game: ties share the win")


def test_one_player_plays_to_the_target():
    """[zoinx: Keys of a variant, players=1]."""
    for trigger in ("own-turn-strict", "own-turn-lead-or-tie", "any-turn", "at-once"):
        rules = ZoinxRules(players=1, trigger=trigger)
        state = State((28,), bets=(2,), total=2, rolled=True, ended="stop")
        after, _, _ = settle(rules, state)
        assert (after.over, after.winners, after.turns) == (True, (0,), 1)


def test_an_endless_game_is_unfinished():
    """[zoinx: Keys of a variant, max_turns]."""
    rules = ZoinxRules(max_turns=1)
    after, _, clauses = end_of_turn(rules, (5, 5))
    assert (after.over, after.unfinished, after.winners) == (True, True, ())
    assert clauses == ("zoinx, Keys of a variant: max_turns",)
    assert end_of_turn(rules, (5, 5), pending=(0,))[0].winners == (0, 1)


@pytest.mark.parametrize(
    ("state", "action", "line"),
    [
        (begin(PRINTED), "stop", "bets: got 'stop'; allowed: 2 bets, one a seat"),
        (begin(PRINTED), (0, 0), "bet of seat 1: got 0; allowed: a face: 2, 4, 6, 8, 10"),
        (begin(PRINTED), (2, 3), "bet of seat 2: got 3; allowed: a face: 0, 2, 4"),
        (begin(PRINTED), (True, 2), "bet of seat 1: got True"),
        (begin(PRINTED), (2,), "bets: got (2,)"),
        (
            State((0, 0), bets=(2, 2)),
            5,
            "roll: got 5; allowed: 4 faces, zoinx, or dots: 1, 2, 3, 4",
        ),
        (State((0, 0), bets=(2, 2)), (1, 1, 1), "roll: got (1, 1, 1)"),
        (State((0, 0), bets=(2, 2)), (2, 0, 0, 0), "roll: got (2, 0, 0, 0)"),
        (State((0, 0), bets=(2, 2), ended="stop"), "stop", "action: got 'stop'; allowed: settle"),
        (State((0, 0), over=True), 1, "action: got 1; allowed: none: the game is over"),
    ],
)
def test_what_cannot_be_is_refused(state, action, line):
    with pytest.raises(InvalidInput) as caught:
        apply(PRINTED, state, action)
    assert str(caught.value).startswith(line)


def test_only_a_turn_that_has_ended_is_settled():
    for state in (begin(PRINTED), State((0, 0), bets=(2, 2), total=4, rolled=True)):
        with pytest.raises(InvalidInput, match="goes on"):
            settle(PRINTED, state)
    with pytest.raises(InvalidInput, match="seat: got 2"):
        begin(PRINTED, 2)


VARIANTS = st.fixed_dictionaries(
    {
        "players": st.integers(1, 4),
        "dice": st.integers(1, 3),
        "faces": st.sampled_from([["bust", 1, 0, 0], ["bust", 0, 0, 1, 2], ["bust", 2, 3]]),
        "bust": st.sampled_from(["any-bust-face", "no-dots"]),
        "active_bets": st.sampled_from([[], [2, 4], [1, 7]]),
        "opponent_bets": st.sampled_from([[], [0, 2, 4], [3]]),
        "zoinx_loss": st.integers(0, 2),
        "opponent_miss": st.integers(-1, 1),
        "exact_hit": st.sampled_from(["bet", "bet+total"]),
        "above": st.sampled_from(["bet+total", "bet+excess"]),
        "trigger": st.sampled_from(
            ["own-turn-strict", "own-turn-lead-or-tie", "any-turn", "at-once"]
        ),
        "forced": st.booleans(),
        "target": st.integers(1, 20),
        "max_turns": st.integers(1, 60),
    }
).map(lambda keys: ZoinxRules(**keys))


@given(VARIANTS, st.randoms(use_true_random=False))
def test_every_game_comes_to_an_end_and_every_step_cites_its_clause(rules, random):
    state = begin(rules, random.randrange(rules.players))
    last = None
    while not state.over:
        action = random.choice(legal(rules, state))
        if action == "bet":
            action = tuple(
                random.choice(
                    rules.opponent_choices if seat != state.seat else rules.active_choices
                )
                for seat in range(rules.players)
            )
            state, clause = apply(rules, state, action)
        elif action == "settle":
            before = state
            state, paid, clauses = settle(rules, state)
            assert [payment.seat for payment in paid] == list(range(rules.players))
            assert all(payment.clause.startswith("zoinx, ") for payment in paid)
            gained = [new - old for new, old in zip(state.scores, before.scores, strict=True)]
            assert gained == points(paid)
            assert state.turns == before.turns + 1
            assert len(state.pending) < max(1, len(before.pending), rules.players)
            clause = clauses[0]
            last = clauses[-1]
        else:
            if action == "roll":
                action = tuple(random.choice(rules.faces) for _ in range(rules.dice))
            state, clause = apply(rules, state, action)
        assert clause.startswith("zoinx, ")
        assert state.text.isprintable()
    assert legal(rules, state) == ()
    assert state.unfinished == (last == "zoinx, Keys of a variant: max_turns")
    shares = [Fraction(seat in state.winners, len(state.winners) or 1) for seat in range(4)]
    assert sum(shares) == (0 if state.unfinished else 1)
    assert all(state.scores[seat] == max(state.scores) for seat in state.winners)


@pytest.mark.parametrize("scores", ["12,8,5", "12 8 5", "12, 8, 5", "12-8-5", [12, 8, 5]])
def test_a_moment_is_read_as_a_player_tells_it(scores):
    state = read_position(THREE, scores=scores, last_turns=2, bets="4,0,8", total=3)
    assert state == State((12, 8, 5), 0, (0, 1), 0, (4, 0, 8), 3, True)
    assert state.text == "12,8,5 seat 1, last 1,2, bets 4,0,8, total 3"


def test_a_moment_without_bets():
    state = read_position(PIG, scores="10,20", total=11)
    assert state == State((10, 20), bets=(None, None), total=11, rolled=True)
    assert state.text == "10,20 seat 1, total 11"
    assert read_position(PIG, scores="10,20", bets="none,none").bets == (None, None)
    assert read_position(PRINTED, scores="1,3").bets is None


@pytest.mark.parametrize(
    ("rules", "told", "line"),
    [
        (THREE, {"scores": "12,8"}, "--scores: got '12,8'; allowed: 3 whole numbers such as 10,11,12"),
        (THREE, {"scores": "12,,8,5"}, "--scores: got '12,,8,5'"),
        (THREE, {"scores": "12,x,5"}, "--scores: got 'x'; allowed: a whole number from 0 to 100,000"),
        (THREE, {"scores": "-1,2,5"}, "--scores: got -1"),
        (THREE, {"scores": ""}, "--scores: got ''"),
        (THREE, {"scores": "1,2,3", "last_turns": 3}, "--last-turns: got 3; allowed: a whole number from 0 to 2"),
        (PIG, {"scores": "1,2", "last_turns": 1}, "--last-turns: got 1; allowed: a whole number from 0 to 0"),
        (THREE, {"scores": "1,2,3", "total": 3}, "--bets: got 'nothing'; allowed: the bets"),
        (THREE, {"scores": "1,2,3", "bets": "4,0"}, "--bets: got '4,0'; allowed: 3 bets"),
        (THREE, {"scores": "1,2,3", "bets": "0,0,0"}, "--bets: got 0; allowed: the active player's faces: 2,4,6,8,10"),
        (THREE, {"scores": "1,2,3", "bets": "2,3,0"}, "--bets: got 3; allowed: an opponent's faces: 0,2,4"),
        (PIG, {"scores": "1,2", "total": 1}, "--total: got 1; allowed: a sum of rolls of this variant"),
        (THREE, {"scores": "1,2,3", "bets": "2,4,0", "total": -1}, "--total: got -1"),
    ],
)  # fmt: skip
def test_a_moment_that_cannot_be_is_one_line(rules, told, line):
    with pytest.raises(InvalidInput) as caught:
        read_position(rules, **told)
    assert str(caught.value).startswith(line)
    assert str(caught.value).isprintable()


@given(st.text(max_size=20))
def test_no_text_is_more_than_an_invalid_input(text):
    for told in ({"scores": text}, {"scores": "1,2", "bets": text}):
        with contextlib.suppress(InvalidInput):
            assert len(read_position(PRINTED, **told).scores) == 2
