"""What every backend does: entities, mentions, facts and evidence."""

from dataclasses import replace
from datetime import date

import pytest

from tests.store.samples import (
    NOW,
    evidence,
    fact_draft,
    mention,
    name,
    said,
    state,
    store,
)
from tsuzuri.core.document import Span
from tsuzuri.core.ids import EntityId, FactId, PassageId
from tsuzuri.core.ports import Backend
from tsuzuri.core.temporal import Interval, Precision
from tsuzuri.core.values import EntityType, NameKind, Quarantined


class TestEntities:
    def test_are_found_by_any_name(self, backend: Backend) -> None:
        with backend.transaction():
            (passage,) = store(backend, "/a.txt", ["Aiko"]).passages
            entity = name(backend, "Aiko Tanabe")
            backend.graph.add_alias(entity, "Aiko", "aiko", NameKind.SHORT, passage)
            backend.graph.add_alias(entity, "AIKO", "aiko", NameKind.STATED, passage)
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
            (passage,) = store(backend, "/a.txt", ["Tanabe & Co"]).passages
            backend.graph.add_alias(firm, "Tanabe & Co", "tanabe & co", NameKind.STATED, passage)
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


class TestFirstEvidence:
    def test_is_what_was_written_first_whatever_its_confidence(self, backend: Backend) -> None:
        with backend.transaction():
            one, two = store(backend, "/a.txt", ["A is B", "A is B still"]).passages
            a, b = name(backend, "A"), name(backend, "B")
            first, later = evidence(two, confidence=0.3), evidence(one, confidence=0.9)
            told_twice = state(backend, fact_draft(a, "is", b), first)
            state(backend, fact_draft(a, "is", b), later)
            told_once = state(backend, fact_draft(a, "was", b), later)
        assert backend.graph.first_evidence([told_once, told_twice]) == {told_once: later, told_twice: first}
        assert backend.graph.first_evidence([told_twice, FactId(99)]) == {told_twice: first}
        assert backend.graph.first_evidence([]) == {}

    def test_is_the_next_when_the_first_is_gone(self, backend: Backend) -> None:
        with backend.transaction():
            stored = [store(backend, uri, [f"A is B {uri}"]) for uri in ("/a.txt", "/b.txt", "/c.txt")]
            a, b = name(backend, "A"), name(backend, "B")
            proofs = [evidence(one.passages[0]) for one in stored]
            (id_,) = {state(backend, fact_draft(a, "is", b), proof) for proof in proofs}
            backend.catalog.forget(stored[0].source)
        assert backend.graph.first_evidence([id_]) == {id_: proofs[1]}


class TestFactsInPassages:
    def test_are_those_they_hold_evidence_for_once_each(self, backend: Backend) -> None:
        with backend.transaction():
            one, two, three = store(backend, "/a.txt", ["A is B", "A is B still", "A was B"]).passages
            a, b = name(backend, "A"), name(backend, "B")
            is_, was = fact_draft(a, "is", b), fact_draft(a, "was", b)
            ids = [state(backend, was, evidence(three)), state(backend, is_, evidence(one))]
            state(backend, is_, evidence(two))
        assert [fact.id for fact in backend.graph.facts_in([two, one], 9)] == [ids[1]]
        assert [fact.id for fact in backend.graph.facts_in([one, three], 9)] == ids
        assert [fact.id for fact in backend.graph.facts_in([one, three], 1)] == ids[:1]
        assert backend.graph.facts_in([], 9) == backend.graph.facts_in([PassageId(99)], 9) == ()


def test_evidence_keeps_words_of_time_or_none(backend: Backend) -> None:
    with backend.transaction():
        (passage,) = store(backend, "/a.txt", ["In May A met B"]).passages
        a, b = name(backend, "A"), name(backend, "B")
        timed = replace(evidence(passage), time=Span(0, 6))
        id_ = state(backend, fact_draft(a, "met", b), timed)
    assert backend.graph.evidence_of([id_])[id_] == (timed,)


class TestQuarantine:
    def test_shows_the_newest_first(self, backend: Backend) -> None:
        with backend.transaction():
            (passage,) = store(backend, "/a.txt", ["A"]).passages
            items = [Quarantined(passage, f"line {i}", "not said", "m") for i in range(3)]
            backend.graph.quarantine(items, NOW)
        assert backend.graph.quarantined(2) == (items[2], items[1])
        assert backend.catalog.counts().quarantined == 3
