from datetime import UTC, datetime
from pathlib import PurePath

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.readers import files
from tests.readers.shapes import assert_well_formed, fields, read_as_document, texts
from tsuzuri.core.document import BlockKind, Document, PlaceKind, Said, SaidKind, Span
from tsuzuri.readers.joined import Member, joined
from tsuzuri.readers.registry import read

SEEDS = {
    "a.md": b"---\ndate: 2026-03-04\nrole: [[CTO]]\n---\n"
    b"# Plan\n\n[[Aya Mori|Aya]] leads. #work\n\n| a | b |\n|-|-|\n| 1 | 2 |\n",
    "b.txt": "\n\n 森さんは\n来る。\n".encode(),
    "c.pdf": files.pdf(["One page", "Two page"]),
    "d.eml": b"From: Ken <k@example.com>\nDate: Tue, 5 Mar 2024 10:12:00 +0900\n\nHi.\n",
    "e.vcf": b"BEGIN:VCARD\nVERSION:3.0\nFN:Ken Sato\nORG:Acme\nEND:VCARD\n",
    "f.org": b"* A\n** B\n*** C\n**** D\n***** E\n****** F\nwords\n",
}
DOCUMENTS = {name: read_as_document(read(data, PurePath(name))) for name, data in SEEDS.items()}


def join(*names: str, written: Said | None = None) -> Document:
    document = joined([Member(name, DOCUMENTS[name], written) for name in names], "application/zip", title="z")
    assert_well_formed(document)
    return document


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(sorted(DOCUMENTS)), min_size=1, max_size=6))
def test_everything_still_points_to_its_own_words(names: list[str]) -> None:
    whole = join(*names)
    parts = [DOCUMENTS[name] for name in names]
    own = [words for name, part in zip(names, parts, strict=True) for words in (name, *texts(part))]
    assert texts(whole) == own
    assert fields(whole) == [each for part in parts for each in fields(part)]
    assert [(link.target, link.span.of(whole.text)) for link in whole.links] == [
        (link.target, link.span.of(part.text)) for part in parts for link in part.links
    ]
    assert Span(0, len(whole.text)) == Span(whole.places[0].span.start, whole.places[-1].span.end)


def test_members_are_places_and_so_are_their_pages() -> None:
    document = join("a.md", "c.pdf")
    assert {place.kind for place in document.places} == {PlaceKind.MEMBER}
    assert [(place.label, place.span.of(document.text).strip()) for place in document.places][1:] == [
        ("c.pdf", "c.pdf"),
        ("c.pdf, page 1", "One page"),
        ("c.pdf, page 2", "Two page"),
    ]


def test_the_headings_of_a_member_stand_under_its_name() -> None:
    levels = [block.level for block in join("f.org").blocks if block.kind is BlockKind.HEADING]
    assert levels == [1, 2, 3, 4, 5, 6, 6]


def test_each_member_keeps_its_own_date() -> None:
    noted = Said(datetime(2026, 3, 4, tzinfo=UTC), SaidKind.FRONT_MATTER)
    changed = Said(datetime(2020, 1, 2, tzinfo=UTC), SaidKind.FILE_TIME)
    document = join("a.md", "b.txt", "e.vcf", written=changed)
    by_words = {block.span.of(document.text): block.said for block in document.blocks}
    assert by_words["Aya leads. #work"] == noted
    assert by_words["森さんは\n来る。"] is None
    assert by_words["Name: Ken Sato\nOrganization: Acme"] == changed
    assert document.said is None


def test_the_encoding_is_told_where_it_is_one() -> None:
    assert join("a.md", "a.md").encoding == DOCUMENTS["a.md"].encoding
    assert join("a.md", "c.pdf").encoding == ""
