"""A game at the table, kept as what people typed: the journal, from which all else follows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from zochastic.analysis import sessions
from zochastic.analysis.sessions import SessionFile
from zochastic.analysis.zoinx import answers
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import Variant
from zochastic.rules.zoinx import Bet, State, ZoinxRules
from zochastic.rules.zoinx.referee import apply, begin, legal, settle

_FORMAT = "zochastic zoinx table 1"
_KEYS = ("rules", "seat", "journal")
#: Games of each alternative where advice is simulated.
_GAMES = 50_000
#: The largest score that can be typed.
_MOST = 100_000

HELP = (
    "bets    one a seat, in seat order, such as 4 0 (none: does not bet)",
    "2       the dots of a roll; z a zoinx; s stop",
    "scores  the scores, if yours differ: scores 12 8",
    "u       undo what was typed last",
    "new     begin a new game",
    "q       leave; the game is kept",
)

Event = tuple[str, ...]


@dataclass
class Session:
    """A game, its journal and who asks.

    Attributes
    ----------
    seat : from 0, whose advice is given.
    journal : what was typed, line by line; undo takes the last away.
    """

    variant: Variant
    seat: int
    journal: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.state, _ = self._replay()

    @property
    def rules(self) -> ZoinxRules:
        """The rules played by."""
        rules: ZoinxRules = self.variant.rules
        return rules

    def enter(self, line: str) -> list[str]:
        """Take in one line; what there is to say about it.

        Raises
        ------
        InvalidInput : it cannot be now; nothing has changed.
        """
        words = line.replace(",", " ").lower().split()
        if not words:
            return []
        if words[0] in ("h", "?", "help"):
            return list(HELP)
        if words[0] in ("u", "undo"):
            if not self.journal:
                raise InvalidInput("undo", line.strip(), "something to undo: nothing was typed yet")
            gone = self.journal.pop()
            self.state, _ = self._replay()
            return [f"Undone: {' '.join(gone)}."]
        event = self._read(words, line)
        self.state, told = self._step(self.state, event)
        self.journal.append(event)
        return told

    def prompt(self) -> str:
        """What is to be typed next."""
        may = legal(self.rules, self.state)
        if not may:
            return "new or q"
        if "bet" in may:
            return f"bets of seats 1 to {self.rules.players}"
        return "roll, z or s" if "stop" in may else "roll or z"

    def situation(self) -> str:
        """Scores and whose turn it is, on one line."""
        state = self.state
        scores = ", ".join(
            f"seat {seat + 1}{' (you)' if seat == self.seat else ''} {score}"
            for seat, score in enumerate(state.scores)
        )
        if state.over:
            if state.unfinished:
                return f"{scores}. The game is over, unfinished."
            won = " and ".join(f"seat {seat + 1}" for seat in state.winners)
            return (
                f"{scores}. The game is over: {won} {'win' if len(state.winners) > 1 else 'wins'}."
            )
        last = ", a last turn" if state.pending else ""
        turn = f"{scores}. Turn of seat {state.seat + 1}{last}"
        if state.rolled:
            return f"{turn}: {state.total} dots."
        return f"{turn}."

    def advice(self) -> Iterator[str]:
        """What the player who asks should do now, if it is his to decide."""
        state, n = self.state, self.rules.players
        may = legal(self.rules, state)
        order = [(state.seat + role) % n for role in range(n)]
        left = [(state.seat + role) % n for role in range(len(state.pending))]
        if not may or n == 1 or (state.pending and list(state.pending) != left):
            return
        scores = [state.scores[seat] for seat in order]
        try:
            if "bet" in may:
                role = order.index(self.seat)
                yield answers.bet(
                    self.variant, scores=scores, seat=role + 1, last_turns=len(left), games=_GAMES,
                    whose="your",
                ).answer  # fmt: skip
            elif state.seat == self.seat and state.bets is not None and "stop" in may:
                yield answers.stop(
                    self.variant, scores=scores, bets=[state.bets[seat] for seat in order],
                    total=state.total, last_turns=len(left), games=_GAMES,
                ).answer  # fmt: skip
        except InvalidInput as none:
            yield f"No advice: {none}"

    def _replay(self) -> tuple[State, list[str]]:
        state, told = begin(self.rules), list[str]()
        for event in self.journal:
            state, told = self._step(state, event)
        return state, told

    def _read(self, words: list[str], line: str) -> Event:
        """The event that a line is, in the form of the journal."""
        may = legal(self.rules, self.state)
        first = words[0]
        if first == "new" and len(words) == 1:
            return ("new",)
        if first == "scores":
            return ("scores", *words[1:])
        if first in ("s", "stop", "z", "zoinx") and len(words) == 1:
            return ("stop",) if first[0] == "s" else ("zoinx",)
        if "bet" in may:
            return ("bets", *(words[1:] if first in ("b", "bets", "bet") else words))
        if first in ("r", "roll"):
            words = words[1:]
        if len(words) == 1:
            return ("roll", words[0])
        raise InvalidInput("line", line.strip(), f"{self.prompt()}; ? for help")

    def _step(self, state: State, event: Event) -> tuple[State, list[str]]:
        kind, *rest = event
        rules = self.rules
        if kind == "new":
            return begin(rules), ["A new game."]
        if kind == "scores":
            if len(rest) != rules.players or not all(map(_is_whole, rest)):
                allowed = f"{rules.players} whole numbers, one a seat"
                raise InvalidInput("scores", " ".join(rest), allowed)
            scores = tuple(min(int(word), _MOST) for word in rest)
            return replace(state, scores=scores), ["The scores are set."]
        if kind == "bets":
            if "bet" not in legal(rules, state):
                raise InvalidInput("bets", " ".join(rest), "a roll: the bets are open already")
            return apply(rules, state, _bets(rules, state, rest))[0], []
        if "bet" in legal(rules, state):
            raise InvalidInput("line", " ".join(event), "the bets first, one a seat")
        action: str | int = kind
        if kind == "roll":
            if not _is_whole(rest[0]):
                raise InvalidInput("line", rest[0], f"{self.prompt()}; ? for help")
            action = int(rest[0])
            if action == 0 and rules.bust == "no-dots":
                action = "zoinx"
        after, _ = apply(rules, state, action)
        if after.ended is None:
            return after, []
        settled, payments, _ = settle(rules, after)
        paid = [f"seat {one.seat + 1} scores {one.points} ({one.clause})" for one in payments]
        return settled, [f"{'; '.join(paid)}."]


def text_of(session: Session) -> str:
    """The session as it is saved."""
    values = (session.variant.digest, session.seat + 1, session.journal)
    return sessions.written(_FORMAT, dict(zip(_KEYS, values, strict=True)))


def resume(variant: Variant, seat: int, file: SessionFile) -> Session | None:
    """The session that was saved; None where there is none.

    Raises
    ------
    InvalidInput : the file is broken, or of other rules.
    """
    text = file.read()
    if text is None:
        return None
    path = str(file.path)
    broken = InvalidInput(
        "--file", path, "a game kept by `zoinx table`; this is none, or damaged: name another"
    )
    try:
        kept = sessions.understood(text, _FORMAT, _KEYS)
    except ValueError:
        raise broken from None
    if kept["rules"] != variant.digest:
        allowed = "a game of the rules at hand; this one is not (--new begins another)"
        raise InvalidInput("--file", path, allowed)
    try:
        return Session(variant, seat, kept["journal"])
    except (ValueError, IndexError):
        raise broken from None


def _bets(rules: ZoinxRules, state: State, words: Sequence[str]) -> tuple[Bet, ...]:
    """Bets in seat order; who has no faces may be left out."""
    if len(words) != rules.players or not all(_is_whole(w) or w in ("none", "-") for w in words):
        allowed = f"{rules.players} bets, one a seat, in seat order"
        raise InvalidInput("bets", " ".join(words), allowed)
    return tuple(int(word) if _is_whole(word) else None for word in words)


def _is_whole(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= 6
