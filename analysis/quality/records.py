"""What metrics need to know of played games, and what a game offers to designers.

A game takes part by a module ``analysis/<game>/records.py`` with an object ``DESIGN`` that is a
`Design`; see docs/add-a-game.md.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, cast

from zochastic.analysis.quality.decisions import Decision
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import Variant
from zochastic.sims._jit import Flags, Floats, Ints

#: A win is counted in so many parts, so that up to six can share it.
PARTS = 60


@dataclass(frozen=True)
class Paths:
    """Win probabilities along games, as those policies have them that play.

    Attributes
    ----------
    chance : float64[games, looks, players]: before the first step, after each, the last being the
        result (a win shared by k is 1/k); later looks of shorter games mean nothing.
    suspense : float64[games]: sum over steps of the standard deviation of the next chance, a mean
        over players.
    weight : float64[games]: sum over steps of what is lost by deciding at random in this one.
    halves : the same from either half of the play-outs alone, where chances are estimated; none
        where they are exact.
    """

    chance: Floats
    suspense: Floats
    weight: Floats
    halves: tuple["Paths", ...] = ()


@dataclass(frozen=True)
class Records:
    """Games of one chunk, by seat.

    Attributes
    ----------
    credit : int64[games, players], part of the win in `PARTS`; 0 for all where nobody won.
    rounds, turns : int64[games].
    steps : int64[games], how many looks at the scores there were.
    history : int64[games, kept, players], scores at each look, more being better; what was not
        kept is left out.
    unfinished : bool[games], given up at the most rounds or turns.
    out : int64[games, players], the round in which a player went out; 0 for who stayed in.
    first : int64[games], the seat that had the first turn.
    paths : win probabilities, where they are known and asked for.
    """

    credit: Ints
    rounds: Ints
    turns: Ints
    steps: Ints
    history: Ints
    unfinished: Flags
    out: Ints
    first: Ints
    paths: Paths | None = None


class Playing(Protocol):
    """Policies at a table under one set of rules."""

    def play(self, seed: int, first_game: int, games: int) -> Records:
        """Play games ``first_game`` …; game i of a seed meets the same luck in every variant."""
        ...


class Branching(Playing, Protocol):
    """Policies at a table whose games can be played on from anywhere: win probabilities by play.

    A position is what the game likes; nobody else looks into it.
    """

    def positions(self, seed: int, game: int) -> Sequence[Any]:
        """Where game ``game`` of ``seed``, as `play` plays it, stands before each of its steps."""
        ...

    def deciders(self, position: Any) -> Sequence[int]:
        """The seats that decide something in the next step."""
        ...

    def branch(
        self, position: Any, luck: int, branches: int, playouts: int, *, loose: int | None = None
    ) -> Ints:
        """Play the next step many times, and from where each came to many games to the end.

        Parameters
        ----------
        luck : a seed; others give results that are independent.
        loose : a seat that decides at random in this step, and as ever after it.

        Returns
        -------
        int64[branches, playouts, players]: credit in `PARTS`.
        """
        ...


class Design(Protocol):
    """What a game offers to whoever changes its rules.

    Attributes
    ----------
    seconds : what a turn takes at the table unless somebody says otherwise (assumed).
    step : what the scores are looked at after, ``round`` or ``turn``.
    chunk : the most games of a chunk.
    games : how many are played where nobody says.
    eliminates : whether players go out before the end.
    nested : games that are played where win probabilities must be estimated and nobody says.
    playouts : from each position then, unless somebody says.
    notes : what every figure rests on beside the rules.
    other_readings : other values of assumed keys, as ``--set`` writes them, where these are not all
        the names of a choice.
    """

    seconds: float
    step: str
    chunk: int
    games: int
    eliminates: bool
    nested: int
    playouts: int
    notes: tuple[str, ...]
    other_readings: Mapping[str, tuple[str, ...]]

    def check(self, rules: Any, names: Sequence[str]) -> None:
        """Raise InvalidInput unless ``names`` are policies, one a seat; no work is done."""
        ...

    def usual(self, rules: Any) -> tuple[str, ...]:
        """Names of the policies that play where nobody names any, one a seat."""
        ...

    def ladder(self, rules: Any) -> tuple[str, ...]:
        """Policies of rising skill, by name; what the spread of skill is measured on."""
        ...

    def turn_values(self, rules: Any) -> tuple[float, float, float] | None:
        """What a turn alone brings a beginner, the best player, one who foresees all luck.

        None where that has no meaning or is not known.
        """
        ...

    def exact_paths(self, rules: Any) -> bool:
        """Whether exact win probabilities are known, so that ``seat(…, paths=True)`` tells them."""
        ...

    def branching(self, rules: Any, names: Sequence[str], *, made_for: Any = None) -> Branching:
        """As `seat`, for win probabilities by play where exact ones are not known."""
        ...

    def decisions(self, rules: Any) -> Sequence[Decision]:
        """A panel of decisions that people meet, solved: which readings flip advice."""
        ...

    def seat(
        self, rules: Any, names: Sequence[str], *, made_for: Any = None, paths: bool = False
    ) -> Playing:
        """Make the policies called ``names``, one a seat, and sit them down.

        Parameters
        ----------
        made_for : the rules that the policies were made for: they do not know those they play.
        paths : tell win probabilities, where that is possible.
        """
        ...


def design_of(game: str) -> Design:
    """What ``game`` offers to designers."""
    module = import_module(f"zochastic.analysis.{game}.records")
    return cast(Design, module.DESIGN)


def one_a_seat(names: Sequence[str], players: int) -> None:
    """Raise InvalidInput unless there is a policy for each seat."""
    if len(names) != players:
        allowed = f"{players} policies, one for each seat, or one for all"
        raise InvalidInput("--policies", ",".join(names), allowed)


def names_for(design: Design, variant: Variant, names: Sequence[str]) -> tuple[str, ...]:
    """Policies one a seat: the usual ones, one for all, or as they are named."""
    players = variant.rules.players
    if not names:
        return design.usual(variant.rules)
    return tuple(names) * players if len(names) == 1 else tuple(names)
