"""The rules of zoinx as the arrays that the kernels of whole games read."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from zochastic.rules.zoinx import Bet, State, ZoinxRules
from zochastic.sims._jit import Ints, Words
from zochastic.sims.zoinx.dice import ZOINX, pack_dice

#: What brings the end of the game, in the order of the rules' names.
STRICT, LEAD_OR_TIE, ANY_TURN, AT_ONCE = range(4)
_TRIGGERS = ("own-turn-strict", "own-turn-lead-or-tie", "any-turn", "at-once")

#: Totals that one word of a stop set tells; its highest bit says that the word is made.
TOTALS = 63


class Packed(NamedTuple):
    """Rules as arrays.

    Attributes
    ----------
    players, target, trigger, max_turns : as in the rules; the trigger by its number.
    bits : of a draw: 8 or 16, an index of `table`; 64, compared with `below`.
    table : int16[2^bits]: dots, `ZOINX` or `AGAIN`.
    kinds : int64[k]: `ZOINX`, then the dots that a roll can have.
    below : uint64[k − 1]: draws of 64 bits below ``below[i]`` (and no other before) are kind i.
    p : float64[k]: probability of each kind.
    least : int64[active choices]: the least total at which one may stop.
    own : int64[2, active choices, totals]: points of the active player, first of one who stops,
        then after a zoinx. Who stops beyond the last total has one point more a dot.
    other : int64[2, opponents' choices, totals]: points of an opponent.
    """

    players: int
    target: int
    trigger: int
    max_turns: int
    bits: int
    table: npt.NDArray[np.int16]
    kinds: Ints
    below: Words
    p: npt.NDArray[np.float64]
    least: Ints
    own: Ints
    other: Ints


def enough_words(rules: ZoinxRules) -> int:
    """Words of a stop set that serve most policies of ``rules``.

    They tell totals up to 62 of the printed game and up to 125 of Pig; a turn stops beyond them.
    """
    bets = [bet for bet in (*rules.active_bets, *rules.opponent_bets)]
    needed = max([*bets, 0 if rules.active_bets else rules.target]) + 1
    return -(-needed // TOTALS)


def pack(rules: ZoinxRules, words: int) -> Packed:
    """Make the arrays of ``rules`` for policies whose stop sets have so many words."""
    dice = pack_dice(rules)
    totals = range(TOTALS * words + rules.max_roll)
    below = [end * (1 << 64) // dice.ways for end in (dice.busts, *dice.ends.tolist()[:-1])]
    table = dice.table() if dice.bits <= 16 else np.zeros(0, np.int64)
    return Packed(
        players=rules.players,
        target=rules.target,
        trigger=_TRIGGERS.index(rules.trigger),
        max_turns=rules.max_turns,
        bits=dice.bits,
        table=table.astype(np.int16),
        kinds=np.array([ZOINX, *dice.dots], np.int64),
        below=np.array(below, np.uint64),
        p=np.array([float(rules.p_bust), *(float(p) for _, p in rules.roll_law)]),
        least=np.array([(bet or 0) * rules.forced for bet in rules.active_choices], np.int64),
        own=np.array(
            [
                [[rules.score(bet, t, end) for t in totals] for bet in rules.active_choices]
                for end in (False, True)
            ],
            np.int64,
        ),
        other=np.array(
            [
                [[rules.opponent_score(b, t, end) for t in totals] for b in rules.opponent_choices]
                for end in (False, True)
            ],
            np.int64,
        ),
    )


class Start(NamedTuple):
    """Where play begins, as arrays; role r is r seats further on than whose turn it is.

    Attributes
    ----------
    seat : whose turn it is, role 0.
    scores : int64[players], by role.
    pending : bit r is set if role r still has a turn in the final round, this one included; 0: it
        has not begun.
    bets : int64[players], by role: the number of the bet that is made for this turn; −1: the
        policy makes it.
    total : dots of this turn.
    rolled : 0 no roll yet; 1 the next thing is the decision to roll or stop; 2 to roll, decided.
    """

    seat: int
    scores: Ints
    pending: int
    bets: Ints
    total: int
    rolled: int


def pack_state(
    rules: ZoinxRules,
    state: State,
    *,
    bets: Mapping[int, Bet] | None = None,
    roll: bool = False,
) -> Start:
    """Make the arrays of ``state``, from which play goes on.

    Parameters
    ----------
    bets : by seat, bets of this turn that are decided already though they are still secret.
    roll : the decision to roll on is made.

    Raises
    ------
    ValueError: the game is over, the turn has ended and is not scored, a bet is no face.
    """
    if state.over or state.ended:
        raise ValueError("play begins before the end of a turn; the referee settles it")
    n = rules.players
    chosen = dict(bets or {}) if state.bets is None else dict(enumerate(state.bets))
    choices = np.full(n, -1, np.int64)
    for seat, bet in chosen.items():
        role = (seat - state.seat) % n
        faces = rules.opponent_choices if role else rules.active_choices
        choices[role] = faces.index(bet)
    return Start(
        state.seat,
        np.roll(np.array(state.scores, np.int64), -state.seat),
        sum(1 << (seat - state.seat) % n for seat in state.pending),
        choices,
        state.total,
        0 if not state.rolled else 2 if roll else 1,
    )
