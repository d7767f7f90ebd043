"""Two games in full: one that is typical of how close it is, and the most dramatic of many."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from zochastic.analysis.answer import Answer, Row, Scalar, provenance
from zochastic.analysis.quality.records import PARTS, Paths, Records, design_of, names_for
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import Variant
from zochastic.sims._jit import Floats, Ints

#: The most games that are looked through.
MOST = 100_000


def story(
    variant: Variant,
    *,
    policies: Sequence[str] = (),
    games: int = 1000,
    seed: int = 1,
) -> Answer:
    """A typical game and a dramatic one, step by step.

    Where win probabilities are known, drama is how far behind the later winner was (the mean over
    the steps at which he was, Browne 2009); elsewhere it is the number of changes of the lead. The
    typical game is the one nearest to the median among those with a sole winner, the first of them.

    Returns
    -------
    Answer: ``rows`` one a step of the two: ``game`` (``typical``, ``dramatic``), ``step``, and a
        column a seat, ``p_win_1`` … or ``score_1`` …; ``facts`` ``measure``, ``step`` and ``score``
        (what they are), ``typical`` and ``dramatic`` (values of the measure), ``typical_game`` and
        ``dramatic_game`` (their numbers), ``typical_winner`` and ``dramatic_winner`` (seats).

    Raises
    ------
    InvalidInput : no such policies, too many games, none with a sole winner.
    """
    design = design_of(variant.game)
    if not 1 <= games <= MOST:
        raise InvalidInput("--games", games, f"1 to {MOST:,}")
    names = names_for(design, variant, policies)
    design.check(variant.rules, names)
    try:
        playing = design.seat(variant.rules, names, paths=design.exact_paths(variant.rules))
    except InvalidInput:
        if not design.exact_paths(variant.rules):
            raise
        playing = design.seat(variant.rules, names)  # win probabilities are not known of these
    records = playing.play(seed, 0, min(games, design.chunk))
    sole = np.flatnonzero((records.credit.max(axis=1) == PARTS) & ~records.unfinished)
    if not sole.size:
        raise InvalidInput("--games", games, "more: none of them had a sole winner")
    known = records.paths is not None
    drama = (
        _behind(records, records.paths, sole)
        if records.paths is not None
        else _changes(records, sole)
    )
    measure = "drama" if known else "lead_changes"
    middle = int(np.abs(drama - np.median(drama)).argmin())
    chosen = {"typical": middle, "dramatic": int(drama.argmax())}
    facts: dict[str, Scalar] = {
        "measure": measure,
        "games": int(records.credit.shape[0]),
        "step": design.step,
        "score": design.score,
    }
    rows: list[Row] = []
    for name, index in chosen.items():
        game = int(sole[index])
        value = float(drama[index])
        facts |= {
            name: value if known else int(value),
            f"{name}_game": game + 1,
            f"{name}_winner": int(records.credit[game].argmax()) + 1,
        }
        rows += _steps(name, records, game)
    who = names[0] if len(set(names)) == 1 else ", ".join(names)
    return Answer(
        answer=_sentence(facts, known),
        title=f"Two games of {who}, {variant.title}",
        facts=facts,
        rows=rows,
        notes=[
            "The typical game is nearest to the median of that measure, among "
            f"{facts['games']:,} games those with a sole winner; the dramatic one has most.",
            *(
                []
                if known
                else [f"Scores ({design.score}) are told: nobody's chance to win is known."]
            ),
            *design.notes,
        ],
        provenance=provenance(
            "story", variant, exact=False, seed=seed, games=int(records.credit.shape[0])
        ),
    )


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


def _changes(records: Records, sole: Ints) -> Floats:
    """How often another seat alone took the lead."""
    found = np.zeros(sole.size)
    for place, game in enumerate(sole):
        history = records.history[game, : records.steps[game]]
        best = history.max(axis=1, keepdims=True)
        alone = (history == best).sum(axis=1) == 1
        leaders = history.argmax(axis=1)[alone]
        found[place] = np.count_nonzero(np.diff(leaders))
    return found


def _steps(name: str, records: Records, game: int) -> list[Row]:
    """One row a step; the first is before the game begins where that is known."""
    steps = int(records.steps[game])
    table: Any
    if records.paths is not None:
        table, column, first = records.paths.chance[game, : steps + 1], "p_win", 0
    else:
        table, column, first = records.history[game, :steps], "score", 1
    rows: list[Row] = []
    for step, line in enumerate(table.tolist(), first):
        seats = {f"{column}_{seat}": value for seat, value in enumerate(line, 1)}
        rows.append({"game": name, "step": step, **seats})
    return rows


def _sentence(facts: dict[str, Any], known: bool) -> str:
    if known:
        return (
            f"In the most dramatic of {facts['games']:,} games the winner was behind by "
            f"{100 * facts['dramatic']:.0f} percentage points on average where he was behind, in a "
            f"typical one by {100 * facts['typical']:.0f}."
        )
    return (
        f"In the most dramatic of {facts['games']:,} games the lead changed "
        f"{_times(facts['dramatic'])}, in a typical one {_times(facts['typical'])}."
    )


def _times(number: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(number, f"{number} times")
