"""The referee of mauer: plays whole games plainly, in the words of the rules.

Every step returns the clause it obeys. What the kernels do fast is compared with this.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from zochastic.rules.errors import InvalidInput
from zochastic.rules.mauer.board import PARTS, Board
from zochastic.rules.mauer.game import MauerRules
from zochastic.rules.mauer.geometry import rotated
from zochastic.rules.mauer.moves import CLAUSES, Move, moves, results
from zochastic.rules.mauer.table import Table, start_table

FOUND = "mauer: A turn, search: keep the card of that garment"
NOT_THERE = "mauer: A turn, search: the other cards go back"
WON = "mauer: A turn, search: first ghost with all five parts wins at once"
NO_SEARCH = "mauer: A turn, search: optional"

#: Which deck holds which garments: names by deck, one of every part.
Deal = tuple[frozenset[str], ...]


@dataclass(frozen=True)
class Search:
    """Look at a deck, from 0, for the garment below one's ghost."""

    deck: int


@dataclass(frozen=True)
class End:
    """End the turn without a search."""


@dataclass(frozen=True)
class Game:
    """A game at one moment.

    Attributes
    ----------
    decks : the cards still in each deck.
    won : the cards that each player has.
    mover : seat of the player whose turn it is, from 0.
    done : moves made in this turn.
    turns : turns that are over.
    over : somebody has all parts, or the game takes too long.
    """

    table: Table
    decks: Deal
    won: tuple[frozenset[str], ...]
    mover: int = 0
    done: int = 0
    turns: int = 0
    over: bool = False


def part_of(garment: str) -> str:
    """The part of the body that a garment is for."""
    return garment.partition("-")[0]


def begin(rules: MauerRules, board: Board, deal: Sequence[Sequence[str]], first: int = 0) -> Game:
    """Set up a game; ``deal`` lists the cards of each deck [mauer: Pieces].

    Raises
    ------
    InvalidInput: there are not as many decks as in the rules, or one lacks a part.
    """
    if len(deal) != rules.decks:
        raise InvalidInput("deal", f"{len(deal)} decks", f"{rules.decks} decks")
    for deck in deal:
        if sorted(map(part_of, deck)) != sorted(PARTS[: rules.parts]):
            raise InvalidInput("deal", ", ".join(deck), "one card of every part in each deck")
    decks = tuple(frozenset(deck) for deck in deal)
    if len(frozenset().union(*decks)) != rules.parts * rules.decks:
        raise InvalidInput("deal", "a card twice", "each card in one deck")
    won = tuple(frozenset[str]() for _ in range(rules.players))
    return Game(start_table(board, rules.players), decks, won, first)


def below(board: Board, game: Game) -> str | None:
    """The garment below the mover's ghost, or None."""
    cell = rotated(game.table.ghosts[game.mover], -game.table.turned)
    return board.garment_at.get(cell)


def may_search(rules: MauerRules, board: Board, game: Game) -> bool:
    """Whether the mover stands on a garment of a part that it lacks [mauer: A turn, search]."""
    garment = below(board, game)
    if game.over or garment is None:
        return False
    if part_of(garment) in map(part_of, game.won[game.mover]):
        return False
    return rules.search_taken or any(garment in deck for deck in game.decks)


def legal(rules: MauerRules, board: Board, game: Game) -> tuple[Move | Search | End, ...]:
    """Tell what may be done: moves, then perhaps a search [mauer: A turn]."""
    if game.over:
        return ()
    found: list[Move | Search | End] = [End()]
    if game.done < rules.moves:
        found += [
            move
            for move in moves(rules, board)
            if results(rules, board, game.table, game.mover, move)
        ]
    if may_search(rules, board, game):
        found += [Search(deck) for deck in range(rules.decks)]
    return tuple(found)


def apply(
    rules: MauerRules,
    board: Board,
    game: Game,
    action: Move | Search | End,
    *,
    to: Table | None = None,
    caught: Mapping[int, int] | None = None,
) -> tuple[Game, str]:
    """Move, search, or end the turn.

    Parameters
    ----------
    to : the table the mover chose where a turn of the board leaves a choice.
    caught : ghosts caught by magnets while the board turned, and where.

    Returns
    -------
    The game afterwards, and the clause that was obeyed.

    Raises
    ------
    InvalidInput: the game is over, the move is illegal, a choice is missing or not offered.
    """
    if game.over:
        raise InvalidInput("action", str(action), "none: the game is over")
    if isinstance(action, End):
        return _next(rules, game), NO_SEARCH
    if isinstance(action, Search):
        return _search(rules, board, game, action.deck)
    if game.done >= rules.moves:
        raise InvalidInput("action", str(action), f"at most {rules.moves} moves a turn")
    tables = results(rules, board, game.table, game.mover, action, caught)
    if not tables:
        raise InvalidInput("action", str(action), "a legal move")
    if to is None and len(tables) > 1:
        raise InvalidInput("action", str(action), f"one of {len(tables)} ways to settle it")
    if to is not None and to not in tables:
        raise InvalidInput("action", to.text, "a table that the move leads to")
    game = replace(game, table=to or tables[0], done=game.done + 1)
    return game, f"mauer: A turn, {CLAUSES[type(action)]}"


def _search(rules: MauerRules, board: Board, game: Game, deck: int) -> tuple[Game, str]:
    garment = below(board, game)
    if garment is None or not may_search(rules, board, game):
        raise InvalidInput("action", f"search deck {deck + 1}", "a search on a garment one lacks")
    if not 0 <= deck < rules.decks:
        raise InvalidInput("action", f"search deck {deck + 1}", f"decks 1 to {rules.decks}")
    if garment not in game.decks[deck]:
        return _next(rules, game), NOT_THERE
    decks = tuple(cards - {garment} for cards in game.decks)
    won = tuple(
        cards | {garment} if seat == game.mover else cards for seat, cards in enumerate(game.won)
    )
    game = replace(game, decks=decks, won=won)
    if len(won[game.mover]) >= rules.parts_needed:
        return replace(game, turns=game.turns + 1, over=True), WON
    return _next(rules, game), FOUND


def _next(rules: MauerRules, game: Game) -> Game:
    """The next player clockwise; a game that takes too long is left unfinished."""
    turns = game.turns + 1
    if turns >= rules.max_turns:
        return replace(game, turns=turns, over=True)
    mover = (game.mover + 1) % len(game.won)
    return replace(game, mover=mover, done=0, turns=turns)


def winner(rules: MauerRules, game: Game) -> int | None:
    """Seat of the winner; None while the game goes on, or where it was left unfinished."""
    for seat, cards in enumerate(game.won):
        if len(cards) >= rules.parts_needed:
            return seat
    return None
