"""What *Zoinx!* is: its rules, its states, a game played plainly."""

from zochastic.rules.zoinx.game import BUST, Bet, ZoinxRules
from zochastic.rules.zoinx.state import State, read_position

__all__ = ["BUST", "Bet", "State", "ZoinxRules", "read_position"]
