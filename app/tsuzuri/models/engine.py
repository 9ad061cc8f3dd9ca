"""Continuous batching: many requests after a shared prefix, a batch a step, whatever runs the model."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tsuzuri.core.decoding import Ask, Decoded, DecodeRequest, Response, StopReason, Turn
from tsuzuri.models.pace import Pace
from tsuzuri.models.prefix_states import PrefixStates
from tsuzuri.models.prefixes import PREFIX_SEQUENCES, Prefixes
from tsuzuri.models.runtime import BATCH_TOKENS, EngineError, Entry, Runtime
from tsuzuri.models.vocabulary import Vocabulary
from tsuzuri.models.writing import AnyWriting, unread, writing

_TRIAL_PROMPT = 32
_TRIAL_STEPS = 4
_TRIAL_S = 0.5


@dataclass(frozen=True, slots=True)
class Listeners:
    """Who hears of a call's progress; `cancelled` is asked at every step."""

    begun: Callable[[int], None]
    wrote: Callable[[int, str], None]
    done: Callable[[int, Decoded | Response], None]
    cancelled: Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Took:
    """What a call took: tokens of the prefix, read and written after it, and seconds for the prefix and the rest."""

    prefix_tokens: int
    read_tokens: int
    new_tokens: int
    prefix_seconds: float
    seconds: float


@dataclass(slots=True)
class _Call:
    """One call on its way."""

    prefix_sequence: int
    prefix_tokens: int
    end: int
    """The position that no sequence may pass."""
    hear: Listeners
    free: list[int]
    writing: dict[int, AnyWriting]
    closed: int = 0
    read: int = 0
    new: int = 0

    def close(self, sequence: int, stop: StopReason) -> None:
        """A request is answered as far as it will be."""
        one = self.writing.pop(sequence)
        self.free.append(sequence)
        self.closed += 1
        self.read += one.prompt_tokens
        self.new += one.new_tokens
        self.hear.done(one.index, one.result(stop))


class Engine:
    """Answers requests, up to `width` in a batch.

    `prefix_room` tokens of the context are for prefixes; what is left is shared out among the requests of a batch.
    `states` keeps prefixes of our own text on the disk. `pace` says on how many threads each step runs.
    """

    def __init__(
        self,
        runtime: Runtime,
        vocabulary: Vocabulary,
        *,
        width: int,
        prefix_room: int,
        pace: Pace,
        states: PrefixStates | None = None,
    ) -> None:
        self._runtime = runtime
        self._vocabulary = vocabulary
        self._width = width
        self._prefix_room = prefix_room
        self._prefixes = Prefixes(runtime, prefix_room, states)
        self.pace = pace

    def answer(self, prefix: Sequence[Turn], requests: Sequence[DecodeRequest | Ask], hear: Listeners) -> Took:
        """Answer every request after the prefix; a finished one is replaced at once.

        The order of work depends on the requests alone.

        Raises:
            EngineError: the runtime failed; nothing is left in the context.
        """
        try:
            started = time.monotonic()
            read = self._prefixes.read(prefix, hear.cancelled)
            ready = time.monotonic()
            if read is None:  # cancelled
                for index, request in enumerate(requests):
                    hear.done(index, unread(request, StopReason.CANCELLED))
                return Took(0, 0, 0, ready - started, 0.0)
            sequence, tokens = read
            room = self._runtime.size - max(self._prefix_room, tokens)
            call = _Call(sequence, tokens, tokens + room // self._width, hear, self._request_sequences(), {})
            self._run(call, requests)
            return Took(tokens, call.read, call.new, ready - started, time.monotonic() - ready)
        except EngineError:
            self._prefixes.forget()
            for sequence in self._request_sequences():
                self._runtime.clear(sequence)
            raise

    def measure(self, threads: int, width: int) -> tuple[float, float]:
        """Tokens read and written a second with so many threads, `width` sequences at once: a few steps at most."""
        self._runtime.set_threads(threads)
        sequences = self._request_sequences()[:width]
        token = self._runtime.turn(Turn("user", "."))[0]
        try:
            self._runtime.decode([Entry(token, 0, sequence, True) for sequence in sequences])  # threads wake up
            began = time.monotonic()
            self._runtime.decode([Entry(token, 1 + i, sequences[0], False) for i in range(_TRIAL_PROMPT)])
            read = time.monotonic()
            begun = dict.fromkeys(sequences, 1) | {sequences[0]: 1 + _TRIAL_PROMPT}
            steps = 0
            while steps < _TRIAL_STEPS and (steps == 0 or time.monotonic() - read < _TRIAL_S):
                self._runtime.decode([Entry(token, at + steps, sequence, True) for sequence, at in begun.items()])
                steps += 1
            written = time.monotonic()
        finally:
            for sequence in sequences:
                self._runtime.clear(sequence)
        return _TRIAL_PROMPT / (read - began), steps * width / (written - read)

    def _request_sequences(self) -> list[int]:
        return list(range(PREFIX_SEQUENCES + self._width - 1, PREFIX_SEQUENCES - 1, -1))

    def _run(self, call: _Call, requests: Sequence[DecodeRequest | Ask]) -> None:
        coming = enumerate(requests)
        while call.closed < len(requests):
            while call.free and (following := next(coming, None)) is not None:
                self._begin(call, *following)
            for sequence, one in list(call.writing.items()):
                if not one.waiting:
                    self._show(call, sequence, one)
            if call.hear.cancelled():
                for sequence in list(call.writing):
                    self._close(call, sequence, StopReason.CANCELLED)
                for index, request in coming:
                    call.hear.done(index, unread(request, StopReason.CANCELLED))
                return
            if call.writing:
                self._step(call)

    def _begin(self, call: _Call, index: int, request: DecodeRequest | Ask) -> None:
        """Give the request a sequence that has already read the prefix."""
        try:
            one = writing(index, call.prefix_tokens, request)
        except ValueError as error:
            raise EngineError(str(error)) from error
        sequence = call.free.pop()
        self._runtime.copy(call.prefix_sequence, sequence)
        call.writing[sequence] = one
        call.hear.begun(index)

    def _show(self, call: _Call, sequence: int, one: AnyWriting) -> None:
        """Let the next prompt wait to be read, or close what is answered or does not fit."""
        prompt = one.next_prompt(self._runtime)
        if not prompt:
            self._close(call, sequence, StopReason.COMPLETE)
            return
        one.show(prompt)
        if one.position + len(one.waiting) + one.max_tokens > call.end:
            self._close(call, sequence, StopReason.TOO_LONG)

    def _close(self, call: _Call, sequence: int, stop: StopReason) -> None:
        self._runtime.clear(sequence)
        call.close(sequence, stop)

    def _step(self, call: _Call) -> None:
        """Read what waits, as far as the batch holds it, and write one token where all has been read."""
        entries: list[Entry] = []
        rows: list[tuple[AnyWriting, int]] = []
        for sequence, one in call.writing.items():
            taken = one.waiting[: BATCH_TOKENS - len(entries)]
            one.waiting = one.waiting[len(taken) :]
            whole = bool(taken) and not one.waiting
            entries += [
                Entry(token, one.position + i, sequence, whole and i == len(taken) - 1) for i, token in enumerate(taken)
            ]
            one.position += len(taken)
            if whole:
                rows.append((one, len(entries) - 1))
        self._decode(entries, only_writes=len(entries) == len(call.writing))
        for one, row in rows:
            one.take(self._vocabulary, self._runtime.logits(row))
            if text := one.shown_text():
                call.hear.wrote(one.index, text)

    def _decode(self, entries: Sequence[Entry], *, only_writes: bool) -> None:
        began = time.monotonic()
        self._runtime.decode(entries)
        if only_writes:
            before = self.pace.threads
            if (threads := self.pace.step(time.monotonic() - began)) != before:
                self._runtime.set_threads(threads)
