"""Games as the kernel plays them, beside the referee; tallies that add up."""

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zochastic.analysis.diavolo.people import PRESETS, Person, read_people
from zochastic.analysis.diavolo.seating import seat
from zochastic.rules.diavolo import ORDERS, DiavoloRules, imps_of, referee
from zochastic.sims.diavolo import games as g
from zochastic.sims.diavolo.games import HEAD, GameExperiment, parts
from zochastic.sims.diavolo.normal import normal
from zochastic.sims.diavolo.pack import NEAREST, pack
from zochastic.sims.runner import run
from zochastic.sims.streams import origin

W = 8


@numba.njit
def record(seed, table, start, rounds, log):
    """Rounds from ``start`` written down with the kernel's own parts.

    Each row: order, right imp, the roll of each colour, what each reaches for, whether he has it,
    what he has afterwards.
    """
    players, colours = start.size, table.supply.shape[1] - 1
    gems = start.copy()
    want, got = np.empty(players, np.int64), np.zeros(players, np.bool_)
    time = np.zeros(players)
    rolled, seen, digits = (
        np.zeros(colours, np.int64),
        np.zeros(colours, np.int64),
        np.zeros(colours, np.int64),
    )
    lots = np.zeros((3, players), np.int64)
    living = players
    stream = origin(seed, 0)
    for r in range(rounds):
        if living < 2:
            return r
        key = g.word_of(stream, r)
        order, right = g.roll(key, table.die, table.near_tie, table.statistic, rolled)
        wanted = np.zeros(colours + 2, np.int64)
        for p in range(players):
            got[p] = False
            want[p] = -1
            if gems[p] > 0:
                imp, looks = right, 0
                if table.plan[p] >= 0 and order != NEAREST:
                    imp, looks = g.follow(
                        table.faces,
                        table.step[order],
                        table.action,
                        table.first[table.plan[p], order],
                        table.classes[order],
                        rolled,
                        seen,
                        digits,
                    )
                imp = g.slip(key, p, imp, colours, table.error[p, order])
                want[p] = imp
                wanted[imp] += 1
                time[p] = table.seconds[p, order, looks] + table.sigma[p] * normal(
                    g.word_of(key, (p + 1) * W + 2)
                )
        for imp in range(colours + 1):
            if wanted[imp] > table.supply[living, imp]:
                g.race(key, imp, table.supply[living, imp], wanted[imp], want, time, got)
            else:
                for p in range(players):
                    if want[p] == imp:
                        got[p] = True
        living = g.book(table.booking, right, colours, want, got, gems, lots)
        log[r, 0], log[r, 1] = order, right
        for c in range(colours):
            log[r, 2 + c] = rolled[c]
        for p in range(players):
            at = 2 + colours + 4 * p
            log[r, at] = want[p]
            log[r, at + 1] = 1 if got[p] else 0
            log[r, at + 2] = gems[p]
            log[r, at + 3] = np.int64(time[p] * 1e9)
    return rounds


@st.composite
def tables(draw):
    players = draw(st.integers(2, 6))
    cap = draw(st.integers(1, 6))
    rules = DiavoloRules(
        players=players,
        gem_cap=cap,
        gems=[draw(st.integers(1, cap)) for _ in range(players)],
        colours=draw(st.integers(2, 4)),
        dice=draw(st.integers(1, 3)),
        sides=draw(st.integers(2, 6)),
        imps={n: draw(st.integers(1, 6)) for n in range(2, 7)},
        grey_imps=draw(st.integers(0, 2)),
        grey_gain=draw(st.integers(0, 3)),
        loss_wrong=draw(st.integers(0, 2)),
        loss_none=draw(st.integers(1, 2)),
        near_tie=draw(st.sampled_from([0, 0.3])),
        orders={order: draw(st.integers(0, 2)) for order in ORDERS} | {"odd-max": 1},
    )
    names = st.sampled_from(["fast", "slow", "child", "dice:2", "sure:0.7", "best:0.05"])
    people = read_people([draw(names) for _ in range(players)])
    return rules, people


@settings(max_examples=40)
@given(tables(), st.integers(0, 2**63))
def test_referee_and_kernel_agree_on_every_round(table, seed):
    """The same rolls and grabs give the same gems, over random variants."""
    rules, people = table
    packed = seat(rules, people).experiment(1).table
    width = 2 + rules.colours + 4 * len(people)
    log = np.zeros((60, width), np.int64)
    rounds = record(np.uint64(seed), packed, packed.start, 60, log)
    imps = (*imps_of(rules), None)
    state = referee.begin(rules)
    for row in log[:rounds].tolist():
        order, right = ORDERS[row[0]], imps[row[1]]
        dice = tuple(tuple(int(f) + 1 for f in packed.faces[i]) for i in row[2 : 2 + rules.colours])
        throw = referee.Throw(order, dice, right if order == "nearest" else None)
        assert referee.judge(rules, throw)[0] == right
        hands = [row[2 + rules.colours + 4 * p :][:4] for p in range(len(people))]
        assert [want >= 0 for want, *_ in hands] == [gems > 0 for gems in state.gems]
        # in order of time everybody takes what he wants if the referee still has it
        queue = sorted(
            (p for p in range(len(people)) if hands[p][0] >= 0), key=lambda p: hands[p][3]
        )
        taken, grabs = [], []
        for p in queue:
            imp = imps[hands[p][0]]
            if imp not in referee.legal(rules, state, taken):
                imp = None
            taken.append(imp)
            grabs.append((p, imp))
            assert (imp is not None) == bool(hands[p][1])
        state, clauses = referee.apply(rules, state, throw, grabs)
        assert clauses
        assert list(state.gems) == [gems for _, _, gems, _ in hands]
    assert state.over == (rounds < 60) or state.over


def test_tallies_add_up():
    table = seat(DiavoloRules(), read_people("fast,slow,child,sure:0.8"))
    games = 30_000
    counts = parts(run(table.experiment(4), games=games).counts, 4)
    head, people = counts.head, counts.people
    assert people[0].sum() + head[0] + head[1] == games
    assert counts.length.sum() == games
    assert (counts.out.sum(axis=1) + people[0] == games).all()
    assert (people[3] + people[4] + people[5] == people[2]).all()
    assert head[5] == games
    assert counts.length @ np.arange(counts.length.size) == head[2]
    # nobody goes out before the fifth round, and somebody is the first
    assert counts.out[:, :5].sum() == 0
    assert people[1].sum() >= games


def test_play_starts_anywhere():
    table = seat(DiavoloRules(), read_people("fast,slow,child,child"), [0, 1, 3, 0])
    counts = parts(run(table.experiment(4), games=5000).counts, 4)
    assert counts.people[2, 0] == counts.people[0, 0] == 0
    assert counts.people[0].sum() + counts.head[0] == 5000


def test_a_game_can_stay_unfinished():
    rules = DiavoloRules(players=2, max_rounds=4)
    counts = parts(run(seat(rules, read_people("fast,slow")).experiment(1), games=100).counts, 2)
    assert counts.head[1] == 100
    assert counts.people[0].sum() == 0


@pytest.mark.parametrize("threads", [2, 3])
def test_the_same_seed_gives_the_same_counts_on_any_threads(threads):
    table = seat(DiavoloRules(), read_people("fast,slow,child,sure:0.8"))
    packed = pack(table.rules, table.players, table.gems)
    experiment = GameExperiment(packed, 10_000, 3, chunk=1000)
    one, many = (run(experiment, games=5500, threads=n) for n in (1, threads))
    assert np.array_equal(one.counts, many.counts)
    assert one.key == many.key
    assert one.counts.size == HEAD + 6 * 4 + 5 * (g.HORIZON + 1)


def test_chunks_do_not_change_a_game():
    """A game's words depend on its number alone."""
    table = seat(DiavoloRules(), read_people("fast,slow"))
    packed = pack(table.rules, table.players, table.gems)
    small, large = (
        run(GameExperiment(packed, 10_000, 3, chunk=c), games=3000).counts for c in (700, 3000)
    )
    assert np.array_equal(small, large)


def test_a_quicker_person_wins_more_on_the_same_luck():
    wins = []
    for look in (0.2, 0.15, 0.1):
        quick = Person(name="q", look=look, think=PRESETS["slow"].think, grab=0.5, sigma=0.4,
                       error=PRESETS["slow"].error)  # fmt: skip
        table = seat(DiavoloRules(players=3), [quick, PRESETS["slow"], PRESETS["slow"]])
        wins.append(parts(run(table.experiment(4), games=20_000).counts, 3).people[0, 0])
    assert wins[0] < wins[1] < wins[2]


def test_plans_looks_are_those_of_the_solver():
    """A plan that looks at all dice is right as often as it does not slip or come too late."""
    careful = Person(name="c", look=0.1, think=dict.fromkeys(ORDERS, 0.1), grab=0.1, sigma=0.1,
                     error=dict.fromkeys(ORDERS, 0.0), plan="dice:9")  # fmt: skip
    sloth = Person(name="s", look=9.0, think=dict.fromkeys(ORDERS, 9.0), grab=9.0, sigma=0.1,
                   error=dict.fromkeys(ORDERS, 0.0))  # fmt: skip
    table = seat(DiavoloRules(players=2), [careful, sloth])
    counts = parts(run(table.experiment(4), games=2000).counts, 2)
    assert counts.people[4].sum() == 0
    assert counts.people[5, 0] == 0
