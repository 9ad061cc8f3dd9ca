"""The chat model as the rest of Tsuzuri sees it: a process that answers, is restarted when it dies, can be stopped."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Generic, TypeVar

from tsuzuri.child import Child, ChildDied
from tsuzuri.core.decoding import Ask, Decoded, DecodeRequest, Response, StopReason, Turn
from tsuzuri.core.errors import ModelDied, ModelUnavailable, UnsupportedOperation
from tsuzuri.logs import event_logger
from tsuzuri.models.protocol import (
    Answered,
    Begun,
    Cancel,
    Failed,
    Finished,
    Load,
    Loaded,
    Look,
    Measure,
    Seen,
    Speed,
    Work,
    Wrote,
    replies,
    requests,
)
from tsuzuri.models.tuning import Measured, Measurements, Tuning, may_win

_WORKER = "tsuzuri.models.llama_worker"
_LOG = event_logger(__name__)
_MOST_DEATHS = 4
"""A request at which the process has ended so often is given up: fewer may be somebody else's doing."""

_MOST_BARREN = 4
"""So many ends of the process in a row, with nothing answered and nothing in work, are too many."""

R = TypeVar("R", Decoded, Response)


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A model's file, its sum (hex) and how many of its layers go to a GPU: None for all, where there is one.

    `states` is the folder in which prefixes of Tsuzuri's own text are kept as read; without one they are not.
    """

    path: Path
    sha256: str = ""
    gpu_layers: int | None = None
    states: Path | None = None


@dataclass(slots=True)
class _Call(Generic[R]):
    """One call: what is asked, what has been answered, and what was in work when the process last ended."""

    prefix: tuple[Turn, ...]
    requests: Sequence[DecodeRequest | Ask]
    unread: Callable[[StopReason], R]
    kind: type[R]
    on_done: Callable[[int, R], None] | None
    on_text: Callable[[int, str], None] | None = None
    answers: dict[int, R] = field(default_factory=dict)
    in_work: set[int] = field(default_factory=set)
    suspects: list[int] = field(default_factory=list)
    deaths: Counter[int] = field(default_factory=Counter)

    @property
    def open(self) -> tuple[int, ...]:
        """What is not answered."""
        return tuple(i for i in range(len(self.requests)) if i not in self.answers)

    @property
    def next(self) -> tuple[int, ...]:
        """What to ask about now: a suspect alone, so that no other pays for it; else all that is not answered."""
        return tuple(self.suspects[:1]) or self.open

    def settle(self, index: int, result: R) -> None:
        """A request is answered."""
        self.answers[index] = result
        self.in_work.discard(index)
        if index in self.suspects:
            self.suspects.remove(index)
        if self.on_done is not None:
            self.on_done(index, result)

    def after_death(self) -> None:
        """What was in work becomes suspect; what has been at too many deaths is given up."""
        self.deaths.update(self.in_work)
        for index in sorted(self.in_work):
            if self.deaths[index] == _MOST_DEATHS:
                self.settle(index, self.unread(StopReason.CRASHED))
        self.suspects += sorted(self.in_work.difference(self.suspects))
        self.in_work.clear()


class LlamaChat:
    """A GGUF model run by llama.cpp in a process of its own. The process starts with the first call.

    `name` is cited in evidence. It runs as `tuning` says or, with `measurements`, as was measured: on first use, when
    nothing was, it measures for a few seconds. `log` receives what llama.cpp prints.
    """

    def __init__(
        self,
        name: str,
        file: Path | ModelFile,
        tuning: Tuning | Measurements,
        *,
        log: Path | None = None,
    ) -> None:
        self._name = name
        self._file = ModelFile(file) if isinstance(file, Path) else file
        self._tuning = tuning
        self._log = log
        self._child: Child | None = None
        self._calling = threading.Lock()
        self._sending = threading.Lock()
        self._cancelled = threading.Event()
        self.last: Finished | None = None
        """What the latest call took, for benches and progress."""
        self.loaded: Loaded | None = None
        """How the model was loaded, once it has been."""
        self.restarts = 0
        """How often the process had to be restarted, for a status line."""

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
        """See `core.models.ChatModel`. A process that dies is restarted, and asked only what it has not answered.

        A request that was in work when it died is asked alone next; if it dies again, that request is `CRASHED`.

        Raises:
            ModelUnavailable: file or runtime is missing, or the model refuses to load.
            UnsupportedOperation: layers are to go to a GPU, and the runtime finds none.
            ModelDied: the process ended four times in a row with nothing in work.
        """
        return self._answer(_Call(tuple(prefix), requests, lambda stop: Decoded((), stop, 0, 0), Decoded, on_done))

    def ask(
        self,
        prefix: Sequence[Turn],
        requests: Sequence[Ask],
        *,
        on_done: Callable[[int, Response], None] | None = None,
        on_text: Callable[[int, str], None] | None = None,
    ) -> tuple[Response, ...]:
        """See `core.models.ChatModel`; a process that dies is treated as `decode` says.

        Raises what `decode` raises.
        """
        return self._answer(
            _Call(tuple(prefix), requests, lambda stop: Response("", 0.0, (), stop, 0, 0), Response, on_done, on_text)
        )

    def measure(self, settings: Sequence[Tuning]) -> Iterator[Measured]:
        """Measure the settings, a second or so each, in a process of its own; those that cannot win are left out.

        Raises:
            ModelUnavailable: file or runtime is missing, or the model refuses to load.
            UnsupportedOperation: layers are to go to a GPU, and the runtime finds none.
            ModelDied: the process ended.
        """
        self.close()
        try:
            yield from self._measure(settings)
        except ChildDied as death:
            raise self._died(death) from death
        finally:
            self.close()

    def cancel(self) -> None:
        """Stop the call in progress within one step; may be called from any thread."""
        with self._sending:
            self._cancelled.set()
            if self._child is not None:
                with suppress(ChildDied):  # the call in progress finds out, and does not restart it
                    self._child.send(requests().dump_json(Cancel()))

    def close(self) -> None:
        """End the process. Idempotent."""
        if self._child is not None:
            self._child.kill()
            self._child = None

    def _answer(self, call: _Call[R]) -> tuple[R, ...]:
        """Have a call answered. There is one process: of two threads that call, one waits for the other."""
        with self._calling:
            return self._answer_alone(call)

    def _answer_alone(self, call: _Call[R]) -> tuple[R, ...]:
        self._cancelled.clear()
        barren = 0
        while len(call.answers) < len(call.requests):
            if self._cancelled.is_set():
                for index in call.open:
                    call.settle(index, call.unread(StopReason.CANCELLED))
                break
            answered = len(call.answers)
            try:
                self._work(call)
                barren = 0
            except ChildDied as death:
                self.close()
                self.restarts += 1
                _LOG.warning("model_restarted", in_work=len(call.in_work), answered=len(call.answers))
                barren = 0 if call.in_work or len(call.answers) > answered else barren + 1
                if barren == _MOST_BARREN:
                    raise self._died(death) from death
                call.after_death()
            except BaseException:
                self.close()  # it may be in the middle of answering
                raise
        return tuple(call.answers[i] for i in range(len(call.requests)))

    def _work(self, call: _Call[R]) -> None:
        """Have the process answer what is open, as far as it lives."""
        child = self._child or self._start()
        asked = call.next
        work = Work(call.prefix, tuple(call.requests[i] for i in asked))
        with self._sending:
            if self._cancelled.is_set():
                return
            child.send(requests().dump_json(work))
        while True:
            reply = replies().validate_json(child.receive())
            match reply:
                case Begun(index=index):
                    call.in_work.add(asked[index])
                case Wrote(index=index, text=text):
                    if call.on_text is not None:
                        call.on_text(asked[index], text)
                case Answered(index=index, result=result):
                    assert isinstance(result, call.kind)
                    call.settle(asked[index], result)
                case Finished():
                    self._note(reply)
                    return
                case Failed(message=message):
                    raise ModelUnavailable(
                        f"{self._name} could not answer: {message}", hint="measure again with: tsuzuri models bench"
                    )
                case _:
                    raise AssertionError(f"a {reply.kind} is no answer to work")

    def _note(self, finished: Finished) -> None:
        if self.last is not None and finished.retuned != self.last.retuned:
            _LOG.info("model_threads", threads=finished.threads)
        self.last = finished

    def _start(self) -> Child:
        """Start the process and load the model as it runs best here."""
        match self._tuning:
            case Tuning() as tuning:
                return self._load(tuning)
            case Measurements() as measurements:
                best = measurements.best()
                if best is None:
                    best = measurements.keep_best(self._measure(measurements.settings))
                    self.close()
                    _LOG.info("model_measured", threads=best.tuning.threads, width=best.tuning.width)
                return self._load(best.tuning, measurements.thread_counts, best.step_seconds)

    def _measure(self, settings: Sequence[Tuning]) -> Iterator[Measured]:
        """Measure the settings, but those with a thread count that has been far slower than another."""
        child = self._load(max(settings, key=lambda setting: setting.width))
        results: list[Measured] = []
        for setting in settings:
            if not may_win(setting, results):
                continue
            child.send(requests().dump_json(Measure(setting.threads, setting.width)))
            reply = replies().validate_json(child.receive())
            if isinstance(reply, Failed):
                raise ModelUnavailable(
                    f"{self._name} cannot be measured: {reply.message}",
                    hint="choose a smaller one: tsuzuri models list",
                )
            assert isinstance(reply, Speed)
            results.append(Measured(setting, reply.read_per_s, reply.new_per_s))
            yield results[-1]

    def _load(self, tuning: Tuning, thread_counts: tuple[int, ...] = (), step_seconds: float = 0.0) -> Child:
        file = self._file
        if not file.path.is_file():
            raise ModelUnavailable(
                f"the chat model {self._name} is not on this machine",
                hint="download it with: tsuzuri models pull; or go on without it: tsuzuri add --no-model",
            )
        child = self._child = _start_worker(self._log)
        load = Load(
            str(file.path),
            tuning.context,
            tuning.prefix_room,
            tuning.width,
            tuning.threads,
            thread_counts,
            step_seconds,
            file.gpu_layers,
            file.sha256,
            str(file.states) if file.states else "",
        )
        child.send(requests().dump_json(load))
        reply = replies().validate_json(child.receive())
        if isinstance(reply, Failed):
            self.close()
            raise self._refusal(reply)
        assert isinstance(reply, Loaded)
        self.loaded = reply
        return child

    def _refusal(self, failed: Failed) -> Exception:
        if failed.lacks:
            return UnsupportedOperation(
                "this build of llama.cpp", failed.lacks, hint="set chat.gpu_layers = 0, or leave it out"
            )
        return ModelUnavailable(
            f"{self._name} could not be loaded: {failed.message}",
            hint="fetch it again with: tsuzuri models pull --again, or choose a smaller one",
        )

    def _died(self, death: ChildDied) -> ModelDied:
        where = f"see {self._log}" if self._log else "see its log"
        return ModelDied(
            f"the process of {self._name} does not stay up: {death}",
            hint=f"{where}; a smaller model may fit this machine: tsuzuri models list",
        )


def runtime(log: Path | None = None) -> Seen:
    """What the installed llama.cpp can do: its version, and whether it finds a GPU.

    Raises:
        ModelUnavailable: it is not installed, or does not start.
    """
    with _start_worker(log) as child:
        try:
            child.send(requests().dump_json(Look()))
            reply = replies().validate_json(child.receive())
        except ChildDied as death:
            raise ModelUnavailable(
                f"llama.cpp does not start: {death}", hint='install it again with: pip install "tsuzuri[model]"'
            ) from death
    assert isinstance(reply, Seen)
    return reply


def _start_worker(log: Path | None) -> Child:
    if find_spec("llama_cpp") is None:
        raise ModelUnavailable(
            "llama-cpp-python, which runs the chat model, is not installed",
            hint='install it with: pip install "tsuzuri[model]"',
        )
    return Child(_WORKER, log=log)
