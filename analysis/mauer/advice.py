"""Mauer in a few rules: what one alone loses among good players by playing otherwise."""

from collections.abc import Callable
from typing import Any

from zochastic.analysis.answer import Answer, Row, provenance
from zochastic.analysis.mauer import answers
from zochastic.analysis.mauer import games as whole
from zochastic.rules.variants import Variant

#: Games of each comparison, and boards that they are played on.
_GAMES, _BOARDS = 4000, 200
#: Boards that the table of what is in reach is made on.
_FEW = 100
_UNIT = "chance to win"
#: What a player does otherwise than the others, and the rule that it breaks: told where that loses.
_BREAKING = {
    "planner:none": "Remember what you saw in the decks",
    "planner:0.2": "Forget nothing: not even one card in five from turn to turn",
    "greedy": "Weigh garment and deck together; prepare the next turn where none is in reach",
    "random": "Do not slide and search at random",
}


def rules(
    variant: Variant,
    *,
    games: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Answer:
    """Tell how mauer is played well, see `advice.rules`."""
    players, sample = variant.rules.players, games or _GAMES
    boards = max(1, min(_BOARDS, sample))
    rows: list[Row] = []
    played, partial = 0, False
    for number, (policy, text) in enumerate(_BREAKING.items()):
        if partial:
            break
        seats = ",".join([policy, *["planner"] * (players - 1)])
        found = whole.simulate(
            variant, policies=seats, players=None, boards=boards, board=None, games=sample,
            seed=seed, threads=threads, precision=None,
            progress=None if progress is None else _part(progress, number),
        )  # fmt: skip
        played, partial = int(str(found.facts["games"])), found.provenance.partial
        seat = found.rows[0]
        if float(str(seat["high"])) < 1 / players:  # else nothing shows that breaking it loses
            rows.append(_row(text, seat, players, f"{seats} --boards {boards} --games {sample}"))
    where = answers.search(variant)
    rows.append(
        {
            "rule": where.answer.rstrip("."), "costs": "", "source": "zochastic mauer search",
            "loss": None, "unit": _UNIT,
        }
    )  # fmt: skip
    reach = [] if partial else whole.odds(variant, boards=_FEW, games=_FEW * 10, seed=seed).rows
    first = rows[0]
    return Answer(
        answer=f"{first['rule']}: {first['costs']}." if first["costs"] else where.answer,
        title=f"How to play well, {variant.title}",
        facts={"players": players, "boards": boards, "games": played},
        rows=rows,
        silent=("loss", "unit"),
        tables={
            "Where an unknown garment is": [
                {"deck": row["deck"], "probability": row["probability"]} for row in where.rows
            ],
            "How often a garment that you need is in reach": [
                {
                    name.replace("p_reach_", "p_within_"): row[name]
                    for name in row
                    if name == "missing" or name.removeprefix("p_reach_").isdigit()
                }
                for row in reach
            ],
        },
        notes=[
            f"What breaking a rule costs: how much less than the even share of "
            f"{100 / players:.1f} % one wins alone among planners who remember all, with its "
            "95 % interval.",
            *where.notes,
        ],
        provenance=provenance(
            "rules", variant, exact=False, seed=seed, games=played, partial=partial
        ),
    )


def _row(text: str, seat: Row, players: int, played: str) -> Row:
    share = 1 / players
    loss, low, high = (share - float(str(seat[name])) for name in ("win_rate", "high", "low"))
    return {
        "rule": text,
        "costs": f"otherwise loses {100 * loss:.1f} percentage points of winning "
        f"({100 * low:.1f} to {100 * high:.1f})",
        "source": f"zochastic mauer simulate --policies {played}",
        "loss": loss,
        "unit": _UNIT,
    }


def _part(progress: Callable[[int, int], None], index: int) -> Callable[[int, int], Any]:
    return lambda done, total: progress(index * total + done, len(_BREAKING) * total)
