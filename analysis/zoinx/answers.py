"""One function a command: odds, bets, stops and whole games of zoinx, as an Answer."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from importlib.metadata import version
from math import sqrt
from typing import TYPE_CHECKING, Any

from zochastic.analysis.answer import Answer, Provenance, Row, Scalar
from zochastic.analysis.zoinx import wording
from zochastic.analysis.zoinx.turn import (
    TurnSolution,
    least_stop,
    opponent_points,
    points_bet,
    points_guess,
    points_turn,
    turn_law,
)
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import Variant
from zochastic.rules.zoinx import Bet, State, ZoinxRules, read_position

if TYPE_CHECKING:
    from zochastic.analysis.zoinx.rollouts import Rollout

Progress = Callable[[int, int], None]

#: Seat 1 has the turn wherever scores are told.
ORDER = "Seats are numbered in turn order, seat 1 has the turn."


def for_players(variant: Variant, players: int | None) -> Variant:
    """The variant with another number of players.

    Raises
    ------
    InvalidInput : a start for each player of another number.
    """
    if players is None or players == variant.rules.players:
        return variant
    return replace(variant, rules=replace(variant.rules, players=players))


def odds(
    variant: Variant,
    *,
    games: int = 1_000_000,
    seed: int = 1,
    threads: int | None = None,
    precision: float | None = None,
    progress: Progress | None = None,
) -> Answer:
    """What a turn brings by the active player's bet, stopped for the most points of his own.

    Returns
    -------
    Answer: ``rows`` one a bet: ``bet``, ``ev``, ``p_zoinx``, ``stop_rule``, ``opponent_ev_…`` one
        for each opponents' face, and the audit ``sim_ev``, ``sim_low``, ``sim_high``, ``z``;
        ``facts`` ``best_bet``, ``value``, ``p_zoinx_roll``, ``mean_roll``.
    """
    from zochastic.analysis.zoinx.audit import audit_turns

    rules: ZoinxRules = variant.rules
    rows: list[Row] = []
    played, partial = 0, False
    for index, bet in enumerate(rules.active_choices):
        solution = points_turn(rules, bet)
        law = turn_law(rules, solution.rule)
        row: dict[str, Scalar] = {
            "bet": bet,
            "ev": float(solution.value),
            "p_zoinx": float(law.p_zoinx),
            "stop_rule": solution.rule.text,
        }
        for guess in rules.opponent_bets if rules.players > 1 else ():
            row[f"opponent_ev_{guess}"] = float(opponent_points(rules, law, guess))
        if not partial:
            told = None if progress is None else _part(progress, index, len(rules.active_choices))
            audit = audit_turns(
                rules, bet, solution.rule, float(solution.value), games=games, seed=seed,
                threads=threads, precision=precision, progress=told,
            )  # fmt: skip
            played, partial = max(played, audit.games), audit.partial
            row |= audit.columns
        rows.append(row)
    best = [row["bet"] for row in rows].index(points_bet(rules))
    dots = sum((dots * p for dots, p in rules.roll_law), Fraction(0))
    notes = ["Each bet is stopped for the most points of the active player, in expectation."]
    if rules.active_bets and rules.players > 1:
        notes.append(
            "The most points are not the best chance to win: `zochastic zoinx bet` weighs that."
        )
    return Answer(
        answer=wording.odds(rules, rows, best),
        title=f"Odds of a turn, {variant.title}",
        facts={
            "best_bet": rows[best]["bet"],
            "value": rows[best]["ev"],
            "p_zoinx_roll": float(rules.p_bust),
            "mean_roll": float(dots),
        },
        rows=rows,
        best=best,
        notes=notes,
        provenance=_provenance(
            "odds", variant, seed=seed if played else None, games=played or None, partial=partial
        ),
    )


def bet(
    variant: Variant,
    *,
    scores: Sequence[int],
    seat: int = 1,
    last_turns: int = 0,
    against: str | None = None,
    whose: str = "",
    games: int = 200_000,
    seed: int = 1,
    threads: int | None = None,
    precision: float | None = None,
    progress: Progress | None = None,
) -> Answer:
    """What a seat should bet before a turn.

    Parameters
    ----------
    scores : beginning with the player whose turn it is, seat 1.
    seat : who asks.
    last_turns : turns left in the final round, this one included; 0: it has not begun.
    against : the policy of the other of two players, instead of perfect play.
    whose : how the sentence names who asks; left out, by the seat.
    games, seed, precision : of the simulation for four players, of each bet.

    Returns
    -------
    Answer: ``facts`` ``value`` (the seat's win probability), ``points_bet`` (the bet with the
        greatest expected score), ``points_cost`` (what making it costs); ``rows`` ``bet``,
        ``probability``, ``value``.
    """
    variant = for_players(variant, len(scores))
    rules: ZoinxRules = variant.rules
    state = read_position(rules, scores=list(scores), last_turns=last_turns)
    _check_seat(seat, rules)
    me = seat - 1
    whose = whose or f"seat {seat}'s"
    faces = rules.opponent_choices if me else rules.active_choices
    points = points_guess(rules) if me else points_bet(rules)
    ev = float(
        opponent_points(rules, turn_law(rules, points_turn(rules, points_bet(rules)).rule), points)
        if me
        else points_turn(rules, points).value
    )
    notes = [ORDER]
    if against is not None and rules.players != 2:
        raise InvalidInput("--against", against, "two players")
    if rules.players == 1:
        raise InvalidInput("--scores", _list(scores), "two to four scores: one alone bets nothing")
    probabilities: list[float | None]
    made: dict[str, Any] = {}
    rolled: Rollout | None = None
    sentence: str | None = None
    if rules.players == 4:
        values, rolled, made = _rolled_out_bets(
            rules, state, me, faces, games, seed, threads, precision, progress
        )
        probabilities = [None] * len(values)
        value = max(values)
        notes.append(
            "Four players are not solved: whole games, in which everybody plays for the most "
            "points (policy `points`) from this bet on. No mixture is known. `behind` is what the "
            "best bet is better by, on the same luck; what is clearly worse is played no further."
        )
    elif rules.players == 3:
        from zochastic.analysis.zoinx.policies import load_three

        three = load_three(rules)
        left = (last_turns,) if last_turns else ()
        value = float(three.value(tuple(scores), *left)[me])
        probabilities = [float(p) for p in three.mixtures(tuple(scores), *left)[me]]
        values = [float(v) for v in three.pure_values(tuple(scores), last_turns)[me]]
        notes.append(wording.NOT_UNIQUE)
    else:
        from zochastic.analysis.zoinx import two_answers

        found = two_answers.bets(rules, state, me, against)
        value, values = found.value, found.values
        probabilities = list(found.probabilities)
        if against is not None:
            top = _first_best(values)
            sentence = wording.against(
                faces[top], whose=whose, value=value, policy=against, perfect=found.perfect
            )
            notes.append(f"The other plays {against} to the end; you reply as is best.")
    best = _best(values, probabilities)
    rows: list[Row] = []
    for index, face in enumerate(faces[: len(values)]):
        row: dict[str, Scalar] = {
            "bet": face, "probability": probabilities[index], "value": values[index],
        }  # fmt: skip
        if rolled is not None:
            one = rolled.values[index]
            row |= {"low": one.low, "high": one.high, "behind": rolled.behind[index].value}
        rows.append(row)
    index = faces.index(points)
    cost = max(0.0, value - values[index]) if index < len(values) else None
    if sentence is None:
        sentence = wording.bet(
            rows, whose=whose, value=value, points=points, ev=ev, cost=cost,
            exact=rolled is None, three=rules.players == 3,
        )  # fmt: skip
    return Answer(
        answer=sentence,
        title=f"What to bet at {_list(scores)}, seat {seat}{_last(last_turns)}, {variant.title}",
        facts={
            "value": value,
            "points_bet": points,
            "points_ev": ev,
            "points_cost": cost,
            "scores": _list(scores),
            "seat": seat,
            "last_turns": last_turns,
            "goal": "win",
        },
        rows=rows,
        best=best,
        notes=[*notes, *_assumptions(rules)],
        provenance=_provenance("bet", variant, **made),
    )


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
        raise InvalidInput("--scores", _list(scores), allowed)
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
        notes=[*notes, *_assumptions(rules)], made=made,
    )  # fmt: skip


def solve(
    variant: Variant,
    *,
    players: int | None = None,
    save: str | None = None,
    grid: bool = False,
    again: bool = False,
    progress: Progress | None = None,
) -> Answer:
    """The whole game: win probability and equilibrium bets at every score.

    Parameters
    ----------
    save : file to keep the policy in; it ends in .npz.
    grid : add the table ``grid``, every score, for a chart.
    again : solve three players anew, even where a solution is stored.

    Returns
    -------
    Answer: ``facts`` ``first_player``, ``states``, ``max_exploitability`` (two players) or
        ``epsilon`` (three), ``seconds``; ``rows`` a grid of scores.
    """
    variant = for_players(variant, players)
    from zochastic.analysis.zoinx import solutions

    return solutions.solve(variant, save=save, grid=grid, again=again, progress=progress)


def simulate(
    variant: Variant,
    *,
    policies: Sequence[str],
    scores: Sequence[int] | None = None,
    last_turns: int = 0,
    games: int = 1_000_000,
    seed: int = 1,
    threads: int | None = None,
    precision: float | None = None,
    progress: Progress | None = None,
) -> Answer:
    """Whole games, one policy a seat.

    Parameters
    ----------
    policies : by seat, seat 1 begins; one alone plays all seats.
    scores, last_turns : where the games begin; None: at the variant's start.

    Returns
    -------
    Answer: ``rows`` a seat: ``seat``, ``policy``, ``wins``, ``shared``, ``win_rate``, ``low``,
        ``high``, ``mean_score``, audit ``exact``, ``z`` for two players, or three perfect ones;
        ``facts`` ``games``, ``mean_turns``, ``ties``, ``unfinished``.
    """
    from zochastic.analysis.zoinx import matches
    from zochastic.sims.zoinx.play import Results

    named = len(policies) if len(policies) > 1 else None
    if scores is not None and named is not None and len(scores) != named:
        allowed = f"{len(scores)} policies, one for each score"
        raise InvalidInput("--policies", ",".join(policies), allowed)
    variant = for_players(variant, named or (None if scores is None else len(scores)))
    rules: ZoinxRules = variant.rules
    if not 2 <= rules.players <= 4:
        raise InvalidInput("players", rules.players, "2 to 4 in a simulation")
    state = read_position(rules, scores=list(scores or rules.starts), last_turns=last_turns)
    wanted = list(policies) * (1 if named else rules.players)
    match = matches.match(rules, state, wanted)
    tally = matches.play(
        match, games=games, seed=seed, threads=threads, precision=precision, progress=progress
    )
    results = Results.of(tally.counts, rules.players)
    rows: list[Row] = []
    for index, policy in enumerate(wanted):
        rate = matches.win_rate(results, index, tally.games)
        row: dict[str, Scalar] = {
            "seat": index + 1,
            "policy": policy,
            "wins": int(results.sole[index]),
            "shared": int(results.shared[index]),
            "win_rate": rate.value,
            "low": rate.low,
            "high": rate.high,
            "mean_score": int(results.scores[index]) / tally.games,
        }
        if match.exact is not None:
            exact = match.exact[index]
            squares = int(results.credit_squared[index]) / matches.TWELFTHS**2 / tally.games
            error = sqrt(max(squares - rate.value**2, 0.0) / tally.games)
            z = (rate.value - exact) / error if error > 0 else None
            row |= {"exact": exact, "z": None if results.unfinished else z}
        rows.append(row)
    notes = [
        "A win that k players share counts 1/k in win_rate; `wins` are sole wins, `shared` the "
        "others.",
        "Seat 1 has the first turn.",
    ]
    if results.unfinished:
        notes.append(
            f"{results.unfinished} games were not finished after {rules.max_turns} turns; nobody "
            "wins them."
        )
    return Answer(
        answer=wording.simulate(rows, tally.games),
        title=f"Whole games, {variant.title}",
        facts={
            "games": tally.games,
            "mean_turns": results.turns / tally.games,
            "ties": results.ties,
            "unfinished": results.unfinished,
            "scores": _list(state.scores),
            "last_turns": last_turns,
        },
        rows=rows,
        notes=[*notes, *_assumptions(rules)],
        provenance=_provenance(
            "simulate", variant, method="simulated", seed=seed, games=tally.games,
            partial=tally.partial,
        ),
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
        raise InvalidInput("--bets", _list(bets), f"{count} bets, or the active player's alone")
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
            "scores": _list(state.scores),
            "goal": goal,
        },
        tables={} if whole is None or not curve else {"curve": _curve(whole, state.total)},
        notes=list(notes),
        provenance=_provenance("stop", variant, **made),
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


def _rolled_out_bets(
    rules: ZoinxRules, state: State, me: int, faces: Sequence[Bet], games: int, seed: int,
    threads: int | None, precision: float | None, progress: Progress | None,
) -> tuple[list[float], "Rollout", dict[str, Any]]:  # fmt: skip
    from zochastic.analysis.zoinx.rollouts import Alternative, roll_out

    found = roll_out(
        rules, [Alternative(state, bets={me: face}) for face in faces], me, games_each=games,
        seed=seed, threads=threads, precision=precision, progress=progress,
    )  # fmt: skip
    made = {
        "method": "simulated", "seed": seed, "games": found.games, "partial": found.partial,
    }  # fmt: skip
    return [one.value for one in found.values], found, made


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
        "method": "simulated", "seed": seed, "games": found.games, "partial": found.partial,
    }  # fmt: skip
    values = [one.value for one in found.values]
    return values[0], values[1] if len(values) > 1 else None, made


def _check_seat(seat: int, rules: ZoinxRules) -> None:
    if not 1 <= seat <= rules.players:
        raise InvalidInput("--seat", seat, f"1 to {rules.players}, in turn order")


def _first_best(values: Sequence[float]) -> int:
    """Index of the greatest value; within 1e-12 the first, which is the smaller bet."""
    top = max(values)
    return next(i for i, value in enumerate(values) if value >= top - 1e-12)


def _best(values: Sequence[float], probabilities: Sequence[float | None]) -> int:
    """The row to mark: the most likely bet of a mixture, else the best one."""
    known = [p for p in probabilities if p is not None]
    return known.index(max(known)) if len(known) == len(values) else _first_best(values)


def _part(progress: Progress, index: int, parts: int) -> Progress:
    """Progress of one of several equal parts, told as progress of the whole."""
    return lambda done, total: progress(index * total + done, parts * total)


def _last(last_turns: int) -> str:
    if not last_turns:
        return ""
    return ", the last turn" if last_turns == 1 else f", {last_turns} last turns"


def _assumptions(rules: ZoinxRules) -> list[str]:
    return [f"Assumed: {sentence}" for _, sentence in rules.assumptions]


def _list(items: Sequence[object]) -> str:
    return ",".join(map(str, items))


def _provenance(
    command: str,
    variant: Variant,
    *,
    method: Any = "exact",
    seed: int | None = None,
    games: int | None = None,
    partial: bool = False,
) -> Provenance:
    return Provenance(
        command=f"zochastic.analysis.zoinx.answers.{command}",
        variant=variant.id,
        changes=dict(variant.changed),
        method=method,
        seed=seed,
        games=games,
        partial=partial,
        version=version("zochastic"),
    )
