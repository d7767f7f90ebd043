"""The last but one drawer of a round, when the last answers every result in the best way.

Level by level, a level being how many pieces he has drawn: what stopping is worth needs the last
drawer's answer, and so does a devil; drawing on is worth at most the devil's share of the one plus
what he can still get.  Where that is not more than stopping, nothing behind is looked at.  Where
stopping looks so bad that this is unlikely, its value is not worked out at first.  Then one pass
backwards: there it is made up for, unless even the most that stopping can pay is less than drawing.
Within a level, positions with the same amount are treated together, since they share the last
drawer's memo.
"""

from typing import NamedTuple

import numpy as np

from zochastic.analysis.coal.round.hope import Hope, amount_hope
from zochastic.analysis.coal.round.last import (
    TIE,
    Heap,
    Here,
    Memo,
    Steps,
    bonus_hope,
    kept,
    last_turn,
    steps_of,
)
from zochastic.analysis.coal.round.payoff import Pay, add_pacts
from zochastic.sims._jit import Flags, Floats, Ints, helper, kernel, routine


class Tree(NamedTuple):
    """Positions of the last but one drawer, level by level.

    Attributes
    ----------
    place : int32[codes], where a code is kept if ``codes`` says the same there.
    codes, amounts : int64[positions], pieces gone since the root; what he has.
    stop, value : float64[positions, width], figures; ``value`` first holds what a devil leaves.
    known : bool[positions], whether ``stop`` is worked out.
    closed : bool[positions], whether he stops for sure.
    levels : int64[levels + 1], where each begins.
    """

    place: Ints
    codes: Ints
    amounts: Ints
    stop: Floats
    value: Floats
    known: Flags
    closed: Flags
    levels: Ints


@helper
def _rise(
    steps: Steps, alive: Floats, reach: Floats, unit: int, left: Ints, values: Ints,
    size: int, limit: int, helped: float, received: float, amount: int, pieces: int,
) -> float:  # fmt: skip
    """Upper bound of drawing on where no devil comes next, times the chance of that."""
    once: float = alive[size, 1]
    worth = once * (steps.sure + received)
    if steps.gain > 0.0:
        if amount >= steps.stake:
            worth += steps.gain * once
        else:
            need = steps.stake - amount
            won = amount_hope(alive, reach, unit, left, values, size, limit, need)
            worth += steps.gain * (won + (once - won) * helped)
    return worth + bonus_hope(steps, alive, reach, unit, left, values, size, limit, amount, pieces)


@helper
def _look(heap: Heap, code: int) -> None:
    """Set ``heap.left`` to what is left once the pieces of ``code`` are gone."""
    for kind in range(heap.left.size):
        heap.left[kind] = heap.pieces[kind] - code // heap.strides[kind]
        code %= heap.strides[kind]


@helper
def _promise(steps: Steps, reach: Floats, unit: int, helped: float, amount: int) -> float:
    """Guess what drawing on is worth while the bet is not won; a bad guess costs time only."""
    units = min((steps.stake - amount + unit - 1) // unit, reach.size - 1)
    won: float = reach[units]
    return steps.sure + steps.gain * (won + (1.0 - won) * helped)


@routine
def _stop(
    heap: Heap, root: Here, hope: Hope, pay: Pay, focus: int, level: int, node: int, tree: Tree,
    memo: Memo,
) -> bool:  # fmt: skip
    """Work out what stopping is worth; whether the memo had room."""
    who = pay.bets.size - 2
    _look(heap, tree.codes[node])
    heap.amounts[who] = tree.amounts[node]
    heap.counts[who] = root.drawn + level
    here = Here(
        tree.codes[node], root.devils, root.size - level, root.good - level, root.limit - level,
        root.least, 0, 0,
    )  # fmt: skip
    tree.known[node] = True
    return last_turn(heap, here, hope, 0, pay, pay.last, focus, False, memo, tree.stop[node])


@routine
def _burn(
    heap: Heap, root: Here, hope: Hope, pay: Pay, focus: int, level: int, node: int, tree: Tree,
    memo: Memo,
) -> bool:  # fmt: skip
    """Work out what a devil leaves; whether the memo had room."""
    who = pay.bets.size - 2
    if root.devils == 0:
        tree.value[node] = 0.0
        return True
    _look(heap, tree.codes[node])
    heap.amounts[who] = 0
    heap.counts[who] = 0
    here = Here(
        tree.codes[node], root.devils - 1, root.size - level - 1, root.good - level,
        root.limit - level - 1, root.least, 0, 0,
    )  # fmt: skip
    room = last_turn(heap, here, hope, 1, pay, pay.second, focus, False, memo, tree.value[node])
    add_pacts(pay.first, who, focus, tree.value[node])
    return room


@routine
def _forwards(
    heap: Heap, root: Here, hope: Hope, pay: Pay, focus: int, steps: Steps, helped: float,
    tree: Tree, memo: Memo,
) -> int:  # fmt: skip
    """Look at every position that may be drawn to; how many levels, -1 if there was no room."""
    who = pay.bets.size - 2
    received = max(pay.last[who], pay.second[who])
    burned_top = steps.sure + steps.gain * helped + pay.first[who] + received
    tree.codes[0] = root.code
    tree.amounts[0] = root.amount
    tree.place[root.code] = 0
    tree.levels[0] = 0
    start = 0
    used = 1
    level = 0
    while start < used:
        end = used
        pieces = root.drawn + level
        size, limit = root.size - level, root.limit - level
        may = pieces >= root.least or limit == 0
        risk = root.devils / size if limit > 0 else 0.0
        order = start + np.argsort(tree.amounts[start:end], kind="mergesort")
        before = -1
        for node in order:
            amount = tree.amounts[node]
            if amount != before:
                memo.used[0] = 0
                before = amount
            tree.closed[node] = limit == 0
            tree.known[node] = False
            if not may:
                continue
            if level > 0 and limit > 0 and steps.gain > 0.0 and amount < steps.stake:
                most = kept(steps, amount, pieces) + steps.gain * helped + received
                if most < _promise(steps, hope.reach[0], hope.unit, helped, amount):
                    continue
            if not _stop(heap, root, hope, pay, focus, level, node, tree, memo):
                return -1
        before = -1
        for node in order:
            amount = tree.amounts[node]
            if amount != before:
                memo.used[0] = 0
                before = amount
            if tree.closed[node]:
                continue
            rise = np.inf
            if level > 0 and tree.known[node]:
                _look(heap, tree.codes[node])
                rise = _rise(
                    steps, hope.alive[0], hope.reach[0], hope.unit, heap.left, heap.values,
                    size, limit, helped, received, amount, pieces,
                )  # fmt: skip
                if rise + risk * burned_top <= tree.stop[node, who]:
                    tree.closed[node] = True
                    continue
            if not _burn(heap, root, hope, pay, focus, level, node, tree, memo):
                return -1
            if tree.known[node] and rise + risk * tree.value[node, who] <= tree.stop[node, who]:
                tree.closed[node] = True
        for node in range(start, end):
            if tree.closed[node]:
                continue
            _look(heap, tree.codes[node])
            for kind in range(heap.left.size):
                if heap.left[kind] > 0:
                    child = tree.codes[node] + heap.strides[kind]
                    slot = tree.place[child]
                    if slot >= used or tree.codes[slot] != child:
                        if used == tree.codes.size:
                            return -1
                        tree.place[child] = used
                        tree.codes[used] = child
                        tree.amounts[used] = tree.amounts[node] + heap.values[kind]
                        used += 1
        start = end
        level += 1
        tree.levels[level] = end
    return level


@routine
def _draw(heap: Heap, root: Here, level: int, node: int, tree: Tree) -> None:
    """Work out what drawing on is worth from what a devil leaves and the level after."""
    code = tree.codes[node]
    _look(heap, code)
    good = root.good - level
    risk = root.devils / (root.size - level)
    share = (1.0 - risk) / good if good > 0 else 0.0
    width = tree.value.shape[1]
    for w in range(width):
        tree.value[node, w] *= risk
    for kind in range(heap.left.size):
        if heap.left[kind] > 0:
            slot = tree.place[code + heap.strides[kind]]
            for w in range(width):
                tree.value[node, w] += share * heap.left[kind] * tree.value[slot, w]


@kernel
def last_two_draw(
    heap: Heap, root: Here, hope: Hope, pay: Pay, focus: int, tree: Tree, memo: Memo,
    stop: Floats, draw: Floats,
) -> bool:  # fmt: skip
    """Figures of the last but one drawer, in place: if he stops now, if he draws on.

    Returns
    -------
    Whether there was room for all positions.
    """
    last = pay.bets.size - 1
    who = last - 1
    steps = steps_of(pay, heap.amounts, heap.counts, who, last)
    # the last drawer may win the bet for him: no later heap gives a greater chance than the first
    helped = 0.0
    if not pay.own:
        units = min((steps.stake + hope.unit - 1) // hope.unit, hope.reach.shape[1] - 1)
        helped = max(hope.reach[0, units], hope.reach[1, units])
    received = max(pay.last[who], pay.second[who])
    levels = _forwards(heap, root, hope, pay, focus, steps, helped, tree, memo)
    if levels < 0:
        return False
    for level in range(levels - 1, -1, -1):
        start, end = tree.levels[level], tree.levels[level + 1]
        may = level > 0 and root.drawn + level >= root.least
        order = start + np.argsort(tree.amounts[start:end], kind="mergesort")
        before = -1
        for node in order:
            amount = tree.amounts[node]
            if amount != before:
                memo.used[0] = 0
                before = amount
            if tree.closed[node]:
                tree.value[node] = tree.stop[node]
                continue
            _draw(heap, root, level, node, tree)
            if not may:
                continue
            go = tree.value[node, who]
            slack = TIE * (1.0 + abs(go))
            if not tree.known[node]:
                most = kept(steps, amount, root.drawn + level) + received
                if amount < steps.stake:
                    most += steps.gain * helped
                if most < go - slack:
                    continue
                if not _stop(heap, root, hope, pay, focus, level, node, tree, memo):
                    return False
            if tree.stop[node, who] >= go - slack:
                tree.value[node] = tree.stop[node]
    stop[:] = tree.stop[0]
    draw[:] = tree.value[0]
    return True
