"""Dumb twins of the game solvers: supports enumerated in fractions, gains profile by profile."""

from fractions import Fraction
from itertools import combinations, product
from math import prod


def solved(rows, right):
    """The one solution of a square system in fractions; None where there is not exactly one."""
    size = len(rows)
    table = [[*map(Fraction, row), Fraction(b)] for row, b in zip(rows, right, strict=True)]
    for c in range(size):
        r = next((r for r in range(c, size) if table[r][c]), None)
        if r is None:
            return None
        table[c], table[r] = table[r], table[c]
        table[c] = [x / table[c][c] for x in table[c]]
        for k in range(size):
            if k != c:
                table[k] = [x - table[k][c] * y for x, y in zip(table[k], table[c], strict=True)]
    return [row[-1] for row in table]


def indifferent(payoff, rows, columns):
    """(value, mixture of ``rows``) that makes ``columns`` equal; None where not exactly one does."""
    system = [[*(payoff[i][j] for i in rows), -1] for j in columns]
    found = solved([*system, [*(1 for _ in rows), 0]], [*(0 for _ in columns), 1])
    if found is None or min(found[:-1]) < 0:
        return None
    mixture = [Fraction(0)] * len(payoff)
    for i, p in zip(rows, found[:-1], strict=True):
        mixture[i] = p
    return found[-1], mixture


def value_by_supports(payoff):
    """The value of a zero-sum game in fractions: Shapley & Snow (1950), all square supports."""
    m, n = len(payoff), len(payoff[0])
    turned = [[payoff[i][j] for i in range(m)] for j in range(n)]
    for size in range(1, min(m, n) + 1):
        for rows in combinations(range(m), size):
            for columns in combinations(range(n), size):
                one = indifferent(payoff, rows, columns)
                two = indifferent(turned, columns, rows)
                if one is None or two is None:
                    continue
                (low, x), (high, y) = one, two
                floor = min(sum(x[i] * payoff[i][j] for i in range(m)) for j in range(n))
                ceiling = max(sum(y[j] * payoff[i][j] for j in range(n)) for i in range(m))
                if floor == low == high == ceiling:
                    return low
    raise AssertionError("every game has an equilibrium")


def gain_by_profiles(payoffs, mixtures):
    """The most that a player gains by leaving its mixture, every profile by itself."""
    sizes = [len(p) for p in mixtures]
    gains = [0.0]
    for player, size in enumerate(sizes):
        earned = [0.0] * size
        for profile in product(*map(range, sizes)):
            others = prod(mixtures[q][k] for q, k in enumerate(profile) if q != player)
            earned[profile[player]] += others * payoffs[player][profile]
        mean = sum(p * e for p, e in zip(mixtures[player], earned, strict=True))
        gains.append(max(earned) - mean)
    return max(gains)


def pure_by_profiles(payoffs, tolerance):
    """Every profile that no single change of action improves on, in lexicographic order."""
    sizes = payoffs[0].shape
    return [
        profile
        for profile in product(*map(range, sizes))
        if all(
            payoffs[player][(*profile[:player], k, *profile[player + 1 :])]
            <= payoffs[player][profile] + tolerance
            for player, size in enumerate(sizes)
            for k in range(size)
        )
    ]
