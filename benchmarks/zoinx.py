"""Zoinx: how fast it is played, beside C, pure Python and tuned numpy, and how fast solved.

Run with ``python benchmarks/zoinx.py [--three] [PROGRAM]``; processor time on one core unless it
says otherwise.  PROGRAM is a compiled C program that prints its rates as ``NAME RATE turns/s``; the
fastest of them is a limit that the lane kernel is measured against.  ``--three`` solves the game of
three too, which takes minutes.  OpenSpiel is no dependency: ``pip install open_spiel cvxpy`` to see
its value iteration of Pig.  What is played is measured by ``zoinx_play.py``.
"""

import argparse
import importlib
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace

import zoinx_play
from timing import rate, ratio

from zochastic.analysis.zoinx.solutions import reachable
from zochastic.analysis.zoinx.three import solve_three
from zochastic.analysis.zoinx.two import solve_two
from zochastic.analysis.zoinx.versus import exploitability
from zochastic.rules.variants import load_variant

PRINTED = zoinx_play.PRINTED
#: OpenSpiel iterates until no value moves by more.
SETTLED = 1e-12
#: Targets of Pig that both solve; the time of OpenSpiel grows with nearly the fifth power.
TARGETS = (10, 20)
COMMANDS = (
    "zoinx bet --scores 25,25",
    "zoinx stop --goal points --bets 6 --total 6",
    "zoinx solve",
)


def two() -> None:
    """Print the game of two, and its certificate."""
    solution = solve_two(PRINTED)
    print("\nThe printed game of two, warm")
    solved = _line("solved", lambda: solve_two(PRINTED))
    checked = _line("exploitability, computed apart", lambda: exploitability(solution))
    print(f"  {'states that can occur':44s} {reachable(solution):9d}")
    print(f"  {'positions evaluated':44s} {solution.evaluations:9d}")
    print(f"  {'exploitability':44s} {exploitability(solution):9.1e}")
    ratio("exploitability", checked, "solved (time)", solved)


def pig() -> None:
    """Print Pig as a race of two, beside OpenSpiel's value iteration."""
    rules = load_variant("zoinx", "pig").rules
    print("\nPig solved, warm")
    _line(f"target {rules.target}", lambda: solve_two(rules))
    try:
        spiel = importlib.import_module("pyspiel")
        peer = importlib.import_module("open_spiel.python.algorithms.value_iteration")
    except ImportError as missing:
        print(f"  OpenSpiel: not installed ({missing.name})")
        return
    sys.setrecursionlimit(10_000_000)  # it walks to all states by recursion
    for target in TARGETS:
        small = replace(rules, target=target)
        game = spiel.load_game(f"pig(winscore={target},horizon=1000000)")
        root = str(game.new_initial_state())

        def iterated(game: object = game) -> dict[str, float]:
            found: dict[str, float] = peer.value_iteration(game, -1, SETTLED, cyclic_game=True)
            return found

        values = iterated()
        ours = _line(f"target {target}", lambda rules=small: solve_two(rules))
        theirs = _line(f"target {target}, OpenSpiel ({len(values)} states)", iterated, runs=1)
        ratio("OpenSpiel", theirs, f"target {target} (time)", ours)
        apart = abs((1 + values[root]) / 2 - solve_two(small).value[0, 0])
        print(f"  {'the two values of the start differ by':44s} {apart:9.1e}")


def three() -> None:
    """Print the game of three, and what it takes."""
    begun = time.process_time()
    solution = solve_three(replace(PRINTED, players=3))
    seconds = time.process_time() - begun
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(f"\nThe printed game of three, {solution.states} states, its certificate included")
    print(f"  {'processor time':44s} {seconds:9.1f} s")
    print(f"  {'peak memory of the process':44s} {peak:9.2f} GiB")
    print(f"  {'epsilon from the start on':44s} {solution.epsilon:9.1e}")
    print(f"  {'epsilon at any state that can occur':44s} {solution.worst:9.1e}")


def commands() -> None:
    """Print whole commands, beside what Python and numba need to start."""
    print("\nWhole commands by the clock on the wall (median of 7)")
    codes = {"python -c pass": "pass", "python -c 'import numba'": "import numba"}
    for line in COMMANDS:
        codes[f"zochastic {line}"] = (
            f"import sys; from zochastic.cli import main; sys.exit(main({line.split()!r}))"
        )
    least = 0.0
    for name, code in codes.items():
        speed = rate(lambda code=code: _run(code), clock=time.perf_counter)
        least = least or 1 / speed
        print(f"  {name:56s} {1 / speed:7.3f} s  {1 / speed / least:6.1f} ×")


def _run(code: str) -> int:
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
    return 1


def _line(name: str, work: Callable[[], object], *, runs: int = 7) -> float:
    """Print how many milliseconds the work takes; returns them."""

    def once() -> int:
        work()
        return 1

    taken = 1000 / rate(once, runs=runs)
    print(f"  {name:44s} {taken:9.2f} ms")
    return taken


def main() -> None:
    """Print every figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--three", action="store_true", help="solve the game of three too")
    parser.add_argument("program", nargs="?", help="C program that prints its rates")
    given = parser.parse_args()
    if given.three:  # first: afterwards the memory of the others would count too
        three()
    zoinx_play.turns(given.program)
    zoinx_play.whole_games()
    two()
    pig()
    commands()


if __name__ == "__main__":
    main()
