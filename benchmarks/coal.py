"""Coal: how fast turns are played and solved, beside pure Python and tuned numpy.

Run with ``python benchmarks/coal.py``; processor time on one core unless it says otherwise.
"""

import random
import subprocess
import sys
import time

import numpy as np
from timing import rate, ratio, table

from zochastic.analysis.coal.turn import stopping as turn
from zochastic.analysis.coal.turn import team
from zochastic.rules.coal import CoalRules
from zochastic.sims.coal.lanes import ThresholdExperiment
from zochastic.sims.coal.pack import amount_and_pieces, pack
from zochastic.sims.coal.turn import TurnExperiment
from zochastic.sims.runner import run

FRESH = CoalRules().fresh
PACKED = pack(FRESH)
STOP_AT = 100
VALUES = np.append(PACKED.values, 0)[PACKED.deck]


def pure_python(turns: int) -> int:
    """Partial shuffle with one random float a draw."""
    pick = random.Random(1).random
    deck = VALUES.tolist()
    size = len(deck)
    kept = 0
    for _ in range(turns):
        total = drawn = 0
        while total < STOP_AT:
            place = drawn + int(pick() * (size - drawn))
            value = deck[place]
            deck[place] = deck[drawn]
            deck[drawn] = value
            drawn += 1
            if not value:
                total = 0
                break
            total += value
        kept += total
    return turns


def tuned_numpy(turns: int, block: int = 1 << 15) -> int:
    """Mask rejection: a random byte a draw, repeats ignored, finished turns squeezed out."""
    bits = np.random.Generator(np.random.SFC64(1))
    size = VALUES.size
    bytes_to_piece = np.array(
        [b % size if b < 256 // size * size else 255 for b in range(256)], np.uint8
    )
    units = (VALUES // PACKED.unit).astype(np.uint8)
    for start in range(0, turns, block):
        live = min(block, turns - start)
        mask, total = np.zeros(live, np.uint64), np.zeros(live, np.int64)
        while mask.size:
            piece = bytes_to_piece[np.frombuffer(bits.bytes(mask.size), np.uint8)]
            bit = np.left_shift(np.uint64(1), piece.astype(np.uint64))
            new = (piece < size) & ((mask & bit) == 0)
            worth = units[np.minimum(piece, size - 1)]
            mask |= np.where(new, bit, np.uint64(0))
            total += np.where(new, worth, 0)
            going = ~(new & (worth == 0)) & (total < STOP_AT // PACKED.unit)
            mask, total = mask[going], total[going]
    return turns


def lanes(turns: int, threads: int = 1) -> int:
    """The lane-parallel kernel through the runner."""
    experiment = ThresholdExperiment(
        tuple(PACKED.pieces[::-1].tolist()),
        tuple(PACKED.units[::-1].tolist()),
        FRESH.devils,
        STOP_AT // PACKED.unit,
        seed=1,
    )
    return run(experiment, games=turns, threads=threads).games


def scalar(turns: int) -> int:
    """The kernel that plays any stop table."""
    rule = amount_and_pieces(PACKED, lambda amount, _: amount >= STOP_AT)
    experiment = TurnExperiment(PACKED.deck, rule.steps, rule.stop, seed=1)
    return run(experiment, games=turns, threads=1).games


def induction(solves: int) -> int:
    """Best stopping over all compositions of a fresh oven."""
    space = turn.compositions(FRESH)
    for _ in range(solves):
        turn.best_stopping(space, lambda amounts, _: amounts)
    return solves


def helpers(solves: int) -> int:
    """Chance of four helpers for one aim."""
    problem = team.team_problem(FRESH, 4)
    for _ in range(solves):
        team.chances(problem, [200], threads=1)
    return solves


def main() -> None:
    """Print every figure."""
    rates = {
        "pure Python": rate(lambda: pure_python(100_000), runs=5),
        "tuned numpy": rate(lambda: tuned_numpy(1_000_000), runs=5),
        "any stop table (scalar kernel)": rate(lambda: scalar(1 << 22)),
        "threshold (lane kernel)": rate(lambda: lanes(1 << 25)),
    }
    table(f"A turn from a fresh oven that stops at {STOP_AT}, one core", "turns", rates)
    ratio("lane kernel", rates["threshold (lane kernel)"], "tuned numpy", rates["tuned numpy"])
    one, two = (
        rate(lambda n=n: lanes(1 << 27, n), clock=time.perf_counter, runs=5) for n in (1, 2)
    )
    table("The same by the clock on the wall", "turns", {"one thread": one, "two threads": two})
    ratio("two threads", two, "one", one)
    rates = {
        "best stopping, 96,000 compositions": rate(lambda: induction(50)),
        "any of four reaches 200": rate(lambda: helpers(3), runs=5),
    }
    print("\nExact answers, warm")
    for name, value in rates.items():
        print(f"  {name:44s} {1000 / value:9.3f} ms")
    print("\nWhole commands, seconds by the clock on the wall (median of 7)")
    for line in ("--help", "coal stop 20 20 50", "coal odds", "coal odds --players 4", "coal bet"):
        code = f"import sys; from zochastic.cli import main; sys.exit(main({line.split()!r}))"
        seconds = 1 / rate(lambda code=code: _command(code), clock=time.perf_counter)
        print(f"  zochastic {line:34s} {seconds:9.3f} s")


def _command(code: str) -> int:
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
    return 1


if __name__ == "__main__":
    main()
