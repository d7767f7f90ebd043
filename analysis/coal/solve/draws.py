"""Rules of thumb for drawing in the opening round, by situation, and what each loses a turn.

A turn is told from its first decision on, with one piece in front of the drawer.  What a rule loses
is measured on the same pieces against drawing by ``round``, everybody else drawing by that; the
best rule of a situation is chosen on one half of the rounds and judged on the other.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from zochastic.analysis import estimates
from zochastic.analysis.coal.bets.scene import Tell
from zochastic.analysis.coal.game.policies import Drawing, pack_policies, read_policy
from zochastic.analysis.coal.tables import position_of_table, table_of
from zochastic.analysis.estimates import Estimate
from zochastic.rules.coal import CoalRules
from zochastic.rules.coal.position import Position
from zochastic.sims._jit import Floats
from zochastic.sims.coal.table import PIECES, ROUND, opening, pack_rules
from zochastic.sims.coal.tally import play_on, situations
from zochastic.sims.streams import derived

#: Ways of drawing that people name.
NAMED = ("round", "ev", "amount:100", "own-bet", "pieces:4")
#: What a drawer can go for whose bet is safe: level with the highest amount, with the most pieces,
#: with either; or one piece.
SAFE = ("best", "most", "either", "pieces:1")
#: How the tables bet that are recorded, in turn.
TABLES = ("fixed:100", "chance:0.6", "fixed:150", "chance:0.8", "share:0.5")
#: Least share of the turns that a situation is told apart for.
_RARE = 0.02


@dataclass(frozen=True)
class Situation:
    """What a player can see at a glance when his turn begins.

    Attributes
    ----------
    to_come : players who draw after him.
    bet : ``safe`` if the best amount so far meets it, else ``open``.
    best : ``none`` so far, ``below`` or ``above`` the amount that one drawer stops at for coal.
    """

    to_come: int
    bet: str
    best: str


@dataclass(frozen=True)
class DrawRule:
    """A rule in a situation, or in all of them (None).

    Attributes
    ----------
    loss : chips a turn behind drawing by ``round``.
    turns : recorded turns.
    share : of all turns.
    """

    situation: Situation | None
    rule: str
    loss: Estimate
    turns: int
    share: float


@dataclass(frozen=True)
class Draws:
    """Rules over all turns, and a rule a situation.

    Attributes
    ----------
    named : those that people name.
    two : draw until the bet is met; where it is safe already, by `SAFE` rule ``when_safe``.
    sheet : the best rule in each situation, and ``whole`` all turns by these.
    """

    named: tuple[DrawRule, ...]
    two: DrawRule
    when_safe: str
    sheet: tuple[DrawRule, ...]
    whole: DrawRule


def solve_draws(
    rules: CoalRules, *, turns: int, rounds: int, seed: int, pool: ThreadPoolExecutor, tell: Tell
) -> Draws:
    """Measure the rules on ``turns`` recorded turns, twice ``rounds`` rounds of each."""
    recorded = record_turns(rules, turns, seed=seed)
    names = _candidates(rules)

    def losses(job: tuple[int, Position]) -> Floats:
        index, position = job
        return _behind(rules, position, names, rounds, derived(seed, 1000 + index))

    found = []
    for done, row in enumerate(pool.map(losses, enumerate(recorded))):
        found.append(row)
        tell(done + 1, len(recorded))
    behind = np.stack(found)  # [turns, rules, halves]
    by_situation: dict[Situation, list[int]] = {}
    for index, position in enumerate(recorded):
        by_situation.setdefault(situation_of(rules, position), []).append(index)
    sheet = []
    whole = behind[:, names.index("round"), 1].copy()
    for situation, members in sorted(by_situation.items(), key=lambda item: _order(item[0])):
        if len(members) < _RARE * len(recorded):
            continue
        plain = [k for k, name in enumerate(names) if name not in NAMED or ":" in name]
        best = min(plain, key=lambda k: float(behind[members, k, 0].mean()))
        whole[members] = behind[members, best, 1]
        share = len(members) / len(recorded)
        sheet.append(_measured(situation, names[best], behind[members, best, 1], share))
    named = [_measured(None, n, behind[:, names.index(n)].mean(axis=1), 1.0) for n in NAMED]
    safe = np.array([situation_of(rules, each).bet == "safe" for each in recorded])
    own = behind[:, names.index("bet")]
    two = {name: np.where(safe[:, None], behind[:, names.index(name)], own) for name in SAFE}
    when_safe = min(SAFE, key=lambda name: float(two[name][:, 0].mean()))
    return Draws(
        tuple(named),
        _measured(None, "bet-then-level", two[when_safe][:, 1], 1.0),
        when_safe,
        tuple(sheet),
        _measured(None, "sheet", whole, 1.0),
    )


def record_turns(rules: CoalRules, number: int, *, seed: int, first: bool = True) -> list[Position]:
    """Decisions in opening rounds, over several ways to bet; ``first`` ones of a turn, or any."""
    found: list[Position] = []
    for place in range(len(TABLES)):
        share = -(-number // len(TABLES))
        names = [TABLES[(place + seat) % len(TABLES)] for seat in range(rules.players)]
        policies = pack_policies(rules, [read_policy(name, rules.players) for name in names])
        stream = derived(seed, place)
        waits = np.random.default_rng(stream).integers(0, 4 * rules.players, 8 * number)
        tables = situations(pack_rules(rules), policies, opening(rules), waits, seed=stream)
        begun = max(1, rules.min_draw)
        turns = [t for t in tables if t.at[ROUND] == 1 and (not first or t.at[PIECES] == begun)]
        found += [position_of_table(rules, each) for each in turns[:share]]
    return found[:number]


def situation_of(rules: CoalRules, position: Position) -> Situation:
    """The situation in which this turn began."""
    who, best = len(position.results), position.best
    stake = (position.bets or (0,))[who]
    safe = not stake or (rules.bet_on == "table" and best >= stake)
    bar = rules.fresh.good / (rules.devils + 1)
    level = "none" if not best else "below" if best < bar else "above"
    return Situation(position.players - who - 1, "safe" if safe else "open", level)


def _order(situation: Situation) -> tuple[int, str, int]:
    return -situation.to_come, situation.bet, ("none", "below", "above").index(situation.best)


def _candidates(rules: CoalRules) -> list[str]:
    unit = max(10, rules.fresh.unit)
    amounts = [f"amount:{a}" for a in range(4 * unit, 17 * unit, unit)]
    pieces = [f"pieces:{k}" for k in range(1, 8)]
    return list(dict.fromkeys([*NAMED, *amounts, *pieces, "bet", "best", "most", "either"]))


def _drawing(name: str, players: int, position: Position) -> Drawing:
    """A rule as a kernel plays it in this turn."""
    stake = (position.bets or (0,))[len(position.results)]
    if name == "bet":
        return Drawing(amount=max(1, stake))
    if name == "best":
        return Drawing(amount=max(1, position.best))
    if name == "most":
        return Drawing(pieces=max(1, position.most_pieces))
    if name == "either":
        return Drawing(amount=max(1, position.best), pieces=max(1, position.most_pieces))
    return read_policy(name, players).drawing


def _behind(
    rules: CoalRules, position: Position, names: Sequence[str], rounds: int, seed: int
) -> Floats:
    """float64[rules, 2]: how far each rule is behind ``round``, on either half of the rounds."""
    who = len(position.results)
    start, packed = table_of(rules, position), pack_rules(rules)
    base = pack_policies(rules, [read_policy("round", rules.players)] * rules.players)
    nets: dict[Drawing, Floats] = {}
    for name in names:
        drawing = _drawing(name, rules.players, position)
        if drawing in nets:
            continue
        columns = {"stop_amount": drawing.amount, "stop_pieces": drawing.pieces}
        arrays = {column: getattr(base, column).copy() for column in (*columns, "rule")}
        for column, value in {**columns, "rule": drawing.rule}.items():
            arrays[column][who] = value
        played = play_on(
            packed, base._replace(**arrays), start, seed=seed, first_game=0, games=2 * rounds,
            most_rounds=1,
        )  # fmt: skip
        nets[drawing] = played.chips[:, who].reshape(2, rounds).mean(axis=1)
    own = nets[_drawing("round", rules.players, position)]
    return np.stack([own - nets[_drawing(name, rules.players, position)] for name in names])


def _measured(situation: Situation | None, rule: str, values: Floats, share: float) -> DrawRule:
    n = values.size
    if n < 2:
        value = float(values.mean())
        return DrawRule(situation, rule, Estimate(value, value, value, n), n, share)
    loss = estimates.mean(float(values.sum()), float((values * values).sum()), n)
    return DrawRule(situation, rule, loss, n, share)
