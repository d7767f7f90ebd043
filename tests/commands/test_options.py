import pytest

from zochastic.commands import options
from zochastic.rules.errors import InvalidInput


@pytest.mark.parametrize(
    ("text", "aims"),
    [
        ("50:300:50", (50, 100, 150, 200, 250, 300)),
        ("50:120:50", (50, 100, 120)),  # both ends are included
        ("7:7:1", (7,)),
        ("100", (100,)),
        ("200, 100,200", (200, 100)),
        ("1:3:1,10", (1, 2, 3, 10)),
        ("1:300:1", tuple(range(1, 301))),
    ],
)
def test_aims(text, aims):
    assert options.read_aims(text) == aims


@pytest.mark.parametrize(
    "text",
    ["", ",", "50,", "a", "0", "-5", "5:1:1", "1:5", "1:5:0", "1:5:1:1", "1:301:1", "1.5",
     "1e2", "\u0663", "9" * 5000, "1:1000000:1", "nan", ":", "::", "1:2:"],
)  # fmt: skip
def test_wrong_aims(text):
    with pytest.raises(InvalidInput, match="--aims"):
        options.read_aims(text)


@pytest.mark.parametrize(
    ("text", "number"),
    [("1e6", 10**6), ("1000", 1000), ("2.5e3", 2500), ("1_000", 1000), (" 7 ", 7)],
)
def test_games(text, number):
    assert options.read_games(text) == number


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0",
        "-1",
        "1.5",
        "1e-1",
        "1e99",
        "nan",
        "inf",
        "0x10",
        "e6",
        "1e",
        "\u0663",
        "9" * 5000,
        "1,000",
    ],
)
def test_wrong_games(text):
    with pytest.raises(InvalidInput, match="--games"):
        options.read_games(text)


def test_seed_is_any_number_of_64_bits():
    assert options.read_seed("18446744073709551615") == 2**64 - 1
    with pytest.raises(InvalidInput, match="--seed"):
        options.read_seed("18446744073709551616")


@pytest.mark.parametrize("text", ["0", "7", "-1", "two", "4.5"])
def test_wrong_players(text):
    with pytest.raises(InvalidInput, match="--players"):
        options.read_players(text)


def test_precision():
    assert options.read_precision(None) is None
    assert options.read_precision("1e-3") == 0.001
    for text in ("0", "-1", "nan", "inf", "", "0.0"):
        with pytest.raises(InvalidInput, match="--precision"):
            options.read_precision(text)


def test_threads():
    assert options.read_threads(None) is None
    assert options.read_threads("2") == 2
    with pytest.raises(InvalidInput, match="--threads"):
        options.read_threads("0")
