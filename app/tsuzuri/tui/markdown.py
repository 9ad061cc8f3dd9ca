"""Markdown with its marks in place, styled as what they mean: the characters stay where they are. Pure."""

import re
from pathlib import PurePath

from textual.content import Content

from tsuzuri.tui.theme import HEADING, QUIET, TITLE

_SUFFIXES = frozenset({".md", ".markdown"})
_BLOCKS = (
    (re.compile(r"^(#{1,6})[ ].+$", re.MULTILINE), TITLE, QUIET),
    (re.compile(r"^[ \t]*([-*+]|\d{1,9}[.)])(?= )", re.MULTILINE), "", HEADING),
    (re.compile(r"^[ ]{0,3}(>).*$", re.MULTILINE), "italic", QUIET),
)
"""What a line may begin with: how all of it looks, and how the mark does."""
_WORDS = (
    (re.compile(r"(?<![\w*])(\*\*)(?=\S)[^*\n]{1,400}(?<=\S)(\*\*)(?![\w*])"), "bold"),
    (re.compile(r"(?<![\w*])(\*)(?=[^\s*])[^*\n]{1,400}(?<=[^\s*])(\*)(?![\w*])"), "italic"),
    (re.compile(r"(`)[^`\n]{1,400}(`)"), "bold"),
    (re.compile(r"(\[)[^\]\[\n]{1,200}(\]\([^)\s]{1,400}\))"), "underline"),
)
"""What stands between two marks."""


def is_markdown(uri: str) -> bool:
    """Whether a source is Markdown, by its name."""
    return PurePath(uri).suffix.lower() in _SUFFIXES


def styled(content: Content) -> Content:
    """The text with headings, lists, quotes, emphasis, code and links styled, and their marks quiet."""
    text = content.plain
    for pattern, style, mark in _BLOCKS:
        for found in pattern.finditer(text):
            content = content.stylize(style, *found.span()) if style else content
            content = content.stylize(mark, *found.span(1))
    for pattern, style in _WORDS:
        for found in pattern.finditer(text):
            content = content.stylize(style, found.end(1), found.start(2))
            content = content.stylize(QUIET, *found.span(1)).stylize(QUIET, *found.span(2))
    return content
