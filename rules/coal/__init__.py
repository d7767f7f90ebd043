"""What coal (*Auf Teufel komm raus*) is: its rules, its oven, a turn played plainly."""

from zochastic.rules.coal.game import CoalRules
from zochastic.rules.coal.oven import Oven, parse_pieces, read_drawn, read_oven

__all__ = ["CoalRules", "Oven", "parse_pieces", "read_drawn", "read_oven"]
