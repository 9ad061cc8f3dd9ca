"""The chat model as somebody has it who waits for an answer: what it reads by the side makes room."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from tsuzuri.core.decoding import Ask, Decoded, DecodeRequest, Response, StopReason, Turn
from tsuzuri.core.models import ChatModel


class Foremost:
    """A `ChatModel` whose questions go before all else the model does, and can be stopped.

    A call that is cut short for one is made again by whoever made it: a passage that was being read waits, and is read
    after the answer.
    """

    def __init__(self, chat: ChatModel) -> None:
        self._chat = chat
        self._lock = threading.Lock()
        self._asking = self._answering = 0
        self._stopped = threading.Event()

    @property
    def name(self) -> str:
        """See `ChatModel.name`."""
        return self._chat.name

    @property
    def restarts(self) -> int:
        """See `ChatModel.restarts`."""
        return self._chat.restarts

    @contextmanager
    def answering(self) -> Iterator[None]:
        """While this lasts an answer is under way, which can be stopped."""
        with self._lock:
            self._answering += 1
        try:
            yield
        finally:
            with self._lock:
                self._answering -= 1
                if not self._answering:
                    self._stopped.clear()

    def ask(
        self,
        prefix: Sequence[Turn],
        requests: Sequence[Ask],
        *,
        on_done: Callable[[int, Response], None] | None = None,
        on_text: Callable[[int, str], None] | None = None,
    ) -> tuple[Response, ...]:
        """See `ChatModel.ask`; once it is stopped, every question of the answer under way is cancelled."""
        if self._stopped.is_set():
            return tuple(Response("", 0.0, (), StopReason.CANCELLED, 0, 0) for _ in requests)

        def heard(index: int, text: str) -> None:
            if self._stopped.is_set():
                self._chat.cancel()  # what was stopped before the process had begun did not hear it then
            elif on_text is not None:
                on_text(index, text)

        with self._lock:
            makes_room = not self._asking
            self._asking += 1
        try:
            if makes_room:
                self._chat.cancel()
            return self._chat.ask(prefix, requests, on_done=on_done, on_text=heard)
        finally:
            with self._lock:
                self._asking -= 1

    def decode(
        self,
        prefix: Sequence[Turn],
        requests: Sequence[DecodeRequest],
        *,
        on_done: Callable[[int, Decoded], None] | None = None,
    ) -> tuple[Decoded, ...]:
        """See `ChatModel.decode`."""
        return self._chat.decode(prefix, requests, on_done=on_done)

    def stop(self) -> None:
        """Stop the answers under way, with the walks that lead to them; from any thread."""
        with self._lock:
            if not self._answering:
                return
            self._stopped.set()
        self._chat.cancel()

    def cancel(self) -> None:
        """See `ChatModel.cancel`."""
        self._chat.cancel()

    def close(self) -> None:
        """See `ChatModel.close`."""
        self._chat.close()
