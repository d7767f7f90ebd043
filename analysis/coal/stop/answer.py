"""The answer of ``coal stop``: draw again or stop, for this turn, the round, or the game."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from zochastic.analysis.answer import Answer, Row, Scalar, provenance
from zochastic.analysis.coal.stop import wording as stop_wording
from zochastic.analysis.coal.stop.turn import turn_stop
from zochastic.analysis.coal.turn.goals import read_goal
from zochastic.rules.coal import CoalRules, Oven
from zochastic.rules.coal.position import Position
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import Variant

if TYPE_CHECKING:
    from zochastic.analysis.coal.stop.values import Weighed, Worth

Progress = Callable[[int, int], None]

#: Goals that look at the whole round or the whole game.
ROUND, GAME = "chips", "win"
ALLOWED = "chips, win, amount, or reach:N, N a whole amount from 1 to 999999"
#: Rounds of each action at most, and the half-width in chips at which they end.
ROUNDS, PRECISION = 500_000, 0.5
#: Games of each action at most, where the goal is to win.
GAMES = 200_000
_NO_INTERVAL = ("low", "high", "low_draw", "high_draw", "low_stop", "high_stop")


def stop(
    variant: Variant,
    *,
    drawn: Oven | None = None,
    oven: Oven | None = None,
    position: Position | None = None,
    goal: str | None = None,
    curve: bool = False,
    playout: str | None = None,
    games: int | None = None,
    precision: float | None = None,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Answer:
    """Whether to draw again or to stop.

    Parameters
    ----------
    drawn, oven : the good pieces turned over in this turn, and what lay in the oven when it began,
        None = a fresh one; for ``amount`` and ``reach:N``.
    position : of a turn, the stakes revealed, instead; who asks is the player now drawing.
    goal : ``chips`` of the round (by default with a position), ``win`` the game, ``amount`` (by
        default without), ``reach:N``.
    curve : add the table ``curve``, stopping against drawing by amount, for a chart.
    playout : for ``win``, how everybody plays on.
    games, precision : of each action, where simulated; see `ROUNDS`.

    Returns
    -------
    Answer: ``facts`` ``advice``, ``value_draw``, ``value_stop`` (None where the rules do not
        allow it), ``p_devil_next``, ``amount``, ``pieces``. In chips: the net change from now to
        the end of the round; ``stop_at``, where an induction over one's own draws ends the
        turn, if that draws now, too; ``low``, ``high`` of the better action, ``low_draw`` … of
        each, None where exact; ``rows`` one an action with its parts.

    Raises
    ------
    InvalidInput : a wrong goal, or one that needs a position.
    """
    default = "amount" if position is None else ROUND
    wanted = default if goal is None else goal
    if wanted not in (ROUND, GAME):
        try:
            read_goal(wanted)
        except InvalidInput:
            known = (ROUND, GAME, "amount", "reach:100")
            raise InvalidInput("--goal", wanted, ALLOWED, known=known) from None
        if position is not None:
            drawn = Oven.of({value: position.drawn.count(value) for value in position.drawn})
            oven = position.oven.plus(drawn)
        return turn_stop(variant, drawn=drawn or Oven(), oven=oven, goal=wanted, curve=curve)
    if position is None or position.drawer is None:
        raise InvalidInput("--bets", "nothing", f"everybody's stakes, for --goal {wanted}")
    if variant.rules.players != position.players:
        variant = replace(variant, rules=replace(variant.rules, players=position.players))
    if wanted == GAME:
        from zochastic.analysis.coal.game.race_answers import win_stop

        return win_stop(
            variant, position, playout=playout, games=games or GAMES, precision=precision,
            seed=seed, threads=threads, progress=progress,
        )  # fmt: skip
    from zochastic.analysis.coal.stop.values import weigh

    weighed = weigh(
        variant.rules, position, games=games or ROUNDS, precision=precision or PRECISION,
        seed=seed, threads=threads, progress=progress,
    )  # fmt: skip
    return _in_chips(variant, position, weighed, seed, curve, threads)


def _in_chips(
    variant: Variant,
    position: Position,
    weighed: "Weighed",
    seed: int,
    curve: bool,
    threads: int | None,
) -> Answer:
    rules: CoalRules = variant.rules
    who = len(position.results)
    best = weighed.best
    actions = [("draw", weighed.draw), ("stop", weighed.stop)]
    facts: dict[str, Scalar] = {"advice": "stop" if weighed.stops else "draw"}
    facts |= {f"value_{name}": None if worth is None else worth.value for name, worth in actions}
    facts |= {"p_devil_next": weighed.p_devil, "low": best.low, "high": best.high}
    for name, worth in actions:
        facts |= {
            f"low_{name}": None if worth is None else worth.low,
            f"high_{name}": None if worth is None else worth.high,
        }
    bets = position.bets or ()
    facts["stop_at"] = None if weighed.stops else _stop_at(rules, position)
    facts |= {
        "amount": position.amount,
        "pieces": len(position.drawn),
        "goal": ROUND,
        "seat": who + 1,
        "players": position.players,
        "bet": bets[who],
        "bet_pays": stop_wording.pays(rules, position),
        "bet_needs": stop_wording.needs(rules, position),
        "best": position.best,
        "most_pieces": position.most_pieces,
        "oven": position.oven.text,
    }
    tables = {}
    notes = stop_wording.notes(rules, position, weighed)
    if facts["stop_at"] is not None:
        notes.append(stop_wording.until(facts["stop_at"]))
    if curve:
        tables["curve"] = _curve(rules, position, seed, threads)
        notes.append(stop_wording.CURVE)
    return Answer(
        answer=stop_wording.sentence(rules, position, weighed),
        title=f"Draw or stop for chips of the round, {variant.title}",
        facts=facts,
        rows=[_row(name, worth) for name, worth in actions],
        best=int(weighed.stops),
        tables=tables,
        silent=_NO_INTERVAL if weighed.exact else (),
        notes=notes,
        provenance=provenance(
            "stop", variant, exact=weighed.exact, seed=None if weighed.exact else seed,
            games=weighed.games, partial=weighed.partial,
        ),
    )  # fmt: skip


def _stop_at(rules: CoalRules, position: Position) -> int | None:
    """The amount from which on an induction over his own draws stops; None if it would now."""
    from zochastic.analysis.coal.round.ahead import look_ahead

    try:
        ahead = look_ahead(rules, position)
    except ValueError:  # too many compositions
        return None
    more = None if ahead.stops else ahead.stop_from
    return None if more is None else position.amount + more


def _row(name: str, worth: "Worth | None") -> Row:
    if worth is None:
        return {"action": name, "value": None}
    return {
        "action": name,
        "value": worth.value,
        "bet": worth.bet,
        "best_bonus": worth.best_bonus,
        "pieces_bonus": worth.pieces_bonus,
        "pact": worth.pact,
        "low": worth.low,
        "high": worth.high,
    }


def _curve(rules: CoalRules, position: Position, seed: int, threads: int | None) -> list[Row]:
    from zochastic.analysis.coal.stop.curve import by_amount

    try:
        return by_amount(rules, position, seed=seed, threads=threads)
    except ValueError as fault:
        allowed = f"a smaller oven for the chart: {fault}"
        raise InvalidInput("--plot", position.oven.text, allowed) from None
