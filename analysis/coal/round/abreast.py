"""The last drawer's best play against eight results of the drawer before him, side by side.

What the last drawer has follows from what is gone from the oven, once the amount of the one before
him is fixed.  So for amounts in equal steps the same codes of gone pieces are solved together, one
amount a lane (`zochastic.sims._lanes`), from the emptiest oven back.  Once he has more pieces than
anybody, how many do not matter: a *table* of all codes then serves whatever number of pieces the
one before him has.  The *layers* above it are solved for one such number, and only where its
positions lead to.

A position is described by chances of how his turn ends, its *marks*: that a devil ends it, that his
amount is level with the best or higher, that it is higher, that it reaches each open stake; in a
layer also that his pieces are level with the most or more, that they are more.  What everybody is
paid is linear in them.
"""

from typing import NamedTuple

import numpy as np

from zochastic.analysis.coal.round.hope import pieces_hope
from zochastic.analysis.coal.round.last import TIE, Here, highest, steps_of
from zochastic.analysis.coal.round.payoff import Pay
from zochastic.sims._jit import Flags, Floats, Ints, borrowed, helper, routine
from zochastic.sims._lanes import LANES, full, higher, load, store, where

#: Marks before those of stakes: a devil, level with the best or higher, higher.
BURN, LEVEL, ABOVE = 0, 1, 2
#: Marks that a layer has on top: pieces level with the most or more, more.
PIECES = 2
#: Rows of lanes: amounts of the one before; the best amount; the stake while it is open; what is
#: sure of the bet, what winning it adds; the bonus if level, what being alone adds.
_AMOUNT, _BEST, _NEED, _SURE, _GAIN, _SHARED, _ALONE = range(7)
LINES = 7


class Chart(NamedTuple):
    """All codes of gone pieces.

    Attributes
    ----------
    left : int64[codes, kinds], pieces left of each kind.
    gone, out : int64[codes], chips and pieces gone since the root.
    strides : int64[kinds], what a piece of each kind adds to the code.
    largest : the largest value.
    """

    left: Ints
    gone: Ints
    out: Ints
    strides: Ints
    largest: int


class Room(NamedTuple):
    """Where tables and layers are kept, and lists made.

    Attributes
    ----------
    tables : float64[2, codes * marks, 8], with all devils, with one gone.
    filled : bool[2], whether they are those of the amounts at hand.
    layer : float64[codes * (marks + 2), 8], in the order of ``codes``.
    lines : float64[7, 8].
    codes : int64[codes], those of a layer.
    place : int32[codes], where a code is kept if ``codes`` says the same there.
    ends : int64[depths], where the codes end that are so many pieces deep.
    stakes : int64[open stakes], rising.
    """

    tables: Floats
    filled: Flags
    layer: Floats
    lines: Floats
    codes: Ints
    place: Ints
    ends: Ints
    stakes: Ints


@routine
def set_lanes(
    pay: Pay, amounts: Ints, counts: Ints, first: int, unit: int, pieces: int, burned: bool,
    lines: Floats,
) -> None:  # fmt: skip
    """Describe eight results of the last but one: amounts from ``first`` in steps of ``unit``."""
    last = pay.bets.size - 1
    counts[last - 1] = 0 if burned else pieces
    for lane in range(LANES):
        amount = first + lane * unit
        amounts[last - 1] = 0 if burned else amount
        steps = steps_of(pay, amounts, counts, last, last)
        lines[_AMOUNT, lane] = amount
        lines[_BEST, lane] = steps.best
        lines[_NEED, lane] = steps.stake if steps.gain > 0.0 else 0
        lines[_SURE, lane] = steps.sure
        lines[_GAIN, lane] = steps.gain
        lines[_SHARED, lane] = steps.level_best
        lines[_ALONE, lane] = steps.alone_best - steps.level_best


@helper
def _settled(lines: Floats) -> int:
    """With this amount bet and bonus are won in every lane; the last lane asks for most."""
    return int(max(lines[_NEED, LANES - 1], lines[_BEST, LANES - 1] + 1.0))


@helper
def _reached(mark: int, has: Floats, best: Floats, stakes: Ints) -> Floats:
    """The mark of who stops with ``has``: a devil is past, and his amount is what it is."""
    if mark == BURN:
        return full(0.0)
    if mark == LEVEL:
        return where(best <= has, 1.0, 0.0)
    if mark == ABOVE:
        return where(best < has, 1.0, 0.0)
    return where(full(1.0 * stakes[mark - 3]) <= has, 1.0, 0.0)


@helper
def _average(rows: Floats, links: Ints, weights: Floats, many: int, mark: int) -> Floats:
    """A mark on average over the next good pieces, times the chance of one."""
    total = full(0.0)
    for k in range(many):
        total = total + load(rows, links[k] + mark) * weights[k]
    return total


@routine
def fill_table(
    chart: Chart, turn: Here, pact: float, alone_most: float, lines: Floats, stakes: Ints,
    mine: int, rows: Floats,
) -> None:  # fmt: skip
    """Marks of the last drawer who has more pieces than anybody, for every code that may be asked.

    Parameters
    ----------
    turn : the oven at code 0; ``amount`` is what the last but one had there.
    pact : what a devil changes in the last drawer's chips.
    mine : which of ``stakes`` is the last drawer's; -1: none.
    rows : float64[codes * marks, 8], in place.
    """
    left, gone, out = borrowed(chart.left), borrowed(chart.gone), borrowed(chart.out)
    strides, stakes, rows = borrowed(chart.strides), borrowed(stakes), borrowed(rows)
    marks = 3 + stakes.size
    before, best, need = load(lines, _AMOUNT), load(lines, _BEST), load(lines, _NEED)
    gain, shared, alone = load(lines, _GAIN), load(lines, _SHARED), load(lines, _ALONE)
    base = load(lines, _SURE) + alone_most
    lowest, settled = int(lines[_AMOUNT, 0]), _settled(lines)
    span = int(lines[_AMOUNT, LANES - 1]) - lowest
    links, weights = np.empty(strides.size, np.int64), np.empty(strides.size)
    for code in range(out.size - 1, -1, -1):
        limit = turn.limit - out[code]
        most = turn.amount + gone[code] - lowest
        least = most - span
        if limit < 0 or most <= 0 or least - chart.largest >= settled:
            continue
        has = full(1.0 * (turn.amount + gone[code])) - before
        row = code * marks
        if limit == 0 or least >= settled:
            for mark in range(marks):
                store(rows, row + mark, _reached(mark, has, best, stakes))
            continue
        good = turn.good - out[code]
        risk = turn.devils / (turn.size - out[code])
        share = (1.0 - risk) / good if good > 0 else 0.0
        many = 0
        for kind in range(strides.size):
            if left[code, kind] > 0:
                links[many] = (code + strides[kind]) * marks
                weights[many] = share * left[code, kind]
                many += 1
        for mark in range(marks):
            store(rows, row + mark, _average(rows, links, weights, many, mark))
        store(rows, row + BURN, load(rows, row + BURN) + risk)
        go = base + load(rows, row + BURN) * (pact - alone_most)
        go = go + load(rows, row + LEVEL) * shared + load(rows, row + ABOVE) * alone
        keep = base + _reached(LEVEL, has, best, stakes) * shared
        keep = keep + _reached(ABOVE, has, best, stakes) * alone
        if mine >= 0:
            go = go + load(rows, row + 3 + mine) * gain
            keep = keep + _reached(3 + mine, has, best, stakes) * gain
        bar = go - (higher(go, 0.0 - go) + 1.0) * TIE
        # where all is won what was added up is of positions that were left out
        keep = where((need <= has) & (best < has), bar, keep)
        stops = bar <= keep
        for mark in range(marks):
            reached = _reached(mark, has, best, stakes)
            store(rows, row + mark, where(stops, reached, load(rows, row + mark)))


@helper
def _hopeless(
    lines: Floats, alive: Floats, pact: float, size: int, limit: int, pieces: int, most: int,
    level_most: float, alone_most: float,
) -> bool:  # fmt: skip
    """Whether nobody draws on for the bonus for pieces alone, in any lane."""
    once: float = alive[size, 1]
    bonus = (alone_most - level_most) * pieces_hope(alive, size, limit, most + 1 - pieces)
    bonus += level_most * pieces_hope(alive, size, limit, most - pieces)
    for lane in range(LANES):
        won = lines[_GAIN, lane] + lines[_SHARED, lane] + lines[_ALONE, lane]
        keep = lines[_SURE, lane] + won
        if pieces == most:
            keep += level_most
        top = lines[_SURE, lane] + (1.0 - once) * pact + once * won + bonus
        if top > keep + TIE * (1.0 + abs(keep)):
            return False
    return True


@routine
def fill_layer(
    chart: Chart, turn: Here, alive: Floats, pact: float, pay: Pay, counts: Ints, depth: int,
    size: int, mine: int, rows: Floats, room: Room,
) -> None:  # fmt: skip
    """Marks of the last drawer before his first piece, for ``size`` codes in ``room.codes``.

    Parameters
    ----------
    counts : int64[players], pieces of the others.
    depth : pieces gone since the root when his turn begins.
    rows : the table that holds for more pieces than anybody has.
    """
    left, gone = borrowed(chart.left), borrowed(chart.gone)
    strides, stakes, rows = borrowed(chart.strides), borrowed(room.stakes), borrowed(rows)
    lines, layer = borrowed(room.lines), borrowed(room.layer)
    codes, place, ends = borrowed(room.codes), borrowed(room.place), borrowed(room.ends)
    alive = borrowed(alive)
    marks = 3 + stakes.size
    wide = marks + PIECES
    last = pay.bets.size - 1
    most, tied = highest(counts, last, last)
    alone_most: float = pay.most[1]
    level_most: float = pay.most[tied + 1] if most > 0 else 0.0
    layers = max(most + 1, turn.least)
    base, before, best = load(lines, _SURE), load(lines, _AMOUNT), load(lines, _BEST)
    gain, shared, alone = load(lines, _GAIN), load(lines, _SHARED), load(lines, _ALONE)
    links, weights = np.empty(strides.size, np.int64), np.empty(strides.size)
    settled, highest_before = _settled(lines), int(lines[_AMOUNT, LANES - 1])
    for i in range(size):
        place[codes[i]] = i
    used = size
    ends[0] = 0
    ends[1] = used
    deepest = 0
    for pieces in range(layers):
        deepest = pieces
        here = turn.size - depth - pieces
        limit = turn.limit - depth - pieces
        stuck = pieces >= turn.least and limit > 0
        stuck = stuck and _hopeless(
            lines, alive, pact, here, limit, pieces, most, level_most, alone_most
        )
        if pieces < layers - 1 and limit > 0:
            for i in range(ends[pieces], ends[pieces + 1]):
                code = codes[i]
                if stuck and turn.amount + gone[code] - highest_before >= settled:
                    continue
                for kind in range(strides.size):
                    if left[code, kind] > 0:
                        child = code + strides[kind]
                        slot = place[child]
                        if slot >= used or codes[slot] != child:
                            place[child] = used
                            codes[used] = child
                            used += 1
        ends[pieces + 2] = used
        if used == ends[pieces + 1]:
            break
    for pieces in range(deepest, -1, -1):
        here = turn.size - depth - pieces
        limit = turn.limit - depth - pieces
        may = pieces >= turn.least
        stuck = may and limit > 0
        stuck = stuck and _hopeless(
            lines, alive, pact, here, limit, pieces, most, level_most, alone_most
        )
        good = turn.good - depth - pieces
        risk = turn.devils / here if limit > 0 else 0.0
        share = (1.0 - risk) / good if good > 0 else 0.0
        top = pieces == layers - 1
        source, width = (rows, marks) if top else (layer, wide)
        tie, lead = 1.0 * (pieces >= most), 1.0 * (pieces > most)
        for i in range(ends[pieces], ends[pieces + 1]):
            code = codes[i]
            has = full(1.0 * (turn.amount + gone[code])) - before
            row = i * wide
            least = turn.amount + gone[code] - highest_before
            if limit == 0 or (stuck and least >= settled):
                for mark in range(marks):
                    store(layer, row + mark, _reached(mark, has, best, stakes))
                store(layer, row + marks, full(tie))
                store(layer, row + marks + 1, full(lead))
                continue
            many = 0
            for kind in range(strides.size):
                if left[code, kind] > 0:
                    child = code + strides[kind]
                    links[many] = (child if top else place[child]) * width
                    weights[many] = share * left[code, kind]
                    many += 1
                    worth = gone[child] - gone[code]
                    if top and least + worth >= settled:  # the table may leave it out
                        for mark in range(marks):
                            reached = _reached(mark, has + 1.0 * worth, best, stakes)
                            store(rows, child * marks + mark, reached)
            for mark in range(width):
                store(layer, row + mark, _average(source, links, weights, many, mark))
            store(layer, row + BURN, load(layer, row + BURN) + risk)
            if top:
                alive_then = 1.0 - load(layer, row + BURN)
                store(layer, row + marks, alive_then)
                store(layer, row + marks + 1, alive_then)
            if not may:
                continue
            go = base + load(layer, row + BURN) * pact
            go = go + load(layer, row + LEVEL) * shared + load(layer, row + ABOVE) * alone
            go = go + load(layer, row + marks) * level_most
            go = go + load(layer, row + marks + 1) * (alone_most - level_most)
            keep = base + _reached(LEVEL, has, best, stakes) * shared
            keep = keep + _reached(ABOVE, has, best, stakes) * alone
            keep = keep + (tie * level_most + lead * (alone_most - level_most))
            if mine >= 0:
                go = go + load(layer, row + 3 + mine) * gain
                keep = keep + _reached(3 + mine, has, best, stakes) * gain
            stops = go - (higher(go, 0.0 - go) + 1.0) * TIE <= keep
            for mark in range(marks):
                reached = _reached(mark, has, best, stakes)
                store(layer, row + mark, where(stops, reached, load(layer, row + mark)))
            store(layer, row + marks, where(stops, tie, load(layer, row + marks)))
            store(layer, row + marks + 1, where(stops, lead, load(layer, row + marks + 1)))


@routine
def pay_marks(
    pay: Pay, amounts: Ints, counts: Ints, focus: int, pacts: Floats, stakes: Ints, layer: Floats,
    row: int, lane: int, figures: Floats,
) -> None:  # fmt: skip
    """What everybody is paid on average, from the marks in a layer; see `payoff.settle`.

    Parameters
    ----------
    amounts, counts : int64[players], results of all but the last drawer.
    row : of the first mark.
    figures : float64[players or players + 5], in place.
    """
    last = pay.bets.size - 1
    wide = row + 3 + stakes.size
    best, tied = highest(amounts, last, last)
    most, equal = highest(counts, last, last)
    burn: float = layer[row + BURN, lane]
    level, above = layer[row + LEVEL, lane], layer[row + ABOVE, lane]
    tie, lead = layer[wide, lane], layer[wide + 1, lane]
    for i in range(last + 1):
        stake = pay.bets[i]
        bet = 1.0 * pay.wins[i]
        if pay.own and i != last:
            if amounts[i] < stake:
                bet = -1.0 * stake
        elif stake > 0 and (pay.own or best < stake):
            for k in range(stakes.size):
                if stakes[k] == stake:
                    bet = (pay.wins[i] + stake) * layer[row + 3 + k, lane] - stake
        first = 0.0
        second = 0.0
        if i == last:
            first = pay.best[1] * above
            second = pay.most[1] * lead
            if best > 0:
                first += pay.best[tied + 1] * (level - above)
            if most > 0:
                second += pay.most[equal + 1] * (tie - lead)
        else:
            if best > 0 and amounts[i] == best:
                first = pay.best[tied] * (1.0 - level) + pay.best[tied + 1] * (level - above)
            if most > 0 and counts[i] == most:
                second = pay.most[equal] * (1.0 - tie) + pay.most[equal + 1] * (tie - lead)
        figures[i] = bet + first + second + pacts[i] * burn
        if i == focus and figures.size > last + 1:
            figures[last + 1] = bet
            figures[last + 2] = first
            figures[last + 3] = second
            figures[last + 4] = 0.0
            figures[last + 5] = pacts[i] * burn
