"""Which of many equilibria of the bets to play: by a rule with a name."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np

from zochastic.analysis.coal.bets.equilibria import LIST, Found
from zochastic.analysis.coal.bets.reply import replies
from zochastic.analysis.coal.bets.scene import Scene, Tell
from zochastic.sims._jit import Floats
from zochastic.sims.streams import derived

#: The rules: the greatest value for the asking player; the greatest in the worst case.
HIGHEST, SAFEST = "highest", "safest"
#: Rounds of each bet against each profile, to find the worst case.
ROUNDS = 2048


def choose(listed: Sequence[Found], seat: int, select: str) -> int:
    """The index of the profile to play, among those that hold; else of the least gain.

    Equal values: the first, which has the smaller bet.
    """
    held = [i for i, found in enumerate(listed) if found.holds]
    if not held:
        return min(range(len(listed)), key=lambda i: listed[i].judgement.epsilon)
    if select == SAFEST:
        return max(held, key=lambda i: listed[i].worst or 0.0)
    return max(held, key=lambda i: listed[i].judgement.values[seat].value)


def with_worst(
    scene: Scene,
    listed: Sequence[Found],
    seat: int,
    *,
    payoffs: Floats | None,
    seed: int,
    pool: ThreadPoolExecutor,
    tell: Tell,
) -> list[Found]:
    """The profiles with the asking player's value against the worst of the others' parts."""
    columns = []
    held = [found for found in listed if found.holds] or list(listed)
    own = np.any([found.mixtures[seat] > 0 for found in held], axis=0)
    plays = [k for k in range(own.size) if own[k]]
    bets = [scene.choices[seat][k] for k in plays]
    for count, found in enumerate(held):
        worth = np.zeros(own.size)
        if payoffs is not None:
            table = payoffs[0] if seat == 0 else payoffs[1].T
            worth = table @ found.mixtures[1 - seat]
        else:
            worth[plays] = replies(
                scene, scene.lots(found.mixtures), seat, bets, seed=derived(seed, LIST),
                rounds=ROUNDS, pool=pool, tell=lambda *_: None,
            ).means  # fmt: skip
        columns.append(worth)
        tell(count + 1, len(held))
    table = np.stack(columns)  # [others' profile, own bet]
    return [
        replace(f, worst=float((table @ f.mixtures[seat]).min())) if f.holds else f for f in listed
    ]
