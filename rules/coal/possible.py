"""Which stakes may be laid, and which positions can be."""

from zochastic.rules.coal.game import PRINTED_CHIPS, CoalRules
from zochastic.rules.coal.oven import Oven
from zochastic.rules.coal.position import Position, heap
from zochastic.rules.errors import InvalidInput

#: The most chips that a player can have here.
MOST_CHIPS = 1_000_000


def stakes(rules: CoalRules, wealth: int) -> range:
    """List what a player with this many chips may stake [coal: A round, 1].

    Multiples of ``bet_step``; 0 alone for a player without chips.
    """
    most = wealth if rules.max_bet is None else min(wealth, rules.max_bet)
    most -= most % rules.bet_step
    least = 0 if rules.zero_bet or not most else rules.bet_step
    return range(least, most + 1, rules.bet_step)


def can_make(pieces: Oven, amount: int, number: int) -> bool:
    """Whether some ``number`` good ones of these pieces have this amount together."""
    unit = pieces.unit
    if amount % unit or number > pieces.pieces:
        return False
    aim = amount // unit
    # Bit a of sums[n]: n pieces can have the amount a · unit.
    sums, kept = [1] + [0] * number, (1 << (aim + 1)) - 1
    for value, count in pieces.coal:
        for _ in range(min(count, number)):
            for n in range(number, 0, -1):
                sums[n] |= sums[n - 1] << value // unit & kept
    return bool(sums[number] >> aim & 1)


def check_position(rules: CoalRules, position: Position, *, dashes: str = "") -> None:
    """Refuse a position that cannot be.

    Pieces of earlier turns need not be told: where nothing but ``drawn`` and ``aside`` is missing
    from the oven, ``results`` must be what some pieces of a fresh one can make.

    Parameters
    ----------
    dashes : stands before the names of what is wrong, where those are options.

    Raises
    ------
    InvalidInput: chips, stakes, results or pieces that do not go together.
    """
    _check_chips(rules, position, dashes)
    _check_pieces(rules, position, dashes)
    _check_results(rules, position, dashes)
    if position.bets is not None:
        _check_bets(rules, position, dashes)


def _check_chips(rules: CoalRules, position: Position, dashes: str) -> None:
    wealth = position.wealth
    if len(wealth) != rules.players:
        raise InvalidInput(f"{dashes}wealth", _list(wealth), f"{rules.players} players")
    for chips in wealth:
        if not 0 <= chips <= MOST_CHIPS or chips % rules.chip:
            allowed = f"a multiple of {rules.chip} from 0 to {MOST_CHIPS:,}"
            raise InvalidInput(f"{dashes}wealth", chips, allowed)
    if len(position.pacts) != rules.players:
        allowed = f"yes or no for each of {rules.players} players"
        raise InvalidInput(f"{dashes}pacts", _list(position.pacts), allowed)
    if sorted(position.seats) != list(range(rules.players)):
        raise InvalidInput("seats", _list(position.seats), f"0 to {rules.players - 1}, each once")
    if not 1 <= position.round <= rules.max_rounds:
        raise InvalidInput("round", position.round, f"1 to {rules.max_rounds:,}")
    if rules.bank == "unlimited":
        if position.bank is not None:
            raise InvalidInput("bank", position.bank, "None, since it is unlimited")
    elif sum(wealth) > PRINTED_CHIPS:
        allowed = f"at most {PRINTED_CHIPS:,} chips together where bank is printed"
        raise InvalidInput(f"{dashes}wealth", _list(wealth), allowed)
    elif position.bank != PRINTED_CHIPS - sum(wealth):
        allowed = f"{PRINTED_CHIPS - sum(wealth):,}, the printed chips that no player has"
        raise InvalidInput("bank", position.bank, allowed)


def _check_pieces(rules: CoalRules, position: Position, dashes: str) -> None:
    if any(type(value) is not int or value < 1 for value in position.drawn):
        raise InvalidInput("drawn", _list(position.drawn), "good pieces")
    drawn = heap(position.drawn)
    together = position.oven.plus(position.aside).plus(drawn)
    if not rules.fresh.contains(together):
        allowed = f"with what is aside and drawn at most a fresh one, {rules.fresh.text}"
        raise InvalidInput(f"{dashes}oven", position.oven.text, allowed)
    if position.drawer is None:
        if position.drawn:
            raise InvalidInput("drawn", _list(position.drawn), "nothing, since nobody is drawing")
    elif not position.drawn and not position.oven.size:
        raise InvalidInput(f"{dashes}oven", position.oven.text, "a piece for who is drawing")


def _check_results(rules: CoalRules, position: Position, dashes: str) -> None:
    what, results = f"{dashes}results", position.results
    if results and position.bets is None:
        raise InvalidInput(f"{dashes}bets", "nothing", "the stakes, since somebody has drawn")
    if len(results) > rules.players:
        raise InvalidInput(what, f"{len(results)} results", f"at most {rules.players}")
    drawn = heap(position.drawn)
    turned = position.turned(rules).minus(drawn)
    source = turned if turned.size else rules.fresh.minus(drawn)
    where = "that are missing from the oven" if turned.size else "of this variant"
    for result in results:
        number, text = result.pieces, f"{result.amount}x{result.pieces}"
        few = number < rules.min_draw and position.oven.size > 0
        if (number or result.amount) and (number < 1 or few):
            least = rules.min_draw if few else 1
            raise InvalidInput(what, text, f"at least {least} pieces, or a devil")
        if not can_make(source, result.amount, number):
            raise InvalidInput(what, text, f"what so many of the pieces {where} can make")
    amount, number = sum(r.amount for r in results), sum(r.pieces for r in results)
    if not can_make(source, amount, number):
        together = f"{amount}x{number} together"
        raise InvalidInput(what, together, f"what so many of the pieces {where} can make")
    devils = sum(not result.pieces for result in results)
    if position.oven.size and devils > source.devils:
        allowed = f"at most {source.devils}, as many as there are {where}"
        raise InvalidInput(what, f"devil:{devils}", allowed)


def _check_bets(rules: CoalRules, position: Position, dashes: str) -> None:
    what, bets = f"{dashes}bets", position.bets or ()
    if len(bets) != rules.players:
        raise InvalidInput(what, _list(bets), f"{rules.players} stakes, one for each player")
    devils = sum(not result.pieces for result in position.results)
    for player, (bet, wealth) in enumerate(zip(bets, position.wealth, strict=True)):
        may = stakes(rules, wealth)
        # Who had no chips when stakes were laid may have got some for devils since.
        received = devils * rules.pact if position.pacts[player] else 0
        if bet not in may and not (bet == 0 and wealth - received < rules.bet_step):
            allowed = f"a multiple of {rules.bet_step} from {may[0]:,} to {may[-1]:,}"
            raise InvalidInput(what, bet, f"{allowed} for player {player + 1}, who has {wealth:,}")


def _list(items: tuple[object, ...]) -> str:
    return ",".join(map(str, items))
