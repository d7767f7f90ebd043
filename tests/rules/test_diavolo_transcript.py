"""A whole game, written down once and compared ever after.

``python tests/rules/test_diavolo_transcript.py`` writes the file anew.
"""

import random
from pathlib import Path

from zochastic.rules.diavolo import DiavoloRules, imps_of, referee
from zochastic.rules.diavolo.referee import Throw
from zochastic.rules.diavolo.transcript import transcript

GOLDEN = Path(__file__).with_name("diavolo_printed.txt")


def game(rules, seed):
    """Rounds of a made-up game: most reach for the right imp, in random order."""
    luck = random.Random(seed)
    table = referee.begin(rules, roller=luck.randrange(rules.players))
    imps = imps_of(rules)
    start, rounds = table, []
    while not table.over:
        dice = tuple(
            tuple(luck.randint(1, rules.sides) for _ in range(rules.dice)) for _ in imps[:-1]
        )
        throw = Throw(luck.choice([o for o, _ in rules.orders]), dice, luck.choice(imps[:-1]))
        right, _ = referee.judge(rules, throw)
        grabs, taken = [], []
        for seat in luck.sample(table.living, len(table.living)):
            imp = right if luck.random() < 0.8 else luck.choice(imps)
            imp = imp if imp in referee.legal(rules, table, taken) else None
            taken.append(imp)
            grabs.append((seat, imp))
        rounds.append((throw, grabs))
        table, _ = referee.apply(rules, table, throw, grabs)
    return "\n".join(transcript(rules, start, rounds)) + "\n"


def test_the_printed_game_is_played_as_it_was():
    assert game(DiavoloRules(), 3) == GOLDEN.read_text(encoding="utf-8")


def test_every_game_can_be_written_down():
    for seed in range(30):
        rules = DiavoloRules(players=2 + seed % 5, dice=1 + seed % 3, grey_gain=seed % 3)
        lines = game(rules, seed).splitlines()
        assert lines[-1].endswith("]")
        assert "wins" in lines[-1]


if __name__ == "__main__":
    GOLDEN.write_text(game(DiavoloRules(), 3), encoding="utf-8")
