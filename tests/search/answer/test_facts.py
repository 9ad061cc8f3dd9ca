import pytest

from tests.search.answer.office import weighed
from tsuzuri.core.ports import Backend
from tsuzuri.search.answer.declining import bearing
from tsuzuri.search.answer.facts import Told, told_by_fact


def told(backend: Backend, question: str) -> Told | None:
    inquiry, evidence = weighed(backend, question)
    return told_by_fact(inquiry, bearing(inquiry, evidence))


def test_a_fact_answers_what_its_relation_says(office: Backend) -> None:
    found = told(office, "Where does Ken Ito live?")
    assert found is not None
    assert found.text == "Ken Ito lives in Nara."
    assert found.evidence.text == "Ken Ito lives in Nara."


def test_with_the_time_in_which_it_held(office: Backend) -> None:
    found = told(office, "Where does Ken Ito work?")
    assert found is not None
    assert found.text == "Ken Ito works at Lumen Works (since 2021-05-01)."


@pytest.mark.parametrize(
    "question",
    [
        "Who has lived in Nara?",
        "When did Ken Ito live in Nara?",
        "Who works at Lumen Works?",
        "What does the stand cost?",
        "Does Ken Ito live in Nara?",
    ],
)
def test_lists_days_and_what_is_said_already_are_left_to_the_sentences(office: Backend, question: str) -> None:
    assert told(office, question) is None
