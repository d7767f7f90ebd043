"""The referee of mauer: turns, searches, the end; a whole game with its clauses."""

import random

import pytest

from zochastic.rules.errors import InvalidInput
from zochastic.rules.mauer import PARTS, MauerRules, garment_names
from zochastic.rules.mauer.geometry import NAMES
from zochastic.rules.mauer.moves import Slide, Step, Turn, results
from zochastic.rules.mauer.referee import (
    FOUND,
    NO_SEARCH,
    NOT_THERE,
    WON,
    End,
    Search,
    apply,
    begin,
    below,
    legal,
    may_search,
    winner,
)
from zochastic.rules.mauer.table import Table

RULES = MauerRules(players=2)
BOARD = RULES.layout
DEAL = [[f"{part}-{letter}" for part in PARTS] for letter in "abcd"]
CELL = {name: cell for cell, name in enumerate(NAMES)}


def standing(garment, mover=0, **keys):
    """A game whose mover stands on a garment."""
    game = begin(RULES, BOARD, DEAL, mover)
    cells = list(game.table.ghosts)
    cells[mover] = BOARD.cell_of[garment]
    table = Table(tuple(cells), game.table.sliders)
    return type(game)(table, game.decks, **{"won": game.won, "mover": mover} | keys)


def test_a_game_begins_in_opposite_corners_for_two():
    """[mauer: Pieces; ghosts of absent colours]"""
    game = begin(RULES, BOARD, DEAL)
    assert [NAMES[cell] for cell in game.table.ghosts] == ["a1", "g7"]
    assert game.table.sliders == ((2, 0), (4, 0), (6, 0))


@pytest.mark.parametrize(
    "deal",
    [
        DEAL[:3],
        [DEAL[0]] * 4,
        [["head-a", "head-b", "body-a", "legs-a", "hand-a"], *DEAL[1:]],
    ],
)
def test_each_deck_holds_one_card_of_every_part(deal):
    """[mauer: Pieces]"""
    with pytest.raises(InvalidInput, match="deal"):
        begin(RULES, BOARD, deal)


def test_a_search_that_succeeds_keeps_that_card_alone():
    """[mauer: A turn, search]"""
    game = standing("head-b")
    assert below(BOARD, game) == "head-b"
    after, clause = apply(RULES, BOARD, game, Search(1))
    assert clause == FOUND
    assert after.won == (frozenset({"head-b"}), frozenset())
    assert after.decks[1] == frozenset(DEAL[1]) - {"head-b"}
    assert after.decks[0] == frozenset(DEAL[0])
    assert (after.mover, after.done, after.turns) == (1, 0, 1)


def test_a_search_that_fails_ends_the_turn_too():
    """[mauer: A turn, search]"""
    after, clause = apply(RULES, BOARD, standing("head-b"), Search(2))
    assert clause == NOT_THERE
    assert after.won == (frozenset(), frozenset())
    assert after.mover == 1


def test_one_may_search_after_no_move_at_all_or_not_search():
    """[mauer: A turn]"""
    game = standing("head-b")
    actions = legal(RULES, BOARD, game)
    assert End() in actions
    assert Search(3) in actions
    after, clause = apply(RULES, BOARD, game, End())
    assert (clause, after.mover) == (NO_SEARCH, 1)


def test_no_search_for_a_part_one_has_or_off_a_garment():
    """[mauer: A turn, one garment a part]"""
    game = standing("head-b", won=(frozenset({"head-a"}), frozenset()))
    assert not may_search(RULES, BOARD, game)
    with pytest.raises(InvalidInput, match="a search on a garment one lacks"):
        apply(RULES, BOARD, game, Search(0))
    assert not may_search(RULES, BOARD, begin(RULES, BOARD, DEAL))


def test_a_card_that_somebody_has_may_be_searched_for():
    """[mauer: A turn, assumed]"""
    decks = (frozenset(DEAL[0]), frozenset(DEAL[1]) - {"head-b"}, *map(frozenset, DEAL[2:]))
    game = standing("head-b", won=(frozenset(), frozenset({"head-b"})))
    game = type(game)(game.table, decks, game.won)
    after, clause = apply(RULES, BOARD, game, Search(1))
    assert (clause, after.won[0]) == (NOT_THERE, frozenset())
    strict = MauerRules(players=2, search_taken=False)
    assert not may_search(strict, BOARD, game)


def test_the_first_with_all_parts_wins_at_once():
    """[mauer: A turn]"""
    four = frozenset({"face-a", "body-a", "legs-a", "hand-a"})
    game = standing("head-b", mover=1, won=(frozenset(), four))
    after, clause = apply(RULES, BOARD, game, Search(1))
    assert clause == WON
    assert after.over
    assert winner(RULES, after) == 1
    assert legal(RULES, BOARD, after) == ()
    with pytest.raises(InvalidInput, match="the game is over"):
        apply(RULES, BOARD, after, End())


def test_at_most_three_moves_a_turn():
    """[mauer: A turn]"""
    game = begin(RULES, BOARD, DEAL)
    for _ in range(3):
        game, clause = apply(RULES, BOARD, game, Turn(1))
        assert clause == "mauer: A turn, d. Turn"
    assert game.mover == 0
    assert not any(isinstance(action, Turn | Step | Slide) for action in legal(RULES, BOARD, game))
    with pytest.raises(InvalidInput, match="at most 3 moves"):
        apply(RULES, BOARD, game, Turn(1))


def test_an_illegal_move_and_a_table_that_is_not_offered():
    game = begin(RULES, BOARD, DEAL)
    with pytest.raises(InvalidInput, match="a legal move"):
        apply(RULES, BOARD, game, Step(0))
    with pytest.raises(InvalidInput, match="a table that the move leads to"):
        apply(RULES, BOARD, game, Turn(1), to=game.table)


def test_a_game_that_takes_too_long_is_left_unfinished():
    """[mauer: Keys of a variant, max_turns]"""
    short = MauerRules(players=2, max_turns=3)
    game = begin(short, BOARD, DEAL)
    for _ in range(3):
        assert not game.over
        game, _ = apply(short, BOARD, game, End())
    assert game.over
    assert winner(short, game) is None


def test_a_whole_game_of_random_legal_actions_comes_to_an_end():
    dice = random.Random(5)
    names = garment_names()
    rules = MauerRules(players=3, parts_needed=2)
    columns = [dice.sample(names[first : first + 4], 4) for first in range(0, 20, 4)]
    game = begin(rules, BOARD, [list(cards) for cards in zip(*columns, strict=True)])
    clauses = set()
    while not game.over:
        actions = legal(rules, BOARD, game)
        searches = [action for action in actions if isinstance(action, Search)]
        action = dice.choice(searches or actions)
        to = None
        if isinstance(action, Turn):
            to = dice.choice(results(rules, BOARD, game.table, game.mover, action))
        game, clause = apply(rules, BOARD, game, action, to=to)
        clauses.add(clause)
        cards = [card for deck in game.decks for card in deck]
        cards += [card for won in game.won for card in won]
        assert sorted(cards) == sorted(names)
    assert clauses >= {FOUND, NOT_THERE, "mauer: A turn, a. Step", "mauer: A turn, d. Turn"}
