"""Pairs of policies valued exactly: published values, a brute-force twin, simulated games."""

from dataclasses import replace
from functools import cache
from math import sqrt

import numpy as np
import pytest

from zochastic.analysis.zoinx import answers, evaluate
from zochastic.analysis.zoinx.policies import make_play, packed, read_policy
from zochastic.analysis.zoinx.positions import Turn, TwoValues
from zochastic.analysis.zoinx.two import solve_two
from zochastic.analysis.zoinx.versus import (
    Grid,
    best_reply,
    exploitability,
    perfect_play,
    play_out,
    words_for,
)
from zochastic.rules.variants import load_variant
from zochastic.rules.zoinx import State, ZoinxRules
from zochastic.rules.zoinx.referee import apply, begin, settle
from zochastic.sims.runner import run
from zochastic.sims.zoinx.play import TWELFTHS, Results, games, written_down

VARIANTS = ["printed", "pig", "pig-10", "pig-two-dice", "lead-or-tie"]


def rules_of(name, *sets):
    return load_variant("zoinx", name, sets).rules


def pair(rules, one, other, most=0):
    """The grid and what X's game against Y is worth."""
    named = [read_policy(name, rules) for name in (one, other)]
    grid = Grid.of(rules, words=max(n.words(rules) for n in named), most=most)
    return grid, play_out(grid, *(make_play(n, grid) for n in named))


def kept(grid):
    scores = np.arange(grid.most + 1)
    return np.minimum.outer(scores, scores) <= grid.rules.target


def test_two_who_hold_at_20_or_goal():
    _, worth = pair(rules_of("pig"), "hold:20", "hold:20")
    assert worth.x_moves[0, 0] == pytest.approx(0.5346983262, abs=5e-11)
    assert worth.x_moves == pytest.approx(worth.y_moves, abs=1e-13)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("printed", 0.517889088724), ("pig", 0.530592725274), ("pig-10", 0.709424322598),
        ("lead-or-tie", 0.517872),
    ],
)  # fmt: skip
def test_two_perfect_players(name, value):
    rules = rules_of(name)
    grid, worth = pair(rules, "perfect", "perfect")
    digits = 5e-7 if name == "lead-or-tie" else 1e-12
    assert worth.x_moves[0, 0] == pytest.approx(value, abs=digits)
    # the turns that are cut short by the stop sets of a simulation hardly matter
    solution = solve_two(rules)
    assert np.abs(worth.x_moves - solution.value)[kept(grid)].max() < 1e-5


@pytest.mark.parametrize("name", VARIANTS)
def test_nobody_gains_by_leaving_the_equilibrium(name):
    assert 0 <= exploitability(solve_two(rules_of(name))) < 1e-12


@pytest.mark.parametrize(
    "sets",
    [
        ["trigger=any-turn"], ["trigger=at-once"], ["forced=false"], ["opponent_factor=2"],
        ["exact_hit=bet+total", "above=bet+excess"], ["dice=2", "target=12"], ["zoinx_prize=0"],
        ["opponent_bets=[]", "target=15"], ["start=[28,31]"], ["faces=[1,2,0,0]", "target=20"],
        ["faces=[0,1,\"bust\"]", "bust=any-bust-face", "target=12"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_nobody_gains_in_other_variants(sets):
    assert 0 <= exploitability(solve_two(rules_of("printed", *sets))) < 1e-12


def test_a_wrong_mixture_is_found_out():
    solution = solve_two(rules_of("printed"))
    bets = solution.bets.copy()
    bets[25, 25] = [0, 1, 0, 0, 0]
    assert exploitability(replace(solution, bets=bets)) > 1e-3
    value = solution.value.copy()
    value[10, 10] -= 1e-6
    assert exploitability(replace(solution, value=value)) > 9e-7


def test_a_best_reply_is_no_worse_than_any_policy():
    rules = rules_of("printed")
    grid = Grid.of(rules, words=words_for(rules))
    solution = solve_two(rules)
    perfect = perfect_play(grid, solution)
    names = ("points", "fixed:4:5:0", "fixed:10:10:8", "fixed:2:2:2")
    plays = {name: make_play(read_policy(name, rules), grid) for name in names}
    fine = kept(grid)
    for play in plays.values():
        reply = best_reply(grid, play)
        for other in (*plays.values(), perfect):
            worth = play_out(grid, other, play)
            assert (reply.x_moves - worth.x_moves)[fine].min() > -1e-12
            assert (worth.y_moves - reply.y_moves)[fine].min() > -1e-12
            assert (reply.x_last - worth.x_last).min() > -1e-12
        # perfect play concedes nothing below its value
        worth = play_out(grid, perfect, play)
        assert (worth.x_moves - solution.value)[fine].min() > -1e-12


def test_positions_that_do_not_settle_are_told(monkeypatch):
    rules = rules_of("pig-10")
    grid = Grid.of(rules, words=1)
    monkeypatch.setattr("zochastic.analysis.zoinx.versus.evaluate", lambda *_: False)
    play = make_play(read_policy("hold:5", rules), grid)
    with pytest.raises(ArithmeticError):
        play_out(grid, play, play)
    with pytest.raises(ArithmeticError):
        best_reply(grid, play)
    assert evaluate.TOTALS == 63


# --- a twin for tiny games: value iteration over the referee's states ------------------------

TINY = [
    ZoinxRules(dice=1, faces=(1, 0), active_bets=(1, 2), opponent_bets=(0, 1), zoinx_prize=1,
               target=3, trigger=trigger)
    for trigger in ("own-turn-strict", "own-turn-lead-or-tie", "any-turn", "at-once")
] + [
    ZoinxRules(dice=1, faces=(1, 2, 0), active_bets=(1, 3), opponent_bets=(0, 2), zoinx_prize=2,
               target=3, forced=False),
    ZoinxRules(dice=1, faces=("bust", 0, 1), bust="any-bust-face", active_bets=(),
               opponent_bets=(), target=3, trigger="at-once"),
]  # fmt: skip
FAR = 14


def name(rules, state):
    """A state's name: both beyond the target only the lead counts, in the last turn always."""
    a, b = state.scores[state.seat], state.scores[1 - state.seat]
    if state.pending:
        return ("last", b - a)
    shift = max(0, min(a, b) - rules.target)
    return (a - shift, b - shift)


def after(rules, state, bets, total, bust):
    ended = replace(state, bets=bets, total=total, rolled=True, ended="zoinx" if bust else "stop")
    return settle(rules, ended)[0]


def matrix_value(m):
    """A zero-sum game of at most two by two, by hand."""
    if len(m) == 1 or len(m[0]) == 1:
        return max(min(row) for row in m)
    low, high = max(min(row) for row in m), min(max(column) for column in zip(*m, strict=True))
    if low >= high:
        return low
    (a, b), (c, d) = m
    return (a * d - b * c) / (a + d - b - c)


class Twin:
    """Values of all states by iteration; what a turn is worth is worked out roll by roll."""

    def __init__(self, rules, one=None, other=None):
        """With policies (bet, hold, guess) of seat 0 and 1, or None: perfect, or a best reply."""
        self.rules, self.policies = rules, (one, other)
        self.known = {}
        self.order = []
        for seat in (0, 1):
            self.find(begin(rules, seat))
        for _ in range(200):
            change = 0.0
            for key, state in self.order[::-1]:
                found = self.state(state)
                change = max(change, abs(found - self.known[key]))
                self.known[key] = found
            if change < 1e-14:
                break

    def key(self, state):
        return (state.seat, name(self.rules, state))

    def find(self, state):
        if state.over or self.key(state) in self.known or max(state.scores) > 40:
            return
        self.known[self.key(state)] = 0.5
        self.order.append((self.key(state), replace(state, bets=None)))
        for bet in self.rules.active_choices:
            for guess in self.rules.opponent_choices:
                for total in range(FAR):
                    for bust in (False, True):
                        if bust or self.rules.may_stop(bet, total, True):
                            self.find(
                                after(self.rules, state, self.bets(state, bet, guess), total, bust)
                            )

    def bets(self, state, bet, guess):
        return (bet, guess) if state.seat == 0 else (guess, bet)

    def win(self, state):
        """Of seat 0."""
        if state.over:
            return 1 / len(state.winners) if 0 in state.winners else 0.0
        return self.known.get(self.key(state), 0.5)

    def turn(self, state, bet, guess):
        """Of seat 0, the bets open."""
        policy, bets = self.policies[state.seat], self.bets(state, bet, guess)
        best = max if state.seat == 0 else min

        @cache
        def at(total, rolled):
            stop = self.win(after(self.rules, state, bets, total, False))
            if total >= FAR:
                return stop
            may = self.rules.may_stop(bet, total, rolled)
            if policy is not None and may and total >= policy[1]:
                return stop
            still = dict(self.rules.roll_law).get(0, 0) if rolled else 0
            go = float(self.rules.p_bust) * self.win(after(self.rules, state, bets, total, True))
            for dots, p in self.rules.roll_law:
                if dots or not rolled:
                    go += float(p) * at(total + dots, True)
            go /= float(1 - still)
            return best(stop, go) if may and policy is None else go

        return at(0, False)

    def state(self, state):
        mine, theirs = self.policies[state.seat], self.policies[1 - state.seat]
        bets = self.rules.active_choices if mine is None else (mine[0],)
        guesses = self.rules.opponent_choices if theirs is None else (theirs[2],)
        m = [[self.turn(state, bet, guess) for guess in guesses] for bet in bets]
        if state.seat == 1:
            return 1 - matrix_value([[1 - v for v in row] for row in m])
        return matrix_value(m)


def compare(rules, twin, x_moves, y_moves, state_of):
    for (seat, key), value in twin.known.items():
        if key[0] == "last" or max(key) > rules.target + 2:
            continue
        moves = x_moves if seat == 0 else y_moves
        found = moves[state_of(*key)]
        assert (found if seat == 0 else 1 - found) == pytest.approx(value, abs=2e-4), (seat, key)


def close(twin, rules, x, y):
    start = rules.starts
    assert twin.known[(0, start)] == pytest.approx(x, abs=1e-5)
    assert 1 - twin.known[(1, start)] == pytest.approx(y, abs=1e-5)


@pytest.mark.parametrize("rules", TINY, ids=lambda rules: f"{rules.trigger} {rules.faces}")
def test_tiny_games_are_solved_as_by_brute_force(rules):
    twin = Twin(rules)
    solution = solve_two(rules)
    close(twin, rules, solution.value[0, 0], solution.value[0, 0])
    compare(rules, twin, solution.value, solution.value, solution.state)


@pytest.mark.parametrize("rules", TINY[:5], ids=lambda rules: f"{rules.trigger} {rules.faces}")
def test_tiny_pairs_of_policies_and_best_replies_as_by_brute_force(rules):
    one, two = rules.active_bets
    low, high = rules.opponent_bets
    first, second = (one, 2, low), (two, 4, high)
    names = [":".join(map(str, ("fixed", *p))) for p in (first, second)]
    grid, worth = pair(rules, *names)
    twin = Twin(rules, first, second)
    close(twin, rules, worth.x_moves[0, 0], worth.y_moves[0, 0])
    reply = best_reply(grid, make_play(read_policy(names[1], rules), grid))
    twin = Twin(rules, None, second)
    close(twin, rules, reply.x_moves[0, 0], reply.y_moves[0, 0])


# --- simulated games ---------------------------------------------------------------------------

PAIRS = [
    ("printed", (), ("perfect", "perfect"), None, 0),
    ("printed", (), ("perfect", "points"), None, 0),
    ("printed", (), ("points", "fixed:4:5:0"), (12, 20), 0),
    ("printed", (), ("fixed:6:7:4", "perfect"), (25, 33), 1),
    ("printed", ("trigger=any-turn",), ("points", "perfect"), None, 0),
    ("printed", ("forced=false", "exact_hit=bet+total"), ("points", "fixed:8:3:2"), None, 0),
    ("pig", (), ("hold:20", "perfect"), (40, 30), 0),
    ("pig-two-dice", (), ("points", "hold:25"), None, 0),
]


@pytest.mark.parametrize(("variant", "sets", "names", "scores", "last"), PAIRS)
def test_simulated_games_agree_with_the_exact_value(variant, sets, names, scores, last):
    answer = answers.simulate(
        load_variant("zoinx", variant, sets), policies=names, scores=scores, last_turns=last,
        games=200_000, seed=5,
    )  # fmt: skip
    assert all(abs(row["z"]) < 4 for row in answer.rows)
    assert sum(row["win_rate"] for row in answer.rows) == pytest.approx(1)


@pytest.mark.parametrize("variant", ["printed", "pig-10"])
def test_squares_of_the_steps_of_a_win_probability_add_up(variant):
    """E Σ(Δp)² = E r² − p₀², p the win probability under the very policies played."""
    rules = rules_of(variant)
    values = TwoValues(solve_two(rules))
    named = read_policy("perfect", rules)
    grid = Grid.of(rules, words=named.words(rules))
    policy = packed(grid, make_play(named, grid))
    experiment = games(rules, [policy, policy], begin(rules), seed=11)
    p0 = values.win(State(rules.starts), 0)
    found = []
    for game in range(3000):
        turns = written_down(experiment, game, longest=150).turns
        state, p, squares = begin(rules), p0, 0.0
        for seat, total, bust, _, *rest in turns.tolist():
            assert state.seat == seat
            choices = [rules.opponent_choices, rules.opponent_choices]
            choices[seat] = rules.active_choices
            bets = tuple(c[k] for c, k in zip(choices, rest[:2], strict=True))
            state = after(rules, state, bets, total, bust)
            assert list(state.scores) == rest[2:]
            now = values.win(state, 0)
            squares += (now - p) ** 2
            p = now
        assert state.over
        found.append(squares - (p * p - p0 * p0))
    error = np.std(found) / sqrt(len(found))
    assert abs(np.mean(found) / error) < 4
    tally = run(experiment, games=3000)
    credit = Results.of(tally.counts, 2).credit[0] / TWELFTHS / 3000
    assert credit == pytest.approx(p0, abs=0.05)


def test_what_a_turn_is_worth_is_what_the_solver_says():
    rules = rules_of("printed")
    solution = solve_two(rules)
    for scores in ((0, 0), (25, 25), (17, 29), (29, 12)):
        payoffs = Turn(rules, TwoValues(solution), State(scores), 0).payoffs()
        bets, guesses = solution.bets[scores], solution.guesses[scores]
        assert bets @ payoffs @ guesses == pytest.approx(solution.value[scores], abs=1e-12)
        assert (payoffs @ guesses).max() <= solution.value[scores] + 1e-12
        assert (bets @ payoffs).min() >= solution.value[scores] - 1e-12


def test_the_stop_set_with_a_hole():
    rules = rules_of("printed")
    turn = Turn(rules, TwoValues(solve_two(rules)), State((0, 0)), 0)
    rule = turn.best((2, 4)).rule
    assert rule.stops(3)
    assert not rule.stops(4)
    state = apply(rules, begin(rules), (2, 4))[0]
    assert state.bets == (2, 4)
