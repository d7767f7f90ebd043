"""Zoinx: how fast turns and whole games are played; ``python benchmarks/zoinx.py`` prints it."""

import random
import re
import subprocess
import time
from bisect import bisect
from collections.abc import Callable

import numpy as np
from timing import rate, ratio, table

from zochastic.analysis.zoinx.evaluate import TOTALS
from zochastic.analysis.zoinx.matches import match
from zochastic.analysis.zoinx.two import solve_two
from zochastic.analysis.zoinx.versus import Grid, perfect_play, words_for
from zochastic.rules.variants import load_variant
from zochastic.rules.zoinx import State, ZoinxRules
from zochastic.sims.runner import run
from zochastic.sims.zoinx.lanes import HoldExperiment
from zochastic.sims.zoinx.play import games
from zochastic.sims.zoinx.policy import fixed
from zochastic.sims.zoinx.turn import TurnExperiment

PRINTED = ZoinxRules()
HOLD = 8
DOTS = [sum(way // 3**die % 3 == 0 for die in range(4)) for way in range(81)]
#: Dots of a byte; 64 where it is to be drawn again.
OF_BYTE = np.array([DOTS[byte % 81] if byte < 243 else 64 for byte in range(256)], np.uint8)


def pure_python(turns: int) -> int:
    """One random float and one look-up a roll."""
    pick = random.Random(1).random
    zoinx = 0
    for _ in range(turns):
        total = 0
        while total < HOLD:
            dots = DOTS[int(pick() * 81)]
            if not dots:
                zoinx += 1
                break
            total += dots
    return turns


def tuned_numpy(turns: int, block: int = 1 << 16) -> int:
    """Random bytes, a look-up that rejects exactly, finished turns squeezed out."""
    bits = np.random.Generator(np.random.SFC64(1))
    counts = np.zeros(5, np.int64)
    for start in range(0, turns, block):
        total = np.zeros(min(block, turns - start), np.uint8)
        while total.size:
            dots = OF_BYTE[np.frombuffer(bits.bytes(total.size), np.uint8)]
            live = dots != 0
            counts[0] += total.size - np.count_nonzero(live)
            dots[dots == 64] = 0
            total = (total + dots)[live]
            done = total >= HOLD
            counts[1:] += np.bincount(total[done] - np.uint8(HOLD), minlength=4)
            total = total[~done]
    return turns


def lanes(turns: int, threads: int = 1, rules: ZoinxRules = PRINTED, hold: int = HOLD) -> int:
    """The lane-parallel kernel through the runner."""
    return run(HoldExperiment.of(rules, hold, seed=1), games=turns, threads=threads).games


def scalar(turns: int) -> int:
    """The kernel that plays any stop set."""
    stop = np.arange(HOLD + 4) >= HOLD
    return run(TurnExperiment(PRINTED, stop, seed=1), games=turns, threads=1).games


def python_games(rules: ZoinxRules = PRINTED) -> Callable[[int], int]:
    """Whole games of two perfect players in plain loops; they are solved beforehand.

    The function returns how many of so many games the first player won, ties by half.
    """
    solution = solve_two(rules)
    grid = Grid.of(rules, words=words_for(rules))
    play, tables = perfect_play(grid, solution), grid.tables
    bets, guesses, last_bets, last_guesses = (
        np.cumsum(each, -1)[..., :-1].tolist()
        for each in (play.bets, play.guesses, play.last_bets, play.last_guesses)
    )
    shifts = range(0, TOTALS * grid.words, TOTALS)
    stops, last_stops = (
        sum(each[..., k].astype(object) << shift for k, shift in enumerate(shifts)).tolist()
        for each in (play.stops, play.last_stops)
    )
    own, own_bust, other, other_bust = (
        each.tolist() for each in (tables.own, tables.own_bust, tables.other, tables.other_bust)
    )
    target = rules.target

    def played(count: int) -> float:
        pick, won = random.Random(1).random, 0.0
        for _ in range(count):
            scores, seat, last = [0, 0], 0, False
            while True:
                mine, theirs = scores[seat], scores[1 - seat]
                if last:
                    deficit = min(theirs - mine, grid.deficits - 1)
                    bet, guess = (
                        bisect(last_bets[deficit], pick()),
                        bisect(last_guesses[deficit], pick()),
                    )
                    stop = last_stops[deficit][bet][guess]
                else:
                    shift = max(0, min(mine, theirs) - target)
                    at, by = mine - shift, theirs - shift
                    bet, guess = bisect(bets[at][by], pick()), bisect(guesses[at][by], pick())
                    stop = stops[at][by][bet][guess]
                total = 0
                while True:
                    dots = DOTS[int(pick() * 81)]
                    if not dots:
                        scores[seat] += own_bust[bet]
                        scores[1 - seat] += other_bust[guess][total]
                        break
                    total += dots
                    if stop >> total & 1:
                        scores[seat] += own[bet][total]
                        scores[1 - seat] += other[guess][total]
                        break
                if last:
                    break
                last = scores[seat] >= target and scores[seat] > scores[1 - seat]
                seat = 1 - seat
            won += 0.5 + 0.5 * ((scores[0] > scores[1]) - (scores[0] < scores[1]))
        return won

    return played


def by_rule(count: int, players: int) -> int:
    """Whole games by a fixed rule."""
    rules = ZoinxRules(players=players)
    seats = [fixed(rules, 4, 5, 0, 1)] * players
    experiment = games(rules, seats, State((0,) * players), seed=1)
    return run(experiment, games=count, threads=1).games


def between(variant: str, *names: str) -> Callable[..., int]:
    """Whole games of two between policies by name; they are solved beforehand."""
    rules = load_variant("zoinx", variant).rules
    made = match(rules, State((0, 0)), names)
    experiment = games(rules, made.policies, made.state, seed=1)
    return lambda count, threads=1: run(experiment, games=count, threads=threads).games


def in_c(program: str) -> dict[str, float]:
    """Rates that a C program prints."""
    printed = subprocess.run([program, str(HOLD)], capture_output=True, text=True, check=True)
    found = re.findall(r"^(C .*?)\s+([0-9.e+]+) turns/s", printed.stdout, re.M)
    return {name: float(value) for name, value in found}


def turns(program: str | None) -> None:
    """Print how fast turns are played."""
    rates = {
        "pure Python": rate(lambda: pure_python(100_000), runs=5),
        "tuned numpy": rate(lambda: tuned_numpy(2_000_000), runs=5),
        "any stop set (scalar kernel)": rate(lambda: scalar(1 << 22)),
        "threshold (lane kernel)": rate(lambda: lanes(1 << 27)),
    }
    limits = in_c(program) if program else {}
    table(f"A turn that stops at {HOLD}, one core", "turns", rates | limits)
    fast = rates["threshold (lane kernel)"]
    ratio("lane kernel", fast, "tuned numpy", rates["tuned numpy"])
    if limits:
        name = max(limits, key=lambda each: limits[each])
        ratio("lane kernel", fast, name, limits[name])
    second_core("The same by the clock on the wall", "turns", lambda n: lanes(1 << 31, n))
    pig = load_variant("zoinx", "pig").rules
    more = {
        "Pig, hold at 20": rate(lambda: lanes(1 << 26, 1, pig, 20)),
        "seven dice, two bytes a roll": rate(lambda: lanes(1 << 25, 1, ZoinxRules(dice=7), 12)),
    }
    table("Turns of other dice in lanes", "turns", more)


def whole_games() -> None:
    """Print how fast whole games are played."""
    plain = python_games()
    perfect = between("printed", "perfect", "perfect")
    points = between("printed", "perfect", "points")
    race = between("pig", "perfect", "perfect")
    rates = {
        "pure Python, two perfect players": rate(lambda: bool(plain(20_000)) * 20_000, runs=5),
        "two perfect players": rate(lambda: perfect(1 << 21)),
        "perfect against points": rate(lambda: points(1 << 20)),
        "two by a rule": rate(lambda: by_rule(1 << 20, 2)),
        "three by a rule": rate(lambda: by_rule(1 << 20, 3)),
        "four by a rule": rate(lambda: by_rule(1 << 20, 4)),
        "Pig, two perfect players": rate(lambda: race(1 << 19)),
    }
    table("Whole games from the start, one core", "games", rates)
    first, second, *_ = rates
    ratio(second, rates[second], "pure Python", rates[first])
    second_core("Two perfect players by the clock", "games", lambda n: perfect(1 << 23, n))


def second_core(title: str, unit: str, work: Callable[[int], int]) -> None:
    """Print what a second thread brings."""
    one, two = (rate(lambda n=n: work(n), clock=time.perf_counter, runs=5) for n in (1, 2))
    table(title, unit, {"one thread": one, "two threads": two})
    ratio("two threads", two, "one", one)
