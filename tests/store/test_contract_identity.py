"""Which entities are one, in every store: read under their root, with nothing moved."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.store.conftest import open_backend
from tests.store.samples import (
    NOW,
    SPACE,
    Stored,
    directions,
    evidence,
    fact_draft,
    mention,
    name,
    said,
    space_of,
    state,
    store,
    words,
)
from tsuzuri.core.document import Span
from tsuzuri.core.ids import EntityId, FactId, PassageId
from tsuzuri.core.links import Link
from tsuzuri.core.ports import Backend
from tsuzuri.core.supersession import Rules
from tsuzuri.core.temporal import Interval, Precision
from tsuzuri.core.values import EntityType, Fact, FactStatus, Kind, Mention, NameKind

RULES = Rules(frozenset({"works_at"}), {"left": frozenset({"works_at"})})


def since(year: int) -> Interval:
    return Interval(date(year, 1, 1), None, Precision.YEAR)


class World:
    """Two people who may be one, two firms, and a passage that names them all."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        with backend.transaction():
            backend.graph.set_rules(RULES)
            self.note = store(backend, "/note.txt", ["Aiko Mori and A. Mori, Lumen and Halo"], [said(2020)])
            self.passage = self.note.passages[0]
            self.aiko, self.mori = name(backend, "Aiko Mori"), name(backend, "A. Mori")
            self.lumen, self.halo = (name(backend, firm, EntityType.ORGANIZATION) for firm in ("Lumen", "Halo"))
            everyone = (self.aiko, self.mori, self.lumen, self.halo)
            backend.graph.add_mentions(mention(one, self.passage, start) for start, one in enumerate(everyone))

    def tell(
        self, subject: EntityId, relation: str, other: EntityId, year: int = 2000, *, place: PassageId | None = None
    ) -> FactId:
        with self.backend.transaction():
            end = 5 + len(self.backend.graph.facts([FactId(n) for n in range(1, 50)], members=True))
            proof = evidence(place or self.passage, end=end)
            return state(self.backend, fact_draft(subject, relation, other, valid=since(year)), proof)

    def unite(self, kept: EntityId, other: EntityId) -> bool:
        with self.backend.transaction():
            united = self.backend.identities.unite(kept, other)
        assert self.backend.check() == ()
        return united

    def part(self, member: EntityId) -> bool:
        with self.backend.transaction():
            parted = self.backend.identities.part(member)
        assert self.backend.check() == ()
        return parted

    def forget(self, document: Stored) -> None:
        with self.backend.transaction():
            self.backend.catalog.forget(document.source)
        assert self.backend.check() == ()


def ids(facts: Sequence[Fact]) -> list[FactId]:
    return [fact.id for fact in facts]


class TestUnited:
    def test_are_read_under_the_root(self, backend: Backend) -> None:
        world = World(backend)
        assert world.unite(world.aiko, world.mori)
        (entity,) = backend.graph.entities_by_id([world.mori])
        assert (entity.id, entity.name, entity.aliases, entity.mentions) == (world.aiko, "Aiko Mori", ("A. Mori",), 2)
        assert backend.graph.entity(world.mori) == entity
        assert backend.graph.entities_by_key(["a. mori", "aiko mori"]) == {"a. mori": (entity,), "aiko mori": (entity,)}
        assert entity in backend.graph.names_in([world.passage], 9)
        assert [one.name for one in backend.graph.entities().items] == ["Aiko Mori", "Halo", "Lumen"]
        assert backend.graph.entities(contains="a. mo").items == (entity,)
        assert backend.catalog.counts().entities == 3

    def test_are_themselves_for_who_writes(self, backend: Backend) -> None:
        world = World(backend)
        world.unite(world.aiko, world.mori)
        (bearer,) = backend.graph.entities_by_key(["a. mori"], members=True)["a. mori"]
        assert (bearer.id, bearer.name, bearer.aliases, bearer.mentions) == (world.mori, "A. Mori", (), 1)
        assert [one.id for one in backend.graph.names_in([world.passage], 2, members=True)] == [world.aiko, world.mori]
        assert backend.graph.entities_by_id([world.mori], members=True) == (bearer,)
        assert [one.id for one in backend.identities.members([world.mori])[world.mori]] == [world.aiko, world.mori]

    def test_are_united_once(self, backend: Backend) -> None:
        world = World(backend)
        world.unite(world.aiko, world.mori)
        assert not world.unite(world.mori, world.aiko)
        assert not world.part(world.aiko)
        assert world.part(world.mori)
        assert not world.part(world.mori)

    def test_have_to_be_there(self, backend: Backend) -> None:
        world = World(backend)
        gone = EntityId(999)
        for pair in ((world.aiko, gone), (gone, world.aiko)):
            with pytest.raises(KeyError), backend.transaction():
                backend.identities.unite(*pair)
        with pytest.raises(KeyError), backend.transaction():
            backend.identities.part(gone)

    def test_have_each_name_once(self, backend: Backend) -> None:
        world = World(backend)
        with backend.transaction():
            for member in (world.aiko, world.mori):
                for alias in ("Mori", "aiko mori", "a. mori"):
                    backend.graph.add_alias(member, alias, alias.casefold(), NameKind.STATED, world.passage)
        world.unite(world.aiko, world.mori)
        (entity,) = backend.graph.entities_by_id([world.aiko])
        assert entity.aliases == ("Mori", "a. mori")

    def test_share_their_facts_between_roots(self, backend: Backend) -> None:
        world = World(backend)
        of_aiko = world.tell(world.aiko, "knows", world.halo)
        of_mori = world.tell(world.lumen, "hired", world.mori)
        world.unite(world.aiko, world.mori)
        facts = backend.graph.facts_of(world.mori)
        assert ids(facts) == [of_aiko, of_mori]
        assert facts[1].object_id == world.aiko
        assert facts[1].object_name == "Aiko Mori"
        assert facts == backend.graph.facts_of(world.aiko) == backend.graph.all_facts().items
        (as_told,) = backend.graph.facts([of_mori], members=True)
        assert (as_told.object_id, as_told.object_name) == (world.mori, "A. Mori")
        assert backend.graph.entities_by_id([world.aiko])[0].facts == 2

    def test_share_their_mentions(self, backend: Backend) -> None:
        world = World(backend)
        world.unite(world.aiko, world.mori)
        spans = (Span(0, 1), Span(1, 2))
        expected = tuple(Mention(world.aiko, world.passage, span) for span in spans)
        asked = [world.mori, world.aiko]
        assert backend.graph.mentions_of(asked) == dict.fromkeys(asked, expected)
        assert backend.graph.mentions_of([world.mori], limit_each=1)[world.mori] == expected[:1]

    def test_are_one_hit(self, backend: Backend) -> None:
        world = World(backend)
        world.unite(world.aiko, world.mori)
        assert [hit.id for hit in backend.lexical.match(Kind.ENTITY, words("mori"), 9)] == [world.aiko]
        nearest = backend.vectors.nearest(space_of(backend), Kind.ENTITY, directions(1, seed=world.mori)[0], 3)
        assert nearest[0].id == world.aiko
        assert sorted(hit.id for hit in nearest) == [world.aiko, world.lumen, world.halo]
        assert nearest[0].score == pytest.approx(1)

    def test_are_embedded_each(self, backend: Backend) -> None:
        world = World(backend)
        world.unite(world.aiko, world.mori)
        counts = backend.catalog.counts()
        with backend.transaction():
            other = backend.vectors.space(SPACE.__class__("other", "1", 8, "", ""))
        assert len(backend.vectors.missing(other, Kind.ENTITY, 9)) == 4
        assert counts.unembedded == 0

    def test_are_one_bearer_of_a_name(self, backend: Backend) -> None:
        world = World(backend)
        with backend.transaction():
            backend.graph.add_alias(world.aiko, "A. Mori", "a. mori", NameKind.STATED, world.passage)
            backend.links.end_sweep()
        version = backend.links.version()
        world.unite(world.aiko, world.mori)
        assert backend.links.version() != version
        assert backend.links.changed() == ("a. mori",)
        assert [one.entity_id for one in backend.links.names() if one.key == "a. mori"] == [world.aiko]
        told = backend.links.told([world.note.content])[world.note.content]
        assert [one.entity_id for one in told] == [world.aiko, world.aiko, world.lumen, world.halo]

    def test_are_linked_by_the_name_of_any(self, backend: Backend) -> None:
        world = World(backend)
        world.unite(world.aiko, world.mori)
        link = Link(Mention(world.aiko, world.passage, Span(15, 22)), "a. mori")
        for _ in range(2):
            with backend.transaction():
                backend.links.link([world.passage], [link])
            assert backend.graph.entities_by_id([world.aiko])[0].mentions == 3
        world.part(world.mori)
        assert [one.mentions for one in backend.graph.entities_by_id([world.aiko, world.mori])] == [1, 2]
        with backend.transaction():
            backend.links.link([world.passage], [])
        assert backend.graph.entities_by_id([world.mori])[0].mentions == 1


class TestTwins:
    def test_are_one_fact_with_the_evidence_of_all(self, backend: Backend) -> None:
        world = World(backend)
        one = world.tell(world.aiko, "knows", world.halo)
        other = world.tell(world.mori, "knows", world.halo)
        world.unite(world.aiko, world.mori)
        (fact,) = backend.graph.facts_of(world.aiko)
        assert (fact.id, fact.evidence, backend.catalog.counts().facts) == (one, 2, 1)
        assert backend.graph.facts([other, one]) == (fact, fact)
        assert [len(proofs) for proofs in backend.graph.evidence_of([one, other]).values()] == [2, 2]
        assert backend.graph.facts_in([world.passage], 9) == (fact,)
        assert [one.facts for one in backend.graph.entities_by_id([world.aiko, world.halo])] == [1, 1]
        assert [hit.id for hit in backend.lexical.match(Kind.FACT, words("knows"), 9)] == [one]
        assert backend.catalog.counts().unembedded == 0
        world.part(world.mori)
        assert ids(backend.graph.facts_of(world.mori)) == [other]

    def test_may_come_when_their_ends_are_one(self, backend: Backend) -> None:
        world = World(backend)
        world.unite(world.aiko, world.mori)
        one = world.tell(world.mori, "knows", world.halo)
        other = world.tell(world.aiko, "knows", world.halo)
        assert backend.check() == ()
        assert [(fact.id, fact.evidence) for fact in backend.graph.all_facts().items] == [(one, 2)]
        assert other != one

    def test_may_be_of_objects(self, backend: Backend) -> None:
        world = World(backend)
        one, _ = (world.tell(world.aiko, "visited", firm) for firm in (world.lumen, world.halo))
        world.unite(world.halo, world.lumen)
        (fact,) = backend.graph.facts_of(world.lumen)
        assert (fact.id, fact.object_id, fact.evidence) == (one, world.halo, 2)
        assert backend.graph.entities_by_id([world.aiko])[0].facts == 1

    def test_leave_the_next_when_the_kept_one_is_forgotten(self, backend: Backend) -> None:
        world = World(backend)
        with backend.transaction():
            more = store(backend, "/more.txt", ["more of this"], [said(2021)])
        world.tell(world.aiko, "knows", world.halo, place=more.passages[0])
        other = world.tell(world.mori, "knows", world.halo)
        world.unite(world.aiko, world.mori)
        world.forget(more)
        assert [(fact.id, fact.evidence) for fact in backend.graph.facts_of(world.aiko)] == [(other, 1)]

    def test_are_retracted_together(self, backend: Backend) -> None:
        world = World(backend)
        one = world.tell(world.aiko, "knows", world.halo)
        other = world.tell(world.mori, "knows", world.halo)
        with backend.transaction():
            backend.graph.retract(other, NOW)
        world.unite(world.aiko, world.mori)
        assert backend.graph.facts_of(world.aiko) == ()
        assert [fact.status for fact in backend.graph.facts([one, other])] == [FactStatus.RETRACTED] * 2
        world.part(world.mori)
        assert ids(backend.graph.all_facts().items) == [one]
        world.unite(world.aiko, world.mori)
        with backend.transaction():
            backend.graph.retract(other, None)
        assert backend.check() == ()
        assert [(fact.id, fact.evidence) for fact in backend.graph.facts_of(world.aiko)] == [(one, 2)]


class TestTime:
    def test_settles_as_if_they_had_been_one(self, backend: Backend) -> None:
        world = World(backend)
        lumen = world.tell(world.aiko, "works_at", world.lumen, 2000)
        halo = world.tell(world.mori, "works_at", world.halo, 2010)
        world.unite(world.mori, world.aiko)
        facts = backend.graph.facts([lumen, halo])
        assert facts[0].held.end == date(2010, 1, 1)
        assert facts[0].closed_by == halo
        believed = backend.graph.facts_of(world.aiko, believed_on=NOW)
        assert believed == backend.graph.facts_of(world.mori)
        world.part(world.aiko)
        assert backend.graph.facts([lumen])[0].held.end is None

    def test_one_value_is_one_when_its_names_are(self, backend: Backend) -> None:
        world = World(backend)
        first = world.tell(world.aiko, "works_at", world.lumen, 2000)
        world.tell(world.aiko, "works_at", world.halo, 2010)
        world.unite(world.lumen, world.halo)
        assert backend.graph.facts([first])[0].closed_by is None
        world.part(world.halo)
        assert backend.graph.facts([first])[0].closed_by is not None


class TestForgetting:
    def told_of(self, backend: Backend, *names: str) -> list[tuple[EntityId, Stored]]:
        found = []
        for words_of in names:
            with backend.transaction():
                document = store(backend, f"/{words_of}.txt", [words_of])
                entity = name(backend, words_of)
                backend.graph.add_mentions([mention(entity, document.passages[0])])
            found.append((entity, document))
        return found

    def test_a_root_leaves_the_first_of_the_others(self, backend: Backend) -> None:
        world = World(backend)
        (root, paper), (one, _), (other, _) = self.told_of(backend, "Root", "One", "Other")
        world.unite(root, other)
        world.unite(other, one)
        world.forget(paper)
        (left,) = backend.graph.entities_by_id([other])
        assert (left.id, left.name, left.aliases) == (one, "One", ("Other",))
        assert "Root" not in repr(backend.identities.members([one, other]))

    def test_one_between_others_leaves_them_one(self, backend: Backend) -> None:
        world = World(backend)
        (root, _), (between, paper), (leaf, _) = self.told_of(backend, "Root", "Between", "Leaf")
        world.unite(root, between)
        world.unite(between, leaf)
        world.forget(paper)
        assert [one.name for one in backend.identities.members([leaf])[leaf]] == ["Root", "Leaf"]
        assert world.part(leaf)

    def test_the_last_but_one_is_by_itself(self, backend: Backend) -> None:
        world = World(backend)
        (root, paper), (leaf, _) = self.told_of(backend, "Root", "Leaf")
        world.unite(root, leaf)
        world.forget(paper)
        assert [one.aliases for one in backend.graph.entities_by_id([leaf])] == [()]
        assert not world.part(leaf)


def read(backend: Backend, entities: Sequence[EntityId], facts: Sequence[FactId]) -> Mapping[str, object]:
    """Everything that is read, but for what counts changes."""
    graph = backend.graph
    return {
        "entities": graph.entities(limit=99),
        "by id": graph.entities_by_id(entities),
        "members": backend.identities.members(entities),
        "facts": graph.facts(facts),
        "all": graph.all_facts(limit=999),
        "of": {one: graph.facts_of(one) for one in entities},
        "then": {one: graph.facts_of(one, as_of=date(2004, 5, 1)) for one in entities},
        "believed": {one: graph.facts_of(one, believed_on=NOW) for one in entities},
        "evidence": graph.evidence_of(facts),
        "mentions": graph.mentions_of(entities),
        "disputed": graph.disputed(limit=999),
        "neighbours": backend.identities.neighbours(entities),
        "counts": backend.catalog.counts(),
        "hits": backend.lexical.match(Kind.FACT, words("works"), 99),
    }


_PEOPLE, _FIRMS = 4, 3
facts_told = st.lists(
    st.tuples(
        st.integers(0, _PEOPLE - 1),
        st.sampled_from(["works_at", "left", "knows"]),
        st.integers(0, _FIRMS - 1),
        st.sampled_from([2000, 2001, 2005]),
        st.sampled_from([None, 2002, 2006]),
        st.sampled_from([0.4, 0.9]),
    ),
    max_size=10,
)
pairs = st.lists(st.tuples(st.integers(0, _PEOPLE - 1), st.integers(0, _PEOPLE - 1)), min_size=1, max_size=4)
firm_pairs = st.lists(st.tuples(st.integers(0, _FIRMS - 1), st.integers(0, _FIRMS - 1)), max_size=2)


class Library:
    """People and firms, and what a document each says of them."""

    def __init__(self, flavour: str, path: Path) -> None:
        self.backend = open_backend(flavour, path)
        with self.backend.transaction():
            self.backend.graph.set_rules(RULES)
            self.keep = store(self.backend, "/keep.txt", ["keep"])
            self.people = [name(self.backend, f"person {n}") for n in range(_PEOPLE)]
            self.firms = [name(self.backend, f"firm {n}") for n in range(_FIRMS)]
            self.entities = [*self.people, *self.firms]
            self.backend.graph.add_mentions(mention(one, self.keep.passages[0]) for one in self.entities)
        self.facts: list[FactId] = []

    def tell(self, person: int, relation: str, firm: int, year: int, when: int | None, confidence: float) -> None:
        with self.backend.transaction():
            moment = None if when is None else said(when)
            document = store(self.backend, f"/{len(self.facts)}.txt", [f"told {len(self.facts)}"], [moment])
            draft = fact_draft(
                self.people[person],
                relation,
                self.firms[firm],
                valid=since(year),
                when=moment,
                confidence=confidence,
            )
            self.facts.append(state(self.backend, draft, evidence(document.passages[0])))

    def unite(self, kept: EntityId, other: EntityId) -> None:
        with self.backend.transaction():
            self.backend.identities.unite(kept, other)

    def read(self) -> Mapping[str, object]:
        assert self.backend.check() == ()
        return read(self.backend, self.entities, self.facts)


@settings(max_examples=12, deadline=None)
@given(told=facts_told, people=pairs, firms=firm_pairs, order=st.randoms(use_true_random=False))
def test_to_part_what_was_united_gives_back_all_that_was_there(
    told: Sequence[tuple[int, str, int, int, int | None, float]],
    people: Sequence[tuple[int, int]],
    firms: Sequence[tuple[int, int]],
    order: Random,
) -> None:
    with TemporaryDirectory() as folder:
        reads: list[list[Mapping[str, object]]] = []
        for flavour in ("memory", "sqlite plain"):
            library = Library(flavour, Path(folder) / "library.db")
            with closing(library.backend):
                for one in told:
                    library.tell(*one)
                before = library.read()
                united = [(library.people[a], library.people[b]) for a, b in people]
                united += [(library.firms[a], library.firms[b]) for a, b in firms]
                for pair in united:
                    library.unite(*pair)
                while_one = library.read()
                parted = list(library.entities)
                order.shuffle(parted)
                for entity in parted:
                    with library.backend.transaction():
                        library.backend.identities.part(entity)
                assert library.read() == before
                reads.append([before, while_one])
        # Scores are of floats that each store adds up for itself.
        for ours, theirs in zip(*reads, strict=True):
            assert {key: value for key, value in ours.items() if key != "hits"} == {
                key: value for key, value in theirs.items() if key != "hits"
            }


@settings(max_examples=12, deadline=None)
@given(told=facts_told, people=pairs, firms=firm_pairs)
def test_facts_hold_as_if_the_names_had_been_one_from_the_start(
    told: Sequence[tuple[int, str, int, int, int | None, float]],
    people: Sequence[tuple[int, int]],
    firms: Sequence[tuple[int, int]],
) -> None:
    with TemporaryDirectory() as folder:
        apart = Library("sqlite plain", Path(folder) / "apart.db")
        with closing(apart.backend):
            for one in told:
                apart.tell(*one)
            for a, b in people:
                apart.unite(apart.people[a], apart.people[b])
            for a, b in firms:
                apart.unite(apart.firms[a], apart.firms[b])
            roots = {one: apart.backend.graph.entities_by_id([one])[0].id for one in apart.entities}
            found = _as_it_holds(apart.backend)
        one_store = Library("sqlite plain", Path(folder) / "one.db")
        with closing(one_store.backend):
            for person, relation, firm, year, when, confidence in told:
                who = one_store.people.index(roots[one_store.people[person]])
                where = one_store.firms.index(roots[one_store.firms[firm]])
                one_store.tell(who, relation, where, year, when, confidence)
            assert _as_it_holds(one_store.backend) == found


def _as_it_holds(backend: Backend) -> list[tuple[object, ...]]:
    """What is believed, without ids of facts."""
    facts = backend.graph.all_facts(limit=999).items
    values = {fact.id: (fact.subject_id, fact.relation, fact.object_id, fact.valid) for fact in facts}
    return [
        (
            values[fact.id],
            fact.held,
            fact.said,
            fact.learnt_at,
            fact.confidence,
            fact.evidence,
            None if fact.closed_by is None else values.get(fact.closed_by),
            None if fact.disputed_by is None else values.get(fact.disputed_by),
        )
        for fact in facts
    ]


def test_a_moment_before_a_retraction_is_seen(backend: Backend) -> None:
    world = World(backend)
    one = world.tell(world.aiko, "knows", world.halo)
    world.tell(world.mori, "knows", world.halo)
    world.unite(world.aiko, world.mori)
    later = NOW + timedelta(days=2)
    with backend.transaction():
        backend.graph.retract(one, later)
    assert backend.graph.facts_of(world.mori) == ()
    assert ids(backend.graph.facts_of(world.mori, believed_on=later - timedelta(days=1))) == [one]
    assert backend.graph.facts_of(world.mori, believed_on=later) == ()


class TestReconciled:
    def disputed(self, backend: Backend) -> tuple[World, FactId, FactId]:
        world = World(backend)
        one, other = (world.tell(world.aiko, "works_at", firm, 2000) for firm in (world.lumen, world.halo))
        assert [fact.disputed_by for fact in backend.graph.facts([one, other])] == [other, one]
        return world, one, other

    def reconcile(self, backend: Backend, one: FactId, other: FactId, both_hold: bool) -> None:
        with backend.transaction():
            backend.graph.reconcile(one, other, both_hold)
        assert backend.check() == ()

    def test_facts_dispute_each_other_no_more(self, backend: Backend) -> None:
        world, one, other = self.disputed(backend)
        assert ids(backend.graph.disputed().items) == [one, other]
        for _ in range(2):
            self.reconcile(backend, other, one, both_hold=True)
        for facts in (
            backend.graph.facts([one, other]),
            backend.graph.facts_of(world.aiko),
            backend.graph.facts_of(world.aiko, believed_on=NOW),
        ):
            assert [fact.disputed_by for fact in facts] == [None, None]
        assert backend.graph.disputed().items == ()
        self.reconcile(backend, one, other, both_hold=False)
        assert [fact.disputed_by for fact in backend.graph.facts([one, other])] == [other, one]

    def test_facts_that_are_gone_are_passed_over(self, backend: Backend) -> None:
        _, one, other = self.disputed(backend)
        self.reconcile(backend, one, FactId(99), both_hold=True)
        self.reconcile(backend, one, other, both_hold=True)
        with backend.transaction():
            backend.graph.retract(other, NOW)
        assert [fact.disputed_by for fact in backend.graph.facts([one])] == [None]
