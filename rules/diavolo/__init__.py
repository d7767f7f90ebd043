"""What *Diavolo* is: its rules, the dice as far as they were seen, rounds played plainly."""

from zochastic.rules.diavolo.game import DiavoloRules
from zochastic.rules.diavolo.throw import COLOURS, GREY, ORDERS, Seen, imps_of, read_seen

__all__ = ["COLOURS", "GREY", "ORDERS", "DiavoloRules", "Seen", "imps_of", "read_seen"]
