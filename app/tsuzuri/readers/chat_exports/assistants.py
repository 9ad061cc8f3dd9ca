"""Exports of talks with an assistant: ChatGPT and Claude, both a list of conversations in `conversations.json`."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Final

from tsuzuri.readers.chat_exports.message import USER, Conversation, Message, as_mapping, as_moment, as_words

_CHATGPT: Final = {"user": USER, "assistant": "ChatGPT"}
_CLAUDE: Final = {"human": USER, "user": USER, "assistant": "Claude"}
_SPOKEN: Final = frozenset({"text", "multimodal_text"})
_LOOKED_AT: Final = 8
# Where ChatGPT shows a source: a mark between private characters, or between corner brackets.
_CITATION = re.compile("\ue200[^\ue200\ue201]*\ue201|【\\d+[^】\n]{0,80}】")


def is_chatgpt(item: object) -> bool:
    """Whether a value is a conversation of ChatGPT: a tree of nodes with messages."""
    nodes = islice(as_mapping(as_mapping(item).get("mapping")).values(), _LOOKED_AT)
    return any("message" in as_mapping(node) for node in nodes)


def chatgpt(items: Iterable[object]) -> Iterator[Conversation]:
    """The branch of each conversation that was current when it was exported.

    What the assistant and its tools told each other, and what was hidden from the person, is left out.
    """
    for item in filter(is_chatgpt, items):
        conversation = as_mapping(item)
        yield Conversation(as_words(conversation.get("title")), _chatgpt_messages(conversation))


def is_claude(item: object) -> bool:
    """Whether a value is a conversation of Claude: it has a list of messages."""
    return isinstance(as_mapping(item).get("chat_messages"), list)


def claude(items: Iterable[object]) -> Iterator[Conversation]:
    """Each conversation whole; what was thought, looked up or attached is left out."""
    for item in filter(is_claude, items):
        conversation = as_mapping(item)
        yield Conversation(as_words(conversation.get("name")), _claude_messages(conversation))


def _chatgpt_messages(conversation: Mapping[str, object]) -> Iterator[Message]:
    began = as_moment(conversation.get("create_time"))
    for message in _branch(as_mapping(conversation.get("mapping")), conversation.get("current_node")):
        content, metadata = as_mapping(message.get("content")), as_mapping(message.get("metadata"))
        speaker = _named(_CHATGPT, as_mapping(message.get("author")).get("role"))
        is_aside = message.get("recipient", "all") != "all" or metadata.get("is_visually_hidden_from_conversation")
        kind = content.get("content_type")
        if speaker and not is_aside and isinstance(kind, str) and kind in _SPOKEN:
            words = _CITATION.sub("", as_words(content.get("parts")))
            yield Message(speaker, words, as_moment(message.get("create_time")) or began)


def _branch(nodes: dict[str, object], current: object) -> list[Mapping[str, object]]:
    """The messages from the root to the current node, or to the last one where the current is not told."""
    name: object = current if isinstance(current, str) and current in nodes else next(reversed(nodes), None)
    branch: list[Mapping[str, object]] = []
    passed: set[str] = set()
    while isinstance(name, str) and name in nodes and name not in passed:
        passed.add(name)
        node = as_mapping(nodes[name])
        branch.append(as_mapping(node.get("message")))
        name = node.get("parent")
    return branch[::-1]


def _claude_messages(conversation: Mapping[str, object]) -> Iterator[Message]:
    began = as_moment(conversation.get("created_at"))
    messages = conversation.get("chat_messages")
    for item in messages if isinstance(messages, list) else ():
        message = as_mapping(item)
        if speaker := _named(_CLAUDE, message.get("sender")):
            words = as_words(message.get("content")) or as_words(message.get("text"))
            yield Message(speaker, words, as_moment(message.get("created_at")) or began)


def _named(names: Mapping[str, str], role: object) -> str:
    return names.get(role, "") if isinstance(role, str) else ""
