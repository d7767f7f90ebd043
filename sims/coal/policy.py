"""What the players of a whole game bet, read from `Policies`."""

from zochastic.sims._jit import Floats, Ints, Word, helper
from zochastic.sims.coal.table import BET_STEP, MAX_BET, ZERO_BET
from zochastic.sims.streams import turn_key, word_of

_11 = Word(11)
_SCALE = 1.0 / (1 << 53)


@helper
def cell_of(progress: Ints, standing: Ints, wealth: Ints, seat: int) -> int:
    """The cell of a player's position, see `Policies`."""
    richest = 0
    for other in range(wealth.size):
        if other != seat:
            richest = max(richest, wealth[other])
    lead = wealth[seat] - richest
    richest = max(richest, wealth[seat])
    row, column = 0, 0
    for i in range(progress.size):
        row += 1 if richest >= progress[i] else 0
    for i in range(standing.size):
        column += 1 if lead >= standing[i] else 0
    return row * (standing.size + 1) + column


@helper
def entry_of(chance: Floats, seat: int, cell: int, lot: float) -> int:
    """The entry of a cell that the lot, uniform in 0–1, falls on."""
    entry = 0
    last = chance.shape[2] - 1
    while entry < last and lot >= chance[seat, cell, entry]:
        entry += 1
    return entry


@helper
def stake_of(numbers: Ints, fixed: int, share: float, quota: float, wealth: int) -> int:
    """What an entry bets: the least of its three limits, in whole steps [coal: A round, 1].

    Parameters
    ----------
    quota : chips.
    """
    most = min(min(wealth, fixed), numbers[MAX_BET])
    if share < 1.0:
        most = min(most, int(share * wealth + 1e-9))
    if quota < most:
        most = int(quota + 1e-6)
    step = numbers[BET_STEP]
    stake: int = most // step * step
    if stake < step and numbers[ZERO_BET] == 0 and wealth >= step:
        stake = step  # who has chips must bet
    return stake


@helper
def note_bets(
    wealth: Ints, bets: Ints, step: int, players: int, tops: Ints, lockstep: Ints
) -> None:
    """Note what the others staked, for the next round; see `make_bets`."""
    for seat in range(players):
        top, same = 0, 1
        for other in range(players):
            if other != seat:
                top = max(top, bets[other])
        for other in range(players):
            if other != seat and bets[other] < top and bets[other] + step <= wealth[other]:
                same = 0
        tops[seat], lockstep[seat] = top, same


@helper
def make_bets(
    game: Word, round: int, wealth: Ints, bets: Ints, numbers: Ints, chance: Floats, fixed: Ints,
    share: Floats, row: Ints, above: Ints, scaled: Ints, quota: Floats, reference: int,
    progress: Ints, standing: Ints, good: int, devils: int, mean: float, tops: Ints,
    lockstep: Ints, scale: float, lots: Ints,
) -> None:  # fmt: skip
    """Everybody who has not yet decided bets by his policy [coal: A round, 1].

    Parameters
    ----------
    good, devils : pieces in the oven as far as players know.
    mean : what a good one of them is worth on average.
    tops, lockstep : int64[players], the highest stake of the others in the last round, −1 where
        there was none, and whether all of them staked that or all they had.
    scale : what row ``reference`` of the quotas was then, in chips.
    lots : int64[players], in place: cell × entries + entry that each has played.
    """
    now = quota[reference, good, devils] * mean
    places = (progress.size + 1) * (standing.size + 1)
    for seat in range(wealth.size):
        if bets[seat] < 0:
            cell, entry = 0, 0
            if chance.shape[1] > 1:
                cell = cell_of(progress, standing, wealth, seat)
                if chance.shape[1] > places:
                    cell += places * lockstep[seat]
            if chance.shape[2] > 1:
                word = word_of(turn_key(game, round, seat), 0)
                entry = entry_of(chance, seat, cell, float(word >> _11) * _SCALE)
            lots[seat] = cell * chance.shape[2] + entry
            limit = 1e18
            if row[seat, cell, entry] >= 0:
                limit = quota[row[seat, cell, entry], good, devils] * mean
            if above[seat, cell, entry] >= 0 and tops[seat] >= 0:
                top = float(tops[seat])
                if scaled[seat, cell, entry] == 1 and scale > 0.0:
                    top *= now / scale
                limit = min(limit, top + above[seat, cell, entry] * numbers[BET_STEP])
            bets[seat] = stake_of(
                numbers, fixed[seat, cell, entry], share[seat, cell, entry], limit, wealth[seat]
            )
