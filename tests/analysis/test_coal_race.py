"""Chances to win by whole games: against exact ends, plain games, and themselves."""

from dataclasses import replace

import pytest

from zochastic.analysis.coal.game import race
from zochastic.analysis.coal.game.race import win_chances
from zochastic.analysis.coal.game.race_answers import next_devil, win_bet, win_stop
from zochastic.rules.coal import CoalRules, Oven, Position, Result, referee
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import load_variant

PRINTED = load_variant("coal")
TWO = CoalRules(players=2)
FEW = {"games": 2_000, "threads": 2}


def last_turn(rules=TWO, drawn=(20,), bets=(100, 0), wealth=(1_400, 1_500), oven=None):
    """The second of two draws; whoever wins the bet or both bonuses has the target."""
    return Position(
        wealth=wealth[: rules.players], oven=oven or Oven.of({20: 1, 10: 1}, 2),
        pacts=(False,) * rules.players, bets=bets, results=(Result(50, 2),), drawn=drawn,
    )  # fmt: skip


def test_a_stop_that_ends_the_game_is_exact():
    """50 in three pieces: both tie the amount, his pieces are the most: 1,650 to 1,450."""
    position = last_turn(
        drawn=(20, 20, 10), bets=(0, 0), wealth=(1_400, 1_550), oven=Oven.of({10: 1}, 2)
    )
    found = win_chances(TWO, position, ["stop"], seat=1, playout="fixed:0+ev", **FEW)
    assert found.rollout.arms[0].value.value == 1
    assert found.rollout.arms[0].value.half_width == 0
    assert found.unfinished == 0


def test_drawing_from_a_known_oven_is_a_mean_over_its_pieces():
    """One piece left: the bonus is the game, and half of what can come is a devil."""
    rules = replace(TWO, max_rounds=1, pieces_bonus=0, mouth=0)
    position = Position(
        wealth=(1_550, 1_550), oven=Oven.of({20: 1}, 1), pacts=(False, False), bets=(0, 0),
        results=(Result(60, 3),), drawn=(50,),
    )  # fmt: skip
    found = win_chances(
        rules, position, ["stop", "draw"], seat=1, playout="fixed:0+pieces:2", games=20_000
    )
    stop, draw = (arm.value for arm in found.rollout.arms)
    assert stop.value == 0
    assert draw.low < 0.5 < draw.high


def test_all_alternatives_share_their_luck_and_threads_change_nothing():
    begin = referee.begin(TWO)
    one = win_chances(
        TWO, begin, [0, 100, 200], seat=0, playout="chance:0.6+ev", games=1, threads=1
    )
    two = win_chances(
        TWO, begin, [0, 100, 200], seat=0, playout="chance:0.6+ev", games=1, threads=2
    )
    assert one == two
    same = win_chances(TWO, begin, [50, 50], seat=0, playout="chance:0.6+round", games=1)
    assert same.rollout.arms[1].behind.value == 0
    assert same.rollout.arms[1].behind.half_width == 0


def test_a_certain_seat_wins_its_even_share():
    """All play alike from the opening: by symmetry the seats' chances add up to 1."""
    begin = referee.begin(TWO)
    chances = [
        win_chances(TWO, begin, [100], seat=seat, playout="fixed:100+ev", games=8_000)
        for seat in (0, 1)
    ]
    total = sum(each.rollout.arms[0].value.value for each in chances)
    assert total == pytest.approx(1 - chances[0].unfinished)


@pytest.mark.parametrize(
    ("alternative", "seat"), [("draw", 0), ("stop", 0), (205, 0), (210, 0), (-10, 0)]
)
def test_what_cannot_be_done_is_refused(alternative, seat):
    with pytest.raises(ValueError, match="cannot"):
        win_chances(TWO, referee.begin(TWO), [alternative], seat=seat, **FEW)


def test_stopping_too_early_is_refused():
    rules = replace(TWO, min_draw=2)
    with pytest.raises(ValueError, match="cannot stop"):
        win_chances(rules, last_turn(rules), ["stop"], seat=1, **FEW)


@pytest.mark.parametrize("playout", ["all-in+ev", "fixed:0+amount:2000"])
def test_a_play_out_without_an_end_is_told_at_once(playout):
    rules = CoalRules(best_bonus=0, pieces_bonus=0) if playout[0] == "f" else CoalRules()
    with pytest.raises(InvalidInput, match="a policy whose games end"):
        win_chances(rules, referee.begin(rules), [0, 200], seat=0, playout=playout, **FEW)


def test_the_default_play_out_is_a_policy():
    for players in range(2, 7):
        assert race.default_playout(players) in ("champion", race.RULE_OF_THUMB)


def test_the_answer_about_bets():
    seen = []
    answer = win_bet(
        PRINTED, referee.begin(PRINTED.rules), playout="chance:0.6+round", games=1,
        progress=lambda done, total: seen.append(done / total),
    )  # fmt: skip
    rows = answer.rows
    assert [row["bet"] for row in rows] == list(range(0, 210, 10))
    assert all(0 <= row["low"] <= row["p_win"] <= row["high"] <= 1 for row in rows)
    best = rows[answer.best]
    assert answer.facts["best_bet"] == best["bet"]
    assert answer.facts["value"] == best["p_win"]
    assert answer.facts["epsilon"] is None
    assert answer.answer.startswith(f"Bet {best['bet']}: it wins ")
    assert "chance:0.6+round" in answer.answer
    assert answer.facts["playout_2"] == race.SECOND
    if answer.facts["best_bet_2"] != best["bet"]:
        assert any(race.SECOND in note for note in answer.notes)
        assert [row["bet"] for row in answer.tables["playout_2"]] == [row["bet"] for row in rows]
    assert seen == sorted(seen)
    assert seen[-1] <= 1


def test_many_bets_are_thinned_out_with_nothing_and_all_in():
    rules = PRINTED.rules
    position = replace(referee.begin(rules), wealth=(1_500, 700, 700, 700))
    answer = win_bet(PRINTED, position, playout="fixed:100+ev", games=1)
    bets = [row["bet"] for row in answer.rows]
    assert len(bets) <= 24
    assert bets[0] == 0
    assert bets[-1] == 1_500


def test_nothing_to_choose():
    position = replace(referee.begin(PRINTED.rules), wealth=(0, 300, 300, 300))
    answer = win_bet(PRINTED, position, playout="chance:0.6+round", games=1)
    assert [row["bet"] for row in answer.rows] == [0]
    assert answer.answer.startswith("There is nothing to choose but 0")


@pytest.mark.parametrize("seat", [0, 5])
def test_a_seat_that_is_none(seat):
    with pytest.raises(InvalidInput, match="--seat"):
        win_bet(PRINTED, referee.begin(PRINTED.rules), seat=seat)


def test_the_answer_about_stopping():
    variant = load_variant("coal", "printed", ["players=2"])
    answer = win_stop(variant, last_turn(drawn=(20, 20, 10)), playout="chance:0.6+round", games=1)
    facts = answer.facts
    assert facts["advice"] in ("draw", "stop")
    assert [row["action"] for row in answer.rows] == ["stop", "draw"]
    assert facts["value_stop"] == answer.rows[0]["value"]
    assert facts["value_draw"] == answer.rows[1]["value"]
    assert facts["low"] <= facts[f"value_{facts['advice']}"] <= facts["high"]
    assert facts["p_devil_next"] == 0.5
    assert facts["seat"] == 2
    assert answer.answer.startswith(str(facts["advice"]).capitalize())


def test_no_piece_yet_means_draw():
    variant = load_variant("coal", "printed", ["players=2"])
    answer = win_stop(variant, last_turn(drawn=()), playout="chance:0.6+round", games=1)
    assert answer.facts["advice"] == "draw"
    assert answer.facts["value_stop"] is None
    assert "the rules ask for 1" in answer.answer


def test_an_empty_oven_means_stop():
    variant = load_variant("coal", "printed", ["players=2"])
    position = replace(last_turn(), oven=Oven())
    answer = win_stop(variant, position, playout="chance:0.6+round", games=1)
    assert answer.facts["advice"] == "stop"
    assert answer.facts["value_draw"] is None
    assert answer.facts["p_devil_next"] is None


@pytest.mark.parametrize(
    ("memory", "chance"), [("perfect", 2 / 4), ("devils", 2 / 4), ("none", 5 / 10)]
)
def test_the_next_devil_for_all_one_knows(memory, chance):
    rules = replace(TWO, memory=memory)
    position = replace(last_turn(), aside=Oven.of({50: 3}, 3), drawn=(), results=())
    assert next_devil(rules, position) == chance
