"""Every number and choice of coal (*Auf Teufel komm raus*), as keys of a variant."""

from dataclasses import dataclass
from functools import cached_property
from math import gcd
from typing import ClassVar

from zochastic.rules.coal.oven import MOST_PIECES, VALUES, Oven
from zochastic.rules.errors import InvalidInput
from zochastic.rules.fields import GameRules, choice, counts, flag, whole, whole_list

#: All chips of the printed game, by value.  [coal: Pieces]
PRINTED_CHIPS = 10_680

_MANY = 1_000_000


@dataclass(frozen=True, kw_only=True)
class CoalRules(GameRules):
    """The rules of coal; the defaults are the printed game [coal: Keys of a variant].

    Raises
    ------
    InvalidInput: a value is of a wrong type, out of bounds, or contradicts another.
    """

    game: ClassVar[str] = "coal"
    readings: ClassVar[tuple[str, ...]] = (
        "The first starting player is drawn at random; the rules ask for the most fiery cheeks.",
        "A player who is due a pact with the devil never declines it.",
        "A player who owes several pact holders pays them in turn order from his left.",
        "Chips just received can be used at once to pay a pact: they count as unstaked.",
        "Wealth is secret but for pact holders; the players modelled here may know it all.",
        "Nobody earns the bonus for the most pieces if everybody has burned.",
        "Players who have equally many chips at the end share the win.",
    )

    players: int = whole(4, 2, 6, "Players at the table.")
    coal: tuple[tuple[int, int], ...] = counts(
        {100: 2, 75: 3, 50: 7, 25: 9, 20: 9, 10: 9},
        "Pieces of coal in the oven: how many of each value; 0 for none of them.",
        keys=VALUES,
        most=MOST_PIECES,
        total=MOST_PIECES,
    )
    devils: int = whole(9, 0, MOST_PIECES, "Devils in the oven.")
    start: int = whole(200, 0, 100_000, "Chips that each player starts with.")
    bet_step: int = whole(10, 1, 10_000, "Stakes are multiples of this, the smallest chip.")
    max_bet: int | None = whole(None, 0, _MANY, "Greatest stake; none: all one has.", optional=True)
    zero_bet: bool = flag(
        True,
        "Whether a player who has chips may stake nothing.",
        assumed="Staking nothing is allowed, neither wins nor loses, and is never the highest.",
    )
    min_draw: int = whole(1, 1, MOST_PIECES, "Pieces to turn over before one may stop.")
    target: int = whole(1_600, 1, _MANY, "Wealth that ends the game after the round.")
    best_bonus: int = whole(50, 0, 10_000, "Chips for the highest amount, if it is above 0.")
    pieces_bonus: int = whole(50, 0, 10_000, "Chips for the most pieces in front of a player.")
    bonus_ties: str = choice(
        ("each", "split", "none"), "Who is tied for a bonus has it each, splits it, or gets none."
    )
    win_factor: int = whole(1, 0, 100, "Times the stake that a won bet pays on top of it.")
    double: int = whole(2, 0, 100, "Times the stake instead, if it was the highest of all.")
    double_to: str = choice(("highest", "nobody"), "Who is paid double: the highest stake, nobody.")
    pact: int = whole(50, 0, 10_000, "Chips that a devil costs his finder for each pact holder.")
    pact_space: int = whole(50, 0, _MANY, "Wealth up to which a player has a pact.")
    pact_alone_last: bool = flag(True, "Whether a pawn alone in the last position has a pact.")
    pact_poor: str = choice(
        ("bank", "nobody"), "Who pays a pact holder for a player who has too few unstaked chips."
    )
    track: tuple[int, ...] = whole_list(
        (50, 200, 300, 500, 800, 1_200, 1_600),
        1,
        _MANY,
        "Spaces of the track; the first holds all wealth from 0 up to it.",
        increasing=True,
        assumed="The spaces 800, 1200 and 1600 of the track; the printed ones end at 500.",
    )
    mouth: int = whole(
        20,
        0,
        MOST_PIECES,
        "All pieces are laid out anew after a round that leaves at most this many.",
        assumed="The mouth of the oven holds 20 pieces: a matter of wood that no rule tells.",
    )
    bank: str = choice(
        ("unlimited", "printed"),
        "Whether the bank never runs dry, or holds the printed chips less those dealt.",
        assumed="The bank never runs out of chips.",
    )
    memory: str = choice(
        ("perfect", "devils", "none"),
        "What players know of pieces gone since the last reshuffle: all, the devils, nothing.",
        assumed="Players remember every piece that is gone since the last reshuffle.",
    )
    bet_on: str = choice(
        ("table", "own"), "A stake is held against the best amount of the table, or one's own."
    )
    max_rounds: int = whole(10_000, 1, _MANY, "Rounds after which a game counts as unfinished.")

    def consistent(self) -> None:
        """Refuse rules of which every key is fine but not all together."""
        pieces = sum(count for _, count in self.coal) + self.devils
        if not 1 <= pieces <= MOST_PIECES:
            raise InvalidInput("coal and devils", pieces, f"1 to {MOST_PIECES} pieces in all")
        if self.start % self.bet_step:
            raise InvalidInput("start", self.start, f"a multiple of the bet_step {self.bet_step:,}")
        if not self.zero_bet and self.max_bet is not None and self.max_bet < self.bet_step:
            allowed = f"at least the bet_step {self.bet_step:,} where zero_bet is false"
            raise InvalidInput("max_bet", self.max_bet, allowed)
        if self.bank == "printed" and self.start * self.players > PRINTED_CHIPS:
            allowed = f"at most {PRINTED_CHIPS:,} for all players together where bank is printed"
            raise InvalidInput("start", self.start, allowed)

    @cached_property
    def fresh(self) -> Oven:
        """The oven as it is laid out: every piece in it [coal: Pieces]."""
        return Oven.of(dict(self.coal), self.devils)

    @cached_property
    def chip(self) -> int:
        """The number of which all wealth is a multiple: every payment is one."""
        payments = (self.bet_step, self.best_bonus, self.pieces_bonus, self.pact)
        # A bank that runs dry pays what it has.
        return gcd(*payments, PRINTED_CHIPS if self.bank == "printed" else 0)

    @property
    def assumptions(self) -> tuple[tuple[str | None, str], ...]:
        """The assumed readings in force: (key that turns it or None, sentence)."""
        more: list[tuple[str | None, str]] = []
        if self.bank != "unlimited":
            more.append(("bank", "The bank pays by value: which chips it holds is not tracked."))
            more.append(
                ("bank", "Where the bank runs dry, stakes go before bonuses, in turn order.")
            )
        if self.bonus_ties == "split":
            chips = "A bonus is split in whole smallest chips; the bank keeps the rest."
            more.append(("bonus_ties", chips))
        return (*super().assumptions, *more)
