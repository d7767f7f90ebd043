"""What a right, wrong or grey grab is worth, in gems and in chances to win the game."""

from collections.abc import Sequence
from dataclasses import replace

from zochastic.analysis.answer import Answer, Row, Scalar, provenance
from zochastic.analysis.diavolo import race, wording
from zochastic.analysis.diavolo.grabs import stakes
from zochastic.analysis.diavolo.people import PRESETS
from zochastic.rules.diavolo import ORDERS, DiavoloRules
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import Variant

#: Chance of each to reach for a wrong imp, where nothing else is said.
ERROR = 0.08

#: (what was grabbed, whether it was the right imp, whether the right imp was grey).
_CASES = (
    ("right colour", True, False),
    ("wrong, a colour was right", False, False),
    ("right grey", True, True),
    ("wrong, grey was right", False, True),
)


def gems(
    variant: Variant,
    *,
    table: Sequence[int],
    error: float = ERROR,
    supply: tuple[int, int] | None = None,
) -> Answer:
    """What each kind of grab is worth to the first of some players who are equally good.

    Parameters
    ----------
    table : gems of the player who asks, then those of the others still in the game.
    error : chance of everybody to reach for a wrong imp.
    supply : imps a colour and grey ones on the table; None = as the rules have it.

    Returns
    -------
    Answer: ``facts`` ``p_win`` now, ``grey_worth`` (how much more a right grey brings than a
        right colour, both measured from a wrong grab); ``rows`` by ``grab``: ``gems`` gained,
        ``others_lose`` (gems of all others, mean), ``p_win`` afterwards, ``p_win_change``.

    Raises
    ------
    InvalidInput : fewer than two players, gems beyond the cap, a game of another kind.
    """
    rules: DiavoloRules = replace(
        variant.rules, players=max(2, min(6, len(table))), gems=variant.rules.gem_cap
    )
    _check(rules, table)
    if supply is None:
        colour, *_, grey = rules.supply(len(table))
        supply = colour, grey
    solved = equals(rules, len(table), error)
    rows, now, ratio = weigh(rules, table, error, supply, solved)
    facts: dict[str, Scalar] = {
        "p_win": now,
        "grey_worth": ratio,
        "gems": table[0],
        "living": len(table),
        "imps_colour": supply[0],
        "imps_grey": supply[1],
    }
    return Answer(
        answer=_sentence(now, ratio),
        title=f"What a grab is worth with {' '.join(map(str, table))} gems, {variant.title}",
        facts=facts,
        rows=rows,
        notes=[
            f"Assumed: all are equally quick and reach for a wrong imp with {error:g}; "
            "afterwards the game goes on so.",
            "Assumed: Whoever wants an imp that is gone takes none.",
            *wording.assumed(rules, "near_tie"),
        ],
        provenance=provenance("gems", variant),
    )


def equals(rules: DiavoloRules, living: int, error: float) -> race.Race | None:
    """The games of so many who are equally quick and careful; None where `race.solve` has none."""
    person = replace(PRESETS["average"], error=dict.fromkeys(ORDERS, error)).player(rules)
    return race.solve(rules, [person] * living)


def weigh(
    rules: DiavoloRules,
    table: Sequence[int],
    error: float,
    supply: tuple[int, int],
    solved: race.Race | None,
) -> tuple[list[Row], float | None, float | None]:
    """Rows of `gems`, the chance to win now, and how many right colours a right grey is worth.

    ``solved`` : from `equals`, for the players of ``table``; without it gems are weighed.
    """
    mine = stakes(rules, table[0])
    rows: list[Row] = []
    worth: dict[str, float] = {}
    now = None if solved is None else solved.p_win(table)[0]
    for name, right, is_grey in _CASES:
        if right and not supply[is_grey]:
            continue  # nobody can have it
        change = (mine.grey if is_grey else 0) if right else mine.wrong
        after, lost = _afterwards(rules, table, change, right, is_grey, error, supply, solved)
        worth[name] = change if after is None else after
        rows.append(
            {
                "grab": name,
                "gems": change,
                "others_lose": lost,
                "p_win": after,
                "p_win_change": None if after is None or now is None else after - now,
            }
        )
    for_colour = worth["right colour"] - worth["wrong, a colour was right"]
    ratio = None
    if for_colour > 0 and "right grey" in worth:
        ratio = (worth["right grey"] - worth["wrong, grey was right"]) / for_colour
    return rows, now, ratio


def _check(rules: DiavoloRules, table: Sequence[int]) -> None:
    cap = rules.gem_cap
    if not 2 <= len(table) <= 6 or not all(1 <= count <= cap for count in table):
        allowed = f"gems of two to six players, each from 1 to the cap {cap}, yours first"
        raise InvalidInput("GEMS", " ".join(map(str, table)), allowed)


def _afterwards(
    rules: DiavoloRules,
    table: Sequence[int],
    change: int,
    right: bool,
    is_grey: bool,
    error: float,
    supply: tuple[int, int],
    solved: race.Race | None,
) -> tuple[float | None, float]:
    """Chance to win after a round in which the first player's lot is known; what others lose."""
    others = tuple(range(1, len(table)))
    there = max(0, supply[is_grey] - right)
    law = race.subset_law(others, there, [1 - error] * len(table), [0.0] * len(table))
    p_win, lost = 0.0, 0.0
    for have, p in law.items():
        gems_after = [table[0] + change]
        for other in others:
            count = table[other]
            if have >> other & 1:
                count = min(count + rules.grey_gain, rules.gem_cap) if is_grey else count
            else:
                count = max(count - rules.loss_none, 0)
            lost += p * (table[other] - count)
            gems_after.append(count)
        if solved is not None:
            p_win += p * solved.p_win(gems_after)[0]
    return (None if solved is None else p_win), lost


def _sentence(now: float | None, ratio: float | None) -> str:
    if ratio is None:
        text = "there is nothing to choose between grey and a colour."
    elif ratio <= 0:
        text = "a right grey is worth nothing: never grab grey."
    else:
        limit = f"grab grey once it is {1 / ratio:.2f} times as likely as the best colour"
        text = f"a right grey is worth {ratio:.2f} right colours: {limit}."
    if now is None:
        return text[0].upper() + text[1:]
    return f"You win {wording.percent(now)} from here among equals; {text}"
