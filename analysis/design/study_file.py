"""A search kept in a file: Optuna's SQLite storage, a trial for every variant that was played."""

import contextlib
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zochastic.analysis.design.proposals import Place
from zochastic.analysis.estimates import Estimate
from zochastic.analysis.vary import Axis
from zochastic.rules.errors import InvalidInput

if TYPE_CHECKING:
    import optuna

_NAME = "zochastic tune"
_OURS = "a file that does not exist yet, or one that zochastic tune has made"


class StudyFile:
    """Trials of one search, in the order in which they were made."""

    def __init__(self, study: "optuna.Study", axes: Sequence[Axis], path: Path) -> None:
        import optuna

        self._study, self._axes, self._path = study, axes, path
        self._space: dict[str, optuna.distributions.BaseDistribution] = {
            axis.key: optuna.distributions.CategoricalDistribution(axis.values) for axis in axes
        }

    def trials(self) -> list[tuple[Place, tuple[Estimate, ...] | None]]:
        """Where each trial was and what was measured; None where the variant is no game."""
        found: list[tuple[Place, tuple[Estimate, ...] | None]] = []
        for trial in self._study.get_trials(deepcopy=False):
            try:
                told = trial.user_attrs["figures"]
                figures = None if told is None else tuple(Estimate(*figure) for figure in told)
                found.append((tuple(trial.user_attrs["at"]), figures))
            except (KeyError, TypeError) as error:
                raise InvalidInput("--resume", str(self._path), _OURS) from error
        return found

    def add(
        self, place: Place, figures: Sequence[Estimate] | None, distances: Sequence[float]
    ) -> None:
        """Keep a trial that is finished."""
        import optuna

        state = optuna.trial.TrialState
        attributes: dict[str, Any] = {
            "at": list(place),
            "figures": None if figures is None else [astuple(figure) for figure in figures],
        }
        chosen = {axis.key: axis.values[i] for axis, i in zip(self._axes, place, strict=True)}
        self._study.add_trial(
            optuna.trial.create_trial(
                state=state.FAIL if figures is None else state.COMPLETE,
                params=chosen,
                distributions=self._space,
                values=None if figures is None else list(distances),
                user_attrs=attributes,
            )
        )


@contextlib.contextmanager
def study_file(
    path: Path, made_of: Mapping[str, str], axes: Sequence[Axis], targets: int
) -> Iterator[StudyFile]:
    """Open the file of a search, or make it.

    Parameters
    ----------
    made_of : what defines the search, by name; a file of another one is refused.

    Raises
    ------
    InvalidInput : it cannot be written, is no file of ours, or holds another search.
    """
    _check(path)
    import optuna
    from sqlalchemy.exc import SQLAlchemyError

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    try:
        storage = optuna.storages.RDBStorage(
            "sqlite:///study",  # a name with ? or # in it would be cut: the creator opens the file
            engine_kwargs={"creator": lambda: sqlite3.connect(path, timeout=30)},
        )
    except (SQLAlchemyError, RuntimeError, sqlite3.Error) as error:
        raise InvalidInput("--resume", str(path), _OURS) from error
    try:
        try:
            names = optuna.get_all_study_names(storage)
            if names and names != [_NAME]:
                raise InvalidInput("--resume", str(path), _OURS)
            study = optuna.create_study(
                storage=storage,
                study_name=_NAME,
                directions=["minimize"] * targets,
                load_if_exists=True,
            )
            _same(study, made_of, path)
        except (SQLAlchemyError, optuna.exceptions.StorageInternalError) as error:
            raise InvalidInput("--resume", str(path), _OURS) from error
        yield StudyFile(study, axes, path)
    finally:
        storage.remove_session()
        storage.engine.dispose()


def _same(study: "optuna.Study", made_of: Mapping[str, str], path: Path) -> None:
    """Refuse a search that is made of other things."""
    there = study.user_attrs.get("search")
    if there is None:
        study.set_user_attr("search", dict(made_of))
        return
    for name, value in made_of.items():
        if there.get(name) != value:
            other = str(there.get(name))[:80]
            allowed = f"a new file: this one holds a search with other {name} ({other})"
            raise InvalidInput("--resume", str(path), allowed)


def _check(path: Path) -> None:
    """Refuse what is no database, or cannot be written; nothing is changed."""
    try:
        if not path.exists() or (path.is_file() and path.stat().st_size == 0):
            if not os.access(path if path.exists() else path.parent, os.W_OK):
                raise InvalidInput("--resume", str(path), "a file that can be written")
            return
        if not path.is_file():
            raise InvalidInput("--resume", str(path), "a file, not a folder")
        if not os.access(path, os.W_OK):
            raise InvalidInput("--resume", str(path), "a file that can be written")
        with path.open("rb") as file:
            head = file.read(16)
        tables = _tables(path) if head == b"SQLite format 3\0" else None
    except (OSError, ValueError, sqlite3.Error) as error:
        if isinstance(error, InvalidInput):
            raise
        raise InvalidInput("--resume", str(path), _OURS) from error
    if tables is None or (tables and "studies" not in tables):
        raise InvalidInput("--resume", str(path), _OURS)


def _tables(path: Path) -> set[str]:
    with contextlib.closing(sqlite3.connect(path)) as database:
        rows = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return {str(name) for (name,) in rows}
