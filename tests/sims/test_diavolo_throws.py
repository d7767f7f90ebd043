"""Throws in lanes against the exact law; normal numbers; the same counts on any threads."""

import numba
import numpy as np
import pytest
from scipy import stats

from zochastic.analysis.diavolo.law import posterior
from zochastic.rules.diavolo import DiavoloRules
from zochastic.sims.diavolo.lanes import STATISTICS, ThrowExperiment
from zochastic.sims.diavolo.normal import normal
from zochastic.sims.runner import run
from zochastic.sims.streams import mix

VARIANTS = {
    "printed": (3, 3, 6),
    "children": (3, 2, 6),
    "coins": (2, 8, 2),
    "hundred": (4, 2, 100),
    "one die": (6, 1, 7),
    "twenty": (3, 3, 20),
}


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("order", STATISTICS)
def test_throws_agree_with_the_exact_law(name, order):
    """[diavolo: A round] chi-square over the imps."""
    colours, dice, sides = VARIANTS[name]
    rules = DiavoloRules(colours=colours, dice=dice, sides=sides)
    games = 400_003
    tally = run(ThrowExperiment(colours, dice, sides, order, seed=7), games=games)
    assert tally.counts.sum() == games
    expected = np.array([float(p) for p in posterior(rules, order)]) * games
    can = expected > 0  # one die of a colour has no range: always grey
    assert tally.counts[~can].sum() == 0
    assert can.sum() == 1 or stats.chisquare(tally.counts[can], expected[can]).pvalue > 1e-4


@pytest.mark.parametrize("games", [1, 1023, 1024, 1025, 250_001, 300_000])
def test_exactly_as_many_throws_as_asked(games):
    assert run(ThrowExperiment(3, 3, 6, "sum-max", seed=1), games=games).counts.sum() == games


@pytest.mark.parametrize("threads", [2, 3])
def test_the_same_seed_gives_the_same_counts_on_any_threads(threads):
    experiment = ThrowExperiment(3, 3, 6, "odd-max", seed=3, chunk=5000)
    one, many = (run(experiment, games=54_321, threads=n) for n in (1, threads))
    assert np.array_equal(one.counts, many.counts)
    assert one.key == many.key != ThrowExperiment(3, 3, 6, "odd-max", seed=4, chunk=5000).key


@numba.njit
def normals(numbers):
    golden = np.uint64(0x9E3779B97F4A7C15)
    z = np.uint64(99)
    for i in range(numbers.size):
        z += golden
        numbers[i] = normal(mix(z))


def test_normal_numbers_are_normal():
    numbers = np.empty(500_000)
    normals(numbers)
    assert stats.kstest(numbers, "norm").pvalue > 1e-4
    far = np.abs(numbers) > 3.442619855899  # the tail's own branch
    p = 2 * stats.norm.sf(3.442619855899)
    assert abs(far.sum() - p * numbers.size) < 4 * (p * numbers.size) ** 0.5
    assert stats.kstest(np.abs(numbers[far]), lambda x: 1 - 2 * stats.norm.sf(x) / p).pvalue > 1e-4
    edges = np.array([stats.norm.ppf(q) for q in np.linspace(0.001, 0.999, 400)])
    counts = np.histogram(numbers, np.concatenate([[-np.inf], edges, [np.inf]]))[0]
    law = np.diff(np.concatenate([[0], stats.norm.cdf(edges), [1]]))
    assert stats.chisquare(counts, law * numbers.size).pvalue > 1e-4
