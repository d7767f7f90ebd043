"""The race with a fair coin, worked out plainly: heads add a point, the first to have N wins."""

from functools import lru_cache


class Race:
    """Exact figures of Piglet between two who stop after every toss."""

    def __init__(self, target, longest=400):
        self.target, self.longest = target, longest
        # by turns played: chance of (scores, mover) of games that go on; and of games that end
        self.open, self.ends = [{(0, 0): 1.0}], [(0.0, 0.0)]
        for turn in range(longest):
            mover, after, won = turn % 2, {}, [0.0, 0.0]
            for scores, p in self.open[-1].items():
                up = (scores[0] + 1, scores[1]) if mover == 0 else (scores[0], scores[1] + 1)
                for state in (up, scores):
                    if state[mover] >= target:
                        won[mover] += p / 2
                    else:
                        after[state] = after.get(state, 0.0) + p / 2
            self.open.append(after)
            self.ends.append(tuple(won))
        self.p = lru_cache(maxsize=None)(self._p)

    def _p(self, mine, theirs):
        """Win probability of who is to toss."""
        if mine >= self.target:
            return 1.0
        if theirs >= self.target:
            return 0.0
        # w = (1 − w(theirs, mine + 1)) / 2 + (1 − v) / 2 and v the same the other way
        up = 1 - self.p(theirs, mine + 1) if mine + 1 < self.target else 1.0
        other = 1 - self.p(mine, theirs + 1) if theirs + 1 < self.target else 1.0
        # w = up / 2 + (1 − v) / 2,  v = other / 2 + (1 − w) / 2
        return (2 * (up / 2 + 0.5) - (other / 2 + 0.5)) / 1.5

    @property
    def mean_turns(self):
        return sum(t * sum(won) for t, won in enumerate(self.ends))

    @property
    def first_wins(self):
        return sum(won[0] for won in self.ends)

    def quantile_rounds(self, q):
        below = 0.0
        for r in range(1, self.longest // 2):
            inside = sum(self.ends[2 * r - 1]) + sum(self.ends[2 * r])
            if below + inside >= q:
                return r - 1 + (q - below) / inside
            below += inside
        raise AssertionError

    @property
    def runaway(self):
        """Mean share of the win of who leads after half of the turns, rounded down."""
        total = games = 0.0
        for half in range(1, self.longest // 2):
            for scores, p in self.open[half].items():
                for turns in (2 * half, 2 * half + 1):
                    won = self.later(scores, half % 2, turns - half)
                    games += p * sum(won)
                    if scores[0] == scores[1]:
                        total += p * sum(won) / 2
                    else:
                        total += p * won[0 if scores[0] > scores[1] else 1]
        return total / games

    def later(self, scores, mover, turns):
        """Chances of either seat to win after exactly so many turns more."""
        key = (scores, mover, turns)
        known = self.__dict__.setdefault("_later", {})
        if key not in known:
            up = list(scores)
            up[mover] += 1
            if turns == 1:
                won = [0.0, 0.0]
                won[mover] = 0.5 if up[mover] >= self.target else 0.0
                known[key] = tuple(won)
            else:
                a = (0.0, 0.0)
                if up[mover] < self.target:
                    a = self.later(tuple(up), 1 - mover, turns - 1)
                b = self.later(scores, 1 - mover, turns - 1)
                known[key] = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        return known[key]

    @property
    def lead_changes(self):
        """Mean number of times that another than the last sole leader leads alone."""
        now, total = {((0, 0), None): 1.0}, 0.0
        for turn in range(self.longest):
            mover, after = turn % 2, {}
            for (scores, leader), p in now.items():
                up = list(scores)
                up[mover] += 1
                for state in (tuple(up), scores):
                    lead = leader
                    if state[0] != state[1]:
                        lead = 0 if state[0] > state[1] else 1
                        total += p / 2 * (leader is not None and lead != leader)
                    if state[mover] < self.target:
                        after[state, lead] = after.get((state, lead), 0.0) + p / 2
            now = after
        return total

    @property
    def surprise(self):
        """Mean of the summed changes of win probability."""
        total = 0.0
        for turn in range(self.longest):
            mover = turn % 2
            for scores, p in self.open[turn].items():
                mine, theirs = scores[mover], scores[1 - mover]
                here = self.p(mine, theirs)
                up = 1 - self.p(theirs, mine + 1) if mine + 1 < self.target else 1.0
                stay = 1 - self.p(theirs, mine)
                total += p * (abs(up - here) + abs(stay - here)) / 2
        return total
