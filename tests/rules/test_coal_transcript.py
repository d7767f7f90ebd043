"""A whole game, written down once and compared ever after.

``python tests/rules/test_coal_transcript.py`` writes the file anew.
"""

from pathlib import Path

from zochastic.rules.coal import CoalRules, stakes
from zochastic.rules.coal.referee import apply, begin, legal, settle
from zochastic.rules.coal.transcript import transcript

GOLDEN = Path(__file__).with_name("coal_printed.txt")


class Luck:
    """Numbers that anybody can make: x becomes 48271 x mod 2147483647, of which n take x mod n."""

    def __init__(self, seed):
        self.x = seed

    def below(self, n):
        self.x = 48271 * self.x % 2147483647
        return self.x % n


def actions_of(rules, start, luck):
    """A made-up game: stakes of 30, 60, 90, 100 in turn order, or all one has; stops at 100.

    The oven's pieces lie in a row, the largest coal first, devils last; one of them is drawn.
    """
    position, actions = start, []
    while not position.over:
        may = legal(rules, position)
        if may == ("settle",):
            position, _, _ = settle(rules, position)
            continue
        if may == ("bet",):
            action = tuple(
                max(s for s in stakes(rules, chips) if s <= min(30 * place, 100))
                for place, chips in enumerate(position.wealth, 1)
            )
        elif "stop" in may and position.amount >= 100:
            action = "stop"
        else:
            pieces = [v for v, count in position.oven.coal for _ in range(count)]
            pieces += ["devil"] * position.oven.devils
            action = pieces[luck.below(len(pieces))]
        actions.append(action)
        position, _, _ = apply(rules, position, action)
    return actions


def game(rules, seed):
    luck = Luck(seed)
    start = begin(rules, luck.below(rules.players))
    return "\n".join(transcript(rules, start, actions_of(rules, start, luck))) + "\n"


def test_the_printed_game_is_played_as_it_was():
    assert game(CoalRules(), 92) == GOLDEN.read_text(encoding="utf-8")


def test_every_payment_cites_its_clause():
    lines = [line for line in GOLDEN.read_text(encoding="utf-8").splitlines() if " -> " in line]
    assert lines
    assert all(line.endswith("]") and "[coal, " in line for line in lines)


def test_every_game_can_be_written_down():
    """[coal: End] and each says who wins."""
    kinds = ("each", "split", "none")
    for seed in range(1, 25):
        rules = CoalRules(
            players=2 + seed % 5, bonus_ties=kinds[seed % 3], target=400 + 100 * (seed % 3),
            mouth=seed, bank="printed", max_rounds=12,
        )  # fmt: skip
        lines = game(rules, seed).splitlines()
        assert "wins  [coal, End: " in lines[-1]


def test_a_dry_bank_and_an_empty_oven_are_told():
    """[coal: Keys of a variant, bank; A round, 2: Players still to come]."""
    rules = CoalRules(
        coal={100: 3}, devils=0, mouth=0, start=2_670, bank="printed", target=5_000, max_rounds=5
    )
    text = game(rules, 5)
    assert "bank -> 2: 0 of 50  [coal, A round, 3: Pay, the amount equals the best]" in text
    assert "the next finds the oven empty  [coal, A round, 2: Players still to come]" in text


def test_poor_players_are_told():
    """[coal: Pact with the devil] all begin on 0–50, and stake all they have."""
    text = game(CoalRules(start=30, max_rounds=3), 2)
    assert "a pact has seat 1,2,3,4" in text
    assert "bank -> 2: 50  [coal, Pact with the devil: the bank pays instead]" in text
    assert "unfinished, nobody wins  [coal, End: max_rounds]" in text


if __name__ == "__main__":
    GOLDEN.write_text(game(CoalRules(), 92), encoding="utf-8")
