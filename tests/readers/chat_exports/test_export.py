import json
from pathlib import PurePath

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.readers.chat_exports.files import (
    chatgpt_conversation,
    chatgpt_node,
    claude_message,
    document_of,
    is_chat,
    slack_message,
    spoken,
)
from tests.readers.shapes import assert_well_formed, texts
from tsuzuri.core.document import BlockKind, Document
from tsuzuri.readers import media
from tsuzuri.readers.chat_exports.export import chat_or
from tsuzuri.readers.plain import code_reader
from tsuzuri.readers.registry import read
from tsuzuri.text.split import split

CLAUDE = [{"name": "Rain", "chat_messages": [claude_message("human", "雨です。"), claude_message("assistant", "Yes.")]}]
CHATGPT = [chatgpt_conversation("Tea", {"a": chatgpt_node("user", ["I like tea."], None)}, "a")]
SLACK = [slack_message("U1", "1709633520.000200", "Hello", "Aya Mori")]
LINES = [{"from": "Aya", "text": "Hi"}, {"from": "Ken", "text": "Yes"}]
EXPORTS = (CLAUDE, CHATGPT, SLACK, LINES)

KEYS = st.sampled_from(
    "mapping current_node message author role content content_type parts parent title chat_messages sender text "
    "created_at type ts user user_profile real_name subtype from body time recipient metadata".split()
)
STRINGS = ["text", "message", "user", "human", "all", "a", "\ud800", "\0", "\u200b", "1709633520.1", "2024-03-05"]
LEAVES = st.sampled_from([*STRINGS, 1e9, 1e300, None, True, -1])
ANY = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS | st.just("a"), inner, max_size=6),
    max_leaves=30,
)


def quarters(pieces: object) -> list[int]:
    assert isinstance(pieces, list)
    return [len(piece) // 4 + 1 for piece in pieces]


@pytest.mark.parametrize("export", EXPORTS)
def test_a_short_message_is_a_passage_of_its_own(export: list[object]) -> None:
    document = document_of(export)
    passages = split(document, quarters)
    assert [passage.text for passage in passages] == texts(document, BlockKind.MESSAGE)
    assert [passage.speaker for passage in passages] == [block.speaker for block in document.blocks if block.speaker]


@pytest.mark.parametrize("export", EXPORTS)
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp932"])
def test_an_export_is_known_by_its_content_in_any_encoding_and_name(export: list[object], encoding: str) -> None:
    data = json.dumps(export, ensure_ascii=False).encode(encoding)
    for name in ("a.json", "a.txt", "a"):
        document = read(data, PurePath(name))
        assert isinstance(document, Document)
        assert spoken(document) == spoken(document_of(export))


def test_what_cannot_be_shown_is_cleaned_and_an_empty_message_dropped() -> None:
    messages = [claude_message("human", words) for words in ("a\0\ud800b\u202e", "\u200b", " \n", "")]
    document = document_of([{"name": "\0Ra\u200bin\ud800\n", "chat_messages": messages}])
    assert texts(document) == ["Rain\ufffd", "User: a\ufffdb"]


def test_a_nul_between_the_values_does_no_harm() -> None:
    assert is_chat(document_of(json.dumps(LINES).replace(" ", "\0 ")))


def test_of_an_export_that_breaks_off_what_is_whole_is_read() -> None:
    document = document_of(json.dumps([*CLAUDE, *CLAUDE])[:-20])
    assert texts(document, BlockKind.MESSAGE) == ["User: 雨です。", "Claude: Yes."]
    assert document.remarks == ("a part of it is damaged and was left out",)


def test_messages_are_bounded() -> None:
    reader = chat_or(code_reader(media.JSON), media.JSON, most_messages=3)
    document = reader(json.dumps(LINES * 2).encode(), PurePath("a.json"))
    assert texts(document) == ["Aya: Hi", "Ken: Yes", "Aya: Hi"]
    assert document.remarks == ("only its first 3 messages were read",)


def test_a_title_without_end_is_cut() -> None:
    document = document_of([{"name": "x" * 500, "chat_messages": [claude_message("human", "Hi")]}])
    assert texts(document, BlockKind.HEADING) == ["x" * 200]


@settings(max_examples=300, deadline=None)
@given(ANY)
def test_json_of_any_shape_becomes_a_well_formed_document(value: object) -> None:
    document_of(json.dumps(value))
    document_of(json.dumps([{"mapping": {"a": value, "b": {"message": value, "parent": "a"}}, "current_node": "b"}]))
    document_of(json.dumps([{"chat_messages": [value, {"sender": "human", "text": value, "created_at": value}]}]))
    document_of(json.dumps([{"type": "message", "ts": "1709633520.1", "user": value, "text": value}] * 2))


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(EXPORTS), st.data())
def test_an_export_cut_anywhere_is_a_document(export: list[object], data: st.DataObject) -> None:
    text = json.dumps(export)
    document = read(text[: data.draw(st.integers(1, len(text)))].encode(), PurePath("a.json"))
    assert isinstance(document, Document)
    assert_well_formed(document)
