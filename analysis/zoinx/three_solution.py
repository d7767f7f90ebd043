"""What three players play, what it is worth, and how it is kept in a file.

In the final round the roles are: to move, to move after him (or done), done.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from zochastic.analysis.zoinx.reach import named
from zochastic.analysis.zoinx.tables import ANY_TURN
from zochastic.analysis.zoinx.three_layout import Layout, rooms
from zochastic.analysis.zoinx.three_turn import MAIN, ONE, TWO, Values, fill_local, turn_payoffs
from zochastic.rules.errors import InvalidInput
from zochastic.sims._jit import Floats, Ints
from zochastic.sims.zoinx.policy import LEADER, NOWHERE, RELATIVE, Policy, thresholds


@dataclass(frozen=True)
class ThreeSolution:
    """What three players play, and what it is worth.

    Attributes
    ----------
    values : by state and role.
    main, two, one : float64[N, 3, n], mixtures by state (in the order of ``layout``) and role.
    epsilon : what the best placed player gains at most from the start on, by the best reply to
        the others in the whole game.
    worst : the same over every state that can occur.
    """

    layout: Layout
    values: Values
    main: Floats
    two: Floats
    one: Floats
    epsilon: float
    worst: float

    @property
    def states(self) -> int:
        """How many states were solved."""
        return len(self.main) + len(self.two) + len(self.one)

    @cached_property
    def _final(self) -> tuple[dict[tuple[int, ...], int], dict[tuple[int, ...], int]]:
        two, one = (
            {tuple(state): i for i, state in enumerate(states.tolist())}
            for states in (self.layout.two, self.layout.one)
        )
        return two, one

    def _find(self, scores: tuple[int, ...], last_turns: int) -> tuple[int, Ints, int]:
        """Phase, state and its number.

        Raises
        ------
        InvalidInput : the scores cannot occur.
        """
        a, b, c = scores
        lay = self.layout
        if last_turns == 0:
            state = named(lay.tables, lay.behind, a, b, c)
            place = tuple(s + lay.low for s in state)
            inside = all(0 <= p < lay.index.shape[0] for p in place)
            number = int(lay.index[place]) if inside else -1
            found = MAIN, np.array(state, np.int64), number
        else:
            state = (0, b - a, c - a)
            number = self._final[last_turns == 1].get(state, -1)
            found = TWO if last_turns == 2 else ONE, np.array(state, np.int64), number
        if found[2] < 0:
            raise InvalidInput(
                "--scores", ",".join(map(str, scores)), "scores that can occur in a game of three"
            )
        return found

    def value(self, scores: tuple[int, ...], last_turns: int = 0) -> tuple[float, float, float]:
        """Win probabilities of the player to move, the next and the one after.

        Parameters
        ----------
        last_turns : turns left in the final round, this one included; 0 before it.

        Raises
        ------
        InvalidInput : the scores cannot occur.
        """
        phase, state, _ = self._find(scores, last_turns)
        lay, values = self.layout, self.values
        if phase == MAIN:
            found = values.main[tuple(state + lay.low)]
        else:
            table = values.two if phase == TWO else values.one
            found = table[state[1] + lay.reach, state[2] + lay.reach]
        return float(found[0]), float(found[1]), float(found[2])

    def mixtures(
        self, scores: tuple[int, ...], last_turns: int = 0
    ) -> tuple[Floats, Floats, Floats]:
        """Probabilities of the bets of the three, as in `value`."""
        phase, _, number = self._find(scores, last_turns)
        played = (self.main, self.two, self.one)[phase][number]
        one, two, three = (
            played[role, :n].copy() for role, n in enumerate(self.layout.actions.tolist())
        )
        return one, two, three

    def pure_values(
        self, scores: tuple[int, ...], last_turns: int = 0
    ) -> tuple[Floats, Floats, Floats]:
        """Win probability of each bet of the three, the two others playing their mixtures."""
        phase, state, number = self._find(scores, last_turns)
        lay = self.layout
        _, _, _, _, local, run, payoffs, _ = rooms(lay)
        a, b, c = state.tolist()
        top = fill_local(lay.tables, lay.scores, self.values, phase, a, b, c, local)
        turn_payoffs(lay.tables, lay.scores, local, top, run, payoffs)
        played = (self.main, self.two, self.one)[phase][number]
        x, y, z = (played[role, :n] for role, n in enumerate(lay.actions.tolist()))
        worth = payoffs.reshape(3, *lay.actions)
        return (
            np.einsum("ijk,j,k->i", worth[0], y, z),
            np.einsum("ijk,i,k->j", worth[1], x, z),
            np.einsum("ijk,i,j->k", worth[2], x, y),
        )

    def policy(self, words: int = 1) -> Policy:
        """The equilibrium as the kernels of whole games read it: bets, and values to stop by.

        Raises
        ------
        InvalidInput : the rules bring the end after any turn, which changes who plays last.
        """
        lay = self.layout
        if lay.tables.trigger == ANY_TURN:
            raise InvalidInput("trigger", "any-turn", "another trigger for a perfect three in sims")
        axes = np.full((8, 6), NOWHERE, np.int64)
        size, wide = lay.index.shape[0], 2 * lay.reach + 1
        axes[0] = LEADER, lay.low, 0, size, size, size
        rows = [lay.index.ravel().astype(np.int32)]
        first = len(lay.main)
        for phase, states in ((0b011, lay.two), (0b001, lay.one)):
            axes[phase] = RELATIVE, lay.reach, sum(part.size for part in rows), 1, wide, wide
            cells = np.full((wide, wide), -1, np.int32)
            numbers = np.arange(first, first + len(states))
            cells[states[:, 1] + lay.reach, states[:, 2] + lay.reach] = numbers
            rows.append(cells.ravel())
            first += len(states)
        final = (
            table[states[:, 1] + lay.reach, states[:, 2] + lay.reach]
            for table, states in ((self.values.two, lay.two), (self.values.one, lay.one))
        )
        main = self.values.main[tuple((lay.main + lay.low).T)]
        return Policy(
            axes,
            np.concatenate(rows),
            thresholds(np.concatenate((self.main, self.two, self.one))),
            values=np.concatenate((main, *final)),
        )
