import pytest

from tests.search.answer.office import weighed
from tsuzuri.core.ports import Backend
from tsuzuri.search.answer.declining import NOT_THERE, bearing, reason


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("Who is Marta Lindqvist married to?", 'speaks of "Marta Lindqvist"'),
        ("What does Ada Berg cost?", 'tells nothing of "cost"'),
        ("Who is the husband of Ken Ito?", 'tells nothing of "husband"'),
        ("Who worked at Lumen Works in 2019?", 'tells that of "in 2019"'),
        ("What is the name of Ada Berg's tortoise?", '"tortoise"'),
        ("真鍋先生はどこで生まれましたか。", "生ま"),
    ],
)
def test_says_what_of_the_question_nothing_tells(office: Backend, question: str, why: str) -> None:
    said = reason(*weighed(office, question))
    assert said.startswith(NOT_THERE)
    assert why in said


@pytest.mark.parametrize(
    "question", ["Where does Ken Ito live?", "Who left Lumen Works?", "Why was the launch postponed?"]
)
def test_says_nothing_where_a_sentence_bears_the_question(office: Backend, question: str) -> None:
    inquiry, evidence = weighed(office, question)
    assert reason(inquiry, evidence) == ""
    assert bearing(inquiry, evidence)


def test_without_a_find_nothing_comes_near(office: Backend) -> None:
    inquiry, _ = weighed(office, "Who left Lumen Works?")
    assert "comes near" in reason(inquiry, ())
