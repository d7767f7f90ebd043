"""Chunks played on a Dask cluster: the same program, the same policies' arrays, the same counts."""

import logging
import pickle
import re
import threading
import time
from collections import OrderedDict
from concurrent.futures import CancelledError
from contextlib import suppress
from importlib import import_module
from typing import Any

from zochastic.analysis.batch import Batch
from zochastic.analysis.program import program
from zochastic.rules.errors import InvalidInput
from zochastic.sims._jit import Ints

#: Seconds to wait for the scheduler and its first worker.
_REACH = 15
#: Seconds that a sweep waits for workers once all are gone, and between looks whether any is.
_DESERTED, _LOOK = 60, 5
#: Chunks under way at a time: twice as many as the cluster has threads, at least so many, so that
#: workers which come later find work, and at most so many.
_LEAST, _MOST = 64, 512
#: Experiments whose arrays are held on the cluster at a time.
_HELD = 4
_ADDRESS = re.compile(r"(tcp://)?[\w.\-\[\]:]+:\d{1,5}")


class Cluster:
    """A Dask scheduler and its workers.

    Raises
    ------
    InvalidInput : Dask is not installed, nobody answers at the address, no worker has zochastic.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        try:
            dask: Any = import_module("dask")
            distributed: Any = import_module("distributed")
        except ImportError:
            allowed = "that with Dask installed: pip install 'zochastic[cluster]'"
            raise InvalidInput("--dask", address, allowed) from None
        if not _ADDRESS.fullmatch(address):
            allowed = "the address of a Dask scheduler, such as tcp://10.0.0.5:8786"
            raise InvalidInput("--dask", address, allowed)
        # what it would write about lost connections, one line of ours says
        for name in ("distributed", "distributed.client", "distributed.comm", "distributed.core"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        self._dask = distributed
        self._lock, self._asking = threading.Lock(), threading.Lock()
        self._sent: OrderedDict[str, Any] = OrderedDict()
        self._seen = time.monotonic()
        # the arrays of an experiment go once with a task that can be done again elsewhere
        quiet = {"distributed.admin.large-graph-warning-threshold": "1 GiB"}
        self._settings = dask.config.set(quiet)
        try:
            self._client = distributed.Client(address, timeout=_REACH, set_as_default=False)
        except (OSError, ValueError, TypeError, RuntimeError) as wrong:
            reason = str(wrong).splitlines()[0] if str(wrong) else type(wrong).__name__
            allowed = f"the address of a Dask scheduler that answers ({reason})"
            raise InvalidInput("--dask", address, allowed) from None
        try:
            self.places = self._reach()
        except BaseException:
            self.close()
            raise

    def _reach(self) -> int:
        """See that there are workers with this package; how many chunks keep them busy."""
        try:
            self._client.wait_for_workers(1, timeout=_REACH)
        except TimeoutError:
            allowed = f"a cluster with workers; none came within {_REACH} seconds"
            raise InvalidInput("--dask", self.address, allowed) from None
        try:
            self._client.run(_here, on_error="raise")
        except Exception as wrong:
            reason = (str(wrong).splitlines() or [type(wrong).__name__])[0]
            allowed = f"workers that have zochastic installed ({reason})"
            raise InvalidInput("--dask", self.address, allowed) from None
        # each worker finds its next chunk waiting
        threads: int = sum(self._client.nthreads().values())
        return min(_MOST, max(_LEAST, 2 * threads))

    def play(self, batch: Batch, index: int) -> Ints:
        """Play a chunk on some worker; on another where that one dies.

        Raises
        ------
        InvalidInput : a worker has another version of the program.
        ConnectionError : the scheduler is gone, or all workers, or the chunk kills them.
        """
        future: Any = None
        self._seen = time.monotonic()  # nobody asked in the meantime
        try:
            future = self._client.submit(_play, self._table(batch), index, pure=False)
            found = self._wait(future)
        except self._dask.KilledWorker:
            fault = f"the cluster at {self.address} lost several workers with one chunk"
            raise ConnectionError(fault) from None
        except (CancelledError, OSError, RuntimeError, ValueError):
            if future is not None and future.status == "error":
                raise  # of the games, not of the way to them
            raise ConnectionError(f"the scheduler at {self.address} is gone") from None
        if found is None:
            fault = f"the cluster at {self.address} has had no worker for {_DESERTED} seconds"
            raise ConnectionError(fault)
        line, played_by = found
        if played_by != batch.program:
            allowed = "workers with the same zochastic, numpy, numba and scipy as here"
            raise InvalidInput("--dask", self.address, allowed)
        return line

    def close(self) -> None:
        """Leave the cluster as it was."""
        self._sent.clear()
        self._client.close(timeout=2)
        self._settings.__exit__(None, None, None)

    def _table(self, batch: Batch) -> Any:
        with self._lock:
            if batch.key not in self._sent:
                packed = pickle.dumps(batch)
                self._sent[batch.key] = self._client.submit(pickle.loads, packed, pure=False)
                while len(self._sent) > _HELD:
                    self._sent.popitem(last=False)
            return self._sent[batch.key]

    def _wait(self, future: Any) -> tuple[Ints, str] | None:
        """What the future brings; None where nobody is left to play."""
        while True:
            try:
                found: tuple[Ints, str] = future.result(timeout=_LOOK)
                self._seen = time.monotonic()
                return found
            except TimeoutError:
                if self._deserted():
                    return None

    def _deserted(self) -> bool:
        """Whether there has been no worker for long; one of the waiting threads asks."""
        if self._asking.acquire(blocking=False):
            try:
                # a busy scheduler may be slow to answer; of one that is gone the futures tell
                with suppress(OSError):
                    if self._client.nthreads():
                        self._seen = time.monotonic()
            finally:
                self._asking.release()
        return time.monotonic() - self._seen > _DESERTED


def _here() -> None:
    """Can be run by whoever has this package."""


def _play(batch: Batch, index: int) -> tuple[Ints, str]:
    """Play a chunk on a worker; the line, and by which program."""
    return batch.play(index), program(*batch.modules)  # of here: the batch remembers the sender's
