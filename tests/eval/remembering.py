"""A chat model that keeps its answers in a folder, so that what comes after it can be measured again without it."""

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter

from tsuzuri.core.decoding import Ask, Decoded, DecodeRequest, Response, StopReason, Turn
from tsuzuri.core.models import ChatModel

Q = TypeVar("Q", DecodeRequest, Ask)
A = TypeVar("A", Decoded, Response)

_ASKED = TypeAdapter(tuple[str, str, tuple[Turn, ...], DecodeRequest | Ask])
_DECODED = TypeAdapter(Decoded)
_RESPONSE = TypeAdapter(Response)


class RememberingChat:
    """A `ChatModel` that asks another one only what it has not been asked before.

    An answer is kept under the model's name, `version` (what else decides about answers: prompt and grammar), the
    prefix and the request. Answers that were broken off are not kept. The folder is made where it is not there.
    """

    def __init__(self, chat: ChatModel, folder: Path, version: str) -> None:
        self._chat = chat
        self._folder = folder
        self._version = version
        folder.mkdir(parents=True, exist_ok=True)

    @property
    def name(self) -> str:
        """See `core.models.ChatModel`."""
        return self._chat.name

    @property
    def restarts(self) -> int:
        """See `core.models.ChatModel`."""
        return self._chat.restarts

    def decode(
        self,
        prefix: Sequence[Turn],
        requests: Sequence[DecodeRequest],
        *,
        on_done: Callable[[int, Decoded], None] | None = None,
    ) -> tuple[Decoded, ...]:
        """See `core.models.ChatModel`."""

        def decode(unknown: Sequence[int], keep: Callable[[int, Decoded], None]) -> tuple[Decoded, ...]:
            return self._chat.decode(prefix, [requests[index] for index in unknown], on_done=keep)

        return self._recalled(prefix, requests, _DECODED, decode, on_done)

    def ask(
        self,
        prefix: Sequence[Turn],
        requests: Sequence[Ask],
        *,
        on_done: Callable[[int, Response], None] | None = None,
        on_text: Callable[[int, str], None] | None = None,
    ) -> tuple[Response, ...]:
        """See `core.models.ChatModel`. Of an answer that is known `on_text` hears nothing."""

        def ask(unknown: Sequence[int], keep: Callable[[int, Response], None]) -> tuple[Response, ...]:
            def tell(place: int, text: str) -> None:
                if on_text is not None:
                    on_text(unknown[place], text)

            return self._chat.ask(prefix, [requests[index] for index in unknown], on_done=keep, on_text=tell)

        return self._recalled(prefix, requests, _RESPONSE, ask, on_done)

    def cancel(self) -> None:
        """See `core.models.ChatModel`."""
        self._chat.cancel()

    def close(self) -> None:
        """See `core.models.ChatModel`."""
        self._chat.close()

    def _recalled(
        self,
        prefix: Sequence[Turn],
        requests: Sequence[Q],
        written: TypeAdapter[A],
        answer: Callable[[Sequence[int], Callable[[int, A], None]], tuple[A, ...]],
        on_done: Callable[[int, A], None] | None,
    ) -> tuple[A, ...]:
        """The known answers, and those of `answer` to the requests (by number) of which none is known."""
        files = [self._file(prefix, request) for request in requests]
        answers = {i: written.validate_json(file.read_bytes()) for i, file in enumerate(files) if file.is_file()}
        unknown = [index for index in range(len(requests)) if index not in answers]
        if on_done is not None:
            for index, known in answers.items():
                on_done(index, known)

        def keep(place: int, new: A) -> None:
            if new.stop in (StopReason.COMPLETE, StopReason.TOO_LONG):
                files[unknown[place]].write_bytes(written.dump_json(new))
            if on_done is not None:
                on_done(unknown[place], new)

        if unknown:
            answers |= dict(zip(unknown, answer(unknown, keep), strict=True))
        return tuple(answers[index] for index in range(len(requests)))

    def _file(self, prefix: Sequence[Turn], request: DecodeRequest | Ask) -> Path:
        asked = _ASKED.dump_json((self.name, self._version, tuple(prefix), request))
        return self._folder / f"{hashlib.sha256(asked).hexdigest()}.json"
