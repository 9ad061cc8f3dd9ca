from collections.abc import Sequence

import pytest

from tests.search.answer.office import find, sound, weighed
from tsuzuri.core.ports import Backend
from tsuzuri.search.answer.evidence import Evidence, gather


def best(backend: Backend, question: str) -> Evidence:
    return weighed(backend, question)[1][0]


def holding(evidence: Sequence[Evidence], words: str) -> Evidence:
    return next(one for one in evidence if words in one.span.of(one.passage.text))


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("Where does Ken Ito live?", "Ken Ito lives in Nara."),
        ("Who left Lumen Works?", "Ada Berg left Lumen Works in 2022."),
        ("What does the stand cost?", "The stand of the lamp costs 9 euros."),
        ("真鍋律子先生はどこの教授ですか。", "真鍋律子先生は北野大学の教授です。"),
        ("Where does Ines Vale live?", "I have lived in Ulm since 2020."),
    ],
)
def test_the_sentence_that_bears_the_question_is_the_best(office: Backend, question: str, sentence: str) -> None:
    found = best(office, question)
    assert found.span.of(found.passage.text) == sentence
    assert found.words == 1.0


def test_a_pronoun_leads_back_to_the_sentence_that_names(office: Backend) -> None:
    found = holding(weighed(office, "What is the name of Ken Ito's tortoise?")[1], "tortoise")
    assert found.text == "Ken Ito lives in Nara. He keeps a tortoise called Basho."
    assert 0.8 < found.names < 1.0


def test_without_its_name_a_sentence_is_about_somebody_else(office: Backend) -> None:
    found = holding(weighed(office, "What is the name of Ada Berg's tortoise?")[1], "tortoise")
    assert found.names == 0.0


def test_what_was_not_so_at_that_time_is_out_of_it(office: Backend) -> None:
    _, evidence = weighed(office, "Who worked at Lumen Works in 2019?")
    assert not holding(evidence, "since May 2021").in_time
    _, evidence = weighed(office, "Who worked at Lumen Works in 2023?")
    assert holding(evidence, "since May 2021").in_time


def test_a_number_that_is_asked_for_is_no_year(office: Backend) -> None:
    _, evidence = weighed(office, "How many people left Lumen Works?")
    assert not holding(evidence, "Ada Berg left").wanted


def test_a_day_that_is_asked_for_must_be_told(office: Backend) -> None:
    _, evidence = weighed(office, "When did Ada Berg leave Lumen Works?")
    assert holding(evidence, "Ada Berg left").wanted
    assert not holding(weighed(office, "When did Ken Ito get a tortoise?")[1], "tortoise").wanted


def test_facts_rest_on_their_sentence(office: Backend) -> None:
    found = best(office, "Where does Ken Ito live?")
    assert [fact.relation for fact in found.facts] == ["lives_in"]


def test_a_name_is_looked_for_in_the_other_script_too(office: Backend) -> None:
    _, evidence = weighed(office, "Where does 真鍋律子 work?")
    inquiry, _ = weighed(office, "Who is Ritsuko Manabe?")
    assert inquiry.unknown == ("Ritsuko Manabe",)
    assert holding(evidence, "教授").names == 1.0


def test_nothing_found_is_no_evidence(office: Backend) -> None:
    inquiry, _ = weighed(office, "Who left?")
    assert gather(inquiry, (), office, sound) == ()
    assert find(office, "Who left Lumen Works?").hits
