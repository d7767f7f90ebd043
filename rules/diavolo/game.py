"""Every number and choice of *Diavolo*, as keys of a variant."""

from dataclasses import dataclass
from typing import ClassVar

from zochastic.rules.diavolo.throw import COLOURS, ORDERS
from zochastic.rules.errors import InvalidInput
from zochastic.rules.fields import GameRules, counts, each, flag, number, whole

#: The most different rolls of the dice of one colour.
MOST_ROLLS = 65_536
_MANY = 1_000_000


@dataclass(frozen=True, kw_only=True)
class DiavoloRules(GameRules):
    """The rules of Diavolo; the defaults are the printed game [diavolo: Keys of a variant].

    Raises
    ------
    InvalidInput: a value is of a wrong type, out of bounds, or contradicts another.
    """

    game: ClassVar[str] = "diavolo"
    readings: ClassVar[tuple[str, ...]] = (
        "The first player to roll is drawn at random; the rules ask for the youngest.",
        "If the player who is due to roll is out, the next living seat rolls.",
        "At nearest the dice fall alike: each colour is as likely as the others.",
        "Whoever wants an imp that is gone takes none.",
    )

    players: int = whole(4, 2, 6, "Players at the table.")
    gems: int | tuple[int, ...] = each(5, 1, 100, "Gems that each player starts with.")
    gem_cap: int = whole(5, 1, 100, "The most gems that a player may have.")
    colours: int = whole(3, 2, len(COLOURS), "Colours of dice and imps, grey apart.")
    dice: int = whole(3, 1, 16, "Dice of each colour.")
    sides: int = whole(6, 2, 100, "Sides of a die.")
    orders: tuple[tuple[str, int], ...] = counts(
        dict.fromkeys(ORDERS, 1),
        "How many faces of the Order die show each order.",
        names=ORDERS,
    )
    imps: tuple[tuple[int, int], ...] = counts(
        {2: 1, 3: 2, 4: 3, 5: 3, 6: 3},
        "Imps of each colour, by the number of players who are still in the game.",
        keys=(2, 6),
        most=6,
    )
    grey_imps: int = whole(1, 0, 6, "Grey imps.")
    grey_gain: int = whole(1, 0, 100, "Gems for whoever has a grey imp when grey is right.")
    loss_wrong: int = whole(1, 0, 100, "Gems that a wrong imp costs.")
    loss_none: int = whole(1, 0, 100, "Gems that it costs to have no imp.")
    near_tie: float = number(
        0,
        0,
        1,
        "Chance that the table calls it a tie which die lies nearest.",
        assumed="Which die lies nearest is never a tie.",
    )
    order_first: bool = flag(False, "Whether the Order die is rolled before the others: training.")
    max_rounds: int = whole(10_000, 1, _MANY, "Rounds after which a game counts as unfinished.")

    def consistent(self) -> None:
        """Refuse rules of which every key is fine but not all together."""
        if not self.orders:
            raise InvalidInput("orders", {}, "at least one order")
        if self.sides**self.dice > MOST_ROLLS:
            allowed = f"sides to the power of dice at most {MOST_ROLLS:,}"
            raise InvalidInput("dice and sides", f"{self.dice} of {self.sides}", allowed)
        if isinstance(self.gems, tuple) and len(self.gems) != self.players:
            allowed = f"one number for each of the {self.players} players, or one for all"
            raise InvalidInput("gems", list(self.gems), allowed)
        if max(self.start) > self.gem_cap:
            raise InvalidInput("gems", max(self.start), f"at most the gem_cap {self.gem_cap}")
        held = dict(self.imps)
        for living in range(2, self.players + 1):
            if not held.get(living):
                allowed = f"at least one imp a colour for each number from 2 to {self.players}"
                raise InvalidInput(f"imps.{living}", 0, allowed)

    @property
    def start(self) -> tuple[int, ...]:
        """Gems of each player when the game begins [diavolo: Pieces]."""
        return self.gems if isinstance(self.gems, tuple) else (self.gems,) * self.players

    def supply(self, living: int) -> tuple[int, ...]:
        """Count the imps on the table, by colour and grey last [diavolo: Pieces]."""
        return (dict(self.imps)[living],) * self.colours + (self.grey_imps,)
