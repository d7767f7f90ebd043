"""Whole games between people who differ: who wins, how long it takes, what makes it fair."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import isfinite, sqrt

import numpy as np

from zochastic.analysis import estimates
from zochastic.analysis.answer import Answer, Row, Scalar
from zochastic.analysis.diavolo import race, wording
from zochastic.analysis.diavolo.answers import provenance
from zochastic.analysis.diavolo.people import Person, plan_of
from zochastic.rules.diavolo import DiavoloRules
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import Variant
from zochastic.sims.diavolo import games as kernels
from zochastic.sims.diavolo.pack import Plan, Player, pack
from zochastic.sims.runner import Tally, run
from zochastic.sims.streams import derived

Progress = Callable[[int, int], None]

#: Games with which a handicap is looked for where there is no exact value.
SEARCH = 100_000


@dataclass(frozen=True)
class Table:
    """Who sits at a table, as kernels play them, and with how many gems."""

    rules: DiavoloRules
    players: tuple[Player, ...]
    gems: tuple[int, ...]

    def experiment(self, seed: int) -> kernels.GameExperiment:
        """Games of this table."""
        packed = pack(self.rules, self.players, self.gems)
        return kernels.GameExperiment(packed, self.rules.max_rounds, seed)

    def exact(self) -> race.Race | None:
        """The chances of this table exactly, where that is possible."""
        return race.solve(self.rules, self.players)


def seat(rules: DiavoloRules, people: Sequence[Person], gems: Sequence[int] | None = None) -> Table:
    """Sit people down: the variant for as many as there are, and their gems.

    Parameters
    ----------
    gems : of each, 0 for somebody who is out; None = what the variant starts with.

    Raises
    ------
    InvalidInput : gems that do not fit the people or the cap.
    """
    if len(people) != rules.players:
        rules = replace(rules, players=len(people))
    start = rules.start if gems is None else tuple(gems)
    if len(start) != len(people):
        raise InvalidInput("--gems", list(start), f"one number for each of {len(people)} people")
    if not all(0 <= count <= rules.gem_cap for count in start) or sum(map(bool, start)) < 2:
        allowed = f"from 0 to the cap {rules.gem_cap} each, above 0 for two at least"
        raise InvalidInput("--gems", list(start), allowed)
    plans: dict[str, Plan | None] = {}
    for person in people:
        if person.plan not in plans:
            plans[person.plan] = plan_of(rules, person.plan)
    players = tuple(person.player(rules, plan=plans[person.plan]) for person in people)
    return Table(rules, players, start)


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
        tables["handicaps"], found = _equalise(
            variant, people, table, rows, games=games, seed=seed, threads=threads
        )
        facts |= found
        ending = _fair(found)
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


def _equalise(
    variant: Variant,
    people: Sequence[Person],
    table: Table,
    rows: Sequence[Row],
    *,
    games: int,
    seed: int,
    threads: int | None,
) -> tuple[list[Row], dict[str, Scalar]]:
    """Handicaps of the weakest: gems that the others lack, dice that he may look at before them."""
    weak = min(range(len(rows)), key=lambda i: float(str(rows[i]["win_rate"])))
    share = 1 / len(people)
    dice = table.rules.colours * table.rules.dice
    grid = _gem_handicaps(table, weak)
    heads = range(dice + 1) if table.players[weak].plan is None else range(1)
    found: list[dict[str, Scalar]] = []
    for ahead in heads:
        players = _ahead(table, people, weak, ahead)
        solved = race.solve(table.rules, players)  # for any gems
        for less, gems in enumerate(grid):
            if solved is None:
                tried = Table(table.rules, players, gems)
                sample = run(
                    tried.experiment(derived(seed, 1)), games=min(games, SEARCH), threads=threads
                )
                wins = kernels.parts(sample.counts, len(people)).people[0]
                p = float(wins[weak] / sample.games)
            else:
                p = solved.p_win(gems)[weak]
            found.append(
                {
                    "gems_handicap": less,
                    "gems_weakest": gems[weak],
                    "gems_others": " ".join(str(g) for i, g in enumerate(gems) if i != weak),
                    "dice_ahead": ahead,
                    "p_win_weakest": p,
                    "off": abs(p - share),
                }
            )

    def nearest(rows: Sequence[dict[str, Scalar]]) -> dict[str, Scalar]:
        return min(rows, key=lambda row: float(str(row["off"])))

    by_gems = nearest([row for row in found if row["dice_ahead"] == 0])
    by_dice = nearest([row for row in found if row["gems_handicap"] == 0])
    both = nearest(found)
    facts: dict[str, Scalar] = {
        "weakest": rows[weak]["person"],
        "fair_share": share,
        "gems_handicap": by_gems["gems_handicap"],
        "gems_weakest": by_gems["gems_weakest"],
        "gems_others": by_gems["gems_others"],
        "p_win_gems": by_gems["p_win_weakest"],
        "dice_handicap": by_dice["dice_ahead"],
        "p_win_dice": by_dice["p_win_weakest"],
        "both_gems_handicap": both["gems_handicap"],
        "both_dice_handicap": both["dice_ahead"],
        "p_win_both": both["p_win_weakest"],
    }
    facts |= _verdict(people, table, weak, grid, both, games, seed, threads)
    return [{k: v for k, v in row.items() if k != "off"} for row in found], facts


def _verdict(
    people: Sequence[Person],
    table: Table,
    weak: int,
    grid: Sequence[tuple[int, ...]],
    both: dict[str, Scalar],
    games: int,
    seed: int,
    threads: int | None,
) -> dict[str, Scalar]:
    """Play the best handicap with another seed than the search."""
    gems = grid[int(str(both["gems_handicap"]))]
    players = _ahead(table, people, weak, int(str(both["dice_ahead"])))
    tried = Table(table.rules, players, gems)
    sample = run(tried.experiment(derived(seed, 2)), games=games, threads=threads)
    wins = kernels.parts(sample.counts, len(people)).people[0]
    share = estimates.proportion(int(wins[weak]), sample.games)
    return {"win_rate_both": share.value, "low_both": share.low, "high_both": share.high}


def _ahead(table: Table, people: Sequence[Person], weak: int, ahead: int) -> tuple[Player, ...]:
    """The players of a table, the weakest with so many dice ahead."""
    players = list(table.players)
    if ahead:
        players[weak] = people[weak].player(table.rules, ahead=ahead)
    return tuple(players)


def _gem_handicaps(table: Table, weak: int) -> list[tuple[int, ...]]:
    """Gems of all by handicap: first the weakest gets more, up to the cap, then the others less."""
    gems = list(table.gems)
    grid = [tuple(gems)]
    while gems[weak] < table.rules.gem_cap or max(g for i, g in enumerate(gems) if i != weak) > 1:
        if gems[weak] < table.rules.gem_cap:
            gems[weak] += 1
        else:
            gems = [max(g - 1, min(g, 1)) if i != weak else g for i, g in enumerate(gems)]
        grid.append(tuple(gems))
    return grid


def _fair(found: dict[str, Scalar]) -> str:
    """The handicaps in words."""
    share = wording.percent(float(str(found["fair_share"])))
    gems = wording.percent(float(str(found["p_win_gems"])))
    text = (
        f" To win {share}, {found['weakest']} needs {found['gems_weakest']} gems against "
        f"{found['gems_others']} (then {gems})"
    )
    dice = wording.percent(float(str(found["p_win_dice"])))
    text += f", or {found['dice_handicap']} dice ahead ({dice})"
    if found["both_gems_handicap"] and found["both_dice_handicap"]:
        both = wording.percent(float(str(found["p_win_both"])))
        text += (
            f"; nearest of all is {found['both_gems_handicap']} fewer gems for the others together "
            f"with {found['both_dice_handicap']} dice ahead ({both})"
        )
    return text + "."
