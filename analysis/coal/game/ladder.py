"""The ladder: named policies that a champion is measured against."""

_BETS = (
    "fixed:50", "fixed:100", "fixed:150", "fixed:200", "fixed:300", "share:0.25", "share:0.5",
    "all-in", "chance:0.5", "chance:0.6", "chance:0.7", "chance:0.8", "chance:0.9",
)  # fmt: skip
_DRAWS = ("ev", "amount:100", "pieces:4", "own-bet", "round")
#: Every way to bet with every way to draw.
LADDER = tuple(f"{bet}+{draw}" for bet in _BETS for draw in _DRAWS)
