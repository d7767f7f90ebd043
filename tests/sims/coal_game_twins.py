"""A whole game of coal by the plain referee, the pieces in the order of the kernel."""

from dataclasses import dataclass, field

from zochastic.rules.coal import referee, stakes, unseen

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15


def mix(z):
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def word(key, index):
    return mix((key + (index + 1) * GOLDEN) & MASK)


class Pieces:
    """The pieces of a game in the order in which they leave the oven, by Python's integers."""

    def __init__(self, rules, oven, seed, game):
        self.game = word(mix((seed + GOLDEN) & MASK), game)
        self.rules, self.ovens = rules, 0
        self.lay_out(oven)

    def lay_out(self, oven):
        self.key, self.out = word(self.game, (1 << 40) + self.ovens), 0
        held = oven.counts()
        self.deck = [value for value, _ in self.rules.fresh.coal for _ in range(held.get(value, 0))]
        self.deck += ["devil"] * oven.devils

    def next(self):
        out, deck = self.out, self.deck
        pick = out + ((word(self.key, out) >> 32) * (len(deck) - out) >> 32)
        deck[out], deck[pick] = deck[pick], deck[out]
        self.out += 1
        return deck[out]

    def reshuffle(self):
        self.ovens += 1
        self.lay_out(self.rules.fresh)


@dataclass
class Told:
    """What happened in a game, round by round; wealth by the seat that each began with."""

    wealth: list = field(default_factory=list)
    events: list = field(default_factory=list)
    ended: str | None = None


def stake(rules, policy, wealth):
    """The stake of a policy whose bet is a number, a share or all."""
    name, _, number = policy.text.partition("+")[0].partition(":")
    most = wealth
    if name == "fixed":
        most = min(wealth, int(number))
    elif name == "share":
        most = int(float(number) * wealth + 1e-9)
    may = stakes(rules, wealth)
    return max(may[0], min(may[-1], most // rules.bet_step * rules.bet_step))


def stops(rules, policy, position):
    """Whether the drawer stops, by a way of drawing that is not ``round``."""
    name, _, number = policy.text.partition("+")[2].partition(":")
    amount, pieces = position.amount, len(position.drawn)
    if name == "amount":
        return amount >= int(number)
    if name == "pieces":
        return pieces >= int(number)
    if name == "own-bet":
        return max(amount, position.best) >= position.bets[position.drawer]
    heap = unseen(rules, position)  # "ev"
    if not heap.pieces:
        return True
    if rules.memory == "none":
        return amount * heap.devils >= heap.good
    # of the heap's devils all are in the oven
    coal = position.oven.size - heap.devils
    return amount * heap.devils * heap.pieces >= coal * heap.good


def play(rules, policies, position, seed, game, most_rounds):
    """Play a game on; ``policies`` stand by the places in turn order of ``position``."""
    home = {seat: place for place, seat in enumerate(position.seats)}
    pieces = Pieces(rules, position.oven, seed, game)
    told = Told()
    turns = devils = reshuffles = empty = short = leads = 0
    ahead = sole_leader(position.wealth, home, position.seats)
    while not position.over and len(told.wealth) < most_rounds:
        payments = ()
        if position.bets is None:
            laid = tuple(
                stake(rules, policies[home[seat]], chips)
                for seat, chips in zip(position.seats, position.wealth, strict=True)
            )
            position, payments, _ = referee.apply(rules, position, laid)
        turns += rules.players - len(position.results)
        while not position.turns_over:
            policy = policies[home[position.seats[position.drawer]]]
            may = referee.legal(rules, position)
            if "stop" in may and stops(rules, policy, position):
                action = "stop"
            else:
                action = pieces.next()
                devils += action == "devil"
            position, payments, _ = referee.apply(rules, position, action)
            short += sum(paid.chips < paid.due for paid in payments)
        empty += position.oven.size == 0
        position, payments, clauses = referee.settle(rules, position)
        short += sum(paid.chips < paid.due for paid in payments)
        if referee.RESHUFFLE in clauses:
            pieces.reshuffle()
            reshuffles += 1
        now = sole_leader(position.wealth, home, position.seats)
        if now is not None:
            leads += ahead is not None and ahead != now
            ahead = now
        wealth = [0] * rules.players
        for seat, chips in zip(position.seats, position.wealth, strict=True):
            wealth[home[seat]] = chips
        told.wealth.append(wealth)
        told.events.append([turns, devils, reshuffles, empty, short, position.short, leads])
        told.ended = position.ended
    return told, position


def sole_leader(wealth, home, seats):
    """The place of who alone has most chips, None if several have."""
    most = max(wealth)
    first = [home[seat] for seat, chips in zip(seats, wealth, strict=True) if chips == most]
    return first[0] if len(first) == 1 else None
