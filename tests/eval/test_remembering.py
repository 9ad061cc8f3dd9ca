"""A chat model that is asked once only."""

from pathlib import Path

from tests.eval.remembering import RememberingChat
from tests.fakes import FakeChat
from tsuzuri.core.decoding import DecodeRequest, FactForm, Sentence, StopReason, Turn

PREFIX = (Turn("system", "Read."),)


def request(text: str) -> DecodeRequest:
    return DecodeRequest((Sentence(text),), FactForm(("person",), "value"))


def echo(sentences: tuple[str, ...]) -> str:
    return f"1 | {sentences[0]} | person | is | it | value"


def test_what_was_asked_before_is_answered_from_the_folder(tmp_path: Path) -> None:
    first, again = FakeChat(echo), FakeChat(echo)
    answers = RememberingChat(first, tmp_path, "1").decode(PREFIX, [request("Ann"), request("Ben")])
    heard: list[int] = []
    mixed = RememberingChat(again, tmp_path, "1").decode(
        PREFIX, [request("Cai"), request("Ben"), request("Ann")], on_done=lambda index, _: heard.append(index)
    )
    assert [asked.sentences[0].text for asked in again.asked] == ["Cai"]
    assert mixed[1:] == (answers[1], answers[0])
    assert sorted(heard) == [0, 1, 2]


def test_another_version_or_prefix_is_another_question(tmp_path: Path) -> None:
    chat = FakeChat(echo)
    RememberingChat(chat, tmp_path, "1").decode(PREFIX, [request("Ann")])
    RememberingChat(chat, tmp_path, "2").decode(PREFIX, [request("Ann")])
    RememberingChat(chat, tmp_path, "1").decode((Turn("system", "Read well."),), [request("Ann")])
    assert len(chat.asked) == 3


def test_an_answer_that_was_broken_off_is_asked_for_again(tmp_path: Path) -> None:
    broken = FakeChat(echo, stops=lambda _: StopReason.CANCELLED)
    RememberingChat(broken, tmp_path, "1").decode(PREFIX, [request("Ann")])
    whole = FakeChat(echo)
    RememberingChat(whole, tmp_path, "1").decode(PREFIX, [request("Ann")])
    assert len(whole.asked) == 1
