"""What every backend does, whatever it keeps its rows in."""

import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import date

import numpy as np
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
)
from tsuzuri.core.document import Span
from tsuzuri.core.ids import ContentId, EntityId, PassageId, SourceId, SpaceId
from tsuzuri.core.lexical import LexicalEntry, LexicalQuery, Match, Term
from tsuzuri.core.ports import Backend
from tsuzuri.core.temporal import Interval, Precision
from tsuzuri.core.values import EntityType, Kind, NameKind, Quarantined, SourceState
from tsuzuri.text.segment import segment


def words(text: str, match: Match = Match.ALL) -> LexicalQuery:
    return LexicalQuery(tuple(Term((token,)) for token in segment(text)), match)


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
            lambda b: b.catalog.put_source(source_draft("/a"), NOW),
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
            backend.catalog.put_source(source_draft("/a"), NOW)
        assert backend.data_version() != before

    def test_closing_twice_is_allowed(self, backend: Backend) -> None:
        backend.close()
        backend.close()


class TestSources:
    def test_a_new_source_is_queued(self, backend: Backend) -> None:
        with backend.transaction():
            id_ = backend.catalog.put_source(source_draft("/a.txt", 7), NOW)
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
            again = backend.catalog.put_source(source_draft("/a.txt", 99), NOW)
        source = backend.catalog.source(again)
        assert again == stored.source
        assert source is not None
        assert (source.size, source.content_id, source.state) == (99, stored.content, SourceState.SEARCHABLE)

    def test_pages_are_in_order_of_uri_and_complete(self, backend: Backend) -> None:
        with backend.transaction():
            for i in (3, 1, 2, 0, 4):
                backend.catalog.put_source(source_draft(f"/{i}.txt"), NOW)
        first = backend.catalog.sources(limit=2)
        second = backend.catalog.sources(limit=2, after=first.after)
        third = backend.catalog.sources(limit=2, after=second.after)
        assert [s.uri for p in (first, second, third) for s in p.items] == [f"/{i}.txt" for i in range(5)]
        assert third.after is None

    def test_a_page_that_ends_the_list_says_so(self, backend: Backend) -> None:
        with backend.transaction():
            for i in range(2):
                backend.catalog.put_source(source_draft(f"/{i}.txt"), NOW)
        assert backend.catalog.sources(limit=2).after is None

    def test_filters_by_uri_or_title_without_regard_to_case(self, backend: Backend) -> None:
        with backend.transaction():
            backend.catalog.put_source(source_draft("/Straße.txt"), NOW)
            source = backend.catalog.put_source(source_draft("/b.txt"), NOW)
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
            id_ = backend.catalog.put_source(source_draft("/a"), NOW)
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
            other = backend.catalog.put_source(source_draft("/copy.txt"), NOW)
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
            late = backend.catalog.put_source(source_draft("/z.txt"), NOW)
            first = store(backend, "/a.txt", ["a0", "a1"])
            second = store(backend, "/z.txt", ["z0", "z1"])
        assert late == second.source
        assert [p.text for p in backend.catalog.pending(3)] == ["z0", "z1", "a0"]
        with backend.transaction():
            backend.catalog.set_read(second.passages)
        assert [p.id for p in backend.catalog.pending(9)] == list(first.passages)

    def test_pending_under_a_path_is_that_path_or_below(self, backend: Backend) -> None:
        with backend.transaction():
            for uri in ("/work/a.txt", "/work/deep/b.txt", "/workshop/c.txt", "/d.txt"):
                store(backend, uri, [uri])
        assert [p.text for p in backend.catalog.pending(9, under=["/work"])] == ["/work/a.txt", "/work/deep/b.txt"]
        assert [p.text for p in backend.catalog.pending(9, under=["/work/", "/d.txt"])] == [
            "/work/a.txt",
            "/work/deep/b.txt",
            "/d.txt",
        ]
        assert len(backend.catalog.pending(9, under=["/"])) == 4

    def test_counts_what_is_pending_under_a_path(self, backend: Backend) -> None:
        with backend.transaction():
            store(backend, "/work/a.txt", ["a0", "a1"])
            other = store(backend, "/b.txt", ["b0", "b1"])
            backend.catalog.set_read(other.passages[:1])
        assert backend.catalog.pending_count() == 3
        assert backend.catalog.pending_count(under=["/work"]) == 2
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


class TestEntities:
    def test_are_found_by_any_name(self, backend: Backend) -> None:
        with backend.transaction():
            entity = name(backend, "Aiko Tanabe")
            backend.graph.add_alias(entity, "Aiko", "aiko", NameKind.SHORT)
            backend.graph.add_alias(entity, "AIKO", "aiko", NameKind.STATED)
            other = name(backend, "Aiko")
        found = backend.graph.entities_by_key(["aiko", "aiko tanabe", "nobody"])
        assert {key: [e.id for e in entities] for key, entities in found.items()} == {
            "aiko": [entity, other],
            "aiko tanabe": [entity],
        }
        assert found["aiko"][0].aliases == ("Aiko",)
        assert found["aiko"][1].aliases == ()

    def test_pages_are_in_order_of_key_then_id(self, backend: Backend) -> None:
        with backend.transaction():
            ids = [name(backend, words) for words in ("Ben", "Ada", "Ben", "Cy", "Ada")]
        order = [ids[1], ids[4], ids[0], ids[2], ids[3]]
        seen: list[EntityId] = []
        after = None
        while True:
            page = backend.graph.entities(after=after, limit=2)
            seen += [entity.id for entity in page.items]
            after = page.after
            if after is None:
                break
        assert seen == order

    def test_pages_filter_by_a_piece_of_any_name_and_by_type(self, backend: Backend) -> None:
        with backend.transaction():
            person = name(backend, "Aiko Tanabe")
            firm = name(backend, "Kaede Works", EntityType.ORGANIZATION)
            backend.graph.add_alias(firm, "Tanabe & Co", "tanabe & co", NameKind.STATED)
        assert [e.id for e in backend.graph.entities(contains="tanabe").items] == [person, firm]
        only = backend.graph.entities(contains="tanabe", type=EntityType.ORGANIZATION)
        assert [e.id for e in only.items] == [firm]

    def test_count_their_facts_and_mentions(self, backend: Backend) -> None:
        with backend.transaction():
            passages = store(backend, "/a.txt", ["A knows B", "A left B"], [said(2024), said(2023)]).passages
            a, b = name(backend, "A"), name(backend, "B")
            backend.graph.add_mentions([mention(a, passages[1]), mention(a, passages[0]), mention(b, passages[1])])
            backend.graph.add_mentions([mention(a, passages[0])])
            state(backend, fact_draft(a, "knows", b), evidence(passages[0]))
            state(backend, fact_draft(a, "admires", a), evidence(passages[0]))
        found = backend.graph.entities_by_id([b, a, EntityId(99)])
        assert [(e.id, e.facts, e.mentions) for e in found] == [(b, 1, 1), (a, 2, 2)]
        assert [e.last_said for e in found] == [said(2023).at, said(2024).at]
        assert backend.graph.entity(EntityId(99)) is None

    def test_names_in_passages_come_most_mentioned_first(self, backend: Backend) -> None:
        with backend.transaction():
            first, second = store(backend, "/a.txt", ["A and B", "B again"]).passages
            a, b, c = (name(backend, words) for words in "ABC")
            backend.graph.add_mentions([mention(a, first), mention(b, first), mention(b, second)])
        assert [e.id for e in backend.graph.names_in([first, second], 9)] == [b, a]
        assert [e.id for e in backend.graph.names_in([first, second], 1)] == [b]
        assert backend.graph.entity(c) is not None

    def test_mentions_come_latest_said_first_and_undated_last(self, backend: Backend) -> None:
        with backend.transaction():
            dates = [said(2020), None, said(2024)]
            passages = store(backend, "/a.txt", ["A1", "A2", "A3"], dates).passages
            a = name(backend, "A")
            backend.graph.add_mentions(mention(a, passage) for passage in passages)
        found = backend.graph.mentions_of([a, EntityId(99)])
        assert [m.passage_id for m in found[a]] == [passages[2], passages[0], passages[1]]
        assert set(found) == {a}
        assert len(backend.graph.mentions_of([a], limit_each=2)[a]) == 2

    def test_a_mention_needs_both_its_ends(self, backend: Backend) -> None:
        with backend.transaction():
            (passage,) = store(backend, "/a.txt", ["A"]).passages
            a = name(backend, "A")
            with pytest.raises(KeyError):
                backend.graph.add_mentions([mention(a, PassageId(99))])
            with pytest.raises(KeyError):
                backend.graph.add_mentions([mention(EntityId(99), passage)])


class TestFacts:
    def test_round_trip(self, backend: Backend) -> None:
        valid = Interval(date(2024, 3, 1), date(2024, 4, 1), Precision.MONTH)
        with backend.transaction():
            (passage,) = store(backend, "/a.txt", ["A leads B"]).passages
            a, b = name(backend, "A"), name(backend, "B")
            id_ = state(backend, fact_draft(a, "leads", b, valid=valid, when=said(2024)), evidence(passage))
            literal = state(backend, fact_draft(a, "is aged", None, value="42"), evidence(passage))
        fact, aged = backend.graph.facts([id_, literal])
        assert (fact.subject_name, fact.relation, fact.object_name, fact.object_id) == ("A", "leads", "B", b)
        assert (fact.valid, fact.said, fact.learnt_at, fact.evidence) == (valid, said(2024), NOW, 1)
        assert (aged.object_name, aged.object_id) == ("42", None)
        assert backend.graph.evidence_of([id_]) == {id_: (evidence(passage),)}

    def test_the_same_one_again_gains_evidence_and_the_higher_confidence(self, backend: Backend) -> None:
        with backend.transaction():
            one, two = store(backend, "/a.txt", ["A is B", "A is B still"]).passages
            a, b = name(backend, "A"), name(backend, "B")
            first = state(backend, fact_draft(a, "is", b, confidence=0.4), evidence(one, confidence=0.4))
            again = state(backend, fact_draft(a, "is", b, confidence=0.8), evidence(two, confidence=0.8))
            other = state(backend, fact_draft(a, "is", b, valid=Interval(date(2024, 1, 1))), evidence(two))
        assert first == again != other
        (fact,) = backend.graph.facts([first])
        assert (fact.evidence, fact.confidence) == (2, 0.8)
        assert [e.passage_id for e in backend.graph.evidence_of([first])[first]] == [two, one]

    def test_the_same_statement_by_the_same_reader_counts_once(self, backend: Backend) -> None:
        with backend.transaction():
            (one,) = store(backend, "/a.txt", ["A is B"]).passages
            a, b = name(backend, "A"), name(backend, "B")
            state(backend, fact_draft(a, "is", b, confidence=0.4), evidence(one, confidence=0.9))
            id_ = state(backend, fact_draft(a, "is", b, confidence=0.6), evidence(one, confidence=0.1))
            (fact,) = backend.graph.facts([id_])
            assert (fact.evidence, fact.confidence) == (1, 0.6)
            assert backend.graph.evidence_of([id_])[id_][0].confidence == 0.9
            state(backend, fact_draft(a, "is", b), evidence(one, by="rule 2"))
        assert backend.graph.facts([id_])[0].evidence == 2

    def test_losing_evidence_is_as_if_it_had_never_been_told(self, backend: Backend) -> None:
        with backend.transaction():
            first = store(backend, "/a.txt", ["A is B"])
            second = store(backend, "/b.txt", ["A is B too"])
            a, b = name(backend, "A"), name(backend, "B")
            strong = fact_draft(a, "is", b, when=said(2020), confidence=0.9)
            weak = fact_draft(a, "is", b, when=said(2024), confidence=0.3)
            id_ = state(backend, strong, evidence(first.passages[0]))
            state(backend, weak, evidence(second.passages[0]))
        with backend.transaction():
            backend.catalog.forget(first.source)
        (fact,) = backend.graph.facts([id_])
        assert (fact.said, fact.confidence, fact.evidence) == (said(2024), 0.3, 1)

    def test_of_an_entity_come_by_start_with_unknown_last(self, backend: Backend) -> None:
        with backend.transaction():
            (passage,) = store(backend, "/a.txt", ["A is B"]).passages
            a, b = name(backend, "A"), name(backend, "B")
            spans = [Interval(), Interval(date(2023, 1, 1), date(2024, 1, 1)), Interval(date(2020, 1, 1))]
            ids = [state(backend, fact_draft(a, "is", b, valid=span), evidence(passage)) for span in spans]
            ends = state(backend, fact_draft(b, "was", a, valid=Interval(None, date(2021, 1, 1))), evidence(passage))
        assert [f.id for f in backend.graph.facts_of(b)] == [ids[2], ids[1], ids[0], ends]
        assert [f.id for f in backend.graph.facts_of(a, limit=2)] == [ids[2], ids[1]]
        assert [f.id for f in backend.graph.facts_of(a, as_of=date(2024, 1, 1))] == [ids[2], ids[0]]
        assert [f.id for f in backend.graph.facts_of(a, as_of=date(2020, 12, 31))] == [ids[2], ids[0], ends]
        assert backend.graph.facts_of(EntityId(99)) == ()

    def test_every_one_comes_in_pages(self, backend: Backend) -> None:
        with backend.transaction():
            (passage,) = store(backend, "/a.txt", ["A is B"]).passages
            a, b = name(backend, "A"), name(backend, "B")
            ids = [state(backend, fact_draft(a, f"is {i}", b), evidence(passage)) for i in range(3)]
        first = backend.graph.all_facts(limit=2)
        second = backend.graph.all_facts(limit=2, after=first.after)
        assert [f.id for f in (*first.items, *second.items)] == ids
        assert second.after is None

    def test_must_be_sound(self, backend: Backend) -> None:
        with backend.transaction():
            (passage,) = store(backend, "/a.txt", ["A is B"]).passages
            a, b = name(backend, "A"), name(backend, "B")
            with pytest.raises(ValueError, match="object"):
                backend.graph.add_fact(fact_draft(a, "is", b, value="both"), evidence(passage))
            with pytest.raises(ValueError, match="object"):
                backend.graph.add_fact(fact_draft(a, "is", None), evidence(passage))
            with pytest.raises(ValueError, match="confidence"):
                backend.graph.add_fact(fact_draft(a, "is", b, confidence=1.5), evidence(passage))
            with pytest.raises(KeyError):
                backend.graph.add_fact(fact_draft(a, "is", EntityId(99)), evidence(passage))
            with pytest.raises(KeyError):
                backend.graph.add_fact(fact_draft(a, "is", b), evidence(PassageId(99)))


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


class TestQuarantine:
    def test_shows_the_newest_first(self, backend: Backend) -> None:
        with backend.transaction():
            (passage,) = store(backend, "/a.txt", ["A"]).passages
            items = [Quarantined(passage, f"line {i}", "not said", "m") for i in range(3)]
            backend.graph.quarantine(items, NOW)
        assert backend.graph.quarantined(2) == (items[2], items[1])
        assert backend.catalog.counts().quarantined == 3


class TestLexical:
    @pytest.fixture
    def ids(self, backend: Backend) -> tuple[PassageId, ...]:
        texts = ["東京で会議があった", "the harbour at dawn", "the harbour at dusk by the harbour", "dawn"]
        with backend.transaction():
            return store(backend, "/a.txt", texts).passages

    def found(self, backend: Backend, query: LexicalQuery, k: int = 9) -> list[int]:
        return [scored.id for scored in backend.lexical.match(Kind.PASSAGE, query, k)]

    def test_needs_every_term_or_any(self, backend: Backend, ids: tuple[PassageId, ...]) -> None:
        assert self.found(backend, words("harbour dawn")) == [ids[1]]
        assert set(self.found(backend, words("harbour dawn", Match.ANY))) == {ids[1], ids[2], ids[3]}

    def test_finds_pairs_of_characters_as_a_phrase(self, backend: Backend, ids: tuple[PassageId, ...]) -> None:
        assert self.found(backend, LexicalQuery((Term(("会議",)),))) == [ids[0]]
        assert self.found(backend, LexicalQuery((Term(("京で", "で会")),))) == [ids[0]]
        assert self.found(backend, LexicalQuery((Term(("で会", "京で")),))) == []

    def test_a_prefix_goes_on(self, backend: Backend, ids: tuple[PassageId, ...]) -> None:
        assert set(self.found(backend, LexicalQuery((Term(("da",), prefix=True),)))) == {ids[1], ids[3]}
        assert self.found(backend, LexicalQuery((Term(("da",)),))) == []

    def test_ties_are_in_order_of_id(self, backend: Backend) -> None:
        with backend.transaction():
            same = store(backend, "/b.txt", ["pebble", "pebble", "pebble"]).passages
        assert self.found(backend, words("pebble")) == list(same)
        assert self.found(backend, words("pebble"), k=2) == list(same[:2])

    def test_the_title_weighs_more_than_the_heading_than_the_body(self, backend: Backend) -> None:
        with backend.transaction():
            body, heading, title, *rest = store(backend, "/b.txt", [f"text {i}" for i in range(9)]).passages
            backend.lexical.put(
                Kind.PASSAGE,
                [
                    LexicalEntry(body, "x", "y", "quartz"),
                    LexicalEntry(heading, "x", "quartz", "z"),
                    LexicalEntry(title, "quartz", "y", "z"),
                ],
            )
        assert self.found(backend, words("quartz")) == [title, heading, body]
        assert rest

    def test_indexing_again_replaces(self, backend: Backend, ids: tuple[PassageId, ...]) -> None:
        with backend.transaction():
            backend.lexical.put(Kind.PASSAGE, [LexicalEntry(ids[3], "", "", "noon")])
        assert self.found(backend, words("noon")) == [ids[3]]
        assert self.found(backend, words("dawn")) == [ids[1]]

    def test_counts_in_how_many_rows_a_token_occurs(self, backend: Backend, ids: tuple[PassageId, ...]) -> None:
        assert backend.lexical.frequencies(Kind.PASSAGE, ["harbour", "none", "会議", "harbour"]) == (2, 0, 1, 2)
        with backend.transaction():
            source = backend.catalog.source_by_uri("/a.txt")
            assert source is not None
            backend.catalog.forget(source.id)
        assert backend.lexical.frequencies(Kind.PASSAGE, ["harbour"]) == (0,)

    def test_is_made_anew_from_what_it_is_given(self, backend: Backend, ids: tuple[PassageId, ...]) -> None:
        with backend.transaction():
            backend.lexical.rebuild(Kind.PASSAGE, [LexicalEntry(ids[0], "", "", "anew")])
        assert self.found(backend, words("anew")) == [ids[0]]
        assert self.found(backend, words("dawn")) == []
        assert backend.check() == ("The full-text index misses 3 of kind passage.",)

    def test_rows_of_what_is_gone_are_left_out(self, backend: Backend) -> None:
        with backend.transaction():
            backend.lexical.put(Kind.FACT, [LexicalEntry(99, "", "", "ghost")])
        assert backend.lexical.match(Kind.FACT, words("ghost"), 5) == ()

    def test_kinds_do_not_mix(self, backend: Backend, ids: tuple[PassageId, ...]) -> None:
        assert backend.lexical.match(Kind.ENTITY, words("dawn"), 5) == ()

    def test_no_word_of_a_query_is_syntax(self, backend: Backend, ids: tuple[PassageId, ...]) -> None:
        for token in ('"', "NEAR", "AND", "*", "(", "title:", "-", "^a", "a\"b'c"):
            self.found(backend, LexicalQuery((Term((token,)), Term(("dawn",), prefix=True))))

    def test_an_empty_query_matches_nothing(self, backend: Backend, ids: tuple[PassageId, ...]) -> None:
        assert self.found(backend, LexicalQuery(())) == []
        assert self.found(backend, LexicalQuery((Term(()),))) == []


class TestVectors:
    @pytest.fixture
    def space(self, backend: Backend) -> SpaceId:
        return space_of(backend)

    def test_a_space_has_one_id(self, backend: Backend, space: SpaceId) -> None:
        assert backend.vectors.space(SPACE) == space
        with backend.transaction():
            assert backend.vectors.space(replace(SPACE, revision="2")) != space

    def test_nearest_is_by_cosine_best_first(self, backend: Backend, space: SpaceId) -> None:
        with backend.transaction():
            ids = store(backend, "/a.txt", [f"text {i}" for i in range(30)]).passages
            vectors = directions(30, seed=7)
            backend.vectors.put(space, Kind.PASSAGE, ids, vectors)
        query = directions(1, seed=8)[0]
        cosines = vectors @ query
        order = sorted(range(30), key=lambda i: -cosines[i])[:5]
        found = backend.vectors.nearest(space, Kind.PASSAGE, query, 5)
        assert [scored.id for scored in found] == [ids[i] for i in order]
        assert [scored.score for scored in found] == pytest.approx([float(cosines[i]) for i in order], abs=1e-5)

    def test_ties_are_in_order_of_id(self, backend: Backend, space: SpaceId) -> None:
        with backend.transaction():
            ids = store(backend, "/a.txt", ["one", "two", "three"]).passages
            backend.vectors.put(space, Kind.PASSAGE, ids[::-1], np.repeat(directions(1), 3, axis=0))
        found = backend.vectors.nearest(space, Kind.PASSAGE, directions(1)[0], 2)
        assert [scored.id for scored in found] == list(ids[:2])

    def test_missing_are_those_without_a_vector_in_the_space(self, backend: Backend, space: SpaceId) -> None:
        with backend.transaction():
            ids = store(backend, "/a.txt", ["one", "two"]).passages
            other = backend.vectors.space(replace(SPACE, revision="2"))
            backend.vectors.put(other, Kind.PASSAGE, ids[:1], directions(1))
        assert backend.vectors.missing(space, Kind.PASSAGE, 9) == ()
        assert backend.vectors.missing(other, Kind.PASSAGE, 9) == (ids[1],)

    @pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
    def test_what_is_not_finite_is_refused(self, backend: Backend, space: SpaceId, value: float) -> None:
        with backend.transaction():
            ids = store(backend, "/a.txt", ["one"]).passages
            wrong = directions(1)
            wrong[0, 3] = value
            with pytest.raises(ValueError, match="finite"):
                backend.vectors.put(space, Kind.PASSAGE, ids, wrong)
        with pytest.raises(ValueError, match="finite"):
            backend.vectors.nearest(space, Kind.PASSAGE, wrong[0], 1)

    def test_another_dimension_is_refused(self, backend: Backend, space: SpaceId) -> None:
        with backend.transaction():
            ids = store(backend, "/a.txt", ["one"]).passages
            with pytest.raises(ValueError, match="shape"):
                backend.vectors.put(space, Kind.PASSAGE, ids, directions(1, dimension=9))
        with pytest.raises(ValueError, match="shape"):
            backend.vectors.nearest(space, Kind.PASSAGE, directions(1, dimension=9)[0], 1)

    def test_a_vector_without_length_is_refused(self, backend: Backend, space: SpaceId) -> None:
        with pytest.raises(ValueError, match="length"):
            backend.vectors.nearest(space, Kind.PASSAGE, np.zeros(8, np.float32), 1)

    def test_rows_of_what_is_gone_are_left_out(self, backend: Backend, space: SpaceId) -> None:
        with backend.transaction():
            backend.vectors.put(space, Kind.ENTITY, [99], directions(1))
        assert backend.catalog.counts().vectors == 0

    def test_an_unknown_space_is_a_key_error(self, backend: Backend) -> None:
        with pytest.raises(KeyError):
            backend.vectors.nearest(SpaceId(99), Kind.PASSAGE, directions(1)[0], 1)

    def test_survives_a_rebuild(self, backend: Backend, space: SpaceId) -> None:
        with backend.transaction():
            store(backend, "/a.txt", ["one", "two"])
        query = directions(1)[0]
        before = backend.vectors.nearest(space, Kind.PASSAGE, query, 2)
        with backend.transaction():
            backend.vectors.rebuild()
        assert backend.vectors.nearest(space, Kind.PASSAGE, query, 2) == before
        assert backend.check() == ()


def test_evidence_keeps_words_of_time_or_none(backend: Backend) -> None:
    with backend.transaction():
        (passage,) = store(backend, "/a.txt", ["In May A met B"]).passages
        a, b = name(backend, "A"), name(backend, "B")
        timed = replace(evidence(passage), time=Span(0, 6))
        id_ = state(backend, fact_draft(a, "met", b), timed)
    assert backend.graph.evidence_of([id_])[id_] == (timed,)
