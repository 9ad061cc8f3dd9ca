"""Who waits for an answer goes first, and may stop it."""

from collections.abc import Callable, Sequence

from tsuzuri.core.decoding import Ask, Decoded, DecodeRequest, FreeText, Response, StopReason, Turn
from tsuzuri.library.foremost import Foremost

QUESTION = [Ask((Turn("user", "who?"),), FreeText())]


class Writing:
    """A chat model that writes three words; `between` is called after each."""

    name = "writer"
    restarts = 0

    def __init__(self, between: Callable[[int], None] = lambda _: None) -> None:
        self.cancelled = 0
        self._between = between

    def ask(
        self,
        prefix: Sequence[Turn],
        requests: Sequence[Ask],
        *,
        on_done: Callable[[int, Response], None] | None = None,
        on_text: Callable[[int, str], None] | None = None,
    ) -> tuple[Response, ...]:
        assert on_text is not None
        begun = self.cancelled
        text = ""
        for number in range(3):
            text += f"w{number} "
            on_text(0, text)
            self._between(number)
            if self.cancelled > begun:
                return (Response(text, 0.0, (), StopReason.CANCELLED, 0, 0),)
        return (Response(text, 0.0, (), StopReason.COMPLETE, 0, 0),)

    def decode(
        self,
        prefix: Sequence[Turn],
        requests: Sequence[DecodeRequest],
        *,
        on_done: Callable[[int, Decoded], None] | None = None,
    ) -> tuple[Decoded, ...]:
        raise AssertionError("nothing is to be read")

    def cancel(self) -> None:
        self.cancelled += 1

    def close(self) -> None:
        """Nothing to end."""


def asked(foremost: Foremost, heard: list[str]) -> StopReason:
    with foremost.answering():
        return told(foremost, heard)


def told(foremost: Foremost, heard: list[str]) -> StopReason:
    (response,) = foremost.ask((), QUESTION, on_text=lambda _, text: heard.append(text))
    return response.stop


def test_what_the_model_is_at_makes_room() -> None:
    chat, heard = Writing(), list[str]()
    assert asked(Foremost(chat), heard) is StopReason.COMPLETE
    assert chat.cancelled == 1
    assert heard == ["w0 ", "w0 w1 ", "w0 w1 w2 "]


def test_an_answer_is_stopped_at_work() -> None:
    heard: list[str] = []
    chat = Writing(lambda number: foremost.stop() if number == 1 else None)
    foremost = Foremost(chat)
    assert asked(foremost, heard) is StopReason.CANCELLED
    assert heard == ["w0 ", "w0 w1 "]


def test_once_stopped_nothing_more_is_asked_for_that_answer_but_for_the_one_after_it() -> None:
    chat, heard = Writing(), list[str]()
    foremost = Foremost(chat)
    with foremost.answering():
        foremost.stop()
        assert told(foremost, heard) is StopReason.CANCELLED
        assert told(foremost, heard) is StopReason.CANCELLED
    assert (chat.cancelled, heard) == (1, [])
    assert asked(foremost, heard) is StopReason.COMPLETE


def test_where_no_answer_is_under_way_what_the_model_is_at_goes_on() -> None:
    chat, heard = Writing(), list[str]()
    foremost = Foremost(chat)
    foremost.stop()
    assert chat.cancelled == 0
    assert told(foremost, heard) is StopReason.COMPLETE


def test_one_that_waits_does_not_cut_another_short() -> None:
    heard: list[str] = []
    nested: list[StopReason] = []

    def between(number: int) -> None:
        if number == 0 and not begun:
            begun.append(number)
            nested.append(told(foremost, []))

    begun: list[int] = []
    chat = Writing(between)
    foremost = Foremost(chat)
    assert told(foremost, heard) is StopReason.COMPLETE
    assert (nested, chat.cancelled) == ([StopReason.COMPLETE], 1)


def test_a_stop_that_the_process_did_not_hear_is_told_again_at_the_next_word() -> None:
    class Deaf(Writing):
        def cancel(self) -> None:
            deafness.append(1)
            if len(deafness) != 2:
                super().cancel()

    deafness: list[int] = []
    heard: list[str] = []
    chat = Deaf(lambda number: foremost.stop() if number == 0 else None)
    foremost = Foremost(chat)
    assert asked(foremost, heard) is StopReason.CANCELLED
    assert heard == ["w0 "]
