"""A whole game, written down once and compared ever after.

``python tests/rules/test_mauer_transcript.py`` writes the file anew.
"""

import random
from pathlib import Path

from zochastic.rules.mauer import MauerRules, garment_names
from zochastic.rules.mauer.moves import Turn, results
from zochastic.rules.mauer.referee import End, Search, apply, begin, legal
from zochastic.rules.mauer.transcript import transcript

GOLDEN = Path(__file__).with_name("mauer_printed.txt")


def game(rules, seed):
    """A made-up game: legal actions at random, a search wherever there can be one."""
    luck = random.Random(seed)
    names = garment_names()
    parts = [luck.sample(names[first : first + 4], 4) for first in range(0, 20, 4)]
    now = begin(rules, rules.layout, [list(cards) for cards in zip(*parts, strict=True)])
    start, actions = now, []
    while not now.over:
        choices = legal(rules, rules.layout, now)
        searches = [action for action in choices if isinstance(action, Search)]
        kinds = sorted({type(action).__name__ for action in choices if not isinstance(action, End)})
        kind = luck.choice(kinds) if kinds else "End"
        action = luck.choice(
            searches or [choice for choice in choices if type(choice).__name__ == kind]
        )
        to = None
        if isinstance(action, Turn):
            to = luck.choice(results(rules, rules.layout, now.table, now.mover, action))
        actions.append((action, to))
        now, _ = apply(rules, rules.layout, now, action, to=to)
    return "\n".join(transcript(rules, rules.layout, start, actions)) + "\n"


def test_the_printed_game_is_played_as_it_was():
    assert game(MauerRules(parts_needed=2), 4) == GOLDEN.read_text(encoding="utf-8")


def test_the_transcript_has_every_kind_of_move_with_its_clause():
    text = GOLDEN.read_text(encoding="utf-8")
    for clause in ("a. Step", "b. Slide", "c. Transfer", "d. Turn", "search: keep", "search: the"):
        assert f"[mauer: A turn, {clause}" in text
    assert text.endswith("wins\n")


if __name__ == "__main__":
    GOLDEN.write_text(game(MauerRules(parts_needed=2), 4), encoding="utf-8")
