"""Who is meant: from names in a passage to entities of the library, without a model.

The ladder, first rung that holds: a name of the same document; a short form of the one name that the document has
given in full; a name of the library; else a new entity. Two names are the same if their keys are, with or without
honorific, title or company form. Only a short form inside one document ever joins two different keys: elsewhere the
same surname may be another person.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from tsuzuri.core.ids import ContentId, EntityId, PassageId
from tsuzuri.core.ports import GraphStore
from tsuzuri.core.values import Entity, EntityType, NameKind
from tsuzuri.extract.ground import Name
from tsuzuri.text.normalise import is_cjk, key

_TITLE_BEFORE = re.compile(r"^(?:mr|mrs|ms|miss|dr|prof|sir)\.?\s+", re.IGNORECASE)
_TITLE_AFTER = re.compile(
    r"(?<=.)(?<!副)(?:さん|さま|様|氏|先生|君|くん|ちゃん"
    r"|副?(?:部長|課長|係長|社長|会長|店長|工場長)|専務|常務|取締役|主任)$"
)
_COMPANY_FORM = re.compile(
    r"^(?:株式会社|有限会社|合同会社|一般社団法人)\s*|\s*(?:株式会社|有限会社|合同会社)$"
    r"|(?:,?\s+(?:inc|ltd|llc|co|corp|gmbh|ag|k\.?k|plc|limited|corporation)\.?)+$",
    re.IGNORECASE,
)
_DOCUMENT_NAMES = 200


def bare(name: str, type: str) -> str:
    """The name without honorific, title (of a person) or company form (of an organization); never empty."""
    if type == EntityType.PERSON:
        stripped = _TITLE_AFTER.sub("", _TITLE_BEFORE.sub("", name)).strip()
    elif type == EntityType.ORGANIZATION:
        stripped = _COMPANY_FORM.sub("", name).strip()
    else:
        return name
    return stripped if key(stripped) else name


def is_short_form(short: str, full: str, type: str) -> bool:
    """Whether one folded name can be a part of the other that people call by itself.

    For a person a given or family name; in Japanese without spaces a family name of two or more characters at the
    start. For an organization its first word or words.
    """
    if short == full or not short:
        return False
    if any(is_cjk(char) for char in full):
        return type == EntityType.PERSON and len(short) >= 2 and len(full) - len(short) <= 3 and full.startswith(short)
    words = full.split()
    if type == EntityType.PERSON:
        return short in words and len(words) > 1
    return type == EntityType.ORGANIZATION and len(short) > 2 and words[: len(short.split())] == short.split()


@dataclass(frozen=True, slots=True)
class Resolved:
    """An entity a name was resolved to, and whether it was made for it."""

    id: EntityId
    created: bool


@dataclass(slots=True)
class _Document:
    """What is known of a document's names.

    `entities` are those it has spoken of, by their key and type in it; `given` are the names the batch brings.
    """

    entities: dict[EntityId, tuple[str, EntityType]] = field(default_factory=dict)
    given: set[tuple[str, EntityType]] = field(default_factory=set)

    def of_key(self, *keys: str) -> EntityId | None:
        """The entity of that name; of several keys the first that has one."""
        found = (id_ for wanted in keys for id_, (own, _) in self.entities.items() if own == wanted)
        return next(found, None)

    def of_short_form(self, short: str, type: EntityType) -> EntityId | None:
        """The entity whose full name this is a part of, if the document gives one such name and has given it by now."""
        names = {*self.given, *self.entities.values()}
        fulls = {full for full, kind in names if kind is type and is_short_form(short, full, type)}
        return self.of_key(*fulls) if len(fulls) == 1 else None


@dataclass(slots=True)
class Resolver:
    """Resolves the names of one batch of passages inside its transaction; remembers what it has resolved."""

    graph: GraphStore
    now: datetime
    _by_key: dict[str, EntityId] = field(default_factory=dict)
    _own: set[tuple[EntityId, str]] = field(default_factory=set)
    _given: set[tuple[EntityId, str, PassageId]] = field(default_factory=set)
    _documents: dict[ContentId, _Document] = field(default_factory=dict)

    def prepare(
        self, names: Mapping[ContentId, Sequence[Name]], passages: Mapping[ContentId, Sequence[PassageId]]
    ) -> None:
        """Look up every name of the batch at once, and the names that its documents already have.

        `names` are those that will be resolved, `passages` all of each document.
        """
        every = {name for of_one in names.values() for name in of_one}
        wanted = {key(form) for name in every for form in (name.text, bare(name.text, name.type))}
        for folded, entities in self.graph.entities_by_key(sorted(wanted)).items():
            self._own |= {(entity.id, key(entity.name)) for entity in entities}
            own = [entity.id for entity in entities if not _is_short_name(folded, entity)]
            if own:
                self._by_key[folded] = own[0]
        for content_id, of_document in names.items():
            known = self.graph.names_in(passages[content_id], _DOCUMENT_NAMES)
            self._documents[content_id] = _Document(
                {entity.id: (key(entity.name), entity.type) for entity in known},
                {(key(bare(name.text, name.type)), EntityType(name.type)) for name in of_document},
            )

    def resolve(self, name: Name, content_id: ContentId, passage_id: PassageId) -> Resolved:
        """The entity that the name stands for in that document; by another name than its own it rests on the passage.

        Raises:
            ValueError: nothing of the name can be seen, so that any other such name would be the same.
        """
        kind = EntityType(name.type)
        plain = bare(name.text, kind)
        folded, stripped = key(name.text), key(plain)
        if not stripped:
            raise ValueError("a name of which nothing can be seen stands for nobody")
        document = self._documents.setdefault(content_id, _Document())
        known, short = document.of_key(folded, stripped), False
        if known is None:
            known = document.of_short_form(stripped, kind)
            short = known is not None
        if known is None:
            known = self._by_key.get(folded) or self._by_key.get(stripped)
        entity_id = known or self.graph.add_entity(plain, stripped, kind, self.now)
        if known is None:
            self._own.add((entity_id, stripped))
        if (entity_id, folded) not in self._own and (entity_id, folded, passage_id) not in self._given:
            how = NameKind.SHORT if short else NameKind.TITLED
            self.graph.add_alias(entity_id, name.text, folded, how, passage_id)
            self._given.add((entity_id, folded, passage_id))
        if not short:
            self._by_key.setdefault(stripped, entity_id)
            self._by_key.setdefault(folded, entity_id)
        document.entities.setdefault(entity_id, (stripped, kind))
        return Resolved(entity_id, known is None)


def _is_short_name(folded: str, entity: Entity) -> bool:
    """Whether an entity has a name only as a short form, which counts in the document that gave it."""
    kinds = (EntityType.PERSON, EntityType.ORGANIZATION)
    return any(is_short_form(key(bare(folded, kind)), key(entity.name), kind) for kind in kinds)
