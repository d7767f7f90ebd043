"""What people decide in a game of mauer: which garment to make for, which deck to open."""

from collections.abc import Iterator

from zochastic.analysis.mauer import decks
from zochastic.analysis.mauer.plan import FORESEEN, Turns
from zochastic.analysis.quality.decisions import Decision
from zochastic.rules.mauer.board import garment_names
from zochastic.rules.mauer.facts import read_facts
from zochastic.rules.mauer.game import MauerRules
from zochastic.rules.mauer.keys import Memory
from zochastic.rules.mauer.state import State
from zochastic.rules.mauer.table import start_table

_FIND = "chance to find the card"
#: What a player has seen in the decisions on decks, and what is told of it.
_SEEN = {
    "deck 1 opened in vain for it": "1:-{garment}",
    "decks 1 and 2 opened in vain for it": "1:-{garment},2:-{garment}",
    "seen lying in deck 3": "3:{garment}",
}


def decisions(rules: MauerRules) -> list[Decision]:
    """The panel: the first turn of every seat, and decks of which something was seen."""
    return [*_first_turns(rules), *_decks(rules)]


def _first_turns(rules: MauerRules) -> Iterator[Decision]:
    if rules.moves > FORESEEN:
        return  # looking through a turn would take minutes
    board = rules.layout
    table = start_table(board, rules.players)
    nothing: tuple[frozenset[str], ...] = (frozenset(),) * rules.players
    for seat in range(rules.players):
        turns = Turns(rules, board, State(table, nothing, seat), [])
        plans = turns.plans()
        values = {plan.garment: plan.p_success * float(plan.p_find) for plan in plans}
        for name in garment_names(rules.parts, rules.garments_a_part):
            values.setdefault(name, 0.0)
        yield Decision.of(f"first turn of ghost {seat + 1}, make for", _FIND, values)


def _decks(rules: MauerRules) -> Iterator[Decision]:
    garment = garment_names(rules.parts, rules.garments_a_part)[0]
    kept = 1.0 - Memory.rate(rules.memory)
    for told, text in _SEEN.items():
        facts = read_facts(rules, text.format(garment=garment))
        known = decks.search(rules, facts, garment).chances
        # who has forgotten it takes all decks as equally likely
        values = {
            f"deck {deck + 1}": kept * float(p) + (1 - kept) / rules.decks
            for deck, p in enumerate(known)
        }
        yield Decision.of(f"search for {garment}, {told}", _FIND, values)
