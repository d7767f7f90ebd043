"""Coal played on from the beginning of any round, for win probabilities, which no table has."""

from dataclasses import dataclass

import numpy as np

from zochastic.analysis.coal.records import CoalPlaying
from zochastic.analysis.quality.records import Records
from zochastic.rules.coal import CoalRules, stakes
from zochastic.sims._jit import Ints
from zochastic.sims.coal.game import PLAYED
from zochastic.sims.coal.table import ENDLESS, Policies, Table
from zochastic.sims.coal.tally import copied, credit_of, play_on
from zochastic.sims.streams import derived


@dataclass(frozen=True)
class CoalBranching:
    """Policies at a table; a position is a round's beginning.

    Who bets by the stakes of the last round does not know them in the first round of a play-out.
    """

    playing: CoalPlaying
    rules: CoalRules

    def play(self, seed: int, first_game: int, games: int) -> Records:
        """Play games ``first_game`` … of ``seed``."""
        return self.playing.play(seed, first_game, games)

    def positions(self, seed: int, game: int) -> list[Table]:
        """Where each round of a game begins."""
        at = self.playing
        whole = play_on(at.rules, at.policies, at.start, seed=seed, first_game=game, games=1)
        found = [copied(at.start)]
        for rounds in range(1, int(whole.lengths[0])):
            found.append(copied(at.start))
            play_on(
                at.rules, at.policies, at.start, seed=seed, first_game=game, games=1,
                most_rounds=rounds, last=found[-1],
            )  # fmt: skip
        return found

    def deciders(self, position: Table) -> range:
        """Everybody bets and draws."""
        return range(position.wealth.size)

    def branch(
        self, position: Table, luck: int, branches: int, playouts: int, *, loose: int | None = None
    ) -> Ints:
        """Play a round many times, and the games that it leads to; see `Branching`."""
        rules, policies = self.playing.rules, self.playing.policies
        credit = np.zeros((branches, playouts, position.wealth.size), np.int64)
        lots = np.random.default_rng(luck)
        then = derived(luck, 1)
        for k in range(branches):
            now = policies if loose is None else self._by_lot(loose, position, lots)
            after = copied(position)
            one = play_on(
                rules, now, position, seed=luck, first_game=k, games=1, most_rounds=1, last=after
            )
            if one.ended[0] == PLAYED:
                one = play_on(
                    rules, policies, after, seed=then, first_game=k * playouts, games=playouts
                )
            credit[k] = credit_of(one)
        return credit

    def _by_lot(self, seat: int, position: Table, lots: np.random.Generator) -> Policies:
        """Policies among which one bets at random and stops by the toss of a coin.

        Who tosses a coin after every piece draws so many pieces as are drawn by lot before.
        """
        allowed = stakes(self.rules, int(position.wealth[seat]))
        changed = self.playing.policies._asdict()
        bet = allowed[int(lots.integers(len(allowed)))]
        for name, value in (
            ("chance", 1.0), ("fixed", bet), ("share", 1.0), ("row", -1), ("above", -1),
            ("stop_amount", ENDLESS), ("rule", 0),
            ("stop_pieces", self.rules.min_draw - 1 + int(lots.geometric(0.5))),
        ):  # fmt: skip
            changed[name] = changed[name].copy()
            changed[name][seat] = value
        return Policies(**changed)
