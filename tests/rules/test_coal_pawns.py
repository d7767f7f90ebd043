"""Pawns stand where the wealth says, and some of them have a pact with the devil."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zochastic.rules.coal import CoalRules, pacts, place, place_text

PRINTED = CoalRules()

wealths = st.lists(st.integers(0, 2_000), min_size=2, max_size=6)
variants = st.builds(
    CoalRules,
    track=st.lists(st.integers(1, 1_900), min_size=1, max_size=6, unique=True).map(sorted),
    pact_space=st.integers(0, 300),
    pact_alone_last=st.booleans(),
)


@pytest.mark.parametrize(
    ("wealth", "number", "text"),
    [
        (0, 0, "0-50"),
        (50, 0, "0-50"),
        (60, 1, "50..200"),
        (190, 1, "50..200"),
        (200, 2, "200"),
        (210, 3, "200..300"),
        (300, 4, "300"),
        (500, 6, "500"),
        (800, 8, "800"),
        (1_190, 9, "800..1200"),
        (1_600, 12, "1600"),
        (1_610, 13, "1600.."),
        (9_000, 13, "1600.."),
    ],
)
def test_spaces_and_gaps(wealth, number, text):
    """[coal: A round, 4] on a space if the wealth is exactly that, else in the gap."""
    assert place(PRINTED, wealth) == number
    assert place_text(PRINTED, wealth) == text


def test_nobody_has_a_pact_at_the_start():
    """[coal: Pact with the devil] all on 200, so nobody."""
    assert pacts(PRINTED, (200,) * 4) == (False,) * 4


def test_after_the_round_of_the_worked_example_l_is_alone_last():
    """[coal: Worked examples] G 300, P 370, L 60, S 310."""
    wealth = (300, 370, 60, 310)
    assert [place_text(PRINTED, w) for w in wealth] == ["300", "300..500", "50..200", "300..500"]
    assert pacts(PRINTED, wealth) == (False, False, True, False)


def test_had_ps_pawn_stood_there_too_nobody_would_have_a_pact():
    """[coal: Worked examples]."""
    assert pacts(PRINTED, (300, 70, 60, 310)) == (False,) * 4


def test_three_pawns_on_the_first_space_all_have_a_pact():
    """[coal: Worked examples]."""
    assert pacts(PRINTED, (300, 0, 50, 20)) == (False, True, True, True)


def test_alone_in_the_last_position_can_be_turned_off():
    """[coal: Keys of a variant] pact_alone_last, pact_space."""
    rules = CoalRules(pact_alone_last=False)
    assert pacts(rules, (300, 60)) == (False, False)
    assert pacts(rules, (300, 50)) == (False, True)
    assert pacts(CoalRules(pact_space=200), (200, 200)) == (True, True)
    assert pacts(CoalRules(pact_space=0), (0, 10, 300)) == (True, False, False)


@given(variants, wealths)
def test_places_follow_wealth_and_spaces_are_even(rules, wealth):
    """[coal: A round, 4] 0–50 < gap < 200 < gap < 300 < …."""
    for one in wealth:
        assert 0 <= place(rules, one) <= 2 * len(rules.track) - 1
        exact = one <= rules.track[0] or one in rules.track
        assert (place(rules, one) % 2 == 0) == exact
        assert place(rules, one) <= place(rules, one + 1)
        if exact and one >= rules.track[0]:
            assert place(rules, one) < place(rules, one + 1)


@given(variants, wealths)
def test_at_most_one_has_a_pact_for_being_last(rules, wealth):
    """[coal: Pact with the devil]."""
    for_rank = [
        has and chips > rules.pact_space
        for has, chips in zip(pacts(rules, wealth), wealth, strict=True)
    ]
    assert sum(for_rank) <= int(rules.pact_alone_last)
    for i, has in enumerate(for_rank):
        others = [place(rules, w) for j, w in enumerate(wealth) if j != i]
        alone = place(rules, wealth[i]) < min(others)
        assert has == (alone and rules.pact_alone_last and wealth[i] > rules.pact_space)
