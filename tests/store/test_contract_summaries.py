"""What every backend does: a summary a document, as long as the document is as it was."""

import hashlib
from dataclasses import replace

import pytest

from tests.store.samples import content_draft, passage_drafts, store
from tsuzuri.core.document import Span
from tsuzuri.core.errors import TsuzuriError, UnsupportedOperation
from tsuzuri.core.ids import ContentId, PassageId
from tsuzuri.core.ports import Backend
from tsuzuri.core.selecting import Bounds
from tsuzuri.core.summaries import Cited, Summary


def summary(content: ContentId, *passages: PassageId) -> Summary:
    return Summary(content, tuple(Cited(id_, Span(0, 1)) for id_ in passages))


class TestASummary:
    def test_is_missing_until_it_is_put(self, backend: Backend) -> None:
        with backend.transaction():
            one, other = store(backend, "/a.txt", ["A", "B"]), store(backend, "/b.txt", ["C"])
        assert backend.summaries.missing(9) == (one.content, other.content)
        assert backend.summaries.missing(1) == (one.content,)
        made = summary(one.content, one.passages[1], one.passages[0])
        with backend.transaction():
            backend.summaries.put([made])
        assert backend.summaries.missing(9) == (other.content,)
        assert backend.summaries.of([other.content, one.content, ContentId(99)]) == {one.content: made}
        assert backend.summaries.count() == 1

    def test_may_have_no_sentence(self, backend: Backend) -> None:
        with backend.transaction():
            one = store(backend, "/a.txt", ["A"])
            backend.summaries.put([summary(one.content)])
        assert backend.summaries.of([one.content]) == {one.content: summary(one.content)}
        assert backend.summaries.missing(9) == ()

    def test_takes_the_place_of_another(self, backend: Backend) -> None:
        with backend.transaction():
            one = store(backend, "/a.txt", ["A", "B"])
            backend.summaries.put([summary(one.content, *one.passages)])
            backend.summaries.put([summary(one.content, one.passages[1])])
        assert backend.summaries.of([one.content])[one.content].sentences == (Cited(one.passages[1], Span(0, 1)),)

    def test_of_what_is_gone_is_left_out(self, backend: Backend) -> None:
        with backend.transaction():
            one = store(backend, "/a.txt", ["A"])
            backend.summaries.put([summary(ContentId(99)), summary(one.content, PassageId(99))])
        assert backend.summaries.count() == 0

    def test_goes_with_its_document(self, backend: Backend) -> None:
        with backend.transaction():
            one = store(backend, "/a.txt", ["A"])
            backend.summaries.put([summary(one.content, *one.passages)])
        with backend.transaction():
            backend.catalog.forget(one.source)
        assert (backend.summaries.count(), backend.summaries.of([one.content])) == (0, {})
        assert backend.check() == ()

    @pytest.mark.parametrize("texts", [["A", "B", "C"], ["A"], ["A", "D"]])
    def test_goes_when_a_passage_comes_or_goes(self, backend: Backend, texts: list[str]) -> None:
        with backend.transaction():
            one = store(backend, "/a.txt", ["A", "B"])
            backend.summaries.put([summary(one.content, one.passages[0])])
        draft = content_draft("\n".join(texts))
        with backend.transaction():
            backend.catalog.revise(one.source, draft, passage_drafts(texts))
        assert backend.summaries.missing(9) == (one.content,)

    def test_stays_when_passages_only_move(self, backend: Backend) -> None:
        with backend.transaction():
            one = store(backend, "/a.txt", ["A", "B"])
            backend.summaries.put([summary(one.content, one.passages[0])])
        text = "A\n\nB"
        draft = replace(content_draft(text), sha256=hashlib.sha256(text.encode()).digest())
        with backend.transaction():
            backend.catalog.revise(one.source, draft, passage_drafts(["A", "B"]))
        assert backend.summaries.of([one.content]) == {one.content: summary(one.content, one.passages[0])}


def test_a_select_answers_or_the_store_says_by_name_that_it_cannot(backend: Backend) -> None:
    try:
        assert backend.select("SELECT 1 AS one", Bounds()).columns == ("one",)
    except TsuzuriError as error:
        assert isinstance(error, UnsupportedOperation)  # noqa: PT017 (some stores have SQL, some have none)
