"""What names, types and index rows rest on, and that they go with it, in every store."""

from collections.abc import Sequence

import pytest

from tests.store.samples import (
    NOW,
    Stored,
    directions,
    evidence,
    fact_draft,
    mention,
    name,
    space_of,
    state,
    store,
    words,
)
from tsuzuri.core.ids import EntityId, PassageId
from tsuzuri.core.lexical import LexicalEntry
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import EntityType, Kind, NameKind


def documents(backend: Backend, *texts: str) -> tuple[Stored, ...]:
    return tuple(store(backend, f"/{number}.txt", [text]) for number, text in enumerate(texts))


def spoken_of(backend: Backend, words: str, of: Sequence[Stored], type: EntityType = EntityType.PERSON) -> EntityId:
    """An entity that is mentioned in each of the documents."""
    entity = name(backend, words, type)
    backend.graph.add_mentions([mention(entity, stored.passages[0]) for stored in of])
    return entity


def call(backend: Backend, entity: EntityId, alias: str, by: Stored) -> None:
    backend.graph.add_alias(entity, alias, alias.casefold(), NameKind.STATED, by.passages[0])
    found = backend.graph.entity(entity)
    assert found is not None
    backend.lexical.put(Kind.ENTITY, [LexicalEntry(entity, found.name, "", " ".join(found.aliases))])


def forget(backend: Backend, stored: Stored) -> None:
    with backend.transaction():
        backend.catalog.forget(stored.source)
    assert backend.check() == ()


def only_type(backend: Backend) -> EntityType:
    (entity,) = backend.graph.entities().items
    return entity.type


def found(backend: Backend, kind: Kind, query: str) -> list[int]:
    return [row.id for row in backend.lexical.match(kind, words(query), 9)]


class TestAnotherName:
    def test_goes_with_the_last_passage_that_gave_it(self, backend: Backend) -> None:
        with backend.transaction():
            one, other, third = documents(backend, "one", "other", "third")
            aiko = spoken_of(backend, "Aiko", [one, other, third])
            call(backend, aiko, "Tanabe", one)
            call(backend, aiko, "Tanabe", other)
        forget(backend, one)
        assert backend.graph.entities_by_key(["tanabe"])["tanabe"][0].aliases == ("Tanabe",)
        forget(backend, other)
        assert backend.graph.entities_by_key(["tanabe"]) == {}
        assert [entity.aliases for entity in backend.graph.entities().items] == [()]

    def test_that_is_the_entitys_own_stays_while_it_lives(self, backend: Backend) -> None:
        with backend.transaction():
            one, other = documents(backend, "one", "other")
            aiko = spoken_of(backend, "Aiko", [one, other])
            call(backend, aiko, "Aiko", one)
        forget(backend, one)
        assert [entity.name for entity in backend.graph.entities().items] == ["Aiko"]
        forget(backend, other)
        assert backend.graph.entities().items == ()

    def test_is_found_no_more_once_it_is_gone(self, backend: Backend) -> None:
        with backend.transaction():
            one, other = documents(backend, "one", "other")
            aiko = spoken_of(backend, "Aiko", [one, other])
            call(backend, aiko, "Tanabe", one)
        assert found(backend, Kind.ENTITY, "Tanabe") == [aiko]
        forget(backend, one)
        assert found(backend, Kind.ENTITY, "Tanabe") == []
        assert found(backend, Kind.ENTITY, "Aiko") == [aiko]

    def test_leaves_the_passages_it_was_found_in_waiting(self, backend: Backend) -> None:
        with backend.transaction():
            one, other = documents(backend, "one", "other")
            aiko = spoken_of(backend, "Aiko", [one, other])
            call(backend, aiko, "Tanabe", one)
            backend.links.end_sweep()
            backend.links.queue_documents()
            backend.links.link([*one.passages, *other.passages], [])
        assert backend.links.waiting_count() == 0
        version = backend.links.version()
        forget(backend, one)
        assert backend.links.version() > version
        assert backend.links.changed() == ()
        assert {each.key for each in backend.links.names()} == {"aiko"}

    def test_must_be_given_by_a_passage_that_is_there(self, backend: Backend) -> None:
        with backend.transaction():
            aiko = name(backend, "Aiko")
            with pytest.raises(KeyError):
                backend.graph.add_alias(aiko, "Tanabe", "tanabe", NameKind.STATED, PassageId(99))


class TestType:
    def test_of_a_concept_is_that_of_the_first_vote_that_stands(self, backend: Backend) -> None:
        with backend.transaction():
            one, other, third = documents(backend, "one", "other", "third")
            halo = spoken_of(backend, "Halo", [one, other, third], EntityType.CONCEPT)
            assert backend.graph.vote_type(halo, EntityType.ORGANIZATION, one.passages[0])
            assert not backend.graph.vote_type(halo, EntityType.PLACE, other.passages[0])
            assert not backend.graph.vote_type(halo, EntityType.PERSON, one.passages[0])
        assert only_type(backend) is EntityType.ORGANIZATION
        forget(backend, one)
        assert only_type(backend) is EntityType.PLACE
        forget(backend, other)
        assert only_type(backend) is EntityType.CONCEPT

    def test_of_what_was_made_as_something_firm_takes_no_votes(self, backend: Backend) -> None:
        with backend.transaction():
            (one,) = documents(backend, "one")
            aiko = spoken_of(backend, "Aiko", [one])
            assert not backend.graph.vote_type(aiko, EntityType.PLACE, one.passages[0])
            assert not backend.graph.vote_type(EntityId(99), EntityType.PLACE, one.passages[0])
        assert only_type(backend) is EntityType.PERSON

    def test_that_changes_drops_the_vector(self, backend: Backend) -> None:
        space = space_of(backend)
        with backend.transaction():
            one, other = documents(backend, "one", "other")
            halo = spoken_of(backend, "Halo", [one, other], EntityType.CONCEPT)
            backend.graph.vote_type(halo, EntityType.ORGANIZATION, one.passages[0])
            assert backend.vectors.missing(space, Kind.ENTITY, 9) == (halo,)
            backend.vectors.put(space, Kind.ENTITY, [halo], directions(1))
            backend.graph.vote_type(halo, EntityType.PLACE, other.passages[0])
        assert backend.vectors.missing(space, Kind.ENTITY, 9) == ()
        forget(backend, one)
        assert backend.vectors.missing(space, Kind.ENTITY, 9) == (halo,)

    def test_cannot_be_voted_to_be_open(self, backend: Backend) -> None:
        with backend.transaction():
            (one,) = documents(backend, "one")
            halo = spoken_of(backend, "Halo", [one], EntityType.CONCEPT)
            with pytest.raises(ValueError, match="no vote"):
                backend.graph.vote_type(halo, EntityType.CONCEPT, one.passages[0])


class TestAFact:
    def test_that_loses_the_words_that_stated_it_first_is_found_by_the_next(self, backend: Backend) -> None:
        space = space_of(backend)
        with backend.transaction():
            one, other = documents(backend, "plum", "pear")
            aiko = spoken_of(backend, "Aiko", [one, other])
            draft = fact_draft(aiko, "keeps_bees_in", None, value="Otaru")
            fact = state(backend, draft, evidence(one.passages[0]))
            backend.lexical.put(Kind.FACT, [LexicalEntry(fact, "Aiko Otaru", "keeps bees in", "plum")])
            backend.graph.add_fact(draft, evidence(other.passages[0]))
        forget(backend, one)
        assert found(backend, Kind.FACT, "plum") == []
        for query in ("pear", "Aiko", "Otaru", "bees"):
            assert found(backend, Kind.FACT, query) == [fact]
        assert backend.vectors.missing(space, Kind.FACT, 9) == (fact,)

    def test_that_loses_a_later_proof_is_indexed_as_it_was(self, backend: Backend) -> None:
        space = space_of(backend)
        with backend.transaction():
            one, other = documents(backend, "plum", "pear")
            aiko = spoken_of(backend, "Aiko", [one, other])
            draft = fact_draft(aiko, "is", None, value="it")
            fact = state(backend, draft, evidence(one.passages[0]))
            backend.lexical.put(Kind.FACT, [LexicalEntry(fact, "", "", "its own words")])
            backend.graph.add_fact(draft, evidence(other.passages[0]))
        forget(backend, other)
        assert found(backend, Kind.FACT, "own") == [fact]
        assert backend.vectors.missing(space, Kind.FACT, 9) == ()


def test_scrubbing_waits_for_no_transaction_of_its_own(backend: Backend) -> None:
    with backend.transaction(), pytest.raises(RuntimeError):
        backend.scrub()
    with backend.transaction():
        (one,) = documents(backend, "one")
        spoken_of(backend, "Aiko", [one])
    backend.scrub()
    assert backend.graph.entities().items[0].name == "Aiko"
    with backend.transaction():
        backend.graph.add_entity("Ben", "ben", EntityType.PERSON, NOW)
    assert len(backend.graph.entities().items) == 2
