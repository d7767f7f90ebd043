"""A game of coal at one moment, as a value."""

from dataclasses import dataclass
from typing import Literal

from zochastic.rules.coal.game import CoalRules
from zochastic.rules.coal.oven import Oven


@dataclass(frozen=True)
class Result:
    """How a turn ended: (0, 0) if it burned or found no piece in the oven."""

    amount: int = 0
    pieces: int = 0


#: The result of a turn that burned, and of players who found the oven empty.
BURNED = Result()

_NO_PIECES = Oven()


@dataclass(frozen=True, kw_only=True)
class Position:
    """A game at one moment; `zochastic.rules.coal.possible.check_position` checks one.

    All tuples stand in turn order of this round: index 0 is its starting player. They turn by one
    place every round, ``seats`` tells who is who.

    Attributes
    ----------
    wealth : chips of each player now, his stake included; pact payments so far are booked.
    oven : pieces in the oven now.
    aside : pieces gone since the last reshuffle, before this round began.
    pacts : who has a pact with the devil this round; nobody if left out.
    bets : stakes, once they are revealed; None before.
    results : of those whose turn is over.
    drawn : good pieces of the player now drawing, in order; his index is ``len(results)``.
    round : rounds count from 1.
    bank : chips of the bank; None: unlimited.
    seats : the seat of each player, which he keeps for the whole game; 0, 1, … if left out.
    short : chips so far that were due from a bank that had them no more.
    ended : why the game is over, None while it goes on.
    """

    wealth: tuple[int, ...]
    oven: Oven
    aside: Oven = _NO_PIECES
    pacts: tuple[bool, ...] = ()
    bets: tuple[int, ...] | None = None
    results: tuple[Result, ...] = ()
    drawn: tuple[int, ...] = ()
    round: int = 1
    bank: int | None = None
    seats: tuple[int, ...] = ()
    short: int = 0
    ended: Literal["target", "max_rounds"] | None = None

    def __post_init__(self) -> None:
        if not self.pacts:
            object.__setattr__(self, "pacts", (False,) * len(self.wealth))
        if not self.seats:
            object.__setattr__(self, "seats", tuple(range(len(self.wealth))))

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.wealth)

    @property
    def drawer(self) -> int | None:
        """Who is drawing, an index; None before the stakes and after the last turn."""
        if self.bets is None or self.turns_over or self.over:
            return None
        return len(self.results)

    @property
    def turns_over(self) -> bool:
        """Whether everybody has had his turn: the round is to be paid."""
        return len(self.results) == self.players

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.ended is not None

    @property
    def amount(self) -> int:
        """What lies in front of the player now drawing."""
        return sum(self.drawn)

    @property
    def best(self) -> int:
        """The highest amount of the turns that are over [coal: A round, 3]."""
        return max((result.amount for result in self.results), default=0)

    @property
    def most_pieces(self) -> int:
        """The most pieces in front of a player whose turn is over [coal: A round, 3]."""
        return max((result.pieces for result in self.results), default=0)

    def unstaked(self, player: int) -> int:
        """Chips that a player has not staked [coal: Pact with the devil]."""
        return self.wealth[player] - (0 if self.bets is None else self.bets[player])

    def turned(self, rules: CoalRules) -> Oven:
        """All pieces turned over this round, burned ones too."""
        return rules.fresh.minus(self.oven).minus(self.aside)

    @property
    def winners(self) -> tuple[int, ...]:
        """Seats that share the win [coal: End]; none before the end or if unfinished."""
        if self.ended != "target":
            return ()
        most = max(self.wealth)
        return tuple(
            sorted(s for s, chips in zip(self.seats, self.wealth, strict=True) if chips == most)
        )


def heap(pieces: tuple[int, ...]) -> Oven:
    """Count good pieces that lie in a row."""
    return Oven.of({value: pieces.count(value) for value in pieces})


def unseen(rules: CoalRules, position: Position) -> Oven:
    """Collect the pieces that may be in the oven for all the player at work knows [coal: memory].

    He knows what was turned over this round and how many pieces are left, ``position.oven.size``.

    * ``perfect``: he knows the oven; the heap is the oven itself.
    * ``none``: the oven is a uniformly random choice of that many pieces of the heap.
    * ``devils``: all devils of the heap are in the oven; its coal is a uniformly random choice of
      ``position.oven.pieces`` pieces of the coal of the heap.
    """
    if rules.memory == "perfect":
        return position.oven
    if rules.memory == "devils":
        return position.oven.plus(Oven(position.aside.coal))
    return position.oven.plus(position.aside)
