"""Advice at the table: one sentence, soon enough for people who wait."""

import re

from zochastic.analysis.answer import Answer
from zochastic.analysis.coal import answers
from zochastic.rules.coal import CoalRules, Position, referee, stakes
from zochastic.rules.variants import Variant

#: Rounds by which a bet is judged, and games of each alternative for who wants to win: a quarter
#: and a fifth of what the commands play, so that nobody at the table waits.
ROUNDS, GAMES = 4_096, 40_000
#: Half-widths, for who wants to win, at which an answer stops.
BET, STOP = 0.015, 0.01
_NEXT = re.compile(r"(?<=[.!]) (?=[A-Z])")


def advise(variant: Variant, position: Position, place: int, goal: str) -> str:
    """What the player at ``place`` in turn order should stake, or whether he should draw on."""
    rules: CoalRules = variant.rules
    if position.bets is None:
        may = stakes(rules, position.wealth[place])
        if len(may) == 1:
            return f"Stake {may[0]}: you may stake nothing else."
    elif "stop" not in referee.legal(rules, position):
        more = rules.min_draw - len(position.drawn)
        many = "a piece" if more == 1 else f"{more} pieces"
        return f"Turn over {many}: the rules ask for {rules.min_draw} at least."
    try:
        found = _bet if position.bets is None else _stop
        return _NEXT.split(found(variant, position, place, goal).answer, maxsplit=1)[0]
    except ValueError as none:  # InvalidInput, or more states than a solver takes
        return f"No advice: {none}"


def _bet(variant: Variant, position: Position, place: int, goal: str) -> Answer:
    if goal == "win":
        from zochastic.analysis.coal.game.race_answers import win_bet

        return win_bet(variant, position, seat=place + 1, games=GAMES, precision=BET)
    return answers.bet(
        variant, oven=position.oven, wealth=position.wealth, pacts=position.pacts, seat=place + 1,
        games=ROUNDS, exact=False,
    )  # fmt: skip


def _stop(variant: Variant, position: Position, place: int, goal: str) -> Answer:
    if goal == "win":
        return answers.stop(variant, position=position, goal=goal, games=GAMES, precision=STOP)
    return answers.stop(variant, position=position, goal=goal)
