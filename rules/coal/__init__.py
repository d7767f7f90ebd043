"""What coal (*Auf Teufel komm raus*) is: its rules, its oven, its positions, games played plainly.

The referees, `turn` and `referee`, are imported by themselves: their verbs have the same names.
"""

from zochastic.rules.coal.game import CoalRules
from zochastic.rules.coal.oven import Oven, parse_pieces, read_drawn, read_oven
from zochastic.rules.coal.pawns import pacts, place, place_text
from zochastic.rules.coal.position import BURNED, Position, Result, unseen

__all__ = [
    "BURNED",
    "CoalRules",
    "Oven",
    "Position",
    "Result",
    "pacts",
    "parse_pieces",
    "place",
    "place_text",
    "read_drawn",
    "read_oven",
    "unseen",
]
