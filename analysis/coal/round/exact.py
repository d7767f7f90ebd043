"""A round of coal whose stakes are open: exact values for the last drawer and the last but one.

Everybody maximises his expected chips at the end of the round and stops where he is indifferent.
The bank is taken never to run dry.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from math import prod

import numpy as np

from zochastic.analysis.coal.round.abreast import LINES, PIECES, Chart, Room
from zochastic.analysis.coal.round.hope import Hope, hope
from zochastic.analysis.coal.round.last import TIE, Heap, Here, Memo, last_draw
from zochastic.analysis.coal.round.last_two import Tree, last_two_draw
from zochastic.analysis.coal.round.payoff import Parts, Pay, pay_of
from zochastic.rules.coal import CoalRules, Oven
from zochastic.rules.coal.position import Position, unseen
from zochastic.sims._jit import Floats
from zochastic.sims._lanes import LANES, lanes_array
from zochastic.sims.coal.pack import PackedOven, pack

#: Above so many compositions of the heap nothing is tried; 96,000 in a fresh printed oven.
MOST_CODES = 1 << 24
#: The same for the last two drawers, who need more room for each: 1.2 GB at most.
MOST_ABREAST = 1 << 20
#: Positions that are kept at a time, each of two kinds; 0.3 GB at most, none of it if not used.
MOST_POSITIONS = 1 << 20


@dataclass(frozen=True)
class RoundValue:
    """What the player at work can expect, in net chips from now to the end of the round.

    Attributes
    ----------
    stops : whether stopping is best; a tie is broken for stopping.
    stop, draw : net chips of either action, best play after; None where it is not allowed.
    chips : every player's expected net chips under the better one.
    stop_parts, draw_parts : what ``stop`` and ``draw`` are made of.
    p_devil_next : chance that the next piece is a devil; None from an empty oven.
    """

    stops: bool
    stop: float | None
    draw: float | None
    chips: tuple[float, ...]
    stop_parts: Parts | None
    draw_parts: Parts | None
    p_devil_next: float | None


def solve_last(rules: CoalRules, position: Position) -> RoundValue:
    """The choice of the last drawer of a round; error below 1e-9 chips.

    Raises
    ------
    ValueError : somebody else is drawing, or the heap is too large.
    """
    _check_left(position, 1)
    bench = _Bench(rules, position, position.players + len(Parts._fields))
    return bench.value(*bench.last())


def solve_last_two(rules: CoalRules, position: Position) -> RoundValue:
    """The choice of the last but one drawer of a round, the last playing best after him.

    Error below 1e-9 chips.  With two players and nothing drawn: what the round brings both.

    Raises
    ------
    ValueError : somebody else is drawing, or the heap is too large.
    """
    _check_left(position, 2)
    bench = _Bench(rules, position, position.players + len(Parts._fields))
    return bench.value(*bench.last_two())


def payoffs_of_bets(
    rules: CoalRules,
    position: Position,
    first: Sequence[int],
    second: Sequence[int],
    *,
    threads: int | None = None,
) -> tuple[Floats, Floats]:
    """What a round of two brings each, for every pair of stakes.

    Parameters
    ----------
    position : before the first draw; its own stakes do not matter.
    first, second : stakes of the first and of the second drawer.

    Returns
    -------
    float64[first, second] each: net chips of the first drawer, of the second.
    """

    def row(stake: int) -> list[Floats]:
        here = replace(position, bets=(stake, 0))
        _check_left(here, 2)
        bench = _Bench(rules, here, 2)
        found = []
        for answer in second:
            bench.position = replace(position, bets=(stake, answer))
            stop, draw = bench.last_two()
            found.append(draw if here.oven.size else stop)
        return found

    with ThreadPoolExecutor(threads) as pool:
        pairs = np.array(list(pool.map(row, first))).reshape(len(first), len(second), 2)
    return pairs[..., 0], pairs[..., 1]


def _check_left(position: Position, left: int) -> None:
    if position.bets is None or position.over:
        raise ValueError("no turn is being played")
    if position.players - len(position.results) != left:
        raise ValueError(f"{position.players - len(position.results)} drawers left, not {left}")


class _Bench:
    """The arrays that solve a position, made once for all stakes."""

    def __init__(self, rules: CoalRules, position: Position, width: int) -> None:
        self.rules, self.position, self.width = rules, position, width
        heap = unseen(rules, position)
        limit = position.oven.size
        # with known devils it is coal alone that may be missing
        hidden = heap.size - limit if rules.memory == "devils" else 0
        self.packed = _packed(heap)
        radices = (self.packed.pieces + 1).tolist()
        self.codes = prod(radices)
        if self.codes > MOST_CODES:
            raise ValueError(f"{self.codes:,} compositions are more than {MOST_CODES:,}")
        self.strides = np.array([prod(radices[k + 1 :]) for k in range(len(radices))], np.int64)
        self.hope: Hope = hope(heap, limit, hidden)
        self.here = Here(
            0, heap.devils, heap.size - hidden, heap.pieces, limit, rules.min_draw,
            position.amount, len(position.drawn),
        )  # fmt: skip
        self.memo: Memo | None = None
        self.chart: Chart | None = None
        self.tree: Tree | None = None
        self.room: Room | None = None

    def last(self) -> tuple[Floats, Floats]:
        """Figures of the last drawer: if he stops, if he draws."""
        stop, draw = np.empty(self.width), np.empty(self.width)
        self.memo = self.memo or self._memo()
        pay = pay_of(self.rules, self.position)
        if not last_draw(self._heap(), self.here, self.hope, pay, self.memo, stop, draw):
            raise ValueError(_FULL)
        return stop, draw

    def last_two(self) -> tuple[Floats, Floats]:
        """Figures of the last but one drawer: if he stops, if he draws."""
        stop, draw = np.empty(self.width), np.empty(self.width)
        if self.codes > MOST_ABREAST:
            raise ValueError(f"{self.codes:,} compositions are more than {MOST_ABREAST:,}")
        self.chart = self.chart or self._chart()
        self.tree = self.tree or self._tree()
        pay = pay_of(self.rules, self.position)
        self.room = self._room(pay)
        who = len(self.position.results)
        if not last_two_draw(
            self._heap(), self.here, self.hope, pay, who, self.chart, self.tree, self.room,
            stop, draw,
        ):  # fmt: skip
            raise ValueError(_FULL)
        return stop, draw

    def value(self, stop: Floats, draw: Floats) -> RoundValue:
        """Read the figures."""
        players = self.position.players
        who = len(self.position.results)
        may_draw = self.here.limit > 0
        may_stop = not may_draw or self.here.drawn >= self.here.least
        go = draw[who]
        stops = not may_draw or (may_stop and bool(stop[who] >= go - TIE * (1.0 + abs(go))))
        chosen = stop if stops else draw
        return RoundValue(
            stops,
            float(stop[who]) if may_stop else None,
            float(go) if may_draw else None,
            tuple(chosen[:players].tolist()),
            Parts(*stop[players:].tolist()) if may_stop else None,
            Parts(*draw[players:].tolist()) if may_draw else None,
            self.here.devils / self.here.size if may_draw else None,
        )

    def _heap(self) -> Heap:
        results = self.position.results
        amounts, counts = np.zeros((2, self.position.players), np.int64)
        amounts[: len(results)] = [result.amount for result in results]
        counts[: len(results)] = [result.pieces for result in results]
        pieces = self.packed.pieces
        return Heap(self.packed.values, pieces, self.strides, pieces.copy(), amounts, counts)

    def _memo(self) -> Memo:
        kept, depths = min(self.codes, MOST_POSITIONS), self.here.good + 2
        classes = 3 * (self.position.players + 3)
        return Memo(
            np.zeros(self.codes, np.int32),
            np.empty(kept, np.int64),
            np.empty(kept, np.int64),
            np.empty((kept + classes, self.width)),
            np.zeros(classes, np.bool_),
            np.empty((depths, self.width)),
            np.empty(depths, np.int64),
            np.empty(depths),
        )

    def _chart(self) -> Chart:
        codes = np.arange(self.codes)[:, np.newaxis]
        pieces = self.packed.pieces
        out = codes // self.strides % (pieces + 1)
        return Chart(
            pieces - out, out @ self.packed.values, out.sum(axis=1), self.strides,
            int(self.packed.values[0]),
        )  # fmt: skip

    def _tree(self) -> Tree:
        kept = min(self.codes, MOST_POSITIONS)
        amounts = int(self.packed.pieces @ self.packed.values) // self.hope.unit + 1
        return Tree(
            np.zeros(self.codes, np.int32),
            np.empty(kept, np.int64),
            np.empty((kept, self.width)),
            np.empty((kept, self.width)),
            np.empty(kept, np.bool_),
            np.empty(kept, np.bool_),
            np.empty((-(-amounts // LANES), self.here.good + 2), np.int64),
            np.empty(kept, np.int64),
            np.empty(kept, np.int64),
            np.empty(kept),
        )

    def _room(self, pay: Pay) -> Room:
        """Room for these stakes; what there is already is used again if it is large enough."""
        open_stakes = set(pay.bets.tolist()) if not pay.own else {int(pay.bets[-1])}
        stakes = sorted(
            stake for stake in open_stakes if stake > (0 if pay.own else self.position.best)
        )
        marks = 3 + len(stakes)
        old = self.room
        if old is not None and old.tables.shape[1] >= self.codes * marks:
            return old._replace(stakes=np.array(stakes, np.int64))
        return Room(
            lanes_array(2 * self.codes * marks).reshape(2, -1, LANES),
            np.zeros(2, np.bool_),
            lanes_array(self.codes * (marks + PIECES)),
            lanes_array(LINES),
            np.empty(self.codes, np.int64),
            np.zeros(self.codes, np.int32),
            np.empty(self.here.good + 5, np.int64),
            np.array(stakes, np.int64),
        )


_FULL = f"more than {MOST_POSITIONS:,} positions would have to be looked at"


def _packed(heap: Oven) -> PackedOven:
    """The heap as arrays; one without coal is given one kind with no pieces."""
    if heap.coal:
        return pack(heap)
    return PackedOven(np.array([1]), np.array([0]), heap.devils, 1)
