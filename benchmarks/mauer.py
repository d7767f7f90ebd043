"""Mauer: tables in reach, the search of a turn, whole games, beside the referee in plain Python.

Run with ``python benchmarks/mauer.py``; processor time on one core.
"""

import random

import numpy as np
from timing import rate, ratio, table

from zochastic.analysis.mauer.plan import Turns
from zochastic.analysis.mauer.reach import explored
from zochastic.rules.mauer import MauerRules, garment_names, start_table
from zochastic.rules.mauer.generator import make_board
from zochastic.rules.mauer.moves import moves, results
from zochastic.rules.mauer.referee import Search, apply, begin, legal
from zochastic.rules.mauer.state import State
from zochastic.sims.mauer.experiment import MauerGames
from zochastic.sims.mauer.pack import pack, pack_board
from zochastic.sims.mauer.search import scratch, within

RULES = MauerRules()
BOARD = RULES.layout
START = start_table(BOARD, 4)
FRAME, CODE = pack_board(RULES, BOARD), pack(BOARD, START)


def explore() -> int:
    """All tables within three moves of a start of four, each once."""
    return int(explored(FRAME, BOARD, CODE, 0, 3).codes.size)


def explore_plainly() -> int:
    """The same within two moves, in plain Python."""
    seen, edge, every = {START}, [START], list(moves(RULES, BOARD))
    for _ in range(2):
        found = {t for b in edge for move in every for t in results(RULES, BOARD, b, 0, move)}
        edge = list(found - seen)
        seen |= found
    return len(seen)


def search_turns() -> int:
    """Cells within three moves, pruned."""
    cells, work = np.zeros(4, np.int64), scratch()
    for _ in range(2000):
        within(FRAME, CODE, 0, 3, work, cells)
    return 2000


def games(policies: list[int], many: int) -> int:
    """Whole games on twenty boards."""
    frames = np.stack([pack_board(RULES, make_board(seed)) for seed in range(20)])
    played = MauerGames(
        frames, np.array(policies), np.zeros(4), 0.0, 5, True, True, RULES.max_turns, 1
    )
    played.play(0, many)
    return many


def referee_game() -> int:
    """Turns of a random game in plain Python."""
    dice = random.Random(1)
    names = garment_names()
    parts = [dice.sample(names[first : first + 4], 4) for first in range(0, 20, 4)]
    game = begin(RULES, BOARD, [list(cards) for cards in zip(*parts, strict=True)])
    while game.turns < 20:
        choices = legal(RULES, BOARD, game)
        action = dice.choice([c for c in choices if isinstance(c, Search)] or choices)
        to = None
        if not isinstance(action, Search) and hasattr(action, "quarters"):
            to = dice.choice(results(RULES, BOARD, game.table, game.mover, action))
        game, _ = apply(RULES, BOARD, game, action, to=to)
    return 20


def setup() -> int:
    """Garments in reach next turn from every table within three moves."""
    turns = Turns(RULES, BOARD, State(START, (frozenset(),) * 4), [])
    return int(turns.within_reach(0, turns.needed(0), threads=1).size)


def main() -> None:
    """Print all rates."""
    fast = rate(explore)
    table(
        "tables reached", "tables", {"plain Python": rate(explore_plainly, runs=3), "kernel": fast}
    )
    print(f"  all {explore():,} tables within three moves: {1000 * explore() / fast:.1f} ms")
    table("search of a turn", "turns", {"pruned": rate(search_turns)})
    table("next turn from every table", "tables", {"kernel": rate(setup, runs=3)})
    plain = rate(referee_game, runs=3)
    random_games = rate(lambda: games([0] * 4, 4000))
    table(
        "whole games of four",
        "games",
        {
            "random": random_games,
            "greedy": rate(lambda: games([1] * 4, 1000)),
            "planner": rate(lambda: games([2] * 4, 200)),
        },
    )
    ratio("random game (265 turns)", random_games, "plain Python", plain / 265)


if __name__ == "__main__":
    main()
