"""Luck against skill: published values."""

import numpy as np
import pytest

from zochastic.analysis.quality import elo
from zochastic.analysis.quality.records import design_of
from zochastic.analysis.quality.skill import elo_spread, relative_skill, turn_skill
from zochastic.rules.variants import load_variant


def test_relative_skill_is_what_learning_brings_of_all_that_could_be_gained():
    assert relative_skill(0, 1, 1) == 1
    assert relative_skill(1, 1, 3) == 0
    assert relative_skill(0, 1, 4) == 0.25
    assert relative_skill(2, 2, 2) == 1


@pytest.mark.parametrize(
    ("game", "variant", "skill"),
    [("coal", "printed", 0.316827033), ("zoinx", "pig", 0.288507694)],
)
def test_relative_skill_of_a_turn_is_the_published_one(game, variant, skill):
    found = turn_skill(design_of(game), load_variant(game, variant).rules)
    assert found.value == pytest.approx(skill, abs=5e-10)
    assert found.low == found.value == found.high


def test_a_turn_of_which_nothing_is_known_has_no_skill():
    assert turn_skill(design_of("diavolo"), load_variant("diavolo").rules) is None
    assert turn_skill(design_of("zoinx"), load_variant("zoinx").rules) is None


@pytest.mark.parametrize(("certain", "published"), [(0.1, 20.5), (0.25, 54.1), (0.5, 120.7)])
def test_ratings_spread_as_far_as_published(certain, published):
    # Duersch, Lambrecht and Oechssler 2020: the better one wins with certainty so often
    rank = np.arange(elo.PLAYERS)
    chances = 0.5 + 0.5 * certain * np.sign(np.subtract.outer(rank, rank))
    assert elo.spread(chances) == pytest.approx(published, rel=0.03)


def test_a_ladder_of_coal_spreads_players():
    design, rules = design_of("coal"), load_variant("coal", "printed", ["players=2"]).rules

    def credit(table, chunk, chunks):
        parts = [table.play(1, i * chunk, chunk).credit.sum(axis=0) for i in range(chunks)]
        return np.array(parts)

    found = elo_spread(design, rules, games=400, seed=1, credit=credit)
    assert 20 < found.low < found.value < found.high < 1000
