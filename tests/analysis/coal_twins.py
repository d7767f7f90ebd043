"""Dumb twins of the coal solvers: pieces drawn one by one, in order, in fractions."""

from fractions import Fraction

from hypothesis import strategies as st

from zochastic.rules.coal import Oven

VALUES = (1, 7, 10, 20, 25, 50, 75, 100)


@st.composite
def ovens(draw, most=6, devils=3):
    """Small ovens of any composition, without coal and without devils included."""
    counts = draw(st.dictionaries(st.sampled_from(VALUES), st.integers(0, 3), max_size=4))
    oven = Oven.of(counts, draw(st.integers(0, devils)))
    while oven.size > most:
        value, _ = oven.coal[-1] if oven.coal else (0, 0)
        oven = oven.minus(Oven.of({value: 1}) if value else Oven((), 1))
    return oven if oven.size else Oven((), 1)


def labelled(oven):
    """Each piece by itself; a devil is None."""
    return [v for v, n in oven.coal for _ in range(n)] + [None] * oven.devils


def best_value(pieces, utility, burned, min_draw, drawn=()):
    """(value, stop worth or None, draw worth or None) after drawing ``drawn`` in this order."""
    held = [pieces[i] for i in drawn]
    left = [i for i in range(len(pieces)) if i not in drawn]
    stop = None
    if len(drawn) >= min_draw or not left:
        stop = Fraction(utility(sum(held), len(held)))
    go = None
    if left:
        go = Fraction(0)
        for i in left:
            if pieces[i] is None:
                go += Fraction(burned)
            else:
                go += best_value(pieces, utility, burned, min_draw, (*drawn, i))[0]
        go /= len(left)
    value = go if stop is None else stop if go is None else max(stop, go)
    return value, stop, go


def law_of(pieces, stops, drawn=(), probability=Fraction(1), into=None):
    """Probability of each (amount, pieces) kept, and of "devil", by the rule ``stops(held)``."""
    into = {} if into is None else into
    held = [pieces[i] for i in drawn]
    left = [i for i in range(len(pieces)) if i not in drawn]
    if not left or stops(held):
        end = (sum(held), len(held))
        into[end] = into.get(end, 0) + probability
        return into
    for i in left:
        part = probability / len(left)
        if pieces[i] is None:
            into["devil"] = into.get("devil", 0) + part
        else:
            law_of(pieces, stops, (*drawn, i), part, into)
    return into
