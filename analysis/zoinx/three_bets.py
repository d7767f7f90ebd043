"""Equilibrium bets of one turn of three: pure, or with a support whose equations Newton solves.

No method finds equilibria of general games of three surely and fast; here several are tried, from
the cheapest to the dearest, and whatever they give is judged by the largest gain of a player who
leaves it alone.
"""

import numpy as np

from zochastic.analysis.regret import Work, largest_gain, next_pure, play_rounds
from zochastic.sims._jit import Floats, Ints, routine

#: A mixture with no larger gain is an equilibrium.
EXACT = 1e-13
_NEWTON = 12
_REPAIRS = 24
_MOST_ROUNDS = 2048
_THRESHOLDS = np.array([0.05, 0.01, 0.002])


@routine
def _pair(
    payoffs: Floats, actions: Ints, player: int, other: int, mixtures: Floats, out: Floats
) -> None:
    """What ``player`` gets by his action and ``other``'s, the third averaged out, into ``out``."""
    third = 3 - player - other
    n0, n1, n2 = actions[0], actions[1], actions[2]
    for i in range(actions[player]):
        for j in range(actions[other]):
            out[i, j] = 0.0
    for i in range(n0):
        for j in range(n1):
            for k in range(n2):
                mine = i if player == 0 else (j if player == 1 else k)
                his = i if other == 0 else (j if other == 1 else k)
                rest = i if third == 0 else (j if third == 1 else k)
                out[mine, his] += mixtures[third, rest] * payoffs[player, (i * n1 + j) * n2 + k]


@routine
def newton(
    payoffs: Floats, actions: Ints, support: Floats, mixtures: Floats, pair: Floats, system: Floats
) -> bool:
    """Solve the indifference equations of a support, starting from ``mixtures``; in place.

    Parameters
    ----------
    support : float64[3, n], above 0 for actions that may be played.
    pair : float64[n, n], system : float64[≥ 3n + 3, ≥ 3n + 4], for this function.

    Returns
    -------
    Whether there is one solution; its probabilities may be negative.
    """
    size = 3
    for player in range(3):
        for i in range(actions[player]):
            if support[player, i] > 0:
                size += 1
    values = np.zeros(3)
    steps = np.empty(size)
    for _ in range(_NEWTON):
        for row in range(size):
            for column in range(size + 1):
                system[row, column] = 0.0
        row = 0
        start = 0
        for player in range(3):
            count = 0
            for i in range(actions[player]):
                if support[player, i] > 0:
                    count += 1
            for turn in range(2):
                other = (player + 1 + turn) % 3
                _pair(payoffs, actions, player, other, mixtures, pair)
                column = 0
                for before in range(other):
                    for i in range(actions[before]):
                        if support[before, i] > 0:
                            column += 1
                r = start
                for i in range(actions[player]):
                    if support[player, i] > 0:
                        c = column
                        worth = 0.0
                        for j in range(actions[other]):
                            worth += pair[i, j] * mixtures[other, j]
                            if support[other, j] > 0:
                                system[r, c] = pair[i, j]
                                c += 1
                        if turn == 0:
                            system[r, size] = values[player] - worth
                            system[r, size - 3 + player] = -1.0
                        r += 1
            c = start
            total = 0.0
            for i in range(actions[player]):
                total += mixtures[player, i]
                if support[player, i] > 0:
                    system[size - 3 + player, c] = 1.0
                    c += 1
            system[size - 3 + player, size] = 1.0 - total
            start += count
            row += count
        _eliminate(system, size, steps)
        moved = 0.0
        c = 0
        for player in range(3):
            for i in range(actions[player]):
                if support[player, i] > 0:
                    mixtures[player, i] += steps[c]
                    moved = max(moved, abs(steps[c]))
                    c += 1
            values[player] += steps[size - 3 + player]
        if moved > 1e3:
            return False
        if moved < 1e-15:
            break
    # equations without a solution leave something over
    for player in range(3):
        total = 0.0
        for i in range(actions[player]):
            total += mixtures[player, i]
        if abs(total - 1.0) > 1e-12:
            return False
    return True


@routine
def _eliminate(system: Floats, size: int, steps: Floats) -> None:
    """Gauss–Jordan with row pivots: ``steps``, one a column; 0 where a column is left free.

    A player whose actions all earn the same leaves his probabilities free: they stay as they are.
    """
    pivot_row = 0
    for column in range(size):
        steps[column] = -1.0
        pivot = pivot_row
        for row in range(pivot_row + 1, size):
            if abs(system[row, column]) > abs(system[pivot, column]):
                pivot = row
        if pivot_row == size or abs(system[pivot, column]) < 1e-12:
            continue
        if pivot != pivot_row:
            for k in range(column, size + 1):
                keep = system[pivot, k]
                system[pivot, k] = system[pivot_row, k]
                system[pivot_row, k] = keep
        scale = 1.0 / system[pivot_row, column]
        for k in range(column, size + 1):
            system[pivot_row, k] *= scale
        for row in range(size):
            f = system[row, column]
            if row != pivot_row and f != 0.0:
                for k in range(column, size + 1):
                    system[row, k] -= f * system[pivot_row, k]
        steps[column] = pivot_row
        pivot_row += 1
    for column in range(size):
        row = int(steps[column])
        steps[column] = system[row, size] if row >= 0 else 0.0


@routine
def _copy(source: Floats, target: Floats) -> None:
    for player in range(source.shape[0]):
        for i in range(source.shape[1]):
            target[player, i] = source[player, i]


@routine
def try_support(
    payoffs: Floats, actions: Ints, start: Floats, threshold: float, work: Work, spare: Floats,
    best: Floats, gain: float,
) -> float:  # fmt: skip
    """Newton from ``start`` on the actions it plays with more than ``threshold``, repaired.

    An action whose probability comes out negative leaves the support, the most gainful one outside
    enters it, until neither is left to do.

    Parameters
    ----------
    spare : float64[4, n, n], for this function.
    best : float64[3, n], replaced where a smaller gain than ``gain`` is found.

    Returns
    -------
    The gain of ``best``.
    """
    n = best.shape[1]
    trial, support = spare[0, :3, :n], spare[1, :3, :n]
    for player in range(3):
        for i in range(n):
            support[player, i] = 0.0
        for i in range(actions[player]):
            support[player, i] = 1.0 if start[player, i] > threshold else 0.0
    for _ in range(_REPAIRS):
        for player in range(3):
            total = 0.0
            for i in range(actions[player]):
                trial[player, i] = max(start[player, i], 1e-3) if support[player, i] > 0 else 0.0
                total += trial[player, i]
            for i in range(actions[player]):
                trial[player, i] /= total
        if not newton(payoffs, actions, support, trial, spare[2], spare[3]):
            return gain
        worst, who, what = -1e-13, -1, -1
        for player in range(3):
            for i in range(actions[player]):
                if trial[player, i] < worst:
                    worst, who, what = trial[player, i], player, i
        if who >= 0:
            support[who, what] = 0.0
            continue
        for player in range(3):
            for i in range(actions[player]):
                trial[player, i] = max(0.0, trial[player, i])
        found = largest_gain(payoffs, actions, trial, work)
        if found < gain:
            gain = found
            _copy(trial, best)
        if found <= EXACT:
            return gain
        top, who, what = 0.0, -1, -1
        for player in range(3):
            mean = 0.0
            for i in range(actions[player]):
                mean += trial[player, i] * work[2][player, i]
            for i in range(actions[player]):
                if support[player, i] == 0 and work[2][player, i] - mean > top:
                    top, who, what = work[2][player, i] - mean, player, i
        if who < 0:
            return gain
        support[who, what] = 1.0
    return gain


@routine
def _small_supports(
    payoffs: Floats, actions: Ints, work: Work, spare: Floats, support: Floats, best: Floats,
    gain: float,
) -> float:  # fmt: skip
    """Newton on every support of one or two actions a player; as `try_support`."""
    n = best.shape[1]
    trial = spare[0, :3, :n]
    # pairs (i, j) with i ≤ j, the pair (i, i) standing for i alone
    for first in range(actions[0] ** 2 * actions[1] ** 2 * actions[2] ** 2):
        rest = first
        small = True
        for player in range(3):
            i, rest = rest % actions[player], rest // actions[player]
            j, rest = rest % actions[player], rest // actions[player]
            small = small and i <= j
            for k in range(actions[player]):
                support[player, k] = 1.0 if k in (i, j) else 0.0
                trial[player, k] = support[player, k] / (1 if i == j else 2)
        if not small or not newton(payoffs, actions, support, trial, spare[2], spare[3]):
            continue
        least = 0.0
        for player in range(3):
            for k in range(actions[player]):
                least = min(least, trial[player, k])
        if least < -1e-13:
            continue
        for player in range(3):
            for k in range(actions[player]):
                trial[player, k] = max(0.0, trial[player, k])
        found = largest_gain(payoffs, actions, trial, work)
        if found < gain:
            gain = found
            _copy(trial, best)
        if found <= EXACT:
            return gain
    return gain


@routine
def find_bets(
    payoffs: Floats, actions: Ints, mixtures: Floats, tolerance: float, work: Work, spare: Floats,
    average: Floats, best: Floats, counts: Ints,
) -> float:  # fmt: skip
    """An equilibrium of one turn, or the nearest thing found; its gain.

    Parameters
    ----------
    mixtures : float64[3, n]; what was played before, in place: what is played now.
    tolerance : what was played before is kept while its gain is at most this.
    counts : int64[6], in place: how often each way was taken.
    """
    gain = largest_gain(payoffs, actions, mixtures, work)
    if gain <= tolerance:
        counts[0] += 1
        return gain
    _copy(mixtures, best)
    gain = try_support(payoffs, actions, mixtures, 1e-12, work, spare, best, gain)
    if gain <= EXACT:
        counts[1] += 1
        _copy(best, mixtures)
        return gain
    pure = next_pure(payoffs, actions, 0, EXACT)
    if pure >= 0:
        counts[2] += 1
        for player in range(3):
            for i in range(mixtures.shape[1]):
                mixtures[player, i] = 0.0
        mixtures[2, pure % actions[2]] = 1.0
        mixtures[1, pure // actions[2] % actions[1]] = 1.0
        mixtures[0, pure // (actions[1] * actions[2])] = 1.0
        return largest_gain(payoffs, actions, mixtures, work)
    played = 0
    while played < _MOST_ROUNDS:
        more = max(64, played)
        play_rounds(payoffs, actions, played, more, work, average)
        played += more
        found = largest_gain(payoffs, actions, average, work)
        if found < gain:
            _copy(average, best)
            gain = found
        for t in range(_THRESHOLDS.size):
            gain = try_support(payoffs, actions, average, _THRESHOLDS[t], work, spare, best, gain)
            if gain <= EXACT:
                counts[3] += 1
                _copy(best, mixtures)
                return gain
    gain = _small_supports(payoffs, actions, work, spare, average, best, gain)
    counts[4 if gain <= EXACT else 5] += 1
    _copy(best, mixtures)
    return gain
