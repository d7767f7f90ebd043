"""Kernels of mauer against the referee: moves, whole games, decks, catches, themselves."""

import random
from collections import Counter
from itertools import product

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from mauer_cases import bare_board, case, seeds, table_of
from scipy import stats

from zochastic.analysis.mauer.reach import move_of
from zochastic.rules.mauer import MauerRules, Slider, garment_names, start_table
from zochastic.rules.mauer.generator import make_board
from zochastic.rules.mauer.geometry import CELLS, CORNERS, NAMES, passed
from zochastic.rules.mauer.moves import Turn, moves, results
from zochastic.rules.mauer.referee import End, Search, apply, begin, may_search, winner
from zochastic.sims.mauer import game as games
from zochastic.sims.mauer.chance import catches, random_move
from zochastic.sims.mauer.decks import deal_cards
from zochastic.sims.mauer.experiment import MauerGames
from zochastic.sims.mauer.moves import MOST_NEXT, MOST_PLACES, NOBODY, all_next, turn
from zochastic.sims.mauer.pack import pack, pack_board, unpack
from zochastic.sims.runner import run
from zochastic.sims.streams import below, origin, seed_state

CELL = {name: cell for cell, name in enumerate(NAMES)}


@settings(max_examples=150)
@given(seeds)
def test_moves_equal_those_of_the_referee(seed):
    rules, board, table, mover = case(
        seed,
        segments_a_slide=1 + seed % 2,
        pushed_off=["corner", "start"][seed // 2 % 2],
    )
    codes, numbers = np.empty(MOST_NEXT, np.int64), np.empty(MOST_NEXT, np.int64)
    out = np.empty((2, MOST_PLACES), np.int64)
    frame = pack_board(rules, board)
    many = all_next(frame, pack(board, table), mover, out, codes, numbers)
    found = {}
    for code, number in zip(codes[:many].tolist(), numbers[:many].tolist(), strict=True):
        after = unpack(board, code, len(table.ghosts))
        found.setdefault(move_of(board, number), []).append(after)
    want = {
        move: list(tables)
        for move in moves(rules, board)
        if (tables := results(rules, board, table, mover, move))
    }
    assert {move: set(tables) for move, tables in found.items()} == {
        move: set(tables) for move, tables in want.items()
    }
    assert all(len(set(tables)) == len(tables) for tables in found.values())


@settings(max_examples=100)
@given(seeds)
def test_turns_with_catches_equal_those_of_the_referee(seed):
    rules, board, table, mover = case(seed)
    dice = random.Random(seed)
    magnets = table.magnets(board)
    out = np.empty((2, MOST_PLACES), np.int64)
    for way, move in enumerate(m for m in moves(rules, board) if hasattr(m, "quarters")):
        caught, code = {}, NOBODY
        for ghost, cell in enumerate(table.ghosts):
            met = [over for over in passed(cell, move.quarters) if over in magnets]
            if met and cell not in magnets and dice.random() < 0.8:
                caught[ghost] = dice.choice(met)
                code = code & ~(63 << 6 * ghost) | caught[ghost] << 6 * ghost
        many = turn(pack_board(rules, board), pack(board, table), mover, way, code, out)
        got = {unpack(board, code, len(table.ghosts)) for code in out[0, :many].tolist()}
        assert got == set(results(rules, board, table, mover, move, caught))


def experiment(policies, *, boards=4, seed=3, catch=0.0, rates=None, **keys):
    rules = MauerRules(players=len(policies), **keys)
    frames = [pack_board(rules, rules.fitted(make_board(n))) for n in range(boards)]
    return MauerGames(
        np.stack(frames),
        np.array(policies, np.int64),
        np.array(rates or [0.0] * len(policies)),
        catch,
        rules.parts_needed,
        rules.search_taken,
        rules.cards_seen == "all",
        rules.max_turns,
        seed,
    )


@numba.njit
def luck(seed, number, players, garments, decks):
    """What a game draws before its first turn."""
    state = np.empty(4, np.uint64)
    seed_state(state, origin(seed, number), 0)
    deal = np.empty(garments, np.int64)
    deal_cards(state, deal, decks)
    return deal, below(state, players), below(state, 4)


def ways(rules, board, table, move):
    """Which ghosts magnets can have caught, and where."""
    if rules.turning == "ideal" or not isinstance(move, Turn):
        return [{}]
    magnets = table.magnets(board)
    options = [
        [None, *(over for over in passed(cell, move.quarters) if over in magnets)]
        if cell not in magnets
        else [None]
        for cell in table.ghosts
    ]
    return [
        {ghost: over for ghost, over in enumerate(way) if over is not None}
        for way in product(*options)
    ]


def referee_replays(policies, number, *, rates=None, **keys):
    """Play a game, written down, and again by the referee: same cards, same winner."""
    rules = MauerRules(players=len(policies), **keys)
    board = rules.fitted(make_board(number))
    record = np.zeros((20_000, 4), np.int64)
    counts = np.zeros(games.WIDTH, np.int64)
    lines = games.play_game(
        np.uint64(9), number, pack_board(rules, board), np.array(policies, np.int64),
        np.array(rates or [0.0] * len(policies)), rules.catch if rules.turning == "noisy" else 0.0,
        rules.parts_needed, rules.search_taken, rules.cards_seen == "all", rules.max_turns,
        record, counts, np.zeros((0, 0), np.int64), np.zeros(0, np.uint64),
        np.uint64(origin(np.uint64(9), number)), 0,
        np.zeros(0, np.int64),
    )  # fmt: skip
    assert 0 < lines < len(record)
    deal, first, shift = luck(np.uint64(9), number, len(policies), 20, 4)
    names = garment_names()
    decks = [[names[g] for g in range(20) if deal[g] == deck] for deck in range(4)]
    game = begin(rules, board, decks, first)
    corners = [CORNERS[(CORNERS.index(cell) + shift) % 4] for cell in game.table.ghosts]
    game = type(game)(
        type(game.table)(tuple(corners), game.table.sliders), *list(vars(game).values())[1:]
    )
    line = 0
    while not game.over:
        moved = 0
        done = [row for row in record[line:lines] if row[0] == game.turns + 1]
        mover, turns = game.mover, game.turns
        for row in done:
            line += 1
            assert row[1] == mover
            if row[2] < 0:
                before = len(game.won[mover])
                game, _ = apply(rules, board, game, Search(int(-1 - row[2])))
                assert bool(row[3]) == (len(game.won[mover]) > before)
                continue
            moved += 1
            assert moved <= rules.moves
            after = unpack(board, int(row[2]), len(policies))
            if rules.turning == "ideal":
                assert any(
                    after in results(rules, board, game.table, mover, move)
                    for move in moves(rules, board)
                )
            game = type(game)(after, *list(vars(game).values())[1:])
        if game.turns == turns and not game.over:
            game, _ = apply(rules, board, game, End())
    assert line == lines
    seat = winner(rules, game)
    assert counts[games.TURNS] == game.turns
    assert counts[games.UNFINISHED] == (seat is None)
    if seat is not None:
        assert counts[games.WINS + seat] == 1
    return game


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("policies", [[0, 0], [1, 1, 1], [2, 1, 1, 0]], ids=str)
def test_the_referee_plays_the_same_games(policies, number):
    referee_replays(policies, number)


@pytest.mark.parametrize(
    "keys",
    [
        {"turning": "noisy"},
        {"turning": "noisy", "catch": 1},
        {"cards_seen": "garment"},
        {"search_taken": False},
        {"parts_needed": 2, "segments_a_slide": 2},
        {"max_turns": 5},
        {"pushed_off": "start"},
        {"moves": 1},
        {"tunnels": [1, 3, 4, 5, 7]},
    ],
    ids=str,
)
def test_variants_are_played_by_their_rules(keys):
    for number in range(2):
        referee_replays([2, 1, 0], number, rates=[0.0, 0.3, 0.0], **keys)


def test_no_thinking_player_searches_for_a_card_that_somebody_has():
    """A turn in which one stands on a garment without a card ends without a search."""
    counts = run(experiment([1, 1, 2, 2]), games=40, threads=1).counts.reshape(4, -1).sum(axis=0)
    assert counts[games.GAMES] == 40
    found = counts[games.FOUND : games.FOUND + 4].sum()
    searches = counts[games.SEARCHES : games.SEARCHES + 4].sum()
    assert 0.5 < found / searches < 0.9


def test_the_same_seed_gives_the_same_counts_on_any_number_of_threads():
    played = experiment([1, 2, 0])
    counts = [run(played, games=60, threads=threads).counts for threads in (1, 2, 3)]
    assert all(np.array_equal(counts[0], other) for other in counts)


def test_deals_are_uniform():
    """[mauer: Pieces] (4!)^5 deals; the permutation of a part, and of two parts together."""
    deals = np.array([luck(np.uint64(1), n, 4, 20, 4)[0] for n in range(12_000)])
    orders = deals.reshape(-1, 5, 4) @ np.array([64, 16, 4, 1])
    for part in range(5):
        seen = np.unique(orders[:, part], return_counts=True)[1]
        assert len(seen) == 24
        assert stats.chisquare(seen).pvalue > 1e-4
    pairs = np.unique(orders[:, 0] * 256 + orders[:, 4], return_counts=True)[1]
    assert len(pairs) == 576
    assert stats.chisquare(pairs).pvalue > 1e-4


def test_first_players_and_corners_are_drawn_evenly():
    drawn = np.array([luck(np.uint64(2), n, 3, 20, 4)[1:] for n in range(12_000)])
    assert stats.chisquare(np.bincount(drawn[:, 0])).pvalue > 1e-4
    assert stats.chisquare(np.bincount(drawn[:, 1])).pvalue > 1e-4


@numba.njit
def caught_often(frame, code, way, catch, times):
    state = np.empty(4, np.uint64)
    seed_state(state, np.uint64(5), 0)
    counts = np.zeros(64, np.int64)
    for _ in range(times):
        counts[catches(frame, state, code, way, catch) & 63] += 1
    return counts


def test_magnets_catch_as_often_as_they_should():
    """[mauer: Turn, noisy] each with probability ``catch``, the first first."""
    # from f2 the quarter passes f3, e4... : see PUBLISHED (2, -2) turned; magnets below all
    board = bare_board(
        Slider(6, "1111111"), Slider(5, "1111111"), Slider(4, "1111111"),
        tunnels=(2, 3, 4, 5, 6),
    )  # fmt: skip
    start = CELL["g4"]
    way = list(passed(start, 1))
    assert [NAMES[cell] for cell in way] == ["g5", "f6", "e7"]
    table = table_of(
        """....... ....... ....... ...#..1 ....... ....... 2......""", [(6, 0), (5, 0), (4, 0)]
    )
    frame = _frame(board, 2)
    counts = caught_often(frame, pack(board, table), 0, 0.3, 20_000)
    want = {way[1]: 0.3, way[2]: 0.7 * 0.3, 63: 0.7 * 0.7}
    assert set(np.flatnonzero(counts)) == set(want)
    got = [counts[cell] for cell in want]
    assert stats.chisquare(got, [20_000 * p for p in want.values()]).pvalue > 1e-4


def _frame(board, players):
    """A bare board has no garments, so the packed ones are put on."""
    full = make_board(1)
    lying = type(board)(
        board.name, board.walls, full.garments, board.tunnels, board.sliders, board.offsets
    )
    return pack_board(MauerRules(players=players), lying)


def test_forgetting_costs_games():
    """[mauer: Players] Memory: perfect, forgetting, none."""
    counts = run(
        experiment([1, 1, 1, 1], boards=40, rates=[0.0, 0.3, 1.0, 1.0]), games=1200
    ).counts.reshape(40, -1).sum(axis=0)  # fmt: skip
    wins = counts[games.WINS : games.WINS + 4]
    assert wins[0] > wins[1] > wins[2] + wins[3]
    found = counts[games.FOUND : games.FOUND + 4] / counts[games.SEARCHES : games.SEARCHES + 4]
    # without memory every search finds one card in four, as far as all are still there
    assert found[2] < 0.3
    assert found[0] > 0.6


def test_who_forgets_tries_any_deck_and_every_game_ends():
    counts = run(experiment([1, 1], boards=20, rates=[1.0, 1.0]), games=400)
    counts = counts.counts.reshape(20, -1).sum(axis=0)
    assert counts[games.UNFINISHED] == 0
    searches = counts[games.SEARCHES : games.SEARCHES + 2].sum()
    found = counts[games.FOUND : games.FOUND + 2].sum()
    assert found / searches == pytest.approx(0.25, abs=0.02)  # any of four decks


def test_strength_is_graded():
    counts = run(experiment([2, 1, 0], boards=40), games=400).counts.reshape(40, -1).sum(axis=0)
    wins = counts[games.WINS : games.WINS + 3]
    assert wins[0] > wins[1] > wins[2]


def test_a_start_is_packed():
    rules = MauerRules(players=3)
    frame = pack_board(rules, rules.layout)
    assert unpack(rules.layout, int(frame[10]), 3) == start_table(rules.layout, 3)
    assert may_search(rules, rules.layout, begin(rules, rules.layout, _deal())) is False
    assert CELLS == 49


def _deal():
    return [[name for name in garment_names() if name.endswith(letter)] for letter in "abcd"]


@numba.njit
def drawn_often(frame, code, mover, catch, times, seed):
    """The tables after random moves from one table."""
    state, out = np.empty(4, np.uint64), np.empty((2, MOST_PLACES), np.int64)
    seed_state(state, np.uint64(seed), 0)
    found = np.empty((2, times), np.int64)
    for i in range(times):
        found[0, i] = random_move(frame, state, code, mover, catch, out)
        found[1, i] = out[1, 63]
    return found


@pytest.mark.parametrize("seed", [2, 5, 11, 17])
@pytest.mark.parametrize("segments", [1, 2])
def test_random_moves_have_the_law_that_is_documented(seed, segments):
    """A kind, then one of that kind, both evenly, until it is legal; then a way to settle it."""
    rules, board, table, mover = case(seed, segments_a_slide=segments)
    kinds = Counter(type(move) for move in moves(rules, board))
    weights = {}
    for move in moves(rules, board):
        tables = results(rules, board, table, mover, move)
        for after in tables:
            weights[move, after] = 1 / (kinds[type(move)] * len(tables))
    times = 40_000
    found = drawn_often(pack_board(rules, board), pack(board, table), mover, 0.0, times, seed)
    seen = Counter(
        (move_of(board, number), unpack(board, code, len(table.ghosts)))
        for code, number in found.T.tolist()
    )
    assert set(seen) <= set(weights)
    total = sum(weights.values())
    # what is expected less than ten times is taken together
    rare = {key for key, weight in weights.items() if times * weight < 10 * total}
    got = [seen[key] for key in weights if key not in rare]
    want = [times * weights[key] / total for key in weights if key not in rare]
    if rare:
        got.append(times - sum(got))
        want.append(times - sum(want))
    assert stats.chisquare(got, want).pvalue > 1e-4
