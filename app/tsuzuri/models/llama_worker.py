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
from tsuzuri.core.decoding import Answer, Decoded, DecodeRequest, Sentence, StopReason, Turn
from tsuzuri.models.grammar import END, FactLines, Field, State, Triple
from tsuzuri.models.protocol import Answered, Cancel, Decode, Failed, Finished, Load, Loaded, replies, requests
from tsuzuri.models.vocabulary import Vocabulary

_BATCH_TOKENS = 512
_PREFIX_SEQUENCE = 0
_KNOWN_NAMES = 12


class EngineError(Exception):
    """llama.cpp refused; the message says what it was asked to do."""


_BEGIN, _STOP = "<|im_start|>", "<|im_end|>"
"""The marks of ChatML, the format of every chat model in the shipped table."""


@dataclass(slots=True)
class _Writing:
    """A passage that is being answered in its sequence: sentence by sentence, each seen after the one before."""

    index: int
    request: DecodeRequest
    waiting: list[int]
    position: int
    automaton: FactLines
    state: State
    prompt_tokens: int = 0
    new_tokens: int = 0
    output: bytearray = field(default_factory=bytearray)
    written_here: int = 0
    probability: float = 1.0
    confidence: list[float] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    facts: tuple[Triple, ...] = ()
    known: dict[str, None] = field(default_factory=dict)

    def write(self, token: int, piece: bytes, probability: float) -> None:
        """Note a chosen token; a line is complete with its line feed or with the end of the answer."""
        self.waiting = [token]
        self.output += piece
        self.new_tokens += 1
        self.written_here += 1
        self.probability *= probability
        for _ in range(piece.count(b"\n") + piece.count(END)):
            self.confidence.append(self.probability)
            self.probability = 1.0

    def finish_sentence(self, *, cut: bool) -> None:
        """Keep the whole lines of the answer to this sentence, and the names they give."""
        text = self.output.replace(END, b"\n")
        lines = tuple(text[: text.rfind(b"\n") + 1].decode().split("\n")[:-1])
        self.answers.append(Answer(lines, tuple(self.confidence[: len(lines)]), cut))
        self.facts += self.state.facts
        for line in lines:
            subject, kind, _, object_, object_kind, *_ = line.split(" | ")
            self._learn(subject, kind)
            self._learn(object_, object_kind)
        self.output.clear()
        self.confidence.clear()
        self.written_here = 0
        self.probability = 1.0

    def _learn(self, name: str, kind: str) -> None:
        form = self.request.form
        if kind in form.types and name.casefold() not in form.pronouns:
            self.known[name] = None

    def next_automaton(self) -> FactLines:
        """The automaton of the sentence after those that are answered."""
        sentence = self.request.sentences[len(self.answers)]
        known = tuple(name for name in self.known if name not in sentence.text)[-_KNOWN_NAMES:]
        return FactLines(sentence, self.request.form, known, self.facts)

    def decoded(self, stop: StopReason) -> Decoded:
        """What has been answered."""
        return Decoded(tuple(self.answers), stop, self.prompt_tokens, self.new_tokens)


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
        marks = [self._tokens(mark, special=True) for mark in (_BEGIN, _STOP)]
        if any(len(tokens) != 1 for tokens in marks):
            raise EngineError("its vocabulary has no ChatML marks, the only chat format there is here")
        self._end_of_turn = marks[1][0]
        self._batch = llama_cpp.llama_batch_init(_BATCH_TOKENS, 0, 1)
        try:
            self._vocabulary = Vocabulary([self._piece(token) for token in range(self._n_vocab)])
        except ValueError as error:
            raise EngineError(str(error)) from error
        self._prefix: list[int] = []

    def close(self) -> None:
        """Free everything, before the interpreter does it in the wrong order."""
        llama_cpp.llama_batch_free(self._batch)
        llama_cpp.llama_free(self._context)
        llama_cpp.llama_model_free(self._model)

    def turn(self, turn: Turn) -> list[int]:
        """A turn's tokens in ChatML. Its text is data: a mark that stands in it stays the letters that it is."""
        return [
            *self._tokens(f"{_BEGIN}{turn.role}\n", special=True),
            *self._tokens(turn.text, special=False),
            *self._tokens(f"{_STOP}\n", special=True),
        ]

    def _tokens(self, text: str, *, special: bool) -> list[int]:
        """The text's tokens; `special` lets the marks of the chat format be what they mean."""
        data = text.encode()
        room = len(data) + 16
        buffer = (llama_cpp.llama_token * room)()
        count = llama_cpp.llama_tokenize(self._vocab, data, len(data), buffer, room, False, special)
        if count < 0:
            raise EngineError("a prompt cannot be tokenized")
        return list(buffer[:count])

    def set_prefix(self, turns: Sequence[Turn]) -> int:
        """Read the shared prefix, unless it is the one already read. Returns its length in tokens."""
        tokens = [token for turn in turns for token in self.turn(turn)]
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

        Up to `width` passages share a batch; a finished one is replaced at once. The order of work depends on the
        requests alone, so the same requests give the same answers.
        """
        coming = enumerate(requests_)
        free = list(range(self._width, _PREFIX_SEQUENCE, -1))
        writing: dict[int, _Writing] = {}
        finished: list[_Writing] = []

        def close(sequence: int, stop: StopReason) -> None:
            one = writing.pop(sequence)
            llama_cpp.llama_memory_seq_rm(self._memory, sequence, -1, -1)
            free.append(sequence)
            finished.append(one)
            done(one.index, one.decoded(stop))

        while True:
            while free and (following := next(coming, None)) is not None:
                self._begin(*following, free.pop(), writing)
            for sequence, one in list(writing.items()):
                if len(one.answers) == len(one.request.sentences):
                    close(sequence, StopReason.COMPLETE)
                elif not one.written_here and one.position + len(one.waiting) + one.request.max_tokens > self._room():
                    close(sequence, StopReason.TOO_LONG)
            if cancelled():
                for sequence in list(writing):
                    close(sequence, StopReason.CANCELLED)
                for index, _ in coming:
                    done(index, Decoded((), StopReason.CANCELLED, 0, 0))
                break
            if writing:
                self._step(writing)
            elif len(finished) == len(requests_):
                break
        return sum(one.prompt_tokens for one in finished), sum(one.new_tokens for one in finished)

    def _begin(self, index: int, request: DecodeRequest, sequence: int, writing: dict[int, _Writing]) -> None:
        """Give the passage a sequence that has already read the prefix."""
        llama_cpp.llama_memory_seq_cp(self._memory, _PREFIX_SEQUENCE, sequence, -1, -1)
        one = _Writing(
            index,
            request,
            [],
            len(self._prefix),
            FactLines(Sentence(""), request.form),
            State(),
            known=dict.fromkeys(request.names),
        )
        if request.sentences:
            self._show_next(one, begun=False)
        writing[sequence] = one

    def _show_next(self, one: _Writing, *, begun: bool) -> None:
        """Let the passage's next sentence wait to be read."""
        sentence = self.turn(Turn("user", one.request.sentences[len(one.answers)].text))
        ended = self._tokens(f"{_STOP}\n", special=True) if begun else []
        one.waiting = [*ended, *sentence, *self._tokens(f"{_BEGIN}assistant\n", special=True)]
        one.prompt_tokens += len(one.waiting)
        one.automaton = one.next_automaton()
        one.state = one.automaton.start()

    def _room(self) -> int:
        """The position that no sequence may pass."""
        return len(self._prefix) + (self._size - len(self._prefix)) // self._width

    def _step(self, writing: dict[int, _Writing]) -> None:
        """Read what waits, as far as the batch holds it, and write one token where all has been read."""
        entries: list[tuple[int, int, int, bool]] = []
        rows: list[tuple[_Writing, int]] = []
        for sequence, one in writing.items():
            taken = one.waiting[: _BATCH_TOKENS - len(entries)]
            one.waiting = one.waiting[len(taken) :]
            whole = bool(taken) and not one.waiting
            entries += [
                (token, one.position + i, sequence, whole and i == len(taken) - 1) for i, token in enumerate(taken)
            ]
            one.position += len(taken)
            if whole:
                rows.append((one, len(entries) - 1))
        self._decode(entries)
        for one, row in rows:
            self._write_token(one, row)

    def _write_token(self, one: _Writing, row: int) -> None:
        """Choose the next token from the row's logits; at the end of an answer the next sentence is shown."""
        pointer = llama_cpp.llama_get_logits_ith(self._context, row)
        logits: NDArray[np.float32] = np.ctypeslib.as_array(pointer, shape=(self._n_vocab,))
        choice = self._vocabulary.choose(logits, one.automaton, one.state)
        one.state = choice.state
        one.write(choice.token, self._vocabulary.piece(choice.token), choice.probability)
        complete = one.state.field is Field.DONE
        if complete or one.written_here >= one.request.max_tokens:
            one.finish_sentence(cut=not complete)
            if len(one.answers) < len(one.request.sentences):
                self._show_next(one, begun=True)

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
        if token == self._end_of_turn:
            return END
        if llama_cpp.llama_vocab_is_control(self._vocab, token) or llama_cpp.llama_vocab_is_eog(self._vocab, token):
            return b""
        buffer = ctypes.create_string_buffer(512)
        length = llama_cpp.llama_token_to_piece(self._vocab, token, buffer, len(buffer), 0, False)
        piece = buffer.raw[: max(length, 0)]
        return b"" if piece == END else piece


@contextmanager
def _engine(load: Load) -> Iterator[Engine]:
    engine = Engine(load)
    try:
        yield engine
    finally:
        engine.close()


def _serve(channel: Channel, engine: Engine) -> None:
    while True:
        request = requests().validate_json(channel.receive())
        if not isinstance(request, Decode):
            continue  # a cancel that came too late, or a second load

        def done(index: int, decoded: Decoded) -> None:
            channel.send(replies().dump_json(Answered(index, decoded)))

        def cancelled() -> bool:
            frame = channel.poll()
            return frame is not None and isinstance(requests().validate_json(frame), Cancel)

        try:
            started = time.monotonic()
            prefix = engine.set_prefix(request.prefix)
            ready = time.monotonic()
            read, new = engine.answer(request.requests, done, cancelled)
            ended = time.monotonic()
            reply: Finished | Failed = Finished(prefix, read, new, ready - started, ended - ready)
        except EngineError as error:
            reply = Failed(str(error))
        channel.send(replies().dump_json(reply))


def main() -> None:
    """Load the model that the first message names, then answer until the parent goes away."""
    channel = Channel()
    load = requests().validate_json(channel.receive())
    if not isinstance(load, Load):
        channel.send(replies().dump_json(Failed("the first message must load a model")))
        return
    started = time.monotonic()
    try:
        with _engine(load) as engine:
            channel.send(replies().dump_json(Loaded(time.monotonic() - started)))
            _serve(channel, engine)
    except EngineError as error:
        channel.send(replies().dump_json(Failed(str(error))))


if __name__ == "__main__":
    main()
