"""A day of a channel as Slack exports it: a list of messages in Slack's own markup."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from tsuzuri.readers.chat_exports.message import Conversation, Message, as_mapping, as_moment, as_words

_SPOKEN: Final = frozenset({"", "bot_message", "file_comment", "file_share", "me_message", "thread_broadcast"})
_TIME: Final = re.compile(r"\d{9,11}\.\d{1,9}", re.ASCII)
# <@U1|label>, <#C1|label>, <!subteam^S1|label>, <https://…|label>; the label may be missing.
_MARKUP: Final = re.compile(r"<(?P<sign>[@#!]?)(?P<target>[^<>|\s]{1,2000})(?:\|(?P<label>[^<>\n]{0,2000}))?>")
_ESCAPED: Final = (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"))


def is_slack(item: object) -> bool:
    """Whether a value is an entry of a channel: of type `message`, with Slack's kind of time."""
    entry = as_mapping(item)
    at = entry.get("ts")
    return entry.get("type") == "message" and isinstance(at, str) and _TIME.fullmatch(at) is not None


def slack(items: Iterable[object]) -> Iterator[Conversation]:
    """The messages of people and bots; notices that someone joined and the like are left out."""
    entries = [as_mapping(item) for item in filter(is_slack, items)]
    names: dict[str, str] = {}
    for entry in entries:
        if isinstance(user := entry.get("user"), str) and (name := _real_name(entry)):
            names.setdefault(user, name)
    yield Conversation(None, _messages(entries, names))


def readable(text: str, names: Mapping[str, str]) -> str:
    """Slack's markup as plain words: mentions by name where it is known, links with their label before them."""

    def shown(found: re.Match[str]) -> str:
        sign, target, label = found["sign"], found["target"], found["label"] or ""
        if sign == "@":
            return "@" + (names.get(target) or label.removeprefix("@") or target)
        if sign == "#":
            return "#" + (label or target)
        if sign == "!":
            return label or "@" + target.partition("^")[0]
        address = target.removeprefix("mailto:")
        return f"{label} ({address})" if label and label not in (address, target) else address

    text = _MARKUP.sub(shown, text)
    for escaped, character in _ESCAPED:
        text = text.replace(escaped, character)
    return text


def _messages(entries: Iterable[Mapping[str, object]], names: Mapping[str, str]) -> Iterator[Message]:
    for entry in entries:
        kind = entry.get("subtype") or ""
        if isinstance(kind, str) and kind in _SPOKEN and (speaker := _speaker(entry, names)):
            yield Message(speaker, readable(as_words(entry.get("text")), names), as_moment(entry.get("ts")))


def _speaker(entry: Mapping[str, object], names: Mapping[str, str]) -> str:
    """The person's real name; else the name of a bot, else the id."""
    user = as_words(entry.get("user"))
    bot = as_words(entry.get("username")) or as_words(as_mapping(entry.get("bot_profile")).get("name"))
    return names.get(user) or bot or user or as_words(entry.get("bot_id"))


def _real_name(entry: Mapping[str, object]) -> str:
    profile = as_mapping(entry.get("user_profile"))
    return as_words(profile.get("real_name")) or as_words(profile.get("display_name"))
