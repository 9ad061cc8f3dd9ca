import pytest

from tests.fakes import SteppingClock
from tests.search.answer.office import find, sound
from tsuzuri.core.answers import Answer
from tsuzuri.core.ports import Backend
from tsuzuri.search.answer.answering import Answering
from tsuzuri.search.answer.following import taken_over


@pytest.fixture
def answered(office: Backend) -> Answer:
    return Answering(office, None, SteppingClock(), sound).answer(
        "Where does Ken Ito work?", lambda words, day: find(office, words, day)
    )


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("And where does he live?", "And where does Ken Ito live?"),
        ("What is his tortoise called?", "What is Ken Ito's tortoise called?"),
        ("Who left it?", "Who left Lumen Works?"),
        ("彼はどこに住んでいますか。", "Ken Itoはどこに住んでいますか。"),
        ("When did that begin?", "About Ken Ito: When did that begin?"),
        ("Where does Ada Berg live?", "Where does Ada Berg live?"),
    ],
)
def test_pronouns_mean_what_was_spoken_of(office: Backend, answered: Answer, question: str, asked: str) -> None:
    assert taken_over(question, [answered], office) == asked


def test_without_anything_before_a_question_stays_as_it_is(office: Backend) -> None:
    assert taken_over("Where does he live?", [], office) == "Where does he live?"
