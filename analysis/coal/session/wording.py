"""A game at the table in words: what is known now, what was turned over, who pays whom."""

from collections.abc import Iterable, Iterator, Sequence

from zochastic.rules.coal import BURNED, CoalRules, Payment, Position
from zochastic.rules.coal.turn import STILL_TO_COME


def named(names: Sequence[str], seat: int) -> tuple[str, ...]:
    """How each seat is called; who asks is told apart."""
    return tuple(f"{name} (you)" if place == seat else name for place, name in enumerate(names))


def situation(rules: CoalRules, position: Position, called: Sequence[str]) -> str:
    """What is known now, on one line."""
    if position.over:
        return _over(position, called)
    if position.bets is None:
        return f"Round {position.round}: {_wealth(position, called)}; {_left(rules, position)}."
    who = len(position.results)
    name, pieces = called[position.seats[who]], len(position.drawn)
    held = f", {position.amount} with {_many(pieces, 'piece')}" if pieces else ""
    best = f"best {position.best}; " if position.results else ""
    return f"{name} draws{held}; stake {position.bets[who]}; {best}{_left(rules, position)}."


def show(rules: CoalRules, position: Position, called: Sequence[str]) -> list[str]:
    """Everything that is kept, a line a player."""
    lines = [situation(rules, position, called)]
    for place, seat in enumerate(position.seats):
        parts = [f"{called[seat]}: {position.wealth[place]} chips"]
        if position.bets is not None:
            parts.append(f"stake {position.bets[place]}")
        if place < len(position.results):
            result = position.results[place]
            many = _many(result.pieces, "piece")
            parts.append("nothing" if result == BURNED else f"{result.amount} with {many}")
        if position.pacts[place] and not position.over:
            parts.append("a pact with the devil")
        lines.append(f"  {', '.join(parts)}")
    return [*lines, f"  {missing(rules, position)}"]


def missing(rules: CoalRules, position: Position) -> str:
    """What is left in the oven, and what is not."""
    gone = rules.fresh.minus(position.oven)
    return f"In the oven {_many(position.oven.size, 'piece')}: {position.oven}; gone: {gone}."


def revealed(rules: CoalRules, position: Position, called: Sequence[str]) -> list[str]:
    """The stakes, in turn order."""
    bets = position.bets or ()
    most = max(bets)
    double = rules.double_to == "highest" and most > 0
    stakes = [
        f"{called[seat]} {bet}{' (highest)' if double and bet == most else ''}"
        for seat, bet in zip(position.seats, bets, strict=True)
    ]
    return [f"Stakes: {', '.join(stakes)}."]


def turned(
    before: Position,
    after: Position,
    payments: Iterable[Payment],
    clauses: Sequence[str],
    called: Sequence[str],
) -> list[str]:
    """How a turn ended, and who was paid for its devil; nothing while it goes on."""
    who = len(before.results)
    if len(after.results) == who:
        return []
    name, result = called[before.seats[who]], after.results[who]
    if result == BURNED:
        lost = f": {before.amount} lost" if before.amount else ""
        told = [f"{name} burns{lost}."]
    else:
        told = [f"{name} has {result.amount} with {_many(result.pieces, 'piece')}."]
    told += _payments(before, payments, called)
    empty = clauses.count(STILL_TO_COME)
    if empty:
        rest = [called[seat] for seat in before.seats[len(before.seats) - empty :]]
        told.append(f"The oven is empty: nothing for {', '.join(rest)}.")
    return told


def settled(
    rules: CoalRules,
    before: Position,
    after: Position,
    payments: Iterable[Payment],
    called: Sequence[str],
    *,
    anew: bool,
) -> list[str]:
    """The end of a round: its best amount, every payment, whether all pieces are laid out anew."""
    told = [f"Round {before.round} is over; the best amount is {before.best}."]
    told += _payments(before, payments, called)
    if anew:
        left = _many(before.oven.size, "piece")
        told.append(
            f"What is left, {left}, fits the mouth ({rules.mouth}): taken to be laid out anew, all "
            f"{rules.fresh.size}; `oven keep` if not."
        )
    return told


def _payments(
    position: Position, payments: Iterable[Payment], called: Sequence[str]
) -> Iterator[str]:
    """Who pays whom how much, and by which clause; seats are those of ``position``."""
    for paid in payments:
        payer = "the bank" if paid.payer is None else called[position.seats[paid.payer]]
        payee = "the bank" if paid.payee is None else called[position.seats[paid.payee]]
        short = "" if paid.chips == paid.due else f" of {paid.due}"
        yield f"  {payer} pays {payee} {paid.chips}{short} [{paid.clause}]"


def _wealth(position: Position, called: Sequence[str]) -> str:
    """Chips in turn order, and pacts."""
    return ", ".join(
        f"{called[seat]} {chips}{' with a pact' if pact else ''}"
        for seat, chips, pact in zip(position.seats, position.wealth, position.pacts, strict=True)
    )


def _left(rules: CoalRules, position: Position) -> str:
    size = f"{position.oven.size} left"
    if rules.memory == "none":  # nobody knows how many of them are devils
        return size
    return f"{size}, {_many(position.oven.devils, 'devil')}"


def _over(position: Position, called: Sequence[str]) -> str:
    by_seat = sorted(zip(position.seats, position.wealth, strict=True))
    chips = ", ".join(f"{called[seat]} {chips}" for seat, chips in by_seat)
    if not position.winners:
        return f"{chips}. The game is over, unfinished: nobody wins."
    won = " and ".join(called[seat] for seat in position.winners)
    verb = "wins" if len(position.winners) == 1 else "share the win"
    return f"{chips}. The game is over: {won} {verb}."


def _many(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
