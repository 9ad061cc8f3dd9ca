"""Passages and what stands beside them: neighbours, and vectors that go with the title."""

import pytest

from tests.store.samples import NOW, SPACE, content_draft, directions, passage_drafts, source_draft
from tsuzuri.core.ids import PassageId, SourceId
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import Kind, Neighbours


def stored(backend: Backend, uri: str, texts: list[str]) -> tuple[SourceId, tuple[PassageId, ...]]:
    with backend.transaction():
        source = backend.catalog.put_sources([source_draft(uri)], NOW)[0]
        return source, backend.catalog.put_content(source, content_draft("".join(texts)), passage_drafts(texts))[1]


def test_neighbours_are_of_the_same_document(backend: Backend) -> None:
    _, (first, second, third) = stored(backend, "/a.txt", ["a", "b", "c"])
    _, (alone,) = stored(backend, "/b.txt", ["d"])
    assert backend.catalog.neighbours([second, first, third, alone, PassageId(99)]) == {
        second: Neighbours(first, third),
        first: Neighbours(None, second),
        third: Neighbours(second, None),
        alone: Neighbours(None, None),
    }
    assert backend.catalog.neighbours([]) == {}


@pytest.mark.parametrize(("title", "go"), [("Notes", False), ("Other", True)])
def test_the_vectors_of_a_documents_passages_go_when_its_title_changes(backend: Backend, title: str, go: bool) -> None:
    source, ids = stored(backend, "/x.txt", ["a", "b"])
    with backend.transaction():
        space = backend.vectors.space(SPACE)
        backend.vectors.put(space, Kind.PASSAGE, ids, directions(2))
    with backend.transaction():
        backend.catalog.revise(source, content_draft("anew", title), passage_drafts(["a", "b"]))
    assert backend.vectors.missing(space, Kind.PASSAGE, 9) == (ids if go else ())
