"""Tables in reach against a breadth-first twin; pruning; noisy turning against a twin."""

import random
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from mauer_cases import case, seeds

from zochastic.analysis.mauer.noise import best_chances, chance_as_planned
from zochastic.analysis.mauer.reach import move_of, reachable
from zochastic.rules.mauer import MauerRules, board_names, load_board, start_table
from zochastic.rules.mauer.geometry import CELLS, passed, rotated
from zochastic.rules.mauer.moves import Transfer, Turn, moves, results
from zochastic.sims.mauer.pack import TURNED, bits, pack, pack_board, unpack
from zochastic.sims.mauer.search import nearest, scratch, within


def twin(rules, board, table, mover, depth):
    """Breadth first, in the words of the referee: the fewest moves to every table."""
    seen, edge = {table: 0}, [table]
    every = list(moves(rules, board))
    for level in range(1, depth + 1):
        found = []
        for before in edge:
            for move in every:
                for after in results(rules, board, before, mover, move):
                    if after not in seen:
                        seen[after] = level
                        found.append(after)
        edge = found
    return seen


def agrees_with_the_twin(rules, board, table, mover, depth):
    found = reachable(rules, board, table, mover, moves=depth)
    tables = list(found)
    assert len(set(tables)) == len(tables)
    assert dict(zip(tables, map(int, found.depths), strict=True)) == twin(
        rules, board, table, mover, depth
    )
    return found, tables


@settings(max_examples=25)
@given(seeds)
def test_two_moves_reach_what_the_twin_reaches(seed):
    rules, board, table, mover = case(seed, segments_a_slide=1 + (seed % 5 == 0))
    found, tables = agrees_with_the_twin(rules, board, table, mover, 2)
    for index in random.Random(seed).sample(range(len(tables)), min(30, len(tables))):
        now, path = table, found.path(index)
        for move, after in path:
            assert after in results(rules, board, now, mover, move)
            now = after
        assert now == tables[index]
        assert len(path) == found.depths[index]


@pytest.mark.parametrize("seed", [2, 7])
def test_three_moves_reach_what_the_twin_reaches(seed):
    agrees_with_the_twin(*case(seed, offsets=[-1, 1])[:1], *case(seed)[1:], 3)


def test_a_whole_start_equals_its_twin():
    rules = MauerRules()
    found, _ = agrees_with_the_twin(rules, rules.layout, start_table(rules.layout, 4), 0, 3)
    assert found.ends.tolist() == [1, 65, 2019, 30990]


@given(seeds)
def test_packing_loses_nothing(seed):
    _, board, table, _ = case(seed)
    assert unpack(board, pack(board, table), len(table.ghosts)) == table


def printed_cells(found, mover):
    lies = np.array([[rotated(c, -k) for c in range(CELLS)] for k in range(4)])
    return lies[found.codes >> TURNED & 3, found.codes >> (6 * mover) & 63]


@settings(max_examples=60)
@given(seeds)
def test_pruning_loses_nothing(seed):
    """The search of a turn finds every cell, with as few moves, as going through all tables."""
    rules, board, table, mover = case(seed, segments_a_slide=1 + (seed % 4 == 0))
    found = reachable(rules, board, table, mover)
    cells = printed_cells(found, mover)
    want = [bits(set(cells[: found.ends[depth]].tolist())) for depth in range(4)]
    frame, got, work = pack_board(rules, board), np.zeros(4, np.int64), scratch()
    within(frame, pack(board, table), mover, 3, work, got)
    assert got.tolist() == want
    path = np.empty((2, 5), np.int64)
    for cell in random.Random(seed).sample(range(CELLS), 8):
        needs = nearest(frame, pack(board, table), mover, 3, 1 << cell, work, path)
        fewest = [depth for depth in range(4) if want[depth] >> cell & 1]
        assert needs == (fewest[0] if fewest else -1)
        now = table
        for i in range(max(needs, 0)):
            after = unpack(board, int(path[0, i]), len(table.ghosts))
            assert after in results(rules, board, now, mover, move_of(board, int(path[1, i])))
            now = after
        if needs >= 0:
            assert rotated(now.ghosts[mover], -now.turned) == cell


@settings(max_examples=3)
@given(seeds)
def test_pruning_loses_nothing_with_four_moves(seed):
    rules, board, table, mover = case(seed, moves=4, offsets=[-1, 1])
    board = rules.fitted(board)
    table = type(table)(table.ghosts, start_table(board, 2).sliders, table.turned)
    found = reachable(rules, board, table, mover)
    got = np.zeros(5, np.int64)
    within(pack_board(rules, board), pack(board, table), mover, 4, scratch(), got)
    assert got[4] == bits(set(printed_cells(found, mover).tolist()))


def noisy_twin(rules, board, table, mover, left, catch, cell, known):
    """The greatest chance to reach a cell, in the words of the referee."""
    key = table, left
    if key in known:
        return known[key]
    value = float(rotated(table.ghosts[mover], -table.turned) == cell)
    if left and not value:
        for move in moves(rules, board):
            if isinstance(move, Turn):
                value = max(
                    value, _turned(rules, board, table, mover, move, left, catch, cell, known)
                )
            elif left > 1 or not isinstance(move, Transfer):
                for after in results(rules, board, table, mover, move):
                    value = max(
                        value,
                        noisy_twin(rules, board, after, mover, left - 1, catch, cell, known),
                    )
    known[key] = value
    return value


def _turned(rules, board, table, mover, move, left, catch, cell, known):
    magnets = table.magnets(board)
    ways = []
    for ghost in table.ghosts:
        options, p = [], 1.0
        if ghost not in magnets:
            for over in passed(ghost, move.quarters):
                if over in magnets:
                    options.append((over, p * catch))
                    p *= 1 - catch
        ways.append([*options, (None, p)])
    total = 0.0
    for way in product(*ways):
        caught = {ghost: over for ghost, (over, _) in enumerate(way) if over is not None}
        total += np.prod([p for _, p in way]) * max(
            noisy_twin(rules, board, after, mover, left - 1, catch, cell, known)
            for after in results(rules, board, table, mover, move, caught)
        )
    return total


@settings(max_examples=8)
@given(seeds)
def test_noisy_chances_equal_those_of_the_twin(seed):
    rules, board, table, mover = case(seed)
    frame, code = pack_board(rules, board), pack(board, table)
    chances, _ = best_chances(frame, code, mover, 2, 0.3, [1 << cell for cell in range(CELLS)])
    unsure = [cell for cell in range(CELLS) if 0 < chances[cell] < 1][:3]
    for cell in [*unsure, seed % CELLS]:
        exact = noisy_twin(rules, board, table, mover, 2, 0.3, cell, {})
        assert chances[cell] == pytest.approx(exact, abs=1e-12)


@settings(max_examples=15)
@given(seeds)
def test_more_catching_never_changes_what_needs_no_turn_and_none_is_ideal(seed):
    rules, board, table, mover = case(seed)
    frame, code = pack_board(rules, board), pack(board, table)
    goals = [1 << cell for cell in range(CELLS)]
    almost_ideal, _ = best_chances(frame, code, mover, 2, 1e-9, goals)
    got = np.zeros(3, np.int64)
    within(frame, code, mover, 2, scratch(), got)
    for cell in range(CELLS):
        assert almost_ideal[cell] == pytest.approx(float(got[2] >> cell & 1), abs=1e-6)


def test_a_plan_without_a_turn_goes_as_planned():
    rules = MauerRules()
    table = start_table(rules.layout, 4)
    found = reachable(rules, rules.layout, table, 0)
    for index in range(0, len(found.codes), 997):
        path = found.path(index)
        p = chance_as_planned(rules.layout, table, path, 0.5)
        assert 0 < p <= 1
        if not any(isinstance(move, Turn) for move, _ in path):
            assert p == 1


@pytest.mark.parametrize("name", board_names())
def test_every_shipped_board_is_explored(name):
    rules = MauerRules(board=name)
    found = reachable(rules, load_board(name), start_table(rules.layout, 4), 0)
    # with ghosts above the outer tunnels few sliders can be transferred
    assert found.ends[3] > (500 if 1 in rules.layout.tunnels else 10_000)
