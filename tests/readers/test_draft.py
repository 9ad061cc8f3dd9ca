import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.readers.shapes import assert_well_formed, fields, texts
from tsuzuri.core.document import BlockKind, Link, PlaceKind, RecordKind, RefusalReason, Span
from tsuzuri.readers.draft import Draft, Words
from tsuzuri.readers.refusal import CannotRead


def test_blocks_are_clean_and_parted_by_their_gap() -> None:
    draft = Draft()
    draft.add(BlockKind.HEADING, " か\u3099く\r\n", level=2)
    draft.add(BlockKind.PARAGRAPH, "\u200b \n")
    draft.add(BlockKind.CODE, "\n  indented\n")
    draft.add(BlockKind.PARAGRAPH, "end", gap="\n")
    document = draft.finish("text/plain", title="a\nb")
    assert document.text == "がく\n\n  indented\nend"
    assert texts(document) == ["がく", "  indented", "end"]
    assert document.title == "a b"


def test_places_cover_what_was_added_in_them() -> None:
    draft = Draft()
    draft.begin_place(PlaceKind.PAGE, "1")
    draft.add(BlockKind.PARAGRAPH, "one")
    draft.begin_place(PlaceKind.PAGE, "2")
    draft.begin_place(PlaceKind.PAGE, "3")
    draft.add(BlockKind.PARAGRAPH, "three")
    draft.add(BlockKind.PARAGRAPH, "more")
    document = draft.finish("application/pdf", title="")
    assert [(place.label, place.span.of(document.text)) for place in document.places] == [
        ("1", "one"),
        ("3", "three\n\nmore"),
    ]


def test_links_follow_their_words_through_cleaning() -> None:
    link = Link("森", Span(0, 5))
    words = Words.joined((Words("  \u200bか\u3099 "), Words("\ufeffMori", (link,))))
    draft = Draft()
    draft.add(BlockKind.PARAGRAPH, words)
    document = draft.finish("text/markdown", title="")
    assert [each.span.of(document.text) for each in document.links] == ["Mori"]


def test_nothing_at_all_is_no_text() -> None:
    with pytest.raises(CannotRead) as refused:
        Draft().finish("text/plain", title="a")
    assert refused.value.reason is RefusalReason.NO_TEXT


def test_a_record_is_a_block_of_lines() -> None:
    draft = Draft()
    link = Link("Lumen AG", Span(0, 5))
    rows = [
        ("ro\nle", [Words("  lead\ndesigner ")]),
        ("empty", [Words("\u200b")]),
        ("firms", [Words("Lumen", (link,)), Words("B")]),
    ]
    draft.add(BlockKind.PARAGRAPH, "before")
    draft.add_record(RecordKind.NOTE, rows)
    document = draft.finish("text/markdown", title="a")
    assert_well_formed(document)
    assert texts(document, BlockKind.PROPERTIES) == ["ro le: lead designer\nfirms: Lumen, B"]
    assert fields(document) == [("ro le", "lead designer"), ("firms", "Lumen"), ("firms", "B")]
    assert [(each.target, each.span.of(document.text)) for each in document.links] == [("Lumen AG", "Lumen")]


def test_a_record_without_values_is_nothing() -> None:
    draft = Draft()
    draft.add_record(RecordKind.NOTE, [("role", []), ("", [Words("x")])])
    draft.add(BlockKind.PARAGRAPH, "words")
    document = draft.finish("text/markdown", title="a")
    assert (document.text, document.records) == ("words", ())


@settings(max_examples=80, deadline=None)
@given(st.lists(st.tuples(st.text(), st.lists(st.text())), min_size=1))
def test_any_record_is_well_formed(rows: list[tuple[str, list[str]]]) -> None:
    draft = Draft()
    draft.add(BlockKind.PARAGRAPH, "before")
    draft.add_record(RecordKind.CARD, [(name, [Words(value) for value in values]) for name, values in rows])
    assert_well_formed(draft.finish("text/vcard", title="a"))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(BlockKind), st.text(), st.booleans()), min_size=1))
def test_any_text_makes_a_well_formed_document(pieces: list[tuple[BlockKind, str, bool]]) -> None:
    draft = Draft()
    for number, (kind, text, is_new_page) in enumerate(pieces):
        if is_new_page:
            draft.begin_place(PlaceKind.PAGE, str(number))
        middle = len(text) // 2
        draft.add(
            kind, Words.joined((Words(text[:middle]), Words(text[middle:], (Link("t", Span(0, len(text) - middle)),))))
        )
    draft.add(BlockKind.PARAGRAPH, "end")
    assert_well_formed(draft.finish("text/plain", title=""))
