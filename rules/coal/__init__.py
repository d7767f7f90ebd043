"""What coal (*Auf Teufel komm raus*) is: its rules, its oven, its positions, games played plainly.

The referees, `turn` and `referee`, are imported by themselves: their verbs have the same names.
"""

from zochastic.rules.coal.game import CoalRules
from zochastic.rules.coal.oven import Oven, parse_pieces, read_drawn, read_oven
from zochastic.rules.coal.pawns import pacts, place, place_text
from zochastic.rules.coal.payment import Payment, pay_devil, pay_round
from zochastic.rules.coal.position import BURNED, Position, Result, unseen
from zochastic.rules.coal.possible import can_make, check_position, stakes
from zochastic.rules.coal.reading import (
    position_of,
    read_bets,
    read_pacts,
    read_results,
    read_wealth,
)

__all__ = [
    "BURNED",
    "CoalRules",
    "Oven",
    "Payment",
    "Position",
    "Result",
    "can_make",
    "check_position",
    "pacts",
    "parse_pieces",
    "pay_devil",
    "pay_round",
    "place",
    "place_text",
    "position_of",
    "read_bets",
    "read_drawn",
    "read_oven",
    "read_pacts",
    "read_results",
    "read_wealth",
    "stakes",
    "unseen",
]
