"""The whole game solved, as an Answer: for one, two or three players."""

import contextlib
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from zochastic.analysis.answer import Answer, Row, Scalar, provenance
from zochastic.analysis.zoinx import wording
from zochastic.analysis.zoinx.policies import (
    Named,
    check_save,
    make_play,
    save_play,
)
from zochastic.analysis.zoinx.positions import highest, solve_for
from zochastic.analysis.zoinx.telling import assumptions
from zochastic.analysis.zoinx.turn import points_bet, points_turn
from zochastic.analysis.zoinx.two import RaceSolution
from zochastic.analysis.zoinx.versus import Grid, exploitability, perfect_play, play_out
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import Variant
from zochastic.rules.zoinx import ZoinxRules

Progress = Callable[[int, int], None]

#: Steps of a score in the rows that people see.
_STEPS = 6


def solve(
    variant: Variant,
    *,
    save: str | None,
    grid: bool,
    again: bool = False,
    progress: Progress | None = None,
) -> Answer:
    """See `answers.solve`."""
    rules: ZoinxRules = variant.rules
    if save is not None:
        check_save(save)
    if rules.players == 1:
        return _alone(variant, save)
    if rules.players == 2:
        return _two(variant, save, grid)
    if rules.players == 3:
        return _three(variant, save, grid, again, progress)
    raise InvalidInput("--players", rules.players, "1 to 3; `zoinx bet` simulates for 4")


def _two(variant: Variant, save: str | None, grid: bool) -> Answer:
    rules: ZoinxRules = variant.rules
    begun = perf_counter()
    highest(rules, rules.starts)
    solution = solve_for(rules, rules.starts)
    seconds = perf_counter() - begun
    gain = exploitability(solution)
    points = Named("points", "points")
    board = Grid.of(rules, words=points.words(rules), most=solution.most)
    perfect = perfect_play(board, solution)
    follow = play_out(board, make_play(points, board), perfect).x_moves[board.state(*rules.starts)]
    if save is not None:
        save_play(save, rules, perfect, value=solution.value, last=solution.last)
    start = solution.state(*rules.starts)
    first = float(solution.value[start])
    bets = ""
    if rules.active_bets or rules.opponent_bets:
        mine = wording.mixture(rules.active_choices, solution.bets[start])
        theirs = wording.mixture(rules.opponent_choices, solution.guesses[start])
        bets = f"{mine} against {theirs}"
    best = points_bet(rules)
    notes = [
        "`value` is the win probability of the player to move; columns `bet_…` are his mixture, "
        "`other_…` that of the other.",
        f"Following the bet with the greatest expected score ({best}, "
        f"{float(points_turn(rules, best).value):.2f} points) and its stops all game wins "
        f"{wording.percent(float(follow), 2)} for the first player against perfect play, not "
        f"{wording.percent(first, 2)}."
        if best is not None
        else "Going for the most points in each turn wins "
        f"{wording.percent(float(follow), 2)} for the first player against perfect play, not "
        f"{wording.percent(first, 2)}.",
    ]
    tables: dict[str, list[Row]] = {}
    if grid:
        tables["grid"] = _rows(solution, 1)
    return Answer(
        answer=wording.solve_two(first, bets, best, float(follow), gain),
        title=f"Perfect play of two, {variant.title}",
        facts={
            "first_player": first,
            "states": reachable(solution),
            "last_turns": int(solution.last.size) if rules.trigger != "at-once" else 0,
            "max_exploitability": gain,
            "points_bet": best,
            "points_win_rate": float(follow),
            "points_cost": first - float(follow),
            "seconds": seconds,
            "goal": "win",
            "saved": save,
        },
        rows=_rows(solution, max(1, rules.target // _STEPS)),
        tables=tables,
        notes=[*notes, *assumptions(rules)],
        provenance=provenance("solve", variant),
    )


def _rows(solution: RaceSolution, step: int) -> list[Row]:
    """The states whose scores are multiples of ``step``, below the target."""
    rules = solution.rules
    rows: list[Row] = []
    scores = range(0, rules.target, step)
    for mine in scores:
        for theirs in scores:
            row: dict[str, Scalar] = {
                "mover": mine,
                "other": theirs,
                "value": float(solution.value[mine, theirs]),
            }
            if rules.active_bets:
                row |= _named("bet_", rules.active_bets, solution.bets[mine, theirs])
            if rules.opponent_bets:
                row |= _named("other_", rules.opponent_bets, solution.guesses[mine, theirs])
            rows.append(row)
    return rows


def _named(prefix: str, faces: tuple[int, ...], mixture: Any) -> dict[str, Scalar]:
    return {f"{prefix}{face}": float(p) for face, p in zip(faces, mixture, strict=True)}


def reachable(solution: RaceSolution) -> int:
    """How many states before the end a game can come to, whatever is bet and rolled."""
    rules, tables = solution.rules, solution.tables
    gains = set()
    for i in range(len(rules.active_choices)):
        for j in range(len(rules.opponent_choices)):
            for total in range(solution.most + 1):
                if tables.may_stop[i, total]:
                    gains.add((int(tables.own[i, total]), int(tables.other[j, total])))
                gains.add((int(tables.own_bust[i]), int(tables.other_bust[j, total])))
    own = np.array([gain[0] for gain in sorted(gains)])
    other = np.array([gain[1] for gain in sorted(gains)])
    seen = {solution.state(*rules.starts)}
    todo = list(seen)
    goal = rules.target
    while todo:
        mine, theirs = todo.pop()
        p, q = mine + own, theirs + other
        if rules.trigger == "at-once":
            on = p < goal
        elif rules.trigger == "any-turn":
            on = (np.maximum(p, q) < goal) | (p == q)
        elif rules.trigger == "own-turn-lead-or-tie":
            on = (p < goal) | (p < q)
        else:
            on = (p < goal) | (p <= q)
        shift = np.maximum(0, np.minimum(p, q) - goal)
        for pair in set(zip((q - shift)[on].tolist(), (p - shift)[on].tolist(), strict=True)):
            if pair not in seen:
                seen.add(pair)
                todo.append(pair)
    return len(seen)


def _alone(variant: Variant, save: str | None) -> Answer:
    from zochastic.analysis.zoinx.alone import fewest_turns

    rules: ZoinxRules = variant.rules
    if save is not None:
        raise InvalidInput("--save", save, "two or three players")
    begun = perf_counter()
    found = fewest_turns(rules)
    start = rules.starts[0]
    turns = found.turns[start] if start < rules.target else 0.0
    rows: list[Row] = [
        {"score": score, "bet": found.bets[score], "mean_turns": found.turns[score],
         "stop_rule": found.stops[score].text}
        for score in range(0, rules.target, max(1, rules.target // 20))
    ]  # fmt: skip
    return Answer(
        answer=f"The target of {rules.target} takes {turns:.6f} turns on average with best play.",
        title=f"Fewest turns of one player, {variant.title}",
        facts={
            "mean_turns": turns,
            "states": rules.target,
            "seconds": perf_counter() - begun,
        },
        rows=rows,
        provenance=provenance("solve", variant),
    )


def _three(
    variant: Variant, save: str | None, grid: bool, again: bool, progress: Progress | None
) -> Answer:
    from zochastic.analysis.zoinx import three

    rules: ZoinxRules = variant.rules
    begun = perf_counter()
    solution, stored = None, False
    if not again:
        with contextlib.suppress(InvalidInput):
            solution, stored = three.load_three(rules), True
    if solution is None:
        solution = three.solve_three(rules, progress=progress)
        kept = three.kept(rules)
        kept.parent.mkdir(parents=True, exist_ok=True)
        three.save(solution, kept)
    seconds = perf_counter() - begun
    if save is not None:
        three.save(solution, Path(save))
    first, second, third = (float(p) for p in solution.value(rules.starts))
    step = max(1, rules.target // 3)
    scores = range(0, rules.target, step)
    best = points_bet(rules)
    worth = solution.pure_values(rules.starts, 0)[0]
    cost = first - float(worth[rules.active_choices.index(best)])
    bets = wording.mixture(rules.active_choices, solution.mixtures(rules.starts)[0].tolist())
    points = (
        f"which also has the greatest expected score ({best})"
        if cost < 1e-9
        else f"though {best} has the greatest expected score; that costs "
        f"{wording.percent_points(cost)} there"
    )
    tables: dict[str, list[Row]] = {}
    if grid:
        fine = range(0, rules.target, max(1, rules.target // 30))
        tables["grid"] = _three_rows(rules, solution, [(a, b, b) for a in fine for b in fine])
    return Answer(
        answer=(
            f"In the stored equilibrium the first player wins {wording.percent(first, 2)}, the "
            f"second {wording.percent(second, 2)}, the third {wording.percent(third, 2)}; the "
            f"first begins with {bets}, {points}."
        ),
        title=f"Play of three, {variant.title}",
        facts={
            "first_player": first,
            "second_player": second,
            "third_player": third,
            "states": solution.states,
            "epsilon": float(solution.epsilon),
            "epsilon_anywhere": float(solution.worst),
            "points_bet": best,
            "points_cost": cost,
            "seconds": seconds,
            "goal": "win",
            "saved": save,
        },
        rows=_three_rows(
            rules, solution, [(a, b, c) for a in scores for b in scores for c in scores]
        ),
        tables=tables,
        notes=[
            wording.NOT_UNIQUE,
            "`epsilon` is what the best placed player gains at most, from the start on, by the "
            "best reply in the whole game; `epsilon_anywhere` the same at any state.",
            *(["Stored: --again solves anew."] if stored else []),
            *assumptions(rules),
        ],
        provenance=provenance("solve", variant),
    )


def _three_rows(
    rules: ZoinxRules, solution: Any, states: Sequence[tuple[int, int, int]]
) -> list[Row]:
    """The states that can occur."""
    rows: list[Row] = []
    for scores in states:
        with contextlib.suppress(InvalidInput):
            rows.append(_three_row(rules, solution, scores))
    return rows


def _three_row(rules: ZoinxRules, solution: Any, scores: tuple[int, int, int]) -> Row:
    values, mixtures = solution.value(scores), solution.mixtures(scores)
    row: dict[str, Scalar] = dict(zip(("mover", "next", "after"), scores, strict=True))
    row |= dict(zip(("value", "value_next", "value_after"), map(float, values), strict=True))
    row |= _named("bet_", rules.active_bets, mixtures[0])
    row |= _named("next_", rules.opponent_bets, mixtures[1])
    return row | _named("after_", rules.opponent_bets, mixtures[2])
