"""Policies of coal that people name, and the arrays in which kernels read them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from zochastic.analysis.coal.game.reach import chances
from zochastic.rules.coal import CoalRules
from zochastic.rules.errors import InvalidInput
from zochastic.sims.coal.table import ENDLESS, EV, OWN_BET, ROUND_RULE, Policies

#: What a policy bets that names a way of drawing only, and how one draws that names a bet only.
BET, DRAW = "chance:0.6", "round"
_BETS = ("fixed:N", "share:F", "chance:P", "all-in", "champion")
_DRAWS = ("ev", "amount:N", "pieces:K", "own-bet", "round")
ALLOWED = f"a bet ({', '.join(_BETS)}), a way of drawing ({', '.join(_DRAWS)}), or BET+DRAW"
_MOST = 1_000_000
#: The chance of success whose amount compares the ovens of two rounds.
_REFERENCE = 0.6


@dataclass(frozen=True)
class Entry:
    """A bet: the least of three limits, played with ``probability``.

    Attributes
    ----------
    fixed : chips.
    share : of the wealth.
    chance : the largest bet that one of the table reaches with at least this chance; None = any.
    above : steps above the highest stake of the others in the last round; None = no such limit.
    scaled : that stake counts for as much as it was worth in chances of success, not in chips.
    """

    probability: float = 1.0
    fixed: int = ENDLESS
    share: float = 1.0
    chance: float | None = None
    above: int | None = None
    scaled: bool = False


@dataclass(frozen=True)
class Betting:
    """What to bet in each cell of the game; see `zochastic.sims.coal.table.Policies`.

    Attributes
    ----------
    cells : entries by cell.
    progress, standing : bounds of the cells, in targets; none where there is one cell.
    """

    cells: tuple[tuple[Entry, ...], ...]
    progress: tuple[float, ...] = ()
    standing: tuple[float, ...] = ()


@dataclass(frozen=True)
class Drawing:
    """When to stop: at an amount, at a number of pieces, or by a rule."""

    amount: int = ENDLESS
    pieces: int = ENDLESS
    rule: int = 0


@dataclass(frozen=True)
class Policy:
    """A policy with its name in full, such as ``chance:0.6+round``."""

    text: str
    betting: Betting
    drawing: Drawing

    @property
    def bets_alike(self) -> bool:
        """Whether it bets the same way wherever the game stands, without a lot."""
        return len(self.betting.cells) == 1 and len(self.betting.cells[0]) == 1


def read_policy(text: str, players: int, *, what: str = "--policies") -> Policy:
    """The policy named ``text`` for a table of ``players``.

    Raises
    ------
    InvalidInput : there is no such policy.
    """
    head, plus, tail = text.strip().partition("+")
    if plus:
        betting, drawing = _betting(head, players, text, what), _drawing(tail, text, what)
        if betting is None or drawing is None:
            raise _unknown(text, what)
        return Policy(f"{head}+{tail}", betting, drawing)
    betting = _betting(head, players, text, what)
    if betting is not None:
        drawing = _drawing(DRAW, text, what)
        assert drawing is not None
        return Policy(head if head == "champion" else f"{head}+{DRAW}", betting, drawing)
    drawing = _drawing(head, text, what)
    if drawing is None:
        raise _unknown(text, what)
    betting = _betting(BET, players, text, what)
    assert betting is not None
    return Policy(f"{BET}+{head}", betting, drawing)


def pack_policies(rules: CoalRules, policies: Sequence[Policy]) -> Policies:
    """The arrays of the policies, seat by seat.

    Policies with cells must agree on the bounds of these; one without serves any.
    """
    players = len(policies)
    bounds = {(p.betting.progress, p.betting.standing) for p in policies if p.betting.progress}
    if len(bounds) > 1:
        raise ValueError("policies at one table must divide the game into the same cells")
    progress, standing = bounds.pop() if bounds else ((), ())
    cells = max(len(p.betting.cells) for p in policies)
    width = max(len(cell) for p in policies for cell in p.betting.cells)
    shape = (players, cells, width)
    chance = np.ones(shape)
    fixed, row = np.full(shape, ENDLESS, np.int64), np.full(shape, -1, np.int64)
    above, scaled = np.full(shape, -1, np.int64), np.zeros(shape, np.int64)
    share = np.ones(shape)
    tables = chances(rules, players)
    quotas: dict[float, int] = {_REFERENCE: 0}
    for seat, policy in enumerate(policies):
        for c in range(cells):
            entries = policy.betting.cells[c if len(policy.betting.cells) > 1 else 0]
            chance[seat, c, : len(entries)] = np.cumsum([e.probability for e in entries])
            chance[seat, c, len(entries) - 1 :] = 1.0
            for e, entry in enumerate(entries):
                fixed[seat, c, e], share[seat, c, e] = entry.fixed, entry.share
                if entry.above is not None:
                    above[seat, c, e], scaled[seat, c, e] = entry.above, entry.scaled
                if entry.chance is not None:
                    row[seat, c, e] = quotas.setdefault(entry.chance, len(quotas))
    helpers = 1 if rules.bet_on == "own" else players
    quota = np.zeros((len(quotas), *tables.reach.shape[1:3]))
    for p, index in quotas.items():
        quota[index] = tables.quota(helpers, p)
    return Policies(
        chance,
        fixed,
        share,
        row,
        above,
        scaled,
        quota,
        np.zeros(1, np.int64),
        np.array([round(b * rules.target) for b in progress], np.int64),
        np.array([round(b * rules.target) for b in standing], np.int64),
        np.array([p.drawing.amount for p in policies], np.int64),
        np.array([p.drawing.pieces for p in policies], np.int64),
        np.array([p.drawing.rule for p in policies], np.int64),
        tables.reach,
        tables.collect,
        np.array([tables.grain, tables.mean]),
    )


def betting_by(policy: Policy, betting: Betting) -> Policy:
    """The policy with another way to bet."""
    return replace(policy, betting=betting)


def _betting(part: str, players: int, text: str, what: str) -> Betting | None:
    name, colon, number = part.partition(":")
    if part == "all-in":
        return Betting(((Entry(),),))
    if part == "champion":
        from zochastic.analysis.coal.game.champion import load

        return load(players)
    if name == "fixed" and colon:
        return Betting(((Entry(fixed=_whole(number, 0, "fixed:N", text, what)),),))
    if name == "share" and colon:
        return Betting(((Entry(share=_part(number, "share:F", text, what)),),))
    if name == "chance" and colon:
        return Betting(((Entry(chance=_part(number, "chance:P", text, what)),),))
    return None


def _drawing(part: str, text: str, what: str) -> Drawing | None:
    name, colon, number = part.partition(":")
    rules = {"ev": EV, "own-bet": OWN_BET, "round": ROUND_RULE}
    if part in rules:
        return Drawing(rule=rules[part])
    if name == "amount" and colon:
        return Drawing(amount=_whole(number, 1, "amount:N", text, what))
    if name == "pieces" and colon:
        return Drawing(pieces=_whole(number, 1, "pieces:K", text, what))
    return None


def _unknown(text: str, what: str) -> InvalidInput:
    known = ("fixed:100", "share:0.5", "chance:0.6", "all-in", "champion", "ev", "amount:100",
             "pieces:4", "own-bet", "round", "chance:0.6+round")  # fmt: skip
    return InvalidInput(what, text, ALLOWED, known=known)


def _whole(number: str, least: int, form: str, text: str, what: str) -> int:
    if number.isascii() and number.isdigit() and len(number) <= 7:
        if least <= int(number) <= _MOST:
            return int(number)
    raise InvalidInput(what, text, f"{form} with a whole number from {least} to {_MOST:,}")


def _part(number: str, form: str, text: str, what: str) -> float:
    digits = number.replace(".", "", 1)
    if digits.isascii() and digits.isdigit() and len(number) <= 12 and 0 < float(number) <= 1:
        return float(number)
    raise InvalidInput(what, text, f"{form} with a number above 0 and at most 1")
