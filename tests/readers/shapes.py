"""What holds for every document, whatever reader made it."""

import unicodedata

from tsuzuri.core.document import BlockKind, Document, Refusal, Span


def read_as_document(answer: Document | Refusal) -> Document:
    assert isinstance(answer, Document), answer
    return answer


def texts(document: Document, kind: BlockKind | None = None) -> list[str]:
    return [block.span.of(document.text) for block in document.blocks if kind is None or block.kind is kind]


def fields(document: Document) -> list[tuple[str, str]]:
    return [(each.name, each.value) for record in document.records for each in record.properties]


def assert_well_formed(document: Document) -> None:
    whole = Span(0, len(document.text))
    assert unicodedata.is_normalized("NFC", document.text)
    assert "\r" not in document.text
    assert "\0" not in document.text
    at = 0
    for block in document.blocks:
        assert whole.contains(block.span)
        assert block.span.start >= at
        assert not document.text[at : block.span.start].strip()
        assert block.span.of(document.text).strip()
        assert 0 <= block.level <= 6
        at = block.span.end
    assert not document.text[at:].strip()
    for place, following in zip(document.places, document.places[1:], strict=False):
        assert place.span.end <= following.span.start
    for span in (*(place.span for place in document.places), *(link.span for link in document.links)):
        assert whole.contains(span)
        assert len(span) > 0
    for record in document.records:
        for each in record.properties:
            assert each.span.of(document.text) == each.value
            assert any(
                block.span.contains(each.span) for block in document.blocks if block.kind is BlockKind.PROPERTIES
            )
