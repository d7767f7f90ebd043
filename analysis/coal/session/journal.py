"""A game at the table, kept as what people typed: the journal, from which all else follows."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from zochastic.analysis.coal.session.reading import Event, read, whole
from zochastic.analysis.coal.session.steps import Table, open_table, step
from zochastic.analysis.coal.session.wording import missing, named, show, situation
from zochastic.rules.coal import CoalRules, Position, referee
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import Variant

#: What can be typed, for people.
HELP = (
    "100 120 140 60   the stakes in turn order, or ann 100 bob 120 ...; `bets` before them is free",
    "20 50:2 d        what the player now drawing turns over, d a devil; then stop or s if he does",
    "? or bet?        advice for you, now",
    "show             chips, stakes, results, pacts, what is left in the oven",
    "undo             take back what was typed last; undo 3 the last three",
    "wealth bob 250   correct chips, of some by name or of all in turn order",
    "oven             what is left; oven 31 the pieces counted, oven new all laid out anew,",
    "                 oven keep not laid out anew, oven 50:3,20:9,d:4 exactly these",
    "gone 20:3,d      what is missing from a full oven, instead",
    "pacts bob        who has a pact this round; pacts none nobody",
    "starter bob      who begins this round",
    "new bob          begin a new game, with that starting player; new alone: with the first seat",
    "quit             leave; the game is kept",
)


def for_players(variant: Variant, players: int) -> Variant:
    """The variant with another number of players."""
    if players == variant.rules.players:
        return variant
    return replace(variant, rules=replace(variant.rules, players=players))


@dataclass
class Session:
    """A game, its journal and who asks.

    Attributes
    ----------
    seat, starter : from 0; whose advice is given, who began the first round.
    names : one a seat.
    journal : what was typed, line by line; undo takes the last away.
    goal : of the advice, ``chips`` of the round or to ``win`` the game.
    """

    variant: Variant
    seat: int
    names: tuple[str, ...]
    starter: int = 0
    journal: list[Event] = field(default_factory=list)
    goal: str = "chips"

    def __post_init__(self) -> None:
        self.table = self._replay(self.journal)

    @property
    def rules(self) -> CoalRules:
        """The rules played by."""
        rules: CoalRules = self.variant.rules
        return rules

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.table.position

    @property
    def place(self) -> int:
        """The place in turn order, from 0, of who asks."""
        return self.position.seats.index(self.seat)

    @property
    def called(self) -> tuple[str, ...]:
        """How each seat is called in what is told."""
        return named(self.names, self.seat)

    def enter(self, line: str) -> list[str]:
        """Take in one line; what there is to say about it.

        Raises
        ------
        InvalidInput : it cannot be now; nothing has changed.
        """
        words = line.replace(",", " ").replace("=", " ").split()
        if not words:
            return []
        verb = words[0].lower()
        if len(words) == 1 and verb in ("h", "help"):
            return list(HELP)
        if len(words) == 1 and verb in ("?", "bet?", "stop?", "draw?"):
            return self.advice() or [f"Nothing for you to decide now: {self.prompt()}."]
        if len(words) == 1 and verb == "show":
            return show(self.rules, self.position, self.called)
        if len(words) == 1 and verb == "oven":
            return [missing(self.rules, self.position)]
        if verb in ("u", "undo"):
            return self._undo(words[1:])
        event, remarks = read(self.rules, self.table, self.names, self.seat, words)
        if event is None:
            return remarks
        self.table, told = step(self.rules, self.table, event, self.called)
        self.journal.append(event)
        return remarks + told

    def prompt(self) -> str:
        """What is to be typed next."""
        position = self.position
        may = referee.legal(self.rules, position)
        if not may:
            return "new or quit"
        if "bet" in may:
            return f"stakes of {' '.join(self.names[seat] for seat in position.seats)}"
        who = self.names[position.seats[len(position.results)]]
        return f"{who} draws: pieces, d{' or stop' if 'stop' in may else ''}"

    def situation(self) -> str:
        """What is known now, on one line."""
        return situation(self.rules, self.position, self.called)

    def decides(self) -> bool:
        """Whether who asks has to bet, or to draw or stop, now."""
        position = self.position
        if position.over:
            return False
        return position.bets is None or position.drawer == self.place

    def advice(self) -> list[str]:
        """What the player who asks should do now, if it is his to decide: one line."""
        if not self.decides():
            return []
        from zochastic.analysis.coal.session.advice import advise

        return [advise(self.variant, self.position, self.place, self.goal)]

    def _undo(self, words: Sequence[str]) -> list[str]:
        many = whole(words[0], "undo", 1, 9_999) if words else 1
        if len(words) > 1 or many > len(self.journal):
            had = f"at most {len(self.journal)}, as many as were typed"
            raise InvalidInput("undo", " ".join(words) or "undo", had)
        kept, gone = self.journal[:-many], self.journal[-many:]
        self.table = self._replay(kept)
        self.journal[:] = kept
        return [f"Undone: {'; '.join(' '.join(event) for event in reversed(gone))}."]

    def _replay(self, journal: Sequence[Event]) -> Table:
        table = open_table(self.rules, self.starter)
        for event in journal:
            table, _ = step(self.rules, table, event, self.names)
        return table
