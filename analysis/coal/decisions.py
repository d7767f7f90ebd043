"""What people decide in a game of coal: bets at several standings, and when to stop."""

from collections.abc import Iterator

from zochastic.analysis import estimates
from zochastic.analysis.coal.game.race import RULE_OF_THUMB, win_chances
from zochastic.analysis.coal.turn.law import threshold_law
from zochastic.analysis.quality.decisions import Decision
from zochastic.analysis.rollout import CLEARLY
from zochastic.rules.coal import CoalRules, Oven, Position, stakes

#: Games of each bet.
_GAMES = 8192
#: Chips of the player who asks and of each of the others, in targets; None: as the game begins.
_STANDINGS = {
    "as the game begins": None,
    "far behind": (0.125, 0.5),
    "level half-way": (0.5, 0.5),
    "ahead": (0.625, 0.375),
}
#: Bets that are weighed, in mean amounts of a piece of coal.
_BETS = (0.5, 1, 2, 3, 4, 6, 9)
#: Amounts to stop at, in the same.
_STOPS = (1, 2, 3, 4, 5, 6, 8)


def decisions(rules: CoalRules) -> list[Decision]:
    """The panel: bets by whole games with common luck, stops of one drawer exactly."""
    return [*_stops(rules), *_bets(rules)]


def _rounded(rules: CoalRules, parts: float) -> int:
    """So many mean pieces of coal, in whole bets."""
    mean = rules.fresh.good / rules.fresh.pieces
    return max(1, round(parts * mean / rules.bet_step)) * rules.bet_step


def _stops(rules: CoalRules) -> Iterator[Decision]:
    fresh = rules.fresh
    if not fresh.pieces or not fresh.devils:
        return
    half = Oven(
        tuple((value, count // 2) for value, count in fresh.coal if count > 1), fresh.devils // 3
    )
    # who remembers nothing takes what is left as drawn from all pieces: the next are as likely as
    # in a fresh oven
    believed = fresh if rules.memory == "none" else half
    for told, oven in (("a fresh oven", fresh), ("half the coal, a third of the devils", believed)):
        if not oven.pieces:
            continue
        amounts = dict.fromkeys(_rounded(rules, parts) for parts in _STOPS)
        values = {
            str(amount): float(threshold_law(oven, amount, least=rules.min_draw).mean_amount)
            for amount in amounts
        }
        yield Decision.of(f"one drawer, {told}: stop at", "chips", values)


def _bets(rules: CoalRules) -> Iterator[Decision]:
    if not rules.fresh.pieces or rules.players < 2:
        return
    # an advice shall flip by error in hardly any of all bets, standings and readings
    wider = CLEARLY / estimates.quantile()
    for told, standing in _STANDINGS.items():
        if standing is None:
            mine = theirs = rules.start
        else:
            mine, theirs = (
                int(part * rules.target) // rules.bet_step * rules.bet_step for part in standing
            )
        wealth = (mine, *(theirs,) * (rules.players - 1))
        allowed = stakes(rules, mine)
        bets = [bet for bet in dict.fromkeys(_rounded(rules, b) for b in _BETS) if bet in allowed]
        if len(bets) < 2 or max(wealth) >= rules.target:
            continue
        found = win_chances(
            rules, Position(wealth=wealth, oven=rules.fresh), bets, seat=0, playout=RULE_OF_THUMB,
            games=_GAMES, threads=1,
        ).rollout  # fmt: skip
        yield Decision.of(
            f"bet {told} ({mine} against {theirs})", "chance to win",
            {str(bet): arm.value.value for bet, arm in zip(bets, found.arms, strict=True)},
            [wider * arm.behind.half_width for arm in found.arms],
        )  # fmt: skip
