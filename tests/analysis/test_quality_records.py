"""What every game offers to designers: the same protocol, the same luck by (seed, game)."""

import pickle

import numpy as np
import pytest

from zochastic.analysis.batch import Batch
from zochastic.analysis.quality.records import PARTS, design_of
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import GAMES, load_variant

CASES = [(game, 2 if game in ("zoinx", "mauer") else 3) for game in GAMES]


def play(game, players, first, games, names=None, sets=(), **more):
    design = design_of(game)
    rules = load_variant(game, "printed", [f"players={players}", *sets]).rules
    names = names or design.usual(rules)
    design.check(rules, names)
    return design.seat(rules, names, **more).play(4, first, games)


@pytest.mark.parametrize(("game", "players"), CASES)
def test_a_game_is_the_same_in_whatever_chunk_it_is_played(game, players):
    whole = play(game, players, 0, 24)
    parts = [play(game, players, 0, 10), play(game, players, 10, 14)]
    for name in ("credit", "rounds", "turns", "steps", "unfinished", "out", "first"):
        joined = np.concatenate([getattr(part, name) for part in parts])
        assert np.array_equal(getattr(whole, name), joined), name


@pytest.mark.parametrize("paths", [False, True])
@pytest.mark.parametrize(("game", "players"), CASES)
def test_a_table_can_be_told_from_others_and_sent_elsewhere(game, players, paths):
    design = design_of(game)
    rules = load_variant(game, "printed", [f"players={players}"]).rules
    keys = set()
    for name in design.ladder(rules):
        table = design.seat(rules, [name] * players, paths=paths and design.exact_paths(rules))
        batch = Batch("", table, 3, 8)
        there = pickle.loads(pickle.dumps(batch))
        assert np.array_equal(there.play(1), batch.play(1))
        assert Batch("", there.playing, 3, 8).key == batch.key  # games played change nothing in it
        keys.add(batch.key)
    assert len(keys) == len(design.ladder(rules))


@pytest.mark.parametrize(("game", "players"), CASES)
def test_records_fit_together(game, players):
    made = play(game, players, 0, 60)
    assert made.credit.shape == made.out.shape == (60, players)
    total = made.credit.sum(axis=1)
    assert set(total.tolist()) <= {0, PARTS}
    assert (total[made.unfinished] == 0).all()
    assert (made.steps <= made.turns).all()
    assert (made.rounds <= made.turns).all()
    assert (made.out <= made.rounds[:, None]).all()
    assert ((0 <= made.first) & (made.first < players)).all()
    assert made.history.shape[2] == players
    # who wins is among those with most at the last look
    for g in range(60):
        if made.steps[g] <= made.history.shape[1] and not made.unfinished[g]:
            last = made.history[g, made.steps[g] - 1]
            for seat in np.flatnonzero(made.credit[g]):
                assert last[seat] == last.max()


@pytest.mark.parametrize(("game", "players"), CASES)
def test_every_step_of_the_ladder_plays(game, players):
    design = design_of(game)
    rules = load_variant(game, "printed", [f"players={players}"]).rules
    ladder = design.ladder(rules)
    assert len(ladder) > 2
    assert len(set(ladder)) == len(ladder)
    for name in ladder:
        assert play(game, players, 0, 3, names=[name] * players).credit.shape == (3, players)


@pytest.mark.parametrize(("game", "players"), CASES)
def test_policies_that_nobody_knows_are_refused(game, players):
    with pytest.raises(InvalidInput):
        play(game, players, 0, 1, names=["nobody"] * players)
    with pytest.raises(InvalidInput):
        play(game, players, 0, 1, names=[design_of(game).ladder(load_variant(game).rules)[0]])


def test_going_out_of_diavolo_is_told():
    made = play("diavolo", 3, 0, 200)
    assert (made.out > 0).sum(axis=1).max() == 3 or (made.out > 0).any()
    left = made.out == 0
    assert (left.sum(axis=1) <= 1).all()
    assert np.array_equal(made.credit > 0, left)


def test_policies_frozen_at_their_own_rules_play_as_ever():
    for game, players in CASES:
        rules = load_variant(game, "printed", [f"players={players}"]).rules
        ours = play(game, players, 0, 20)
        frozen = play(game, players, 0, 20, made_for=rules)
        assert np.array_equal(ours.credit, frozen.credit)


def test_frozen_policies_do_not_know_what_changed():
    printed = load_variant("coal", "printed", ["players=3"]).rules
    sets = ("devils=14", "coal.100=1")
    free = play("coal", 3, 0, 300, sets=sets)
    frozen = play("coal", 3, 0, 300, sets=sets, made_for=printed)
    assert free.rounds.mean() != frozen.rounds.mean()
    two = load_variant("zoinx").rules
    assert play("zoinx", 2, 0, 50, sets=("zoinx_prize=3",), made_for=two).credit.sum() > 0
    with pytest.raises(InvalidInput, match="target"):
        play("zoinx", 2, 0, 5, sets=("target=40",), made_for=two)
    with pytest.raises(InvalidInput, match="active_bets"):
        play("zoinx", 2, 0, 5, sets=("active_bets=[2,4]",), made_for=two)
    rules = load_variant("diavolo").rules
    with pytest.raises(InvalidInput, match="dice"):
        play("diavolo", 4, 0, 5, names=["dice:3"] * 4, sets=("dice=2",), made_for=rules)


def test_a_policy_for_unfrozen_coal_ends_at_its_threshold_when_frozen():
    printed = load_variant("coal", "printed", ["players=2"]).rules
    frozen = play("coal", 2, 0, 50, names=["fixed:20+ev"] * 2, made_for=printed)
    plain = play("coal", 2, 0, 50, names=["fixed:20+amount:127"] * 2)
    assert np.array_equal(frozen.credit, plain.credit)
