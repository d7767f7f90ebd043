"""Policies of zoinx by name: read, made as arrays, saved and loaded.

``points``
    the greatest expected score, as the active player and as an opponent of one who plays so.
``perfect``
    the equilibrium, of two or three players; with the bets open the best stops.
``fixed:BET:HOLD:OPP``
    bet BET, stop at HOLD dots or more, bet OPP as an opponent.
``hold:N``
    in variants where the active player does not bet: stop at N dots or more, or as soon as the
    target is reached where that ends the game.
``FILE.npz``
    one that was saved.
"""

import contextlib
import hashlib
import io
import json
import os
import secrets
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from zochastic.analysis.zoinx.evaluate import TOTALS, Play
from zochastic.analysis.zoinx.turn import points_bet, points_guess, points_turn
from zochastic.analysis.zoinx.two import RaceSolution, solve_two
from zochastic.analysis.zoinx.versus import Grid, constant_play, perfect_play
from zochastic.rules.errors import InvalidInput
from zochastic.rules.zoinx import Bet, ZoinxRules
from zochastic.sims._jit import Flags, Floats
from zochastic.sims.zoinx.pack import enough_words
from zochastic.sims.zoinx.policy import (
    ABSOLUTE,
    NOWHERE,
    RELATIVE,
    SHIFTED,
    Policy,
    constant,
    pack_stops,
    thresholds,
)

if TYPE_CHECKING:
    from zochastic.analysis.zoinx.three_solution import ThreeSolution

NAMES = ("points", "perfect", "fixed:BET:HOLD:OPP", "hold:N", "FILE.npz")
#: The most dots to hold at.
MOST_HOLD = 500
_FORMAT = "zochastic zoinx policy 1"


@dataclass(frozen=True)
class Named:
    """A policy as it was asked for.

    Attributes
    ----------
    text : as typed.
    kind : ``points``, ``perfect``, ``fixed``, ``hold`` or ``file``.
    bet, hold, guess : of ``fixed`` and ``hold``.
    play : of a file.
    """

    text: str
    kind: str
    bet: Bet = None
    hold: int = 0
    guess: Bet = None
    play: Play | None = None

    def words(self, rules: ZoinxRules) -> int:
        """Words that its stop sets need."""
        least = max(self.hold + 1, 1)
        loaded = 1 if self.play is None else self.play.stops.shape[4]
        return max(enough_words(rules), -(-least // TOTALS), loaded)


def rules_digest(rules: ZoinxRules) -> str:
    """SHA-256 of all rules that a policy depends on; where a game starts is none of them."""
    plain = {
        key: value for key, value in rules.plain().items() if key not in ("start", "max_turns")
    }
    return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()


def read_policy(text: str, rules: ZoinxRules, *, what: str = "--policies") -> Named:
    """The policy called ``text``.

    Raises
    ------
    InvalidInput : no such name, a bet that is no face, a file of other rules or a broken one.
    """
    name, _, rest = text.partition(":")
    if text.endswith(".npz"):
        return Named(text, "file", play=load_play(text, rules))
    if text == "points":
        return Named(text, "points")
    if text == "perfect":
        if rules.players not in (2, 3):
            raise InvalidInput(what, text, f"not for {rules.players} players: 2 or 3")
        return Named(text, "perfect")
    if name == "hold":
        if rules.active_bets:
            raise InvalidInput(what, text, "fixed:BET:HOLD:OPP, since this variant has bets")
        return Named(text, "hold", None, _hold(rest, text, what), points_guess(rules))
    parts = rest.split(":")
    if name == "fixed" and len(parts) == 3:
        bet = _face(parts[0], rules.active_choices, text, what, "BET")
        guess = _face(parts[2], rules.opponent_choices, text, what, "OPP")
        return Named(text, "fixed", bet, _hold(parts[1], text, what), guess)
    known = {"points": "points", "perfect": "perfect", "fixed:4:5:0": "fixed", "hold:20": "hold"}
    raise InvalidInput(what, text, ", ".join(NAMES), known=known)


def make_play(named: Named, grid: Grid, solution: RaceSolution | None = None) -> Play:
    """The policy of two players as `evaluate` reads it.

    Parameters
    ----------
    solution : for ``perfect``, where it is known already.
    """
    rules = grid.rules
    if named.kind == "perfect":
        return perfect_play(grid, solution or solve_two(rules, most=grid.most))
    if named.play is not None:
        return _fitted(named, grid)
    active, opponent, stop = _mixtures(named, rules, grid.words)
    return constant_play(grid, active, opponent, stop, goal=named.kind == "hold")


def sims_policy(named: Named, rules: ZoinxRules, words: int) -> Policy:
    """The policy of any number of players as the kernels of whole games read it.

    Raises
    ------
    InvalidInput : ``perfect`` for two, which `packed` makes, or for three players whose solution
        is not there; a file.
    """
    if named.kind == "perfect" and rules.players == 2:
        raise InvalidInput("--policies", named.text, "another: scores can fall under these rules")
    if named.kind == "perfect":
        return load_three(rules).policy(words)
    if named.kind == "file":
        raise InvalidInput("--policies", named.text, "points, perfect or fixed:BET:HOLD:OPP here")
    active, opponent, stop = _mixtures(named, rules, words)
    if named.kind == "hold" and rules.trigger == "at-once":
        return _hold_or_goal(rules, active, opponent, stop, words)
    return constant(rules, active, opponent, stop, words)


def load_three(rules: ZoinxRules) -> "ThreeSolution":
    """The stored equilibrium of three players.

    Raises
    ------
    InvalidInput : there is none for these rules; the line says how to solve first.
    """
    from zochastic.analysis.zoinx import three

    return three.load_three(rules)


def packed(grid: Grid, play: Play) -> Policy:
    """The policy of two players as the kernels of whole games read it."""
    s, d, words = grid.most + 1, grid.deficits, grid.words
    active, opponent = play.bets.shape[2], play.guesses.shape[2]
    choices = max(active, opponent)
    mixtures = np.zeros((s * s + d, 2, choices))
    mixtures[: s * s, 0, :active] = play.bets.reshape(s * s, active)
    mixtures[: s * s, 1, :opponent] = play.guesses.reshape(s * s, opponent)
    mixtures[s * s :, 0, :active] = play.last_bets
    mixtures[s * s :, 1, :opponent] = play.last_guesses
    stops = np.concatenate(
        [play.stops.reshape(s * s, -1, words), play.last_stops.reshape(d, -1, words)]
    )
    axes = np.array(
        [
            [SHIFTED, 0, 0, s, s],
            [RELATIVE, 0, s * s, 1, d],
            [NOWHERE, 0, 0, 1, 1],
            [NOWHERE, 0, 0, 1, 1],
        ]
    )
    made = np.uint64(1 << TOTALS)
    return Policy(axes, np.arange(s * s + d, dtype=np.int32), thresholds(mixtures), stops | made)


def _mixtures(named: Named, rules: ZoinxRules, words: int) -> tuple[Floats, Floats, Flags]:
    """Mixtures of both roles, and stops by the active player's bet, of what looks at no score."""
    totals = range(words * TOTALS)
    if named.kind == "points":
        bet, guess = points_bet(rules), points_guess(rules)
        rule_of = {bet: points_turn(rules, bet).rule for bet in rules.active_choices}
        stop = [[rule_of[bet].stops(t) for t in totals] for bet in rules.active_choices]
    else:
        bet, guess = named.bet, named.guess
        stop = [[t >= named.hold for t in totals] for _ in rules.active_choices]
    active = np.array([float(face == bet) for face in rules.active_choices])
    opponent = np.array([float(face == guess) for face in rules.opponent_choices])
    return active, opponent, np.array(stop, np.bool_)


def _hold_or_goal(
    rules: ZoinxRules, active: Floats, opponent: Floats, stop: Flags, words: int
) -> Policy:
    """A policy that stops too as soon as the target is reached, by the active player's score."""
    plain = constant(rules, active, opponent, stop, words)
    assert plain.stops is not None
    size = rules.target + 1
    totals = np.arange(words * TOTALS)
    reached = np.arange(size)[:, np.newaxis] + totals >= rules.target
    sets = pack_stops(stop[0] | reached, words)
    axes = plain.axes.copy()
    axes[:, 0], axes[:, 3] = ABSOLUTE, size
    combinations = plain.stops.shape[1]
    return Policy(
        axes,
        np.arange(size, dtype=np.int32),
        np.repeat(plain.bets, size, axis=0),
        np.repeat(sets[:, np.newaxis], combinations, axis=1) | plain.stops,
    )


def _fitted(named: Named, grid: Grid) -> Play:
    """The policy of a file on the positions of ``grid``."""
    play = named.play
    assert play is not None
    size = grid.most + 1
    if play.bets.shape[0] < size:
        most = play.bets.shape[0] - 1
        raise InvalidInput("--scores", grid.most, f"up to {most}, which {named.text} was made for")
    more = grid.words - play.stops.shape[4]
    wide = [
        np.concatenate([stops, np.full((*stops.shape[:-1], more), ~np.uint64(0))], axis=-1)
        for stops in (play.stops[:size, :size], play.last_stops)
    ]
    last = np.minimum(np.arange(grid.deficits), len(play.last_bets) - 1)
    return Play(
        play.bets[:size, :size], play.guesses[:size, :size], np.ascontiguousarray(wide[0]),
        play.last_bets[last], play.last_guesses[last], np.ascontiguousarray(wide[1][last]),
    )  # fmt: skip


def save_play(path: str | os.PathLike[str], rules: ZoinxRules, play: Play, **more: Floats) -> None:
    """Save a policy of two players, with the digest of its rules; whole or not at all.

    Raises
    ------
    InvalidInput : the file cannot be written.
    """
    file = check_save(path)
    aside = file.with_name(f".{secrets.token_hex(8)}.npz")
    arrays: Mapping[str, Any] = play._asdict() | more
    try:
        np.savez_compressed(
            aside, format=np.array(_FORMAT), rules=np.array(rules_digest(rules)), **arrays
        )
        os.replace(aside, file)
    except OSError as fault:
        raise InvalidInput("--save", str(path), f"a file that can be written: {fault}") from None
    finally:
        with contextlib.suppress(OSError):
            aside.unlink(missing_ok=True)


def check_save(path: str | os.PathLike[str]) -> Path:
    """The file to save to, before any work is spent on it.

    Raises
    ------
    InvalidInput : it does not end in .npz, or is no file that can be written.
    """
    file = Path(path)
    try:
        # a name that no file can have shows only when it is asked for
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            file.lstat()
        fine = file.suffix == ".npz" and file.parent.is_dir() and not file.is_dir()
        fine = fine and os.access(file.parent, os.W_OK | os.X_OK)
    except (OSError, ValueError):
        fine = False
    if not fine:
        raise InvalidInput("--save", str(path), "a file that ends in .npz in a folder to write to")
    return file


def load_play(path: str, rules: ZoinxRules) -> Play:
    """Load a policy of two players.

    Raises
    ------
    InvalidInput : no such file, a broken one, one of another kind or made for other rules.
    """
    try:
        with np.load(io.BytesIO(Path(path).read_bytes()), allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
    except FileNotFoundError:
        raise InvalidInput("policy", path, "a file that exists") from None
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, MemoryError):
        raise InvalidInput("policy", path, "a file that `zoinx solve --save` wrote") from None
    except Exception:
        # zlib and the headers of arrays fail in ways of their own
        raise InvalidInput("policy", path, "a file that is not broken") from None
    if str(arrays.get("format")) != _FORMAT or not set(Play._fields) <= arrays.keys():
        raise InvalidInput("policy", path, "a file that `zoinx solve --save` wrote")
    if str(arrays.get("rules")) != rules_digest(rules):
        raise InvalidInput("policy", path, "a file made for the rules at hand; this one is not")
    play = Play(**{name: arrays[name] for name in Play._fields})
    if not _sound(play, rules):
        raise InvalidInput("policy", path, "a file that is not broken")
    return play


def _sound(play: Play, rules: ZoinxRules) -> bool:
    """Whether the arrays of a file fit each other and the rules, and the mixtures add up."""
    a, o = len(rules.active_choices), len(rules.opponent_choices)
    if play.stops.ndim != 5 or play.last_stops.ndim != 4:
        return False
    s, d, w = play.bets.shape[0], play.last_bets.shape[0], play.stops.shape[4]
    shapes = ((s, s, a), (s, s, o), (s, s, a, o, w), (d, a), (d, o), (d, a, o, w))
    if (
        s <= rules.target
        or d < 1
        or not 1 <= w <= 10
        or w * TOTALS <= max(rules.active_bets or (0,))
    ):
        return False
    for array, shape in zip(play, shapes, strict=True):
        if array.shape != shape or array.dtype != (np.uint64 if len(shape) > 3 else np.float64):
            return False
    mixtures = (play.bets, play.guesses, play.last_bets, play.last_guesses)
    # positions that stand for no others hold nothing
    scores = np.arange(s)
    used = np.minimum.outer(scores, scores) <= rules.target
    for mixture in mixtures:
        kept = mixture[used] if mixture.ndim == 3 else mixture
        if not (np.isfinite(kept).all() and (kept >= -1e-12).all()):
            return False
        if not np.allclose(kept.sum(axis=-1), 1.0, atol=1e-9):
            return False
    return True


def _hold(text: str, whole: str, what: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 4 and int(text) <= MOST_HOLD):
        raise InvalidInput(what, whole, f"a number of dots to stop at, 0 to {MOST_HOLD}")
    return int(text)


def _face(text: str, faces: tuple[Bet, ...], whole: str, what: str, part: str) -> Bet:
    for face in faces:
        if text == ("none" if face is None else str(face)):
            return face
    shown = ", ".join("none" if face is None else str(face) for face in faces)
    raise InvalidInput(what, whole, f"{part} one of the faces {shown}")
