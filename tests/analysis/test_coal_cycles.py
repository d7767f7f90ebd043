"""Cycles among policies, found."""

from itertools import pairwise, permutations

from hypothesis import given
from hypothesis import strategies as st

from zochastic.analysis.coal.game.cycles import shortest_cycle


def _rows(*pairs: str) -> list[dict[str, str]]:
    return [{"alone": p[0], "among": p[1], "verdict": "wins more"} for p in pairs]


def test_two_who_invade_each_other_are_the_shortest_cycle() -> None:
    assert shortest_cycle(_rows("ab", "bc", "ca", "cb")) == ["b", "c", "b"]


def test_an_order_has_none() -> None:
    assert shortest_cycle(_rows("ab", "bc", "ac")) == []
    assert shortest_cycle([{"alone": "a", "among": "b", "verdict": "even"}]) == []


def test_of_two_players_who_loses_is_beaten() -> None:
    rows = [*_rows("ab", "bc"), {"alone": "a", "among": "c", "verdict": "wins less"}]
    assert shortest_cycle(rows) == []
    assert shortest_cycle(rows, two=True) == ["a", "b", "c", "a"]


@given(st.sets(st.sampled_from([a + b for a, b in permutations("abcde", 2)])))
def test_it_is_as_short_as_trying_all_ways_finds(pairs: set[str]) -> None:
    found = shortest_cycle(_rows(*sorted(pairs)))
    lengths = [
        n
        for n in range(2, 6)
        if any(
            all(way[i] + way[(i + 1) % n] in pairs for i in range(n))
            for way in permutations("abcde", n)
        )
    ]
    assert len(found) == (lengths[0] + 1 if lengths else 0)
    assert all(a + b in pairs for a, b in pairwise(found))
