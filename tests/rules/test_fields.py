"""Declared keys: kinds that coal does not use, for the games to come."""

from dataclasses import dataclass
from typing import ClassVar

import pytest

from zochastic.rules.errors import InvalidInput
from zochastic.rules.fields import GameRules, counts, each, number, whole_list
from zochastic.rules.kinds import Kind


@dataclass(frozen=True, kw_only=True)
class Toy(GameRules):
    game: ClassVar[str] = "toy"
    faces: tuple[int | str, ...] = whole_list(["bust", 2, 3], 0, 9, "Faces.", words=["bust"])
    start: int | tuple[int, ...] = each(0, 0, 99, "Points at the start, for all or one a player.")
    catch: float = number(0.5, 0, 1, "Chance of a catch.")
    orders: tuple[tuple[str, int], ...] = counts(
        {"largest": 1, "smallest": 2}, "Weights.", names=["largest", "smallest", "nearest"]
    )


def refused(**keys):
    with pytest.raises(InvalidInput) as caught:
        Toy(**keys)
    assert str(caught.value).isprintable()
    return str(caught.value)


def test_plain_values():
    toy = Toy(start=[1, 2], orders={"nearest": 3, "largest": 1, "smallest": 0})
    assert toy.orders == (("largest", 1), ("nearest", 3))
    assert toy.plain() == {
        "faces": ["bust", 2, 3],
        "start": [1, 2],
        "catch": 0.5,
        "orders": {"largest": 1, "nearest": 3},
    }
    assert Toy().plain()["start"] == 0
    assert isinstance(hash(toy), int)


@pytest.mark.parametrize("catch", [-0.0, 0, 0.0])
def test_zero_is_written_in_one_way(catch):
    assert str(Toy(catch=catch).catch) == "0.0"


@pytest.mark.parametrize("catch", [True, "0.5", 1.5, -0.1, float("nan"), float("inf"), 10**400])
def test_a_number_is_within_its_bounds(catch):
    assert refused(catch=catch).endswith("; allowed: a number from 0 to 1")


def test_words_among_numbers():
    assert refused(faces=["bsut"]).endswith("did you mean 'bust'?")
    assert Toy(faces=["bust"]).faces == ("bust",)
    refused(faces=[True])
    refused(faces=[])


def test_one_for_all_or_one_a_player():
    assert Toy(start=(1, 2)).start == (1, 2)
    for wrong in ([], [1] * 7, [1, True], 100, "3", None):
        assert "one a player" in refused(start=wrong) or "99" in refused(start=wrong)


def test_named_counts():
    assert refused(orders={"nearst": 1}).endswith("did you mean 'nearest'?")
    assert refused(orders={7: 1}).startswith("orders: got 7; allowed: largest, smallest or nearest")


def test_a_kind_of_ones_own_says_what_it_allows_and_checks():
    kind = Kind()
    assert kind.plain(3) == 3
    with pytest.raises(NotImplementedError):
        kind.check("key", 3)
    with pytest.raises(NotImplementedError):
        _ = kind.allowed


def test_rules_without_assumed_readings_list_none():
    assert Toy().assumptions == ()
