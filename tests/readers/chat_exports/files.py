"""Invented exports, in the shapes that their programs write."""

import json
from collections.abc import Sequence
from pathlib import PurePath

from tests.readers.shapes import assert_well_formed, read_as_document
from tsuzuri.core.document import BlockKind, Document
from tsuzuri.readers.registry import read

Json = object


def document_of(export: Json, *, name: str = "conversations.json") -> Document:
    """What the registry makes of a value, or of the lines of a text."""
    text = export if isinstance(export, str) else json.dumps(export)
    document = read_as_document(read(text.encode(), PurePath(name)))
    assert_well_formed(document)
    return document


def is_chat(document: Document) -> bool:
    return any(block.kind is BlockKind.MESSAGE for block in document.blocks)


def spoken(document: Document) -> list[str]:
    """Each message as `time | speaker | text`."""
    return [
        f"{block.said.at:%Y-%m-%d %H:%M} | {block.speaker} | {block.span.of(document.text)}"
        if block.said
        else f"- | {block.speaker} | {block.span.of(document.text)}"
        for block in document.blocks
        if block.kind is BlockKind.MESSAGE
    ]


def chatgpt_node(
    role: str, parts: Sequence[Json], parent: str | None, *, at: float | None = None, **more: Json
) -> dict[str, Json]:
    content = {"content_type": "text", "parts": list(parts)}
    message = {"author": {"role": role}, "create_time": at, "content": content, "recipient": "all", "metadata": {}}
    return {"parent": parent, "children": [], "message": message | more}


def chatgpt_conversation(title: str, mapping: dict[str, Json], current: Json, **more: Json) -> dict[str, Json]:
    return {"title": title, "create_time": 1709633400.0, "mapping": mapping, "current_node": current} | more


def claude_message(sender: str, text: str, at: str = "2024-03-05T10:12:00.123456Z", **more: Json) -> dict[str, Json]:
    return {"uuid": "0", "sender": sender, "text": text, "created_at": at} | more


def slack_message(user: str, ts: str, text: str, real_name: str = "", **more: Json) -> dict[str, Json]:
    profile = {"user_profile": {"real_name": real_name}} if real_name else {}
    return {"type": "message", "user": user, "ts": ts, "text": text} | profile | more
