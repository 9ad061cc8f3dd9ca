"""Who is meant: from names in a passage to entities of the library, without a model.

The ladder, first rung that holds: a name of the same document; the name that this one stands for in it (see
`identity.within`); a name of the library; else a new entity. Two names are the same if their keys are, with or without
honorific, title or company form. Only inside one document are two different keys ever joined: elsewhere the same
surname may be another person. Of several that the library has by one name, the one is meant that the document has
already, else the one with the most in common with whom else it names, else the one that is mentioned most.
"""

from collections.abc import Container, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import datetime

from tsuzuri.core.ids import ContentId, EntityId, PassageId
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import Entity, EntityType, NameKind
from tsuzuri.extract.ground import Name
from tsuzuri.extract.identity.spelling import loose
from tsuzuri.extract.identity.titles import bare
from tsuzuri.extract.identity.within import Named, could_stand_for, one_each
from tsuzuri.text.normalise import key

_DOCUMENT_NAMES = 200

Explained = Iterable[tuple[str, str]]
"""The keys of names in brackets, each with that of the name they explain (see `identity.glosses`)."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """An entity a name was resolved to, and whether it was made for it."""

    id: EntityId
    created: bool


@dataclass(slots=True)
class _Document:
    """What is known of a document's names.

    `entities` are those it has spoken of, by their key in it; `full` the names that others stand for, by the keys of
    those; `meant` those of several bearers of a key in the library.
    """

    entities: dict[EntityId, str] = field(default_factory=dict)
    full: Mapping[str, Named] = field(default_factory=dict)
    meant: Mapping[str, EntityId] = field(default_factory=dict)

    def of_key(self, *keys: str) -> EntityId | None:
        """The entity of that name; of several keys the first that has one."""
        found = (id_ for wanted in keys for id_, own in self.entities.items() if own == wanted)
        return next(found, None)


@dataclass(slots=True)
class Resolver:
    """Resolves the names of one batch of passages inside its transaction; remembers what it has resolved."""

    backend: Backend
    now: datetime
    _library: dict[str, tuple[Entity, ...]] = field(default_factory=dict)
    _made: dict[str, EntityId] = field(default_factory=dict)
    _own: set[tuple[EntityId, str]] = field(default_factory=set)
    _given: set[tuple[EntityId, str, PassageId]] = field(default_factory=set)
    _documents: dict[ContentId, _Document] = field(default_factory=dict)

    def prepare(
        self,
        names: Mapping[ContentId, Sequence[Name]],
        passages: Mapping[ContentId, Sequence[PassageId]],
        explained: Mapping[ContentId, Explained] | None = None,
    ) -> None:
        """Look up every name of the batch at once, and the names that its documents already have.

        `names` are those that will be resolved, in their order, `passages` all of each document.
        """
        every = {name for of_one in names.values() for name in of_one}
        wanted = {key(form) for name in every for form in (name.text, bare(name.text, name.type))}
        for folded, entities in self.backend.graph.entities_by_key(sorted(wanted), members=True).items():
            self._own |= {(entity.id, key(entity.name)) for entity in entities}
            if own := tuple(entity for entity in entities if not _is_short_name(folded, entity)):
                self._library[folded] = own
        for content_id, of_document in names.items():
            known = self.backend.graph.names_in(passages[content_id], _DOCUMENT_NAMES, members=True)
            here = [
                *((one.name, one.type) for one in known),
                *((one.text, EntityType(one.type)) for one in of_document),
            ]
            self._documents[content_id] = _Document(
                {entity.id: key(entity.name) for entity in known},
                one_each(here, (explained or {}).get(content_id, ())),
            )
        self._choose(names)

    def resolve(self, name: Name, content_id: ContentId, passage_id: PassageId) -> Resolved:
        """The entity that the name stands for in that document; by another name than its own it rests on the passage.

        Raises:
            ValueError: nothing of the name can be seen, so that any other such name would be the same.
        """
        plain = bare(name.text, name.type)
        own = Named(plain, key(plain), loose(plain), EntityType(name.type))
        if not own.key:
            raise ValueError("a name of which nothing can be seen stands for nobody")
        document = self._documents.setdefault(content_id, _Document())
        folded = key(name.text)
        known, full = document.of_key(folded, own.key), own
        if known is None:
            full = document.full.get(own.key, own)
            keys = (folded, own.key) if full is own else (full.key,)
            known = document.of_key(full.key) or self._known(document, *keys)
        entity_id = known or self._add(full)
        if full is own:
            self._made.setdefault(folded, entity_id)
        self._call(entity_id, name.text, NameKind.TITLED if full is own else NameKind.SHORT, passage_id)
        document.entities.setdefault(entity_id, full.key)
        return Resolved(entity_id, known is None)

    def _add(self, name: Named) -> EntityId:
        entity_id = self.backend.graph.add_entity(name.text, name.key, name.type, self.now)
        self._made[name.key] = entity_id
        self._own.add((entity_id, name.key))
        return entity_id

    def _call(self, entity_id: EntityId, name: str, kind: NameKind, passage_id: PassageId) -> None:
        """A passage calls an entity so; by its own name it need not be told."""
        folded = key(name)
        if (entity_id, folded) not in self._own and (entity_id, folded, passage_id) not in self._given:
            self.backend.graph.add_alias(entity_id, name, folded, kind, passage_id)
            self._given.add((entity_id, folded, passage_id))

    def _known(self, document: _Document, *keys: str) -> EntityId | None:
        """Whom the library has by one of these names, for that document."""
        for folded in keys:
            if folded in document.meant:
                return document.meant[folded]
            if bearers := self._library.get(folded):
                return bearers[0].id
            if folded in self._made:
                return self._made[folded]
        return None

    def _choose(self, names: Mapping[ContentId, Sequence[Name]]) -> None:
        """Decide for each document whom of several bearers its names mean; asks of their neighbours once."""
        several = {folded: bearers for folded, bearers in self._library.items() if len(bearers) > 1}
        if not several:
            return
        near = self.backend.identities.neighbours(sorted({one.id for bearers in several.values() for one in bearers}))
        keys = {content_id: self._keys(content_id, of_one) for content_id, of_one in names.items()}
        found = self.backend.graph.entities_by_key(sorted(set[str]().union(*keys.values())))
        roots = {folded: bearers[0].id for folded, bearers in found.items() if len(bearers) == 1}
        for content_id, of_one in keys.items():
            document = self._documents[content_id]
            others = {roots[folded] for folded in of_one if folded in roots}
            document.meant = {
                folded: _likeliest(bearers, document.entities, near, others).id
                for folded, bearers in several.items()
                if folded in of_one
            }

    def _keys(self, content_id: ContentId, names: Sequence[Name]) -> set[str]:
        """The keys that a document's names are looked up by, and those of the names it had."""
        forms = {key(form) for name in names for form in (name.text, bare(name.text, name.type))}
        return forms | set(self._documents[content_id].entities.values())


def _likeliest(
    bearers: Iterable[Entity],
    spoken_of: Container[EntityId],
    near: Mapping[EntityId, frozenset[EntityId]],
    others: Set[EntityId],
) -> Entity:
    """Who of several bearers of a name a document means that names those others beside."""

    def rank(one: Entity) -> tuple[bool, int, int, int]:
        return one.id in spoken_of, len(near.get(one.id, frozenset()) & others), one.mentions, -one.id

    return max(bearers, key=rank)


def _is_short_name(folded: str, entity: Entity) -> bool:
    """Whether an entity has a name only as one that stands for its own in the document that gave it."""
    if key(bare(folded, entity.type)) == key(bare(entity.name, entity.type)) or folded == key(entity.name):
        return False
    given = next((alias for alias in entity.aliases if key(alias) == folded), folded)
    return could_stand_for(given, entity.name, entity.type)
