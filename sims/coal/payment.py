"""What devils cost and what a round pays, in the kernels of whole games."""

from zochastic.sims._jit import Ints, helper
from zochastic.sims.coal.table import (
    BANK,
    BEST_BONUS,
    BET_ON_OWN,
    BET_STEP,
    DOUBLE,
    PACT,
    PACT_ALONE,
    PACT_BANK,
    PACT_SPACE,
    PIECES_BONUS,
    STARTER,
    TIES,
    WIN_FACTOR,
)

#: Indices of what games count: turns, those that a devil ended, reshuffles, rounds that emptied the
#: oven, payments that a bank could not make whole, the chips those lacked, and changes of the lead.
TURNS, DEVILS, RESHUFFLES, EMPTY, SHORT, LACKED, LEADS = range(7)
EVENTS = 7


@helper
def next_seat(seat: int, players: int) -> int:
    """The seat to the left; a division would take longer."""
    return seat + 1 if seat + 1 < players else 0


@helper
def place(track: Ints, wealth: int) -> int:
    """Where the pawn of ``wealth`` stands: spaces and the gaps between them, numbered upwards."""
    for i in range(track.size):
        if wealth <= track[i]:
            return 2 * i if i == 0 or wealth == track[i] else 2 * i - 1
    return 2 * track.size - 1


@helper
def make_pacts(track: Ints, numbers: Ints, wealth: Ints, pact: Ints) -> None:
    """Who has a pact in this round [coal: Pact with the devil]."""
    players = wealth.size
    last, alone = place(track, wealth[0]), 0
    for seat in range(1, players):
        at = place(track, wealth[seat])
        if at < last:
            last, alone = at, seat
        elif at == last:
            alone = -1
    for seat in range(players):
        pact[seat] = 1 if wealth[seat] <= numbers[PACT_SPACE] else 0
    if numbers[PACT_ALONE] == 1 and alone >= 0:
        pact[alone] = 1


@helper
def pay_devil(
    numbers: Ints, payer: int, wealth: Ints, bets: Ints, pact: Ints, at: Ints, events: Ints
) -> None:
    """Everybody else with a pact is paid for a devil [coal: Pact with the devil]."""
    players = wealth.size
    due = numbers[PACT]
    holder = payer
    for _ in range(1, players):
        holder = next_seat(holder, players)
        if pact[holder] == 0:
            continue
        if wealth[payer] - bets[payer] >= due:
            wealth[payer] -= due
            wealth[holder] += due
        elif numbers[PACT_BANK] == 1:
            paid = min(due, at[BANK])
            events[SHORT] += 1 if paid < due else 0
            events[LACKED] += due - paid
            wealth[holder] += paid
            at[BANK] -= paid


@helper
def pay_round(
    numbers: Ints, wealth: Ints, bets: Ints, amount: Ints, pieces: Ints, at: Ints, events: Ints
) -> None:
    """Bets, then the bonus for the amount, then that for the pieces [coal: A round, 3]."""
    players = wealth.size
    best, most, top = 0, 0, 0
    for seat in range(players):
        best = max(best, amount[seat])
        most = max(most, pieces[seat])
        top = max(top, bets[seat])
    bests, mosts = 0, 0
    seat = at[STARTER] - 1
    for _ in range(players):
        seat = next_seat(seat, players)
        bests += 1 if amount[seat] == best else 0
        mosts += 1 if pieces[seat] == most else 0
        stake = bets[seat]
        held = amount[seat] if numbers[BET_ON_OWN] == 1 else best
        if stake > held:
            wealth[seat] -= stake
            at[BANK] += stake
        elif stake > 0:
            due = stake * (numbers[DOUBLE] if stake == top else numbers[WIN_FACTOR])
            paid = min(due, at[BANK])
            events[SHORT] += 1 if paid < due else 0
            events[LACKED] += due - paid
            wealth[seat] += paid
            at[BANK] -= paid
    ties = numbers[TIES]
    if best > 0:
        due = share_of(numbers[BEST_BONUS], bests, ties, numbers[BET_STEP])
        _pay_bonus(due, best, amount, wealth, at, events)
    if most > 0:
        due = share_of(numbers[PIECES_BONUS], mosts, ties, numbers[BET_STEP])
        _pay_bonus(due, most, pieces, wealth, at, events)


@helper
def share_of(bonus: int, tied: int, ties: int, chip: int) -> int:
    """What each of ``tied`` players has of a bonus, split in whole chips [coal: bonus_ties]."""
    if ties == 0 or tied == 1:
        return bonus
    return bonus // tied // chip * chip if ties == 1 else 0


@helper
def _pay_bonus(due: int, record: int, result: Ints, wealth: Ints, at: Ints, events: Ints) -> None:
    players = wealth.size
    seat = at[STARTER] - 1
    for _ in range(players):
        seat = next_seat(seat, players)
        if result[seat] == record:
            paid = min(due, at[BANK])
            events[SHORT] += 1 if paid < due else 0
            events[LACKED] += due - paid
            wealth[seat] += paid
            at[BANK] -= paid
