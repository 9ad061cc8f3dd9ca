"""What every backend does: mentions that follow from names, and what of them waits."""

from dataclasses import replace

import pytest

from tests.store.samples import NOW, evidence, fact_draft, mention, name, said, state, store
from tsuzuri.core.ids import EntityId, PassageId
from tsuzuri.core.links import Link, NameOf
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import EntityType, NameKind


def waiting(backend: Backend) -> list[PassageId]:
    return [passage.id for passage in backend.links.waiting(99)]


def link(entity: EntityId, passage: PassageId, key: str, start: int = 0) -> Link:
    return Link(mention(entity, passage, start), key)


def settle(backend: Backend) -> None:
    """Let nothing wait. Call inside a transaction."""
    backend.links.queue_documents()
    backend.links.link(waiting(backend), [])
    backend.links.end_sweep()


class TestWaiting:
    def test_an_empty_store_has_no_work(self, backend: Backend) -> None:
        assert not backend.links.has_work()
        assert (backend.links.waiting(9), backend.links.changed(), backend.links.unswept(9)) == ((), (), ())

    def test_new_passages_wait_until_they_are_linked(self, backend: Backend) -> None:
        with backend.transaction():
            one, two, three = store(backend, "/a.txt", ["A", "B", "C"]).passages
        assert backend.links.has_work()
        assert (waiting(backend), backend.links.waiting_count()) == ([one, two, three], 3)
        assert [(p.id, p.text) for p in backend.links.waiting(1)] == [(one, "A")]
        with backend.transaction():
            backend.links.link([one, three], [])
        assert waiting(backend) == [two]

    def test_a_document_waits_when_something_new_was_said_in_it(self, backend: Backend) -> None:
        with backend.transaction():
            first = store(backend, "/a.txt", ["A", "B"]).passages
            store(backend, "/b.txt", ["C"])
            a = name(backend, "A")
            settle(backend)
        assert not backend.links.has_work()
        with backend.transaction():
            backend.graph.add_mentions([mention(a, first[1])])
        assert backend.links.has_work()
        assert waiting(backend) == []
        with backend.transaction():
            backend.links.queue_documents()
        assert waiting(backend) == [*first]
        with backend.transaction():
            settle(backend)
            backend.graph.add_mentions([mention(a, first[1])])
        assert not backend.links.has_work()

    def test_what_is_forgotten_waits_no_longer(self, backend: Backend) -> None:
        with backend.transaction():
            stored = store(backend, "/a.txt", ["A"])
            backend.graph.add_mentions([mention(name(backend, "A"), stored.passages[0])])
        with backend.transaction():
            backend.catalog.forget(stored.source)
        assert not backend.links.has_work()
        assert backend.check() == ()


class TestNames:
    def test_are_those_of_all_entities(self, backend: Backend) -> None:
        with backend.transaction():
            (passage,) = store(backend, "/a.txt", ["KW"]).passages
            a, b = name(backend, "Aiko"), name(backend, "Kaede", EntityType.ORGANIZATION)
            backend.graph.add_alias(b, "KW", "kw", NameKind.SHORT, passage)
        assert set(backend.links.names()) == {
            NameOf(a, "Aiko", "aiko", None, EntityType.PERSON),
            NameOf(b, "Kaede", "kaede", None, EntityType.ORGANIZATION),
            NameOf(b, "KW", "kw", NameKind.SHORT, EntityType.ORGANIZATION),
        }

    def test_new_ones_are_changed_until_they_were_looked_for(self, backend: Backend) -> None:
        with backend.transaction():
            (passage,) = store(backend, "/a.txt", ["A"]).passages
            a = name(backend, "Aiko")
        before = backend.links.version()
        with backend.transaction():
            backend.graph.add_alias(a, "A", "a", NameKind.STATED, passage)
            backend.graph.add_alias(a, "A", "a", NameKind.STATED, passage)
        assert backend.links.changed() == ("a", "aiko")
        assert backend.links.version() > before
        with backend.transaction():
            backend.links.end_sweep()
            backend.links.link([passage], [])
        assert (backend.links.changed(), backend.links.has_work()) == ((), False)

    def test_another_type_changes_all_of_an_entitys_names(self, backend: Backend) -> None:
        with backend.transaction():
            one, other = store(backend, "/a.txt", ["A", "B"]).passages
            a = name(backend, "Aiko", EntityType.CONCEPT)
            backend.graph.add_alias(a, "A", "a", NameKind.STATED, one)
            backend.links.end_sweep()
            before = backend.links.version()
            backend.graph.vote_type(a, EntityType.PLACE, one)
            assert backend.links.changed() == ("a", "aiko")
            backend.links.end_sweep()
            version = backend.links.version()
            backend.graph.vote_type(a, EntityType.PERSON, other)
            assert (backend.links.changed(), backend.links.version()) == ((), version)
        assert version > before

    def test_a_name_that_is_gone_is_remembered_only_if_another_bears_it(self, backend: Backend) -> None:
        with backend.transaction():
            gone, kept = store(backend, "/a.txt", ["A"]), store(backend, "/b.txt", ["B"])
            for stored, names in ((gone, ["Aiko", "Ben"]), (kept, ["Aiko"])):
                backend.graph.add_mentions([mention(name(backend, words), stored.passages[0]) for words in names])
            backend.links.end_sweep()
        with backend.transaction():
            before = backend.links.version()
            backend.catalog.forget(gone.source)
        assert [one.key for one in backend.links.names()] == ["aiko"]
        assert backend.links.changed() == ("aiko",)
        assert backend.links.version() > before


class TestSweeps:
    def test_leave_out_what_waits_and_go_on_where_they_were(self, backend: Backend) -> None:
        with backend.transaction():
            passages = store(backend, "/a.txt", ["A", "B", "C", "D"]).passages
            name(backend, "Aiko")
            backend.links.link([passages[0], passages[2], passages[3]], [])
        assert [p.id for p in backend.links.unswept(2)] == [passages[0], passages[2]]
        with backend.transaction():
            backend.links.sweep(passages[2], [passages[2]])
        assert [p.id for p in backend.links.unswept(2)] == [passages[3]]
        assert waiting(backend) == [passages[1], passages[2]]

    def test_begin_again_when_names_change(self, backend: Backend) -> None:
        with backend.transaction():
            passages = store(backend, "/a.txt", ["A", "B"]).passages
            name(backend, "Aiko")
            backend.links.link(passages, [])
            backend.links.sweep(passages[1], [])
            assert backend.links.unswept(9) == ()
            name(backend, "Ben")
        assert [p.id for p in backend.links.unswept(9)] == [*passages]


class TestLinks:
    def test_count_and_show_as_mentions(self, backend: Backend) -> None:
        with backend.transaction():
            dates = [said(2020), said(2024), None]
            one, two, three = store(backend, "/a.txt", ["A", "AA", "A"], dates).passages
            a = name(backend, "A")
            backend.graph.add_mentions([mention(a, one)])
            found = [link(a, two, "a"), link(a, two, "a", 1), link(a, three, "a")]
            backend.links.link([one, two, three], found)
        entity = backend.graph.entity(a)
        assert entity is not None
        assert (entity.mentions, entity.last_said) == (4, said(2024).at)
        assert backend.catalog.counts().mentions == 4
        shown = [(m.passage_id, m.span.start) for m in backend.graph.mentions_of([a])[a]]
        assert shown == [(two, 0), (two, 1), (one, 0), (three, 0)]
        assert len(backend.graph.mentions_of([a], limit_each=2)[a]) == 2
        assert backend.check() == ()

    def test_do_not_count_as_read(self, backend: Backend) -> None:
        with backend.transaction():
            stored = store(backend, "/a.txt", ["A"])
            a = name(backend, "A")
            backend.links.link(stored.passages, [link(a, stored.passages[0], "a")])
        assert backend.graph.names_in(stored.passages, 9) == ()
        assert backend.links.told([stored.content]) == {}
        with backend.transaction():
            backend.graph.add_mentions([mention(a, stored.passages[0])])
        assert backend.links.told([stored.content]) == {stored.content: (mention(a, stored.passages[0]),)}

    def test_take_the_place_of_those_a_passage_had(self, backend: Backend) -> None:
        with backend.transaction():
            one, two = store(backend, "/a.txt", ["A B", "A"]).passages
            a, b = name(backend, "A"), name(backend, "B")
            backend.links.link([one, two], [link(a, one, "a"), link(a, two, "a")])
            backend.links.link([one], [link(b, one, "b", 2)])
        found = backend.graph.mentions_of([a, b])
        assert {id_: [m.passage_id for m in of_one] for id_, of_one in found.items()} == {a: [two], b: [one]}

    def test_of_a_name_that_is_gone_are_left_out(self, backend: Backend) -> None:
        with backend.transaction():
            (one,) = store(backend, "/a.txt", ["A"]).passages
            a = name(backend, "A")
            backend.links.link([one], [link(a, one, "nothing"), link(EntityId(99), one, "a")])
        assert backend.catalog.counts().mentions == 0

    def test_one_passage_shown_twice_is_shown_once(self, backend: Backend) -> None:
        with backend.transaction():
            (one,) = store(backend, "/a.txt", ["A"]).passages
            a = name(backend, "A")
            backend.links.link([one], [link(a, one, "a")])
            backend.graph.add_mentions([mention(a, one)])
        assert backend.graph.mentions_of([a]) == {a: (mention(a, one),)}


class TestForgetting:
    @pytest.mark.parametrize("with_fact", [True, False])
    def test_links_keep_no_entity_alive(self, backend: Backend, with_fact: bool) -> None:
        with backend.transaction():
            gone, kept = store(backend, "/a.txt", ["A is B"]), store(backend, "/b.txt", ["A and B"])
            a, b = name(backend, "A"), name(backend, "B")
            if with_fact:
                state(backend, fact_draft(a, "is", b), evidence(gone.passages[0]))
            else:
                backend.graph.add_mentions([mention(a, gone.passages[0]), mention(b, gone.passages[0], 5)])
            settle(backend)
            backend.links.link(kept.passages, [link(a, kept.passages[0], "a"), link(b, kept.passages[0], "b", 6)])
        with backend.transaction():
            backend.catalog.forget(gone.source)
        assert backend.graph.entities_by_id([a, b]) == ()
        counts = backend.catalog.counts()
        assert (counts.entities, counts.mentions) == (0, 0)
        assert waiting(backend) == [*kept.passages]
        assert backend.links.names() == ()
        assert backend.check() == ()

    def test_losing_links_leaves_the_entity(self, backend: Backend) -> None:
        with backend.transaction():
            kept, gone = store(backend, "/a.txt", ["A"]), store(backend, "/b.txt", ["A too"])
            a = name(backend, "A")
            backend.graph.add_mentions([mention(a, kept.passages[0])])
            settle(backend)
            backend.links.link(gone.passages, [link(a, gone.passages[0], "a")])
        with backend.transaction():
            backend.catalog.forget(gone.source)
        entity = backend.graph.entity(a)
        assert entity is not None
        assert entity.mentions == 1
        assert backend.check() == ()


def test_a_link_is_where_its_mention_says(backend: Backend) -> None:
    with backend.transaction():
        (one,) = store(backend, "/a.txt", ["A B"]).passages
        a = backend.graph.add_entity("B", "b", EntityType.THING, NOW)
        wanted = link(a, one, "b", 2)
        backend.links.link([one], [wanted, replace(wanted)])
    assert backend.graph.mentions_of([a]) == {a: (wanted.mention,)}
