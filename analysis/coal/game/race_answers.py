"""What to bet, and whether to draw, for who wants to win the game (``--goal win``)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from zochastic.analysis.answer import Answer, Row, provenance
from zochastic.analysis.coal.bets.choices import choices
from zochastic.analysis.coal.game import race
from zochastic.analysis.coal.game.race import Alternative, Chances, win_chances
from zochastic.analysis.coal.turn.wording import percent
from zochastic.rules.coal import CoalRules, Position, referee, unseen
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import Variant

Progress = Callable[[int, int], None]

_ACTIONS: tuple[Literal["stop", "draw"], ...] = ("stop", "draw")
#: Half-width that an answer stops at if none is asked for, and that of the second play-out.
FINE, COARSE = 0.0075, 0.01


@dataclass(frozen=True)
class _Weighed:
    """The alternatives by the play-out that was asked for, and by a second one."""

    alternatives: Sequence[Alternative]
    first: Chances
    second: Chances | None

    @property
    def best(self) -> int:
        return self.first.rollout.best

    @property
    def partial(self) -> bool:
        second = self.second is not None and self.second.rollout.partial
        return self.first.rollout.partial or second


def win_bet(
    variant: Variant,
    position: Position,
    *,
    seat: int = 1,
    playout: str | None = None,
    games: int = 200_000,
    precision: float | None = None,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Answer:
    """The stake that wins the game most often, where everybody plays on by one policy.

    Parameters
    ----------
    position : before the stakes are laid.
    seat : the player's place in turn order, from 1.
    playout : how everybody plays, the others' stakes now included; None: the champion where one
        is stored for so many players, else a rule of thumb.
    games : at most so many of each stake.
    precision : of the chances and of their distances, half a 95 % interval; None: 0.0075.

    Returns
    -------
    Answer: ``facts`` ``best_bet``, ``value`` (its chance to win), ``epsilon`` None, ``playout``,
        ``playout_2``, ``best_bet_2``; ``rows`` ``bet``, ``p_win``, ``low``, ``high``, ``behind``
        (the best one's lead on the same luck), at most 24; ``tables`` ``playout_2`` where its
        best bet is another.

    Raises
    ------
    InvalidInput : a seat that is none, a play-out that is none or does not end.
    """
    rules: CoalRules = variant.rules
    if not 1 <= seat <= rules.players:
        raise InvalidInput("--seat", seat, f"1 to {rules.players}")
    bets = choices(rules, position.oven, position.wealth)[seat - 1]
    found = _weigh(
        rules, position, bets, seat - 1, playout, games, precision or FINE, seed, threads, progress
    )
    rows = _rows("bet", bets, found.first)
    best = bets[found.best]
    value = found.first.rollout.arms[found.best].value.value
    by = found.first.playout.text
    if len(bets) == 1:
        sentence = f"There is nothing to choose but {best}: it wins {percent(value)} of games"
    else:
        sentence = f"Bet {best}: it wins {percent(value)} of games"
    return Answer(
        answer=f"{sentence} when everybody plays on by {by}.",
        title=f"What to bet to win the game, {variant.title}",
        facts={
            "best_bet": best,
            "value": value,
            "epsilon": None,
            "goal": "win",
            "seat": seat,
            "wealth": ",".join(map(str, position.wealth)),
            "oven": position.oven.text,
            **_playouts(found),
            "best_bet_2": None if found.second is None else bets[found.second.rollout.best],
        },
        rows=rows,
        best=found.best,
        tables=_second_table("bet", bets, found),
        silent=("epsilon",),
        notes=[*_close(found), *_notes(found)],
        provenance=provenance(
            "win_bet", variant, exact=False, seed=seed, games=found.first.rollout.games,
            partial=found.partial,
        ),
    )  # fmt: skip


def win_stop(
    variant: Variant,
    position: Position,
    *,
    playout: str | None = None,
    games: int = 200_000,
    precision: float | None = None,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Answer:
    """Whether drawing or stopping wins the game more often.

    Parameters
    ----------
    position : of a turn, the stakes revealed; who asks is the player now drawing.
    playout, games, precision : as for `win_bet`; precision None: 0.0075.

    Returns
    -------
    Answer: ``facts`` ``advice``, ``value_draw``, ``value_stop`` (chances to win, None where it is
        not possible), ``low``, ``high`` (of the advice), ``p_devil_next``, ``amount``, ``pieces``,
        ``playout``, ``playout_2``, ``advice_2``; ``rows`` ``action``, ``value``, ``low``, ``high``,
        ``behind``.

    Raises
    ------
    InvalidInput : nobody is drawing; a play-out that is none or does not end.
    """
    rules: CoalRules = variant.rules
    drawer = position.drawer
    if drawer is None:
        raise InvalidInput("position", "one between turns", "a turn that goes on")
    allowed = referee.legal(rules, position) if position.oven.size else ("stop",)
    actions = [action for action in _ACTIONS if action in allowed]
    found = _weigh(
        rules, position, actions, drawer, playout, games, precision or FINE, seed, threads, progress
    )
    values = {
        action: arm.value
        for action, arm in zip(actions, found.first.rollout.arms, strict=True)
    }  # fmt: skip
    advice = actions[found.best]
    value = values[advice]
    stop, draw = values.get("stop"), values.get("draw")
    p_devil = next_devil(rules, position)
    return Answer(
        answer=_stop_sentence(rules, position, found, advice, p_devil),
        title=f"Draw or stop to win the game, {variant.title}",
        facts={
            "advice": advice,
            "value_draw": None if draw is None else draw.value,
            "value_stop": None if stop is None else stop.value,
            "low": value.low,
            "high": value.high,
            "p_devil_next": p_devil,
            "amount": position.amount,
            "pieces": len(position.drawn),
            "goal": "win",
            "seat": drawer + 1,
            "oven": position.oven.text,
            **_playouts(found),
            "advice_2": None if found.second is None else actions[found.second.rollout.best],
        },
        rows=_rows("action", actions, found.first),
        best=found.best,
        tables=_second_table("action", actions, found),
        notes=_notes(found),
        provenance=provenance(
            "win_stop", variant, exact=False, seed=seed, games=found.first.rollout.games,
            partial=found.partial,
        ),
    )  # fmt: skip


def next_devil(rules: CoalRules, position: Position) -> float | None:
    """Chance that the next piece is a devil for all the drawer knows [coal: memory]."""
    if not position.oven.size:
        return None
    heap = unseen(rules, position)
    # who remembers the devils knows that all of the heap's are in the oven
    return heap.devils / (heap.size if rules.memory == "none" else position.oven.size)


def _weigh(
    rules: CoalRules,
    position: Position,
    alternatives: Sequence[Alternative],
    seat: int,
    playout: str | None,
    games: int,
    precision: float,
    seed: int,
    threads: int | None,
    progress: Progress | None,
) -> _Weighed:
    """Both play-outs; the second one less precisely, to see whether it gives the same advice."""

    def weigh(name: str | None, width: float, half: int) -> Chances:
        told = None if progress is None else _half(progress, half)
        return win_chances(
            rules, position, alternatives, seat=seat, playout=name, games=games, precision=width,
            seed=seed, threads=threads, progress=told,
        )  # fmt: skip

    first = weigh(playout, precision, 0)
    if len(alternatives) == 1 or first.rollout.partial:
        return _Weighed(alternatives, first, None)
    other = race.SECOND if first.playout.text != race.SECOND else race.RULE_OF_THUMB
    return _Weighed(alternatives, first, weigh(other, max(precision, COARSE), 1))


def _half(progress: Progress, half: int) -> Progress:
    """Progress of one of two play-outs, told as progress of both."""
    return lambda done, total: progress(half * total + done, 2 * total)


def _rows(name: str, alternatives: Sequence[Alternative], found: Chances) -> list[Row]:
    value = "p_win" if name == "bet" else "value"
    return [
        {
            name: alternative,
            value: arm.value.value,
            "low": max(0.0, arm.value.low),
            "high": min(1.0, arm.value.high),
            "behind": arm.behind.value,
        }
        for alternative, arm in zip(alternatives, found.rollout.arms, strict=True)
    ]


def _playouts(found: _Weighed) -> dict[str, str | None]:
    second = None if found.second is None else found.second.playout.text
    return {"playout": found.first.playout.text, "playout_2": second}


def _second_table(
    name: str, alternatives: Sequence[Alternative], found: _Weighed
) -> dict[str, list[Row]]:
    """The figures of the second play-out, where its advice is another."""
    if found.second is None or found.second.rollout.best == found.best:
        return {}
    return {"playout_2": _rows(name, alternatives, found.second)}


def _close(found: _Weighed) -> list[str]:
    """Which alternatives cannot be told from the best one."""
    rollout = found.first.rollout
    close = [
        str(alternative)
        for index, (alternative, arm) in enumerate(
            zip(found.alternatives, rollout.arms, strict=True)
        )
        if index != rollout.best and not arm.dropped and arm.behind.low <= 0
    ]
    if not close:
        return []
    return [f"Not told apart from the best one by these games: {', '.join(close)}."]


def _notes(found: _Weighed) -> list[str]:
    """What the figures take for granted, and what the second play-out says."""
    notes = [
        f"Everybody, the others' stakes included, plays by {found.first.playout.text} from here "
        "on (--playout); a shared win counts in parts. The best play can depend on it."
    ]
    if found.second is not None and found.second.rollout.best != found.best:
        second = found.second.rollout
        best = second.arms[second.best].value.value
        ours = second.arms[found.best]
        sure = "" if ours.dropped or ours.behind.low > 0 else "; these games do not tell them apart"
        notes.append(
            f"When everybody plays on by {found.second.playout.text}, "
            f"{found.alternatives[second.best]} is best with {percent(best)}, "
            f"{found.alternatives[found.best]} has {percent(ours.value.value)}{sure}."
        )
    for chances in (found.first, found.second):
        if chances is not None and chances.unfinished:
            notes.append(
                f"{percent(chances.unfinished)} of the games by {chances.playout.text} were not "
                f"over after {race.ROUNDS} rounds: nobody has won those."
            )
    return notes


def _stop_sentence(
    rules: CoalRules,
    position: Position,
    found: _Weighed,
    advice: Literal["stop", "draw"],
    p_devil: float | None,
) -> str:
    """The sentence of ``coal stop --goal win``."""
    arms = dict(zip(found.alternatives, found.first.rollout.arms, strict=True))
    other: Literal["stop", "draw"] = "draw" if advice == "stop" else "stop"
    wins = f"wins {percent(arms[advice].value.value)} of games"
    risk = "" if p_devil is None else f"; the next piece is a devil with {percent(p_devil)}"
    if len(arms) == 1:
        if advice == "stop":
            return f"Stop: the oven is empty; this {wins}."
        return f"Draw: the rules ask for {rules.min_draw} at least; this {wins}{risk}."
    against = f"{'drawing' if other == 'draw' else 'stopping'} {percent(arms[other].value.value)}"
    behind = arms[other].behind
    if behind.low <= 0 and not arms[other].dropped:
        against += ", not told apart"
    return f"{advice.capitalize()}: it {wins}, {against}{risk}."
