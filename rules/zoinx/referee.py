"""The referee of zoinx: plays whole games plainly, in the words of the rules.

Every step returns the clause it obeys. What the kernels do fast is compared with this.
"""

from dataclasses import dataclass, replace
from typing import Literal

from zochastic.rules.errors import InvalidInput
from zochastic.rules.zoinx.game import BUST, Bet, ZoinxRules
from zochastic.rules.zoinx.state import State

Action = Literal["bet", "roll", "stop", "settle"]

_TURN, _GAME, _KEYS = "zoinx, A turn", "zoinx, A game", "zoinx, Keys of a variant"
BET = f"{_TURN}, 1: Bet"
ROLL = f"{_TURN}, 2: Roll"
ROLL_AGAIN = f"{_TURN}, 2: Roll, below his own bet he must roll again"
ZOINX = f"{_TURN}, 2: Roll, zoinx"
STOP = f"{_TURN}, 2: Roll, from then on he may stop"
NEXT = f"{_GAME}: turns pass left"
LAST_TURN = f"{_GAME}: one last turn for each opponent"
FINAL_ROUND = f"{_GAME}: the final round begins"
END = f"{_GAME}: the highest score wins"
SHARED = f"{_GAME}: ties share the win"


@dataclass(frozen=True)
class Payment:
    """What a player scores for a turn, and the clause that says so."""

    seat: int
    points: int
    clause: str


def begin(rules: ZoinxRules, seat: int = 0) -> State:
    """Begin a game; ``seat`` has the first turn [zoinx: A game].

    Raises
    ------
    InvalidInput: there is no such seat.
    """
    if not 0 <= seat < rules.players:
        raise InvalidInput("seat", seat, f"0 to {rules.players - 1}")
    return _turn(rules, State(rules.starts, seat))


def legal(rules: ZoinxRules, state: State) -> tuple[Action, ...]:
    """Tell what is to be done next, or may be [zoinx: A turn].

    ``bet``: all players at once, by `apply` with their bets; ``settle``: by `settle`.
    """
    if state.over:
        return ()
    if state.ended:
        return ("settle",)
    if state.bets is None:
        return ("bet",)
    if rules.may_stop(state.bets[state.seat], state.total, state.rolled):
        return ("roll", "stop")
    return ("roll",)


def apply(
    rules: ZoinxRules, state: State, action: str | int | tuple[int | str | None, ...]
) -> tuple[State, str]:
    """Open the bets, roll or stop.

    Parameters
    ----------
    action : the bets by seat while they are secret; then ``stop``, or what was rolled: the faces
        of all dice, or the number of dots, or ``zoinx``.

    Returns
    -------
    The state afterwards, and the clause that was obeyed.

    Raises
    ------
    InvalidInput: it is not allowed now, or cannot be.
    """
    may = legal(rules, state)
    if "bet" in may:
        bets = _checked_bets(rules, state, action)
        return replace(state, bets=bets), BET
    if "roll" not in may or state.bets is None:
        raise InvalidInput("action", action, f"{may[0]}" if may else "none: the game is over")
    if action == "stop":
        if "stop" not in may:
            own = state.bets[state.seat]
            allowed = (
                "roll first" if not state.rolled else f"roll on until the bet {own} is reached"
            )
            raise InvalidInput("action", action, allowed)
        return replace(state, ended="stop"), STOP
    dots = read_roll(rules, action)
    if dots is None:
        return replace(state, rolled=True, ended="zoinx"), ZOINX
    rolled = replace(state, total=state.total + dots, rolled=True)
    return rolled, ROLL if "stop" in legal(rules, rolled) else ROLL_AGAIN


def read_roll(rules: ZoinxRules, roll: object) -> int | None:
    """Count the dots of a roll, given by its faces, its dots or ``zoinx``; None is a zoinx.

    Raises
    ------
    InvalidInput: these dice cannot show it.
    """
    if roll == "zoinx":
        return None
    known = [dots for dots, _ in rules.roll_law]
    if type(roll) is int and roll in known:
        return roll
    faces = roll if isinstance(roll, tuple) else ()
    if len(faces) != rules.dice or not all(
        type(face) in (int, str) and face in rules.faces for face in faces
    ):
        numbers = ", ".join(map(str, known))
        raise InvalidInput("roll", roll, f"{rules.dice} faces, zoinx, or dots: {numbers}")
    dots = sum(face for face in faces if isinstance(face, int))
    if rules.bust == "any-bust-face":
        return None if BUST in faces else dots
    return dots or None


def settle(rules: ZoinxRules, state: State) -> tuple[State, tuple[Payment, ...], tuple[str, ...]]:
    """Score a turn that has ended and pass on [zoinx: A turn, 3; A game].

    Returns
    -------
    The state afterwards; what each seat scores; the clauses that say how the game goes on.

    Raises
    ------
    InvalidInput: the turn is not over.
    """
    if state.ended is None or state.bets is None or state.over:
        raise InvalidInput("turn", "one that goes on", "a turn that has ended")
    bust = state.ended == "zoinx"
    payments = []
    for seat, bet in enumerate(state.bets):
        if seat == state.seat:
            points = rules.score(bet, state.total, bust)
            clause = _own_clause(rules, bet, state.total, bust)
        else:
            points = rules.opponent_score(bet, state.total, bust)
            clause = _opponent_clause(rules, bet, state.total, bust)
        payments.append(Payment(seat, points, clause))
    scores = tuple(score + paid.points for score, paid in zip(state.scores, payments, strict=True))
    after, clauses = _go_on(rules, replace(state, scores=scores, turns=state.turns + 1))
    return after, tuple(payments), clauses


def _checked_bets(rules: ZoinxRules, state: State, action: object) -> tuple[Bet, ...]:
    if not isinstance(action, tuple) or len(action) != rules.players:
        raise InvalidInput("bets", action, f"{rules.players} bets, one a seat")
    for seat, bet in enumerate(action):
        choices = rules.active_choices if seat == state.seat else rules.opponent_choices
        if type(bet) is bool or bet not in choices:
            faces = ", ".join(map(str, choices))
            raise InvalidInput(f"bet of seat {seat + 1}", bet, f"a face: {faces}")
    return action


def _own_clause(rules: ZoinxRules, bet: Bet, total: int, bust: bool) -> str:
    score = f"{_TURN}, 3: Score, active"
    if bust:
        return f"{_KEYS}: zoinx_loss" if rules.zoinx_loss else f"{score}: zoinx, 0"
    if bet is None:
        return f"{_KEYS}: no active faces, the total"
    if total < bet:
        return f"{_KEYS}: forced=false, stopped below his bet"
    if total == bet:
        printed = rules.exact_hit == "bet"
        return f"{score}: exactly his bet, the bet" if printed else f"{_KEYS}: exact_hit"
    return f"{score}: more, bet plus total" if rules.above == "bet+total" else f"{_KEYS}: above"


def _opponent_clause(rules: ZoinxRules, bet: Bet, total: int, bust: bool) -> str:
    score = f"{_TURN}, 3: Score, opponent"
    missed = f"{_KEYS}: opponent_miss"
    if bet is None:
        return f"{_KEYS}: no opponents' faces"
    if bet == 0:
        if bust:
            return f"{score} with bet 0: {rules.zoinx_prize} for a zoinx"
        return missed if rules.opponent_miss else f"{score} with bet 0: no zoinx, 0"
    if total >= bet:
        if rules.opponent_factor != 1:
            return f"{_KEYS}: opponent_factor"
        followed = ", also where a zoinx followed" if bust else ""
        return f"{score} with a bet > 0: reached{followed}, the bet"
    return missed if rules.opponent_miss else f"{score} with a bet > 0: not reached, 0"


def _go_on(rules: ZoinxRules, state: State) -> tuple[State, tuple[str, ...]]:
    """Pass the turn on, begin the final round, or end the game [zoinx: A game]."""
    players = rules.players
    if state.pending:
        left = state.pending[1:]
        if not left:
            return _end(state)
        return _within(rules, replace(state, seat=left[0], pending=left), LAST_TURN)
    leader = _who_brings_the_end(rules, state)
    if leader is None:
        return _within(rules, replace(state, seat=(state.seat + 1) % players), NEXT)
    order = [(state.seat + step) % players for step in range(1, players + 1)]
    pending = tuple(seat for seat in order if seat != leader)
    if rules.trigger == "at-once" or not pending:
        return _end(state)
    after, clauses = _within(rules, replace(state, seat=pending[0], pending=pending), LAST_TURN)
    return after, (FINAL_ROUND, *clauses)


def _who_brings_the_end(rules: ZoinxRules, state: State) -> int | None:
    """Whose score begins the final round, or ends the game at once; None: nobody's."""
    own, best = state.scores[state.seat], max(state.scores)
    if rules.trigger == "any-turn":
        if best >= rules.target and state.scores.count(best) == 1:
            return state.scores.index(best)
        return None
    if own < rules.target:
        return None
    strict = own == best and state.scores.count(best) == 1
    ahead = {"own-turn-strict": strict, "own-turn-lead-or-tie": own == best, "at-once": True}
    return state.seat if ahead[rules.trigger] else None


def _within(rules: ZoinxRules, state: State, clause: str) -> tuple[State, tuple[str, ...]]:
    """Begin the next turn unless ``max_turns`` are over."""
    if state.turns >= rules.max_turns:
        return _closed(state, unfinished=True), (f"{_KEYS}: max_turns",)
    return _turn(rules, state), (clause,)


def _turn(rules: ZoinxRules, state: State) -> State:
    """Begin a turn; where nobody bets nothing is secret."""
    bets: tuple[Bet, ...] | None = (None,) * rules.players if rules.nobody_bets else None
    return replace(state, bets=bets, total=0, rolled=False, ended=None)


def _end(state: State) -> tuple[State, tuple[str, ...]]:
    closed = _closed(state)
    return closed, (END,) if len(closed.winners) == 1 else (END, SHARED)


def _closed(state: State, *, unfinished: bool = False) -> State:
    return replace(
        state, pending=(), bets=None, total=0, rolled=False, ended=None, over=True,
        unfinished=unfinished,
    )  # fmt: skip
