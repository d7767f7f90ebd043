"""Diavolo in a few rules: how long to look at each order, and what each rule of thumb costs."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from zochastic.analysis.answer import Answer, Row, provenance
from zochastic.analysis.diavolo import answers
from zochastic.analysis.diavolo.law import weights
from zochastic.rules.diavolo import DiavoloRules
from zochastic.rules.variants import Variant

#: What a look costs, in gems, as ``diavolo snap`` takes it to be.
COST = 0.05
#: Losses below this are shown as none; nobody is warned of them.
_FELT = 0.005
_UNIT = "gems a roll"
_SNAP = "zochastic diavolo snap"


def rules(variant: Variant, **sample: Any) -> Answer:
    """Tell how diavolo is played well; exact, so that ``sample`` of `advice.rules` is not used."""
    chosen: DiavoloRules = variant.rules
    found = {order: answers.snap(variant, order=order, cost=COST) for order in weights(chosen)}
    whole = answers.snap(variant, cost=COST)
    rows = list(_rows(chosen, found))
    grey = _grey(variant)
    lost = sum(float(p) * _loss(found[order]) for order, p in weights(chosen).items())
    return Answer(
        answer=f"{whole.answer.split(';')[0]}; the rules of thumb for each order lose "
        f"{lost:.3f} gems a roll of that.",
        title=f"How to play well, {variant.title}",
        facts={"loss": lost, "value": whole.facts["value"], "cost": COST},
        rows=[*rows, *grey][:7],
        silent=("loss", "unit"),
        tables={
            "Look like this, then grab": [
                {
                    "order": order,
                    "rule": one.facts["rule"],
                    "looks": one.facts["mean_looks"],
                    "p_right": one.facts["p_right"],
                }
                for order, one in found.items()
            ],
            "Right without a look": [
                {"order": row["order"], "p_grey": row["p_grey"], "p_colour": row["p_colour"]}
                for row in answers.odds(variant, games=0).rows
            ],
        },
        notes=list(whole.notes),
        provenance=provenance("rules", variant),
    )


def _rows(chosen: DiavoloRules, found: Mapping[str, Answer]) -> Iterator[Row]:
    """A row a rule of thumb, with all orders that it is good at, and one against hurry."""
    alike: dict[str, list[str]] = {}
    for order, one in found.items():
        alike.setdefault(str(one.facts["rule"]), []).append(order)
    for rule, orders in alike.items():
        losses = [_loss(found[order]) for order in orders]
        yield _row(f"At {_listed(orders)}: {rule}", losses, f"{_SNAP} --order {orders[0]}")
    hurry: dict[str, float] = {}
    for order, one in found.items():
        for row in one.tables.get("rules", ()):
            if row["rule"] == "grab at once" and float(str(row["loss"])) >= _FELT:
                hurry[order] = float(str(row["loss"]))
    if hurry:
        yield _row(
            f"At {_listed(list(hurry))}: do not grab without looking", list(hurry.values()),
            _SNAP, doing=True,
        )  # fmt: skip


def _grey(variant: Variant) -> list[Row]:
    """When to reach for grey, for somebody below the cap among players as well off."""
    chosen: DiavoloRules = variant.rules
    have = chosen.gem_cap - 1
    if not chosen.grey_imps or have < 1:
        return []
    table = [have] * chosen.players
    told = answers.gems(variant, table=table)
    text = told.answer.rpartition("; ")[2]
    words = " ".join(map(str, table))
    return [
        {
            "rule": f"With {have} gems, like all others: {text.rpartition(': ')[2].rstrip('.')}",
            "costs": "",
            "source": f"zochastic diavolo gems {words}",
            "loss": None,
            "unit": _UNIT,
        }
    ]


def _row(rule: str, losses: Sequence[float], source: str, *, doing: bool = False) -> Row:
    low, high = min(losses), max(losses)
    span = f"{low:.2f}" if f"{low:.2f}" == f"{high:.2f}" else f"{low:.2f} to {high:.2f}"
    costs = f"{'doing so ' if doing else ''}costs {span} gems a roll"
    if high < _FELT:
        costs = "costs nothing" if high == 0 else "costs under 0.01 gems a roll"
    return {"rule": rule, "costs": costs, "source": source, "loss": high, "unit": _UNIT}


def _loss(answer: Answer) -> float:
    return float(str(answer.facts["rule_loss"]))


def _listed(orders: Sequence[str]) -> str:
    *most, last = orders
    return f"{', '.join(most)} and {last}" if most else last
