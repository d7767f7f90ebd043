"""One function a command: odds, bets, stops and whole games of zoinx, as an Answer."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

from zochastic.analysis.answer import Answer, Row, Scalar, provenance
from zochastic.analysis.zoinx import wording
from zochastic.analysis.zoinx.bets import bet
from zochastic.analysis.zoinx.stops import stop
from zochastic.analysis.zoinx.telling import (
    Progress,
    assumptions,
    for_players,
    listed,
    part,
)
from zochastic.analysis.zoinx.turn import opponent_points, points_bet, points_turn, turn_law
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import Variant
from zochastic.rules.zoinx import ZoinxRules, read_position

__all__ = ["bet", "for_players", "odds", "simulate", "solve", "stop"]


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
    for index, face in enumerate(rules.active_choices):
        solution = points_turn(rules, face)
        law = turn_law(rules, solution.rule)
        row: dict[str, Scalar] = {
            "bet": face,
            "ev": float(solution.value),
            "p_zoinx": float(law.p_zoinx),
            "stop_rule": solution.rule.text,
        }
        for guess in rules.opponent_bets if rules.players > 1 else ():
            row[f"opponent_ev_{guess}"] = float(opponent_points(rules, law, guess))
        if not partial:
            told = None if progress is None else part(progress, index, len(rules.active_choices))
            audit = audit_turns(
                rules, face, solution.rule, float(solution.value), games=games, seed=seed,
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
        provenance=provenance(
            "odds", variant, seed=seed if played else None, games=played or None, partial=partial
        ),
    )


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
            "scores": listed(state.scores),
            "last_turns": last_turns,
        },
        rows=rows,
        notes=[*notes, *assumptions(rules)],
        provenance=provenance(
            "simulate", variant, exact=False, seed=seed, games=tally.games,
            partial=tally.partial,
        ),
    )  # fmt: skip
