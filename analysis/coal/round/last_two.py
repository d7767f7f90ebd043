"""The last but one drawer of a round, when the last answers every result in the best way.

What stopping is worth to him needs the last drawer's answer, and so does a devil; drawing on is
worth at most the devil's share of the one plus what he can still get.  Where that is not more than
stopping, nothing behind is looked at.  Positions are taken in the order of what he has, eight
amounts at a time, since the last drawer's answers to these are worked out side by side
(`abreast`): first forwards, as far as drawing on may be worth it, then backwards.  What stopping
is worth is left out where it cannot matter: forwards if even the most that it can pay closes
nothing, backwards if that is less than drawing.
"""

from typing import NamedTuple

import numpy as np

from zochastic.analysis.coal.round.abreast import (
    PIECES,
    Chart,
    Room,
    fill_layer,
    fill_table,
    pay_marks,
    set_lanes,
)
from zochastic.analysis.coal.round.hope import Hope, amount_hope
from zochastic.analysis.coal.round.last import (
    TIE,
    Heap,
    Here,
    Steps,
    bonus_hope,
    kept,
    steps_of,
)
from zochastic.analysis.coal.round.payoff import Pay, add_pacts
from zochastic.sims._jit import Flags, Floats, Ints, borrowed, helper, kernel, routine
from zochastic.sims._lanes import LANES


class Tree(NamedTuple):
    """Positions of the last but one drawer.

    Attributes
    ----------
    place : int32[codes], where a code is kept if ``codes`` says the same there.
    codes : int64[positions], pieces gone since the root.
    stop, value : float64[positions, width], figures; ``value`` first holds what a devil leaves.
    known : bool[positions], whether ``stop`` is worked out.
    closed : bool[positions], whether he stops for sure.
    first : int64[blocks, depths], a position with so much and so many pieces; -1: there is none.
    following : int64[positions], the next one of these.
    asked, bounds : [positions], those whose answers are worked out together, and what drawing on
        is worth there at most.
    """

    place: Ints
    codes: Ints
    stop: Floats
    value: Floats
    known: Flags
    closed: Flags
    first: Ints
    following: Ints
    asked: Ints
    bounds: Floats


class Case(NamedTuple):
    """What is solved, and whose figures are told in parts.

    Attributes
    ----------
    helped : the greatest chance that the last drawer wins the bet of the one before.
    mine : which of the open stakes is the last drawer's; -1: none.
    """

    heap: Heap
    root: Here
    hope: Hope
    pay: Pay
    focus: int
    steps: Steps
    helped: float
    mine: int


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


@routine
def _table(case: Case, chart: Chart, room: Room, block: int, fewer: int) -> None:
    """Fill the table of the last drawer for a block, with ``fewer`` devils."""
    heap, root, pay = case.heap, case.root, case.pay
    last = pay.bets.size - 1
    first = root.amount + block * LANES * case.hope.unit
    set_lanes(pay, heap.amounts, heap.counts, first, case.hope.unit, 0, fewer == 1, room.lines)
    pact: float = pay.second[last] if fewer == 1 else pay.last[last]
    turn = Here(
        0, root.devils - fewer, root.size - fewer, root.good, root.limit - fewer, root.least,
        root.amount, 0,
    )  # fmt: skip
    alone: float = pay.most[1]
    fill_table(
        chart, turn, pact, alone, room.lines, room.stakes, case.mine, room.tables[fewer]
    )  # fmt: skip


@routine
def _answers(
    case: Case, chart: Chart, room: Room, tree: Tree, block: int, depth: int, size: int,
    fewer: int,
) -> None:  # fmt: skip
    """Work out what stopping is worth, or a devil, at ``size`` positions in ``tree.asked``."""
    if size == 0:
        return
    if not room.filled[fewer]:
        _table(case, chart, room, block, fewer)
        room.filled[fewer] = True
    heap, root, pay = case.heap, case.root, case.pay
    last = pay.bets.size - 1
    who = last - 1
    unit = case.hope.unit
    first = root.amount + block * LANES * unit
    pieces = root.drawn + depth
    set_lanes(pay, heap.amounts, heap.counts, first, unit, pieces, fewer == 1, room.lines)
    pacts = borrowed(pay.second) if fewer == 1 else borrowed(pay.last)
    turn = Here(
        0, root.devils - fewer, root.size - fewer, root.good, root.limit - fewer, root.least,
        root.amount, 0,
    )  # fmt: skip
    for i in range(size):
        room.codes[i] = tree.codes[tree.asked[i]]
    fill_layer(
        chart, turn, case.hope.alive[fewer], pacts[last], pay, heap.counts, depth, size,
        case.mine, room.tables[fewer], room,
    )  # fmt: skip
    wide = 3 + room.stakes.size + PIECES
    for i in range(size):
        node = tree.asked[i]
        code = tree.codes[node]
        amount = root.amount + chart.gone[code]
        heap.amounts[who] = 0 if fewer == 1 else amount
        figures = tree.value[node] if fewer == 1 else tree.stop[node]
        pay_marks(
            pay, heap.amounts, heap.counts, case.focus, pacts, room.stakes, room.layer,
            i * wide, (amount - first) // unit, figures,
        )  # fmt: skip
        if fewer == 1:
            add_pacts(pay.first, who, case.focus, figures)
        else:
            tree.known[node] = True


@helper
def _most(case: Case, received: float, amount: int, pieces: int) -> float:
    """The most that stopping can pay."""
    worth = kept(case.steps, amount, pieces) + received
    if amount < case.steps.stake:
        worth += case.steps.gain * case.helped
    return worth


@routine
def _look(case: Case, chart: Chart, room: Room, tree: Tree, block: int, depth: int) -> None:
    """What a devil leaves with so much and so many pieces, and where stopping is surely best."""
    root, pay, hope = case.root, case.pay, case.hope
    values = case.heap.values
    who = pay.bets.size - 2
    received = max(pay.last[who], pay.second[who])
    pieces = root.drawn + depth
    size, limit = root.size - depth, root.limit - depth
    asked = 0
    node = tree.first[block, depth]
    while node >= 0:
        tree.closed[node] = limit == 0
        tree.known[node] = False
        tree.value[node] = 0.0
        tree.asked[asked] = node
        asked += 1
        node = tree.following[node]
    risk = 0.0
    if root.devils > 0 and limit > 0:
        risk = root.devils / size
        _answers(case, chart, room, tree, block, depth, asked, 1)
    if pieces < root.least and limit > 0:
        return
    asked = 0
    node = tree.first[block, depth]
    while node >= 0:
        amount = root.amount + chart.gone[tree.codes[node]]
        bound = -np.inf
        if depth > 0 and limit > 0:
            bound = risk * tree.value[node, who] + _rise(
                case.steps, hope.alive[0], hope.reach[0], hope.unit,
                chart.left[tree.codes[node]], values, size, limit, case.helped, received,
                amount, pieces,
            )  # fmt: skip
        if bound <= _most(case, received, amount, pieces):
            tree.bounds[asked] = bound
            tree.asked[asked] = node
            asked += 1
        node = tree.following[node]
    _answers(case, chart, room, tree, block, depth, asked, 0)
    for i in range(asked):
        node = tree.asked[i]
        if depth > 0 and tree.bounds[i] <= tree.stop[node, who]:
            tree.closed[node] = True


@routine
def _forwards(case: Case, chart: Chart, room: Room, tree: Tree) -> bool:
    """Look at every position that may be drawn to; whether there was room."""
    strides, left, gone = borrowed(chart.strides), borrowed(chart.left), borrowed(chart.gone)
    tree.first[:] = -1
    tree.codes[0] = 0
    tree.place[0] = 0
    tree.first[0, 0] = 0
    tree.following[0] = -1
    used = 1
    for block in range(tree.first.shape[0]):
        room.filled[:] = False
        for depth in range(tree.first.shape[1]):
            if tree.first[block, depth] < 0:
                continue
            _look(case, chart, room, tree, block, depth)
            node = tree.first[block, depth]
            while node >= 0:
                code = tree.codes[node]
                node, parent = tree.following[node], node
                if tree.closed[parent]:
                    continue
                for kind in range(strides.size):
                    if left[code, kind] == 0:
                        continue
                    child = code + strides[kind]
                    slot = tree.place[child]
                    if slot < used and tree.codes[slot] == child:
                        continue
                    if used == tree.codes.size:
                        return False
                    tree.place[child] = used
                    tree.codes[used] = child
                    there = gone[child] // case.hope.unit // LANES
                    tree.following[used] = tree.first[there, depth + 1]
                    tree.first[there, depth + 1] = used
                    used += 1
    return True


@routine
def _draw(case: Case, chart: Chart, tree: Tree, depth: int, node: int) -> None:
    """Work out what drawing on is worth from what a devil leaves and the positions behind."""
    code = tree.codes[node]
    good = case.root.good - depth
    risk = case.root.devils / (case.root.size - depth)
    share = (1.0 - risk) / good if good > 0 else 0.0
    width = tree.value.shape[1]
    for w in range(width):
        tree.value[node, w] *= risk
    for kind in range(chart.strides.size):
        if chart.left[code, kind] > 0:
            slot = tree.place[code + chart.strides[kind]]
            for w in range(width):
                tree.value[node, w] += share * chart.left[code, kind] * tree.value[slot, w]


@routine
def _backwards(case: Case, chart: Chart, room: Room, tree: Tree) -> None:
    """The better of stopping and drawing on, from the greatest amounts back."""
    root, pay = case.root, case.pay
    who = pay.bets.size - 2
    received = max(pay.last[who], pay.second[who])
    for block in range(tree.first.shape[0] - 1, -1, -1):
        room.filled[:] = False
        for depth in range(tree.first.shape[1] - 1, -1, -1):
            pieces = root.drawn + depth
            may = depth > 0 and pieces >= root.least
            asked = 0
            node = tree.first[block, depth]
            while node >= 0:
                if not tree.closed[node]:
                    _draw(case, chart, tree, depth, node)
                    go = tree.value[node, who]
                    amount = root.amount + chart.gone[tree.codes[node]]
                    most = _most(case, received, amount, pieces)
                    if may and not tree.known[node] and most >= go - TIE * (1.0 + abs(go)):
                        tree.asked[asked] = node
                        asked += 1
                node = tree.following[node]
            _answers(case, chart, room, tree, block, depth, asked, 0)
            node = tree.first[block, depth]
            while node >= 0:
                go = tree.value[node, who]
                stops = may and tree.known[node]
                stops = stops and tree.stop[node, who] >= go - TIE * (1.0 + abs(go))
                if tree.closed[node] or stops:
                    tree.value[node] = tree.stop[node]
                node = tree.following[node]


@kernel
def last_two_draw(
    heap: Heap, root: Here, hope: Hope, pay: Pay, focus: int, chart: Chart, tree: Tree,
    room: Room, stop: Floats, draw: Floats,
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
    mine = -1
    for k in range(room.stakes.size):
        if room.stakes[k] == pay.bets[last]:
            mine = k
    case = Case(heap, root, hope, pay, focus, steps, helped, mine)
    if not _forwards(case, chart, room, tree):
        return False
    _backwards(case, chart, room, tree)
    stop[:] = tree.stop[0]
    draw[:] = tree.value[0]
    return True
