"""What makes a game of Diavolo fair: gems or dice with which the weakest wins his share."""

from collections.abc import Sequence

from zochastic.analysis import estimates
from zochastic.analysis.answer import Row, Scalar
from zochastic.analysis.diavolo import race, wording
from zochastic.analysis.diavolo.people import Person
from zochastic.analysis.diavolo.seating import Table
from zochastic.sims.diavolo import games as kernels
from zochastic.sims.diavolo.pack import Player
from zochastic.sims.runner import run
from zochastic.sims.streams import derived

#: Games with which a handicap is looked for where there is no exact value.
SEARCH = 100_000


def equalise(
    people: Sequence[Person],
    table: Table,
    rows: Sequence[Row],
    *,
    games: int,
    seed: int,
    threads: int | None,
) -> tuple[list[Row], dict[str, Scalar]]:
    """Handicaps of the weakest: gems that the others lack, dice that he may look at before them."""
    living = [i for i, count in enumerate(table.gems) if count]
    weak = min(living, key=lambda i: float(str(rows[i]["win_rate"])))
    share = 1 / len(living)
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


def in_words(found: dict[str, Scalar]) -> str:
    """The handicaps in words."""
    share = wording.percent(float(str(found["fair_share"])))
    gems = wording.percent(float(str(found["p_win_gems"])))
    text = (
        f" {found['weakest']}, who is to win {share}, comes nearest with {found['gems_weakest']} "
        f"gems against {found['gems_others']} ({gems})"
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
