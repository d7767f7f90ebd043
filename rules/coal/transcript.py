"""A game of coal written down: every stake, piece and chip a line, with the clause it obeys."""

from collections.abc import Iterable, Iterator

from zochastic.rules.coal import referee
from zochastic.rules.coal.game import CoalRules
from zochastic.rules.coal.payment import Payment
from zochastic.rules.coal.position import Position

#: What `zochastic.rules.coal.referee.apply` takes; rounds are settled without being asked.
Action = int | str | tuple[int, ...]


def transcript(rules: CoalRules, position: Position, actions: Iterable[Action]) -> Iterator[str]:
    """Play ``actions`` from ``position`` on and write them down; seats count from 1."""
    for key, value in rules.plain().items():
        yield f"{key} = {value}"
    yield from _round(position)
    for action in actions:
        before = position
        position, payments, clauses = referee.apply(rules, before, action)
        if isinstance(action, tuple):
            yield f"  stakes in turn order {_list(action)}  [{clauses[0]}]"
        else:
            yield f"  seat {_seat(before, before.drawer)}: {action}  [{clauses[0]}]"
        yield from (f"    {_payment(before, paid)}" for paid in payments)
        for clause in clauses[1:]:
            yield f"  the next finds the oven empty  [{clause}]"
        if not position.over and position.turns_over:
            results = " ".join(f"{r.amount}x{r.pieces}" for r in position.results)
            yield f"  results {results}"
            before = position
            position, payments, clauses = referee.settle(rules, before)
            yield from (f"    {_payment(before, paid)}" for paid in payments)
            yield from _after(position, clauses)


def _after(position: Position, clauses: tuple[str, ...]) -> Iterator[str]:
    """Write down what follows the payments of a round."""
    yield f"  wealth {_wealth(position)}  [{clauses[0]}]"
    if not position.over:
        yield from (f"  [{clause}]" for clause in clauses[1:])
        yield from _round(position)
    elif position.winners:
        seats = " and ".join(str(seat + 1) for seat in position.winners)
        yield f"seat {seats} wins  [{clauses[-1]}]"
    else:
        yield f"unfinished, nobody wins  [{clauses[-1]}]"


def _round(position: Position) -> Iterator[str]:
    starter = f"seat {_seat(position, 0)} begins"
    yield f"round {position.round}: {starter}, the oven holds {position.oven}"
    holders = [seat + 1 for seat, has in zip(position.seats, position.pacts, strict=True) if has]
    if holders:
        yield f"  a pact has seat {_list(sorted(holders))}"


def _payment(position: Position, paid: Payment) -> str:
    payer, payee = _seat(position, paid.payer), _seat(position, paid.payee)
    short = "" if paid.chips == paid.due else f" of {paid.due}"
    return f"{payer} -> {payee}: {paid.chips}{short}  [{paid.clause}]"


def _seat(position: Position, player: int | None) -> str:
    return "bank" if player is None else str(position.seats[player] + 1)


def _wealth(position: Position) -> str:
    """Write down the chips by seat, whoever begins."""
    by_seat = sorted(zip(position.seats, position.wealth, strict=True))
    return " ".join(str(chips) for _, chips in by_seat)


def _list(items: Iterable[int]) -> str:
    return ",".join(map(str, items))
