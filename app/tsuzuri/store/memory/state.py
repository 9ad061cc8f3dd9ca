"""Everything a store in memory holds, and how what loses its support goes."""

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from datetime import date, datetime
from typing import TYPE_CHECKING

from tsuzuri.core.agenda import Use, Weight
from tsuzuri.core.ids import (
    AskedId,
    CategoryId,
    ContentId,
    EntityId,
    FactId,
    PassageId,
    ReviewId,
    RootId,
    SourceId,
    SpaceId,
)
from tsuzuri.core.jobs import JobState
from tsuzuri.core.lexical import LexicalEntry, entity_entry
from tsuzuri.core.review import Item
from tsuzuri.core.roots import Root
from tsuzuri.core.summaries import Summary
from tsuzuri.core.supersession import Rules
from tsuzuri.core.values import (
    ContentDraft,
    EmbeddingSpace,
    EntityType,
    Evidence,
    FactDraft,
    Kind,
    Mention,
    NameKind,
    PassageDraft,
    Quarantined,
    SourceDraft,
    SourceState,
)
from tsuzuri.store.memory.asked_row import AskedRow
from tsuzuri.store.memory.category_rows import BuildRow, CategoryRow, without_entities
from tsuzuri.store.memory.proofs import drop_evidence
from tsuzuri.store.memory.united import prune

if TYPE_CHECKING:
    from tsuzuri.core.values import Vector


@dataclass(frozen=True, slots=True)
class SourceRow:
    """A source; `refusal` only without a content. `changed_at` is when it was first seen, or last seen changed."""

    draft: SourceDraft
    added_at: datetime
    changed_at: datetime
    refusal: SourceState | None = None
    reason: str = ""
    content_id: ContentId | None = None
    missing_since: datetime | None = None


@dataclass(frozen=True, slots=True)
class PassageRow:
    """A passage; `waits` until the model has read it or set it aside, `reason` once set aside."""

    content_id: ContentId
    draft: PassageDraft
    waits: bool = True
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class NameRow:
    """One of an entity's names; `kind` is None for its own, and others go with the last of `given_by`."""

    name: str
    key: str
    kind: NameKind | None
    given_by: frozenset[PassageId] = frozenset()


@dataclass(frozen=True, slots=True)
class EntityRow:
    """An entity; its own name is the first of `names`. `votes` are for one that was made as a concept, in order."""

    type: EntityType
    created_at: datetime
    names: tuple[NameRow, ...]
    votes: dict[PassageId, EntityType] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EvidenceRow:
    """Evidence, and what it made its fact believe."""

    fact_id: FactId
    evidence: Evidence
    belief: FactDraft


@dataclass(frozen=True, slots=True)
class QuarantineRow:
    """What was not let in, and when."""

    item: Quarantined
    added_at: datetime


@dataclass(frozen=True, slots=True)
class WeightRow:
    """A passage's weight; `said` once the model itself has read it."""

    weight: Weight
    said: bool


@dataclass(frozen=True, slots=True)
class JobRow:
    """A job; `modified` is when its file was changed, as it was known when it was queued."""

    priority: int
    modified: datetime
    queued_at: datetime
    state: JobState = JobState.WAITING
    tries: int = 0
    not_before: datetime | None = None
    reason: str = ""
    ms: int = 0

    @property
    def ready(self) -> bool:
        """Whether it may begin."""
        return self.state is JobState.WAITING and self.not_before is None


@dataclass(slots=True)
class State:
    """The tables. Rows are values, so that a copy of the dictionaries is a copy of the state."""

    last_id: dict[str, int] = field(default_factory=dict)
    sources: dict[SourceId, SourceRow] = field(default_factory=dict)
    contents: dict[ContentId, ContentDraft] = field(default_factory=dict)
    passages: dict[PassageId, PassageRow] = field(default_factory=dict)
    entities: dict[EntityId, EntityRow] = field(default_factory=dict)
    mentions: dict[Mention, int] = field(default_factory=dict)
    links: dict[Mention, str] = field(default_factory=dict)
    unlinked: dict[PassageId, None] = field(default_factory=dict)
    told: dict[ContentId, None] = field(default_factory=dict)
    changed_names: dict[str, None] = field(default_factory=dict)
    sweep: dict[str, int] = field(default_factory=lambda: {"names": 0, "swept": 0})
    facts: dict[FactId, FactDraft] = field(default_factory=dict)
    rules: dict[str, Rules] = field(default_factory=lambda: {"now": Rules()})
    evidence: dict[int, EvidenceRow] = field(default_factory=dict)
    quarantine: dict[int, QuarantineRow] = field(default_factory=dict)
    entries: dict[tuple[Kind, int], LexicalEntry] = field(default_factory=dict)
    spaces: dict[SpaceId, EmbeddingSpace] = field(default_factory=dict)
    vectors: dict[tuple[SpaceId, Kind, int], "Vector"] = field(default_factory=dict)
    wanted: dict[PassageId, int] = field(default_factory=dict)
    weights: dict[PassageId, WeightRow] = field(default_factory=dict)
    duplicates: dict[PassageId, PassageId] = field(default_factory=dict)
    sentences: dict[tuple[int, PassageId], bool] = field(default_factory=dict)
    use: dict[date, Use] = field(default_factory=dict)
    jobs: dict[SourceId, JobRow] = field(default_factory=dict)
    control: dict[str, bool] = field(default_factory=lambda: {"paused": False})
    roots: dict[RootId, Root] = field(default_factory=dict)
    excluded: dict[str, None] = field(default_factory=dict)
    builds: dict[str, BuildRow] = field(default_factory=dict)
    categories: dict[CategoryId, CategoryRow] = field(default_factory=dict)
    same_as: dict[EntityId, EntityId] = field(default_factory=dict)
    retracted: dict[FactId, datetime] = field(default_factory=dict)
    reconciled: dict[tuple[FactId, FactId], None] = field(default_factory=dict)
    blocks: dict[EntityId, frozenset[str]] = field(default_factory=dict)
    unmatched: dict[EntityId, None] = field(default_factory=dict)
    reviews: dict[ReviewId, Item] = field(default_factory=dict)
    summaries: dict[ContentId, tuple[frozenset[PassageId], Summary]] = field(default_factory=dict)
    asked: dict[AskedId, AskedRow] = field(default_factory=dict)

    def next_id(self, table: str) -> int:
        """A new id of a table, never given before."""
        self.last_id[table] = self.last_id.get(table, 0) + 1
        return self.last_id[table]

    def copy(self) -> "State":
        """A state that can change while this one stays."""
        return State(*(dict(getattr(self, table.name)) for table in fields(self)))

    def owners(self, kind: Kind) -> "dict[PassageId, PassageRow] | dict[EntityId, EntityRow] | dict[FactId, FactDraft]":
        """The table whose rows have index rows of that kind."""
        match kind:
            case Kind.PASSAGE:
                return self.passages
            case Kind.ENTITY:
                return self.entities
            case Kind.FACT:
                return self.facts

    def drop_unsupported(self, content_id: ContentId | None) -> None:
        """Let a content without source go, and everything that only it supported."""
        if content_id is None or any(source.content_id == content_id for source in self.sources.values()):
            return
        del self.contents[content_id]
        self.told.pop(content_id, None)
        self.drop_passages({id_ for id_, passage in self.passages.items() if passage.content_id == content_id})

    def drop_passages(self, gone: set[PassageId]) -> None:
        """Let passages go, and everything that only they supported."""
        self.passages = {id_: row for id_, row in self.passages.items() if id_ not in gone}
        self.quarantine = {id_: row for id_, row in self.quarantine.items() if row.item.passage_id not in gone}
        touched = {mention.entity_id for mention in self.mentions if mention.passage_id in gone}
        self.mentions = {mention: id_ for mention, id_ in self.mentions.items() if mention.passage_id not in gone}
        touched |= drop_evidence(self, [n for n, row in self.evidence.items() if row.evidence.passage_id in gone])
        self.drop_unspoken(touched)
        self._drop_support(gone)
        self._drop_links()
        self._drop_agenda(gone)
        self.asked = {id_: row for id_, row in self.asked.items() if not row.rests_on & gone}

    def drop_unspoken(self, touched: set[EntityId]) -> None:
        """Let those of these entities go of which nothing is said, and all that was about what is gone."""
        before = self._own_names()
        for entity_id in touched - self._spoken_of():
            self._drop_names({name.key for name in self.entities.pop(entity_id).names})
        self._leave_categories(before)
        prune(self)
        self._drop_links()
        self._drop_index_rows()

    def root(self, entity_id: EntityId) -> EntityId:
        """The root of an entity: what it is one with reads under that."""
        while entity_id in self.same_as:
            entity_id = self.same_as[entity_id]
        return entity_id

    def settle(self, passage_id: PassageId, *, waits: bool, reason: str | None = None) -> None:
        """Let a passage wait, or wait no longer; one that is gone is passed over."""
        if passage_id not in self.passages:
            return
        self.passages[passage_id] = replace(self.passages[passage_id], waits=waits, reason=reason)
        if not waits:
            self.wanted.pop(passage_id, None)
        elif passage_id in self.weights:
            self.weights[passage_id] = replace(self.weights[passage_id], said=False)

    def change_names(self, keys: Iterable[str]) -> None:
        """Note that names of those keys came, or have other bearers now."""
        self.changed_names |= dict.fromkeys(keys)
        self.sweep = {"names": self.sweep["names"] + 1, "swept": 0}

    def named(self) -> tuple[Mention, ...]:
        """Every mention, and every link that is not one."""
        return tuple(self.mentions | dict.fromkeys(self.links, 0))

    def retype(self, entity_id: EntityId, row: EntityRow) -> None:
        """Give an entity the type of the first vote for it; with another type it loses its vectors."""
        voted = next(iter(row.votes.values()), EntityType.CONCEPT)
        self.entities[entity_id] = replace(row, type=voted)
        if voted is not row.type:
            self.change_names(name.key for name in row.names)
            self.unmatched[entity_id] = None
            self.drop_vectors(Kind.ENTITY, entity_id)

    def _drop_support(self, gone: set[PassageId]) -> None:
        """Take from the entities that stay what only passages that went said of them: other names, and what they are.

        Full text follows.
        """
        for entity_id, row in self.entities.items():
            self.take_names(entity_id, gone)
            votes = {id_: vote for id_, vote in row.votes.items() if id_ not in gone}
            if votes != row.votes:
                self.retype(entity_id, replace(self.entities[entity_id], votes=votes))

    def take_names(self, entity_id: EntityId, passages: set[PassageId]) -> None:
        """Those passages give the entity no other name any more; one that only they gave goes."""
        row = self.entities[entity_id]
        lost = {name.key for name in row.names if name.given_by and name.given_by <= passages}
        names = tuple(replace(name, given_by=name.given_by - passages) for name in row.names if name.key not in lost)
        self.entities[entity_id] = replace(row, names=names)
        if lost:
            self._drop_names(lost)
            self.blocks.pop(entity_id, None)
            self.unmatched[entity_id] = None
            entry = entity_entry(entity_id, names[0].name, (name.name for name in names[1:]))
            self.entries[Kind.ENTITY, entity_id] = entry

    def _own_names(self) -> dict[int, str]:
        return {id_: row.names[0].name for id_, row in self.entities.items()} if self.categories else {}

    def _leave_categories(self, before: dict[int, str]) -> None:
        """Take entities that went out of the categories; `before` has the names of all there were."""
        kept = self._own_names()
        left = {id_: name for id_, name in before.items() if id_ not in kept}
        if left:
            self.categories = without_entities(self.categories, left, kept)

    def drop_vectors(self, kind: Kind, id_: int) -> None:
        """Drop what was embedded of a row."""
        self.vectors = {place: row for place, row in self.vectors.items() if place[1:] != (kind, id_)}

    def _drop_names(self, keys: set[str]) -> None:
        """Forget names that went, but those that others bear too."""
        borne = {name.key for row in self.entities.values() for name in row.names}
        self.changed_names = {name: None for name in self.changed_names if name not in keys - borne}
        self.change_names(keys & borne)

    def _drop_links(self) -> None:
        """Drop the links of passages and entities that went; a passage that loses one waits."""
        named = {(id_, name.key) for id_, row in self.entities.items() for name in row.names}
        bereft = {mention.passage_id for mention, key in self.links.items() if (mention.entity_id, key) not in named}
        self.unlinked |= dict.fromkeys(bereft)
        self.links = {
            mention: name
            for mention, name in self.links.items()
            if mention.passage_id in self.passages and (mention.entity_id, name) in named
        }
        self.unlinked = {id_: None for id_ in self.unlinked if id_ in self.passages}

    def _drop_agenda(self, gone: set[PassageId]) -> None:
        """Drop what is kept of passages that went; what was not asked for their sake waits again."""
        self.wanted = {id_: weight for id_, weight in self.wanted.items() if id_ not in gone}
        self.weights = {id_: row for id_, row in self.weights.items() if id_ not in gone}
        bereft = [id_ for id_, original in self.duplicates.items() if original in gone]
        self.duplicates = {
            id_: original for id_, original in self.duplicates.items() if id_ not in gone and original not in gone
        }
        were_asked = {print_ for (print_, id_), asked in self.sentences.items() if asked and id_ in gone}
        self.sentences = {(print_, id_): asked for (print_, id_), asked in self.sentences.items() if id_ not in gone}
        are_asked = {print_ for (print_, _), asked in self.sentences.items() if asked}
        unasked = [id_ for print_, id_ in self.sentences if print_ in were_asked - are_asked]
        for id_ in (*bereft, *(id_ for id_ in unasked if self.passages[id_].reason is None)):
            self.settle(id_, waits=True)

    def _spoken_of(self) -> set[EntityId]:
        spoken = {mention.entity_id for mention in self.mentions}
        for fact in self.facts.values():
            spoken |= {fact.subject_id} if fact.object_id is None else {fact.subject_id, fact.object_id}
        return spoken

    def _drop_index_rows(self) -> None:
        self.entries = {(kind, id_): row for (kind, id_), row in self.entries.items() if id_ in self.owners(kind)}
        self.vectors = {
            (space, kind, id_): row for (space, kind, id_), row in self.vectors.items() if id_ in self.owners(kind)
        }


class Box:
    """The committed state, and the one a transaction works on. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._owner: int | None = None
        self._committed = State()
        self._working = self._committed
        self._version = 0

    @property
    def version(self) -> int:
        """How many transactions were committed."""
        return self._version

    def read(self) -> State:
        """What the calling thread may see: its own transaction's state, or the committed one."""
        return self._working if self._owner == threading.get_ident() else self._committed

    def write(self) -> State:
        """The state to change.

        Raises:
            RuntimeError: the calling thread holds no transaction.
        """
        if self._owner != threading.get_ident():
            raise RuntimeError("writing needs a transaction")
        return self._working

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Work on a copy, which takes the place of the committed state if the body ends well.

        Raises:
            RuntimeError: this thread already holds a transaction.
        """
        if self._owner == threading.get_ident():
            raise RuntimeError("a transaction cannot be nested")
        with self._lock:
            self._working = self._committed.copy()
            self._owner = threading.get_ident()
            try:
                yield
                self._committed = self._working
                self._version += 1
            finally:
                self._owner = None
