"""Where chunks are played and kept: on threads of this process or a cluster, in a file or not."""

import os
import threading
from types import TracebackType
from typing import TYPE_CHECKING

from zochastic.analysis.batch import Batch
from zochastic.analysis.store import Store
from zochastic.rules.errors import InvalidInput
from zochastic.sims._jit import Ints

if TYPE_CHECKING:
    from zochastic.analysis.cluster import Cluster


class Farm:
    """The one way to a chunk of a designer's experiment; it never changes what is in it.

    Parameters
    ----------
    store : finished chunks come from there and go there; None: nothing is kept.
    cluster : plays them; None: the calling thread.

    Attributes
    ----------
    played, kept : games that were played, and games that came from the store.
    strangers : experiments of such games that another version of the program keeps in the store.
    """

    def __init__(self, store: Store | None = None, cluster: "Cluster | None" = None) -> None:
        self.store, self.cluster = store, cluster
        self.played = self.kept = self.strangers = 0
        self._lock = threading.Lock()

    @classmethod
    def opened(cls, store: str | None, dask: str | None) -> "Farm":
        """With a store in a file, a cluster at an address, or neither.

        Raises
        ------
        InvalidInput : no such store, no such cluster.
        """
        file = None if store is None else Store(store)
        if dask is None:
            return cls(file)
        from zochastic.analysis.cluster import Cluster

        return cls(file, Cluster(dask))

    def workers(self, threads: int | None) -> int:
        """How many chunks are under way at a time."""
        if self.cluster is not None:
            return self.cluster.places
        return threads or os.cpu_count() or 1

    def known(self, batch: Batch, chunks: int) -> frozenset[int]:
        """Which of the first chunks are in the store."""
        if self.store is None:
            return frozenset()
        self.strangers = self.store.strangers(batch)
        return self.store.known(batch, chunks)

    def kept_line(self, key: str, index: int, games: int) -> Ints:
        """The line of a chunk that `known` has told of."""
        line = self._look(key, index, games)
        if line is None:
            assert self.store is not None
            allowed = "a store from which nobody takes chunks while it is in use"
            raise InvalidInput("--store", self.store.path, allowed)
        return line

    def line(self, batch: Batch, index: int) -> Ints:
        """The line of a chunk: from the store, or else played and kept there."""
        # another process may have played it in the meantime
        found = None if self.store is None else self._look(batch.key, index, batch.chunk)
        if found is not None:
            return found
        line = batch.play(index) if self.cluster is None else self.cluster.play(batch, index)
        if self.store is not None:
            self.store.keep(batch, index, line)
        with self._lock:
            self.played += batch.chunk
        return line

    def _look(self, key: str, index: int, games: int) -> Ints | None:
        line = None if self.store is None else self.store.line(key, index)
        if line is not None:
            with self._lock:
                self.kept += games
        return line

    def told(self) -> str | None:
        """How many games came from the store, for a person; None without one."""
        if self.store is None:
            return None
        text = f"{self.kept:,} of {self.kept + self.played:,} games came from {self.store.path}"
        if self.strangers:
            text += (
                f"; {self.strangers:,} experiments there are of another version of zochastic and "
                "were not used"
            )
        return text

    def __enter__(self) -> "Farm":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.store is not None:
            self.store.close()
        if self.cluster is not None:
            self.cluster.close()
