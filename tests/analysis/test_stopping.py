"""The generic solver on problems with known answers."""

from fractions import Fraction

import pytest

from zochastic.analysis.stopping import solve


def test_best_of_two_dice_throws():
    """Throw once, keep or throw again: keep 4, 5, 6; worth 4.25."""
    sixth = Fraction(1, 6)
    choices = solve(
        ("throw", 2),
        stop=lambda s: None if s[0] == "throw" else Fraction(s[0]),
        moves=lambda s: [(sixth, (face, s[1] - 1)) for face in range(1, 7)] if s[1] else [],
    )
    assert choices["throw", 2].value == Fraction(17, 4)
    assert [face for face in range(1, 7) if choices[face, 1].stops] == [4, 5, 6]


def test_a_tie_is_broken_for_stopping():
    choices = solve(0, stop=lambda s: 1.0, moves=lambda s: [(1.0, 1)] if s == 0 else [])
    assert choices[0].stops
    assert choices[0].stop == choices[0].go == choices[0].value == 1


def test_long_chains_do_not_exhaust_the_stack():
    choices = solve(
        0,
        stop=lambda s: 1.0 if s == 5_000 else None,
        moves=lambda s: [(1.0, s + 1)] if s < 5_000 else [],
    )
    assert choices[0].value == 1


def test_states_that_come_back_are_refused():
    with pytest.raises(ValueError, match="come back"):
        solve(0, stop=lambda s: None, moves=lambda s: [(0.5, s), (0.5, 1 - s)])


def test_a_state_must_allow_something():
    with pytest.raises(ValueError, match="neither"):
        solve(0, stop=lambda s: None, moves=lambda s: [])
