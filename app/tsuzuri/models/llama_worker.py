"""The chat model's process: llama.cpp, and the engine that answers with it.

Runs as `python -m tsuzuri.models.llama_worker`, spoken to in the messages of `models.protocol`. It is the only module
that imports llama_cpp: the library redirects descriptors while it loads and aborts the process on its asserts.
"""

import ctypes
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import llama_cpp
import numpy as np
from numpy.typing import NDArray

from tsuzuri.child import Channel
from tsuzuri.core.decoding import Decoded, Response, Turn
from tsuzuri.models.engine import Engine, Listeners
from tsuzuri.models.grammar import END
from tsuzuri.models.pace import Pace
from tsuzuri.models.prefix_states import PrefixStates
from tsuzuri.models.prefixes import PREFIX_SEQUENCES
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
from tsuzuri.models.runtime import BATCH_TOKENS, EngineError, Entry
from tsuzuri.models.vocabulary import Vocabulary

_BEGIN, _STOP = "<|im_start|>", "<|im_end|>"
"""The marks of ChatML, the format of every chat model in the shipped table."""

_ALL_LAYERS = -1


class LacksGpu(EngineError):
    """Layers are to go to a GPU, and this build of llama.cpp finds none."""


class Llama:
    """A model in llama.cpp, as a `Runtime`.

    Raises:
        EngineError: the file is no model, or memory is short.
        LacksGpu: a GPU is asked for and there is none.
    """

    def __init__(self, load: Load) -> None:
        llama_cpp.llama_backend_init()
        has_gpu = llama_cpp.llama_supports_gpu_offload()
        if load.gpu_layers and not has_gpu:
            raise LacksGpu(f"chat.gpu_layers asks for {load.gpu_layers} layers")
        model_parameters = llama_cpp.llama_model_default_params()
        model_parameters.n_gpu_layers = _ALL_LAYERS if load.gpu_layers is None else load.gpu_layers
        # Mapped, the file would stay in memory beside the copy of it that is laid out for this processor.
        model_parameters.load_mode = llama_cpp.LLAMA_LOAD_MODE_NONE
        self._model = llama_cpp.llama_model_load_from_file(load.path.encode(), model_parameters)
        if not self._model:
            raise EngineError("the model file cannot be loaded")
        layers = llama_cpp.llama_model_n_layer(self._model) + 1  # the output counts as one
        self.gpu_layers = 0 if not has_gpu else layers if load.gpu_layers is None else min(load.gpu_layers, layers)
        parameters = llama_cpp.llama_context_default_params()
        parameters.n_ctx = load.context
        parameters.n_batch = parameters.n_ubatch = BATCH_TOKENS
        parameters.n_seq_max = load.width + PREFIX_SEQUENCES
        parameters.n_outputs_max = parameters.n_seq_max  # not room for the logits of every token of a batch
        parameters.n_threads = parameters.n_threads_batch = load.threads
        parameters.kv_unified = True
        self._context = llama_cpp.llama_init_from_model(self._model, parameters)
        if not self._context:
            raise EngineError(f"a context of {load.context} tokens does not fit in memory")
        self._size = load.context
        self._memory = llama_cpp.llama_get_memory(self._context)
        self._vocab = llama_cpp.llama_model_get_vocab(self._model)
        self._n_vocab = llama_cpp.llama_vocab_n_tokens(self._vocab)
        marks = [self._tokens(mark, special=True) for mark in (_BEGIN, _STOP)]
        if any(len(tokens) != 1 for tokens in marks):
            raise EngineError("its vocabulary has no ChatML marks, the only chat format there is here")
        self._end_of_turn = marks[1][0]
        self._batch = llama_cpp.llama_batch_init(BATCH_TOKENS, 0, 1)

    def close(self) -> None:
        """Free everything, before the interpreter does it in the wrong order."""
        llama_cpp.llama_batch_free(self._batch)
        llama_cpp.llama_free(self._context)
        llama_cpp.llama_model_free(self._model)

    @property
    def size(self) -> int:
        """See `Runtime`."""
        return self._size

    def vocabulary(self) -> Vocabulary:
        """Every token as bytes.

        Raises:
            EngineError: it cannot write every byte.
        """
        try:
            return Vocabulary([self._piece(token) for token in range(self._n_vocab)])
        except ValueError as error:
            raise EngineError(str(error)) from error

    def turn(self, turn: Turn) -> list[int]:
        """A turn's tokens in ChatML. Its text is data: a mark that stands in it stays the letters that it is."""
        begun = self._tokens(f"{_BEGIN}{turn.role}\n", special=True)
        return [*begun, *self._tokens(turn.text, special=False), *self.end_of_turn()]

    def question(self, turns: Sequence[Turn]) -> list[int]:
        """See `Runtime`."""
        asked = [token for turn in turns for token in self.turn(turn)]
        return [*asked, *self._tokens(f"{_BEGIN}assistant\n", special=True)]

    def end_of_turn(self) -> list[int]:
        """See `Runtime`."""
        return self._tokens(f"{_STOP}\n", special=True)

    def decode(self, entries: Sequence[Entry]) -> None:
        """See `Runtime`."""
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
            raise EngineError(f"decoding {len(entries)} tokens failed with status {status}")

    def logits(self, row: int) -> NDArray[np.float32]:
        """See `Runtime`."""
        pointer = llama_cpp.llama_get_logits_ith(self._context, row)
        return np.ctypeslib.as_array(pointer, shape=(self._n_vocab,))

    def copy(self, source: int, target: int) -> None:
        """See `Runtime`."""
        llama_cpp.llama_memory_seq_cp(self._memory, source, target, -1, -1)

    def clear(self, sequence: int) -> None:
        """See `Runtime`."""
        llama_cpp.llama_memory_seq_rm(self._memory, sequence, -1, -1)

    def state(self, sequence: int) -> bytes:
        """See `Runtime`."""
        size = llama_cpp.llama_state_seq_get_size(self._context, sequence)
        buffer = (ctypes.c_uint8 * size)()
        written = llama_cpp.llama_state_seq_get_data(self._context, buffer, size, sequence)
        return bytes(buffer)[:written]

    def restore(self, sequence: int, state: bytes) -> bool:
        """See `Runtime`."""
        buffer = (ctypes.c_uint8 * len(state)).from_buffer_copy(state)
        if llama_cpp.llama_state_seq_set_data(self._context, buffer, len(state), sequence):
            return True
        self.clear(sequence)
        return False

    def set_threads(self, threads: int) -> None:
        """See `Runtime`."""
        llama_cpp.llama_set_n_threads(self._context, threads, threads)

    def _tokens(self, text: str, *, special: bool) -> list[int]:
        """The text's tokens; `special` lets the marks of the chat format be what they mean."""
        data = text.encode()
        room = len(data) + 16
        buffer = (llama_cpp.llama_token * room)()
        count = llama_cpp.llama_tokenize(self._vocab, data, len(data), buffer, room, False, special)
        if count < 0:
            raise EngineError("a prompt cannot be tokenized")
        return list(buffer[:count])

    def _piece(self, token: int) -> bytes:
        if token == self._end_of_turn:
            return END
        if llama_cpp.llama_vocab_is_control(self._vocab, token) or llama_cpp.llama_vocab_is_eog(self._vocab, token):
            return b""
        buffer = ctypes.create_string_buffer(512)
        length = llama_cpp.llama_token_to_piece(self._vocab, token, buffer, len(buffer), 0, False)
        piece = buffer.raw[: max(length, 0)]
        return b"" if piece == END else piece


@contextmanager
def _engine(load: Load) -> Iterator[tuple[Llama, Engine]]:
    llama = Llama(load)
    try:
        states = PrefixStates(Path(load.states), _identity(load), _complain) if load.states else None
        pace = Pace(load.threads, load.candidates, load.step_seconds, time.monotonic)
        vocabulary = llama.vocabulary()
        yield (
            llama,
            Engine(llama, vocabulary, width=load.width, prefix_room=load.prefix_room, pace=pace, states=states),
        )
    finally:
        llama.close()


def _identity(load: Load) -> str:
    """All that the state of a prefix depends on, its tokens apart."""
    runtime = f"{llama_cpp.__version__} {llama_cpp.llama_print_system_info().decode()}"
    return f"{load.sha256} {runtime} {load.context} {load.width} {load.gpu_layers} {PREFIX_SEQUENCES} {BATCH_TOKENS}"


def _complain(message: str) -> None:
    sys.stderr.write(f"{message}\n")
    sys.stderr.flush()


def _reply(channel: Channel, reply: Loaded | Seen | Begun | Wrote | Answered | Finished | Speed | Failed) -> None:
    channel.send(replies().dump_json(reply))


def _serve(channel: Channel, engine: Engine) -> None:
    while True:
        request = requests().validate_json(channel.receive())
        try:
            match request:
                case Work():
                    _reply(channel, _work(channel, engine, request))
                case Measure(threads=threads, width=width):
                    _reply(channel, Speed(*engine.measure(threads, width)))
                case _:
                    continue  # a cancel that came too late, or a second load
        except EngineError as error:
            _reply(channel, Failed(str(error)))


def _work(channel: Channel, engine: Engine, work: Work) -> Finished:
    def done(index: int, result: Decoded | Response) -> None:
        _reply(channel, Answered(index, result))

    def cancelled() -> bool:
        frame = channel.poll()
        return frame is not None and isinstance(requests().validate_json(frame), Cancel)

    hear = Listeners(
        begun=lambda index: _reply(channel, Begun(index)),
        wrote=lambda index, text: _reply(channel, Wrote(index, text)),
        done=done,
        cancelled=cancelled,
    )
    took = engine.answer(work.prefix, work.requests, hear)
    return Finished(
        took.prefix_tokens,
        took.read_tokens,
        took.new_tokens,
        took.prefix_seconds,
        took.seconds,
        engine.pace.threads,
        engine.pace.retuned,
    )


def main() -> None:
    """Load the model that the first message names, then answer until the parent goes away."""
    channel = Channel()
    first = requests().validate_json(channel.receive())
    if isinstance(first, Look):
        llama_cpp.llama_backend_init()
        _reply(channel, Seen(llama_cpp.__version__, bool(llama_cpp.llama_supports_gpu_offload())))
        return
    if not isinstance(first, Load):
        _reply(channel, Failed("the first message must load a model"))
        return
    started = time.monotonic()
    try:
        with _engine(first) as (llama, engine):
            _reply(channel, Loaded(time.monotonic() - started, llama.gpu_layers))
            _serve(channel, engine)
    except LacksGpu as error:
        _reply(channel, Failed(str(error), lacks="run layers on a GPU"))
    except EngineError as error:
        _reply(channel, Failed(str(error)))


if __name__ == "__main__":
    main()
