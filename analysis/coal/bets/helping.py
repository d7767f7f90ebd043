"""What to stake if all help: the greatest chance that anybody reaches it."""

from collections.abc import Callable, Sequence

from zochastic.analysis.answer import Answer, Row, provenance
from zochastic.analysis.coal.turn import wording
from zochastic.rules.coal import CoalRules, Oven
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import Variant

Progress = Callable[[int, int], None]


def help_bet(
    variant: Variant,
    *,
    oven: Oven | None = None,
    players: int | None = None,
    wealth: int | None = None,
    games: int = 1_000_000,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Answer:
    """What to stake when the others help as best they can.

    Parameters
    ----------
    oven : what lies in it when the round begins; None = a fresh one.
    players : who draw in this round; None = as many as the variant has.
    wealth : chips of the player who asks; None = what a game starts with.
    games, seed : of the simulation that takes over where the exact answer is too large.

    Returns
    -------
    Answer: ``facts`` ``best_bet``, ``value`` (expected chips, the stake paid double); ``rows``
        one a bet: ``p_success`` (greatest chance that the best amount is at least the stake),
        ``ev_single``, ``ev_double``.

    Raises
    ------
    InvalidInput : chips below 0 or no multiple of the bet step.
    """
    from zochastic.analysis.coal.turn.chances import exact_chances, simulated_chances

    rules: CoalRules = variant.rules
    start = rules.fresh if oven is None else oven
    chips = rules.start if wealth is None else wealth
    helpers = rules.players if players is None else players
    stakes = stakes_of(rules, chips)
    drawers = helpers if rules.bet_on == "table" else 1
    # an amount beyond all coal together cannot be reached: no need to compute its chance
    reachable = [stake for stake in stakes if 0 < stake <= start.good]
    found = exact_chances(
        start, reachable, players=drawers, min_draw=rules.min_draw, threads=threads,
        progress=progress,
    )  # fmt: skip
    exact = found is not None
    partial = False
    if found is None:
        found, partial = simulated_chances(
            start, reachable, players=drawers, min_draw=rules.min_draw, games=games, seed=seed,
            threads=threads, progress=progress,
        )  # fmt: skip
    chances = dict(zip(reachable, found, strict=False))
    double = rules.double if rules.double_to == "highest" else rules.win_factor
    rows: list[Row] = []
    for stake in stakes:
        if partial and 0 < stake <= start.good and stake not in chances:
            break
        p = 1.0 if stake == 0 else chances.get(stake, 0.0)
        rows.append(
            {
                "bet": stake,
                "p_success": p,
                "ev_single": stake * (p * rules.win_factor - (1 - p)),
                "ev_double": stake * (p * double - (1 - p)),
            }
        )
    best = best_row([float(str(row["ev_double"])) for row in rows])
    notes = wording.bet_notes(rules, start, oven is not None, drawers)
    if not exact:
        notes.append(wording.SIMULATED)
    return Answer(
        answer=wording.bet(rules, rows, best, drawers),
        title=f"What to bet with {chips} chips, {variant.title}",
        facts={
            "best_bet": rows[best]["bet"],
            "value": rows[best]["ev_double"],
            "players": helpers,
            "wealth": chips,
            "oven": start.text,
        },
        rows=rows,
        best=best,
        notes=notes,
        provenance=provenance(
            "bet",
            variant,
            exact=exact,
            seed=None if exact else seed,
            games=None if exact else games,
            partial=partial,
        ),
    )


def stakes_of(rules: CoalRules, chips: int) -> list[int]:
    """The stakes a player with these chips can choose from [coal: A round, 1]."""
    step = rules.bet_step
    if chips < 0 or chips % step:
        raise InvalidInput("--wealth", chips, f"chips from 0 on in multiples of {step}")
    most = chips if rules.max_bet is None else min(chips, rules.max_bet)
    stakes = list(range(step, most + 1, step))
    # who has nothing to stake does not bet, whatever zero_bet says
    return [0, *stakes] if rules.zero_bet or not stakes else stakes


def best_row(values: Sequence[float]) -> int:
    """Index of the greatest value; within 1e-12 the first, which is the smaller bet."""
    top = max(values)
    return next(i for i, value in enumerate(values) if value >= top - 1e-12 * (1 + abs(top)))
