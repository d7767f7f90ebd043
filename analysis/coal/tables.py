"""From a position as the referee has it to the arrays that kernels play on from."""

from zochastic.rules.coal import CoalRules, Position, unseen
from zochastic.sims.coal.table import Table, kinds_of, table


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
