"""The chat model as the rest of Tsuzuri sees it: a process that answers, is restarted when it dies, can be stopped."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from tsuzuri.child import Child, ChildDied
from tsuzuri.core.decoding import Decoded, DecodeRequest, Turn
from tsuzuri.core.errors import ModelDied, ModelUnavailable
from tsuzuri.models.protocol import Answered, Cancel, Decode, Failed, Finished, Load, Loaded, replies, requests

_WORKER = "tsuzuri.models.llama_worker"


@dataclass(frozen=True, slots=True)
class Tuning:
    """How the model runs on this machine, with `width` passages in a batch; `models bench` measures it."""

    threads: int
    width: int = 4

    @property
    def context(self) -> int:
        """Tokens that the shared prefix and all passages of a batch may have together."""
        return 2048 + 1280 * self.width


class LlamaChat:
    """A GGUF model run by llama.cpp in a process of its own. The process starts with the first call.

    `name` is cited in evidence. `log` receives what llama.cpp prints.
    """

    def __init__(self, name: str, path: Path, tuning: Tuning, *, log: Path | None = None) -> None:
        self._name = name
        self._path = path
        self._tuning = tuning
        self._log = log
        self._child: Child | None = None
        self._sending = threading.Lock()
        self.last: Finished | None = None
        """What the latest call took, for benches and progress."""

    @property
    def name(self) -> str:
        """Model id and the start of its file's sha256."""
        return self._name

    @property
    def pid(self) -> int | None:
        """The process id while the process runs."""
        return self._child.pid if self._child else None

    def decode(
        self,
        prefix: Sequence[Turn],
        requests: Sequence[DecodeRequest],
        *,
        on_done: Callable[[int, Decoded], None] | None = None,
    ) -> tuple[Decoded, ...]:
        """See `ports.ChatModel`. A process that dies is restarted once and asked everything again.

        Raises:
            ModelUnavailable: file or runtime is missing, or the model refuses to load.
            ModelDied: the process ended twice.
        """
        work = Decode(tuple(prefix), tuple(requests))
        try:
            return self._ask(work, on_done)
        except ChildDied:
            self.close()
        try:
            return self._ask(work, on_done)
        except ChildDied as death:
            self.close()
            where = f"see {self._log}" if self._log else "see its log"
            raise ModelDied(
                f"the process of {self._name} ended twice on the same passages: {death}",
                hint=f"{where}; a smaller model may fit this machine: tsuzuri models list",
            ) from death

    def cancel(self) -> None:
        """Stop the decoding in progress within one step; may be called from any thread."""
        child = self._child
        if child is not None:
            with self._sending:
                child.send(requests().dump_json(Cancel()))

    def close(self) -> None:
        """End the process. Idempotent."""
        if self._child is not None:
            self._child.kill()
            self._child = None

    def _ask(self, work: Decode, on_done: Callable[[int, Decoded], None] | None) -> tuple[Decoded, ...]:
        child = self._child or self._start()
        answers: dict[int, Decoded] = {}
        with self._sending:
            child.send(requests().dump_json(work))
        while True:
            reply = replies().validate_json(child.receive())
            match reply:
                case Answered(index=index, decoded=decoded):
                    answers[index] = decoded
                    if on_done is not None:
                        on_done(index, decoded)
                case Finished():
                    self.last = reply
                    return tuple(answers[i] for i in sorted(answers))
                case Failed(message=message):
                    raise ModelUnavailable(
                        f"{self._name} could not answer: {message}", hint="lower the context with: tsuzuri models bench"
                    )
                case Loaded():
                    continue

    def _start(self) -> Child:
        if not self._path.is_file():
            raise ModelUnavailable(
                f"the chat model {self._name} is not on this machine",
                hint="download it with: tsuzuri models pull; or go on without it: tsuzuri add --no-model",
            )
        if find_spec("llama_cpp") is None:
            raise ModelUnavailable(
                "llama-cpp-python, which runs the chat model, is not installed",
                hint='install it with: pip install "tsuzuri[model]"',
            )
        child = Child(_WORKER, log=self._log)
        self._child = child
        tuning = self._tuning
        child.send(requests().dump_json(Load(str(self._path), tuning.context, tuning.width, tuning.threads)))
        reply = replies().validate_json(child.receive())
        if isinstance(reply, Failed):
            self.close()
            raise ModelUnavailable(
                f"{self._name} could not be loaded: {reply.message}",
                hint="fetch it again with: tsuzuri models pull --again, or choose a smaller one",
            )
        return child
