"""Optimal stopping over whatever states can be reached, in plain Python.

Small questions are answered with it without compiling anything, and it is the twin against which
the compiled solvers are tested.  Values may be floats or fractions.
"""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

S = TypeVar("S", bound=Hashable)
V = TypeVar("V", Fraction, float)


@dataclass(frozen=True)
class Choice(Generic[V]):
    """What a state is worth.

    Attributes
    ----------
    value : under best play.
    stop, go : of stopping here, of going on; None where that is not possible.
    """

    value: V
    stop: V | None
    go: V | None

    @property
    def stops(self) -> bool:
        """Whether stopping is best; a tie is broken for stopping."""
        return self.go is None or (self.stop is not None and self.stop >= self.go)


def solve(
    start: S,
    *,
    stop: Callable[[S], V | None],
    moves: Callable[[S], Iterable[tuple[V, S]]],
) -> dict[S, Choice[V]]:
    """Best stopping from ``start`` on, by backward induction (Bellman 1957).

    Parameters
    ----------
    stop : what stopping in a state is worth; None where one may not stop.
    moves : (probability, next state) of going on; empty where one cannot. No state may come back.

    Returns
    -------
    The choice in every state that can be reached, with or without good play.

    Raises
    ------
    ValueError : a state allows neither, or a state can come back to itself.
    """
    known: dict[S, Choice[V]] = {}
    open_states: set[S] = set()
    stack = [start]
    while stack:
        state = stack[-1]
        if state in known:
            stack.pop()
            continue
        nexts = list(moves(state))
        missing = [s for _, s in nexts if s not in known]
        if missing:
            if state in open_states:
                raise ValueError(f"state {state!r} can come back to itself")
            open_states.add(state)
            stack.extend(missing)
            continue
        open_states.discard(state)
        stack.pop()
        halt = stop(state)
        go: V | None = None
        for probability, following in nexts:
            part = probability * known[following].value
            go = part if go is None else go + part
        if halt is None and go is None:
            raise ValueError(f"state {state!r} allows neither to stop nor to go on")
        best = go if halt is None else halt if go is None else max(halt, go)
        assert best is not None
        known[state] = Choice(best, halt, go)
    return known
