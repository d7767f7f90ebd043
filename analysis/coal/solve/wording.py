"""The opening round of coal in words."""

from typing import TYPE_CHECKING

from zochastic.rules.coal import CoalRules

if TYPE_CHECKING:
    from zochastic.analysis.coal.solve.bets import BetRule, Bets
    from zochastic.analysis.coal.solve.draws import Draws, Situation

_SHORT = {
    "bet": "draw until your bet is met",
    "best": "draw level in amount",
    "most": "draw level in pieces",
    "either": "draw level in amount or pieces",
    "pieces:1": "stop with 1 piece",
    "round": "round",
    "ev": "ev (for coal)",
    "own-bet": "own-bet (stop once it is safe)",
    "sheet": "the best rule of each situation",
}
_LEVEL = {
    "best": "until you are level with the highest amount",
    "most": "until you have as many pieces as anybody",
    "either": "until you are level with the highest amount or with the most pieces",
    "pieces:1": "no more than one piece",
}
#: Bets that are listed whatever their loss.
_LISTED = ("share", "chance", "all-in")


def rule_text(rule: str, when_safe: str) -> str:
    """A rule for drawing in few words."""
    name, _, number = rule.partition(":")
    if rule == "bet-then-level":
        return f"{_SHORT['bet']}; if safe, {_SHORT[when_safe]}"
    if rule in _SHORT:
        return _SHORT[rule]
    return f"stop at {number}" if name == "amount" else f"stop with {number} pieces"


def drawing(when_safe: str) -> str:
    """The two-line rule for drawing as a player can remember it."""
    return f"draw until your bet is met; if it is safe already, {_LEVEL[when_safe]}"


def situation(seen: "Situation") -> str:
    """A situation in few words."""
    after = "last" if not seen.to_come else f"{seen.to_come} to come"
    best = {"none": "nothing laid down", "below": "low best", "above": "high best"}[seen.best]
    return f"{after}, bet {seen.bet}, {best}"


def worth_a_row(rule: "BetRule", bets: "Bets", safe: "BetRule") -> bool:
    """Whether a bet is shown in the main table: the best ones, and those with a name."""
    named = any(name.startswith(_LISTED) for name in rule.names)
    top = None if bets.best is None else bets.best.level
    return named or rule.bet in (0, top, safe.bet)


def sentence(bets: "Bets", draws: "Draws", safe: "BetRule", round_loss: float) -> str:
    """The whole strategy in short."""
    if bets.best is None:
        text = f"Bet {safe.bet}: no equal bet of all is an equilibrium, it loses least"
    else:
        level = bets.best.level
        earned = next(rule.together for rule in bets.rules if rule.bet == level)
        text = (
            f"Bet {level} if the others do, {earned:+.1f} chips each and the best "
            f"of {_count(bets)}; {safe.bet} loses least if you do not know"
        )
    loss = draws.two.loss.value + round_loss
    ev = next(rule for rule in draws.named if rule.rule == "ev").loss.value + round_loss
    return (
        f"{text}; then {drawing(draws.when_safe)}: that loses {loss:.1f} chips a turn, ev {ev:.1f}."
    )


def _count(bets: "Bets") -> str:
    levels = [found.level or 0 for found in bets.levels]
    if len(levels) == 1:
        return "all equal bets, the only one that nobody gains by leaving"
    return f"{len(levels)} equal bets ({levels[0]} to {levels[-1]}) that nobody gains by leaving"


def notes(
    rules: CoalRules, round_loss: float, error: float, erred: int, decisions: int
) -> list[str]:
    """What the figures are, and what they take for granted."""
    bar = rules.fresh.good / (rules.devils + 1)
    return [
        "Bets: loss is what a bet earns less than the table's own bet, in chips a round, the mean "
        "over the equal bets in equilibrium and over the seats; together: what each earns if all "
        "bet so. Everybody draws by the rule round.",
        "Drawing: loss in chips a turn against best play, everybody else drawing by round: what "
        f"a rule earns less than round on the same pieces, and {round_loss:.2f} ± {error:.2f} that "
        "round itself loses a turn against the exact solver and deep rollouts (it erred in "
        f"{erred} of {decisions} decisions).",
        "A rule that beats round in a situation by more than round loses on average has a loss "
        "below 0 there.",
        f"A low best is below {bar:g}; a bet is safe if the highest amount so far meets it, else "
        "open. Rules are chosen on one half of the rounds and judged on the other.",
        "Chips of one round: to win the game other bets can be better, see `zochastic coal bet`.",
    ]
