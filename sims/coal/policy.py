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
def stake_of(numbers: Ints, limit: int, wealth: int) -> int:
    """The largest stake up to ``limit``, in whole steps [coal: A round, 1]."""
    step = numbers[BET_STEP]
    most = min(min(wealth, limit), numbers[MAX_BET])
    stake: int = int(most / step) * step  # exact below 2^53, and quicker than a whole division
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
    lockstep: Ints, scale: float, lots: Ints, first: int,
) -> None:  # fmt: skip
    """Everybody who has not yet decided bets by his policy [coal: A round, 1].

    Parameters
    ----------
    fixed, share, row, above, scaled : as in `Policies`, flat.
    good, devils : pieces in the oven as far as players know.
    mean : what a good one of them is worth on average.
    tops, lockstep : int64[players], the highest stake of the others in the last round, −1 where
        there was none, and whether all of them staked that or all they had.
    scale : what row ``reference`` of the quotas was then, in chips.
    lots : int64[…], in place from ``first`` on: cell × entries + entry that each has played;
        nothing if ``first`` is negative.
    """
    cells, entries = chance.shape[1], chance.shape[2]
    places = (progress.size + 1) * (standing.size + 1)
    for seat in range(wealth.size):
        if bets[seat] >= 0:
            continue
        cell, entry = 0, 0
        if cells > 1:
            cell = cell_of(progress, standing, wealth, seat)
            if cells > places:
                cell += places * lockstep[seat]
        if entries > 1:
            word = word_of(turn_key(game, round, seat), 0)
            entry = entry_of(chance, seat, cell, float(word >> _11) * _SCALE)
        if first >= 0:
            lots[first + seat] = cell * entries + entry
        i = (seat * cells + cell) * entries + entry
        limit = fixed[i]
        if share[i] < 1.0:
            limit = min(limit, int(share[i] * wealth[seat] + 1e-9))
        if row[i] >= 0:
            limit = min(limit, int(quota[row[i], good, devils] * mean + 1e-6))
        if above[i] >= 0 and tops[seat] >= 0:
            top = float(tops[seat])
            if scaled[i] == 1 and scale > 0.0:
                top *= quota[reference, good, devils] * mean / scale
            limit = min(limit, int(top + above[i] * numbers[BET_STEP] + 1e-6))
        bets[seat] = stake_of(numbers, limit, wealth[seat])
