"""A game of Diavolo written down: every roll, grab and gem a line, with the clause it obeys."""

from collections.abc import Iterable, Iterator, Sequence

from zochastic.rules.diavolo import referee
from zochastic.rules.diavolo.game import DiavoloRules
from zochastic.rules.diavolo.referee import Table, Throw
from zochastic.rules.diavolo.throw import COLOURS

#: A throw, and (seat, imp or None) of those who grabbed, the quickest first.
Round = tuple[Throw, Sequence[tuple[int, str | None]]]


def transcript(rules: DiavoloRules, table: Table, rounds: Iterable[Round]) -> Iterator[str]:
    """Play ``rounds`` from ``table`` on and write them down; seats count from 1."""
    for key, value in rules.plain().items():
        yield f"{key} = {value}"
    yield f"gems {_gems(table)}"
    for throw, grabs in rounds:
        imp, clause = referee.judge(rules, throw)
        dice = ", ".join(
            f"{colour} {' '.join(map(str, values))}"
            for colour, values in zip(COLOURS, throw.dice, strict=False)
        )
        yield f"round {table.round + 1}: seat {table.roller + 1} rolls {dice}  [{referee.ROLL}]"
        yield f"  {throw.order}: {imp} is right  [{clause}]"
        hands = ", ".join(f"{seat + 1} {taken or 'none'}" for seat, taken in grabs)
        yield f"  grabs, the quickest first: {hands}"
        before = table
        table, clauses = referee.apply(rules, table, throw, grabs)
        booked = iter(clauses[2:])  # the roll and the order were told
        held = dict(grabs)
        for seat in before.living:
            change = table.gems[seat] - before.gems[seat]
            if held.get(seat) != imp or imp == "grey":
                yield f"  seat {seat + 1}: {change:+d}, has {table.gems[seat]}  [{next(booked)}]"
        yield f"  gems {_gems(table)}"
    if table.over:
        winner, clause = referee.settle(table)
        yield f"{'nobody wins' if winner is None else f'seat {winner + 1} wins'}  [{clause}]"


def _gems(table: Table) -> str:
    return " ".join(map(str, table.gems))
