"""Bets of a round: small tables enumerated in full, what is found judged apart, same on threads."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import permutations, product

import numpy as np
import pytest

from zochastic.analysis import matrix_games, regret
from zochastic.analysis.coal import answers
from zochastic.analysis.coal.bets import choices as bets_choices
from zochastic.analysis.coal.bets import equilibria as bets
from zochastic.analysis.coal.bets import judge as bets_judge
from zochastic.analysis.coal.bets import two as bets_two
from zochastic.analysis.coal.bets.choose import choose, with_worst
from zochastic.analysis.coal.bets.learn import learn
from zochastic.analysis.coal.bets.scene import LEAD, scene_of
from zochastic.analysis.coal.game.policies import read_policy
from zochastic.rules.coal import CoalRules, Oven
from zochastic.rules.coal.payment import pay_round
from zochastic.rules.coal.position import BURNED, Position, Result
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import load_variant

TINY = Oven.of({20: 2, 10: 1}, 2)


def silent(done, total):
    pass


def variant(*sets):
    return load_variant("coal", "printed", sets)


@pytest.fixture(scope="module")
def pool():
    with ThreadPoolExecutor(2) as workers:
        yield workers


def net(rules, wealth, stakes, results):
    """What a round that ended so brings each."""
    over = Position(wealth=wealth, oven=Oven(), bets=stakes, results=results)
    after, _ = pay_round(rules, over)
    return tuple(now - was for now, was in zip(after.wealth, wealth, strict=True))


def perfect(rules, wealth, stakes, oven):
    """Both draw for their own chips and stop where they are indifferent; nobody has a pact."""

    @cache
    def value(left, drawn, results):
        if len(results) == 2:
            return net(rules, wealth, stakes, results)
        me, held = len(results), Result(sum(drawn), len(drawn))
        if not left:
            return value(left, (), (*results, held if drawn else BURNED))
        total = [Fraction(0)] * 2
        for i, piece in enumerate(left):
            rest = left[:i] + left[i + 1 :]
            if piece == 0:
                after = value(rest, (), (*results, BURNED))
            else:
                after = value(rest, tuple(sorted((*drawn, piece))), results)
            total = [t + Fraction(a) / len(left) for t, a in zip(total, after, strict=True)]
        draw = tuple(total)
        if not drawn:
            return draw
        stop = value(left, (), (*results, held))
        return stop if stop[me] >= draw[me] else draw

    pieces = [v for v, n in oven.coal for _ in range(n)] + [0] * oven.devils
    return value(tuple(sorted(pieces)), (), ())


def matrix(rules, wealth, oven, choices):
    pairs = [
        [perfect(rules, wealth, pair, oven) for pair in product([a], choices)] for a in choices
    ]
    return np.moveaxis(np.array(pairs, float), 2, 0)


def test_two_players_equal_brute_force(pool):
    """Exact payoffs, the equal bets that are equilibria, and the mixture's epsilon."""
    rules = CoalRules(players=2, max_bet=40)
    game = matrix(rules, (60, 60), TINY, range(0, 50, 10))
    scene = scene_of(rules, (60, 60), oven=TINY)
    listed, payoffs = bets.find(scene, seed=1, pool=pool, exact=None, tell=silent)
    assert payoffs == pytest.approx(game, abs=1e-9)
    pure = regret.pure_equilibria(game, tolerance=1e-9)
    equal = [found.level for found in listed if found.level is not None]
    assert equal == [10 * i for i, j in pure if i == j]
    assert equal
    for found in listed:
        assert found.judgement.epsilon == pytest.approx(regret.epsilon(game, found.mixtures))
        for seat, value in enumerate(found.judgement.values):
            expected = found.mixtures[0] @ game[seat] @ found.mixtures[1]
            assert value.value == pytest.approx(expected)


def test_the_lead_of_two_is_a_game_of_opposed_interests(pool):
    rules = CoalRules(players=2, max_bet=40)
    scene = scene_of(rules, (60, 60), oven=TINY, goal=LEAD)
    listed, payoffs = bets.find(scene, seed=1, pool=pool, exact=True, tell=silent)
    assert payoffs[0] == pytest.approx(-payoffs[1])
    game = matrix(rules, (60, 60), TINY, range(0, 50, 10))
    value = matrix_games.solve(game[0] - game[1]).value
    for found in listed:
        assert found.judgement.epsilon < 1e-9
        assert found.judgement.values[0].value == pytest.approx(value)


def enumerated(rules, wealth, oven, stop_at, choices):
    """Payoffs of all bets of players who stop at an amount, over all orders of the pieces."""
    pieces = [v for v, n in oven.coal for _ in range(n)] + [0] * oven.devils
    ends = []
    for order in permutations(pieces):
        rest, results = list(order), []
        for _ in wealth:
            amount = number = 0
            while rest and amount < stop_at:
                piece = rest.pop(0)
                if piece == 0:
                    amount = number = 0
                    break
                amount, number = amount + piece, number + 1
            results.append(Result(amount, number) if number else BURNED)
        ends.append(tuple(results))
    table = np.zeros((len(wealth), *([len(choices)] * len(wealth))))
    for profile in product(range(len(choices)), repeat=len(wealth)):
        stakes = tuple(choices[k] for k in profile)
        mean = np.mean([net(rules, wealth, stakes, end) for end in ends], axis=0)
        table[(slice(None), *profile)] = mean
    return table


@pytest.mark.parametrize("goal", ["chips", "lead"])
def test_three_players_are_judged_as_enumerated(pool, goal):
    rules = CoalRules(players=3, max_bet=30)
    wealth, choices = (80, 80, 80), [0, 10, 20, 30]
    game = enumerated(rules, wealth, TINY, 30, choices)
    if goal == LEAD:
        game = (3 * game - game.sum(axis=0)) / 2
    policy = read_policy("amount:30", 3)
    scene = scene_of(rules, wealth, oven=TINY, goal=goal, policies=[policy] * 3)
    uneven = (np.array([0.5, 0.5, 0, 0]), np.array([0, 0, 1.0, 0]), np.array([0.2, 0, 0.3, 0.5]))
    for mixtures in (*(scene.pure((k, k, k)) for k in range(4)), uneven):
        judged = bets.judge(scene, mixtures, seed=5, rounds=16_384, pool=pool, tell=silent)
        exact = regret.epsilon(game, mixtures)
        assert judged.low - 0.3 <= exact <= judged.high + 0.3
        for value, table in zip(judged.values, game, strict=True):
            exact = np.einsum("abc,a,b,c", table, *mixtures)
            assert abs(value.value - exact) < 3 * value.half_width + 1e-9
    listed, payoffs = bets.find(scene, seed=3, pool=pool, exact=None, tell=silent)
    assert payoffs is None
    clear = [k for k in range(4) if regret.epsilon(game, scene.pure((k, k, k))) < 1e-9]
    levels = {found.level for found in listed if found.holds}
    assert {choices[k] for k in clear} <= levels


def test_learned_lots_come_near_an_equilibrium(pool):
    rules = CoalRules(players=3, max_bet=30)
    wealth = (80, 80, 80)
    game = enumerated(rules, wealth, TINY, 30, [0, 10, 20, 30])
    policy = read_policy("amount:30", 3)
    scene = scene_of(rules, wealth, oven=TINY, policies=[policy] * 3)
    even = tuple(np.full(4, 0.25) for _ in range(3))
    for mixtures in learn(scene, 7, pool, silent):
        assert regret.epsilon(game, mixtures) < min(1.5, regret.epsilon(game, even))


def test_equal_bets_of_unequal_wealth():
    rules = CoalRules(players=3)
    choices = bets_choices.choices(rules, rules.fresh, (40, 20, 0))
    assert choices == ((0, 10, 20, 30, 40), (0, 10, 20), (0,))
    profiles = bets_choices.level_profiles(choices)
    told = [tuple(c[k] for c, k in zip(choices, p, strict=True)) for p in profiles]
    assert told == [(0, 0, 0), (10, 10, 0), (20, 20, 0), (30, 20, 0), (40, 20, 0)]


@pytest.mark.parametrize("wealth", [(230, 100), (400, 250, 150, 90), (1500, 800, 10, 0, 50, 350)])
def test_a_grid_keeps_nothing_and_all_in(wealth):
    rules = CoalRules(players=len(wealth))
    for chips, mine in zip(wealth, bets_choices.choices(rules, rules.fresh, wealth), strict=True):
        assert (mine[0], mine[-1]) == (0, chips)
        assert len(mine) <= bets_choices.MOST
        assert all(bet % 10 == 0 for bet in mine)
    must = replace(rules, zero_bet=False)
    choices = bets_choices.choices(must, rules.fresh, wealth)
    assert [c[0] for c in choices] == [min(10, chips) for chips in wealth]


def test_the_round_rule_comes_near_perfect_drawing(pool):
    """Two players with 200 each: exact figures of solved rounds."""
    scene = scene_of(CoalRules(players=2), (200, 200))
    for pair, exact in (
        ((100, 100), (157.5, 162.8)), ((200, 200), (82.9, 83.6)), ((100, 120), (76.5, 115.5)),
    ):  # fmt: skip
        pure = scene.pure([bet // 10 for bet in pair])
        trial = bets_judge.Trial(scene, pure, [], 3)
        bets_judge.play_trials([trial], 64, pool, silent)
        for value, best in zip(trial.judgement().values, exact, strict=True):
            assert abs(value.value - best) < 4 + 2 * value.half_width


def test_exact_figures_of_two(pool):
    scene = replace(scene_of(CoalRules(players=2), (200, 200)), choices=((100,), (100, 120)))
    payoffs = bets_two.exact_payoffs(scene, pool, silent)
    assert payoffs[:, 0] == pytest.approx(np.array([[157.5, 76.5], [162.8, 115.5]]), abs=0.06)


def test_the_safest_is_the_best_of_worst_cases(pool):
    rules = CoalRules(players=2, max_bet=40)
    scene = scene_of(rules, (60, 60), oven=TINY)
    listed, payoffs = bets.find(scene, seed=1, pool=pool, exact=True, tell=silent)
    told = with_worst(scene, listed, 0, payoffs=payoffs, seed=1, pool=pool, tell=silent)
    held = [found for found in told if found.holds]
    worst = [
        min(found.mixtures[0] @ payoffs[0] @ other.mixtures[1] for other in held) for found in held
    ]
    chosen = told[choose(told, 0, "safest")]
    assert chosen.worst == pytest.approx(max(worst))
    best = told[choose(told, 0, "highest")]
    values = [found.judgement.values[0].value for found in held]
    assert best.judgement.values[0].value == max(values)


def test_the_same_on_any_threads():
    line = {"wealth": [30, 20, 20], "games": 600, "select": "safest", "goal": "lead"}
    one, three = (answers.bet(variant(), threads=n, **line) for n in (1, 3))
    assert one == three
    one, three = (
        answers.bet(variant(), wealth=50, others="chance:0.6", threads=n, games=900) for n in (1, 3)
    )
    assert one == three


def test_facts_rows_and_tables():
    answer = answers.bet(variant(), wealth=[30, 20, 20], seat=2, games=600)
    assert {"best_bet", "value", "epsilon", "epsilon_low", "epsilon_high"} <= answer.facts.keys()
    assert list(answer.rows[0]) == [
        "bet", "p_success", "ev_single", "ev_double", "probability", "ev_chips",
    ]  # fmt: skip
    assert [row["bet"] for row in answer.rows] == [0, 10, 20]
    assert sum(row["probability"] for row in answer.rows) == pytest.approx(1)
    best = answer.rows[answer.best]
    assert best["bet"] == answer.facts["best_bet"]
    if best["probability"] == 1:
        assert best["ev_chips"] == pytest.approx(answer.facts["value"], abs=2)
    assert "rule round" in answer.answer
    table = answer.tables["equilibria"]
    assert all(len(row["bets"]) == 3 and {"value_1", "epsilon"} <= row.keys() for row in table)


def test_the_best_reply_is_the_best_row():
    answer = answers.bet(variant(), wealth=50, others="fixed:30", games=2000)
    values = [row["ev_chips"] for row in answer.rows]
    assert answer.facts["value"] == pytest.approx(max(values))
    assert "fixed:30+round" in answer.answer
    early = answers.bet(variant(), wealth=50, others="fixed:30", games=10**6, precision=3)
    assert early.provenance.games < 100_000
    assert early.facts["value_high"] - early.facts["value_low"] <= 6


@pytest.mark.parametrize(
    ("keys", "sets"),
    [
        ({"goal": "wins"}, ()), ({"select": "best"}, ()), ({"others": "nobody"}, ()),
        ({"seat": 5}, ()), ({"wealth": [10]}, ()), ({"wealth": [15, 20]}, ()),
        ({"players": 3, "wealth": [10, 20]}, ()), ({"games": 10**9}, ()), ({"exact": True}, ()),
        ({"others": "help", "goal": "lead"}, ()), ({"wealth": 10_000}, ("bank=printed",)),
    ],
)  # fmt: skip
def test_wrong_questions_are_refused(keys, sets):
    with pytest.raises(InvalidInput):
        answers.bet(variant(*sets), **keys)


def test_rules_that_pay_otherwise_change_the_answer():
    def worth(*sets):
        rows = answers.bet(variant(*sets), wealth=100, others="fixed:50", games=4000).rows
        return {row["bet"]: row["ev_chips"] for row in rows}

    printed = worth()
    assert worth("double_to=nobody")[50] < printed[50]
    assert worth("bet_on=own")[50] < printed[50]
    assert worth("best_bonus=100")[0] > printed[0]
    assert max(worth("max_bet=60")) == 60
    # with 50 chips everybody has a pact: devils cost those who stake nothing
    assert (
        answers.bet(variant("pact=0"), wealth=[100, 50], others="fixed:0", games=4000).rows[0][
            "ev_chips"
        ]
        > answers.bet(variant(), wealth=[100, 50], others="fixed:0", games=4000).rows[0]["ev_chips"]
    )
