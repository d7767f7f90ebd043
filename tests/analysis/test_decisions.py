"""Decisions under two readings: what flips, what keeping the old advice costs."""

import numpy as np
import pytest

from zochastic.analysis.design.readings import assumptions, cost_of, told_flip
from zochastic.analysis.quality.decisions import Decision
from zochastic.analysis.quality.records import design_of
from zochastic.rules.variants import GAMES, load_variant


def panel(game, *sets):
    found = design_of(game).decisions(load_variant(game, "printed", list(sets)).rules)
    return {decision.question: decision for decision in found}


def test_the_first_of_equal_options_is_the_advice():
    decision = Decision.of("q", "chips", {"a": 1.0, "b": 2.0, "c": 2.0 + 1e-12})
    assert decision.best == decision.advice == "b"


def test_keeping_an_advice_costs_what_it_is_worse_by():
    old = Decision.of("q", "chips", {"a": 3.0, "b": 2.0})
    new = Decision.of("q", "chips", {"a": 1.0, "b": 2.5}, [0.25, 0.0])
    assert new.flips(old)
    cost = new.keeping(old)
    assert (cost.value, cost.low, cost.high) == (1.5, 1.25, 1.75)
    assert not new.flips(new)
    assert new.keeping(new).value == 0
    unsure = Decision.of("q", "chips", {"a": 1.0, "b": 1.2}, [0.25, 0.0])
    assert not unsure.flips(old)  # within its error
    gone = Decision.of("q", "chips", {"b": 2.5, "c": 1.0})
    assert gone.keeping(old) is None
    assert gone.flips(old)


def test_keeping_a_mixture_costs_what_the_worst_reply_takes():
    # two-finger Morra: -1/12 at (7/12, 5/12); 1:1 loses -1/2 against two fingers
    payoffs = np.array([[2.0, -3.0], [-3.0, 4.0]])
    best = np.array([7 / 12, 5 / 12])
    new = Decision.against("q", "chips", ["1", "2"], payoffs, best)
    old = Decision.against("q", "chips", ["1", "2"], payoffs, np.array([0.5, 0.5]))
    assert new.keeping(old).value == pytest.approx(-1 / 12 + 1 / 2)
    assert new.advice == "1 58 %, 2 42 %"
    assert not new.flips(old)  # one finger is played most in both, the first of equals


def test_an_assumption_of_zoinx_flips_the_published_bets():
    # [zoinx: Known exact values]: 25-25 with lead-or-tie is 4/6/8 = .014/.153/.833
    old, new = panel("zoinx"), panel("zoinx", "trigger=own-turn-lead-or-tie")
    question = "bet at 25,25"
    assert old[question].best == "4"
    assert new[question].best == "8"
    assert new[question].play[1:4] == pytest.approx([0.014, 0.153, 0.833], abs=1e-3)
    assert new[question].flips(old[question])
    assert old["bet at 0,0"].best == new["bet at 0,0"].best == "4"
    # values of the equilibrium, the best reply to the other's mixture being worth no more
    guess = new["bet at 25,25, the other's turn"]
    value = new[question].play @ new[question].payoffs @ guess.play
    assert value == pytest.approx(0.539002, abs=1e-6)
    assert (new[question].payoffs @ guess.play).max() == pytest.approx(value, abs=1e-9)


def test_a_tie_that_the_table_calls_makes_grey_the_better_guess():
    # [diavolo: A round]: grey gains a gem with p, a colour avoids a loss with (1 - p)/3
    question = "grab at nearest, no die seen"
    old, few, many = (panel("diavolo", f"near_tie={p}")[question] for p in ("0", "0.05", "0.2"))
    assert old.best == few.best == "black"
    assert many.best == "grey"
    assert many.keeping(old).value == pytest.approx((0.2 - 0.8) - (0.8 / 3 - 1))
    # [diavolo: Known exact values]: after one six at value-max grey is right with .665102
    six = panel("diavolo")["grab at value-max, a 6 seen on black"]
    assert six.payoffs[3, 0] == pytest.approx(2 * 0.665102 - 1, abs=2e-6)


def test_coal_panel_has_the_published_stop():
    # [coal: Known exact values]: stop at 130, worth 58.312651307050
    fresh = panel("coal")["one drawer, a fresh oven: stop at"]
    assert fresh.best == "130"
    assert fresh.payoffs.max() == pytest.approx(58.312651307050)


def test_decks_that_nobody_remembers_are_all_alike():
    # [mauer: Known values]: with 1/4 each without memory; 1/3 where one deck is ruled out
    (question,) = (q for q in panel("mauer", "players=2") if "deck 1 opened" in q)
    perfect, none = (
        panel("mauer", "players=2", f"memory={m}")[question] for m in ("perfect", "none")
    )
    assert perfect.payoffs[:, 0] == pytest.approx([0, 1 / 3, 1 / 3, 1 / 3])
    assert none.payoffs[:, 0] == pytest.approx([0.25] * 4)
    assert not none.flips(perfect)  # nothing is lost by opening another


@pytest.mark.parametrize("game", GAMES)
def test_no_question_comes_twice_and_every_advice_is_an_option(game):
    sets = [] if game == "zoinx" else ["players=2"]
    found = design_of(game).decisions(load_variant(game, "printed", sets).rules)
    assert len({decision.question for decision in found}) == len(found) >= 5
    for decision in found:
        assert decision.play.sum() == pytest.approx(1)
        assert decision.best in decision.options
        assert decision.keeping(decision).value == 0


def test_the_answer_tells_the_dearest_flip():
    answer = assumptions(load_variant("zoinx"), games=64, metrics=["mean_rounds"])
    flips = [row for row in answer.tables["advice"] if row["flips"]]
    dearest = max(flips, key=cost_of)
    assert told_flip(dearest) in answer.answer
    assert "would cost" in told_flip(dearest)
    assert all(row["cost_low"] > 0 for row in flips)
