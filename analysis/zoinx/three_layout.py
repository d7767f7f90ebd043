"""The three-player game's states and arrays, laid out for the kernels that solve it."""

from dataclasses import dataclass

import numpy as np

from zochastic.analysis import regret
from zochastic.analysis.zoinx.reach import mark_reachable, named
from zochastic.analysis.zoinx.tables import AT_ONCE, TurnTables, turn_tables
from zochastic.analysis.zoinx.three_solve import Room
from zochastic.analysis.zoinx.three_turn import Scores, Values, distinct_scores
from zochastic.analysis.zoinx.two import check_solvable
from zochastic.rules.errors import InvalidInput
from zochastic.rules.zoinx import ZoinxRules
from zochastic.sims._jit import Floats, Ints

#: At most these: deficits beyond the first are not told apart once somebody has the target, and a
#: turn is taken to stop where it brings the end with the second as its lead.
_BEHIND, _LEAD = 50, 30
#: Totals that are reached with no more than this chance make up no deficit.
_HOPELESS = 1e-4
#: More states than this are not solved.
MOST_STATES = 4_000_000


@dataclass(frozen=True)
class Layout:
    """The arrays and states of a variant.

    Attributes
    ----------
    tables, scores : see `TurnTables` and `Scores`.
    main : int64[N, 3], states before the end in the order of solving, those ``tied`` together,
        since somebody has the target, first.
    two, one : int64[M, 3], states of the final round: 0 and the differences.
    index : int64[S, S, S], number of a state in ``main``, −1 where it cannot occur.
    low, reach : offsets of scores and of differences.
    behind, lead : see `reach.named` and `reach.safe_total`.
    """

    rules: ZoinxRules
    tables: TurnTables
    scores: Scores
    main: Ints
    tied: int
    two: Ints
    one: Ints
    index: Ints
    low: int
    reach: int
    behind: int
    lead: int

    @property
    def actions(self) -> Ints:
        """int64[3]: how many bets each role has."""
        active, opponent = self.tables.own.shape[0], self.tables.other.shape[0]
        return np.array([active, opponent, opponent], np.int64)

    def values(self, fill: float = 1 / 3) -> Values:
        """Values of all states, at first ``fill``."""
        final = (2 * self.reach + 1, 2 * self.reach + 1, 3)
        return Values(
            np.full((*self.index.shape, 3), fill),
            np.full(final, fill),
            np.full(final, fill),
            self.behind,
            self.low,
            self.lead,
        )


def layout(rules: ZoinxRules) -> Layout:
    """Find the states that can occur from the start [zoinx: A game].

    Raises
    ------
    InvalidInput : scores can fall under these rules, or there are too many states.
    """
    check_solvable(rules)
    short = turn_tables(rules, 1 + max((1, *rules.active_bets, *rules.opponent_bets)))
    jump = short.most_other + short.least_stop + rules.max_roll
    at_once = short.trigger == AT_ONCE
    behind = min(_BEHIND, _hopeless_total(rules) + short.least_stop)
    lead = 1 if at_once else min(_LEAD, behind)
    low = 0 if at_once else max(0, behind - rules.target)
    size = rules.target + low + 1 + (3 * short.most_other if at_once else 0)
    # two turns may each end that far ahead, of one who is as far behind as is told apart
    reach = 0 if at_once else behind + 2 * (lead + 2 * jump)
    tables = turn_tables(rules, size + 2 * (behind + lead + 2 * jump))
    if size**3 > MOST_STATES:
        allowed = f"a target that three players reach in at most {MOST_STATES:,} states"
        raise InvalidInput("target", rules.target, allowed)
    main = np.zeros((size, size, size), np.bool_)
    two = np.zeros((2 * reach + 1, 2 * reach + 1), np.bool_)
    one = np.zeros_like(two)
    stack = np.zeros((main.size + 1, 3), np.int64)
    # whoever begins may sit first, second or third
    starts = {tuple(np.roll(rules.starts, -seat).tolist()) for seat in range(3)}
    for top, start in enumerate(sorted(starts)):
        stack[top] = named(tables, behind, *start)
        main[tuple(stack[top] + low)] = True
    mark_reachable(tables, lead, behind, main, two, one, stack, len(starts))
    states = np.argwhere(main) - low
    order = np.argsort(-states.sum(1), kind="stable")
    states = states[order]
    tied = (states.max(1) >= rules.target) & (not at_once)
    states = np.concatenate((states[tied], states[~tied]))
    index = np.full(main.shape, -1, np.int64)
    index[tuple((states + low).T)] = np.arange(len(states))
    final = [np.pad(np.argwhere(marked) - reach, ((0, 0), (1, 0))) for marked in (two, one)]
    return Layout(
        rules, tables, distinct_scores(tables), states, int(tied.sum()), final[0], final[1], index,
        low, reach, behind, lead,
    )  # fmt: skip


def _hopeless_total(rules: ZoinxRules) -> int:
    """The smallest total that is reached with a chance of at most `_HOPELESS`."""
    law = {dots: float(p) for dots, p in rules.roll_law}
    blank = law.pop(0, 0.0)
    chance = [1.0]  # of standing at each total at some time
    while True:
        recent = range(max(0, len(chance) - rules.max_roll), len(chance))
        chance.append(sum(chance[t] * law.get(len(chance) - t, 0.0) for t in recent) / (1 - blank))
        # whoever gets beyond a total stands at one of the next few
        if sum(chance[-rules.max_roll :]) <= _HOPELESS:
            return len(chance) - 1


def rooms(lay: Layout) -> Room:
    """Arrays for the kernels of `three_solve`."""
    totals, most = lay.tables.own.shape[1], int(lay.tables.own.max())
    kinds, n = lay.scores.points.size, int(lay.actions.max())
    wide = 3 * n + 4
    return (
        regret.workspace(lay.actions.tolist()),
        np.zeros((4, wide, wide)),
        np.zeros((3, n)),
        np.zeros((3, n)),
        np.zeros((kinds, kinds, most + 1, 3)),
        np.zeros((totals, 3)),
        np.zeros((3, int(lay.actions.prod()))),
        np.zeros((4, max(n, 3))),
    )


def uniform(lay: Layout, states: Ints) -> Floats:
    """Mixtures float64[N, 3, n] that play every bet alike."""
    mixtures = np.zeros((len(states), 3, int(lay.actions.max())))
    for role, n in enumerate(lay.actions.tolist()):
        mixtures[:, role, :n] = 1 / n
    return mixtures
