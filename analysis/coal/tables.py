"""From a position as the referee has it to the arrays that kernels play on from, and back."""

import numpy as np

from zochastic.rules.coal import CoalRules, Oven, Position, Result, unseen
from zochastic.sims.coal.table import (
    AMOUNT,
    OPEN,
    PIECES,
    ROUND,
    STARTER,
    TURN,
    Table,
    kinds_of,
    table,
)


def table_of(rules: CoalRules, position: Position) -> Table:
    """The arrays of a position of a game that goes on.

    Seats are places in turn order: the starting player of the round is seat 0. Pacts are those of
    the position; stakes still secret are laid by the players' policies.
    """
    return table(
        rules,
        position.wealth,
        kinds_of(rules, position.oven),
        kinds_of(rules, unseen(rules, position)),
        bets=position.bets,
        pacts=position.pacts,
        results=[(result.amount, result.pieces) for result in position.results],
        drawn=(position.amount, len(position.drawn)),
        round=position.round,
        bank=position.bank,
    )


def position_of_table(rules: CoalRules, found: Table) -> Position:
    """The position of a table whose stakes are open; perfect memory, an unlimited bank.

    A table tells the drawer's amount and how many pieces make it up: any pieces do that could, and
    everything else that is missing from the oven counts as gone before.

    Raises
    ------
    ValueError : the stakes are not laid, or no pieces that are gone make up the amount.
    """
    if not found.at[OPEN]:
        raise ValueError("the stakes are not laid yet")
    order = np.roll(np.arange(found.wealth.size), -int(found.at[STARTER]))
    over = order[: int(found.at[TURN])]
    values = [value for value, _ in rules.fresh.coal]
    left = dict(zip(values, found.left.tolist(), strict=False))
    oven = Oven.of(left, int(found.left[-1]))
    gone = [v for v, n in rules.fresh.minus(oven).coal for _ in range(n)]
    return Position(
        wealth=tuple(found.wealth[order].tolist()),
        oven=oven,
        pacts=tuple((found.pact[order] == 1).tolist()),
        bets=tuple(found.bets[order].tolist()),
        results=tuple(Result(int(found.amount[s]), int(found.pieces[s])) for s in over),
        drawn=_made_of(gone, int(found.at[AMOUNT]), int(found.at[PIECES])),
        round=int(found.at[ROUND]),
        seats=tuple(order.tolist()),
    )


def _made_of(gone: list[int], amount: int, number: int) -> tuple[int, ...]:
    """Some ``number`` of the pieces that are worth ``amount`` together."""
    ways: dict[tuple[int, int], tuple[int, ...]] = {(0, 0): ()}
    for value in gone:
        for (worth, count), pieces in list(ways.items()):
            if worth + value <= amount and count < number:
                ways.setdefault((worth + value, count + 1), (*pieces, value))
    if (amount, number) not in ways:
        raise ValueError(f"no {number} of {gone} are worth {amount}")
    return ways[amount, number]
