"""A game of mauer written down: every move and search a line, with the clause it obeys."""

from collections.abc import Iterable, Iterator

from zochastic.rules.mauer import picture
from zochastic.rules.mauer.board import Board
from zochastic.rules.mauer.game import MauerRules
from zochastic.rules.mauer.moves import Move, in_words
from zochastic.rules.mauer.referee import End, Game, Search, apply, below, winner
from zochastic.rules.mauer.table import Table

#: What a player did, and the table he chose where the board left a choice.
Action = tuple[Move | Search | End, Table | None]


def transcript(
    rules: MauerRules, board: Board, game: Game, actions: Iterable[Action]
) -> Iterator[str]:
    """Play ``actions`` from ``game`` on and write them down; seats and decks count from 1."""
    for key, value in rules.plain().items():
        yield f"{key} = {value}"
    yield from picture.draw(board).splitlines()
    for number, deck in enumerate(game.decks, 1):
        yield f"deck {number}: {' '.join(sorted(deck))}"
    yield game.table.text
    for action, to in actions:
        before = game
        seat = f"turn {before.turns + 1}, seat {before.mover + 1}"
        game, clause = apply(rules, board, before, action, to=to)
        if isinstance(action, Search):
            what = f"searches deck {action.deck + 1} for {below(board, before)}"
        elif isinstance(action, End):
            what = "ends the turn"
        else:
            what = in_words(board, before.table, action, game.table)
        yield f"{seat}: {what}  [{clause}]"
        if game.turns > before.turns:
            yield f"  {game.table.text}"
    seat_or_none = winner(rules, game)
    yield "nobody has won" if seat_or_none is None else f"seat {seat_or_none + 1} wins"
