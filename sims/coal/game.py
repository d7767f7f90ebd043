"""Whole games of coal from any position: bets, draws, devils, payments, rounds [coal].

The order in which pieces leave the oven depends on (seed, game, reshuffle) alone, and the lots of
a bet on (seed, game, round, seat): policies that are compared on one seed meet the same pieces in
the same order.
"""

import numpy as np

from zochastic.sims._jit import Ints, Word, borrowed, helper, kernel
from zochastic.sims.coal.payment import (
    DEVILS,
    EMPTY,
    LEADS,
    RESHUFFLES,
    TURNS,
    make_pacts,
    next_seat,
    pay_devil,
    pay_round,
)
from zochastic.sims.coal.policy import make_bets, note_bets
from zochastic.sims.coal.round_rule import devil_chance, draws_on
from zochastic.sims.coal.table import (
    AMOUNT,
    BET_STEP,
    DOUBLE,
    EV,
    LEFT,
    MAX_ROUNDS,
    MEMORY,
    MIN_DRAW,
    MOUTH,
    OPEN,
    OWN_BET,
    PACT,
    PIECES,
    ROUND,
    ROUND_RULE,
    STARTER,
    TARGET,
    TURN,
    WIN_FACTOR,
    Kinds,
    PackedRules,
    Policies,
    Table,
)
from zochastic.sims.streams import origin, word_of

#: How a game ended: the target was reached, too many rounds, the rounds asked for are over, the
#: decision asked for is reached.
OVER, UNFINISHED, PLAYED, HALTED = range(4)
#: The first drawer's decision is his policy's, or is to stop, or to draw.
FREE, STOP, DRAW = -1, 0, 1

_32 = np.uint64(32)
#: Label of a game's first oven among its words, beyond those of its rounds.
_DECK = 1 << 40


@helper
def leader(wealth: Ints) -> int:
    """The seat that alone has most chips; −1 if several have."""
    best, seat = wealth[0], 0
    for other in range(1, wealth.size):
        if wealth[other] > best:
            best, seat = wealth[other], other
        elif wealth[other] == best:
            seat = -1
    return seat


@helper
def _oven(values: Ints, heap: Ints, left: int, memory: int) -> tuple[int, int, float]:
    """Good pieces and devils in the oven as far as players know, and a good one's mean value."""
    devil = values.size - 1
    coal, value = 0, 0
    for kind in range(devil):
        coal += heap[kind]
        value += heap[kind] * values[kind]
    if left == 0 or coal == 0:
        return 0, left, 0.0
    devils = int(devil_chance(heap[devil], coal, left, memory) * left + 0.5)
    return left - devils, devils, value / coal


@helper
def _lay_out(from_kinds: Ints, to_kinds: Ints, from_deck: Kinds, deck: Kinds) -> int:
    """Put pieces into the oven; how many they are."""
    for kind in range(from_kinds.size):
        to_kinds[kind] = from_kinds[kind]
    for i in range(from_deck.size):
        deck[i] = from_deck[i]
    return from_deck.size


@kernel
def play_games(
    seed: Word, first_game: int, start: Table, table: Table, rules: PackedRules,
    policies: Policies, start_deck: Kinds, fresh_deck: Kinds, deck: Kinds, any_starter: bool,
    most_rounds: int, force: int, waits: Ints, events: Ints, ended: Ints, lengths: Ints,
    chips: Ints, amounts: Ints, counts: Ints, history: Ints, lots: Ints, halted: Ints, room: Ints,
) -> None:  # fmt: skip
    """Play games ``first_game`` … of ``seed`` on from ``start``, as many as ``ended`` has places.

    Parameters
    ----------
    table : memory of the size of ``start``.
    start_deck, fresh_deck, deck : uint8[pieces], by kind: the oven of ``start``, a fresh one, and
        room for either.
    any_starter : the starting player goes round with the game's index; else as ``start`` says.
    most_rounds : how many rounds to play at most.
    force : `FREE`, or what the first drawer's first decision is.
    waits : int64[games], decisions of drawers after which the game is left; −1 = never.
    events : int64[EVENTS], in place, added to.
    ended, lengths : int64[games], in place: how each ended, and rounds.
    chips : int64[games, players], in place: wealth at last.
    amounts, counts : int64[games, players], in place: amounts and numbers of pieces of the last
        round that was paid.
    history : int64[games, rounds kept, players], in place: wealth after each round; later rounds
        are not kept.
    lots : int64[games, rounds kept, players], in place: the cell × entries + entry that each bet
        was taken from, −1 where none was; later rounds are not kept.
    halted : int64[games, …], in place, for games that are left at a decision: see `left_at`.
    room : int64[3, players], memory.
    """
    # taken out of the tuples once, uncounted: else each look at them would count references
    wealth, bets, amount, pieces = (
        borrowed(table.wealth), borrowed(table.bets), borrowed(table.amount),
        borrowed(table.pieces),
    )  # fmt: skip
    pact, left, heap, at = (
        borrowed(table.pact), borrowed(table.left), borrowed(table.heap), borrowed(table.at)
    )  # fmt: skip
    values, fresh, track, numbers = (
        borrowed(rules.values), borrowed(rules.fresh), borrowed(rules.track),
        borrowed(rules.numbers),
    )  # fmt: skip
    chance, quota, reach, collect = (
        borrowed(policies.chance), borrowed(policies.quota), borrowed(policies.reach),
        borrowed(policies.collect),
    )  # fmt: skip
    fixed, share, row, above, scaled = (
        borrowed(policies.fixed.ravel()), borrowed(policies.share.ravel()),
        borrowed(policies.row.ravel()), borrowed(policies.above.ravel()),
        borrowed(policies.scaled.ravel()),
    )  # fmt: skip
    progress, standing, grain = (
        borrowed(policies.progress), borrowed(policies.standing), borrowed(policies.grain)
    )  # fmt: skip
    rule_of, amount_of, pieces_of = (
        borrowed(policies.rule), borrowed(policies.stop_amount), borrowed(policies.stop_pieces)
    )  # fmt: skip
    later, tops, lockstep = borrowed(room[0]), borrowed(room[1]), borrowed(room[2])
    events, all_lots, deck = borrowed(events), borrowed(lots.ravel()), borrowed(deck)
    players = wealth.size
    devil = values.size - 1
    memory, min_draw = numbers[MEMORY], numbers[MIN_DRAW]
    reference, kept = policies.reference[0], lots.shape[1]
    watched = chance.shape[1] > 1  # only policies with cells look at what was bet
    for index in range(ended.size):
        game = origin(seed, first_game + index)
        for seat in range(players):
            wealth[seat], bets[seat] = start.wealth[seat], start.bets[seat]
            amount[seat], pieces[seat] = start.amount[seat], start.pieces[seat]
            pact[seat] = start.pact[seat]
        for i in range(at.size):
            at[i] = start.at[i]
        size = _lay_out(start.left, left, start_deck, deck)
        for kind in range(devil + 1):
            heap[kind] = start.heap[kind]
        if any_starter:
            at[STARTER] = (first_game + index) % players
        in_oven, out, ovens = at[LEFT], 0, 0
        oven = word_of(game, _DECK)
        wait, forced = waits[index], force
        result, played, ahead, scale = PLAYED, 0, leader(wealth), 0.0
        for seat in range(players):
            tops[seat], lockstep[seat] = -1, 0
        while played < most_rounds and result == PLAYED:
            if at[OPEN] == 0:
                make_pacts(track, numbers, wealth, pact)
            good, devils, mean = _oven(values, heap, in_oven, memory)
            make_bets(
                game, at[ROUND], wealth, bets, numbers, chance, fixed, share, row, above, scaled,
                quota, reference, progress, standing, good, devils, mean, tops, lockstep, scale,
                all_lots, (index * kept + played) * players if played < kept else -1,
            )  # fmt: skip
            if watched:
                note_bets(wealth, bets, numbers[BET_STEP], players, tops, lockstep)
                scale = quota[reference, good, devils] * mean
            best, most, top = 0, 0, 0
            for seat in range(players):
                best, most = max(best, amount[seat]), max(most, pieces[seat])
                top = max(top, bets[seat])
            seat = at[STARTER] + at[TURN] - 1
            seat = seat - players if seat >= players else seat
            for turn in range(at[TURN], players):
                seat = next_seat(seat, players)
                stake, rule = bets[seat], rule_of[seat]
                stop_amount, stop_pieces = amount_of[seat], pieces_of[seat]
                held, has = at[AMOUNT], at[PIECES]
                at[AMOUNT], at[PIECES] = 0, 0
                heap_good, heap_value, won, fee, dues = 0, 0, 0, 0, 0
                if rule == ROUND_RULE:
                    other = seat
                    for holder in range(players):
                        dues += pact[holder] * numbers[PACT]
                    for k in range(players - 1 - turn):
                        other = next_seat(other, players)
                        later[k] = bets[other]
                if rule >= EV:
                    for kind in range(devil):
                        heap_good += heap[kind]
                        heap_value += heap[kind] * values[kind]
                    won = stake * (numbers[DOUBLE] if stake == top else numbers[WIN_FACTOR])
                    purse = wealth[seat] - stake
                    for other in range(players):
                        if other != seat and pact[other] == 1 and purse >= numbers[PACT]:
                            fee += numbers[PACT]
                            purse -= numbers[PACT]
                while in_oven > 0:
                    if has >= min_draw:
                        if wait == 0:
                            result = HALTED
                            break
                        wait -= 1
                        stops = held >= stop_amount or has >= stop_pieces
                        if forced >= 0:
                            stops = forced == STOP
                            forced = FREE
                        elif rule == OWN_BET:
                            stops = stops or held >= stake or best >= stake
                        elif rule == EV:
                            coal = heap_good if memory == 2 else in_oven - heap[devil]
                            stops = stops or held * heap[devil] * heap_good >= coal * heap_value
                        elif rule == ROUND_RULE:
                            stops = stops or not draws_on(
                                held, has, best, most, stake, won, fee,
                                pact[seat] * numbers[PACT], dues, numbers, reach, collect,
                                later[:players - 1 - turn], values, heap, heap_good, heap_value,
                                in_oven, grain,
                            )  # fmt: skip
                        if stops:
                            break
                    word = word_of(oven, out) >> _32
                    pick = out + int((word * np.uint64(size - out)) >> _32)
                    kind = int(deck[pick])
                    deck[pick] = deck[out]
                    deck[out] = np.uint8(kind)
                    out += 1
                    in_oven -= 1
                    left[kind] -= 1
                    heap[kind] -= 1
                    if kind == devil:
                        held, has = 0, 0
                        events[DEVILS] += 1
                        pay_devil(numbers, seat, wealth, bets, pact, at, events)
                        break
                    held += values[kind]
                    has += 1
                    heap_good -= 1
                    heap_value -= values[kind]
                if result == HALTED:
                    at[TURN], at[AMOUNT], at[PIECES], at[OPEN] = turn, held, has, 1
                    break
                forced = FREE
                amount[seat], pieces[seat] = held, has
                best, most = max(best, held), max(most, has)
                events[TURNS] += 1
            if result == HALTED:
                break
            pay_round(numbers, wealth, bets, amount, pieces, at, events)
            now = leader(wealth)
            if now >= 0:  # a tie changes nothing
                events[LEADS] += 1 if ahead >= 0 and ahead != now else 0
                ahead = now
            events[EMPTY] += 1 if in_oven == 0 else 0
            played += 1
            at[ROUND] += 1
            at[STARTER] = next_seat(at[STARTER], players)
            at[TURN], at[OPEN] = 0, 0
            for seat in range(players):
                amounts[index, seat], counts[index, seat] = amount[seat], pieces[seat]
                if played <= history.shape[1]:
                    history[index, played - 1, seat] = wealth[seat]
                bets[seat], amount[seat], pieces[seat] = -1, 0, 0
                if wealth[seat] >= numbers[TARGET]:
                    result = OVER
            if result == PLAYED and at[ROUND] > numbers[MAX_ROUNDS]:
                result = UNFINISHED
            if result != PLAYED:
                break
            if in_oven <= numbers[MOUTH]:
                in_oven, out, ovens = _lay_out(fresh, left, fresh_deck, deck), 0, ovens + 1
                size = in_oven
                oven = word_of(game, _DECK + ovens)
                for kind in range(devil + 1):
                    heap[kind] = fresh[kind]
                events[RESHUFFLES] += 1
            elif memory > 0:  # what lay open is forgotten
                for kind in range(devil + (1 if memory == 2 else 0)):
                    heap[kind] = fresh[kind]
        at[LEFT] = in_oven
        ended[index], lengths[index] = result, played
        for seat in range(players):
            chips[index, seat] = wealth[seat]
        if result == HALTED:
            _note(wealth, bets, amount, pieces, pact, left, heap, at, halted[index])


@helper
def _note(
    wealth: Ints, bets: Ints, amount: Ints, pieces: Ints, pact: Ints, left: Ints, heap: Ints,
    at: Ints, cells: Ints,
) -> None:  # fmt: skip
    """Write a table into one row, part after part."""
    i = 0
    for part in (wealth, bets, amount, pieces, pact, left, heap, at):
        for value in part:
            cells[i] = value
            i += 1


def left_at(row: Ints, players: int, kinds: int) -> Table:
    """The table in a row of ``halted`` of `play_games`; ``kinds`` counts the devil."""
    sizes = [players] * 5 + [kinds] * 2
    return Table(*(part.copy() for part in np.split(row, np.cumsum(sizes))))


def cells_of(table: Table) -> int:
    """How many cells `left_at` needs."""
    return sum(part.size for part in table)
