"""The answer of ``coal bet``: what to stake, given everybody's chips and what the others do."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from zochastic.analysis.answer import Answer
from zochastic.analysis.coal.bets.helping import help_bet
from zochastic.rules.coal import CoalRules, Oven, check_position
from zochastic.rules.coal.game import PRINTED_CHIPS
from zochastic.rules.coal.position import Position
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import Variant

if TYPE_CHECKING:
    from zochastic.analysis.coal.bets.scene import Scene

Progress = Callable[[int, int], None]

#: What a player can want of a round, what the others can do, how an equilibrium is chosen; the
#: defaults first.
GOALS = ("chips", "lead", "win")
OTHERS = ("equilibrium", "help")
SELECT = ("highest", "safest")
#: Rounds by which the chosen bets are judged, and of each bet against a policy; rounds an aim where
#: all help and that is too large to be solved.
ROUNDS, HELP_ROUNDS = 16_384, 1_000_000
#: Games of a bet, for the goal ``win``.
WIN_GAMES = 200_000
#: More rounds of a bet take more memory than there is.
MOST_ROUNDS = 1 << 22


def bet(
    variant: Variant,
    *,
    oven: Oven | None = None,
    players: int | None = None,
    wealth: int | Sequence[int] | None = None,
    pacts: Sequence[bool] | None = None,
    seat: int = 1,
    goal: str = "chips",
    others: str = "equilibrium",
    select: str = "highest",
    exact: bool | None = None,
    playout: str | None = None,
    games: int | None = None,
    precision: float | None = None,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Answer:
    """What to stake.

    Parameters
    ----------
    oven : what lies in it when the round begins; None = a fresh one.
    players : how many; None = as ``wealth`` tells, or the variant.
    wealth : chips in turn order, or of everybody; None = what a game starts with.
    pacts : who has a pact with the devil, in turn order; None = as the pawns stand for ``wealth``.
    seat : who asks, from 1 in turn order.
    goal : ``chips`` of the round; ``lead``: chips less the mean of the others'; ``win``: the game,
        see `zochastic.analysis.coal.game.race_answers.win_bet`.
    others : ``equilibrium``; ``help``: all draw on until the stake is reached; or a policy.
    select : of several equilibria the one with the ``highest`` value for who asks, or the
        ``safest``: the greatest value if the others play theirs of the worst one listed.
    exact : two players who draw perfectly, solved; None = where that takes seconds; False: never.
    playout : how everybody plays on, for the goal ``win``.
    games : rounds by which the answer is judged; None = `ROUNDS`.
    precision : stop at this half-width of the main figures, in the goal's unit.

    Returns
    -------
    Answer: ``facts`` ``best_bet``, ``value`` in the goal's unit, ``epsilon`` (the most that
        anybody gains by another bet) with ``epsilon_low`` and ``epsilon_high``; ``rows`` one a
        bet: ``p_success``, ``ev_single``, ``ev_double``, ``probability``, ``ev_chips``; the table
        ``equilibria``.  With ``others="help"`` see `help_bet`.

    Raises
    ------
    InvalidInput : wealth that cannot be, no such seat, goal, policy or rule.
    """
    rules: CoalRules = variant.rules
    _one_of("--select", select, SELECT)
    if goal not in GOALS:
        raise InvalidInput("--goal", goal, ", ".join(GOALS), known=GOALS)
    chips = _wealth(rules, players, wealth)
    if not 1 <= seat <= len(chips):
        raise InvalidInput("--seat", seat, f"1 to {len(chips)}")
    if goal != "win" and playout is not None:
        raise InvalidInput("--playout", playout, "nothing without --goal win")
    if goal == "win":
        if others != "equilibrium" or exact:
            allowed = "nothing with --goal win: --playout POLICY says how everybody plays on"
            raise InvalidInput("--exact" if exact else "--others", others, allowed)
        from zochastic.analysis.coal.game.race_answers import win_bet

        table, position = _position(rules, chips, oven)
        return win_bet(
            replace(variant, rules=table), position, seat=seat, playout=playout,
            games=WIN_GAMES if games is None else games, precision=precision, seed=seed,
            threads=threads, progress=progress,
        )  # fmt: skip
    if others == "help":
        if goal != "chips":
            raise InvalidInput("--goal", goal, "chips where all help")
        return help_bet(
            variant, oven=oven, players=len(chips), wealth=chips[seat - 1],
            games=HELP_ROUNDS if games is None else games, seed=seed, threads=threads,
            progress=progress,
        )  # fmt: skip
    rounds = ROUNDS if games is None else games
    if rounds > MOST_ROUNDS:
        raise InvalidInput("--games", rounds, f"at most {MOST_ROUNDS:,} rounds of a bet")
    from zochastic.analysis.coal.bets import equilibrium_answer as bet_equilibrium

    scene = _scene(rules, chips, oven, pacts, goal, others, seat - 1)
    if exact and (len(chips) != 2 or others != "equilibrium" or rules.bank != "unlimited"):
        allowed = "two players in equilibrium whose bank never runs dry"
        raise InvalidInput("--exact", "set", allowed)
    asked = bet_equilibrium.Question(
        variant, scene, seat - 1, others, select, exact, rounds, precision, seed, threads,
        told=oven is not None,
    )  # fmt: skip
    if others == "equilibrium":
        return bet_equilibrium.equilibrium(asked, progress)
    return bet_equilibrium.reply(asked, progress)


def _wealth(
    rules: CoalRules, players: int | None, wealth: int | Sequence[int] | None
) -> tuple[int, ...]:
    """Everybody's chips, in turn order."""
    if wealth is None or isinstance(wealth, int):
        chips = rules.start if wealth is None else wealth
        return (chips,) * (rules.players if players is None else players)
    if players is not None and players != len(wealth):
        told = ",".join(map(str, wealth))
        raise InvalidInput("--wealth", told, f"{players} numbers, one for each player, or one")
    return tuple(wealth)


def _position(
    rules: CoalRules, chips: tuple[int, ...], oven: Oven | None
) -> tuple[CoalRules, Position]:
    """The rules for so many players, and the moment before the stakes."""
    if not 2 <= len(chips) <= 6:
        raise InvalidInput("--players", len(chips), "2 to 6; 1 where all help (--others help)")
    rules = rules if rules.players == len(chips) else replace(rules, players=len(chips))
    lay = rules.fresh if oven is None else oven
    bank = PRINTED_CHIPS - sum(chips) if rules.bank == "printed" else None
    position = Position(wealth=chips, oven=lay, bank=bank)
    check_position(rules, position, dashes="--")
    return rules, position


def _scene(
    rules: CoalRules, chips: tuple[int, ...], oven: Oven | None, held: Sequence[bool] | None,
    goal: str, others: str, seat: int,
) -> "Scene":  # fmt: skip
    rules, position = _position(rules, chips, oven)
    from zochastic.analysis.coal.bets.scene import scene_of
    from zochastic.analysis.coal.game.policies import ALLOWED, read_policy

    lay = position.oven
    if others in OTHERS:
        return scene_of(rules, chips, oven=lay, goal=goal, held=held)
    try:
        foe = read_policy(others, len(chips), what="--others")
    except InvalidInput:
        raise InvalidInput(
            "--others", others, f"equilibrium, help, or {ALLOWED}", known=OTHERS
        ) from None
    drawing = read_policy("round", len(chips))
    policies = [drawing if other == seat else foe for other in range(len(chips))]
    return scene_of(rules, chips, oven=lay, goal=goal, policies=policies, held=held)


def _one_of(what: str, got: str, allowed: Sequence[str]) -> None:
    if got not in allowed:
        raise InvalidInput(what, got, ", ".join(allowed), known=allowed)
