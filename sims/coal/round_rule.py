"""The rule ``round``: draw or stop for one's own chips of the round, from a few look-ups.

Stopping is worth what the bet and both bonuses are likely to bring if those to come go for one's
own amount and for one's own bet.  Drawing is worth the best of a few plans: one more piece; on to
one's bet; on to the highest amount; on to the most pieces.  All chances are those of
`zochastic.analysis.coal.game.reach`.
"""

from zochastic.sims._jit import Floats, Ints, Singles, helper
from zochastic.sims.coal.table import BEST_BONUS, BET_ON_OWN, MEMORY, PIECES_BONUS, TIES

#: Values closer than this are tied: stop.
_TIE = 1e-9
#: How often those to come get more pieces than the most, of how often they could: they seldom aim
#: at that, since a tie is paid as well.
_AIMS_AT_PIECES = 0.6


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
def bet_part(
    met: bool, stake: int, won: int, own: bool, reach: Singles, backers: int, good: int,
    devils: int, slot: float,
) -> float:  # fmt: skip
    """What a bet is worth that ``backers`` of those to come go for, each for so many slots."""
    if stake <= 0:
        return 0.0
    if met:
        return float(won)
    if own or backers == 0:
        return -float(stake)
    return (won + stake) * chance_of(reach, backers, good, devils, slot) - stake


@helper
def stopping(
    amount: int, pieces: int, best: int, most: int, stake: int, won: int, numbers: Ints,
    reach: Singles, collect: Singles, later: Ints, backers: int, backed: float, good: int,
    devils: int, per_slot: float, mean: float,
) -> float:  # fmt: skip
    """What stopping with ``amount`` in ``pieces`` is worth.

    Parameters
    ----------
    later : stakes of those to come.
    backers, backed : how many of them need one's own stake as well, and what they go for.
    best, most : highest amount and most pieces of those before.
    won : what the bet pays if it is won.
    per_slot : slots of a chip: less where the coal left is worth more than in a fresh oven.
    """
    own = numbers[BET_ON_OWN] == 1
    held = amount if own else max(amount, best)
    value = bet_part(
        held >= stake, stake, won, own, reach, backers, good, devils, backed * per_slot
    )
    ties = numbers[TIES]
    to_come = later.size
    goal = 0.0  # what those to come go for: a tie with the highest amount, or more if they bet it
    if to_come > 0:
        record = max(amount, best)
        for other in later:
            goal += max(record, other)
        goal /= to_come
    if amount >= best and amount > 0:
        bonus = float(numbers[BEST_BONUS])
        if amount == best and ties > 0:
            bonus = bonus * 0.5 if ties == 1 else 0.0
        beaten = chance_of(reach, to_come, good, devils, goal * per_slot + 1.0)
        value += bonus * (1.0 - beaten)
    if pieces >= most and pieces > 0:
        bonus = float(numbers[PIECES_BONUS])
        if pieces == most and ties > 0:
            bonus = bonus * 0.5 if ties == 1 else 0.0
        more = max(pieces + 1, int(goal / mean + 0.5))
        beaten = collect_chance(collect, to_come, good, devils, more)
        value += bonus * (1.0 - _AIMS_AT_PIECES * beaten)
    return value


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
    numbers: Ints, reach: Singles, collect: Singles, later: Ints, values: Ints, heap: Ints,
    heap_good: int, heap_value: int, left: int, grain: Floats,
) -> bool:  # fmt: skip
    """Whether the rule turns over another piece.

    Parameters
    ----------
    fee : what a devil costs now, for pacts.
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
    mean = heap_value / heap_good
    per_slot = grain[1] / (mean * grain[0])
    backers, backed = 0, 0.0
    for other in later:
        if other >= stake:
            backers += 1
            backed += other
    if backers > 0:
        backed /= backers
    stop = stopping(
        amount, pieces, best, most, stake, won, numbers, reach, collect, later, backers,
        backed, good, devils, per_slot, mean,
    )  # fmt: skip
    own = numbers[BET_ON_OWN] == 1
    after = max(0, devils - 1)
    burnt = bet_part(
        best >= stake and not own, stake, won, own, reach, backers, good, after,
        backed * per_slot,
    ) - fee  # fmt: skip
    limit = (1.0 - p_devil) * (won + numbers[BEST_BONUS] + numbers[PIECES_BONUS])
    bar = stop + _TIE * (1.0 + abs(stop))
    if limit + p_devil * burnt <= bar:
        return False
    held = amount if own else max(amount, best)
    for plan in range(3):
        if plan == 2:
            more = most - pieces
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
            aim, pieces + more, best, most, stake, won, numbers, reach, collect, later,
            backers, backed, max(0, good - more), devils, per_slot, mean,
        )  # fmt: skip
        if p * there + (1.0 - p) * burnt > bar:
            return True
    draw = p_devil * burnt
    for kind in range(devil):
        if heap[kind] > 0:
            draw += (1.0 - p_devil) * heap[kind] / heap_good * stopping(
                amount + values[kind], pieces + 1, best, most, stake, won, numbers, reach, collect,
                later, backers, backed, good - 1, devils, per_slot, mean,
            )  # fmt: skip
    return draw > bar
