"""What every backend does: the neighbours that a search walks to."""

from datetime import date

import pytest

from tests.store.samples import (
    NOW,
    content_draft,
    evidence,
    fact_draft,
    mention,
    name,
    passage_drafts,
    said,
    source_draft,
    state,
    store,
)
from tsuzuri.core.graph_edges import EntityNode, FactNode
from tsuzuri.core.ids import EntityId, FactId, PassageId
from tsuzuri.core.links import Link
from tsuzuri.core.ports import Backend
from tsuzuri.core.temporal import Interval, Precision


def document(backend: Backend, title: str) -> PassageId:
    """A document of that title; gives its first passage of two. Call inside a transaction."""
    source = backend.catalog.put_sources([source_draft(f"/{title}.txt")], NOW)[0]
    draft = content_draft(f"first\nsecond of {title}", title)
    _, ids = backend.catalog.put_content(source, draft, passage_drafts(["first", f"second of {title}"]))
    return ids[0]


class TestPassages:
    def test_are_joined_to_those_beside_them_and_the_first_of_their_document(self, backend: Backend) -> None:
        with backend.transaction():
            a, b, c, d = store(backend, "/a.txt", ["A", "B", "C", "D"]).passages
        found = backend.edges.passages([a, c, d, PassageId(99)], 9)
        assert {id_: node.nearby for id_, node in found.items()} == {a: (b,), c: (b, d, a), d: (c, a)}
        assert {id_: node.title for id_, node in found.items()} == {a: "Notes", c: "", d: ""}
        assert found[c].text == "C"

    def test_are_joined_to_the_entities_they_name_those_named_least_first(self, backend: Backend) -> None:
        with backend.transaction():
            one, two = store(backend, "/a.txt", ["A B", "A"]).passages
            a, b = name(backend, "A"), name(backend, "B")
            backend.graph.add_mentions([mention(a, one), mention(a, two)])
            backend.links.link([one], [Link(mention(b, one, 2), "b")])
        found = backend.edges.passages([one, two], 9)
        assert (found[one].entities, found[two].entities) == (((b, 1), (a, 2)), ((a, 2),))
        assert backend.edges.passages([one], 1)[one].entities == ((b, 1),)

    def test_are_joined_to_the_facts_they_state_that_are_believed(self, backend: Backend) -> None:
        with backend.transaction():
            (one,) = store(backend, "/a.txt", ["A"]).passages
            a = name(backend, "A")
            right, wrong = (state(backend, fact_draft(a, r, None, value="x"), evidence(one)) for r in ("is", "was"))
            backend.graph.retract(wrong, NOW)
        assert backend.edges.passages([one], 9)[one].facts == (right,)


class TestEntities:
    def test_are_joined_to_the_passages_that_name_them_latest_said_first(self, backend: Backend) -> None:
        with backend.transaction():
            texts, days = ["A", "A", "A", "A"], [said(2020), said(2024), None, said(2022)]
            one, two, three, four = store(backend, "/a.txt", texts, days).passages
            a = name(backend, "A")
            backend.graph.add_mentions([mention(a, one), mention(a, two), mention(a, two, 3)])
            backend.links.link([two, three, four], [Link(mention(a, id_), "a") for id_ in (two, three, four)])
        assert backend.edges.entities([a], 9)[a].passages == (two, four, one, three)

    def test_are_joined_to_their_facts_undated_first_then_the_latest(self, backend: Backend) -> None:
        with backend.transaction():
            (one,) = store(backend, "/a.txt", ["A"]).passages
            a, b = name(backend, "A"), name(backend, "B")
            dated = [
                state(backend, fact_draft(a, "knows", b, valid=Interval(date(year, 1, 1), None, Precision.YEAR)), proof)
                for year, proof in ((2001, evidence(one)), (2003, evidence(one)))
            ]
            undated = state(backend, fact_draft(b, "likes", None, value="tea"), evidence(one))
        assert backend.edges.entities([a, b, EntityId(99)], 2) == {
            a: EntityNode((), (dated[1], dated[0])),
            b: EntityNode((), (undated, dated[1])),
        }


class TestFacts:
    def test_are_joined_to_their_ends_and_to_what_states_them(self, backend: Backend) -> None:
        with backend.transaction():
            one, two = store(backend, "/a.txt", ["A", "B"]).passages
            a, b = name(backend, "A"), name(backend, "B")
            of_two = state(backend, fact_draft(a, "knows", b), evidence(two))
            state(backend, fact_draft(a, "knows", b), evidence(one))
            of_one = state(backend, fact_draft(a, "likes", None, value="tea"), evidence(one))
        assert backend.edges.facts([of_one, of_two, FactId(99)], 9) == {
            of_one: FactNode((a,), (one,)),
            of_two: FactNode((a, b), (one, two)),
        }
        assert backend.edges.facts([of_two], 1)[of_two].passages == (one,)

    def test_that_were_retracted_are_absent(self, backend: Backend) -> None:
        with backend.transaction():
            (one,) = store(backend, "/a.txt", ["A"]).passages
            wrong = state(backend, fact_draft(name(backend, "A"), "is", None, value="x"), evidence(one))
            backend.graph.retract(wrong, NOW)
        assert backend.edges.facts([wrong], 9) == {}


class TestWhatIsOne:
    def test_is_joined_as_its_root_to_all_that_its_members_are(self, backend: Backend) -> None:
        with backend.transaction():
            one, two = store(backend, "/a.txt", ["A", "B"]).passages
            a, b, c = (name(backend, words) for words in "ABC")
            backend.graph.add_mentions([mention(a, one), mention(b, two)])
            first = state(backend, fact_draft(a, "knows", c), evidence(one))
            twin = state(backend, fact_draft(b, "knows", c), evidence(two))
            backend.identities.unite(a, b)
        edges = backend.edges
        assert edges.passages([two], 9)[two].entities == ((a, 2),)
        assert edges.entities([a], 9)[a] == EntityNode((one, two), (first,))
        assert edges.passages([two], 9)[two].facts == (first,)
        assert edges.facts([first, twin], 9)[first] == FactNode((a, c), (one, two))


class TestNames:
    def test_stand_where_their_words_do_whatever_their_case(self, backend: Backend) -> None:
        with backend.transaction():
            one, two, three = store(
                backend, "/a.txt", ["The Ostra Yard burnt.", "at ostra yard's gate", "the yard of Ostra"]
            ).passages
        found = backend.edges.standing(["Ostra Yard", "Ostra", "Kestrel", '"', ""], 9)
        assert found == {"Ostra Yard": (one, two), "Ostra": (one, two, three)}

    def test_that_stand_in_many_passages_stand_nowhere(self, backend: Backend) -> None:
        with backend.transaction():
            store(backend, "/a.txt", ["Ostra"] * 3)
        assert backend.edges.standing(["Ostra"], 2) == {}

    def test_of_kana_and_kanji_stand_inside_a_run(self, backend: Backend) -> None:
        with backend.transaction():
            one, two = store(backend, "/a.txt", ["北の灯台は白い。", "灯台の北"]).passages
        assert backend.edges.standing(["北の灯台", "灯台"], 9) == {"北の灯台": (one,), "灯台": (one, two)}


class TestTitles:
    @pytest.mark.parametrize("title", ["Kestrel", "KESTREL", "The Kestrel", "Kestrel (drone)", "Kestrel（drone）"])
    def test_are_names_of_their_documents(self, backend: Backend, title: str) -> None:
        with backend.transaction():
            first = document(backend, title)
        assert backend.edges.titled(["kestrel", "Merlin"], 9) == {"kestrel": (first,)}

    @pytest.mark.parametrize("title", ["Kestrels", "Kestrel II", "My Kestrel", "Kestrel)"])
    def test_with_more_words_are_other_names(self, backend: Backend, title: str) -> None:
        with backend.transaction():
            document(backend, title)
        assert backend.edges.titled(["Kestrel", ""], 9) == {}

    def test_of_several_documents_are_names_of_as_many_as_are_asked_for(self, backend: Backend) -> None:
        with backend.transaction():
            one, two, _ = (document(backend, title) for title in ("Kestrel", "Kestrel (drone)", "The Kestrel"))
        assert backend.edges.titled(["Kestrel"], 2) == {"Kestrel": (one, two)}


def test_without_ids_and_names_there_is_nothing(backend: Backend) -> None:
    edges = backend.edges
    assert (edges.passages([], 9), edges.entities([], 9), edges.facts([], 9)) == ({}, {}, {})
    assert (edges.standing([], 9), edges.titled([], 9)) == ({}, {})
