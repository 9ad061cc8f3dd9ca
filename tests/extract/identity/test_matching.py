"""Matching over a store: who is united, who is asked about, and that a person has the last word."""

from itertools import permutations

import pytest

from tests.extract.identity.notes import Note, Notes
from tests.store.samples import NOW
from tsuzuri.core.ports import Backend
from tsuzuri.core.review import Answer, Proposal, Question
from tsuzuri.core.values import EntityType
from tsuzuri.extract.identity.matching import BY, Matched, Matching
from tsuzuri.extract.identity.prints import merge_print

FRIENDS = ("Mika Sato", "Otto Brandt", "Lena Weiss", "Aya Mori", "Sam Porter", "Ines Rocha")


@pytest.fixture
def notes(backend: Backend) -> Notes:
    return Notes(backend)


def acquainted(notes: Notes, one: str, other: str, friends: int) -> tuple[Note, Note]:
    """Two notes, of which each names one of the two and the same friends."""
    return notes.note("/a.md", one, *FRIENDS[:friends]), notes.note("/b.md", other, *FRIENDS[:friends])


class TestUniting:
    def test_happens_where_names_and_neighbours_leave_no_doubt(self, notes: Notes) -> None:
        acquainted(notes, "J. Hale", "John Hale", 6)
        assert notes.match() == Matched(compared=8, united=1, asked=0)
        assert notes.together("J. Hale", "John Hale")

    def test_keeps_the_full_name(self, notes: Notes) -> None:
        acquainted(notes, "J. Hale", "John Hale", 6)
        notes.match()
        (entity,) = notes.backend.graph.entities_by_id([notes.ids["J. Hale"]])
        assert entity.name == "John Hale"

    def test_happens_by_a_member_that_is_read_under_quite_another_name(self, notes: Notes) -> None:
        notes.note("/b.md", "Robin Vale")
        notes.note("/c.md", "Vale, Robin")
        notes.match()
        notes.answer(notes.waiting(), Answer.YES)
        notes.forget()
        notes.note("/a.md", "Ravenna Stone")
        notes.note("/b.md", "Robin Vale")
        notes.match()
        with notes.backend.transaction():
            notes.backend.identities.unite(notes.ids["Ravenna Stone"], notes.ids["Robin Vale"])
        notes.note("/c.md", "Vale, Robin")
        assert notes.match().united == 1
        assert notes.together("Ravenna Stone", "Vale, Robin")

    def test_is_recorded_with_its_reason(self, notes: Notes) -> None:
        acquainted(notes, "J. Hale", "John Hale", 6)
        notes.match()
        (item,) = notes.decided()
        assert (item.question, item.answer, item.answered_by, item.by) == (Question.MERGE, Answer.YES, BY, BY)
        assert (item.one, item.other) == (notes.ids["John Hale"], notes.ids["J. Hale"])
        assert item.score >= 0.9
        assert item.reason.startswith("the same family name and initial; both with ")
        assert notes.waiting() == ()

    def test_is_undone_by_parting_and_not_done_again(self, notes: Notes) -> None:
        note, _ = acquainted(notes, "J. Hale", "John Hale", 6)
        notes.match()
        notes.answer(notes.decided(), Answer.NO)
        with notes.backend.transaction():
            assert notes.backend.identities.part(notes.ids["J. Hale"])
        notes.alias("J. Hale", "Jay", note)
        assert notes.match().united == 0
        assert not notes.together("J. Hale", "John Hale")

    def test_happens_by_an_address_of_both(self, notes: Notes) -> None:
        for uri, name in (("/a.md", "J. Hale"), ("/b.md", "John Hale")):
            notes.address(name, "john@hale.example", notes.note(uri, name))
        assert notes.match().united == 1

    def test_happens_by_another_name_that_a_document_states(self, notes: Notes) -> None:
        notes.alias("Robin Vale", "Ravenna Stone", notes.note("/a.md", "Robin Vale"))
        notes.note("/b.md", "Ravenna Stone")
        assert notes.match().united == 1

    def test_leaves_open_who_an_initial_means_of_two(self, notes: Notes) -> None:
        notes.note("/a.md", "J. Hale", *FRIENDS)
        notes.note("/b.md", "John Hale", *FRIENDS)
        notes.note("/c.md", "Jane Hale", *FRIENDS)
        assert notes.match() == Matched(compared=9, united=0, asked=2)

    def test_never_joins_two_full_names_by_an_initial_between_them(self, notes: Notes) -> None:
        acquainted(notes, "J. Hale", "John Hale", 6)
        notes.match()
        notes.note("/c.md", "Jane Hale", *FRIENDS)
        assert notes.match() == Matched(compared=1)


class TestTheRest:
    @pytest.mark.parametrize(
        ("one", "other", "type"),
        [
            ("AI株式会社", "AI研究所", EntityType.ORGANIZATION),
            ("東京都", "東京大学", EntityType.ORGANIZATION),
            ("Model 3", "Model 4", EntityType.THING),
            ("第1回大会", "第2回大会", EntityType.EVENT),
            ("田中太郎", "田中次郎", EntityType.PERSON),
            ("John Hale", "Jane Hale", EntityType.PERSON),
        ],
    )
    def test_is_left_though_they_have_all_neighbours_in_common(
        self, notes: Notes, one: str, other: str, type: EntityType
    ) -> None:
        notes.note("/a.md", one, *FRIENDS, type=type)
        notes.note("/b.md", other, *FRIENDS, type=type)
        assert (notes.match().united, notes.waiting()) == (0, ())

    def test_is_left_where_a_part_of_a_name_is_all_there_is(self, notes: Notes) -> None:
        acquainted(notes, "田中", "田中太郎", 0)
        assert notes.match() == Matched(compared=2)

    def test_is_asked_about_where_it_may_be(self, notes: Notes) -> None:
        acquainted(notes, "田中", "田中太郎", 2)
        assert notes.match() == Matched(compared=4, united=0, asked=1)
        (item,) = notes.waiting()
        assert (item.one, item.other) == (notes.ids["田中太郎"], notes.ids["田中"])
        assert item.reason == "one name is a part of the other; both with Mika Sato, Otto Brandt"

    def test_is_asked_about_once(self, notes: Notes) -> None:
        note, _ = acquainted(notes, "田中", "田中太郎", 2)
        notes.match()
        notes.alias("田中", "タナ", note)
        assert notes.match() == Matched(compared=1)
        assert len(notes.waiting()) == 1


class TestAPersonsAnswer:
    def test_of_no_is_remembered_when_all_was_forgotten_and_came_again(self, notes: Notes) -> None:
        acquainted(notes, "J. Hale", "John Hale", 1)
        notes.match()
        notes.answer(notes.waiting(), Answer.NO)
        notes.forget()
        acquainted(notes, "J. Hale", "John Hale", 6)
        assert notes.match() == Matched(compared=8)
        assert not notes.together("J. Hale", "John Hale")
        assert notes.waiting() == ()

    def test_of_no_keeps_apart_those_that_became_one_with_the_two(self, notes: Notes) -> None:
        acquainted(notes, "Jon Hale", "John Hale", 1)
        notes.match()
        notes.answer(notes.waiting(), Answer.NO)
        note = notes.note("/c.md", "Robin Vale")
        notes.alias("Robin Vale", "Jon Hale", note)
        notes.match()
        assert notes.together("Robin Vale", "Jon Hale")
        notes.alias("Robin Vale", "John Hale", note)
        notes.match()
        assert not notes.together("Jon Hale", "John Hale")

    def test_of_yes_unites_at_once_what_came_again(self, notes: Notes) -> None:
        acquainted(notes, "田中", "田中太郎", 2)
        notes.match()
        notes.answer(notes.waiting(), Answer.YES)
        assert notes.together("田中", "田中太郎")
        notes.forget()
        acquainted(notes, "田中", "田中太郎", 0)
        assert notes.match() == Matched(compared=2, united=1)
        assert notes.together("田中", "田中太郎")

    def test_of_yes_does_not_join_again_two_of_one_name_who_were_told_apart(self, notes: Notes) -> None:
        notes.note("/a.md", "Hale")
        notes.note("/c.md", "John Hale")
        second = notes.note("/b.md", "Hale")
        notes.match()
        with notes.backend.transaction():
            one, other = (notes.backend.graph.entities_by_id([notes.ids[name]])[0] for name in ("John Hale", "Hale"))
            print_ = merge_print(one, other)
            notes.backend.reviews.propose([Proposal(Question.MERGE, print_, one.id, other.id, 1.0, "", BY)], NOW)
        notes.answer(notes.waiting(), Answer.YES)
        with notes.backend.transaction():
            made = notes.backend.identities.split(notes.ids["Hale"], [second.content], NOW)
        assert made is not None
        assert notes.match().united == 0
        assert made not in {one.id for one in notes.backend.identities.members([one.id])[one.id]}


class TestARun:
    def test_with_nothing_new_does_nothing(self, notes: Notes) -> None:
        acquainted(notes, "J. Hale", "John Hale", 6)
        notes.match()
        assert not Matching(notes.backend, notes.clock).has_work()
        assert notes.match() == Matched()

    def test_stops_and_goes_on_where_it_was(self, notes: Notes) -> None:
        acquainted(notes, "J. Hale", "John Hale", 6)
        done: list[int] = []
        matching = Matching(notes.backend, notes.clock, step=3)
        assert matching.run(stop=lambda: len(done) == 2, on_matched=done.append) == Matched(compared=6, asked=0)
        assert matching.has_work()
        assert matching.run(on_matched=done.append) == Matched(compared=2, united=1)
        assert done == [3, 6, 2]

    def test_comes_to_the_same_in_any_order(self, notes: Notes) -> None:
        names = ("J. R. Hale", "John Hale", "Jane Hale")
        for order in permutations(names):
            for name in order:
                notes.note(f"/{name}.md", name, *(FRIENDS if name != "Jane Hale" else ()))
                notes.match()
            assert notes.together("J. R. Hale", "John Hale")
            assert not notes.together("John Hale", "Jane Hale")
            notes.forget()
