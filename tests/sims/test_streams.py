"""Known answers of the generators, and that bounded draws are uniform."""

import numba
import numpy as np
import pytest
from scipy import stats

from zochastic.sims.streams import (
    below,
    derived,
    mix,
    next_word,
    origin,
    seed_state,
    turn_key,
    word_of,
)

GOLDEN = 0x9E3779B97F4A7C15
MASK = (1 << 64) - 1


@numba.njit
def words(state, out):
    for i in range(out.size):
        out[i] = next_word(state)


@numba.njit
def mixed(z):
    return mix(z)


@numba.njit
def fill_below(seed, index, n, out):
    state = np.empty(4, np.uint64)
    seed_state(state, seed, index)
    for i in range(out.size):
        out[i] = below(state, n)


@numba.njit
def seeded(seed, index):
    state = np.empty(4, np.uint64)
    seed_state(state, seed, index)
    return state, origin(seed, index)


@numba.njit
def of_turn(game, turn, seat, out):
    key = turn_key(game, turn, seat)
    for i in range(out.size):
        out[i] = word_of(key, i)
    return key


def splitmix(seed, count):
    """splitmix64 in plain integers: the twin of what seeds the streams."""
    out, z = [], seed & MASK
    for _ in range(count):
        z = (z + GOLDEN) & MASK
        y = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        y = ((y ^ (y >> 27)) * 0x94D049BB133111EB) & MASK
        out.append(y ^ (y >> 31))
    return out


def test_xoshiro256_plus_plus_known_answer():
    out = np.empty(3, np.uint64)
    words(np.array([1, 2, 3, 4], np.uint64), out)
    assert out.tolist() == [41943041, 58720359, 3588806011781223]


def test_splitmix64_known_answer():
    known = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert splitmix(1234567, 3) == known
    compiled = [int(mixed(np.uint64((1234567 + k * GOLDEN) & MASK))) for k in (1, 2, 3)]
    assert compiled == known


def test_streams_are_seeded_by_splitmix_from_seed_and_index():
    state, start = seeded(np.uint64(5), 7)
    first = splitmix(5, 1)[0]  # mix(seed + golden)
    assert int(start) == splitmix((first + 7 * GOLDEN) & MASK, 1)[0]
    assert state.tolist() == splitmix(int(start), 4)


def test_neighbouring_seeds_and_indices_give_other_streams():
    states = {tuple(seeded(np.uint64(s), i)[0].tolist()) for s in range(30) for i in range(30)}
    assert len(states) == 900
    assert len({derived(s, i) for s in range(30) for i in range(30)}) == 900


@pytest.mark.parametrize("n", [1, 2, 3, 7, 48, 100, (1 << 32) - 1])
def test_bounded_draws_are_uniform(n):
    out = np.empty(200_000, np.int64)
    fill_below(np.uint64(1), n % 97, n, out)
    assert out.min() >= 0
    assert out.max() < n
    cells = np.bincount(out * min(n, 50) // n, minlength=min(n, 50))
    edges = [(-(-n * (k + 1) // min(n, 50))) - (-(-n * k // min(n, 50))) for k in range(cells.size)]
    assert n == 1 or stats.chisquare(cells, np.array(edges) / n * out.size).pvalue > 1e-4


def test_words_of_a_turn_are_splitmix_from_its_key():
    out = np.empty(5, np.uint64)
    key = of_turn(np.uint64(77), 3, 2, out)
    mixed_in = 77 ^ (0xBF58476D1CE4E5B9 * ((3 << 6) + 3) & MASK)
    assert int(key) == splitmix((mixed_in - GOLDEN) & MASK, 1)[0]
    assert out.tolist() == splitmix(int(key), 5)


def test_every_turn_of_every_game_has_a_key_of_its_own():
    out = np.empty(0, np.uint64)
    games = [int(seeded(np.uint64(1), i)[1]) for i in range(20)]
    keys = {
        int(of_turn(np.uint64(game), turn, seat, out))
        for game in games
        for turn in range(30)
        for seat in range(4)
    }
    assert len(keys) == 20 * 30 * 4


def test_first_words_of_turns_are_uniform():
    """Bytes of neighbouring turns of neighbouring games, by chi-square."""
    out = np.empty(1, np.uint64)
    bytes_seen = []
    for game in range(100):
        start = np.uint64(seeded(np.uint64(1), game)[1])
        for turn in range(100):
            of_turn(start, turn, turn % 4, out)
            bytes_seen.extend(out.view(np.uint8).tolist())
    assert stats.chisquare(np.bincount(bytes_seen, minlength=256)).pvalue > 1e-4
