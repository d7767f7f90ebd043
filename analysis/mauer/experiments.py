"""Games on many boards: made from the rules, played, and counted by board."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from zochastic.analysis import estimates
from zochastic.analysis.estimates import Estimate
from zochastic.rules.errors import InvalidInput
from zochastic.rules.mauer.board import Board
from zochastic.rules.mauer.game import MauerRules
from zochastic.rules.mauer.generator import make_board
from zochastic.rules.mauer.keys import Memory
from zochastic.sims._jit import Ints
from zochastic.sims.mauer import game
from zochastic.sims.mauer.experiment import MauerGames
from zochastic.sims.mauer.pack import pack_board
from zochastic.sims.mauer.players import POLICIES
from zochastic.sims.runner import Progress, Tally, run
from zochastic.sims.streams import derived


@dataclass(frozen=True)
class Player:
    """How a player plays: a name of `POLICIES`, and how it remembers decks."""

    policy: str
    memory: str

    def __str__(self) -> str:
        return self.policy if self.policy == "random" else f"{self.policy}:{self.memory}"


def read_players(rules: MauerRules, text: str, players: int) -> list[Player]:
    """Read ``planner,greedy:none,greedy:0.2,random``: one name, or one a player.

    A memory after the colon is ``perfect``, ``none`` or how much is forgotten a turn; without it
    the variant's holds.
    """
    found = []
    for word in text.split(","):
        policy, colon, memory = word.strip().partition(":")
        if policy not in POLICIES:
            allowed = f"{', '.join(POLICIES)}, with :none or :0.2 for a worse memory"
            raise InvalidInput("--policies", word, allowed, known=POLICIES)
        found.append(Player(policy, _memory(memory, word) if colon else rules.memory))
    if len(found) == 1:
        found *= players
    if len(found) != players:
        raise InvalidInput("--policies", text, f"one policy, or {players}: one a player")
    return found


def _memory(text: str, word: str) -> str:
    """The memory that stands after a policy's colon."""
    try:
        return Memory().check("--policies", f"forget:{text}" if text[:1] in "0123456789." else text)
    except InvalidInput:
        allowed = ":perfect, :none, or how much is forgotten a turn, from :0 to :1, such as :0.2"
        raise InvalidInput("--policies", word, allowed) from None


def boards_of(rules: MauerRules, boards: int, seed: int) -> list[Board]:
    """Synthetic boards as the rules want them, with the rules' masks, tunnels and offsets."""
    return [board_of(rules, number, seed) for number in range(boards)]


def board_of(rules: MauerRules, number: int, seed: int) -> Board:
    """Board ``number`` of those of a seed; see `boards_of`."""
    start = derived(seed, 1) >> 20  # boards of different seeds are different boards
    size = rules.rooms, rules.parts, rules.garments_a_part
    return rules.fitted(_board(start + number, *size))


@lru_cache(maxsize=2048)
def _board(seed: int, rooms: int, parts: int, garments_a_part: int) -> Board:
    return make_board(seed, rooms=rooms, parts=parts, garments_a_part=garments_a_part)


@dataclass(frozen=True)
class Played:
    """Counts of games.

    Attributes
    ----------
    counts : int64[boards, WIDTH], see `sims.mauer.game`.
    players : seats.
    """

    counts: Ints
    players: int
    partial: bool

    @property
    def total(self) -> Ints:
        """int64[WIDTH]: all boards together."""
        found: Ints = self.counts.sum(axis=0)
        return found

    @property
    def games(self) -> int:
        """How many games were played."""
        return int(self.total[game.GAMES])

    def win_rate(self, seat: int) -> Estimate:
        """Share of games that a seat won; the interval allows for boards that differ."""
        return self.share(game.WINS + seat)

    def share(self, column: int) -> Estimate:
        """Share of games counted in a column, with the wider of two intervals.

        Wilson's takes games as independent; the other takes boards as what is sampled.
        """
        hits, games = self.counts[:, column], self.counts[:, game.GAMES]
        found = estimates.proportion(int(hits.sum()), int(games.sum()))
        boards = int((games > 0).sum())
        if boards < 2:
            return found
        rest = hits - found.value * games
        error = np.sqrt(boards / (boards - 1) * float((rest * rest).sum())) / float(games.sum())
        radius = estimates.quantile() * float(error)
        low, high = max(0.0, found.value - radius), min(1.0, found.value + radius)
        return Estimate(found.value, min(low, found.low), max(high, found.high), found.n)

    @property
    def turns(self) -> Estimate:
        """Turns a game."""
        total = self.total
        if self.games < 2:
            value = float(total[game.TURNS])
            return Estimate(value, value, value, self.games)
        return estimates.mean(float(total[game.TURNS]), float(total[game.SQUARES]), self.games)

    def reach(self, missing: int | None = None, moves: int = 4) -> Ints:
        """int64[boards, 2]: turns with a needed garment within ``moves``, and all turns."""
        rows = self.counts[:, game.MISSING : game.MISSING + 36].reshape(-1, 6, 6)
        rows = rows.sum(axis=1) if missing is None else rows[:, missing]
        return np.stack([rows[:, 1 : 2 + moves].sum(axis=1), rows[:, 0]], axis=1)

    def searched(self) -> Ints:
        """int64[boards, 2]: searches of players who think, and their turns."""
        turns = self.counts[:, game.MISSING : game.MISSING + 36 : 6].sum(axis=1)
        found = self.counts[:, game.SEARCHED : game.SEARCHED + 6].sum(axis=1)
        return np.stack([found, turns], axis=1)


def spread_over_boards(pairs: Ints) -> tuple[float | None, float | None, float | None]:
    """Median, 5 % and 95 % quantile over boards of a share given as (hits, of)."""
    shares = pairs[pairs[:, 1] > 0]
    if not shares.size:
        return None, None, None
    low, middle, high = np.quantile(shares[:, 0] / shares[:, 1], [0.05, 0.5, 0.95])
    return float(middle), float(low), float(high)


def play(
    rules: MauerRules,
    boards: Sequence[Board],
    players: Sequence[Player],
    *,
    games: int,
    seed: int,
    precision: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Played:
    """Play games, board after board in turn; fewer once all win rates are as precise as asked."""
    experiment = MauerGames(
        np.stack([pack_board(rules, board, len(players)) for board in boards]),
        np.array([POLICIES.index(player.policy) for player in players], np.int64),
        np.array([Memory.rate(player.memory) for player in players]),
        rules.catch if rules.turning == "noisy" else 0.0,
        rules.parts_needed,
        rules.search_taken,
        rules.cards_seen == "all",
        rules.max_turns,
        seed,
    )

    def played(tally: Tally) -> Played:
        counts = tally.counts.reshape(len(boards), game.WIDTH)
        return Played(counts, len(players), tally.partial)

    def enough(tally: Tally) -> bool:
        rates = [played(tally).win_rate(seat) for seat in range(len(players))]
        return max(rate.half_width for rate in rates) <= (precision or 0)

    return played(
        run(
            experiment,
            games=games,
            threads=threads,
            enough=None if precision is None else enough,
            progress=progress,
        )
    )
