"""Random streams: xoshiro256++ (Blackman & Vigna 2019), seeded by splitmix64.

A stream is found from (seed, index) alone, so a chunk of work draws the same numbers on whatever
thread it runs.  Every constant is a ``np.uint64``: with a plain literal numba would turn the
arithmetic into signed integers, silently.
"""

import numpy as np

from zochastic.sims._jit import Word, Words, helper, kernel

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_23, _27, _30, _31 = np.uint64(23), np.uint64(27), np.uint64(30), np.uint64(31)
_17, _19, _32, _41, _45 = (np.uint64(n) for n in (17, 19, 32, 41, 45))
_LOW_32 = np.uint64(0xFFFFFFFF)
_TWO_32 = np.uint64(1 << 32)


@helper
def mix(z: Word) -> Word:
    """splitmix64's output function: a bijection of 64 bits that scatters neighbours."""
    z = (z ^ (z >> _30)) * _MIX_1
    z = (z ^ (z >> _27)) * _MIX_2
    return z ^ (z >> _31)


@helper
def origin(seed: Word, index: int) -> Word:
    """Where splitmix64 starts for stream ``index`` of ``seed``: scattered over all 2^64."""
    return mix(mix(seed + _GOLDEN) + (np.uint64(index) + np.uint64(1)) * _GOLDEN)


@helper
def seed_state(state: Words, seed: Word, index: int) -> None:
    """Fill ``state`` (uint64[4]) for stream ``index`` of ``seed``."""
    z = origin(seed, index)
    for i in range(4):
        z += _GOLDEN
        state[i] = mix(z)


@helper
def next_word(state: Words) -> Word:
    """The next 64 random bits of ``state`` (uint64[4]), which moves on."""
    a, b, c, d = state[0], state[1], state[2], state[3]
    word: Word = a + d
    word = ((word << _23) | (word >> _41)) + a
    shifted = b << _17
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = (d << _45) | (d >> _19)
    state[0], state[1], state[2], state[3] = a, b, c, d
    return word


@helper
def seed_lanes(seed: Word, index: int, a: Words, b: Words, c: Words, d: Words) -> None:
    """Fill the states of generators side by side, (a[l], b[l], c[l], d[l]) in lane l."""
    z = origin(seed, index)
    for lane in range(a.size):
        a[lane] = mix(z + _GOLDEN)
        b[lane] = mix(z + _GOLDEN * np.uint64(2))
        c[lane] = mix(z + _GOLDEN * np.uint64(3))
        d[lane] = mix(z + _GOLDEN * np.uint64(4))
        z += _GOLDEN * np.uint64(4)


@helper
def next_words(a: Words, b: Words, c: Words, d: Words, words: Words) -> None:
    """The next word of each lane's generator; a loop that becomes vector instructions."""
    for lane in range(words.size):
        sa, sb, sc, sd = a[lane], b[lane], c[lane], d[lane]
        raw = sa + sd
        words[lane] = ((raw << _23) | (raw >> _41)) + sa
        shifted = sb << _17
        sc ^= sa
        sd ^= sb
        sb ^= sc
        sa ^= sd
        sc ^= shifted
        a[lane], b[lane], c[lane], d[lane] = sa, sb, sc, (sd << _45) | (sd >> _19)


@helper
def below(state: Words, n: int) -> int:
    """A uniform integer in 0 … n−1, n < 2^32: exact, by Lemire's rejection (2019)."""
    bound = np.uint64(n)
    product = (next_word(state) >> _32) * bound
    low = product & _LOW_32
    if low < bound:
        least = (_TWO_32 - bound) % bound
        while low < least:
            product = (next_word(state) >> _32) * bound
            low = product & _LOW_32
    index: int = np.int64(product >> _32)  # type: ignore[assignment]
    return index


@helper
def word_of(key: Word, index: int) -> Word:
    """Word ``index`` of the stream that begins at ``key`` (splitmix64): any word at once."""
    return mix(key + (np.uint64(index) + np.uint64(1)) * _GOLDEN)


@helper
def turn_key(game: Word, turn: int, seat: int) -> Word:
    """The key of one turn of a game: what a player meets in it depends on nothing before it.

    Two policies played on one seed so share their luck even where their games part.

    Parameters
    ----------
    game : `origin` of (seed, game index).
    turn, seat : the turn's number, and whose it is, below 64.
    """
    return mix(game ^ (_MIX_1 * np.uint64((turn << 6) + seat + 1)))


def derived(seed: int, label: int) -> int:
    """The seed of experiment ``label`` of a run seeded with ``seed``: streams of its own."""
    return int(_origin(np.uint64(seed), label))


@kernel
def _origin(seed: Word, index: int) -> Word:
    return origin(seed, index)
