from datetime import date

import pytest

from tests.stages import ONTOLOGY
from tsuzuri.core.decoding import FactForm, Sentence
from tsuzuri.core.ontology import VALUE
from tsuzuri.extract.names import PRONOUNS
from tsuzuri.extract.prompt import prefix, request, worth_reading
from tsuzuri.extract.wire import TYPES
from tsuzuri.models.grammar import MARK, FactLines
from tsuzuri.text.sentences import sentences
from tsuzuri.text.time_words import time_words

TODAY = date(2024, 3, 11)
TEXT = "The old mill by the river was rebuilt after the flood\nof 1950. It was sold in May 2021.\n\n猫がいる。"


def examples() -> list[tuple[str, str]]:
    """The sentences shown as examples, each with the lines below it."""
    shown = prefix(ONTOLOGY)[1].text.removeprefix(f"{MARK} ").split(f"\n{MARK} ")
    parted = [one.rstrip("\n").partition("\n") for one in shown]
    return [(sentence, f"{lines}\n" if lines else "") for sentence, _, lines in parted]


def test_the_prefix_is_a_system_turn_and_an_open_one_of_worked_examples_all_our_own() -> None:
    turns = prefix(ONTOLOGY)
    assert [(turn.role, turn.own, turn.open) for turn in turns] == [
        ("system", True, False),
        ("assistant", True, True),
    ]
    assert turns[1].text.endswith("\n")


def test_the_system_turn_names_types_and_preferred_relations() -> None:
    system = prefix(ONTOLOGY)[0].text
    for word in (*TYPES, VALUE, *(relation.name for relation in ONTOLOGY.relations)):
        assert word in system


def test_every_example_is_one_that_the_model_could_write() -> None:
    known: dict[str, None] = {}
    for sentence, lines in examples():
        times = tuple(span.of(sentence) for span in time_words(sentence, TODAY))
        form = FactForm(TYPES, VALUE)
        automaton = FactLines(Sentence(sentence, times), form, tuple(known))
        state = automaton.feed(automaton.start(), f"{lines}{MARK}".encode())
        assert state is not None, sentence
        assert automaton.is_done(state)
        known |= dict.fromkeys(name.decode() for fact in state.facts for name in (fact.subject, fact.object))


def test_some_examples_state_nothing() -> None:
    assert sum(not lines for _, lines in examples()) > 2


def test_a_request_asks_sentence_by_sentence_each_on_one_line() -> None:
    asked = request(TEXT, sentences(TEXT), TODAY)
    assert [sentence.text for sentence in asked.sentences] == [
        "The old mill by the river was rebuilt after the flood of 1950.",
        "It was sold in May 2021.",
        "猫がいる。",
    ]


def test_it_offers_the_time_words_of_each_sentence_as_they_stand_there() -> None:
    asked = request(TEXT, sentences(TEXT), TODAY)
    assert [sentence.times for sentence in asked.sentences][1:] == [("in May 2021",), ()]
    assert all(words in sentence.text for sentence in asked.sentences for words in sentence.times)


def test_without_a_day_to_count_from_no_time_can_be_told() -> None:
    assert all(not sentence.times for sentence in request(TEXT, sentences(TEXT), None).sentences)


def test_names_may_be_offered_but_pronouns_are_none() -> None:
    asked = request(TEXT, sentences(TEXT), TODAY, ["Eva Roth"])
    assert asked.names == ("Eva Roth",)
    assert asked.form.pronouns == PRONOUNS
    assert (asked.form.types, asked.form.value_type) == (TYPES, VALUE)


def test_a_piece_of_a_passage_is_asked_about_alone() -> None:
    assert request(TEXT, sentences(TEXT)[1:], TODAY).sentences[0].text == "It was sold in May 2021."


class TestWorthReading:
    @pytest.mark.parametrize(
        "sentence",
        [
            "Ken Ito lives in Otaru.",
            "IBM and SAP merged.",
            "Tokyo: rain fell.",
            "川端さんは横浜市に住む。",
            "Fromage comes from France.",
            "He asked “why?” and left.",
            "「来ますか。」と森口さんが言った。",
            "静かな丘に家が建った。",
        ],
    )
    def test_is_what_states_something(self, sentence: str) -> None:
        assert [span.of(sentence) for span in worth_reading(sentence)] == [sentence]

    @pytest.mark.parametrize(
        "sentence",
        [
            "From: Ken Ito",
            "Subject: we moved to Otaru",
            "件名：移転しました",
            "Present: Ken Ito, who was late",
            "Cc: everyone in sales",
            "差出人：川端さん",
            "Absent : Tom Vale, who is ill",
            "出席者： 森口さん、川端さん",
            "Ken Ito",
            "Head of Sales",
            "Minutes of the Board",
            "Ken Ito, Eva Roth and Tom Vale",
            "株式会社青葉電機 代表取締役",
            "Ines Vale, Head of Sales, Bellwater",
            "Best, Ken",
            "カモメ",
            "2024-03-11",
            "— * —",
            "",
        ],
    )
    def test_is_no_heading_signature_list_of_names_or_header(self, sentence: str) -> None:
        assert worth_reading(sentence) == ()

    @pytest.mark.parametrize(
        "sentence",
        [
            "Could you send it to Ken Ito?",
            "Ken Ito moved, didn't he？",
            "川端さんは横浜市に住んでいますか？",
            "森口さんは部長ですか。",
            "森口さんが来ますか",
            "祭りは中止でしょうか。",
        ],
    )
    def test_is_no_question(self, sentence: str) -> None:
        assert worth_reading(sentence) == ()

    def test_is_told_sentence_by_sentence(self) -> None:
        text = "Minutes of the Board\n\nKen Ito came late. Eva Roth\n\n青葉電機\n\n森口さんが来た。"
        assert [span.of(text) for span in worth_reading(text)] == ["Ken Ito came late.", "森口さんが来た。"]
