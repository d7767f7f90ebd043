"""Boards: the picture, the checker that names the cell, the generator, the shipped ones."""

import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zochastic.rules.errors import InvalidInput
from zochastic.rules.mauer import MauerRules, board_names, garment_names, load_board
from zochastic.rules.mauer.board import Board, Slider, check
from zochastic.rules.mauer.board_files import blank_toml, board_of, board_toml
from zochastic.rules.mauer.generator import (
    MASK_SETS,
    TUNNEL_LAYOUTS,
    make_board,
    read_masks,
    read_tunnel_layout,
)
from zochastic.rules.mauer.geometry import CORNERS, NAMES, PLUG
from zochastic.rules.mauer.keys import spread
from zochastic.rules.mauer.picture import draw, read

FIRST = load_board("synthetic-1")
LINES = draw(FIRST).split("\n")


def refused(function, *args, **keys):
    with pytest.raises(InvalidInput) as caught:
        function(*args, **keys)
    assert str(caught.value).isprintable()
    return str(caught.value)


def line_of(function, *args, **keys):
    """What is said against an input; nothing if it is fine."""
    try:
        function(*args, **keys)
    except InvalidInput as wrong:
        return str(wrong)
    return ""


def changed(line, start, text):
    """The first board's picture with something else in a line (from 1)."""
    lines = list(LINES)
    old = lines[line - 1]
    lines[line - 1] = old[:start] + text + old[start + len(text) :]
    return "\n".join(lines)


def load(picture, **more):
    values = {
        "game": "mauer",
        "picture": picture,
        "sliders": [{"column": s.column, "mask": s.mask} for s in FIRST.sliders],
    }
    return made(values | more)


def made(values):
    return check(board_of(values, "board", "mine"), what="board")


def test_the_picture_reads_back():
    walls, garments = read("\n\n   " + "\n   ".join(LINES) + "\n\n", "board")
    assert walls == FIRST.walls
    assert garments == FIRST.garments


@given(st.integers(0, 10**6))
@settings(max_examples=60)
def test_generated_boards_are_legal_and_read_back(seed):
    """[mauer: Legal board]"""
    board = make_board(seed)
    assert max(board.rooms) + 1 == 12
    assert board.rooms[PLUG] == -1
    assert board.rooms.count(-1) == 1
    assert {name for name, _ in board.garments} == set(garment_names())
    cells = [cell for _, cell in board.garments]
    assert len(set(cells)) == 20
    assert not set(cells) & {PLUG, *CORNERS}
    again = board_of(tomllib.loads(board_toml(board)), "board", "x")
    assert again == board
    assert make_board(seed) == board


@pytest.mark.parametrize("rooms", [1, 2, 7, 24, 48])
def test_any_number_of_rooms(rooms):
    board = make_board(3, rooms=rooms)
    assert max(board.rooms) + 1 == rooms


def test_boards_of_different_seeds_differ():
    assert len({make_board(seed).walls for seed in range(200)}) == 200


GOLDEN = """
+------+------+------+------+------+------+------+
|corner              |      |hand-c head-a|corner|
+------+      +      +      +------+      +      +
|      |             |legs-a face-c|body-d|      |
+      +------+------+------+------+      +      +
|       head-d face-d face-b hand-a|      |      |
+------+------+------+      +------+------+------+
|              head-c plug          body-c       |
+      +------+      +      +------+------+------+
|legs-c|legs-b|hand-b|legs-d body-b head-b       |
+------+      +      +------+------+------+------+
|             |             |             |      |
+      +      +------+------+------+      +      +
|corner body-a|       face-a       |hand-d|corner|
+------+------+------+------+------+------+------+
"""


def test_a_board_is_the_same_on_every_machine():
    assert draw(make_board(1)) == GOLDEN.strip()


def test_shipped_boards_are_legal_labelled_and_have_several_mask_sets():
    boards = [load_board(name) for name in board_names()]
    assert len(boards) >= 5
    assert all(board.origin == "synthetic" and "synthetic" in board.name for board in boards)
    assert len({tuple(s.mask for s in board.sliders) for board in boards}) >= 5
    assert {board.tunnels for board in boards} == set(TUNNEL_LAYOUTS.values())
    for board in boards:
        assert MauerRules().fitted(board) == board


def test_the_assumed_frame():
    """[mauer: Frame and sliders]"""
    layout = MauerRules().layout
    assert layout.tunnels == (2, 3, 4, 5, 6)
    assert layout.offsets == (-4, 4)
    assert layout.sliders == (
        Slider(2, "1010100"),
        Slider(4, "0100010"),
        Slider(6, "1001001"),
    )
    outer = MauerRules(tunnels=[1, 3, 4, 5, 7]).layout
    assert [slider.column for slider in outer.sliders] == [1, 4, 7]
    assert spread((2, 3, 4, 5, 6), 1) == (4,)
    assert spread((2, 3, 4, 5, 6), 2) == (2, 6)
    assert spread((1, 2, 3, 4, 5, 6, 7), 4) == (1, 3, 5, 7)


@pytest.mark.parametrize(
    ("line", "start", "text", "message"),
    [
        (2, 8, "glove ", "picture line 2, cell b1: got 'glove'; allowed: a garment such as head-a"),
        (2, 8, "haed-a", "did you mean 'head-a'"),
        (2, 8, "legs-c", "cell f1: got 'legs-c'; allowed: each garment once; b1 has it too"),
        (2, 1, "hand-a", "cell a1: got 'hand-a'; allowed: corner"),
        (8, 22, "      ", "cell d4: got ''; allowed: plug"),
        (8, 8, "plug  ", "cell b4: got 'plug'; allowed: a garment such as head-a, or spaces; plug"),
        (2, 0, " ", "cell a1: got 'an opening'; allowed: a wall all around"),
        (2, 49, " ", "picture line 2: got '49 characters'; allowed: 50"),
        (1, 1, "      ", "above cell a1: got 'an opening'; allowed: a wall all around"),
        (15, 1, "      ", "below cell a7: got 'an opening'; allowed: a wall all around"),
        (3, 1, "--- --", "line 3, above cell a2: got '--- --'; allowed: ------ for a wall"),
        (3, 7, "x", "line 3, above cell a2: got 'x'; allowed: + where walls can meet"),
        (2, 7, "x", "line 2, cell b1: got 'x'; allowed: | for a wall beside it"),
        (4, 8, "      ", "board: garments: got 'no face-b'; allowed: all 20 garments"),
    ],
)
def test_the_checker_says_which_cell_is_wrong(line, start, text, message):
    assert message in refused(load, changed(line, start, text))


def test_a_wall_inside_a_room_and_a_wrong_number_of_rooms():
    room = refused(load, changed(4, 7, "|"))
    assert "cell a2: got 'a wall between a2 and b2'; allowed: walls between rooms only" in room
    opened = refused(load, changed(2, 14, " "))
    assert "cell b2: got 'a wall between b2 and c2'" in opened
    fewer = refused(load, draw(make_board(5, rooms=11)))
    assert fewer.startswith("board: rooms: got 11; allowed: 12 rooms; the largest has")
    closed = refused(load, draw(make_board(5, rooms=13)))
    assert "board: rooms: got 13; allowed: 12 rooms; the smallest has" in closed


def test_lines_are_counted():
    assert "got '14 lines'; allowed: 15 lines" in refused(load, "\n".join(LINES[:14]))
    short = "\n".join([LINES[0][:-1], *LINES[1:]])
    assert "picture line 1: got '49 characters'; allowed: 50 characters" in refused(load, short)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"tunnels": [2, 2]}, "board: tunnels: got [2, 2]"),
        ({"tunnels": [0, 2]}, "board: tunnels: got 0"),
        ({"tunnels": [3, 4, 5]}, "board: column of slider 1: got 2; allowed: a column with"),
        ({"offsets": [1, 4]}, "board: offsets: got [1, 4]"),
        ({"offsets": 4}, "board: offsets: got 4"),
        ({"sliders": []}, "board: sliders: got []"),
        ({"sliders": [{"column": 2}]}, "board: slider 1: got {'column': 2}"),
        ({"sliders": [{"column": 2, "mask": "11"}]}, "mask of slider 1: got '11'"),
        ({"sliders": [{"column": 2, "mask": "0" * 7}] * 2}, "column of slider 2: got 2"),
        ({"game": "coal"}, "board: game: got 'coal'"),
        ({"pictur": ""}, "board: key: got 'pictur'"),
        ({"picture": 3}, "board: picture: got 3"),
        ({"name": 3}, "board: name: got 3"),
    ],
)
def test_the_frame_is_checked(more, message):
    values = tomllib.loads(board_toml(FIRST))
    assert message in refused(made, values | more)


def test_a_random_board_has_as_many_rooms_and_garments_as_the_rules_want():
    rules = MauerRules(
        board="random:7", rooms=9, parts=3, parts_needed=3, garments_a_part=2, decks=2
    )
    assert max(rules.layout.rooms) + 1 == 9
    assert len(rules.layout.garments) == 6
    assert MauerRules(board="random:7").layout == make_board(7)
    assert "board=random:1" in refused(MauerRules, rooms=9)
    assert "random:SEED" in refused(MauerRules, board="random:x")


def test_names_and_files(tmp_path):
    assert "did you mean 'synthetic-1'" in refused(load_board, "synthetic1")
    assert refused(load_board, "no/such.toml").startswith("board: got 'no/such.toml'")
    path = tmp_path / "mine.toml"
    path.write_text(board_toml(FIRST), encoding="utf-8")
    assert load_board(str(path)) == FIRST
    assert MauerRules(board=str(path)).layout == FIRST
    path.write_text("picture = 3 3", encoding="utf-8")
    assert "line 1" in refused(load_board, str(path))
    path.write_text(blank_toml(FIRST), encoding="utf-8")
    assert "no head-a" in refused(load_board, str(path))


@given(st.text(max_size=300))
def test_any_text_for_a_picture_is_refused_in_one_line(text):
    refused(load, text)


@given(st.integers(0, 14), st.integers(0, 49), st.characters(exclude_categories=["Cs"]))
def test_any_change_of_a_picture_is_read_or_refused_in_one_line(line, start, mark):
    assert line_of(load, changed(line + 1, start, mark)).isprintable()


def test_masks_and_tunnels_as_typed():
    assert read_masks("few") == MASK_SETS["few"]
    assert read_masks("1010100,0100010") == ("1010100", "0100010")
    assert read_tunnel_layout("outer") == (1, 3, 4, 5, 7)
    assert read_tunnel_layout("1,2,3") == (1, 2, 3)
    for text in ("fw", "10", "", "1010100,,", "1010100," * 9):
        assert refused(read_masks, text).startswith("--masks")
    for text in ("x", "1", "2,1", "8,9", ""):
        assert refused(read_tunnel_layout, text).startswith("--tunnels")


def test_four_quarter_turns_and_two_mirrors_are_nothing():
    assert FIRST.rotated(1).rotated(3) == FIRST.rotated(0)
    assert FIRST.mirrored().mirrored() == Board(
        FIRST.name, FIRST.walls, FIRST.garments, FIRST.tunnels, FIRST.sliders, FIRST.offsets
    )
    turned = FIRST.rotated(1)
    assert NAMES[turned.cell_of["face-b"]] == "f2"  # b2 at first
