"""Answers about everybody's bets in words."""

from collections.abc import Iterator, Sequence

import numpy as np

from zochastic.analysis.coal.bets.choices import MOST, RARE
from zochastic.analysis.coal.bets.choose import SAFEST
from zochastic.analysis.coal.bets.equilibria import Found
from zochastic.analysis.coal.bets.judge import Judgement
from zochastic.analysis.coal.bets.reply import Replies
from zochastic.analysis.coal.bets.scene import LEAD, Mixtures, Scene
from zochastic.analysis.coal.turn.wording import oven_notes, percent
from zochastic.rules.coal import stakes

#: Lots of a lower probability are not told in a sentence.
_SELDOM = 0.05


def title(scene: Scene, seat: int, variant: str) -> str:
    """Heading of the table."""
    chips = scene.wealth[seat]
    return f"What to bet with {chips} chips, seat {seat + 1} of {scene.players}, {variant}"


def lots(scene: Scene, mixtures: Mixtures, seat: int) -> str:
    """A player's bet, or bets with their chances, such as ``100 (60.0 %) 120 (40.0 %)``."""
    bets, mixture = scene.choices[seat], mixtures[seat]
    played = np.flatnonzero(mixture > 0)
    if played.size == 1:
        return str(bets[played[0]])
    return " ".join(f"{bets[k]} ({percent(float(mixture[k]))})" for k in played)


def equilibrium(
    scene: Scene,
    seat: int,
    listed: Sequence[Found],
    chosen: int,
    judged: Judgement,
    select: str,
    simulated: bool,
) -> str:
    """The sentence of ``coal bet`` in equilibrium."""
    found = listed[chosen]
    value = f"{_told(scene, judged.values[seat].value)} on average"
    draw = "everybody draws by the rule round" if simulated else "both draw perfectly"
    holds = sum(f.holds for f in listed)
    if not found.holds:
        why = (
            f"nothing found is an equilibrium, this comes nearest: somebody gains "
            f"{judged.epsilon:.1f} by another bet"
        )
    elif holds == 1:
        why = "the only equilibrium found"
    elif select == SAFEST:
        worst = 0.0 if found.worst is None else found.worst
        why = (
            f"the safest for you of {holds} equilibria found, {worst:+.1f} if the others play "
            "the worst of them"
        )
    else:
        why = f"the best for you of {holds} equilibria found"
    advice = _advice(scene, found.mixtures, seat)
    return f"{advice}: {value} if {_others(scene, found, seat)}, {why}; {draw}."


def reply(scene: Scene, seat: int, bet: int, value: float, foe: str) -> str:
    """The sentence of ``coal bet`` against a policy."""
    drawing = scene.policies[seat].text.partition("+")[2]
    advice = "Bet nothing" if bet == 0 else f"Bet {bet}"
    return (
        f"{advice}: {_told(scene, value)} on average if the others play {foe}; you draw by the "
        f"rule {drawing}."
    )


def equilibrium_notes(
    scene: Scene, seat: int, listed: Sequence[Found], simulated: bool, told: bool
) -> list[str]:
    """What the answer takes for granted, and the equilibria that there are."""
    equal = [f for f in listed if f.level is not None and f.holds]
    notes = []
    if equal:
        values = ", ".join(f"{f.level} ({f.judgement.values[seat].value:+.1f})" for f in equal)
        notes.append(
            f"Equal bets that nobody is shown to gain by leaving, with seat {seat + 1}'s value: "
            f"{values}."
        )
    else:
        notes.append("No equal bet of all is an equilibrium.")
    if len(set(scene.wealth)) > 1:
        notes.append("An equal bet of all: who has less bets all he has.")
    if simulated:
        notes.append(
            "Found on some rounds, judged on others: epsilon is the most that anybody gains by "
            "another bet; its interval allows for the number of bets compared."
        )
        if scene.players == 2 and scene.rules.bank == "unlimited":
            notes.append("--exact solves it, both drawing perfectly; that takes minutes here.")
        if scene.players > 2:
            notes.append("Among three and more a learned mixture need not be an equilibrium.")
    else:
        notes.append("p_success is simulated, both drawing by the rule round.")
    return [*notes, *_notes(scene, told)]


def reply_notes(scene: Scene, seat: int, earned: Replies, told: bool) -> list[str]:
    """What the answer against a policy takes for granted."""
    notes = []
    if near := [
        str(bet)
        for k, bet in enumerate(earned.bets)
        if k != earned.best and earned.behind(k).low <= 0
    ]:
        notes.append(f"Not told apart from the best bet at 95 %: {', '.join(near)}.")
    return [*notes, *_notes(scene, told)]


def _notes(scene: Scene, told: bool) -> Iterator[str]:
    yield from oven_notes(scene.rules, scene.oven, told)
    yield "Only this round counts; everybody knows all wealth and the oven."
    if any(
        len(bets) < len(stakes(scene.rules, chips))
        for bets, chips in zip(scene.choices, scene.wealth, strict=True)
    ):
        yield (
            f"Of more than {MOST} bets a grid is weighed: equal steps up to what the table "
            f"reaches with {RARE:.0%}, and everybody's all-in."
        )
    if scene.rules.zero_bet:
        yield "Staking nothing is allowed and neither wins nor loses (assumed)."


def _advice(scene: Scene, mixtures: Mixtures, seat: int) -> str:
    bets, mixture = scene.choices[seat], mixtures[seat]
    if scene.choices[seat] == (0,):
        return "Nothing to bet"
    if mixture.max() == 1:
        bet = bets[int(np.argmax(mixture))]
        return f"Bet {bet}" if bet else "Bet nothing"
    played = [k for k in np.argsort(-mixture, kind="stable") if mixture[k] >= _SELDOM]
    parts = [f"{bets[k]} with {percent(float(mixture[k]))}" for k in played]
    rest = 1 - sum(float(mixture[k]) for k in played)
    if rest > 0.0005:
        parts.append(f"others with {percent(rest)}")
    return "Draw lots: " + ", ".join(parts)


def _others(scene: Scene, found: Found, seat: int) -> str:
    if found.level is None:
        return f"the other{'s draw their' if scene.players > 2 else ' draws his'} lots"
    bets = [lots(scene, found.mixtures, s) for s in range(scene.players) if s != seat]
    if len(bets) == 1:
        return f"the other bets {bets[0]}"
    if len(set(bets)) == 1:
        return f"the others bet {bets[0]}"
    return f"the others bet {', '.join(bets[:-1])} and {bets[-1]}"


def _told(scene: Scene, value: float) -> str:
    chips = f"{value:+.1f} chips"
    return f"a lead of {chips}" if scene.goal == LEAD else chips
