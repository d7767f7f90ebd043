"""Deck posteriors against enumeration of all deals, golden values, cases by hand."""

import random
from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from zochastic.analysis.mauer.decks import outfit_searches, search, searches_left
from zochastic.rules.errors import InvalidInput
from zochastic.rules.mauer import MauerRules, garment_names
from zochastic.rules.mauer.facts import Fact, read_facts
from zochastic.sims.mauer.decks import posterior

PRINTED = MauerRules()


def facts(text):
    return read_facts(PRINTED, text)


def quarters(*numbers):
    return tuple(Fraction(n) for n in numbers)


# Known values


def test_a_card_is_in_each_deck_with_a_quarter_and_takes_two_and_a_half_searches():
    """[mauer: Known values]"""
    found = search(PRINTED, [])
    assert found.chances == (Fraction(1, 4),) * 4
    assert found.expected == Fraction(5, 2)
    assert found.best == 1
    assert search(PRINTED, [], "legs-c").chances == found.chances


def test_a_fixed_garment_takes_four_searches_without_memory():
    """[mauer: Known values] A deck at random each time: geometric with 1/4."""
    assert 1 / search(PRINTED, []).chances[0] == 4


def test_all_parts_of_an_unhindered_ghost():
    """[mauer: Known values] 5 searches with 1/4, 6 with 3/4; 20 without memory."""
    assert outfit_searches(4, 5) == Fraction(23, 4)
    assert outfit_searches(4, 5, memory=False) == 20


def test_the_outfit_by_playing_all_deals_of_two_parts():
    """The first deck shows a card of each part; then every search succeeds."""
    counts = []
    for one, two in product(permutations(range(4)), repeat=2):
        # search deck 0 for garment 0 of the first part, then fetch what was seen
        searches = 1 if one[0] == 0 else 2
        assert two.index(0) in range(4)
        counts.append(searches + 1)
    assert Fraction(sum(counts), len(counts)) == outfit_searches(4, 2)


def test_an_outfit_with_and_without_memory_simulated():
    dice = np.random.default_rng(3)
    with_memory, without = [], []
    for _ in range(4000):
        deal = np.array([dice.permutation(4) for _ in range(5)])
        deck = dice.integers(4)
        with_memory.append(5 if deal[0, 0] == deck else 6)
        without.append(int(dice.geometric(0.25, 5).sum()))
    assert np.mean(with_memory) == pytest.approx(5.75, abs=5 * 0.43 / 63)
    assert np.mean(without) == pytest.approx(20, abs=5 * np.std(without) / 63)


# By hand


@pytest.mark.parametrize(
    ("seen", "want", "chances", "expected", "best"),
    [
        # b lies in 1; a, c, d share 2, 3, 4, and a is not in 2
        ("1:head-b,2:-head-a", "head-c", "0 1/2 1/4 1/4", "7/4", 2),
        ("1:head-b,2:-head-a", "head-a", "0 0 1/2 1/2", "3/2", 3),
        ("3:head-c", "head-c", "0 0 1 0", "1", 3),
        ("1:head-b", "head-a", "0 1/3 1/3 1/3", "2", 2),
        ("1:-head-a", "head-a", "0 1/3 1/3 1/3", "2", 2),
        ("1:-head-a", "head-b", "1/3 2/9 2/9 2/9", "7/3", 1),
        ("1:-head-a", "face-b", "1/4 1/4 1/4 1/4", "5/2", 1),
        ("1:-head-a,2:-head-a,3:-head-a", "head-a", "0 0 0 1", "1", 4),
    ],
)
def test_cases_worked_out_by_hand(seen, want, chances, expected, best):
    found = search(PRINTED, facts(seen), want)
    assert found.chances == tuple(map(Fraction, chances.split()))
    assert (found.expected, found.best) == (Fraction(expected), best)


def test_without_a_wish_it_is_a_garment_nothing_is_known_of():
    found = search(PRINTED, facts("1:head-b,2:-face-a"))
    assert (found.garment, found.expected) == ("body-a", Fraction(5, 2))
    every = ",".join(f"1:-{part}-a" for part in ("head", "face", "body", "legs", "hand"))
    assert search(PRINTED, facts(every)).garment == "head-b"


@pytest.mark.parametrize(
    "seen", ["1:head-a,1:head-b", "1:head-a,2:head-a", "1:head-a,1:-head-a",
             "1:-head-a,2:-head-a,3:-head-a,4:-head-a"]
)  # fmt: skip
def test_facts_that_contradict_each_other(seen):
    with pytest.raises(InvalidInput, match=r"^--seen: got '.*'; allowed: facts that agree"):
        search(PRINTED, facts(seen), "legs-a")


# Against enumeration

FACTS = st.lists(
    st.builds(
        Fact,
        st.integers(1, 4),
        st.sampled_from(garment_names(2, 4)),
        st.sampled_from([False] * 3 + [True]),
    ),
    max_size=6,
)


def enumerated(told, want, decks=4, parts=("head", "face")):
    """Go through all deals of all parts together."""
    hits, total = [0] * decks, 0
    for deal in product(permutations(range(1, decks + 1)), repeat=len(parts)):
        lies = {
            f"{part}-{'abcdef'[i]}": deck
            for part, row in zip(parts, deal, strict=True)
            for i, deck in enumerate(row)
        }
        if all((lies[fact.garment] == fact.deck) == fact.holds for fact in told):
            total += 1
            hits[lies[want] - 1] += 1
    return hits, total


@settings(max_examples=60)
@given(FACTS, st.sampled_from(garment_names(2, 4)))
def test_posteriors_equal_the_enumeration_of_all_deals(told, want):
    hits, total = enumerated(told, want)
    assume(total)
    found = search(PRINTED, told, want)
    assert found.chances == tuple(Fraction(hit, total) for hit in hits)


@settings(max_examples=100)
@given(FACTS, st.integers(0, 3))
def test_the_kernel_counts_the_same_deals(told, card):
    want = f"head-{'abcd'[card]}"
    hits, total = enumerated(told, want)
    assume(total)
    allowed = np.full(4, 15, np.int64)
    for fact in told:
        if fact.garment.startswith("head"):
            other = "abcd".index(fact.garment[-1])
            deck = 1 << (fact.deck - 1)
            allowed[other] &= deck if fact.holds else ~deck
    chances = np.empty(4)
    assert posterior(allowed, card, np.empty(64), chances) > 0
    assert chances == pytest.approx([hit / total for hit in hits], abs=1e-12)


def brute(possible, card):
    """Fewest expected searches, without memory of what was worked out."""
    best = None
    for deck in range(4):
        groups = {}
        for deal in possible:
            groups.setdefault(deal.index(deck), []).append(deal)
        if len(groups) == 1 and card not in groups:
            continue
        value = Fraction(1)
        for shown, rest in groups.items():
            if shown != card:
                value += Fraction(len(rest), len(possible)) * brute(rest, card)
        best = value if best is None else min(best, value)
    return best


@settings(max_examples=30)
@given(st.integers(0, 10**9))
def test_expected_searches_equal_brute_force(seed):
    dice = random.Random(seed)
    deals = [deal for deal in permutations(range(4)) if dice.random() < 0.5] or [(0, 1, 2, 3)]
    expected, _ = searches_left(tuple(deals), 0)
    assert expected == brute(deals, 0)


def test_a_search_that_shows_one_garment_tells_less():
    """[mauer: Keys of a variant, cards_seen]"""
    blind = MauerRules(cards_seen="garment")
    assert search(blind, [], "head-a").expected == Fraction(5, 2)
    told = facts("2:-head-a")
    assert search(blind, told, "head-b").expected >= search(PRINTED, told, "head-b").expected
