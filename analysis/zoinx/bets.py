"""What to bet before a turn, as an Answer: for two, three or four players."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from zochastic.analysis.answer import Answer, Row, Scalar, provenance
from zochastic.analysis.zoinx import wording
from zochastic.analysis.zoinx.telling import (
    ORDER,
    Progress,
    assumptions,
    for_players,
    listed,
)
from zochastic.analysis.zoinx.turn import (
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
        raise InvalidInput("--scores", listed(scores), "two to four scores: one alone bets nothing")
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
        title=f"What to bet at {listed(scores)}, seat {seat}{_last(last_turns)}, {variant.title}",
        facts={
            "value": value,
            "points_bet": points,
            "points_ev": ev,
            "points_cost": cost,
            "scores": listed(scores),
            "seat": seat,
            "last_turns": last_turns,
            "goal": "win",
        },
        rows=rows,
        best=best,
        notes=[*notes, *assumptions(rules)],
        provenance=provenance("bet", variant, **made),
    )


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
        "exact": False, "seed": seed, "games": found.games, "partial": found.partial,
    }  # fmt: skip
    return [one.value for one in found.values], found, made


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


def _last(last_turns: int) -> str:
    if not last_turns:
        return ""
    return ", the last turn" if last_turns == 1 else f", {last_turns} last turns"
