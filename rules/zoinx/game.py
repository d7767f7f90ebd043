"""Every number and choice of *Zoinx!*, as keys of a variant, and the law of one roll."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from zochastic.rules.errors import InvalidInput
from zochastic.rules.fields import GameRules, choice, each, flag, whole, whole_list

#: How a face that ends the turn is written.
BUST = "bust"

_MANY = 1_000_000
_MOST_POINTS = 1_000
_MOST_BET = 200

#: A bet; None where the variant has no bets for that player.
Bet = int | None


@dataclass(frozen=True, kw_only=True)
class ZoinxRules(GameRules):
    """The rules of zoinx; the defaults are the printed game [zoinx: Keys of a variant].

    Raises
    ------
    InvalidInput: a value is of a wrong type, out of bounds, or contradicts another.
    """

    game: ClassVar[str] = "zoinx"
    readings: ClassVar[tuple[str, ...]] = (
        "The first player is drawn at random; the rules ask whose name is nearest to Z.",
        "Players who share the highest score at the end share the win.",
    )

    players: int = whole(2, 1, 4, "Players; 1 plays alone for the fewest turns to the target.")
    dice: int = whole(4, 1, 10, "Dice that are rolled together.")
    faces: tuple[int | str, ...] = whole_list(
        (1, 1, 0, 0, 0, 0),
        0,
        20,
        "Faces of each die: a number of dots (0 is a blank), or bust.",
        longest=20,
        words=(BUST,),
    )
    bust: str = choice(
        ("no-dots", "any-bust-face"),
        "Which roll ends the turn: one without any dot, or one that shows a bust face.",
    )
    active_bets: tuple[int, ...] = whole_list(
        (2, 4, 6, 8, 10),
        1,
        _MOST_BET,
        "Faces that the active player may bet; none: he scores his total.",
        shortest=0,
        longest=20,
        increasing=True,
    )
    opponent_bets: tuple[int, ...] = whole_list(
        (0, 2, 4, 6, 8, 10),
        0,
        _MOST_BET,
        "Faces that an opponent may bet, 0 being a bet on a zoinx; none: they do not bet.",
        shortest=0,
        longest=20,
        increasing=True,
    )
    zoinx_prize: int = whole(5, 0, _MOST_POINTS, "Points of an opponent's bet on a zoinx.")
    zoinx_loss: int = whole(0, 0, _MOST_POINTS, "Points that a zoinx costs the active player.")
    exact_hit: str = choice(
        ("bet", "bet+total"), "What the active player scores who stops with exactly his bet."
    )
    above: str = choice(
        ("bet+total", "bet+excess"), "What the active player scores who stops with more."
    )
    opponent_factor: int = whole(
        1, 0, 100, "An opponent whose bet above 0 was reached scores it this many times."
    )
    opponent_miss: int = whole(
        0, -_MOST_POINTS, _MOST_POINTS, "What an opponent scores whose bet did not come true."
    )
    target: int = whole(30, 1, 10_000, "Points that bring the end of the game.")
    trigger: str = choice(
        ("own-turn-strict", "own-turn-lead-or-tie", "any-turn", "at-once"),
        "Who brings the end: the active player strictly ahead at the end of his turn, or not "
        "behind; whoever alone has the most after any turn; or the active player at once, "
        "without a final round.",
        assumed="To have the lead is to have more points than everybody else.",
    )
    forced: bool = flag(
        True, "Whether the active player rolls on until he has reached his bet, and cannot stop."
    )
    start: int | tuple[int, ...] = each(0, 0, 10_000, "Points at the start.", most=4)
    max_turns: int = whole(10_000, 1, _MANY, "Turns after which a game counts as unfinished.")

    def consistent(self) -> None:
        """Refuse rules of which every key is fine but not all together."""
        if not any(isinstance(face, int) and face > 0 for face in self.faces):
            raise InvalidInput("faces", list(self.faces), "at least one face with dots")
        if self.p_bust == 0:
            allowed = f"faces of which a roll can be a zoinx, where bust is {self.bust}"
            raise InvalidInput("faces", list(self.faces), allowed)
        if isinstance(self.start, tuple) and len(self.start) != self.players:
            allowed = f"one number, or one for each of the {self.players} players"
            raise InvalidInput("start", list(self.start), allowed)

    @cached_property
    def roll_law(self) -> tuple[tuple[int, Fraction], ...]:
        """(dots, probability) of a roll of all dice that is no zoinx, by rising dots.

        With `p_bust` the probabilities add up to 1. Where blank faces are rolled that end
        nothing, a roll of 0 dots is among them.
        """
        ways = {0: 1}
        dots_of = [0 if face == BUST else int(face) for face in self.faces]
        if self.bust == "any-bust-face":
            dots_of = [int(face) for face in self.faces if face != BUST]
        for _ in range(self.dice):
            longer: dict[int, int] = {}
            for dots, n in ways.items():
                for more in dots_of:
                    longer[dots + more] = longer.get(dots + more, 0) + n
            ways = longer
        if self.bust == "no-dots":
            ways.pop(0, None)
        outcomes = len(self.faces) ** self.dice
        return tuple((dots, Fraction(n, outcomes)) for dots, n in sorted(ways.items()))

    @cached_property
    def p_bust(self) -> Fraction:
        """Probability that a roll of all dice is a zoinx."""
        return 1 - sum((p for _, p in self.roll_law), Fraction(0))

    @property
    def max_roll(self) -> int:
        """The most dots of one roll."""
        return self.roll_law[-1][0]

    @property
    def active_choices(self) -> tuple[Bet, ...]:
        """What the active player may bet: never empty, (None,) where he does not bet."""
        return self.active_bets or (None,)

    @property
    def opponent_choices(self) -> tuple[Bet, ...]:
        """What an opponent may bet: never empty, (None,) where they do not bet."""
        return self.opponent_bets or (None,)

    @property
    def nobody_bets(self) -> bool:
        """Whether turns begin without any bet."""
        return not self.active_bets and (not self.opponent_bets or self.players == 1)

    @property
    def starts(self) -> tuple[int, ...]:
        """Points at the start, by seat."""
        return self.start if isinstance(self.start, tuple) else (self.start,) * self.players

    def may_stop(self, bet: Bet, total: int, rolled: bool) -> bool:
        """Whether the active player may stop [zoinx: A turn, 2].

        Parameters
        ----------
        rolled : he has rolled at least once in this turn.
        """
        return rolled and (bet is None or not self.forced or total >= bet)

    def score(self, bet: Bet, total: int, bust: bool) -> int:
        """Points of the active player for his turn [zoinx: A turn, 3].

        Parameters
        ----------
        total : dots collected; where the turn ended in a zoinx, before it.
        """
        if bust:
            return -self.zoinx_loss
        if bet is None:
            return total
        if total < bet:
            return 0
        if total == bet:
            return bet if self.exact_hit == "bet" else bet + total
        return bet + total if self.above == "bet+total" else total

    def opponent_score(self, bet: Bet, total: int, bust: bool) -> int:
        """Points of an opponent for a turn [zoinx: A turn, 3]; ``total`` as in `score`."""
        if bet is None:
            return 0
        if bet == 0:
            return self.zoinx_prize if bust else self.opponent_miss
        return self.opponent_factor * bet if total >= bet else self.opponent_miss

    @property
    def assumptions(self) -> tuple[tuple[str | None, str], ...]:
        """The assumed readings in force: (key that turns it or None, sentence)."""
        found = super().assumptions
        if self.players == 1:
            found = ()
        elif self.trigger != "at-once":
            found += (
                (None, "The last turns go in seat order from the left of who brought the end."),
                (None, "The end is brought once only, whatever happens in the last turns."),
            )
        if not self.forced and self.active_bets:
            found += (("forced", "Who stops below his own bet scores nothing."),)
        if self.zoinx_loss:
            found += (("zoinx_loss", "A loss can take a score below zero."),)
        if self.opponent_miss and 0 in self.opponent_bets:
            found += (("opponent_miss", "It counts too for a bet on a zoinx that did not come."),)
        return found
