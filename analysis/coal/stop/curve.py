"""Chips of the round by the amount in front of the drawer, stopping against drawing on."""

from dataclasses import replace

import numpy as np

from zochastic.analysis.answer import Row
from zochastic.analysis.coal.stop.values import weigh
from zochastic.analysis.coal.turn.curve import occurrences
from zochastic.analysis.coal.turn.stopping import compositions
from zochastic.rules.coal import CoalRules
from zochastic.rules.coal.position import Position, heap

#: Points of the curve, about; rounds of a chunk where they are simulated, and at most of each.
POINTS, CHUNK, ROUNDS = 22, 256, 4096


def by_amount(
    rules: CoalRules, position: Position, *, seed: int, threads: int | None = None
) -> list[Row]:
    """What both actions are worth in the turn of the player at work, by his amount.

    An amount is made up of the pieces that do so most often when one keeps drawing.  Where the
    values are simulated all points meet the same luck, so the curve bends where they do.

    Returns
    -------
    Rows ``amount``, ``pieces``, ``value_stop``, ``value_draw``, up to a good part above every
    amount that matters.

    Raises
    ------
    ValueError : the oven has too many compositions.
    """
    lay = position.oven.plus(heap(position.drawn))
    if not lay.pieces:
        return []
    space = compositions(lay)
    amounts, pieces = space.totals()
    weights = occurrences(space)
    stake = (position.bets or (0,))[len(position.results)]
    end = max(1.4 * max(lay.good / (lay.devils + 1), position.best, stake), position.amount)
    step = lay.unit * max(1, round(min(end, lay.good) / (lay.unit * POINTS)))
    step += -step % rules.bet_step  # stakes lie on the curve
    values = space.oven.values.tolist()
    rows: list[Row] = []
    for amount in range(step, int(end) + 1, step):
        here = np.flatnonzero((amounts == amount) & (pieces >= rules.min_draw))
        if not here.size:
            continue
        rest, drawn = int(here[np.argmax(weights[here])]), []
        for value, stride in zip(values, space.strides.tolist(), strict=True):
            copies, rest = divmod(rest, stride)
            drawn += [value] * copies
        at = replace(position, drawn=tuple(drawn), oven=lay.minus(heap(tuple(drawn))))
        found = weigh(
            rules, at, games=ROUNDS, precision=1.0, seed=seed, threads=threads, chunk=CHUNK
        )
        rows.append(
            {
                "amount": amount,
                "pieces": len(drawn),
                "value_stop": None if found.stop is None else found.stop.value,
                "value_draw": None if found.draw is None else found.draw.value,
            }
        )
    return rows
