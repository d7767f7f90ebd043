"""The referee of Diavolo, clause by clause, and one whole game written down."""

import pytest

from zochastic.rules.diavolo import DiavoloRules
from zochastic.rules.diavolo.referee import (
    GREY_GAIN,
    NOBODY,
    OUT,
    TIE,
    WON,
    WRONG,
    Table,
    Throw,
    apply,
    begin,
    judge,
    legal,
    settle,
    supply,
)  # fmt: skip
from zochastic.rules.errors import InvalidInput

PRINTED = DiavoloRules()
BLACK = Throw("sum-max", ((6, 6, 6), (1, 1, 1), (1, 1, 2)))
GREY = Throw("value-max", ((2, 3, 6), (3, 5, 5), (1, 5, 6)))


def test_everybody_starts_with_five_gems():
    """[diavolo: Pieces]."""
    table = begin(PRINTED)
    assert table.gems == (5, 5, 5, 5)
    assert supply(PRINTED, table) == {"black": 3, "red": 3, "white": 3, "grey": 1}


def test_a_wrong_imp_or_none_costs_a_gem():
    """[diavolo: A round]."""
    table, clauses = apply(PRINTED, begin(PRINTED), BLACK, [(2, "black"), (0, "black"), (1, "red")])
    assert table.gems == (5, 4, 5, 4)
    assert clauses.count(WRONG) == 2


def test_grey_gains_and_the_others_lose():
    """[diavolo: A round] the player who has it gains a gem (to five at most)."""
    table = Table((4, 5, 2, 5), 0)
    table, clauses = apply(PRINTED, table, GREY, [(0, "grey"), (1, "red")])
    assert table.gems == (5, 4, 1, 4)
    assert TIE in clauses
    assert GREY_GAIN in clauses
    table, _ = apply(PRINTED, table, GREY, [(0, "grey")])
    assert table.gems == (5, 3, 0, 3)


def test_imps_run_out():
    """[diavolo: A round] one imp each, no putting back."""
    table = begin(PRINTED)
    assert legal(PRINTED, table, ["black"] * 3) == ("red", "white", "grey", None)
    assert legal(PRINTED, table, ["grey"]) == ("black", "red", "white", None)
    with pytest.raises(InvalidInput, match="still there"):
        apply(PRINTED, table, BLACK, [(seat, "black") for seat in range(4)])


def test_the_next_living_seat_rolls():
    """[diavolo: A round (assumed)]."""
    table = Table((1, 1, 0, 3), 1)
    table, clauses = apply(PRINTED, table, BLACK, [(0, "black"), (1, "black")])
    assert (table.gems, table.roller) == ((1, 1, 0, 2), 3)
    table, clauses = apply(PRINTED, table, BLACK, [(3, "black"), (0, "black")])
    assert (table.gems, table.roller) == ((1, 0, 0, 2), 0)
    assert OUT in clauses
    table, clauses = apply(PRINTED, table, BLACK, [(0, "red"), (3, "black")])
    assert table.over
    assert clauses[-1] == WON
    assert settle(table) == (3, WON)


def test_the_last_ones_can_go_out_together():
    """[diavolo: A round] a round's losses and gains are booked together."""
    table, clauses = apply(PRINTED, Table((1, 1, 0, 0), 0), GREY, [(0, "red"), (1, "black")])
    assert table.living == ()
    assert clauses[-1] == NOBODY
    assert settle(table) == (None, NOBODY)


def test_what_is_not_possible_is_refused():
    table = begin(PRINTED)
    for grabs in ([(4, "red")], [(0, "red"), (0, None)], [(0, "blue")]):
        with pytest.raises(InvalidInput):
            apply(PRINTED, table, BLACK, grabs)
    for throw in (
        Throw("sum", BLACK.dice),
        Throw("sum-max", BLACK.dice[:2]),
        Throw("sum-max", ((7, 1, 1),) * 3),
        Throw("nearest", BLACK.dice),
        Throw("nearest", BLACK.dice, "blue"),
    ):
        with pytest.raises(InvalidInput):
            judge(PRINTED, throw)
    over = Table((0, 2, 0, 0), 1)
    assert legal(PRINTED, over, []) == ()
    with pytest.raises(InvalidInput):
        apply(PRINTED, over, BLACK, [])
    with pytest.raises(InvalidInput):
        settle(table)
    with pytest.raises(InvalidInput):
        begin(PRINTED, roller=4)


def test_losses_and_gains_follow_the_keys():
    rules = DiavoloRules(grey_gain=3, loss_wrong=2, loss_none=1, gem_cap=9, gems=5)
    table, _ = apply(rules, begin(rules), GREY, [(0, "grey"), (1, "red")])
    assert table.gems == (8, 3, 4, 4)
