"""Answers about whole games of coal in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from zochastic.analysis.coal.turn.wording import percent
from zochastic.analysis.estimates import Estimate
from zochastic.rules.coal import CoalRules


def simulate(
    rules: CoalRules, rows: Sequence[Mapping[str, Any]], games: int, unfinished: int, rounds: int
) -> str:
    """The sentence of ``coal simulate``."""
    if unfinished == games:
        return f"None of {games:,} games was over after {rules.max_rounds:,} rounds: nobody wins."
    even = 1 / rules.players
    top = max(rows, key=lambda row: float(row["win_rate"]))
    length = f"a game takes {rounds / games:.1f} rounds on average"
    if unfinished:
        length += f", {unfinished:,} were not over after {rules.max_rounds:,}"
    if top["low"] <= even:
        return (
            f"Nobody wins clearly more than the even share of {percent(even)} in {games:,} games; "
            f"{length}."
        )
    return (
        f"{top['policy']} in seat {top['seat']} wins most, {percent(top['win_rate'])} of {games:,} "
        f"games where {percent(even)} are its even share; {length}."
    )


def simulate_notes(rules: CoalRules, unfinished: int) -> list[str]:
    """What the figures of ``coal simulate`` count."""
    notes = [
        "A win that k players share counts 1/k in win_rate; `wins` are sole wins, `shared` the "
        "others.",
        "The first starting player goes round with the games.",
        "Everybody has a turn in every round, also who finds the oven empty.",
    ]
    return [*notes, *_unfinished(rules, unfinished)]


def duel(
    rules: CoalRules, first: str, second: str, edge_a: Estimate, edge_b: Estimate | None
) -> str:
    """The sentence of ``coal duel`` with two policies."""
    even = 1 / rules.players
    if rules.players == 2:
        rate = f"{first} wins {_rate(edge_a, even)} of games against {second}"
        if edge_a.low > 0:
            return f"{first} is the better of two: it wins {_rate(edge_a, even)} against {second}."
        if edge_a.high < 0 and (edge_b is None or edge_b.low > 0):
            return f"{second} is the better of two: {rate}."
        return f"These games do not tell them apart: {rate}."
    others = rules.players - 1
    one = f"alone among {others} {second}, {first} wins {_rate(edge_a, even)}"
    if edge_b is None:
        return f"{one[0].upper()}{one[1:]} (even share {percent(even)})."
    other = f"alone among {others} {first}, {second} wins {_rate(edge_b, even)}"
    verdict = _verdict(first, second, edge_a, edge_b)
    return f"{verdict}: {one}, and {other} (even share {percent(even)})."


def _rate(edge: Estimate, even: float) -> str:
    return percent(edge.value + even)


def _verdict(first: str, second: str, edge_a: Estimate, edge_b: Estimate) -> str:
    more, less = "more than its share", "less than its share"
    a = more if edge_a.low > 0 else less if edge_a.high < 0 else None
    b = more if edge_b.low > 0 else less if edge_b.high < 0 else None
    if a == more and b != more:
        return f"{first} is the better of the two"
    if b == more and a != more:
        return f"{second} is the better of the two"
    if a == more and b == more:
        return "Each wins more than its share when it is alone"
    if a == less and b == less:
        return "Each wins less than its share when it is alone"
    if a == less or b == less:
        loser, keeper = (first, second) if a == less else (second, first)
        return f"{keeper} stands against a lone {loser}"
    return "These games do not tell them apart"


def contest(
    rules: CoalRules,
    rows: Sequence[Mapping[str, Any]],
    standing: Sequence[Mapping[str, Any]],
    policies: int,
) -> str:
    """The sentence of ``coal duel`` with many policies."""
    even = percent(1 / rules.players)
    first = standing[0]
    others = policies - 1
    if len(rows) in (others, 2 * others) and policies > 3:
        met = sum(row["alone"] == first["policy"] for row in rows)
        text = (
            f"Alone, {first['policy']} wins more than the even share of {even} among "
            f"{first['alone_more']} of {met} policies"
        )
        if rules.players == 2:
            return f"{text}, and less against {first['alone_less']}."
        return f"{text}; {first['yields']} of them win more than theirs alone among it."
    best = max(standing, key=lambda one: (int(one["alone_more"]), int(one["resists"])))
    return (
        f"Of {policies} policies {best['policy']} does best: alone it wins more than the even "
        f"share of {even} among {best['alone_more']} of {others} others, and {best['yields']} of "
        "them win more than theirs alone among it."
    )


def cycle_notes(cycle: Sequence[str]) -> list[str]:
    """Policies that no order ranks, if there are any."""
    if not cycle:
        return []
    chain = " > ".join(cycle)
    return [f"No order ranks them: alone among the next, each of {chain} wins more than its share."]


def duel_notes(rules: CoalRules, unfinished: int) -> list[str]:
    """What the figures of ``coal duel`` count."""
    return [
        "Every game index is played once for each place of the lone player, with the same pieces "
        "in the same order: a policy alone among its own kind has an edge of 0 exactly.",
        "`edge` is the win rate less the even share; a shared win counts in parts.",
        *_unfinished(rules, unfinished),
    ]


def _unfinished(rules: CoalRules, unfinished: int) -> list[str]:
    if not unfinished:
        return []
    return [
        f"{unfinished:,} games were cut after {rules.max_rounds:,} rounds: nobody wins them, and "
        "win rates are shares of all games, those among them."
    ]
