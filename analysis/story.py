"""Two games in full: one that is typical of how close it is, and the most dramatic of many."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from zochastic.analysis.answer import Answer, Row, Scalar, provenance
from zochastic.analysis.quality.nested import Nested, shape_of
from zochastic.analysis.quality.records import (
    PARTS,
    Design,
    Paths,
    Records,
    design_of,
    names_for,
)
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import Variant
from zochastic.sims._jit import Floats, Ints

#: The most games that are looked through.
MOST = 100_000
#: Play-outs of each position by which games are chosen where chances to win must be estimated, and
#: the part of the games of a sweep that are looked through then.
FEW, _PART = 64, 8
#: Label of the play-outs by which they are told: not those by which they were chosen.
_TOLD = 78


def story(
    variant: Variant,
    *,
    policies: Sequence[str] = (),
    games: int = 1000,
    seed: int = 1,
) -> Answer:
    """A typical game and a dramatic one, step by step.

    Drama is how far behind the later winner was: the mean over the steps at which he was (Browne
    2009). The typical game is the one nearest to the median among those with a sole winner, the
    first of them. Where chances to win are not known exactly, both are chosen among fewer games, by
    few play-outs of each position, and told by more and others.

    Returns
    -------
    Answer: ``rows`` one a step of the two: ``game`` (``typical``, ``dramatic``), ``step``, and a
        column a seat, ``p_win_1`` …; ``facts`` ``games``, ``playouts`` (of each position; None
        where chances are exact), ``step`` (what it is), ``typical`` and ``dramatic`` (their drama),
        ``typical_game`` and ``dramatic_game`` (their numbers), ``typical_winner`` and
        ``dramatic_winner`` (seats).

    Raises
    ------
    InvalidInput : no such policies, too many games, none with a sole winner.
    """
    design = design_of(variant.game)
    if not 1 <= games <= MOST:
        raise InvalidInput("--games", games, f"1 to {MOST:,}")
    names = names_for(design, variant, policies)
    design.check(variant.rules, names)
    records = _exact(design, variant.rules, names, seed, games)
    table = None
    if records is None:
        games = min(games, design.nested // _PART)
        table = design.branching(variant.rules, names)
        records = Nested(table, *shape_of(FEW), weigh=False).play(seed, 0, games)
    assert records.paths is not None
    sole = np.flatnonzero((records.credit.max(axis=1) == PARTS) & ~records.unfinished)
    if not sole.size:
        raise InvalidInput("--games", games, "more: none of them had a sole winner")
    drama = _behind(records, records.paths, sole)
    chosen = {
        "typical": int(np.abs(drama - np.median(drama)).argmin()),
        "dramatic": int(drama.argmax()),
    }
    played = int(records.credit.shape[0])
    facts: dict[str, Scalar] = {
        "games": played,
        "playouts": None if table is None else design.playouts,
        "step": design.step,
    }
    rows: list[Row] = []
    for name, place in chosen.items():
        game, told, at = int(sole[place]), records, int(sole[place])
        if table is not None:
            finer = Nested(table, *shape_of(design.playouts), weigh=False, label=_TOLD)
            told, at = finer.play(seed, game, 1), 0
        assert told.paths is not None
        facts |= {
            name: float(_behind(told, told.paths, np.array([at]))[0]),
            f"{name}_game": game + 1,
            f"{name}_winner": int(told.credit[at].argmax()) + 1,
        }
        rows += _steps(name, told.paths.chance[at, : int(told.steps[at]) + 1])
    who = names[0] if len(set(names)) == 1 else ", ".join(names)
    return Answer(
        answer=_sentence(facts),
        title=f"Two games of {who}, {variant.title}",
        facts=facts,
        rows=rows,
        notes=[*_notes(facts, design), *design.notes],
        provenance=provenance("story", variant, exact=False, seed=seed, games=played),
    )


def _exact(
    design: Design, rules: Any, names: Sequence[str], seed: int, games: int
) -> Records | None:
    """Games with their exact chances to win; None where these are not known of them."""
    if not design.exact_paths(rules):
        return None
    try:
        playing = design.seat(rules, names, paths=True)
    except InvalidInput:  # known of the game, not of these policies
        return None
    return playing.play(seed, 0, min(games, design.chunk))


def _notes(facts: dict[str, Any], design: Design) -> list[str]:
    notes = [
        "Drama: how far behind the best other the later winner was, on average where he was. The "
        f"typical game is nearest to its median, among {facts['games']:,} games those with a sole "
        "winner; the dramatic one has most."
    ]
    if facts["playouts"] is not None:
        error = 50 / np.sqrt(design.playouts)
        notes.append(
            f"Chances to win are estimated by {design.playouts:,} play-outs of each position, to "
            f"± {2 * error:.0f} percentage points; the games were chosen by {FEW} others."
        )
    return notes


def _behind(records: Records, paths: Paths, sole: Ints) -> Floats:
    """How far behind the best other the later winner was, the mean over steps at which he was."""
    found = np.zeros(sole.size)
    for place, game in enumerate(sole):
        chance = paths.chance[game, : records.steps[game]]
        winner = int(records.credit[game].argmax())
        others = np.delete(chance, winner, axis=1).max(axis=1)
        behind = others - chance[:, winner]
        found[place] = behind[behind > 0].mean() if (behind > 0).any() else 0.0
    return found


def _steps(name: str, chances: Floats) -> list[Row]:
    """One row a step; the first is before the game begins, the last its result."""
    return [
        {"game": name, "step": step, **{f"p_win_{seat}": p for seat, p in enumerate(line, 1)}}
        for step, line in enumerate(chances.tolist())
    ]


def _sentence(facts: dict[str, Any]) -> str:
    return (
        f"In the most dramatic of {facts['games']:,} games the winner was behind by "
        f"{100 * facts['dramatic']:.0f} percentage points on average where he was behind, in a "
        f"typical one by {100 * facts['typical']:.0f}."
    )
