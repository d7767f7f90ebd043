"""Single turns of zoinx by kernels, against their exact laws."""

import numpy as np
import pytest
from scipy import stats
from zoinx_twins import law_of_turn

from zochastic.rules.variants import load_variant
from zochastic.rules.zoinx import ZoinxRules
from zochastic.sims.runner import run
from zochastic.sims.zoinx import lanes
from zochastic.sims.zoinx.dice import AGAIN, ZOINX, pack_dice
from zochastic.sims.zoinx.lanes import HoldExperiment, fits
from zochastic.sims.zoinx.turn import TurnExperiment

PRINTED = ZoinxRules()
PIG = load_variant("zoinx", "pig").rules
RULES = {
    "printed": PRINTED,
    "pig": PIG,
    "pig-two-dice": load_variant("zoinx", "pig-two-dice").rules,
    "blanks": ZoinxRules(dice=2, faces=["bust", 0, 0, 3, 1], bust="any-bust-face"),
    "one in two": ZoinxRules(dice=1, faces=[0, 1]),
    "256 ways": ZoinxRules(dice=8, faces=[0, 1]),
    "seven dice": ZoinxRules(dice=7),  # 2,187 ways: two bytes a roll
    "65,536 ways": ZoinxRules(dice=8, faces=[0, 0, 1, 3]),
    "ten dice": ZoinxRules(dice=10, faces=[0, 0, 0, 1, 2]),  # 9,765,625 ways
}


def agrees(counts, law):
    """Chi-square; cells with few expected counts together."""
    counts = np.asarray(counts, np.float64)
    expected = np.array([float(p) for p in law]) * counts.sum()
    assert not counts[expected == 0].any()
    large = expected >= 10
    observed, hoped = counts[large], expected[large]
    rest = counts[~large].sum(), expected[~large].sum()
    if rest[1] >= 5:
        observed, hoped = np.append(observed, rest[0]), np.append(hoped, rest[1])
    if observed.size == 1:
        return observed[0] == pytest.approx(hoped[0])
    return stats.chisquare(observed, hoped * observed.sum() / hoped.sum()).pvalue > 1e-4


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("hold", [1, 8, 21])
def test_lanes_agree_with_the_exact_law(name, hold):
    """[zoinx: A turn, 2] by chi-square over zoinx and final totals."""
    rules = RULES[name]
    if not fits(pack_dice(rules), hold):
        with pytest.raises(ValueError, match="lanes cannot hold"):
            HoldExperiment.of(rules, hold, 1)
        return
    games = 300_007
    counts = run(HoldExperiment.of(rules, hold, 1), games=games).counts
    assert counts.sum() == games
    stopped, lost = law_of_turn(rules, [total >= hold for total in range(hold)])
    law = [sum(lost.values())] + [stopped.get(hold + k, 0) for k in range(counts.size - 1)]
    assert sum(law) == 1
    assert agrees(counts, law)


def test_only_dice_with_too_many_ways_do_not_fit():
    assert [name for name in RULES if not fits(pack_dice(RULES[name]), 8)] == ["ten dice"]
    assert fits(pack_dice(PRINTED), 251)
    assert not fits(pack_dice(PRINTED), 252)
    assert not fits(pack_dice(PRINTED), 0)


@pytest.mark.parametrize("games", [1, lanes.LANES - 1, lanes.LANES + 1, 300 * lanes.LANES])
def test_lanes_play_exactly_as_many_turns_as_asked(games):
    assert run(HoldExperiment.of(PRINTED, 8, 1), games=games).counts.sum() == games


def test_short_turns_are_not_favoured():
    """With 20 turns a lane a bias toward turns that end early would show."""
    counts = np.zeros(5, np.int64)
    for seed in range(40):
        counts += run(HoldExperiment.of(PRINTED, 10, seed), games=20 * lanes.LANES).counts
    stopped, lost = law_of_turn(PRINTED, [total >= 10 for total in range(10)])
    assert agrees(counts, [sum(lost.values()), *(stopped[10 + k] for k in range(4))])


@pytest.mark.parametrize("threads", [2, 3])
def test_the_same_seed_gives_the_same_counts_on_any_threads(threads):
    experiments = [
        HoldExperiment(pack_dice(PRINTED), 8, seed=3, chunk=1000),
        TurnExperiment(PRINTED, np.arange(12) >= 6, seed=3, chunk=1000),
    ]
    for experiment in experiments:
        one = run(experiment, games=12_345, threads=1)
        many = run(experiment, games=12_345, threads=threads)
        assert np.array_equal(one.counts, many.counts)
        assert one.key == many.key


STOPS = {
    "at 8": [total >= 8 for total in range(12)],
    "on 3 and from 5": [total == 3 or total >= 5 for total in range(12)],
    "at 0 and 6": [total in (0, 6) for total in range(12)],
}


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("stop", STOPS)
@pytest.mark.parametrize("first", [0, 4])
def test_turns_by_a_stop_set_agree_with_the_exact_law(name, stop, first):
    """[zoinx: A turn, 2] final totals, and totals before a zoinx, which opponents earn from."""
    rules = RULES[name]
    experiment = TurnExperiment(rules, np.array(STOPS[stop]), seed=8, first=first)
    counts = run(experiment, games=2**17).counts
    laws = law_of_turn(rules, STOPS[stop], first)
    totals = range(len(STOPS[stop]) + rules.max_roll)
    assert agrees(counts, [law.get(total, 0) for law in laws for total in totals])


def test_pig_hold_at_20():
    """Published: mean 492303203/60466176, outcomes 0, 20 … 25."""
    games = 1 << 22
    counts = run(HoldExperiment.of(PIG, 20, 3), games=games).counts
    known = [0.624541, 0.099713, 0.094991, 0.074189, 0.054196, 0.035198, 0.017173]
    assert counts[:7] / games == pytest.approx(known, abs=4 * (0.25 / games) ** 0.5)
    mean = sum(counts[1 + k] * (20 + k) for k in range(6)) / games
    assert mean == pytest.approx(492303203 / 60466176, abs=4 * 11 / games**0.5)


def test_hold_at_21_has_the_mean_of_hold_at_20():
    """Published: exactly the same; here of the laws in fractions and of the simulation."""
    means = []
    for hold in (20, 21):
        stopped, _ = law_of_turn(PIG, [total >= hold for total in range(hold)])
        means.append(sum(total * p for total, p in stopped.items()))
    assert means[0] == means[1]
    assert float(means[0]) == pytest.approx(492303203 / 60466176, rel=1e-15)


def test_reaching_a_bet_before_a_zoinx():
    """[zoinx: Known exact values] P(reach 2, 4, 6, 8, 10 before a zoinx)."""
    known = [0.7244322512, 0.5571423895, 0.4302206642, 0.3320278575, 0.2562524473]
    games = 1 << 20
    for bet, p in zip((2, 4, 6, 8, 10), known, strict=True):
        stopped, _ = law_of_turn(PRINTED, [total >= bet for total in range(bet)])
        assert float(sum(stopped.values())) == pytest.approx(p, abs=1e-10)
        counts = run(HoldExperiment.of(PRINTED, bet, bet), games=games).counts
        assert abs(counts[0] / games - (1 - p)) < 4 * (p * (1 - p) / games) ** 0.5


@pytest.mark.parametrize("name", [name for name in RULES if name != "ten dice"])
def test_a_draw_is_one_exact_roll(name):
    """Every way equally often; what is left over is drawn again."""
    rules = RULES[name]
    dice = pack_dice(rules)
    table = dice.table()
    assert table.size == 1 << dice.bits
    used = table[table != AGAIN]
    assert used.size == dice.ways * dice.copies > table.size // 2
    assert (used == ZOINX).sum() == rules.p_bust * used.size
    for dots, p in rules.roll_law:
        assert (used == dots).sum() == p * used.size


def test_four_printed_dice_are_a_byte_below_243():
    dice = pack_dice(PRINTED)
    assert (dice.ways, dice.bits, dice.copies, dice.busts) == (81, 8, 3, 16)
    assert dice.dots.tolist() == [1, 2, 3, 4]
    assert dice.ends.tolist() == [48, 72, 80, 81]
