"""Intervals against published values."""

from math import inf

import pytest

from zochastic.analysis.estimates import holm, mean, p_of_z, proportion, quantile, z_of_proportion


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [(81, 263, 0.255289, 0.366210), (0, 20, 0, 0.161125), (1, 29, 0.006113, 0.171755)],
)
def test_wilson_intervals_as_published(successes, n, low, high):
    share = proportion(successes, n)
    assert share.value == successes / n
    assert share.low == pytest.approx(low, abs=1e-6)
    assert share.high == pytest.approx(high, abs=1e-6)


def test_wilson_is_symmetric_and_stays_within_0_and_1():
    for successes in range(21):
        one, other = proportion(successes, 20), proportion(20 - successes, 20)
        assert one.low == pytest.approx(1 - other.high, abs=1e-15)
        assert 0 <= one.low <= one.value <= one.high <= 1


def test_quantile():
    assert quantile() == pytest.approx(1.959963984540054)
    assert quantile(0.5) == pytest.approx(0.6744897501960817)


def test_mean_of_a_small_sample():
    data = [1.0, 2.0, 4.0, 5.0]
    figure = mean(sum(data), sum(x * x for x in data), len(data))
    assert figure.value == 3
    assert figure.half_width == pytest.approx(quantile() * (10 / 3 / 4) ** 0.5)


@pytest.mark.parametrize(("successes", "n"), [(1, 0), (-1, 5), (6, 5)])
def test_what_is_no_proportion_is_refused(successes, n):
    with pytest.raises(ValueError, match="no proportion"):
        proportion(successes, n)


def test_a_mean_of_one_observation_has_no_interval():
    with pytest.raises(ValueError, match="two observations"):
        mean(1, 1, 1)


def test_z():
    assert z_of_proportion(60, 100, 0.5) == pytest.approx(2)
    assert z_of_proportion(0, 100, 0.0) == 0
    assert z_of_proportion(100, 100, 1.0) == 0
    assert z_of_proportion(1, 100, 0.0) == inf
    assert z_of_proportion(99, 100, 1.0) == -inf


def test_p_of_z():
    assert p_of_z(quantile()) == pytest.approx(0.05)
    assert p_of_z(-quantile()) == p_of_z(quantile())
    assert p_of_z(0) == 1
    assert p_of_z(inf) == 0


def test_holm_by_hand():
    """Four tests, worked by hand."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.5, 0.9]) == [1.0, 1.0]
    assert holm([]) == []
