"""Boards and tables of mauer at random, and tables drawn as pictures."""

import random
from dataclasses import replace

from hypothesis import strategies as st

from zochastic.rules.mauer import Board, MauerRules, Slider, Table
from zochastic.rules.mauer.generator import MASK_SETS, TUNNEL_LAYOUTS, make_board
from zochastic.rules.mauer.geometry import CELLS, PLUG, SIZE
from zochastic.rules.mauer.moves import Slide, Step, Transfer, Turn


def case(seed, **keys):
    """A random moment: rules, board, table, whose turn it is."""
    dice = random.Random(seed)
    tunnels = dice.choice(list(TUNNEL_LAYOUTS.values()))
    masks = [f"{dice.randrange(128):07b}" for _ in range(3)]
    if dice.random() < 0.6:
        masks = dice.choice(list(MASK_SETS.values()))
    board = make_board(dice.randrange(10**6), masks=masks, tunnels=tunnels)
    players = dice.choice([2, 3, 4])
    cells = dice.sample([cell for cell in range(CELLS) if cell != PLUG], players)
    if dice.random() < 0.5:  # a crowd: conflicts and chains are frequent
        column = dice.randrange(SIZE)
        near = [c for c in range(CELLS) if c != PLUG and abs(c % SIZE - column) <= 1]
        cells = dice.sample(near, players)
    columns = dice.sample(tunnels, 3)
    sliders = tuple((column, dice.randint(-4, 4)) for column in columns)
    rules = MauerRules(players=players, **keys)
    return rules, board, Table(tuple(cells), sliders, dice.randrange(4)), dice.randrange(players)


seeds = st.integers(0, 10**9)


def table_of(picture, sliders=(), turned=0):
    """A table from seven lines of seven characters; digits are ghosts, ``#`` is the plug."""
    lines = picture.split()
    assert list(map(len, lines)) == [SIZE] * SIZE
    text = "".join(lines)
    assert text[PLUG] == "#"
    ghosts = tuple(text.index(str(n)) for n in range(1, 5) if str(n) in text)
    return Table(ghosts, tuple(sliders), turned)


def picture_of(table):
    text = ["."] * CELLS
    text[PLUG] = "#"
    for number, cell in enumerate(table.ghosts, 1):
        text[cell] = str(number)
    return "\n".join("".join(text[row * SIZE : (row + 1) * SIZE]) for row in range(SIZE))


def flipped(cell):
    """Where a cell lies when the frame is looked at from below: the rows exchanged."""
    return (SIZE - 1 - cell // SIZE) * SIZE + cell % SIZE


def board_flipped(board):
    walls = frozenset(tuple(sorted((flipped(a), flipped(b)))) for a, b in board.walls)
    garments = tuple((name, flipped(cell)) for name, cell in board.garments)
    sliders = tuple(Slider(s.column, s.mask[::-1]) for s in board.sliders)
    low, high = board.offsets
    return replace(board, walls=walls, garments=garments, sliders=sliders, offsets=(-high, -low))


def table_flipped(table):
    return Table(
        tuple(map(flipped, table.ghosts)),
        tuple((column, -offset) for column, offset in table.sliders),
        -table.turned % 4,
    )


def move_mirrored(move):
    """Left and right exchanged."""
    if isinstance(move, Step):
        return Step({1: 3, 3: 1}.get(move.direction, move.direction))
    if isinstance(move, Transfer):
        return Transfer(move.slider, 8 - move.column, move.offset)
    return Turn(-move.quarters) if isinstance(move, Turn) else move


def move_flipped(move):
    """Up and down exchanged."""
    if isinstance(move, Step):
        return Step({0: 2, 2: 0}.get(move.direction, move.direction))
    if isinstance(move, Slide):
        return Slide(move.slider, -move.by)
    if isinstance(move, Transfer):
        return Transfer(move.slider, move.column, -move.offset)
    return Turn(-move.quarters)


def bare_board(*sliders, walls=(), tunnels=(2, 3, 4, 5, 6), offsets=(-4, 4)):
    """A board without rooms, for moves that walls do not matter for."""
    pairs = frozenset(tuple(sorted(pair)) for pair in walls)
    return Board("bare", pairs, (), tunnels, tuple(sliders), offsets)
