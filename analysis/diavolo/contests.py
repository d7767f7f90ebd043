"""Whole games between people who differ: who wins, how long it takes, what makes it fair."""

from collections.abc import Callable, Sequence
from math import isfinite, sqrt

import numpy as np

from zochastic.analysis import estimates
from zochastic.analysis.answer import Answer, Row, Scalar, provenance
from zochastic.analysis.diavolo import handicaps, race, wording
from zochastic.analysis.diavolo.people import Person
from zochastic.analysis.diavolo.seating import seat
from zochastic.rules.diavolo import DiavoloRules
from zochastic.rules.variants import Variant
from zochastic.sims.diavolo import games as kernels
from zochastic.sims.runner import Tally, run

Progress = Callable[[int, int], None]


def simulate(
    variant: Variant,
    *,
    people: Sequence[Person],
    gems: Sequence[int] | None = None,
    games: int = 1_000_000,
    seed: int = 1,
    threads: int | None = None,
    precision: float | None = None,
    equalise: bool = False,
    progress: Progress | None = None,
) -> Answer:
    """Whole games between people.

    Parameters
    ----------
    precision : end when the interval of every win rate is at most this wide on each side.
    equalise : also look for the handicap that makes the weakest win his share.

    Returns
    -------
    Answer: ``rows`` one a person: ``win_rate``, ``low``, ``high``, ``p_win`` (exact, None where
        that is not possible), ``z``, ``mean_rounds_alive``, ``p_first_out``, ``p_right``;
        ``facts`` ``mean_rounds``, ``p_no_winner``, ``mean_wait_first_out`` (rounds that the first
        one out waits), ``p_unfinished``; ``tables`` ``survival``, ``length``, ``people``.
    """
    table = seat(variant.rules, people, gems)
    exact = table.exact()

    def enough(tally: Tally) -> bool:
        assert precision is not None
        wins = kernels.parts(tally.counts, len(people)).people[0]
        return all(estimates.proportion(int(w), tally.games).half_width <= precision for w in wins)

    tally = run(
        table.experiment(seed),
        games=games,
        threads=threads,
        enough=None if precision is None else enough,
        progress=progress,
    )
    counts = kernels.parts(tally.counts, len(people))
    names = _names(people)
    rows = [
        _person_row(name, i, counts, tally.games, exact, table.gems) for i, name in enumerate(names)
    ]
    facts = _facts(counts, tally.games, exact, table.gems)
    tables: dict[str, Sequence[Row]] = {
        "survival": _survival(counts, tally.games, names),
        "length": _length(counts, tally.games),
        "people": [
            _parameters(table.rules, one, name) for one, name in zip(people, names, strict=True)
        ],
    }
    ending = ""
    if equalise and not tally.partial:
        tables["handicaps"], found = handicaps.equalise(
            people, table, rows, games=games, seed=seed, threads=threads
        )
        facts |= found
        ending = handicaps.in_words(found)
    return Answer(
        answer=_sentence(rows, facts) + ending,
        title=f"{len(people)} people play, {variant.title}",
        facts=facts,
        rows=rows,
        best=max(range(len(rows)), key=lambda i: float(str(rows[i]["win_rate"]))),
        tables=tables,
        notes=_notes(table.rules, people, exact),
        provenance=provenance(
            "simulate", variant, exact=False, seed=seed, games=tally.games, partial=tally.partial
        ),
    )


def _names(people: Sequence[Person]) -> list[str]:
    """Names that tell people apart: the second slow is ``slow 2``."""
    names: list[str] = []
    for i, person in enumerate(people):
        before = sum(other.name == person.name for other in people[:i])
        names.append(f"{person.name} {before + 1}" if before else person.name)
    return names


def _person_row(
    name: str,
    i: int,
    counts: kernels.Counts,
    games: int,
    exact: race.Race | None,
    gems: Sequence[int],
) -> Row:
    wins, first_out, alive, right, wrong, none = (int(n) for n in counts.people[:, i])
    share = estimates.proportion(wins, games)
    p = None if exact is None else exact.p_win(gems)[i]
    z = None if p is None else estimates.z_of_proportion(wins, games, p)
    grabs = max(1, right + wrong + none)
    return {
        "person": name,
        "seat": i + 1,
        "gems": gems[i],
        "win_rate": share.value,
        "low": share.low,
        "high": share.high,
        "p_win": p,
        "z": z if z is not None and isfinite(z) else None,
        "mean_rounds_alive": alive / games,
        "p_first_out": first_out / games,
        "p_right": right / grabs,
        "p_too_late": none / grabs,
    }


def _facts(
    counts: kernels.Counts, games: int, exact: race.Race | None, gems: Sequence[int]
) -> dict[str, Scalar]:
    head = [int(n) for n in counts.head]
    rounds = estimates.mean(head[2], head[3], games) if games > 1 else None
    nobody = estimates.proportion(head[0], games)
    facts: dict[str, Scalar] = {
        "mean_rounds": head[2] / games,
        "mean_rounds_low": None if rounds is None else rounds.low,
        "mean_rounds_high": None if rounds is None else rounds.high,
        "p_no_winner": nobody.value,
        "p_no_winner_low": nobody.low,
        "p_no_winner_high": nobody.high,
        "p_unfinished": head[1] / games,
        "mean_wait_first_out": head[4] / head[5] if head[5] else None,
    }
    if exact is not None:
        deviation = sqrt(max(head[3] / games - (head[2] / games) ** 2, 0.0) / games)
        mean = exact.mean_rounds(gems)
        z = estimates.z_of_proportion(head[0], games, min(1.0, exact.p_nobody(gems)))
        facts |= {
            "exact_mean_rounds": mean,
            "z_mean_rounds": (head[2] / games - mean) / deviation if deviation else None,
            "exact_p_no_winner": exact.p_nobody(gems),
            "z_no_winner": z if isfinite(z) else None,
        }
    return facts


def _survival(counts: kernels.Counts, games: int, names: Sequence[str]) -> list[Row]:
    """Share of games in which each still has gems after each round of his."""
    last = _last_round(counts, games)
    left = 1 - np.cumsum(counts.out, axis=1) / games
    rows: list[Row] = []
    for r in range(last + 1):
        row: dict[str, Scalar] = {"round": r}
        for i, name in enumerate(names):
            row[name] = float(left[i, r])
        rows.append(row)
    return rows


def _length(counts: kernels.Counts, games: int) -> list[Row]:
    last = _last_round(counts, games)
    return [{"round": r, "p_over": float(counts.length[r] / games)} for r in range(last + 1)]


def _last_round(counts: kernels.Counts, games: int) -> int:
    """The round by which 99.9 % of the games are over."""
    over = np.cumsum(counts.length) / games
    return min(int(np.searchsorted(over, 0.999)) + 1, kernels.HORIZON)


def _parameters(rules: DiavoloRules, person: Person, name: str) -> Row:
    """What a person is taken to be: always shown with a result."""
    row: dict[str, Scalar] = {
        "person": name,
        "plan": person.plan,
        "look": person.look,
        "grab": person.grab,
        "sigma": person.sigma,
        "throws_measured": sum(person.measured.values()),
    }
    for order, _ in rules.orders:
        row[f"seconds_{order.replace('-', '_')}"] = person.seconds(rules, order)
    for order, _ in rules.orders:
        row[f"p_error_{order.replace('-', '_')}"] = person.error[order]
    return row


def _sentence(rows: Sequence[Row], facts: dict[str, Scalar]) -> str:
    ranked = sorted(rows, key=lambda row: -float(str(row["win_rate"])))
    first, last = ranked[0], ranked[-1]
    text = (
        f"{first['person']} wins {wording.percent(float(str(first['win_rate'])))}, "
        f"{last['person']} {wording.percent(float(str(last['win_rate'])))}"
    )
    text += f"; a game takes {float(str(facts['mean_rounds'])):.1f} rounds"
    wait = facts["mean_wait_first_out"]
    if wait is not None and len(rows) > 2:
        text += f", of which the first one out waits {float(str(wait)):.1f}"
    return text + "."


def _notes(rules: DiavoloRules, people: Sequence[Person], exact: race.Race | None) -> list[str]:
    notes = []
    guessed = sorted({person.name for person in people if not person.measured})
    if guessed:
        notes.append(
            f"Speeds and errors of {', '.join(guessed)} are assumed, see the table people; "
            "'zochastic diavolo train --save FILE' measures somebody."
        )
    measured = [person for person in people if person.measured]
    notes += [
        f"{one.name} rests on {sum(one.measured.values())} measured throws." for one in measured
    ]
    if exact is None:
        notes.append("p_win has no exact value here: a plan, unequal losses, or too many gems.")
    if rules.order_first and any(person.plan == "all" for person in people):
        notes.append("Assumed: what an order asks for is thought about before the dice fall.")
    notes.append("Assumed: Whoever wants an imp that is gone takes none.")
    notes += wording.assumed(rules, "near_tie")
    return notes
