"""Who is meant, apart from the model: the marked names of a document through the product's own resolver."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime

from tests.eval.documents import GoldDocument
from tsuzuri.core.document import Span
from tsuzuri.core.ids import ContentId, EntityId
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import EntityType
from tsuzuri.extract.ground import Name
from tsuzuri.extract.identity.glosses import glosses
from tsuzuri.extract.resolve import Resolver

TYPES: Mapping[str, EntityType] = {
    "PER": EntityType.PERSON,
    "ORG": EntityType.ORGANIZATION,
    "LOC": EntityType.PLACE,
    "MISC": EntityType.THING,
    "ART": EntityType.THING,
}
"""Types of the sets, and ours as which their names are resolved. Dates and numbers are no entities."""


def clusters(
    backend: Backend, document: GoldDocument, content: ContentId, now: datetime
) -> tuple[tuple[Span, ...], ...]:
    """The document's marked mentions, grouped as the resolver takes them for one entity.

    The document must be stored as `content`; the entities are stored too, so that the next one meets them.
    """
    names = sorted(
        (
            Name(at.of(document.text), TYPES[entity.type], at)
            for entity in document.entities
            if entity.type in TYPES
            for at in entity.mentions
        ),
        key=lambda name: name.span,
    )
    passages = [passage.id for passage in backend.catalog.passages_of(content)]
    grouped: dict[EntityId, list[Span]] = defaultdict(list)
    with backend.transaction():
        resolver = Resolver(backend, now)
        explained = glosses(document.text, ((name.text, name.type, name.span) for name in names))
        resolver.prepare({content: names}, {content: passages}, {content: explained})
        for name in names:
            grouped[resolver.resolve(name, content, passages[0]).id].append(name.span)
    return tuple(tuple(spans) for spans in grouped.values())
