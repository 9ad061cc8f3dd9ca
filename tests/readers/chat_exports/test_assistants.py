from tests.readers.chat_exports.files import (
    chatgpt_conversation,
    chatgpt_node,
    claude_message,
    document_of,
    is_chat,
    spoken,
)
from tests.readers.shapes import texts
from tsuzuri.core.document import BlockKind, Document

TEN_TWELVE = 1709633520.5


def chatgpt(
    *nodes: tuple[str, object], current: object = None, title: str = "Tea in Kyoto", **more: object
) -> Document:
    return document_of([chatgpt_conversation(title, dict(nodes), current, **more)])


class TestChatGPT:
    def test_a_talk_in_english_and_japanese(self) -> None:
        document = chatgpt(
            ("root", {"message": None, "parent": None}),
            ("a", chatgpt_node("user", ["I moved to Kyoto."], "root", at=TEN_TWELVE)),
            ("b", chatgpt_node("assistant", ["いいですね。", "お茶はどうですか？"], "a", at=TEN_TWELVE + 60)),
            current="b",
        )
        assert texts(document, BlockKind.HEADING) == ["Tea in Kyoto"]
        assert spoken(document) == [
            "2024-03-05 10:12 | User | User: I moved to Kyoto.",
            "2024-03-05 10:13 | ChatGPT | ChatGPT: いいですね。\nお茶はどうですか？",
        ]

    def test_only_the_current_branch_counts(self) -> None:
        document = chatgpt(
            ("a", chatgpt_node("user", ["first wording"], None)),
            ("b", chatgpt_node("user", ["second wording"], None)),
            ("c", chatgpt_node("assistant", ["answer"], "b")),
            ("d", chatgpt_node("assistant", ["another answer"], "b")),
            current="c",
        )
        assert [words.partition(": ")[2] for words in texts(document, BlockKind.MESSAGE)] == [
            "second wording",
            "answer",
        ]

    def test_without_a_current_node_the_last_one_is_the_end(self) -> None:
        nodes = (("a", chatgpt_node("user", ["one"], None)), ("b", chatgpt_node("assistant", ["two"], "a")))
        assert spoken(chatgpt(*nodes, current=["b"])) == spoken(chatgpt(*nodes, current="b"))

    def test_a_circle_of_nodes_ends(self) -> None:
        document = chatgpt(
            ("a", chatgpt_node("user", ["one"], "b")), ("b", chatgpt_node("assistant", ["two"], "a")), current="b"
        )
        assert texts(document, BlockKind.MESSAGE) == ["User: one", "ChatGPT: two"]

    def test_a_message_without_a_time_is_as_old_as_its_talk(self) -> None:
        assert spoken(chatgpt(("a", chatgpt_node("user", ["one"], None)), current="a")) == [
            "2024-03-05 10:10 | User | User: one"
        ]

    def test_tools_hidden_words_and_pictures_are_left_out_and_voices_are_not(self) -> None:
        voice = {"content_type": "multimodal_text", "parts": [{"text": "said aloud"}, {"asset_pointer": "file://1"}]}
        document = chatgpt(
            ("a", chatgpt_node("system", ["be kind"], None)),
            ("b", chatgpt_node("user", ["x"], "a", metadata={"is_visually_hidden_from_conversation": True})),
            ("c", chatgpt_node("assistant", ["search()"], "b", recipient="browser")),
            ("d", chatgpt_node("tool", ["a page"], "c")),
            ("e", chatgpt_node("assistant", [], "d", content={"content_type": "thoughts", "thoughts": []})),
            ("f", chatgpt_node("user", [], "e", content=voice)),
            ("g", chatgpt_node("assistant", ["Done\ue200cite\ue202turn0search1\ue201. See【4†source】."], "f")),
            current="g",
        )
        assert texts(document, BlockKind.MESSAGE) == ["User: said aloud", "ChatGPT: Done. See."]

    def test_a_talk_alone_and_one_without_title(self) -> None:
        talk = chatgpt_conversation("", {"a": chatgpt_node("user", ["one"], None)}, "a")
        assert texts(document_of(talk, name="talk.json")) == ["talk", "User: one"]


class TestClaude:
    def test_a_talk_in_english_and_japanese(self) -> None:
        messages = [
            claude_message("human", "Where does Aya work?"),
            claude_message("assistant", "ルーメン社です。", "2024-03-05T19:13:00+09:00"),
        ]
        document = document_of([{"uuid": "1", "name": "Aya's firm", "chat_messages": messages}])
        assert texts(document, BlockKind.HEADING) == ["Aya's firm"]
        assert spoken(document) == [
            "2024-03-05 10:12 | User | User: Where does Aya work?",
            "2024-03-05 10:13 | Claude | Claude: ルーメン社です。",
        ]

    def test_what_was_said_comes_before_its_summary_and_thoughts_are_left_out(self) -> None:
        content = [
            {"type": "thinking", "thinking": "hm"},
            {"type": "text", "text": "One."},
            {"type": "tool_use", "name": "search", "input": {}},
            {"type": "text", "text": "Two."},
        ]
        document = document_of([{"chat_messages": [claude_message("assistant", "unsupported block", content=content)]}])
        assert texts(document, BlockKind.MESSAGE) == ["Claude: One.\nTwo."]

    def test_each_talk_has_its_heading_and_empty_ones_have_none(self) -> None:
        document = document_of(
            [
                {"name": "Rain", "chat_messages": [claude_message("human", "It rains.")]},
                {"name": "Nothing", "chat_messages": []},
                {"name": "", "chat_messages": [claude_message("human", "It snows.")]},
            ]
        )
        assert texts(document) == ["Rain", "User: It rains.", "conversations", "User: It snows."]

    def test_an_export_of_empty_talks_stays_what_it_is(self) -> None:
        assert not is_chat(document_of([{"name": "Nothing", "chat_messages": []}]))
