"""Who pays whom: a devil's pact payments, and the end of a round.

Every payment cites the clause that asks for it, in the order of the rules.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from zochastic.rules.coal.game import CoalRules
from zochastic.rules.coal.position import Position

_PAY, _PACT, _KEYS = "coal, A round, 3: Pay", "coal, Pact with the devil", "coal, Keys of a variant"
WON = f"{_PAY}, stake up to the best amount"
DOUBLE = f"{_PAY}, the highest of all stakes"
LOST = f"{_PAY}, stake above the best amount"
BEST = f"{_PAY}, the amount equals the best"
PIECES = f"{_PAY}, the most pieces"
PACT = f"{_PACT}: a devil costs its finder"
POOR = f"{_PACT}: the bank pays instead"
OWN_WON = f"{_KEYS}: bet_on=own, stake up to one's own amount"
OWN_LOST = f"{_KEYS}: bet_on=own, stake above one's own amount"
BEST_SPLIT = f"{_KEYS}: bonus_ties=split, the amount equals the best"
PIECES_SPLIT = f"{_KEYS}: bonus_ties=split, the most pieces"


@dataclass(frozen=True)
class Payment:
    """Chips that change hands.

    Attributes
    ----------
    payer, payee : players by their index in the turn order of the round; None is the bank.
    due : what the clause asks for.
    chips : what was paid: less than is due only where the bank runs dry.
    clause : the clause.
    """

    payer: int | None
    payee: int | None
    due: int
    chips: int
    clause: str


class _Books:
    """Chips while they are paid out; payments of nothing are not booked."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self.wealth = list(position.wealth)
        self._bank = position.bank
        self._paid: list[Payment] = []

    def pay(self, payer: int | None, payee: int | None, due: int, clause: str) -> None:
        if not due:
            return
        chips = due
        if payer is None and self._bank is not None:
            chips = min(due, self._bank)  # [coal: Keys of a variant, bank=printed]
        self._move(payer, -chips)
        self._move(payee, chips)
        self._paid.append(Payment(payer, payee, due, chips, clause))

    def _move(self, who: int | None, chips: int) -> None:
        if who is not None:
            self.wealth[who] += chips
        elif self._bank is not None:
            self._bank += chips

    def close(self) -> tuple[Position, tuple[Payment, ...]]:
        """Write the chips back into the position, and tell the payments."""
        short = self._position.short + sum(paid.due - paid.chips for paid in self._paid)
        wealth = tuple(self.wealth)
        after = replace(self._position, wealth=wealth, bank=self._bank, short=short)
        return after, tuple(self._paid)


def pay_devil(
    rules: CoalRules, position: Position, payer: int
) -> tuple[Position, tuple[Payment, ...]]:
    """Pay every other pact holder for a devil that ``payer`` has turned over.

    In turn order from his left; out of chips that he has not staked, those just received too;
    where they are too few he pays that holder nothing.  [coal: Pact with the devil]
    """
    books = _Books(position)
    stake = 0 if position.bets is None else position.bets[payer]
    for step in range(1, position.players):
        holder = (payer + step) % position.players
        if not position.pacts[holder]:
            continue
        if books.wealth[payer] - stake >= rules.pact:
            books.pay(payer, holder, rules.pact, PACT)
        elif rules.pact_poor == "bank":
            books.pay(None, holder, rules.pact, POOR)
    return books.close()


def pay_round(rules: CoalRules, position: Position) -> tuple[Position, tuple[Payment, ...]]:
    """Pay the stakes, then the highest amount, then the most pieces, each in turn order.

    ``position`` is one whose turns are all over; its stakes and results stay as they are.
    [coal: A round, 3]
    """
    books = _Books(position)
    bets = position.bets or (0,) * position.players
    for player, stake in enumerate(bets):
        factor, clause = _bet(rules, position, bets, player)
        if factor is None:
            books.pay(player, None, stake, clause)
        else:
            books.pay(None, player, factor * stake, clause)
    best, most = position.best, position.most_pieces
    highest = [i for i, r in enumerate(position.results) if r.amount == best > 0]
    longest = [i for i, r in enumerate(position.results) if r.pieces == most > 0]
    _bonus(rules, books, rules.best_bonus, highest, (BEST, BEST_SPLIT))
    _bonus(rules, books, rules.pieces_bonus, longest, (PIECES, PIECES_SPLIT))
    return books.close()


def _bet(
    rules: CoalRules, position: Position, bets: tuple[int, ...], player: int
) -> tuple[int | None, str]:
    """How many times his stake a player is paid, None if he loses it; and the clause."""
    own = rules.bet_on == "own"
    reached = position.results[player].amount if own else position.best
    if bets[player] > reached:
        return None, OWN_LOST if own else LOST
    if rules.double_to == "highest" and bets[player] == max(bets):
        return rules.double, DOUBLE
    return rules.win_factor, OWN_WON if own else WON


def _bonus(
    rules: CoalRules, books: _Books, bonus: int, players: Iterable[int], clauses: tuple[str, str]
) -> None:
    """Pay a bonus to those who have earned it together [coal: Keys of a variant, bonus_ties]."""
    winners, tied_clause = list(players), clauses[0]
    if len(winners) > 1:
        if rules.bonus_ties == "none":
            return
        if rules.bonus_ties == "split":
            tied_clause = clauses[1]
            bonus = bonus // len(winners) // rules.bet_step * rules.bet_step
    for player in winners:
        books.pay(None, player, bonus, tied_clause)
