"""How to play a game well in at most seven rules, each with what it costs."""

from collections.abc import Callable
from importlib import import_module

from zochastic.analysis.answer import Answer
from zochastic.rules.variants import Variant

#: Told how much of the work is done: (done, total).
Progress = Callable[[int, int], None]
#: The most rules that a person remembers.
MOST = 7


def rules(
    variant: Variant,
    *,
    games: int | None = None,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Answer:
    """Tell how the variant's game is played well.

    Parameters
    ----------
    games : of each comparison, where the game is simulated; None: as many as the game's own
        commands play.

    Returns
    -------
    Answer: ``rows`` at most seven: ``rule``, ``costs`` (against best play, in words), ``source``
        (the command that tells more), ``loss`` (None where nothing knows it), ``unit``;
        ``tables`` what one wants to look up while playing, by a name that is its heading.
    """
    room = import_module(f"zochastic.analysis.{variant.game}.advice")
    answer: Answer = room.rules(variant, games=games, seed=seed, threads=threads, progress=progress)
    assert len(answer.rows) <= MOST
    return answer
