import json

import pytest

from tests.readers.chat_exports.files import document_of, is_chat, spoken
from tests.readers.shapes import texts


def lines(*items: object) -> str:
    return "\n".join(json.dumps(item, ensure_ascii=False) for item in items) + "\n"


@pytest.mark.parametrize("speaker", ["speaker", "author", "from", "role", "sender", "user"])
@pytest.mark.parametrize("words", ["text", "content", "body", "message"])
@pytest.mark.parametrize("time", ["time", "timestamp", "date", "ts", "created_at"])
def test_any_of_the_usual_names(speaker: str, words: str, time: str) -> None:
    document = document_of(
        lines(
            {speaker: "Aya Mori", words: "おはよう", time: "2024-03-05T19:12:00+09:00"},
            {speaker: "Ken", words: "Hello", time: 1709633580},
        ),
        name="chat.jsonl",
    )
    assert spoken(document) == [
        "2024-03-05 10:12 | Aya Mori | Aya Mori: おはよう",
        "2024-03-05 10:13 | Ken | Ken: Hello",
    ]


def test_a_list_of_such_messages_and_a_plain_text_file_with_them() -> None:
    messages = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": [{"text": "Yes?"}]}]
    assert texts(document_of(messages)) == ["user: Hi", "assistant: Yes?"]
    assert spoken(document_of(lines(*messages), name="chat.txt")) == [
        "- | user | user: Hi",
        "- | assistant | assistant: Yes?",
    ]


def test_what_is_no_message_is_passed_over_and_what_is_damaged_is_told() -> None:
    good = {"from": "Aya", "text": "Hi"}
    document = document_of(lines(good, 3, good, {"from": "Ken"}, {"from": 1, "text": "x"}, good))
    assert texts(document) == ["Aya: Hi"] * 3
    assert document.remarks == ()
    broken = document_of(lines(good, good) + '{"from": "A', name="chat.jsonl")
    assert texts(broken) == ["Aya: Hi"] * 2
    assert broken.remarks == ("a part of it is damaged and was left out",)


@pytest.mark.parametrize(
    "items",
    [
        [{"from": "Aya", "text": "one alone"}],
        [{"text": "no speaker"}] * 3,
        [{"author": "Aya", "title": "An article", "text": "Long"}] * 3,
        [{"from": "Aya", "text": "Hi"}] * 2 + [{"level": "info"}] * 3,
        [{"from": "a" * 81, "text": "Hi"}] * 2,
        [{"from": "Aya", "text": ""}] * 2,
        [],
        [1, "two", None, [3]],
    ],
)
def test_other_json_stays_what_it_is(items: list[object]) -> None:
    for text, name in ((lines(*items), "a.jsonl"), (json.dumps(items), "a.json")):
        if text.strip():
            document = document_of(text, name=name)
            assert not is_chat(document)
            assert document.text.strip() == text.strip()
