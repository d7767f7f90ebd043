"""What *Zoinx!* is: its rules, its states, a game played plainly."""

from zochastic.rules.zoinx.game import BUST, Bet, ZoinxRules

__all__ = ["BUST", "Bet", "ZoinxRules"]
