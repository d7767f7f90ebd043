"""One function a command about single rolls of Diavolo, as an Answer; games are in `contests`."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING

from zochastic.analysis.answer import Answer, Row, Scalar, provenance
from zochastic.analysis.diavolo import wording
from zochastic.analysis.diavolo.grabs import Stakes, best, check_goal, stakes, worth
from zochastic.analysis.diavolo.law import mixed, posterior, weights
from zochastic.rules.diavolo import GREY, DiavoloRules, Seen, imps_of
from zochastic.rules.diavolo.throw import ORDERS, right_imp
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import Variant

if TYPE_CHECKING:
    from zochastic.analysis.diavolo.people import Person

Progress = Callable[[int, int], None]


def odds(
    variant: Variant,
    *,
    games: int = 1_000_000,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Answer:
    """How often each imp is right, at every order and over the Order die.

    Parameters
    ----------
    games : simulated throws an order, the audit of the exact chance; 0 for none.

    Returns
    -------
    Answer: ``facts`` ``p_grey``, ``p_colour``, ``p_grey_exact``; ``rows`` by order: ``order``,
        ``p_grey``, ``p_colour``, ``p_grey_exact``, and of the audit ``sim_p_grey``, ``sim_low``,
        ``sim_high``, ``z``.
    """
    rules: DiavoloRules = variant.rules
    rows: list[Row] = []
    partial, played = False, 0
    orders = weights(rules)
    for index, (order, weight) in enumerate(orders.items()):
        *colours, grey = posterior(rules, order)
        row: dict[str, Scalar] = {
            "order": order,
            "weight": float(weight),
            "p_grey": float(grey),
            "p_colour": float(colours[0]),
            "p_grey_exact": str(grey),
        }
        if games:
            audit, thrown, stopped = _audit(
                rules, order, grey, games, seed, threads, _part(progress, index, len(orders))
            )
            row |= audit
            partial, played = partial or stopped, max(played, thrown)
        rows.append(row)
        if partial:
            break
    *colours, grey = mixed(rules)
    notes = [*wording.assumed(rules, "near_tie")] if "nearest" in orders else []
    if "nearest" in orders:
        notes.insert(0, wording.NEAREST_NOTE)
    return Answer(
        answer=wording.odds(rules, rows, grey),
        title=f"Which imp is right, {variant.title}",
        facts={
            "p_grey": float(grey),
            "p_colour": float(colours[0]),
            "p_grey_exact": str(grey),
            "p_colour_exact": str(colours[0]),
        },
        rows=rows,
        notes=notes,
        provenance=provenance(
            "odds",
            variant,
            seed=seed if played else None,
            games=played or None,
            partial=partial,
        ),
    )


def _audit(
    rules: DiavoloRules,
    order: str,
    exact: Fraction,
    games: int,
    seed: int,
    threads: int | None,
    progress: Progress | None,
) -> tuple[dict[str, Scalar], int, bool]:
    """Columns of simulated throws beside the exact chance of grey; throws; whether stopped."""
    if order == "nearest":  # nothing to throw: it is what the rules take it to be
        return dict.fromkeys(("sim_p_grey", "sim_low", "sim_high", "z")), 0, False
    from zochastic.analysis import estimates
    from zochastic.sims.diavolo.lanes import ThrowExperiment
    from zochastic.sims.runner import run

    experiment = ThrowExperiment(rules.colours, rules.dice, rules.sides, order, seed)
    tally = run(experiment, games=games, threads=threads, progress=progress)
    count = int(tally.counts[-1])
    share = estimates.proportion(count, tally.games)
    z = estimates.z_of_proportion(count, tally.games, float(exact))
    columns: dict[str, Scalar] = {
        "sim_p_grey": share.value,
        "sim_low": share.low,
        "sim_high": share.high,
        "z": z if isfinite(z) else None,
    }
    return columns, tally.games, tally.partial


def read(
    variant: Variant,
    *,
    seen: Seen,
    order: str | None = None,
    goal: str = "gems",
    gems: int | None = None,
    nearest: str | None = None,
    gone: Sequence[str] = (),
) -> Answer:
    """Which imp to grab after seeing some or all of the dice.

    Parameters
    ----------
    order : what the Order die shows; None = not read yet, all orders are told.
    goal : ``gems`` or ``right``.
    gems : the player's own; None stands for somebody below the cap.
    nearest : the colour of the die nearest to the Order die, or ``grey`` for a tie, if seen.
    gone : imps that are no longer there.

    Returns
    -------
    Answer: ``facts`` ``grab``, ``p_right``, ``value``, and ``imp`` when nothing is open; ``rows``
        one an imp (``imp``, ``probability``, ``value``), or without ``order`` one an order.

    Raises
    ------
    InvalidInput : an order that the Order die lacks, a wrong goal, gems or imp.
    """
    rules: DiavoloRules = variant.rules
    check_goal(goal)
    at_stake = stakes(rules, gems)
    imps = imps_of(rules)
    for imp in (nearest, *gone):
        if imp is not None and imp not in imps:
            what = "--nearest" if imp == nearest else "--gone"
            raise InvalidInput(what, imp, ", ".join(imps), known=imps)
    there = {
        i for i, imp in enumerate(imps) if imp not in gone and (imp != GREY or rules.grey_imps)
    }
    if order is None:
        return _read_all(variant, seen, goal, at_stake, nearest, there)
    if order not in dict(rules.orders):
        known = tuple(dict(rules.orders))
        raise InvalidInput("--order", order, ", ".join(known), known=known)
    chances = _chances(rules, order, seen, nearest)
    rows, top = _grab_rows(rules, chances, at_stake, goal, there)
    complete = 1 in chances
    facts: dict[str, Scalar] = {
        "grab": rows[top]["imp"],
        "p_right": rows[top]["probability"],
        "value": rows[top]["value"],
    }
    if complete:
        facts = {"imp": imps[chances.index(1)], **facts}
    notes = []
    if order == "nearest" and nearest is None:
        notes += [wording.NEAREST_NOTE, *wording.assumed(rules, "near_tie")]
    if not complete and goal == "gems" and gems is None and rules.grey_gain:
        notes.append(
            f"For somebody below the cap of {rules.gem_cap} gems; --gems says how many you have."
        )
    return Answer(
        answer=wording.read_one(order, rows, top, goal, complete),
        title=f"{seen.text} at {order}, {variant.title}",
        facts=facts | _context(seen, goal, at_stake),
        rows=rows,
        best=top,
        tables={"economy": _economy(rules, at_stake)},
        notes=notes,
        provenance=provenance("read", variant),
    )


def _chances(
    rules: DiavoloRules, order: str, seen: Seen, nearest: str | None
) -> tuple[Fraction, ...]:
    """Chance of each imp; certain where nothing is left to see."""
    imps = imps_of(rules)
    if order == "nearest":
        if nearest is None:
            return posterior(rules, order)
        return tuple(Fraction(imp == nearest) for imp in imps)
    if seen.complete:
        imp = right_imp(order, seen.dice)
        return tuple(Fraction(one == imp) for one in imps)
    return posterior(rules, order, seen)


def _grab_rows(
    rules: DiavoloRules,
    chances: Sequence[Fraction],
    at_stake: Stakes,
    goal: str,
    there: set[int],
) -> tuple[list[Row], int]:
    """A row an imp, and which to grab; a row for none where it can be the best."""
    values = worth(chances, at_stake, goal)
    top = best(values, there)
    rows: list[Row] = [
        {
            "imp": imp,
            "probability": float(p),
            "value": float(value),
            "probability_exact": str(p),
        }
        for imp, p, value in zip(imps_of(rules), chances, values, strict=False)
    ]
    if top == len(rows) or at_stake.none != at_stake.wrong:
        rows.append(
            {
                "imp": wording.NONE,
                "probability": 0.0,
                "value": float(values[-1]),
                "probability_exact": "0",
            }
        )
    return rows, top


def _read_all(
    variant: Variant,
    seen: Seen,
    goal: str,
    at_stake: Stakes,
    nearest: str | None,
    there: set[int],
) -> Answer:
    """The best grab at every order, and before the Order die is read."""
    rules: DiavoloRules = variant.rules
    grabs = wording.grabs_of(rules)
    rows: list[Row] = []
    total = [Fraction(0)] * (rules.colours + 1)
    for order, weight in weights(rules).items():
        chances = _chances(rules, order, seen, nearest)
        total = [sum_ + weight * p for sum_, p in zip(total, chances, strict=True)]
        values = worth(chances, at_stake, goal)
        top = best(values, there)
        rows.append(
            {
                "order": order,
                "imp": imps_of(rules)[chances.index(1)] if 1 in chances else None,
                "grab": grabs[top],
                "p_right": float(chances[top]) if top < len(chances) else 0.0,
                "value": float(values[top]),
                "p_grey": float(chances[-1]),
            }
        )
    values = worth(total, at_stake, goal)
    top = best(values, there)
    notes = ["The facts are for somebody who has not read the Order die."]
    if any(order == "nearest" for order, _ in rules.orders) and nearest is None:
        notes += [wording.NEAREST_NOTE, *wording.assumed(rules, "near_tie")]
    facts: dict[str, Scalar] = {
        "grab": grabs[top],
        "p_right": float(total[top]) if top < len(total) else 0.0,
        "value": float(values[top]),
    }
    return Answer(
        answer=wording.read_all(rows, seen),
        title=f"{seen.text} at every order, {variant.title}",
        facts=facts | _context(seen, goal, at_stake),
        rows=rows,
        tables={"economy": _economy(rules, at_stake)},
        notes=notes,
        provenance=provenance("read", variant),
    )


def _context(seen: Seen, goal: str, at_stake: Stakes) -> dict[str, Scalar]:
    return {"seen": seen.text, "dice_seen": seen.count, "goal": goal, "grey_gain": at_stake.grey}


def _economy(rules: DiavoloRules, at_stake: Stakes) -> list[Row]:
    """Gems that each kind of grab brings the player."""
    return [
        {"grab": "right colour", "gems": 0},
        {"grab": "right grey", "gems": at_stake.grey},
        {"grab": "wrong imp", "gems": at_stake.wrong},
        {"grab": "no imp", "gems": at_stake.none},
    ]


def snap(
    variant: Variant,
    *,
    order: str | None = None,
    cost: float = 0.0,
    hazard: float = 0.0,
    goal: str = "gems",
    gems: int | None = None,
    curve: bool = False,
) -> Answer:
    """When to stop looking at dice and grab, solved exactly; see `snapping.snap`."""
    from zochastic.analysis.diavolo import snapping

    if order is None:
        return snapping.snap_all(
            variant, cost=cost, hazard=hazard, goal=check_goal(goal), gems=gems
        )
    known = tuple(name for name in ORDERS if name in dict(variant.rules.orders))
    if order not in known:
        raise InvalidInput("--order", order, ", ".join(known), known=known)
    return snapping.snap(
        variant, order, cost=cost, hazard=hazard, goal=check_goal(goal), gems=gems, curve=curve
    )


def simulate(
    variant: Variant,
    *,
    people: "Sequence[Person]",
    gems: Sequence[int] | None = None,
    games: int = 1_000_000,
    seed: int = 1,
    threads: int | None = None,
    precision: float | None = None,
    equalise: bool = False,
    progress: Progress | None = None,
) -> Answer:
    """Whole games between people; see `contests.simulate`."""
    from zochastic.analysis.diavolo import contests

    return contests.simulate(
        variant,
        people=people,
        gems=gems,
        games=games,
        seed=seed,
        threads=threads,
        precision=precision,
        equalise=equalise,
        progress=progress,
    )


def gems(variant: Variant, *, table: Sequence[int], error: float = 0.08) -> Answer:
    """What each kind of grab is worth; see `economy.gems`."""
    from zochastic.analysis.diavolo import economy

    return economy.gems(variant, table=table, error=error)


def _part(progress: Progress | None, index: int, parts: int) -> Progress | None:
    """Progress of one of several equal parts, told as progress of the whole."""
    if progress is None:
        return None
    return lambda done, total: progress(index * total + done, parts * total)
