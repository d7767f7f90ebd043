"""Draw or stop for chips of the round, in words: which bet, which bonus, which pact."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from zochastic.analysis.coal.turn.wording import percent
from zochastic.rules.coal import CoalRules
from zochastic.rules.coal.position import Position

if TYPE_CHECKING:
    from zochastic.analysis.coal.stop.values import Weighed

CURVE = "The chart makes up each amount of the pieces that do so most often."
_OTHERS = ("best_bonus", "pieces_bonus", "pact")
#: Chips that are not worth a word.
_LITTLE = 1.0


def pays(rules: CoalRules, position: Position) -> int:
    """What the drawer's bet brings on top of the stake if it is met."""
    stake = _stake(position)
    highest = rules.double_to == "highest" and stake == max(position.bets or (0,))
    return stake * (rules.double if highest else rules.win_factor)


def needs(rules: CoalRules, position: Position) -> int:
    """How much the drawer's bet is short of what lies on the table; 0 if it is met."""
    held = position.amount
    if rules.bet_on == "table":
        held = max(held, position.best)
    return max(0, _stake(position) - held)


def sentence(rules: CoalRules, position: Position, weighed: "Weighed") -> str:
    """The advice, the values of both actions and the reason."""
    value = weighed.best.value
    if weighed.draw is None or weighed.p_devil is None:
        return (
            f"Stop: the oven is empty; {value:+.1f} chips, for {_bet(rules, position, stops=True)}."
        )
    risk = f"the next piece is a devil with {percent(weighed.p_devil)}"
    if weighed.stop is None:
        return (
            f"Draw: the rules ask for {rules.min_draw} at least; {value:+.1f} chips on average; "
            f"{_bet(rules, position, stops=False)}; {risk}."
        )
    if weighed.stops:
        advice, against, name = "Stop", weighed.draw.value, "drawing"
    else:
        advice, against, name = "Draw", weighed.stop.value, "stopping"
    same = "" if weighed.apart else ", not told apart"
    return (
        f"{advice}: {value:+.1f} chips on average, {name} {against:+.1f}{same}; "
        f"{'; '.join(_reasons(rules, position, weighed))}; {risk}."
    )


def _reasons(rules: CoalRules, position: Position, weighed: "Weighed") -> Iterator[str]:
    """How the bet stands, then what else speaks most for the advice."""
    assert weighed.stop is not None
    assert weighed.draw is not None
    yield _bet(rules, position, stops=weighed.stops)
    side = 1 if weighed.stops else -1
    gains = {
        part: side * (getattr(weighed.stop, part) - getattr(weighed.draw, part)) for part in _OTHERS
    }
    # equal gains must not be told apart by rounding errors: the first is named
    most = max(gains, key=lambda part: round(gains[part], 9))
    if gains[most] < _LITTLE:
        return
    if most == "pact":
        yield f"a devil costs you {_fee(rules, position)} in pacts"
    elif most == "best_bonus":
        yield _bonus(
            "the highest amount", position.amount, position.best, rules.best_bonus, weighed
        )
    else:
        pieces = len(position.drawn)
        yield _bonus("the most pieces", pieces, position.most_pieces, rules.pieces_bonus, weighed)


def _bonus(name: str, held: int, best: int, bonus: int, weighed: "Weighed") -> str:
    if weighed.stops:
        level = "share" if held == best and held else "hold"
        return f"you {level} {name} ({held}), worth {bonus}"
    if held < best:
        return f"{name} ({best}), worth {bonus}, is {best - held} away"
    return f"{name}, worth {bonus}, is easier to keep with more than {held}"


def _bet(rules: CoalRules, position: Position, *, stops: bool) -> str:
    """How the drawer's bet stands."""
    stake, short = _stake(position), needs(rules, position)
    to_come = position.players - len(position.results) - 1
    if not stake:
        return "you have staked nothing"
    if not short:
        if rules.bet_on == "table" and position.best >= stake:
            return f"your bet of {stake} is safe already, {position.best} lie on the table"
        return f"your own {position.amount} meet your bet of {stake}"
    lost = rules.bet_on == "own" or not to_come
    if stops:
        if lost:
            return f"your bet of {stake} is lost, {short} short"
        return f"only the others can save your bet of {stake}, {short} short"
    source = "from you" if lost else "from you or others"
    return f"your bet of {stake} still needs {short}, {source}"


def notes(rules: CoalRules, position: Position, weighed: "Weighed") -> list[str]:
    """What the answer takes for granted, and what it hangs on."""
    who, stake = len(position.results), _stake(position)
    if not weighed.exact:
        said = [
            "Simulated: after this decision everybody, you too, draws by the rule round; bets "
            "and results are as told, both actions meet the same pieces."
        ]
    elif position.players - who == 1:
        said = ["Exact: nobody draws after you; you play on as best."]
    else:
        said = ["Exact: everybody plays on for as many chips of his own as he can expect."]
    said.append(
        "Values are the expected change of your chips from now to the end of the round; a lost "
        "stake counts in full, a won one as what it pays."
    )
    if stake and rules.double_to == "highest" and stake == max(position.bets or (0,)):
        said.append(f"Your bet is the highest: {stake} pays {pays(rules, position)}.")
    holders = [str(i + 1) for i, has in enumerate(position.pacts) if has]
    if holders:
        fee = _fee(rules, position)
        said.append(
            f"With a pact: seat {', '.join(holders)}."
            + (f" A devil of yours costs you {fee}." if fee else "")
        )
    if position.results and position.turned(rules).size == len(position.drawn):
        said.append(
            "What earlier turns took counts as still in the oven; tell it with --oven or --gone."
        )
    return said


def until(amount: object) -> str:
    """How far the turn goes."""
    return (
        f"stop_at: by an induction over your own draws you go on until you hold {amount} or more."
    )


def _stake(position: Position) -> int:
    return (position.bets or (0,))[len(position.results)]


def _fee(rules: CoalRules, position: Position) -> int:
    """What a devil costs the drawer now."""
    who = len(position.results)
    holders = sum(has for i, has in enumerate(position.pacts) if i != who)
    return rules.pact * min(holders, position.unstaked(who) // rules.pact if rules.pact else 0)
