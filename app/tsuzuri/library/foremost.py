"""The chat model as somebody has it who waits for an answer: what it reads by the side makes room."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from tsuzuri.core.decoding import Ask, Response, StopReason, Turn
from tsuzuri.core.ports import ChatModel


class Foremost:
    """Questions that go before all else a chat model does, and that can be stopped. `chat` is None where there is none.

    A call that is cut short for one is made again by whoever made it: a passage that was being read waits, and is read
    after the answer.
    """

    def __init__(self, chat: ChatModel | None) -> None:
        self._chat = chat
        self._stopped = threading.Event()
        self._at_work = threading.Event()

    @property
    def name(self) -> str:
        """See `ChatModel.name`."""
        return "" if self._chat is None else self._chat.name

    @contextmanager
    def answering(self) -> Iterator[None]:
        """While this lasts an answer is under way, which can be stopped."""
        self._stopped.clear()
        self._at_work.set()
        try:
            yield
        finally:
            self._at_work.clear()

    def ask(
        self,
        prefix: Sequence[Turn],
        requests: Sequence[Ask],
        *,
        on_text: Callable[[int, str], None],
    ) -> tuple[Response, ...]:
        """See `ChatModel.ask`; stopped before it began, it is cancelled.

        Raises what that raises.
        """
        assert self._chat is not None
        if self._stopped.is_set():
            return tuple(Response("", 0.0, (), StopReason.CANCELLED, 0, 0) for _ in requests)
        chat = self._chat

        def heard(index: int, text: str) -> None:
            if self._stopped.is_set():
                chat.cancel()  # what was stopped before the process had begun did not hear it then
            else:
                on_text(index, text)

        chat.cancel()
        return chat.ask(prefix, requests, on_text=heard)

    def stop(self) -> None:
        """Stop the answer under way; from any thread. A walk that leads to it goes on without the model."""
        self._stopped.set()
        if self._chat is not None and self._at_work.is_set():
            self._chat.cancel()
