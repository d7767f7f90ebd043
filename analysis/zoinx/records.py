"""Zoinx for designers: whole games by policies by name, and their exact win probabilities."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from zochastic.analysis.quality.decisions import Decision
from zochastic.analysis.quality.records import PARTS, Paths, Records, one_a_seat
from zochastic.analysis.zoinx.chances import Chances
from zochastic.analysis.zoinx.policies import make_play, packed, read_policy, sims_policy
from zochastic.analysis.zoinx.turn import points_turn
from zochastic.analysis.zoinx.two import solve_two
from zochastic.analysis.zoinx.versus import Grid
from zochastic.rules.errors import InvalidInput
from zochastic.rules.zoinx import State, ZoinxRules
from zochastic.sims._jit import Flags, Ints
from zochastic.sims.zoinx.games import GamesExperiment
from zochastic.sims.zoinx.play import games as experiment_of
from zochastic.sims.zoinx.play import kept_games
from zochastic.sims.zoinx.policy import Policy

if TYPE_CHECKING:
    from zochastic.analysis.zoinx.branching import ZoinxBranching

#: Turns after which a game is given up.
MOST_TURNS = 1000
#: Turns that are kept at first.
_FEW = 64


@dataclass(frozen=True)
class ZoinxPlaying:
    """Policies at a table; seat 1 begins.

    Attributes
    ----------
    chances : of each position; None where they are not known or not asked for.
    """

    experiment: GamesExperiment
    chances: Chances | None

    def play(self, seed: int, first_game: int, games: int) -> Records:
        """Play games ``first_game`` … of ``seed``."""
        players = self.experiment.packed.players
        experiment = replace(self.experiment, seed=seed)
        history, lengths = kept_whole(experiment, first_game, games)
        unfinished, turns = lengths < 0, np.abs(lengths)
        last = history[np.arange(games), turns - 1, :players]
        return Records(
            credit=credit_of(last, unfinished),
            rounds=-(-turns // players),
            turns=turns,
            steps=turns,
            history=history[:, : int(turns.max()), :players],
            unfinished=unfinished,
            out=np.zeros((games, players), np.int64),
            first=np.zeros(games, np.int64),
            paths=None if self.chances is None else self._paths(history, turns),
        )

    def _paths(self, history: Ints, turns: Ints) -> Paths:
        assert self.chances is not None
        start = self.experiment.start.scores
        return self.chances.paths(start, history[:, : int(turns.max())], turns)


class ZoinxDesign:
    """Whole games of zoinx."""

    seconds = 30.0
    step = "turn"
    chunk = 4096
    games = 100_000
    eliminates = False
    nested = 1024
    playouts = 256
    other_readings: ClassVar[dict[str, tuple[str, ...]]] = {}
    notes = (f"A game is given up after {MOST_TURNS:,} turns: p_unfinished tells how many are.",)

    def usual(self, rules: ZoinxRules) -> tuple[str, ...]:
        """Two play the equilibrium; more, or where it is not solved, the most points a turn."""
        return ("perfect" if _solvable(rules) else "points",) * rules.players

    def ladder(self, rules: ZoinxRules) -> tuple[str, ...]:
        """From the most daring bet to the equilibrium."""
        if rules.active_bets:
            guesses = ["none" if g is None else str(g) for g in rules.opponent_choices]
            high, low = rules.active_bets[-1], rules.active_bets[0]
            names = [f"fixed:{high}:{high}:{guesses[-1]}", f"fixed:{low}:{low}:{guesses[0]}"]
        else:
            names = ["hold:1", f"hold:{max(2, rules.max_roll)}"]
        return (*names, "points", *(["perfect"] if _solvable(rules) else []))

    def check(self, rules: ZoinxRules, names: Sequence[str]) -> None:
        """Refuse what is no policy, or not one a seat, and a game for one."""
        if rules.players < 2:
            raise InvalidInput("players", rules.players, "2 to 4: alone there is nobody to beat")
        one_a_seat(names, rules.players)
        for name in names:
            if name.endswith(".npz"):
                raise InvalidInput("--policies", name, "a policy by name, not one of a file")
            if read_policy(name, rules).kind == "perfect" and not _solvable(rules):
                allowed = "points or fixed:BET:HOLD:OPP: perfect is for two whose scores never fall"
                raise InvalidInput("--policies", name, allowed)

    def turn_values(self, rules: ZoinxRules) -> tuple[float, float, float] | None:
        """Without bets: a beginner rolls once, who foresees all stops before the bust."""
        if rules.active_bets or rules.zoinx_loss:
            return None
        once = float(sum(dots * p for dots, p in rules.roll_law))
        return once, float(points_turn(rules, None).value), once / float(rules.p_bust)

    def decisions(self, rules: ZoinxRules) -> list[Decision]:
        """See `zochastic.analysis.zoinx.decisions`."""
        from zochastic.analysis.zoinx.decisions import decisions

        return decisions(rules, solvable=_solvable(rules))

    def seat(
        self,
        rules: ZoinxRules,
        names: Sequence[str],
        *,
        made_for: ZoinxRules | None = None,
        paths: bool = False,
    ) -> ZoinxPlaying:
        """Sit policies down; those made for other rules need the same bets and players."""
        rules, made, chances = _seated(rules, names, made_for, paths=paths)
        state = State(rules.starts)
        return ZoinxPlaying(experiment_of(rules, made, state, seed=0), chances)

    def exact_paths(self, rules: ZoinxRules) -> bool:
        """Of two whose scores never fall."""
        return _solvable(rules)

    def branching(
        self, rules: ZoinxRules, names: Sequence[str], *, made_for: ZoinxRules | None = None
    ) -> "ZoinxBranching":
        """Sit policies down to play on from any turn."""
        from zochastic.analysis.zoinx.branching import ZoinxBranching

        rules, made, _ = _seated(rules, names, made_for, paths=False)
        playing = ZoinxPlaying(experiment_of(rules, made, State(rules.starts), seed=0), None)
        return ZoinxBranching(playing, rules, tuple(made))


def kept_whole(experiment: GamesExperiment, first: int, games: int) -> tuple[Ints, Ints]:
    """As `kept_games`, of every turn."""
    history, lengths = kept_games(experiment, first, games, _FEW)
    longest = int(np.abs(lengths).max())
    if longest > _FEW:  # the same games again costs less than memory for the longest
        history, lengths = kept_games(experiment, first, games, longest)
    return history, lengths


def credit_of(scores: Ints, unfinished: Flags) -> Ints:
    """int64[games, players], parts of the win by last scores; nobody wins an unfinished game."""
    first = scores == scores.max(axis=1, keepdims=True)
    credit: Ints = first * (PARTS // first.sum(axis=1, keepdims=True))
    credit[unfinished] = 0
    return credit


def _solvable(rules: ZoinxRules) -> bool:
    return rules.players == 2 and rules.zoinx_loss == 0 and rules.opponent_miss >= 0


def _same_faces(known: ZoinxRules, rules: ZoinxRules) -> None:
    # the target and the trigger too: a policy's tables end at the scores of its own game
    for key in ("active_bets", "opponent_bets", "forced", "target", "trigger"):
        if getattr(known, key) != getattr(rules, key):
            allowed = f"variants with the same {key}: nobody can place a bet he does not know"
            raise InvalidInput("--freeze-policies", key, allowed)


def _seated(
    rules: ZoinxRules, names: Sequence[str], made_for: ZoinxRules | None, *, paths: bool
) -> tuple[ZoinxRules, list[Policy], Chances | None]:
    """Rules with an end, the policies, and what each position is worth where that is asked for."""
    rules = replace(rules, max_turns=min(rules.max_turns, MOST_TURNS))
    if made_for is None:
        return rules, *_made(rules, names, paths=paths)
    known = replace(made_for, players=rules.players)
    _same_faces(known, rules)
    return rules, _made(known, names, paths=False)[0], None


def _made(
    rules: ZoinxRules, names: Sequence[str], *, paths: bool
) -> tuple[list[Policy], Chances | None]:
    """The policies, and what each position is worth between them."""
    named = {name: read_policy(name, rules) for name in names}
    words = max(one.words(rules) for one in named.values())
    if not _solvable(rules):
        made = {name: sims_policy(one, rules, words) for name, one in named.items()}
        return [made[name] for name in names], None
    grid = Grid.of(rules, words=words)
    perfect = any(one.kind == "perfect" for one in named.values())
    solution = solve_two(rules, most=grid.most) if perfect else None
    plays = {name: make_play(one, grid, solution) for name, one in named.items()}
    arrays = {name: packed(grid, play) for name, play in plays.items()}
    chances = Chances.of(grid, plays[names[0]], plays[names[1]]) if paths else None
    return [arrays[name] for name in names], chances


DESIGN = ZoinxDesign()
