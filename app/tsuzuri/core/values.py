"""The nouns of the memory: sources, passages, entities, mentions, facts, evidence. All frozen."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Generic, TypeVar

from tsuzuri.core.document import Place, Said, Span
from tsuzuri.core.ids import ContentId, EntityId, FactId, PassageId, SourceId
from tsuzuri.core.literals import ValueForm, ValueType
from tsuzuri.core.temporal import Interval

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector = NDArray[np.float32]
    """One unit-length embedding, shape (dimension,)."""
    Vectors = NDArray[np.float32]
    """Embeddings, shape (n, dimension), each row of unit length."""

T = TypeVar("T")


class SourceState(StrEnum):
    """How far a source has come. `REFUSED` and `NO_TEXT` carry a reason."""

    QUEUED = "queued"
    SEARCHABLE = "searchable"
    UNDERSTOOD = "understood"
    NO_TEXT = "no_text"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class SourceDraft:
    """A file that was found. `uri` is its absolute path; `size` in bytes."""

    uri: str
    size: int
    modified: datetime


@dataclass(frozen=True, slots=True)
class Source:
    """A file that entered the dataset. Identity is `uri`; the version is its content."""

    id: SourceId
    uri: str
    size: int
    modified: datetime
    state: SourceState
    reason: str
    content_id: ContentId | None
    title: str
    media_type: str
    language: str
    said: Said | None
    added_at: datetime
    passages: int
    pending: int
    """Passages that the model has not read yet."""
    facts: int
    """Facts for which this source holds evidence."""
    missing_since: datetime | None = None
    """Since when the file is not found where it was; it stays searchable."""
    encoding_confidence: float = 1.0
    remarks: tuple[str, ...] = ()
    """What could not be read of it; a source with remarks is partly read."""


@dataclass(frozen=True, slots=True)
class KnownFile:
    """What is known of a file without reading it. `sha256` is of the bytes that were read last (32 bytes)."""

    id: SourceId
    uri: str
    size: int
    modified: datetime
    sha256: bytes | None
    missing_since: datetime | None


@dataclass(frozen=True, slots=True)
class ContentDraft:
    """A document's text, to be stored once however many sources hold it.

    `sha256` is of the file's bytes (32 bytes). `encoding_confidence` is in 0..1, 1 where nothing had to be decoded;
    `remarks` say what could not be read of it.
    """

    sha256: bytes
    text: str
    media_type: str
    title: str
    language: str
    encoding: str
    said: Said | None
    places: tuple[Place, ...] = ()
    encoding_confidence: float = 1.0
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PassageDraft:
    """A piece of a document that is indexed, cited and given to the model.

    `span` is into the document's text and `text` is exactly what it covers. `heading` is the path of headings
    above it, joined by " > ". `locator` says where, for a person ("page 3", "line 12").
    """

    ordinal: int
    span: Span
    text: str
    heading: str = ""
    locator: str = ""
    speaker: str = ""
    said: Said | None = None


@dataclass(frozen=True, slots=True)
class Passage:
    """A stored passage with what is needed to show and to date it. `source_id` is its first source."""

    id: PassageId
    content_id: ContentId
    source_id: SourceId
    source_uri: str
    title: str
    ordinal: int
    span: Span
    text: str
    heading: str
    locator: str
    speaker: str
    said: Said | None


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The passages before and after one in its document; None at its ends."""

    before: PassageId | None
    after: PassageId | None


@dataclass(frozen=True, slots=True)
class Revised:
    """What became of a content whose file has changed.

    `ids` are those of its passages now, in order; `fresh` the ordinals of those that were not there before. Passages
    that were kept have to be indexed again only if the document was `retitled`.
    """

    content_id: ContentId
    ids: tuple[PassageId, ...]
    fresh: frozenset[int]
    retitled: bool


class EntityType(StrEnum):
    """The six kinds of entity (Mnemis 2.1, with *organization* apart from *concept*)."""

    PERSON = "person"
    ORGANIZATION = "organization"
    PLACE = "place"
    CONCEPT = "concept"
    THING = "thing"
    EVENT = "event"


class NameKind(StrEnum):
    """How an alias came to be known."""

    STATED = "stated"
    SHORT = "short"
    TITLED = "titled"


@dataclass(frozen=True, slots=True)
class Entity:
    """A person, organization, place, concept, thing or event. `aliases` exclude `name`."""

    id: EntityId
    name: str
    type: EntityType
    aliases: tuple[str, ...]
    facts: int
    mentions: int
    last_said: datetime | None


@dataclass(frozen=True, slots=True)
class Mention:
    """An entity's name at a span of a passage's text (relative to the passage)."""

    entity_id: EntityId
    passage_id: PassageId
    span: Span


class FactStatus(StrEnum):
    """Whether a fact is believed."""

    CURRENT = "current"
    SUPERSEDED = "superseded"
    RETRACTED = "retracted"


@dataclass(frozen=True, slots=True)
class FactDraft:
    """A fact ready to be written: exactly one of `object_id` and `value` is given.

    The three clocks: `valid` when it was true, `said` when its source said so, `learnt_at` when we recorded it.
    `confidence` is in 0..1. `value` is the words as they stand; `form` is what they mean, text where it is left out.
    """

    subject_id: EntityId
    relation: str
    object_id: EntityId | None
    value: str
    valid: Interval
    said: Said | None
    learnt_at: datetime
    confidence: float
    form: ValueForm | None = None

    @property
    def value_form(self) -> ValueForm | None:
        """Type and normal form of the value, by which facts are compared; None where the object is an entity."""
        return (self.form or ValueForm(ValueType.TEXT, self.value)) if self.value else None


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where a passage states a fact. Spans are into the passage's text.

    `statement` covers the sentence(s); `subject`, `object` and `time` lie verbatim inside the passage;
    `time` is None when the fact carries no words of time. `by` names the rule or model and its version.
    """

    passage_id: PassageId
    statement: Span
    subject: Span
    object: Span
    time: Span | None
    confidence: float
    by: str


@dataclass(frozen=True, slots=True)
class Fact:
    """A stored fact with the names of its ends.

    `object_name` is the value where there is no object entity, and `form` is then its type and normal form. `valid` is
    when it was true by its own words, `held` by all that is known: it is cut short by the fact that closed it
    (`closed_by`). `disputed_by` cannot be true together with it (see `core.supersession`).
    """

    id: FactId
    subject_id: EntityId
    subject_name: str
    relation: str
    object_id: EntityId | None
    object_name: str
    valid: Interval
    held: Interval
    said: Said | None
    learnt_at: datetime
    unlearnt_at: datetime | None
    confidence: float
    status: FactStatus
    evidence: int
    form: ValueForm | None = None
    closed_by: FactId | None = None
    disputed_by: FactId | None = None

    @property
    def predicate(self) -> str:
        """The relation and its object in words: "works at Lumen AG"."""
        return f"{self.relation.replace('_', ' ')} {self.object_name}"

    @property
    def statement(self) -> str:
        """The fact in words: "Ken Ito works at Lumen AG"."""
        return f"{self.subject_name} {self.predicate}"


@dataclass(frozen=True, slots=True)
class Quarantined:
    """A line of the model's that was not let in, and why."""

    passage_id: PassageId
    line: str
    reason: str
    by: str


@dataclass(frozen=True, slots=True)
class EmbeddingSpace:
    """What makes vectors comparable. Two spaces that differ in any field never mix."""

    model: str
    revision: str
    dimension: int
    query_prefix: str
    passage_prefix: str


@dataclass(frozen=True, slots=True)
class Nearness:
    """From which cosine on a text says something to a query, in one space.

    `description` is for a question or several words that describe what is sought, `words` for a few that name it.
    `short` is added where the text is as short as a name: two short texts are near each other by their shortness.
    """

    description: float
    words: float
    short: float


class Kind(StrEnum):
    """What an index row or a hit stands for."""

    PASSAGE = "passage"
    ENTITY = "entity"
    FACT = "fact"


@dataclass(frozen=True, slots=True)
class Scored:
    """An id of some `Kind` with a score; higher is better."""

    id: int
    score: float


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """A page of a keyset-ordered list. `after` continues it; None at the end."""

    items: tuple[T, ...]
    after: str | None


@dataclass(frozen=True, slots=True)
class Counts:
    """How much a dataset holds.

    `pending` passages wait for the model; `duplicates` say the same as one it has read. `missing` sources were not
    found at the last look.
    """

    sources: int
    refused: int
    passages: int
    pending: int
    set_aside: int
    entities: int
    facts: int
    mentions: int
    quarantined: int
    vectors: int
    duplicates: int = 0
    missing: int = 0

    @property
    def unembedded(self) -> int:
        """Texts without a vector. There is one space of vectors, that of the embedder that fills it."""
        return max(0, self.passages + self.entities + self.facts - self.vectors)


@dataclass(frozen=True, slots=True)
class Grown:
    """How many of the sources and of the facts that there are came on a day in UTC."""

    day: date
    sources: int
    facts: int
