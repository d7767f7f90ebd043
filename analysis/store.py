"""Finished chunks in an SQLite file, by the key of their experiment: no game is played twice.

Every chunk is one transaction, so a process that is killed loses the chunks that it was playing
and no other; several processes may use one file.
"""

import sqlite3
import sys
import tempfile
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import numpy as np

from zochastic.analysis.batch import Batch
from zochastic.rules.errors import InvalidInput
from zochastic.sims._jit import Ints

#: Tell SQLite files of this kind from others, and this layout from another.
APPLICATION, LAYOUT = int.from_bytes(b"zoch"), 1
#: Seconds that another process may take to write a chunk.
_PATIENCE = 60.0
_TABLES = (
    "CREATE TABLE experiments (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE,"
    " modules TEXT NOT NULL, program TEXT NOT NULL, variant TEXT NOT NULL, seed TEXT NOT NULL,"
    " games INTEGER NOT NULL)",
    "CREATE TABLE chunks (experiment INTEGER NOT NULL REFERENCES experiments, number INTEGER NOT"
    " NULL, line BLOB NOT NULL, PRIMARY KEY (experiment, number)) WITHOUT ROWID",
)

A = TypeVar("A")


class Store:
    """A file of chunks.

    A file that is there is looked at when this is made; one that is not there comes to be with
    the first look for a chunk.

    Raises
    ------
    InvalidInput : nothing can be kept in such a file; it is left as it was.
    """

    def __init__(self, file: str) -> None:
        self.path = file
        self._lock = threading.Lock()
        self._open: sqlite3.Connection | None = None
        self._ids: dict[str, int] = {}
        path = Path(file)
        with self._told():
            if not file or "\0" in file or path.is_dir():
                raise InvalidInput("--store", file, "the path of a file, such as sweep.sqlite")
            if path.exists():
                self._open = self._connected()
                return
        try:
            with tempfile.TemporaryFile(dir=path.parent):
                pass
        except OSError as wrong:
            reason = wrong.strerror or str(wrong)
            raise self._refused(f"a file in a folder that can be written ({reason})") from None

    def known(self, batch: Batch, chunks: int) -> frozenset[int]:
        """Which of the first chunks are kept."""
        text = "SELECT number FROM chunks WHERE experiment = ? AND number < ?"
        with self._told(), self._lock:
            id_ = self._id(batch.key)
            if id_ is None:
                return frozenset()
            return frozenset(n for (n,) in self._file.execute(text, (id_, chunks)))

    def line(self, key: str, index: int) -> Ints | None:
        """The line of a chunk; None where it is not kept."""
        text = "SELECT line FROM chunks WHERE experiment = ? AND number = ?"
        with self._told():
            with self._lock:
                found = self._file.execute(text, (self._id(key), index)).fetchone()
            return None if found is None else _read(found[0])

    def keep(self, batch: Batch, index: int, line: Ints) -> None:
        """Keep the line of a chunk for good."""
        packed = zlib.compress(line.astype("<i8").tobytes(), 1)
        with self._told(), self._lock:
            if self._id(batch.key) is None:
                self._file.execute(
                    "INSERT OR IGNORE INTO experiments (key, modules, program, variant, seed,"
                    " games) VALUES (?, ?, ?, ?, ?, ?)",
                    (batch.key, " ".join(batch.modules), batch.program, batch.variant,
                     str(batch.seed), batch.chunk),
                )  # fmt: skip
            row = self._id(batch.key), index, packed
            # another process may have been faster, with the same line
            self._file.execute("INSERT OR IGNORE INTO chunks VALUES (?, ?, ?)", row)

    def strangers(self, batch: Batch) -> int:
        """How many experiments of such games another version of the program keeps here."""
        text = "SELECT count(*) FROM experiments WHERE modules = ? AND program != ?"
        with self._told(), self._lock:
            values = " ".join(batch.modules), batch.program
            return int(self._file.execute(text, values).fetchone()[0])

    def close(self) -> None:
        """Leave the file to others."""
        if self._open is not None:
            with self._lock:
                self._open.close()

    @property
    def _file(self) -> sqlite3.Connection:
        if self._open is None:
            self._open = self._connected()
        return self._open

    def _id(self, key: str) -> int | None:
        if key not in self._ids:
            text = "SELECT id FROM experiments WHERE key = ?"
            found = self._file.execute(text, (key,)).fetchone()
            if found is None:
                return None
            self._ids[key] = found[0]
        return self._ids[key]

    def _connected(self) -> sqlite3.Connection:
        # an absolute path: ":memory:" is a file like any other
        file = sqlite3.connect(
            Path(self.path).absolute(), timeout=_PATIENCE, isolation_level=None,
            check_same_thread=False,
        )  # fmt: skip
        try:
            self._prepare(file)
        except BaseException:
            file.close()
            raise
        return file

    def _prepare(self, file: sqlite3.Connection) -> None:
        """See what kind of file it is, and make an empty one a store."""
        # takes the lock for writing, so that a file that cannot be written is found here
        _patiently(lambda: file.execute("BEGIN IMMEDIATE"))
        (kind,), (layout,) = (
            file.execute(f"PRAGMA {name}").fetchone() for name in ("application_id", "user_version")
        )
        (tables,) = file.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if kind == 0 and layout == 0 and tables == 0:
            for table in _TABLES:
                file.execute(table)
            file.execute(f"PRAGMA application_id = {APPLICATION}")
            file.execute(f"PRAGMA user_version = {LAYOUT}")
        elif kind != APPLICATION:
            raise self._refused("a store of zochastic or a new file; this is another database")
        elif layout != LAYOUT:
            raise self._refused(
                f"a store of version {LAYOUT} or a new file; this one has version {layout}"
            )
        file.execute("COMMIT")
        # writers then wait for each other only; a file system that cannot do that keeps its way
        _patiently(lambda: file.execute("PRAGMA journal_mode = WAL"))
        # survives kill -9; only a failing power supply may take the last chunks with it
        file.execute("PRAGMA synchronous = NORMAL")

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Say what SQLite says as we say such things."""
        try:
            yield
        except InvalidInput:
            raise
        except (sqlite3.Error, zlib.error, OSError, ValueError) as wrong:
            text = str(wrong)
            if "not a database" in text:
                raise self._refused("a store of zochastic or a new file") from None
            if "locked" in text:
                allowed = "a store that no other program holds for longer than a minute"
                raise self._refused(allowed) from None
            raise self._refused(f"a store that can be read and written ({text})") from None

    def _refused(self, allowed: str) -> InvalidInput:
        return InvalidInput("--store", self.path, allowed)


def _read(packed: bytes) -> Ints:
    line = np.frombuffer(zlib.decompress(packed), "<i8")
    return line.astype(np.int64) if sys.byteorder == "big" else line


def _patiently(work: Callable[[], A]) -> A:
    """Do it again while the file is locked: SQLite waits by itself for most locks, not for all."""
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            return work()
        except sqlite3.OperationalError as wrong:
            if "locked" not in str(wrong) or time.monotonic() > until:
                raise
            time.sleep(0.02)
