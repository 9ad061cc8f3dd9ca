"""Two people of one single name: asked about where documents disagree that have nobody in common."""

from datetime import date

import pytest

from tests.extract.identity.notes import Notes
from tsuzuri.core.ports import Backend
from tsuzuri.core.review import Answer, Question
from tsuzuri.core.supersession import Rules
from tsuzuri.core.temporal import Interval, Precision
from tsuzuri.extract.identity.homonyms import Homonyms

SINCE = Interval(date(2020, 4, 1), None, Precision.DAY)


@pytest.fixture
def notes(backend: Backend) -> Notes:
    with backend.transaction():
        backend.graph.set_rules(Rules(single=frozenset({"works_at"})))
    return Notes(backend)


def two_employers(notes: Notes, name: str, *, friend: str = "") -> None:
    """Two notes, each of which has somebody of that name begin on one day with another employer."""
    for uri, employer in (("/a.md", "Lumen"), ("/b.md", "Orbis")):
        named = [name, *([friend] if friend else [])]
        notes.state(name, "works_at", employer, notes.note(uri, *named), SINCE)


def asked(notes: Notes) -> int:
    return Homonyms(notes.backend, notes.clock).ask()


def test_two_of_one_family_name_are_asked_about_and_not_taken_apart(notes: Notes) -> None:
    two_employers(notes, "田中")
    assert asked(notes) == 1
    (item,) = notes.waiting()
    other = notes.backend.catalog.source_by_uri("/b.md")
    assert other is not None
    assert (item.question, item.one, item.other) == (Question.SPLIT, notes.ids["田中"], other.content_id)
    assert item.reason == "works at Lumen and works at Orbis, in documents without a common name"
    assert len(notes.backend.identities.members([notes.ids["田中"]])[notes.ids["田中"]]) == 1


def test_they_are_asked_about_when_new_names_are_matched(notes: Notes) -> None:
    two_employers(notes, "田中")
    assert notes.match().asked == 1


def test_a_full_name_is_not_asked_about(notes: Notes) -> None:
    two_employers(notes, "田中太郎")
    assert asked(notes) == 0


def test_documents_that_name_somebody_else_in_common_speak_of_one(notes: Notes) -> None:
    two_employers(notes, "Smith", friend="Mika Sato")
    assert asked(notes) == 0


def test_what_one_document_says_itself_is_not_asked_about(notes: Notes) -> None:
    note = notes.note("/a.md", "Smith")
    for employer in ("Lumen", "Orbis"):
        notes.state("Smith", "works_at", employer, note, SINCE)
    assert asked(notes) == 0


def test_it_is_asked_once_and_never_again_after_an_answer(notes: Notes) -> None:
    two_employers(notes, "田中")
    assert (asked(notes), asked(notes)) == (1, 0)
    notes.answer(notes.waiting(), Answer.NO)
    notes.forget()
    two_employers(notes, "田中")
    assert asked(notes) == 0
    assert notes.waiting() == ()


def test_the_two_that_a_person_has_told_apart_stay_apart(notes: Notes) -> None:
    two_employers(notes, "田中")
    asked(notes)
    (item,) = notes.waiting()
    second = notes.backend.catalog.source_by_uri("/b.md")
    assert second is not None
    assert second.content_id is not None
    with notes.backend.transaction():
        notes.backend.reviews.answer(item.id, Answer.YES, "you", notes.clock())
        notes.backend.identities.split(notes.ids["田中"], [second.content_id], notes.clock())
    assert notes.match().united == 0


def test_what_was_answered_is_done_again_when_the_documents_come_back(notes: Notes) -> None:
    two_employers(notes, "田中")
    asked(notes)
    (item,) = notes.waiting()
    with notes.backend.transaction():
        notes.backend.reviews.answer(item.id, Answer.YES, "you", notes.clock())
    notes.forget()
    two_employers(notes, "田中")
    assert asked(notes) == 0
    bearers = notes.backend.graph.entities_by_key(["田中"])["田中"]
    assert len(bearers) == 2
    assert [fact.object_name for one in bearers for fact in notes.backend.graph.facts_of(one.id)] == ["Lumen", "Orbis"]
    assert asked(notes) == 0


def test_it_ends_when_it_is_told_to(notes: Notes) -> None:
    two_employers(notes, "田中")
    assert Homonyms(notes.backend, notes.clock).ask(stop=lambda: True) == 0
