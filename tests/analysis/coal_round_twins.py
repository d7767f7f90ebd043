"""The dumb twin of the round solvers: every piece by itself, in fractions, from the rules' text."""

from fractions import Fraction
from functools import cache

from hypothesis import strategies as st

from zochastic.rules.coal import CoalRules, Oven
from zochastic.rules.coal.position import Position, Result

VALUES = (10, 20, 25, 50, 75, 100)


def round_pay(rules, bets, results):
    """Net chips of every player, from his stake and the bonuses."""
    chips = [Fraction(0)] * len(bets)
    best = max(amount for amount, _ in results)
    for i, stake in enumerate(bets):
        target = results[i][0] if rules.bet_on == "own" else best
        if stake > target:
            chips[i] -= stake
        elif rules.double_to == "highest" and all(stake >= other for other in bets):
            chips[i] += rules.double * stake
        else:
            chips[i] += rules.win_factor * stake
    for what, bonus in ((0, rules.best_bonus), (1, rules.pieces_bonus)):
        top = max(result[what] for result in results)
        winners = [i for i, result in enumerate(results) if top > 0 and result[what] == top]
        for i in winners:
            if len(winners) == 1 or rules.bonus_ties == "each":
                chips[i] += bonus
            elif rules.bonus_ties == "split":
                chips[i] += (bonus // len(winners)) // rules.bet_step * rules.bet_step
    return chips


def pay_pacts(rules, wealth, bets, pacts, payer):
    """Wealth of everybody after a devil of ``payer``."""
    wealth = list(wealth)
    n = len(wealth)
    for holder in [(payer + k) % n for k in range(1, n)]:
        if pacts[holder]:
            if wealth[payer] - bets[payer] >= rules.pact:
                wealth[payer] -= rules.pact
                wealth[holder] += rules.pact
            elif rules.pact_poor == "bank":
                wealth[holder] += rules.pact
    return tuple(wealth)


def solve(rules, position):
    """(stop or None, draw or None) as net chips of everybody; whoever is indifferent stops."""
    bets, pacts, n = position.bets, position.pacts, position.players
    # what may come, and how probable: pieces turned over are known, the rest is unseen
    coal, devils = dict(position.oven.coal), position.oven.devils
    hidden = 0
    if rules.memory != "perfect":
        for value, count in position.aside.coal:
            coal[value] = coal.get(value, 0) + count
    if rules.memory == "none":
        devils += position.aside.devils
        hidden = position.aside.size
    if rules.memory == "devils":
        hidden = None

    def odds(unseen, devils, left):
        """[(piece or None for a devil, probability)] of the next piece."""
        good = len(unseen)
        if hidden is None:  # all the devils are in the oven
            devil = Fraction(devils, left)
        else:
            devil = Fraction(devils, good + devils)
        law = [(None, devil)] if devil else []
        for value in sorted(set(unseen)):
            law.append((value, (1 - devil) * Fraction(unseen.count(value), good)))
        return law

    @cache
    def options(unseen, devils, left, results, drawn, wealth):
        who = len(results)
        if who == n:
            pay = round_pay(rules, bets, results)
            return tuple(w + p for w, p in zip(wealth, pay, strict=True)), None
        stop = draw = None
        if left == 0 or len(drawn) >= rules.min_draw:
            done = (*results, (sum(drawn), len(drawn)))
            stop = best(unseen, devils, left, done, (), wealth)
        if left:
            draw = [Fraction(0)] * n
            for piece, probability in odds(unseen, devils, left):
                if piece is None:
                    poorer = pay_pacts(rules, wealth, bets, pacts, who)
                    after = best(unseen, devils - 1, left - 1, (*results, (0, 0)), (), poorer)
                else:
                    rest = list(unseen)
                    rest.remove(piece)
                    mine = tuple(sorted((*drawn, piece)))
                    after = best(tuple(rest), devils, left - 1, results, mine, wealth)
                draw = [d + probability * a for d, a in zip(draw, after, strict=True)]
            draw = tuple(draw)
        return stop, draw

    def best(*state):
        stop, draw = options(*state)
        who = len(state[3])
        if draw is None or (stop is not None and stop[who] >= draw[who]):
            return stop
        return draw

    unseen = tuple(sorted(v for v, c in coal.items() for _ in range(c)))
    results = tuple((r.amount, r.pieces) for r in position.results)
    found = options(
        unseen, devils, position.oven.size, results, tuple(sorted(position.drawn)), position.wealth
    )
    return tuple(
        None if w is None else tuple(a - b for a, b in zip(w, position.wealth, strict=True))
        for w in found
    )


@st.composite
def variants(draw, players):
    """Rules that differ in everything a round may hang on."""
    pick = lambda *choices: draw(st.sampled_from(choices))  # noqa: E731
    return CoalRules(
        players=players,
        coal=tuple((v, 3) for v in sorted(VALUES, reverse=True)),
        devils=4,
        best_bonus=pick(50, 0, 30),
        pieces_bonus=pick(50, 0, 70),
        bonus_ties=pick("each", "split", "none"),
        win_factor=pick(1, 0, 3),
        double=pick(2, 1),
        double_to=pick("highest", "nobody"),
        pact=pick(50, 20),
        pact_poor=pick("bank", "nobody"),
        bet_on=pick("table", "own"),
        min_draw=pick(1, 1, 2, 3),
        memory=pick("perfect", "devils", "none"),
    )


@st.composite
def heaps(draw, most):
    """Up to ``most`` pieces of the variants."""
    pieces = draw(st.lists(st.sampled_from([*VALUES, None, None]), max_size=most))
    coal = {v: min(3, pieces.count(v)) for v in VALUES}
    return Oven.of(coal, min(4, pieces.count(None)))


@st.composite
def positions(draw, left, players=None, most=6, drawn=None):
    """(rules, position) with ``left`` drawers to come, in the middle of a turn or before it."""
    players = draw(st.integers(max(2, left), 4)) if players is None else players
    rules = draw(variants(players))
    oven = draw(heaps(most))
    gone = [v for v, n in rules.fresh.minus(oven).coal for _ in range(n)]
    cards = draw(st.permutations(gone))
    if drawn is None:
        drawn = draw(st.integers(0, 3))
    mine = cards[:drawn]
    if drawn < rules.min_draw and not oven.size:
        mine = ()
    results, used = [], len(mine)
    for _ in range(players - left):
        count = draw(st.integers(0, 3))
        results.append(Result(sum(cards[used : used + count]), count))
        used += count
    aside = Oven.of(
        {v: cards[used : used + 3].count(v) for v in VALUES},
        draw(st.integers(0, min(2, 4 - oven.devils))),
    )
    money = st.integers(0, 15).map(lambda x: 10 * x)
    bets = tuple(draw(st.sampled_from([0, 10, 20, 50, 60, 100, 120])) for _ in range(players))
    return rules, Position(
        wealth=tuple(bet + draw(money) for bet in bets),
        oven=oven,
        aside=aside,
        pacts=tuple(draw(st.booleans()) for _ in range(players)),
        bets=bets,
        results=tuple(results),
        drawn=tuple(mine),
    )
