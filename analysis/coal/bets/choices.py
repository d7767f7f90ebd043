"""What each player may bet in a round of coal, thinned out where that is too much to weigh."""

from collections.abc import Sequence

from zochastic.analysis.coal.game.reach import chances
from zochastic.rules.coal import CoalRules, Oven, stakes

#: The most bets of a player that are weighed.
MOST = 24
#: A grid ends at the amount that the table reaches with this chance; beyond it there is all-in.
RARE = 0.05

Choices = tuple[tuple[int, ...], ...]


def choices(rules: CoalRules, oven: Oven, wealth: Sequence[int]) -> Choices:
    """The bets of each player, rising; all that the rules allow if nobody has more than `MOST`.

    Else a grid, the same for all, so that players can tie for the highest bet: the least bet, then
    in equal steps up to what the table reaches with a chance of `RARE`, and everybody's all-in
    where others can match it.  Steps are equal, not growing: what a bet is worth bends where
    amounts are likely to lie, which is nowhere near 0, and above that end a larger bet only loses
    more.
    """
    allowed = [stakes(rules, chips) for chips in wealth]
    if max(map(len, allowed)) <= MOST:
        return tuple(tuple(bets) for bets in allowed)
    most = max(bets[-1] for bets in allowed)
    end = min(most, _end(rules, oven, len(wealth)))
    room = MOST - 1 - len(wealth)
    step = rules.bet_step * max(1, -(-end // (rules.bet_step * room)))
    grid = {*range(step, end + 1, step), *(bets[-1] for bets in allowed)}
    return tuple(tuple(sorted({bets[0], *(grid & set(bets))})) for bets in allowed)


def _end(rules: CoalRules, oven: Oven, players: int) -> int:
    """The amount that the table reaches with a chance of `RARE`, at least one step."""
    helpers = 1 if rules.bet_on == "own" else players
    mean = oven.good / oven.pieces if oven.pieces else 0.0
    quota = chances(rules, players).quota(helpers, RARE)[oven.pieces, oven.devils]
    return max(rules.bet_step, int(quota * mean))


def level_profiles(choices: Choices) -> list[tuple[int, ...]]:
    """Everybody bets the same, or all he has if that is less, by rising bets.

    Returns
    -------
    indices into the players' choices; beyond what the second richest has, one player bets more
    than all others.
    """
    levels = sorted({bet for bets in choices for bet in bets})
    profiles = {
        tuple(max([0, *(k for k, bet in enumerate(bets) if bet <= level)]) for bets in choices)
        for level in levels
    }
    return sorted(profiles)
