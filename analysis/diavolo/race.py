"""Whole games exactly: the chances of people whose speed and care are known.

Gems alone decide a game, so it is a Markov chain on the gems of all players. Who has the right
imp after a round is a law on the subsets of those still in it: each reaches for it unless he errs,
and of too many the quickest have it, by one integral over the time of the last who gets it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, log, pi, sqrt

import numpy as np

from zochastic.analysis.diavolo.law import posterior, weights
from zochastic.rules.diavolo import ORDERS, DiavoloRules
from zochastic.sims._jit import Floats, kernel
from zochastic.sims.diavolo.pack import Player

#: More states of the gems than this are not solved.
MOST_STATES = 200_000
#: Sweeps after which a chain counts as one that does not end.
_SWEEPS = 20_000
_CLOSE = 1e-13


@kernel
def solve_chain(
    cap: int, players: int, gain: int, loss: int, colour: Floats, grey: Floats, last: int,
    value: Floats, sweeps: int, close: float,
) -> float:  # fmt: skip
    """Gauss-Seidel on the chain; codes have the gems as digits in base cap + 1.

    Parameters
    ----------
    colour, grey : float64[masks, masks], chance that a colour (grey) is right and that exactly
        the second set of players has it, the first set being in the game.
    last : the greatest code that can occur.
    value : float64[codes, 2 × players + 2], in place: chance of each to win, of nobody, rounds to
        come, rounds to come with gems of each.

    Returns
    -------
    The greatest change in the last sweep.
    """
    base = cap + 1
    width = value.shape[1]
    gems = np.empty(players, np.int64)
    total = np.empty(width, np.float64)
    change = 0.0
    for _ in range(sweeps):
        change = 0.0
        for code in range(last + 1):
            rest, mask, living = code, 0, 0
            for player in range(players):
                gems[player] = rest % base
                rest //= base
                if gems[player] > 0:
                    mask |= 1 << player
                    living += 1
            for k in range(width):
                total[k] = 0.0
            if living == 0:
                total[players] = 1.0
            elif living == 1:
                for player in range(players):
                    if gems[player] > 0:
                        total[player] = 1.0
            else:
                stay = 0.0
                have = mask
                while True:
                    for is_grey in range(2):
                        p = grey[mask, have] if is_grey == 1 else colour[mask, have]
                        if p == 0.0:
                            continue
                        child = 0
                        for player in range(players - 1, -1, -1):
                            g = gems[player]
                            if g > 0:
                                if (have >> player) & 1 == 0:
                                    g = max(g - loss, 0)
                                elif is_grey == 1:
                                    g = min(g + gain, cap)
                            child = child * base + g
                        if child == code:
                            stay += p
                        else:
                            for k in range(width):
                                total[k] += p * value[child, k]
                    if have == 0:
                        break
                    have = (have - 1) & mask
                total[players + 1] += 1.0
                for player in range(players):
                    if gems[player] > 0:
                        total[players + 2 + player] += 1.0
                scale = 1.0 / (1.0 - stay) if stay < 1.0 else np.inf
                for k in range(width):
                    total[k] *= scale
            for k in range(width):
                change = max(change, abs(total[k] - value[code, k]))
                value[code, k] = total[k]
        if not change > close:
            break
    return change


@dataclass(frozen=True)
class Race:
    """A solved table: what every state of the gems leads to.

    Attributes
    ----------
    value : float64[codes, 2 × players + 2]; see `solve_chain`.
    """

    cap: int
    players: int
    value: Floats

    def _row(self, gems: Sequence[int]) -> Floats:
        code = 0
        for count in reversed(gems):
            code = code * (self.cap + 1) + count
        row: Floats = self.value[code]
        return row

    def p_win(self, gems: Sequence[int]) -> list[float]:
        """Chance of each to win from these gems on."""
        return [float(p) for p in self._row(gems)[: self.players]]

    def p_nobody(self, gems: Sequence[int]) -> float:
        """Chance that the last ones go out together."""
        return float(self._row(gems)[self.players])

    def mean_rounds(self, gems: Sequence[int]) -> float:
        """Rounds to come."""
        return float(self._row(gems)[self.players + 1])

    def mean_alive(self, gems: Sequence[int]) -> list[float]:
        """Rounds to come that each plays."""
        return [float(r) for r in self._row(gems)[self.players + 2 :]]


def solve(rules: DiavoloRules, people: Sequence[Player]) -> Race | None:
    """Solve the games of ``people`` from any gems on; absolute error below 1e-9.

    None where that is not possible: somebody follows a plan (what he grabs depends on the dice),
    a wrong imp costs other than none (then also the wrong imps run out), too many gems, people
    without spread but of different speed, or a game that need not end.
    """
    players = len(people)
    states = (rules.gem_cap + 1) ** players
    if any(person.plan is not None for person in people) or states > MOST_STATES:
        return None
    if rules.loss_wrong != rules.loss_none or rules.max_rounds < 1000:
        return None
    laws = _holders(rules, people)
    if laws is None:
        return None
    value = np.zeros((states, 2 * players + 2))
    change = solve_chain(
        rules.gem_cap, players, rules.grey_gain, rules.loss_wrong, *laws, states - 1, value,
        _SWEEPS, _CLOSE,
    )  # fmt: skip
    if not (change <= 1e-9 and np.isfinite(value).all()):  # or it need not end: nobody loses gems
        return None
    return Race(rules.gem_cap, players, value)


def _holders(rules: DiavoloRules, people: Sequence[Player]) -> tuple[Floats, Floats] | None:
    """float64[masks, masks] each: who has the right imp, a colour or grey, over all orders."""
    players = len(people)
    masks = 1 << players
    colour, grey = np.zeros((masks, masks)), np.zeros((masks, masks))
    for order, weight in weights(rules).items():
        index = ORDERS.index(order)
        p_grey = float(posterior(rules, order)[-1])
        right = [1.0 - person.error[index] for person in people]
        log_time = [log(p.looks[index] * p.look + p.rest[index]) for p in people]
        sigma = [person.sigma for person in people]
        for mask in range(1, masks):
            living = _members(mask)
            if len(living) < 2:
                continue
            supply = rules.supply(len(living))
            for into, there, p in ((colour, supply[0], 1 - p_grey), (grey, supply[-1], p_grey)):
                law = _subset_law(living, there, right, log_time, sigma)
                if law is None:
                    return None
                for have, chance in law.items():
                    into[mask, have] += float(weight) * p * chance
    return colour, grey


def subset_law(
    living: tuple[int, ...], there: int, right: Sequence[float], log_time: Sequence[float]
) -> dict[int, float]:
    """Chance of each set of ``living`` to have the right imp, all equally quick.

    ``there`` : imps that are left for them; sets are bit masks.
    """
    law = _subset_law(living, there, right, log_time, [1.0] * len(right))
    assert law is not None
    return law


def _members(mask: int) -> tuple[int, ...]:
    return tuple(player for player in range(mask.bit_length()) if mask >> player & 1)


def _subset_law(
    living: tuple[int, ...],
    there: int,
    right: Sequence[float],
    log_time: Sequence[float],
    sigma: Sequence[float],
) -> dict[int, float] | None:
    """Chance of each set to be those who have the right imp; None where it has no density."""
    law: dict[int, float] = {}
    for size in range(len(living) + 1):
        for wanting in combinations(living, size):
            p = 1.0
            for player in living:
                p *= right[player] if player in wanting else 1 - right[player]
            if p == 0.0:
                continue
            for quick in combinations(wanting, min(size, there)):
                first = _p_quickest(quick, wanting, log_time, sigma)
                if first is None:
                    return None
                have = sum(1 << player for player in quick)
                law[have] = law.get(have, 0.0) + p * first
    return law


def _p_quickest(
    quick: tuple[int, ...],
    all_of: tuple[int, ...],
    log_time: Sequence[float],
    sigma: Sequence[float],
) -> float | None:
    """Chance that of ``all_of`` exactly ``quick`` are the first."""
    if not quick or len(quick) == len(all_of):
        return 1.0
    if len({(log_time[i], sigma[i]) for i in all_of}) == 1:
        return 1 / comb(len(all_of), len(quick))
    if min(sigma[i] for i in all_of) <= 0:
        return None
    grid = _grid(tuple((log_time[i], sigma[i]) for i in all_of))
    if grid is None:
        return None
    scaled = {i: (grid - log_time[i]) / sigma[i] for i in all_of}
    below = {i: _normal_cdf(scaled[i]) for i in all_of}
    density = np.zeros(grid.size)
    for last in quick:
        part = np.exp(-0.5 * scaled[last] ** 2) / (sigma[last] * sqrt(2 * pi))
        for other in quick:
            if other != last:
                part = part * below[other]
        density += part
    for late in all_of:
        if late not in quick:
            density *= 1 - below[late]
    # all is smooth and vanishes at both ends: equal steps converge faster than any power
    return float(density.sum() * (grid[1] - grid[0]))


def _grid(times: tuple[tuple[float, float], ...]) -> Floats | None:
    """Equal steps over all that can happen, fine enough for the least spread."""
    low = min(m - 9 * s for m, s in times)
    high = max(m + 9 * s for m, s in times)
    count = int((high - low) / (min(s for _, s in times) / 6)) + 2
    return np.linspace(low, high, count) if count <= 200_000 else None


def _normal_cdf(x: Floats) -> Floats:
    from scipy.special import ndtr

    return np.asarray(ndtr(x), np.float64)
