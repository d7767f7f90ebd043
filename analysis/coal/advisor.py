"""What the advisor's page of coal has to know: its rules as numbers; the page solves by itself."""

from dataclasses import replace
from math import ceil
from typing import TYPE_CHECKING, Any

from zochastic.analysis.coal.game.reach import COUNTS, SLOTS, chances
from zochastic.analysis.coal.round.payoff import shares
from zochastic.analysis.coal.turn.goals import AMOUNT
from zochastic.rules.coal import CoalRules
from zochastic.rules.coal.game import PRINTED_CHIPS
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import Variant
from zochastic.sims.coal.round_rule import BURNS, BY_THE_WAY, SOME_STAY

if TYPE_CHECKING:
    from zochastic.analysis.advisor import Progress

#: Players at a table, at least and at most.
PLAYERS = (2, 6)

_DOES = "tap the pieces that are turned over and read whether to draw or to stop"
_COVERS = (
    "For this turn alone, the greatest amount on average or the best chance to reach one: exact, "
    "as `zochastic coal stop` and `zochastic coal stop --goal reach:N`.",
    "For chips of the round, whether the last drawer draws or stops, and mostly the last but one, "
    "by what the bet, both bonuses and pacts bring: exact, as `zochastic coal stop --bets …`.",
    "Who draws before: his own draws are weighed in the same way, those to come by a model, as "
    "`stop_at` of `zochastic coal stop`; that command plays such rounds out and can differ.",
    "What to stake: `zochastic coal bet`.",
    "Pieces that are out of the oven are taken to be known, whatever the variant says of memory.",
)


def data(variant: Variant, *, progress: "Progress | None" = None) -> dict[str, Any]:
    """The rules as the page's script reads them.

    Returns
    -------
    ``does``, ``covers``: see `zochastic.analysis.advisor`; ``rules``: what the script's
    ``start`` and the solver read.
    """
    del progress  # nothing to wait for
    rules: CoalRules = variant.rules
    unit = rules.fresh.unit
    table = _largest_table(rules)
    return {
        "does": _DOES,
        "covers": list(_COVERS),
        "rules": {
            "fresh": {
                "coal": [list(kind) for kind in rules.fresh.coal],
                "devils": rules.devils,
            },
            "players": rules.players,
            "most_players": table.players,
            "min_draw": rules.min_draw,
            "mouth": rules.mouth,
            "bet_step": rules.bet_step,
            "max_bet": rules.max_bet,
            "own": rules.bet_on == "own",
            "win_factor": rules.win_factor,
            "double": rules.double,
            "double_highest": rules.double_to == "highest",
            "best_bonus": rules.best_bonus,
            "pieces_bonus": rules.pieces_bonus,
            "best_shares": shares(table, rules.best_bonus),
            "pieces_shares": shares(table, rules.pieces_bonus),
            "pact": rules.pact,
            "chip": rules.chip,
            "ties": rules.bonus_ties,
            "bank": PRINTED_CHIPS if rules.bank == "printed" else None,
            "model": _model(rules),
            # where controls begin, and how far a tap goes
            "aim": max(1, ceil(AMOUNT.threshold(rules.fresh) / unit) * unit),
            "unit": unit,
        },
    }


def _model(rules: CoalRules) -> dict[str, float]:
    """The numbers of the model of those to come; see `zochastic.analysis.coal.round.ahead`."""
    tables = chances(rules, 1)
    return {
        "slots": SLOTS,
        "counts": COUNTS,
        "grain": tables.grain,
        "mean": tables.mean,
        "by_the_way": BY_THE_WAY,
        "some_stay": SOME_STAY,
        "burns": BURNS,
    }


def _largest_table(rules: CoalRules) -> CoalRules:
    """These rules for as many players as they allow."""
    for players in range(PLAYERS[1], rules.players, -1):
        try:
            return replace(rules, players=players)
        except InvalidInput:  # the printed bank has not the chips for so many
            continue
    return rules
