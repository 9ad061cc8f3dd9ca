"""The marks of notes: links to what they speak of, and tags."""

import re
from collections.abc import Iterator

from tsuzuri.core.document import BlockKind, Document, RecordKind, Span
from tsuzuri.core.values import EntityType
from tsuzuri.extract.given.naming import is_alias_in_text, is_name, link_name
from tsuzuri.extract.given.stated import Findings, Given, Known
from tsuzuri.extract.ground import Name
from tsuzuri.extract.kinds import kind_by_form
from tsuzuri.text.normalise import key

_TAG = re.compile(r"(?<![\w/#&])#([\w/-]+)")
_TAGS = frozenset({"tags", "tag"})


def links(document: Document, known: Known) -> Findings:
    """The targets of links, each where it is linked, and the words that show a link as an alias of its target.

    A target's type is that of the library, or of its own form; else it is a concept until something tells more.
    """
    names = []
    targets = {key(link.target) for link in document.links}
    for link in document.links:
        shown = link.span.of(document.text)
        target = link_name(link.target, shown)
        kind = known.type_of(target) or kind_by_form(target) or EntityType.CONCEPT
        if not is_name(target, kind):
            continue
        if key(shown) == key(target):
            names.append(Given(Name(shown, kind, link.span)))
        elif key(shown) not in targets and is_alias_in_text(shown, target, kind, known):
            names.append(Given(Name(target, kind, link.span), shown))
    return Findings(tuple(names))


def tags(document: Document) -> Findings:
    """The tags, each where it stands in front matter and text."""
    names = (Name(span.of(document.text), EntityType.CONCEPT, span) for span in _tag_places(document))
    return Findings(tuple(Given(name) for name in names if is_name(name.text, name.type)))


def _tag_places(document: Document) -> Iterator[Span]:
    for record in document.records:
        for each in record.properties:
            if record.kind is RecordKind.NOTE and key(each.name) in _TAGS:
                yield each.span
    wanted = set(document.tags)
    for block in document.blocks if wanted else ():
        if block.kind not in (BlockKind.PROPERTIES, BlockKind.CODE):
            for found in _TAG.finditer(document.text, block.span.start, block.span.end):
                if found[1] in wanted:
                    yield Span(*found.span(1))
