"""Whether to roll again or to stop, as an Answer."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from zochastic.analysis.answer import Answer, Row, provenance
from zochastic.analysis.zoinx import wording
from zochastic.analysis.zoinx.telling import (
    ORDER,
    Progress,
    assumptions,
    for_players,
    listed,
)
from zochastic.analysis.zoinx.turn import TurnSolution, least_stop, points_turn
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import Variant
from zochastic.rules.zoinx import Bet, State, ZoinxRules, read_position


def stop(
    variant: Variant,
    *,
    bets: Sequence[Bet],
    total: int,
    scores: Sequence[int] | None = None,
    last_turns: int = 0,
    goal: str = "win",
    against: str | None = None,
    curve: bool = False,
    games: int = 200_000,
    seed: int = 1,
    threads: int | None = None,
    precision: float | None = None,
    progress: Progress | None = None,
) -> Answer:
    """Whether to roll again or to stop, the bets being open.

    Parameters
    ----------
    bets : by seat, first of the active player; with the goal ``points`` the others' may be left
        out, and the scores.
    goal : ``win`` or ``points`` (of one's own, in this turn).
    curve : add the table ``curve``, both values by total, for a chart.

    Returns
    -------
    Answer: ``facts`` ``advice`` (``roll`` or ``stop``), ``value_roll``, ``value_stop`` (None where
        the rules do not allow it), ``stop_rule``, ``p_zoinx_roll``.
    """
    if goal not in ("win", "points"):
        raise InvalidInput("--goal", goal, "win or points", known=("win", "points"))
    count = len(scores) if scores is not None else max(len(bets), 1)
    if goal == "points" and against is None:
        return _stop_for_points(variant, bets, total, scores, last_turns, curve)
    if scores is None:
        raise InvalidInput("--scores", "nothing", "the scores, first of whose turn it is")
    variant = for_players(variant, count)
    rules: ZoinxRules = variant.rules
    state = read_position(
        rules, scores=list(scores), last_turns=last_turns, bets=list(bets) or None, total=total
    )
    if state.bets is None:
        raise InvalidInput("--bets", "nothing", "the bets, first of whose turn it is")
    if rules.players == 1 or (against is not None and rules.players != 2):
        allowed = "two players" if against is not None else "two to four scores"
        raise InvalidInput("--scores", listed(scores), allowed)
    own = state.bets[0]
    notes = [ORDER]
    made: dict[str, Any] = {}
    whole: TurnSolution[float] | None = None
    may = rules.may_stop(own, total, state.rolled)
    if rules.players == 4:
        roll, halt, made = _rolled_out_stop(
            rules, state, may, games, seed, threads, precision, progress
        )
        notes.append(
            "Four players are not solved: whole games, in which everybody plays for the most "
            "points (policy `points`) after this decision."
        )
    else:
        from zochastic.analysis.zoinx import two_answers

        turn = two_answers.turn_at(rules, state, against)
        solution = turn.best(state.bets, total=state.total, rolled=state.rolled)
        whole = turn.best(state.bets)
        roll = float(solution.start.go if solution.start.go is not None else solution.value)
        halt = solution.start.stop
        if rules.players == 3:
            notes.append(wording.NOT_UNIQUE)
        if against is not None:
            notes.append(f"The other plays {against} to the end; you reply as is best.")
    stops = halt is not None and halt >= roll - 1e-12
    return _stop_answer(
        variant, state, goal="win", stops=stops, roll=roll, halt=halt, whole=whole, curve=curve,
        notes=[*notes, *assumptions(rules)], made=made,
    )  # fmt: skip


def _stop_for_points(
    variant: Variant,
    bets: Sequence[Bet],
    total: int,
    scores: Sequence[int] | None,
    last_turns: int,
    curve: bool,
) -> Answer:
    """Roll or stop for the most points of one's own in this turn: in fractions."""
    count = max(len(bets), 1) if scores is None else len(scores)
    if len(bets) != count and len(bets) > 1:
        raise InvalidInput("--bets", listed(bets), f"{count} bets, or the active player's alone")
    variant = for_players(variant, count if count > 1 else None)
    rules: ZoinxRules = variant.rules
    told = list(bets) if len(bets) == rules.players else None
    others = [rules.opponent_choices[0]] * (rules.players - 1)
    if told is None:
        if not bets and rules.active_bets:
            raise InvalidInput("--bets", "nothing", "the bets, first of whose turn it is")
        told = [bets[0] if bets else None, *others]
    state = read_position(
        rules, scores=list(scores or rules.starts), last_turns=last_turns, bets=told, total=total
    )
    own = told[0]
    solution = points_turn(rules, own, state.total, state.rolled)
    go = solution.start.go
    roll = float(solution.value if go is None else go)
    halt = None if solution.start.stop is None else float(solution.start.stop)
    stops = solution.start.stop is not None and go is not None and solution.start.stop >= go
    return _stop_answer(
        variant, state, goal="points", stops=stops, roll=roll, halt=halt,
        whole=points_turn(rules, own), curve=curve, made={},
        notes=["For points of your own in this turn alone; `--goal win` weighs the game."],
    )  # fmt: skip


def _stop_answer(
    variant: Variant,
    state: State,
    *,
    goal: str,
    stops: bool,
    roll: float,
    halt: float | None,
    whole: TurnSolution[float] | TurnSolution[Fraction] | None,
    curve: bool,
    notes: Sequence[str],
    made: dict[str, Any],
) -> Answer:
    rules: ZoinxRules = variant.rules
    assert state.bets is not None
    own = state.bets[0]
    advice = "stop" if stops else "roll"
    rule = None if whole is None else whole.rule
    return Answer(
        answer=wording.stop(
            advice=advice, goal=goal, total=state.total, roll=roll, stop=halt,
            p_zoinx=float(rules.p_bust), rule=None if rule is None else rule.text, bet=own,
        ),
        title=f"Roll or stop, {variant.title}",
        facts={
            "advice": advice,
            "value_roll": roll,
            "value_stop": halt,
            "stop_rule": None if rule is None else rule.text,
            "stop_from": None if rule is None else rule.always,
            "least_stop": least_stop(rules, own),
            "p_zoinx_roll": float(rules.p_bust),
            "total": state.total,
            "bets": ",".join("none" if b is None else str(b) for b in state.bets),
            "scores": listed(state.scores),
            "goal": goal,
        },
        tables={} if whole is None or not curve else {"curve": _curve(whole, state.total)},
        notes=list(notes),
        provenance=provenance("stop", variant, **made),
    )  # fmt: skip


def _curve(whole: TurnSolution[float] | TurnSolution[Fraction], total: int) -> list[Row]:
    """What stopping and rolling on are worth, by total, a little beyond where one stops anyway."""
    last = max(whole.rule.always, total) + 6
    choices: dict[int, Any] = dict(whole.choices)
    return [
        {
            "total": t,
            "value_stop": None if choice.stop is None else float(choice.stop),
            "value_roll": None if choice.go is None else float(choice.go),
        }
        for t, choice in sorted(choices.items())
        if t <= last
    ]


def _rolled_out_stop(
    rules: ZoinxRules, state: State, may: bool, games: int, seed: int, threads: int | None,
    precision: float | None, progress: Progress | None,
) -> tuple[float, float | None, dict[str, Any]]:  # fmt: skip
    from zochastic.analysis.zoinx.rollouts import Alternative, roll_out

    choices = [Alternative(state, roll=True)]
    if may:
        choices.append(Alternative(state, stop=True))
    found = roll_out(
        rules, choices, 0, games_each=games, seed=seed, threads=threads, precision=precision,
        progress=progress,
    )  # fmt: skip
    made = {
        "exact": False, "seed": seed, "games": found.games, "partial": found.partial,
    }  # fmt: skip
    values = [one.value for one in found.values]
    return values[0], values[1] if len(values) > 1 else None, made
