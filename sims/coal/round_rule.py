"""The rule ``round``: draw or stop for one's own chips of the round, from a few look-ups.

Stopping is worth what the bet, both bonuses and pacts are likely to bring if those to come go for
their bets and for the highest amount.  Drawing is worth the best of a few plans: one more piece, or
so many; on to one's bet; on to the highest amount; on to the most pieces.  All chances are those of
`zochastic.analysis.coal.game.reach`.
"""

from zochastic.sims._jit import Floats, Ints, Singles, helper
from zochastic.sims.coal.table import BEST_BONUS, BET_ON_OWN, MEMORY, PIECES_BONUS, TIES

#: Values closer than this are tied: stop.
_TIE = 1e-9
#: How often those to come who have bet less meet a bet by the way, of how often they could.  This
#: and `BURNS` were fitted to rounds played on from recorded situations, as
#: benchmarks/coal_round_fit.py does again.
BY_THE_WAY = 0.3
#: Where a devil costs more than the bonus is likely to bring: how many of those who have no bet to
#: win leave it.
SOME_STAY = 0.5
#: Devils of those to come, of the sum of two counts: if all go for the highest amount, and if only
#: those do who need it.
BURNS = 0.41


@helper
def chance_of(reach: Singles, players: int, good: int, devils: int, slot: float) -> float:
    """Chance that one of ``players`` reaches an amount told in slots; linear between slots."""
    if slot <= 0.0:
        return 1.0
    last = reach.shape[3] - 1
    if players <= 0 or good <= 0 or slot >= last:
        return 0.0
    low = max(1, int(slot))
    part = max(0.0, slot - low)
    base: float = reach[players, good, devils, low]
    if part > 0.0:
        base += part * (reach[players, good, devils, low + 1] - base)
    return base


@helper
def collect_chance(collect: Singles, players: int, good: int, devils: int, pieces: int) -> float:
    """Chance that one of ``players`` draws ``pieces`` good pieces."""
    if pieces <= 0:
        return 1.0
    if players <= 0 or pieces >= collect.shape[3]:
        return 0.0
    chance: float = collect[players, good, devils, pieces]
    return chance


@helper
def met_chance(
    stake: int, later: Ints, reach: Singles, good: int, devils: int, per_slot: float
) -> float:  # fmt: skip
    """Chance that one of those to come meets a stake: by his own bet, or by the way."""
    backers, backed = 0, 0.0
    for other in later:
        if other >= stake:
            backers += 1
            backed += other
    chance = 0.0
    if backers > 0:
        chance = chance_of(reach, backers, good, devils, backed / backers * per_slot)
    if later.size > backers:
        others = chance_of(reach, later.size - backers, good, devils, stake * per_slot)
        chance += BY_THE_WAY * (1.0 - chance) * others
    return chance


@helper
def bet_part(
    met: bool, stake: int, won: int, own: bool, later: Ints, reach: Singles, good: int,
    devils: int, per_slot: float,
) -> float:  # fmt: skip
    """What a bet is worth, on those to come if it is not met yet."""
    if stake <= 0:
        return 0.0
    if met:
        return float(won)
    if own or later.size == 0:
        return -float(stake)
    return (won + stake) * met_chance(stake, later, reach, good, devils, per_slot) - stake


@helper
def hunters(later: Ints, record: int, everybody: bool) -> tuple[int, float]:
    """Those to come who turn over more than they must, and what they go for on average.

    Who has bet more than the highest amount goes for his bet; the others for that amount, if
    ``everybody`` does.
    """
    count, goal = 0, 0.0
    for other in later:
        if other > record or everybody:
            count += 1
            goal += max(record, other)
    return count, goal / count if count > 0 else 0.0


@helper
def devils_to_come(
    later: Ints, record: int, everybody: bool, reach: Singles, good: int, devils: int,
    per_slot: float,
) -> float:  # fmt: skip
    """How many of those to come turn over a devil, on average; who does not hunt draws once."""
    count, goal = hunters(later, record, everybody)
    burn = count * (1.0 - chance_of(reach, 1, good, devils, goal * per_slot)) if count else 0.0
    return burn + (later.size - count) * devils / max(1, good + devils)


@helper
def pact_income(
    record: int, income: int, reach: Singles, later: Ints, good: int, devils: int, per_slot: float
) -> float:
    """What those to come are likely to pay the drawer for their devils; see `stopping`."""
    if income <= 0 or later.size == 0 or devils <= 0:
        return 0.0
    many = devils_to_come(later, record, True, reach, good, devils, per_slot)
    few = devils_to_come(later, record, False, reach, good, devils, per_slot)
    return income * BURNS * (many + few)


@helper
def worth_a_try(
    record: int, dues: int, numbers: Ints, reach: Singles, good: int, devils: int,
    per_slot: float,
) -> bool:  # fmt: skip
    """Whether the bonus pays those to come for the risk of ``dues``, with no bet to win."""
    if dues <= 0:
        return True
    p = chance_of(reach, 1, good, devils, record * per_slot + 1.0)
    pays: bool = p * numbers[BEST_BONUS] >= (1.0 - p) * dues
    return pays


@helper
def stopping(
    amount: int, pieces: int, best: int, most: int, stake: int, won: int, income: int, dues: int,
    numbers: Ints, reach: Singles, collect: Singles, later: Ints,
    good: int, devils: int, per_slot: float, mean: float,
) -> float:  # fmt: skip
    """What stopping with ``amount`` in ``pieces`` is worth.

    Parameters
    ----------
    later : stakes of those to come.
    best, most : highest amount and most pieces of those before.
    won : what the bet pays if it is won.
    income, dues : for pacts, what the drawer gets for a devil of one to come, and what it costs
        that one.
    per_slot : slots of a chip: less where the coal left is worth more than in a fresh oven.
    """
    own = numbers[BET_ON_OWN] == 1
    record = max(amount, best)
    held = amount if own else record
    value = bet_part(held >= stake, stake, won, own, later, reach, good, devils, per_slot)
    value += pact_income(record, income, reach, later, good, devils, per_slot)
    first = amount >= best and amount > 0
    longest = pieces >= most and pieces > 0
    if not (first or longest):
        return value
    # of those for whom the bonus is not worth a devil's price, some try all the same
    count, goal = hunters(later, record, True)
    beaten = chance_of(reach, count, good, devils, goal * per_slot + 1.0)
    more = max(pieces + 1, int(goal / mean + 0.5))
    longer = collect_chance(collect, count, good, devils, more)
    if not worth_a_try(record, dues, numbers, reach, good, devils, per_slot):
        count, goal = hunters(later, record, False)
        few = chance_of(reach, count, good, devils, goal * per_slot + 1.0)
        beaten += SOME_STAY * (few - beaten)
        more = max(pieces + 1, int(goal / mean + 0.5))
        longer += SOME_STAY * (collect_chance(collect, count, good, devils, more) - longer)
    if first:
        value += bonus_of(numbers[BEST_BONUS], amount == best, numbers[TIES]) * (1.0 - beaten)
    if longest:
        bonus = bonus_of(numbers[PIECES_BONUS], pieces == most, numbers[TIES])
        value += bonus * (1.0 - longer)
    return value


@helper
def bonus_of(bonus: int, tied: bool, ties: int) -> float:
    """What a bonus brings; a tie is taken to be one of two."""
    if tied and ties > 0:
        return bonus * 0.5 if ties == 1 else 0.0
    return float(bonus)


@helper
def devil_chance(devils: int, coal: int, left: int, memory: int) -> float:
    """Chance that the next piece is a devil, as far as players know [coal: memory].

    Parameters
    ----------
    devils, coal : of the heap of pieces that may lie in the oven, of which ``left`` do.
    """
    # who remembers the devils knows that all of the heap's are in the oven
    return devils / (devils + coal) if memory == 2 else devils / left


@helper
def draws_on(
    amount: int, pieces: int, best: int, most: int, stake: int, won: int, fee: int,
    income: int, dues: int, numbers: Ints, reach: Singles, collect: Singles, later: Ints,
    values: Ints, heap: Ints, heap_good: int, heap_value: int, left: int, grain: Floats,
) -> bool:  # fmt: skip
    """Whether the rule turns over another piece.

    Parameters
    ----------
    fee : what a devil costs now, for pacts.
    income, dues : see `stopping`.
    later : stakes of those to come.
    heap, heap_good, heap_value : pieces that may lie in the oven, by kind; how many of them are
        good and what those are worth.
    left : pieces in the oven.
    """
    devil = values.size - 1
    p_devil = devil_chance(heap[devil], heap_good, left, numbers[MEMORY])
    devils = int(p_devil * left + 0.5)
    good = left - devils
    if good <= 0 or heap_good == 0:
        return False
    own = numbers[BET_ON_OWN] == 1
    held = amount if own else max(amount, best)
    if p_devil == 0.0:  # more coal in front of oneself costs nothing
        return later.size > 0 or held < stake or amount <= best or pieces <= most
    mean = heap_value / heap_good
    per_slot = grain[1] / (mean * grain[0])
    stop = stopping(
        amount, pieces, best, most, stake, won, income, dues, numbers, reach, collect, later,
        good, devils, per_slot, mean,
    )  # fmt: skip
    after = max(0, devils - 1)
    burnt = bet_part(
        best >= stake and not own, stake, won, own, later, reach, good, after, per_slot
    )
    burnt -= fee
    burnt += pact_income(best, income, reach, later, good, after, per_slot)
    limit = (1.0 - p_devil) * (
        won + numbers[BEST_BONUS] + numbers[PIECES_BONUS] + income * later.size
    )
    bar = stop + _TIE * (1.0 + abs(stop))
    if limit + p_devil * burnt <= bar:
        return False
    for plan in range(8):
        if plan >= 2:  # as many pieces as the most, or 2, 3, 4, 6, 8 more
            more = most - pieces if plan == 2 else plan - 1 if plan < 6 else 2 * plan - 6
            if more <= 0 or pieces + more >= collect.shape[3]:
                continue
            p = collect_chance(collect, 1, good, devils, more)
            aim = amount + int(more * mean)
        else:
            aim = stake if plan == 0 else best
            if (plan == 0 and held >= stake) or aim <= amount:
                continue
            p = chance_of(reach, 1, good, devils, (aim - amount) * per_slot)
            more = max(1, int((aim - amount) / mean + 0.5))
        there = stopping(
            aim, pieces + more, best, most, stake, won, income, dues, numbers, reach, collect,
            later, max(0, good - more), devils, per_slot, mean,
        )  # fmt: skip
        if p * there + (1.0 - p) * burnt > bar:
            return True
    draw = p_devil * burnt
    for kind in range(devil):
        if heap[kind] > 0:
            draw += (1.0 - p_devil) * heap[kind] / heap_good * stopping(
                amount + values[kind], pieces + 1, best, most, stake, won, income, dues, numbers,
                reach, collect, later, good - 1, devils, per_slot, mean,
            )  # fmt: skip
    return draw > bar
