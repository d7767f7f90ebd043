"""The first steps of a policy of looking, as a list of decisions that a person can learn."""

from collections.abc import Iterator, Sequence

from zochastic.analysis.answer import Row
from zochastic.analysis.diavolo.looking import Looking
from zochastic.analysis.diavolo.wording import NONE
from zochastic.rules.diavolo import COLOURS, GREY

#: No more lines than this: fewer looks are told instead.
MOST_LINES = 16
#: What a policy does at a code and after each further face, as far down as it is told.
_Tree = tuple[object, ...]


def first_steps(played: Looking, looks: int = 3) -> list[Row]:
    """What to do after 0, 1, 2 … looks, faces with the same continuation in one line.

    Returns
    -------
    Rows ``looks``, ``seen`` (what was seen, in the order of looking), ``do``, ``p_reach`` (chance
        to come here), ``value`` and ``p_right`` from here on.
    """
    for depth in range(looks - 1, -1, -1):
        rows = list(_lines(played, [(0, 1.0)], "nothing yet", 0, depth))
        if len(rows) <= MOST_LINES or depth == 0:
            break
    return rows


def name_of(action: int, colours: int) -> str:
    """An action in words."""
    names = (*COLOURS[:colours], GREY, NONE)
    return f"look at {names[action]}" if action < colours else f"grab {names[action - colours]}"


def _lines(
    played: Looking, here: Sequence[tuple[int, float]], seen: str, looks: int, depth: int
) -> Iterator[Row]:
    """The line of some codes with one action (and their chances), then those that follow."""
    known = played.known
    action = int(played.action[here[0][0]])
    total = sum(p for _, p in here)
    yield {
        "looks": looks,
        "seen": seen,
        "do": name_of(action, known.colours),
        "p_reach": total,
        "p_right": sum(p * float(played.right[code]) for code, p in here) / total,
        "value": sum(p * float(played.value[code]) for code, p in here) / total,
    }
    if action >= known.colours or depth == 0:
        return
    sides = known.step.shape[1]
    # codes that share a line go on alike after every face, so the first speaks for all
    trees = [_tree(played, _child(played, here[0][0], action, f), depth - 1) for f in range(sides)]
    for tree in dict.fromkeys(trees):
        faces = [face for face in range(sides) if trees[face] == tree]
        children = [
            (_child(played, code, action, face), p / sides) for code, p in here for face in faces
        ]
        text = f"{COLOURS[action]} {_runs(faces)}"
        path = text if looks == 0 else f"{seen}, {text}"
        yield from _lines(played, children, path, looks + 1, depth - 1)


def _child(played: Looking, code: int, colour: int, face: int) -> int:
    known = played.known
    classes = len(known.left)
    stride = classes ** (known.colours - 1 - colour)
    digit = code // stride % classes
    child: int = code + (int(known.step[digit, face]) - digit) * stride
    return child


def _tree(played: Looking, code: int, depth: int) -> _Tree:
    action = int(played.action[code])
    if depth == 0 or action >= played.known.colours:
        return (action,)
    sides = played.known.step.shape[1]
    return (
        action,
        *(_tree(played, _child(played, code, action, f), depth - 1) for f in range(sides)),
    )


def _runs(faces: Sequence[int]) -> str:
    """Faces, from 0, in words: ``1-4``, ``2,4,6``."""
    parts: list[str] = []
    first = last = faces[0] + 1
    for value in (*(face + 1 for face in faces[1:]), None):
        if value == last + 1:
            last = value
            continue
        parts.append(f"{first}" if first == last else f"{first}-{last}")
        if value is not None:
            first = last = value
    return ",".join(parts)
