"""Three players of zoinx: certificates, a twin in plain Python, the stored solution."""

import numpy as np
import pytest

from zochastic.analysis import regret
from zochastic.analysis.zoinx import three
from zochastic.analysis.zoinx.positions import ThreeValues, Turn
from zochastic.analysis.zoinx.reach import named
from zochastic.analysis.zoinx.three_bets import EXACT, find_bets
from zochastic.analysis.zoinx.three_layout import layout, rooms
from zochastic.analysis.zoinx.three_search import certify
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import load_variant
from zochastic.rules.zoinx import State


def rules(*sets, name="printed"):
    return load_variant("zoinx", name, ["players=3", *sets]).rules


TINY = {
    "strict": ("target=2", "dice=1", "faces=[1,0]", "active_bets=[1]", "opponent_bets=[0,1]",
               "zoinx_prize=1"),
    "two bets": ("target=2", "dice=1", "faces=[1,0,0]", "active_bets=[1,2]",
                 "opponent_bets=[0,1]", "zoinx_prize=2"),
    "lead or tie": ("target=2", "dice=1", "faces=[1,0,0]", "active_bets=[1]",
                    "opponent_bets=[0,2]", "zoinx_prize=1", "trigger=own-turn-lead-or-tie"),
    "any turn": ("target=2", "dice=1", "faces=[1,0,0]", "active_bets=[2]",
                 "opponent_bets=[0,1]", "zoinx_prize=1", "trigger=any-turn"),
    "at once": ("target=4", "dice=1", "faces=[1,2,0]", "active_bets=[1,2]", "opponent_bets=[0,1]",
                "zoinx_prize=1", "trigger=at-once"),
}  # fmt: skip


class Twin:
    """The game of three as the rules tell it, by dictionaries and recursion.

    It plays the mixtures of a solution; values and best replies are iterated to rest.
    """

    def __init__(self, rules, solution):
        self.rules, self.solution = rules, solution
        self.worth = {}

    def deepest(self, state):
        """Where a turn is taken to stop: it leads by so much that rolling on is hopeless."""
        lay, (a, b, c, left) = self.solution.layout, state
        top = max(b, c) + lay.tables.most_other + (1 if left == 1 else lay.lead) - a
        return max(top, 0 if left else self.rules.target - a, lay.tables.least_stop)

    def ended(self, p, q, r):
        goal, trigger = self.rules.target, self.rules.trigger
        if trigger == "any-turn":
            best = max(p, q, r)
            if best >= goal and (p, q, r).count(best) == 1:
                return (p, q, r).index(best)
            return None
        if p < goal:
            return None
        ahead = p > max(q, r)
        tied = trigger == "own-turn-lead-or-tie" and p >= max(q, r)
        return 0 if trigger == "at-once" or ahead or tied else None

    def follow(self, state, p, q, r):
        """(next state or None, seats of the mover's, next's and after's roles there, shares)."""
        left = state[3]
        share = [float(x == max(p, q, r)) for x in (p, q, r)]
        share = [x / sum(share) for x in share]
        if left == 1:
            return None, None, share
        if left == 2:
            return (q, r, p, 1), (2, 0, 1), None
        end = self.ended(p, q, r)
        if end is None:
            return (
                (*named(self.solution.layout.tables, self.solution.layout.behind, q, r, p), 0),
                (2, 0, 1),
                None,
            )
        if self.rules.trigger == "at-once":
            return None, None, share
        if end == 0:
            return (q, r, p, 2), (2, 0, 1), None
        if end == 1:
            return (r, p, q, 2), (1, 2, 0), None
        return (q, p, r, 2), (1, 0, 2), None

    def after(self, table, state, p, q, r):
        following, roles, share = self.follow(state, p, q, r)
        if following is None:
            return share
        if following[3]:
            m, n, x, left = following
            following = (0, n - m, x - m, left)
        if following not in table:
            # where to begin iterating does not matter for where it settles
            table[following] = list(self.solution.value(following[:3], following[3]))
        values = table[following]
        return [values[role] for role in roles]

    def turn(self, table, state, bet, j, k, replier):
        """Worth to ``replier``'s role (None: all, as played) of the turn with these bets open."""
        rules, (a, b, c, _) = self.rules, state

        def end(source, total, bust):
            p = a + rules.score(bet, total, bust)
            q = b + rules.opponent_score(j, total, bust)
            r = c + rules.opponent_score(k, total, bust)
            return self.after(source, state, p, q, r)

        deep = {}
        deepest = self.deepest(state)
        for total in range(deepest + rules.max_roll - 1, -1, -1):
            stops = total > 0 and rules.may_stop(bet, total, True)
            if stops:
                played, better = end(self.worth, total, False), end(table, total, False)
            if total >= deepest:
                deep[total] = played, better
                continue
            go = [float(rules.p_bust) * x for x in end(self.worth, total, True)]
            best = [float(rules.p_bust) * x for x in end(table, total, True)]
            for dots, p in rules.roll_law:
                worth, mine = deep[total + dots]
                go = [x + float(p) * y for x, y in zip(go, worth, strict=True)]
                best = [x + float(p) * y for x, y in zip(best, mine, strict=True)]
            if stops:
                own = best[0]
                if played[0] >= go[0] - 1e-12:
                    go, best = played, better
                if replier == 0:
                    best = [max(own, better[0]), *best[1:]]
            deep[total] = go, best
        return deep[0][1]

    def visit(self, table, state, replier):
        mixtures = self.solution.mixtures(state[:3], state[3])
        active, opponent = self.rules.active_choices, self.rules.opponent_choices
        earned = [np.zeros(len(m)) for m in mixtures]
        for x, bet in enumerate(active):
            for y, j in enumerate(opponent):
                for z, k in enumerate(opponent):
                    worth = self.turn(table, state, bet, j, k, replier)
                    p = mixtures[0][x], mixtures[1][y], mixtures[2][z]
                    earned[0][x] += p[1] * p[2] * worth[0]
                    earned[1][y] += p[0] * p[2] * worth[1]
                    earned[2][z] += p[0] * p[1] * worth[2]
        return [
            float(e.max()) if role == replier else float(e @ m)
            for role, (e, m) in enumerate(zip(earned, mixtures, strict=True))
        ]

    def settle(self, table, *, replies=False):
        for _ in range(500):
            change, known = 0.0, len(table)
            for state in list(table):
                found = self.visit(table, state, None)
                if replies:
                    found = [self.visit(table, state, role)[role] for role in range(3)]
                change = max(
                    change, max(abs(x - y) for x, y in zip(found, table[state], strict=True))
                )
                table[state] = found
            if change < 1e-9 and len(table) == known:
                return
        raise AssertionError("did not settle")


@pytest.mark.parametrize("name", TINY)
def test_values_and_gains_equal_the_twin(name):
    small = rules(*TINY[name])
    solution = three.solve_three(small)
    twin = Twin(small, solution)
    twin.worth[(*named(solution.layout.tables, solution.layout.behind, 0, 0, 0), 0)] = [1 / 3] * 3
    twin.settle(twin.worth)
    for (a, b, c, left), values in twin.worth.items():
        assert solution.value((a, b, c), left) == pytest.approx(values, abs=1e-8)
    assert sum(solution.value((0, 0, 0))) == pytest.approx(1, abs=1e-12)
    assert solution.epsilon <= 1e-6
    assert solution.worst <= 1e-3
    if name != "strict":
        return  # a reply takes the twin long
    replies = {state: list(values) for state, values in twin.worth.items()}
    twin.settle(replies, replies=True)
    gain = max(max(x - y for x, y in zip(replies[s], twin.worth[s], strict=True)) for s in replies)
    assert gain == pytest.approx(solution.worst, abs=2e-6)


def test_the_stored_solution_is_as_good_as_it_says():
    printed = rules()
    solution = three.load_three(printed)
    epsilon, worst = certify(
        solution.layout, solution.values, [solution.main, solution.two, solution.one]
    )
    assert epsilon == pytest.approx(solution.epsilon, abs=1e-9)
    assert worst == pytest.approx(solution.worst, abs=1e-9)
    assert epsilon <= 1e-5
    assert worst <= 2e-3


def test_the_stored_solution_answers():
    solution = three.load_three(rules())
    assert solution.states > 40_000
    value = solution.value((0, 0, 0))
    assert sum(value) == pytest.approx(1)
    assert value[0] > value[1] > value[2]
    for state, left in [((0, 0, 0), 0), ((12, 20, 8), 0), ((25, 20, 31), 2), ((25, 20, 31), 1)]:
        values, mixtures = solution.value(state, left), solution.mixtures(state, left)
        for role, pure in enumerate(solution.pure_values(state, left)):
            assert mixtures[role].sum() == pytest.approx(1)
            assert pure @ mixtures[role] == pytest.approx(values[role], abs=1e-7)
            assert pure.max() <= values[role] + 2e-3
    with pytest.raises(InvalidInput, match="can occur"):
        solution.value((1, 3, 0))


def test_beyond_the_target_only_differences_count():
    solution = three.load_three(rules())
    assert solution.value((30, 28, 25)) == solution.value((35, 33, 30))
    assert solution.value((5, 9, 12), 1) == solution.value((25, 29, 32), 1)


def test_saved_solutions_come_back_and_are_checked(tmp_path, monkeypatch):
    small = rules(*TINY["strict"])
    solution = three.solve_three(small)
    path = tmp_path / "small.npz"
    three.save(solution, path)
    again = three.load(small, path)
    assert again.value((0, 0, 0)) == pytest.approx(solution.value((0, 0, 0)), abs=1e-15)
    assert np.array_equal(again.main, solution.main)
    assert again.epsilon == solution.epsilon
    assert [p.name for p in tmp_path.iterdir()] == ["small.npz"]
    with pytest.raises(InvalidInput, match="made for these rules"):
        three.load(rules(), path)
    for broken in (b"", b"PK", path.read_bytes()[:200], path.read_bytes()[:-30]):
        path.write_bytes(broken)
        with pytest.raises(InvalidInput, match="saved solution") as said:
            three.load(small, path)
        assert "\n" not in str(said.value)
    with pytest.raises(InvalidInput, match="zoinx solve"):
        three.load_three(small)
    with pytest.raises(InvalidInput, match="saved solution"):
        three.load(small, tmp_path)


def test_what_cannot_be_solved_is_refused():
    with pytest.raises(InvalidInput, match="zoinx_loss"):
        three.solve_three(rules("zoinx_loss=3"))
    with pytest.raises(InvalidInput, match="players"):
        three.solve_three(load_variant("zoinx").rules)
    with pytest.raises(InvalidInput, match="states"):
        three.solve_three(rules("target=5000"))


def test_equilibria_of_single_turns_are_exact_on_random_games():
    lay = layout(rules(*TINY["strict"]))
    actions = np.array([5, 6, 6])
    work = regret.workspace([5, 6, 6])
    spare = np.zeros((4, 22, 22))
    counts = np.zeros(6, np.int64)
    random = np.random.default_rng(3)
    exact = 0
    for _ in range(100):
        payoffs = random.normal(size=(3, 180))
        mixtures = np.full((3, 6), 1 / 6)
        mixtures[0, :5] = 1 / 5
        mixtures[0, 5] = 0
        gain = find_bets(
            payoffs,
            actions,
            mixtures,
            EXACT,
            work,
            spare,
            np.zeros((3, 6)),
            np.zeros((3, 6)),
            counts,
        )
        played = [mixtures[role, :n] for role, n in enumerate(actions)]
        apart = regret.epsilon(payoffs.reshape(3, 5, 6, 6), played)
        assert apart == pytest.approx(gain, abs=1e-12)
        exact += gain <= 1e-12
    assert exact >= 85
    assert counts.sum() == 100
    assert rooms(lay)[4].shape[0] == lay.scores.points.size


@pytest.mark.parametrize("name", TINY)
def test_a_turn_by_the_referee_is_worth_what_the_solution_says(name):
    # `stop` asks the referee who is next; whoever brought the end may sit between the two last turns
    small = rules(*TINY[name])
    solution = three.solve_three(small)
    for scores in solution.layout.main.tolist():
        state = State(tuple(scores))
        turn = Turn(small, ThreeValues(solution), state, 0)
        mixtures = solution.mixtures(tuple(scores))
        worth = [
            sum(
                p * q * turn.best([bet, left, right]).value
                for left, p in zip(small.opponent_choices, mixtures[1], strict=True)
                for right, q in zip(small.opponent_choices, mixtures[2], strict=True)
            )
            for bet in small.active_choices
        ]
        assert worth == pytest.approx(solution.pure_values(tuple(scores))[0].tolist(), abs=1e-9)
