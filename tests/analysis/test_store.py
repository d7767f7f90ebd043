"""Chunks in a file: nothing is played twice, nothing is lost, nothing is mixed up."""

import os
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import coins
import numpy as np
import pytest
from coins import CHUNK, Coins, digest, toss
from hypothesis import given
from hypothesis import strategies as st

from zochastic.analysis import program, sweep
from zochastic.analysis.batch import Batch, credit_of_seats
from zochastic.analysis.design.balance import balance
from zochastic.analysis.design.budget import Budget
from zochastic.analysis.design.compare import compare
from zochastic.analysis.design.readings import assumptions
from zochastic.analysis.design.stops import Aim
from zochastic.analysis.design.table import Table
from zochastic.analysis.design.targets import read_targets
from zochastic.analysis.design.tune import tune
from zochastic.analysis.diavolo import people
from zochastic.analysis.farm import Farm
from zochastic.analysis.quality.records import design_of
from zochastic.analysis.store import LAYOUT, Store
from zochastic.analysis.sweep import Arm, Plan
from zochastic.analysis.vary import read_axes
from zochastic.rules.errors import InvalidInput
from zochastic.rules.fields import kinds_of
from zochastic.rules.kinds import Choice, Flag, Whole
from zochastic.rules.variants import GAMES, load_variant

PAIR = ["players=2"]
COAL = load_variant("coal", "printed", PAIR)


@pytest.fixture
def file(tmp_path):
    return tmp_path / "s.sqlite"


def kept(file, **more):
    """The sums of a few coins, games that were played, games that came from the store."""
    with Farm.opened(str(file), None) as farm:
        return digest(toss(farm, **more)), farm.played, farm.kept


def test_a_second_run_plays_nothing_and_has_the_same_sums(file):
    plain = digest(toss())
    assert kept(file) == (plain, 80 * CHUNK, 0)
    assert kept(file, threads=3) == (plain, 0, 80 * CHUNK)


def test_a_longer_run_with_another_variant_plays_what_is_new(file):
    kept(file, chunks=10)
    longer = {"chunks": 15, "heads": (0.5, 0.7)}
    assert kept(file, **longer) == (digest(toss(**longer)), (5 + 15) * CHUNK, 10 * CHUNK)


def test_waves_meet_the_store_too(file):
    def settle(arms):
        arms[0].left = len(arms[0].sums) < 20

    kept(file, chunks=25)
    told, waves = [], {"chunks": 60, "settle": settle}
    found = kept(file, **waves, progress=lambda *at: told.append(at))
    assert found == (digest(toss(**waves)), (7 + 35) * CHUNK, 2 * 25 * CHUNK)
    assert told[-1] == (92 * CHUNK, 92 * CHUNK)
    shares = [done / total for done, total in told]
    assert shares == sorted(shares)


def test_progress_begins_with_what_is_kept_and_counts_what_is_played(file):
    kept(file, heads=(0.5,))
    told = []
    kept(file, progress=lambda *at: told.append(at))
    # one step for all that is kept, which tells nothing of the pace; then chunk by chunk
    assert told == [(games, 80 * CHUNK) for games in range(40 * CHUNK, 81 * CHUNK, CHUNK)]


FIXED = {"games": 640, "seed": 3, "threads": 2}
ASK = {
    "balance": lambda **farm: balance(
        COAL, axes=read_axes(["devils=8:9"]), sets=PAIR, **farm, **FIXED
    ),
    "elo": lambda **farm: balance(
        COAL, axes=read_axes(["devils=8:9"]), sets=PAIR, metrics=["elo_spread"], **farm, **FIXED
    ),
    "best": lambda **farm: balance(
        COAL, axes=read_axes(["devils=6,9,12"]), sets=PAIR, best=Aim("mean_rounds", 9.0), **farm,
        **FIXED,
    ),
    "compare": lambda **farm: compare(
        load_variant("zoinx", "pig-10"), load_variant("zoinx", "piglet"),
        metrics=["suspense", "mean_turns"], **farm, **FIXED,
    ),
    "tune": lambda **farm: tune(
        COAL, axes=read_axes(["devils=7:10"]), sets=PAIR, targets=read_targets(["mean_rounds=8"]),
        budget=Budget.read("3 trials"), **farm, **FIXED,
    ),
    "assumptions": lambda **farm: assumptions(
        load_variant("diavolo", "printed", PAIR), sets=PAIR, **farm, **FIXED
    ),
}  # fmt: skip


@pytest.mark.parametrize("ask", ASK)
def test_answers_are_the_same_with_and_without_a_store(file, ask):
    plain = ASK[ask]()
    for again in (False, True):
        with Farm.opened(str(file), None) as farm:
            found = ASK[ask](farm=farm)
        assert found == plain
        assert (farm.played == 0) == again
        assert farm.kept > 0 or not again


def child(file, chunks, wait):
    """A process that tosses coins once it is sent a line."""
    line = "import sys, coins; coins.main(*sys.argv[1:])"
    made = subprocess.Popen(
        [sys.executable, "-c", line, str(file), str(chunks), str(wait)],
        env=os.environ | {"PYTHONPATH": str(Path(coins.__file__).parent)},
        text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    assert made.stdout.readline() == "ready\n"
    return made


def chunks_in(file):
    """How many chunks a store has, seen by somebody else."""
    if not file.exists():
        return 0
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as other:
        try:
            return other.execute("SELECT count(*) FROM chunks").fetchone()[0]
        except sqlite3.OperationalError:  # it is being made
            return 0


def test_a_process_that_is_killed_loses_what_it_was_playing_and_no_more(file):
    victim = child(file, 400, 0.01)  # four seconds of work on two threads
    victim.stdin.write("go\n")
    victim.stdin.flush()
    while (seen := chunks_in(file)) < 20:
        assert victim.poll() is None
        time.sleep(0.01)
    victim.kill()
    victim.communicate()
    there = chunks_in(file)
    assert seen <= there < 800
    found = kept(file, chunks=400, wait=0.01)
    assert found[1:] == ((800 - there) * CHUNK, there * CHUNK)
    assert found[0] == digest(toss(chunks=400, wait=0.01))


def test_two_processes_share_a_store(file):
    both = [child(file, 200, 0.001) for _ in range(2)]
    for one in both:
        one.stdin.write("go\n")
        one.stdin.flush()
    told = [one.communicate(timeout=120)[0].split() for one in both]
    assert [one.returncode for one in both] == [0, 0]
    plain = digest(toss(chunks=200, wait=0.001))
    assert {digest_ for _, _, digest_ in told} == {plain}
    assert all(int(played) + int(old) == 400 * CHUNK for played, old, _ in told)
    with sqlite3.connect(file) as other:
        assert other.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    other.close()
    assert chunks_in(file) == 400
    assert kept(file, chunks=200, wait=0.001) == (plain, 0, 400 * CHUNK)


def batch_of(game, sets=PAIR, **more):
    variant = load_variant(game, "printed", sets)
    arm = Table.of(variant, **more).arm(variant)
    return Batch(arm.variant, arm.seat(), 1, 50)


@st.composite
def experiments(draw):
    """What defines an experiment, in words."""
    game, players = draw(st.sampled_from(["coal", "diavolo", "mauer"])), draw(st.integers(2, 3))
    ladder = design_of(game).ladder(load_variant(game, "printed", PAIR).rules)
    policies = tuple(draw(st.sampled_from(ladder)) for _ in range(players))
    seed = draw(st.sampled_from([0, 1, 2**64 - 1]))
    return game, players, policies, seed, draw(st.integers(50, 51)), draw(st.booleans())


def key_of(game, players, policies, seed, chunk, seats):
    batch = batch_of(game, [f"players={players}"], policies=policies)
    batch = replace(batch, seed=seed, chunk=chunk)
    return (replace(batch, line=credit_of_seats) if seats else batch).key


@given(experiments(), experiments())
def test_keys_differ_exactly_where_experiments_do(one, other):
    assert (key_of(*one) == key_of(*other)) == (one == other)
    assert key_of(*one) == key_of(*one)


def another(kind, value):
    """Another value of a key, or None."""
    if isinstance(kind, Flag):
        return "false" if value else "true"
    if isinstance(kind, Choice):
        return next(name for name in kind.names if name != value)
    if isinstance(kind, Whole) and value is not None:
        return str(value + 1 if value < kind.high else value - 1)
    return None


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_changes_the_key(game):
    keys, settings = [batch_of(game).key], 0
    rules = load_variant(game, "printed", PAIR).rules
    for name, kind in kinds_of(type(rules)).items():
        value = another(kind, getattr(rules, name))
        try:
            made = None if value is None else batch_of(game, [*PAIR, f"{name}={value}"])
        except InvalidInput:
            continue  # contradicts another rule
        if made is not None:
            settings += 1
            keys.append(made.key)
    assert settings > 4
    assert len(set(keys)) == len(keys)


def test_policies_count_by_what_they_do_not_by_their_name(tmp_path):
    keys = set()
    for look in (0.1, 0.3):
        people.save(replace(people.PRESETS["fast"], look=look), str(tmp_path / "ann.toml"))
        keys.add(batch_of("diavolo", policies=[str(tmp_path / "ann.toml")]).key)
    assert len(keys) == 2
    frozen = Table.of(load_variant("coal", "printed", [*PAIR, "devils=6"]), freeze=True)
    other = Table.of(load_variant("coal", "printed", [*PAIR, "devils=12"]), freeze=True)
    made = [Batch("", table.arm(COAL).seat(), 1, 50).key for table in (frozen, other)]
    assert made[0] != made[1]


def test_the_program_is_what_decides_a_count_and_nothing_else(monkeypatch, tmp_path):
    start = ("zochastic.analysis.coal.records", "zochastic.analysis.quality.tally")
    names = set(program._sources(start))
    assert {"zochastic.sims.coal.game", "zochastic.sims.streams", "zochastic.sims._jit"} <= names
    assert {"zochastic.rules.coal.game", "zochastic.analysis.quality.records"} <= names
    assert not [name for name in names if "wording" in name or "design" in name]
    before = program.program(*start)
    changed = tmp_path / "streams.py"
    changed.write_bytes(program._file("zochastic.sims.streams").read_bytes() + b"\n")
    there = program._file
    monkeypatch.setattr(
        program, "_file", lambda name: changed if name == "zochastic.sims.streams" else there(name)
    )
    program.program.cache_clear()
    assert program.program(*start) != before
    program.program.cache_clear()


def test_games_of_another_program_are_kept_told_of_and_not_used(file):
    kept(file, chunks=10)
    with sqlite3.connect(file) as other:
        other.execute("UPDATE experiments SET program = 'old', key = key || 'old'")
    other.close()
    with Farm.opened(str(file), None) as farm:
        toss(farm, chunks=10)
        assert (farm.played, farm.kept) == (20 * CHUNK, 0)
        assert farm.told() == (
            f"0 of 1,000 games came from {file}; 2 experiments there are of another version of "
            "zochastic and were not used"
        )
    assert chunks_in(file) == 40


def database(file, *lines):
    with sqlite3.connect(file) as other:
        for line in lines:
            other.execute(line)
    other.close()


WRONG = {
    "folder": (lambda file: file.mkdir(), "the path of a file"),
    "text": (lambda file: file.write_text("not a database " * 100), "a store of zochastic"),
    "another database": (lambda file: database(file, "CREATE TABLE t (x)"), "another database"),
    "another version": (
        lambda file: (kept(file), database(file, f"PRAGMA user_version = {LAYOUT + 1}")),
        f"a store of version {LAYOUT} or a new file; this one has version {LAYOUT + 1}",
    ),
    "no folder": (lambda file: file.parent.rmdir(), "No such file or directory"),
}  # fmt: skip


@pytest.mark.parametrize("kind", WRONG)
def test_what_is_no_store_is_refused_and_left_as_it_was(tmp_path, kind):
    file = tmp_path / "inside" / "s.sqlite"
    file.parent.mkdir()
    make, part = WRONG[kind]
    make(file)
    before = file.read_bytes() if file.is_file() else None
    with pytest.raises(InvalidInput, match="--store: got ") as wrong:
        Store(str(file))
    assert part in str(wrong.value)
    assert "\n" not in str(wrong.value)
    assert before is None or file.read_bytes() == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_refused(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(InvalidInput, match="Permission denied"):
        Store(str(tmp_path / "s.sqlite"))


@pytest.mark.parametrize("name", ["", "a\0b", "x" * 5000])
def test_a_name_that_no_file_has_is_refused(name):
    with pytest.raises(InvalidInput, match="--store: got "):
        Store(name)


def test_a_full_disk_is_told_in_one_line():
    with pytest.raises(InvalidInput, match="disk is full"):
        Store("/dev/full")


def test_a_disk_that_is_full_in_mid_sweep_takes_nothing_with_it(file):
    kept(file, chunks=10)
    with Farm.opened(str(file), None) as farm:
        farm.known(Batch("", Coins(), 1, CHUNK), 1)  # opens the file
        pages = farm.store._open.execute("PRAGMA page_count").fetchone()[0]
        farm.store._open.execute(f"PRAGMA max_page_count = {pages + 2}")
        with pytest.raises(InvalidInput, match=r"read and written .*full"):
            toss(farm, chunks=2000)
    there = chunks_in(file)
    assert 20 < there < 4000
    assert kept(file, chunks=2000) == (
        digest(toss(chunks=2000)), (4000 - there) * CHUNK, there * CHUNK,
    )  # fmt: skip


def test_a_damaged_line_is_told_not_believed(file):
    kept(file)
    database(file, "UPDATE chunks SET line = substr(line, 1, 20) WHERE number = 7")
    with pytest.raises(InvalidInput, match="read and written"):
        kept(file)


def test_a_file_that_is_not_there_comes_to_be_with_the_first_game(file):
    Store(str(file)).close()
    assert not file.exists()
    with pytest.raises(InvalidInput), Farm.opened(str(file), None) as farm:
        balance(COAL, axes=read_axes(["devil=8:9"]), sets=PAIR, farm=farm)
    assert not file.exists()


def test_an_empty_file_becomes_a_store(file):
    file.touch()
    assert kept(file)[1] == kept(file)[2]


def test_ctrl_c_keeps_what_was_played(file):
    def stopping(done, total):
        if done >= 20 * CHUNK:
            raise KeyboardInterrupt

    arm = Arm(lambda: Coins(0.5))
    with Farm.opened(str(file), None) as farm:
        assert sweep.play_all([arm], Plan(400, CHUNK), seed=1, farm=farm, progress=stopping)
    assert 20 <= len(arm.sums) < 400
    assert chunks_in(file) >= len(arm.sums)
    assert np.array_equal(arm.table, toss(chunks=400, heads=(0.5,))[0][: len(arm.sums)])
