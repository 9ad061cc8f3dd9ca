from collections.abc import Sequence
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.extract.lines import wire
from tests.stages import ONTOLOGY
from tsuzuri.core.decoding import Answer
from tsuzuri.core.ontology import VALUE
from tsuzuri.extract.mend import Mending, date_itself, fits_a_date, head, kind_by_form, of_one_mind, parts
from tsuzuri.extract.wire import TYPES, parse
from tsuzuri.text.time_words import time_words


def mended(sentence: str, line: str, times: Sequence[str] = (), speaker: str = "") -> list[str]:
    """The lines that come of one, written like it; the time only where there is one."""
    (read,) = parse([Answer((line,), (1.0,))])
    return [
        " | ".join(
            filter(None, (fact.subject, fact.subject_type, fact.relation, fact.object, fact.object_type, fact.time))
        )
        for fact in Mending(sentence, times, speaker).mend(read)
    ]


class TestNames:
    @pytest.mark.parametrize(
        ("words", "type", "name"),
        [
            ("the Mellow lamp", "thing", "Mellow lamp"),
            ("Our Ken Ito", "person", "Ken Ito"),
            ("Isonuma Works in Suwa", "organization", "Isonuma Works"),
            ("Tom Vale from the Orsk Foundry", "person", "Tom Vale"),
            ("母の和代", "person", "和代"),
            ("駅前の北野大学", "organization", "北野大学"),
        ],
    )
    def test_are_cut_to_themselves(self, words: str, type: str, name: str) -> None:
        assert head(words, type) == name

    @pytest.mark.parametrize(
        ("words", "type"),
        [
            ("University of Graz", "organization"),
            ("Weston near Orsk", "place"),
            ("price of malt in Ulm", "concept"),
            ("work at home", "organization"),
            ("北野町の祭り", "event"),
            ("丘の上", "place"),
            ("the", "thing"),
            ("", "person"),
        ],
    )
    def test_that_are_whole_stay(self, words: str, type: str) -> None:
        assert head(words, type) == words

    def test_of_both_ends_are_cut(self) -> None:
        line = "Our Ken Ito | person | works_at | Isonuma Works in Suwa | organization"
        assert mended("Our Ken Ito works at Isonuma Works in Suwa.", line) == [
            "Ken Ito | person | works_at | Isonuma Works | organization"
        ]


class TestTwoPeople:
    @pytest.mark.parametrize(
        ("words", "names"),
        [
            ("Ken Ito and Eva Roth", ("Ken Ito", "Eva Roth")),
            ("Ken Ito, Eva Roth, and Tom Vale", ("Ken Ito", "Eva Roth", "Tom Vale")),
            ("佐藤と鈴木", ("佐藤", "鈴木")),
            ("佐藤さんと鈴木さん", ("佐藤さん", "鈴木さん")),
            ("ミカちゃんと森くん", ("ミカちゃん", "森くん")),
            ("佐藤、鈴木", ("佐藤", "鈴木")),
        ],
    )
    def test_are_two_names(self, words: str, names: tuple[str, ...]) -> None:
        assert parts(words, "person") == names

    @pytest.mark.parametrize("words", ["Anders Sand", "Ken Ito and others", "ひとみさん", "佐藤とその友人"])
    def test_are_not_seen_in_one(self, words: str) -> None:
        assert parts(words, "person") == (words,)

    def test_are_told_apart_only_of_people(self) -> None:
        assert parts("Vale and Roth", "organization") == ("Vale and Roth",)

    def test_have_a_fact_each(self) -> None:
        line = "Ken Ito and Eva Roth | person | met | Tom Vale and Mia Vale | person"
        assert mended("Ken Ito and Eva Roth met Tom Vale and Mia Vale.", line) == [
            "Ken Ito | person | met | Tom Vale | person",
            "Ken Ito | person | met | Mia Vale | person",
            "Eva Roth | person | met | Tom Vale | person",
            "Eva Roth | person | met | Mia Vale | person",
        ]


class TestDates:
    @pytest.mark.parametrize(
        ("time", "itself"),
        [
            ("on 3 June 1980", "3 June 1980"),
            ("Since May 2021", "May 2021"),
            ("next Friday", "next Friday"),
            ("10月1日に", "10月1日"),
            ("4月1日付で", "4月1日"),
            ("6月までに", "6月"),
            ("今月からは", "今月"),
            ("昨年", "昨年"),
            ("に", "に"),
        ],
    )
    def test_are_themselves_without_preposition_or_particle(self, time: str, itself: str) -> None:
        assert date_itself(time) == itself

    def test_are_taken_whole_and_tell_the_time(self) -> None:
        line = "Ken Ito | person | born_on | June 1980 | value"
        assert mended("Ken Ito was born on 3 June 1980.", line, ["on 3 June 1980"]) == [
            "Ken Ito | person | born_on | 3 June 1980 | value | on 3 June 1980"
        ]
        line = "カモメ | thing | scheduled_for | 10月1日 | value"
        assert mended("カモメの発売は来年10月1日に決まった。", line, ["来年10月1日に"]) == [
            "カモメ | thing | scheduled_for | 来年10月1日 | value | 来年10月1日に"
        ]

    def test_a_time_that_was_given_stays(self) -> None:
        line = "Lumen AG | organization | founded_on | 2011 | value | now"
        (fact,) = mended("Now Lumen AG, founded in 2011, is ours.", line, ["now", "in 2011"])
        assert fact.endswith("| 2011 | value | now")

    def test_a_number_inside_a_date_is_none(self) -> None:
        line = "Ken Ito | person | has_children | 5 | value"
        assert mended("In 2025 Ken Ito had 5 children.", line, ["In 2025"]) == [line]

    def test_one_end_of_a_range_is_not_the_range(self) -> None:
        line = "Ken Ito | person | left_on | 2020 | value"
        (fact,) = mended("Ken Ito taught from 2015 to 2020.", line, ["from 2015 to 2020"])
        assert fact.startswith("Ken Ito | person | left_on | 2020 | value")

    @pytest.mark.parametrize(
        ("relation", "fits"), [("born_on", True), ("scheduled_for", True), ("happened_on", True), ("works_at", False)]
    )
    def test_are_joined_by_relations_that_say_so(self, relation: str, fits: bool) -> None:
        assert fits_a_date(relation) is fits


def test_an_amount_ends_with_its_counter() -> None:
    line = "カモメ | thing | price | 3,200円で | value"
    assert mended("カモメの価格は3,200円である。", line) == ["カモメ | thing | price | 3,200円 | value"]


class TestRoles:
    @pytest.mark.parametrize(
        ("role", "whole"),
        [("sales", "head of sales"), ("the head of sales", "head of sales"), ("art", "teacher of the art")],
    )
    def test_are_taken_whole(self, role: str, whole: str) -> None:
        line = f"Tom Vale | person | works_as | {role} | value"
        sentence = "Tom Vale, a salesman and an artist, became the head of sales and teacher of the art."
        assert mended(sentence, line) == [f"Tom Vale | person | works_as | {whole} | value"]

    @pytest.mark.parametrize(
        ("relation", "role", "type"),
        [("ceo_of", "CEO", "organization"), ("leads", "manager", "concept"), ("works_at", "部長", "organization")],
    )
    def test_are_what_somebody_works_as_not_whom_he_leads(self, relation: str, role: str, type: str) -> None:
        line = f"Tom Vale | person | {relation} | {role} | {type}"
        assert mended(f"Tom Vale {role}", line) == [f"Tom Vale | person | works_as | {role} | value"]

    def test_other_relations_keep_them(self) -> None:
        line = "Tom Vale | person | married_to | teacher | person"
        assert mended("Tom Vale married a teacher.", line) == [line]


class TestEmployer:
    def employers(self, sentence: str, role: str, times: Sequence[str] = (), *, subject: str = "Tom Vale") -> list[str]:
        facts = mended(sentence, f"{subject} | person | works_as | {role} | value", times)
        assert facts[0] == f"{subject} | person | works_as | {role} | value"
        return [fact.split(" | ")[3] for fact in facts[1:]]

    @pytest.mark.parametrize(
        ("sentence", "role", "employer"),
        [
            ("Tom Vale is the manager of Optiq.", "manager", "Optiq"),
            ("Tom Vale is head of purchasing at the Bank of Orsk, he says.", "head of purchasing", "Bank of Orsk"),
            ("Tom Vale is a designer with Lumen Inc.", "designer", "Lumen Inc"),
            ("Tom Vale is director of Optiq's plant.", "director", "Optiq"),
            ("森口はオプティクの部長である。", "部長", "オプティク"),
            ("森口は、北野大学の准教授だ。", "准教授", "北野大学"),
        ],
    )
    def test_is_the_organization_that_stands_with_the_role(self, sentence: str, role: str, employer: str) -> None:
        assert self.employers(sentence, role) == [employer]

    def test_is_named_without_the_time(self) -> None:
        sentence = "森口は今月からミナト設計の営業部長だ。"
        assert self.employers(sentence, "営業部長", ["今月から"], subject="森口") == ["ミナト設計"]

    @pytest.mark.parametrize(
        ("sentence", "role"),
        [
            ("Tom Vale is the manager of a plant.", "manager"),
            ("Tom Vale is a designer in Ulm.", "designer"),
            ("森口は会社の部長だ。", "部長"),
            ("Tom Vale is a sculptor.", "sculpt"),
        ],
    )
    def test_is_told_only_where_a_name_stands_there(self, sentence: str, role: str) -> None:
        assert self.employers(sentence, role) == []

    def test_is_nobody_himself(self) -> None:
        assert self.employers("オプティクの部長", "部長", subject="オプティク") == []

    def test_is_only_a_persons(self) -> None:
        line = "Kestrel | thing | works_as | guard | value"
        assert mended("Kestrel is a guard of Optiq.", line) == [line]

    def test_has_the_time_of_the_role(self) -> None:
        facts = mended(
            "Now Tom Vale is manager of Optiq.", "Tom Vale | person | works_as | manager | value | Now", ["Now"]
        )
        assert facts[1] == "Tom Vale | person | works_at | Optiq | organization | Now"


class TestSpeaker:
    @pytest.mark.parametrize(
        ("sentence", "word"), [("I live in Otaru.", "I"), ("my home is Otaru", "my"), ("私はOtaruに住む。", "私")]
    )
    def test_is_who_says_i(self, sentence: str, word: str) -> None:
        line = f"{word} | person | lives_in | Otaru | place"
        assert mended(sentence, line, speaker="Ken Ito") == ["Ken Ito | person | lives_in | Otaru | place"]

    def test_is_nobody_while_unknown(self) -> None:
        line = "I | person | lives_in | Otaru | place"
        assert mended("I live in Otaru.", line) == [line]

    def test_is_nobody_else(self) -> None:
        line = "She | person | lives_in | Otaru | place"
        assert mended("She lives in Otaru.", line, speaker="Ken Ito") == [line]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Dr. Eva Roth", "person"),
        ("森口さん", "person"),
        ("大友康夫氏", "person"),
        ("Orsk College", "organization"),
        ("Lumen AG", "organization"),
        ("株式会社ミナト", "organization"),
        ("青葉電機", "organization"),
        ("横浜市", "place"),
        ("市", ""),
        ("Agnes", ""),
        ("カモメ", ""),
        ("", ""),
    ],
)
def test_a_form_may_give_a_kind_away(name: str, kind: str) -> None:
    assert kind_by_form(name) == kind


class TestOneMind:
    def types(
        self, *lines: tuple[str, str, str, str, str], known: dict[str, str] | None = None
    ) -> list[tuple[str, str]]:
        agreed = of_one_mind([wire(*line) for line in lines], known or {}, ONTOLOGY)
        return [(line.subject_type, line.object_type) for line in agreed]

    def test_a_form_outdoes_any_number_of_lines(self) -> None:
        line = ("森口さん", "organization", "met", "青葉電機", "person")
        assert self.types(line, line, line, known={"青葉電機": "place"}) == [("person", "organization")] * 3

    def test_a_name_is_of_the_type_that_most_lines_give_it_however_it_is_spelt(self) -> None:
        lines = [(name, kind, "saw", "it", "thing") for name, kind in (("Tern", "thing"), ("TERN", "concept"))]
        assert {subject for subject, _ in self.types(*lines, lines[1])} == {"concept"}

    def test_of_equals_the_firm_one_is_taken(self) -> None:
        lines = [("Tern", kind, "saw", "it", "thing") for kind in ("thing", "place")]
        assert {subject for subject, _ in self.types(*lines)} == {"place"}

    def test_a_relation_that_joins_one_firm_type_speaks_for_it(self) -> None:
        assert self.types(("Tern", "concept", "lives_in", "Osprey", "concept")) == [("person", "place")]
        assert self.types(("Tern", "concept", "employs", "Osprey", "concept")) == [("organization", "person")]

    def test_what_the_library_knows_speaks_too(self) -> None:
        line = ("Tern", "thing", "saw", "Osprey", "organization")
        assert self.types(line, known={"osprey": "place", "tern": "person"}) == [("person", "place")]

    def test_a_value_stays_one(self) -> None:
        lines = [("Tern", "thing", "price", "Osprey", kind) for kind in (VALUE, "place")]
        assert [target for _, target in self.types(*lines)] == [VALUE, "place"]

    def test_no_lines_are_none(self) -> None:
        assert self.types() == []


PIECES = (
    "Ken Ito", "Eva Roth", "Ito and Roth", "Lumen AG", "Isonuma Works in Suwa", "I", "manager", "head of ", "sales",
    "of ", "at the ", "in 2021", "3 May 2019", "5", ", ", "'s", "私", "星さん", "母の和代", "佐藤さんと鈴木さん",
    "ミナト設計", "の", "部長", "今月から", "円", "は", "、",
)  # fmt: skip
SPEAKER = "Mika Aoba from Ulm"


@settings(deadline=None, max_examples=100)
@given(st.data())
def test_whatever_is_mended_stood_there(data: st.DataObject) -> None:
    words = data.draw(st.lists(st.sampled_from(PIECES), min_size=1, max_size=7))
    sentence = data.draw(st.sampled_from(["", " "])).join(words)
    times = [span.of(sentence) for span in time_words(sentence, date(2024, 3, 11))]
    start = data.draw(st.integers(0, len(sentence) - 1))
    piece = sentence[start : data.draw(st.integers(start + 1, len(sentence)))]
    line = wire(
        data.draw(st.sampled_from([*words, piece, SPEAKER])),
        data.draw(st.sampled_from(TYPES)),
        data.draw(st.sampled_from(["works_as", "ceo_of", "works_at", "born_on", "saw"])),
        data.draw(st.sampled_from([*words, piece])),
        data.draw(st.sampled_from([*TYPES, VALUE])),
        data.draw(st.sampled_from(["", *times])),
        sentence=3,
    )
    facts = Mending(sentence, times, data.draw(st.sampled_from(["", SPEAKER]))).mend(line)
    assert facts
    for fact in facts:
        assert fact.object in sentence
        assert fact.subject in sentence or fact.subject in SPEAKER
        assert fact.time in ("", *times)
        assert (fact.sentence, fact.confidence, fact.line) == (line.sentence, line.confidence, line.line)
