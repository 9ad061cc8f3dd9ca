"""Who is meant: from names in a passage to entities of the library, without a model.

The ladder, first rung that holds: the same key; the same key without honorific, title or company form; a short form
of a name that the same document gives in full; else a new entity. Only a short form inside one document ever joins
two different keys, and never an empty one.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from tsuzuri.core.ids import ContentId, EntityId, PassageId
from tsuzuri.core.ports import GraphStore
from tsuzuri.core.values import EntityType, NameKind
from tsuzuri.extract.ground import Name
from tsuzuri.text.normalise import is_cjk, key

_TITLE_BEFORE = re.compile(r"^(?:mr|mrs|ms|miss|dr|prof|sir)\.?\s+", re.IGNORECASE)
_TITLE_AFTER = re.compile(
    r"(?<=.)(?:さん|さま|様|氏|先生|君|くん|ちゃん|部長|課長|係長|社長|副社長|専務|常務|取締役|会長|店長|工場長|主任)$"
)
_COMPANY_FORM = re.compile(
    r"^(?:株式会社|有限会社|合同会社|一般社団法人)\s*|\s*(?:株式会社|有限会社|合同会社)$"
    r"|,?\s+(?:inc|ltd|llc|co|corp|gmbh|ag|k\.?k|plc|limited|corporation)\.?$",
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
class Resolver:
    """Resolves the names of one batch of passages inside its transaction; remembers what it has resolved."""

    graph: GraphStore
    now: datetime
    _by_key: dict[str, EntityId] = field(default_factory=dict)
    _in_document: dict[ContentId, dict[EntityId, tuple[str, EntityType]]] = field(default_factory=dict)

    def prepare(self, names: Iterable[Name], contents: dict[ContentId, Sequence[PassageId]]) -> None:
        """Look up every key of the batch, and the names its documents already have, in a few queries."""
        wanted = {key(form) for name in names for form in (name.text, bare(name.text, name.type))}
        for folded, entities in self.graph.entities_by_key(sorted(wanted)).items():
            self._by_key[folded] = entities[0].id
        for content_id, passages in contents.items():
            known = self.graph.names_in(passages, _DOCUMENT_NAMES)
            self._in_document[content_id] = {entity.id: (key(entity.name), entity.type) for entity in known}

    def resolve(self, name: Name, content_id: ContentId) -> Resolved:
        """The entity that the name stands for in that document."""
        kind_of = EntityType(name.type)
        folded, stripped = key(name.text), key(bare(name.text, name.type))
        known = self._by_key.get(folded) or self._by_key.get(stripped)
        kind = NameKind.TITLED if stripped != folded else NameKind.STATED
        if known is None and (found := self._full_name(stripped, kind_of, content_id)) is not None:
            known, kind = found, NameKind.SHORT
        created = known is None
        entity_id = (
            known if known is not None else self.graph.add_entity(bare(name.text, kind_of), stripped, kind_of, self.now)
        )
        if created:
            self._by_key[stripped] = entity_id
        if self._by_key.get(folded) != entity_id:
            self.graph.add_alias(entity_id, name.text, folded, kind)
            # A short form belongs to its document: elsewhere the same surname may be another person.
            if kind is not NameKind.SHORT:
                self._by_key[folded] = entity_id
        self._in_document.setdefault(content_id, {}).setdefault(entity_id, (stripped, kind_of))
        return Resolved(entity_id, created)

    def _full_name(self, short: str, type: EntityType, content_id: ContentId) -> EntityId | None:
        """The one entity of the document whose full name this is a part of; None if there are none or several."""
        found = [
            entity_id
            for entity_id, (full, full_type) in self._in_document.get(content_id, {}).items()
            if full_type is type and is_short_form(short, full, type)
        ]
        return found[0] if len(found) == 1 else None
