"""Zoinx in a few rules, each with what it costs against perfect play."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from zochastic.analysis.answer import Answer, Row, provenance
from zochastic.analysis.zoinx import wording
from zochastic.analysis.zoinx.policies import Named, make_play
from zochastic.analysis.zoinx.simple import Weighed
from zochastic.analysis.zoinx.telling import assumptions
from zochastic.analysis.zoinx.turn import points_turn
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import Variant
from zochastic.rules.zoinx import Bet, ZoinxRules

_SOLVED = "zochastic zoinx solve"
_PLAYED = "zochastic zoinx simulate --policies perfect,{}"
_UNIT = "chance to win"
#: The least loss that is more than 0.00 percentage points.
_FELT = 5e-5
#: Deficits in the last turn that a table tells.
_DEFICITS = 20


def rules(variant: Variant, **sample: Any) -> Answer:
    """Tell how zoinx is played well; ``sample`` is of `advice.rules`.

    Two are weighed exactly, by `simple.Weighed`; of more players only the first turn is told.
    """
    if variant.rules.players == 1:
        raise InvalidInput("players", 1, "2 to 4: one alone has nobody to play well against")
    if variant.rules.players != 2:
        return _first_turn(variant, **sample)
    weighed = Weighed.of(variant.rules)
    at_once = variant.rules.trigger == "at-once" or not variant.rules.active_bets
    rows = list(_holding(weighed) if at_once else _betting(weighed))
    answer = rows.pop(0)
    return Answer(
        answer=f"{answer['rule']}: that alone wins "
        f"{wording.percent_points(float(str(answer['loss'])))} less than perfect play.",
        title=f"How to play well, {variant.title}",
        facts={"loss": answer["loss"], "first_player": weighed.value, "goal": "win"},
        rows=rows,
        silent=("loss", "unit"),
        tables=_tables(weighed),
        notes=[
            "What a rule costs: the chance to win against a perfect player that is lost by it, "
            "the mean over both seats, if all else is played perfectly.",
            *assumptions(variant.rules),
        ],
        provenance=provenance("rules", variant),
    )


def _betting(weighed: Weighed) -> Iterator[Row]:
    """All rules of a game with bets and a last turn; the first row is what they come to."""
    chosen: ZoinxRules = weighed.grid.rules
    bet, bet_loss = _least(chosen.active_bets, lambda b: weighed.bets(b, last=False), weighed)
    late, late_loss = _least(chosen.active_bets, lambda b: weighed.bets(b, last=True), weighed)
    assert bet is not None
    stop = points_turn(chosen, bet).rule
    points = make_play(Named("points", "points"), weighed.grid)
    guess = guess_late = None
    others, others_late = [], []
    if chosen.opponent_bets:
        choices = chosen.opponent_choices
        guess, loss = _least(choices, lambda g: weighed.guesses(g, last=False), weighed)
        others.append(_row(f"Until then, bet {_told(guess)} in another's turn", loss, _SOLVED))
        guess_late, loss = _least(choices, lambda g: weighed.guesses(g, last=True), weighed)
        others_late.append(
            _row(f"Bet {_told(guess_late)} if another has the last turn", loss, _SOLVED)
        )
    simple = make_play(
        Named("", "fixed", bet, stop.always, guess or chosen.opponent_choices[0]), weighed.grid
    )
    ahead = weighed.until_ahead()
    end = weighed.bets(late, last=True)
    if guess_late is not None:
        end = end._replace(last_guesses=weighed.guesses(guess_late, last=True).last_guesses)
    whole = simple._replace(
        last_bets=end.last_bets, last_guesses=end.last_guesses, last_stops=ahead
    )
    beside = f" and {_told(guess)} in another's turn" if others else ""
    beside_late = f", {_told(guess_late)} in another's" if others else ""
    yield _row(
        f"Until the last turn bet {bet}{beside}, stop at {stop.always} or more; in the last turn "
        f"bet {late}{beside_late}, and roll until you are ahead",
        weighed.loss(whole),
        "",
    )
    yield _row(f"Until the last turn, bet {bet} in your turn", bet_loss, _SOLVED)
    loss = weighed.loss(weighed.perfect._replace(stops=points.stops))
    yield _row(f"Then {stop.text}", loss, "zochastic zoinx odds")
    yield from others
    yield _row(f"In the last turn, bet {late}", late_loss, _SOLVED)
    loss = weighed.loss(weighed.perfect._replace(last_stops=ahead))
    yield _row("There, roll until you are ahead", loss, _SOLVED)
    yield from others_late
    yield from _against_points(weighed, points)


def _holding(weighed: Weighed) -> Iterator[Row]:
    """The rules of a game in which one only decides when to stop, or that ends at once."""
    chosen: ZoinxRules = weighed.grid.rules
    guess = chosen.opponent_choices[0]
    if chosen.active_bets:
        found = [
            Named(f"fixed:{bet}:{bet + more}:{_word(g)}", "fixed", bet, bet + more, g)
            for bet in chosen.active_bets for more in range(4) for g in chosen.opponent_choices
        ]  # fmt: skip
    else:
        holds = range(1, max(chosen.target, 2))
        found = [Named(f"hold:{n}", "hold", None, n, guess) for n in holds]
    losses = [weighed.loss(make_play(named, weighed.grid)) for named in found]
    loss, best = min((loss, index) for index, loss in enumerate(losses))
    named = found[best]
    text = f"Stop at {named.hold} or more"
    if named.bet is not None:
        text = f"Bet {named.bet}, and {_told(named.guess)} in another's turn; stop at {named.hold}"
    row = _row(text, loss, _PLAYED.format(named.text))
    yield from (row, row)
    points = make_play(Named("points", "points"), weighed.grid)
    yield from _against_points(weighed, points)


def _against_points(weighed: Weighed, points: Any) -> Iterator[Row]:
    """What is said against playing for points, where that loses as much as can be shown."""
    loss = weighed.loss(points)
    if loss >= _FELT:
        text = "Do not go for the greatest expected score all game"
        yield _row(text, loss, _PLAYED.format("points"), doing=True)


def _least(
    choices: Sequence[Bet], made: Callable[[Bet], Any], weighed: Weighed
) -> tuple[Bet, float]:
    """The choice that loses least, and what it loses."""
    losses = [weighed.loss(made(choice)) for choice in choices]
    best = losses.index(min(losses))
    return choices[best], losses[best]


def _row(rule: str, loss: float, source: str, *, doing: bool = False) -> Row:
    costs = f"costs {wording.percent_points(loss)} of winning"
    return {
        "rule": rule,
        "costs": f"doing so {costs}" if doing else costs,
        "source": source,
        "loss": loss,
        "unit": _UNIT,
    }


def _tables(weighed: Weighed) -> dict[str, list[Row]]:
    """What one bets perfectly: by the scores until the last turn, by the deficit in it."""
    chosen: ZoinxRules = weighed.grid.rules
    if not chosen.active_bets:
        return {}
    step = max(1, -(-chosen.target // 6))
    scores = range(0, chosen.target, step)
    play = weighed.perfect
    bets: list[dict[str, Any]] = [
        {"you have": mine}
        | {
            f"other {theirs}": _mix(chosen.active_choices, play.bets[mine, theirs])
            for theirs in scores
        }
        for mine in scores
    ]
    tables: dict[str, list[Row]] = {"Bet in your turn": [*bets]}
    if chosen.trigger != "at-once":
        last: list[Row] = []
        for deficit in range(0, min(_DEFICITS, len(play.last_bets) - 1) + 1, 2):
            row: dict[str, Any] = {
                "behind by": deficit,
                "bet": _mix(chosen.active_choices, play.last_bets[deficit]),
            }
            if chosen.opponent_bets:
                row["the other bets"] = _mix(chosen.opponent_choices, play.last_guesses[deficit])
            last.append(row)
        tables["In the last turn"] = last
    return tables


def _mix(faces: Sequence[Bet], mixture: Any) -> str:
    """The faces that are bet at least once in ten times, the likeliest first."""
    kept = sorted((-float(p), face or 0) for face, p in zip(faces, mixture, strict=True) if p > 0.1)
    return " or ".join(str(face) for _, face in kept) or _told(None)


def _first_turn(variant: Variant, **sample: Any) -> Answer:
    """What is known of more players: the first bet, and what each bet brings."""
    from zochastic.analysis.zoinx import answers

    games = {} if sample.get("games") is None else {"games": sample["games"]}
    more = games | {key: sample[key] for key in ("seed", "threads", "progress") if key in sample}
    asked = answers.bet(variant, scores=variant.rules.starts, seat=1, last_turns=0, **more)
    brings = answers.odds(variant, games=1000)
    rows: list[Row] = [
        {
            "rule": text.rstrip("."), "costs": "", "source": source, "loss": None, "unit": _UNIT,
        }
        for text, source in (
            (asked.answer, "zochastic zoinx bet"), (brings.answer, "zochastic zoinx odds"),
        )
    ]  # fmt: skip
    return Answer(
        answer=asked.answer,
        title=f"How to play well, {variant.title}",
        facts=asked.facts,
        rows=rows,
        silent=("loss", "unit", "costs"),
        notes=asked.notes,
        provenance=asked.provenance,
    )


def _told(bet: Bet) -> str:
    return "nothing" if bet is None else str(bet)


def _word(bet: Bet) -> str:
    return "none" if bet is None else str(bet)
