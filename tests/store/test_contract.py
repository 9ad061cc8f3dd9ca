"""What every backend does, whatever it keeps its rows in: transactions, sources, contents, forgetting."""

import threading
from collections.abc import Callable

import pytest

from tests.store.samples import (
    NOW,
    SPACE,
    content_draft,
    directions,
    evidence,
    fact_draft,
    mention,
    name,
    passage_drafts,
    said,
    source_draft,
    space_of,
    state,
    store,
    words,
)
from tsuzuri.core.ids import ContentId, PassageId, SourceId
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import EntityType, Kind, Quarantined, SourceState


class TestTransactions:
    def test_keeps_all_or_nothing(self, backend: Backend) -> None:
        with backend.transaction():
            store(backend, "/a.txt", ["kept"])
        before = backend.catalog.counts()

        def fail_halfway() -> None:
            with backend.transaction():
                store(backend, "/b.txt", ["lost"])
                raise InterruptedError

        with pytest.raises(InterruptedError):
            fail_halfway()
        assert backend.catalog.counts() == before
        assert backend.catalog.source_by_uri("/b.txt") is None
        assert backend.lexical.match(Kind.PASSAGE, words("lost"), 5) == ()

    def test_reads_what_it_wrote(self, backend: Backend) -> None:
        with backend.transaction():
            stored = store(backend, "/a.txt", ["one", "two"])
            assert [p.text for p in backend.catalog.passages(stored.passages)] == ["one", "two"]
            space = backend.vectors.space(SPACE)
            assert len(backend.vectors.nearest(space, Kind.PASSAGE, directions(1)[0], 5)) == 2

    def test_is_not_seen_by_another_thread_before_the_end(self, backend: Backend) -> None:
        seen: list[int] = []
        with backend.transaction():
            store(backend, "/a.txt", ["one"])
            reader = threading.Thread(target=lambda: seen.append(backend.catalog.counts().sources))
            reader.start()
            reader.join()
        assert seen == [0]
        assert backend.catalog.counts().sources == 1

    def test_cannot_be_nested(self, backend: Backend) -> None:
        with backend.transaction(), pytest.raises(RuntimeError), backend.transaction():
            pass

    @pytest.mark.parametrize(
        "write",
        [
            lambda b: b.catalog.put_sources([source_draft("/a")], NOW),
            lambda b: b.catalog.forget(SourceId(1)),
            lambda b: b.catalog.set_read([PassageId(1)]),
            lambda b: b.graph.add_entity("A", "a", EntityType.PERSON, NOW),
            lambda b: b.graph.add_mentions([]),
            lambda b: b.lexical.put(Kind.FACT, []),
            lambda b: b.vectors.space(SPACE),
            lambda b: b.vectors.rebuild(),
        ],
    )
    def test_writing_outside_of_one_is_refused(self, backend: Backend, write: Callable[[Backend], object]) -> None:
        with pytest.raises(RuntimeError):
            write(backend)

    def test_data_version_changes_with_a_commit_only(self, backend: Backend) -> None:
        before = backend.data_version()
        assert backend.data_version() == before
        with backend.transaction():
            backend.catalog.put_sources([source_draft("/a")], NOW)
        assert backend.data_version() != before

    def test_closing_twice_is_allowed(self, backend: Backend) -> None:
        backend.close()
        backend.close()


class TestSources:
    def test_a_new_source_is_queued(self, backend: Backend) -> None:
        with backend.transaction():
            id_ = backend.catalog.put_sources([source_draft("/a.txt", 7)], NOW)[0]
        source = backend.catalog.source(id_)
        assert source is not None
        assert (source.uri, source.size, source.state, source.added_at) == ("/a.txt", 7, SourceState.QUEUED, NOW)
        assert source == backend.catalog.source_by_uri("/a.txt")

    def test_an_unknown_source_is_none(self, backend: Backend) -> None:
        assert backend.catalog.source(SourceId(9)) is None
        assert backend.catalog.source_by_uri("/nowhere") is None

    def test_a_known_one_keeps_its_content_and_gets_the_new_size(self, backend: Backend) -> None:
        with backend.transaction():
            stored = store(backend, "/a.txt", ["one"])
            again = backend.catalog.put_sources([source_draft("/a.txt", 99)], NOW)[0]
        source = backend.catalog.source(again)
        assert again == stored.source
        assert source is not None
        assert (source.size, source.content_id, source.state) == (99, stored.content, SourceState.SEARCHABLE)

    def test_pages_are_in_order_of_uri_and_complete(self, backend: Backend) -> None:
        with backend.transaction():
            for i in (3, 1, 2, 0, 4):
                backend.catalog.put_sources([source_draft(f"/{i}.txt")], NOW)
        first = backend.catalog.sources(limit=2)
        second = backend.catalog.sources(limit=2, after=first.after)
        third = backend.catalog.sources(limit=2, after=second.after)
        assert [s.uri for p in (first, second, third) for s in p.items] == [f"/{i}.txt" for i in range(5)]
        assert third.after is None

    def test_a_page_that_ends_the_list_says_so(self, backend: Backend) -> None:
        with backend.transaction():
            for i in range(2):
                backend.catalog.put_sources([source_draft(f"/{i}.txt")], NOW)
        assert backend.catalog.sources(limit=2).after is None

    def test_filters_by_uri_or_title_without_regard_to_case(self, backend: Backend) -> None:
        with backend.transaction():
            backend.catalog.put_sources([source_draft("/Straße.txt")], NOW)
            source = backend.catalog.put_sources([source_draft("/b.txt")], NOW)[0]
            backend.catalog.put_content(source, content_draft("text", "Übersicht"), passage_drafts(["text"]))
        assert [s.uri for s in backend.catalog.sources(contains="STRASSE").items] == ["/Straße.txt"]
        assert [s.uri for s in backend.catalog.sources(contains="überSICHT").items] == ["/b.txt"]
        assert backend.catalog.sources(contains="nothing").items == ()

    def test_a_refusal_drops_what_was_stored(self, backend: Backend) -> None:
        with backend.transaction():
            stored = store(backend, "/a.txt", ["one"])
            backend.catalog.refuse(stored.source, SourceState.NO_TEXT, "only pictures")
        source = backend.catalog.source(stored.source)
        assert source is not None
        assert (source.state, source.reason, source.content_id) == (SourceState.NO_TEXT, "only pictures", None)
        assert backend.catalog.passages(stored.passages) == ()
        assert backend.catalog.counts().refused == 1

    def test_a_refusal_needs_a_state_of_refusal(self, backend: Backend) -> None:
        with backend.transaction():
            id_ = backend.catalog.put_sources([source_draft("/a")], NOW)[0]
            with pytest.raises(ValueError, match="not a refusal"):
                backend.catalog.refuse(id_, SourceState.QUEUED, "")

    def test_unknown_sources_and_contents_are_refused(self, backend: Backend) -> None:
        with backend.transaction():
            stored = store(backend, "/a.txt", ["one"])
            with pytest.raises(KeyError):
                backend.catalog.refuse(SourceId(99), SourceState.REFUSED, "")
            with pytest.raises(KeyError):
                backend.catalog.attach(SourceId(99), stored.content)
            with pytest.raises(KeyError):
                backend.catalog.attach(stored.source, ContentId(99))

    def test_forgetting_an_unknown_one_changes_nothing(self, backend: Backend) -> None:
        with backend.transaction():
            backend.catalog.forget(SourceId(99))


class TestContents:
    def test_round_trips_text_and_passages(self, backend: Backend) -> None:
        texts = ["会議は三時です。", "Second one."]
        with backend.transaction():
            stored = store(backend, "/a.txt", texts, [said(2024, 3), None])
        assert backend.catalog.content_text(stored.content) == "\n".join(texts)
        first, second = backend.catalog.passages_of(stored.content)
        assert (first.text, first.said, first.title, first.heading) == (texts[0], said(2024, 3), "Notes", "Heading")
        assert (second.text, second.said, second.locator) == (texts[1], None, "line 2")
        assert (first.source_id, first.source_uri) == (stored.source, "/a.txt")

    def test_is_found_by_its_bytes(self, backend: Backend) -> None:
        draft = content_draft("one")
        with backend.transaction():
            stored = store(backend, "/a.txt", ["one"])
        assert backend.catalog.find_content(draft.sha256) == stored.content
        assert backend.catalog.find_content(b"?" * 32) is None

    def test_is_not_stored_twice(self, backend: Backend) -> None:
        with backend.transaction():
            stored = store(backend, "/a.txt", ["one"])
            with pytest.raises(ValueError, match=r"stored already|UNIQUE"):
                backend.catalog.put_content(stored.source, content_draft("one"), ())

    def test_passages_come_in_the_order_asked_without_those_gone(self, backend: Backend) -> None:
        with backend.transaction():
            a, b = store(backend, "/a.txt", ["one", "two"]).passages
        assert [p.id for p in backend.catalog.passages([b, PassageId(99), a])] == [b, a]

    def test_text_of_an_unknown_one_is_a_key_error(self, backend: Backend) -> None:
        with pytest.raises(KeyError):
            backend.catalog.content_text(ContentId(1))

    def test_two_sources_share_one_and_the_first_is_cited(self, backend: Backend) -> None:
        with backend.transaction():
            other = backend.catalog.put_sources([source_draft("/copy.txt")], NOW)[0]
            stored = store(backend, "/a.txt", ["one"])
            backend.catalog.attach(other, stored.content)
        (passage,) = backend.catalog.passages(stored.passages)
        assert passage.source_id == other
        with backend.transaction():
            backend.catalog.forget(other)
        (passage,) = backend.catalog.passages(stored.passages)
        assert passage.source_id == stored.source

    def test_attaching_another_drops_the_former(self, backend: Backend) -> None:
        with backend.transaction():
            old = store(backend, "/a.txt", ["old"])
            new = store(backend, "/b.txt", ["new"])
            backend.catalog.attach(old.source, new.content)
        assert backend.catalog.passages(old.passages) == ()
        assert backend.catalog.find_content(content_draft("old").sha256) is None
        assert backend.check() == ()

    def test_attaching_the_same_again_keeps_it(self, backend: Backend) -> None:
        with backend.transaction():
            stored = store(backend, "/a.txt", ["one"])
            backend.catalog.attach(stored.source, stored.content)
        assert len(backend.catalog.passages(stored.passages)) == 1


class TestReading:
    def test_pending_comes_by_source_and_ordinal(self, backend: Backend) -> None:
        with backend.transaction():
            late = backend.catalog.put_sources([source_draft("/z.txt")], NOW)[0]
            first = store(backend, "/a.txt", ["a0", "a1"])
            second = store(backend, "/z.txt", ["z0", "z1"])
        assert late == second.source
        assert [p.text for p in backend.catalog.pending(3)] == ["z0", "z1", "a0"]
        with backend.transaction():
            backend.catalog.set_read(second.passages)
        assert [p.id for p in backend.catalog.pending(9)] == list(first.passages)

    def test_pending_under_a_path_is_that_path_or_below(self, backend: Backend) -> None:
        with backend.transaction():
            for uri in ("/desk/a.txt", "/desk/deep/b.txt", "/desktop/c.txt", "/d.txt"):
                store(backend, uri, [uri])
        assert [p.text for p in backend.catalog.pending(9, under=["/desk"])] == [
            "/desk/a.txt",
            "/desk/deep/b.txt",
        ]
        assert [p.text for p in backend.catalog.pending(9, under=["/desk/", "/d.txt"])] == [
            "/desk/a.txt",
            "/desk/deep/b.txt",
            "/d.txt",
        ]
        assert len(backend.catalog.pending(9, under=["/"])) == 4

    def test_counts_what_is_pending_under_a_path(self, backend: Backend) -> None:
        with backend.transaction():
            store(backend, "/desk/a.txt", ["a0", "a1"])
            other = store(backend, "/b.txt", ["b0", "b1"])
            backend.catalog.set_read(other.passages[:1])
        assert backend.catalog.pending_count() == 3
        assert backend.catalog.pending_count(under=["/desk"]) == 2
        assert backend.catalog.pending_count(under=["/nowhere"]) == 0

    def test_a_source_is_understood_once_nothing_waits(self, backend: Backend) -> None:
        def progress(source_id: SourceId) -> tuple[SourceState, int]:
            source = backend.catalog.source(source_id)
            assert source is not None
            return source.state, source.pending

        with backend.transaction():
            stored = store(backend, "/a.txt", ["one", "two"])
        assert progress(stored.source) == (SourceState.SEARCHABLE, 2)
        with backend.transaction():
            backend.catalog.set_read(stored.passages[:1])
        assert progress(stored.source) == (SourceState.SEARCHABLE, 1)
        with backend.transaction():
            backend.catalog.set_aside(stored.passages[1], "too long")
        assert progress(stored.source) == (SourceState.UNDERSTOOD, 0)
        counts = backend.catalog.counts()
        assert (counts.passages, counts.pending, counts.set_aside) == (2, 0, 1)

    def test_passages_that_are_gone_are_passed_over(self, backend: Backend) -> None:
        with backend.transaction():
            backend.catalog.set_read([PassageId(99)])
            backend.catalog.set_aside(PassageId(99), "gone")


class TestForgetting:
    def test_takes_what_only_that_source_supported(self, backend: Backend) -> None:
        with backend.transaction():
            gone = store(backend, "/gone.txt", ["A met B"])
            kept = store(backend, "/kept.txt", ["A met C"])
            a, b, c = (name(backend, words) for words in "ABC")
            backend.graph.add_mentions([mention(a, gone.passages[0]), mention(b, gone.passages[0])])
            backend.graph.add_mentions([mention(c, kept.passages[0])])
            lost = state(backend, fact_draft(a, "met", b), evidence(gone.passages[0]))
            held = state(backend, fact_draft(a, "met", c), evidence(kept.passages[0]))
            backend.graph.quarantine([Quarantined(gone.passages[0], "A | ate | B", "not said", "m")], NOW)
        assert backend.check() == ()
        with backend.transaction():
            backend.catalog.forget(gone.source)
        assert [f.id for f in backend.graph.facts([lost, held])] == [held]
        assert [e.id for e in backend.graph.entities_by_id([a, b, c])] == [a, c]
        assert backend.graph.quarantined() == ()
        assert backend.lexical.match(Kind.ENTITY, words("B"), 5) == ()
        space = space_of(backend)
        assert {s.id for s in backend.vectors.nearest(space, Kind.ENTITY, directions(1)[0], 9)} == {a, c}
        assert {s.id for s in backend.vectors.nearest(space, Kind.FACT, directions(1)[0], 9)} == {held}
        assert backend.check() == ()

    def test_counts_the_facts_of_a_source_once_each(self, backend: Backend) -> None:
        with backend.transaction():
            stored = store(backend, "/a.txt", ["A is B", "A is B again"])
            a, b = name(backend, "A"), name(backend, "B")
            for passage in stored.passages:
                state(backend, fact_draft(a, "is", b), evidence(passage))
        source = backend.catalog.source(stored.source)
        assert source is not None
        assert (source.facts, source.passages) == (1, 2)

    def test_ids_are_never_given_again(self, backend: Backend) -> None:
        with backend.transaction():
            first = store(backend, "/a.txt", ["one"])
        with backend.transaction():
            backend.catalog.forget(first.source)
        with backend.transaction():
            second = store(backend, "/a.txt", ["two"])
        assert second.source > first.source
        assert second.passages[0] > first.passages[0]
