"""The protocols that adapters implement. Stages receive them as constructor arguments."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from tsuzuri.core.agenda import Agenda
from tsuzuri.core.catalog import Catalog
from tsuzuri.core.categories import Categories
from tsuzuri.core.document import Document, Refusal
from tsuzuri.core.graph_edges import GraphEdges
from tsuzuri.core.history import History
from tsuzuri.core.identity import Identities
from tsuzuri.core.ids import EntityId, FactId, PassageId, SpaceId
from tsuzuri.core.jobs import Jobs
from tsuzuri.core.lexical import LexicalEntry, LexicalQuery
from tsuzuri.core.links import Links
from tsuzuri.core.orders import EntityOrder
from tsuzuri.core.review import Reviews
from tsuzuri.core.roots import Roots
from tsuzuri.core.selecting import Bounds, Table
from tsuzuri.core.summaries import Summaries
from tsuzuri.core.supersession import Rules
from tsuzuri.core.values import (
    EmbeddingSpace,
    Entity,
    EntityType,
    Evidence,
    Fact,
    FactDraft,
    Kind,
    Mention,
    NameKind,
    Page,
    Quarantined,
    Scored,
)

if TYPE_CHECKING:
    from tsuzuri.core.values import Vector, Vectors


class GraphStore(Protocol):
    """Entities, mentions, facts and their evidence."""

    def add_entity(self, name: str, key: str, type: EntityType, now: datetime) -> EntityId:
        """Create an entity; `key` is its name folded by `text.normalise.key`."""

    def add_alias(self, entity_id: EntityId, name: str, key: str, kind: NameKind, passage_id: PassageId) -> None:
        """A passage calls the entity by another name, which goes with the last passage that gave it.

        One with a key that the entity already has stays as it is, and rests on this passage too.
        """

    def vote_type(self, entity_id: EntityId, type: EntityType, passage_id: PassageId) -> bool:
        """A passage says what an entity is that was made as a concept; votes for others, or for one gone, are void.

        It has the type of its first vote, and is a concept again when it loses the last. A passage votes once. Tells
        whether this made it another type; a change of type drops the entity's vectors.

        Raises:
            ValueError: a concept is no vote.
        """

    def entities_by_key(self, keys: Iterable[str], *, members: bool = False) -> Mapping[str, tuple[Entity, ...]]:
        """Entities whose name or alias has each key; keys without one are absent. One query.

        With `members`, the members themselves and not their roots (see `core.identity`): for whoever writes.
        """

    def names_in(self, passage_ids: Sequence[PassageId], limit: int, *, members: bool = False) -> tuple[Entity, ...]:
        """Entities mentioned in those passages by those who read them, most mentioned first; links do not count.

        `members` as for `entities_by_key`.
        """

    def retract(self, fact_id: FactId, now: datetime | None) -> None:
        """A fact was wrong: it is unlearnt at that moment, and only seen by who asks what was believed before.

        None takes that back, and it is as it was. One that is gone is passed over.
        """

    def reconcile(self, one: FactId, other: FactId, both_hold: bool) -> None:
        """Two facts that dispute each other both hold: neither is shown as disputed by the other; or they do not."""

    def disputed(self, *, after: str | None = None, limit: int = 256) -> Page[Fact]:
        """The facts that another one disputes (`Fact.disputed_by`), in order of id."""

    def withdraw(self, fact_id: FactId, passage_id: PassageId, by: str) -> None:
        """What `by` found in a passage is no evidence of a fact any more; without any, it goes with what it alone held.

        Evidence that is gone is passed over.
        """

    def add_mentions(self, mentions: Iterable[Mention]) -> None:
        """Record mentions; one already there changes nothing."""

    def add_fact(self, draft: FactDraft, evidence: Evidence) -> FactId:
        """Write a fact with its evidence.

        A fact with the same ends, relation and validity gains the evidence instead, and the higher confidence; one
        that was retracted stays so.
        """

    def entity(self, entity_id: EntityId) -> Entity | None:
        """One entity, or None."""

    def entities(
        self,
        *,
        contains: str = "",
        type: EntityType | None = None,
        order: EntityOrder = EntityOrder.NAME,
        after: str | None = None,
        limit: int = 64,
    ) -> Page[Entity]:
        """Entities in an order; `contains` is a name's piece, folded by the caller like a key.

        Raises:
            ValueError: `after` is no cursor of a page.
        """

    def entities_by_id(self, ids: Sequence[EntityId], *, members: bool = False) -> tuple[Entity, ...]:
        """Those entities in the order asked; ids that are gone are left out. `members` as for `entities_by_key`."""

    def rules(self) -> Rules:
        """By which rules facts end one another."""

    def set_rules(self, rules: Rules) -> bool:
        """Let facts end one another by these rules from now on, those that are there too; whether they are others.

        `Fact.held` is up to date when the transaction ends, after this as after every other change. Of a relation
        without a rule a fact holds as its words say; at first none has one.
        """

    def facts_of(
        self,
        entity_id: EntityId,
        *,
        as_of: date | None = None,
        believed_on: datetime | None = None,
        limit: int = 200,
    ) -> tuple[Fact, ...]:
        """Facts in which the entity is subject or object, by the start of `held` (unknown last), then id.

        With `as_of` only those that held on that day. With `believed_on` only those learnt by that moment, and as they
        held by what was learnt then.
        """

    def facts(self, ids: Sequence[FactId], *, members: bool = False) -> tuple[Fact, ...]:
        """Those facts in the order asked, retracted ones too; ids that are gone are left out.

        One that says the same as another is that one. With `members`, each as it was written, between members and with
        its own evidence: for whoever writes, and for what is indexed.
        """

    def all_facts(self, *, after: str | None = None, limit: int = 256) -> Page[Fact]:
        """Every fact in order of id."""

    def evidence_of(self, fact_ids: Sequence[FactId]) -> Mapping[FactId, tuple[Evidence, ...]]:
        """The evidence of each fact, most confident first. One query."""

    def first_evidence(self, fact_ids: Sequence[FactId]) -> Mapping[FactId, Evidence]:
        """What stated each fact first: the words by which it is indexed. One query."""

    def facts_in(self, passage_ids: Sequence[PassageId], limit: int) -> tuple[Fact, ...]:
        """Facts for which those passages hold evidence, in order of id."""

    def mentions_of(
        self, entity_ids: Sequence[EntityId], *, limit_each: int = 20
    ) -> Mapping[EntityId, tuple[Mention, ...]]:
        """Mentions of each entity, latest said first. One query."""

    def quarantine(self, items: Iterable[Quarantined], now: datetime) -> None:
        """Keep what was not let in, with its reason."""

    def quarantined(self, limit: int = 200) -> tuple[Quarantined, ...]:
        """What was not let in, newest first."""

    def release(self, item: Quarantined) -> bool:
        """Keep that no longer; False if it was not kept."""


class LexicalIndex(Protocol):
    """Full text. Rows are keyed by (kind, id) and vanish with what they stand for."""

    def put(self, kind: Kind, entries: Iterable[LexicalEntry]) -> None:
        """Index or re-index these rows."""

    def match(self, kind: Kind, query: LexicalQuery, k: int) -> tuple[Scored, ...]:
        """The k best by BM25, best first; ties by id. A hit on a member of an entity is one on its root, once.

        An index may leave out, of many thousands of rows that match, those that were taken in first.
        """

    def among(self, kind: Kind, query: LexicalQuery, ids: Sequence[int]) -> frozenset[int]:
        """Which of those rows match. One query."""

    def frequencies(self, kind: Kind, tokens: Sequence[str]) -> tuple[int, ...]:
        """In how many rows each index token occurs."""

    def rebuild(self, kind: Kind, entries: Iterable[LexicalEntry]) -> None:
        """Throw the kind's index away and make it anew from canonical text."""


class VectorIndex(Protocol):
    """Embeddings and nearest neighbours by cosine. Rows are keyed by (space, kind, id) and vanish with their owner."""

    def find_space(self, spec: EmbeddingSpace) -> SpaceId | None:
        """The id of a space; None while nothing has been embedded in it."""

    def space(self, spec: EmbeddingSpace) -> SpaceId:
        """The id of a space, made on first use; making it needs a transaction."""

    def keep_only(self, space: SpaceId) -> None:
        """Drop every other space with all its vectors."""

    def put(self, space: SpaceId, kind: Kind, ids: Sequence[int], vectors: "Vectors") -> None:
        """Store unit vectors.

        Raises:
            ValueError: the dimension is not the space's, or a vector is not finite.
        """

    def missing(self, space: SpaceId, kind: Kind, limit: int) -> tuple[int, ...]:
        """Ids that exist but have no vector in the space, in order."""

    def vectors(self, space: SpaceId, kind: Kind, ids: Sequence[int]) -> "Mapping[int, Vector]":
        """The stored vector of each id; ids without one are absent. One query."""

    def nearest(self, space: SpaceId, kind: Kind, query: "Vector", k: int) -> tuple[Scored, ...]:
        """The k nearest by cosine similarity (-1..1), best first; ties by id. Hits are told as by `LexicalIndex`."""

    def rebuild(self) -> None:
        """Throw derived structures away and make them anew from the stored vectors."""


class Backend(Protocol):
    """A store: the indexes over one dataset, and the transaction that holds them together."""

    @property
    def catalog(self) -> Catalog:
        """Sources, contents, passages."""

    @property
    def graph(self) -> GraphStore:
        """Entities, mentions, facts."""

    @property
    def edges(self) -> GraphEdges:
        """What a search walks."""

    @property
    def links(self) -> Links:
        """Mentions that follow from names."""

    @property
    def lexical(self) -> LexicalIndex:
        """Full text."""

    @property
    def vectors(self) -> VectorIndex:
        """Embeddings."""

    @property
    def agenda(self) -> Agenda:
        """What waits for the model, and what reading has cost."""

    @property
    def jobs(self) -> Jobs:
        """Files that wait to be read."""

    @property
    def roots(self) -> Roots:
        """Watched folders."""

    @property
    def identities(self) -> Identities:
        """Which entities are one."""

    @property
    def reviews(self) -> Reviews:
        """What waits for a person's decision."""

    @property
    def categories(self) -> Categories:
        """The category hierarchy."""

    @property
    def summaries(self) -> Summaries:
        """What documents say in short."""

    @property
    def history(self) -> History:
        """What was asked, and what was answered."""

    def select(self, sql: str, bounds: Bounds) -> Table:
        """Run one SELECT over the views of `core.views`, and nothing else.

        Raises:
            UsageError: it is no such statement, or took more than it may.
            UnsupportedOperation: this store has no SQL.
        """

    def transaction(self) -> AbstractContextManager[None]:
        """All that is written inside is kept, or none of it. Writing outside of one raises RuntimeError. Not nested."""

    def data_version(self) -> int:
        """A number that changes when another connection, or this one, has committed."""

    def check(self) -> tuple[str, ...]:
        """What is wrong with the stored data, a sentence each; empty when all is well."""

    def scrub(self) -> None:
        """Rewrite what is kept on disk, so that nothing of what was deleted is left in its bytes.

        Slow on a large dataset (it copies all of it), and nobody writes meanwhile.

        Raises:
            RuntimeError: the calling thread holds a transaction.
            LibraryBusy: another process writes, or reads for longer than a few seconds: try again.
            OutOfSpace: there is no room for the copy.
        """

    def close(self) -> None:
        """Release the file. Idempotent."""


class Reader(Protocol):
    """Files to documents."""

    def read(self, path: Path) -> Document | Refusal:
        """Read one file. Never raises for what is in the file."""

    def close(self) -> None:
        """End the reading processes. Idempotent."""
