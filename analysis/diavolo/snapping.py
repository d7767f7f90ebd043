"""The answer to ``diavolo snap``: the best policy of looking, in figures and in words."""

from collections.abc import Sequence

from zochastic.analysis.answer import Answer, Row, Scalar, provenance
from zochastic.analysis.diavolo import wording
from zochastic.analysis.diavolo.grabs import best, stakes, worth
from zochastic.analysis.diavolo.law import posterior, weights
from zochastic.analysis.diavolo.looking import Judged, best_looking, judged, knowledge
from zochastic.analysis.diavolo.steps import first_steps
from zochastic.analysis.diavolo.thumb import GOOD_ENOUGH, Weighed, simplest, weigh
from zochastic.rules.diavolo import DiavoloRules
from zochastic.rules.variants import Variant

#: Costs of a look in gems along the curve of looks against accuracy.
COSTS = (0.0, 0.01, 0.02, 0.03, 0.05, 0.07, 0.1, 0.13, 0.16, 0.2, 0.25, 0.3, 0.4, 0.5)
HAZARDS = (0.0, 0.01, 0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6)


def snap(
    variant: Variant,
    order: str,
    *,
    cost: float = 0.0,
    hazard: float = 0.0,
    goal: str = "gems",
    gems: int | None = None,
    curve: bool = False,
) -> Answer:
    """When to look at one more die and when to grab what, at one order.

    Parameters
    ----------
    cost : of a look, in the goal's unit.
    hazard : chance at each look that the imps one wants run out.
    curve : add the table ``curve``, looks against accuracy, for a chart.

    Returns
    -------
    Answer: ``facts`` ``mean_looks``, ``p_right``, ``value`` (goal's unit, less the cost of looks),
        ``rule`` (the simplest rule of thumb), ``rule_value``, ``rule_loss``; ``rows`` the first
        steps of best play; ``tables`` ``rules``, and ``curve``.
    """
    rules: DiavoloRules = variant.rules
    context: dict[str, Scalar] = {"order": order, "goal": goal, "cost": cost, "hazard": hazard}
    title = f"When to grab at {order}, {variant.title}"
    if order == "nearest":
        rows, facts = _at_once(rules, goal, gems)
        return Answer(
            answer=wording.snap(order, rows, facts, goal),
            title=title,
            facts=facts | context,
            rows=rows,
            notes=[wording.NEAREST_NOTE, *wording.assumed(rules, "near_tie")],
            provenance=provenance("snap", variant),
        )
    case = judged(knowledge(rules, order), stakes(rules, gems), goal, grey=rules.grey_imps > 0)
    played = best_looking(case, cost=cost, hazard=hazard)
    weighed = weigh(case, cost=cost, hazard=hazard)
    top = float(played.value[0])
    thumb = simplest(weighed, top)
    facts = {
        "mean_looks": float(played.looks[0]),
        "p_right": float(played.right[0]),
        "value": top,
        "rule": thumb.text,
        "rule_value": thumb.value,
        "rule_loss": top - thumb.value,
    }
    steps = first_steps(played)
    tables: dict[str, Sequence[Row]] = {"rules": _thumb_rows(weighed, top)}
    if curve:
        tables["curve"] = _curve(case, cost, hazard)
    return Answer(
        answer=wording.snap(order, steps, facts, goal),
        title=title,
        facts=facts | context | {"states": case.known.size},
        rows=steps,
        tables=tables,
        notes=_notes(rules, gems, goal, cost, hazard),
        provenance=provenance("snap", variant),
    )


def snap_all(
    variant: Variant,
    *,
    cost: float = 0.0,
    hazard: float = 0.0,
    goal: str = "gems",
    gems: int | None = None,
) -> Answer:
    """The same for every order: one row each, the facts as means over the Order die."""
    rules: DiavoloRules = variant.rules
    rows: list[Row] = []
    means = {"mean_looks": 0.0, "p_right": 0.0, "value": 0.0}
    for order, weight in weights(rules).items():
        found = snap(variant, order, cost=cost, hazard=hazard, goal=goal, gems=gems)
        names = ("mean_looks", "p_right", "value", "rule", "rule_value", "rule_loss")
        rows.append({"order": order} | {name: found.facts[name] for name in names})
        for name in means:
            means[name] += float(weight) * float(str(found.facts[name]))
    numbers = [row for row in rows if row["order"] != "nearest"] or rows
    fewest = min(numbers, key=lambda row: float(str(row["mean_looks"])))
    return Answer(
        answer=(
            f"Over the Order die one looks at {means['mean_looks']:.1f} dice and is right with "
            f"{wording.percent(means['p_right'])}, worth {wording.worth(means['value'], goal)}; "
            f"of the orders about numbers {fewest['order']} takes the fewest looks."
        ),
        title=f"When to grab, {variant.title}",
        facts=means | {"goal": goal, "cost": cost, "hazard": hazard},
        rows=rows,
        notes=_notes(rules, gems, goal, cost, hazard),
        provenance=provenance("snap", variant),
    )


def _at_once(
    rules: DiavoloRules, goal: str, gems: int | None
) -> tuple[list[Row], dict[str, Scalar]]:
    """At `nearest` no look tells anything: the best grab without one."""
    chances = posterior(rules, "nearest")
    values = worth(chances, stakes(rules, gems), goal)
    there = range(rules.colours + (rules.grey_imps > 0))
    top = best(values, there)
    right = float(chances[top]) if top < len(chances) else 0.0
    value = float(values[top])
    name = wording.grabs_of(rules)[top]
    row: Row = {
        "looks": 0,
        "seen": "nothing yet",
        "do": f"grab {name}",
        "p_reach": 1.0,
        "p_right": right,
        "value": value,
    }
    facts: dict[str, Scalar] = {
        "mean_looks": 0.0,
        "p_right": right,
        "value": value,
        "rule": "grab at once",
        "rule_value": value,
        "rule_loss": 0.0,
    }
    return [row], facts


def _thumb_rows(weighed: Sequence[Weighed], top: float) -> list[Row]:
    return [
        {
            "rule": one.text,
            "mean_looks": one.looks,
            "p_right": one.right,
            "value": one.value,
            "loss": top - one.value,
        }
        for one in weighed
    ]


def _curve(case: Judged, cost: float, hazard: float) -> list[Row]:
    """Looks and accuracy of best play as a look gets dearer, and the point that was asked for."""
    points = {(c, 0.0) for c in COSTS} if not hazard else {(0.0, h) for h in HAZARDS}
    rows: list[Row] = []
    for each, danger in sorted(points | {(cost, hazard)}):
        played = best_looking(case, cost=each, hazard=danger)
        rows.append(
            {
                "cost": each,
                "hazard": danger,
                "mean_looks": float(played.looks[0]),
                "p_right": float(played.right[0]),
                "value": float(played.value[0]),
                "asked": (each, danger) == (cost, hazard),
            }
        )
    return rows


def _notes(
    rules: DiavoloRules, gems: int | None, goal: str, cost: float, hazard: float
) -> list[str]:
    unit = "gems" if goal == "gems" else "of the chance to be right"
    notes = [
        f"A rule of thumb that loses at most {GOOD_ENOUGH} {unit} is good enough: the simplest "
        "such is told, or the best of all where none is."
    ]
    if hazard:
        notes.insert(0, f"At each look the imps you want run out with chance {hazard:g}.")
    else:
        notes.insert(0, f"A look costs {cost:g} {unit}.")
    if goal == "gems" and gems is None and rules.grey_gain:
        notes.append(
            f"For somebody below the cap of {rules.gem_cap} gems; --gems says how many you have."
        )
    return notes
