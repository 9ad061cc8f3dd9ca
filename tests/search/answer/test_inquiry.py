import pytest

from tests.search.answer.office import TODAY
from tsuzuri.core.ports import Backend
from tsuzuri.search.answer.inquiry import Inquiry, Wants, inquire


@pytest.fixture
def ask(office: Backend) -> "Asking":
    return Asking(office)


class Asking:
    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    def __call__(self, question: str) -> Inquiry:
        return inquire(question, self._backend, TODAY)


def names(inquiry: Inquiry) -> list[str]:
    return [one.words for one in inquiry.names]


def words(inquiry: Inquiry) -> list[str]:
    return [one.text for one in inquiry.words]


def test_names_that_are_recorded_are_found_the_longest_first(ask: Asking) -> None:
    asked = ask("Where does Ken Ito live?")
    assert names(asked) == ["Ken Ito"]
    assert [one.name for one in asked.names[0].bearers] == ["Ken Ito"]
    assert words(asked) == ["live"]


def test_names_that_stand_nowhere_are_unknown(ask: Asking) -> None:
    assert ask("Where does Marta Lindqvist live?").unknown == ("Marta Lindqvist",)
    assert ask("佐伯健一さんはどこにいますか。").unknown == ("佐伯健一",)


def test_another_person_of_a_known_first_name_is_unknown(ask: Asking) -> None:
    assert ask("Where does Ken Ito Smith live?").unknown == ("Ken Ito Smith",)


def test_common_words_around_a_name_make_no_unknown_one(ask: Asking) -> None:
    assert ask("Who is the CEO of Lumen Works?").unknown == ()


def test_a_name_may_only_stand_in_a_text(ask: Asking) -> None:
    asked = ask("Who is Basho?")
    assert names(asked) == ["Basho"]
    assert asked.names[0].bearers == ()


def test_an_honorific_is_no_part_of_a_name(ask: Asking) -> None:
    asked = ask("真鍋先生は何を調べていますか。")
    assert names(asked) == ["真鍋"]
    assert words(asked) == ["調べ"]


@pytest.mark.parametrize(
    ("question", "wants"),
    [
        ("When did Ada Berg leave?", Wants.TIME),
        ("いつ退職しましたか。", Wants.TIME),
        ("How much is the lamp?", Wants.NUMBER),
        ("家賃はいくらですか。", Wants.NUMBER),
        ("Who left?", Wants.ANYTHING),
    ],
)
def test_what_an_answer_has_to_hold(ask: Asking, question: str, wants: Wants) -> None:
    assert ask(question).wants is wants


@pytest.mark.parametrize(
    "question", ["Which companies supply it?", "全部挙げてください。", "Who has left Lumen Works?"]
)
def test_lists_and_changes_ask_for_several_things(ask: Asking, question: str) -> None:
    asked = ask(question)
    assert asked.several
    assert not asked.goes_on


@pytest.mark.parametrize("question", ["Why was it postponed?", "What did she do after that?", "なぜ延期されましたか。"])
def test_reasons_and_what_came_then_are_told_beside_what_is_named(ask: Asking, question: str) -> None:
    assert ask(question).goes_on


def test_the_time_is_no_word_of_the_question(ask: Asking) -> None:
    asked = ask("Who left Lumen Works in 2022?")
    assert asked.time is not None
    assert words(asked) == ["left"]
