"""Markdown notes: CommonMark with tables, wikilinks, tags and front matter, as text that reads plainly."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import PurePath
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from tsuzuri.core.document import BlockKind, Document, RecordKind
from tsuzuri.readers.decode import decode
from tsuzuri.readers.draft import Draft, Words
from tsuzuri.readers.front_matter import FrontMatter, split_front_matter
from tsuzuri.readers.media import MARKDOWN
from tsuzuri.readers.table import table_words
from tsuzuri.readers.wikilinks import WIKILINK, linked, with_links
from tsuzuri.text.normalise import display

_TAG = re.compile(r"(?<![\w/#&])#(?P<tag>[\w/-]*[^\W\d][\w/-]*)")
_LINE_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_INDENT: Final = "  "


def read_markdown(data: bytes, path: PurePath) -> Document:
    """A Markdown file.

    Emphasis, link targets and raw HTML with its comments are left out of the text; wikilinks show their alias or
    target; list items keep their marks. Front matter is a record at the head of the text, which begins with the title
    that its properties are about. Tags are the front matter's and the `#tags` of the text,
    without the `#`. The title is the front matter's, else the first heading of level 1, else the file's name.

    Raises:
        CannotRead: GARBLED or NO_TEXT.
    """
    decoded = decode(data)
    matter = split_front_matter(display(decoded.text))
    tokens = _parser().parse(matter.body)
    draft = Draft()
    walk = _Walk(draft)
    title = matter.title or walk.first_heading(tokens) or path.stem
    _add_front_matter(draft, matter, title)
    walk.blocks(tokens)
    return draft.finish(
        MARKDOWN,
        title=title,
        encoding=decoded.encoding,
        said=matter.said,
        tags=(*matter.tags, *walk.tags),
    )


def _add_front_matter(draft: Draft, matter: FrontMatter, title: str) -> None:
    if matter.title or matter.rows:
        rows = [(name, [with_links(value) for value in values]) for name, values in matter.rows]
        draft.add_record(RecordKind.NOTE, [("title", [Words(title)]), *rows])


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    parser.inline.ruler.before("link", "wikilink", _wikilink)
    return parser


def _wikilink(state: StateInline, silent: bool) -> bool:
    """The inline rule for `[[target]]`, `[[target|alias]]` and the embedding `![[target]]`."""
    found = WIKILINK.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not silent:
        token = state.push("wikilink", "", 0)
        token.meta = {"words": linked(found)}
    state.pos = found.end()
    return True


class _Walk:
    """Goes once through the parser's tokens and adds what it meets to the draft."""

    def __init__(self, draft: Draft) -> None:
        self.tags: list[str] = []
        self._draft = draft
        self._lists: list[int | None] = []
        """One for each list around: the next number, or None for bullets."""
        self._mark = ""

    def first_heading(self, tokens: Sequence[Token]) -> str:
        """The words of the first heading of level 1; empty when there is none."""
        for token, following in pairwise(tokens):
            if token.type == "heading_open" and token.tag == "h1":
                return self._words(following.children or ()).text
        return ""

    def blocks(self, tokens: Sequence[Token]) -> None:
        heading = 0
        tokens_left = iter(tokens)
        for token in tokens_left:
            match token.type:
                case "heading_open":
                    heading = int(token.tag[1:])
                case "heading_close":
                    heading = 0
                case "bullet_list_open":
                    self._lists.append(None)
                case "ordered_list_open":
                    self._lists.append(int(token.attrs.get("start", 1)))
                case "bullet_list_close" | "ordered_list_close":
                    self._lists.pop()
                case "list_item_open":
                    self._begin_item()
                case "fence" | "code_block":
                    self._draft.add(BlockKind.CODE, token.content)
                case "table_open":
                    self._draft.add(BlockKind.TABLE, table_words(self._rows(tokens_left)))
                case "inline":
                    self._text(self._words(token.children or ()), heading)

    def _begin_item(self) -> None:
        indent = _INDENT * (len(self._lists) - 1)
        number = self._lists[-1]
        self._mark = f"{indent}- " if number is None else f"{indent}{number}. "
        if number is not None:
            self._lists[-1] = number + 1

    def _text(self, words: Words, heading: int) -> None:
        if heading:
            self._draft.add(BlockKind.HEADING, words, level=heading)
            return
        if self._mark and words.text.strip():
            marked = Words.joined((Words(self._mark.lstrip()), words))
            self._draft.add(BlockKind.PARAGRAPH, marked, gap="\n" + self._mark[: -len(self._mark.lstrip())])
            self._mark = ""
        else:
            self._draft.add(BlockKind.PARAGRAPH, words)

    def _rows(self, tokens: Iterator[Token]) -> Iterator[list[Words]]:
        """The rows of a table whose opening token has been taken."""
        row: list[Words] = []
        for token in tokens:
            match token.type:
                case "inline":
                    row.append(self._words(token.children or ()))
                case "tr_close":
                    yield row
                    row = []
                case "table_close":
                    return

    def _words(self, tokens: Sequence[Token]) -> Words:
        return Words.joined(self._runs(tokens))

    def _runs(self, tokens: Sequence[Token]) -> Iterator[Words]:
        for token in tokens:
            match token.type:
                case "text":
                    self.tags.extend(found["tag"] for found in _TAG.finditer(token.content))
                    yield Words(token.content)
                case "code_inline":
                    yield Words(token.content)
                case "softbreak" | "hardbreak":
                    yield Words("\n")
                case "html_inline" if _LINE_BREAK.fullmatch(token.content):
                    yield Words("\n")
                case "image":
                    yield self._words(token.children or ())
                case "wikilink":
                    yield token.meta["words"]
