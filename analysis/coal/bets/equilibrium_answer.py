"""The answers of ``coal bet`` against an equilibrium's bets, and against a policy."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from zochastic.analysis.answer import Answer, Row, provenance
from zochastic.analysis.coal.bets import wording
from zochastic.analysis.coal.bets.choose import SAFEST, choose, with_worst
from zochastic.analysis.coal.bets.equilibria import CHOSEN, Found, find, judge
from zochastic.analysis.coal.bets.reply import Replies, replies
from zochastic.analysis.coal.bets.scene import LEAD, Scene
from zochastic.analysis.coal.game.policies import pack_policies
from zochastic.rules.variants import Variant
from zochastic.sims._jit import Floats
from zochastic.sims.streams import derived

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Question:
    """What is asked; ``seat`` counts from 0, ``told``: somebody said what lies in the oven."""

    variant: Variant
    scene: Scene
    seat: int
    others: str
    select: str
    exact: bool | None
    rounds: int
    precision: float | None
    seed: int
    threads: int | None
    told: bool


def equilibrium(asked: Question, progress: Progress | None) -> Answer:
    """What to bet if everybody bets by an equilibrium, found, chosen and judged."""
    scene, seat = asked.scene, asked.seat
    with _pool(asked) as pool:
        listed, payoffs = find(
            scene, seed=asked.seed, pool=pool, exact=asked.exact, tell=_part(progress, 0, 75)
        )
        if asked.select == SAFEST:
            listed = with_worst(
                scene, listed, seat, payoffs=payoffs, seed=asked.seed, pool=pool,
                tell=_part(progress, 75, 80),
            )  # fmt: skip
        chosen = choose(listed, seat, asked.select)
        play = listed[chosen].mixtures
        judged = listed[chosen].judgement
        rounds = asked.rounds
        if payoffs is None:
            judged = judge(
                scene, play, seed=asked.seed, rounds=rounds, pool=pool,
                precision=asked.precision, tell=_part(progress, 80, 85),
            )  # fmt: skip
            rounds = judged.rounds
        # the same rounds as those of the judgement, so that the figures go together
        earned = replies(
            scene, scene.lots(play), seat, scene.choices[seat], seed=derived(asked.seed, CHOSEN),
            rounds=rounds, pool=pool, tell=_part(progress, 85, 100),
        )  # fmt: skip
    lots = play[seat]
    worth = earned.means if payoffs is None else _exact_worth(payoffs, play, seat)
    rows = _rows(scene, earned, worth, lots)
    best = int(np.argmax(lots))
    value = judged.values[seat]
    simulated = payoffs is None
    return Answer(
        answer=wording.equilibrium(scene, seat, listed, chosen, judged, asked.select, simulated),
        title=wording.title(scene, seat, asked.variant.title),
        facts={
            "best_bet": scene.choices[seat][best],
            "value": value.value,
            "value_low": value.low if simulated else None,
            "value_high": value.high if simulated else None,
            "epsilon": judged.epsilon,
            "epsilon_low": judged.low if simulated else None,
            "epsilon_high": judged.high if simulated else None,
            "value_worst": listed[chosen].worst,
            **_facts(asked, "round" if simulated else "perfect"),
            "select": asked.select,
        },
        rows=rows,
        best=best,
        tables={"equilibria": [_equilibrium(scene, found) for found in listed]},
        silent=[
            *(() if simulated else ("value_low", "value_high", "epsilon_low", "epsilon_high")),
            *(() if asked.select == SAFEST else ("value_worst",)),
        ],
        notes=wording.equilibrium_notes(scene, seat, listed, simulated, asked.told),
        provenance=provenance(
            "bet", asked.variant, exact=not simulated, seed=asked.seed, games=earned.rounds
        ),
    )


def reply(asked: Question, progress: Progress | None) -> Answer:
    """What to bet if the others bet and draw by a policy: the best of all bets."""
    scene, seat = asked.scene, asked.seat
    policies = pack_policies(scene.rules, scene.policies)
    with _pool(asked) as pool:
        earned = replies(
            scene, policies, seat, scene.choices[seat], seed=derived(asked.seed, CHOSEN),
            rounds=asked.rounds, precision=asked.precision, pool=pool,
            tell=_part(progress, 0, 100),
        )  # fmt: skip
    best = earned.best
    value = earned.value(best)
    foe = scene.policies[seat - 1].text
    return Answer(
        answer=wording.reply(scene, seat, earned.bets[best], value.value, foe),
        title=wording.title(scene, seat, asked.variant.title),
        facts={
            "best_bet": earned.bets[best],
            "value": value.value,
            "value_low": value.low,
            "value_high": value.high,
            "epsilon": None,
            "epsilon_low": None,
            "epsilon_high": None,
            **_facts(asked, scene.policies[seat].text.partition("+")[2]),
        },
        rows=_rows(scene, earned, earned.means, None),
        best=best,
        silent=["probability", "epsilon", "epsilon_low", "epsilon_high"],
        notes=wording.reply_notes(scene, seat, earned, asked.told),
        provenance=provenance(
            "bet", asked.variant, exact=False, seed=asked.seed, games=earned.rounds
        ),
    )


def _rows(scene: Scene, earned: Replies, worth: Floats, lots: Floats | None) -> list[Row]:
    rules = scene.rules
    double = rules.double if rules.double_to == "highest" else rules.win_factor
    rows: list[Row] = []
    for k, bet in enumerate(earned.bets):
        p = float(earned.met[k]) / earned.rounds
        row = {
            "bet": bet,
            "p_success": p,
            "ev_single": bet * (p * rules.win_factor - (1 - p)),
            "ev_double": bet * (p * double - (1 - p)),
            "probability": None if lots is None else float(lots[k]),
            "ev_chips": float(earned.chips[k]) / earned.rounds,
        }
        if scene.goal == LEAD:
            row["value"] = float(worth[k])
        else:
            row["ev_chips"] = float(worth[k])
        rows.append(row)
    return rows


def _equilibrium(scene: Scene, found: Found) -> Row:
    judged = found.judgement
    row: dict[str, str | int | float | bool | list[str] | None] = {
        "kind": "mixture" if found.level is None else "equal",
        "bet": found.level,
        "holds": found.holds,
        "bets": [wording.lots(scene, found.mixtures, seat) for seat in range(scene.players)],
    }
    for seat, value in enumerate(judged.values):
        row[f"value_{seat + 1}"] = value.value
    row |= {"epsilon": judged.epsilon, "epsilon_low": judged.low, "epsilon_high": judged.high}
    return row if found.worst is None else row | {"value_worst": found.worst}


def _facts(asked: Question, drawing: str) -> dict[str, str | int]:
    scene = asked.scene
    return {
        "goal": scene.goal,
        "others": asked.others,
        "drawing": drawing,
        "seat": asked.seat + 1,
        "players": scene.players,
        "wealth": ",".join(map(str, scene.wealth)),
        "oven": scene.oven.text,
    }


def _exact_worth(payoffs: Floats, play: tuple[Floats, ...], seat: int) -> Floats:
    worth: Floats = payoffs[0] @ play[1] if seat == 0 else play[0] @ payoffs[1]
    return worth


@contextmanager
def _pool(asked: Question) -> Iterator[ThreadPoolExecutor]:
    """Workers that are left at once if the work is interrupted."""
    pool = ThreadPoolExecutor(asked.threads or os.cpu_count() or 1)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _part(progress: Progress | None, start: int, end: int) -> Progress:
    """Progress of a part of the work, from ``start`` to ``end`` per cent of the whole."""

    def tell(done: int, total: int) -> None:
        if progress is not None:
            progress(round(10 * (start + (end - start) * done / total)), 1000)

    return tell
