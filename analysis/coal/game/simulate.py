"""Whole games of coal, one policy a seat, as an Answer."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from zochastic.analysis.answer import Answer, Row, provenance
from zochastic.analysis.coal.game import wording
from zochastic.rules.coal import CoalRules
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import Variant

# what plays is imported where it plays: this module is also imported by answers that play nothing
if TYPE_CHECKING:
    pass

Progress = Callable[[int, int], None]


def for_players(variant: Variant, players: int | None) -> Variant:
    """The variant with another number of players.

    Raises
    ------
    InvalidInput : no number from 2 to 6.
    """
    if players is None or players == variant.rules.players:
        return variant
    return replace(variant, rules=replace(variant.rules, players=players))


def simulate(
    variant: Variant,
    *,
    policies: Sequence[str],
    games: int = 1_000_000,
    seed: int = 1,
    threads: int | None = None,
    precision: float | None = None,
    progress: Progress | None = None,
) -> Answer:
    """Whole games, one policy a seat; the first starting player goes round.

    Parameters
    ----------
    policies : by seat; their number is that of the players. One alone plays all seats of the
        variant.
    precision : stop once the half-width of every win rate is at most this.

    Returns
    -------
    Answer: ``rows`` a seat: ``seat``, ``policy``, ``wins`` (alone), ``shared``, ``win_rate`` (a win
        that k share counts 1/k), ``low``, ``high``, ``mean_wealth`` at the end; ``facts``
        ``games``, ``mean_rounds``, ``p_devil_per_turn``, ``ties``, ``reshuffles_per_game``,
        ``p_oven_empty_per_round``, ``bank_short`` and ``bank_short_chips`` (payments of all games
        that the bank could not make whole, and what they lacked; None where it is unlimited),
        ``lead_changes`` of all games, ``mean_lead_changes``, ``unfinished``; ``tables``
        ``length``: ``rounds``, ``games``, ``p_games``.

    Raises
    ------
    InvalidInput : no such policy, not 2 to 6 of them.
    """
    from zochastic.analysis.coal.game.matches import play, win_rate
    from zochastic.analysis.coal.game.policies import read_policy
    from zochastic.sims.coal import payment

    if len(policies) > 1:
        if not 2 <= len(policies) <= 6:
            allowed = "2 to 6 policies, one a seat, or one for all seats"
            raise InvalidInput("--policies", ",".join(policies), allowed)
        variant = for_players(variant, len(policies))
    rules: CoalRules = variant.rules
    wanted = list(policies) * (1 if len(policies) > 1 else rules.players)
    seats = [read_policy(name, rules.players) for name in wanted]
    tally, counts = play(
        rules, seats, games=games, seed=seed, threads=threads, precision=precision,
        progress=progress,
    )  # fmt: skip
    rows: list[Row] = []
    for index, policy in enumerate(seats):
        rate = win_rate(counts, index, tally.games)
        rows.append(
            {
                "seat": index + 1,
                "policy": policy.text,
                "wins": int(counts.seats[0, index]),
                "shared": int(counts.seats[1, index]),
                "win_rate": rate.value,
                "low": rate.low,
                "high": rate.high,
                "mean_wealth": int(counts.seats[4, index]) / tally.games,
            }
        )
    events = [int(n) for n in counts.events]
    printed = rules.bank == "printed"
    lengths: list[Row] = [
        {"rounds": rounds, "games": int(n), "p_games": int(n) / tally.games}
        for rounds, n in enumerate(counts.length)
        if n
    ]
    return Answer(
        answer=wording.simulate(rules, rows, tally.games, counts.unfinished, counts.rounds),
        title=f"Whole games of {rules.players}, {variant.title}",
        facts={
            "games": tally.games,
            "mean_rounds": counts.rounds / tally.games,
            "p_devil_per_turn": events[payment.DEVILS] / events[payment.TURNS],
            "ties": counts.shared,
            "reshuffles_per_game": events[payment.RESHUFFLES] / tally.games,
            "p_oven_empty_per_round": events[payment.EMPTY] / counts.rounds,
            "bank_short": events[payment.SHORT] if printed else None,
            "bank_short_chips": events[payment.LACKED] if printed else None,
            "lead_changes": events[payment.LEADS],
            "mean_lead_changes": events[payment.LEADS] / tally.games,
            "unfinished": counts.unfinished,
        },
        rows=rows,
        tables={"length": lengths},
        silent=() if printed else ("bank_short", "bank_short_chips"),
        notes=[
            *wording.simulate_notes(rules, counts.unfinished),
            *_long(lengths),
            *(sentence for _, sentence in rules.assumptions),
        ],
        provenance=provenance(
            "simulate", variant, exact=False, seed=seed, games=tally.games, partial=tally.partial
        ),
    )


def _long(lengths: Sequence[Row]) -> list[str]:
    """What the table of lengths puts together."""
    from zochastic.sims.coal.tally import HORIZON

    if not lengths or lengths[-1]["rounds"] != HORIZON:
        return []
    return [f"The table of lengths counts games of {HORIZON} and more rounds together."]
