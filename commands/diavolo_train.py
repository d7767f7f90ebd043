"""``zochastic diavolo train``: throws dice in the terminal, times and marks who reads them."""

import sys
from collections.abc import Iterator
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from zochastic.commands import options
from zochastic.commands.show import View, remark
from zochastic.rules.errors import InvalidInput

if TYPE_CHECKING:
    import random

    from zochastic.analysis.answer import Answer
    from zochastic.analysis.diavolo.training import Task, Trial
    from zochastic.rules.diavolo import DiavoloRules

Throws = Annotated[str, typer.Option(metavar="N", help="Throws to answer.")]
Name = Annotated[str, typer.Option(metavar="TEXT", help="Who is measured.")]
Save = Annotated[
    str | None, typer.Option(metavar="FILE", help="Save a person's .toml file for simulate.")
]
Order = Annotated[
    str | None,
    typer.Option(metavar="ORDER", help="Train this order alone.", show_default="all of them"),
]

#: Letters typed before the first throw, to learn how long typing takes.
_REACTIONS = 5
_ENDS = ("q", "quit", "exit")


def train(
    view: View,
    throws: Throws = "30",
    name: Name = "you",
    save: Save = None,
    order: Order = None,
    variant: options.VariantName = "printed",
    sets: options.Sets = None,
    seed: Annotated[str | None, typer.Option(metavar="N", help="Repeat the same throws.")] = None,
) -> "Answer":
    """Throw dice, read them against the clock, and learn how fast and right you are."""
    many = options.read_whole(throws, "--throws", 1, 10_000)
    import random

    from zochastic.rules.variants import load_variant

    chosen = load_variant("diavolo", variant, sets or ())
    known = tuple(dict(chosen.rules.orders))
    if order is not None and order not in known:
        raise InvalidInput("--order", order, ", ".join(known), known=known)
    start = random.SystemRandom().getrandbits(32) if seed is None else options.read_seed(seed)
    from zochastic.analysis.diavolo import people, training

    if save is not None:
        people.check_path(save)
    dice = random.Random(start)
    trials: list[Trial] = []
    stopped = False
    reactions: list[float] = []
    try:
        reactions += _typing(chosen.rules, dice)
        for _ in range(many):
            trial = _ask(chosen.rules, training.deal(chosen.rules, dice, order))
            if trial is None:
                break
            trials.append(trial)
    except KeyboardInterrupt:
        stopped = True
    if not trials:
        raise InvalidInput("train", "no answer", "at least one throw that is answered")
    person = training.fit(chosen.rules, name, trials, reactions)
    if save is not None:
        people.save(person, save)
    return training.report(chosen, person, trials, seed=start, saved=save, partial=stopped)


def _typing(rules: "DiavoloRules", dice: "random.Random") -> Iterator[float]:
    """Time how long a letter takes that is told."""
    from zochastic.analysis.diavolo.training import letters

    keys = letters(rules)
    remark(f"Type {', '.join(f'{key} for {imp}' for key, imp in keys.items())}, then Enter.")
    remark("First only what is told, as fast as you can; q ends.")
    for _ in range(_REACTIONS):
        key = dice.choice(list(keys))
        typed, seconds = _type(f"type {key}")
        if typed is None or typed in _ENDS:
            return
        if typed == key:
            yield seconds


def _ask(rules: "DiavoloRules", task: "Task") -> "Trial | None":
    """Show a throw until it is answered; None where that ends the training."""
    from zochastic.analysis.diavolo.training import Trial, letters

    keys = letters(rules)
    if rules.order_first:
        remark(f"\n{task.order}")
        if _type("Enter when you are ready")[0] in (None, *_ENDS):
            return None
    remark("")
    for line in (*task.picture, f"   order  {task.order}"):
        remark(line)
    while True:
        typed, seconds = _type("which imp?")
        if typed is None or typed in _ENDS:
            return None
        imp = keys.get(typed, typed)
        if imp in keys.values():
            break
        remark(f"type {', '.join(keys)}, or q to end")
    good = imp == task.right
    remark(f"{'right' if good else f'wrong: it was {task.right}'}, {seconds:.1f} s")
    return Trial(task.order, good, seconds)


def _type(prompt: str) -> tuple[str | None, float]:
    """What was typed, and after how many seconds; None at the end of the input."""
    remark(prompt)
    start = perf_counter()
    line = sys.stdin.readline() if sys.stdin is not None else ""
    return (line.strip().lower() if line else None), perf_counter() - start
