"""Three players: the solution that ships, those that were solved here, and solving.

A solution is kept as compressed arrays with a digest of the rules it was made for; the states are
kept with it, so that reading it needs no kernel.
"""

import hashlib
import io
import json
import os
import secrets
import zipfile
from pathlib import Path

import numpy as np
from platformdirs import user_data_path

from zochastic.analysis.zoinx.tables import turn_tables
from zochastic.analysis.zoinx.three_layout import Layout
from zochastic.analysis.zoinx.three_search import solve_three as _solve
from zochastic.analysis.zoinx.three_solution import ThreeSolution
from zochastic.analysis.zoinx.three_turn import distinct_scores
from zochastic.rules.errors import InvalidInput
from zochastic.rules.zoinx import ZoinxRules
from zochastic.sims.runner import Progress

_FORMAT = "zochastic zoinx three 1"
_SHIPPED = Path(__file__).parent / "data" / "three-printed.npz"
#: What reading a broken file raises.
_BROKEN = (OSError, EOFError, ValueError, KeyError, TypeError, IndexError, zipfile.BadZipFile)
#: Files beyond this are no solution.
_LONGEST = 200_000_000


def digest(rules: ZoinxRules) -> str:
    """SHA-256 of all rules that the solution depends on."""
    plain = {key: value for key, value in rules.plain().items() if key != "max_turns"}
    return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()


def solve_three(rules: ZoinxRules, *, progress: Progress | None = None) -> ThreeSolution:
    """Solve three players' game; see `three_search.solve_three`."""
    return _solve(rules, progress=progress)


def save(solution: ThreeSolution, path: Path) -> None:
    """Write a solution: aside, then renamed, so that none is ever half written."""
    lay = solution.layout
    scores = solution.values.main[tuple((lay.main + lay.low).T)]
    final = [
        table[states[:, 1] + lay.reach, states[:, 2] + lay.reach]
        for table, states in ((solution.values.two, lay.two), (solution.values.one, lay.one))
    ]
    head = {
        "format": _FORMAT,
        "rules": digest(lay.rules),
        "tied": lay.tied,
        "low": lay.low,
        "reach": lay.reach,
        "behind": lay.behind,
        "lead": lay.lead,
        "size": lay.index.shape[0],
        "totals": lay.tables.own.shape[1],
        "epsilon": solution.epsilon,
        "worst": solution.worst,
    }
    data = io.BytesIO()
    np.savez_compressed(
        data,
        head=np.frombuffer(json.dumps(head).encode(), np.uint8),
        main=lay.main.astype(np.int16),
        two=lay.two[:, 1:].astype(np.int16),
        one=lay.one[:, 1:].astype(np.int16),
        # the third value is what the first two leave
        values=np.concatenate((scores, *final))[:, :2],
        mixtures=np.concatenate((solution.main, solution.two, solution.one)).astype(np.float32),
    )
    aside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        aside.write_bytes(data.getvalue())
        os.replace(aside, path)
    except OSError as fault:
        aside.unlink(missing_ok=True)
        raise InvalidInput("--save", str(path), f"a file that can be written: {fault}") from None


def load(rules: ZoinxRules, path: Path) -> ThreeSolution:
    """Read a solution of these rules.

    Raises
    ------
    InvalidInput : no such file, not a solution, or one of other rules.
    """
    allowed = "a saved solution of three players"
    try:
        if path.stat().st_size > _LONGEST:
            raise InvalidInput("solution", str(path), allowed)
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as stored:
            arrays = {name: stored[name] for name in stored.files}
        head = json.loads(arrays["head"].tobytes())
        if head.get("format") != _FORMAT:
            raise InvalidInput("solution", str(path), allowed)
        if head["rules"] != digest(rules):
            raise InvalidInput("solution", str(path), "one that was made for these rules")
        return _rebuilt(rules, head, arrays)
    except _BROKEN as fault:
        if isinstance(fault, InvalidInput):
            raise
        raise InvalidInput("solution", str(path), f"{allowed}: {fault}") from None


def _rebuilt(
    rules: ZoinxRules, head: dict[str, object], arrays: dict[str, np.ndarray]
) -> ThreeSolution:
    size, low, reach, behind, lead, tied, totals = (
        int(str(head[key])) for key in ("size", "low", "reach", "behind", "lead", "tied", "totals")
    )
    tables = turn_tables(rules, totals)
    main = arrays["main"].astype(np.int64)
    two, one = (np.pad(arrays[name].astype(np.int64), ((0, 0), (1, 0))) for name in ("two", "one"))
    index = np.full((size, size, size), -1, np.int64)
    index[tuple((main + low).T)] = np.arange(len(main))
    lay = Layout(
        rules, tables, distinct_scores(tables), main, tied, two, one, index, low, reach,
        behind, lead,
    )  # fmt: skip
    values = lay.values()
    worth = np.column_stack((arrays["values"], 1 - arrays["values"].sum(1)))
    mixtures = arrays["mixtures"].astype(np.float64)
    mixtures /= mixtures.sum(2, keepdims=True)
    first, second = len(main), len(main) + len(two)
    if len(worth) != second + len(one) or mixtures.shape[:2] != (len(worth), 3):
        raise ValueError("its parts do not fit together")
    values.main[tuple((main + low).T)] = worth[:first]
    values.two[two[:, 1] + reach, two[:, 2] + reach] = worth[first:second]
    values.one[one[:, 1] + reach, one[:, 2] + reach] = worth[second:]
    return ThreeSolution(
        lay,
        values,
        mixtures[:first],
        mixtures[first:second],
        mixtures[second:],
        float(str(head["epsilon"])),
        float(str(head["worst"])),
    )


def kept(rules: ZoinxRules) -> Path:
    """Where a solution of these rules is kept for this user once it has been found."""
    return user_data_path("zochastic") / "zoinx" / f"three-{digest(rules)[:32]}.npz"


def load_three(rules: ZoinxRules) -> ThreeSolution:
    """The stored equilibrium of three players: the printed one ships, others once solved.

    Raises
    ------
    InvalidInput : these rules have not been solved; the line tells how to do that.
    """
    for path in (_SHIPPED, kept(rules)):
        if path.exists():
            try:
                return load(rules, path)
            except InvalidInput:
                if path != _SHIPPED:
                    raise
    raise InvalidInput(
        "players",
        f"{rules.players} with these rules",
        "2, or 3 once solved: zochastic zoinx solve --players 3 with the same variant",
    )
