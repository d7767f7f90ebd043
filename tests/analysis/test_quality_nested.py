"""Win probabilities by play: against exact ones, against what martingales must do, how often
their intervals cover."""

import pickle
from dataclasses import replace

import numpy as np
import pytest
from piglet import Race

from zochastic.analysis.batch import Batch
from zochastic.analysis.quality import intervals, tally
from zochastic.analysis.quality.metrics import path_metrics
from zochastic.analysis.quality.nested import Nested, seat_nested, shape_of
from zochastic.analysis.quality.records import PARTS, Records, design_of
from zochastic.analysis.quality.tally import HEAD, MOVED, SCALE
from zochastic.rules.variants import GAMES, load_variant

METRICS = {metric.name: metric for metric in path_metrics()}


class Coins:
    """Piglet between two who stop after every toss, its play-outs drawn from the exact chances."""

    def __init__(self, target):
        self.race, self.target = Race(target), target

    def play(self, seed, first_game, games):
        played = [self._game(seed, first_game + i) for i in range(games)]
        steps = np.array([len(positions) for positions, _ in played])
        credit = np.zeros((games, 2), np.int64)
        credit[np.arange(games), [winner for _, winner in played]] = PARTS
        nothing = np.zeros(games, np.int64)
        return Records(
            credit, -(-steps // 2), steps, steps, np.zeros((games, int(steps.max()), 2), np.int64),
            nothing > 0, np.zeros((games, 2), np.int64), nothing,
        )  # fmt: skip

    def _game(self, seed, game):
        rng = np.random.default_rng((seed, game))
        scores, mover, found = [0, 0], 0, []
        while True:
            found.append((*scores, mover))
            scores[mover] += int(rng.integers(2))
            if scores[mover] == self.target:
                return found, mover
            mover = 1 - mover

    def positions(self, seed, game):
        return self._game(seed, game)[0]

    def deciders(self, position):
        return (position[2],)

    def branch(self, position, luck, branches, playouts, *, loose=None):
        rng = np.random.default_rng(luck)
        *scores, mover = position
        heads = rng.integers(0, 2, branches)
        ends = []
        for toss in (0, 1):
            after = [*scores]
            after[mover] += toss
            over = after[mover] == self.target
            theirs = 0.0 if over else self.race.p(after[1 - mover], after[mover])
            ends.append(1.0 - theirs)
        won = rng.random((branches, playouts)) < np.array(ends)[heads][:, None]
        credit = np.zeros((branches, playouts, 2), np.int64)
        credit[:, :, mover], credit[:, :, 1 - mover] = PARTS * won, PARTS * ~won
        return credit


def squares(records):
    """Of each game: squared moves of the chance, a mean over players, without what noise adds."""

    def moved(paths):
        at = np.arange(1, paths.chance.shape[1])
        inside = (at <= records.steps[:, None])[:, :, None]
        change = np.where(inside, np.diff(paths.chance, axis=1), 0.0)
        return (change**2).sum(axis=1).mean(axis=1)

    halves = [moved(half) for half in records.paths.halves]
    return 2 * moved(records.paths) - np.mean(halves, axis=0)


def test_the_shape_of_play_outs_is_what_was_asked_for():
    for playouts in (16, 17, 100, 256, 1000, 1024):
        branches, each = shape_of(playouts)
        assert branches % 2 == 0
        assert playouts <= branches * each < 1.5 * playouts
    assert shape_of(1024) == (32, 32)


def test_intervals_of_play_outs_cover_the_exact_value_as_often_as_they_say():
    # a thousand experiments of 10 chunks of 2 games
    repeats, chunks, games = 1000, 10, 2
    race, table = Race(2), Nested(Coins(2), 16, 16, weigh=False)
    lines = np.array(
        [tally.sums_of(table.play(3, games * i, games)) for i in range(repeats * chunks)]
    ).reshape(repeats, chunks, -1)
    p = race.first_wins
    for name, exact in (
        ("surprise", race.surprise), ("suspense", race.surprise), ("movement", p * (1 - p))
    ):  # fmt: skip
        found = [intervals.estimate(METRICS[name], one) for one in lines]
        covered = sum(f.low <= exact <= f.high for f in found) / repeats
        assert 0.93 <= covered <= 0.97, (name, covered)


def test_the_share_of_the_play_outs_falls_as_they_grow():
    # the same games: four times the branches, and of each twice the play-outs
    few, many = (Nested(Coins(2), *shape, weigh=False) for shape in ((8, 8), (32, 16)))
    lines = [
        np.array([tally.sums_of(table.play(1, 8 * i, 8)) for i in range(64)])
        for table in (few, many)
    ]
    for name in ("movement", "comeback"):
        metric = METRICS[name]
        shares = [intervals.play_out_share(metric, table) for table in lines]
        errors = [intervals.estimate(metric, table).half_width ** 2 for table in lines]
        inner = [share * error for share, error in zip(shares, errors, strict=True)]
        assert 3 < inner[0] / inner[1] < 12, name
        games = [error - part for error, part in zip(errors, inner, strict=True)]
        assert games[0] == pytest.approx(games[1], rel=0.5), name
    # exact chances need no play-outs
    exact = design_of("zoinx").seat(
        load_variant("zoinx", "pig-10").rules, ["perfect"] * 2, paths=True
    )
    known = np.array([tally.sums_of(exact.play(1, 100 * i, 100)) for i in range(4)])
    assert intervals.play_out_share(metric, known) is None


@pytest.mark.parametrize(
    ("variant", "names"),
    [("pig-10", ["perfect"] * 2), ("printed", ["points", "perfect"]), ("piglet", ["hold:1"] * 2)],
)
def test_play_outs_tell_what_exact_tables_tell(variant, names):
    design, sets = design_of("zoinx"), ["target=3"] if variant == "piglet" else []
    rules = load_variant("zoinx", variant, sets).rules
    exact = design.seat(rules, names, paths=True)
    nested = seat_nested(design, rules, names, made_for=None, playouts=400, weigh=True)
    known = np.array([tally.sums_of(exact.play(1, i * 400, 400)) for i in range(64)])
    found = np.array([tally.sums_of(nested.play(1, i * 6, 6)) for i in range(32)])
    for name, metric in METRICS.items():
        a, b = (intervals.estimate(metric, lines) for lines in (known, found))
        assert abs(a.value - b.value) < 2.2 * np.hypot(a.half_width, b.half_width), name


@pytest.mark.parametrize(
    ("game", "players", "games"),
    [("coal", 3, 40), ("diavolo", 3, 150), ("mauer", 2, 48), ("zoinx", 3, 60)],
)
def test_squared_moves_add_up_to_the_variance_of_the_result(game, players, games):
    # E sum of squared moves = E r² − p², p from two independent halves [martingale]
    design = design_of(game)
    rules = load_variant(game, "printed", [f"players={players}"]).rules
    names = design.usual(rules)
    table = seat_nested(design, rules, names, made_for=None, playouts=64, weigh=False)
    records = table.play(5, 0, games)
    one, other = records.paths.halves
    result = (records.credit / PARTS) ** 2
    gap = squares(records) - (result - one.chance[:, 0] * other.chance[:, 0]).mean(axis=1)
    assert abs(gap.mean()) < 4 * gap.std(ddof=1) / np.sqrt(games)
    # and the line of sums holds the same
    line = tally.sums_of(records)
    assert line[MOVED] / SCALE == pytest.approx(squares(records).sum(), abs=1e-6)
    assert HEAD < MOVED
    # what chances are: they add up to a win (all of Diavolo can go out together), and the path
    # begins where players win as often
    chance = records.paths.chance
    assert (np.abs(1.0 - chance[:, 0].sum(axis=1)) < (0.1 if game == "diavolo" else 1e-9)).all()
    assert abs((chance[:, 0] - records.credit / PARTS).mean(axis=0)).max() < 4 * 0.5 / games**0.5


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_told_alike_in_whatever_chunk(game):
    design = design_of(game)
    players = 2 if game == "mauer" else 3
    rules = load_variant(game, "printed", [f"players={players}"]).rules
    table = seat_nested(design, rules, design.usual(rules), made_for=None, playouts=16, weigh=True)
    whole, last = table.play(2, 0, 3), table.play(2, 2, 1)
    looks = last.steps[0] + 1
    assert np.array_equal(whole.paths.chance[2, :looks], last.paths.chance[0, :looks])
    assert whole.paths.suspense[2] == last.paths.suspense[0]
    assert whole.paths.weight[2] == last.paths.weight[0]
    branching = table.table
    for index in range(3):
        positions = branching.positions(2, index)
        assert len(positions) == whole.steps[index]
        assert all(branching.deciders(position) for position in positions)


@pytest.mark.parametrize("game", ["coal", "diavolo"])
def test_play_outs_can_be_told_from_others_and_sent_elsewhere(game):
    design = design_of(game)
    rules = load_variant(game, "printed", ["players=2"]).rules
    tables = [
        seat_nested(
            design, rules, design.usual(rules), made_for=None, playouts=playouts, weigh=weigh
        )
        for playouts, weigh in ((16, True), (16, False), (64, True))
    ]
    batches = [Batch("", table, 3, 2) for table in tables]
    assert len({batch.key for batch in batches}) == 3
    there = pickle.loads(pickle.dumps(batches[0]))
    assert np.array_equal(there.play(1), batches[0].play(1))
    # its program is that of the game too
    assert f"zochastic.analysis.{game}.branching" in batches[0].modules


@pytest.mark.parametrize("game", GAMES)
def test_deciding_at_random_loses(game):
    design = design_of(game)
    players = 2 if game == "mauer" else 3
    rules = load_variant(game, "printed", [f"players={players}"]).rules
    table = seat_nested(design, rules, design.usual(rules), made_for=None, playouts=100, weigh=True)
    lines = np.array([tally.sums_of(table.play(7, 3 * i, 3)) for i in range(8)])
    assert intervals.estimate(METRICS["decision_weight"], lines).low > 0


def test_a_turn_of_mauer_is_played_on_with_cards_that_agree_with_what_was_seen():
    design = design_of("mauer")
    rules = load_variant("mauer", "printed", ["players=2"]).rules
    branching = design.branching(rules, design.usual(rules))
    (games, first), *_ = branching.positions(3, 1)
    *_, (_, last) = branching.positions(3, 1)
    lines = np.zeros((len(last.seen) + 8, 4), np.int64)
    wins = np.zeros((20, 2), np.int64)
    written = games.replay(last, 11, 0, wins, lines, only=True)
    # everything up to the turn is as it was
    assert np.array_equal(lines[: len(last.seen)], last.seen)
    assert lines[written - 1, 0] <= last.lucks.size + 1
    for turn in (first, last):
        games.replay(turn, 11, 0, wins, np.zeros((0, 4), np.int64))
        assert wins.sum() == 20
    # what no cards can have led to is not played on with any
    other = replace(last, seen=last.seen + np.array([1, 0, 0, 0]))
    with pytest.raises(ArithmeticError, match="no cards"):
        games.replay(other, 11, 0, wins, lines, only=True)
