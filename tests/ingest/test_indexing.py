import os
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.fakes import FAKE_SPACE, FakeEmbedder, FakeReader, MissingEmbedder, SteppingClock
from tests.stages import NOW, ONTOLOGY
from tsuzuri.core.document import Block, BlockKind, Document, Refusal, RefusalReason, Said, SaidKind, Span
from tsuzuri.core.errors import ModelUnavailable
from tsuzuri.core.lexical import LexicalQuery, Term
from tsuzuri.core.ports import Backend, Embedder, Reader
from tsuzuri.core.temporal import UNDATED
from tsuzuri.core.values import EntityType, Evidence, FactDraft, Kind, Passage, Source, SourceState
from tsuzuri.extract.given.write import GivenFacts
from tsuzuri.ingest.indexing import Indexed, Indexing
from tsuzuri.text.query import typed

NOON = datetime(2020, 5, 17, 12, tzinfo=UTC)


class ReadyReader(FakeReader):
    """Gives a document that was made before for each file name."""

    def __init__(self, documents: Mapping[str, Document]) -> None:
        super().__init__()
        self._documents = documents

    def read(self, path: Path) -> Document | Refusal:
        return self._documents[path.name]


class VanishingReader(FakeReader):
    """The file goes away as soon as it has been read."""

    def read(self, path: Path) -> Document | Refusal:
        document = super().read(path)
        path.unlink()
        return document


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    os.utime(path, (NOON.timestamp(), NOON.timestamp()))
    return path


def open_indexing(backend: Backend, reader: Reader, embedder: Embedder | None = None) -> Indexing:
    clock = SteppingClock()
    return Indexing(backend, reader, embedder or FakeEmbedder(), clock, GivenFacts(backend, ONTOLOGY, clock))


def index(
    backend: Backend, *paths: Path, reader: Reader | None = None, embedder: Embedder | None = None
) -> tuple[Indexed, ...]:
    indexing = open_indexing(backend, reader or FakeReader(), embedder)
    sources, _ = indexing.record(paths)
    return indexing.run(sources)


def source(backend: Backend, path: Path) -> Source:
    found = backend.catalog.source_by_uri(str(path))
    assert found is not None
    return found


def passages(backend: Backend, path: Path) -> Sequence[Passage]:
    content_id = source(backend, path).content_id
    return () if content_id is None else backend.catalog.passages_of(content_id)


def state_fact(backend: Backend, passage: Passage) -> None:
    with backend.transaction():
        entity = backend.graph.add_entity("Ken Ito", "ken ito", EntityType.PERSON, NOW)
        draft = FactDraft(entity, "likes", None, "tea", UNDATED, None, NOW, 0.5)
        span = Span(0, 1)
        backend.graph.add_fact(draft, Evidence(passage.id, span, span, span, None, 0.5, "test"))
        backend.catalog.set_read([passage.id])


class TestRecording:
    def test_every_file_is_a_source_before_any_is_read(self, backend: Backend, tmp_path: Path) -> None:
        paths = [write(tmp_path / name, name) for name in ("b.md", "a.md")]
        reader = FakeReader()
        sources, _ = open_indexing(backend, reader).record([tmp_path])
        assert [path.name for _, path in sources] == ["a.md", "b.md"]
        assert {source(backend, path).state for path in paths} == {SourceState.QUEUED}
        assert reader.read_names == []

    def test_what_cannot_be_reached_is_told(self, backend: Backend, tmp_path: Path) -> None:
        indexing = open_indexing(backend, FakeReader())
        sources, unreachable = indexing.record([tmp_path / "gone.md"])
        assert sources == ()
        assert [one.path.name for one in unreachable] == ["gone.md"]
        assert backend.catalog.counts().sources == 0


class TestNewFile:
    def test_becomes_searchable_and_waits_for_the_model(self, backend: Backend, tmp_path: Path) -> None:
        path = write(tmp_path / "mill.md", "The mill is shut.")
        assert index(backend, path) == (Indexed(path, SourceState.SEARCHABLE, 1),)
        found = source(backend, path)
        assert (found.state, found.passages, found.pending) == (SourceState.SEARCHABLE, 1, 1)
        assert (found.title, found.media_type) == ("mill", "text/plain")

    def test_is_in_full_text_and_has_vectors(self, backend: Backend, tmp_path: Path) -> None:
        path = write(tmp_path / "mill.md", "水車小屋は閉まっている。")
        index(backend, path)
        (passage,) = passages(backend, path)
        assert [row.id for row in backend.lexical.match(Kind.PASSAGE, typed("水車"), 9)] == [passage.id]
        space = backend.vectors.find_space(FAKE_SPACE)
        assert space is not None
        near = backend.vectors.nearest(space, Kind.PASSAGE, FakeEmbedder().query(passage.text), 1)
        assert near[0].score == pytest.approx(1.0, abs=1e-5)
        assert backend.check() == ()

    def test_is_found_by_its_title_and_a_message_by_its_speaker(self, backend: Backend, tmp_path: Path) -> None:
        text = "See you at noon."
        message = Block(BlockKind.MESSAGE, Span(0, len(text)), speaker="Eva Roth")
        path = write(tmp_path / "chat.txt", text)
        document = Document(text, "text/plain", blocks=(message,), title="Harbour office")
        index(backend, path, reader=ReadyReader({"chat.txt": document}))
        for words in ("harbour", "roth"):
            found = backend.lexical.match(Kind.PASSAGE, LexicalQuery((Term((words,)),)), 9)
            assert len(found) == 1

    def test_each_is_told_of_in_order(self, backend: Backend, tmp_path: Path) -> None:
        for name in ("a.md", "b.md"):
            write(tmp_path / name, name)
        indexing = open_indexing(backend, FakeReader())
        heard: list[Indexed] = []
        results = indexing.run(indexing.record([tmp_path])[0], on_done=heard.append)
        assert [*results] == heard
        assert [one.path.name for one in heard] == ["a.md", "b.md"]


class TestSameFileAgain:
    def test_is_not_read_again(self, backend: Backend, tmp_path: Path) -> None:
        path = write(tmp_path / "a.md", "The mill is shut.")
        index(backend, path)
        before = passages(backend, path)
        reader = FakeReader()
        assert index(backend, path, reader=reader) == (Indexed(path, SourceState.SEARCHABLE, 0, unchanged=True),)
        assert reader.read_names == []
        assert passages(backend, path) == before

    def test_keeps_what_the_model_has_understood(self, backend: Backend, tmp_path: Path) -> None:
        path = write(tmp_path / "a.md", "Ken likes tea.")
        index(backend, path)
        state_fact(backend, passages(backend, path)[0])
        (again,) = index(backend, path)
        assert (again.state, again.unchanged) == (SourceState.UNDERSTOOD, True)
        assert backend.catalog.counts().facts == 1

    def test_another_time_of_change_alone_is_no_change(self, backend: Backend, tmp_path: Path) -> None:
        path = write(tmp_path / "a.md", "The mill is shut.")
        index(backend, path)
        os.utime(path, (0, 0))
        assert index(backend, path)[0].unchanged


class TestChangedFile:
    def test_has_its_passages_and_their_facts_replaced(self, backend: Backend, tmp_path: Path) -> None:
        path = write(tmp_path / "a.md", "Ken likes tea.")
        index(backend, path)
        state_fact(backend, passages(backend, path)[0])
        write(path, "Nobody likes tea now.")
        assert index(backend, path) == (Indexed(path, SourceState.SEARCHABLE, 1),)
        assert [passage.text for passage in passages(backend, path)] == ["Nobody likes tea now."]
        counts = backend.catalog.counts()
        assert (counts.sources, counts.passages, counts.facts, counts.entities, counts.pending) == (1, 1, 0, 0, 1)
        assert backend.lexical.match(Kind.PASSAGE, typed("ken"), 9) == ()
        assert backend.check() == ()

    def test_that_cannot_be_read_any_more_loses_them(self, backend: Backend, tmp_path: Path) -> None:
        path = write(tmp_path / "a.md", "Ken likes tea.")
        index(backend, path)
        write(path, "garbage")
        reader = FakeReader({"a.md": Refusal(RefusalReason.GARBLED, "its text is garbled")})
        assert index(backend, path, reader=reader) == (Indexed(path, SourceState.REFUSED, 0, "its text is garbled"),)
        assert backend.catalog.counts().passages == 0


class TestSameBytes:
    def test_in_two_places_are_one_content(self, backend: Backend, tmp_path: Path) -> None:
        one, other = (write(tmp_path / name, "The mill is shut.") for name in ("a.md", "b.md"))
        reader = FakeReader()
        first, second = index(backend, one, other, reader=reader)
        assert (first.unchanged, second.unchanged) == (False, True)
        assert reader.read_names == ["a.md"]
        assert source(backend, one).content_id == source(backend, other).content_id
        assert backend.catalog.counts().passages == 1

    def test_stay_while_one_place_holds_them(self, backend: Backend, tmp_path: Path) -> None:
        one, other = (write(tmp_path / name, "The mill is shut.") for name in ("a.md", "b.md"))
        index(backend, one, other)
        write(one, "")
        index(backend, one, reader=FakeReader({"a.md": Refusal(RefusalReason.EMPTY, "it is empty")}))
        assert source(backend, one).state is SourceState.NO_TEXT
        assert [passage.text for passage in passages(backend, other)] == ["The mill is shut."]
        assert source(backend, other).state is SourceState.SEARCHABLE


class TestRefusal:
    @pytest.mark.parametrize("reason", list(RefusalReason))
    def test_is_a_state_with_its_reason(self, backend: Backend, tmp_path: Path, reason: RefusalReason) -> None:
        path = write(tmp_path / "a.md", "text")
        (done,) = index(backend, path, reader=FakeReader({"a.md": Refusal(reason, "that is why")}))
        state = SourceState.NO_TEXT if reason in (RefusalReason.EMPTY, RefusalReason.NO_TEXT) else SourceState.REFUSED
        assert done == Indexed(path, state, 0, "that is why")
        assert (source(backend, path).state, source(backend, path).reason) == (state, "that is why")

    def test_of_one_file_leaves_the_others_alone(self, backend: Backend, tmp_path: Path) -> None:
        for name in ("a.md", "b.md", "c.md"):
            write(tmp_path / name, name)
        reader = FakeReader({"b.md": Refusal(RefusalReason.CRASHED, "the reader crashed on it")})
        states = [done.state for done in index(backend, tmp_path, reader=reader)]
        assert states == [SourceState.SEARCHABLE, SourceState.REFUSED, SourceState.SEARCHABLE]

    def test_is_tried_again_and_made_good(self, backend: Backend, tmp_path: Path) -> None:
        path = write(tmp_path / "a.md", "text")
        index(backend, path, reader=FakeReader({"a.md": Refusal(RefusalReason.TIMED_OUT, "it took too long")}))
        assert index(backend, path)[0].state is SourceState.SEARCHABLE
        assert source(backend, path).reason == ""

    def test_a_document_of_white_space_has_no_text(self, backend: Backend, tmp_path: Path) -> None:
        (done,) = index(backend, write(tmp_path / "a.md", " \n\n "))
        assert (done.state, done.reason) == (SourceState.NO_TEXT, "there is no text in it")

    def test_a_file_that_vanished_is_one(self, backend: Backend, tmp_path: Path) -> None:
        path = write(tmp_path / "a.md", "text")
        indexing = open_indexing(backend, FakeReader())
        sources, _ = indexing.record([path])
        path.unlink()
        (done,) = indexing.run(sources)
        assert (done.state, done.reason) == (SourceState.REFUSED, "it cannot be opened: No such file or directory")

    def test_a_file_that_cannot_be_opened_is_one(self, backend: Backend, tmp_path: Path) -> None:
        path = write(tmp_path / "a.md", "text")
        indexing = open_indexing(backend, FakeReader())
        sources, _ = indexing.record([path])
        path.unlink()
        path.mkdir()
        (done,) = indexing.run(sources)
        assert (done.state, done.reason) == (SourceState.REFUSED, "it cannot be opened: Is a directory")

    def test_a_file_that_vanishes_once_it_is_read_is_none(self, backend: Backend, tmp_path: Path) -> None:
        path = write(tmp_path / "a.md", "text")
        assert index(backend, path, reader=VanishingReader())[0].state is SourceState.SEARCHABLE
        assert passages(backend, path)[0].said == Said(NOON, SaidKind.FILE_TIME)


def test_without_the_embedder_nothing_is_stored_and_the_file_stays_queued(backend: Backend, tmp_path: Path) -> None:
    path = write(tmp_path / "a.md", "text")
    with pytest.raises(ModelUnavailable):
        index(backend, path, embedder=MissingEmbedder())
    assert source(backend, path).state is SourceState.QUEUED
    assert backend.catalog.counts().passages == 0


class TestDate:
    FRONT_MATTER = Said(datetime(2021, 2, 3, tzinfo=UTC), SaidKind.FRONT_MATTER)
    TEXT = "Minutes of 2022-04-05\n\nThe mill is shut."

    def said(self, backend: Backend, path: Path, document: Document) -> tuple[Said | None, Said | None]:
        index(backend, path, reader=ReadyReader({path.name: document}))
        return passages(backend, path)[-1].said, source(backend, path).said

    def document(self, *, heading: bool, said: Said | None = None) -> Document:
        blocks = (
            Block(BlockKind.HEADING if heading else BlockKind.PARAGRAPH, Span(0, 21), level=int(heading)),
            Block(BlockKind.PARAGRAPH, Span(23, len(self.TEXT))),
        )
        return Document(self.TEXT, "text/plain", blocks=blocks, said=said)

    def test_is_that_of_the_front_matter(self, backend: Backend, tmp_path: Path) -> None:
        path = write(tmp_path / "2023-06-07 mill.md", "text")
        found = self.said(backend, path, self.document(heading=True, said=self.FRONT_MATTER))
        assert found == (self.FRONT_MATTER,) * 2

    def test_else_that_in_the_heading(self, backend: Backend, tmp_path: Path) -> None:
        path = write(tmp_path / "2023-06-07 mill.md", "text")
        expected = Said(datetime(2022, 4, 5, tzinfo=UTC), SaidKind.HEADING)
        assert self.said(backend, path, self.document(heading=True)) == (expected, expected)

    @pytest.mark.parametrize("name", ["2023-06-07 mill.md", "20230607.md", "水車 2023年6月7日.md"])
    def test_else_that_in_the_files_name(self, backend: Backend, tmp_path: Path, name: str) -> None:
        expected = Said(datetime(2023, 6, 7, tzinfo=UTC), SaidKind.FILE_NAME)
        found = self.said(backend, write(tmp_path / name, "text"), self.document(heading=False))
        assert found == (expected, expected)

    def test_else_the_time_of_the_file(self, backend: Backend, tmp_path: Path) -> None:
        expected = Said(NOON, SaidKind.FILE_TIME)
        found = self.said(backend, write(tmp_path / "mill.md", "text"), self.document(heading=False))
        assert found == (expected, expected)

    def test_of_a_message_is_its_own(self, backend: Backend, tmp_path: Path) -> None:
        sent = Said(datetime(2024, 8, 9, 10, tzinfo=UTC), SaidKind.MESSAGE)
        message = Block(BlockKind.MESSAGE, Span(0, 4), speaker="Eva", said=sent)
        document = Document("Hey!", "text/plain", blocks=(message,))
        path = write(tmp_path / "2023-06-07.txt", "text")
        assert self.said(backend, path, document) == (sent, sent)
