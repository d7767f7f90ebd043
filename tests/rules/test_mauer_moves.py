"""Every clause of the four moves on pictures before and after, mirrored and rotated too."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from mauer_cases import (
    bare_board,
    board_flipped,
    case,
    move_flipped,
    move_mirrored,
    picture_of,
    seeds,
    table_flipped,
    table_of,
)

from zochastic.rules.mauer import MauerRules, Slider, Table
from zochastic.rules.mauer.geometry import CELLS, CORNERS, NAMES, PLUG, beside, passed, rotated
from zochastic.rules.mauer.moves import (
    Slide,
    Step,
    Transfer,
    Turn,
    in_words,
    moves,
    results,
)

UP, RIGHT, DOWN, LEFT = (Step(direction) for direction in range(4))
CELL = {name: cell for cell, name in enumerate(NAMES)}


def pictures(board, table, move, mover=0, rules=None, caught=None):
    """Pictures after a move; the same must come out of every mirror image and rotation."""
    rules = rules or MauerRules(players=max(2, len(table.ghosts)))
    found = results(rules, board, table, mover, move, caught)
    if not caught:
        same_in_all_images(rules, board, table, mover, move, found)
    return [picture_of(after) for after in found]


def same_in_all_images(rules, board, table, mover, move, found):
    mirror = results(rules, board.mirrored(), table.mirrored(), mover, move_mirrored(move))
    assert {after.mirrored() for after in found} == set(mirror)
    flip = results(rules, board_flipped(board), table_flipped(table), mover, move_flipped(move))
    assert {table_flipped(after) for after in found} == set(flip)
    for quarters in range(4):  # the same board, its print described from another side
        other = replace(table, turned=(table.turned - quarters) % 4)
        there = results(rules, board.rotated(quarters), other, mover, move)
        assert [replace(t, turned=(t.turned + quarters) % 4) for t in there] == list(found)


def one(board, table, move, **more):
    found = pictures(board, table, move, **more)
    assert len(found) == 1
    return found[0]


def clean(picture):
    return "\n".join(picture.split())


EMPTY = """....... ....... ....... ...#... ....... ....... ......."""
ALONE = """....... ....... ..1.... ...#... ....... ....... ......."""

# a. Step


@pytest.mark.parametrize(("move", "cell"), [(UP, "c2"), (RIGHT, "d3"), (DOWN, "c4"), (LEFT, "b3")])
def test_a_step_goes_to_the_next_cell(move, cell):
    """[mauer: a. Step]"""
    (after,) = results(MauerRules(), bare_board(), table_of(ALONE), 0, move)
    assert after.ghosts == (CELL[cell],)


def test_no_step_through_a_wall_which_turns_with_the_board():
    """[mauer: a. Step, d. Turn]"""
    board = bare_board(walls=[(CELL["c3"], CELL["d3"])])
    assert pictures(board, table_of(ALONE), RIGHT) == []
    assert pictures(board, table_of(ALONE), LEFT)
    # turned clockwise, that wall of the print lies between e3 and e4
    below = """....... ....... ....1.. ...#... ....... ....... ......."""
    assert pictures(board, table_of(below, turned=1), DOWN) == []
    assert pictures(board, table_of(ALONE, turned=1), RIGHT)


def test_no_step_onto_a_ghost_the_plug_or_off_the_board():
    """[mauer: a. Step]"""
    pair = table_of("""12..... ....... ....... ...#... ....... ....... .......""")
    assert pictures(bare_board(), pair, RIGHT) == []
    assert pictures(bare_board(), pair, UP) == []
    assert pictures(bare_board(), pair, LEFT) == []
    beside_plug = table_of("""....... ....... ....... ..1#... ....... ....... .......""")
    assert pictures(bare_board(), beside_plug, RIGHT) == []


def test_only_ones_own_ghost_steps():
    """[mauer: A turn]"""
    pair = table_of("""1.....2 ....... ....... ...#... ....... ....... .......""")
    after = """1...... ......2 ....... ...#... ....... ....... ......."""
    assert one(bare_board(), pair, DOWN, mover=1) == clean(after)


# b. Slide

MIDDLE = Slider(4, "1010100")
SIDE = Slider(2, "1010100")


def test_a_ghost_above_a_magnet_rides_through_walls():
    """[mauer: b. Slide]"""
    board = bare_board(SIDE, walls=[(CELL["b3"], CELL["b4"])])
    before = """....... ....... .1..... ...#... ....... ....... ......."""
    after = """....... ....... ....... .1.#... ....... ....... ......."""
    assert one(board, table_of(before, [(2, 0)]), Slide(0, 1)) == clean(after)
    up = """....... .1..... ....... ...#... ....... ....... ......."""
    assert one(board, table_of(before, [(2, 0)]), Slide(0, -1)) == clean(up)


def test_a_ghost_between_magnets_or_beside_the_slider_stays():
    """[mauer: b. Slide]"""
    before = """....... .1..... ..2.... ...#... ....... ....... ......."""
    assert one(bare_board(SIDE), table_of(before, [(2, 0)]), Slide(0, 1)) == clean(before)


def test_ghosts_in_the_way_are_pushed_in_a_chain():
    """[mauer: b. Slide]"""
    before = """.1..... .2..... .3..... ...#... .4..... ....... ......."""
    after = """....... .1..... .2..... .3.#... .4..... ....... ......."""
    board = bare_board(Slider(2, "1000000"))
    assert one(board, table_of(before, [(2, 0)]), Slide(0, 1)) == clean(after)


def test_who_rides_ahead_makes_room():
    """[mauer: b. Slide, front ghost first]"""
    before = """.1..... ....... .2..... .3.#... ....... ....... ......."""
    after = """....... .1..... ....... .2.#... .3..... ....... ......."""
    assert one(bare_board(SIDE), table_of(before, [(2, 0)]), Slide(0, 1)) == clean(after)


def test_a_ghost_stops_at_the_plug_and_what_is_behind_it_too():
    """[mauer: b. Slide]"""
    before = """...1... ...2... ...3... ...#... ....... ....... ......."""
    assert one(bare_board(MIDDLE), table_of(before, [(4, 0)]), Slide(0, 1)) == clean(before)
    gap = """...1... ....... ...2... ...#... ....... ....... ......."""
    closer = """....... ...1... ...2... ...#... ....... ....... ......."""
    assert one(bare_board(MIDDLE), table_of(gap, [(4, 0)]), Slide(0, 1)) == clean(closer)


def test_behind_the_plug_ghosts_move_on_their_own():
    """[mauer: b. Slide]"""
    before = """....... ....... ...1... ...#... ...2... ....... ......."""
    after = """....... ....... ...1... ...#... ....... ...2... ......."""
    assert one(bare_board(MIDDLE), table_of(before, [(4, 0)]), Slide(0, 1)) == clean(after)


@pytest.mark.parametrize(
    "before",
    [
        """....... ....... ....... ...#... ....... ....... .1.....""",  # it rides off
        """....... ....... ....... ...#... ....... .1..... .2.....""",  # it pushes one off
    ],
)
def test_a_slide_that_would_push_a_ghost_off_the_board_is_forbidden(before):
    """[mauer: b. Slide]"""
    board = bare_board(Slider(2, "0000011"))
    assert pictures(board, table_of(before, [(2, 0)]), Slide(0, 1)) == []
    assert pictures(board, table_of(before, [(2, 0)]), Slide(0, -1))


def test_offsets_have_limits_and_magnets_beyond_the_board_hold_nothing():
    """[mauer: b. Slide; Frame and sliders]"""
    board = bare_board(Slider(2, "0000001"))
    low = """....... ....... ....... ...#... ....... ....... .1....."""
    assert one(board, table_of(low, [(2, 3)]), Slide(0, 1)) == clean(low)
    assert pictures(board, table_of(low, [(2, 4)]), Slide(0, 1)) == []
    assert pictures(board, table_of(low, [(2, -4)]), Slide(0, -1)) == []
    assert table_of(low, [(2, 3)]).magnets(board) == frozenset()
    assert table_of(low, [(2, -4)]).magnets(board) == {CELL["b3"]}


def test_two_segments_a_slide_is_a_variant():
    """[mauer: Keys of a variant, segments_a_slide]"""
    rules = MauerRules(players=2, segments_a_slide=2)
    before = """.1..... ....... ....... ...#... ....... ....... ......."""
    after = """....... ....... .1..... ...#... ....... ....... ......."""
    assert one(bare_board(SIDE), table_of(before, [(2, 0)]), Slide(0, 2), rules=rules) == clean(
        after
    )
    assert Slide(0, 2) in list(moves(rules, bare_board(SIDE)))
    assert Slide(0, 2) not in list(moves(MauerRules(), bare_board(SIDE)))


# c. Transfer


def test_a_slider_goes_to_any_free_tunnel_at_any_depth():
    """[mauer: c. Transfer]"""
    board = bare_board(SIDE, MIDDLE)
    start = Table((CELL["a1"], CELL["g7"]), ((2, 0), (4, 1)))
    found = [
        after
        for move in moves(MauerRules(players=2), board)
        if isinstance(move, Transfer) and move.slider == 0
        for after in results(MauerRules(players=2), board, start, 0, move)
    ]
    assert {after.sliders for after in found} == {
        ((column, offset), (4, 1)) for column in (3, 5, 6) for offset in range(-4, 5)
    }
    assert {after.ghosts for after in found} == {start.ghosts}


@pytest.mark.parametrize("ghost", ["b7", "c1"])
def test_no_transfer_with_a_ghost_above_either_tunnel(ghost):
    """[mauer: c. Transfer]"""
    board = bare_board(SIDE)
    table = Table((CELL[ghost], CELL["g7"]), ((2, 0),))
    assert pictures(board, table, Transfer(0, 3, 0)) == []
    assert bool(pictures(board, table, Transfer(0, 5, 0))) == (ghost == "c1")


@pytest.mark.parametrize("move", [Transfer(0, 2, 1), Transfer(0, 4, 0), Transfer(0, 1, 0)])
def test_no_transfer_to_its_own_tunnel_a_taken_one_or_none(move):
    """[mauer: c. Transfer]"""
    table = Table((CELL["a1"], CELL["g7"]), ((2, 0), (4, 0)))
    assert pictures(bare_board(SIDE, MIDDLE), table, move) == []


# d. Turn

FREE = """.1..... ....... ....... ...#... ......2 ....... ......."""
TURNED = """....... ......1 ....... ...#... ....... ....... ..2...."""


def test_free_ghosts_turn_with_the_board_whatever_the_offsets():
    """[mauer: d. Turn]"""
    table = table_of(FREE, [(2, 3)])
    assert one(bare_board(SIDE), table, Turn(1)) == clean(TURNED)
    (after,) = results(MauerRules(players=2), bare_board(SIDE), table, 0, Turn(1))
    assert (after.turned, after.sliders) == (1, ((2, 3),))
    (back,) = results(MauerRules(players=2), bare_board(SIDE), after, 0, Turn(-1))
    assert back == table


def test_a_held_ghost_stays_over_the_frame():
    """[mauer: d. Turn]"""
    after = """.1..... ....... ....... ...#... ....... ....... ..2...."""
    assert one(bare_board(SIDE), table_of(FREE, [(2, 0)]), Turn(1)) == clean(after)


def test_a_free_ghost_whose_place_is_held_goes_beside_it():
    """[mauer: d. Turn; Turn, ideal]"""
    # turning clockwise brings ghost 2 from a6 to b1, where ghost 1 is held
    before = """.1..... ....... ....... ...#... ....... 2...... ......."""
    found = pictures(bare_board(SIDE), table_of(before, [(2, 0)]), Turn(1), mover=0)
    assert found == [
        clean(""".12.... ....... ....... ...#... ....... ....... ......."""),
        clean(""".1..... .2..... ....... ...#... ....... ....... ......."""),
        clean("""21..... ....... ....... ...#... ....... ....... ......."""),
    ]


def test_where_nothing_beside_is_empty_any_empty_corner_will_do():
    """[mauer: d. Turn; Turn, ideal]"""
    rules, board = MauerRules(), bare_board(Slider(2, "1100000"))
    # ghosts 1 and 4 are held on b1 and b2; 3 turns to a1; 2 turns to b1: c1 is left to it
    before = table_of(""".1..... .4..... ....... ...#... ....... 2...... 3......""", [(2, 0)])
    assert pictures(board, before, Turn(1), rules=rules) == [
        clean("""312.... .4..... ....... ...#... ....... ....... .......""")
    ]
    corner = bare_board(Slider(1, "1100000"), tunnels=(1, 3))
    # ghosts 1 and 4 are held on a1 and a2, 3 turns to b1, 2 to a1: nothing beside a1 is empty
    full = table_of("""1...... 4...... ....... ...#... ....... 3...... 2......""", [(1, 0)])
    # a6 turns to b1 and a7 to a1
    found = results(rules, corner, full, 1, Turn(1))
    assert {NAMES[after.ghosts[1]] for after in found} == {"g1", "g7", "a7"}
    own = results(replace(rules, pushed_off="start"), corner, full, 1, Turn(1))
    assert [NAMES[after.ghosts[1]] for after in own] == ["g1"]


def test_conflicts_are_settled_in_seat_order_from_the_mover():
    """[mauer: Turn, ideal]"""
    board = bare_board(Slider(2, "1000000"), Slider(3, "1000000"))
    # 1 and 2 are held on b1 and c1; 3 turns from a6 to b1, 4 from a5 to c1
    before = table_of(
        """..2.... ....... ....... ...#... 4...... 3...... .......""", [(2, 0), (3, 0)]
    )
    before = Table((CELL["b1"], *before.ghosts), before.sliders)
    rules = MauerRules()
    by_third = results(rules, board, before, 2, Turn(1))
    by_fourth = results(rules, board, before, 3, Turn(1))
    assert len(by_third) == len(set(by_third)) == 4  # a1 or b2, then c2 or d1
    assert set(by_third) == set(by_fourth)
    assert {NAMES[after.ghosts[2]] for after in by_third} == {"a1", "b2"}


def test_who_is_put_first_takes_a_place_from_the_next():
    """[mauer: Turn, ideal]"""
    board = bare_board(Slider(2, "1010000"))
    # 1 is held on b1 and 2 on b3; 3 turns from a6 to b1 and 4 from c6 to b3: both may want b2
    before = table_of("""....... ....... ....... ...#... ....... 3.4.... .......""", [(2, 0)])
    before = Table((CELL["b1"], CELL["b3"], *before.ghosts), before.sliders)
    for mover in range(4):
        for after in results(MauerRules(), board, before, mover, Turn(1)):
            assert len(set(after.ghosts)) == 4
    cells = {
        tuple(NAMES[cell] for cell in after.ghosts[2:])
        for after in results(MauerRules(), board, before, 2, Turn(1))
    }
    assert ("b2", "c3") in cells
    assert ("a1", "b2") in cells
    assert ("b2", "b2") not in cells


# Turn, noisy

PUBLISHED = {  # offsets from the plug: (right, down), clockwise
    (2, 0): [(2, 1), (1, 2)],
    (3, 0): [(3, 1), (2, 2), (1, 3)],
    (2, 1): [(1, 2), (0, 2)],
    (2, 2): [(1, 3), (0, 3), (-1, 3)],
    (3, 1): [(2, 2), (1, 3), (0, 3)],
    (3, 2): [(2, 3)],
    (1, 0): [],
    (1, 1): [],
    (3, 3): [],
}


def at(offset):
    return PLUG + offset[0] + 7 * offset[1]


@pytest.mark.parametrize("offset", PUBLISHED)
def test_cells_passed_are_those_of_the_rules(offset):
    """[mauer: Turn, noisy]"""
    assert [at(o) for o in PUBLISHED[offset]] == list(passed(at(offset), 1))
    x, y = offset
    mirror = [at((a, -b)) for a, b in PUBLISHED[offset]]
    assert mirror == list(passed(at((x, -y)), -1))


@given(seeds)
def test_passed_cells_turn_with_the_board(seed):
    """[mauer: Turn, noisy, by symmetry]"""
    cell = seed % CELLS
    for quarters in range(4):
        there = rotated(cell, quarters)
        assert [rotated(c, quarters) for c in passed(cell, 1)] == list(passed(there, 1))
    # the way back passes the same cells
    assert list(passed(rotated(cell, 1), -1)) == list(passed(cell, 1))[::-1]


def test_a_caught_ghost_stays_and_a_free_one_gives_way_to_it():
    """[mauer: Turn, noisy: catches first, then conflicts]"""
    board = bare_board(Slider(5, "0000010"))
    # ghost 1 turns from f4 and passes f5 and e6; its magnet is below e6; 2 turns from f3 to e6
    before = table_of("""....... ....... .....2. ...#.1. ....... ....... .......""", [(5, 0)])
    assert list(passed(CELL["f4"], 1)) == [CELL["f5"], CELL["e6"]]
    assert rotated(CELL["f3"], 1) == CELL["e6"]
    free = pictures(board, before, Turn(1))
    assert free == [clean("""....... ....... ....... ...#... ....... ...12.. .......""")]
    caught = pictures(board, before, Turn(1), caught={0: CELL["e6"]})
    assert len(caught) == 4
    assert all(picture.split()[5][4] == "1" for picture in caught)


# Properties


@given(seeds)
@settings(max_examples=300)
def test_moves_keep_the_table_whole(seed):
    """No two ghosts on a cell, none on the plug or off the board; garments never move."""
    rules, board, table, mover = case(seed)
    before = board.garments
    for move in moves(rules, board):
        found = results(rules, board, table, mover, move)
        assert len(set(found)) == len(found)
        for after in found:
            assert len(set(after.ghosts)) == len(table.ghosts)
            assert all(0 <= cell < CELLS and cell != PLUG for cell in after.ghosts)
            assert len({column for column, _ in after.sliders}) == len(after.sliders)
            assert all(column in board.tunnels for column, _ in after.sliders)
            assert all(-4 <= offset <= 4 for _, offset in after.sliders)
            assert in_words(board, table, move, after).isprintable()
            if isinstance(move, Step):
                assert after.ghosts[:mover] == table.ghosts[:mover]
    assert board.garments == before


@given(seeds)
@settings(max_examples=150)
def test_a_move_then_a_mirror_equals_the_mirror_then_the_move(seed):
    rules, board, table, mover = case(seed)
    for move in moves(rules, board):
        if isinstance(move, Transfer) and move.offset not in (-4, 0, 3):
            continue
        found = results(rules, board, table, mover, move)
        same_in_all_images(rules, board, table, mover, move, found)


@given(seeds)
def test_a_step_back_and_a_turn_back_undo_a_move(seed):
    rules, board, table, mover = case(seed)
    for direction in range(4):
        for after in results(rules, board, table, mover, Step(direction)):
            back = results(rules, board, after, mover, Step((direction + 2) % 4))
            assert table in back
    assert all(beside(corner, 0) is None or beside(corner, 2) is None for corner in CORNERS)
