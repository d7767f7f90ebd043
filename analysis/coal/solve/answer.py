"""The answer of ``coal solve``: the opening round in the simplest rules that lose least."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from zochastic.analysis import estimates
from zochastic.analysis.answer import Answer, Row, provenance
from zochastic.analysis.coal.solve import wording
from zochastic.rules.coal import CoalRules
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import Variant

if TYPE_CHECKING:
    from zochastic.analysis.coal.bets.scene import Scene, Tell
    from zochastic.analysis.coal.solve.bets import BetRule, Bets
    from zochastic.analysis.coal.solve.draws import DrawRule, Draws

Progress = Callable[[int, int], None]

#: Rounds of each bet, seat and table; recorded turns; rounds of each in either half; decisions by
#: which the rule ``round`` itself is judged, and their rounds.
ROUNDS, TURNS, HALF, DECISIONS, DEEP = 1024, 600, 512, 300, 2048


@dataclass(frozen=True)
class _Solved:
    """What there is to tell; ``round_loss``: what the rule ``round`` loses a turn.

    ``erred`` and ``decisions``: how often it did not do what was better, of how many times.
    """

    bets: "Bets"
    draws: "Draws"
    round_loss: float
    error: float
    erred: int
    decisions: int


def solve(
    variant: Variant,
    *,
    players: int | None = None,
    games: int = ROUNDS,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Answer:
    """The opening round: what to bet and when to stop, by rules that a player can remember.

    Parameters
    ----------
    players : how many; None = as the variant has.
    games : rounds of each bet, seat and table; the turns by which drawing is measured grow with it.

    Returns
    -------
    Answer: ``facts`` ``best_bet`` (the equal bet in equilibrium that earns most), ``value`` (what
        it earns each), ``safe_bet`` (loses least where the table's bet is not known),
        ``bet_loss``, ``draw_rule``, ``draw_loss``, ``round_loss``; ``rows`` one a rule: ``part``
        (``bet``, ``draw``, ``situation``), ``situation``, ``rule``, ``bet``, ``together`` (chips of
        each if all bet so), ``loss`` in chips a round or a turn, ``low``, ``high``, ``p_turn`` (how
        often the situation occurs); ``tables`` ``bets``: all bets, ``equilibria``.

    Raises
    ------
    InvalidInput : no number of players from 2 to 6, nothing to bet with.
    """
    from zochastic.analysis.coal.bets.scene import scene_of

    count = variant.rules.players if players is None else players
    if not 2 <= count <= 6:
        raise InvalidInput("--players", count, "2 to 6")
    if count != variant.rules.players:
        variant = replace(variant, rules=replace(variant.rules, players=count))
    rules: CoalRules = variant.rules
    scene = scene_of(rules, (rules.start,) * count)
    if scene.choices[0][-1] == 0:
        raise InvalidInput("start", rules.start, f"at least {rules.bet_step}, one stake")

    with ThreadPoolExecutor(threads) as pool:
        solved = _solve(rules, scene, games, seed, pool, _tell(progress))
    bets, draws = solved.bets, solved.draws
    safe = min(bets.rules, key=lambda rule: rule.loss.value)
    rows = [_bet_row(rule) for rule in bets.rules if wording.worth_a_row(rule, bets, safe)]
    drawing = [*draws.named, draws.two, draws.whole]
    order = sorted(drawing, key=lambda rule: rule.loss.value)
    rows += [_draw_row(rule, solved) for rule in order]
    rows += [_draw_row(rule, solved) for rule in draws.sheet]
    return Answer(
        answer=wording.sentence(bets, draws, safe, solved.round_loss),
        title=f"The opening round in simple rules, {variant.title}",
        facts={
            "best_bet": None if bets.best is None else bets.best.level,
            "value": _earned(bets),
            "safe_bet": safe.bet,
            "bet_loss": safe.loss.value,
            "draw_rule": wording.drawing(draws.when_safe),
            "draw_loss": draws.two.loss.value + solved.round_loss,
            "round_loss": solved.round_loss,
            "players": count,
        },
        rows=rows,
        tables={
            "bets": [_bet_row(rule) for rule in bets.rules],
            "equilibria": [
                {"bet": f.level, "epsilon": f.judgement.epsilon, "epsilon_high": f.judgement.high}
                for f in bets.levels
            ],
        },
        notes=wording.notes(
            rules, solved.round_loss, solved.error, solved.erred, solved.decisions
        ),
        provenance=provenance("solve", variant, exact=False, seed=seed, games=games),
    )  # fmt: skip


def _solve(
    rules: CoalRules, scene: "Scene", games: int, seed: int, pool: ThreadPoolExecutor,
    tell: "Tell",
) -> _Solved:  # fmt: skip
    from zochastic.analysis.coal.round.ahead import round_stops
    from zochastic.analysis.coal.round.loss import decisions_a_turn, judge, losses
    from zochastic.analysis.coal.solve.bets import solve_bets
    from zochastic.analysis.coal.solve.draws import record_turns, solve_draws
    from zochastic.sims.streams import derived

    part = min(1.0, games / ROUNDS)  # fewer games, a smaller sample of everything
    turns, half = max(40, round(TURNS * part)), max(64, HALF * games // ROUNDS)
    bets = solve_bets(
        scene, rounds=games, seed=derived(seed, 1), pool=pool,
        tell=lambda done, of: tell(40 * done, 100 * of),
    )  # fmt: skip
    draws = solve_draws(
        rules, turns=turns, rounds=half, seed=derived(seed, 2), pool=pool,
        tell=lambda done, of: tell(40 * of + 40 * done, 100 * of),
    )  # fmt: skip
    number = max(20, round(DECISIONS * part))
    decisions = record_turns(rules, number, seed=derived(seed, 3), first=False)
    judged = judge(rules, decisions, games=max(64, DEEP * games // ROUNDS), seed=derived(seed, 4))
    lost = losses(rules, judged, round_stops)
    tell(95, 100)
    a_turn = decisions_a_turn(rules, seed=seed, games=500)
    tell(100, 100)
    mean = estimates.mean(sum(lost), sum(x * x for x in lost), len(lost))
    return _Solved(
        bets, draws, max(0.0, a_turn * mean.value), a_turn * mean.half_width,
        sum(loss != 0 for loss in lost), len(lost),
    )  # fmt: skip


def _earned(bets: "Bets") -> float | None:
    """What each earns if all bet the best of the equal bets."""
    if bets.best is None:
        return None
    return next(rule.together for rule in bets.rules if rule.bet == bets.best.level)


def _bet_row(rule: "BetRule") -> Row:
    return {
        "part": "bet",
        "situation": "opening",
        "rule": ", ".join(rule.names),
        "bet": rule.bet,
        "together": rule.together,
        "loss": rule.loss.value,
        "low": rule.loss.low,
        "high": rule.loss.high,
        "p_turn": None,
    }


def _draw_row(rule: "DrawRule", solved: _Solved) -> Row:
    loss = rule.loss
    return {
        "part": "draw" if rule.situation is None else "situation",
        "situation": "any turn" if rule.situation is None else wording.situation(rule.situation),
        "rule": wording.rule_text(rule.rule, solved.draws.when_safe),
        "bet": None,
        "together": None,
        "loss": loss.value + solved.round_loss,
        "low": loss.low + solved.round_loss,
        "high": loss.high + solved.round_loss,
        "p_turn": rule.share,
    }


def _tell(progress: Progress | None) -> "Tell":
    furthest = 0

    def tell(done: int, total: int) -> None:
        nonlocal furthest
        furthest = max(furthest, round(1000 * done / total))
        if progress is not None:
            progress(furthest, 1000)

    return tell
