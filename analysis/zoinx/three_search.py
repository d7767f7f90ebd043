"""Three players: an ε-equilibrium of the whole game and its certificate."""

import numpy as np

from zochastic.analysis.zoinx.reach import named
from zochastic.analysis.zoinx.three_layout import Layout, layout, rooms, uniform
from zochastic.analysis.zoinx.three_reply import reply_final, reply_rotations, reply_sweep
from zochastic.analysis.zoinx.three_solution import ThreeSolution
from zochastic.analysis.zoinx.three_solve import SETTLED, solve_final, solve_rotations, sweep
from zochastic.analysis.zoinx.three_turn import MAIN, ONE, TWO, Values
from zochastic.rules.errors import InvalidInput
from zochastic.rules.zoinx import ZoinxRules
from zochastic.sims._jit import Floats, Ints
from zochastic.sims.runner import Progress

#: Sweeps over the states in which somebody has the target.
_SWEEPS = 400
#: Where replies have settled; what is left of ε beside it is of no account.
_REPLY = 1e-12
#: States of one call of a kernel: between two calls progress is told.
_BLOCK = 500


class _Steps:
    """Tells progress in states."""

    def __init__(self, progress: Progress | None, total: int) -> None:
        self.progress, self.total, self.done = progress, total, 0

    def add(self, count: int) -> None:
        self.done = min(self.total, self.done + count)
        if self.progress is not None:
            self.progress(self.done, self.total)


def solve_three(rules: ZoinxRules, *, progress: Progress | None = None) -> ThreeSolution:
    """An ε-equilibrium of three players, certified [zoinx: A game].

    Parameters
    ----------
    progress : told (work done, work in all), roughly in visits of states.

    Raises
    ------
    InvalidInput : the rules are for another number of players, or scores can fall.
    """
    if rules.players != 3:
        raise InvalidInput("players", rules.players, "3")
    lay = layout(rules)
    free = len(lay.main) - lay.tied
    steps = _Steps(progress, 120 * lay.tied + 6 * free + len(lay.two) + len(lay.one))
    main, two, one = (uniform(lay, states) for states in (lay.main, lay.two, lay.one))
    mixtures = [main, two, one]
    values = lay.values()
    switches = np.zeros(len(lay.main), np.int64)
    _play(lay, values, mixtures, switches, False, steps)
    # what is stored is what is judged
    for played in mixtures:
        rounded = played.astype(np.float32).astype(np.float64)
        played[:] = rounded / rounded.sum(2, keepdims=True)
    _play(lay, values, mixtures, switches, True, steps)
    epsilon, worst = certify(lay, values, mixtures, steps)
    return ThreeSolution(lay, values, main, two, one, epsilon, worst)


def _play(
    lay: Layout, values: Values, mixtures: list[Floats], switches: Ints, kept: bool, steps: _Steps
) -> None:
    """Find values of all states and, unless they are ``kept``, what is played there."""
    room, counts, actions = rooms(lay), np.zeros(6, np.int64), lay.actions
    allowed = 2.0 if kept else 1e-13
    for phase, states, table in ((ONE, lay.one, values.one), (TWO, lay.two, values.two)):
        for first in range(0, len(states), _BLOCK):
            part = slice(first, first + _BLOCK)
            found = np.zeros((len(states[part]), 3))
            solve_final(
                lay.tables, lay.scores, values, phase, states[part], actions,
                mixtures[phase][part], allowed, room, found, counts,
            )  # fmt: skip
            table[states[part, 1] + lay.reach, states[part, 2] + lay.reach] = found
            steps.add(len(found))
    common = lay.tables, lay.scores, values
    played = mixtures[MAIN]
    for _ in range(_SWEEPS):
        change = 0.0
        for first in range(0, lay.tied, _BLOCK):
            last = min(first + _BLOCK, lay.tied)
            moved = sweep(
                *common, lay.main, first, last, actions, played, switches, kept, room, counts
            )
            change = max(change, moved)
            steps.add(last - first)
        if change <= SETTLED:
            break
    done = np.zeros(len(lay.main), np.bool_)
    for first in range(lay.tied, len(lay.main), _BLOCK):
        last = min(first + _BLOCK, len(lay.main))
        solve_rotations(
            *common, lay.index, lay.main, first, last, actions, played, switches, kept, done, room,
            counts,
        )  # fmt: skip
        steps.add(2 * (last - first))


def certify(
    lay: Layout, values: Values, mixtures: list[Floats], steps: _Steps | None = None
) -> tuple[float, float]:
    """Largest gain of a best whole-game reply: from the start, and over all states.

    Parameters
    ----------
    values : what the game is worth as ``mixtures`` (before the end, two turns left, one) play it.
    """
    steps = steps or _Steps(None, 1)
    replies = lay.values()
    for mine, theirs in zip(replies[:3], values[:3], strict=True):
        mine[:] = theirs
    solving = rooms(lay)
    room = solving[4], solving[4].copy(), np.zeros((solving[5].shape[0], 4)), solving[7]
    common = lay.tables, lay.scores, values, replies
    worst = 0.0
    for phase, states, table, better in (
        (ONE, lay.one, values.one, replies.one),
        (TWO, lay.two, values.two, replies.two),
    ):
        found = np.zeros((len(states), 3))
        reply_final(*common, phase, states, mixtures[phase], room, found)
        place = states[:, 1] + lay.reach, states[:, 2] + lay.reach
        better[place] = found
        if len(states):
            worst = max(worst, float((found - table[place]).max()))
        steps.add(len(states))
    for _ in range(_SWEEPS):
        change = reply_sweep(*common, lay.main, 0, lay.tied, mixtures[MAIN], room)
        steps.add(lay.tied)
        if change <= _REPLY:
            break
    done = np.zeros(len(lay.main), np.bool_)
    for first in range(lay.tied, len(lay.main), _BLOCK):
        last = min(first + _BLOCK, len(lay.main))
        reply_rotations(
            *common, lay.index, lay.main, first, last, mixtures[MAIN], _REPLY, done, room
        )
        steps.add(last - first)
    gains = (replies.main - values.main)[tuple((lay.main + lay.low).T)]
    start = lay.index[tuple(np.array(named(lay.tables, lay.behind, *lay.rules.starts)) + lay.low)]
    return float(gains[start].max()), max(worst, float(gains.max()))
