"""Policies by name, in arrays, in files."""

import contextlib
import os

import numpy as np
import pytest

from zochastic.analysis.zoinx import policies
from zochastic.analysis.zoinx.policies import (
    load_play,
    make_play,
    packed,
    read_policy,
    save_play,
    sims_policy,
)
from zochastic.analysis.zoinx.versus import Grid, play_out
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import load_variant
from zochastic.rules.zoinx.referee import begin
from zochastic.sims.runner import run
from zochastic.sims.zoinx.play import Results, games


def rules_of(name="printed", *sets):
    return load_variant("zoinx", name, sets).rules


PRINTED = rules_of()


@pytest.mark.parametrize(
    ("text", "variant", "words"),
    [
        ("pionts", PRINTED, ("'pionts'", "did you mean 'points'?")),
        ("perfekt", PRINTED, ("did you mean 'perfect'?",)),
        ("", PRINTED, ("points, perfect",)),
        ("hold:20", PRINTED, ("fixed:BET:HOLD:OPP",)),
        ("fixed:5:6:0", PRINTED, ("BET", "2, 4, 6, 8, 10")),
        ("fixed:4:6:3", PRINTED, ("OPP", "0, 2, 4, 6, 8, 10")),
        ("fixed:4:x:0", PRINTED, ("dots to stop at",)),
        ("fixed:4:9999:0", PRINTED, ("0 to 500",)),
        ("fixed:4:6", PRINTED, ("fixed:BET:HOLD:OPP",)),
        ("hold:-1", rules_of("pig"), ("dots to stop at",)),
        ("fixed:4:6:0", rules_of("pig"), ("none",)),
        ("perfect", rules_of("printed", "players=4"), ("2 or 3",)),
        ("nowhere.npz", PRINTED, ("a file that exists",)),
    ],
)
def test_wrong_names_are_refused_in_one_line(text, variant, words):
    with pytest.raises(InvalidInput) as wrong:
        read_policy(text, variant)
    assert "\n" not in str(wrong.value)
    for word in words:
        assert word in str(wrong.value)


def test_points_bets_stops_and_guesses_for_points():
    play = make_play(read_policy("points", PRINTED), Grid.of(PRINTED, words=1))
    assert play.bets[7, 11].tolist() == [0, 0, 0, 1, 0]
    assert play.guesses[7, 11].tolist() == [1, 0, 0, 0, 0, 0]
    stops = int(play.stops[3, 4, 3, 0, 0])
    assert [t for t in range(12) if stops >> t & 1] == [9, 10, 11]
    other = rules_of("printed", "opponent_factor=3")
    play = make_play(read_policy("points", other), Grid.of(other, words=1))
    assert play.guesses[0, 0].tolist() == [0, 0, 0, 0, 1, 0]


def test_a_fixed_policy_never_stops_below_its_bet():
    play = make_play(read_policy("fixed:8:3:2", PRINTED), Grid.of(PRINTED, words=1))
    stops = int(play.stops[0, 0, 3, 0, 0])
    assert [t for t in range(12) if stops >> t & 1] == [8, 9, 10, 11]
    free = rules_of("printed", "forced=false")
    play = make_play(read_policy("fixed:8:3:2", free), Grid.of(free, words=1))
    assert int(play.stops[0, 0, 3, 0, 0]) >> 3 & 1


def test_hold_stops_too_where_the_target_is_reached():
    rules = rules_of("pig")
    play = make_play(read_policy("hold:20", rules), Grid.of(rules, words=2))
    assert int(play.stops[95, 0, 0, 0, 0]) >> 5 & 1
    assert not int(play.stops[95, 0, 0, 0, 0]) >> 4 & 1


@pytest.mark.parametrize("players", [1, 3, 4])
@pytest.mark.parametrize(("variant", "name"), [("printed", "points"), ("printed", "fixed:4:5:2"), ("pig", "hold:20")])  # fmt: skip
def test_policies_for_other_numbers_of_players(players, variant, name):
    rules = rules_of(variant, f"players={players}")
    named = read_policy(name, rules)
    policy = sims_policy(named, rules, named.words(rules))
    policy.check(rules)
    experiment = games(rules, [policy] * players, begin(rules), seed=1)
    found = Results.of(run(experiment, games=2000).counts, players)
    assert found.unfinished == 0
    if variant == "pig":
        assert found.scores.max() / 2000 < 106


def test_one_alone_who_holds_at_20_or_the_target():
    rules = rules_of("pig", "players=1")
    named = read_policy("hold:20", rules)
    policy = sims_policy(named, rules, named.words(rules))
    found = Results.of(run(games(rules, [policy], begin(rules), seed=2), games=50_000).counts, 1)
    error = np.sqrt(found.turns_squared / 50_000 - (found.turns / 50_000) ** 2) / np.sqrt(50_000)
    assert abs(found.turns / 50_000 - 12.636769490454) < 4 * error


def test_saved_and_loaded(tmp_path):
    file = tmp_path / "mine.npz"
    grid = Grid.of(PRINTED, words=1)
    play = make_play(read_policy("perfect", PRINTED), grid)
    save_play(file, PRINTED, play)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.npz"]
    again = read_policy(str(file), PRINTED)
    for one, other in zip(play, again.play, strict=True):
        assert np.array_equal(one, other)
    # a longer stop set of another policy is no obstacle
    wide = Grid.of(PRINTED, words=3)
    worth = play_out(wide, make_play(again, wide), make_play(again, wide))
    assert worth.x_moves[0, 0] == pytest.approx(0.5178890887, abs=1e-6)
    packed(wide, make_play(again, wide)).check(PRINTED)
    # where a game starts is no matter
    assert load_play(str(file), rules_of("printed", "start=[5,0]")).bets.shape == play.bets.shape
    with pytest.raises(InvalidInput, match="up to 40"):
        make_play(again, Grid.of(PRINTED, words=1, most=60))


def test_other_rules_and_broken_files_are_refused(tmp_path):
    file = tmp_path / "mine.npz"
    grid = Grid.of(PRINTED, words=1)
    play = make_play(read_policy("points", PRINTED), grid)
    save_play(file, PRINTED, play)
    with pytest.raises(InvalidInput, match="made for the rules at hand"):
        load_play(str(file), rules_of("lead-or-tie"))
    whole = file.read_bytes()
    for cut in (0, 10, len(whole) // 2, len(whole) - 30):
        file.write_bytes(whole[:cut])
        with pytest.raises(InvalidInput) as wrong:
            load_play(str(file), PRINTED)
        assert "\n" not in str(wrong.value)
    for at in range(60, len(whole), len(whole) // 40):
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 255]) + whole[at + 1 :])
        # some bytes of a zip file mean nothing
        with contextlib.suppress(InvalidInput):
            load_play(str(file), PRINTED)
    np.savez(file, bets=np.zeros(3))
    with pytest.raises(InvalidInput, match="wrote"):
        load_play(str(file), PRINTED)
    np.savez(file, format=np.array([object()], dtype=object), allow_pickle=True)
    with pytest.raises(InvalidInput, match="policy"):
        load_play(str(file), PRINTED)
    np.savez(
        file, format=np.array("zochastic zoinx policy 1"),
        rules=np.array(policies.rules_digest(PRINTED)), **(play._asdict() | {"bets": play.bets * 2}),
    )  # fmt: skip
    with pytest.raises(InvalidInput, match="not broken"):
        load_play(str(file), PRINTED)


@pytest.mark.parametrize("name", ["mine.txt", "nowhere/mine.npz", "folder.npz", "\0.npz"])
def test_files_that_cannot_be_written(tmp_path, name):
    (tmp_path / "folder.npz").mkdir()
    with pytest.raises(InvalidInput, match="--save"):
        policies.check_save(os.path.join(tmp_path, name))
