"""A whole game of coal as the arrays that kernels read: rules, a position, policies.

Seats are numbered round the table; turn order begins at the starting player.  Kinds are numbered
by falling value, the devil last.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from zochastic.rules.coal import CoalRules, Oven
from zochastic.rules.coal.game import PRINTED_CHIPS
from zochastic.sims._jit import Floats, Ints, Singles

#: Indices into `PackedRules.numbers`.
(
    BET_STEP, MAX_BET, ZERO_BET, MIN_DRAW, TARGET, BEST_BONUS, PIECES_BONUS, TIES, WIN_FACTOR,
    DOUBLE, PACT, PACT_SPACE, PACT_ALONE, PACT_BANK, MOUTH, MEMORY, BET_ON_OWN, MAX_ROUNDS,
) = range(18)  # fmt: skip
#: Codes of the choices ``bonus_ties`` and ``memory``.
TIES_CODES = ("each", "split", "none")
MEMORY_CODES = ("perfect", "devils", "none")
#: Stands for "no limit".
ENDLESS = 1 << 40

#: Indices into `Table.at`: starting seat, whose turn (0 = the starting player's), the round, pieces
#: left in the oven, what the drawer has, the bank's chips (`ENDLESS`: unlimited), whether bets and
#: pacts of the round stand, the oven's pieces laid out when the position began.
STARTER, TURN, ROUND, LEFT, AMOUNT, PIECES, BANK, OPEN = range(8)

Kinds = npt.NDArray[np.uint8]


class PackedRules(NamedTuple):
    """Rules as arrays.

    Attributes
    ----------
    values : int64[kinds + 1]; the devil, last, is worth 0.
    fresh : int64[kinds + 1], pieces of each kind in a fresh oven.
    track : int64[spaces].
    numbers : int64[18], see the indices above; a devil-may-care reading of every key.
    """

    values: Ints
    fresh: Ints
    track: Ints
    numbers: Ints


class Table(NamedTuple):
    """A position, also the memory of the kernel that plays on from it.

    Attributes
    ----------
    wealth : int64[players], chips now, staked ones included.
    bets : int64[players]; −1 = not decided.
    amount, pieces : int64[players], of those who have drawn in this round.
    pact : int64[players], 1 for who has one in this round.
    left : int64[kinds + 1], the oven now.
    heap : int64[kinds + 1], pieces that a player must take as equally likely to lie in it.
    at : int64[8], see the indices above.
    """

    wealth: Ints
    bets: Ints
    amount: Ints
    pieces: Ints
    pact: Ints
    left: Ints
    heap: Ints
    at: Ints


def pack_rules(rules: CoalRules) -> PackedRules:
    """The arrays of ``rules``."""
    coal = rules.fresh.coal
    numbers = [
        rules.bet_step,
        ENDLESS if rules.max_bet is None else rules.max_bet,
        int(rules.zero_bet),
        rules.min_draw,
        rules.target,
        rules.best_bonus,
        rules.pieces_bonus,
        TIES_CODES.index(rules.bonus_ties),
        rules.win_factor,
        rules.double if rules.double_to == "highest" else rules.win_factor,
        rules.pact,
        rules.pact_space,
        int(rules.pact_alone_last),
        int(rules.pact_poor == "bank"),
        rules.mouth,
        MEMORY_CODES.index(rules.memory),
        int(rules.bet_on == "own"),
        rules.max_rounds,
    ]
    return PackedRules(
        np.array([*(value for value, _ in coal), 0], np.int64),
        np.array([*(count for _, count in coal), rules.devils], np.int64),
        np.array(rules.track, np.int64),
        np.array(numbers, np.int64),
    )


def kinds_of(rules: CoalRules, heap: Oven) -> Ints:
    """int64[kinds + 1]: pieces of each kind in ``heap``, devils last."""
    counts = heap.counts()
    return np.array([*(counts.get(v, 0) for v, _ in rules.fresh.coal), heap.devils], np.int64)


def deck_of(kinds: Ints) -> Kinds:
    """uint8[pieces]: the kind of every piece."""
    return np.repeat(np.arange(kinds.size), kinds).astype(np.uint8)


def opening(rules: CoalRules, wealth: Sequence[int] | None = None) -> Table:
    """The position in which a game begins; ``wealth`` instead of equal chips for everybody."""
    players = rules.players if wealth is None else len(wealth)
    chips = [rules.start] * players if wealth is None else list(wealth)
    fresh = kinds_of(rules, rules.fresh)
    return table(rules, chips, fresh, fresh)


def table(
    rules: CoalRules,
    wealth: Sequence[int],
    left: Ints,
    heap: Ints,
    *,
    bets: Sequence[int] | None = None,
    pacts: Sequence[bool] | None = None,
    results: Sequence[tuple[int, int]] = (),
    drawn: tuple[int, int] = (0, 0),
    round: int = 1,
    bank: int | None = None,
) -> Table:
    """A position with the starting player at seat 0.

    Parameters
    ----------
    left, heap : int64[kinds + 1], see `Table`.
    bets : by seat, −1 for those not decided; with them ``pacts`` stand, else they follow from
        the wealth at the start of the round.
    results : (amount, pieces) of those who have drawn.
    drawn : amount and pieces of the player at work.
    bank : its chips; None as the rules say.
    """
    players = len(wealth)
    if bank is None:
        limited = rules.bank == "printed"
        bank = PRINTED_CHIPS - sum(wealth) if limited else ENDLESS
    amounts, counts = np.zeros(players, np.int64), np.zeros(players, np.int64)
    for seat, (amount, pieces) in enumerate(results):
        amounts[seat], counts[seat] = amount, pieces
    stands = pacts is not None or bets is not None
    return Table(
        np.array(wealth, np.int64),
        np.full(players, -1, np.int64) if bets is None else np.array(bets, np.int64),
        amounts,
        counts,
        np.array([int(p) for p in pacts] if pacts is not None else [0] * players, np.int64),
        left.astype(np.int64),
        heap.astype(np.int64),
        np.array(
            [0, len(results), round, left.sum(), *drawn, bank, int(stands)],
            np.int64,
        ),
    )


class Policies(NamedTuple):
    """What the players do, seat by seat, as numbers.

    A bet is drawn by lot from the entries of a *cell* (how far the game is, how the player
    stands, whether the others bet in lockstep); an entry bets the least of several things:
    ``fixed`` chips, ``share`` of the wealth, the amount that row ``row`` of ``quota`` holds for the
    pieces in the oven, and what the others bet last.

    Attributes
    ----------
    chance : float64[players, cells, entries], cumulative probabilities.
    fixed : int64[players, cells, entries], chips.
    share : float64[players, cells, entries].
    row : int64[players, cells, entries], −1 = no such limit.
    above : int64[players, cells, entries]: steps above the highest stake of the others in the last
        round; −1 = no such limit.  In the first round that is played none is known, nor a limit.
    scaled : int64[players, cells, entries], 1: that stake is first taken times what the amount of
        row ``reference`` is now over what it was then.
    quota : float64[rows, coal pieces, devils], in mean values of a piece of coal.
    reference : int64[1], a row.
    progress, standing : int64[…], rising chips: a cell is (bounds of ``progress`` that the richest
        has reached) × (bounds of ``standing`` + 1) + (bounds of ``standing`` that the player's
        lead over the best of the others has reached); with twice as many cells, the second half is
        for players whose opponents all staked the same in the last round, or all they had.
    stop_amount, stop_pieces : int64[players]: stop at either.
    rule : int64[players], a sum of `OWN_BET`, `EV` and `ROUND`.
    reach : float32[players + 1, coal pieces, devils, slots]: chance that one of so many players,
        drawing one after the other, reaches an amount, in slots of ``grain``.
    collect : float32[players + 1, coal pieces, devils, pieces]: the same for a number of pieces.
    grain : float64[2], chips of a slot, and the mean value of a fresh piece of coal.
    """

    chance: Floats
    fixed: Ints
    share: Floats
    row: Ints
    above: Ints
    scaled: Ints
    quota: Floats
    reference: Ints
    progress: Ints
    standing: Ints
    stop_amount: Ints
    stop_pieces: Ints
    rule: Ints
    reach: Singles
    collect: Singles
    grain: Floats


#: Parts of `Policies.rule`: stop as soon as one's own bet is safe; stop at the best expected
#: amount; the rule of `round_rule`.
OWN_BET, EV, ROUND_RULE = 1, 2, 4
