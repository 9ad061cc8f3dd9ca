"""From a file that the library knows to passages that are found by their words."""

import os
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.fakes import FAKE_SPACE, FakeEmbedder, FakeReader, SteppingClock
from tests.stages import NOW, ONTOLOGY, record
from tsuzuri.core.document import Block, BlockKind, Document, Refusal, RefusalReason, Said, SaidKind, Span
from tsuzuri.core.errors import ModelUnavailable
from tsuzuri.core.ids import SourceId
from tsuzuri.core.lexical import LexicalQuery, Term
from tsuzuri.core.ports import Backend, Reader
from tsuzuri.core.temporal import UNDATED
from tsuzuri.core.values import (
    EntityType,
    Evidence,
    FactDraft,
    Kind,
    Passage,
    Source,
    SourceDraft,
    SourceState,
)
from tsuzuri.extract.given.write import GivenFacts
from tsuzuri.ingest.indexing import CountTokens, Indexed, Indexing
from tsuzuri.text.query import typed

PASSING = (
    RefusalReason.UNREADABLE,
    RefusalReason.TIMED_OUT,
    RefusalReason.CRASHED,
    RefusalReason.OUT_OF_MEMORY,
)
COUNT_TOKENS = FakeEmbedder().count_tokens
NOON = datetime(2020, 5, 17, 12, tzinfo=UTC)


class ReadyReader(FakeReader):
    """Gives a document that was made before for each file name."""

    def __init__(self, documents: Mapping[str, Document]) -> None:
        super().__init__()
        self._documents = documents

    def read(self, path: Path) -> Document | Refusal:
        return self._documents[path.name]


class BusyReader(FakeReader):
    """Something happens to each file as soon as it has been read."""

    def __init__(self, happens: Callable[[Path], object], refusals: Mapping[str, Refusal] | None = None) -> None:
        super().__init__(refusals)
        self._happens = happens

    def read(self, path: Path) -> Document | Refusal:
        document = super().read(path)
        self._happens(path)
        return document


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    os.utime(path, (NOON.timestamp(), NOON.timestamp()))
    return path


def open_indexing(backend: Backend, reader: Reader, count_tokens: CountTokens = COUNT_TOKENS) -> Indexing:
    clock = SteppingClock()
    return Indexing(backend, reader, count_tokens, clock, GivenFacts(backend, ONTOLOGY, clock))


def index(backend: Backend, *paths: Path, reader: Reader | None = None) -> tuple[Indexed, ...]:
    indexing = open_indexing(backend, reader or FakeReader())
    return tuple(indexing.index(record(backend, path), path) for path in paths)


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


class TestNewFile:
    def test_becomes_searchable_and_waits_for_the_model(self, backend: Backend, tmp_path: Path) -> None:
        path = write(tmp_path / "mill.md", "The mill is shut.")
        assert index(backend, path) == (Indexed(path, SourceState.SEARCHABLE, 1),)
        found = source(backend, path)
        assert (found.state, found.passages, found.pending) == (SourceState.SEARCHABLE, 1, 1)
        assert (found.title, found.media_type) == ("mill", "text/plain")

    def test_is_in_full_text(self, backend: Backend, tmp_path: Path) -> None:
        path = write(tmp_path / "mill.md", "水車小屋は閉まっている。")
        index(backend, path)
        (passage,) = passages(backend, path)
        assert [row.id for row in backend.lexical.match(Kind.PASSAGE, typed("水車"), 9)] == [passage.id]
        assert backend.check() == ()

    def test_is_embedded_later(self, backend: Backend, tmp_path: Path) -> None:
        index(backend, write(tmp_path / "mill.md", "The mill is shut."))
        assert backend.vectors.find_space(FAKE_SPACE) is None
        assert backend.catalog.counts().vectors == 0

    def test_is_found_by_its_title_and_a_message_by_its_speaker(self, backend: Backend, tmp_path: Path) -> None:
        text = "See you at noon."
        message = Block(BlockKind.MESSAGE, Span(0, len(text)), speaker="Eva Roth")
        path = write(tmp_path / "chat.txt", text)
        document = Document(text, "text/plain", blocks=(message,), title="Harbour office")
        index(backend, path, reader=ReadyReader({"chat.txt": document}))
        for words in ("harbour", "roth"):
            found = backend.lexical.match(Kind.PASSAGE, LexicalQuery((Term((words,)),)), 9)
            assert len(found) == 1


def test_without_the_embedder_nothing_is_stored_and_the_file_stays_queued(backend: Backend, tmp_path: Path) -> None:
    def count_tokens(_: Sequence[str]) -> Sequence[int]:
        raise ModelUnavailable("the embedder is not installed")

    path = write(tmp_path / "a.md", "text")
    with pytest.raises(ModelUnavailable):
        open_indexing(backend, FakeReader(), count_tokens).index(record(backend, path), path)
    assert source(backend, path).state is SourceState.QUEUED
    assert backend.catalog.counts().passages == 0


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


class TestEditedNote:
    """Paragraphs are passages of their own where headings part them."""

    MILL, BARN, WELL = "# Mill\n\nThe mill is shut.", "# Barn\n\nThe barn is new.", "# Well\n\nThe well is deep."

    def note(self, path: Path, *parts: str) -> ReadyReader:
        """Write a note of such parts, and give a reader that tells its headings."""
        text = "\n\n".join(parts)
        write(path, text)
        blocks, start = list[Block](), 0
        for part in parts:
            heading = part.index("\n")
            blocks += [
                Block(BlockKind.HEADING, Span(start, start + heading), level=1),
                Block(BlockKind.PARAGRAPH, Span(start + heading + 2, start + len(part))),
            ]
            start += len(part) + 2
        return ReadyReader({path.name: Document(text, "text/markdown", blocks=tuple(blocks), title="Farm")})

    def test_keeps_the_passages_that_stayed_with_their_facts(self, backend: Backend, tmp_path: Path) -> None:
        path = tmp_path / "farm.md"
        index(backend, path, reader=self.note(path, self.MILL, self.BARN))
        mill, barn = passages(backend, path)
        state_fact(backend, mill)
        (done,) = index(backend, path, reader=self.note(path, self.WELL, self.MILL, self.BARN + " Nearly."))
        assert (done.passages, done.state) == (2, SourceState.SEARCHABLE)
        well, same, other = passages(backend, path)
        assert (same.id, same.ordinal) == (mill.id, 1)
        assert barn.id not in (well.id, other.id)
        assert [fact.subject_name for fact in backend.graph.all_facts().items] == ["Ken Ito"]
        assert [passage.id for passage in backend.catalog.pending(9)] == [well.id, other.id]

    def test_is_found_by_its_new_words_and_not_by_those_that_went(self, backend: Backend, tmp_path: Path) -> None:
        path = tmp_path / "farm.md"
        index(backend, path, reader=self.note(path, self.MILL, self.BARN))
        index(backend, path, reader=self.note(path, self.MILL, self.WELL))
        found = [len(backend.lexical.match(Kind.PASSAGE, typed(word), 9)) for word in ("mill", "barn", "well")]
        assert found == [1, 0, 1]

    def test_is_understood_when_what_is_left_of_it_was(self, backend: Backend, tmp_path: Path) -> None:
        path = tmp_path / "farm.md"
        index(backend, path, reader=self.note(path, self.MILL, self.BARN))
        state_fact(backend, passages(backend, path)[0])
        (done,) = index(backend, path, reader=self.note(path, self.MILL))
        assert (done.state, source(backend, path).state) == (SourceState.UNDERSTOOD,) * 2

    def test_is_found_by_its_new_title(self, backend: Backend, tmp_path: Path) -> None:
        path = write(tmp_path / "a.md", "The mill is shut.")
        for title in ("Harbour", "Valley"):
            document = Document("The mill is shut.", "text/plain", title=title)
            write(path, title)
            index(backend, path, reader=ReadyReader({"a.md": document}))
        found = [len(backend.lexical.match(Kind.PASSAGE, typed(word), 9)) for word in ("harbour", "valley")]
        assert found == [0, 1]
        assert backend.catalog.counts().passages == 1


class TestChangeWhileItIsRead:
    def test_is_told_and_nothing_is_stored(self, backend: Backend, tmp_path: Path) -> None:
        path = write(tmp_path / "a.md", "text")
        reader = BusyReader(lambda file: file.write_text("another text"))
        (done,) = index(backend, path, reader=reader)
        assert (done.state, done.passing) == (SourceState.QUEUED, True)
        assert done.reason == "it was changed while it was read"
        assert backend.catalog.counts().passages == 0
        assert index(backend, path)[0].state is SourceState.SEARCHABLE
        assert passages(backend, path)[0].text == "another text"

    def test_leaves_what_was_known_of_the_file(self, backend: Backend, tmp_path: Path) -> None:
        path = write(tmp_path / "a.md", "text")
        index(backend, path)
        before = passages(backend, path)
        write(path, "another text")
        index(backend, path, reader=BusyReader(Path.unlink))
        assert passages(backend, path) == before

    @pytest.mark.parametrize("refusals", [{}, {"a.md": Refusal(RefusalReason.GARBLED, "its text is garbled")}])
    def test_that_made_the_library_forget_it_stores_nothing(
        self, backend: Backend, tmp_path: Path, refusals: dict[str, Refusal]
    ) -> None:
        path = write(tmp_path / "a.md", "text")

        def forget(_: Path) -> None:
            with backend.transaction():
                backend.catalog.forget(source(backend, path).id)

        (done,) = index(backend, path, reader=BusyReader(forget, refusals))
        assert (done.state, done.reason) == (SourceState.QUEUED, "it was forgotten while it was read")
        assert not done.passing
        counts = backend.catalog.counts()
        assert (counts.sources, counts.passages) == (0, 0)
        assert backend.check() == ()

    def test_of_another_reader_that_was_faster_with_a_copy_is_joined(self, backend: Backend, tmp_path: Path) -> None:
        one, other = (write(tmp_path / name, "The mill is shut.") for name in ("a.md", "b.md"))
        (done,) = index(backend, one, reader=BusyReader(lambda _: index(backend, other)))
        assert done.unchanged
        assert source(backend, one).content_id == source(backend, other).content_id
        assert backend.catalog.counts().passages == 1


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

    def test_part_when_one_of_the_places_is_edited(self, backend: Backend, tmp_path: Path) -> None:
        one, other = (write(tmp_path / name, "The mill is shut.") for name in ("a.md", "b.md"))
        index(backend, one, other)
        before = passages(backend, other)
        index(backend, write(one, "The mill is open."))
        assert [passage.text for passage in passages(backend, one)] == ["The mill is open."]
        # A passage names its first source, and that was the one that parted.
        assert [(passage.id, passage.text) for passage in passages(backend, other)] == [(before[0].id, before[0].text)]
        assert source(backend, other).content_id != source(backend, one).content_id

    def test_join_when_one_of_the_places_becomes_like_the_other(self, backend: Backend, tmp_path: Path) -> None:
        one, other = (write(tmp_path / name, f"The mill is {name}.") for name in ("a.md", "b.md"))
        index(backend, one, other)
        write(one, "The mill is b.md.")
        assert index(backend, one)[0].unchanged
        assert source(backend, one).content_id == source(backend, other).content_id
        assert backend.catalog.counts().passages == 1
        assert backend.check() == ()

    def test_are_understood_at_once_where_they_are_understood(self, backend: Backend, tmp_path: Path) -> None:
        one, other = (write(tmp_path / name, "Ken likes tea.") for name in ("a.md", "b.md"))
        index(backend, one)
        state_fact(backend, passages(backend, one)[0])
        assert index(backend, other)[0].state is SourceState.UNDERSTOOD


class TestRefusal:
    @pytest.mark.parametrize("reason", list(RefusalReason))
    def test_is_a_state_with_its_reason(self, backend: Backend, tmp_path: Path, reason: RefusalReason) -> None:
        path = write(tmp_path / "a.md", "text")
        (done,) = index(backend, path, reader=FakeReader({"a.md": Refusal(reason, "that is why")}))
        state = SourceState.NO_TEXT if reason in (RefusalReason.EMPTY, RefusalReason.NO_TEXT) else SourceState.REFUSED
        assert done == Indexed(path, state, 0, "that is why", passing=reason in PASSING)
        assert (source(backend, path).state, source(backend, path).reason) == (state, "that is why")

    def test_of_one_file_leaves_the_others_alone(self, backend: Backend, tmp_path: Path) -> None:
        paths = [write(tmp_path / name, name) for name in ("a.md", "b.md", "c.md")]
        reader = FakeReader({"b.md": Refusal(RefusalReason.CRASHED, "the reader crashed on it")})
        states = [done.state for done in index(backend, *paths, reader=reader)]
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
        known = record(backend, path)
        path.unlink()
        done = open_indexing(backend, FakeReader()).index(known, path)
        assert (done.state, done.reason) == (SourceState.QUEUED, "it is not there")

    def test_a_file_that_cannot_be_opened_is_one(self, backend: Backend, tmp_path: Path) -> None:
        path = write(tmp_path / "a.md", "text")
        known = record(backend, path)
        path.unlink()
        path.mkdir()
        done = open_indexing(backend, FakeReader()).index(known, path)
        assert (done.state, done.reason) == (SourceState.REFUSED, "it cannot be opened: Is a directory")

    def test_of_a_file_that_the_library_does_not_know_changes_nothing(self, backend: Backend, tmp_path: Path) -> None:
        path = write(tmp_path / "a.md", "text")
        done = open_indexing(backend, FakeReader()).index(SourceId(99), path)
        assert (done.reason, done.passing) == ("it was forgotten while it was read", False)
        assert backend.catalog.counts().sources == 0


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

    def test_follows_the_files_name_when_that_changes(self, backend: Backend, tmp_path: Path) -> None:
        path = write(tmp_path / "2023-06-07 mill.md", "The mill is shut.")
        index(backend, path)
        moved = path.rename(tmp_path / "2024-08-09 mill.md")
        with backend.transaction():
            backend.catalog.move(source(backend, path).id, SourceDraft(str(moved), 18, NOW))
        index(backend, moved)
        expected = Said(datetime(2024, 8, 9, tzinfo=UTC), SaidKind.FILE_NAME)
        assert [passage.said for passage in passages(backend, moved)] == [expected]
        assert backend.catalog.counts().passages == 1
