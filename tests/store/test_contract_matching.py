"""What is compared to find out who is one, and how one becomes two, in every store."""

from tests.store.samples import NOW, Stored, evidence, fact_draft, mention, name, said, state, store, words
from tsuzuri.core.document import Span
from tsuzuri.core.ids import EntityId, FactId
from tsuzuri.core.links import Link
from tsuzuri.core.ports import Backend
from tsuzuri.core.values import EntityType, Kind, Mention, NameKind


def someone(backend: Backend, words_of: str, *, type: EntityType = EntityType.PERSON) -> tuple[EntityId, Stored]:
    """An entity that a document of its own names. In a transaction of its own."""
    with backend.transaction():
        document = store(backend, f"/{words_of}.txt", [words_of])
        entity = name(backend, words_of, type)
        backend.graph.add_mentions([mention(entity, document.passages[0])])
    return entity, document


def matched(backend: Backend, entity: EntityId, *blocks: str) -> None:
    with backend.transaction():
        backend.identities.matched(entity, blocks)


def unmatched(backend: Backend) -> list[str]:
    return [one.name for one in backend.identities.unmatched(9)]


class TestMatching:
    def test_waits_for_who_is_new_or_has_another_name_or_type(self, backend: Backend) -> None:
        (ken, note), (aiko, _) = someone(backend, "Ken", type=EntityType.CONCEPT), someone(backend, "Aiko")
        assert unmatched(backend) == ["Ken", "Aiko"]
        assert [one.name for one in backend.identities.unmatched(1)] == ["Ken"]
        for one in (ken, aiko):
            matched(backend, one, "k")
        assert unmatched(backend) == []
        with backend.transaction():
            backend.graph.vote_type(ken, EntityType.PERSON, note.passages[0])
            backend.graph.add_alias(aiko, "Mori", "mori", NameKind.STATED, note.passages[0])
        assert unmatched(backend) == ["Ken", "Aiko"]

    def test_waits_again_without_blocks_when_a_name_goes(self, backend: Backend) -> None:
        (aiko, _), (_, note) = someone(backend, "Aiko"), someone(backend, "Ken")
        with backend.transaction():
            backend.graph.add_alias(aiko, "Mori", "mori", NameKind.STATED, note.passages[0])
        matched(backend, aiko, "mori")
        with backend.transaction():
            backend.catalog.forget(note.source)
        assert unmatched(backend) == ["Aiko"]
        assert backend.identities.by_block(["mori"]) == {}
        assert backend.check() == ()

    def test_finds_by_blocks(self, backend: Backend) -> None:
        entities = [someone(backend, words_of)[0] for words_of in ("Aiko", "Ken", "Mei")]
        for n, one in enumerate(entities):
            matched(backend, one, "all", f"only {n}")
        found = backend.identities.by_block(["only 1", "all", "none"])
        assert {block: [one.id for one in members] for block, members in found.items()} == {
            "only 1": [entities[1]],
            "all": entities,
        }
        assert backend.identities.by_block(["all", "only 1"], limit_each=2).keys() == {"only 1"}
        matched(backend, entities[1], "other")
        assert backend.identities.by_block(["only 1"]) == {}

    def test_passes_over_who_is_gone(self, backend: Backend) -> None:
        aiko, note = someone(backend, "Aiko")
        matched(backend, aiko, "aiko")
        with backend.transaction():
            backend.catalog.forget(note.source)
        matched(backend, aiko, "aiko")
        assert backend.identities.by_block(["aiko"]) == {}
        assert unmatched(backend) == []

    def test_is_of_members(self, backend: Backend) -> None:
        (aiko, _), (mori, _) = someone(backend, "Aiko"), someone(backend, "Mori")
        with backend.transaction():
            backend.identities.unite(aiko, mori)
        matched(backend, mori, "mori")
        assert [one.id for one in backend.identities.by_block(["mori"])["mori"]] == [mori]
        assert unmatched(backend) == ["Aiko"]


class TestNeighbours:
    def test_stand_at_the_other_end_of_facts_and_in_the_same_passages(self, backend: Backend) -> None:
        (aiko, note), (lumen, _), (halo, _), (ken, _) = (
            someone(backend, words_of) for words_of in ("Aiko", "Lumen", "Halo", "Ken")
        )
        with backend.transaction():
            proof = evidence(note.passages[0])
            state(backend, fact_draft(aiko, "works_at", lumen), proof)
            state(backend, fact_draft(halo, "hired", aiko), proof)
            state(backend, fact_draft(aiko, "age", None, value="41"), proof)
            backend.graph.add_mentions([mention(ken, note.passages[0], 2)])
        found = backend.identities.neighbours([ken, aiko])
        assert found == {aiko: {lumen, halo, ken}, ken: {aiko}}
        with backend.transaction():
            backend.identities.unite(halo, lumen)
            backend.identities.unite(aiko, ken)
        assert backend.identities.neighbours([aiko, ken]) == {aiko: {halo}}

    def test_that_are_nearest_are_told(self, backend: Backend) -> None:
        aiko, note = someone(backend, "Aiko with many others")
        others = [someone(backend, words_of)[0] for words_of in ("Far", "Near")]
        with backend.transaction():
            backend.graph.add_mentions(
                mention(one, note.passages[0], start) for one, start in zip(others, (9, 2), strict=True)
            )
        assert backend.identities.neighbours([aiko], limit_each=1) == {aiko: {others[1]}}

    def test_may_be_linked_alone(self, backend: Backend) -> None:
        (aiko, note), (ken, _) = someone(backend, "Aiko and Ken"), someone(backend, "Ken")
        with backend.transaction():
            link = Link(Mention(ken, note.passages[0], Span(9, 12)), "ken")
            backend.links.link([note.passages[0]], [link])
        assert backend.identities.neighbours([aiko, ken]) == {aiko: {ken}, ken: {aiko}}


class Tanaka:
    """Two documents of Tanaka: both say that he lives in Ulm, each names an employer of its own."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        with backend.transaction():
            self.notes = [
                store(backend, f"/{n}.txt", [f"Tanaka of {firm} in Ulm"], [said(2020 + n)])
                for n, firm in enumerate(("Lumen", "Halo"))
            ]
            self.tanaka, self.ulm = name(backend, "Tanaka"), name(backend, "Ulm", EntityType.PLACE)
            firms = [name(backend, firm, EntityType.ORGANIZATION) for firm in ("Lumen", "Halo")]
            self.facts: list[FactId] = []
            for firm, note in zip(firms, self.notes, strict=True):
                passage = note.passages[0]
                backend.graph.add_mentions([mention(self.tanaka, passage), mention(firm, passage, 2)])
                self.facts.append(state(backend, fact_draft(self.tanaka, "works_at", firm), evidence(passage)))
                lives = state(
                    backend, fact_draft(self.tanaka, "lives_in", self.ulm, when=said(2020)), evidence(passage)
                )
            self.lives = lives
            backend.graph.add_alias(self.tanaka, "Mr T", "mr t", NameKind.TITLED, self.notes[1].passages[0])
        self.before = self.read()

    def split(self, *notes: int) -> EntityId | None:
        with self.backend.transaction():
            contents = [self.notes[n].content for n in notes]
            new = self.backend.identities.split(self.tanaka, contents, NOW)
        assert self.backend.check() == ()
        return new

    def read(self) -> tuple[object, ...]:
        graph = self.backend.graph
        ids = [self.tanaka, self.ulm]
        facts = graph.all_facts().items
        return (
            graph.entities_by_id(ids),
            graph.facts_of(self.tanaka),
            facts,
            graph.evidence_of([fact.id for fact in facts]),
            graph.mentions_of(ids),
            self.backend.catalog.counts().facts,
        )


class TestSplit:
    def test_gives_what_some_documents_say_to_another_of_that_name(self, backend: Backend) -> None:
        world = Tanaka(backend)
        new = world.split(1)
        assert new is not None
        first, second = backend.graph.entities_by_id([world.tanaka, new])
        assert (second.name, second.type) == (first.name, first.type)
        assert (first.aliases, second.aliases) == ((), ("Mr T",))
        assert (first.facts, second.facts, first.mentions, second.mentions) == (2, 2, 1, 1)
        assert world.facts[1] in [fact.id for fact in backend.graph.facts_of(new)]
        assert world.lives in [fact.id for fact in backend.graph.facts_of(world.tanaka)]
        assert [fact.evidence for fact in backend.graph.all_facts().items] == [1, 1, 1, 1]
        assert [hit.id for hit in backend.lexical.match(Kind.ENTITY, words("tanaka"), 9)] == [world.tanaka, new]

    def test_is_undone_by_uniting(self, backend: Backend) -> None:
        world = Tanaka(backend)
        new = world.split(1)
        assert new is not None
        with backend.transaction():
            backend.identities.unite(world.tanaka, new)
        assert backend.check() == ()
        assert world.read() == world.before

    def test_moves_the_first_evidence_too(self, backend: Backend) -> None:
        world = Tanaka(backend)
        new = world.split(0)
        assert new is not None
        (moved,) = (fact for fact in backend.graph.facts_of(new) if fact.relation == "lives_in")
        assert moved.id != world.lives
        with backend.transaction():
            backend.identities.unite(world.tanaka, new)
        assert backend.check() == ()
        assert world.read() == world.before

    def test_takes_a_name_with_it_that_is_given_where_nothing_else_is_said(self, backend: Backend) -> None:
        world = Tanaka(backend)
        with backend.transaction():
            note = store(backend, "/2.txt", ["Taro"])
            backend.graph.add_alias(world.tanaka, "Taro", "taro", NameKind.STATED, note.passages[0])
            new = backend.identities.split(world.tanaka, [world.notes[1].content, note.content], NOW)
        assert new is not None
        first, second = backend.graph.entities_by_id([world.tanaka, new])
        assert (first.aliases, set(second.aliases)) == ((), {"Mr T", "Taro"})

    def test_leaves_a_fact_as_sure_as_what_its_members_still_say(self, backend: Backend) -> None:
        world = Tanaka(backend)
        with backend.transaction():
            passage = store(backend, "/2.txt", ["T. Tanaka in Ulm"]).passages[0]
            other = name(backend, "T. Tanaka")
            backend.graph.add_mentions([mention(other, passage)])
            state(backend, fact_draft(other, "lives_in", world.ulm, confidence=0.9), evidence(passage))
            backend.identities.unite(world.tanaka, other)
        assert world.split(1) is not None
        (lives,) = (fact for fact in backend.graph.facts_of(world.tanaka) if fact.relation == "lives_in")
        assert (lives.evidence, lives.confidence) == (2, 0.9)

    def test_needs_something_on_both_sides(self, backend: Backend) -> None:
        world = Tanaka(backend)
        assert world.split(0, 1) is None
        assert world.split() is None
        assert world.read() == world.before

    def test_of_one_with_members_moves_what_is_said_of_all(self, backend: Backend) -> None:
        world = Tanaka(backend)
        with backend.transaction():
            other = name(backend, "T. Tanaka")
            passage = world.notes[1].passages[0]
            backend.graph.add_mentions([mention(other, passage, 5)])
            backend.identities.unite(world.tanaka, other)
        new = world.split(1)
        assert new is not None
        first, second = backend.graph.entities_by_id([world.tanaka, new])
        assert (first.aliases, set(second.aliases)) == ((), {"Mr T", "T. Tanaka"})
        assert second.mentions == 2


class TestCorrections:
    def test_a_retracted_fact_is_seen_by_its_id_alone(self, backend: Backend) -> None:
        world = Tanaka(backend)
        with backend.transaction():
            backend.graph.retract(world.lives, NOW)
            backend.graph.retract(FactId(999), NOW)
        assert backend.check() == ()
        assert [fact.id for fact in backend.graph.all_facts().items] == world.facts
        assert [fact.id for fact in backend.graph.facts_of(world.tanaka)] == world.facts
        (fact,) = backend.graph.facts([world.lives])
        assert (fact.status, fact.unlearnt_at) == ("retracted", NOW)
        assert world.lives not in [hit.id for hit in backend.lexical.match(Kind.FACT, words("lives"), 9)]
        assert [one.facts for one in backend.graph.entities_by_id([world.tanaka, world.ulm])] == [2, 0]
        assert backend.catalog.counts().facts == 2
        assert backend.catalog.counts().unembedded == 0
        with backend.transaction():
            backend.graph.retract(world.lives, None)
        assert backend.check() == ()
        assert world.read() == world.before

    def test_what_says_again_what_was_retracted_does_not_revive_it(self, backend: Backend) -> None:
        world = Tanaka(backend)
        with backend.transaction():
            backend.graph.retract(world.lives, NOW)
            note = store(backend, "/more.txt", ["Tanaka lives in Ulm"])
            again = state(backend, fact_draft(world.tanaka, "lives_in", world.ulm), evidence(note.passages[0]))
        assert again == world.lives
        assert [fact.id for fact in backend.graph.all_facts().items] == world.facts
        with backend.transaction():
            backend.graph.retract(world.lives, None)
        assert backend.graph.facts([world.lives])[0].evidence == 3

    def test_evidence_can_be_withdrawn(self, backend: Backend) -> None:
        world = Tanaka(backend)
        with backend.transaction():
            backend.graph.withdraw(world.lives, world.notes[0].passages[0], "rule 1")
            backend.graph.withdraw(world.facts[0], world.notes[0].passages[0], "rule 2")
        assert [fact.evidence for fact in backend.graph.facts([world.lives, world.facts[0]])] == [1, 1]
        with backend.transaction():
            backend.graph.withdraw(world.lives, world.notes[1].passages[0], "rule 1")
        assert backend.graph.facts([world.lives]) == ()
        assert backend.graph.entity(world.ulm) is None
        assert backend.check() == ()
