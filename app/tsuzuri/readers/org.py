"""Org notes: headings, drawers, blocks, tables and lists, as text that reads plainly (Org Syntax, orgmode.org).

Own code, for the kept library (orgparse) knows headings and timestamps, but neither blocks nor emphasis, and gives no
places in the text; it is the oracle of the tests.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Final

from tsuzuri.core.document import BlockKind, Document, RecordKind, Said, SaidKind
from tsuzuri.readers.decode import decode
from tsuzuri.readers.draft import Draft, Row, Words
from tsuzuri.readers.media import ORG
from tsuzuri.readers.moments import moment
from tsuzuri.readers.org_inline import stamp_date, words_of
from tsuzuri.readers.table import table_words
from tsuzuri.text.normalise import display

_HEADING = re.compile(r"(?P<stars>\*+)[ \t]+(?P<words>.*)")
_PRIORITY = re.compile(r"^\[#[A-Za-z0-9]{1,2}\][ \t]*")
_HEADING_TAGS = re.compile(r"(?:^|(?<=[ \t])):(?P<tags>[\w@#%:]+):$")
_KEYWORD = re.compile(r"[ \t]*#\+(?P<name>[^\s:]+):[ \t]*(?P<value>.*)")
_BLOCK_EDGE = re.compile(r"[ \t]*#\+(?P<edge>BEGIN|END)_(?P<name>\S+).*", re.IGNORECASE)
_DRAWER = re.compile(r"[ \t]*:(?P<name>[\w-]+):[ \t]*")
_PROPERTY = re.compile(r"[ \t]*:(?P<name>[^\s:]+):(?P<value>(?:[ \t].*)?)")
_PROPERTIES: Final = "PROPERTIES"
_END: Final = "END"
_COMMENT = re.compile(r"[ \t]*#(?: .*)?")
_FIXED = re.compile(r"[ \t]*:(?: (?P<words>.*))?")
_TABLE_LINE = re.compile(r"[ \t]*\|(?P<cells>.*)")
_ITEM = re.compile(r"(?P<indent>[ \t]*)(?P<item>(?:[-+]|(?<=[ \t])\*|\d+[.)])[ \t]+.*)")
_PLANNING = re.compile(r"[ \t]*(?:SCHEDULED|DEADLINE|CLOSED):.*")
_RULE = re.compile(r"[ \t]*-{5,}[ \t]*")
_CLOCK = re.compile(r"[ \t]*CLOCK:.*")
_ESCAPED = re.compile(r"^([ \t]*),(?=,*(?:\*|#\+))", re.MULTILINE)
_QUOTED_OR_WORD = re.compile(r'"(?P<quoted>[^"]+)"|(?P<word>\S+)')

_CODE_BLOCKS = frozenset({"src", "example"})
_HIDDEN_BLOCKS = frozenset({"comment", "export"})
_SHOWN_KEYWORDS = frozenset({"caption"})
_TODO_KEYWORDS = frozenset({"todo", "seq_todo", "typ_todo"})
_STATED = frozenset({"subtitle", "author", "email", "date", "description", "keywords"})
_MACHINE_PROPERTIES = frozenset({"id", "custom_id", "visibility", "columns", "cookie_data", "ordered"})
_ALIASES = frozenset({"roam_aliases", "aliases"})
_LOWEST_LEVEL: Final = 6


def read_org(data: bytes, path: PurePath) -> Document:
    """An Org file.

    What it states of itself, keywords such as `#+TITLE:` and a drawer before the first heading, is a record at the
    head of the text. A heading keeps its state (TODO) and shows its tags as
    `#tag`; the properties under it are a paragraph. Comments, exported markup, clock lines and settings are left out.
    The title is the stated one, else the file's name.

    Raises:
        CannotRead: GARBLED or NO_TEXT.
    """
    decoded = decode(data)
    # A zero-width space bounds emphasis in text without spaces; the draft drops it later.
    text = "\u200b".join(map(display, decoded.text.split("\u200b")))
    file = _File(text.split("\n"))
    draft = Draft()
    title = " ".join(file.stated("title")) or path.stem
    rows = list(file.rows())
    if rows or file.stated("title"):
        draft.add_record(RecordKind.NOTE, [("title", [Words(title)]), *rows])
    _Walk(draft, file).run()
    at = next(filter(None, (moment(stamp_date(date)) for date in file.stated("date"))), None)
    return draft.finish(
        ORG,
        title=title,
        encoding=decoded.encoding,
        said=Said(at, SaidKind.FRONT_MATTER) if at else None,
        tags=file.tags,
    )


@dataclass(slots=True)
class _File:
    """The lines of a file and what can only be known from all of them.

    `tags` begins with those of the file; `headings` and `ends` are numbers of lines.
    """

    lines: Sequence[str]
    keywords: list[tuple[str, str]] = field(default_factory=list)
    properties: list[tuple[str, str]] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    states: set[str] = field(default_factory=lambda: {"TODO", "DONE"})
    headings: list[int] = field(default_factory=list)
    ends: dict[str, list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for number, line in enumerate(self.lines):
            if _HEADING.fullmatch(line):
                self.headings.append(number)
            elif keyword := _KEYWORD.fullmatch(line):
                self._note(keyword["name"].lower(), keyword["value"].strip())
            elif (edge := _BLOCK_EDGE.fullmatch(line)) and edge["edge"].upper() == _END:
                self.ends.setdefault(edge["name"].lower(), []).append(number)
            elif not self.headings and (drawer := _DRAWER.fullmatch(line)) and drawer["name"].upper() == _PROPERTIES:
                self.properties += self.drawer(number + 1)[0]

    def stated(self, name: str) -> list[str]:
        """The values of a keyword, in order."""
        return [value for key, value in self.keywords if key == name and value]

    def rows(self) -> Iterator[Row]:
        """What the file states of itself but its title: keywords, tags, properties."""
        for name, value in self.keywords:
            if name in _STATED:
                yield name, [words_of(value)]
        if self.tags:
            yield "tags", [Words(tag) for tag in self.tags]
        for name, value in self.properties:
            is_aliases = name.lower() in _ALIASES
            values = _listed(value) if is_aliases else [value]
            yield ("aliases" if is_aliases else name), [words_of(each) for each in values]

    def drawer(self, begin: int) -> tuple[list[tuple[str, str]], int]:
        """The properties of a drawer and the line behind it; nothing and `begin` if it is none."""
        properties: list[tuple[str, str]] = []
        for number in range(begin, self.section_end(begin - 1)):
            found = _PROPERTY.fullmatch(self.lines[number])
            name = found["name"].upper() if found else _PROPERTIES
            if found is None or name == _PROPERTIES:
                break
            if name == _END:
                return properties, number + 1
            if (value := found["value"].strip()) and name.lower() not in _MACHINE_PROPERTIES:
                properties.append((found["name"], value))
        return [], begin

    def block_end(self, begin: int, name: str) -> int | None:
        """The line that ends a block: the next of its name, if no heading comes before it."""
        ends = self.ends.get(name.lower(), [])
        at = bisect_left(ends, begin)
        return ends[at] if at < len(ends) and ends[at] < self.section_end(begin - 1) else None

    def section_end(self, line: int) -> int:
        """The number of the next heading after a line, or that of the lines."""
        at = bisect_left(self.headings, line + 1)
        return self.headings[at] if at < len(self.headings) else len(self.lines)

    def _note(self, name: str, value: str) -> None:
        self.keywords.append((name, value))
        if name == "filetags":
            self.tags += [tag for tag in re.split(r"[:\s]+", value) if tag]
        elif name in _TODO_KEYWORDS:
            self.states |= {word.partition("(")[0] for word in value.split()} - {"|", ""}


class _Walk:
    """Goes once through the lines and adds what it meets to the draft."""

    def __init__(self, draft: Draft, file: _File) -> None:
        self._draft = draft
        self._file = file
        self._at = 0
        self._text: list[str] = []
        """Lines of the paragraph or list item that is being read."""
        self._item = ""
        """The white space before the list item that is being read, after a line feed; empty outside of one."""

    def run(self) -> None:
        """Add all lines."""
        while self._at < len(self._file.lines):
            line = self._file.lines[self._at]
            self._at += 1
            if heading := _HEADING.fullmatch(line):
                self._heading(heading)
            elif not self._element(line):
                self._words(line)
        self._flush()

    def _element(self, line: str) -> bool:
        """Take a line, and those that belong to it, if it is more than words."""
        if edge := _BLOCK_EDGE.fullmatch(line):
            self._block(edge)
        elif keyword := _KEYWORD.fullmatch(line):
            self._flush()
            if keyword["name"].lower() in _SHOWN_KEYWORDS:
                self._draft.add(BlockKind.PARAGRAPH, words_of(keyword["value"]))
        elif drawer := _DRAWER.fullmatch(line):
            self._drawer(drawer["name"])
        elif _TABLE_LINE.fullmatch(line):
            self._at -= 1
            self._flush()
            self._draft.add(BlockKind.TABLE, table_words(_row(cells) for cells in self._run_of(_TABLE_LINE, "cells")))
        elif _FIXED.fullmatch(line):
            self._at -= 1
            self._flush()
            self._draft.add(BlockKind.CODE, "\n".join(self._run_of(_FIXED, "words")))
        elif _PLANNING.fullmatch(line):
            self._flush()
            self._draft.add(BlockKind.PARAGRAPH, words_of(line))
        elif _RULE.fullmatch(line):
            self._flush()
        else:
            return any(pattern.fullmatch(line) for pattern in (_COMMENT, _CLOCK))
        return True

    def _heading(self, found: re.Match[str]) -> None:
        self._flush()
        words = found["words"].strip()
        tagged = _HEADING_TAGS.search(words)
        tags = [tag for tag in tagged["tags"].split(":") if tag] if tagged else []
        words = words[: tagged.start()].rstrip() if tagged else words
        state, _, rest = words.partition(" ")
        title = (
            f"{state} {_PRIORITY.sub('', rest.lstrip())}" if state in self._file.states else _PRIORITY.sub("", words)
        )
        self._file.tags += tags
        shown = Words.joined((words_of(title.rstrip()), *(Words(f" #{tag}") for tag in tags)))
        self._draft.add(BlockKind.HEADING, shown, level=min(len(found["stars"]), _LOWEST_LEVEL))

    def _block(self, edge: re.Match[str]) -> None:
        """A block of code is taken whole, a hidden one dropped; of any other only the two lines around it go."""
        self._flush()
        name = edge["name"].lower()
        if name not in _CODE_BLOCKS | _HIDDEN_BLOCKS or edge["edge"].upper() == _END:
            return
        end = self._file.block_end(self._at, name)
        if end is None:
            return
        if name in _CODE_BLOCKS:
            self._draft.add(BlockKind.CODE, _ESCAPED.sub(r"\1", "\n".join(self._file.lines[self._at : end])))
        self._at = end + 1

    def _drawer(self, name: str) -> None:
        """Properties under a heading are a paragraph; of another drawer only the two lines around it go."""
        self._flush()
        if name.upper() != _PROPERTIES:
            return
        properties, end = self._file.drawer(self._at)
        if self._file.headings and self._at > self._file.headings[0]:
            lines = (Words.joined((Words(f"{name}: "), words_of(value))) for name, value in properties)
            self._draft.add(BlockKind.PARAGRAPH, Words.joined(lines, "\n"))
        self._at = end

    def _run_of(self, pattern: re.Pattern[str], group: str) -> Iterator[str]:
        """The group in each of the lines, from the present one, that the pattern fits."""
        while self._at < len(self._file.lines) and (found := pattern.fullmatch(self._file.lines[self._at])):
            self._at += 1
            yield found[group] or ""

    def _words(self, line: str) -> None:
        item = _ITEM.fullmatch(line)
        if item or not line.strip() or (self._item and not line.startswith((" ", "\t"))):
            self._flush()
        if item:
            self._item = "\n" + item["indent"]
            self._text.append(item["item"])
        elif line.strip():
            self._text.append(line.strip())

    def _flush(self) -> None:
        """Add the paragraph or item that has been read."""
        if self._text:
            self._draft.add(BlockKind.PARAGRAPH, words_of("\n".join(self._text)), gap=self._item or "\n\n")
        self._text.clear()
        self._item = ""


def _row(cells: str) -> list[Words]:
    """The cells of a table's line; a line that only divides has none."""
    if cells.startswith("-"):
        return []
    return [words_of(cell.strip()) for cell in cells.removesuffix("|").rstrip().removesuffix("|").split("|")]


def _listed(value: str) -> list[str]:
    return [found["quoted"] or found["word"] for found in _QUOTED_OR_WORD.finditer(value)]
