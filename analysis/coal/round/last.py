"""The last drawer of a round: best stopping against results that are known.

Whatever he draws, his chips never fall as his amount and his pieces grow: a bet won, a tie for a
bonus, a bonus alone are steps upwards.  So drawing on is worth at most what a devil leaves him,
plus every step times an upper bound of the chance to come so far (`hope`).  Where that is not more
than he has, he stops, and nothing behind is looked at.  The bound only ever closes positions in
which stopping is best, so nothing is lost.

A position is coded by the pieces gone since the root, so what lies in front of him follows from it.
"""

from typing import NamedTuple

import numpy as np

from zochastic.analysis.coal.round.hope import Hope, amount_hope, pieces_hope
from zochastic.analysis.coal.round.payoff import Pay, add_pacts, settle
from zochastic.sims._jit import Flags, Floats, Ints, borrowed, helper, kernel, routine

#: Values closer than this, relative to 1 + |value|, are ties: stop.
TIE = 1e-12


class Heap(NamedTuple):
    """The pieces a drawer may turn over, and the results of everybody.

    Attributes
    ----------
    values, pieces, strides : int64[kinds] at the root, values falling; what a piece of each kind
        adds to the code.
    left : int64[kinds], how many there are now.
    amounts, counts : int64[players], results; those of players still to come are 0.
    """

    values: Ints
    pieces: Ints
    strides: Ints
    left: Ints
    amounts: Ints
    counts: Ints


class Here(NamedTuple):
    """What the oven is like when a turn begins or is taken up.

    Attributes
    ----------
    code : of the pieces gone since the root.
    devils : in the oven.
    size : pieces over which they are spread evenly.
    good : good pieces of the heap.
    limit : pieces that can still be drawn.
    least : pieces to turn over before one may stop.
    amount, drawn : what the drawer has.
    """

    code: int
    devils: int
    size: int
    good: int
    limit: int
    least: int
    amount: int
    drawn: int


class Memo(NamedTuple):
    """Positions that are solved.

    Attributes
    ----------
    place : int32[codes], where a code is kept if ``codes`` says the same there.
    codes, rows : int64[positions], the code, and the row of its figures.
    figures : float64[positions + classes, width], by best play; see `payoff`. Whoever stops is
        paid the same in a whole *class* of amounts and pieces; these share a row at the end.
    paid : bool[classes], which of those rows are filled in; 3 (players + 3) of them.
    sums : float64[depths + 1, width], kinds : int64[depths], keeps : float64[depths]: the stack;
        the last row of ``sums`` is what a devil leaves.
    """

    place: Ints
    codes: Ints
    rows: Ints
    figures: Floats
    paid: Flags
    sums: Floats
    kinds: Ints
    keeps: Floats


class Steps(NamedTuple):
    """What a player can still earn, given the results of the others.

    Attributes
    ----------
    sure : his bet as it stands if he burns.
    gain : what reaching ``stake`` adds; 0 if the bet is settled.
    best, most : the highest amount, the most pieces of the others.
    level_best, alone_best, level_most, alone_most : the bonus if he draws level, if he is alone.
    """

    sure: float
    gain: float
    stake: int
    best: int
    most: int
    level_best: float
    alone_best: float
    level_most: float
    alone_most: float


@helper
def highest(results: Ints, who: int, later: int) -> tuple[int, int]:
    """The highest result of all but ``who`` and ``later``, and how many have it."""
    best = 0
    tied = 0
    for i in range(results.size):
        if i != who and i != later:
            if results[i] > best:
                best = results[i]
                tied = 0
            tied += results[i] == best
    return best, tied


@helper
def steps_of(pay: Pay, amounts: Ints, counts: Ints, who: int, later: int) -> Steps:
    """The steps of ``who``; ``later`` is a player still to come, or ``who`` again."""
    best, tied_best = highest(amounts, who, later)
    most, tied_most = highest(counts, who, later)
    stake = pay.bets[who]
    pending = stake > 0 and (pay.own or best < stake)
    return Steps(
        -1.0 * stake if pending else 1.0 * pay.wins[who],
        1.0 * (pay.wins[who] + stake) if pending else 0.0,
        stake,
        best,
        most,
        pay.best[tied_best + 1] if best > 0 else 0.0,
        pay.best[1],
        pay.most[tied_most + 1] if most > 0 else 0.0,
        pay.most[1],
    )


@helper
def kept(steps: Steps, amount: int, pieces: int) -> float:
    """What stopping pays if nobody comes after."""
    worth = steps.sure + (steps.gain if amount >= steps.stake else 0.0)
    if amount > steps.best:
        worth += steps.alone_best
    elif amount == steps.best:
        worth += steps.level_best
    if pieces > steps.most:
        worth += steps.alone_most
    elif pieces == steps.most:
        worth += steps.level_most
    return worth


@helper
def bonus_hope(
    steps: Steps, alive: Floats, reach: Floats, unit: int, left: Ints, values: Ints,
    size: int, limit: int, amount: int, pieces: int,
) -> float:  # fmt: skip
    """Upper bound of what the two bonuses bring to a player who draws on."""
    once: float = alive[size, 1]
    if amount > steps.best:
        worth = once * steps.alone_best
    else:
        need = steps.best - amount
        worth = (steps.alone_best - steps.level_best) * amount_hope(
            alive, reach, unit, left, values, size, limit, need + 1
        )
        if steps.level_best > 0.0:
            worth += steps.level_best * amount_hope(
                alive, reach, unit, left, values, size, limit, need
            )
    if pieces > steps.most:
        return worth + once * steps.alone_most
    need = steps.most - pieces
    worth += (steps.alone_most - steps.level_most) * pieces_hope(alive, size, limit, need + 1)
    return worth + steps.level_most * pieces_hope(alive, size, limit, need)


@helper
def _class(steps: Steps, bets: Ints, amount: int, pieces: int) -> int:
    """The class of a result: everybody is paid the same within it."""
    kind = 1 * (amount >= steps.best) + 1 * (amount > steps.best)
    for i in range(bets.size):
        kind += 1 * (amount >= bets[i])
    return 3 * kind + 1 * (pieces >= steps.most) + 1 * (pieces > steps.most)


@routine
def _turn(heap: Heap, here: Here, hope: Hope, pay: Pay, memo: Memo, figures: Floats) -> bool:
    """What drawing on is worth to the last drawer, by a depth-first search of what he may draw.

    Parameters
    ----------
    figures : float64[width], in place.

    Returns
    -------
    Whether the memo had room.
    """
    # arrays by name, uncounted: reading them from a tuple in the loop would count references
    left, values, strides = borrowed(heap.left), borrowed(heap.values), borrowed(heap.strides)
    amounts, counts, bets = borrowed(heap.amounts), borrowed(heap.counts), borrowed(pay.bets)
    place, codes = borrowed(memo.place), borrowed(memo.codes)
    rows, paid = borrowed(memo.rows), borrowed(memo.paid)
    found, sums = borrowed(memo.figures), borrowed(memo.sums)
    kinds, keeps = borrowed(memo.kinds), borrowed(memo.keeps)
    alive, reach = borrowed(hope.alive[0]), borrowed(hope.reach[0])
    unit, figures = hope.unit, borrowed(figures)
    devils, least = here.devils, here.least
    code, size, good, limit = here.code, here.size, here.good, here.limit
    amount, pieces = here.amount, here.drawn
    width = figures.size
    who = pay.bets.size - 1
    steps = steps_of(pay, amounts, counts, who, who)
    burned = sums[sums.shape[0] - 1]
    amounts[who] = 0
    counts[who] = 0
    settle(pay, amounts, counts, who, burned)
    add_pacts(pay.last, who, who, burned)
    used = 0
    paid[:] = False
    full = steps.sure + steps.gain + steps.alone_best + steps.alone_most
    depth = 0
    entering = True
    while True:
        if used == codes.size:
            return False
        closed = False
        if entering:
            entering = False
            keep = -np.inf
            if pieces >= least or limit == 0:
                keep = kept(steps, amount, pieces)
                closed = limit == 0 or (keep >= full and depth > 0)
                if not closed and depth > 0:
                    once: float = alive[size, 1]
                    top = burned[who] + once * (steps.sure - burned[who])
                    if steps.gain > 0.0:
                        need = steps.stake - amount
                        top += steps.gain * amount_hope(
                            alive, reach, unit, left, values, size, limit, need
                        )
                    enough = keep + TIE * (1.0 + abs(keep))
                    if top <= enough:
                        top += bonus_hope(
                            steps, alive, reach, unit, left, values, size, limit, amount, pieces
                        )
                        closed = top <= enough
            keeps[depth] = keep
            kinds[depth] = 0
            for w in range(width):
                sums[depth, w] = 0.0
        stops = closed
        if not closed:
            kind = kinds[depth]
            while kind < left.size:
                if left[kind] > 0:
                    child = code + strides[kind]
                    slot = place[child]
                    if slot >= used or codes[slot] != child:
                        break
                    row = rows[slot]
                    for w in range(width):
                        sums[depth, w] += left[kind] * found[row, w]
                kind += 1
            if kind < left.size:
                kinds[depth] = kind
                left[kind] -= 1
                code += strides[kind]
                amount += values[kind]
                pieces += 1
                limit -= 1
                size -= 1
                good -= 1
                depth += 1
                entering = True
                continue
            risk = devils / size
            share = (1.0 - risk) / good if good > 0 else 0.0
            go = risk * burned[who] + share * sums[depth, who]
            keep = keeps[depth]
            stops = depth > 0 and keep >= go - TIE * (1.0 + abs(go))
            if not stops:
                for w in range(width):
                    found[used, w] = risk * burned[w] + share * sums[depth, w]
        row = used
        if stops:
            kind = _class(steps, bets, amount, pieces)
            row = found.shape[0] - 1 - kind
            if not paid[kind]:
                paid[kind] = True
                amounts[who] = amount
                counts[who] = pieces
                settle(pay, amounts, counts, who, found[row])
        rows[used] = row
        codes[used] = code
        place[code] = used
        used += 1
        if depth == 0:
            figures[:] = found[rows[used - 1]]
            return True
        depth -= 1
        kind = kinds[depth]
        left[kind] += 1
        code -= strides[kind]
        amount -= values[kind]
        pieces -= 1
        limit += 1
        size += 1
        good += 1


@kernel
def last_draw(
    heap: Heap, here: Here, hope: Hope, pay: Pay, memo: Memo, stop: Floats, draw: Floats
) -> bool:
    """Figures of the last drawer, in place: if he stops now, if he draws on."""
    who = pay.bets.size - 1
    heap.amounts[who] = here.amount
    heap.counts[who] = here.drawn
    settle(pay, heap.amounts, heap.counts, who, stop)
    if here.limit == 0:
        return True
    return _turn(heap, here, hope, pay, memo, draw)
