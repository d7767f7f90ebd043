"""A moment of a game of zoinx, as a value; how people write and read one."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from zochastic.rules.errors import InvalidInput
from zochastic.rules.zoinx.game import Bet, ZoinxRules

#: The highest score and the highest total that are read.
MOST_POINTS = 100_000

_NUMBER = re.compile(r"-?[0-9]{1,9}", re.A)
_HYPHENS = re.compile(r"[0-9]+(-[0-9]+)+", re.A)
_NO_BET = "none"


@dataclass(frozen=True)
class State:
    """A game at one moment; seats are numbered from 0 in turn order.

    Attributes
    ----------
    scores : points by seat.
    seat : whose turn it is.
    pending : seats that still have a turn in the final round, the present one first; empty while
        the final round has not begun.
    turns : turns finished.
    bets : by seat, once they are open; None before.
    total : dots collected in this turn.
    rolled : the dice were rolled at least once in this turn.
    ended : how this turn ended, which is still to be scored.
    over : the game has ended.
    unfinished : it ended because of ``max_turns``.
    """

    scores: tuple[int, ...]
    seat: int = 0
    pending: tuple[int, ...] = ()
    turns: int = 0
    bets: tuple[Bet, ...] | None = None
    total: int = 0
    rolled: bool = False
    ended: Literal["stop", "zoinx"] | None = None
    over: bool = False
    unfinished: bool = False

    @property
    def winners(self) -> tuple[int, ...]:
        """Seats that share the win [zoinx: A game]; none before the end or if unfinished."""
        if not self.over or self.unfinished:
            return ()
        best = max(self.scores)
        return tuple(seat for seat, score in enumerate(self.scores) if score == best)

    @property
    def text(self) -> str:
        """As people write it, seats from 1: ``12,8,5 seat 2, last 2,3, bets 4,8,0, total 5``."""
        parts = [f"{_list(self.scores)} seat {self.seat + 1}"]
        if self.pending:
            parts.append(f"last {_list([seat + 1 for seat in self.pending])}")
        if self.bets is not None and any(bet is not None for bet in self.bets):
            parts.append(f"bets {_list([_NO_BET if bet is None else bet for bet in self.bets])}")
        if self.rolled:
            parts.append(f"total {self.total}")
        return ", ".join(parts)

    def __str__(self) -> str:
        return self.text


def read_position(
    rules: ZoinxRules,
    *,
    scores: str | Sequence[int],
    last_turns: int = 0,
    bets: str | Sequence[Bet] | None = None,
    total: int | None = None,
) -> State:
    """Read a moment as a player tells it, beginning with the player whose turn it is (seat 0).

    Parameters
    ----------
    scores : ``12,8,5``, one a player.
    last_turns : turns left in the final round, this one included; 0: it has not begun.
    bets : ``4,8,0``; None: still secret.
    total : dots so far; None or 0: nothing rolled yet.

    Raises
    ------
    InvalidInput: not one a player, no number, a bet that is no face, a total that no rolls make.
    """
    points = _scores(rules, scores)
    last = _whole("--last-turns", last_turns, 0, _most_last(rules))
    if rules.players == 2 and last and points[0] > points[1]:
        allowed = "a second score of at least the first, since the other has brought the end"
        raise InvalidInput("--scores", f"{points[0]},{points[1]}", allowed)
    opened = None if bets is None else _bets(rules, bets)
    if opened is None and rules.nobody_bets:
        opened = (None,) * rules.players
    dots = 0 if total is None else _whole("--total", total, 0, MOST_POINTS)
    if dots:
        if opened is None:
            raise InvalidInput(
                "--bets", "nothing", "the bets, since the dice are rolled after them"
            )
        if not can_total(rules, dots):
            raise InvalidInput("--total", dots, "a sum of rolls of this variant")
    return State(points, pending=tuple(range(last)), bets=opened, total=dots, rolled=dots > 0)


def can_total(rules: ZoinxRules, total: int) -> bool:
    """Whether some rolls without a zoinx have this many dots together."""
    sums = {0}
    for dots in range(1, total + 1):
        if any(dots - roll in sums for roll, _ in rules.roll_law if roll):
            sums.add(dots)
    return total in sums


def _scores(rules: ZoinxRules, scores: str | Sequence[int]) -> tuple[int, ...]:
    allowed = f"{rules.players} whole numbers such as {_list(range(10, 10 + rules.players))}"
    low = -MOST_POINTS if rules.zoinx_loss or rules.opponent_miss < 0 else 0
    words = _words("--scores", scores, allowed)
    if len(words) != rules.players:
        raise InvalidInput("--scores", _typed(scores), f"{allowed}, one for each player")
    return tuple(_whole("--scores", word, low, MOST_POINTS) for word in words)


def _bets(rules: ZoinxRules, bets: str | Sequence[Bet]) -> tuple[Bet, ...]:
    allowed = f"{rules.players} bets, one for each player, first of whose turn it is"
    words = _words("--bets", bets, allowed)
    if len(words) != rules.players:
        raise InvalidInput("--bets", _typed(bets), allowed)
    read = []
    for seat, word in enumerate(words):
        choices = rules.opponent_choices if seat else rules.active_choices
        bet: Bet = None
        if word is not None and word != _NO_BET:
            bet = _whole("--bets", word, 0, MOST_POINTS)
        if bet not in choices:
            whose = "an opponent's" if seat else "the active player's"
            faces = _list([_NO_BET if face is None else face for face in choices])
            raise InvalidInput("--bets", _NO_BET if bet is None else bet, f"{whose} faces: {faces}")
        read.append(bet)
    return tuple(read)


def _most_last(rules: ZoinxRules) -> int:
    return 0 if rules.trigger == "at-once" else rules.players - 1


def _words(
    what: str, given: str | Sequence[int] | Sequence[Bet], allowed: str
) -> Sequence[str | int | None]:
    if not isinstance(given, str):
        return given
    text = given.strip()
    if _HYPHENS.fullmatch(text):  # 0-0-0, as people speak of a score
        return text.split("-")
    parts = [part.split() for part in text.split(",")]
    if not all(parts):
        raise InvalidInput(what, given, f"{allowed}; no empty item")
    return [word for part in parts for word in part]


def _whole(what: str, word: object, low: int, high: int) -> int:
    allowed = f"a whole number from {low:,} to {high:,}"
    if isinstance(word, str) and _NUMBER.fullmatch(word):
        word = int(word)
    if type(word) is not int or not low <= word <= high:
        raise InvalidInput(what, word, allowed)
    return word


def _typed(given: object) -> str:
    return given if isinstance(given, str) else _list(given)  # type: ignore[arg-type]


def _list(items: Sequence[object]) -> str:
    return ",".join(map(str, items))
