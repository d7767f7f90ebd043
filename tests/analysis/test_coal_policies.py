"""Policies of coal by name, and what they bet and draw."""

import numpy as np
import pytest

from zochastic.analysis.coal.game.policies import Entry, pack_policies, read_policy
from zochastic.analysis.coal.game.reach import chances
from zochastic.rules.coal import CoalRules
from zochastic.rules.errors import InvalidInput
from zochastic.sims.coal.table import EV, OWN_BET, ROUND_RULE, opening, pack_rules
from zochastic.sims.coal.tally import play_on


def test_names_are_bets_ways_of_drawing_or_both() -> None:
    both = read_policy("share:0.25+pieces:4", 4)
    assert both.betting.cells == ((Entry(share=0.25),),)
    assert (both.drawing.pieces, both.drawing.rule) == (4, 0)
    assert read_policy("fixed:100", 4).text == "fixed:100+round"
    assert read_policy("ev", 4).text == "chance:0.6+ev"
    assert [read_policy(d, 2).drawing.rule for d in ("ev", "own-bet", "round")] == [
        EV,
        OWN_BET,
        ROUND_RULE,
    ]
    assert read_policy("all-in+amount:130", 2).drawing.amount == 130


@pytest.mark.parametrize(
    "text",
    ["", "+", "fixed", "fixed:", "fixed:-1", "fixed:1e3", "fixed:100+", "+ev", "share:0", "share:2",
     "chance:nan", "chance:.", "pieces:0", "amount:x", "ev+fixed:100", "all-in+all-in", "round+ev",
     "champion:3", "fixed:99999999", "share:1.0.0", "fixed:\u0661"],
)  # fmt: skip
def test_what_is_no_policy_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(InvalidInput) as fault:
        read_policy(text, 4)
    assert "\n" not in str(fault.value)


def _first_bets(rules: CoalRules, *names: str, seed: int = 1) -> np.ndarray:
    """Bets of the first round, seat by seat, from what a lost bet costs if nothing can be won."""
    players = [read_policy(name, len(names)) for name in names]
    return _stakes(rules, pack_policies(rules, players), seed)


def _stakes(rules: CoalRules, policies, seed: int) -> np.ndarray:  # type: ignore[no-untyped-def]
    start = opening(rules)
    played = play_on(
        pack_rules(rules), policies, start, seed=seed, first_game=0, games=1, most_rounds=1
    )
    return start.wealth - played.chips[0]


NOTHING = {"coal": {}, "devils": 48, "best_bonus": 0, "pieces_bonus": 0, "mouth": 0}


def test_a_bet_is_the_least_of_its_limits_in_whole_steps() -> None:
    """[coal: A round, 1] multiples of the step, at most what one has; all lose in an empty oven."""
    rules = CoalRules(players=4, start=200, **NOTHING)  # type: ignore[arg-type]
    bets = _first_bets(rules, "fixed:130+ev", "fixed:999+ev", "share:0.33+ev", "all-in+ev")
    assert bets.tolist() == [130, 200, 60, 200]
    capped = CoalRules(players=2, start=200, max_bet=70, **NOTHING)  # type: ignore[arg-type]
    assert _first_bets(capped, "all-in+ev", "fixed:0+ev").tolist() == [70, 0]
    must = CoalRules(players=2, zero_bet=False, **NOTHING)  # type: ignore[arg-type]
    assert _first_bets(must, "fixed:0+ev", "chance:0.9+ev").tolist() == [10, 10]


def test_a_chance_bet_is_what_the_table_reaches_that_often() -> None:
    rules = CoalRules(players=4, start=1_000)
    policies = pack_policies(rules, [read_policy("chance:0.6", 4)] * 4)
    table = chances(rules, 4)
    quota = policies.quota[0, 39, 9] * table.mean
    assert table.of(rules.fresh, 4, quota) >= 0.6 > table.of(rules.fresh, 4, quota + 5)


def test_a_seat_keeps_its_own_policy() -> None:
    rules = CoalRules(players=3)
    packed = pack_policies(
        rules, [read_policy(n, 3) for n in ("fixed:50+ev", "chance:0.7+pieces:3", "champion")]
    )
    assert packed.rule.tolist() == [EV, 0, ROUND_RULE]
    assert packed.stop_pieces[1] == 3
    assert packed.chance.shape[1] > 1, "the champion looks at how the game stands"
    assert np.allclose(packed.chance[:, :, -1], 1.0)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_there_is_a_champion_for_every_table(players: int) -> None:
    policy = read_policy("champion", players)
    for cell in policy.betting.cells:
        assert sum(entry.probability for entry in cell) == pytest.approx(1.0, abs=1e-3)
