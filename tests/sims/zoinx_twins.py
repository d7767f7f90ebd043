"""What the tests of zoinx's kernels are compared with: the referee, and laws in fractions."""

from fractions import Fraction

import numpy as np

from zochastic.rules.zoinx import State, referee
from zochastic.sims.zoinx.policy import NOWHERE, RELATIVE, SHIFTED, Policy, pack_stops, thresholds


def law_of_turn(rules, stop, first=0):
    """({final total: p}, {total before a zoinx: p}) of a turn; beyond ``stop`` a turn stops.

    A roll of 0 dots that stops nothing only repeats: its probability is divided out.
    """
    stopped, lost = {}, {}
    ahead = {first: Fraction(1)}
    rolled = False
    while ahead:
        total = min(ahead)
        p = ahead.pop(total)
        stops_here = total >= len(stop) or stop[total]
        again = dict(rules.roll_law).get(0, Fraction(0))
        if rolled or not stops_here or not again:
            scale = p / (1 - again) if not stops_here else p
        else:
            # the first roll may stop without a dot
            stopped[total] = stopped.get(total, 0) + p * again
            scale = p
        lost[total] = lost.get(total, 0) + scale * rules.p_bust
        for dots, chance in rules.roll_law:
            if dots:
                reached = total + dots
                part = scale * chance
                if reached >= len(stop) or stop[reached]:
                    stopped[reached] = stopped.get(reached, 0) + part
                else:
                    ahead[reached] = ahead.get(reached, 0) + part
        rolled = True
    return stopped, lost


def random_policy(rules, random, words=1):
    """A policy of mixtures and stop sets without sense, that looks at the scores."""
    rng = np.random.default_rng(random.randrange(2**32))
    n = rules.players
    combinations = len(rules.active_choices) * len(rules.opponent_choices) ** (n - 1)
    axes, cells = [], 0
    for _phase in range(1 << n):
        mode = random.choice([0, SHIFTED, RELATIVE])
        sizes = [random.randrange(1, 7) for _ in range(n)]
        axes.append([mode, random.randrange(-3, 4), cells, *sizes])
        cells += int(np.prod(sizes))
    rows = 40
    choices = max(len(rules.active_choices), len(rules.opponent_choices))
    mix = np.zeros((rows, n, choices))
    for role in range(n):
        wide = len(rules.opponent_choices if role else rules.active_choices)
        mix[:, role, :wide] = rng.dirichlet(np.full(wide, 0.3), rows)
    stop = rng.random((rows, combinations, words * 63)) < 0.3
    least = [(bet or 0) * rules.forced for bet in rules.active_choices]
    first = np.arange(combinations) // len(rules.opponent_choices) ** (n - 1)
    for number, choice in enumerate(first):
        stop[:, number, : least[choice]] = False
    return Policy(
        np.array(axes),
        rng.integers(0, rows, cells).astype(np.int32),
        thresholds(mix),
        pack_stops(stop, words),
    )


def where(policy, rules, state):
    """Row of a state, found as the head of `sims.zoinx.policy` says; slowly."""
    n = rules.players
    scores = [state.scores[(state.seat + role) % n] for role in range(n)]
    phase = sum(1 << (seat - state.seat) % n for seat in state.pending)
    mode, offset, first, *sizes = policy.axes[phase].tolist()
    assert mode != NOWHERE
    base = 0
    if mode == RELATIVE:
        base = scores[0]
    if mode == SHIFTED:
        base = max(0, min(scores) - rules.target)
    cell = 0
    for size, score in zip(sizes, scores, strict=True):
        cell = cell * size + min(max(score - base + offset, 0), size - 1)
    return int(policy.rows[first + cell])


def stops(policy, rules, state):
    """Whether the policy stops at this moment of a turn."""
    n = rules.players
    row = where(policy, rules, State(state.scores, state.seat, state.pending))
    combination = 0
    for role in range(n):
        faces = rules.opponent_choices if role else rules.active_choices
        bet = state.bets[(state.seat + role) % n]
        combination = combination * len(rules.opponent_choices) + faces.index(bet)
    word, bit = divmod(state.total, 63)
    words = policy.stops.shape[2]
    return word >= words or bool(int(policy.stops[row, combination, word]) >> bit & 1)


def replay(rules, state, log, policies, on_step=lambda *_: None):
    """Play a game that a kernel wrote down under the referee; every state has to agree."""
    n = rules.players
    for line, rolls in zip(log.turns.tolist(), log.rolls.tolist(), strict=True):
        seat, total, bust, count = line[:4]
        assert not state.over
        assert state.seat == seat
        if referee.legal(rules, state) == ("bet",):
            bets = tuple(
                (rules.active_choices if p == seat else rules.opponent_choices)[choice]
                for p, choice in enumerate(line[4 : 4 + n])
            )
            state, clause = referee.apply(rules, state, bets)
            on_step(state, clause, None)
        for dots in rolls[:count]:
            if state.rolled:
                assert not stops(policies[seat], rules, state)
            state, clause = referee.apply(rules, state, "zoinx" if dots < 0 else dots)
            on_step(state, clause, dots)
        if not bust:
            assert stops(policies[seat], rules, state)
            state, clause = referee.apply(rules, state, "stop")
            on_step(state, clause, None)
        assert (state.total, state.ended == "zoinx") == (total, bool(bust))
        state, paid, clauses = referee.settle(rules, state)
        on_step(state, clauses, paid)
        assert list(state.scores) == line[4 + n :]
    assert state.over
    return state
