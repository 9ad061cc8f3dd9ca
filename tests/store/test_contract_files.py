"""What every backend does with the records of files that come, go, move and come back."""

from dataclasses import replace
from datetime import timedelta

import pytest

from tests.store.samples import NOW, content_draft, passage_drafts, source_draft, store
from tsuzuri.core.ids import SourceId
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import KnownFile, Source

LATER = NOW + timedelta(hours=1)


def put(backend: Backend, *uris: str) -> tuple[SourceId, ...]:
    with backend.transaction():
        return backend.catalog.put_sources([source_draft(uri) for uri in uris], NOW)


def source(backend: Backend, source_id: SourceId) -> Source:
    found = backend.catalog.source(source_id)
    assert found is not None
    return found


def titled(backend: Backend, uri: str, title: str) -> SourceId:
    """A file whose document has the title."""
    (id_,) = put(backend, uri)
    with backend.transaction():
        backend.catalog.put_content(id_, content_draft("text", title), passage_drafts(["text"]))
    return id_


class TestRecording:
    def test_gives_an_id_for_each_in_order_and_knows_them_again(self, backend: Backend) -> None:
        b, a = put(backend, "/b", "/a")
        assert put(backend, "/a", "/c", "/b", "/a")[::2] == (a, b)
        assert backend.catalog.counts().sources == 3
        assert put(backend) == ()

    def test_again_uses_up_no_id(self, backend: Backend) -> None:
        (a,) = put(backend, "/a")
        assert put(backend, "/a", "/a", "/b", "/b") == (a, a, a + 1, a + 1)

    def test_keeps_what_could_not_be_read(self, backend: Backend) -> None:
        (id_,) = put(backend, "/a.txt")
        assert (source(backend, id_).encoding_confidence, source(backend, id_).remarks) == (1.0, ())
        draft = replace(content_draft("text"), encoding_confidence=0.6, remarks=("page 2 is a picture", "図は読めない"))
        with backend.transaction():
            backend.catalog.put_content(id_, draft, passage_drafts(["text"]))
        found = source(backend, id_)
        assert (found.encoding_confidence, found.remarks) == (0.6, ("page 2 is a picture", "図は読めない"))

    def test_of_a_time_alone_changes_nothing_else(self, backend: Backend) -> None:
        with backend.transaction():
            first, other = store(backend, "/a.txt", ["a"]), store(backend, "/b.txt", ["b"])
        before = source(backend, other.source)
        with backend.transaction():
            backend.catalog.touch(other.source, 99, LATER)
        assert source(backend, other.source) == replace(before, size=99, modified=LATER)
        assert [p.id for p in backend.catalog.pending(9)] == [*first.passages, *other.passages]

    def test_of_a_time_needs_a_source(self, backend: Backend) -> None:
        with backend.transaction(), pytest.raises(KeyError):
            backend.catalog.touch(SourceId(9), 1, NOW)


class TestMoving:
    def test_keeps_everything(self, backend: Backend) -> None:
        with backend.transaction():
            stored = store(backend, "/a.txt", ["a"])
        before = source(backend, stored.source)
        with backend.transaction():
            assert backend.catalog.move(stored.source, source_draft("/deep/Ä.txt")) is None
        assert source(backend, stored.source) == replace(before, uri="/deep/Ä.txt")
        assert backend.catalog.source_by_uri("/a.txt") is None
        assert [p.source_uri for p in backend.catalog.passages(stored.passages)] == ["/deep/Ä.txt"]
        assert [s.uri for s in backend.catalog.sources(contains="ä").items] == ["/deep/Ä.txt"]
        assert backend.check() == ()

    def test_needs_a_source_and_a_free_place(self, backend: Backend) -> None:
        a, _ = put(backend, "/a", "/b")
        with backend.transaction():
            with pytest.raises(KeyError):
                backend.catalog.move(SourceId(9), source_draft("/c"))
            with pytest.raises(ValueError, match=r"another source|UNIQUE"):
                backend.catalog.move(a, source_draft("/b"))
            assert backend.catalog.move(a, source_draft("/a", 99)) is None
        assert source(backend, a).size == 99

    def test_renames_a_document_that_had_the_name_of_its_file(self, backend: Backend) -> None:
        id_ = titled(backend, "/plan.txt", "plan")
        with backend.transaction():
            assert backend.catalog.move(id_, source_draft("/other/plan.md")) is None
            assert backend.catalog.move(id_, source_draft("/ÜBER.txt")) == source(backend, id_).content_id
        assert source(backend, id_).title == "ÜBER"
        assert [s.id for s in backend.catalog.sources(contains="über").items] == [id_]

    def test_knows_the_name_as_readers_write_it(self, backend: Backend) -> None:
        id_ = titled(backend, "/u\u0308ber  uns.txt", "über uns")
        with backend.transaction():
            assert backend.catalog.move(id_, source_draft("/か\u3099.txt")) is not None
        assert source(backend, id_).title == "が"

    def test_leaves_a_title_that_is_not_the_name(self, backend: Backend) -> None:
        id_ = titled(backend, "/plan.txt", "Travel")
        with backend.transaction():
            assert backend.catalog.move(id_, source_draft("/new.txt")) is None
        assert source(backend, id_).title == "Travel"

    def test_of_a_copy_leaves_the_title_to_the_first(self, backend: Backend) -> None:
        first = titled(backend, "/a/plan.txt", "plan")
        (copy,) = put(backend, "/b/plan.txt")
        content = source(backend, first).content_id
        assert content is not None
        with backend.transaction():
            backend.catalog.attach(copy, content)
            assert backend.catalog.move(copy, source_draft("/b/copy.txt")) is None
            assert backend.catalog.move(first, source_draft("/a/trip.txt")) == content
        assert source(backend, copy).title == "trip"


class TestMissing:
    def test_stays_searchable_and_keeps_the_first_moment(self, backend: Backend) -> None:
        with backend.transaction():
            stored = store(backend, "/a.txt", ["a"])
            backend.catalog.set_missing([stored.source, SourceId(99)], NOW)
            backend.catalog.set_missing([stored.source], LATER)
        found = source(backend, stored.source)
        assert (found.missing_since, found.passages) == (NOW, 1)
        assert [p.id for p in backend.catalog.pending(9)] == [*stored.passages]
        assert [(one.id, one.missing_since) for one in backend.catalog.missing()] == [(stored.source, NOW)]

    def test_ends_when_the_file_is_found_again(self, backend: Backend) -> None:
        ids = put(backend, "/a", "/b", "/c", "/d")
        with backend.transaction():
            backend.catalog.set_missing(ids, NOW)
        assert [one.id for one in backend.catalog.missing()] == [*ids]
        with backend.transaction():
            backend.catalog.set_missing(ids[:1], None)
            backend.catalog.put_sources([source_draft("/b")], NOW)
            backend.catalog.touch(ids[2], 10, NOW)
            backend.catalog.move(ids[3], source_draft("/e"))
        assert backend.catalog.missing() == ()


class TestKnownFiles:
    def test_are_what_is_recorded(self, backend: Backend) -> None:
        with backend.transaction():
            stored = store(backend, "/desk/a.txt", ["a"])
        (queued,) = put(backend, "/desk/b.txt")
        with backend.transaction():
            backend.catalog.set_missing([queued], LATER)
        assert backend.catalog.known_under("/desk").items == (
            KnownFile(stored.source, "/desk/a.txt", 10, NOW, content_draft("a").sha256, None),
            KnownFile(queued, "/desk/b.txt", 10, NOW, None, LATER),
        )

    def test_are_the_path_itself_and_what_lies_below(self, backend: Backend) -> None:
        put(backend, "/desk", "/desk-2/a", "/desk/a", "/desk/deep/b", "/desk0", "/desktop/c", "/d")
        assert known(backend, "/desk") == known(backend, "/desk/") == ["/desk", "/desk/a", "/desk/deep/b"]
        assert known(backend, "/d") == ["/d"]
        assert len(known(backend, "/")) == 7
        assert known(backend, "/nowhere") == []

    @pytest.mark.parametrize("limit", [1, 2, 3, 9])
    def test_come_in_pages(self, backend: Backend, limit: int) -> None:
        put(backend, "/desk", "/desk-2/a", "/desk/a", "/desk/b", "/desk/c", "/z")
        found, after = [], None
        for _ in range(9):
            page = backend.catalog.known_under("/desk", after=after, limit=limit)
            assert 0 < len(page.items) <= limit
            found += [one.uri for one in page.items]
            if (after := page.after) is None:
                break
        assert found == ["/desk", "/desk/a", "/desk/b", "/desk/c"]


def known(backend: Backend, path: str) -> list[str]:
    return [one.uri for one in backend.catalog.known_under(path).items]
