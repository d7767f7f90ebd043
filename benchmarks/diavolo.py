"""Diavolo: throws, exact odds, optimal looking and whole games, beside numpy and icepool.

Run with ``python benchmarks/diavolo.py``; processor time on one core unless it says otherwise.
"""

import random
import resource
import time
from dataclasses import replace

import numba
import numpy as np
from timing import rate, ratio, table

from zochastic.analysis.diavolo.grabs import stakes
from zochastic.analysis.diavolo.law import colour_law, posterior
from zochastic.analysis.diavolo.looking import best_looking, judged, knowledge
from zochastic.analysis.diavolo.people import PRESETS, read_people
from zochastic.analysis.diavolo.seating import seat
from zochastic.rules.diavolo import DiavoloRules
from zochastic.rules.diavolo.throw import STATISTICS
from zochastic.sims.diavolo.games import parts, word_of
from zochastic.sims.diavolo.lanes import ThrowExperiment
from zochastic.sims.diavolo.normal import normal
from zochastic.sims.runner import run
from zochastic.sims.streams import origin

PRINTED = DiavoloRules()


def pure_python(throws: int) -> int:
    """Sum of three dice a colour, one random number each."""
    die = random.Random(1).random
    grey = 0
    for _ in range(throws):
        sums = [sum(int(die() * 6) for _ in range(3)) for _ in range(3)]
        grey += sums.count(max(sums)) > 1
    return throws


def tuned_numpy(throws: int, block: int = 1 << 15) -> int:
    """A byte a colour: below 216 it is three exact dice, their sum from a table of 256."""
    bits = np.random.Generator(np.random.SFC64(1))
    sums = np.array([3 + b % 6 + b // 6 % 6 + b // 36 for b in range(256)], np.uint8)
    counts = np.zeros(4, np.int64)
    left = throws
    while left > 0:
        raw = np.frombuffer(bits.bytes(3 * block), np.uint8).reshape(3, block)
        raw = raw[:, raw.max(axis=0) < 216]
        a, b, c = sums[raw[0]], sums[raw[1]], sums[raw[2]]
        won = (
            np.count_nonzero((a > b) & (a > c)),
            np.count_nonzero((b > a) & (b > c)),
            np.count_nonzero((c > a) & (c > b)),
        )
        counts[:3] += won
        counts[3] += a.size - sum(won)
        left -= a.size
    return int(counts.sum())


def naive_numpy(throws: int, block: int = 1 << 15) -> int:
    """Generator.integers for every die."""
    bits = np.random.default_rng(1)
    grey = 0
    for _ in range(-(-throws // block)):
        sums = bits.integers(1, 7, (block, 3, 3), np.uint8).sum(axis=2, dtype=np.uint8)
        grey += int(((sums == sums.max(axis=1, keepdims=True)).sum(axis=1) > 1).sum())
    return -(-throws // block) * block


def lanes(throws: int, order: str = "sum-max", threads: int = 1) -> int:
    """The lane kernel through the runner."""
    return run(ThrowExperiment(3, 3, 6, order, seed=1), games=throws, threads=threads).games


def exact(count: int) -> int:
    """Odds of every order by number, as fractions."""
    for _ in range(count):
        colour_law.cache_clear()
        for order in STATISTICS:
            posterior(PRINTED, order)
    return count


def icepool_odds(count: int) -> int:
    """The same odds by icepool."""
    import icepool  # noqa: PLC0415

    die = icepool.d(6)
    for _ in range(count):
        for order in STATISTICS:
            law = icepool.map(lambda *t, o=order: STATISTICS[o](t), die, die, die)
            icepool.map(lambda *v: -1 if v.count(max(v)) > 1 else v.index(max(v)), law, law, law)
    return count


def looking(order: str, *, lump: bool) -> int:
    """Best looking at one order."""
    best_looking(judged(knowledge(PRINTED, order, lump=lump), stakes(PRINTED)), cost=0.05)
    return 1


EQUAL = seat(PRINTED, [replace(PRESETS["average"], name=str(i)) for i in range(4)])


def games(people: str, count: int, threads: int = 1) -> int:
    """Whole games of four."""
    table = EQUAL if not people else seat(PRINTED, read_people(people))
    return run(table.experiment(1), games=count, threads=threads).games


@numba.njit
def bare_kernel(rounds: int, living: float) -> float:
    """The random words that rounds need, and nothing else: the roll, four slips, some times."""
    total = 0.0
    for r in range(rounds):
        key = word_of(origin(np.uint64(1), r), 0)
        total += np.float64(word_of(key, 0) >> np.uint64(60))
        total += np.float64(word_of(key, 1) >> np.uint64(60))
        total += np.float64(word_of(key, 2) >> np.uint64(60))
        for player in range(int(living)):
            total += np.float64(word_of(key, (player + 1) * 8) >> np.uint64(60))
            total += normal(word_of(key, (player + 1) * 8 + 2))
    return total


def main() -> None:
    """Print every figure."""
    rates = {
        "pure Python": rate(lambda: pure_python(100_000), runs=5),
        "numpy, integers() a die": rate(lambda: naive_numpy(1_000_000), runs=5),
        "tuned numpy, a byte a colour": rate(lambda: tuned_numpy(4_000_000), runs=5),
        "lane kernel": rate(lambda: lanes(1 << 26)),
    }
    table("Throws at sum-max, one core", "throws", rates)
    ratio("lane kernel", rates["lane kernel"], "tuned numpy", rates["tuned numpy, a byte a colour"])
    table(
        "The lane kernel at every order",
        "throws",
        {order: rate(lambda order=order: lanes(1 << 25, order), runs=5) for order in STATISTICS},
    )
    one, two = (
        rate(lambda n=n: lanes(1 << 28, threads=n), clock=time.perf_counter, runs=5) for n in (1, 2)
    )
    table("The same by the clock on the wall", "throws", {"one thread": one, "two threads": two})
    ratio("two threads", two, "one", one)

    odds = {"fractions": rate(lambda: exact(20)), "icepool": rate(lambda: icepool_odds(5), runs=5)}
    table("Exact odds of five orders", "times five", odds)
    ratio("fractions", odds["fractions"], "icepool", odds["icepool"])

    print("\nOptimal looking, warm, with the making of the classes")
    for order in STATISTICS:
        for lump in (True, False):
            seconds = 1 / rate(lambda o=order, lump=lump: looking(o, lump=lump), runs=5)
            name = f"{order}, {'classes' if lump else '592,704 multisets'}"
            print(f"  {name:44s} {1000 * seconds:9.2f} ms")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"  memory at most {peak:.0f} MiB, everything of this program")

    count = 1 << 19
    rates = {
        "four average people": rate(lambda: games("", count), runs=5),
        "fast, slow, slow, child": rate(lambda: games("fast,slow,slow,child", count), runs=5),
        "four who look until 80 % sure": rate(
            lambda: games("sure:0.8,sure:0.8,sure:0.8,sure:0.8", count // 4), runs=3
        ),
    }
    table("Whole games of four, one core", "games", rates)
    counts = parts(run(EQUAL.experiment(1), games=count, threads=1).counts, 4)
    rounds = counts.head[2] / count
    living = counts.people[2].sum() / counts.head[2]
    bare = rate(lambda: int(bare_kernel(1 << 22, 4) * 0) + (1 << 22)) / rounds
    print(f"  {rounds:.2f} rounds a game, {living:.2f} players a round")
    print(f"  random words alone, four players: {bare:.4g} games/s")
    ratio("games of four average people", rates["four average people"], "their random words", bare)


if __name__ == "__main__":
    main()
