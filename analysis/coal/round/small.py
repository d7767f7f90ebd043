"""The rest of a round for any number of drawers, where the oven is small: plain recursion.

Everybody maximises his expected chips at the end of the round and stops where he is indifferent.
The bank is taken never to run dry.
"""

from dataclasses import dataclass
from math import comb, prod

from zochastic.analysis.coal.round.exact import RoundValue
from zochastic.analysis.coal.round.last import TIE
from zochastic.analysis.coal.round.payoff import Parts, pact_changes, shares, win_of
from zochastic.rules.coal import CoalRules
from zochastic.rules.coal.position import Position, Result, unseen

#: Above so many ways to deal out the pieces nothing is tried.
MOST_STATES = 2_000_000

_Figures = tuple[float, ...]


def states(rules: CoalRules, position: Position) -> int:
    """Bound how many states `solve_small` may meet, without looking at any.

    Every copy of a kind is left, or gone with one of the drawers; each of those burned or not.
    """
    drawers = position.players - len(position.results)
    heap = unseen(rules, position)
    ways = prod(comb(n + drawers, drawers) for _, n in heap.coal)
    return ways * (1 << (drawers - 1))


def solve_small(rules: CoalRules, position: Position) -> RoundValue:
    """The choice of the drawer at work, however many come after him; error below 1e-9 chips.

    Raises
    ------
    ValueError : nobody is drawing, or more than `MOST_STATES` states are possible.
    """
    if position.drawer is None:
        raise ValueError("no turn is being played")
    if states(rules, position) > MOST_STATES:
        raise ValueError(f"more than {MOST_STATES:,} states are possible")
    return _Rest(rules, position).value()


@dataclass(frozen=True)
class _State:
    """A moment of the rest of the round.

    Attributes
    ----------
    left : good pieces of the heap by kind.
    devils : in the oven.
    limit : pieces that can be drawn.
    results : of the turns that are over.
    amount, pieces : what the drawer has.
    unstaked : chips that may be used to pay a pact; empty if there is none.
    """

    left: tuple[int, ...]
    devils: int
    limit: int
    results: tuple[Result, ...]
    amount: int
    pieces: int
    unstaked: tuple[int, ...]


class _Rest:
    def __init__(self, rules: CoalRules, position: Position) -> None:
        self.rules, self.position = rules, position
        heap = unseen(rules, position)
        self.values = [value for value, _ in heap.coal]
        self.who, self.players = len(position.results), position.players
        # with unknown devils they are spread over the pieces that are aside as well
        self.beyond = heap.size - position.oven.size if rules.memory == "none" else 0
        self.bets = position.bets or ()
        self.wins = [win_of(rules, self.bets, i) for i in range(self.players)]
        self.best_share = shares(rules, rules.best_bonus)
        self.most_share = shares(rules, rules.pieces_bonus)
        self.known: dict[_State, _Figures] = {}
        unstaked = tuple(position.unstaked(i) for i in range(self.players))
        self.root = _State(
            tuple(n for _, n in heap.coal), heap.devils, position.oven.size, position.results,
            position.amount, len(position.drawn), unstaked if any(position.pacts) else (),
        )  # fmt: skip

    def value(self) -> RoundValue:
        stop, draw = self.stop(self.root), self.draw(self.root)
        stops = self.stops(stop, draw, self.who)
        chosen = stop if stops else draw
        assert chosen is not None
        n = self.players
        return RoundValue(
            stops,
            None if stop is None else stop[self.who],
            None if draw is None else draw[self.who],
            chosen[:n],
            None if stop is None else Parts(*stop[n:]),
            None if draw is None else Parts(*draw[n:]),
            self.risk(self.root) if self.root.limit else None,
        )

    def risk(self, state: _State) -> float:
        return state.devils / (state.limit + self.beyond)

    def best(self, state: _State) -> _Figures:
        """Figures under best play of everybody."""
        if len(state.results) == self.players:
            return self.paid(state.results)
        if state not in self.known:
            stop, draw = self.stop(state), self.draw(state)
            chosen = stop if self.stops(stop, draw, len(state.results)) else draw
            assert chosen is not None
            self.known[state] = chosen
        return self.known[state]

    @staticmethod
    def stops(stop: _Figures | None, draw: _Figures | None, who: int) -> bool:
        if stop is None or draw is None:
            return draw is None
        return stop[who] >= draw[who] - TIE * (1 + abs(draw[who]))

    def stop(self, state: _State) -> _Figures | None:
        if state.limit and state.pieces < self.rules.min_draw:
            return None
        results = (*state.results, Result(state.amount, state.pieces))
        return self.best(
            _State(state.left, state.devils, state.limit, results, 0, 0, state.unstaked)
        )

    def draw(self, state: _State) -> _Figures | None:
        if not state.limit:
            return None
        risk, good = self.risk(state), sum(state.left)
        figures = [0.0] * (self.players + len(Parts._fields))
        if risk:
            for w, figure in enumerate(self.burn(state)):
                figures[w] += risk * figure
        for kind, copies in enumerate(state.left):
            if copies:
                left = (*state.left[:kind], copies - 1, *state.left[kind + 1 :])
                after = self.best(
                    _State(
                        left,
                        state.devils,
                        state.limit - 1,
                        state.results,
                        state.amount + self.values[kind],
                        state.pieces + 1,
                        state.unstaked,
                    )
                )
                share = (1 - risk) * copies / good
                for w, figure in enumerate(after):
                    figures[w] += share * figure
        return tuple(figures)

    def burn(self, state: _State) -> _Figures:
        payer = len(state.results)
        unstaked = list(state.unstaked)
        changes = [0] * self.players
        if unstaked:
            changes = pact_changes(self.rules, self.position.pacts, unstaked, payer)
        after = self.best(
            _State(
                state.left,
                state.devils - 1,
                state.limit - 1,
                (*state.results, Result()),
                0,
                0,
                tuple(unstaked),
            )
        )
        parts = [0] * len(Parts._fields)
        parts[3 if payer == self.who else 4] = changes[self.who]
        return tuple(f + c for f, c in zip(after, (*changes, *parts), strict=True))

    def paid(self, results: tuple[Result, ...]) -> _Figures:
        """What the round pays [coal: A round, 3]."""
        best, most = max(r.amount for r in results), max(r.pieces for r in results)
        first = self.best_share[sum(r.amount == best for r in results)] if best else 0
        second = self.most_share[sum(r.pieces == most for r in results)] if most else 0
        rows = []
        for i, result in enumerate(results):
            reached = result.amount if self.rules.bet_on == "own" else best
            bet = self.wins[i] if reached >= self.bets[i] else -self.bets[i]
            rows.append((bet, first * (result.amount == best), second * (result.pieces == most)))
        return (*(float(sum(row)) for row in rows), *map(float, rows[self.who]), 0.0, 0.0)
