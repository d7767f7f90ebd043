"""Ovens as values and as text: what people write is read or refused, nothing else."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from zochastic.rules.coal import CoalRules, Oven, parse_pieces, read_drawn, read_oven
from zochastic.rules.errors import InvalidInput

PRINTED = CoalRules()

ovens = st.builds(
    Oven.of,
    st.dictionaries(st.integers(1, 10_000), st.integers(0, 20), max_size=6),
    st.integers(0, 20),
)
rubbish = st.text() | st.text(alphabet="0123459d:, devil-+.xX*\n\t\0", max_size=20)
options = st.none() | rubbish | st.lists(rubbish, max_size=4)


def refused(function, *args, **options):
    with pytest.raises(InvalidInput) as caught:
        function(*args, **options)
    assert str(caught.value).isprintable()
    return str(caught.value)


def or_refused(function, *args, **options):
    """The result, or None where the input was refused in one printable line."""
    try:
        return function(*args, **options)
    except InvalidInput as wrong:
        line = str(wrong)
    assert line.isprintable()
    return None


@given(ovens)
def test_text_round_trip(oven):
    if oven.size:
        assert parse_pieces(oven.text, what="--oven") == oven
        assert parse_pieces(str(oven).replace(",", " ").split(), what="--oven") == oven
    else:
        assert oven.text == "nothing"


@given(ovens, ovens)
def test_minus_is_the_inverse_of_plus(one, other):
    both = one.plus(other)
    assert both == other.plus(one)
    assert both.minus(other) == one
    assert both.contains(one)
    assert both.contains(other)
    assert both.size == one.size + other.size
    assert both.good == one.good + other.good
    if one.contains(other):
        assert one.minus(other).plus(other) == one
    else:
        assert "at most" in refused(one.minus, other)


@given(ovens)
def test_figures_of_an_oven(oven):
    pieces = [value for value, count in oven.counts().items() for _ in range(count)]
    assert (oven.pieces, oven.good) == (len(pieces), sum(pieces))
    assert oven.size == len(pieces) + oven.devils
    assert all(value % oven.unit == 0 for value in pieces)
    assert oven.unit >= 1
    assert list(oven.counts()) == sorted(oven.counts(), reverse=True)
    assert hash(Oven.of(oven.counts(), oven.devils)) == hash(oven)


def test_an_oven_is_canonical():
    assert Oven.of({10: 1, 20: 0, 30: 2}) == Oven(((30, 2), (10, 1)))
    assert Oven().unit == 1
    for coal in ((((10, 1), (20, 1))), ((10, 0),), ((10, 1), (10, 1)), ((0, 1),)):
        with pytest.raises(ValueError, match="must"):
            Oven(coal)
    with pytest.raises(ValueError, match="positive"):
        Oven((), -1)


AS_WRITTEN = [
    *("20 20 50", "20,20,50", "20 , 20, 50", "20:2,50", " 50\t20:2 ", "50:1 20:2"),
    *(["20", "20", "50"], ["20:2", "50"], ["20,", "20,", "50"], ["20,20", "50"]),
    ("20", ",", "20", ",50"),
]


@pytest.mark.parametrize("items", AS_WRITTEN)
def test_pieces_as_people_write_them(items):
    assert parse_pieces(items, what="PIECES") == Oven(((50, 1), (20, 2)))


@pytest.mark.parametrize("items", ["devil", "d", "D", "Devil:1", "devils:1", "d:1", ["d"]])
def test_devils_as_people_write_them(items):
    assert parse_pieces(items, what="--gone") == Oven((), 1)


@pytest.mark.parametrize(
    "items", ["", " ", ",", "20,,50", "20,", ",20", [], [""], ["20", "", "50"]]
)
def test_an_empty_item_is_refused(items):
    line = refused(parse_pieces, items, what="--oven")
    assert line.startswith("--oven: got ")
    assert "no empty item" in line


NO_PIECE = [
    *"0 -20 +20 2.5 1e3 020 20:0 20:-1 20: :3 20:3:4 20:251 d:0 x 20x 20;50 10001".split(),
    *("none", "nothing", "\0", "\ud800", "20\u2028,\x1b[31m", "9" * 5000, "20:" + "9" * 5000),
    # digits and letters that look like ours
    *("२०", "²", "\uff12\uff10", "20:\uff13", "\u2146", "dev\u0131l"),
]


@pytest.mark.parametrize("item", NO_PIECE)
def test_what_is_no_piece_is_refused(item):
    assert refused(parse_pieces, item, what="PIECES").startswith("PIECES: got ")


def test_the_nearest_word_is_suggested():
    assert refused(parse_pieces, "devl", what="--gone").endswith("did you mean 'devil'?")


@given(options.filter(lambda items: items is not None))
@example("20\n,\n50")
def test_every_text_is_read_or_refused_in_one_line(items):
    pieces = or_refused(parse_pieces, items, what="PIECES")
    if pieces is not None:
        assert pieces.size >= 1


@given(options, options)
def test_every_oven_is_read_or_refused_in_one_line(oven, gone):
    lay = or_refused(read_oven, PRINTED, oven=oven, gone=gone)
    if lay is not None:
        assert 1 <= lay.size
        assert PRINTED.fresh.contains(lay)


@given(ovens.filter(lambda oven: oven.size), rubbish)
def test_every_drawn_piece_is_read_or_refused_in_one_line(oven, items):
    drawn = or_refused(read_drawn, PRINTED, oven, items)
    if drawn is not None:
        assert oven.contains(drawn)
        assert drawn.devils == 0


def test_the_oven_when_the_turn_began():
    assert read_oven(PRINTED) == PRINTED.fresh
    assert read_oven(PRINTED, oven="20:3,d:2") == Oven(((20, 3),), 2)
    assert read_oven(PRINTED, gone=["100:2", "d:9"]) == PRINTED.fresh.minus(Oven(((100, 2),), 9))
    assert read_oven(PRINTED, oven="d") == Oven((), 1)


def test_both_oven_and_gone_are_refused():
    line = "--gone: got '50'; allowed: either --oven or --gone, not both"
    assert refused(read_oven, PRINTED, oven="20", gone="50") == line


def test_an_empty_oven_is_refused():
    line = "; allowed: an oven that still holds a piece"
    assert refused(read_oven, PRINTED, gone=PRINTED.fresh.text).endswith(line)
    assert refused(read_oven, PRINTED, oven="").startswith("--oven: got ''; allowed: pieces such")


@pytest.mark.parametrize("option", ["oven", "gone"])
def test_more_of_a_piece_than_the_variant_has_is_refused(option):
    assert refused(read_oven, PRINTED, **{option: "20:10"}) == (
        f"--{option}: got '20:10'; allowed: at most 9 of 20, as many as a fresh oven holds"
    )
    assert refused(read_oven, PRINTED, **{option: "20:5 20:5"}).startswith(f"--{option}: got '20:1")
    assert refused(read_oven, PRINTED, **{option: "d:10"}) == (
        f"--{option}: got 'devil:10'; allowed: at most 9 devils, as many as a fresh oven holds"
    )


@pytest.mark.parametrize(("value", "near"), [(30, 25), (1, 10), (9999, 100), (74, 75)])
def test_a_value_that_the_variant_lacks_is_refused_and_the_nearest_named(value, near):
    line = f"got '{value}'; allowed: a piece of this variant: 100, 75, 50, 25, 20, 10 (nearest: {near})"
    assert refused(read_oven, PRINTED, oven=f"20,{value}") == f"--oven: {line}"
    assert refused(read_oven, PRINTED, gone=f"{value}:2") == f"--gone: {line}"
    assert refused(read_drawn, PRINTED, PRINTED.fresh, f"{value}") == f"PIECES: {line}"


def test_a_variant_without_coal_has_devils_only():
    rules = CoalRules(coal={}, devils=2)
    assert read_oven(rules, gone="d") == Oven((), 1)
    assert "devil, since there is no coal" in refused(read_drawn, rules, rules.fresh, "20")


def test_pieces_drawn_come_out_of_the_oven():
    """[coal: A round, 2] they lie in front of the player."""
    oven = read_oven(PRINTED, oven="20:3,50,d:2")
    assert read_drawn(PRINTED, oven, "20 20 50") == Oven(((50, 1), (20, 2)))
    assert refused(read_drawn, PRINTED, oven, "20:4") == (
        "PIECES: got '20:4'; allowed: at most 3 of 20, as many as the oven of this turn holds"
    )
    assert refused(read_drawn, PRINTED, oven, "10").startswith(
        "PIECES: got '10:1'; allowed: at mos"
    )


def test_a_devil_among_the_drawn_is_refused():
    """[coal: A round, 2: Devil] it ends the turn."""
    assert refused(read_drawn, PRINTED, PRINTED.fresh, ["20", "devil"]) == (
        "PIECES: got '20 devil'; allowed: good pieces only, since a devil has ended the turn"
    )
