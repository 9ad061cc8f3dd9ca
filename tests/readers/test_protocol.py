from datetime import UTC, datetime
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from tsuzuri.core.document import (
    Block,
    BlockKind,
    Document,
    Link,
    Place,
    PlaceKind,
    Property,
    Record,
    RecordKind,
    Refusal,
    RefusalReason,
    Said,
    SaidKind,
    Span,
)
from tsuzuri.readers.protocol import pack_answer, pack_path, unpack_answer, unpack_path

SAID = Said(datetime(2024, 3, 5, 10, 12, tzinfo=UTC), SaidKind.MESSAGE)


def test_a_document_comes_back_as_it_was() -> None:
    document = Document(
        text="Aya: やあ",
        media_type="text/plain",
        blocks=(Block(BlockKind.MESSAGE, Span(0, 7), 0, "Aya", SAID),),
        places=(Place(PlaceKind.PAGE, "1", Span(0, 7)),),
        title="a",
        language="ja",
        encoding="cp932",
        encoding_confidence=0.9,
        said=SAID,
        records=(Record(RecordKind.NOTE, (Property("a", "b", Span(0, 3)),)),),
        tags=("t",),
        links=(Link("森", Span(0, 3)),),
        remarks=("b.png: files of type image/png are not read",),
    )
    assert unpack_answer(pack_answer(document)) == document


def test_a_refusal_comes_back_as_it_was() -> None:
    for reason in RefusalReason:
        refusal = Refusal(reason, "why")
        assert unpack_answer(pack_answer(refusal)) == refusal


@settings(max_examples=50, deadline=None)
@given(st.binary(min_size=1, max_size=40).filter(lambda name: b"\0" not in name and b"/" not in name))
def test_a_path_need_not_be_text(name: bytes) -> None:
    path = unpack_path(b"/tmp/" + name)
    assert unpack_path(pack_path(path)) == path
    assert isinstance(path, Path)
