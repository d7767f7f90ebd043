"""What one entry of the journal does to a game at the table; nothing here reads or prints.

Entries are canonical: chips in turn order, pieces as numbers, an oven in full.  So a journal means
the same whoever replays it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from zochastic.analysis.coal.session.reading import Event, whole
from zochastic.analysis.coal.session.wording import revealed, settled, turned
from zochastic.rules.coal import CoalRules, Oven, check_position, pacts, parse_pieces, referee
from zochastic.rules.coal.game import PRINTED_CHIPS
from zochastic.rules.coal.position import Position
from zochastic.rules.coal.possible import MOST_CHIPS
from zochastic.rules.errors import InvalidInput

Told = list[str]


@dataclass(frozen=True)
class Table:
    """A game at one moment.

    Attributes
    ----------
    left : what lay in the oven before it was taken to be laid out anew for this round; None: not.
    """

    position: Position
    left: Oven | None = None


def open_table(rules: CoalRules, starter: int) -> Table:
    """A new game."""
    return Table(referee.begin(rules, starter))


def step(rules: CoalRules, table: Table, event: Event, called: Sequence[str]) -> tuple[Table, Told]:
    """The game after one entry, and what there is to tell about it.

    Raises
    ------
    InvalidInput : the entry cannot be now.
    """
    kind, *words = event
    position = table.position
    if kind == "new":
        (word,) = words
        return open_table(rules, whole(word, "new", 1, rules.players) - 1), ["A new game."]
    if position.over:
        raise InvalidInput("line", " ".join(event), "new, undo or quit: the game is over")
    if kind == "bets":
        stakes = tuple(whole(word, "bets", 0, MOST_CHIPS) for word in words)
        after, _, _ = referee.apply(rules, position, stakes)
        return _on(rules, replace(table, position=after), revealed(rules, after, called), called)
    if kind == "turn":
        return _turn(rules, table, words, called)
    change = {"wealth": _wealth, "pacts": _pacts, "starter": _starter, "oven": _oven}[kind]
    after = change(rules, position, words)
    check_position(rules, after)
    return Table(after, None if kind == "oven" else table.left), []


def _turn(
    rules: CoalRules, table: Table, words: Sequence[str], called: Sequence[str]
) -> tuple[Table, Told]:
    """Pieces one by one, then perhaps stop; where the turn is over nothing follows."""
    position = table.position
    who, told = len(position.results), Told()
    for word in words:
        if "draw" not in referee.legal(rules, position) and len(position.results) == who:
            raise InvalidInput("pieces", word, "the stakes first, in turn order")
        if len(position.results) != who:
            raise InvalidInput("pieces", word, "nothing more: the turn ends before it")
        last = position
        action: str | int = word if word in ("stop", "devil") else whole(word, "pieces", 1, 10_000)
        if action != "stop" and not _there(position.oven, action):
            held = f"a piece left in the oven: {position.oven}; `oven` or `gone` corrects that"
            raise InvalidInput("pieces", word, held)
        position, payments, clauses = referee.apply(rules, position, action)
        told += turned(last, position, payments, clauses, called)
    return _on(rules, replace(table, position=position), told, called)


def _on(rules: CoalRules, table: Table, told: Told, called: Sequence[str]) -> tuple[Table, Told]:
    """Pay the round if all its turns are over."""
    position = table.position
    if not position.turns_over:
        return table, told
    after, payments, clauses = referee.settle(rules, position)
    anew = referee.RESHUFFLE in clauses
    told = told + settled(rules, position, after, payments, called, anew=anew)
    return Table(after, position.oven if anew else None), told


def _there(oven: Oven, piece: str | int) -> bool:
    return oven.devils > 0 if piece == "devil" else piece in oven.counts()


def _wealth(rules: CoalRules, position: Position, words: Sequence[str]) -> Position:
    """Other chips; before the stakes pawns move with them, and enough of them ends the game."""
    wealth = tuple(whole(word, "wealth", 0, MOST_CHIPS) for word in words)
    bank = PRINTED_CHIPS - sum(wealth) if rules.bank == "printed" else None
    after = replace(position, wealth=wealth, bank=bank)
    if position.bets is not None or len(wealth) != position.players:
        return after
    after = replace(after, pacts=pacts(rules, wealth))
    if position.round > 1 and max(wealth) >= rules.target:
        after = replace(after, ended="target")
    return after


def _pacts(rules: CoalRules, position: Position, words: Sequence[str]) -> Position:
    return replace(position, pacts=tuple(word == "yes" for word in words))


def _starter(rules: CoalRules, position: Position, words: Sequence[str]) -> Position:
    """Another starting player, while nobody has shown his stake."""
    (word,) = words
    if position.bets is not None:
        raise InvalidInput("starter", word, "nothing once stakes are open; undo first")
    first = position.seats.index(whole(word, "starter", 1, rules.players) - 1)
    return replace(
        position,
        seats=position.seats[first:] + position.seats[:first],
        wealth=position.wealth[first:] + position.wealth[:first],
        pacts=position.pacts[first:] + position.pacts[:first],
    )


def _oven(rules: CoalRules, position: Position, words: Sequence[str]) -> Position:
    """Another oven; what else is missing from a full one went before this round."""
    (word,) = words
    oven = Oven() if word == str(Oven()) else parse_pieces(word, what="oven")
    rest = rules.fresh.minus(position.turned(rules))
    if not oven.size or not rest.contains(oven):
        raise InvalidInput("oven", word, f"at least one piece, at most what can be left: {rest}")
    return replace(position, oven=oven, aside=rest.minus(oven))
