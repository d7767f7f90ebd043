"""A policy alone among others of another kind, for two policies or many, as an Answer."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from zochastic.analysis import estimates
from zochastic.analysis.answer import Answer, Provenance, Row, Scalar, provenance
from zochastic.analysis.coal.game import wording
from zochastic.analysis.coal.game.cycles import shortest_cycle
from zochastic.analysis.coal.game.simulate import for_players
from zochastic.rules.coal import CoalRules
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import Variant

# what plays is imported where it plays: this module is also imported by answers that play nothing
if TYPE_CHECKING:
    from zochastic.analysis.coal.game.matches import Lone
    from zochastic.analysis.coal.game.policies import Policy

Progress = Callable[[int, int], None]

#: The most policies of a tournament: every pair of them is played.
MOST = 70
#: Holm's adjusted p-values below this are verdicts.
ALPHA = 0.05


@dataclass(frozen=True)
class _Pair:
    """A policy alone among others, and what came of it."""

    alone: "Policy"
    among: "Policy"
    found: "Lone"


def duel(
    variant: Variant,
    *,
    policies: Sequence[str],
    players: int | None = None,
    games: int = 100_000,
    seed: int = 1,
    threads: int | None = None,
    precision: float | None = None,
    progress: Progress | None = None,
) -> Answer:
    """One policy alone among others of another kind, and the other way round.

    Parameters
    ----------
    policies : two; of more, every pair meets and the verdicts are adjusted (Holm 1979).
    players : at the table; None: the variant's.
    games : game indices, each of which is played once for every place of the lone player.
    precision : stop once the half-width of an edge is at most this.

    Returns
    -------
    Answer: of two policies, ``facts`` ``edge_a`` (win rate of the first alone among the second,
        less 1/N), ``edge_a_low``, ``edge_a_high``, ``edge_b`` and its ends; ``rows`` ``alone``,
        ``among``, ``win_rate``, ``low``, ``high``, ``edge``. Of more, ``rows`` also ``z``,
        ``p_holm``, ``verdict``; ``tables`` ``standing``.

    Raises
    ------
    InvalidInput : no such policy, one twice, less than two or too many.
    """
    variant = for_players(variant, players)
    rules: CoalRules = variant.rules
    named = _named(rules, policies)
    if len(named) > 2:
        pairs = [
            (one, other)
            for i, one in enumerate(named)
            for j, other in enumerate(named)
            if (i < j if rules.players == 2 else i != j)
        ]
        return _contest(
            variant, named, pairs, games, seed, threads, precision, progress, "Every pair"
        )
    first, second = named
    found = [_Pair(first, second, _play(rules, first, second, games, seed, threads, precision,
                                        progress, 0, 2))]  # fmt: skip
    if rules.players > 2 and not found[0].found.partial:
        found.append(_Pair(second, first, _play(rules, second, first, games, seed, threads,
                                                precision, progress, 1, 2)))  # fmt: skip
    edge_a = found[0].found.edge
    # of two players the other's edge is that of all others
    edge_b = None
    if rules.players == 2:
        edge_b = found[0].found.others
    elif len(found) == 2:
        edge_b = found[1].found.edge
    rows = [_row(rules, pair) for pair in found]
    return Answer(
        answer=wording.duel(rules, first.text, second.text, edge_a, edge_b),
        title=f"{first.text} against {second.text}, {rules.players} players, {variant.title}",
        facts={
            "edge_a": edge_a.value,
            "edge_a_low": edge_a.low,
            "edge_a_high": edge_a.high,
            "edge_b": None if edge_b is None else edge_b.value,
            "edge_b_low": None if edge_b is None else edge_b.low,
            "edge_b_high": None if edge_b is None else edge_b.high,
            "policy_a": first.text,
            "policy_b": second.text,
            **_sums(rules, found),
        },
        rows=rows,
        notes=wording.duel_notes(rules, sum(pair.found.unfinished for pair in found)),
        provenance=_made("duel", variant, found, seed),
    )


def ladder(
    variant: Variant,
    *,
    policy: str,
    others: Sequence[str],
    players: int | None = None,
    games: int = 20_000,
    seed: int = 1,
    threads: int | None = None,
    precision: float | None = None,
    progress: Progress | None = None,
) -> Answer:
    """One policy against each of many, alone among them and they among it.

    The parameters and the rows are those of `duel`; ``facts`` count the verdicts.
    """
    variant = for_players(variant, players)
    rules: CoalRules = variant.rules
    from zochastic.analysis.coal.game.policies import read_policy

    alone = read_policy(policy, rules.players, what="POLICIES").text
    named = _named(rules, [policy, *(name for name in others if name not in (policy, alone))])
    pairs = [(named[0], other) for other in named[1:]]
    if rules.players > 2:
        pairs += [(other, named[0]) for other in named[1:]]
    return _contest(
        variant, named, pairs, games, seed, threads, precision, progress,
        f"{named[0].text} and each of {len(named) - 1} policies",
    )  # fmt: skip


def _contest(
    variant: Variant,
    named: Sequence["Policy"],
    pairs: Sequence[tuple["Policy", "Policy"]],
    games: int,
    seed: int,
    threads: int | None,
    precision: float | None,
    progress: Progress | None,
    who: str,
) -> Answer:
    """Many pairs, with verdicts that hold together."""
    rules: CoalRules = variant.rules
    found: list[_Pair] = []
    for index, (one, other) in enumerate(pairs):
        result = _play(
            rules, one, other, games, seed, threads, precision, progress, index, len(pairs)
        )
        found.append(_Pair(one, other, result))
        if result.partial:
            break
    adjusted = estimates.holm([estimates.p_of_z(pair.found.z) for pair in found])
    rows: list[dict[str, Scalar]] = []
    for pair, p in zip(found, adjusted, strict=True):
        verdict = "even"
        if p < ALPHA:
            verdict = "wins more" if pair.found.edge.value > 0 else "wins less"
        z = pair.found.z if abs(pair.found.z) < 1e6 else None
        rows.append({**_row(rules, pair), "z": z, "p_holm": p, "verdict": verdict})
    standing: list[Row] = [_standing(policy, rows, rules.players == 2) for policy in named]
    cycle = shortest_cycle(rows, two=rules.players == 2)
    return Answer(
        answer=wording.contest(rules, rows, standing, len(named)),
        title=f"{who}, {rules.players} players, {variant.title}",
        facts={
            "policies": len(named),
            "pairs": len(found),
            "wins_more": sum(row["verdict"] == "wins more" for row in rows),
            "wins_less": sum(row["verdict"] == "wins less" for row in rows),
            "even": sum(row["verdict"] == "even" for row in rows),
            "first_wins_more": standing[0]["alone_more"],
            "first_resists": standing[0]["resists"],
            "cycle": " > ".join(cycle) or None,
            **_sums(rules, found),
        },
        rows=rows,
        tables={"standing": standing},
        notes=[
            "Verdicts are Holm's at 5 % over all rows together: 'wins more' and 'wins less' than "
            "the even share, alone among the others.",
            *wording.cycle_notes(cycle),
            *wording.duel_notes(rules, sum(pair.found.unfinished for pair in found)),
        ],
        provenance=_made("duel", variant, found, seed),
    )


def _named(rules: CoalRules, names: Sequence[str]) -> list["Policy"]:
    """The policies, none of them twice."""
    from zochastic.analysis.coal.game.policies import read_policy

    named = [read_policy(name, rules.players, what="POLICIES") for name in names]
    texts = [policy.text for policy in named]
    if not 2 <= len(named) <= MOST:
        raise InvalidInput("POLICIES", ",".join(names) or "none", f"2 to {MOST} policies")
    twice = next((text for text in texts if texts.count(text) > 1), None)
    if twice is not None and len(named) > 2:
        raise InvalidInput("POLICIES", twice, "each policy once")
    return named


def _play(
    rules: CoalRules,
    alone: "Policy",
    among: "Policy",
    games: int,
    seed: int,
    threads: int | None,
    precision: float | None,
    progress: Progress | None,
    index: int,
    parts: int,
) -> "Lone":
    from zochastic.analysis.coal.game.matches import lone

    told = None if progress is None else _part(progress, index, parts)
    return lone(
        rules, alone, among, indices=games, seed=seed, threads=threads, precision=precision,
        progress=told,
    )  # fmt: skip


def _part(progress: Progress, index: int, parts: int) -> Progress:
    """Progress of one of several equal parts, told as progress of the whole."""
    return lambda done, total: progress(index * total + done, parts * total)


def _row(rules: CoalRules, pair: _Pair) -> dict[str, Scalar]:
    edge, even = pair.found.edge, 1 / rules.players
    return {
        "alone": pair.alone.text,
        "among": pair.among.text,
        "win_rate": edge.value + even,
        "low": max(0.0, edge.low + even),
        "high": min(1.0, edge.high + even),
        "edge": edge.value,
    }


def _standing(policy: "Policy", rows: Sequence[Row], two: bool) -> dict[str, Scalar]:
    """How often a policy wins more or less than its share, alone and against a lone other.

    With two players, who is against whom is the same: both columns count all his rows.
    """
    more = less = resists = yields = 0
    for row in rows:
        if row["alone"] == policy.text or (two and row["among"] == policy.text):
            mine = row["alone"] == policy.text
            more += row["verdict"] == ("wins more" if mine else "wins less")
            less += row["verdict"] == ("wins less" if mine else "wins more")
        if row["among"] == policy.text or (two and row["alone"] == policy.text):
            his = row["among"] == policy.text
            invaded = row["verdict"] == ("wins more" if his else "wins less")
            resists += not invaded
            yields += invaded
    return {
        "policy": policy.text,
        "alone_more": more,
        "alone_less": less,
        "resists": resists,
        "yields": yields,
    }


def _sums(rules: CoalRules, found: Sequence[_Pair]) -> dict[str, Scalar]:
    played = sum(pair.found.games for pair in found)
    return {
        "players": rules.players,
        "games": played,
        "games_per_seat": max(pair.found.indices for pair in found),
        "mean_rounds": sum(pair.found.rounds for pair in found) / played,
        "unfinished": sum(pair.found.unfinished for pair in found),
    }


def _made(command: str, variant: Variant, found: Sequence[_Pair], seed: int) -> Provenance:
    return provenance(
        command, variant, exact=False, seed=seed,
        games=sum(pair.found.games for pair in found),
        partial=any(pair.found.partial for pair in found),
    )  # fmt: skip
