"""Answers about whole games of mauer: how boards differ, who wins."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from zochastic.analysis import estimates
from zochastic.analysis.answer import Answer, Row, provenance
from zochastic.analysis.mauer import wording
from zochastic.analysis.mauer.experiments import (
    Played,
    Player,
    boards_of,
    play,
    read_players,
    spread_over_boards,
)
from zochastic.rules.mauer.board import Board
from zochastic.rules.mauer.game import MauerRules
from zochastic.rules.mauer.generator import MASK_SETS, TUNNEL_LAYOUTS
from zochastic.rules.mauer.geometry import CORNERS, NAMES
from zochastic.rules.variants import Variant
from zochastic.sims.mauer import game
from zochastic.sims.runner import Progress

#: The comparisons in words: table, the share that tells most, what it is.
_COMPARED = (
    ("masks", "p_reach", "In reach by the magnets of the sliders"),
    ("tunnels", "p_reach", "In reach by the columns with tunnels"),
    ("catch", "p_search", "Turns that end with a search, by the chance of a catch"),
)
#: Chances of a catch that are compared; 0 is ideal turning.
CATCHES = (0.0, 0.25, 0.5, 0.75, 1.0)
#: Of the boards of the main figure, how many the comparisons use: one in so many.
_SHARE = 4


def odds(
    variant: Variant,
    *,
    boards: int = 1000,
    games: int | None = None,
    players: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Answer:
    """How often a needed garment is in reach, over many boards, among greedy players.

    Parameters
    ----------
    games : in all on the boards of the main figure; None = ten a board. The comparisons play as
        many a board on a quarter of the boards.

    Returns
    -------
    Answer: ``rows`` by ``missing`` (parts still missing): ``turns``, ``p_reach_1`` … (within so
        many moves), ``p_reach`` (within a whole turn) with its median and its 5 % and 95 %
        quantiles over boards; ``tables`` ``masks``, ``tunnels``, ``catch`` and ``corners``;
        ``facts`` the same over all turns, ``p_win_a1`` … by corner.
    """
    rules: MauerRules = variant.rules
    many = rules.players if players is None else players
    greedy = [Player("greedy", rules.memory)] * many
    few = max(1, boards // _SHARE)
    arms = _arms(rules)
    each = 10 if games is None else max(1, round(games / boards))
    whole = (boards + few * len(arms)) * each
    done = 0

    def told(now: int, _: int) -> None:
        if progress is not None:
            progress(done + now, whole)

    main = play(
        rules, boards_of(rules, boards, seed), greedy, games=boards * each, seed=seed,
        threads=threads, progress=told,
    )  # fmt: skip
    done += main.games
    tables: dict[str, list[Row]] = {"masks": [], "tunnels": [], "catch": [], "corners": []}
    partial = main.partial
    for table, name, changed in arms:
        if partial:
            break
        played = play(
            changed, boards_of(changed, few, seed), greedy, games=few * each, seed=seed,
            threads=threads, progress=told,
        )  # fmt: skip
        done += played.games
        partial = partial or played.partial
        tables[table].append({table: name, **_arm_row(played)})
    tables["corners"] = _corners(main)
    rows = [_reach_row(main, missing, rules) for missing in range(1, rules.parts_needed + 1)]
    median, low, high = spread_over_boards(main.reach())
    pair = main.reach().sum(axis=0)
    p = float(pair[0] / pair[1])
    wins = [main.share(game.STARTED + k) for k in range(len(CORNERS))]
    shares = [share.value for share in wins]
    ending = ""
    if isinstance(last := rows[0]["p_reach"], float):
        ending = f", with one part missing in {wording.percent(last)}"
    if max(shares) > 0:
        ending += (
            f"; the corners win {wording.percent(min(shares))} to {wording.percent(max(shares))} "
            f"each (± {wording.percent(max(share.half_width for share in wins))})"
        )
    return Answer(
        answer=(
            f"A needed garment is in reach in {wording.percent(p)} of the turns "
            f"({wording.percent(low or 0)} to {wording.percent(high or 0)} on nine boards of "
            f"ten){ending}."
        ),
        title=f"Reach over {boards:,} boards, {variant.title}",
        facts={
            "p_reach": p,
            "p_reach_median": median,
            "p_reach_low": low,
            "p_reach_high": high,
            "corner_gap": max(shares) - min(shares),
            **{f"p_win_{row['corner']}": row["p_win"] for row in tables["corners"]},
            "mean_turns": main.turns.value,
            "boards": boards,
            "players": many,
        },
        rows=rows,
        tables=tables,
        notes=[
            f"{many} greedy players on generated boards; p_reach_low and p_reach_high enclose nine "
            "boards of ten.",
            "The boards are synthetic: the printed one is in no text.",
            wording.turning(rules),
            "What is in reach is judged with ideal turning, so catches show in searches alone.",
            *_told(tables),
        ],
        provenance=provenance("odds", variant, exact=False, seed=seed, games=done, partial=partial),
    )


def simulate(
    variant: Variant,
    *,
    policies: str = "greedy",
    players: int | None = None,
    boards: int = 200,
    board: Board | None = None,
    games: int | None = None,
    seed: int = 1,
    precision: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Answer:
    """Whole games between players of graded strength.

    Parameters
    ----------
    policies : see `read_players`; seat by seat in turn order.
    board : play on this one; None = on ``boards`` generated ones.
    games : in all; None = ten a board, a thousand on one board.
    precision : end once the interval of every win rate has at most this half-width.

    Returns
    -------
    Answer: ``rows`` one a seat: ``seat``, ``policy``, ``memory``, ``win_rate`` with its interval,
        ``wins``, ``searches`` a game, ``p_found`` of them, ``plans`` made in advance, ``p_survive``
        of them until one's turn; ``facts`` ``mean_turns`` with its interval, ``unfinished``.
    """
    rules: MauerRules = variant.rules
    many = rules.players if players is None else players
    who = read_players(rules, policies, many)
    lying = boards_of(rules, boards, seed) if board is None else [board]
    sample = (10 * boards if board is None else 1000) if games is None else games
    played = play(
        rules,
        lying,
        who,
        games=sample,
        seed=seed,
        precision=precision,
        threads=threads,
        progress=progress,
    )
    rows = [_seat_row(played, seat, player) for seat, player in enumerate(who)]
    best = max(range(many), key=lambda seat: played.win_rate(seat).value)
    turns = played.turns
    total = played.total
    made, kept = (int(total[c : c + 4].sum()) for c in (game.PLANS, game.SURVIVED))
    rate = played.win_rate(best)
    where = f"{boards:,} boards" if board is None else board.name
    return Answer(
        answer=(
            f"Seat {best + 1} ({who[best]}) wins most: {wording.percent(rate.value)} "
            f"({wording.percent(rate.low)} to {wording.percent(rate.high)}); a game takes "
            f"{turns.value:.1f} turns"
            + (f", and {wording.percent(kept / made)} of plans survive." if made else ".")
        ),
        title=f"Games on {where}, {variant.title}",
        facts={
            "mean_turns": turns.value,
            "mean_turns_low": turns.low,
            "mean_turns_high": turns.high,
            "unfinished": int(total[game.UNFINISHED]),
            "p_survive": kept / made if made else None,
            "p_first_wins": int(total[game.ORDERS]) / played.games,
            "boards": len(lying),
            "games": played.games,
        },
        rows=rows,
        best=best,
        tables={"corners": _corners(played), "order": _order(played)},
        notes=[
            "First player and corners are drawn anew for every game; seats follow in turn order.",
            *(
                ["The boards are synthetic."]
                if board is None
                else wording.board_notes(rules, board)
            ),
            *([wording.turning(rules)] if board is None else []),
        ],
        provenance=provenance(
            "simulate",
            variant,
            exact=False,
            seed=seed,
            games=played.games,
            partial=played.partial,
        ),
    )


def _arms(rules: MauerRules) -> list[tuple[str, str, MauerRules]]:
    """Rules that are compared, by table; what the variant itself fixes is varied all the same."""
    found: list[tuple[str, str, MauerRules]] = []
    if rules.sliders == 3:
        for name, masks in MASK_SETS.items():
            found.append(("masks", name, replace(rules, masks=masks)))
    for name, tunnels in TUNNEL_LAYOUTS.items():
        shown = f"{name} ({' '.join(map(str, tunnels))})"
        found.append(("tunnels", shown, replace(rules, tunnels=tunnels)))
    for catch in CATCHES:
        turning = "noisy" if catch else "ideal"
        name = f"{catch:g}" if catch else "0 (ideal)"
        found.append(("catch", name, replace(rules, turning=turning, catch=catch)))
    return found


def _arm_row(played: Played) -> dict[str, Any]:
    median, low, high = spread_over_boards(played.reach())
    searched, search_low, search_high = spread_over_boards(played.searched())
    return {
        "p_reach": median,
        "p_reach_low": low,
        "p_reach_high": high,
        "p_search": searched,
        "p_search_low": search_low,
        "p_search_high": search_high,
        "mean_turns": played.turns.value,
        "games": played.games,
    }


def _told(tables: Mapping[str, Sequence[Row]]) -> list[str]:
    """The comparisons as people read them: medians, and nine boards of ten."""
    found = []
    for table, share, what in _COMPARED:
        told = []
        for row in tables[table]:
            median, low, high = (row[name] for name in (share, f"{share}_low", f"{share}_high"))
            if isinstance(median, float) and isinstance(low, float) and isinstance(high, float):
                told.append((str(row[table]), median, low, high))
        if told:
            found.append(wording.compared(f"{what} (median, nine boards of ten)", told))
    return found


def _reach_row(played: Played, missing: int, rules: MauerRules) -> Row:
    pairs = played.reach(missing)
    reached, turns = (int(x) for x in pairs.sum(axis=0))
    median, low, high = spread_over_boards(pairs)
    row: dict[str, Any] = {"missing": missing, "turns": turns}
    for moves in range(rules.moves + 1):
        hits = int(played.reach(missing, moves)[:, 0].sum())
        row[f"p_reach_{moves}"] = hits / turns if turns else None
    row |= {
        "p_reach": reached / turns if turns else None,
        "p_reach_median": median,
        "p_reach_low": low,
        "p_reach_high": high,
    }
    return row


def _corners(played: Played) -> list[Row]:
    rows: list[Row] = []
    for k, cell in enumerate(CORNERS):
        share = played.share(game.STARTED + k)
        rows.append(
            {"corner": NAMES[cell], "p_win": share.value, "p_low": share.low, "p_high": share.high}
        )
    return rows


def _order(played: Played) -> list[Row]:
    rows: list[Row] = []
    for place in range(played.players):
        share = played.share(game.ORDERS + place)
        rows.append(
            {"place": place + 1, "p_win": share.value, "p_low": share.low, "p_high": share.high}
        )
    return rows


def _seat_row(played: Played, seat: int, player: Player) -> Row:
    total = played.total
    rate = played.win_rate(seat)
    searches, found = int(total[game.SEARCHES + seat]), int(total[game.FOUND + seat])
    plans, kept = int(total[game.PLANS + seat]), int(total[game.SURVIVED + seat])
    survive = estimates.proportion(kept, plans) if plans else None
    return {
        "seat": seat + 1,
        "policy": player.policy,
        "memory": None if player.policy == "random" else player.memory,
        "win_rate": rate.value,
        "low": rate.low,
        "high": rate.high,
        "wins": int(total[game.WINS + seat]),
        "mean_searches": searches / played.games,
        "p_found": found / searches if searches else None,
        "plans": plans,
        "p_survive": None if survive is None else survive.value,
        "p_survive_low": None if survive is None else survive.low,
        "p_survive_high": None if survive is None else survive.high,
    }
