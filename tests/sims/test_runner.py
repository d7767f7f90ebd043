"""The runner: same counts on any number of threads, stops, interruptions."""

from dataclasses import dataclass

import numpy as np
import pytest

from zochastic.sims.runner import Tally, key_of, run


@dataclass(frozen=True)
class Dice:
    """Throws of a die, from numpy so that nothing compiled is involved."""

    seed: int = 1
    chunk: int = 100
    interrupt_at: int | None = None

    @property
    def key(self):
        return key_of("dice", self.seed)

    def play(self, index, games):
        if index == self.interrupt_at:
            raise KeyboardInterrupt
        throws = np.random.default_rng([self.seed, index]).integers(0, 6, games)
        return np.bincount(throws, minlength=6)


@pytest.mark.parametrize("threads", [1, 2, 3, 5, 7])
@pytest.mark.parametrize("games", [1, 99, 100, 101, 12_345])
def test_counts_do_not_depend_on_threads(games, threads):
    one = run(Dice(), games=games, threads=1)
    many = run(Dice(), games=games, threads=threads)
    assert one.games == many.games == games == one.counts.sum()
    assert np.array_equal(one.counts, many.counts)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_a_run_that_stops_early_stops_at_the_same_game_on_any_threads(threads):
    tally = run(Dice(), games=100_000, threads=threads, enough=lambda t: t.counts[0] > 300)
    assert tally.games == 3_200  # waves of 4, 4, 8, 16 chunks
    assert not tally.partial


def test_long_runs_are_queued_in_waves():
    tally = run(Dice(chunk=1), games=1_500, threads=2)
    assert tally.games == 1_500


def test_progress_is_told_after_every_chunk():
    told = []
    run(Dice(), games=250, progress=lambda done, total: told.append((done, total)))
    assert told == [(100, 250), (200, 250), (250, 250)]


@dataclass(frozen=True)
class Holds:
    array: np.ndarray
    name: str = "a"


def test_keys_count_arrays_by_their_bytes_wherever_they_are():
    long = np.arange(10_000)  # as text it would be cut in the middle
    other = long.copy()
    other[5_000] += 1
    for holder in (lambda a: a, lambda a: (1, [a]), Holds, lambda a: {"x": Holds(a)}):
        assert key_of(holder(long)) == key_of(holder(long.copy()))
        assert key_of(holder(long)) != key_of(holder(other))
        assert key_of(holder(long)) != key_of(holder(long.astype(np.int32)))
        assert key_of(holder(long)) != key_of(holder(long.reshape(100, 100)))
    assert key_of({"a": 1, "b": 2}) == key_of({"b": 2, "a": 1})
    assert key_of(("a", "b")) != key_of(("ab",)) != key_of("ab")
    assert key_of(Holds(long)) != key_of(Holds(long, "b"))
    assert key_of(1) != key_of(1.0) != key_of("1")


@pytest.mark.parametrize("part", [object(), {1, 2}, len, lambda: 1, np.array([object()]), Holds])
def test_what_cannot_be_told_makes_no_key(part):
    with pytest.raises(TypeError, match="a key cannot be made of"):
        key_of("x", [part])


def test_interruption_keeps_what_is_finished():
    tally = run(Dice(interrupt_at=3), games=1_000, threads=1)
    assert tally.partial
    assert tally.games == 300
    assert np.array_equal(tally.counts, run(Dice(), games=300).counts)


def test_interruption_before_anything_is_finished_is_raised():
    with pytest.raises(KeyboardInterrupt):
        run(Dice(interrupt_at=0), games=1_000, threads=1)


def test_a_fault_in_a_chunk_is_raised():
    class Broken(Dice):
        def play(self, index, games):
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run(Broken(), games=10)


def test_no_games_are_no_run():
    with pytest.raises(ValueError, match="at least one game"):
        run(Dice(), games=0)


def test_tallies_of_one_experiment_add_up_and_of_two_do_not():
    tally = Tally("a", np.array([1, 2]), 3)
    double = tally + Tally("a", np.array([1, 0]), 1, partial=True)
    assert double.counts.tolist() == [2, 2]
    assert (double.games, double.partial) == (4, True)
    with pytest.raises(ValueError, match="different experiments"):
        tally + Tally("b", np.array([1, 2]), 3)


def test_keys_tell_arrays_apart_by_content_type_and_shape():
    arrays = [np.zeros(4), np.zeros((2, 2)), np.zeros(4, np.int64), np.ones(4)]
    assert len({key_of("x", a) for a in arrays}) == 4
    assert key_of("x", arrays[0]) == key_of("x", np.zeros(4))
    assert key_of("ab", "c") != key_of("a", "bc")
