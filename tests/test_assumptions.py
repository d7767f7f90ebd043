"""docs/assumptions.md tells of every assumed reading, and its tables are what the program finds."""

import re

import pytest
from readings import PAGE, between, table

from zochastic.rules.variants import GAMES

TEXT = PAGE.read_text(encoding="utf-8")
NUMBER = re.compile(r"[+-]?\d+\.\d\d")


def section(game):
    return re.search(rf"^## {game}$(.*?)(?=^## |\Z)", TEXT, re.M | re.S)[1]


@pytest.mark.parametrize("game", GAMES)
def test_every_reading_stands_there_and_no_other(game):
    text = section(game)
    keyed = {line for line in text.splitlines() if line.startswith("- ")}
    told = dict(re.findall(r"^\| ([A-Z].*?) \| (.*?) \|$", text, re.M))
    readings = GAMES[game]().assumptions
    assert keyed == {f"- {sentence} (`{key}`)" for key, sentence in readings if key}
    assert set(told) == {sentence for key, sentence in readings if not key}
    assert all(len(what) > 15 for what in told.values())


@pytest.mark.parametrize("game", GAMES)
def test_the_table_is_what_the_program_finds(game):
    shown, found = between(game).search(TEXT)[2], table(game)
    assert NUMBER.sub("…", shown) == NUMBER.sub("…", found), "python docs/readings.py"
    for line, same in zip(shown.splitlines(), found.splitlines(), strict=True):
        numbers, again = ([float(n) for n in NUMBER.findall(text)] for text in (line, same))
        if "±" in line:  # other rounding is no other result
            assert numbers == pytest.approx(again, abs=0.011), "python docs/readings.py"


@pytest.mark.parametrize("game", GAMES)
def test_every_key_with_an_assumption_is_played(game):
    keys = {key for key, _ in GAMES[game]().assumptions if key}
    assert keys == set(re.findall(r"^\| `(\w+)` \|", section(game), re.M))
