"""How people tell a position of coal: wealth, stakes, results, pacts, pieces."""

import re
from collections.abc import Sequence

from zochastic.rules.coal.game import PRINTED_CHIPS, CoalRules
from zochastic.rules.coal.oven import MOST_PIECES, Oven, read_drawn, read_oven
from zochastic.rules.coal.pawns import pacts as pacts_of
from zochastic.rules.coal.position import BURNED, Position, Result
from zochastic.rules.coal.possible import MOST_CHIPS, check_position
from zochastic.rules.errors import InvalidInput

_NUMBER = re.compile(r"0|[1-9][0-9]{0,6}", re.A)
_RESULT = re.compile(r"(?P<amount>[1-9][0-9]{0,6})x(?P<pieces>[1-9][0-9]{0,2})", re.A | re.I)
_BURNED = ("devil", "d", "none", "0x0")
_NOBODY = "none"


def read_wealth(text: str, players: int) -> tuple[int, ...]:
    """Read ``--wealth``: chips of each player in turn order, or one number for all.

    Raises
    ------
    InvalidInput: something that is no number of chips, too many or too few of them.
    """
    words = _words("--wealth", text, f"chips of {players} players such as 200,150,90, or of all")
    chips = tuple(_whole("--wealth", word, 0, MOST_CHIPS) for word in words)
    if len(chips) == 1:
        return chips * players
    if len(chips) != players:
        raise InvalidInput("--wealth", text, f"{players} numbers, one for each player, or one")
    return chips


def read_bets(text: str) -> tuple[int, ...]:
    """Read ``--bets``: ``100,120,140,60``, in turn order from the starting player.

    Raises
    ------
    InvalidInput: something that is no stake.
    """
    words = _words("--bets", text, "stakes such as 100,120,140,60, in turn order")
    return tuple(_whole("--bets", word, 0, MOST_CHIPS) for word in words)


def read_results(text: str) -> tuple[Result, ...]:
    """Read ``--results``: ``90x4,devil`` is 90 with four pieces, then somebody who burned.

    ``none`` or ``0x0`` is somebody who found the oven empty.

    Raises
    ------
    InvalidInput: something that is no result.
    """
    form = "results in turn order such as 90x4 (amount x pieces), devil, or none"
    read = []
    for word in _words("--results", text, form):
        match = _RESULT.fullmatch(word)
        if word.lower() in _BURNED:
            read.append(BURNED)
        elif match is None or int(match["pieces"]) > MOST_PIECES:
            raise InvalidInput("--results", word, form, known=_BURNED[:1])
        else:
            read.append(Result(int(match["amount"]), int(match["pieces"])))
    return tuple(read)


def read_pacts(text: str, players: int) -> tuple[bool, ...]:
    """Read ``--pacts``: ``2,4`` are the second and fourth in turn order; ``none`` is nobody.

    Raises
    ------
    InvalidInput: no number of a player, or one twice.
    """
    allowed = f"numbers from 1 to {players} in turn order, each once, or none"
    words = _words("--pacts", text, allowed)
    if words == [_NOBODY]:
        return (False,) * players
    known = [str(number) for number in range(1, players + 1)]
    for place, word in enumerate(words):
        if word not in known or word in words[:place]:
            raise InvalidInput("--pacts", word, allowed)
    return tuple(number in words for number in known)


def position_of(
    rules: CoalRules,
    *,
    pieces: str | Sequence[str] | None = None,
    oven: str | Sequence[str] | None = None,
    gone: str | Sequence[str] | None = None,
    wealth: str | None = None,
    bets: str | None = None,
    results: str | None = None,
    seat: str | int | None = None,
    pacts: str | None = None,
) -> Position:
    """Read a moment of a round as a player tells it who is drawing.

    Whoever tells which pieces are gone knows them, whatever ``memory`` says: none are put aside.

    Parameters
    ----------
    pieces : the good pieces in front of him.
    oven, gone : what lay in the oven when his turn began, or was missing; by default it counts as
        a fresh one, whatever pieces the ``results`` took.
    wealth : chips now, in turn order; by default what each needs for his stake and for a devil.
    bets : stakes in turn order; by default nobody has staked anything.
    results : of exactly those before him.
    seat : his place in turn order from 1; by default the one after the ``results``.
    pacts : who has a pact; by default as pawns stand by ``wealth``, nobody if that is not told.

    Raises
    ------
    InvalidInput: something is wrong by itself, or does not go with the rest.
    """
    over = () if results is None else read_results(results)
    _check_seat(rules, seat, over)
    lay = read_oven(rules, oven=oven, gone=gone)
    drawn = read_drawn(rules, lay, pieces) if pieces else Oven()
    staked = (0,) * rules.players if bets is None else read_bets(bets)
    if len(staked) != rules.players:
        raise InvalidInput("--bets", bets, f"{rules.players} stakes, one for each player")
    chips = None if wealth is None else read_wealth(wealth, rules.players)
    if pacts is not None:
        held = read_pacts(pacts, rules.players)
    else:
        held = (False,) * rules.players if chips is None else pacts_of(rules, chips)
    if chips is None:
        chips = _enough(rules, staked, held, told=pacts if bets is None else bets)
    position = Position(
        wealth=chips,
        oven=lay.minus(drawn),
        pacts=held,
        bets=staked,
        results=over,
        drawn=tuple(value for value, count in drawn.coal for _ in range(count)),
        bank=PRINTED_CHIPS - sum(chips) if rules.bank == "printed" else None,
    )
    check_position(rules, position, dashes="--")
    return position


def _enough(
    rules: CoalRules, staked: tuple[int, ...], held: tuple[bool, ...], *, told: str | None
) -> tuple[int, ...]:
    """Chips for the stake and for one devil, so that nobody is too poor to pay."""
    chips = tuple(
        stake + -stake % rules.chip + rules.pact * (sum(held) - has)
        for stake, has in zip(staked, held, strict=True)
    )
    most = PRINTED_CHIPS if rules.bank == "printed" else MOST_CHIPS
    if sum(chips) > most:
        what = "--bets" if any(staked) else "--pacts"
        raise InvalidInput(what, told, f"at most {most:,} chips together")
    return chips


def _check_seat(rules: CoalRules, seat: str | int | None, results: tuple[Result, ...]) -> None:
    if len(results) >= rules.players:
        allowed = f"at most {rules.players - 1}, of those who have drawn before"
        raise InvalidInput("--results", f"{len(results)} results", allowed)
    if seat is None:
        return
    place = _whole("--seat", seat, 1, rules.players)
    if place != len(results) + 1:
        allowed = f"{place - 1} with --seat {place}, one for each player before"
        raise InvalidInput("--results", f"{len(results)} results", allowed)


def _words(what: str, text: str, allowed: str) -> list[str]:
    parts = [part.split() for part in text.split(",")]
    if not all(parts):
        raise InvalidInput(what, text, f"{allowed}; no empty item")
    return [word for part in parts for word in part]


def _whole(what: str, word: str | int, low: int, high: int) -> int:
    if isinstance(word, str) and _NUMBER.fullmatch(word):
        word = int(word)
    if type(word) is not int or not low <= word <= high:
        raise InvalidInput(what, word, f"a whole number from {low:,} to {high:,}")
    return word
