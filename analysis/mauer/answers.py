"""One function a command about a turn of mauer: which moves, which deck."""

from collections.abc import Sequence
from importlib.metadata import version
from typing import TYPE_CHECKING

from zochastic.analysis.answer import Answer, Provenance, Row, provenance
from zochastic.analysis.mauer import decks, wording
from zochastic.rules.errors import InvalidInput
from zochastic.rules.mauer import picture as picture_text
from zochastic.rules.mauer.board import Board
from zochastic.rules.mauer.facts import Fact, read_facts, read_garment
from zochastic.rules.mauer.game import MauerRules
from zochastic.rules.mauer.geometry import CELLS, NAMES, rotated
from zochastic.rules.mauer.moves import in_words
from zochastic.rules.mauer.state import State
from zochastic.rules.mauer.table import start_table
from zochastic.rules.variants import Variant

if TYPE_CHECKING:
    from zochastic.analysis.mauer.plan import Path
    from zochastic.sims._jit import Ints

GOALS = ("garment", "setup", "block")


def plan(
    variant: Variant,
    state: State,
    *,
    goal: str = "garment",
    picture: bool = False,
    threads: int | None = None,
) -> Answer:
    """The best moves of a turn.

    Parameters
    ----------
    state : of ``variant.rules.layout``; ``state.seen`` tells what the player knows of the decks.
    goal : ``garment`` (the most promising needed one; preparing the next turn where none is in
        reach), a garment's name, ``setup`` (most needed garments in reach next turn), ``block``
        (fewest for the next player).
    picture : add the tables that a chart draws.

    Returns
    -------
    Answer: ``facts`` ``reachable_cells`` (of the print, the present one included), ``best_goal``,
        ``moves`` (in words), ``p_success``; ``rows`` one a reachable needed garment: ``garment``,
        ``cell`` (where it lies now), ``moves_needed``, ``plan``, ``p_success``, ``p_noisy`` (were
        turning noisy), ``deck`` and ``p_find``.

    Raises
    ------
    InvalidInput : no such goal, facts about decks that contradict each other.
    """
    from zochastic.analysis.mauer.plan import FORESEEN, Plan, Turns

    rules: MauerRules = variant.rules
    board = rules.layout
    wanted = goal if goal in GOALS else _garment_goal(rules, state, goal)
    turns = Turns(rules, board, state, read_facts(rules, state.seen))
    plans = turns.plans()
    table = state.table
    noisy = rules.turning == "noisy"
    # what is certain everywhere, or told by p_success already, need not be read
    silent = [] if noisy else ["p_success"]
    if noisy or all(found.p_noisy == 1 for found in plans):
        silent.append("p_noisy")
    rows: list[Row] = [
        {
            "garment": found.garment,
            "cell": NAMES[rotated(found.cell, table.turned)],
            "moves_needed": found.moves_needed,
            "plan": "; ".join(_words(board, state, found.path)) or "stay",
            "p_success": found.p_success,
            "p_noisy": found.p_noisy,
            "deck": found.deck,
            "p_find": float(found.p_find),
        }
        for found in plans
    ]
    chosen: Plan | None = None
    if wanted not in ("setup", "block"):
        named = [found for found in plans if wanted in ("garment", found.garment)]
        chosen = named[0] if named else None
        if chosen is None and wanted != "garment":
            allowed = ", ".join(found.garment for found in plans) or "none is in reach"
            raise InvalidInput("--goal", wanted, f"a needed garment in reach: {allowed}")
    extra: dict[str, int] = {}
    path: Path
    if chosen is not None:
        path, p, best_goal = chosen.path, chosen.p_success, chosen.garment
        words = _words(board, state, path)
        sentence = wording.go(best_goal, words, p, chosen.deck, chosen.p_find)
    else:
        best_goal = "block" if wanted == "block" else "setup"
        seat = (state.seat + 1) % len(table.ghosts) if wanted == "block" else state.seat
        counts = turns.within_reach(seat, turns.needed(seat), threads)
        index = int(counts.argmin() if wanted == "block" else counts.argmax())
        path = turns.reach.path(index)
        p, words = turns.as_planned(path), _words(board, state, path)
        extra = {"in_reach_after": int(counts[index]), "in_reach_before": int(counts[0])}
        sentence = wording.prepare(
            best_goal, words, int(counts[index]), int(counts[0]), wanted == "garment"
        )
    notes = wording.board_notes(rules, board)
    if "p_noisy" not in silent:
        notes.append(wording.IF_NOISY.format(catch=rules.catch))
    if chosen is None:
        notes.append(wording.NEXT_TURN)
        if rules.moves > FORESEEN:
            notes.append(wording.FORESEEN.format(moves=FORESEEN))
    first = turns.fewest()
    return Answer(
        answer=sentence,
        title=f"Moves of a turn, {variant.title}",
        facts={
            "reachable_cells": len(first),
            "best_goal": best_goal,
            "moves": words,
            "p_success": p,
            "tables_in_reach": int(turns.reach.codes.size),
            **extra,
            "board": board.name,
            "state": state.text,
        },
        rows=rows,
        best=None if chosen is None else plans.index(chosen),
        tables=_picture(board, state, turns.reach.depths, first, path) if picture else {},
        silent=silent,
        notes=notes,
        provenance=provenance("plan", variant),
    )


def search(variant: Variant, *, facts: Sequence[Fact] = (), want: str | None = None) -> Answer:
    """Which deck to open for a garment.

    Parameters
    ----------
    want : a garment's name; None = one of which nothing is known.

    Returns
    -------
    Answer: ``rows`` ``deck``, ``probability``; ``facts`` ``best_deck``, ``expected_searches`` until
        the card is found with perfect memory, ``garment``.

    Raises
    ------
    InvalidInput : no such garment, facts that contradict each other.
    """
    rules: MauerRules = variant.rules
    garment = None if want is None else read_garment(rules, want, "--want")
    found = decks.search(rules, facts, garment)
    rows: list[Row] = [
        {"deck": deck, "probability": float(p)} for deck, p in enumerate(found.chances, 1)
    ]
    notes = ["The card is still in its deck; every deal that agrees with --seen is equally likely."]
    if want is None:
        notes.append(f"No --want: {found.garment} stands for a garment nothing is known of.")
    return Answer(
        answer=wording.search(
            found.garment, found.best, found.chances[found.best - 1], found.expected
        ),
        title=f"Where {found.garment} is, {variant.title}",
        facts={
            "best_deck": found.best,
            "expected_searches": float(found.expected),
            "garment": found.garment,
            "seen": ",".join(map(str, facts)) or None,
        },
        rows=rows,
        best=found.best - 1,
        notes=notes,
        provenance=provenance("search", variant),
    )


def board_answer(rules: MauerRules, board: Board, sentence: str, *, name: str) -> Answer:
    """A board as an Answer.

    Parameters
    ----------
    sentence : what is said about it first.
    name : as it was asked for.

    Returns
    -------
    Answer: ``rows`` the lines of its ``picture``; ``tables`` ``rooms``, and what a chart draws.
    """
    state = State(start_table(board, rules.players), (frozenset(),) * rules.players)
    rooms: list[Row] = []
    for number in range(max(board.rooms) + 1):
        cells = [cell for cell in range(CELLS) if board.rooms[cell] == number]
        garments = [board.garment_at[cell] for cell in cells if cell in board.garment_at]
        rooms.append(
            {
                "room": number + 1,
                "cells": [NAMES[cell] for cell in cells],
                "garments": garments,
            }
        )
    return Answer(
        answer=sentence,
        title=f"Board: {board.name}",
        facts={
            "board": name,
            "origin": board.origin,
            "rooms": len(rooms),
            "garments": len(board.garments),
            "tunnels": list(map(str, board.tunnels)),
            "sliders": [f"{slider.column}:{slider.mask}" for slider in board.sliders],
            "offsets": f"{board.offsets[0]} to {board.offsets[1]}",
        },
        rows=[{"picture": line} for line in picture_text.draw(board).splitlines()],
        tables={"rooms": rooms, **_picture(board, state, None, {}, [])},
        notes=[wording.SYNTHETIC] if board.origin == "synthetic" else [],
        provenance=Provenance(
            command="zochastic.analysis.mauer.answers.board_answer",
            variant=f"board {name}",
            method="exact",
            version=version("zochastic"),
        ),
    )


def _garment_goal(rules: MauerRules, state: State, goal: str) -> str:
    """A garment's name as a goal."""
    try:
        name = read_garment(rules, goal, "--goal")
    except InvalidInput as wrong:
        allowed = f"{', '.join(GOALS)}, or a garment such as head-a"
        raise InvalidInput("--goal", goal, allowed, known=(*GOALS, "head-a")) from wrong
    if name.partition("-")[0] in state.have[state.seat]:
        raise InvalidInput("--goal", goal, "a garment of a part that you lack")
    return name


def _words(board: Board, state: State, path: "Path") -> list[str]:
    words, before = [], state.table
    for move, after in path:
        words.append(in_words(board, before, move, after))
        before = after
    return words


def _picture(
    board: Board, state: State, depths: "Ints | None", first: dict[int, int], path: "Path"
) -> dict[str, list[Row]]:
    """Tables that a chart of the board is drawn from; cells as they lie now."""
    turned, magnets = state.table.turned, state.table.magnets(board)
    shown = board.rotated(turned)
    cells: list[Row] = []

    def needs(below: int) -> int | None:
        return int(depths[first[below]]) if depths is not None and below in first else None

    for cell in range(CELLS):
        below = rotated(cell, -turned)
        cells.append(
            {
                "cell": NAMES[cell],
                "garment": shown.garment_at.get(cell),
                "wall_right": cell % 7 < 6 and shown.walled(cell, cell + 1),
                "wall_below": cell < 42 and shown.walled(cell, cell + 7),
                "magnet": cell in magnets,
                "room": board.rooms[below] + 1,
                "moves_needed": needs(below),
            }
        )
    ghosts: list[Row] = [
        {"ghost": seat + 1, "cell": NAMES[cell], "mover": seat == state.seat}
        for seat, cell in enumerate(state.table.ghosts)
    ]
    sliders: list[Row] = [
        {"column": column, "offset": offset, "mask": slider.mask}
        for slider, (column, offset) in zip(board.sliders, state.table.sliders, strict=True)
    ]
    # where the ghost stands on the print, which is drawn as it lies before the first move
    steps: list[Row] = []
    for number, (_, after) in enumerate(path, 1):
        cell = rotated(after.ghosts[state.seat], turned - after.turned)
        steps.append({"move": number, "cell": NAMES[cell]})
    columns: list[Row] = [{"column": column} for column in board.tunnels]
    return {"cells": cells, "ghosts": ghosts, "sliders": sliders, "path": steps, "tunnels": columns}
