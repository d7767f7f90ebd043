"""Coal in a few rules: what to bet, when to stop, and what each costs in chips or in wins."""

from collections.abc import Callable, Iterator
from typing import Any

from zochastic.analysis.answer import Answer, Row, provenance
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import Variant

_SOLVED = "zochastic coal solve"
#: Games from each place of a lone player, and rounds of each bet, where nothing else is asked for.
_GAMES = 20_000
#: Rules of drawing that people think of, and what is said against those that are shown to lose.
_TEMPTING = {
    "own-bet (stop once it is safe)": "Do not stop as soon as your bet is safe",
    "ev (for coal)": "Do not draw for as much coal as you can get on average",
}


def rules(
    variant: Variant,
    *,
    games: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Answer:
    """Tell how coal is played well, see `advice.rules`."""
    from zochastic.analysis.coal.solve.answer import solve

    more = {} if games is None else {"games": max(8, min(games, 4096))}
    solved = solve(variant, seed=seed, threads=threads, progress=progress, **more)
    rows = list(_opening(solved))
    rows += _whole_games(variant, solved, games or _GAMES, seed, threads)
    sheet: list[Row] = [
        {"situation": row["situation"], "do": row["rule"], "p_turn": row["p_turn"]}
        for row in solved.rows
        if row["part"] == "situation"
    ]
    bets: list[Row] = [
        {"you bet": row["bet"], "chips less than the table's bet": row["loss"]}
        for row in solved.rows
        if row["part"] == "bet"
    ]
    return Answer(
        answer=solved.answer,
        title=f"How to play well, {variant.title}",
        facts={"best_bet": solved.facts["best_bet"], "safe_bet": solved.facts["safe_bet"],
               "bet_loss": solved.facts["bet_loss"], "draw_loss": solved.facts["draw_loss"]},
        rows=rows[:7],
        silent=("loss", "unit"),
        tables={"What to do where": sheet, "If you do not know what the others bet": bets},
        notes=list(solved.notes),
        provenance=provenance(
            "rules", variant, exact=False, seed=seed, games=solved.provenance.games
        ),
    )  # fmt: skip


def _opening(solved: Answer) -> Iterator[Row]:
    facts = solved.facts
    best = facts["best_bet"]
    if best is not None:
        gain = next(row for row in solved.tables["equilibria"] if row["bet"] == best)
        epsilon = _number(gain["epsilon"])
        yield _row(
            f"In the first round bet {best} if the others do",
            f"costs {f'{epsilon:.1f} chips' if epsilon > 0 else 'nothing'}: by another bet nobody "
            f"gains more than {_number(gain['epsilon_high']):.1f} chips",
            epsilon,
        )
    yield _row(
        f"Bet {facts['safe_bet']} if you do not know what they bet",
        _interval(_found(solved, "bet", facts["safe_bet"]), "chips a round"),
        _number(facts["bet_loss"]),
    )
    rule = str(facts["draw_rule"])
    yield _row(
        rule[0].upper() + rule[1:],
        f"costs {_number(facts['draw_loss']):.1f} chips a turn",
        _number(facts["draw_loss"]),
    )
    for row in solved.rows:
        text = _TEMPTING.get(str(row["rule"]))
        if row["part"] == "draw" and text is not None and _number(row["low"]) > 0:
            yield _row(text, f"doing so {_interval(row, 'chips a turn')}", _number(row["loss"]))


def _whole_games(
    variant: Variant, solved: Answer, games: int, seed: int, threads: int | None
) -> Iterator[Row]:
    """What the bet of the first round costs in wins if it is made all game, against a champion."""
    from zochastic.analysis.coal.game.duels import duel

    players, best = variant.rules.players, solved.facts["best_bet"]
    for policy, text in (
        (f"fixed:{best}", f"Do not bet {best} in every round: bet by what you have"),
        ("all-in", "Do not stake all you have"),
    ):
        if best is None and policy != "all-in":
            continue
        try:
            found = duel(
                variant, policies=["champion", policy], games=games, seed=seed, threads=threads
            )
        except InvalidInput:  # nobody has learned a champion for these rules
            return
        edge = -_number(found.facts["edge_b"])
        if not _number(found.facts["edge_b_high"]) < 0:
            continue  # nothing shows that it loses here
        yield {
            "rule": text,
            "costs": f"doing so costs {100 * edge:.1f} percentage points of winning among "
            f"{players - 1} champions",
            "source": f"zochastic coal duel champion {policy}",
            "loss": edge,
            "unit": "chance to win",
        }


def _found(solved: Answer, part: str, bet: Any) -> Row:
    return next(row for row in solved.rows if row["part"] == part and row["bet"] == bet)


def _interval(row: Row, unit: str) -> str:
    low, high = _number(row["low"]), _number(row["high"])
    return f"costs {_number(row['loss']):.1f} {unit} ({low:.1f} to {high:.1f})"


def _row(rule: str, costs: str, loss: float) -> Row:
    return {
        "rule": rule, "costs": costs, "source": _SOLVED, "loss": loss, "unit": "chips",
    }  # fmt: skip


def _number(value: Any) -> float:
    return float(value)
