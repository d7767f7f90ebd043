"""A round before the bets: who has what, what each may bet, and playing it with bets or lots."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from zochastic.analysis.coal.bets.choices import Choices, choices
from zochastic.analysis.coal.game.policies import Betting, Entry, Policy, pack_policies, read_policy
from zochastic.rules.coal import CoalRules, Oven, pacts
from zochastic.sims._jit import Floats, Ints
from zochastic.sims.coal.table import PackedRules, Policies, Table, kinds_of, pack_rules, table
from zochastic.sims.coal.tally import Played, play_on

#: The probability of each of a player's bets, by player.
Mixtures = tuple[Floats, ...]
#: Told how much of a piece of work is done: (done, total).
Tell = Callable[[int, int], None]
#: What a player wants: chips, or chips less the mean of the others'.
CHIPS, LEAD = "chips", "lead"
#: A bet that is drawn from the player's lots.
BY_LOT = -1


@dataclass(frozen=True)
class Scene:
    """A round before the bets; everybody's drawing is settled.

    Attributes
    ----------
    rules : for so many players as there are.
    wealth : chips in turn order.
    choices : bets of each player, rising.
    policies : how each player draws; and how he bets, if that is not asked.
    goal : `CHIPS` or `LEAD`.
    left : int64[kinds + 1], the oven.
    held : who has a pact with the devil.
    """

    rules: CoalRules
    oven: Oven
    wealth: tuple[int, ...]
    choices: Choices
    policies: tuple[Policy, ...]
    goal: str
    packed: PackedRules
    left: Ints
    held: tuple[bool, ...]

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.wealth)

    @property
    def scale(self) -> int:
        """What `worth` is to be divided by."""
        return self.players - 1 if self.goal == LEAD else 1

    def pure(self, profile: Sequence[int]) -> Mixtures:
        """Each plays one of his choices, told by its index."""
        return tuple(np.eye(len(bets))[k] for bets, k in zip(self.choices, profile, strict=True))

    def lots(self, mixtures: Mixtures) -> Policies:
        """The arrays of players who bet by these lots."""
        players = [
            replace(
                policy,
                betting=Betting(
                    (
                        tuple(
                            Entry(float(p), fixed=bet) for p, bet in zip(mixture, bets, strict=True)
                        ),
                    )
                ),
            )
            for policy, mixture, bets in zip(self.policies, mixtures, self.choices, strict=True)
        ]
        return pack_policies(self.rules, players)

    def start(self, bets: Sequence[int]) -> Table:
        """The round with these bets laid, `BY_LOT` for those not decided."""
        return table(
            self.rules, self.wealth, self.left, self.left, bets=bets, pacts=self.held
        )  # fmt: skip

    def play(
        self, policies: Policies, bets: Sequence[int], *, seed: int, first: int, rounds: int,
        keep_lots: int = 0,
    ) -> Played:  # fmt: skip
        """Play the round ``rounds`` times; equal ``first`` and ``seed`` meet the same pieces."""
        return play_on(
            self.packed, policies, self.start(bets), seed=seed, first_game=first, games=rounds,
            most_rounds=1, keep_lots=keep_lots,
        )  # fmt: skip

    def worth(self, played: Played) -> Ints:
        """int64[rounds, players]: what the goal makes of each round, times `scale`."""
        net: Ints = played.chips - np.array(self.wealth, np.int64)
        if self.goal == LEAD:
            net = self.players * net - net.sum(axis=1, keepdims=True)
        return net


def scene_of(
    rules: CoalRules,
    wealth: Sequence[int],
    *,
    oven: Oven | None = None,
    goal: str = CHIPS,
    policies: Sequence[Policy] | None = None,
    held: Sequence[bool] | None = None,
) -> Scene:
    """The round of players with this ``wealth``; by default all draw by ``round``.

    Parameters
    ----------
    held : who has a pact; None: as the pawns stand for this ``wealth``.
    """
    players = len(wealth)
    rules = rules if rules.players == players else replace(rules, players=players)
    lay = rules.fresh if oven is None else oven
    drawing = [read_policy("round", players)] * players if policies is None else policies
    return Scene(
        rules, lay, tuple(wealth), choices(rules, lay, wealth), tuple(drawing), goal,
        pack_rules(rules), kinds_of(rules, lay),
        pacts(rules, wealth) if held is None else tuple(held),
    )  # fmt: skip
