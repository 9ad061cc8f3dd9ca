"""The chat model's process: llama.cpp with one shared prefix, many passages in a batch, and answers that keep a form.

Runs as `python -m tsuzuri.models.llama_worker`, spoken to in the messages of `models.protocol`. It is the only module
that imports llama_cpp: the library redirects descriptors while it loads and aborts the process on its asserts.
"""

import ctypes
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import llama_cpp
import numpy as np
from numpy.typing import NDArray

from tsuzuri.child import Channel
from tsuzuri.core.decoding import Decoded, DecodeRequest, StopReason, Turn
from tsuzuri.models.grammar import FactLines, Field, State
from tsuzuri.models.protocol import Answer, Cancel, Decode, Failed, Finished, Load, Loaded, replies, requests
from tsuzuri.models.vocabulary import Vocabulary

_BATCH_TOKENS = 512
_PREFIX_SEQUENCE = 0


class EngineError(Exception):
    """llama.cpp refused; the message says what it was asked to do."""


def render(turns: Sequence[Turn]) -> str:
    """Turns in ChatML, the format of every chat model in the shipped table."""
    return "".join(f"<|im_start|>{turn.role}\n{turn.text}<|im_end|>\n" for turn in turns)


@dataclass(slots=True)
class _Writing:
    """A request that is being answered in its sequence."""

    index: int
    automaton: FactLines
    state: State
    position: int
    prompt_tokens: int
    max_tokens: int
    next_token: int = 0
    new_tokens: int = 0
    output: bytearray = field(default_factory=bytearray)
    line_confidence: list[float] = field(default_factory=list)
    probability: float = 1.0

    def write(self, piece: bytes, probability: float) -> None:
        self.output += piece
        self.new_tokens += 1
        self.probability *= probability
        for _ in range(piece.count(b"\n")):
            self.line_confidence.append(self.probability)
            self.probability = 1.0

    def decoded(self, stop: StopReason) -> Decoded:
        complete = self.output[: self.output.rfind(b"\n") + 1]
        return Decoded(complete.decode(), tuple(self.line_confidence), stop, self.prompt_tokens, self.new_tokens)


class Engine:
    """A loaded model.

    Raises:
        EngineError: the file is no model, or memory is short.
    """

    def __init__(self, load: Load) -> None:
        llama_cpp.llama_backend_init()
        model_parameters = llama_cpp.llama_model_default_params()
        self._model = llama_cpp.llama_model_load_from_file(load.path.encode(), model_parameters)
        if not self._model:
            raise EngineError("the model file cannot be loaded")
        parameters = llama_cpp.llama_context_default_params()
        parameters.n_ctx = load.context
        parameters.n_batch = parameters.n_ubatch = _BATCH_TOKENS
        parameters.n_seq_max = load.width + 1
        parameters.n_threads = parameters.n_threads_batch = load.threads
        parameters.kv_unified = True
        self._context = llama_cpp.llama_init_from_model(self._model, parameters)
        if not self._context:
            raise EngineError(f"a context of {load.context} tokens does not fit in memory")
        self._size = load.context
        self._width = load.width
        self._memory = llama_cpp.llama_get_memory(self._context)
        self._vocab = llama_cpp.llama_model_get_vocab(self._model)
        self._n_vocab = llama_cpp.llama_vocab_n_tokens(self._vocab)
        self._batch = llama_cpp.llama_batch_init(_BATCH_TOKENS, 0, 1)
        self._vocabulary = Vocabulary([self._piece(token) for token in range(self._n_vocab)])
        self._prefix: list[int] = []

    def close(self) -> None:
        """Free everything, before the interpreter does it in the wrong order."""
        llama_cpp.llama_batch_free(self._batch)
        llama_cpp.llama_free(self._context)
        llama_cpp.llama_model_free(self._model)

    def tokens(self, text: str) -> list[int]:
        """The text's tokens; the marks of the chat format become special tokens."""
        data = text.encode()
        room = len(data) + 16
        buffer = (llama_cpp.llama_token * room)()
        count = llama_cpp.llama_tokenize(self._vocab, data, len(data), buffer, room, False, True)
        if count < 0:
            raise EngineError("a prompt cannot be tokenized")
        return list(buffer[:count])

    def set_prefix(self, turns: Sequence[Turn]) -> int:
        """Read the shared prefix, unless it is the one already read. Returns its length in tokens."""
        tokens = self.tokens(render(turns))
        if tokens != self._prefix:
            llama_cpp.llama_memory_clear(self._memory, True)
            self._prefix = []
            for start in range(0, len(tokens), _BATCH_TOKENS):
                piece = tokens[start : start + _BATCH_TOKENS]
                self._decode([(token, start + i, _PREFIX_SEQUENCE, False) for i, token in enumerate(piece)])
            self._prefix = tokens
        return len(tokens)

    def answer(
        self, requests_: Sequence[DecodeRequest], done: Callable[[int, Decoded], None], cancelled: Callable[[], bool]
    ) -> tuple[int, int]:
        """Answer every request, calling `done` with each as it finishes. Returns tokens read and written.

        Up to `width` requests share a batch; a finished one is replaced at once. The order of work depends on the
        requests alone, so the same requests give the same answers.
        """
        waiting = self._admissible(requests_, done)
        free = list(range(self._width, _PREFIX_SEQUENCE, -1))
        writing: dict[int, _Writing] = {}
        read = written = 0
        following = next(waiting, None)
        while writing or following is not None:
            if cancelled():
                for sequence, one in writing.items():
                    self._forget(sequence)
                    done(one.index, one.decoded(StopReason.CANCELLED))
                break
            entries = [(one.next_token, one.position, sequence, True) for sequence, one in writing.items()]
            asked = list(writing)
            for one in writing.values():
                one.position += 1
            while following is not None and free and len(entries) + len(following[0]) <= _BATCH_TOKENS:
                prompt, one = following
                sequence = free.pop()
                llama_cpp.llama_memory_seq_cp(self._memory, _PREFIX_SEQUENCE, sequence, -1, -1)
                last = len(prompt) - 1
                entries += [(token, one.position + i, sequence, i == last) for i, token in enumerate(prompt)]
                one.position += len(prompt)
                read += len(prompt)
                writing[sequence] = one
                asked.append(sequence)
                following = next(waiting, None)
            self._decode(entries)
            rows = [i for i, entry in enumerate(entries) if entry[3]]
            for sequence, row in zip(asked, rows, strict=True):
                one = writing[sequence]
                stop = self._write_token(one, row)
                written += 1
                if stop is not None:
                    self._forget(sequence)
                    free.append(sequence)
                    del writing[sequence]
                    done(one.index, one.decoded(stop))
        return read, written

    def _admissible(
        self, requests_: Sequence[DecodeRequest], done: Callable[[int, Decoded], None]
    ) -> Iterator[tuple[list[int], _Writing]]:
        """Requests with their tokens, in order; one that cannot fit is answered as too long instead."""
        room = min((self._size - len(self._prefix)) // self._width, self._size - len(self._prefix) - 1)
        for index, request in enumerate(requests_):
            turn = render([Turn("user", request.prompt)]) + "<|im_start|>assistant\n"
            prompt = self.tokens(turn)
            if len(prompt) > _BATCH_TOKENS - self._width or len(prompt) + request.max_tokens > room:
                done(index, Decoded("", (), StopReason.TOO_LONG, len(prompt), 0))
                continue
            automaton = FactLines(request.form)
            yield (
                prompt,
                _Writing(index, automaton, automaton.start(), len(self._prefix), len(prompt), request.max_tokens),
            )

    def _write_token(self, one: _Writing, row: int) -> StopReason | None:
        """Choose the next token from the row's logits; the reason if the answer ends with it."""
        pointer = llama_cpp.llama_get_logits_ith(self._context, row)
        logits: NDArray[np.float32] = np.ctypeslib.as_array(pointer, shape=(self._n_vocab,))
        choice = self._vocabulary.choose(logits, one.automaton, one.state)
        one.state = choice.state
        one.next_token = choice.token
        one.write(self._vocabulary.piece(choice.token), choice.probability)
        if one.state.field is Field.DONE:
            return StopReason.COMPLETE
        return StopReason.TOKEN_CAP if one.new_tokens >= one.max_tokens else None

    def _forget(self, sequence: int) -> None:
        llama_cpp.llama_memory_seq_rm(self._memory, sequence, -1, -1)

    def _decode(self, entries: Sequence[tuple[int, int, int, bool]]) -> None:
        """Run (token, position, sequence, wants logits) entries through the model."""
        batch = self._batch
        batch.n_tokens = len(entries)
        for i, (token, position, sequence, wants_logits) in enumerate(entries):
            batch.token[i] = token
            batch.pos[i] = position
            batch.n_seq_id[i] = 1
            batch.seq_id[i][0] = sequence
            batch.logits[i] = wants_logits
        status = llama_cpp.llama_decode(self._context, batch)
        if status != 0:
            self._prefix = []
            raise EngineError(f"decoding {len(entries)} tokens failed with status {status}")

    def _piece(self, token: int) -> bytes:
        if llama_cpp.llama_vocab_is_control(self._vocab, token) or llama_cpp.llama_vocab_is_eog(self._vocab, token):
            return b""
        buffer = ctypes.create_string_buffer(512)
        length = llama_cpp.llama_token_to_piece(self._vocab, token, buffer, len(buffer), 0, False)
        return buffer.raw[: max(length, 0)]


@contextmanager
def _engine(load: Load) -> Iterator[Engine]:
    engine = Engine(load)
    try:
        yield engine
    finally:
        engine.close()


def _serve(channel: Channel, engine: Engine) -> None:
    while True:
        request = requests.validate_json(channel.receive())
        if not isinstance(request, Decode):
            continue  # a cancel that came too late, or a second load

        def done(index: int, decoded: Decoded) -> None:
            channel.send(replies.dump_json(Answer(index, decoded)))

        def cancelled() -> bool:
            frame = channel.poll()
            return frame is not None and isinstance(requests.validate_json(frame), Cancel)

        try:
            started = time.monotonic()
            prefix = engine.set_prefix(request.prefix)
            ready = time.monotonic()
            read, new = engine.answer(request.requests, done, cancelled)
            ended = time.monotonic()
            reply: Finished | Failed = Finished(prefix, read, new, ready - started, ended - ready)
        except EngineError as error:
            reply = Failed(str(error))
        channel.send(replies.dump_json(reply))


def main() -> None:
    """Load the model that the first message names, then answer until the parent goes away."""
    channel = Channel()
    load = requests.validate_json(channel.receive())
    if not isinstance(load, Load):
        channel.send(replies.dump_json(Failed("the first message must load a model")))
        return
    started = time.monotonic()
    try:
        with _engine(load) as engine:
            channel.send(replies.dump_json(Loaded(time.monotonic() - started)))
            _serve(channel, engine)
    except EngineError as error:
        channel.send(replies.dump_json(Failed(str(error))))


if __name__ == "__main__":
    main()
