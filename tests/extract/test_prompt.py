from dataclasses import replace
from datetime import date

import pytest

from tests.extract.lines import writable
from tests.stages import ONTOLOGY, relation
from tsuzuri.core.decoding import NOTHING
from tsuzuri.core.ontology import VALUE, Ontology
from tsuzuri.extract.names import PRONOUNS
from tsuzuri.extract.prompt import prefix, request, worth_reading
from tsuzuri.extract.wire import TYPES
from tsuzuri.text.sentences import sentences

TODAY = date(2024, 3, 11)
TEXT = "The old mill by the river was rebuilt after the flood\nof 1950. It was sold in May 2021.\n\n猫がいる。"


def test_the_prefix_is_a_system_turn_and_worked_examples_all_our_own() -> None:
    turns = prefix(ONTOLOGY)
    assert [turn.role for turn in turns] == ["system"] + ["user", "assistant"] * (len(turns) // 2)
    assert all(turn.own for turn in turns)


def test_the_system_turn_names_types_and_preferred_relations() -> None:
    system = prefix(ONTOLOGY)[0].text
    for word in (*TYPES, VALUE, *(one.name for one in ONTOLOGY.relations)):
        assert word in system
    hidden = Ontology(
        (relation("zigzags", "person", "place"), replace(relation("wobbles", "person", "place"), offered=False))
    )
    assert "zigzags" in prefix(hidden)[0].text
    assert "wobbles" not in prefix(hidden)[0].text


def test_every_example_is_one_that_the_model_could_write() -> None:
    assert writable(prefix(ONTOLOGY)[1:], TODAY) == []


def test_some_examples_state_nothing() -> None:
    assert sum(turn.text == NOTHING for turn in prefix(ONTOLOGY)) >= 2


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
