"""What a reader makes of a file: its text, where things stand in it, and what it says of itself."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Half-open range of characters (code points), `0 <= start <= end`.

    Raises:
        ValueError: the range is negative or reversed.
    """

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ValueError(f"not a span: {self.start}..{self.end}")

    def __len__(self) -> int:
        return self.end - self.start

    def of(self, text: str) -> str:
        """The characters of `text` that the span covers."""
        return text[self.start : self.end]

    def shift(self, by: int) -> "Span":
        """The same span, `by` characters later."""
        return Span(self.start + by, self.end + by)

    def contains(self, other: "Span") -> bool:
        """Whether `other` lies wholly inside."""
        return self.start <= other.start and other.end <= self.end

    def overlaps(self, other: "Span") -> bool:
        """Whether the two share a character."""
        return self.start < other.end and other.start < self.end


class BlockKind(StrEnum):
    """What a stretch of text is in its document."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    MESSAGE = "message"
    TABLE = "table"
    CODE = "code"
    PROPERTIES = "properties"
    """Lines `name: value` that a file states of itself: front matter, mail headers, a calendar entry, a card."""


class SaidKind(StrEnum):
    """Where a passage's reference date comes from, most trusted first."""

    MESSAGE = "message"
    FRONT_MATTER = "front_matter"
    METADATA = "metadata"
    HEADING = "heading"
    FILE_NAME = "file_name"
    FILE_TIME = "file_time"


@dataclass(frozen=True, slots=True)
class Said:
    """When a text was written or a message sent.

    `at` is an aware UTC datetime; a bare date is its midnight.
    """

    at: datetime
    kind: SaidKind


@dataclass(frozen=True, slots=True)
class Block:
    """One heading, paragraph, message, table or code listing of a document.

    `level` is 1 to 6 for a heading, else 0. `speaker` and `said` belong to messages.
    """

    kind: BlockKind
    span: Span
    level: int = 0
    speaker: str | None = None
    said: Said | None = None


class PlaceKind(StrEnum):
    """The unit in which a format counts its places."""

    PAGE = "page"
    SLIDE = "slide"
    SHEET = "sheet"
    CHAPTER = "chapter"
    MEMBER = "member"
    ROW = "row"


@dataclass(frozen=True, slots=True)
class Place:
    """A page, slide, sheet, chapter, member or row of the original and the text that came from it."""

    kind: PlaceKind
    label: str
    span: Span


@dataclass(frozen=True, slots=True)
class Property:
    """One value of a property, as it is written at `span` of the document's text: `role`, `designer`."""

    name: str
    value: str
    span: Span


class RecordKind(StrEnum):
    """What the properties of a record are stated of."""

    NOTE = "note"
    MAIL = "mail"
    EVENT = "event"
    TASK = "task"
    CARD = "card"


@dataclass(frozen=True, slots=True)
class Record:
    """Properties of one thing: a note's front matter, the headers of a mail, an entry of a calendar, a card.

    They stand in order in one block of kind `PROPERTIES`; a list gives a property for each of its values.
    """

    kind: RecordKind
    properties: tuple[Property, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """A wikilink `[[target|alias]]`; `span` covers the words that show it in the text."""

    target: str
    span: Span


@dataclass(frozen=True, slots=True)
class Document:
    """A file as text.

    `text` is NFC, its lines ended by a line feed. `blocks` are in order and do not overlap; text between them
    is white space. `places` are in order; a format without places (plain text) has none and is located by line.
    `language` is an ISO 639-1 code, or empty when unknown. `encoding` names what the bytes were decoded from (a Python
    codec; two of them by "+" where lines differ, or by "/" where the first had been taken for the second), with a
    confidence of 0 to 1; both are empty where the format has its own. `remarks` say what of the file was not read, one
    sentence each, for a person and without file content; with any the file is *partly read*.
    """

    text: str
    media_type: str
    blocks: tuple[Block, ...] = ()
    places: tuple[Place, ...] = ()
    title: str = ""
    language: str = ""
    encoding: str = ""
    encoding_confidence: float = 0.0
    said: Said | None = None
    records: tuple[Record, ...] = ()
    tags: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()
    remarks: tuple[str, ...] = ()


class RefusalReason(StrEnum):
    """Why a file did not become a document. Each is a state that the person sees."""

    UNREADABLE = "unreadable"
    UNSUPPORTED = "unsupported"
    BROKEN = "broken"
    PROTECTED = "protected"
    EMPTY = "empty"
    NO_TEXT = "no_text"
    GARBLED = "garbled"
    TOO_LARGE = "too_large"
    TIMED_OUT = "timed_out"
    OUT_OF_MEMORY = "out_of_memory"
    CRASHED = "crashed"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A file that was not read, and why. `detail` is one sentence for a person, without file content."""

    reason: RefusalReason
    detail: str
